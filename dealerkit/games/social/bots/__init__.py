"""Players of empty seats at home games."""

"""Players of empty seats at poker."""

"""Players of empty seats at games at home."""

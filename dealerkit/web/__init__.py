"""The table in a browser: another front end for the same engine."""

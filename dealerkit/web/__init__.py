"""The table in a browser: the same engine, another face."""

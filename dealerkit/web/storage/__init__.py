"""What the server keeps: one schema for SQLite, on one machine, and for PostgreSQL, for a house."""

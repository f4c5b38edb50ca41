"""The server's database: one schema for SQLite, on one machine, and for PostgreSQL, for a house."""

"""Facts of home games."""

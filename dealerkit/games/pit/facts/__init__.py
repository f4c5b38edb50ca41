"""Facts of games against the house."""

"""Facts of games for a pot."""

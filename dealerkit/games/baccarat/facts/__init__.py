"""Facts of baccarat."""

"""Facts of poker."""

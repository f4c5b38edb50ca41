"""Facts of Canasta."""

"""Facts of games at home."""

"""What the players may do, one file a mechanic; games are sequences of them."""

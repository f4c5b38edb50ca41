"""What the commands about decks answer, each a value for programs and for people."""

"""Reports of the commands about decks, each a value for programs and for people."""

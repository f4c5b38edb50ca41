"""Mexican Sweat: the words and the players that no other game needs."""

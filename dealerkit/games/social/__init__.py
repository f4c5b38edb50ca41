"""Home games: tricks, melds, piles, rows; a folder for each game that has words of its own."""

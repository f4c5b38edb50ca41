"""Home games: tricks, melds, piles, rows; with a folder for each game that needs facts, mechanics or planners of its own."""

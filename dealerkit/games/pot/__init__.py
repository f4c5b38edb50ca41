"""Games for a pot at home: stages, rolls, bets against the pot."""

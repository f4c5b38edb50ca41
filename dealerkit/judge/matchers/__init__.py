"""The matchers: what a dealer's or a player's act can be, asked in order; the first that knows it says what was wrong with it."""

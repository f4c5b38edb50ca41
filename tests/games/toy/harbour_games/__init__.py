"""A family of games of our tests: each player turns a card and says whether the tide is in."""

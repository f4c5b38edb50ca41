"""Jobs beside the tables: decks, disputes kept, promotions, and the cases that rule sets bring along."""

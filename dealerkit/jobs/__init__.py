"""Jobs beside the tables: decks, the journal of disputes, promotions, archives, simulation, and the cases of rule sets."""

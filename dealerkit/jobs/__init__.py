"""Work away from the table: decks, the journal of disputes, promotions, archives, simulation, and test cases of rule sets."""

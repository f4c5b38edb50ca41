"""Files of ours: where they lie, how they are written whole; full text searched; text for a screen and signs it would obey."""

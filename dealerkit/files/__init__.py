"""Files of ours: where they lie, how they are written whole; full text searched; signs that a screen would obey."""

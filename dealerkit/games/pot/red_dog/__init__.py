"""Red Dog: facts, mechanics and planners that no other game needs."""

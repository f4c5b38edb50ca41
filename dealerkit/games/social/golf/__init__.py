"""Golf: facts, mechanics and planners, and simulated players, that no other game needs."""

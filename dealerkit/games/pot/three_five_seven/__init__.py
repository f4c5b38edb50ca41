"""Three-Five-Seven: facts, mechanics and planners that no other game needs."""

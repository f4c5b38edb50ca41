"""Nap: mechanics and planners that no other game needs."""

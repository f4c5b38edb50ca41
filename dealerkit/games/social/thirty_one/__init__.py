"""Thirty-One: facts and planners that no other game needs."""

"""A table: set up, acts in, findings and rulings out; its record; rounds, and players for the empty seats."""

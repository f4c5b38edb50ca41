"""What differs between two rule sets: in their text, in their rulings on some facts, on all facts."""

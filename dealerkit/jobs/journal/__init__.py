"""The journal: disputes and incidents, their rulings and signatures. A hash ties each entry to the entry before it."""

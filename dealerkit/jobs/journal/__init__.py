"""The journal: disputes and incidents, their rulings and signatures, each entry tied to the one before by its hash."""

"""Families of games: the words of their rule files, and their players. Each has a folder of its name in `procedures/` as well."""

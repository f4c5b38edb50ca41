"""Families of games: for each, the words that its rule files can use, and simulated players. Its rule files are in the folder of
the same name in `procedures/`.
"""

"""Families of games: the words of their rule files, and their bots. Each family also has a folder with its name in
`procedures/`.
"""

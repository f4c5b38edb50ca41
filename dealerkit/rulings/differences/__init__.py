"""Differences between rule sets: in their text (`texts`), entry by entry (`entries`), from the set that one extends
(`departures`), and in what is ruled (`rulings`). Whatever tells of them only puts them into words.
"""

"""Differences between rule sets: in their texts (`texts`), entry by entry (`entries`), from the set that one extends
(`departures`), and in their rulings (`rulings`). Reports only put these differences into words.
"""

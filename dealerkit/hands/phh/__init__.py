"""Hands in the Poker Hand History format (PHH): reading, writing, checking fast, and converting to and from dealerkit's
records.
"""

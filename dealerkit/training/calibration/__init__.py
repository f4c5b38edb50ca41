"""Calibration: the same disputes put to everybody on the floor, and how far they rule alike; nobody is named or ranked."""

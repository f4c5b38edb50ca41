"""Calibration: the same disputes put to everybody on the floor, and their agreement; nobody is named or ranked."""

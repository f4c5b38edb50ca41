"""Calibration: the same disputes for everybody on the floor, and their agreement; nobody is named or ranked."""

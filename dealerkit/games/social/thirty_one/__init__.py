"""Thirty-One: its own facts and planners."""

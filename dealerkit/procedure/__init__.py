"""The dealer's procedure: sections, steps and their planners."""

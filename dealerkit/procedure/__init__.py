"""What the dealer should do: sections, steps and their planners."""

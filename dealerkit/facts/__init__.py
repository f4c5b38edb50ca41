"""Named facts, worked out from the felt and the log."""

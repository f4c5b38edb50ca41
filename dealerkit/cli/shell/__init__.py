"""Completion of the command line in a shell. It imports neither click nor a command, to be fast."""

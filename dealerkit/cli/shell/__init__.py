"""Completion of the command line in a shell. For speed, it imports neither click nor a command."""

"""What a shell is told when somebody presses Tab: imports neither click nor a command, so that nobody waits."""

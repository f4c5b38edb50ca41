"""What follows when it went wrong: decision lists, remedies, comparison of rule sets."""

"""Everything in the rule files that has a name: collected, kept, explained, searched."""

"""The catalogue of all named things in the rule files: collected, cached, explained, searched."""

"""Reading of the rule files: loading them, laying one over another, rule sets, games, differences between sets, and lint."""

"""The toy family is installed only in its own tests: if collected with them, its words would be in every test."""

collect_ignore = ["toy"]

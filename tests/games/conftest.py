"""The toy family is installed by its own tests alone: collected with them, its words would be every test's."""

collect_ignore = ["toy"]

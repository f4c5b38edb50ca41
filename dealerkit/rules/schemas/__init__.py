"""The form of every kind of rule file, as JSON Schema: a module a kind, each written in the words of `words`."""

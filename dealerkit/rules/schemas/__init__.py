"""The shape of every kind of rule file as JSON Schema: a module for each kind, written with the functions of `words`."""

"""House rules for paper and screen, made from the rule sets that the engine runs."""

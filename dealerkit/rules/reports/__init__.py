"""What commands answer of rule sets, games and their chances, each a value for programs and for people."""

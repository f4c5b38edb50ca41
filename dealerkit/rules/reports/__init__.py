"""Reports of the commands about rule sets, games and their chances, each a value for programs and for people."""

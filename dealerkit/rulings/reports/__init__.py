"""Reports of `dealerkit rule`, each a value for programs and for people."""

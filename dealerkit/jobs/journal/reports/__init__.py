"""Reports of the commands of `dealerkit journal`, each a value for programs and for people."""

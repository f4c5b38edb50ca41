"""Reports of the commands about rule sets, games and their chances, each as data and as text."""

"""Reports of the commands about rule sets, games and odds, each as data and as text."""

"""Reports of the commands about hands: a showdown, and how often each hand comes; each for programs and for people."""

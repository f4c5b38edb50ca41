"""Reports of the commands about hands: a showdown, and the frequency of each hand; as data and as text."""

"""What commands answer of hands: a showdown, and how often each hand comes; each a value for programs and for people."""

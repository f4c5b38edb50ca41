"""Reports of the commands of training, each a value for programs and for people."""

"""What the commands of training answer, each a value for programs and for people."""

"""What the commands of `dealerkit journal` answer, each a value for programs and for people."""

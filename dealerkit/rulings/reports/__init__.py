"""What `dealerkit rule` answers, each a value for programs and for people."""

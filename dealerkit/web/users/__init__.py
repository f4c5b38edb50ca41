"""Users: accounts, passwords, sessions, invitations, and the audit of what they did."""

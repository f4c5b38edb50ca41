"""Users: accounts, passwords, sessions, invitations, and the audit of their acts."""

"""Users: accounts, passwords, sessions, invitations, and the audit (log) of their acts."""

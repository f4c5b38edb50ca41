"""A person deals: what is said becomes acts, slips are shown, and a record is saved. No terminal here: that is the command's."""

"""A person deals: what is said becomes acts, slips are told, and a record is kept. No terminal here: that is the command's."""

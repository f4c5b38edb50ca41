"""A person deals: typed lines become acts, slips are shown, and a record is saved. No terminal here: that is the command's."""

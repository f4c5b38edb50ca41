"""A person deals: typed lines become acts, slips are shown, and a record is saved. It uses no terminal; the commands do."""

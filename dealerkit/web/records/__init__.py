"""Records: files looked through, hands replayed act by act, findings filtered and taken along."""

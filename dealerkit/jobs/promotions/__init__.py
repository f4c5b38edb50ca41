"""Promotions: high hands and bad beats.

A policy is data; what happens is a row of events; everything else follows from the two. `policy` reads what a house has
settled, `windows` says when a prize can be won, `hands` what a hand is worth, `clauses` asks a claim one thing after the other,
`fund` moves the money, `run` is what the events come to, `deciding` who has won, `acts` what can be done, `book` writes it down.
"""

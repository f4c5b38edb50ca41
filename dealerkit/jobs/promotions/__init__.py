"""Promotions: high hands and bad beats.

A policy (the terms of a promotion) is data, and what happens is a list of events; everything else follows from these two.
`policy` reads a house's terms, `windows` says when a prize can be won, `hands` values hands, `clauses` checks a claim point by
point, `fund` moves the money, `run` is the state after the events, `winners` decides who has won, `acts` has what people can
do, and `book` writes the events down.
"""

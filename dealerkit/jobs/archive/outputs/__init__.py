"""Outputs of an archive check, for the tools that auditors have.

`rows` makes a flat row of each finding and each hand, chosen by `selection`, told apart by their fingerprints, without names
(`pseudonyms`). The writers take them one by one, so that an archive of any size needs no memory: `sarif`, `tables` (CSV and JSON
lines), `parquet`, and `page` (HTML), which keeps the counts of `tallies` and the worst hands.
"""

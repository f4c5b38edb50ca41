"""Outputs of an archive check, for the tools that auditors have.

`rows` makes a flat row of each finding and each hand. `selection` chooses them, fingerprints identify them, and `pseudonyms`
replace the players' names. The writers take the rows one by one, so that memory does not grow with the archive: `sarif`,
`tables` (CSV and JSON lines), `parquet`, and `page` (HTML), which keeps only the counts of `tallies` and the worst hands.
"""

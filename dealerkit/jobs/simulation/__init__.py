"""Bulk play: millions of coups from a game's own tables in arrays, and hands of any other game by the engine itself.

`shoes` deals coups, `bets`, `runs` and `sessions` count what came of them, `coups` puts these together for one block of shoes;
`hands` deals rounds at tables; `blocks` spreads either over processes; `parquet` keeps the results.
"""

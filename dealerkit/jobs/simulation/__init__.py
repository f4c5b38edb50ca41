"""Bulk play: millions of coups dealt in arrays from a game's tables, and hands of any other game dealt by the engine itself.

`shoes` deals coups; `bets`, `runs` and `sessions` count the results; `coups` combines these for one block of shoes; `hands` deals
rounds at tables; `blocks` spreads either over processes; `parquet` stores the results.
"""

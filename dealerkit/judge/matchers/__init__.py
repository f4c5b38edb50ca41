"""The matchers: each recognizes one kind of act of the dealer or a player. `MATCHERS` in `dealerkit/judge/classification.py`
gives their order; the first that recognizes the act drafts the findings on it.
"""

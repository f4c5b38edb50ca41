"""The matchers: recognize what a dealer's or a player's act is. `MATCHERS` in `dealerkit/judge/classification.py` has their
order; the first that recognizes the act drafts the findings on it.
"""

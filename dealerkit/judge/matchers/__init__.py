"""The matchers: what a dealer's or a player's act can be. The order in which they are asked is `MATCHERS` in
`dealerkit/judge/classification.py`; the first that knows the act says what was wrong with it.
"""

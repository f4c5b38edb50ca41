"""Home games for a pot that stays from deal to deal: hands in several stages, cards turned up against a target, bets against the
pot.
"""

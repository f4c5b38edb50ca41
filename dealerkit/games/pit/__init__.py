"""Games against the house, such as blackjack, war and three-card poker: boxes with hands, wagers, players' decisions, the
dealer's hand.
"""

"""Variables of the environment that hold for all commands; completion reads them too, so nothing is imported here."""

RULES, GAME, HOUSE = "DEALERKIT_RULES", "DEALERKIT_GAME", "DEALERKIT_HOUSE"

"""Environment variables of all commands; completion reads them too, so nothing is imported here."""

RULES, GAME, HOUSE = "DEALERKIT_RULES", "DEALERKIT_GAME", "DEALERKIT_HOUSE"

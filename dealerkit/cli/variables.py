"""Environment variables of all commands. Completion reads them too, so this module imports nothing."""

RULES, GAME, HOUSE = "DEALERKIT_RULES", "DEALERKIT_GAME", "DEALERKIT_HOUSE"

"""The text of a rule in one line, for somebody who has answered wrong."""

from __future__ import annotations

from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import rule_texts
from dealerkit.rulings.house_sentences import sentence_in_force


def rule_text(game: Game, rule: str) -> str:
    """Return what a rule of a game or of its rule set says; empty where it is only cited, or shown as a table.

    >>> from dealerkit.rules.games import game
    >>> rule_text(game("mini-baccarat"), "BA-32")[:20]
    'On any total other t'
    """
    said = next((one for one in rule_texts(game) if one.rule == rule), None)
    return str(sentence_in_force(game, said)) if said is not None else ""

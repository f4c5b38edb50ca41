"""The text of a rule in one line, for a trainee after a wrong answer."""

from __future__ import annotations

from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import rule_texts
from dealerkit.rulings.house_sentences import sentence_in_force


def rule_text(game: Game, rule: str) -> str:
    """Return the text of a rule of a game or of its rule set; empty if it is only cited, or shown as a table.

    >>> from dealerkit.rules.games import game
    >>> rule_text(game("mini-baccarat"), "BA-32")[:20]
    'On any total other t'
    """
    text_ = next((candidate for candidate in rule_texts(game) if candidate.rule == rule), None)
    return str(sentence_in_force(game, text_)) if text_ is not None else ""

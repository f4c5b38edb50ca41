"""The text of a rule in one line, for somebody who has answered wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dealerkit.rules.entries import ChapterEntry
from dealerkit.rules.games import Game


def rule_text(game: Game, rule: str) -> str:
    """Return what a rule of a game or of its rule set says; empty where it is only cited, or shown as a table.

    >>> from dealerkit.rules.games import game
    >>> rule_text(game("mini-baccarat"), "BA-32")[:20]
    'On any other total t'
    """
    books = ((game.rules.book if game.rules is not None else {}), game.data.get("rules", {}))
    for entry in (entry for book in books for entry in _entries(book, rule)):
        said = entry.get("text", "") if isinstance(entry, Mapping) and "text" in entry else entry
        found = game.say(said)
        if found:
            return found
    return ""


def _entries(book: Mapping[str, ChapterEntry], rule: str) -> Iterable[object]:
    for chapter in book.values():
        if rule in chapter.get("rules", {}):
            yield chapter["rules"][rule]

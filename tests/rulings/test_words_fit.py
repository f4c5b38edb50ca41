"""What the desk says of a fault fits the game: no words of another family of games, and questions that name what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dealerkit.rules.games import Game, game, games
from dealerkit.rulings import known_facts, known_faults
from dealerkit.rulings.facts import fact_of
from dealerkit.rulings.games import faults_of, values_here

BACCARAT = r"coups?|shoes?|banker|tableau|commission|croupier|naturals?|discard rack|third card|tie bet"
POKER = r"pots?|muck(?:ed)?|flop|river|button|blinds?|antes?|streets?|board|showdown|folds?|raises?|all-in|check-raise|hold'em"
CARD_ROOM = r"coups?|shoes?|tableau|commission|croupier|flop|river|blinds?|muck(?:ed)?|floorman"
PIT = rf"coups?|banker|tableau|commission|croupier|tie bet|{POKER}"
ELSEWHERE = {"pit": PIT, "poker": BACCARAT, "baccarat": POKER, "social": CARD_ROOM, "pot": CARD_ROOM}
"""By family, words that are of other games alone."""


def said(made: Game, fault: str) -> Iterator[str]:
    """What is said of a fault at a table of a game: how it is called, what is asked, the answers that are offered."""
    known = known_faults().get(fault)
    if known is None:
        return
    yield known.title
    assert made.rules is not None
    asked = {fact for case in faults_of(made)[fault]["cases"].values() for fact in case.get("when") or {}}
    for name in asked & set(known.facts):
        fact = fact_of(fault, name)
        yield fact.title
        yield fact.question
        yield from map(fact.answer, values_here(made, name, list(fact.values)))


@pytest.mark.parametrize("name", games())
def test_no_words_of_other_games(name):
    """Titles, questions and answers of every fault that can happen in the game."""
    made = game(name)
    if made.rules is None:
        return
    foreign = re.compile(rf"\b(?:{ELSEWHERE[made.family]})\b", re.IGNORECASE)
    wrong = {(fault, line) for fault in faults_of(made) for line in said(made, fault) if foreign.search(line)}
    assert wrong == set()


@pytest.mark.parametrize("fault", [name for name, known in known_faults().items() if "identifiable" in known.facts])
def test_what_has_to_be_told_for_certain_is_named(fault):
    """Which cards are meant is another thing in each: those of a hand, dropped ones, those of the board."""
    own, general = fact_of(fault, "identifiable"), known_facts()["identifiable"]
    assert own.question != general.question
    assert own.title != general.title


def test_a_missing_card_is_a_hands_and_not_the_decks():
    """The deck's has a name of its own."""
    assert "hand" in known_faults()["missing_card"].title
    titles = [known.title.casefold() for known in known_faults().values()]
    assert len(set(titles)) == len(titles)

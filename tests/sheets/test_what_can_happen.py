"""A game's book has sentences of what can happen in it alone, under every rule set and whatever the house has chosen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from _pytest.mark.structures import ParameterSet

from dealerkit.errors import DealerkitError
from dealerkit.rules.games import Game, game, games, games_under
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.sheets.disputes import moments
from dealerkit.sheets.editions import EditionOrder
from dealerkit.sheets.parts import options, rule_book
from dealerkit.sheets.procedure import procedure, with_reason
from tests.sampling import daily, first_daily

BOARD, STUD, DRAW = {"holdem", "omaha", "omaha_hilo"}, {"stud7", "razz"}, {"draw_high", "lowball_a5", "lowball_27"}


def chose(option: str, *values: str) -> Callable[[Game], bool]:
    """Tell whether a game has an option and not one of these values of it."""
    return lambda played: option in played.choices and str(played.options[option]) not in values


NEVER: dict[str, tuple[Callable[[Game], bool], str]] = {
    "stud": (
        lambda played: bool(played.form) and played.form not in STUD,
        r"\b[Ss]tud\b|upcard|bring-in|[Bb]rings? it in|door card|(?:fourth|fifth|sixth|seventh) street|high board|best board",
    ),
    "draw": (
        lambda played: bool(played.form) and played.form not in DRAW,
        r"\b(?:on|before|after|of) the draw\b|\bdraw games?\b|stands? pat|\bopeners?\b|[Ll]owball",
    ),
    "board": (
        lambda played: bool(played.form) and played.form not in BOARD,
        r"\bflop\b|\bturn card\b|\bthe river\b|[Bb]oard card|play(?:s|ing)? the board",
    ),
    "blinds": (
        lambda played: bool(played.form) and str(played.options["big_blind"]) == "0",
        r"\b[Bb]linds?\b",
    ),
    "button": (
        lambda played: str(played.options.get("button_rule")) == "none",
        r"(?<!\bno )(?<!all-in )(?<!shuffler )\b[Bb]utton\b",
    ),
    "straddle": (
        lambda played: (
            bool(played.form) and (chose("structure", "no_limit", "pot_limit")(played) or played.options["big_blind"] == "0")
        ),
        r"(?<!is no )(?<!No )straddle(?!s? in this game)",
    ),
    "tournament": (chose("setting", "tournament"), r"[Tt]ournament|chip race|hand for hand|\b(?:new|the) level\b|\bthe event\b"),
    "openers": (chose("opening", "jacks_or_better"), r"(?<!No )\b[Oo]peners\b|\bopener that\b"),
    "pot limit": (chose("structure", "pot_limit"), r"pot[- ]limit"),
    "fixed limit": (chose("structure", "fixed_limit"), r"[Ii]n fixed limit|[Ii]n limit\b|limit game"),
    "high and low": (
        lambda played: bool(played.form) and "low_scale" not in played.choices,
        r"high and low|low half|\bqualif(?:y|ies)",
    ),
    "wild": (lambda played: str(played.options.get("wild")) == "none", r"\b[Ww]ild card"),
    "rake": (lambda played: str(played.options.get("rake_percent")) == "0", r"\b[Tt]he rake\b|\braked\b"),
    "drop": (lambda played: str(played.options.get("drop")) == "0", r"\b[Tt]he drop\b|jackpot"),
    "nought": (lambda played: True, r"(?:more than|[Bb]urn|multiples? of|\bat least|is) 0\b(?!\.\d)|\b0 times|by 0 at most"),
    "appendix": (lambda played: True, r"Here: |In force:"),
}
"""By what cannot be: when it cannot, and the words that would speak of it."""

LET_PASS = {
    ("bomb-pot", "blinds"): "the first round is the flop's, and who acts first there is told by the lists of hold'em",
    ("tournament", "who_moves"): "who moves is told by the blinds",
    ("blinds", "step preflop"): "the step of a game of blinds, in a house that has set them to 0",
    ("blinds", "step first_betting"): "the same",
    ("button", "all_in_button_asked"): "the button that marks who is all-in",
    ("button", "option odd_chips"): "a house that gives it by the button has chosen so in a game without one",
    ("button", "rule SD-10"): "the same",
    ("button", "odd_chip"): "the same",
    ("button", "option between_blinds"): "stud with blinds, which go by a button whatever the house has said of one",
    ("button", "rule CO-33"): "the same",
    ("button", "rule DE-10"): "the same",
    ("button", "new_player"): "the same",
}


def sentences(played: Game) -> Iterator[tuple[str, str]]:
    """Every sentence of a game's chapter in the book, and where it stands: options, steps, rules, questions, rulings."""
    context = EditionOrder((played,)).context()
    yield from ((f"option {row.name}", f"{row.value}") for row in options(context))
    yield from ((f"step {step.id}", with_reason(step)) for part in procedure(context) for step in part.steps)
    yield from ((f"rule {rule.id}", rule.text) for chapter in rule_book(context) for rule in chapter.rules)
    for moment in moments(context):
        for one in moment.disputes:
            yield from ((one.fault, str(said)) for said in one.questions)
            for row in one.decisions:
                done = [step for remedy in row.remedies for step in remedy.steps]
                yield from ((one.fault, str(said)) for said in (*row.when, row.say, *row.weigh, *row.choices, *done))


def out_of_place(played: Game) -> list[str]:
    """The sentences of a game's chapter that speak of what cannot happen in it."""
    wrong = [(what, re.compile(words)) for what, (when, words) in NEVER.items() if when(played)]
    return [
        f"{what}: {where}: {said}"
        for where, said in sentences(played)
        for what, words in wrong
        if words.search(said)
        and (played.id, what) not in LET_PASS
        and LET_PASS.keys().isdisjoint({(what, where), (played.options.get("setting"), where)})
    ]


def dealt() -> list[ParameterSet]:
    """Each game under each set that is for it, as it comes."""
    under = {rules: games_under(rule_set(rules)) for rules in rule_sets()}
    every = [(name, rules) for name in games() for rules, known in under.items() if name in known]
    return daily(every, 12, keep=lambda one: one in (("holdem", "tda"), ("stud7", "rrop")))


@pytest.mark.parametrize(("name", "rules"), dealt())
@pytest.mark.sample(4, rest="thorough")
def test_a_book_speaks_of_what_can_happen(name: str, rules: str) -> None:
    """No stud in hold'em, no chip race in a cash game, no straddle where nobody posts a blind, no "burn 0"."""
    assert out_of_place(game(name, rules)) == []


def flipped() -> list[ParameterSet]:
    """Each game with each value of each option, one at a time; of numbers the smallest and one that is not there by default."""
    every: list[tuple[str, str, str]] = []
    for name in games():
        played = game(name)
        for option, choice in played.choices.items():
            values = choice.values or (choice.low, choice.low + 1)
            others = [str(value) for value in (values if len(values) <= 8 else values[:2]) if value != played.options[option]]
            every += [(name, option, value) for value in others]
    return first_daily(daily(every, 12), 40)


@pytest.mark.parametrize(("name", "option", "value"), flipped())
@pytest.mark.sample(4, rest="thorough")
def test_whatever_is_chosen_a_book_speaks_of_what_can_happen(name: str, option: str, value: str) -> None:
    """One option turned over at a time, where there can be such a house."""
    try:
        played = game(name, None, {option: value})
    except DealerkitError:
        return  # there is no such house
    assert out_of_place(played) == []


def test_the_words_that_are_looked_for_are_found() -> None:
    """Where a thing can happen its words stand in the book: a pattern that never fits proves nothing."""
    house = {
        "holdem": {"setting": "tournament", "rake_percent": "5", "drop": "1", "wild": "2"},
        "draw": {"opening": "jacks_or_better"}, "lowball-27": {"straddle": "under_the_gun"},
        "stud7": {}, "omaha": {}, "omaha-hilo": {},
    }  # fmt: skip
    said = " ".join(text for name, chosen in house.items() for _, text in sentences(game(name, None, chosen)))
    never = {"nought", "appendix", "pot limit", "fixed limit"}
    assert [what for what, (_, words) in NEVER.items() if what not in never and not re.search(words, said)] == []

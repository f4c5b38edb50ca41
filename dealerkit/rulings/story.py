"""Search for the faults that a story (somebody's account of what happened) may be about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs

from dealerkit.files.late_modules import late_imports
from dealerkit.rules.sets import facts_under, home_families, rule_set
from dealerkit.rulings import Fault, known_faults
from dealerkit.rulings.complaint import (
    HeardStory,
    Likely,
    faults_like,
    game_told,
    hear,
    how_unlike,
    story_index,
    told_at_other_games,
    two_in_one,
)
from dealerkit.rulings.fault_names import faults_named, is_id

if TYPE_CHECKING:
    from dealerkit.rules.games import Game

with late_imports():  # few stories name their game
    from dealerkit.rules import game_cache

OFFERED = 4
"""Most faults offered at once: nobody reads more at a table."""

NOTHING = "There is no rule for anything like that. Say it in other words, such as: exposed card, string bet, early turn"
NEAREST = "Closest matches:"
THESE = "Is it one of these?"
AS_TOLD = "The game is {}, as you said"
WHICH_GAME = "Which game is being dealt?"
TWO = "This sounds like two disputes. Each gets its own ruling, the earlier one first."


@attrs.frozen
class Offer:
    """The faults that a story may be about.

    Attributes:
        faults: The likeliest, the best first; if the story describes two, these come first, in its order.
        two: Whether it describes two, one after the other.
        gap: Sentence on the part of the story that no rule covers; empty if the story can be about one of these.
    """

    faults: tuple[Fault, ...]
    two: bool = False
    gap: str = ""

    def apart(self, fault: Fault) -> list[str]:
        """Return how a fault differs from the others on offer: one line for each, which names it by its number.

        Args:
            fault: One of the faults.
        """
        others = how_unlike(fault.name)
        named = ((number, others.get(other.name)) for number, other in enumerate(self.faults, 1))
        return [f"differs from {number}: {how}" for number, how in named if how]


def fault_named(text: str, rules: Sequence[str], game: Game | None = None, family: str = "") -> str:
    """Return the fault that a text names beyond doubt; empty if the person has to be asked.

    An id is beyond doubt. Other words are beyond doubt if only one fault is called so and the game, the family or the rule set is
    known; if none of these is known, only if no other game has a fault that is described in the same words, and never for home
    games.

    >>> fault_named("string bet", ()), fault_named("bet out of turn", ()), fault_named("bet out of turn", ["rrop"])
    ('string_bet', '', 'out_of_turn')

    Args:
        text: The words.
        rules: Names of the rule sets to rule under; none for all.
        game: The game; None if unknown.
        family: Its family, if no game is given; empty if unknown.
    """
    with facts_under(*map(rule_set, rules)):
        meant = _named(text, rules, game, family)
    if len(meant) != 1:
        return ""
    if rules or game is not None or family or is_id(text.strip(), rules):
        return meant[0]
    of = known_faults()[meant[0]].family
    doubtful = of in home_families() or (of and told_at_other_games(text, meant[0]))
    return "" if doubtful else meant[0]


def _named(text: str, rules: Sequence[str], game: Game | None, family: str) -> list[str]:
    """Return the faults that go by a name exactly, of those of the game or family that is dealt."""
    of, known = game.family if game is not None else family, known_faults()
    return [name for name in faults_named(text, rules) if not of or name not in known or known[name].family in ("", of)]


def offer(text: str, rules: Sequence[str], game: Game | None = None, family: str = "") -> Offer:
    """Return the faults that a story may be about.

    Args:
        text: The story.
        rules: Names of the rule sets to rule under; faults on which none of them rules are left out. None for all.
        game: The game; faults that cannot happen in it are left out. None if unknown.
        family: Its family, if no game is given; empty if unknown.
    """
    with facts_under(*map(rule_set, rules), game.rules if game is not None else None):
        return _offer(text, rules, game, family)


def _offer(text: str, rules: Sequence[str], game: Game | None, family: str) -> Offer:
    """Return the result of `offer`, with the facts of the rule sets in force."""
    sets = [rule_set(name) for name in rules]
    index = story_index(game, family)

    def find(words: str) -> Sequence[Likely]:
        return faults_like(words, sets, game=game, family=family, index=index)

    meant = _named(text, rules, game, family)
    hearing = hear(text, sets, game=game, family=family, index=index)
    both = two_in_one(text, find) if hearing.likely and not meant else None
    if rules or game is not None or family:
        likely = [] if meant else [meaning.fault.name for meaning in hearing.likely]
        names = [*(both or ()), *meant, *likely]
    else:
        names = [*(both or ()), *_at_any_game(meant, hearing.likely)]
    names = list(dict.fromkeys(names))
    faults = tuple(known_faults()[name] for name in names if name in known_faults())
    return Offer(faults[:OFFERED], both is not None, "" if meant or hearing.known else _gap(hearing, game))


def _at_any_game(meant: Sequence[str], likely: Sequence[Likely]) -> list[str]:
    """Return the faults that may be meant where the game is unknown: a home game's fault comes after any other that fits half as
    well, but an exact match is always offered.

    Args:
        meant: The faults that go by the words exactly.
        likely: The faults that may be meant, the likeliest first.
    """
    home, known = home_families(), known_faults()
    ranked = sorted(likely, key=lambda likely: -likely.score / (_HALF if likely.fault.family in home else 1))
    first = [name for name in meant if known[name].family not in home]
    names = list(dict.fromkeys([*first, *(likely.fault.name for likely in ranked)]))
    for name in meant:
        if name not in names[:OFFERED]:
            names.insert(OFFERED - 1, name)
    return names


_HALF = 2


def dealt_as_told(text: str) -> tuple[str, Game | None]:
    """Return the family and the game that a story names: an empty text if it names no family, None if it names no game."""
    family, name = game_told(text)
    return family, game_cache.kept_game(name) if name else None


def _gap(heard_story: HeardStory, game: Game | None) -> str:
    """Return the sentence about the part of a story that no rule is about."""
    here = f"at {game.title}" if game is not None else "here"
    if heard_story.elsewhere:
        return f"This is about {' and '.join(heard_story.elsewhere)}; no rule {here} covers it."
    if heard_story.strange:
        return f"No rule {here} mentions {', '.join(heard_story.strange[:_STRANGE])}."
    return f"There may be no rule {here} on this dispute."


_STRANGE = 5
"""Most unknown words named."""

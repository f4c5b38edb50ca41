"""Search for the faults that a complaint may be about, from the words that people use at the table."""

from __future__ import annotations

import functools
import math
import re
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import attrs

from dealerkit.files.fulltext import FoundDocument, FullText, tokens, write
from dealerkit.rules.cache_database import database
from dealerkit.rules.doc import Doc
from dealerkit.rules.sets import at_one_moment, facts_doc, facts_under
from dealerkit.rules.tellings import Story, bounds, told, told_files, told_often
from dealerkit.rulings import Fault, known_faults
from dealerkit.rulings.games import faults_of

if TYPE_CHECKING:
    from dealerkit.rules.games import Game
    from dealerkit.rules.sets import RuleSet


@attrs.frozen
class Likely:
    """A fault that somebody's words may mean.

    Attributes:
        fault: The fault.
        score: How well it fits the words; only good for comparing.
    """

    fault: Fault
    score: float


@attrs.frozen
class HeardStory:
    """The result of searching a story (somebody's account of what happened) for faults.

    Attributes:
        likely: The faults that may be meant, the likeliest first.
        elsewhere: Games, or other subjects without rules here, that the story is about instead.
        strange: Words of the story that no rule of the games dealt mentions.
        measure: How well the best fault fits (`Grasp.fit`), plus the share of the story's words that are known.
        known: Whether the fit is good enough for the story to be about one of the faults (`Bounds.least`).
    """

    likely: tuple[Likely, ...]
    elsewhere: tuple[str, ...] = ()
    strange: tuple[str, ...] = ()
    measure: float = 0.0
    known: bool = True


@at_one_moment()
def hear(
    words: str,
    sets: Iterable[RuleSet] = (),
    limit: int = 8,
    game: Game | None = None,
    family: str = "",
    index: FullText | None = None,
) -> HeardStory:
    """Return the faults that a story may be about, and those of its words that no rule mentions.

    Args:
        words: The story, in somebody's own words.
        sets: Rule sets; only faults on which one of them rules are searched for. Empty for every fault.
        limit: Largest number of faults to return.
        game: The game; only faults that can happen in it are searched for. None if unknown.
        family: Its family, if no game is given; empty if unknown.
        index: The index to search, as `story_index` returns it, if the caller also searches parts of the story; None to get it
            here.
    """
    of, sets = game.family if game is not None else family, tuple(sets)
    with facts_under(*_in_force(sets, game)):
        names = _names(of)
        return weigh(words, index or _index(names), _index(names, beside=True), names, _here(names, sets, game), of, limit)


def _in_force(sets: Iterable[RuleSet], game: Game | None) -> Iterator[RuleSet]:
    """Yield the rule sets in force: those that are named, or a game's own."""
    yield from (tuple(sets) or ((game.rules,) if game is not None and game.rules is not None else ()))


def weigh(
    words: str, index: FullText, beside: FullText, names: Sequence[str], here: Collection[int], family: str, limit: int = 8
) -> HeardStory:
    """Return the faults that a story may be about, searched for in given indexes.

    Args:
        words: The story.
        index: Index of the faults, made from `documents`.
        beside: The same index, with the subjects without rules added after the faults.
        names: Names of the faults, in the order of the index.
        here: Numbers, in that order, of the faults that can be meant.
        family: Family of the game that is dealt; empty if unknown.
        limit: Largest number of faults to return.
    """
    documents = [document for document in index.find(words) if document.number in here]
    grasp = index.grasp(words, documents)
    measure, other = grasp.fit + grasp.known, _elsewhere(words, index, family)
    if not other:
        other = _rather(beside.find(words), len(names), here, family)
    return HeardStory(
        _likely(names, documents)[:limit],
        other,
        grasp.strange,
        measure,
        not other and measure >= bounds().least(tokens(words), family),
    )


def _elsewhere(words: str, index: FullText, family: str) -> tuple[str, ...]:
    """Return the games that a story names or describes, other than the game dealt."""
    others = {name: game.says for name, game in bounds().games.items() if not game.family or (family and game.family != family)}
    story = FullText.of([[words]], [1.0])
    if not story.says(*(text for says in others.values() for text in says)):  # as nearly always: asked for all of them at once
        return ()
    return tuple(name for name, says in others.items() if any(story.says(text) and not index.says(text) for text in says))


def game_told(words: str) -> tuple[str, str]:
    """Return the family of games and the game that a story names; empty texts if it names none, or several.

    >>> game_told("in hold'em, he mucked out of turn"), game_told("at a poker table"), game_told("card off the table")
    (('poker', 'holdem'), ('poker', ''), ('', ''))
    """
    story = FullText.of([[words]], [1.0])
    known = {
        called: (matter.family, game)
        for matter in bounds().games.values()
        for game, names in matter.games.items()
        for called in names
    }
    stories = {called: of for called, of in known.items() if story.says(called)} if story.says(*known) else {}
    # "Omaha" in "Omaha eight or better" names no other game.
    named = {
        game
        for called, game in stories.items()
        if not any(called != other and f" {called} " in f" {other} " for other in stories)
    }
    families = {family for family, _ in named}
    if len(families) != 1:
        return "", ""
    games = {game for family, game in named if game != family}
    return families.pop(), games.pop() if len(games) == 1 else ""


def _rather(found_documents: Sequence[FoundDocument], faults: int, here: Collection[int], family: str) -> tuple[str, ...]:
    """Return the topics without a rule that fit a story better than any fault."""
    other = next((found_document for found_document in found_documents if found_document.number >= faults), None)
    ours = next((found_document.score for found_document in found_documents if found_document.number in here), 0.0)
    if other is None or other.score < bounds().against[family] * ours:
        return ()
    return (list(bounds().told)[other.number - faults],)


@at_one_moment()
def faults_like(
    words: str,
    sets: Iterable[RuleSet] = (),
    limit: int = 8,
    game: Game | None = None,
    family: str = "",
    index: FullText | None = None,
) -> list[Likely]:
    """Return the faults that somebody's words may mean, the likeliest first.

    >>> faults_like("card off the table")[0].fault.name
    'card_off_table'

    Args:
        words: The words.
        sets: Rule sets; only faults on which one of them rules are searched for. Empty for every fault.
        limit: Largest number of faults to return.
        game: The game at the table; None if unknown.
        family: Its family, if no game is given; empty if unknown.
        index: The index to search, as for `hear`.
    """
    sets = tuple(sets)
    with facts_under(*_in_force(sets, game)):
        names = _names(game.family if game is not None else family)
        return list(_likely(names, (index or _index(names)).find(words, _here(names, sets, game)))[:limit])


def _likely(names: Sequence[str], found_documents: Iterable[FoundDocument]) -> tuple[Likely, ...]:
    """Return the faults that were found, the likeliest first. BM25 adds up logarithms of odds, so the logarithm of how often a
    fault is told is added.
    """
    known, often = known_faults(), told_often()
    likely = ((known[names[found_document.number]], found_document.score) for found_document in found_documents)
    odds = (Likely(fault, score + math.log(_often(fault, often))) for fault, score in likely)
    return tuple(sorted(odds, key=lambda document: -document.score))


def _often(fault: Fault, often: Mapping[str, int]) -> int:
    return max(often.get(fault.name, 1), fault.story.often if fault.story is not None else 1)


def _names(family: str) -> tuple[str, ...]:
    """Return the faults of a family and those that every family shares, by name; all faults without a family."""
    return tuple(name for name, fault in known_faults().items() if not family or fault.family in ("", family))


def _here(names: Sequence[str], sets: Iterable[RuleSet], game: Game | None) -> frozenset[int]:
    """Return the numbers of the faults that the rule sets rule on and that can happen in the game."""
    ruled = {name for rule_set in sets for name in rule_set.faults}
    here = faults_of(game) if game is not None and game.rules is not None else None
    return frozenset(
        number for number, name in enumerate(names) if (not ruled or name in ruled) and (here is None or name in here)
    )


MOST_SLIPS = 12
"""In so many different words of a story a slip of the finger is forgiven: each takes as long as ten words that are known."""
WEIGHTS = (5.0, 1.0)
"""A word of a fault's title says more than one of the phrases it is told in."""


def called(fault: str) -> str:
    """Return the names of a fault, one on each line: its title, its id as words, and the words that people use."""
    known = known_faults()[fault]
    return "\n".join((known.title, fault.replace("_", " "), *known.words))


def _index(names: Sequence[str], *, beside: bool = False) -> FullText:
    """Return the search index of some faults and of the topics without a rule; cached between runs."""

    def fill(empty: sqlite3.Connection) -> None:
        phrases = [story.told for story in map(story_in_force, names)]
        write(empty, documents(names, phrases, beside=beside), len(WEIGHTS))

    kept = f"faults{' beside others' if beside else ''} {_sum_of(tuple(names), facts_doc()):08x}"
    return FullText(database(kept, fill, told_files), WEIGHTS, MOST_SLIPS)


@at_one_moment()
def story_index(game: Game | None = None, family: str = "") -> FullText:
    """Return the index for searching a story and its parts; it tolerates typing errors, in a limited number of words.

    Args:
        game: The game at the table; None if unknown.
        family: Its family, if no game is given; empty if unknown.
    """
    return _index(_names(game.family if game is not None else family))


@functools.lru_cache(maxsize=16)
def _sum_of(names: tuple[str, ...], _facts: Doc) -> int:
    """Return a checksum of faults and their names."""
    own = [fault.story for fault in map(known_faults().__getitem__, names) if fault.story is not None]
    return zlib.crc32(repr((names, [called(name) for name in names], own)).encode())


def documents(names: Sequence[str], phrases: Iterable[Sequence[str]], *, beside: bool = False) -> Iterator[tuple[str, str]]:
    """Yield the documents that are searched, one for each fault: its names, and its phrases, each as lines of text.

    Args:
        names: Names of the faults.
        phrases: For each fault, the phrases in which people describe it.
        beside: Whether to add the subjects without rules (other games, and further matters), each with its phrases but no names.
    """
    yield from ((called(name), "\n".join(told_as)) for name, told_as in zip(names, phrases, strict=True))
    if beside:
        yield from (("", "\n".join(told_as)) for told_as in bounds().told.values())


def told_at_other_games(words: str, fault: str) -> bool:
    """Return whether words that name a fault may also mean a fault of another family of games.

    They do if one of its phrases contains all of them, or if they fit it as well as the given fault.

    >>> told_at_other_games("bet out of turn", "improper_bet"), told_at_other_games("string bet", "string_bet")
    (True, False)

    Args:
        words: The words.
        fault: The fault that they name.
    """
    names = _names("")
    index, family = _index(names), known_faults()[fault].family
    likely = _likely(names, index.find(words))
    own = next((meaning.score for meaning in likely if meaning.fault.name == fault), 0.0)
    others = {meaning.fault.name: meaning.score for meaning in likely if meaning.fault.family != family}
    if max(others.values(), default=0.0) >= own:
        return bool(others)
    with_all = {names[number] for number in index.having_all(words)} & others.keys()
    phrases = [phrase for name in with_all for phrase in (*called(name).splitlines(), *story_in_force(name).told)]
    return bool(FullText.of([[phrase] for phrase in phrases], [1.0]).having_all(words))


def how_unlike(fault: str) -> Mapping[str, str]:
    """Return the faults with which a fault is easily confused: by name, a sentence with the difference."""
    return story_in_force(fault).unlike


def story_in_force(fault: str) -> Story:
    """Return the phrases in which people describe a fault: those of `rulings/told`, and those that the rule sets in force add."""
    story, fault_known = told().get(fault, Story(())), known_faults().get(fault)
    own = fault_known.story if fault_known is not None else None
    if own is None:
        return story
    unlike, tells = {**story.unlike, **own.unlike}, {**story.tells, **own.tells}
    return Story((*story.told, *own.told), unlike, max(story.often, own.often), tells)


def two_in_one(words: str, find: Callable[[str], Sequence[Likely]]) -> tuple[str, str] | None:
    """Return two faults, by name, that a story describes one after the other; None if it describes only one.

    The story is split into parts at its sentences and at words such as "and then". Each part by itself must point to its fault as
    clearly as the whole story points to anything, and the whole story must fit both.

    Args:
        words: The story.
        find: Function that returns the faults that given words may mean, the likeliest first.
    """
    whole = find(words)
    if not whole:
        return None
    told_of = {document.fault.name for document in whole[:_AMONG]}
    firsts: list[Likely] = []
    for part in parts(words):
        matches = find(part)
        if (
            matches
            and _weight(matches, part) >= _CLEAR * _weight(whole, words)
            and matches[0].fault.name in told_of - {document.fault.name for document in firsts}
        ):
            firsts.append(matches[0])
    strongest = sorted(firsts, key=lambda document: -document.score)[:2]
    if len(strongest) < 2:
        return None
    first, second = (document.fault.name for document in firsts if document in strongest)
    return first, second


_AMONG = 6
"""Both faults are among so many that the whole story is likest to."""


def _weight(meanings: Sequence[Likely], words: str) -> float:
    """Return how well the likeliest fault fits, for each word."""
    return meanings[0].score / len(tokens(words))


_CLEAR = 0.6
"""A part of a story that, word for word, fits a fault six tenths as well as all of it does tells something of its own."""

_PARTING = re.compile(
    r"[.;!?\n]+|, (?:and|but|then|so|also|plus) "
    r"|\b(?:and then|then|after that|afterwards|later|also|besides|plus|on top of that|meanwhile)\b"
)


def parts(words: str) -> list[str]:
    """Return the parts of a story: its sentences, split at words that lead to something new.

    >>> parts("She burned two, and then the turn fell on the floor")
    ['She burned two', 'the turn fell on the floor']
    """
    parts = (part.strip(" ,") for part in _PARTING.split(words))
    return [part for part in parts if len(tokens(part)) >= _LEAST]


_LEAST = 3
"""A part with fewer words tells nothing by itself."""

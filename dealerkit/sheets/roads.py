"""The score sheet: the roads of a shoe on paper, empty for a pencil or filled from a record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import attrs

from dealerkit.arithmetic.roads import RoadResult
from dealerkit.errors import Impossible
from dealerkit.rules.games import Game
from dealerkit.rules.road_book import WINNERS, KeptRoad, RoadBook, Sign, road_book
from dealerkit.rules.texts import DEFAULT_LANGUAGE
from dealerkit.sheets.voice import EMPTY, Said, Voice

FIELDS = ("table", "date", "dealer", "supervisor", "shoe", "coups")
"""Fields at the head of each form."""


@attrs.frozen
class RoadsKey:
    """An entry in the key of a road (baccarat score chart): a letter or a dot, and its meaning.

    Attributes:
        letter: Its letter.
        colour: Its colour.
        corner: The corner of a mark in which the dot is; empty for a letter.
        title: Its meaning.
    """

    letter: str
    colour: str
    corner: str
    title: Said


@attrs.frozen
class Square:
    """A square of a road.

    Attributes:
        text: All of its content as letters; empty if it has no mark.
        letter: The mark's letter.
        colour: Its colour.
        title: Its meaning.
        ties: Number of ties after it.
        dots: The dots in its corners, by their meaning.
    """

    text: str = ""
    letter: str = ""
    colour: str = ""
    title: Said = EMPTY
    ties: int = 0
    dots: tuple[RoadsKey, ...] = ()


@attrs.frozen
class Drawn:
    """A drawn road.

    Attributes:
        name: Its name in the game's file.
        title: Its title.
        shape: The shape of its marks.
        derived: Whether it compares columns of the big road.
        rows: Its squares, in rows of equal length.
        waiting: The number of results before the first win, which have no square yet, in words; empty for none.
    """

    name: str
    title: Said
    shape: str
    derived: bool
    rows: tuple[tuple[Square, ...], ...]
    waiting: Said


@attrs.frozen
class RoadsForm:
    """The score form of one shoe: its head, counts and roads.

    Attributes:
        fields: The fields at the head: label and value; an empty value is left to be written in.
        counts: The number of each result and dot; None if it is to be written in.
        roads: The roads, in order.
    """

    fields: tuple[tuple[Said, Said], ...]
    counts: tuple[tuple[Said, int | None], ...]
    roads: tuple[Drawn, ...]


@attrs.frozen
class ScoreSheet:
    """The score sheet of a game: a form for each shoe.

    Attributes:
        note: A note about it.
        legend: The meaning of the letters and dots.
        forms: The forms.
    """

    note: Said
    legend: tuple[RoadsKey, ...]
    forms: tuple[RoadsForm, ...]


def score_sheet(
    game: Game,
    lang: str = DEFAULT_LANGUAGE,
    shoes: Sequence[Sequence[RoadResult]] | None = None,
    notes: Mapping[str, str] | None = None,
) -> ScoreSheet:
    """Make the score sheet of a game.

    Args:
        game: The game with its rule set and options in force.
        lang: One of `LANGUAGES`.
        shoes: The results of each shoe; None for an empty form.
        notes: The known values for the head of the form: `table`, `date`, `dealer`.

    Raises:
        Impossible: If the game keeps no roads.
        UnknownName: If there is no such language.
        RuleFileError: If its roads cannot be used.
    """
    book = road_book(game)
    if book is None:
        msg = f"{game.title} has no roads, so it has no score sheet"
        raise Impossible(msg)
    voice = Voice(game, lang)
    dots = (sign for name, sign in book.dots.items() if any(name in road.dots for road in book.kept))
    if shoes is None:
        forms = [_form(voice, book, None, None, notes or {})]
    else:
        forms = [_form(voice, book, results, number, notes or {}) for number, results in enumerate(shoes, 1)]
    return ScoreSheet(
        note=voice.word("roads_note"),
        legend=(*(_key(voice, sign) for sign in book.marks.values()), *(_key(voice, sign) for sign in dots)),
        forms=tuple(forms),
    )


def _key(voice: Voice, sign: Sign) -> RoadsKey:
    return RoadsKey(sign.letter, sign.colour, sign.corner, voice.say(sign.title))


def _form(
    voice: Voice, book: RoadBook, results: Sequence[RoadResult] | None, shoe: int | None, notes: Mapping[str, str]
) -> RoadsForm:
    known: dict[str, object] = dict(notes)
    if results is not None:
        known |= {"shoe": shoe, "coups": len(results)}
    counted = Counter(result.winner for result in results or ()) + Counter(dot for result in results or () for dot in result.dots)
    signs: dict[str, Sign] = {**{name: book.marks[name] for name in WINNERS}, **book.dots}
    return RoadsForm(
        fields=tuple((voice.word(f"roads_{name}"), Said(known.get(name, ""))) for name in FIELDS),
        counts=tuple((voice.say(sign.title), None if results is None else counted[name]) for name, sign in signs.items()),
        roads=tuple(_drawn(voice, book, road, results or ()) for road in book.kept),
    )


def _drawn(voice: Voice, book: RoadBook, road: KeptRoad, results: Sequence[RoadResult]) -> Drawn:
    laid = road.lay_out(results)
    squares = {}
    for mark in laid.marks:
        sign = book.marks[mark.what]
        dots = (book.dots[name] for name in mark.dots if name in road.dots)
        squares[mark.row, mark.column] = Square(
            text=book.written(road, mark),
            letter=sign.letter,
            colour=sign.colour,
            title=voice.say(sign.title),
            ties=mark.ties,
            dots=tuple(_key(voice, dot) for dot in dots),
        )
    columns = range(max(road.columns, laid.columns))
    return Drawn(
        name=road.name,
        title=voice.say(road.title),
        shape=road.shape,
        derived=road.plan == "derived",
        rows=tuple(tuple(squares.get((row, column), Square()) for column in columns) for row in range(road.rows)),
        waiting=voice.word("roads_waiting", count=laid.waiting) if laid.waiting else EMPTY,
    )

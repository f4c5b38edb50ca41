"""The ranking of poker hands with pictures of cards, highest first, by the rules of the game in force.

Every example is ranked before it is drawn, so that its place follows the game's ranking under the house's options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from dealerkit.arithmetic.ranking.order import JOKER, category, ranks
from dealerkit.cards import FACES, RANKS, Face
from dealerkit.errors import Impossible
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.rankings import Form, FormPart, form, forms
from dealerkit.rules.rankings import options as ranking_options
from dealerkit.rules.texts import DEFAULT_LANGUAGE, fill, text
from dealerkit.sheets.drawings.cards import card_height, card_name, draw_row, rank_sign, read_faces
from dealerkit.sheets.drawings.drawing import Canvas, Drawing
from dealerkit.sheets.drawings.inks import USUAL, Ink, data, ink
from dealerkit.sheets.drawings.letters import LEADING, wrap

WIDE: Final = 180.0
HIGH, LOW = "high", "low"
WILD: Final = "W"
TITLE: Final = 5.2
NOTE: Final = 3.9
GAP: Final = 1.2


@attrs.frozen
class DrawnRank:
    """A row of the ranking.

    Attributes:
        title: Name of the hand.
        note: Explanation of the hand; may be empty.
        faces: An example.
        makes: Number of its cards, from the left, that make the hand.
    """

    title: str
    note: str
    faces: tuple[Face, ...]
    makes: int


def hands(game: Game, lang: str = DEFAULT_LANGUAGE, *, ink_name: str = USUAL) -> Mapping[str, Drawing]:
    """Draw the ranking of hands: `high`, `low`, or both if they split the pot.

    Args:
        game: The game with its options in force.
        lang: The language of names and notes.
        ink_name: See `dealerkit.sheets.drawings.cards.card`.

    Raises:
        Impossible: If the game has no showdown.
        UnknownName: If there is no such ink.
    """
    shows = form_of(game)
    ranks = {}
    for side, part in ((HIGH, shows.high), (LOW, shows.low)):
        if part is not None:
            rows = tuple(ranked(game, part, lang))
            under = _note(part, lang)
            ranks[side] = _drawn(rows, under, _in_words(game, side, rows, under, lang), ink(ink_name))
    return ranks


def form_of(game: Game) -> Form:
    """Return the form of a game's showdown, with its options in force.

    Raises:
        Impossible: If the game has no showdown.
    """
    name = str((game.data.get("showdown") or {}).get("form") or game.id)
    if name not in forms():
        msg = f"{game.title} has no hand ranking"
        raise Impossible(msg)
    known = ranking_options()
    return form(name, {name: value for name, value in game.options.items() if name in known})


def ranked(game: Game, part: FormPart, lang: str = DEFAULT_LANGUAGE) -> Iterator[DrawnRank]:
    """Yield the rows of the ranking for one half of a showdown (high or low), best hand first.

    Args:
        game: The game, whose cards serve as examples.
        part: The half of the showdown, high or low.
        lang: The language.
    """
    lows = data("hands")["lows"].get(part.name)
    if lows is not None:
        yield from _lows(part, lows, lang)
        return
    order = part.ranker.order
    kinds = data("hands")["kinds"]
    categories = list(reversed(order.categories)) if order.low else list(order.categories)
    for kind in categories:
        special = f"{kind} {max(order.ranks)}"
        for name in ([special] if special in kinds and special in part.words.special else []) + [kind]:
            spec = kinds[name]
            faces = _example(game, part, name, spec)
            if faces is not None:
                yield DrawnRank(text(spec["title"], lang), text(spec["note"], lang), faces, int(spec.get("makes", len(faces))))


def place_of(kind: str) -> int:
    """Return the place of a kind of hand among all of them, best first, from 0."""
    return list(data("hands")["kinds"]).index(kind)


def hand_title(kind: str, lang: str = DEFAULT_LANGUAGE, top: str = "") -> str:
    """Return the name of a kind of hand.

    Args:
        kind: A category of `procedures/ranking.yaml`, such as `straight_flush`.
        lang: The language.
        top: The letter of its highest rank, for a hand with a name of its own; empty for any.

    >>> hand_title("two_pairs"), hand_title("straight_flush", top="A")
    ('Two pair', 'Royal flush')
    """
    kinds = data("hands")["kinds"]
    special = f"{kind} {RANKS.index(top) + 2}" if top else ""
    return text(kinds[special if special in kinds else kind]["title"], lang)


def _lows(part: FormPart, spec: Branch, lang: str) -> Iterator[DrawnRank]:
    """Yield the low hands that count, best first."""
    rows = [tuple(face for face in read_faces(hand) if face is not None) for hand in spec["hands"]]
    rows = [faces for faces in rows if _value(part, faces) and not _wild(part, faces)]
    words = data("hands")["words"]
    for at, faces in enumerate(rows):
        kind = category(_value(part, faces), part.ranker.order)
        named = data("hands")["kinds"].get(kind)
        title = text(named["title"], lang) if named is not None else "-".join(rank_sign(face) for face in faces)
        last = part.ranker.order.qualifier and at == len(rows) - 1
        note = text(words["best" if not at else "last"], lang) if not at or last else ""
        yield DrawnRank(title, note, faces, len(faces))


def _example(game: Game, part: FormPart, name: str, spec: Branch) -> tuple[Face, ...] | None:
    """Return the first of the given hands that the game ranks under that name; None if its pack has none."""
    order = part.ranker.order
    kind, _, head = name.partition(" ")
    pack = str(game.data["equipment"]["pack"].get("ranks", RANKS))
    for hand in spec["hands"]:
        words = hand.split()
        wild = _wild_card(part, words)
        if WILD in words and wild is None:
            continue
        faces = tuple(wild if word == WILD and wild is not None else Face.read(word) for word in words)
        value = _value(part, faces)
        in_pack = all(face.suit is None or face.letter in pack for face in faces)
        others = [face for face, word in zip(faces, words, strict=True) if word != WILD]
        if not in_pack or _wild(part, others) or category(value, order) != kind:
            continue
        if not head or ranks(value, order)[0] == int(head):
            return faces
    return None


def _wild_card(part: FormPart, words: list[str]) -> Face | None:
    """Return a wild card of the game that is not in the hand, preferably the joker."""
    wild = sorted(part.ranker.order.wild, reverse=True)
    faces = list(FACES.values())
    named = (next(face for face in faces if face.index == card) for card in wild)
    return next((face for face in named if face.name not in words), None)


def _wild(part: FormPart, faces: list[Face] | tuple[Face, ...]) -> bool:
    return any(face.index in part.ranker.order.wild for face in faces) or any(face.index == JOKER for face in faces)


def _value(part: FormPart, faces: tuple[Face, ...]) -> int:
    return part.ranker.value([face.index for face in faces])


def _note(part: FormPart, lang: str) -> str:
    """Return the note on a low."""
    lows = data("hands")["lows"].get(part.name)
    return text(lows["note"], lang) if lows is not None else ""


def _drawn(rows: tuple[DrawnRank, ...], under: str, text: str, colours: Ink) -> Drawing:
    card = float(data("hands")["card"])
    high = card_height(card)
    most = max(len(row.faces) for row in rows)
    left = WIDE - most * (card + GAP) + GAP - 0.2
    step = high + 3.6
    foot = wrap(under, WIDE, NOTE) if under else ()
    canvas = Canvas(WIDE, round(len(rows) * step + len(foot) * NOTE * LEADING + (1.5 if foot else 0), 2))
    for number, row in enumerate(rows):
        y = number * step + 0.4
        if number:
            canvas.line((0, y - 1.9), (WIDE, y - 1.9), stroke=colours["faint"], stroke_width=0.2)
        _row(canvas, number + 1, row, y, left, card, colours)
    for at, line in enumerate(foot):
        canvas.text(0, len(rows) * step + 2.4 + at * NOTE * LEADING, line, NOTE, fill=colours["line"])
    return canvas.drawing(text)


def _row(canvas: Canvas, number: int, row: DrawnRank, y: float, left: float, card: float, colours: Ink) -> None:
    """Draw a row: number, name, explanation, and the cards, with those that make the hand underlined if there are others."""
    high = card_height(card)
    titles = wrap(row.title, left - 14, TITLE, bold=True)
    notes = wrap(row.note, left - 14, NOTE)
    block = len(titles) * TITLE * LEADING + len(notes) * NOTE * LEADING
    at = y + max((high - block) / 2, 0)
    canvas.circle(4.2, y + high / 2, 3.8, fill=colours["rail"])
    canvas.text(4.2, y + high / 2 + 1.6, str(number), 4.4, anchor="middle", bold=True, fill=colours["paper"])
    for size, lines, bold in ((TITLE, titles, True), (NOTE, notes, False)):
        for line in lines:
            canvas.text(10.5, at + size, line, size, bold=bold, fill=colours["line"])
            at += size * LEADING
    draw_row(canvas, row.faces, left, y, card, card + GAP, colours)
    if row.makes < len(row.faces):
        canvas.rect(left, y + high + 0.4, row.makes * (card + GAP) - GAP, 0.8, fill=colours["rail"])


def _in_words(game: Game, side: str, rows: tuple[DrawnRank, ...], under: str, lang: str) -> str:
    """Return the ranking in words."""
    words = data("hands")["words"]

    def word(name: str, **values: object) -> str:
        return fill(text(words[name], lang), values)

    spoken = [word(side, game=game.say(game.data.get("title") or game.id, lang))]
    for number, row in enumerate(rows, 1):
        cards = word("and").join(card_name(face, lang) for face in row.faces)
        line = word("row", number=number, title=row.title, cards=cards)
        spoken.append(word("note", row=line, note=row.note) if row.note else line)
    stop = word("stop")
    return stop.join(spoken) + stop + under

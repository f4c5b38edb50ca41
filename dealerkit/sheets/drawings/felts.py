"""The things on a game's felt (betting boxes, cards, chips), with their names and places, as the game's file declares them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import attrs

from dealerkit.cards import Face
from dealerkit.felt import spoken
from dealerkit.rules.box_rows import children
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.place_entries import place_entry
from dealerkit.rules.rankings import form
from dealerkit.rules.texts import DEFAULT_LANGUAGE, fill, text
from dealerkit.sheets.drawings.cards import card_name, rank_sign
from dealerkit.sheets.drawings.inks import data
from dealerkit.sheets.voice import Voice

LEFT, RIGHT, FRONT, POT, MIDDLE, SEAT, NONE = "left", "right", "front", "pot", "middle", "seat", "none"
ALONG: Final = "along"
"""Place of things along all seats, between them and the dealer."""
HOUSE: Final = "house"
SPOT, LINE, CARDS, CHIPS, RACK, MARK, WORDS = "spot", "line", "cards", "chips", "rack", "mark", "words"


@attrs.frozen
class Thing:
    """A thing with a place on a felt.

    Attributes:
        name: Its name in the game's file.
        title: Its title.
        kind: `spot` for bets, `line` for the bets of all seats on one line, `cards`, `chips`, `rack`, `mark`; `words` for words
            printed on the felt.
        where: `left`, `right`, `front`, `pot`, `middle`, `seat`, or `along` all seats.
        cards: Number of cards side by side in it; 0 if they lie on top of each other, or it has none.
        side: Whether it is a side bet.
        face: The card printed on it; None for none.
        row: The place with which its row begins, `tableau` for a column; empty for other things.
        short: A short title, if the title is too long for the felt; else empty.
    """

    name: str
    title: str
    kind: str
    where: str
    cards: int = 0
    side: bool = False
    face: Face | None = None
    row: str = ""
    short: str = ""

    @property
    def label(self) -> str:
        """The words drawn on it: the short title, if it has one."""
        return self.short or self.title


@attrs.frozen
class DrawnFelt:
    """The felt of a game for drawing.

    Attributes:
        game: The game's title.
        lang: The language of all titles, as far as they are translated.
        seats: Number of seats.
        house: Whether a dealer of the house stands at it; otherwise a player deals.
        button: The seat with the button at the start; 0 for none, or if a player deals.
        things: The things on it.
    """

    game: str
    lang: str
    seats: int
    house: bool
    button: int
    things: tuple[Thing, ...]

    def at(self, where: str) -> tuple[Thing, ...]:
        """Return the things at one place."""
        return tuple(thing for thing in self.things if thing.where == where)

    @property
    def spots(self) -> tuple[Thing, ...]:
        """The betting boxes of a seat, outward from the bettor."""
        return tuple(thing for thing in self.things if thing.kind == SPOT)

    def word(self, name: str, **values: object) -> str:
        """Return fixed words of the drawing in its language; see the function `word`."""
        return word(name, self.lang, **values)


def word(name: str, lang: str, **values: object) -> str:
    """Return words of a drawn table.

    Args:
        name: A key of `words` in `table.yaml`.
        lang: The language.
        **values: The values for the `{name}` placeholders in them.
    """
    return fill(text(data("table")["words"][name], lang), values)


def felt_of(game: Game, lang: str = DEFAULT_LANGUAGE) -> DrawnFelt:
    """Return the drawn felt of a game, with its options in force.

    Args:
        game: The game.
        lang: A language tag; untranslated texts are in English.
    """
    house = game.data.get("dealing") == HOUSE
    positions = (game.data.get("equipment") or {}).get("positions") or {}
    return DrawnFelt(
        game=game.say(game.data.get("title") or game.id, lang),
        lang=lang,
        seats=int(positions.get("count") or game.data["players"]["max"]),
        house=house,
        button=int(game.data.get("button") or 0) if house else 0,
        things=tuple(_things(game, lang, house=house)),
    )


def _things(game: Game, lang: str, *, house: bool) -> Iterator[Thing]:
    felt = game.data["felt"]
    for name, spec in (felt.get("spots") or {}).items():
        if (spec or {}).get("offered", True):
            yield Thing(name, _title(game, name, spec, lang), SPOT, SEAT, side=bool((spec or {}).get("side")))
    wagers: Mapping[str, Branch] = game.data.get("wagers") or {}
    printed: Mapping[str, object] = felt.get("printed") or {}
    voice = Voice(game, lang)
    for name, words in printed.items():
        if name not in wagers:
            yield Thing(name, voice.say(words), WORDS, ALONG)
    for name, wager in wagers.items():
        if wager.get("by") == "offer" and game.options.get(name) is not False:
            title = voice.say(printed[name]) if name in printed else _title(game, name, wager, lang)
            yield Thing(name, title, LINE, ALONG)
    yield from _places(game, felt, lang, house=house)
    faces = (game.data.get("tables") or {}).get("pay_cards") or {}
    for name in dict.fromkeys([*(felt.get("rows") or ()), *(felt.get("pots") or ())]):
        where = _listed(name).get("where", MIDDLE)
        if where != NONE:
            face = Face.read(str(faces[name])) if name in faces else None
            yield Thing(name, _title(game, name, None, lang), CHIPS, where if house or where == SEAT else MIDDLE, face=face)
    if house:
        yield Thing("rack", word("rack", lang), RACK, FRONT)
        for name in felt.get("marks") or ():
            yield Thing(name, _title(game, name, None, lang), MARK, FRONT)


def _places(game: Game, felt: Branch, lang: str, *, house: bool) -> Iterator[Thing]:
    kinds = {**data("table")["kinds"], **({} if house else data("table")["home"])}
    own_hands = not felt.get("spots")
    if own_hands:
        hand = int((game.data.get("showdown") or {}).get("hand") or 0)
        yield Thing("hand", word("hand", lang), CARDS, SEAT, cards=hand)
    for number, (name, spec) in enumerate(felt["places"].items()):
        if spec is None or name == felt.get("start"):
            continue
        where = _listed(name).get("where", kinds[spec["kind"]]) if house else kinds[spec["kind"]]
        if where != NONE:
            title = _title(game, name, place_entry(game, name), lang)
            if spec["kind"] == "tableau":
                title = word("tableau", lang, number=number - _first_of_kind(felt, "tableau") + 1)
            if spec["kind"] == "row":
                yield _row(felt, name, spec, where, lang)
                continue
            column = "tableau" if spec["kind"] == "tableau" else ""
            yield Thing(name, title, CARDS, where, cards=_across(game, spec["kind"]), row=column)
    split = children(game.data)  # they lie beside the hand from which they came
    for name, spec in (felt.get("piles") or {}).items():
        if name not in split:
            yield Thing(name, _title(game, name, spec, lang), CARDS, SEAT)
    melds = set((felt.get("melds") or {}).values())
    if melds:
        yield Thing("melds", word("melds", lang), CARDS, SEAT, cards=3)
    for name, spec in (felt.get("side_piles") or {}).items():
        if name not in melds:
            yield Thing(name, _title(game, name, spec, lang), CARDS, SEAT)


def _first_of_kind(felt: Branch, kind: str) -> int:
    return next(at for at, spec in enumerate(felt["places"].values()) if spec and spec["kind"] == kind)


def _row(felt: Branch, name: str, spec: Branch, where: str, lang: str) -> Thing:
    """Return a row that grows, up or down or to the sides, from the card with which it begins."""
    takes = [Face.read(card) for card in str(spec["takes"]).split()]
    begins = str(spec.get("after") or "")
    if not begins:
        return Thing(name, card_name(takes[0], lang), CARDS, where, face=takes[0], row=name)
    first = Face.read(str(felt["places"][begins]["takes"]).split()[-1])
    title = word("up" if takes[0] > first else "down", lang, title=card_name(first, lang))
    short = "\u2013".join(rank_sign(face) for face in (takes[0], takes[-1]))
    return Thing(name, title, CARDS, where, cards=1, row=begins, short=short)


def _across(game: Game, kind: str) -> int:
    """Return the number of cards side by side in a place of a kind."""
    if kind == "board":
        named = (game.data.get("showdown") or {}).get("form")
        return max(form(named).board) if named else 1
    return {"hand": 3, "trick": 4, "tableau": 1}.get(kind, 0)


def _listed(name: str) -> Branch:
    """Return the data for drawing a thing."""
    listed: Branch = data("table")["things"].get(name) or {}
    return listed


def _title(game: Game, name: str, spec: Mapping[str, object] | None, lang: str) -> str:
    """Return the title of a thing: the game's title for it or for its bet, the default one, or its name in words."""
    bet = (game.data["felt"].get("spots") or {}).get(name) or {}
    for own in (spec or {}, bet):
        if "title" in own:
            return game.say(own["title"], lang)
    title = _listed(name).get("title")
    return game.say(title, lang) if title is not None else spoken(name).capitalize()

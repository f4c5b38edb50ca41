"""The blank report of an incident: one page to fill in by hand on the spot."""

from __future__ import annotations

from collections.abc import Iterable

from dealerkit.rules.games import Game
from dealerkit.sheets.document import (
    Block,
    Box,
    Columns,
    Document,
    Fields,
    Listing,
    Paper,
    Paragraph,
    TableBlock,
    TableCell,
    TextRun,
    cell,
    strong,
)
from dealerkit.sheets.drawings.felts import CARDS, CHIPS, HOUSE, SEAT, DrawnFelt, felt_of
from dealerkit.sheets.drawings.tables import layout
from dealerkit.sheets.editions.edition import Edition, EditionOrder
from dealerkit.sheets.editions.figures import figure
from dealerkit.sheets.voice import Said, Voice

PEOPLE, FACTS = 3, 2
"""Number of lines for people and for questions."""
DRAWN = 94.0, 64.0
"""Greatest width and height of the drawn table, in millimetres."""


def make(order: EditionOrder) -> Document:
    """Make the blank report for a game, with its seats, its betting boxes and a drawing of its table."""
    voice = order.context().voice
    return EDITION.document(order, voice.word("incident_title"), _blocks(voice), subtitle=voice.title())


def _blocks(voice: Voice) -> Iterable[Block]:
    word, felt = voice.word, felt_of(voice.game, voice.lang)
    yield _fields(voice, 4, "number", "date", "time", "shift", "table", "deal", "dealer", "supervisor")
    yield TableBlock(
        head=voice.words("incident_seat", "incident_person", "incident_part"),
        rows=[[_room(), "", ""] for _ in range(PEOPLE)],
        title=word("incident_who"),
        widths=(1, 5, 3),
        style="grid",
        row_heads=False,
        whole=True,
    )
    yield Paragraph(strong(word("incident_what")))
    yield Fields([("", "")], lines=3)
    drawn = figure(layout(voice.game, voice.lang, ink_name="mono"), *DRAWN)
    yield Columns([[drawn], [_by_seat(voice, felt), _lay(voice, felt)]], widths=(10, 9))
    yield TableBlock(
        head=voice.words("incident_asked", "incident_answer", "incident_of_whom"),
        rows=[[_room(), "", ""] for _ in range(FACTS)],
        widths=(4, 4, 2),
        style="grid",
        row_heads=False,
        whole=True,
    )
    yield _fields(voice, 2, "dispute", "rule", "ruling", "decided_by", "chips", "money")
    words = [word(f"incident_told_{who}") for who in ("manager", "surveillance", "cage", "authority")]
    seen = _fields(voice, 2, "camera", "from", "to", "reviewed_by", "shows", "kept")
    beside = [Listing(words, style="boxes"), _fields(voice, 1, "told_at")]
    boxes = (Box([seen], title=word("incident_surveillance")), Box(beside, title=word("incident_told")))
    yield Columns([[box] for box in boxes], widths=(5, 3))
    yield Paragraph(strong(word("incident_signatures")))
    yield _fields(voice, 3, "sign_dealer", "sign_supervisor", "sign_manager")


def _room() -> TableCell:
    """Return an empty cell, as high as a line of handwriting."""
    return cell("\u00a0", TextRun("\u00a0"))


def _fields(voice: Voice, columns: int, *names: str) -> Fields:
    return Fields([(voice.word(f"incident_{name}"), "") for name in names], columns=columns)


def _lay(voice: Voice, felt: DrawnFelt) -> TableBlock:
    """Return a table with room for the cards of every place that belongs to no player."""
    places = [thing for thing in felt.things if thing.kind == CARDS and thing.where != SEAT]
    return TableBlock(
        head=voice.words("incident_place", "incident_cards"),
        rows=[[place.title, ""] for place in places],
        widths=(1, 3),
        style="grid",
        whole=True,
    )


def _by_seat(voice: Voice, felt: DrawnFelt) -> TableBlock:
    """Return a table with room for the bets and cards of every seat, by box."""
    boxes = list(felt.spots) or [thing for thing in felt.things if thing.where == SEAT and thing.kind in (CARDS, CHIPS)]
    return TableBlock(
        head=[voice.word("incident_seat"), *(Said(box.title, felt.lang) for box in boxes)],
        rows=[[str(seat), *("" for _ in boxes)] for seat in range(1, felt.seats + 1)],
        title=voice.word("incident_by_seat"),
        widths=(2, *(3 for _ in boxes)),
        style="grid",
        whole=True,
    )


def _offered(game: Game) -> bool:
    return game.data.get("dealing") == HOUSE


EDITION = Edition(
    name="incident",
    title="Incident report",
    reader="floor supervisors",
    purpose="To fill in by hand while memories are fresh.",
    pages=1,
    paper=Paper("a4", points=8, margin=10),
    make=make,
    offered=_offered,
)

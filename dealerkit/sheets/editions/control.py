"""The edition for a regulator: the game, its equipment, table, pay tables with edges, procedures and irregularities.

The points that a regulator asks for (its fields) are data, in `control.yaml`: each names the passage that requires it and the
parts of the edition that answer it. A field is marked, and not printed as required, if nobody has read its passage. A field for
the house to fill in is a blank line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypedDict

import attrs

from dealerkit import __version__
from dealerkit.errors import Impossible, check_name
from dealerkit.rules.entries import SourceEntry, Text
from dealerkit.rules.games import Game
from dealerkit.rules.page_data import page_data
from dealerkit.sheets import parts
from dealerkit.sheets.context import Context
from dealerkit.sheets.differences import departs_from
from dealerkit.sheets.disputes import moments
from dealerkit.sheets.document import Block, Document, Fields, Heading, Listing, Paper, Paragraph, TableBlock, cell, strong
from dealerkit.sheets.drawings.hands import hands
from dealerkit.sheets.drawings.tables import layout
from dealerkit.sheets.editions.book import glossary, what_is_done
from dealerkit.sheets.editions.changes import what_is_new
from dealerkit.sheets.editions.edition import Edition, EditionOrder, fingerprint
from dealerkit.sheets.editions.figures import figure
from dealerkit.sheets.editions.game_tables import printed
from dealerkit.sheets.editions.house_rules import house_rules
from dealerkit.sheets.editions.proof import ProofPage
from dealerkit.sheets.editions.rates import charges, wagers
from dealerkit.sheets.procedure import procedure, with_reason
from dealerkit.sheets.voice import Said

Part = Callable[[Context], Iterator[Block]]
PARTS: dict[str, Part] = {}
WIDE = 178.0
"""Width of a drawing, in millimetres."""


RegulatorField = TypedDict(
    "RegulatorField", {"title": Text, "where": str, "from": Sequence[str], "fill": Sequence[dict[str, str]]}, total=False
)
"""A field that a regulator requires: its passage, the parts that answer it, and its lines to fill in by hand."""

RegulatorEntry = TypedDict(
    "RegulatorEntry",
    {
        "title": Text,
        "of": Text,
        "where": str,
        "source": SourceEntry,
        "read": str,
        "unread": Text,
        "for": Sequence[str],
        "fields": Sequence[RegulatorField],
    },
    total=False,
)
"""An entry of a regulator's list: the required fields, and how far its rules were read."""


def regulators() -> Mapping[str, RegulatorEntry]:
    """Return the known fields of each regulator, by name."""
    entries: Mapping[str, RegulatorEntry] = page_data("control")["regulators"]
    return entries


def regulator(name: str, game: Game) -> RegulatorEntry:
    """Return a regulator's fields for a game.

    Raises:
        UnknownName: If there is no regulator of that name, or its known rules do not apply to games of this family.
    """
    about = {regulator: spec for regulator, spec in regulators().items() if game.family in spec.get("for", [game.family])}
    check_name(f"regulator for {game.title}", name, about)
    return about[name]


def _part(make: Part) -> Part:
    PARTS[make.__name__.strip("_")] = make
    return make


def _column(context: Context, name: str) -> Said:
    return context.voice.say(page_data("control")["columns"][name])


# Parts


@_part
def description(context: Context) -> Iterator[Block]:
    """Yield the description of the game."""
    yield Paragraph([strong(context.voice.title())])
    yield Paragraph(context.voice.say(context.game.data.get("summary")))


@_part
def players(context: Context) -> Iterator[Block]:
    """Yield the number of players, and the dealer."""
    voice, game = context.voice, context.game
    low, high = game.data["players"]["min"], game.data["players"]["max"]
    seats = Said(low) if low == high else voice.word("players_range", low=low, high=high)
    dealt = voice.word("by_seat" if game.data.get("dealing") == "seat" else "by_house")
    words = page_data("control")["words"]
    yield TableBlock([], [[context.voice.say(words["seats"]), seats], [context.voice.say(words["dealt"]), dealt]], widths=(2, 3))


@_part
def equipment(context: Context) -> Iterator[Block]:
    """Yield the equipment of the game."""
    rows = [[cell(item.title), cell(item.count), cell(item.text)] for item in parts.equipment(context)]
    yield TableBlock([_column(context, "what"), _column(context, "how_many"), ""], rows, widths=(3, 2, 6))


@_part
def _layout(context: Context) -> Iterator[Block]:
    """Yield the table."""
    yield figure(layout(context.game, context.voice.lang, ink_name="mono"), WIDE, 120)


@_part
def ranks(context: Context) -> Iterator[Block]:
    """Yield the points of cards, and the ranking of hands."""
    for name in ("points", "tableau", "player_draws"):
        yield from printed(context, name, words=True)
    try:
        for drawing in hands(context.game, context.voice.lang).values():
            yield figure(drawing, WIDE * 0.8)
    except Impossible:
        return


@_part
def limits(context: Context) -> Iterator[Block]:
    """Yield the limits, and every option for bets."""
    voice = context.voice
    money = [
        (context.money_label(key), voice.money(amount))
        for key in ("unit", "minimum", "maximum", "side_minimum")
        if (amount := context.part("money").get(key)) is not None and str(amount) != "0"
    ]
    rows = [*money, *wagers(context)]
    if rows:
        yield TableBlock([], rows, widths=(3, 2))


@_part
def payouts(context: Context) -> Iterator[Block]:
    """Yield the pay table."""
    yield from printed(context, "pays")


@_part
def odds(context: Context) -> Iterator[Block]:
    """Yield the chances of each bet and the house edge."""
    odds = parts.odds(context)
    if odds is None:
        return
    head = [_column(context, name) for name in ("bet", "wins", "loses", "pushes", "edge")]
    rows = [[row.title, row.wins, row.loses, row.pushes, row.edge] for row in odds.bets]
    yield TableBlock(head, rows, align=("left", "right"), widths=(3, 2, 2, 2, 2))
    yield Paragraph(odds.note, "small")


@_part
def dealing(context: Context) -> Iterator[Block]:
    """Yield the procedures by section, with numbered steps."""
    for section in procedure(context):
        if section.title and section.steps:
            yield Heading(section.title, 3)
        for step in section.steps:
            yield Paragraph(with_reason(step), number=str(step.number))


@_part
def _charges(context: Context) -> Iterator[Block]:
    """Yield the house's charges."""
    rows = list(charges(context))
    if rows:
        yield TableBlock([], rows, widths=(3, 2))


@_part
def irregularities(context: Context) -> Iterator[Block]:
    """Yield all rulings on irregularities in the game."""
    if context.game.rules is None:
        return
    head = [_column(context, name) for name in ("case", "ruling", "follows")]
    always, otherwise = context.voice.word("always"), context.voice.word("floor_otherwise")
    for moment in moments(context):
        yield Heading(moment.title, 3)
        for dispute in moment.disputes:
            rest = otherwise if len(dispute.decisions) > 1 else always
            rows = [
                [
                    cell(context.voice.join(decision.when, "; ") or rest),
                    cell(decision.ruling),
                    cell(*what_is_done(decision, context.voice), states=decision.states),
                ]
                for decision in dispute.decisions
            ]
            yield TableBlock(head, rows, title=dispute.title, widths=(3, 2, 5))


@_part
def disputes(context: Context) -> Iterator[Block]:
    """Yield the sentences about who decides disputes, and how to object."""
    desk = context.game.rules.desk if context.game.rules is not None else {}
    texts = [context.voice.say(desk[name]) for name in ("decides", "appeal") if desk.get(name)]
    if texts:
        yield Listing(texts)


@_part
def _glossary(context: Context) -> Iterator[Block]:
    """Yield the terms of the trade that occur in the other parts, with their meanings."""
    printed = (block for make in PARTS.values() if make is not _glossary for block in make(context))
    words = glossary((context.game,), context.voice, printed)
    if words.rows:
        yield words


# The document


def lowered(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks with their headings one level lower, to be put under another heading."""
    for block in blocks:
        yield attrs.evolve(block, level=block.level + 1) if isinstance(block, Heading) else block


@attrs.frozen
class _Filing:
    """A document in the making."""

    asked: EditionOrder
    context: Context
    regulator: RegulatorEntry | None

    def word(self, name: str, **values: object) -> Said:
        return self.context.voice.say(page_data("control")["words"][name], **values)

    def blocks(self) -> Iterator[Block]:
        yield from self.head()
        if self.asked.before:
            yield Heading(self.word("changes"))
            yield from lowered(what_is_new(self.asked))
        answered: set[str] = set()
        if self.regulator is not None:
            for field in self.regulator["fields"]:
                yield from self.field(field)
                answered |= set(field.get("from", ()))
        rest = [name for name in page_data("control")["parts"] if name not in answered]
        parts = [(name, tuple(PARTS[name](self.context))) for name in rest]
        if answered and any(blocks for _, blocks in parts):
            yield Heading(self.word("more"))
        for name, blocks in parts:
            if blocks:
                yield Heading(self.context.voice.say(page_data("control")["parts"][name]), 2 if answered else 1)
                yield from blocks
        yield from house_rules(self.context, "control", level=2 if answered else 1)
        yield from self.proof(2 if answered else 1)

    def proof(self, level: int) -> Iterator[Block]:
        """Yield the proved properties of the rulings in force, as in the book of a house."""
        rules = self.context.game.rules
        if rules is not None:
            page = ProofPage(rules, departs_from(self.context.game).rules, self.context.voice)
            yield Heading(page.word("heading"), level)
            yield from page.blocks(fingerprint(self.asked.games))

    def head(self) -> Iterator[Block]:
        """Yield the basis of the document: the rules in force, the program, and how far the regulator's rules were read."""
        game, rules = self.context.game, self.context.game.rules
        title = self.context.voice.say(rules.doc.data.get("title") or rules.name) if rules is not None else Said(game.id)
        rows = [(self.word("set"), title), (self.word("hash"), game.sha256), (self.word("program"), f"dealerkit {__version__}")]
        yield TableBlock([], rows, widths=(1, 3))
        if self.regulator is not None:
            text = f"{self.context.voice.say(self.regulator['of'])}: {self.regulator['where']}"
            yield Paragraph([text[:1].upper(), text[1:], ". ", self.word("read_note")])
            if self.regulator.get("unread"):
                yield Paragraph([self.word("unread"), ": ", self.context.voice.say(self.regulator["unread"]), "."], "small")

    def field(self, spec: RegulatorField) -> Iterator[Block]:
        """Yield a field: its text and passage, the answer, and the lines for the house to fill in."""
        assert self.regulator is not None
        yield Heading(self.context.voice.say(spec["title"]), 1)
        yield Paragraph(self.word("asked", where=f"{self.regulator['where']}{spec['where']}"), "small")
        blocks = [block for name in spec.get("from", ()) for block in PARTS[name](self.context)]
        if spec.get("from") and not blocks:
            blocks = [Paragraph(self.word("nothing"))]
        yield from blocks
        if spec.get("fill"):
            yield Paragraph([strong(self.word("fill"))], "small")
            yield Fields([(self.context.voice.say(field), "") for field in spec["fill"]], lines=2)


def make(asked: EditionOrder) -> Document:
    """Make the submission for a regulator: game, equipment, pay tables, procedures and irregularities, for approval.

    Raises:
        UnknownName: If nothing is known of the regulator for this game.
    """
    context = asked.context()
    regulator_entry = regulator(asked.regulator, asked.game) if asked.regulator else None
    filing = _Filing(asked, context, regulator_entry)
    subtitle = filing.word("for", regulator=context.voice.say(regulator_entry["title"])) if regulator_entry is not None else ()
    return EDITION.document(asked, filing.word("title", game=context.voice.title()), filing.blocks(), subtitle=subtitle)


EDITION = Edition(
    name="control",
    title="Submission",
    reader="the regulator",
    purpose="For regulatory approval: game, equipment, table, pay tables with house edge, procedures, irregularities.",
    pages=None,
    paper=Paper(points=9.5),
    make=make,
    offered=lambda game: game.data.get("dealing") != "seat",
    fingerprint=True,
    since="may",
)

"""What is new since a version, for the notice board: what it was, what it is, from when and by whose authority."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dealerkit.rules.games import Game, game
from dealerkit.rules.texts import text
from dealerkit.rulings.differences.departures import base_of
from dealerkit.sheets.changes import SECTIONS, New, changes
from dealerkit.sheets.circumstances import continued
from dealerkit.sheets.context import Context
from dealerkit.sheets.document import Block, Cell, Document, Heading, Paper, Paragraph, Table, cell
from dealerkit.sheets.editions.edition import Edition, Order
from dealerkit.sheets.voice import EMPTY, Said


def make(order: Order) -> Document:
    """Make the notice of what is new in each game since it was as `Order.before` has it."""
    voice = order.context().voice
    return Document(
        edition=EDITION.name,
        title=voice.word("changes_title"),
        subtitle=voice.join([voice.say(one.data.get("title") or one.id) for one in order.games]),
        blocks=tuple(what_is_new(order)),
        lang=order.lang,
        paper=order.paper or EDITION.paper,
        control=order.control,
    )


def what_is_new(order: Order) -> Iterator[Block]:
    """Yield what is new in each game since it was as `Order.before` has it, under headings of the first level."""
    yield Paragraph(_lead(order), style="lead")
    for one in order.games:
        after = order.context(one)
        if len(order.games) > 1:
            yield Heading(after.voice.say(one.data.get("title") or one.id))
        found = changes(order.context(_before(order, one)), after)
        if not found:
            yield Paragraph(after.voice.word("changes_none"))
        for section in SECTIONS:
            if news := [new for new in found if new.section == section]:
                yield Heading(after.voice.word(f"changes_{section}"), level=1 if len(order.games) == 1 else 2)
                yield _table(after, news, cited=order.sources != "none")


def _lead(order: Order) -> Said:
    """Say since which version, from when and by whose authority, as far as it is known."""
    voice, control = order.context().voice, order.control
    since, now = (_version(one) for one in (_before(order, order.game), order.game))  # what a set is built on is named nowhere
    effective, by = control.effective or _told(order.game, "date"), control.approved_by or _told(order.game, "house")
    parts = [voice.word("changes_since", old=since, new=now)] if order.before else []
    parts += [voice.word("changes_from", date=effective)] if effective else []
    parts += [voice.word("changes_by", who=by)] if by else []
    return voice.join(parts, " ")


def _before(order: Order, one: Game) -> Game:
    """Return a game as it was: as it was asked for, else under the set that its own is built on, else as it is."""
    if (known := next((was for was in order.before if was.id == one.id), None)) is not None:
        return known
    base = base_of(one.rules) if one.rules is not None else None
    return game(one.id, base.path) if base is not None else one


def _version(one: Game) -> str:
    """Say which rules they are: their title, and their version if they have one."""
    title, version = _told(one, "title"), _told(one, "version")
    return f"{title}, {version}" if version else title


def _told(one: Game, key: str) -> str:
    """What the rule set says of itself, not what the set says that it is built on."""
    return text(one.rules.doc.data.get(key)) if one.rules is not None else ""


def _table(context: Context, news: Sequence[New], *, cited: bool) -> Table:
    voice = context.voice
    sources = cited and any(new.source for new in news)
    whats = any(new.what for new in news)
    head = [*(["what"] if whats else []), "changes_was", "changes_now", *(["by_what"] if sources else [])]
    rows: list[list[Cell | Said]] = []
    for new in news:
        about = [cell(*_about(context, new))] if whats else []
        sides = [cell(*(side or (voice.word("nothing"),))) for side in (new.was, new.now)]
        rows.append([*about, *sides, *([new.source or EMPTY] if sources else [])])
    widths = (*((3.0,) if whats else ()), 4.0, 4.0, *((2.0,) if sources else ()))
    return Table(head=[voice.word(word) for word in head], rows=rows, widths=widths, row_heads=whats)


def _about(context: Context, new: New) -> Iterator[Said]:
    """Say what is new: its name, then when, as one sentence on several lines."""
    for at, said in enumerate(new.what):
        yield context.voice.word("floor_and", what=continued(said)) if at > 1 else said


EDITION = Edition(
    name="changes",
    title="What is new",
    reader="everybody who deals, plays or rules here",
    purpose="For the notice board: what is new since a version, what it was, what it is, from when.",
    pages=None,
    paper=Paper(),
    make=make,
    since="must",
)

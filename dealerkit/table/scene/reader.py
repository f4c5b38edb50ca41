"""Reader of a table as a scene: a mask with one bit for each seat decides which faces are shown; titles are the game's own."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from dealerkit.cards import Face
from dealerkit.facts.place_notes import PLACE_NOTES
from dealerkit.felt import BOTTOM_CUT, VERBS, Act, is_seat, seat_number, sentence, spoken
from dealerkit.felt.effects import nothing
from dealerkit.procedure.agenda import Loop, items
from dealerkit.procedure.steps import Section
from dealerkit.rules.entries import Branch
from dealerkit.rules.place_entries import place_entry
from dealerkit.rules.rankings import form
from dealerkit.rules.texts import text
from dealerkit.table.next_acts import urgent_act
from dealerkit.table.rounds import round_section, round_start
from dealerkit.table.scene.values import CUT_IN, SQUARED, Chips, Heap, Lying, Scene, Seat, Status
from dealerkit.table.table import Table

OPEN = 1 << 30
"""Mask of a viewer who sees only face-up cards."""

_KEPT = frozenset({"board", "trick", "tableau"})
"""Kinds of places that are shown even when empty."""


_OPEN_PLACES = frozenset({"discards", "hand", "row"})
"""Kinds of places that are shown when empty if `every` is asked for, since a card may be put there."""

_LASTING = frozenset({"bid", "name", "answer"})
"""Verbs of spoken acts that stay in force for the rest of the round."""


def eyes(table: Table, seat: int | None = None) -> int:
    """Return the bit mask that decides which cards a viewer sees: a seat, or the dealer, who in a home game has a seat too.

    Args:
        table: The table.
        seat: The seat, from 1; 0 for a viewer of face-up cards only; None for the dealer.

    Returns:
        A mask with a bit for each seat and bit 0 for the dealer.
    """
    if seat is not None:
        return 1 << seat if seat else OPEN
    own = 1 << table.felt.button if table.game.data.get("dealing") == "seat" and table.felt.button else 0
    return OPEN | 1 | own


def look(table: Table, mask: int | None = None, *, every: bool = False) -> Scene:
    """Return the scene at a table, as one viewer sees it.

    Args:
        table: The table.
        mask: The viewer's mask, from `eyes`; None for the dealer's.
        every: Whether to include empty places that can have cards (hands, used cards, rows), and empty boxes for marks.

    >>> table = Table("mini-baccarat", seats=2, seed=7)
    >>> table.advance("deal")
    >>> scene = look(table)
    >>> [heap.title for heap in scene.of(0) if heap.count]
    ['shoe', 'discard rack']
    """
    who = eyes(table) if mask is None else mask
    heaps = tuple(_heaps(table, who, every=every))
    return Scene(
        _status(table, heaps),
        tuple(_seat(table, seat) for seat in range(1, table.seats + 1)),
        heaps,
        tuple(_chips(table)),
        tuple(_marks(table, every=every)),
        tuple(_spots(table)),
        "dealer" if table.game.data.get("dealing") == "seat" else "button",
        table.felt.cut_out,
    )


# Cards


def _heaps(table: Table, who: int, *, every: bool) -> Iterator[Heap]:
    felt, layout = table.felt, table.felt.layout
    melds = frozenset(layout.melds.values())
    for name, spec in layout.places.items():
        cards = felt.cards(name)
        own, _, pile = name.partition(".")
        seat = seat_number(own) if is_seat(own) else 0
        kept = (spec.kind in _KEPT and _belongs(table, name)) or (every and spec.kind in _OPEN_PLACES and pile not in melds)
        if not cards and not (kept or name == layout.stock or (spec.kind == "hand" and not seat)):
            continue
        kind = "meld" if pile in melds else spec.kind
        squared = spec.kind in SQUARED
        shown = [card for card in cards[-1:] if _open_on_top(table, name, card)] if squared else cards
        by = _played_by(table, len(cards)) if kind == "trick" else (0,) * len(cards)
        yield Heap(
            name,
            _title(table, name),
            kind,
            seat,
            len(cards),
            tuple(
                Lying(felt.faces[card] if felt.seen[card] & who else None, bool(felt.up[card]), seat)
                for card, seat in zip(shown, by, strict=False)
            ),
            spec.after,
            tuple(_notes(table, name, kind, seat)),
        )


def _belongs(table: Table, name: str) -> bool:
    """Return whether an empty place is shown. In stud the board is left out until the card that all players share is due there
    (RP-10).
    """
    named = (table.game.data.get("showdown") or {}).get("form")
    if table.felt.layout.places[name].kind != "board" or not named or min(form(named).board):
        return True
    return any(name in act.to for act in table.expected.dealer)


def _open_on_top(table: Table, name: str, card: int) -> bool:
    """Return whether the top card of a squared place is visible. Discards lie face down unless the game has them face up; a card
    burned face up is visible until the next act.
    """
    felt, spec = table.felt, table.felt.layout.places[name]
    if spec.kind == "stock" or not felt.up[card]:
        return False
    burned = bool(table.log) and table.log[-1].verb == "burn" and card in felt.moved
    return spec.face == "up" or name != felt.layout.discards or burned


def _played_by(table: Table, count: int) -> tuple[int, ...]:
    """Return the seats that played the cards of a trick, in order; zeros if unknown."""
    acts = [act for act in reversed(table.log[-2 * count - 2 :]) if act.verb == "play"][:count]
    return tuple(act.seat for act in reversed(acts)) if len(acts) == count else (0,) * count


def _title(table: Table, name: str) -> str:
    """Return the title of a place, or else its name in words."""
    felt = table.game.data["felt"]
    own, _, pile = name.partition(".")
    specs: list[Branch | None] = [place_entry(table.game, name)]
    if pile:
        specs = [kinds.get(pile) for key in ("piles", "side_piles") if isinstance(kinds := felt.get(key), Mapping)]
    title = next((spec["title"] for spec in specs if spec and "title" in spec), None)
    if title is not None:
        return table.game.say(title)
    return spoken(pile or ("hand" if is_seat(own) else name))


def _notes(table: Table, name: str, kind: str, seat: int) -> Iterator[str]:
    felt, layout = table.felt, table.felt.layout
    if kind == "stock" and BOTTOM_CUT in felt.places[name] and name == layout.stock:
        yield CUT_IN
    for note in PLACE_NOTES.values():
        for words in note(table.now, name, seat):
            yield " ".join(map(table.game.say, words))


# Chips


def _chips(table: Table) -> Iterator[Chips]:
    felt = table.felt
    cards: Mapping[str, object] = table.game.data.get("tables", {}).get("pay_cards", {})
    for_chips = any(map(any, felt.rows.values())) or any(felt.put)
    for name, row in felt.rows.items():
        for seat, amount in enumerate(row):
            kind, title = _chips_are(table, name, seat)
            if amount or (kind == "stack" and for_chips):
                face = Face.read(str(cards[name])) if kind == "pot" and name in cards else None
                yield Chips(name, title, kind, seat, felt.money(amount), face)


def _chips_are(table: Table, row: str, seat: int) -> tuple[str, str]:
    """Return the kind of a cell of chips, and its title."""
    spots = table.game.data["felt"].get("spots", {})
    if row == "stack":
        return ("stack", "behind") if seat else ("house", "rack")
    if row in spots:
        return "spot", text(spots[row].get("title")) or spoken(row)
    return ("pot" if row in table.felt.layout.pots else "front" if seat else "house"), spoken(row)


def _marks(table: Table, *, every: bool) -> Iterator[Chips]:
    felt = table.felt
    for name, row in felt.marks.items():
        for seat in range(1, table.seats + 1):
            if row[seat] or ((every or any(row)) and felt.layout.first_seat(seat) == seat):
                yield Chips(name, spoken(name), "mark", seat, felt.money(row[seat]))


def _spots(table: Table) -> Iterator[tuple[str, str]]:
    for name, spec in table.game.data["felt"].get("spots", {}).items():
        if spec.get("offered", True) or any(table.felt.rows[name]):
            yield name, text(spec.get("title")) or spoken(name)


# Seats


def _seat(table: Table, number: int) -> Seat:
    felt, who = table.felt, f"s{number}"
    moves = table.ask.get(who, {})
    acts = who in table.ask and dealer_waits(table)
    to_call, all_in = "", False
    if acts and "call" in moves and "bet" in felt.rows:
        bets: Sequence[int] = felt.rows["bet"]
        if felt.brought:
            bets = list(map(operator.add, bets, felt.brought))
        more, stack = max(bets) - bets[number], felt.rows["stack"][number]
        to_call, all_in = felt.money(min(more, stack)), more >= stack
    side = felt.layout.first_seat(number) if felt.layout.sides else 0
    return Seat(
        number, side, felt.button == number, acts, to_call, all_in, tuple(_standing(table, number)), _said_last(table, number)
    )


def _standing(table: Table, seat: int) -> Iterator[str]:
    felt = table.felt
    if felt.away >> seat & 1:
        yield "sits out"
    if felt.released >> seat & 1:
        yield "has mucked"
    elif felt.folded >> seat & 1:
        yield "folded"
    elif table.game.data["felt"].get("side_pots") and felt.cards(f"s{seat}") and not felt.rows["stack"][seat]:
        yield "all-in"


def _said_last(table: Table, seat: int) -> str:
    """Return the last words of a seat in this round, if they moved neither cards nor chips; else its bid."""
    first = True
    for act in reversed(table.log[round_start(table) :]):
        if act.seat == seat:
            verb = VERBS["s", act.verb]
            if act.verb in _LASTING or (first and verb.effect is nothing and not verb.sealed):
                return sentence(act).removeprefix(f"seat {seat} ")
            first = False
    return ""


def dealer_waits(table: Table) -> bool:
    """Return whether the dealer has to wait for players who are asked to act."""
    return bool(table.ask) and not table.plan() and not table.owed and urgent_act(table) is None


# Where it stands


def _status(table: Table, heaps: tuple[Heap, ...]) -> Status:
    game = table.game
    section = round_section(table.house.program)
    count = table.now.rounds.get(section.id, 0) if section is not None else 0
    path = table.expected.step
    within = _sections(table.house.program, path)
    whole = section if section in within else within[1] if len(within) > 1 else table.house.program
    paths = [step.path for step in whole.walk()]
    step = table.agenda.step
    part = within[-1] if within and within[-1] not in (whole, section) else None
    if not within or len(within) < 2:
        part = None
    return Status(
        game.title,
        game.rules.name if game.rules is not None else "",
        f"{spoken(section.id)} {count}" if section is not None and count and _in_round(table, section) else "",
        _part_title(table, part, whole, section),
        paths.index(path) + 1 if path in paths else 0,
        len(paths),
        step is not None and step.remedy,
        table.expected.say,
        tuple(_owed(table, heaps)),
        dealer_waits(table),
    )


def _part_title(table: Table, part: Section | None, whole: Section, section: Section | None) -> str:
    if part is None and whole is not section and whole.id:
        part = whole
    return table.game.say(part.title) if part is not None and part.title else ""


def _in_round(table: Table, section: Section) -> bool:
    """Return whether a round is in progress."""
    return any(isinstance(item, Loop) and item.section is section for item in items(table.agenda.stack))


def _sections(program: Section, path: str) -> list[Section]:
    """Return the sections around a step, the whole procedure first; empty for a step outside it."""
    if not any(step.path == path for step in program.walk()):
        return []
    return [part for part in program.sections() if not part.path or path.startswith(f"{part.path}.")]


def _owed(table: Table, heaps: tuple[Heap, ...]) -> Iterator[str]:
    """Yield the corrections still owed, with equal ones counted. Face-down cards are not named."""
    if table.floor.puts_right:
        return
    lying = {card.face for heap in heaps for card in heap.cards if card.up}
    acts = [act for debt in table.agenda.books.debts if debt.finding >= 0 for act in debt.acts]
    owed = Counter(together(act if set(act.cards) <= lying else act.plain) for act in acts)
    for words, times in owed.items():
        yield words if times == 1 else f"{words} ({times} times)"


def together(act: Act) -> str:
    """Return a dealer's act as a sentence without its subject, such as `deals to seat 1`."""
    return sentence(act).removeprefix("the dealer ")

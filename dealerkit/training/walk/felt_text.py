"""The felt as lines of text: places with their cards and chips, in letters for any screen, or with suit symbols."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dealerkit.cards import UNKNOWN, Face
from dealerkit.felt.acts import is_seat
from dealerkit.felt.felt import ALL, BOTTOM_CUT
from dealerkit.felt.verbs import spoken
from dealerkit.table.scene import eyes
from dealerkit.table.table import Table

Print = Callable[[Face], str]


def letters(face: Face) -> str:
    """Return a card in letters: `Qh`."""
    return face.name


def signs(face: Face) -> str:
    """Return a card with its suit symbol: `Q♥`."""
    return face.name if face.suit is None else face.name[0] + face.suit.sign


def draw(table: Table, mask: int | None = None, show: Print = letters, *, stacks: bool = False) -> list[str]:
    """Return the felt as lines of text, one for each place.

    Args:
        table: The table.
        mask: The viewer as a bit mask, from `eyes`; None for the dealer.
        show: Prints a card: in letters, or with its suit symbol.
        stacks: Whether to include the chips behind.
    """
    who = eyes(table) if mask is None else mask
    if table.game.data["felt"].get("side_pots"):
        return _with_pots(table, who, show)
    lines = [_stock(table, who, show)]
    hands = [name for name, spec in table.felt.layout.places.items() if spec.kind not in ("stock", "discards", "pile")]
    dealt = any(table.felt.cards(name) for name in hands)
    kept = {name for name in hands if dealt and table.felt.layout.places[name].kind in ("hand", "board", "trick")}
    kept = {name for name in kept if not is_seat(name.partition(".")[0])}  # a hand that was not split off does not exist
    wide = max((len(_name(name)) for name in hands if table.felt.cards(name) or name in kept), default=0)
    for name in hands:
        cards = table.felt.cards(name)
        if cards or name in kept:
            lines.append(f"{_name(name).ljust(wide)}  {_cards(table, cards, who, show)}")
    won = [(name, len(table.felt.cards(name))) for name, spec in table.felt.layout.places.items() if spec.kind == "pile"]
    if any(count for _, count in won):
        lines.append("won: " + ", ".join(f"{_name(name.split('.')[0])} {count}" for name, count in won if count))
    chips = _chips(table)
    if chips:
        lines.append(f"bets: {chips}")
    marks = _rows(table, table.felt.marks)
    if marks:
        lines.append(f"marked: {marks}")
    if stacks and any(table.felt.rows["stack"][1:]):
        behind = table.felt.rows["stack"]
        lines.append("stacks: " + ", ".join(f"s{seat} {table.felt.money(behind[seat])}" for seat in range(1, table.seats + 1)))
        if behind[0]:
            lines.append(f"rack: {table.felt.money(behind[0])}")
    if table.felt.button:
        lines[0] += f", {'dealer' if table.game.data.get('dealing') == 'seat' else 'button'} s{table.felt.button}"
    return lines


def _with_pots(table: Table, who: int, show: Print) -> list[str]:
    """Return a table with bets in front of the players and pots in the middle: a line for each seat, with everything that a
    dealer must see.
    """
    felt, layout = table.felt, table.felt.layout
    lines = [_stock(table, who, show)]
    boards = [name for name, spec in layout.places.items() if spec.kind in ("board", "aside")]
    lines += [f"{_name(name)}  {_cards(table, felt.cards(name), who, show)}" for name in boards if felt.cards(name)]
    rows: list[tuple[str, str, str, str]] = []
    for seat in range(1, table.seats + 1):
        front = [(name, felt.rows[name][seat]) for name in layout.front if felt.rows[name][seat]]
        rows.append(
            (
                f"s{seat}",
                _cards(table, felt.cards(f"s{seat}"), who, show),
                ", ".join(f"{_name(name)} {felt.money(chips)}" for name, chips in front) or "-",
                f"behind {felt.money(felt.rows['stack'][seat])}{_standing(table, seat)}",
            )
        )
    wide = [max(len(row[at]) for row in rows) for at in range(3)]
    lines += ["  ".join(text.ljust(wide[at]) if at < 3 else text for at, text in enumerate(row)) for row in rows]
    pots = [(name, felt.rows[name][0]) for name in layout.pots if felt.rows[name][0]]
    if pots:
        lines.append(", ".join(f"{_name(name)} {felt.money(chips)}" for name, chips in pots))
    aside = [(name, felt.rows[name][0]) for name in ("rake", "drop") if name in felt.rows and felt.rows[name][0]]
    if aside:
        lines.append("set aside: " + ", ".join(f"{name} {felt.money(chips)}" for name, chips in aside))
    return lines


def _standing(table: Table, seat: int) -> str:
    """Return the marks of a seat: button, away, folded, mucked, all-in."""
    felt = table.felt
    words = []
    if felt.button == seat:
        words.append("button")
    if felt.away >> seat & 1:
        words.append("sits out")
    if felt.released >> seat & 1:
        words.append("has mucked")
    elif felt.folded >> seat & 1:
        words.append("folded")
    elif felt.cards(f"s{seat}") and not felt.rows["stack"][seat]:
        words.append("all-in")
    return "".join(f", {word}" for word in words)


def _name(place: str) -> str:
    """Return the name of a place or row; seats are abbreviated, to keep the columns narrow."""
    return place if is_seat(place) else spoken(place)


def _stock(table: Table, who: int, show: Print) -> str:
    """Return the number of cards in each stack that is not a hand, with the place of the cut card and the open top card."""
    felt = table.felt
    parts = []
    for name, spec in table.felt.layout.places.items():
        count = len(felt.cards(name))
        if spec.kind in ("stock", "discards") and (count or name == table.felt.layout.stock):
            parts.append(f"{_name(name)} {count}")
            if spec.kind == "stock" and BOTTOM_CUT in felt.places[name] and name == table.felt.layout.stock:
                parts[-1] += " (cut card in)"
            if spec.face == "up" and count:
                parts[-1] += f", on top {_cards(table, felt.cards(name)[-1:], who, show)}"
    if felt.cut_out:
        parts.append("cut card out")
    return ", ".join(parts)


def _cards(table: Table, cards: Iterable[int], mask: int, show: Print) -> str:
    felt = table.felt
    names = []
    for card in cards:
        face = felt.faces[card]
        seen = face is not None and (felt.seen[card] & mask or felt.seen[card] == ALL)
        names.append(show(face) if seen and face is not None else UNKNOWN)
    return " ".join(names) or "-"


def _chips(table: Table) -> str:
    """Return the chips on the layout, seat by seat, the pot last."""
    rows = {name: row for name, row in table.felt.rows.items() if name != "stack"}
    parts = [_rows(table, rows)]
    parts += [f"{_name(name)} {table.felt.money(row[0])}" for name, row in rows.items() if row[0]]
    return "; ".join(part for part in parts if part)


def _rows(table: Table, rows: dict[str, list[int]]) -> str:
    parts = []
    for seat in range(1, table.seats + 1):
        mine = [f"{_name(name)} {table.felt.money(row[seat])}" for name, row in rows.items() if row[seat]]
        if mine:
            parts.append(f"s{seat} {', '.join(mine)}")
    return "; ".join(parts)

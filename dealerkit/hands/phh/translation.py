"""Translation of the actions of PHH into dealerkit's acts, for the present state of a table."""

from __future__ import annotations

from collections.abc import Sequence

from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.facts.hands import live
from dealerkit.hands.phh.acts import BOARD, BRING_IN, CALL, DRAW, FOLD, HOLE, MUCK, RAISE, SHOW, Deed, card_text
from dealerkit.table.table import Table


def act_for(deeds: Sequence[Deed], at: int, text: str, bring_in: int, table: Table) -> str:
    """Return the line of a dealerkit act that does what an action of a hand does, such as `s3 raise 40`.

    Args:
        deeds: All actions of the hand, in parsed form.
        at: Number of the action, from 0.
        text: The action as the file writes it, for messages.
        bring_in: The bring-in of the hand in smallest chips; 0 if there is none.
        table: The table, just before the action.

    Raises:
        Impossible: If the seat is empty, or the text is not an action.
    """
    kind, seat, amount, cards, mask = deeds[at]
    felt = table.felt
    who, names = f"s{seat}", " ".join(words(card_text(cards)))
    if kind == HOLE:
        return f"d deal {who} {names}"
    if kind == BOARD:
        return f"d deal board {names}{' together' if len(cards) > 1 else ''}"
    if kind in {FOLD, MUCK}:
        return f"{who} {'fold' if kind == FOLD else 'muck'}"
    if kind == SHOW:
        return f"{who} show {names}".rstrip()
    if kind == DRAW:
        names = names if mask else _discards(deeds, at, table)
        return f"{who} draw {len(cards)} {names}".rstrip() if cards else f"{who} pat"
    if seat > felt.seats:
        msg = f"'{text}': that seat is empty"
        raise Impossible(msg)
    bets = felt.rows["bet"]
    if kind == CALL:
        return f"{who} {'call' if max(bets) > bets[seat] else 'check'}"
    moves = table.ask.get(who, {})
    if kind == BRING_IN or (kind == RAISE and "bringin" in moves and felt.written(amount) in moves["bringin"]):
        return f"{who} bringin {felt.money(min(bring_in, felt.rows['stack'][seat]))}"
    if kind == RAISE:
        return f"{who} {'raise' if any(bets) else 'bet'} {felt.money(_full_bet(seat, amount, table))}"
    msg = f"'{text}' is not an action"
    raise Impossible(msg)


def _discards(deeds: Sequence[Deed], at: int, table: Table) -> str:
    """Return the discards of a draw whose cards the file does not name; none of them is a card that the seat has later on."""
    _, seat, _, cards, _ = deeds[at]
    felt, count = table.felt, len(cards)
    held = [face for card in felt.places[f"s{seat}"] if (face := felt.faces[card]) is not None]
    kept = {name for _, who, _, later, _ in deeds[at + 1 :] if who == seat for name in words(card_text(later))}
    if not count or not any(face.name in kept for face in held[-count:]):
        return ""
    return " ".join([face.name for face in held if face.name not in kept][:count])


def _full_bet(seat: int, amount: int, table: Table) -> int:
    """Return the amount of a bet; a bet that is too small but puts everybody else all-in counts as the smallest legal one.

    The excess is returned later. Amounts are in smallest chips.
    """
    felt = table.felt
    allowed = table.ask.get(f"s{seat}", {}).get("raise", ())
    if felt.written(amount) in allowed or not list(allowed):  # type: ignore[call-overload]
        return amount
    stack, bet = felt.rows["stack"], felt.rows["bet"]
    others = max((stack[other] + bet[other] for other in live(table.now) if other != seat), default=0)
    return felt.units(next(iter(allowed))) if amount == others > max(bet) else amount  # type: ignore[call-overload]


def words(text: str) -> list[str]:
    """Split cards in the notation of PHH into single cards.

    >>> words("Ah7d??")
    ['Ah', '7d', '??']
    """
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def faces(text: str) -> list[Face | None]:
    """Return cards in the notation of PHH as faces; None for an unknown card."""
    return [None if word == "??" else Face.read(word) for word in words(text.replace(" ", ""))]

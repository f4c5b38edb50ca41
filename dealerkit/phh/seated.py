"""A table at which a hand in PHH is dealt again: which act of ours each of its actions is."""

from __future__ import annotations

from collections import deque

from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.facts.hands import live
from dealerkit.felt import Act
from dealerkit.judge import Finding
from dealerkit.phh.acts import BOARD, BRING_IN, CALL, DRAW, FOLD, HOLE, MUCK, RAISE, SHOW, Deed, card_text
from dealerkit.phh.checker import Outcome
from dealerkit.phh.hand import Hand
from dealerkit.phh.header import BURNS, header_for
from dealerkit.phh.terms import terms_of
from dealerkit.table import Table

FOUL = frozenset({"duplicate", "foreign"})
"""What the felt says of a card that cannot be there. At a table the dealer stops then; a hand in PHH has nobody to stop it."""

AT_THE_END = -1
"""Where an act stems from that belongs to the end of a hand: its final stacks."""


class Seated:
    """A hand and a table for it.

    Attributes:
        table: The table; the hand is dealt as far as it went.
        origin: Of each act of the table's log, the action it stems from, counted from 0; of a dealer's act that the format has
            no word for, the action that comes next, and `AT_THE_END` where none does.
        trouble: What stopped it: an act that cannot have happened; None if nothing did.
        at: The next action.
        unfinished: Whether the hand stops before its end.
        foul: What is foul about a card of the last act, which nobody can have dealt: `duplicate` or `foreign`; empty if nothing.
    """

    def __init__(self, hand: Hand, outcome: Outcome) -> None:
        """Set up the table.

        Raises:
            RecordError: If there is no such table: more players than the game is for.
        """
        self.hand, self.outcome = hand, outcome
        self.terms = terms_of(hand)
        self.header = header_for(hand, outcome)
        self.table: Table = self.header.table()
        self.deeds: list[Deed] = outcome.replay.deeds
        self.origin: list[int] = []
        self.trouble: Impossible | None = None
        self.at = 0
        self.unfinished = False
        self.foul = ""
        self._queue: dict[int, deque[tuple[Face | None, int]]] = {seat: deque() for seat in range(1, self.terms.seats + 1)}
        self._idle: set[tuple[int, int]] = set()
        self._burns = faces(str(hand.fields.get(BURNS, ""))) if BURNS in hand.raw else []

    @property
    def finding(self) -> Finding | None:
        """The first thing that was found."""
        return self.table.findings[0] if self.table.findings else None

    @property
    def found_at(self) -> int | None:
        """At which action something was found, or could not be; None if all went well."""
        if self.finding is not None:
            return self.origin[self.finding.act - 1]
        if self.foul:
            return self.origin[-1]
        if self.trouble is not None:
            return self._here()
        return len(self.deeds) if self.unfinished else None

    def _here(self) -> int:
        return self.at if self.at < len(self.deeds) else AT_THE_END

    def _push(self, act: Act | str, origin: int | None = None) -> None:
        self.origin.append(self._here() if origin is None else origin)
        try:
            self.table.push(act)
        except Impossible:
            self.origin.pop()
            raise
        at, remark = self.table.now.remark
        if at == len(self.table.log) and remark in FOUL:
            self.foul = remark

    def _money(self, chips: int) -> str:
        return self.table.felt.money(chips)

    def _act(self, deed: Deed) -> str:
        kind, seat, amount, cards, mask = deed
        felt = self.table.felt
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
            names = names if mask else self._which(seat, len(cards))
            return f"{who} draw {len(cards)} {names}".rstrip() if cards else f"{who} pat"
        if seat > felt.seats:
            msg = f"'{self.hand.actions[self.at]}': nobody sits there"
            raise Impossible(msg)
        bets = felt.rows["bet"]
        if kind == CALL:
            return f"{who} {'call' if max(bets) > bets[seat] else 'check'}"
        moves = self.table.ask.get(who, {})
        if kind == BRING_IN or (kind == RAISE and "bringin" in moves and felt.written(amount) in moves["bringin"]):
            return f"{who} bringin {self._money(min(self.terms.bring_in, felt.rows['stack'][seat]))}"
        if kind == RAISE:
            return f"{who} {'raise' if any(bets) else 'bet'} {self._money(self._in_full(seat, amount))}"
        msg = f"'{self.hand.actions[self.at]}' is no action"
        raise Impossible(msg)

    def _which(self, seat: int, count: int) -> str:
        """Discards that nobody names: none of those that the seat still has later on."""
        felt = self.table.felt
        held = [face for card in felt.places[f"s{seat}"] if (face := felt.faces[card]) is not None]
        kept = {name for _, who, _, cards, _ in self.deeds[self.at + 1 :] if who == seat for name in words(card_text(cards))}
        if not count or not any(face.name in kept for face in held[-count:]):
            return ""
        return " ".join([face.name for face in held if face.name not in kept][:count])

    def _in_full(self, seat: int, amount: int) -> int:
        """A bet; one that is too small and yet puts everybody else all-in is as good as the smallest: what is over goes back."""
        felt = self.table.felt
        allowed = self.table.ask.get(f"s{seat}", {}).get("raise", ())
        if felt.written(amount) in allowed or not list(allowed):  # type: ignore[call-overload]
            return amount
        stack, bet = felt.rows["stack"], felt.rows["bet"]
        others = max((stack[one] + bet[one] for one in live(self.table.now) if one != seat), default=0)
        return felt.units(next(iter(allowed))) if amount == others > max(bet) else amount  # type: ignore[call-overload]


def words(text: str) -> list[str]:
    """Cards as the format writes them, one by one."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def faces(text: str) -> list[Face | None]:
    """Cards as the format writes them, as faces; None is one that nobody knows."""
    return [None if word == "??" else Face.read(word) for word in words(text.replace(" ", ""))]

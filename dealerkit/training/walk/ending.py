"""The end of a hand: hands shown and mucked, the winner of each pot, the house's take."""

from __future__ import annotations

import attrs

from dealerkit.facts.hands import live
from dealerkit.felt import Act
from dealerkit.games.poker.facts.showdown import form_of, reading, tabled
from dealerkit.table.table import Table
from dealerkit.training.walk.felt_text import Print, letters


@attrs.frozen
class Shown:
    """A hand that was shown at the end.

    Attributes:
        seat: The seat.
        cards: The cards shown, as printed.
        high: The high hand's name; empty if there is none.
        low: The low hand's name; empty if there is none.
        whole: Whether the whole hand was shown, and not only some cards of it.
    """

    seat: int
    cards: tuple[str, ...]
    high: str = ""
    low: str = ""
    whole: bool = True

    @property
    def name(self) -> str:
        """The hand in words, high and low if it has both; empty if it cannot be named."""
        return f"{self.high}; {self.low}" if self.high and self.low else self.high or self.low


@attrs.frozen
class Won:
    """Chips of a pot that were pushed to a seat.

    Attributes:
        seat: The seat.
        pot: The pot: `pot` for the main pot, `side-1` for the first side pot, and so on.
        amount: Amount in smallest chips.
    """

    seat: int
    pot: str
    amount: int


@attrs.define
class Ending:
    """Watches a hand and remembers how it ends.

    Attributes:
        table: The table.
        show: Prints a card: in letters, or with its suit symbol.
        shown: Hands that were shown, by seat.
        mucked: Seats that mucked at the showdown.
        won: The pots and parts of pots that were pushed, in order.
        taken: The house's take, by `rake` and `drop`, in smallest chips.
        contested: Whether more than one player was in when the pots were pushed.
    """

    table: Table
    show: Print = letters
    shown: dict[int, Shown] = attrs.field(factory=dict)
    mucked: list[int] = attrs.field(factory=list)
    won: list[Won] = attrs.field(factory=list)
    taken: dict[str, int] = attrs.field(factory=dict)
    contested: bool = False

    def look(self, act: Act) -> None:
        """Update the ending after an act: hands shown or mucked, chips pushed to winners or taken by the house."""
        felt = self.table.felt
        if "showdown" not in self.table.game.data:
            return
        if act.verb == "show":
            if not tabled(self.table.now, act.seat):
                up = [card for card in felt.places[act.who] if felt.up[card]]
                self.shown[act.seat] = Shown(act.seat, self._printed(up), whole=False)
            self.contested = self.contested or len(live(self.table.now)) > 1
        elif act.verb == "muck":
            self.mucked.append(act.seat)
            self.contested = True
        elif act.verb == "award":
            self.won.append(Won(int(act.to[0][1:]), act.to[1] if len(act.to) > 1 else "pot", felt.units(act.n)))
        elif act.verb in ("rake", "drop"):
            self.taken[act.verb] = self.taken.get(act.verb, 0) + felt.units(act.n)
        if act.verb in ("show", "deal"):
            self._read()

    def _read(self) -> None:
        """Read the tabled hands in their present state."""
        now, felt = self.table.now, self.table.felt
        form = form_of(now)
        whole = max(form.board, default=0) if not form.total else 0
        for seat in range(1, felt.seats + 1):
            if not tabled(now, seat) or (seat not in self.shown and not self._has_shown(seat)):
                continue
            cards = self._printed(felt.cards(f"s{seat}"))
            read = reading(now, seat) if len(felt.places.get("board", ())) >= whole else None
            high, low = (half.name if half is not None else "" for half in read) if read is not None else ("", "")
            self.shown[seat] = Shown(seat, cards, high, low)

    def _has_shown(self, seat: int) -> bool:
        who = f"s{seat}"
        return any(act.who == who and act.verb == "show" for act in self.table.now.since("hand"))

    def _printed(self, cards: list[int]) -> tuple[str, ...]:
        felt = self.table.felt
        return tuple(self.show(face) for card in cards if (face := felt.faces[card]) is not None)


def pot_name(row: str, *, alone: bool = False) -> str:
    """Return a dealer's name for a pot: `pot`, `main pot`, `side pot 2`.

    Args:
        row: The pot's name in the felt's rows of chips: `pot`, `side-1` ...
        alone: Whether it is the only pot.
    """
    return f"side pot {row.partition('-')[2]}" if row.startswith("side-") else "pot" if alone else "main pot"


def last_with_chips(table: Table) -> int:
    """Return the only seat that still has chips, so that the game is over; 0 if several have chips, or if the house plays."""
    if table.felt.layout.debt or table.game.data.get("dealing") != "house" or "pot" not in table.felt.rows:
        return 0
    rich = [
        seat
        for seat in range(1, table.seats + 1)
        if any(row[seat] for name, row in table.felt.rows.items() if name in ("stack", *table.felt.layout.front))
    ]
    return rich[0] if len(rich) == 1 and not any(table.felt.rows[name][0] for name in table.felt.layout.pots) else 0

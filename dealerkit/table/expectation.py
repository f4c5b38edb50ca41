"""The acts expected at a table: the dealer's acts that are due, and the players' moves that are open."""

from __future__ import annotations

from collections.abc import Container, Mapping

import attrs

from dealerkit.felt import Act


@attrs.frozen
class Expectation:
    """The acts that are expected now.

    Attributes:
        step: Path of the open step; empty for none.
        dealer: The dealer's acts due in this step, the next one first; empty if players act first.
        any_order: Whether the dealer may do them in any order.
        players: Moves open to the players: a map of seat to move to the container of allowed values.
        unknown: Ids of steps passed by whose acts cannot be known, because they depend on unseen cards.
        say: Sentence that explains the step.
    """

    step: str
    dealer: tuple[Act, ...]
    any_order: bool
    players: Mapping[str, Mapping[str, Container[object]]]
    unknown: tuple[str, ...]
    say: str

    def __str__(self) -> str:
        parts = []
        if self.dealer:
            parts.append(str(self.dealer[0]))
        for seat, moves in self.players.items():
            parts.append(f"{seat}: {', '.join(moves)}")
        return "; ".join(parts) or "nothing"

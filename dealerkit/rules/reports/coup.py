"""Report of `dealerkit coup`: one coup dealt from given cards, with every bet settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.arithmetic.coup import SIDES, Coup, CoupRules
from dealerkit.cards import Face
from dealerkit.files.screen_text import count_of, heading, line, table


@attrs.frozen
class CoupReport:
    """A coup of baccarat dealt from given cards, with the bets that were settled.

    Attributes:
        dealt: The coup.
        faces: The given cards, in the order in which they leave the shoe.
        under: The rules of the coup.
        bets: Settled bets, each with `bet`, `stake`, `result`, `commission`, `net` (amounts as text), and `seat` if bets were
            given by seat.
        seats: The settled bets by seat, each with the seat's gain; None if no seat was given.
    """

    dealt: Coup
    faces: list[Face]
    under: CoupRules
    bets: Sequence[Mapping[str, str]] = ()
    seats: Sequence[Mapping[str, object]] | None = None

    def as_json(self) -> dict[str, object]:
        """Return both hands, the winner, and the bets, as plain data."""
        dealt, faces = self.dealt, self.faces
        player, banker = _hands(dealt, faces)
        return {
            "player": {"cards": [str(face) for face in player], "initial": dealt.player_initial, "total": dealt.player_total},
            "banker": {"cards": [str(face) for face in banker], "initial": dealt.banker_initial, "total": dealt.banker_total},
            "natural": dealt.natural,
            "draws": {"player": dealt.player_cards == 3, "banker": dealt.banker_cards == 3},
            "winner": dealt.winner,
            "cards_used": dealt.cards_used,
            **({"bets": self.bets} if self.seats is None else {"seats": self.seats}),
        }

    def lines(self) -> Iterator[str]:
        """Yield each hand's draw and reason, the winner, and the bets."""
        dealt, faces, under = self.dealt, self.faces, self.under
        rows = []
        totals = (dealt.player_total, dealt.banker_total)
        for side, hand, total, why in zip(SIDES, _hands(dealt, faces), totals, _why(dealt, faces, under), strict=True):
            rows.append((side, " ".join(map(str, hand)), total, why))
        yield table(rows, header=("hand", "cards", "total", "draw or stand"))
        yield ""
        high, low = max(dealt.player_total, dealt.banker_total), min(dealt.player_total, dealt.banker_total)
        natural = " with a natural" if dealt.natural in {dealt.winner, "both"} else ""
        yield heading(
            f"Tie at {high}{natural}" if dealt.winner == "tie" else f"{dealt.winner.title()} wins{natural}, {high} to {low}"
        )
        left = len(faces) - dealt.cards_used
        yield line(
            f"{count_of(dealt.cards_used, 'card')} used"
            + (f", {left} left over: {' '.join(map(str, faces[dealt.cards_used :]))}" if left else "")
        )
        if self.bets:
            yield ""
            columns = (*(() if self.seats is None else ("seat",)), "bet", "stake", "result", "commission", "net")
            yield table([[bet[column] for column in columns] for bet in self.bets], header=columns)
            if not under.deducts and any(bet["commission"] != "0" for bet in self.bets):
                yield line("The bet is paid in full and the commission is marked. The net is what remains after the commission.")


def _hands(dealt: Coup, faces: list[Face]) -> tuple[list[Face], list[Face]]:
    """Return the cards of the player hand and of the banker hand: the first four in turn, then the player hand's third card, then
    the banker hand's.
    """
    player, banker = [faces[0], faces[2]], [faces[1], faces[3]]
    rest = faces[4 : dealt.cards_used]
    if dealt.player_cards == 3:
        player.append(rest.pop(0))
    return player, banker + rest


def _why(dealt: Coup, faces: list[Face], under: CoupRules) -> Iterator[str]:
    """Yield for each hand whether it draws and why, as a dealer calls it."""
    if max(dealt.player_initial, dealt.banker_initial) >= under.natural:
        yield "natural: no more cards"
        yield "natural: no more cards"
        return
    third = under.points[_hands(dealt, faces)[0][2].letter] if dealt.player_cards == 3 else None
    yield f"{'stands' if third is None else 'draws'} on {dealt.player_initial}"
    against = "after the player hand stood" if third is None else f"against a third card of {third}"
    yield f"{'draws' if dealt.banker_cards == 3 else 'stands'} on {dealt.banker_initial}, {against}"

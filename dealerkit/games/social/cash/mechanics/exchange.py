"""Free exchange: without turns, any player swaps a card of the hand for a card of the board at any time, until a call stops
it.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator, Sequence

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.felt import Act
from dealerkit.games.social.cash.facts import PartnersCall
from dealerkit.games.social.cash.mechanics.claim import CALL, call_moves, call_of, wrong_call
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, mechanic


class Swaps:
    """The choices of a player: swaps of a hand card for a board card, or if the hand has a wrong number of cards, moves that
    correct it.

    Attributes:
        hand: Cards of the hand; None for an unknown card.
        board: Cards of the board; None for an unknown card.
        over: Number of surplus cards in the hand; negative if cards are missing.
        swept: Cards that were swept off the board, so that no unknown card can be one of them (CA-18).
    """

    __slots__ = ("board", "hand", "over", "swept")

    def __init__(
        self, hand: Sequence[Face | None], board: Sequence[Face | None], over: int, swept: Collection[Face | None] = ()
    ) -> None:
        self.hand, self.board, self.over, self.swept = hand, board, over, swept

    def __contains__(self, value: object) -> bool:
        cards = list(value) if isinstance(value, tuple) else [value]
        if self.over:
            lies = self.hand if self.over > 0 else self.board
            return len(cards) == abs(self.over) and all(self._lies(card, lies) for card in cards)
        if len(cards) != 2:
            return False
        given, taken = cards if not (_known(cards[0], self.board) or _known(cards[1], self.hand)) else cards[::-1]
        return self._lies(given, self.hand) and self._lies(taken, self.board)

    def __iter__(self) -> Iterator[object]:
        if self.over:
            known = [face for face in (self.hand if self.over > 0 else self.board) if face is not None]
            return iter(known if abs(self.over) == 1 else list(itertools.combinations(known, abs(self.over))))
        return iter([pair for pair in itertools.product(self.hand, self.board) if None not in pair])

    def _lies(self, card: object, lies: Sequence[Face | None]) -> bool:
        """Return whether a card is among some cards, or may be one of the unknown cards among them."""
        return bool(lies) and (card is None or card in lies or (None in lies and card not in self.swept))

    def __str__(self) -> str:
        return "a card from the hand for one on the board" if not self.over else "what makes the hand whole"


def _known(card: object, lies: Sequence[Face | None]) -> bool:
    return card is not None and card in lies


def _faces(now: Situation, place: str) -> list[Face | None]:
    return [now.felt.faces[card] for card in now.felt.cards(place)]


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `one`: it does not swap a card for a card. `swept`: a card that was swept is taken. `pass`, `answer`: no such act is open.
    `show`: a hand is shown before a call. For a call, the rule that it breaks.
    """
    if act.verb == "claim":
        return NO_RULE if call_of(now, params, act) else wrong_call(now, params, act)  # a later call has no effect
    if act.verb == "swap":
        used = _faces(now, now.felt.layout.discards)
        return "swept" if any(_known(card, used) for card in act.cards) else "one"
    return act.verb


def _pass(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    if "pass" in moves:
        return Act.make(seat, "pass")
    swaps = moves.get("swap")
    if isinstance(swaps, Swaps) and swaps.over:  # a hand of wrong size
        for value in swaps:
            return Act.make(seat, "swap", cards=value if isinstance(value, tuple) else (value,))
    return None


@mechanic(
    "exchange",
    breaks=_broken,
    plain=_pass,
    verbs="swap pass answer claim",
    hears="deal move clear",
    keeps={"passed": "seats?"},
    comes_to=CALL,
)
def exchange(now: Situation, params: Params) -> Run:
    """Let all players swap cards with the board, as often as they like and without turns (CA-16), or make a call.

    Parameters: `hand`, the number of cards in a hand; `calls`, a table of all calls. The first call counts and ends the exchange
    as soon as every hand has the right number of cards (CA-05, CA-E2). Without a call it ends when all players have passed since
    the last swap. A player who still wants a card says `answer wait`.

    Returns:
        The call: `caller`, `word`, `about`; empty without a call.
    """
    felt, size = now.felt, int(params["hand"])
    seats = range(1, felt.seats + 1)
    passed = set(now.given.get("passed", ()))
    call: PartnersCall | None = None
    calls = {seat: call_moves(now, params, seat) for seat in seats}
    while True:
        over = {seat: len(felt.cards(f"s{seat}")) - size for seat in seats}
        wrong = [seat for seat in seats if over[seat]]
        if call is not None and not wrong:
            return call
        if len(passed) == felt.seats:
            return {}
        board, swept = _faces(now, "board"), _faces(now, felt.layout.discards)
        ask: dict[str, Moves] = {
            f"s{seat}": {"swap": Swaps(_faces(now, f"s{seat}"), board, over[seat], swept)}
            for seat in (wrong if call is not None else seats)
        }
        if call is None:
            for seat in seats:
                ask[f"s{seat}"] = {
                    **ask[f"s{seat}"],
                    **({} if seat in passed else {"pass": NOTHING}),
                    "answer wait": NOTHING,
                    **calls[seat],
                }
        act = yield ask
        if act is None:
            return call or {}
        if act.verb == "swap":
            passed.clear()
        elif act.verb == "pass":
            passed.add(act.seat)
        elif act.verb == "answer":
            passed.discard(act.seat)
        call = call or call_of(now, params, act)

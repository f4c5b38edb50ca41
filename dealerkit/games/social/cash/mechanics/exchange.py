"""Free exchange: no turns; anybody swaps a card of the hand for one of the board at any time, until a call stops it."""

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
    """A swap of a hand card for a board card; for a hand of wrong size, the moves that correct it.

    Attributes:
        hand: The cards of the hand; None for one that nobody has seen.
        board: Those of the board.
        over: How many cards the hand has too many; less than none where some are missing.
        swept: The cards that were swept, none of which can be one that nobody has seen (CA-18).
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
        """Return whether a card lies there, as far as anybody can tell."""
        return bool(lies) and (card is None or card in lies or (None in lies and card not in self.swept))

    def __str__(self) -> str:
        return "a card from the hand for one on the board" if not self.over else "what makes the hand whole"


def _known(card: object, lies: Sequence[Face | None]) -> bool:
    return card is not None and card in lies


def _faces(now: Situation, place: str) -> list[Face | None]:
    return [now.felt.faces[card] for card in now.felt.cards(place)]


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return which rule an act breaks, as a key of the step's `rules:`.

    `one`: not one card for one. `swept`: a card that was swept is taken. `pass`, `answer`: nothing of that kind is asked. `show`:
    a hand is shown though nobody has called. Or what is wrong with a call.
    """
    if act.verb == "claim":
        return NO_RULE if call_of(now, params, act) else wrong_call(now, params, act)  # a later call counts for nothing
    if act.verb == "swap":
        used = _faces(now, now.felt.layout.discards)
        return "swept" if any(_known(card, used) for card in act.cards) else "one"
    return act.verb


def _pass(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    if "pass" in moves:
        return Act.make(seat, "pass")
    swaps = moves.get("swap")
    if isinstance(swaps, Swaps) and swaps.over:  # a hand that must be made whole
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
    """Let everybody swap a card with the board, as often as they like and without turns (CA-16), or make a call.

    `hand`: how many cards a hand has. `calls`: a table of the calls there are; the first that is made counts and ends it, once
    every hand has as many cards as it should (CA-05, CA-E2). Else it ends when nobody wants a card: when all have passed since
    the last swap. A player who wants one says `answer wait`.

    Returns:
        The call: `caller`, `word`, `about`; nothing of that if nobody called.
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

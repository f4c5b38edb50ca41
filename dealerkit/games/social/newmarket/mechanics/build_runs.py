"""Runs of a suit that go up through all hands until the next card is missing; then another suit is led."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

import attrs

from dealerkit.cards import FACES, Face, Suit
from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn, last_played
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.social.facts.rows import held, holder, seat_out
from dealerkit.games.social.newmarket.facts import (
    COLOURS,
    last_play,
    lowest_chip,
    lowest_of_suits,
    next_higher,
    pay_cards,
    played_so_far,
    unanswered,
)
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, mechanic
from dealerkit.mechanics.setup_values import NotGiven

EVERY_SUIT = frozenset(Suit)
DIAMONDS = tuple(face for face in FACES.values() if face.suit is Suit.DIAMONDS)
OTHER_SUIT = {suit: EVERY_SUIT - {suit} for suit in Suit}
OTHER_COLOUR = {suit: frozenset(other for other in Suit if COLOURS[other] != COLOURS[suit]) for suit in Suit}
"""Suits that may be led after a run of each suit: in `OTHER_SUIT` any other suit, in `OTHER_COLOUR` those of the other colour
(NM-29, NM-A8).
"""


class Lead:
    """The choices for the lead from a partly unknown hand: any card of some suits that is not above a known card of its suit."""

    __slots__ = ("also", "gone", "known", "suits")

    def __init__(
        self, suits: Iterable[Suit], known: dict[Suit, Face], gone: Iterable[Face | None], also: Container[object] = ()
    ) -> None:
        self.suits, self.known, self.gone, self.also = frozenset(suits), known, frozenset(gone), also

    def __contains__(self, face: object) -> bool:
        if not isinstance(face, Face) or face.suit is None or face.rank is None:
            return face is None
        if face in self.also:  # the called card, which this seat may hold
            return True
        low = self.known.get(face.suit)
        above = low is not None and low.rank is not None and face.rank.place > low.rank.place
        return face.suit in self.suits and not above and face not in self.gone

    def __iter__(self) -> Iterator[Face]:
        return iter([face for suit, face in self.known.items() if suit in self.suits])


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `over`: a player is out. `bid`, `answer`: the hand on the table is settled. `owed`: chips that are due have not been paid.
    `foreign`: it takes chips that are not a pot, and they go back. `unearned`: a pot is taken by a player who has not played its
    card. `forfeited`: the pot was not collected in time, or play goes on without it. `called`: the called card is held back.
    `late`: it was held back when it was called before. `turn`: another player is to lead. `colour`: the suit may not be led now.
    `lowest`: a lower card of the suit is held. `pass`: the lead is passed without need.
    """
    moves = {move.split()[0] for mine in ask.values() for move in mine}
    if act.verb in ("bid", "answer", "swap"):
        return "bid" if act.verb == "bid" else "answer"
    if act.verb == "take":
        return _pot_not_due(now, act) if act.to[0] in now.felt.layout.pots else "foreign"
    if moves & {"post", "pay"}:
        return "owed"
    if act.verb == "pay" and _for_cards_left(now, params, act) and ask:
        return NO_RULE  # payments for a hand emptied by a wrong card, which then stands
    if "take" in moves:
        return "forfeited"
    if not ask:
        return "over"
    card = act.cards[0] if act.cards else None
    before = last_played(now)
    called = next_higher(before) if before is not None else None
    if act.who in ask and card in unanswered(now):
        return "late"
    if called is not None and holder(now, called) and called not in played_so_far(now):
        return "turn" if card is called else "called"
    if act.verb == "pass":
        return "pass"
    if act.who not in ask:
        return "turn"
    if card is None or card.suit is None:
        return ""
    if before is None:
        return "lowest"
    suits = {face.suit for face in ask[act.who].get("play", ()) if isinstance(face, Face)}  # type: ignore[attr-defined]
    return "lowest" if card.suit in suits else "colour"


def _for_cards_left(now: Situation, params: Params, act: Act) -> bool:
    """Return whether a player pays the player who is out for each card left in hand (NM-35)."""
    due = lowest_chip(now, params.get("chip", "0")) * len(held(now, act.seat))
    return act.to[:1] == (f"s{seat_out(now)}",) and now.felt.units(act.n) == due


def _pot_not_due(now: Situation, act: Act) -> str:
    """Return the reason why a pot may not be taken: `forfeited` if this seat played its card too long ago, `unearned` if it did
    not.
    """
    card = next((face for face, pot in pay_cards(now).items() if act.to[:1] == (pot,)), None)
    mine = any(past.verb == "play" and past.seat == act.seat and card in past.cards for past in now.since("hand"))
    return "forfeited" if mine and card is not None else "unearned"


def _first(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    for move, allowed in moves.items():
        verb, *to = move.split()
        if verb == "take":
            return Act.make(seat, verb, *to)
        if verb in ("post", "pay"):
            return Act.make(seat, verb, *to, n=next(iter(allowed)))  # type: ignore[call-overload]
    if "play" in moves:
        known = set(held(now, int(seat[1:])))
        card = next((face for face in moves["play"] if face in known), None)  # type: ignore[attr-defined]
        if card is not None:
            return Act.make(seat, "play", cards=(card,))
    return Act.make(seat, "pass") if "pass" in moves else None


@attrs.frozen
class _State:
    """The standing of the runs.

    Attributes:
        last: Seat that played last; 0 before the first card.
        face: The card it played; None if unknown.
        leader: Seat that leads after the run has stopped.
        passed: Number of seats that have passed the lead; when all have, it comes back to `last`, who leads any suit (NM-A2).
        claim: Seat that may take a pot, and the pot; None for none.
    """

    last: int
    face: Face | None
    leader: int
    passed: int = 0
    claim: tuple[int, str] | None = None


class _Runs:
    """The course of the runs: `asked` returns the open moves, `heard` records an act.

    Attributes:
        out: Cards in the runs.
        owner: Seat that holds each card known to be in a hand.
        unseen: Whether a card of some hand is unknown.
        wrong: Seat that has just played a wrong card; that card puts no player out, as long as it may be taken back (NM-34,
            NM-E8).
        paid: Payments of the others for their cards while the wrong card was out, which make it stand; by seat, in smallest
            chips.
    """

    def __init__(self, now: Situation, params: Params) -> None:
        self.now, self.felt, self.params = now, now.felt, params
        self.look()
        self.debts: dict[tuple[int, str], int] = {}
        self.barred: set[int] = set()
        self.allowed: dict[int, Container[object]] = {}
        self.before: list[_State] = []
        self.lying: dict[str, int] = {}
        self.wrong = 0
        self.paid: dict[int, int] = {}
        eldest = in_turn(now, now.felt.button)[0]
        faces = played_so_far(now)
        self.state = _State(0, None, now.given.get("leader") or eldest)
        if faces:
            past = last_play(now)
            last = now.given.get("last", past.seat if past is not None else 0)
            if not last and not now.log:  # set up in the middle
                raise NotGiven(("last",), "cards have been played: name the seat that played the last one, such as `last: s2`")
            if last:
                leader = now.given.get("leader", last)
                passed = (leader - last) % self.felt.seats  # the seats between have passed the lead
                self.state = _State(last, faces[-1], leader, passed, claim=self.pot_of(last, faces[-1]))

    def look(self) -> None:
        """Read runs and hands from the felt."""
        hands = {seat: held(self.now, seat) for seat in range(1, self.felt.seats + 1)}
        self.out: set[Face | None] = set(played_so_far(self.now))
        self.owner = {face: seat for seat, hand in hands.items() for face in hand if face is not None}
        self.unseen = any(None in hand for hand in hands.values())

    # -- open moves ------------------------------------------------------------------------------------------------

    def asked(self) -> Ask:
        """Return the open moves by seat: debts first, then a pot to collect, then the called card, or a lead."""
        self.allowed = {}
        asks: dict[str, dict[str, Container[object]]] = {}
        for (payer, payee), amount in self.debts.items():
            move = f"pay {payee}" if seat_number(payee) else f"post {payee}"
            asks.setdefault(f"s{payer}", {})[move] = (self.felt.written(amount),)
        if asks:
            return asks
        if self.state.claim is not None:
            seat, pot = self.state.claim
            return {f"s{seat}": {f"take {pot}": (None, self.felt.written(self.felt.rows[pot][0]))}}
        out = seat_out(self.now)
        if out and out != self.wrong:
            return {}
        called = self.called()
        who = self.holder(called) if called is not None else 0
        if called is not None and who:
            self.allowed[who] = frozenset((called,))
            return {f"s{who}": {"play": self.allowed[who]}}
        if called is not None and self.unseen:
            widow = [self.felt.faces[card] for card in self.felt.cards("widow")]
            may_hold = [] if called in widow else [seat for seat in self.around if None in held(self.now, seat)]
            plays = frozenset((called,)) - unanswered(self.now)
            for seat in may_hold:
                self.allowed[seat] = plays
                asks[f"s{seat}"] = {"play": plays}
            if may_hold and None not in widow:  # one of these seats has it
                return asks
        self.lead(asks)
        return asks

    @property
    def around(self) -> list[int]:
        """All seats from the dealer's left."""
        return in_turn(self.now, self.felt.button)

    def called(self) -> Face | None:
        """Return the card that continues the run; None after an ace, if the card has been played, or if it is unknown."""
        face = next_higher(self.state.face) if self.state.face is not None else None
        return None if face in self.out else face

    def holder(self, face: Face) -> int:
        """Return the seat that holds a card; 0 if unknown."""
        return self.owner.get(face) or (holder(self.now, face) if self.unseen else 0)

    def lead(self, asks: dict[str, dict[str, Container[object]]]) -> None:
        """Add the open moves of the lead: the lowest card of a suit that may be led; without such a card it passes to the left.

        Args:
            asks: Open moves by seat, to which they are added.
        """
        if not self.state.last and self.params.get("begins") == "lowest_diamond" and self.opens(asks):
            return
        seat, suits = self.state.leader, self.suits()
        lows = lowest_of_suits(self.now, seat)
        fitting = {suit: face for suit, face in lows.items() if suit in suits}
        moves = asks.setdefault(f"s{seat}", {})
        if None in held(self.now, seat):
            gone = self.out | unanswered(self.now)
            self.allowed[seat] = moves["play"] = Lead(suits, lows, gone, moves.get("play", ()))
            if not fitting and len(suits) < len(Suit):
                moves["pass"] = NOTHING
        elif fitting:
            self.allowed[seat] = moves["play"] = frozenset(fitting.values())
        else:
            moves["pass"] = NOTHING

    def opens(self, asks: dict[str, dict[str, Container[object]]]) -> bool:
        """Add the open moves about the lowest diamond of all hands, and return whether a hand may have a diamond (NM-22).

        Args:
            asks: Open moves by seat, to which they are added.
        """
        lows = {seat: lowest_of_suits(self.now, seat).get(Suit.DIAMONDS) for seat in self.around}
        low = min((face for face in lows.values() if face is not None), key=lambda face: face.index, default=None)
        lying = {*self.owner, *(self.felt.faces[card] for card in self.felt.cards("widow"))}
        lower = frozenset(face for face in DIAMONDS if (low is None or face < low) and face not in lying)
        for seat in self.around:
            mine = lower if None in held(self.now, seat) else frozenset()
            if low is not None and lows[seat] is low:
                mine |= {low}
            if mine:
                self.allowed[seat] = mine | {None} if None in held(self.now, seat) else mine
                asks.setdefault(f"s{seat}", {})["play"] = self.allowed[seat]
        return bool(asks)

    def suits(self) -> frozenset[Suit]:
        """Return the suits that may be led now."""
        suit = self.state.face.suit if self.state.face is not None else None
        restart = self.params.get("restart", "opposite_colour")
        if suit is None or restart == "any_suit" or self.state.passed >= self.felt.seats:
            return EVERY_SUIT
        fitting = OTHER_SUIT[suit] if restart == "new_suit" else OTHER_COLOUR[suit]
        if self.params.get("no_opposite_colour") == "any_suit":
            return fitting if fitting.intersection(lowest_of_suits(self.now, self.state.leader)) else EVERY_SUIT
        return fitting

    # -- recorded acts ---------------------------------------------------------------------------------------------

    def heard(self, act: Act) -> None:
        """Record an act, asked for or not."""
        state = self.state
        if act.verb == "play" and self.felt.moved:
            self.played(act.seat, self.felt.faces[self.felt.moved[0]])
        elif act.verb in ("post", "pay") and act.to:
            owed = (act.seat, act.to[0])
            if owed in self.debts:
                self.debts[owed] -= self.felt.units(act.n)
                if self.debts[owed] <= 0:
                    del self.debts[owed]
            elif self.wrong and self.wrong == seat_out(self.now):
                self.paid, self.wrong = {act.seat: self.felt.units(act.n)}, 0
        elif act.verb == "award" and state.claim == (seat_number(act.to[0]), act.to[-1]):  # the dealer pushes the pot
            if not self.felt.rows[act.to[-1]][0]:
                self.state = attrs.evolve(state, claim=None)
        elif act.verb == "take" and act.to:
            if state.claim == (act.seat, act.to[0]):
                self.state = attrs.evolve(state, claim=None)
            elif act.to[0] in self.felt.layout.pots:  # it is not due: the chips go back
                back = self.felt.units(act.n) if act.n is not None else self.lying[act.to[0]]
                if back:
                    self.debts[act.seat, act.to[0]] = self.debts.get((act.seat, act.to[0]), 0) + back
        elif act.verb == "pass":
            if act.seat == state.leader:
                self.state = attrs.evolve(state, leader=in_turn(self.now, act.seat)[0], passed=state.passed + 1)
        elif self.felt.moved:  # else nothing lies elsewhere, and what is on its way back is not read before it lies
            self.look()
            if act.verb == "move" and act.to[0] == self.felt.layout.played and seat_number(act.to[1]) and self.before:
                self.state = self.before.pop()

    def played(self, seat: int, face: Face | None) -> None:
        """Record a played card, from which the run continues."""
        state = self.state
        self.before.append(attrs.evolve(state, claim=None) if state.claim is not None else state)
        wrong = self.wrong_lead(seat, face)
        self.wrong = seat if wrong and self.allowed else 0  # while a pot or chips are due, the card itself may be right
        if wrong and self.params.get("wrong_lead_penalty") == "one_chip_each":
            self.barred.add(seat)
            for other in in_turn(self.now, seat)[:-1]:
                self.debts[seat, f"s{other}"] = lowest_chip(self.now, self.params.get("chip", "0"))
        self.out.add(face)
        if face is not None:
            self.owner.pop(face, None)
        self.state = _State(seat, face, seat, claim=self.pot_of(seat, face))

    def wrong_lead(self, seat: int, face: Face | None) -> bool:
        """Return whether a card is neither the called card nor a card that this seat may lead."""
        if face is None or face is self.called():
            return False
        return seat not in self.allowed or face not in self.allowed[seat]

    def pot_of(self, seat: int, face: Face | None) -> tuple[int, str] | None:
        """Return the seat and the pot that it may take for a card it has played; None if there is none."""
        pot = pay_cards(self.now).get(face) if face is not None else None
        return (seat, pot) if pot and self.felt.rows[pot][0] and seat not in self.barred else None

    def note(self) -> None:
        """Remember the contents of the pots before the next act."""
        self.lying = {pot: self.felt.rows[pot][0] for pot in self.felt.layout.pots}


@mechanic(
    "build_runs",
    breaks=_broken,
    plain=_first,
    verbs="play pass take post pay award",
    hears="award",
    void="foreign",
    keeps={"last": "seat?", "leader": "seat?"},
)
def build_runs(now: Situation, params: Params) -> Run:
    """Play runs: the lowest card of a suit is led, and the holder of the next card plays it, until the run stops (NM-22 to
    NM-34).

    A run stops at the ace, at a card in the hand on the table, and at a card that has been played. Then the player who played
    last leads a suit of the other colour, or passes the lead to the left. A player who plays a pay card takes its pot before the
    next card. The step ends when a player has no card left.

    Parameters: `begins`, the first to lead, `eldest` or the player with the `lowest_diamond` (NM-22); `restart`, the suits that
    may be led after a run; `no_opposite_colour`, the lead of a player who has no such suit; `wrong_lead_penalty`, the cost of a
    wrong lead, in chips of `chip`.

    Returns:
        The seat that is out, as `out`; payments already made for cards left in hand, as `paid`, seat to smallest chips.
    """
    runs = _Runs(now, params)
    while asked := runs.asked():
        runs.note()
        act = yield asked
        if act is None:
            break
        runs.heard(act)
    return {"out": seat_out(now), "paid": runs.paid}

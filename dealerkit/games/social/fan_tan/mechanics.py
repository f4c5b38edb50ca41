"""Rows on the table: in turn each player plays a card that continues a row, or pays and passes."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.felt.acts import seat_number
from dealerkit.games.social.facts.rows import (
    accused,
    beside,
    denied,
    firsts,
    follows_in_rows,
    hand_sizes,
    held,
    holder,
    lying_in_rows,
    neighbours_unknown,
    next_in_rows,
    seat_out,
)
from dealerkit.mechanics.payments import Payment, paid
from dealerkit.mechanics.registry import NO_RULE, NOTHING, Ask, Moves, Params, Run, mechanic

Debts = dict[tuple[int, int], int]
"""Debts in smallest chips, by payer and payee; payee 0 is the pot."""


class Unseen:
    """The choices in a hand of which some cards are unknown: the cards that continue a row and may be among them."""

    __slots__ = ("faces",)

    def __init__(self, faces: frozenset[Face]) -> None:
        self.faces = faces

    def __contains__(self, face: object) -> bool:
        return face is None or face in self.faces

    def __iter__(self) -> Iterator[Face]:
        return iter(self.faces)


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `over`: a player is out. `owed`: chips that are due have not been paid, or not as many. `not_owed`: no such chips are due.
    `two`: a second card in one turn. `turn`: another player is in turn. `pass`: a card could be played; `pass_first`: also one
    that begins a row. `late`, `late_first`: the same, found out when the card is played. `first`: no row has begun. `side`: it
    belongs to another place. `next`: it continues no row. `unnamed`: the card is not named, and goes back.
    """
    if act.verb in ("post", "pay"):
        return _wrong_payment(now, params, ask, act)
    if act.verb == "show":
        return _what_is_shown(now, act)
    if ask and not _players(ask):
        return "owed"
    if not ask:
        return "over"
    if act.verb == "pass":
        if act.who not in ask:
            return "turn"
        return "pass_first" if firsts(now).intersection(held(now, act.seat)) else "pass"
    if act.verb != "play":
        return ""
    if not act.cards or act.cards[0] is None:
        return "unnamed"
    card, goes = act.cards[0], next_in_rows(now)
    if act.who not in ask:
        last = next((past for past in reversed(now.since("hand")) if past.verb in ("play", "pass") and past.seat), None)
        return "two" if last is not None and last.who == act.who and last.verb == "play" else "turn"
    if card in denied(now, act.seat) and card in goes:
        return "late_first" if card in firsts(now) else "late"
    if card in goes:
        return NO_RULE if not act.to or act.to[0] == goes[card] else "side"
    return "next" if lying_in_rows(now) else "first"


def _wrong_payment(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule broken by chips that were not asked for.

    None is broken if a card played wrongly has emptied a hand and the other players pay for theirs, because the card then stands.
    A player who pays the penalty after a claim admits that the pass was wrongful (FT-19).
    """
    chip, amount, claim = now.felt.units(1), now.felt.units(act.n), accused(now, act.seat)
    asked = act.what in {f"{seat} {move}" for seat, moves in ask.items() for move in moves}
    penalty, beside_it = (int(params.get(name, usual)) * chip for name, usual in (("penalty", 3), ("penalty_beside", 5)))
    if act.verb == "pay" and amount == beside_it and (claim or neighbours_unknown(now, act.seat)):
        return "late_first" if claim == "claimed" else NO_RULE
    if act.verb == "post" and claim == "claimed" and amount == penalty + (chip if asked else 0):
        return "late"
    if act.verb == "post" and _players(ask) and seat_out(now) and amount == chip * len(held(now, act.seat)):
        return NO_RULE
    return "owed" if asked else "not_owed"


def _what_is_shown(now: Situation, act: Act) -> str:
    """Return the rule broken by a pass that the shown cards prove to be wrongful; else an empty text."""
    kept = denied(now, act.seat).intersection(act.cards)
    if kept:
        return "late_first" if kept & firsts(now) else "late"
    return NO_RULE if accused(now, act.seat) == "claimed" else ""


def _players(ask: Ask) -> set[str]:
    return {seat for seat, moves in ask.items() if "play" in moves or "pass" in moves}


def _first(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    for move, allowed in moves.items():
        verb, *to = move.split()
        if verb in ("post", "pay"):
            return Act.make(seat, verb, *to, n=next(iter(allowed)))  # type: ignore[call-overload]
    if "pass" in moves:
        return Act.make(seat, "pass")
    known = set(held(now, int(seat[1:])))
    card = next((face for face in moves["play"] if face in known), None)  # type: ignore[attr-defined]
    return None if card is None else Act.make(seat, "play", cards=(card,))


class _LaidRows:
    """Turn and debts of a game with rows. Playable cards and rows are read from the felt.

    A card played against the rules may be taken back; if the next player plays, it stands. Until then it puts no player out
    (FT-21). The other players' payments for their cards make it stand as well, and are kept in `paid`.
    """

    def __init__(self, now: Situation, params: Params) -> None:
        self.now, self.felt, self.params = now, now.felt, params
        self.chip = self.felt.units(1)
        self.debts: Debts = {}
        self.passes: set[int] = set()
        self.stray = 0
        self.paid: dict[int, int] = {}
        self.look()
        self.blind: set[int] = set()
        given = now.given
        self.turn = given["turn"] if "turn" in given else self._starter()
        for past in now.since("hand") if not given else ():  # a player may have begun too soon
            if past.seat and past.verb in ("play", "pass"):
                self.turn = self._after(past.seat)

    def look(self) -> None:
        """Read the rows and the cards that continue them from the felt."""
        self.lying = lying_in_rows(self.now)
        self.goes = next_in_rows(self.now, self.lying)

    def _after(self, seat: int) -> int:
        return in_turn(self.now, seat)[0]

    def _starter(self) -> int:
        """Return the seat of the first player: on the dealer's left, or the holder of a card (`starter: holder_of_7d`)."""
        eldest = self._after(self.felt.button)
        word = str(self.params.get("starter", "left_of_dealer"))
        if not word.startswith("holder_of_"):
            return eldest
        return holder(self.now, Face.read(word.removeprefix("holder_of_"))) or eldest

    # -- open moves ------------------------------------------------------------------------------------------------

    def asked(self) -> Ask:
        """Return the open moves by seat: debts first; then those of the player in turn, and of the next player if a wrong card
        may stand.
        """
        felt = self.felt
        asks: dict[str, dict[str, Container[object]]] = {}
        for (payer, payee), amount in self.debts.items():
            move = f"pay s{payee}" if payee else "post pot"
            parts = (amount, self.chip) if not payee and payer in self.passes and amount > self.chip else (amount,)
            asks.setdefault(f"s{payer}", {})[move] = tuple(felt.written(part) for part in parts)
        out = seat_out(self.now)
        if asks or (out and out != self.stray):
            return asks
        asks[f"s{self.turn}"] = self._moves(self.turn)
        if self.stray and self._after(self.stray) != self.turn:
            asks[f"s{self._after(self.stray)}"] = self._moves(self._after(self.stray))
        return asks

    def _moves(self, seat: int) -> dict[str, Container[object]]:
        hand = held(self.now, seat)
        mine = frozenset([face for face in hand if face in self.goes and face is not None])
        if None not in hand:
            return {"play": mine} if mine else {"pass": NOTHING}
        goes = frozenset(self.goes)
        self.blind.add(seat)
        elsewhere = {face for face in goes if (who := holder(self.now, face)) and who != seat}
        moves: dict[str, Container[object]] = {"play": Unseen(mine | goes - elsewhere - denied(self.now, seat))}
        return moves if mine else moves | {"pass": NOTHING}

    # -- recorded acts ---------------------------------------------------------------------------------------------

    def heard(self, act: Act) -> None:
        """Record an act, asked for or not."""
        if act.verb == "move":
            self.look()
            if seat_number(act.to[1]):
                self._taken_back(seat_number(act.to[1]))
        elif act.verb in ("post", "pay") and act.to:
            owed = (act.seat, seat_number(act.to[0]))
            amount = self.felt.units(act.n)
            if not owed[1]:
                self.passes.discard(act.seat)
            if owed in self.debts:
                self.debts[owed] -= amount
                if self.debts[owed] <= 0:
                    del self.debts[owed]
            elif self.stray and self.stray == seat_out(self.now) and act.verb == "post":
                self.paid, self.stray = {act.seat: amount}, 0
        elif act.verb == "show" and act.seat in self.blind:
            self._shown(act)
        elif act.verb == "pass":
            self._passed(act.seat)
        elif act.verb == "play" and self.felt.moved:
            self._played(act.seat, self.felt.faces[self.felt.moved[0]])

    def _shown(self, act: Act) -> None:
        """Charge a player whose shown cards prove a wrongful pass, because they could have been played then (FT-19)."""
        proved = denied(self.now, act.seat, but=act).intersection(act.cards)
        if proved:
            self._charge(act.seat, proved & firsts(self.now))

    def _taken_back(self, seat: int) -> None:
        """Record that a card is in its owner's hand again."""
        last = next((act for act in reversed(self.now.log[:-1]) if act.verb == "play"), None)
        if last is not None and last.seat == seat:
            if self.stray != seat:
                self.turn = seat
            self.stray = 0

    def _played(self, seat: int, face: Face | None) -> None:
        fits = face is None or face in self.goes
        if face is not None:
            if fits:
                del self.goes[face]
                self.lying.add(face)
                self.goes |= follows_in_rows(self.now, face, self.lying)
            else:
                self.look()
            if seat in self.blind and face in denied(self.now, seat):
                self._charge(seat, {face} & firsts(self.now))
        if fits and (seat == self.turn or (self.stray and seat == self._after(self.stray))):
            self.turn, self.stray = self._after(seat), 0
        else:
            self.stray = seat

    def _passed(self, seat: int) -> None:
        expected = (self.turn, self._after(self.stray) if self.stray else self.turn)
        if seat not in expected:
            return
        now = self.now
        if not self.lying or self.params.get("pass_chip", "always") == "always":
            self._owe(seat, 0, self.chip)
            self.passes.add(seat)
        hand = set(held(now, seat))
        if hand & self.goes.keys():
            self._charge(seat, firsts(now) & hand)
        self.turn, self.stray = self._after(seat), 0

    def _charge(self, seat: int, sevens: Collection[Face | None]) -> None:
        """Charge a wrongful pass: chips to the pot, and to the holders of the cards next to a card that begins a row."""
        if not sevens or self.params.get("seven_penalty", "added") == "added":
            self._owe(seat, 0, int(self.params.get("penalty", 3)) * self.chip)
        for seven in sevens:
            for face in beside(self.now, seven) if seven is not None else ():
                self._owe(seat, holder(self.now, face), int(self.params.get("penalty_beside", 5)) * self.chip, known=True)

    def _owe(self, payer: int, payee: int, amount: int, *, known: bool = False) -> None:
        if payer != payee and (payee or not known):
            self.debts[payer, payee] = self.debts.get((payer, payee), 0) + amount


@mechanic(
    "build_rows", breaks=_broken, plain=_first, verbs="play pass post pay show", void="unnamed outside", keeps={"turn": "seat"}
)
def build_rows(now: Situation, params: Params) -> Run:
    """Let each player in turn play a card that continues a row, or pay a chip to the pot and pass (FT-09 to FT-21).

    The places define the rows (`takes`, `after`). Parameters: `starter`, the first player; `pass_chip`, whether every pass costs
    a chip, or only passes before the first row; `penalty`, `penalty_beside`, `seven_penalty`, the cost of a wrongful pass. The
    step ends when a player has no card left and no chips are owed.

    Returns:
        The seat that is out, as `out`; payments already made for cards left in hand, as `paid`, seat to smallest chips.
    """
    rows = _LaidRows(now, params)
    while asked := rows.asked():
        act = yield asked
        if act is None:
            break
        rows.heard(act)
    return {"out": seat_out(now), "paid": rows.paid}


@paid
def ante_by_hand_size(now: Situation, params: Params) -> list[Payment]:
    """Make all players put a chip into the pot, and players with fewer cards than others a further chip (FT-07)."""
    sizes, chip = hand_sizes(now), now.felt.units(1)
    most = max(sizes.values(), default=0)
    return [(seat, "pot", chip * (2 if size < most else 1)) for seat, size in sizes.items()]

"""Tricks: lead, follow, trump; the winner takes the trick and leads to the next."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

import attrs

from dealerkit.cards import Face, Suit
from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.facts.tricks import contract
from dealerkit.felt import Act
from dealerkit.mechanics.kinds import SUIT_WORDS
from dealerkit.mechanics.registry import EVERYTHING, NOTHING, Ask, Moves, Params, Run, mechanic


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Which rule an act breaks, as a key of the step's `rules:`.

    `lead`: somebody else leads to the first trick. `turn`: somebody else is to play. `follow`: the suit that was led is
    not followed. `joker`: nor with the joker. `take`: the trick is not gathered, or not by its winner. `trumps`: a trump
    suit is named where none is to be named. `name`: none is named where the joker was led.
    """
    felt = now.felt
    if act.verb == "take":
        return "take"
    if act.verb == "name":
        return "trumps"
    asked = {move.split()[0] for moves in ask.values() for move in moves}
    if "take" in asked:
        return "take"
    if "name" in asked:
        return "name"
    if act.who not in ask:
        begun = any(felt.cards(f"s{seat}.won") for seat in range(1, felt.seats + 1))
        return "turn" if begun or felt.places["trick"] or not ask else "lead"
    return "joker" if act.cards and act.cards[0] is not None and act.cards[0].rank is None else "follow"


def _first_card(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    if "take trick" in moves:
        return Act.make(seat, "take", "trick")
    allowed = moves.get("play")
    if allowed is None:
        return Act.make(seat, *next(iter(moves)).split())
    cards = [face for card in now.felt.cards(seat) if (face := now.felt.faces[card]) is None or face in allowed]
    return Act.make(seat, "play", cards=cards[:1])


def suit_of(face: Face, trumps: Suit | None) -> Suit | None:
    """The suit a card belongs to; a joker belongs to trumps, or to none (NP-A3)."""
    return trumps if face.suit is None else face.suit


def strength(face: Face, led: Suit | None, trumps: Suit | None) -> int:
    """How high a card stands in its trick: jokers over trumps over the suit led over the rest (NP-03, NP-04, NP-19)."""
    if face.rank is None:
        return 300
    suit = face.suit
    base = 200 if suit is trumps and trumps is not None else 100 if suit is led else 0
    return base + face.rank.place


class NotOf:
    """Any card but those of some suits: for a hand that nobody has seen, of which something is known all the same."""

    __slots__ = ("suits", "trumps")

    def __init__(self, suits: Iterable[Suit], trumps: Suit | None) -> None:
        self.suits, self.trumps = frozenset(suits), trumps

    def __contains__(self, face: object) -> bool:
        return not isinstance(face, Face) or suit_of(face, self.trumps) not in self.suits

    def __iter__(self) -> Any:
        return iter(())


class Following:
    """Any card of the suit that was led: for a hand of which a card of that suit is known."""

    __slots__ = ("suit", "trumps")

    def __init__(self, suit: Suit, trumps: Suit | None) -> None:
        self.suit, self.trumps = suit, trumps

    def __contains__(self, face: object) -> bool:
        return not isinstance(face, Face) or suit_of(face, self.trumps) is self.suit

    def __iter__(self) -> Any:
        return iter(())


def legal(
    hand: list[Face | None], led: Face | None, named: Suit | None, trumps: Suit | None, void: Iterable[Suit] = ()
) -> Container[Any]:
    """The cards of a hand that may be played (NP-17, NP-18, NP-A2, NP-A3).

    Args:
        hand: The cards still held; None for one that nobody has seen.
        led: The first card of the trick; None for the leader.
        named: The suit that a led joker stands for.
        trumps: The trump suit; None if there is none.
        void: Suits that this player has failed to follow before, and so cannot hold.
    """
    suit = None if led is None else led.suit or named or trumps
    known = [face for face in hand if face is not None]
    following = [face for face in known if suit is not None and suit_of(face, trumps) is suit]
    if None in hand:
        if suit is not None and following:
            return Following(suit, trumps)
        return NotOf(void, trumps) if void else EVERYTHING
    return frozenset(following or known)


@attrs.define
class _Trick:
    """One trick while it lies on the table.

    Attributes:
        leader: The seat that leads.
        led: The card led, once it is.
        named: The suit that a led joker stands for.
        unnamed: Whether the others have played although no suit was named.
        cards: The card of each seat that has played, with its number on the felt.
        slips: Seats that did not follow suit though they could, while the trick can still be put right.
        void: Seats that have shown in this trick that they lack the suit that was led.
    """

    leader: int
    led: Face | None = None
    named: Suit | None = None
    unnamed: bool = False
    cards: dict[int, tuple[int, Face | None]] = attrs.field(factory=dict)
    slips: list[int] = attrs.field(factory=list)
    void: dict[int, Suit] = attrs.field(factory=dict)

    def take_back(self, seat: int) -> None:
        """A card is in its owner's hand again; what was wrong with it is forgiven (NP-A7)."""
        del self.cards[seat]
        self.void.pop(seat, None)
        if seat in self.slips:
            self.slips.remove(seat)
        if seat == self.leader:
            self.led = self.named = None

    def winner(self, trumps: Suit | None) -> int:
        """The seat whose card stands highest; the leader if no card is known."""
        suit = None if self.led is None else self.led.suit or self.named or trumps
        known = {seat: strength(face, suit, trumps) for seat, (_, face) in self.cards.items() if face is not None}
        return max(known, key=lambda seat: (known[seat], seat == self.leader)) if known else self.leader


class _Hand:
    """A hand of tricks while it is played: `asked` says who may do what, `heard` takes in what was done.

    A lead by the wrong player leads nothing, unless the next player follows it: then the table has let it stand.
    """

    def __init__(self, now: Situation, params: Params) -> None:
        self.now, self.felt, self.params = now, now.felt, params
        self.bid = contract(now)
        self.trumped = not (self.bid and self.bid.get("trumps") is False)
        self.trumps: Suit | None = None
        self.won = dict.fromkeys(range(self.felt.seats + 1), 0)
        self.revoked: list[int] = []
        self.void: dict[int, set[Suit]] = {}
        self.first = True
        self.over = False
        self.trick = _Trick(self.bid["bidder"] if self.bid else in_turn(now, self.felt.button)[0])
        self.follower = 0
        self.allowed: dict[int, Container[Any]] = {}

    def asked(self) -> Ask:
        """Who may do what; nothing when the hand is over."""
        trick, felt = self.trick, self.felt
        for seat in [seat for seat, (card, _) in trick.cards.items() if card in felt.places[f"s{seat}"]]:
            trick.take_back(seat)
        self.allowed, self.follower = {}, 0
        if self.over:
            return {}
        if self.naming:
            return {f"s{trick.leader}": {f"name {suit}": NOTHING for suit in SUIT_WORDS}}
        waiting = self.waiting()
        if not waiting:
            return {f"s{trick.winner(self.trumps)}": {"take trick": NOTHING}}
        if trick.led is None and trick.leader not in trick.cards and trick.leader not in waiting:
            trick.leader = waiting[0]  # whoever should lead has no card left
        self.allowed[waiting[0]] = self.may_play(waiting[0], trick.led)
        if trick.led is None and trick.cards and trick.leader == waiting[0]:
            early = next(iter(trick.cards))
            after = next(seat for seat in in_turn(self.now, early) if seat in waiting)
            if after != trick.leader:
                self.follower = after
                self.allowed[after] = self.may_play(after, trick.cards[early][1])
        return {f"s{seat}": {"play": cards} for seat, cards in self.allowed.items()}

    @property
    def naming(self) -> bool:
        """Whether the joker was led first and its suit is still to be named (NP-A2)."""
        trick = self.trick
        led_joker = trick.led is not None and trick.led.suit is None
        return led_joker and self.first and self.trumped and trick.named is None and not trick.unnamed

    def waiting(self) -> list[int]:
        """Seats that are still to play to the trick, in turn."""
        before = (self.trick.leader - 2) % self.felt.seats + 1
        return [seat for seat in in_turn(self.now, before) if seat not in self.trick.cards and self.felt.places[f"s{seat}"]]

    def may_play(self, seat: int, led: Face | None) -> Container[Any]:
        """The cards a seat may play now."""
        hand = [self.felt.faces[card] for card in self.felt.places[f"s{seat}"]]
        return legal(hand, led, self.trick.named, self.trumps, self.void.get(seat, ()))

    def heard(self, act: Act) -> None:
        """Somebody has done something, asked for or not."""
        trick = self.trick
        if act.verb == "name":
            if self.naming and act.seat == trick.leader:
                trick.named = self.trumps = SUIT_WORDS.get(act.to[0])
                trick.unnamed = trick.named is None
        elif act.verb == "take":
            if not self.naming and not self.waiting():
                self.gathered()
        elif act.verb == "play" and self.felt.moved:
            trick.unnamed = trick.unnamed or self.naming
            if not self.waiting() and act.seat in trick.cards:
                self.gathered()
            if act.seat not in self.trick.cards:
                self.laid(act.seat, self.felt.moved[0])

    def laid(self, seat: int, card: int) -> None:
        """A card lies in the trick."""
        trick, face = self.trick, self.felt.faces[card]
        if self.follower == seat:
            trick.leader = next(iter(trick.cards))
            self.lead(trick.cards[trick.leader][1])
        trick.cards[seat] = (card, face)
        if seat == trick.leader:
            self.lead(face)
        if face is None:
            return
        if seat in self.allowed and face not in self.allowed[seat]:
            trick.slips.append(seat)
            if (suit := suit_of(face, self.trumps)) is not None:
                self.void.get(seat, set()).discard(suit)
        elif trick.led is not None and seat != trick.leader:
            suit = trick.led.suit or trick.named or self.trumps
            if suit is not None and suit_of(face, self.trumps) is not suit:
                trick.void[seat] = suit

    def lead(self, face: Face | None) -> None:
        """The trick is led; the first card of the hand makes trumps (NP-16)."""
        self.trick.led = face
        if self.first and self.trumped and face is not None:
            self.trumps = face.suit

    def gathered(self) -> None:
        """The trick is over: it counts for its winner, who leads next; a revoke in it can no longer be put right (NP-A7)."""
        trick = self.trick
        winner = trick.winner(self.trumps)
        self.won[winner] += 1
        self.revoked += trick.slips
        for seat, suit in trick.void.items():
            self.void.setdefault(seat, set()).add(suit)
        self.first = False
        self.trick = _Trick(winner)
        self.allowed, self.follower = {}, 0
        held = [len(self.felt.cards(f"s{seat}")) for seat in range(1, self.felt.seats + 1)]
        stops = bool(self.params.get("stop_when_decided"))
        self.over = sum(map(bool, held)) < 2 or bool(stops and self.bid and self.decided(self.bid, max(held)))

    def decided(self, bid: Mapping[str, Any], left: int) -> bool:
        """Whether the bid can no longer be made, or no longer be lost (NP-A9)."""
        mine, wanted = self.won[bid["bidder"]], int(bid["tricks"])
        return mine > 0 if wanted == 0 else mine >= wanted or mine + left < wanted


@mechanic("tricks", fault=_broken, plain=_first_card, verbs="play take name")
def tricks(now: Situation, params: Params) -> Run:
    """Tricks with strict following; the bidder leads, and the first card's suit is trumps unless the bid says there are none.

    NP-15 to NP-20. With `stop_when_decided` the play ends when the bid is settled (NP-A9).

    Returns:
        `won`: tricks by seat; `revoked`: seats that failed to follow while able, in order; `trumps`: the suit or None.
    """
    hand = _Hand(now, params)
    while asked := hand.asked():
        act = yield asked
        if act is None:
            return None
        hand.heard(act)
    return {"won": hand.won, "revoked": hand.revoked, "trumps": hand.trumps}

"""Tricks: players lead, follow suit or trump; the winner takes the trick and leads to the next."""

from __future__ import annotations

from collections.abc import Container, Mapping

from dealerkit.cards import Face, Suit
from dealerkit.facts import Situation
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.files.screen_text import count_of
from dealerkit.games.social.facts.tricks import Contract, contract
from dealerkit.games.social.mechanics.choice import late_answer
from dealerkit.games.social.mechanics.trick import Trick, legal, strength, suit_of
from dealerkit.mechanics.registry import EVERYTHING, NOTHING, Ask, Moves, Params, Run, first_move, mechanic
from dealerkit.mechanics.setup_values import SUIT_WORDS, NotGiven
from dealerkit.rules.entries import Branch


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `lead`: another player leads to the first trick. `next`: another player leads to a later trick. `turn`: another player is to
    play. `follow`: the suit led is not followed. `trump`: the suit led is trumps, and is not followed. `joker`: a led joker is
    not followed. `take`: the trick is not gathered, or not by its winner. `trumps`: a trump suit is named although none is to be
    named. `name`: no suit is named for a led joker. `answer`, or the word: a choice is answered that is no longer open.
    """
    felt = now.felt
    if act.verb == "answer":
        return late_answer(now, params, act)
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
        if felt.places["trick"] or not ask:
            return "turn"
        return "next" if begun else "lead"
    if act.cards and act.cards[0] is not None and act.cards[0].rank is None:
        return "joker"
    led = next((felt.faces[card] for card in felt.cards("trick")), None)
    return "trump" if led is not None and led.suit is not None and led.suit is trump_suit(now, params) else "follow"


def trump_suit(now: Situation, params: Params) -> Suit | None:
    """Return the trump suit if it is that of a card on the table; None if trumps are made in another way, or the card is unknown.

    Args:
        now: The situation.
        params: Parameters of the step: `trumps: {card_in: PLACE}` names the place of the card; the last card there counts.
    """
    source = params.get("trumps")
    cards = now.felt.cards(source["card_in"]) if isinstance(source, Mapping) else []
    face = now.felt.faces[cards[-1]] if cards else None
    return None if face is None else face.suit


def _first_card(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    if "take trick" in moves:
        return Act.make(seat, "take", "trick")
    allowed = moves.get("play")
    if allowed is None:
        return first_move(now, params, seat, moves)
    cards = [face for card in now.felt.cards(seat) if (face := now.felt.faces[card]) is None or face in allowed]
    return Act.make(seat, "play", cards=cards[:1])


class _TrickHand:
    """The state of a hand of tricks: `asked` returns the open moves, `heard` records an act.

    A lead by the wrong player counts for nothing, unless the next player follows it: then it stands.
    """

    def __init__(self, now: Situation, params: Params) -> None:
        self.now, self.felt, self.params = now, now.felt, params
        self.bid = contract(now)
        by_card = isinstance(params.get("trumps"), Mapping)
        self.by_lead = not (by_card or params.get("trumps") == "none" or (self.bid and self.bid.get("trumps") is False))
        self.trumps: Suit | None = trump_suit(now, params)
        self.unread = by_card and self.trumps is None
        self.may_trump = params.get("follow") == "or_trump"
        self.won = dict.fromkeys(range(self.felt.seats + 1), 0)
        self.captured: dict[int, list[int]] = {seat: [] for seat in range(1, self.felt.seats + 1)}
        self.high = self.low = 0
        self.top, self.bottom = -1, 0
        self.revoked: list[int] = []
        self.void: dict[int, set[Suit]] = {}
        self.first = True
        self.over = False
        self.trick = Trick(self.bid["bidder"] if self.bid else in_turn(now, self.felt.button)[0])
        self.follower = 0
        self.allowed: dict[int, Container[object]] = {}

    def resume(self, given: Branch) -> None:
        """Set up the hand from the felt, for a table that begins in the middle.

        Raises:
            NotGiven: If a fact of the hand is missing, or the hands and piles do not fit together.
        """
        felt, lying, seats = self.felt, self.felt.cards("trick"), range(1, self.felt.seats + 1)
        if "leader" not in given:
            if not self.now.log and (lying or any(felt.cards(f"s{seat}.won") for seat in seats)):
                raise NotGiven(("leader",), "leader is missing: name the seat that leads the current trick, or the next one")
            return
        for seat in seats:
            pile = self.captured[seat] = felt.cards(f"s{seat}.won")
            if len(pile) % felt.seats:
                msg = f"s{seat} has won {count_of(len(pile), 'card')}, which doesn't divide into tricks of {felt.seats}"
                raise NotGiven((), msg)
            self.won[seat] = len(pile) // felt.seats
            for card in pile:
                self.noted(seat, felt.faces[card], given.get("trumps", self.trumps))
        self.first = not any(self.captured.values())
        if self.by_lead and not self.first and "trumps" not in given:
            raise NotGiven(("trumps",), "trumps are missing: the first card led has already set them")
        self.trumps = given.get("trumps", self.trumps)
        self.high, self.low = given.get("high", self.high), given.get("low", self.low)
        self.revoked += given.get("revoked", ())
        leader = self.trick.leader = given["leader"]
        order = in_turn(self.now, (leader - 2) % felt.seats + 1)
        held = {seat: len(felt.cards(f"s{seat}")) for seat in seats}
        if len({held[seat] + (at < len(lying)) for at, seat in enumerate(order)}) > 1:
            counts = ", ".join(f"s{seat} {count}" for seat, count in held.items())
            msg = f"the hands don't add up: {count_of(len(lying), 'card')} in the trick s{leader} leads, and hands of {counts}"
            raise NotGiven((), msg)
        for seat, card in zip(order, lying, strict=False):
            self.laid(seat, card)
        if self.trick.led is not None and self.trick.led.suit is None and self.by_lead:
            self.trick.named = self.trumps = given.get("trumps", self.trumps)

    def asked(self) -> Ask:
        """Return the open moves by seat; empty when the hand is over."""
        trick, felt = self.trick, self.felt
        for seat in [seat for seat, (card, _) in trick.cards.items() if card in felt.places[f"s{seat}"]]:
            trick.take_back(seat)
        trick.over = [card for card in trick.over if card in felt.places["trick"]]
        self.allowed, self.follower = {}, 0
        if self.over:
            return {}
        if self.naming:
            return {f"s{trick.leader}": {f"name {suit}": NOTHING for suit in SUIT_WORDS}}
        waiting = self.waiting()
        if not waiting and not trick.cards:
            return {}  # all hands are empty
        if not waiting:
            takers = list(trick.cards) if self.unread else [trick.winner(self.trumps)]
            return {f"s{seat}": {"take trick": NOTHING} for seat in takers}
        if trick.led is None and trick.leader not in trick.cards and trick.leader not in waiting:
            trick.leader = waiting[0]  # the player who should lead has no card left
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
        """Whether a joker was led first and its suit is still to be named (NP-A2)."""
        trick = self.trick
        led_joker = trick.led is not None and trick.led.suit is None
        return led_joker and self.first and self.by_lead and trick.named is None and not trick.unnamed

    def waiting(self) -> list[int]:
        """Return the seats that are still to play to the trick, in turn."""
        before = (self.trick.leader - 2) % self.felt.seats + 1
        return [seat for seat in in_turn(self.now, before) if seat not in self.trick.cards and self.felt.places[f"s{seat}"]]

    def may_play(self, seat: int, led: Face | None) -> Container[object]:
        """Return the cards a seat may play now.

        Args:
            seat: The seat.
            led: The first card of the trick; None for the leader.
        """
        if self.unread and self.may_trump and led is not None:
            return EVERYTHING  # any card may be a trump
        hand = [self.felt.faces[card] for card in self.felt.places[f"s{seat}"]]
        return legal(hand, led, self.trick.named, self.trumps, self.void.get(seat, ()), may_trump=self.may_trump)

    def heard(self, act: Act) -> None:
        """Record an act, asked for or not."""
        trick = self.trick
        if act.verb == "name":
            if self.naming and act.seat == trick.leader:
                trick.named = self.trumps = SUIT_WORDS.get(act.to[0])
                trick.unnamed = trick.named is None
        elif act.verb == "take":
            if not self.naming and not self.waiting():
                self.gathered(act.seat)
        elif act.verb == "play" and self.felt.moved:
            trick.unnamed = trick.unnamed or self.naming
            if act.seat in trick.cards and not self.waiting():
                self.gathered(act.seat)
            if act.seat not in self.trick.cards:
                self.laid(act.seat, self.felt.moved[0])
            else:
                self.trick.over.append(self.felt.moved[0])

    def laid(self, seat: int, card: int) -> None:
        """Record a card played to the trick."""
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
            mine = suit_of(face, self.trumps)
            trumped = self.may_trump and (self.unread or mine is self.trumps)
            if suit is not None and mine is not suit and not trumped:
                trick.void[seat] = suit

    def lead(self, face: Face | None) -> None:
        """Record the card that is led; the first card of the hand makes trumps (NP-16)."""
        self.trick.led = face
        if self.first and self.by_lead and face is not None:
            self.trumps = face.suit

    def gathered(self, taker: int) -> None:
        """Count the trick for its winner, who leads next; a revoke in it can no longer be corrected (NP-A7).

        If the trump suit is unreadable, the trick counts for the player who took it.
        """
        trick = self.trick
        winner = taker if self.unread and taker in trick.cards else trick.winner(self.trumps)
        self.won[winner] += 1
        self.captured[winner] += [card for card, _ in trick.cards.values()] + trick.over
        for seat, (_, face) in trick.cards.items():
            self.noted(seat, face, self.trumps)
        self.revoked += trick.slips
        for seat, suit in trick.void.items():
            self.void.setdefault(seat, set()).add(suit)
        self.first = False
        self.trick = Trick(winner)
        self.allowed, self.follower = {}, 0
        held = [len(self.felt.cards(f"s{seat}")) for seat in range(1, self.felt.seats + 1)]
        stops = bool(self.params.get("stop_when_decided"))
        self.over = sum(map(bool, held)) < 2 or bool(stops and self.bid and self.decided(self.bid, max(held)))

    def noted(self, seat: int, face: Face | None, trumps: Suit | None) -> None:
        """Record a card if it is the highest or the lowest trump played so far."""
        if face is not None and trumps is not None and suit_of(face, trumps) is trumps:
            height = strength(face, None, trumps)
            if height > self.top:
                self.top, self.high = height, seat
            if not self.low or height < self.bottom:
                self.bottom, self.low = height, seat

    def decided(self, bid: Contract, left: int) -> bool:
        """Return whether the bid can no longer be made, or no longer be lost (NP-A9).

        Args:
            bid: The contract.
            left: Number of tricks still to be played.
        """
        mine, wanted = self.won[bid["bidder"]], int(bid["tricks"])
        return mine > 0 if wanted == 0 else mine >= wanted or mine + left < wanted


def _played(now: Situation, params: Params, resumed: Branch) -> Mapping[str, object]:
    """Return the result of the tricks at a table set up after them; the highest and the lowest trump count as played by the seats
    that captured them.
    """
    hand = _TrickHand(now, params)
    trumps = resumed.get("trumps", hand.trumps)
    for seat, pile in hand.captured.items():
        pile[:] = now.felt.cards(f"s{seat}.won")
        hand.won[seat] = len(pile) // now.felt.seats
        for card in pile:
            hand.noted(seat, now.felt.faces[card], trumps)
    return {
        "won": {**hand.won, **resumed.get("won", {})},
        "captured": hand.captured,
        "revoked": list(resumed.get("revoked", ())),
        "trumps": trumps,
        "high": resumed.get("high", hand.high),
        "low": resumed.get("low", hand.low),
    }


@mechanic(
    "tricks",
    breaks=_broken,
    plain=_first_card,
    verbs="play take name",
    keeps={"leader": "seat?", "trumps": "suit?", "high": "seat?", "low": "seat?", "revoked": "seats?"},
    comes_to={"won": "by_seat?", "revoked": "seats?", "trumps": "suit?", "high": "seat?", "low": "seat?"},
    result=_played,
)
def tricks(now: Situation, params: Params) -> Run:
    """Play tricks: the bidder leads, or else the player on the dealer's left; the highest trump or card of the suit led wins.

    Parameters: `follow`, `strict` (a player who can follow must; the default, NP-17) or `or_trump` (may trump instead, AF-28);
    `trumps`, `first_lead` (the suit of the first card, unless the bid has no trumps; the default, NP-16), `none`, or `{card_in:
    PLACE}` (of the last card there, AF-13); `stop_when_decided`, whether the play ends as soon as the bid is made or lost
    (NP-A9).

    A table set up in the middle is given the `leader`, the suit of `trumps` if cards have made it before, the seats that played
    the highest and the lowest trump (`high`, `low`; if left out, the seats that captured them), and the seats that have
    `revoked`.

    Returns:
        `won`: tricks by seat; `captured`: cards by seat; `revoked`: seats that failed to follow while able, in order; `trumps`:
            the
        suit or None; `high`, `low`: the seats that played the highest and the lowest trump, 0 if none was played.
    """
    hand = _TrickHand(now, params)
    hand.resume(now.given)
    while asked := hand.asked():
        act = yield asked
        if act is None:
            return None
        hand.heard(act)
    return {
        "won": hand.won,
        "captured": hand.captured,
        "revoked": hand.revoked,
        "trumps": hand.trumps,
        "high": hand.high,
        "low": hand.low,
    }

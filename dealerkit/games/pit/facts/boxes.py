"""The boxes of a round against the house: whose hands there are, what was said on them, and what is known of each.

A hand is remembered by the round and not by its place: one that was picked up is still known. What the dealer's closed card is
counts only when it lies open or the dealer has looked at it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from dealerkit.arithmetic.conditions import Told, holds_any
from dealerkit.cards import Face
from dealerkit.facts.rounds import round_id, steps_in
from dealerkit.facts.situation import GameData, Situation, by_option, fact, never_with, only_in, only_with
from dealerkit.felt import VERBS, Act
from dealerkit.felt.acts import seat_number
from dealerkit.felt.effects import nothing
from dealerkit.felt.effects.chips import is_taken_back
from dealerkit.rules.boxes import DEALER_HAND, Boxes, Word
from dealerkit.rules.doc import branch

T = TypeVar("T")

_NOT_MADE = object()

Event = tuple[str, int]
"""A card, as a number in the order in which the round's cards came, and the place it came to; empty if it left the table."""


@attrs.define(eq=False)
class BoxHand:
    """A hand of a box.

    Attributes:
        seat: Whose box it is.
        child: Its name within the box; empty for the first hand.
        split: Whether it came from a split: `no`, `yes`, or `ace` of aces.
        cards: Its cards, each by its number in the order in which the cards of the round came.
        began: The cards that it began with, once a split has taken one of them.
        words: What was said on it, in order, as far as it was open then.
        waits: The word whose cards are still to come; None if none is.
        due: How many cards that word still asks for.
        into: The hand that takes the last card, where a split is still to be laid.
        picked: Whether its cards have been picked up.
        called: How many cards it had when its total was called last.
        void: Whether its main bet went back to its owner, so that it is out of the round (BJI-08).
        place: The place where its cards lie.
    """

    seat: int
    child: str = ""
    split: str = "no"
    cards: list[int] = attrs.Factory(list)
    began: list[int] = attrs.Factory(list)
    words: list[str] = attrs.Factory(list)
    waits: Word | None = None
    due: int = 0
    into: BoxHand | None = None
    picked: bool = False
    called: int = 0
    void: bool = False
    place: str = attrs.field(init=False)

    @place.default
    def _place(self) -> str:
        return f"s{self.seat}.{self.child}" if self.child else f"s{self.seat}"


@attrs.define(eq=False)
class BoxRound:
    """A round, as far as it has come.

    Attributes:
        boxes: The rules of the game in force.
        hands: Every hand with a bet, in the order in which they play.
        dealer: The cards of the dealer's hand.
        up: The card of it that was dealt face up first; None while there is none.
        looked: Whether the dealer has looked at the closed card.
        served: The hand that was dealt a card last, after the first cards of the round; None before.
        deals: How many cards were dealt in the round, by the place that they went to, less those that left it again.
        bets: What was put on the rows that a decision or an offer opens, less whatever went back to its owner, by seat and row,
            in smallest chips.
        taken: What was taken to the rack, less what came back out of it, by seat and row.
        paid: What was paid, less what was collected, by seat and row.
        cleared: Whether the cards of the round have been cleared.
        stood: The bets as they stood when betting was closed, by row.
        faces: The face of each card, by that number; None where nobody knows it.
        shown: The cards of the dealer that lie face up, by their numbers.
        lying: The wagers that lie on each hand, by its place, as far as that has been worked out.
        down: The cards of the players that lie face down, in the same way (BJ-35).
        memo: What has been worked out since a card came, a word was said, or chips were bet or went back. What is taken or paid
            changes none of it.
    """

    boxes: Boxes
    hands: list[BoxHand]
    dealer: list[int] = attrs.Factory(list)
    up: int | None = None
    looked: bool = False
    served: BoxHand | None = None
    deals: dict[str, int] = attrs.field(factory=lambda: defaultdict(int))
    bets: dict[tuple[int, str], int] = attrs.field(factory=lambda: defaultdict(int))
    taken: dict[tuple[int, str], int] = attrs.field(factory=lambda: defaultdict(int))
    paid: dict[tuple[int, str], int] = attrs.field(factory=lambda: defaultdict(int))
    cleared: bool = False
    stood: Mapping[str, Sequence[int]] = attrs.Factory(dict)
    faces: Mapping[int, Face | None] = attrs.Factory(dict)
    shown: set[int] = attrs.Factory(set)
    lying: dict[str, list[str]] = attrs.Factory(dict)
    down: set[int] = attrs.Factory(set)
    memo: dict[object, Any] = attrs.Factory(dict)

    @property
    def open(self) -> bool:
        """Whether each card of the dealer lies face up."""
        return self.shown.issuperset(self.dealer)

    @property
    def dealt(self) -> int:
        """How many cards were dealt in the round."""
        return sum(self.deals.values())

    def letters(self, cards: Sequence[int]) -> tuple[str, ...] | None:
        """Return the ranks of cards, by their letters; None if one of them is unknown."""
        faces = [self.faces.get(card) for card in cards]
        return None if None in faces else tuple([face.letter for face in faces if face is not None])

    def up_letter(self) -> str | None:
        """Return the rank of the dealer's card that lies up, by its letter; None without one, or where nobody knows it."""
        face = None if self.up is None else self.faces.get(self.up)
        return None if face is None else face.letter

    def is_closed(self, hand: BoxHand) -> bool:
        """Return whether a card of a hand lies face down."""
        return bool(self.down) and not self.down.isdisjoint(hand.cards)

    def first_cards(self, hand: BoxHand) -> list[int]:
        """Return the cards that a hand began with, by their numbers."""
        return hand.began or hand.cards[: self.boxes.cards]

    def once(self, key: object, make: Callable[[], T]) -> T:
        """Return a value worked out from the round as it stands, cached as long as `memo` is."""
        kept = self.memo.get(key, _NOT_MADE)
        if kept is _NOT_MADE:
            kept = self.memo[key] = make()
        made: T = kept
        return made

    def told(self, hand: BoxHand) -> Told:
        """Return what is known of a hand by itself, with the dealer's card that lies up."""
        return self.once(("told", hand.place), lambda: self._told(hand))

    def _told(self, hand: BoxHand) -> dict[str, object]:
        boxes, of_seat = self.boxes, [other for other in self.hands if other.seat == hand.seat]
        read, natural = self._read(hand), self.dealer_natural()
        before = next((other for other in of_seat if other is hand or self._is_left(other)), None)
        return {
            "cards": len(hand.cards),
            "split": hand.split,
            "first_hand": not hand.child,
            "first_left": before is hand and not (hand.picked or read.get("bust")),
            "room": len(of_seat) <= len(boxes.children),
            "shown": not self.is_closed(hand),
            "word": hand.words[-1] if hand.words else "none",
            "dealer_up": self.up_letter(),
            **read,
            "dealer_natural": natural,
            "natural_shown": natural is True,
        }

    def _is_left(self, hand: BoxHand) -> bool:
        """Return whether a hand still lies there and is not over 21."""
        return not (hand.picked or self._read(hand).get("bust"))

    def _read(self, hand: BoxHand) -> Told:
        """Return what a hand's own cards tell; nothing while one of them is unknown."""
        letters = self.letters(hand.cards)
        return self.boxes.reading.hand(letters, hand.split) if letters else {}

    def against(self, hand: BoxHand) -> Told:
        """Return what is known of a hand, with how it stands against the dealer's once that lies open."""
        return self.once(("against", hand.place), lambda: self._against(hand))

    def _against(self, hand: BoxHand) -> Told:
        told, dealers = self.told(hand), self.letters(self.dealer)
        if not (dealers and self.open and len(self.dealer) >= self.boxes.cards):
            return told
        letters, reading = self.letters(hand.cards), self.boxes.reading
        return {**told, **reading.compare(told, reading.hand(dealers, "no"), letters, dealers)} if letters else told

    def dealer_natural(self) -> bool | None:
        """Return whether the dealer has a natural; None while nobody can know (BJ-67, BJ-68)."""
        return self.once("dealer natural", self._dealer_natural)

    def _dealer_natural(self) -> bool | None:
        reading = self.boxes.reading
        up = self.up_letter()
        if reading.natural is None or up is None:
            return None
        if not reading.natural(up):
            return False
        letters = self.letters(self.dealer)
        if letters is None or len(letters) < 2 or not (self.open or self.looked):
            return None
        return bool(reading.hand(letters, "no").get("natural"))

    def is_done(self, hand: BoxHand) -> bool:
        """Return whether a hand has nothing more to say and takes no more cards."""
        boxes = self.boxes
        if hand.picked or hand.void:
            return True
        if hand.waits is not None or len(hand.cards) < boxes.cards:
            return False
        if hand.words and boxes.words[hand.words[-1]].ends:
            return True
        return holds_any(boxes.over, self.against(hand)) or not self.words_open(hand)

    def words_open(self, hand: BoxHand, *, offered: bool = False) -> Sequence[Word]:
        """Return the words that may be said of a hand now.

        Args:
            hand: The hand.
            offered: Those that are said while something is offered to all, instead of those in turn.
        """
        return self.once(("words", hand.place, offered), lambda: self._words_open(self.against(hand), offered=offered))

    def _words_open(self, told: Told, *, offered: bool) -> list[Word]:
        return [word for word in self.boxes.words.values() if word.is_offered(told) is offered and word.is_open(told)]

    @property
    def turn(self) -> BoxHand | None:
        """The hand that is to say something, or to get a card; None once all are done."""
        return self.once("turn", lambda: next((hand for hand in self.hands if not self.is_done(hand)), None))

    def stake(self, hand: BoxHand, wager: str) -> int:
        """Return what was put on a wager of a hand, in smallest chips."""
        return self.put(hand.seat, self.boxes.row(wager, hand.child))

    def wagers_of(self, hand: BoxHand) -> Sequence[str]:
        """Return the wagers that lie on a hand, outward from the bettor."""
        kept = self.lying.get(hand.place)
        if kept is None:
            kept = self.lying[hand.place] = [name for name in self.boxes.wagers if self.stake(hand, name)]
        return kept

    def bet(self, bet: tuple[int, str], chips: int) -> None:
        """Note chips that were put on a seat's row, or below zero went back to their owner."""
        self.bets[bet] += chips
        self.lying.clear()
        self.memo.clear()

    def put(self, seat: int, row: str) -> int:
        """Return what a seat has put on a row, less whatever went back to it."""
        stood = self.stood.get(row, ())
        return (stood[seat] if seat < len(stood) else 0) + self.bets.get((seat, row), 0)

    def is_settled(self, seat: int, row: str, take: int, pay: int) -> bool:
        """Return whether so many smallest chips were taken from a seat's row, and so many paid."""
        return (self.taken[seat, row], self.paid[seat, row]) == (take, pay)

    def only_row(self, seat: int) -> str:
        """Return the row of the only wager of a seat; empty if it has none or several."""
        hands = (hand for hand in self.hands if hand.seat == seat)
        rows = [self.boxes.row(name, hand.child) for hand in hands for name in self.wagers_of(hand)]
        return rows[0] if len(rows) == 1 else ""


def boxes_in(game: GameData) -> Boxes:
    """Return the rules of boxes of a game against the house."""
    made: Boxes = game.memo["boxes"]
    return made


def betting_step(game: GameData) -> str:
    """Return the step in which bets are made before the cards."""
    return next((name for name, step in steps_in(branch(game.data, "procedure")) if step.get("play") == "wager"), "")


def bets_at_the_close(now: Situation) -> Mapping[str, Sequence[int]]:
    """Return the bets as they stood when betting was closed, by row, a cell a seat; none while it is open."""
    return _bets_closed(now, now.game.once("betting step", betting_step)) or {}


def _bets_closed(now: Situation, step: str) -> Mapping[str, Sequence[int]] | None:
    """Return the bets at the close of the betting step; None while it is open."""
    stood: Mapping[str, Sequence[int]] | None = now.results.get(step)
    return stood if stood is not None else now.felt.closed


def box_round(now: Situation) -> BoxRound:
    """Read the round that is under way: what was read of it before is kept, and goes on with the acts since."""
    kept: _RoundReader | None = now.cache.get("box round")
    if kept is not None and kept.is_of(now):
        return kept.round if kept.at == len(now.log) else kept.read(now)
    reader = now.cache["box round"] = _RoundReader(now, boxes_in(now.game))
    return reader.read(now)


class _RoundReader:
    """Reads a round from its acts: which card came where, and what was said when it lay there.

    Attributes:
        at: How long the log was when it last read.
    """

    def __init__(self, now: Situation, boxes: Boxes) -> None:
        self._section, self._betting = round_id(now.game), now.game.once("betting step", betting_step)
        self._stood = _bets_closed(now, self._betting)
        stood = self._stood or {}
        main = stood.get(boxes.main, ())
        hands = [BoxHand(seat) for seat in range(1, now.felt.seats + 1) if seat < len(main) and main[seat]]
        self.round = BoxRound(boxes, hands, stood=stood)
        self.now, self._felt, self._log = now, now.felt, now.log
        self.at = self._mark = now.marks.get(self._section, 0)
        starts = now.starts.get(self._section, ())
        self._begun = starts[-1] if starts else 0
        self._lying: dict[str, list[int]] = defaultdict(list)
        self._count = 0
        self._closed = False
        self._asked: dict[int, Word] = {}
        self._back: dict[tuple[int, str], int] = defaultdict(int)
        self._late: dict[tuple[int, str], int] = defaultdict(int)
        self._taken_up: dict[tuple[int, str], int] = defaultdict(int)

    def is_of(self, now: Situation) -> bool:
        """Return whether this is the round under way."""
        return (
            self._log is now.log
            and self._felt is now.felt
            and self._mark == now.marks.get(self._section, 0)
            and self._stood is _bets_closed(now, self._betting)
            and self.at <= len(now.log)
        )

    def read(self, now: Situation) -> BoxRound:
        """Return the round as far as the log has come."""
        made, acts = self.round, now.log[self.at :]
        self.now, self.at = now, len(now.log)
        events = [self._follow(act) for act in acts]
        moved = any(map(_moves_cards, acts))
        if moved:
            cards = self._cards()
            made.faces = {token: now.felt.faces[card] for token, card in cards.items()}
            made.memo.clear()
        for act, came in zip(acts, events, strict=True):
            if act.seat:
                self._said(act)
            for place, token in came:
                if act.verb != "deal":
                    self._left(act, token)
                self._came(act, place, token)
            if act.who == "d":
                self._done(act)
                if act.verb not in SETTLING:
                    made.memo.clear()
        if moved:  # it came to lie face up without being turned, as where the hand was laid out again
            made.shown.update(token for token in self._lying[DEALER_HAND] if token in cards and now.felt.up[cards[token]])
        return made

    def _follow(self, act: Act) -> list[Event]:
        """Return the cards that an act has brought to another place, by their numbers in the order in which they came; -1 is one
        that nobody dealt.
        """
        if act.who != "d":
            return []
        stock = self.now.felt.layout.stock
        if act.verb == "deal":
            tokens = range(self._count, self._count + act.count)
            self._count += act.count
            del self._lying[stock][-act.count :]  # what had been put back comes as another card
            self._lying[act.to[0]] += tokens
            return [(act.to[0], token) for token in tokens]
        cards = self._lying[act.to[0]] if act.verb in _LEAVES else []
        off_the_stock = act.verb == "move" and act.to[0] == stock
        if not cards and not off_the_stock:
            return []
        if off_the_stock:
            token = cards.pop() if cards and act.n is None else -1
        else:
            token = cards.pop(int(act.n) - 1 if act.n is not None and 0 < act.n <= len(cards) else -1)
        target = act.to[1] if act.verb == "move" else "held" if act.verb == "hold" else stock
        self._lying[target].append(token)
        return [(target, token)]

    def _cards(self) -> dict[int, int]:
        """Return which card each number of the order stands for, by where the cards of the round lie now."""
        felt, begun, found = self.now.felt, self._begun, dict[int, int]()
        for place, tokens in self._lying.items():
            lying: Sequence[int] = felt.gone.get(place) or felt.places.get(place) or ()
            cards = sorted((card for card in lying if card >= 0 and felt.out[card] > begun), key=felt.out.__getitem__)
            dealt = sorted(token for token in tokens if token >= 0)
            if len(cards) < len(dealt) and len(lying) == len(tokens):  # one was put back on the shoe, and came from there again
                found |= {token: card for token, card in zip(tokens, lying, strict=True) if token >= 0 <= card}
            else:
                found |= zip(dealt, cards, strict=False)  # however they lie now, as those of a hand laid out again
        return found

    def _hand(self, place: str) -> BoxHand | None:
        return next((hand for hand in self.round.hands if hand.place == place), None)

    def _left(self, act: Act, card: int) -> None:
        """Note a card that leaves the place where it lay: what it was dealt for is still to come."""
        made = self.round
        if act.to[0] != self.now.felt.layout.discards:
            made.deals[act.to[0]] -= 1
        if card in made.dealer:
            made.dealer.remove(card)
        for hand in made.hands:
            if card in hand.cards:
                hand.cards.remove(card)
                if card in self._asked and hand.into is None:
                    hand.waits, hand.due = self._asked.pop(card), hand.due + 1

    def _came(self, act: Act, place: str, card: int) -> None:
        """Note a card that has come to a place, or to another; one that nobody dealt belongs to no hand."""
        made = self.round
        if card < 0:
            return
        if place == DEALER_HAND:
            made.dealer.append(card)
            laid_out_again = act.verb == "move" and act.to[0] == self.now.felt.layout.discards  # seen or not as it was
            if act.face != "down" and not laid_out_again:
                made.shown.add(card)
                made.up = card if made.up is None else made.up
        hand = self._hand(place)
        if hand is None:
            return
        hand.cards.append(card)
        if act.verb == "deal" and act.face == "down":
            made.down.add(card)
        if act.verb == "deal" and (hand.split != "no" or len(hand.cards) > made.boxes.cards):
            made.served = hand
        if hand.due and hand.waits is not None:
            self._asked[card] = hand.waits
            hand.due -= 1
            if not hand.due:
                hand.waits = None

    def _done(self, act: Act) -> None:
        """Note what else the dealer has done."""
        made = self.round
        self._closed = self._closed or act.verb in ("close", "deal")
        if act.verb == "clear" and any(made.deals.values()):  # else there is no card of the round to be cleared
            made.cleared = True
            self._taken_up = defaultdict(int, {bet: made.put(*bet) - made.taken[bet] for bet in self._bets()})
        if act.verb == "deal":
            made.deals[act.to[0]] += act.count
        elif act.verb in SETTLING:
            self._settled(act)
        elif act.verb == "turn" and act.to[0] == DEALER_HAND and act.face != "down":
            made.shown.update(made.dealer)
        elif act.verb == "turn" and act.face != "down" and (hand := self._hand(act.to[0])) is not None:
            lying = self._lying[act.to[0]]
            at = int(act.n) - 1 if act.n is not None and 0 < act.n <= len(lying) else -1
            made.down.difference_update(hand.cards if act.face == "up" or not lying else lying[at : at + 1 or None])
        elif act.verb == "look" and act.to[0] == DEALER_HAND:
            made.looked = True
        elif act.verb == "call" and (hand := self._hand(act.to[0])) is not None:
            hand.called = len(hand.cards)
        elif act.verb == "cutcard" and not made.dealt and self.now.game.options.get("cut_card_first") == "shuffle_now":
            made.hands.clear()  # no round is dealt: the cards are shuffled first, and the bets lie for the next one (BJ-22)
        elif act.verb == "pick":
            for hand in made.hands:
                hand.picked = hand.picked or hand.place == act.to[0]
        elif act.verb == "move" and act.to[0] == self.now.felt.layout.discards:
            made.cleared = False  # laid out again
        elif act.verb == "move":
            made.deals[act.to[1]] += 1
            for hand in made.hands:
                if hand.into is not None and hand.place == act.to[0] and hand.into.place == act.to[1]:
                    hand.into = hand.waits = None

    def _settled(self, act: Act) -> None:
        """Note chips that were taken, paid or given back. Before the betting was closed only what still lay there of an earlier
        round is settled. What is given back goes to its owner, and is bet no more; if it was taken before, it lies there again.
        """
        made, seat, units = self.round, seat_number(act.to[0]), self.now.felt.units
        if not self._closed or not seat:
            return
        row = act.to[1] if len(act.to) > 1 else made.only_row(seat)
        bet, amount = (seat, row), 0 if act.n is None else units(act.n)
        if act.verb == "restore":
            again = min(amount, self._back[bet])
            made.bet(bet, again)
            self._back[bet] -= again
            of_the_round = min(amount - again, self._taken_up[bet])
            self._taken_up[bet] -= of_the_round
            self._late[bet] += amount - again - of_the_round
            self._note_void(bet)
            return
        if act.verb in ("pay", "collect"):
            made.paid[bet] += amount if act.verb == "pay" else -amount
            return
        lies, taken = made.put(seat, row) - made.taken[bet], made.taken[bet]
        if act.verb == "take":
            made.taken[bet] += lies + self._late[bet] if act.n is None else amount
            return
        named = act.n is not None
        amount = amount if named else lies or taken
        if is_taken_back(amount, taken, lies, named=named and not made.cleared):
            made.taken[bet] -= amount
            return
        late = max(0, min(amount, self._late[bet]))
        self._late[bet] -= late
        made.bet(bet, late - amount)
        self._back[bet] += amount - late
        self._note_void(bet)

    def _bets(self) -> list[tuple[int, str]]:
        """Return seat and row of every bet of the round."""
        made = self.round
        return [
            (hand.seat, made.boxes.row(name, hand.child))
            for hand in made.hands
            for name in made.boxes.wagers
            if made.stake(hand, name)
        ]

    def _note_void(self, bet: tuple[int, str]) -> None:
        """Note whether the hand is still in whose main bet went back, or was put back."""
        made = self.round
        for hand in made.hands:
            if bet == (hand.seat, made.boxes.row(made.boxes.main, hand.child)):
                hand.void = made.put(*bet) <= 0
                made.memo.clear()

    def _said(self, act: Act) -> None:
        """Note what a player has said or put, where that was open."""
        made, boxes = self.round, self.round.boxes
        if act.verb == "bet" and act.to and act.to[0] in self.now.felt.layout.opened:
            made.bet((act.seat, act.to[0]), self.now.felt.units(act.n))
        elif act.verb in ("bet", "post") and act.to and self._closed:
            self._late[act.seat, act.to[0]] += self.now.felt.units(act.n)
        elif act.verb == "show" and (shown := self._hand(act.who)) is not None:
            self._shown(shown, act)
        if act.verb != "answer" or act.to[0] not in boxes.words:
            return
        word = boxes.words[act.to[0]]
        first = next((one for one in made.hands if one.seat == act.seat), None)
        offered = first is not None and word.is_offered(made.against(first))
        hand = first if offered else made.turn
        if hand is None or hand.seat != act.seat or hand.waits is not None:
            return
        if word in made.words_open(hand, offered=offered):
            self._begin(hand, word)

    def _shown(self, hand: BoxHand, act: Act) -> None:
        """Note the cards of a hand that its player turns up: all of them, or those that are named."""
        named = [face.name for face in act.cards if face is not None]
        for card in hand.cards:
            face = self.round.faces.get(card)
            if not named or (face is not None and face.name in named):
                self.round.down.discard(card)
        self.round.memo.clear()

    def _begin(self, hand: BoxHand, word: Word) -> None:
        """Note a decision, and what follows from it."""
        made = self.round
        hand.words.append(word.name)
        if word.cards:
            hand.waits, hand.due = word, word.cards
        if word.new_hand:
            taken = {other.child for other in made.hands if other.seat == hand.seat}
            child = next((name for name in made.boxes.children if name not in taken), "")
            split = "ace" if made.told(hand).get("aces") else "yes"
            new = BoxHand(hand.seat, child, split)
            hand.began = made.first_cards(hand)
            made.hands.insert(made.hands.index(hand) + 1, new)
            hand.split, hand.words, hand.waits, hand.into = split, [], word, new
        made.memo.clear()


_WITHOUT_CARDS = frozenset(key for key, verb in VERBS.items() if verb.effect is nothing or (verb.amount and not verb.cards))
"""Acts that move and show no card, by actor (`s` a seat) and verb."""


def _moves_cards(act: Act) -> bool:
    """Return whether cards may lie otherwise, or be known, after an act."""
    return bool(act.cards) or ("s" if act.seat else act.who, act.verb) not in _WITHOUT_CARDS


_LEAVES = frozenset({"move", "discard", "hold", "putback"})

SETTLING = frozenset({"take", "return", "restore", "pay", "collect"})
"""Verbs by which bets are settled, or go back and are put back."""


def order_of(
    game: GameData, orders: Mapping[str, Sequence[str]], by: Sequence[object] | None, closed: Mapping[str, Sequence[object]]
) -> Sequence[str]:
    """Return the order of the first cards in force.

    Args:
        game: The game.
        orders: The orders by name.
        by: Names of which the first that is an order is in force; None for the first order.
        closed: Options with the values under which the cards of the boxes lie face down.
    """
    order: Sequence[str] = next((orders[str(name)] for name in by or [*orders] if str(name) in orders), ())
    lie_down = any(game.options.get(option) in values for option, values in closed.items())
    return [f"{part} down" if lie_down and part == "boxes" else part for part in order]


def _first_deal(game: GameData) -> Sequence[str]:
    steps = (step for _, step in steps_in(branch(game.data, "procedure")) if "orders" in step)
    return next((order_of(game, step["orders"], step.get("by"), step.get("closed", {})) for step in steps), ())


def first_cards(now: Situation, order: Sequence[str] | None = None, *, dealer_last: bool = False) -> list[Act]:
    """Return the cards of the first deal that are still to come, in their order (BJ-31).

    Args:
        now: The table as it lies.
        order: The order, each part `boxes` or a place, with `up` or `down`; the game's own if left out.
        dealer_last: Whether those of the dealer come after all others, as one that was missed does (BJI-07).
    """
    made = box_round(now)
    if made.cleared or (made.stood and not (made.hands or made.dealt)):  # nobody has bet: no round is dealt
        return []
    came, due = dict(made.deals), list[Act]()
    for part in now.game.once("first deal", _first_deal) if order is None else order:
        place, _, face = part.partition(" ")
        places = [hand.place for hand in made.hands if not (hand.child or hand.void)] if place == "boxes" else [place]
        for to in places:
            if came.get(to):
                came[to] -= 1
            else:
                due.append(Act.make("d", "deal", to, face=face))
    return sorted(due, key=lambda act: act.to[0] == DEALER_HAND) if dealer_last else due


@fact
def round_is_put_off(now: Situation) -> bool:
    """Return whether the cut card came in place of the first card of a round, and the cards are shuffled before it (BJ-22)."""
    made, shuffled = box_round(now), now.game.options.get("cut_card_first") == "shuffle_now"
    return shuffled and now.felt.cut_out and not made.hands and any(bets_at_the_close(now).get(made.boxes.main, ()))


@fact
def nobody_has_bet(now: Situation) -> bool:
    """Return whether no box has a bet, so that no round is dealt (BJ-31)."""
    return not any(now.felt.rows[box_round(now).boxes.main])


@fact
def cards_are_out(now: Situation) -> bool:
    """Return whether cards of the round have been dealt, so that they are to be cleared (BJ-90)."""
    return box_round(now).dealt > 0


@fact
def hands_to_play(now: Situation) -> bool:
    """Return whether a hand is still to be played: it has something to say, or cards to come."""
    return box_round(now).turn is not None


@fact
def hand_is_asked(now: Situation) -> bool:
    """Return whether the hand in turn has a decision to make: its cards are out, and it waits for none."""
    made = box_round(now)
    hand = made.turn
    return hand is not None and hand.waits is None and len(hand.cards) >= made.boxes.cards


def dealer_may_have_natural(now: Situation) -> bool:
    """Return whether the dealer's card that lies up may belong to a natural: an ace or a ten (BJ-66)."""
    made = box_round(now)
    up = made.up_letter()
    return made.boxes.reading.natural is not None and up is not None and made.boxes.reading.natural(up)


@fact
def dealer_has_natural(now: Situation) -> bool | None:
    """Return whether the dealer is known to have a natural (BJ-67); None while nobody can know."""
    return box_round(now).dealer_natural()


def ace_is_up(now: Situation) -> bool:
    """Return whether the dealer's card that lies up is an ace (BJ-57)."""
    return box_round(now).up_letter() == "A"


@fact
def round_allowed(now: Situation) -> bool:
    """Return whether another round may begin from this shoe: the cut card has not come out, and enough cards are left (BJ-22)."""
    felt = now.felt
    if not felt.cut_out:
        return felt.left() > 0
    begun = now.starts.get(round_id(now.game), ())
    if not begun or now.game.options.get("cut_card_first") != "deal_round":
        return False
    return felt.cut_at == felt.tick and felt.cut_at not in begun  # it has come as the first card of the round to be dealt


@fact
@only_with("insurance", "true")
def insurance_is_due(now: Situation) -> bool:
    """Return whether an ace lies up and the house offers insurance (BJ-57)."""
    return bool(now.game.options.get("insurance", False)) and ace_is_up(now)


@fact
@only_with("insurance", "true")
def insurance_may_be_made(now: Situation) -> bool:
    """Return whether insurance is due, and the dealer's closed card has not been seen: then it is offered no more (BJI-14)."""
    if not insurance_is_due(now):
        return False
    made = box_round(now)
    return not (made.open and len(made.dealer) >= made.boxes.cards)


@fact
@only_with("hole_card", "peek")
def look_is_due(now: Situation) -> bool:
    """Return whether the dealer looks at the closed card: the house has it looked at, and an ace or a ten lies up (BJ-65,
    BJ-66).
    """
    return now.game.options.get("hole_card") == "peek" and dealer_may_have_natural(now)


def side_bets_offered(game: GameData) -> bool:
    """Return whether the house offers a side bet on the first cards (BJ-06)."""
    spots = game.data["felt"]["spots"]
    return any(spots[name]["offered"] for name in branch(branch(game.data, "tables"), "side_bets"))


@fact
@only_in(side_bets_offered)
def side_bets_are_offered(now: Situation) -> bool:
    """Return whether the house offers a side bet on the first cards (BJ-91)."""
    return now.game.once("side bets", lambda game: (side_bets_offered(game),))[0]


@by_option("deal_style", "shoe", "pitch", usual="shoe")
def cards_are_cut() -> None:
    """Return whether the cards are cut after the shuffle, and a cut card ends them: no continuous shuffler deals them (BJ-23)."""


@by_option("deal_style", "csm")
def cards_go_back_after_each_round() -> None:
    """Return whether a continuous shuffler takes back the cards of a round (BJ-23)."""


@by_option("deal_style", "pitch")
def players_cards_lie_down() -> None:
    """Return whether the players' first cards are dealt face down, from the hand (BJ-35)."""


@by_option("burn_new_dealer", "true")
def new_dealer_burns() -> None:
    """Return whether a dealer who comes to the table burns a card (BJ-13)."""


@by_option("show_burn", "true")
def burned_card_may_be_seen() -> None:
    """Return whether a burned card is shown to a player who asks (BJ-21)."""


@by_option("hole_card", "no_peek", "none")
def nobody_looks() -> None:
    """Return whether the dealer's second card is seen only after the players have played (BJ-70)."""


@fact
@only_with("tie_on_war", "true")
def another_tie_may_be_bet_on(now: Situation) -> bool:
    """Return whether a hand goes to war, and the house lets a second tie be bet on (WAR-14)."""
    made = box_round(now)
    return bool(now.game.options.get("tie_on_war")) and any(word == "war" for hand in made.hands for word in hand.words)


@fact
@only_with("surrender", "early")
def early_surrender_is_due(now: Situation) -> bool:
    """Return whether hands may be given up before the dealer looks (BJ-54)."""
    return now.game.options.get("surrender") == "early" and look_is_due(now)


@fact
@only_with("surrender", "late", "early")
def surrender_is_offered(now: Situation) -> bool:
    """Return whether a hand may be given up for half of its bet (BJ-52)."""
    return now.game.options.get("surrender") in ("late", "early")


@fact
@only_with("even_money", "ace_and_ten")
def even_money_goes_with_a_ten(now: Situation) -> bool:
    """Return whether a box has a natural against a ten, and may still take even money for it: the house gives it there too,
    where no insurance is offered (BJ-60).
    """
    made = box_round(now)
    if now.game.options.get("even_money") != "ace_and_ten" or ace_is_up(now) or made.looked or not dealer_may_have_natural(now):
        return False
    return any(made.told(hand).get("natural") and not hand.words for hand in made.hands)


@fact
@never_with("even_money", "never")
def even_money_may_be_due(now: Situation) -> bool:
    """Return whether an ace or a ten lies up and the house gives even money to a natural that asks for it (BJ-60)."""
    return now.game.options.get("even_money", "never") != "never" and bool(dealer_may_have_natural(now))


@fact
@only_with("natural_paid", "at_once")
def naturals_are_paid_at_once(now: Situation) -> bool:
    """Return whether a player's natural is paid before the other hands are played (BJ-69)."""
    return now.game.options.get("natural_paid") == "at_once"

"""A round against the house, read from its acts: where each card lies, the decisions said on the hands, and the settled bets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from dealerkit.facts.rounds import round_id, steps_in
from dealerkit.facts.situation import GameData, Situation
from dealerkit.felt import VERBS, Act
from dealerkit.felt.acts import seat_number
from dealerkit.felt.effects import nothing
from dealerkit.felt.effects.chips import is_taken_back
from dealerkit.games.pit.facts.boxes import BoxHand, BoxRound, Event, boxes_in
from dealerkit.games.pit.facts.settlement import row_meant
from dealerkit.rules.boxes import BOARD, DEALER_HAND, Boxes, Word
from dealerkit.rules.doc import branch


def betting_step(game: GameData) -> str:
    """Return the id of the step in which bets are made before the cards."""
    return next((name for name, step in steps_in(branch(game.data, "procedure")) if step.get("play") == "wager"), "")


def bets_at_the_close(now: Situation) -> Mapping[str, Sequence[int]]:
    """Return the bets as they stood when betting was closed: by row, one amount for each seat in smallest chips. Empty while
    betting is open.
    """
    return _bets_closed(now, now.game.once("betting step", betting_step)) or {}


def _bets_closed(now: Situation, step: str) -> Mapping[str, Sequence[int]] | None:
    """Return the bets at the close of the betting step; None while it is open."""
    stood: Mapping[str, Sequence[int]] | None = now.results.get(step)
    return stood if stood is not None else now.felt.closed


def box_round(now: Situation) -> BoxRound:
    """Return the current round, cached; only acts since the last call are read."""
    kept: _RoundReader | None = now.cache.get("box round")
    if kept is not None and kept.is_of(now):
        return kept.round if kept.at == len(now.log) else kept.read(now)
    reader = now.cache["box round"] = _RoundReader(now, boxes_in(now.game))
    return reader.read(now)


class _RoundReader:
    """Reader of a round from its acts.

    Attributes:
        at: Length of the log up to which it has read.
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
        self._taken_off: dict[tuple[int, str], int] = defaultdict(int)
        self._taken_up: dict[tuple[int, str], int] = defaultdict(int)

    def is_of(self, now: Situation) -> bool:
        """Return whether this reader is for the current round."""
        return (
            self._log is now.log
            and self._felt is now.felt
            and self._mark == now.marks.get(self._section, 0)
            and self._stood is _bets_closed(now, self._betting)
            and self.at <= len(now.log)
        )

    def read(self, now: Situation) -> BoxRound:
        """Return the round, read on to the end of the log."""
        round_, acts = self.round, now.log[self.at :]
        self.now, self.at = now, len(now.log)
        events = [self._follow(act) for act in acts]
        moved = any(map(_moves_cards, acts))
        if moved:
            cards = self._cards()
            round_.faces = {token: now.felt.faces[card] for token, card in cards.items()}
            round_.memo.clear()
        for act, came in zip(acts, events, strict=True):
            if act.seat:
                self._note_said(act)
            for place, token in came:
                if act.verb != "deal":
                    self._left(act, token)
                if act.verb == "merge":
                    round_.deals[place] += 1
                self._came(act, place, token)
            if act.who == "d":
                self._done(act)
                if act.verb == "deal" and came:
                    self._note_unpaid(came[-1][1] + 1)
                if act.verb not in SETTLING:
                    round_.memo.clear()
        if moved:  # it lies face up though it was not turned, as when the hand was laid out again
            there = (*self._lying[DEALER_HAND], *self._lying[BOARD])
            round_.shown.update(token for token in there if token in cards and now.felt.up[cards[token]])
        return round_

    def _follow(self, act: Act) -> list[Event]:
        """Return the cards that an act brought to another place, by their numbers in the order of coming; -1 for a card that was
        not dealt.
        """
        if act.who != "d":
            return []
        stock = self.now.felt.layout.stock
        if act.verb == "deal":
            tokens = range(self._count, self._count + act.count)
            self._count += act.count
            del self._lying[stock][-act.count :]  # cards that had been put back come out as new cards
            self._lying[act.to[0]] += tokens
            return [(act.to[0], token) for token in tokens]
        if act.verb == "burn" and act.to:  # on a hand's cards: it belongs to no hand, and leaves the place first
            self._lying[act.to[0]] += [-1] * act.count
            return []
        if act.verb == "merge":
            return self._merged(*act.to)
        cards = self._lying[act.to[0]] if act.verb in _LEAVES else []
        off_the_stock = act.verb == "move" and act.to[0] == stock
        if not cards and not off_the_stock:
            return []
        if off_the_stock:
            token = cards.pop() if cards and act.n is None else -1
        else:
            token = cards.pop(int(act.n) - 1 if act.n is not None and 0 < act.n <= len(cards) else -1)
        to = {"move": act.to[-1], "hold": "held", "discard": self.now.felt.layout.discards}
        target = to.get(act.verb, stock)
        self._lying[target].append(token)
        return [(target, token)]

    def _merged(self, source: str, target: str) -> list[Event]:
        """Return the cards of one place that were laid with those of another; none for the whole stock."""
        if source == self.now.felt.layout.stock:
            return []
        tokens, self._lying[source] = self._lying[source], []
        self._lying[target] += tokens
        return [(target, token) for token in tokens]

    def _cards(self) -> dict[int, int]:
        """Return the card for each number in the order of coming, worked out from where the round's cards lie now."""
        felt, begun, cards_by_number = self.now.felt, self._begun, dict[int, int]()
        for place, tokens in self._lying.items():
            lying: Sequence[int] = felt.gone.get(place) or felt.places.get(place) or ()
            if place == felt.layout.discards:  # hands that were picked up or cleared lie there too
                gone = {card for hand in felt.gone.values() for card in hand}
                lying = [card for card in lying if card not in gone]
            cards = sorted((card for card in lying if card >= 0 and felt.out[card] > begun), key=felt.out.__getitem__)
            dealt = sorted(token for token in tokens if token >= 0)
            if len(cards) < len(dealt) and len(lying) == len(tokens):  # one was put back on the shoe, and came out again
                cards_by_number |= {token: card for token, card in zip(tokens, lying, strict=True) if token >= 0 <= card}
            else:
                cards_by_number |= zip(dealt, cards, strict=False)  # in whatever place they lie now, as in a hand laid out again
        return cards_by_number

    def _hand(self, place: str) -> BoxHand | None:
        return next((hand for hand in self.round.hands if hand.place == place), None)

    def _left(self, act: Act, card: int) -> None:
        """Note a card that left its place; the hand for which it was dealt still lacks a card."""
        round_ = self.round
        if act.to[0] != self.now.felt.layout.discards:
            round_.deals[act.to[0]] -= 1
        for cards in (round_.dealer, round_.board):
            if card in cards:
                cards.remove(card)
        for hand in round_.hands:
            if card in hand.cards:
                hand.cards.remove(card)
                if card in self._asked and hand.into is None:
                    hand.waits, hand.due = self._asked.pop(card), hand.due + 1

    def _came(self, act: Act, place: str, card: int) -> None:
        """Note a card that came to a place, from the shoe or from another place; a card that was not dealt belongs to no hand."""
        round_ = self.round
        if card < 0:
            return
        if place == DEALER_HAND:
            round_.dealer.append(card)
            laid_out_again = act.verb == "move" and act.to[0] == self.now.felt.layout.discards  # face up or down as before
            if act.face != "down" and not laid_out_again:
                round_.shown.add(card)
                round_.up = card if round_.up is None else round_.up
        elif place == BOARD:
            round_.board.append(card)
            if act.verb == "deal" and act.face != "down":
                round_.shown.add(card)
        hand = self._hand(place)
        if hand is None:
            return
        hand.cards.append(card)
        if act.verb == "deal" and act.face == "down":
            round_.down.add(card)
        if act.verb == "deal" and (hand.split != "no" or len(hand.cards) > round_.boxes.cards):
            round_.served = hand
        if hand.due and hand.waits is not None:
            self._asked[card] = hand.waits
            hand.due -= 1
            if not hand.due:
                hand.waits = None

    def _done(self, act: Act) -> None:
        """Note the dealer's other acts."""
        round_ = self.round
        self._closed = self._closed or act.verb in ("close", "deal")
        if act.verb in ("clear", "gather") and any(round_.deals.values()):  # otherwise there is no card of the round to clear
            round_.cleared = True
            self._taken_up = defaultdict(int, {bet: round_.put(*bet) - round_.taken[bet] for bet in self._bets()})
        if act.verb == "deal" or (act.verb == "burn" and act.to):
            round_.deals[act.to[0]] += act.count
        elif act.verb in SETTLING:
            self._settled(act)
        elif act.verb == "turn" and act.to[0] in (DEALER_HAND, BOARD):
            self._turned(act)
        elif act.verb == "turn" and act.face != "down" and (hand := self._hand(act.to[0])) is not None:
            lying = self._lying[act.to[0]]
            if act.n is None and (act.cards or act.face == "up" or not lying):
                self._shown(hand, act)
            else:
                at = int(act.n) - 1 if act.n is not None and 0 < act.n <= len(lying) else -1
                round_.down.difference_update(lying[at : at + 1 or None])
        elif act.verb == "look" and act.to[0] == DEALER_HAND:
            round_.looked = True
        elif act.verb == "call" and (hand := self._hand(act.to[0])) is not None:
            hand.called = len(hand.cards)
        elif act.verb == "cutcard" and not round_.dealt and self.now.game.options.get("cut_card_first") == "shuffle_now":
            round_.hands.clear()  # no round is dealt: the cards are shuffled first, and the bets stay for the next round (BJ-22)
        elif act.verb == "pick":
            for hand in round_.hands:
                hand.picked = hand.picked or hand.place == act.to[0]
        elif act.verb == "move" and act.to[0] == self.now.felt.layout.discards:
            round_.cleared = False  # the cards are laid out again
            for hand in round_.hands:
                hand.picked = hand.picked and hand.place != act.to[1]
        elif act.verb == "move":
            round_.deals[act.to[1]] += 1
            for hand in round_.hands:
                if hand.into is not None and hand.place == act.to[0] and hand.into.place == act.to[1]:
                    hand.into = hand.waits = None

    def _turned(self, act: Act) -> None:
        """Note cards of the dealer or in the middle that were turned up or down: the one at a position, the named ones, or all of
        them; of the dealer's hand the last closed one, unless the whole hand is turned up.
        """
        round_, lying, named = self.round, self._lying[act.to[0]], {face.name for face in act.cards if face is not None}
        if act.n is not None:
            lying = lying[int(act.n) - 1 : int(act.n)]
        elif named:
            lying = [card for card in lying if (face := round_.faces.get(card)) is not None and face.name in named]
        elif act.to[0] == DEALER_HAND and act.face != "up":
            lying = [card for card in lying if act.face == "down" or card not in round_.shown][-1:]
        if act.face == "down":
            round_.shown.difference_update(lying)
            return
        if act.to[0] == DEALER_HAND and not round_.shown.intersection(round_.dealer) and len(lying) == 1:
            round_.up = lying[0]
        round_.shown.update(lying)

    def _note_unpaid(self, cards: int) -> None:
        """Note the hands for whose last word no wager was put down before a card came (WAR-I05).

        Args:
            cards: Number of cards dealt in the round, that card included.
        """
        round_ = self.round
        for hand in round_.hands:
            other = round_.boxes.words[hand.words[-1]].unpaid if hand.words else ""
            if other and round_.lacks_bet(hand):
                hand.words.append(other)
                hand.unpaid = cards

    def _settled(self, act: Act) -> None:
        """Note chips that were taken, paid or given back. Before betting is closed, only bets left over from an earlier round can
        be settled. Chips given back go to their owner and are no longer bet; if they had been taken, they lie on the layout
        again.
        """
        round_, seat, units = self.round, seat_number(act.to[0]), self.now.felt.units
        if not self._closed or not seat:
            return
        amount = 0 if act.n is None else units(act.n)
        row = act.to[1] if len(act.to) > 1 else row_meant(round_, act.verb, seat, amount)
        bet = seat, row
        if act.verb == "restore":
            of_player = min(amount, self._taken_off[bet])  # its player took it off the layout, and it was a bet all the time
            self._taken_off[bet] -= of_player
            amount -= of_player
            again = min(amount, self._back[bet])
            round_.bet(bet, again)
            self._back[bet] -= again
            of_the_round = min(amount - again, self._taken_up[bet])
            self._taken_up[bet] -= of_the_round
            self._late[bet] += amount - again - of_the_round
            self._note_void(bet)
            return
        if act.verb in ("pay", "collect"):
            round_.paid[bet] += amount if act.verb == "pay" else -amount
            return
        lies, taken = round_.put(seat, row) - round_.taken[bet], round_.taken[bet]
        if act.verb == "take":
            round_.taken[bet] += lies + self._late[bet] if act.n is None else amount
            return
        named = act.n is not None
        amount = amount if named else lies or taken
        if is_taken_back(amount, taken, lies, named=named and not round_.cleared):
            round_.taken[bet] -= amount
            return
        late = max(0, min(amount, self._late[bet]))
        self._late[bet] -= late
        round_.bet(bet, late - amount)
        self._back[bet] += amount - late
        self._note_void(bet)

    def _bets(self) -> list[tuple[int, str]]:
        """Return seat and row of every bet of the round."""
        round_ = self.round
        return [
            (hand.seat, round_.boxes.row(name, hand.child))
            for hand in round_.hands
            for name in round_.boxes.wagers
            if round_.stake(hand, name)
        ]

    def _note_void(self, bet: tuple[int, str]) -> None:
        """Note whether a hand is out of the round, after its main bet went back or was put down again."""
        round_ = self.round
        for hand in round_.hands:
            if bet == (hand.seat, round_.boxes.row(round_.boxes.main, hand.child)):
                hand.void = round_.put(*bet) <= 0
                round_.memo.clear()
            word = hand.waits
            if word is None or not (word.ends and word.wager and round_.open) or round_.put(*bet) > 0:
                continue
            if bet == (hand.seat, round_.boxes.row(word.wager, hand.child)):
                hand.waits, hand.due = None, 0  # the player took the added money back instead of the card (BJI-18)
                round_.memo.clear()

    def _note_said(self, act: Act) -> None:
        """Note a player's word or bet, if it was open."""
        round_, boxes = self.round, self.round.boxes
        if act.verb == "bet" and act.to and act.to[0] in self.now.felt.layout.opened and not self._too_late(act):
            round_.bet((act.seat, act.to[0]), self.now.felt.units(act.n))
        elif act.verb in ("bet", "post") and act.to and self._closed:
            self._late[act.seat, act.to[0]] += self.now.felt.units(act.n)
        elif act.verb == "take" and act.to and self._closed:
            bet = act.seat, act.to[0]
            self._taken_off[bet] += round_.put(*bet) - round_.taken[bet] if act.n is None else self.now.felt.units(act.n)
        elif act.verb == "show" and (shown := self._hand(act.who)) is not None:
            self._shown(shown, act)
        if act.verb != "answer" or act.to[0] not in boxes.words:
            return
        word = boxes.words[act.to[0]]
        first = next((candidate for candidate in round_.hands if candidate.seat == act.seat), None)
        offered = first is not None and word.is_offered(round_.against(first))
        hand = first if offered else round_.turn
        if hand is None or hand.seat != act.seat or hand.waits is not None:
            return
        if word in round_.words_open(hand, offered=offered):
            self._begin(hand, word)

    def _too_late(self, act: Act) -> bool:
        """Return whether a bet comes after the card before which it had to be put down (WAR-I05)."""
        words = self.round.boxes.words
        hands = [hand for hand in self.round.hands if hand.seat == act.seat and hand.unpaid]
        return any(words[hand.words[-2]].wager == act.to[0] for hand in hands)

    def _shown(self, hand: BoxHand, act: Act) -> None:
        """Note the cards of a hand that were turned up: all of them, or the named ones."""
        named = [face.name for face in act.cards if face is not None]
        for card in hand.cards:
            face = self.round.faces.get(card)
            if not named or (face is not None and face.name in named):
                self.round.down.discard(card)
        self.round.memo.clear()

    def _begin(self, hand: BoxHand, word: Word) -> None:
        """Note a decision and its consequences."""
        round_ = self.round
        hand.words.append(word.name)
        if word.cards:
            hand.waits, hand.due = word, word.cards
        if word.new_hand:
            taken = {other.child for other in round_.hands if other.seat == hand.seat}
            child = next((name for name in round_.boxes.children if name not in taken), "")
            split = "ace" if round_.features(hand).get("aces") else "yes"
            new = BoxHand(hand.seat, child, split)
            hand.began = round_.first_cards(hand)
            round_.hands.insert(round_.hands.index(hand) + 1, new)
            hand.split, hand.words, hand.waits, hand.into = split, [], word, new
        round_.memo.clear()


_WITHOUT_CARDS = frozenset(key for key, verb in VERBS.items() if verb.effect is nothing or (verb.amount and not verb.cards))
"""Acts that neither move nor show a card, by actor (`s` for a seat) and verb."""


def _moves_cards(act: Act) -> bool:
    """Return whether cards may have moved, or become known, with an act."""
    return bool(act.cards) or ("s" if act.seat else act.who, act.verb) not in _WITHOUT_CARDS


_LEAVES = frozenset({"move", "discard", "hold", "putback"})

SETTLING = frozenset({"take", "return", "restore", "pay", "collect"})
"""Verbs by which bets are settled, returned or put back."""

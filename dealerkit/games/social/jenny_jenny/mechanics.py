"""A turn in which a card is drawn or bought and sorted, and the call of a whole set."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.games.social.jenny_jenny.facts import is_sorted, known_hand, money_letters, ranks_held, ranks_wanted, to_spread
from dealerkit.games.social.mechanics.lazy_values import Allowed, Choices, Family
from dealerkit.games.social.mechanics.turn import STAGES, Phase, Stage, TurnHand, phase
from dealerkit.games.social.mechanics.turns import WINS, WON, Play
from dealerkit.mechanics.card_choices import OfCards, SomeOf, Unnamed
from dealerkit.mechanics.registry import NOTHING, Moves

MONEY, SPREAD = "money", "spread"


class SomeOfRanks(SomeOf):
    """The choice of one or more of certain cards; with `by_rank`, other cards of the same ranks are accepted too, up to the
    number of each rank.
    """

    __slots__ = ("by_rank",)

    def __init__(self, faces: Sequence[Face], *, by_rank: bool = False) -> None:
        super().__init__(faces)
        self.by_rank = by_rank

    def __contains__(self, value: object) -> bool:
        if not self.by_rank:
            return super().__contains__(value)
        named = value if isinstance(value, tuple) else (value,)
        faces = [face for face in named if isinstance(face, Face)]
        if len(faces) != len(named):
            return False
        letters, able = [face.letter for face in faces], [face.letter for face in self.faces]
        return len(set(faces)) == len(faces) and all(letters.count(letter) <= able.count(letter) for letter in letters)

    def __iter__(self) -> Iterator[object]:
        yield self.faces if len(self.faces) > 1 else self.faces[0]


def sorting(play: TurnHand, seat: int) -> Allowed:
    """Return the cards that a seat has to lay out of its hand: court cards as money, duplicates for sale (JJ-05, JJ-06)."""
    now, hand = play.now, known_hand(play.now, seat)
    if is_sorted(now, hand):
        return {}
    moves: Allowed = {}
    if money := [face for face in hand if face.letter in money_letters(now)]:
        moves[f"lay {MONEY}"] = SomeOfRanks(money)
    if double := to_spread(now, hand):
        moves[f"lay {SPREAD}"] = SomeOfRanks(double, by_rank=True)
    return moves


class Hidden:
    """The choice of any cards of an unseen hand."""

    def __contains__(self, value: object) -> bool:
        return value is not None

    def __iter__(self) -> Iterator[object]:
        return iter(())

    def __repr__(self) -> str:
        return "any cards"


class Sort(Stage):
    """The stage before the first turn in which all players sort their hands at the same time (JJ-05 to JJ-08)."""

    def asked(self) -> dict[str, Moves]:
        """Return the open moves of the seats that have still cards to lay out."""
        return {f"s{seat}": moves for seat in self.play.order if (moves := sorting(self.play, seat))}

    def may(self) -> dict[str, Moves]:
        """Return the moves of seats with unknown cards, which may have cards to lay out."""
        hidden: Allowed = {f"lay {MONEY}": Hidden(), f"lay {SPREAD}": Hidden()}
        return {f"s{seat}": hidden for seat in self.play.order if None in self.play.hand(seat)}

    def heard(self, act: Act) -> bool:
        """Return whether an act lays out cards; a player who goes on without it may still do so later."""
        if act.verb == "lay":
            return True
        self.play.opened.update(seat for seat in self.play.order if sorting(self.play, seat))
        return False


STAGES["sort"] = Sort


class Purchase:
    """The choice of a purchase: a card laid out by another player, and a court card in payment (JJ-11, JJ-13). Cards of ranks
    already held are not offered.
    """

    __slots__ = ("for_sale", "held", "money")

    def __init__(self, for_sale: Sequence[Face], money: Sequence[Face], held: Container[str]) -> None:
        self.for_sale, self.money, self.held = tuple(for_sale), tuple(money), held

    def __contains__(self, value: object) -> bool:
        return isinstance(value, tuple) and len(value) == 2 and value[0] in self.for_sale and value[1] in self.money

    def __iter__(self) -> Iterator[tuple[Face, Face]]:
        wanted = [face for face in self.for_sale if face.letter not in self.held]
        return ((face, paid) for face in wanted for paid in dict.fromkeys(self.money))

    def __repr__(self) -> str:
        return " ".join(face.name for face in self.for_sale) + " for " + " ".join(face.name for face in self.money)


@phase("draw_or_buy")
class DrawOrBuy(Phase):
    """The phase in which a player takes a card from the stock or buys one from another player, and sorts it at once (JJ-10,
    JJ-17).
    """

    verbs = frozenset({"take", "buy", "lay", "pass"})

    @property
    def got(self) -> bool:
        """Whether the player has taken this turn's card."""
        return bool(self.turn.memo.get("got"))

    def moves(self) -> Choices:
        """Return the allowed moves: to take from the stock, to buy, or if there is no stock to pass; once a card was taken, to
        sort.
        """
        play, seat, felt = self.play, self.turn.seat, self.felt
        due = sorting(play, seat)
        if self.got:
            return due
        if due and seat not in play.opened:  # a card that came outside the turn
            return due
        moves: dict[str, Container[object] | Family] = {**due}
        if felt.left():
            moves[f"take {felt.layout.stock}"] = OfCards(1)
        elif play.now.game.options.get("stock_out", "buy_or_pass") == "most_ranks_wins":
            if play.turn is self.turn:
                play.end("ranks")
            return {}
        else:
            moves["pass"] = NOTHING
        moves["purchases"] = Family(self.purchases, again=True)
        return moves

    def purchases(self) -> Allowed:
        """Return the allowed purchases: cards laid out by other players, each for a court card."""
        faces, places, seat = self.felt.faces, self.felt.places, self.turn.seat
        money = [face for card in places[f"s{seat}.{MONEY}"] if (face := faces[card]) is not None]
        held = {face.letter for face in known_hand(self.play.now, seat)}
        barred = held if self.play.now.game.options.get("buy_held_rank") == "refuse" else ()  # JJ-A3
        moves: Allowed = {}
        for other in self.play.order if money else ():
            spread = [face for card in places[f"s{other}.{SPREAD}"] if (face := faces[card]) is not None]
            cards = [face for face in spread if face.letter not in barred]
            if other != seat and cards:
                moves[f"buy s{other}"] = Purchase(cards, money, held)
        return moves

    def others(self) -> dict[str, Allowed]:
        """Return the cards that other seats may still lay out: unknown cards, and those held back before."""
        if self.felt.known and not self.play.opened:
            return {}
        hidden: Allowed = {f"lay {MONEY}": Hidden(), f"lay {SPREAD}": Hidden()}
        unseen = [] if self.felt.known else [seat for seat in self.play.order if None in self.play.hand(seat)]
        answers = {f"s{seat}": hidden for seat in unseen}
        late = {f"s{seat}": moves for seat in self.play.opened if (moves := sorting(self.play, seat))}
        return {seat: moves for seat, moves in {**answers, **late}.items() if seat != f"s{self.turn.seat}"}

    def heard(self, act: Act) -> None:
        """Record that a card has come, was sorted, or that the player has passed."""
        self.also_heard(act)

    def also_heard(self, act: Act) -> None:
        """Record an irregular take, because the cards have moved all the same."""
        shared = self.play.shared
        if act.verb == "lay" and act.seat in self.play.opened and not sorting(self.play, act.seat):
            self.play.opened.discard(act.seat)
        if act.seat != self.turn.seat:
            return
        if act.verb in ("take", "buy") and act.to and act.to[0] != act.who:  # chips, and the player's own card, are no new card
            shared["passes"] = 0
            self.turn.taken += self.felt.moved[:1]
            self.turn.memo["got"] = True
        elif act.verb == "pass" and not self.felt.left():
            shared["passes"] = shared.get("passes", 0) + 1
            self.over = True
            if shared["passes"] >= len(self.play.order):
                self.play.end("passed")

    def breaks(self, act: Act) -> str:
        """Return the rule that an act breaks, as a key of the step's `rules:`.

        `sort`: a card must be sorted first. `price`, `poor`, `for_sale`, `own`, `held`: the reasons for which a purchase is
        wrong. `refusal`: a sale is refused. `call`: the hand has no set. `empty`, `pass`: the stock is empty, or a player passes
        who may not.
        """
        if act.verb == "answer":
            return "refusal" if act.to[0] in ("no", "refuse", "never") else "price"
        if self.got:
            return "sort" if act.verb not in ("take", "buy") else "many"
        if act.verb == "buy" and act.to:
            return self.bad_purchase(act)
        if act.verb == "take":
            return "empty" if not self.felt.left() else "many"
        if act.verb == "lay":
            return "keep" if act.to[-1:] == (SPREAD,) else "money"
        return "pass" if act.verb == "pass" else "order"

    def bad_purchase(self, act: Act) -> str:
        """Return the rule that a purchase breaks, as a key of the step's `rules:`."""
        if act.to[0] == act.who:
            return "own"
        felt, price = self.felt, act.cards[1:]
        spread = [felt.faces[card] for card in felt.places.get(f"{act.to[0]}.{SPREAD}", ())]
        if not act.cards or act.cards[0] not in spread:
            return "for_sale"
        money = [felt.faces[card] for card in felt.cards(f"{act.who}.{MONEY}")]
        if not money or not price or price[0] not in money:
            return "poor"
        if len(price) > 1:
            return "price"
        return "held"


class Proof(Unnamed):
    """The choice of cards that prove a call: a hand with a card of each rank, whole or named (JJ-18)."""

    __slots__ = ("hand", "wanted")

    def __init__(self, hand: Sequence[Face | None], wanted: frozenset[str]) -> None:
        self.hand, self.wanted = tuple(hand), wanted

    def __contains__(self, value: object) -> bool:
        if value is None:  # unknown cards are believed when they are face up
            return None in self.hand or self.wanted <= {face.letter for face in self.hand if face is not None}
        named = value if isinstance(value, tuple) else (value,)
        letters = {face.letter for face in (*self.hand, *named) if isinstance(face, Face)}
        return self.wanted <= letters

    def __repr__(self) -> str:
        return "the whole set"


def whole_set(play: Play) -> dict[str, Moves]:
    """Return the allowed moves about a whole set, by player: to call it, for players who hold a card of each rank or have unknown
    cards; after a call, to show the caller's hand (JJ-18, JJ-19, JJ-A5).
    """
    wanted, places = ranks_wanted(play.now), play.felt.places
    if play.caller:
        return {f"s{play.caller}": {"show": Proof(play.hand(play.caller), wanted)}}
    enough = [seat for seat in play.order if len(places[f"s{seat}"]) >= len(wanted)]
    holders = [seat for seat in enough if ranks_held(play.now, seat) == len(wanted) or None in play.hand(seat)]
    return {f"s{seat}": {f"claim {play.wins['call']}": NOTHING} for seat in holders}


def whole_set_called(play: Play, act: Act) -> bool:
    """Record an act if it is part of the call of a whole set, and return whether it is. It is if it is the call, or any act after
    that until the set is shown.

    The caller wins, whether or not others have a set too; if the shown cards are no set, play goes on (JJ-19, JJ-A6).
    """
    if play.caller:
        if act.verb == "show" and act.seat == play.caller:
            if play.allowed(act):
                play.end("called", act.seat)
            play.caller = 0
        return True
    if act.verb != "claim" or f"s{act.seat}" not in whole_set(play):
        return False
    play.caller = act.seat
    return True


WINS["whole_set"], WON["whole_set"] = whole_set, whole_set_called

"""The same hand in PokerKit: its state is made from our table, and it gets our cards and acts."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Mapping
from typing import Any

import attrs
import pokerkit as pk

import dealerkit as dk
from dealerkit.facts.hands import layers, live
from dealerkit.facts.seats import entitled
from dealerkit.felt import Act
from tests.games.poker.hands import lay_aside, wager

AUTOMATIONS = tuple(
    one
    for one in pk.Automation
    if one
    not in {pk.Automation.CARD_BURNING, pk.Automation.HOLE_DEALING, pk.Automation.BOARD_DEALING, pk.Automation.CHIPS_PUSHING}
)
NO_LIMIT, POT_LIMIT, FIXED = pk.BettingStructure.NO_LIMIT, pk.BettingStructure.POT_LIMIT, pk.BettingStructure.FIXED_LIMIT
STRUCTURES = {"no_limit": NO_LIMIT, "pot_limit": POT_LIMIT, "fixed_limit": FIXED}
PLAIN = {
    "heads_up_uncapped": False,
    "half_bet_rule": False,
    "odd_chips": "left_of_button",
    "open_pair_bet": False,
    "draw_order": "all_first",
    "max_draw": 5,
    "check_raise": True,
}
"""Our options for the rules that PokerKit cannot vary."""


@attrs.frozen
class Variant:
    """A variant in both engines.

    Attributes:
        game: The name of our game.
        structure: Its betting structure.
        deck: PokerKit's deck.
        hands: PokerKit's types of hands, high before low.
        kind: The kind of streets, `board`, `spit`, `stud` or `draw`.
        cards: Number of a player's first cards.
        low: Whether the low board opens (stud).
        draws: Number of draws.
        options: Our other options.
        seats: The most seats in both engines without a stub that runs out.
    """

    game: str
    structure: str
    hands: tuple[type[pk.Hand], ...]
    kind: str = "board"
    cards: int = 2
    deck: pk.Deck = pk.Deck.STANDARD
    low: bool = False
    draws: int = 0
    options: Mapping[str, object] = {}
    seats: int = 6


HIGH, LOW8 = pk.StandardHighHand, pk.EightOrBetterLowHand
OMAHA, OMAHA8 = pk.OmahaHoldemHand, pk.OmahaEightOrBetterLowHand
VARIANTS = {
    "FT": Variant("holdem", "fixed_limit", (HIGH,), seats=9),
    "NT": Variant("holdem", "no_limit", (HIGH,), seats=9),
    "PT": Variant("holdem", "pot_limit", (HIGH,)),
    "NS": Variant("holdem-short-deck", "no_limit", (pk.ShortDeckHoldemHand,), deck=pk.Deck.SHORT_DECK_HOLDEM),
    "PO": Variant("omaha", "pot_limit", (OMAHA,), cards=4),
    "PO5": Variant("omaha", "pot_limit", (OMAHA,), cards=5, options={"hole_cards": 5}),
    "PC": Variant("courchevel", "pot_limit", (OMAHA,), "spit", cards=5),
    "FO/8": Variant("omaha-hilo", "fixed_limit", (OMAHA, OMAHA8), cards=4),
    "PO/8": Variant("omaha-hilo", "pot_limit", (OMAHA, OMAHA8), cards=4),
    "F7S": Variant("stud7", "fixed_limit", (HIGH,), "stud"),
    "F7S/8": Variant("stud7-hilo", "fixed_limit", (HIGH, LOW8), "stud"),
    "FR": Variant("razz", "fixed_limit", (pk.RegularLowHand,), "stud", low=True),
    "F5S": Variant("five-card-stud", "fixed_limit", (HIGH,), "stud"),
    "F5D": Variant("draw", "fixed_limit", (HIGH,), "draw", cards=5, draws=1, seats=5),
    "P5D": Variant("draw", "pot_limit", (HIGH,), "draw", cards=5, draws=1, seats=5),
    "N2L1D": Variant("lowball-27", "no_limit", (pk.StandardLowHand,), "draw", cards=5, draws=1, seats=5),
    "FA5": Variant("lowball-a5", "fixed_limit", (pk.RegularLowHand,), "draw", cards=5, draws=1, seats=5),
    "F2L3D": Variant("triple-draw-27", "fixed_limit", (pk.StandardLowHand,), "draw", cards=5, draws=3, seats=5),
    "FB": Variant("badugi", "fixed_limit", (pk.BadugiHand,), "draw", cards=4, draws=3, deck=pk.Deck.REGULAR, seats=6),
}


def streets(variant: Variant, small: int, big: int) -> tuple[pk.Street, ...]:
    """Return PokerKit's streets of a variant."""
    most = 4 if variant.structure == "fixed_limit" else None
    here = pk.Opening.POSITION

    def street(burn: bool, own: tuple[bool, ...], board: int, draw: bool, opening: pk.Opening, size: int) -> pk.Street:
        return pk.Street(burn, own, board, draw, opening, size, most)

    down = (False,) * variant.cards
    if variant.kind == "stud":
        first = pk.Opening.HIGH_CARD if variant.low else pk.Opening.LOW_CARD
        later = pk.Opening.LOW_HAND if variant.low else pk.Opening.HIGH_HAND
        five = variant.game == "five-card-stud"
        begin = (False, True) if five else (False, False, True)
        sizes = [small, big, big] if five else [small, big, big, big]
        ends = [True] * len(sizes) if five else [True, True, True, False]
        return (
            street(False, begin, 0, False, first, small),
            *(street(True, (up,), 0, False, later, size) for up, size in zip(ends, sizes, strict=True)),
        )
    if variant.kind == "draw":
        sizes = [big] if variant.draws == 1 else [small, big, big]
        return (
            street(False, down, 0, False, here, small),
            *(street(True, (), 0, True, here, size) for size in sizes),
        )
    spit = int(variant.kind == "spit")
    return (
        street(bool(spit), down, spit, False, here, small),
        street(True, (), 3 - spit, False, here, small),
        street(True, (), 1, False, here, big),
        street(True, (), 1, False, here, big),
    )


class Unlike(Exception):
    """A known difference after which the other engine's hand cannot continue."""


class Peer:
    """A hand in PokerKit in parallel to ours.

    Attributes:
        state: PokerKit's hand.
        seats: Our seats in PokerKit's order: from the left of the button.
        known: Frequency of each known difference.
        compared: Number of compared decisions.
        fair: The expected stacks at the end.
        expected: The known differences of this showdown.
    """

    def __init__(self, table: dk.Table, variant: Variant, stakes: Mapping[str, int], known: Counter[str]) -> None:
        self.table, self.variant, self.stakes, self.known = table, variant, stakes, known
        self.seats = entitled(table.now)
        self.begin = [sum(row[seat] for row in table.felt.rows.values()) for seat in range(table.seats + 1)]
        self.compared = 0
        self.hole: dict[int, deque[str]] = {seat: deque() for seat in self.seats}
        self.board: deque[str] = deque()
        self.burns: deque[str] = deque()
        self.expected: set[str] = set()
        self.fair: list[int] = []
        fixed = variant.structure == "fixed_limit"
        small = stakes["small_bet"] if fixed else stakes["big_blind"] or stakes["small_bet"]
        self.state = pk.State(
            AUTOMATIONS,
            variant.deck,
            variant.hands,
            streets(variant, small, stakes["big_bet"] if fixed else small),
            STRUCTURES[variant.structure],
            table.game.options["ante_by"] == "all",
            self._antes(),
            self._blinds(),
            stakes["bring_in"],
            tuple(self.begin[seat] for seat in self.seats),
            len(self.seats),
        )

    def _antes(self) -> int | dict[int, int]:
        ante, who, count = self.stakes["ante"], self.table.game.options["ante_by"], len(self.seats)
        if who == "all":
            return ante
        if self.table.game.options.get("blinds_at") == "button":
            who = "button"
        return {1: ante} if who == "big_blind" else {0 if count == 2 else count - 1: ante}

    def _blinds(self) -> dict[int, int] | tuple[int, int]:
        small, big = self.stakes["small_blind"], self.stakes["big_blind"]
        if self.table.game.options.get("blinds_at") == "button":
            return {0 if len(self.seats) == 2 else -1: big}
        return small, big

    def dealt(self, act: Act) -> None:
        """Give PokerKit the dealt cards."""
        names = self.table.felt.names(self.table.felt.moved)
        if act.verb == "burn":
            self.burns += names
        elif act.to[0] == "board":
            self.board += names
        else:
            self.hole[int(act.to[0][1:])] += names

    def catch_up(self) -> None:
        """Let PokerKit burn and deal the cards of our table."""
        state = self.state
        while state.status:
            if state.can_deal_hole("??"):
                own = self.hole[self.seats[state.hole_dealee_index]]
                assert own, ("PokerKit deals another card to a hand than we", log(self.table))
                state.deal_hole(own.popleft())
            elif state.can_burn_card("??"):
                state.burn_card(self.burns.popleft() if self.burns else "??")
            elif state.can_deal_board("??" * state.board_dealing_counts[0]):
                assert self.board, ("PokerKit deals another board than we", log(self.table))
                state.deal_board("".join(self.board.popleft() for _ in range(state.board_dealing_counts[0])))
            else:
                break

    # -- a decision -------------------------------------------------------------------------------------------------

    def theirs(self) -> tuple[int, int, int, int]:
        """Return the player to act, the amount of a call or bring-in, the least and the most of a bet or raise; 0 for none."""
        state = self.state
        if state.actor_index is None:
            return 0, 0, 0, 0
        due = state.effective_bring_in_amount if state.bring_in_status else state.checking_or_calling_amount
        least = state.min_completion_betting_or_raising_to_amount or 0
        most = state.max_completion_betting_or_raising_to_amount or 0
        return self.seats[state.actor_index], due or 0, least, most

    def ours(self) -> tuple[int, int, int, int]:
        """Return the same for our table, with a call as the amount of its chips on the felt."""
        table = self.table
        [who] = table.ask
        moves: Mapping[str, Any] = table.ask[who]
        seat, due = int(who[1:]), 0
        if "bringin" in moves:
            due = moves["bringin"].amounts[0]
        elif "call" in moves:
            call, felt = Act.make(who, "call"), table.felt.copy()
            call.effect(felt, call)
            due = table.felt.rows["stack"][seat] - felt.rows["stack"][seat]
        amounts = moves["raise"].amounts if "raise" in moves else ()
        return seat, due, *((amounts[0], amounts[-1]) if amounts else (0, 0))

    def decide(self, rng: random.Random) -> Act:
        """Compare a decision, and make it in both engines.

        Raises:
            Unlike: Where the hand cannot go on in PokerKit.
        """
        table, state = self.table, self.state
        self.catch_up()
        us = self.ours()
        if state.actor_index is not None and self.seats[state.actor_index] != us[0] and self._opens_elsewhere():
            self.known["opener"] += 1
            state.actor_indices.rotate(-[self.seats[at] for at in state.actor_indices].index(us[0]))
        self._pots()
        them = self.theirs()
        self.compared += 1
        moves = dict(table.ask[f"s{us[0]}"])
        if us != them:
            why = self._why(us, them)
            assert why, (self.variant.game, us, them, self.begin, table.felt.rows, log(table))
            self.known[why] += 1
            if why == "short blind":
                raise Unlike
            for word in ("bet", "raise"):
                moves.pop(word, None)
        act = wager(table, f"s{us[0]}", moves, rng)
        if act.verb == "fold" and "check" in moves:
            self.known["fold unasked"] += 1
            assert not state.can_fold(), "PokerKit lets a player fold for nothing"
            act = Act.make(act.who, "check")
        if act.verb == "fold":
            state.fold()
        elif act.verb == "bringin":
            state.post_bring_in()
        elif act.verb in ("check", "call"):
            state.check_or_call()
        else:
            state.complete_bet_or_raise_to(table.felt.units(act.n))
        return act

    def _opens_elsewhere(self) -> bool:
        """Return whether the first players differ: after a draw, the opener in ours (DR-22), and the left of the button in
        PokerKit.
        """
        return self.table.players is not None and self.table.players.params.get("opens") == "first_opener"

    def _why(self, us: tuple[int, ...], them: tuple[int, ...]) -> str:
        """Return the reason for a difference of two decisions, or nothing."""
        state, felt = self.state, self.table.felt
        first = state.street_index == 0
        blind = self.stakes["big_blind"] if first else 0
        if us[0] == them[0] and first and 0 < max(felt.rows["bet"]) < blind:
            return "short blind"
        if us[:2] != them[:2]:
            return ""
        cap = state.street.max_completion_betting_or_raising_count
        if cap and them[2] and not us[2] and first and blind:
            return "blind is a bet"
        if cap and us[2] and not them[2] and state.completion_betting_or_raising_count >= cap:
            return "short is counted"
        if them[2] and not us[2]:
            return "first raise" if first else "first bet"
        return ""

    def draw(self, rng: random.Random) -> Act:
        """Let a player draw, in both engines."""
        state, table = self.state, self.table
        self.catch_up()
        self.idle()
        [(who, moves)] = table.ask.items()
        assert self.seats[state.stand_patter_or_discarder_index] == int(who[1:])
        self.compared += 1
        act = lay_aside(table, who, moves, rng)
        if act.verb == "draw" and not act.cards:
            hand = [table.felt.faces[card] for card in table.felt.cards(who)]
            act = Act.make(who, "draw", cards=hand[len(hand) - act.count :])
        state.stand_pat_or_discard("".join(str(face) for face in act.cards))
        return act

    def idle(self) -> None:
        """Let a player check in PokerKit who has no opponent left to bet against, which changes nothing (BR-25)."""
        state = self.state
        if state.status and state.actor_index is not None:
            assert not state.checking_or_calling_amount
            self.known["idle"] += 1
            state.check_or_call()
            self.catch_up()

    def _mine(self) -> list[tuple[int, tuple[int, ...]]]:
        """Return the pots at our table, each with its contenders."""
        rows = self.table.felt.rows
        mine = [(rows[f"side-{at}" if at else "pot"][0], names) for at, (_, names) in enumerate(layers(self.table.now))]
        return [pot for pot in mine if pot[0]]

    def _pots(self) -> None:
        """Check between the streets that the pots and their contenders are equal."""
        felt, state = self.table.felt, self.state
        if not any(any(felt.rows[name]) for name in felt.layout.front) and not any(state.bets):
            others = [(pot.amount, tuple(sorted(self.seats[at] for at in pot.player_indices))) for pot in state.pots]
            assert self._mine() == others, (self._mine(), others, log(self.table))

    def settle(self) -> None:
        """Check after the showdown that the pots are equal, and compute each seat's winnings with PokerKit's hands."""
        self.catch_up()
        self.idle()
        self.idle()
        felt = self.table.felt
        board = "".join(felt.names(felt.places.get("board", ())))
        values = {}
        for seat in live(self.table.now):
            own = "".join(felt.names(felt.places[f"s{seat}"]))
            values[seat] = [kind.from_game_or_none(own, board) for kind in self.variant.hands]
        shares = Counter(dict.fromkeys(self.seats, 0))
        pots = self._mine()
        odd = 0
        for amount, names in pots:
            if len(values) == 1:
                names = tuple(values)
            halves = []
            for kind in range(len(self.variant.hands)):
                made = [(values[seat][kind], seat) for seat in self.seats if seat in names and values[seat][kind] is not None]
                best = max((value for value, _ in made), default=None)
                if made:
                    halves.append([seat for value, seat in made if value == best])
            if len(names) > 1 and len(halves) < len(self.variant.hands) and any(one[-1] is not None for one in values.values()):
                self.expected.add("low in another pot")
            uneven = len(halves) > 1 and amount % 2
            for at, winners in enumerate(halves if len(names) > 1 else [list(names)]):
                part = amount if len(halves) < 2 or len(names) == 1 else amount // 2 + (amount % 2 if not at else 0)
                each, over = divmod(part, len(winners))
                for number, seat in enumerate(winners):
                    shares[seat] += each + (number < over)
                uneven = uneven or over
                if over > 1:
                    self.expected.add("odd chips")
            odd += bool(uneven)
        if odd > 1:
            self.expected.add("pots together")
        self.fair = [felt.rows["stack"][seat] + shares[seat] for seat in self.seats]

    def end(self) -> None:
        """Check at the end that all stacks are equal, and that every card of ours is used."""
        state, table = self.state, self.table
        while state.can_push_chips():
            state.push_chips()
        assert not state.status, (state, log(table))
        mine = [table.felt.rows["stack"][seat] for seat in self.seats]
        assert mine == (self.fair or mine), (mine, self.fair, log(table))
        if mine != state.stacks:
            assert self.expected, (mine, state.stacks, log(table))
            self.known.update(self.expected)
        assert not any(self.hole.values())
        assert not self.board


def log(table: dk.Table) -> list[str]:
    """Return the acts of the hand, for a message."""
    return [act.text for act in table.now.since("hand")]

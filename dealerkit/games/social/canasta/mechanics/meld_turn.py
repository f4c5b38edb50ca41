"""The turn of a seat at a game of melds: its hand, the melds of its side, the ways in which the turn may end."""

from __future__ import annotations

from dealerkit.cards import Face
from dealerkit.felt import Act
from dealerkit.games.social.canasta.facts.meld_reach import Ends
from dealerkit.games.social.canasta.facts.melds import MeldRules, meld_rules, side_seats
from dealerkit.games.social.canasta.mechanics.bonus import Bonus, bonus_of
from dealerkit.games.social.canasta.mechanics.side_melds import SideMelds
from dealerkit.games.social.mechanics.lazy_values import Allowed
from dealerkit.games.social.mechanics.turn import Turn, TurnHand

NEVER_KEEP = 1000
"""A number larger than any hand: the cards to keep for a player who must go out."""


class MeldTurn:
    """The state of a seat's turn; each phase has its own.

    Attributes:
        play: The hand in progress.
        turn: The turn.
        seat: Seat of the player.
        place: Place of the player's hand: `s3`.
        rules: The game's rules of melds.
        bonus: State of the red threes.
        side: Seats of the player's side.
        lying: Melds of the side.
    """

    def __init__(self, play: TurnHand, turn: Turn) -> None:
        self.play, self.felt = play, play.felt
        self.now = play.now
        self.options = play.now.game.options
        self.seat, self.place = turn.seat, f"s{turn.seat}"
        shared = play.shared
        if "scores" not in shared:
            begin(play)
        self.rules: MeldRules = shared["rules"]
        self.bonus: Bonus = shared["bonus"]
        self.side: list[int] = shared["sides"][turn.seat]
        self.lying: SideMelds = shared["lying"][self.side[0]]
        self.turn = turn

    def begin(self, turn: Turn) -> None:
        """Begin a turn of the seat; record in the turn's shared data (`memo`) whether the side and the player had melded before
        it.
        """
        self.turn = turn
        if "opened" not in turn.memo:
            turn.memo["opened"] = self.lying.begun
            turn.memo["had melded"] = self.seat in melders(self.play)

    @property
    def hand(self) -> list[Face | None]:
        """The player's cards, read from the felt once for each act; None for an unknown card."""
        memo, at = self.turn.memo, len(self.now.log)
        if memo.get("hand at") != at:
            faces = self.felt.faces
            memo["hand at"], memo["hand"] = at, [faces[card] for card in self.felt.places[self.place] if card >= 0]
        hand: list[Face | None] = memo["hand"]
        return hand

    @property
    def opened(self) -> bool:
        """Whether the side had melded before this turn."""
        return bool(self.turn.memo["opened"])

    @property
    def laid(self) -> int:
        """Points of the side's melds."""
        return self.lying.worth

    @property
    def minimum(self) -> int:
        """The points that the side's first melds need, by its score at the start of the hand (CN-35); 0 after it has melded."""
        if self.opened:
            return 0
        return self.rules.minimum(self.play.shared["scores"][self.side[0]])

    @property
    def short_of_minimum(self) -> bool:
        """Whether the side has begun to meld in this turn and its first melds are still too low."""
        return not self.opened and 0 < self.laid < self.minimum

    @property
    def missing(self) -> int:
        """Number of full melds that the side still needs to go out (CN-51)."""
        return max(0, self.rules.needed - len(self.lying.full))

    def ends(self, *, out: bool = False) -> Ends:
        """Return the ways in which this turn may end.

        Args:
            out: Whether it must end by going out.
        """
        answer = self.turn.memo.get("answer")
        return Ends(answer != "no", self.missing, NEVER_KEEP if out else self.keeps)

    @property
    def keeps(self) -> int:
        """Number of cards that a player who does not go out must have: one to keep and, while there is a stock, one to
        discard.
        """
        return 1 if self.turn.memo.get("stock out") else 2

    @property
    def waived(self) -> bool:
        """Whether going out concealed needs no minimum (CN-A6)."""
        return bool(self.options.get("concealed_waives_minimum")) and self.turn.memo.get("from") == "stock"

    # -- red threes -----------------------------------------------------------------------------------------------

    def first_of_all(self) -> Allowed:
        """Return the forced moves with red threes, which come before any other act, and record in the turn's shared data whether
        there are any.

        A red three that came with the pile may wait until the upcard is used, because that has to be done at once (CN-17, CN-22).
        """
        bonus, seat = self.bonus, self.seat
        some = bonus.owed.get(seat) or (not self.rules.bonus.isdisjoint(self.hand) and self.pending() is None)
        moves: Allowed = bonus.moves(seat) if some and seat not in bonus.let_be else {}
        self.turn.memo["owes"] = bool(moves)
        return moves

    def late(self) -> Allowed:
        """Return the moves with red threes that may be laid down late: those held back before, or those in an unknown hand."""
        if None in self.hand:
            return self.bonus.moves(self.seat) or self.bonus.perhaps()
        return self.bonus.moves(self.seat) if self.seat in self.bonus.let_be or self.pending() is not None else {}

    def pending(self) -> int | None:
        """Return the card number of the upcard that was taken and must still be used; None if there is none."""
        card = self.turn.memo.get("upcard")
        return card if card is not None and card in self.felt.places[self.place] else None

    def others(self) -> dict[str, Allowed]:
        """Return the moves of other seats that passed over red threes and may lay them down."""
        if not self.bonus.let_be:
            return {}
        late = [seat for seat in self.bonus.let_be if seat != self.seat]
        return {f"s{seat}": moves for seat in late if (moves := self.bonus.moves(seat))}

    def take_in(self, act: Act) -> bool:
        """Record an act, and return whether it was about red threes. A player who does something else with one in hand may still
        lay it down later.
        """
        if act.seat != self.seat:
            return self.bonus.heard(act.seat, act)
        owed = self.turn.memo.get("owes")  # from before the act
        if self.bonus.heard(self.seat, act):
            if act.verb == "lay" and not self.felt.left() and not self.bonus.unreplaced & set(self.felt.moved):
                self.turn.memo["stock out"] = True  # CN-49
            return True
        if owed:
            self.bonus.let_be.add(self.seat)
            self.turn.memo["owes"] = False
        return False

    def breaks(self, act: Act) -> str:
        """Return the rule that an act breaks: `bonus` if a red three must be laid down first, or another card is laid down as
        one; else `order`.
        """
        if self.first_of_all():
            return "bonus"
        if act.verb == "lay":
            return "bonus"
        return "order"


def begin(play: TurnHand) -> None:
    """Set up the shared state of a hand: rules, sides, their melds, and their scores at its beginning, which decide the minimum
    (CN-E17).
    """
    now = play.now
    target = now.game.data["target"]["box"]
    play.shared["rules"] = meld_rules(now)
    play.shared["bonus"] = bonus_of(play)
    play.shared["sides"] = {seat: side_seats(now, seat) for seat in play.order}
    play.shared["lying"] = {seats[0]: SideMelds(now, seats) for seats in play.shared["sides"].values()}
    play.shared["scores"] = [score // now.felt.layout.scale for score in now.felt.marks[target]]


def melders(play: TurnHand) -> set[int]:
    """Return the seats that have melded in this hand."""
    seats: set[int] = play.shared.setdefault("melders", set())
    return seats

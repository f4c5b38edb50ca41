"""A turn and its phases: the moves of a seat until the turn passes on. Each kind of phase is a class in `PHASES`."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.facts.elimination import playing
from dealerkit.felt import Act, Felt
from dealerkit.games.social.mechanics.lazy_values import Allowed, Choices, Family, OpenMoves
from dealerkit.mechanics.registry import Moves, Params


class TurnHand:
    """The state of a hand in which seats take turns, shared by the phases of all turns.

    Attributes:
        order: Seats in the game, from the dealer's left.
        phases: The phases of a turn, by name: for each, the word of its class in `PHASES`, and its parameters.
        turn: The present turn.
        spare: By seat, the phases of its last turn, to be used again for its next turn.
        turns: Number of turns each seat has had.
        strays: Turns taken out of turn and not corrected, by seat.
        follower: The seat after one that played out of turn; if it goes on, that turn stands.
        knocker: The seat that has knocked; 0 before.
        last: Seats that have still to play their last turn; None before the last round.
        opened: Seats that were asked to show a hand, and did not.
        shared: Data that the phases of all turns share.
        ended: The way in which the hand ended, as a word; empty before.
        by: The seat that ended it; 0 for none.
    """

    turn: Turn

    def __init__(self, now: Situation, phases: Mapping[str, tuple[str, Params]]) -> None:
        self.now, self.felt, self.phases = now, now.felt, phases
        self.order = playing(now)
        self.spare: dict[int, list[Phase]] = {}
        self.turns = dict.fromkeys(self.order, 0)
        self.strays: dict[int, Turn] = {}
        self.follower = self.knocker = self.by = 0
        self.last: list[int] | None = None
        self.opened: set[int] = set()
        self.shared: dict[str, Any] = {}
        self.ended = ""

    def hand(self, seat: int) -> list[Face | None]:
        """Return the cards of a seat; None for an unknown card."""
        return [self.felt.faces[card] for card in self.felt.cards(f"s{seat}")]

    def after(self, seat: int) -> list[int]:
        """Return the other seats in order, from the left of a seat."""
        at = self.order.index(seat)
        return self.order[at + 1 :] + self.order[:at]

    def knock(self, seat: int) -> None:
        """Record that a seat has knocked: each other seat has one more turn (TO-10)."""
        self.knocker = seat
        self.last = self.after(seat)

    def end(self, how: str, by: int = 0) -> None:
        """End the hand.

        Args:
            how: The way in which it ended.
            by: The seat that ended it; 0 for none.
        """
        self.ended, self.by = how, by
        self.strays.clear()
        self.follower = 0


class Phase:
    """A phase of the present turn. `over` is True as soon as the next phase begins.

    Attributes:
        play: The state of the hand.
        turn: The turn.
        params: The phase's parameters in the game's file.
        optional: Whether moves of the next phase are allowed already, as for a player who may meld or else discard at once.
        waits: Whether the phase goes on although its player has no move, because another player has to answer.
        verbs: Verbs of the acts that belong to it.
    """

    optional = False
    waits = False

    def __init__(self, play: TurnHand, turn: Turn, params: Params) -> None:
        self.play, self.params = play, params
        self.felt: Felt = play.felt
        self.begin(turn)

    def begin(self, turn: Turn) -> None:
        """Begin the phase in a new turn of the same seat; data that the phases of a turn share is in the turn.

        Args:
            turn: The new turn.
        """
        self.turn, self.over = turn, False

    verbs: frozenset[str] = frozenset()
    """Verbs that distinguish an act of this phase from an act of the phase before, if that is optional."""

    @property
    def forced(self) -> bool:
        """Whether a move must come before any other."""
        return bool(self.must())

    @property
    def hand(self) -> list[Face | None]:
        """The cards of the player in turn; None for an unknown card."""
        return self.play.hand(self.turn.seat)

    def must(self) -> Allowed:
        """Return the moves that the player must make before any other; empty if there are none."""
        return {}

    def moves(self) -> Choices:
        """Return the open moves of the player if there are none in `must`; empty if the phase has none."""
        return {}

    def others(self) -> dict[str, Allowed]:
        """Return the open moves of the other seats during this phase."""
        return {}

    def heard(self, act: Act) -> None:
        """Record an allowed act of the player, which may end the phase."""

    def also_heard(self, act: Act) -> None:
        """Record an allowed act of another player, or an act that the player was not allowed."""

    def still(self, act: Act) -> bool:
        """Return whether the player may do an act although the hand is over."""
        return False

    def way_out(self) -> Act | None:
        """Return the act by which a player without an allowed move ends the turn, at a cost that the rules name; None if there is
        none.
        """
        return None

    def breaks(self, act: Act) -> str:
        """Return the rule that the player's act breaks, as a key of the step's `rules:`."""
        return "order"


class Stage:
    """A stage of the hand before the first turn, in which all players take part."""

    def __init__(self, play: TurnHand) -> None:
        self.play = play

    def asked(self) -> dict[str, Moves]:
        """Return the open moves by seat; empty when the stage is over."""
        return {}

    def may(self) -> dict[str, Moves]:
        """Return further moves, until the first turn has begun: those of seats with unknown cards."""
        return {}

    def heard(self, act: Act) -> bool:
        """Return whether an act belongs to the stage; the first act that does not ends it."""
        return False

    def breaks(self, act: Act) -> str:
        """Return the rule broken by an act that is not allowed, as a key of the step's `rules:`."""
        return "first"


STAGES: dict[str, Callable[[TurnHand], Stage]] = {}
"""Every stage by its word."""

PHASES: dict[str, Callable[[TurnHand, Turn, Params], Phase]] = {}
"""Every phase by its word."""


def phase(name: str) -> Callable[[type[Phase]], type[Phase]]:
    """Return a decorator that registers a phase under a word."""

    def register(phase_class: type[Phase]) -> type[Phase]:
        PHASES[name] = phase_class
        return phase_class

    return register


class Turn:
    """A seat's turn.

    Attributes:
        seat: Seat of the player.
        memo: Data that its phases share, by name.
        phases: Its phases, in order; those of the seat's last turn are used again if that turn is over for good.
        taken: Cards taken in it, by number.
        acted: Whether the player has acted in it.
        wrong: Whether cards were taken in it that had to go back.
        wrong_end: Number of the card by which it was ended wrongly; -1 for none.
        last: The phase in which it ended; None before.
        broken_off: The phase that was open when it was ended wrongly; None for none.
    """

    def __init__(self, play: TurnHand, seat: int, begin: str = "") -> None:
        self.play, self.seat, self.begin = play, seat, begin
        self.wrong = False
        self.last: Phase
        self.broken_off: Phase
        self.restart(begin)
        if self.now is not None:
            self.last = self.broken_off = self.now

    def restart(self, begin: str = "") -> None:
        """Begin the turn again, from its first phase or from a named phase."""
        self.memo: dict[str, Any] = {}
        self.taken: list[int] = []
        self.acted = False
        self.wrong_end = -1
        self.phases = self.play.spare.pop(self.seat, [])
        for part in self.phases:
            part.begin(self)
        names = list(self.play.phases)
        if not self.phases:
            self.phases = [PHASES[word](self.play, self, params) for word, params in self.play.phases.values()]
        self.left = self.phases[names.index(begin) if begin in names else 0 :]
        self.now: Phase | None = None
        self.next_phase()

    def next_phase(self) -> None:
        """Go to the next phase; after the last phase the turn is over."""
        self.now = self.left.pop(0) if self.left else None

    def reopen(self) -> None:
        """Open again the phase that was broken off, because the act that wrongly ended the turn was taken back."""
        self.wrong_end = -1
        self.now = self.broken_off
        self.now.over = False
        self.left = self.phases[self.phases.index(self.now) + 1 :]

    def end(self) -> None:
        """End the turn."""
        if self.now is not None:
            self.last = self.now
        self.now, self.left = None, []

    def moves(self) -> Moves:
        """Return the open moves of the player, after phases without any have been skipped."""
        while (now := self.now) is not None:
            if not now.over:
                mine: dict[str, Container[object] | Family] = {**now.must()}
                if not mine:
                    mine.update(now.moves())
                    if now.optional and self.left:
                        mine.update(self.left[0].moves())
                moves = OpenMoves(mine, self.play.now.log)
                if moves.plain or now.waits or moves:
                    return moves
            self.last = now
            self.next_phase()
        return {}

    def phase_for(self, act: Act, *, allowed: bool = False) -> Phase | None:
        """Return the phase that an act belongs to: the open phase, or the next one if the open phase may be skipped; None if the
        turn is over.

        Args:
            act: The player's act.
            allowed: Whether the act was allowed, so that no forced move came before it.
        """
        now = self.now
        if now is not None and now.optional and self.left and act.verb in self.left[0].verbs and (allowed or not now.forced):
            return self.left[0]
        return now

    def go_to(self, part: Phase) -> None:
        """Open a phase, and close those before it."""
        while self.now is not None and self.now is not part:
            self.last = self.now
            self.next_phase()

    @property
    def undone(self) -> bool:
        """Whether the cards taken in this turn have gone back to their places; a discard does not count."""
        if self.wrong_end in self.taken:
            return False
        mine = (f"s{self.seat}", *(name for name in self.play.felt.places if "." in name))
        return bool(self.taken) and not any(card in self.play.felt.places[name] for name in mine for card in self.taken)

    @property
    def over(self) -> bool:
        """Whether the turn is over."""
        return not self.moves() and self.now is None

"""Turns: one seat after the other goes through the phases of a turn, until the hand ends.

A game names the phases of a turn in order (`turn: {draw: {...}, meld: {...}, discard: {...}}`); each is a class in `PHASES`,
written once. How a hand ends is the game's too: a knock with one last round, a hand that wins at once, an empty stock.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.facts.lives import playing
from dealerkit.felt import DEALER, Act, Felt
from dealerkit.mechanics.kinds import NotGiven
from dealerkit.mechanics.registry import EVERYTHING, NOTHING, Ask, Moves, Params, Run, mechanic

Allowed = dict[str, Container[Any]]


class OfCards:
    """So many cards, whether they are named or not."""

    __slots__ = ("count",)

    def __init__(self, count: int) -> None:
        self.count = count

    def __contains__(self, value: object) -> bool:
        if isinstance(value, tuple):
            return len(value) == self.count
        if isinstance(value, int):
            return value == self.count
        return self.count == 1

    def __iter__(self) -> Iterator[int | None]:
        return iter((None if self.count == 1 else self.count,))

    def __repr__(self) -> str:
        return f"{self.count} cards"


class These:
    """Certain cards together, in any order, or no card named at all."""

    __slots__ = ("faces",)

    def __init__(self, faces: Sequence[Face | None]) -> None:
        self.faces = tuple(faces)

    def __contains__(self, value: object) -> bool:
        if value is None:
            return True
        named = list(value) if isinstance(value, tuple) else [value]
        if len(named) != len(self.faces):
            return False
        left = list(self.faces)
        for face in named:
            fit = next((at for at, mine in enumerate(left) if face is mine or face is None or mine is None), None)
            if fit is None:
                return False
            del left[fit]
        return True

    def __iter__(self) -> Iterator[None]:
        return iter((None,))

    def __repr__(self) -> str:
        return " ".join("??" if face is None else face.name for face in self.faces)


def one_of(hand: Sequence[Face | None]) -> Container[Any]:
    """One card of a hand; any, if a card of it is unknown."""
    return EVERYTHING if None in hand else frozenset(hand)


class Phase:
    """One phase of a turn while it is played. `over` says that the next one begins.

    Attributes:
        play: The hand it belongs to.
        turn: The turn it belongs to.
        params: Its parameters in the game's file.
    """

    def __init__(self, play: Play, turn: Turn, params: Params) -> None:
        self.play, self.turn, self.params = play, turn, params
        self.felt: Felt = play.felt
        self.over = False

    @property
    def hand(self) -> list[Face | None]:
        """The cards of whoever has the turn."""
        return self.play.hand(self.turn.seat)

    def moves(self) -> Allowed:
        """What the player may do; nothing if the phase asks for nothing."""
        return {}

    def others(self) -> dict[str, Allowed]:
        """What others may do meanwhile."""
        return {}

    def heard(self, act: Act) -> None:
        """The player has done something that was allowed."""

    def also_heard(self, act: Act) -> None:
        """Somebody else has done something that was allowed, or the player something that was not."""

    def fault(self, act: Act) -> str:
        """Which rule the player's act breaks, as a key of the step's `rules:`."""
        return "order"


PHASES: dict[str, Callable[[Play, Turn, Params], Phase]] = {}
"""Every phase by its word."""


def phase(name: str) -> Callable[[type[Phase]], type[Phase]]:
    """Register a phase under its word."""

    def register(made: type[Phase]) -> type[Phase]:
        PHASES[name] = made
        return made

    return register


class Turn:
    """One seat's turn.

    Attributes:
        seat: Whose.
        memo: What its phases tell one another.
        taken: The cards taken in it.
        acted: Whether the player has done anything in it.
    """

    def __init__(self, play: Play, seat: int, begin: str = "") -> None:
        self.play, self.seat, self.begin = play, seat, begin
        self.restart(begin)

    def restart(self, begin: str = "") -> None:
        """The turn from its beginning, or from a phase on."""
        self.memo: dict[str, Any] = {}
        self.taken: list[int] = []
        self.acted = False
        names = list(self.play.phases)
        self.left = names[names.index(begin) :] if begin in names else names
        self.now: Phase | None = None
        self.next_phase()

    def next_phase(self) -> None:
        """The next phase begins; there is none when the turn is over."""
        if not self.left:
            self.now = None
            return
        name, *self.left = self.left
        word, params = self.play.phases[name]
        self.name = name
        self.now = PHASES[word](self.play, self, params)

    def end(self) -> None:
        """The turn is over."""
        self.now, self.left = None, []

    def moves(self) -> Allowed:
        """What the player may do; phases that ask for nothing are gone through."""
        while self.now is not None:
            moves = {} if self.now.over else self.now.moves()
            if moves:
                return moves
            self.next_phase()
        return {}

    @property
    def undone(self) -> bool:
        """Whether the cards that were taken in it lie where they were taken from."""
        mine = (f"s{self.seat}", *(name for name in self.play.felt.places if "." in name))
        return bool(self.taken) and not any(card in self.play.felt.places[name] for name in mine for card in self.taken)

    @property
    def over(self) -> bool:
        """Whether it has come to its end."""
        return not self.moves()


class Play:
    """A hand of turns while it is played: `asked` says who may do what, `heard` takes in what was done.

    Attributes:
        order: The seats in the game, from the dealer's left.
        turn: The turn that is played.
        strays: Turns taken out of turn and not put right, by seat.
        follower: The seat after one that has had its turn out of turn: if it goes on, the table has let that stand.
        turns: How many turns each seat has had.
        knocker: The seat that has knocked; 0 while nobody has.
        last: The seats that have their last turn still before them; None while it is not the last round.
        winning: Who is asked to show, or may call, a hand that ends it at once.
        opened: Who was asked to and did not.
        ended: How the hand has ended; empty while it goes on.
        by: The seat that ended it; 0 if nobody did.
    """

    def __init__(self, now: Situation, params: Params) -> None:
        self.now, self.felt, self.params = now, now.felt, params
        self.phases: dict[str, tuple[str, Params]] = {
            name: (str((spec or {}).get("phase", name)), spec or {}) for name, spec in params["turn"].items()
        }
        self.order = playing(now)
        self.turns = dict.fromkeys(self.order, 0)
        self.strays: dict[int, Turn] = {}
        self.follower = 0
        self.knocker = self.by = 0
        self.last: list[int] | None = None
        self.ended = ""
        self.opened: set[int] = set()
        self.winning: dict[str, Moves] = {}
        self.shared: dict[str, Any] = {}
        given = now.given
        first = given.get("turn", self.order[0])
        if first not in self.order:
            raise NotGiven(("turn",), f"seat {first} is not in the game")
        if given.get("knocked"):
            self.knocker = given["knocked"]
            self.last = [*self.after(self.knocker)]
            self.last = self.last[self.last.index(first) :] if first in self.last else []
        self.turn = Turn(self, first, str(given.get("phase", "")))

    # -- the table ------------------------------------------------------------------------------------------------

    def hand(self, seat: int) -> list[Face | None]:
        """The cards a seat holds; None for one that nobody has seen."""
        return [self.felt.faces[card] for card in self.felt.cards(f"s{seat}")]

    def after(self, seat: int) -> list[int]:
        """The other seats in order, from the left of one."""
        at = self.order.index(seat)
        return self.order[at + 1 :] + self.order[:at]

    def knock(self, seat: int) -> None:
        """A seat has knocked: everybody else has one more turn (TO-10)."""
        self.knocker = seat
        self.last = self.after(seat)

    def end(self, how: str, by: int = 0) -> None:
        """The hand is over."""
        self.ended, self.by = how, by
        self.strays.clear()
        self.follower = 0

    # -- what is asked --------------------------------------------------------------------------------------------

    def asked(self) -> Ask:
        """Who may do what; nothing when all is over."""
        while not self.ended and self.turn.over:
            self.next_turn()
        if self.ended:
            return self.showing()
        ask: dict[str, Moves] = {}
        if (chore := self.chore()) is not None:
            return {DEALER: {chore: NOTHING}}
        holders = WINS[self.params["wins"]["by"]](self) if self.params.get("wins") else {}
        self.winning = {seat: moves for seat, moves in holders.items() if int(seat[1:]) not in self.opened}
        if self.winning:
            return self.winning
        ask[f"s{self.turn.seat}"] = self.turn.moves()
        if self.turn.now is not None:
            ask |= self.turn.now.others()
        for seat, turn in self.strays.items():
            ask[f"s{seat}"] = turn.moves()
        if self.follower and self.follower not in self.strays and self.follower != self.turn.seat:
            ask[f"s{self.follower}"] = Turn(self, self.follower).moves()
        for who, moves in holders.items():
            ask[who] = {**ask.get(who, {}), **moves}
        return ask

    def showing(self) -> Ask:
        """Where hands are shown at the end, those who have not shown theirs."""
        if not self.params.get("shows"):
            return {}
        return {f"s{seat}": {"show": These(self.hand(seat))} for seat in self.order if not self.shown(seat)}

    def shown(self, seat: int) -> bool:
        """Whether a seat's whole hand lies open, or it has none."""
        return all(self.felt.up[card] for card in self.felt.cards(f"s{seat}"))

    def chore(self) -> str | None:
        """What the dealer has to do before the turn can go on: the stock is made up again when it is empty (TO-A6)."""
        source = self.params.get("rebuild")
        if source is None or self.felt.left() or self.turn.acted:
            return None
        place = self.felt.layout.places[source]
        return f"rebuild {source}" if len(self.felt.cards(source)) > place.keeps else None

    def next_turn(self) -> None:
        """The next seat's turn begins, unless the hand is over."""
        done = self.turn.seat
        self.turns[done] += 1
        self.follower = 0
        if self.last is not None:
            if done in self.last:
                self.last.remove(done)
            if not self.last:
                self.end("knock", self.knocker)
                return
        self.turn = Turn(self, self.after(done)[0])

    # -- what is heard --------------------------------------------------------------------------------------------

    def heard(self, act: Act) -> None:
        """Somebody has done something, asked for or not."""
        if act.who == DEALER:
            self.put_right()
            return
        seat = act.seat
        if self.ended or seat not in self.order:
            return
        if self.params.get("wins") and WON[self.params["wins"]["by"]](self, act):
            return
        current = self.strays.get(seat) or (self.turn if seat == self.turn.seat else None)
        if current is None and seat == self.follower:
            self.turn = current = Turn(self, seat)
            self.follower = 0
        if current is None:
            self.elsewhere(act)
            return
        self.take_in(current, act)
        if seat in self.strays and current.over:
            del self.strays[seat]
            self.follower = self.after(seat)[0]

    def take_in(self, turn: Turn, act: Act) -> None:
        """An act of whoever has a turn."""
        moves = turn.moves()
        part = turn.now
        if part is None:
            return
        turn.acted = True
        if act.move in moves and act.value in moves[act.move]:
            part.heard(act)
        else:
            part.also_heard(act)

    def elsewhere(self, act: Act) -> None:
        """An act of a seat whose turn it is not: an answer, or the beginning of a turn out of turn."""
        part = self.turn.now
        asked = part.others().get(act.who, {}) if part is not None else {}
        if act.move in asked:
            if part is not None:
                part.also_heard(act)
            return
        if act.verb in ("take", "buy"):
            turn = Turn(self, act.seat)
            self.take_in(turn, act)
            self.strays[act.seat] = turn

    def put_right(self) -> None:
        """The dealer has moved cards back: a turn whose cards lie there again begins anew."""
        for seat in [seat for seat, turn in self.strays.items() if turn.undone]:
            del self.strays[seat]
        if self.turn.undone:
            self.turn.restart(self.turn.begin)

    # -- what was wrong -------------------------------------------------------------------------------------------

    def fault(self, act: Act) -> str:
        """Which rule an act that was not asked for breaks."""
        if self.ended:
            return "over" if self.ended == "knock" else "ended"
        if act.verb == "show" and not self.last:
            return "show"
        if act.verb == "show":
            return "last"
        if self.winning:
            return "win"
        turn = self.strays.get(act.seat) or (self.turn if act.seat == self.turn.seat else None)
        if turn is None:
            return "turn" if act.verb != "knock" or not self.knocker else "knock"
        return turn.now.fault(act) if turn.now is not None else "turn"

    def result(self) -> dict[str, Any]:
        """What the hand came to."""
        return {"ended": self.ended, "by": self.by, "knocked": self.knocker, **self.shared}


Win = Callable[[Play], "dict[str, Moves]"]
WINS: dict[str, Win] = {}
"""Hands that end the hand at once: who may, or must, show or call one now."""

WON: dict[str, Callable[[Play, Act], bool]] = {}
"""Whether an act was that; if so the hand has ended."""


def _play(now: Situation) -> Play | None:
    kept: Play | None = now.memo.get("turns")
    return kept


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Which rule an act breaks, as a key of the step's `rules:`.

    `turn`: somebody else has the turn. `order`: the phases of a turn come in another order. `over`: the hand has ended. `win`: a
    winning hand ends it at once. `show`, `last`: hands are shown before that. The phases have keys of their own.
    """
    play = _play(now)
    return play.fault(act) if play is not None else "turn"


def _plain(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """The first move with the first thing it can be made with."""
    for move, allowed in moves.items():
        verb, *to = move.split()
        if allowed is EVERYTHING:
            cards = now.felt.cards(seat)
            return Act.make(seat, verb, *to, cards=[now.felt.faces[cards[-1]]]) if cards else None
        for value in sorted(allowed, key=str) if isinstance(allowed, frozenset) else allowed:  # type: ignore[attr-defined]
            return Act.of(seat, move, value)
    return None


def _told(now: Situation, params: Params, told: Mapping[str, Any]) -> dict[str, Any]:
    return {"ended": told["ended"], "by": told.get("by", 0), "knocked": told.get("knocked", 0)}


@mechanic(
    "turns",
    fault=_broken,
    plain=_plain,
    verbs="take discard lay meld square knock ask answer claim buy show pass",
    keeps={"turn": "seat", "phase": "word?", "knocked": "seat?"},
    comes_to={"ended": "word", "by": "seat?", "knocked": "seat?"},
    result=_told,
)
def turns(now: Situation, params: Params) -> Run:
    """One seat after the other goes through the phases in `turn`, until the hand ends.

    `wins`: the hand that ends it at once. `rebuild`: the pile that makes up the stock again. `shows`: all hands are shown at the
    end. `first`: what all do before the first turn.

    Returns:
        `ended`: how the hand ended, `by`: who ended it, `knocked`: who had knocked; and what the phases add.
    """
    play = Play(now, params)
    now.memo["turns"] = play
    while asked := play.asked():
        act = yield asked
        if act is None:
            break
        play.heard(act)
    return play.result()

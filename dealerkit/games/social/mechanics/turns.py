"""Turns: the seats in order each play a turn, phase by phase, until the hand ends.

A game names the phases of a turn in order (`turn: {draw: {...}, meld: {...}, discard: {...}}`; see `mechanics.turn`), and defines
how a hand can end: a knock with a last round, a hand that wins at once, an empty stock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealerkit.cards import Face
from dealerkit.facts import Situation
from dealerkit.felt import DEALER, Act
from dealerkit.games.social.facts.elimination import one_player_left
from dealerkit.games.social.mechanics.lazy_values import was_allowed
from dealerkit.games.social.mechanics.turn import STAGES, Phase, Turn, TurnHand
from dealerkit.mechanics.card_choices import These
from dealerkit.mechanics.registry import EVERYTHING, NO_RULE, NOTHING, Ask, Moves, Params, Run, mechanic
from dealerkit.mechanics.setup_values import NotGiven


class Play(TurnHand):
    """The play of a hand in which seats take turns: `asked` returns the allowed moves, `heard` records an act.

    Attributes:
        params: Parameters of the step.
        stage: The stage before the first turn; None after it.
        done: Seat of the turn before; 0 at the beginning.
        gone: The turn before, if it was ended wrongly and may still be corrected; else None.
        winning: By seat, allowed moves to show or call a hand that ends the game at once.
        asking: The allowed moves returned last.
        caller: Seat that has called a hand and has still to show it; 0 for none.

    Raises:
        NotGiven: If a table is set up in the middle of a hand, with the turn of a seat that is not in the game.
    """

    def __init__(self, now: Situation, params: Params) -> None:
        turn = {name: (str((spec or {}).get("phase", name)), spec or {}) for name, spec in params["turn"].items()}
        super().__init__(now, turn)
        self.params = params
        self.done = self.caller = 0
        self.asking: Ask = {}
        self.winning: dict[str, Moves] = {}
        self.rebuild = str(params.get("rebuild") or "")
        self.wins: Params = params.get("wins") or {}
        given = now.given
        first = given.get("turn", self.order[0])
        if first not in self.order:
            raise NotGiven(("turn",), f"seat {first} is not in the game")
        if given.get("knocked"):
            self.knocker = given["knocked"]
            self.last = [*self.after(self.knocker)]
            self.last = self.last[self.last.index(first) :] if first in self.last else []
        self.gone: Turn | None = None
        self.turn = Turn(self, first, str(given.get("phase", "")))
        first_of_all = params.get("first")
        self.stage = STAGES[first_of_all](self) if first_of_all and not given else None

    # -- open moves -----------------------------------------------------------------------------------------------

    def asked(self) -> Ask:
        """Return the open moves by seat; empty when the hand is over."""
        if self.stage is not None and (asked := self.stage.asked()):
            return asked
        self.winning = {}
        moves = self.turn.moves() if not self.ended else {}
        while not self.ended and self.turn.now is None and not moves:
            self.next_turn()
            moves = self.turn.moves()
        if self.ended:
            return self.showing()
        ask: dict[str, Moves] = {}
        if (chore := self.chore()) is not None:
            return {DEALER: {chore: NOTHING}}
        holders = WINS[self.wins["by"]](self) if self.wins else {}
        if self.caller:
            return holders
        if holders and "call" not in self.wins:  # a hand that is called may also be called later
            self.winning = {seat: moves for seat, moves in holders.items() if int(seat[1:]) not in self.opened}
            if self.winning:
                return self.winning
        ask[f"s{self.turn.seat}"] = moves  # no moves, while another player has to answer
        for seat, turn in self.strays.items():
            ask[f"s{seat}"] = turn.moves()
        if self.follower and self.follower not in self.strays and self.follower != self.turn.seat:
            ask[f"s{self.follower}"] = Turn(self, self.follower).moves()
        for turn in (self.turn, *self.strays.values()):  # a player out of turn is answered too
            for who, answers in turn.now.others().items() if turn.now is not None else ():
                ask[who] = {**ask.get(who, {}), **answers}
        for who, more in holders.items():
            ask[who] = {**ask.get(who, {}), **more}
        for who, more in self.stage.may().items() if self.stage is not None else ():
            ask[who] = {**ask.get(who, {}), **more}
        return ask

    def showing(self) -> Ask:
        """Return the open moves of the seats that have still to show their hands, if hands are shown at the end."""
        if not self.params.get("shows"):
            return {}
        return {f"s{seat}": {"show": These(self.hand(seat))} for seat in self.order if not self.shown(seat)}

    def shown(self, seat: int) -> bool:
        """Return whether a seat's whole hand is face up, or empty."""
        return all(self.felt.up[card] for card in self.felt.cards(f"s{seat}"))

    def chore(self) -> str | None:
        """Return the act that the dealer has to do before the turn can go on, the reshuffle of an empty stock (TO-A6); None if
        there is none.
        """
        source = self.rebuild
        if not source or self.felt.left() or self.turn.acted:
            return None
        place = self.felt.layout.places[source]
        return f"rebuild {source}" if len(self.felt.cards(source)) > place.keeps else None

    def next_turn(self) -> None:
        """Begin the next seat's turn, unless the hand is over."""
        done = self.done = self.turn.seat
        self.gone = self.turn if self.turn.wrong_end >= 0 else None
        if self.gone is None:
            self.spare[done] = self.turn.phases
        self.turns[done] += 1
        self.follower = 0
        if self.last is not None:
            if done in self.last:
                self.last.remove(done)
            if not self.last:
                self.end("knock", self.knocker)
                return
        self.turn = Turn(self, self.after(done)[0])

    # -- recorded acts --------------------------------------------------------------------------------------------

    def heard(self, act: Act) -> None:
        """Record an act, asked for or not."""
        if act.who == DEALER:
            self.put_right()
            return
        seat = act.seat
        if self.ended or seat not in self.order:
            return
        if self.stage is not None:
            if self.stage.heard(act):
                return
            self.stage = None
        if self.wins and WON[self.wins["by"]](self, act):
            return
        if act.verb == "answer" and (asker := self.asker(act)) is not None:
            asker.also_heard(act)
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
        """Record an act of the player in turn. An act that is not allowed and moves nothing, such as a pass, begins no other
        phase.
        """
        allowed = self.allowed(act)
        part = turn.phase_for(act, allowed=allowed)
        if part is None:
            return
        if turn.now is not None:
            turn.broken_off = turn.now
        if allowed or self.felt.moved:
            turn.go_to(part)
        turn.acted = True
        if allowed:
            part.heard(act)
        else:
            part.also_heard(act)

    def allowed(self, act: Act) -> bool:
        """Return whether an act that has happened was asked for."""
        moves = self.asking.get(act.who, {})
        allowed = moves.get(act.move)
        return allowed is not None and was_allowed(allowed, act.value)

    def asker(self, act: Act) -> Phase | None:
        """Return the phase of another seat's turn, in or out of turn, that waits for this answer; None if there is none."""
        waiting = (turn.now for turn in (self.turn, *self.strays.values()) if turn.now is not None and turn.seat != act.seat)
        return next((part for part in waiting if act.move in part.others().get(act.who, {})), None)

    def elsewhere(self, act: Act) -> None:
        """Record an act of a seat that is not in turn: an answer, or a turn taken out of turn."""
        part = self.turn.now
        if self.allowed(act) or act.verb == "answer":
            if part is not None:
                part.also_heard(act)
            return
        if act.verb in ("take", "buy"):
            turn = Turn(self, act.seat)
            self.take_in(turn, act)
            self.strays[act.seat] = turn

    def put_right(self) -> None:
        """Restart a turn after the dealer has moved its cards back to their places."""
        for seat in [seat for seat, turn in self.strays.items() if turn.undone]:
            del self.strays[seat]
        gone = self.gone
        if gone is not None and not self.turn.acted and (gone.undone or gone.wrong_end in self.felt.places[f"s{gone.seat}"]):
            self.turn, self.gone = gone, None
            gone.reopen()
        if self.turn.undone:
            self.turn.wrong = True
            self.turn.restart(self.turn.begin)

    # -- broken rules ---------------------------------------------------------------------------------------------

    def breaks(self, act: Act) -> str:
        """Return the rule broken by an act that was not asked for, as a key of the step's `rules:`."""
        if self.ended:
            late = self.turn.now or self.turn.last
            return NO_RULE if late.still(act) else "over" if self.ended == "knock" else "ended"
        if self.caller:
            return "call" if act.verb == "show" and act.seat == self.caller else "prove"
        if act.verb == "claim":
            return "call"
        if self.stage is not None and self.stage.asked():
            return self.stage.breaks(act)
        if act.verb == "show" and not self.last:
            return "show"
        if act.verb == "show":
            return "last"
        if self.winning:
            return "win"
        turn = self.strays.get(act.seat) or (self.turn if act.seat == self.turn.seat else None)
        if turn is None and act.verb in ("answer", "lay") and self.turn.now is not None:
            return self.turn.now.breaks(act)
        if turn is None and act.seat == self.done and not self.turn.acted and act.verb in ("take", "buy"):
            return "again"
        if turn is None:
            return "turn" if act.verb != "knock" or not self.knocker else "knock"
        part = turn.phase_for(act)
        return part.breaks(act) if part is not None else "turn"

    def result(self) -> dict[str, object]:
        """Return the result of the hand, by name: how it ended, who ended it, who knocked, and additions of the phases."""
        return _result(self.ended, self.by, self.knocker, concealed=bool(self.shared.get("concealed")))


def _result(ended: str = "", by: int = 0, knocked: int = 0, *, concealed: bool = False) -> dict[str, object]:
    return {"ended": ended, "by": by, "knocked": knocked, "concealed": concealed}


Win = Callable[[Play], "dict[str, Moves]"]
WINS: dict[str, Win] = {}
"""For each kind of hand that ends the game at once, the function that returns the open moves to show or call it."""

WON: dict[str, Callable[[Play, Act], bool]] = {}
"""For each kind of hand that ends the game at once, the function that records an act and returns whether it belongs to such a
hand.
"""


def play_of(now: Situation) -> Play | None:
    """Return the hand of turns that is being played, or was played last; None before the first."""
    kept: Play | None = now.told.play
    return kept


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `turn`: another player is in turn. `again`: the player's turn is over. `call`: there is no hand to call, or the shown hand
    does not prove the call. `prove`: a player goes on while a called hand is to be shown. `order`: the phases of a turn come in
    another order. `over`, `ended`: the hand has ended. `win`: a winning hand ends it at once. `show`, `last`: hands are shown too
    early. The phases have keys of their own.
    """
    play = play_of(now)
    return play.breaks(act) if play is not None else "turn"


def _faces(now: Situation, seat: str) -> list[Face | None]:
    return [now.felt.faces[card] for card in now.felt.cards(seat)]


def _plain(now: Situation, params: Params, seat: str, moves: Moves) -> Act | None:
    """Return the first move with its first value; without any move, the act that ends the turn. What a hand that nobody has seen
    may hold is laid down only if nothing else can be done.
    """
    last = [move for move in moves if move.startswith("lay ")] if seat != DEALER and None in _faces(now, seat) else []
    for move, allowed in sorted(moves.items(), key=lambda item: item[0] in last) if last else moves.items():
        verb, *to = move.split()
        if allowed is EVERYTHING:
            cards = now.felt.cards(seat)
            return Act.make(seat, verb, *to, cards=[now.felt.faces[cards[-1]]]) if cards else None
        for value in allowed:  # type: ignore[attr-defined]
            return Act.of(seat, move, value)
    play = play_of(now)
    mine = play is not None and seat == f"s{play.turn.seat}" and not play.ended
    return play.turn.now.way_out() if mine and play is not None and play.turn.now is not None else None


def _resumed(now: Situation, params: Params, resumed: Mapping[str, object]) -> dict[str, object]:
    return {"by": 0, "knocked": 0, **resumed}


@mechanic(
    "turns",
    breaks=_broken,
    plain=_plain,
    verbs="take discard lay meld square knock ask answer claim buy show pass",
    keeps={"turn": "seat", "phase": "word?", "knocked": "seat?"},
    comes_to={"ended": "word", "by": "seat?", "knocked": "seat?", "concealed": "flag?"},
    result=_resumed,
    hears_all=True,
)
def turns(now: Situation, params: Params) -> Run:
    """Play the turns of all seats in order by the phases in `turn`, until the hand ends. With fewer than two players left in the
    game no turn is played.

    Parameters: `wins`, the hand that ends the game at once; `rebuild`, the pile from which an empty stock is reshuffled; `shows`,
    whether all hands are shown at the end; `first`, the stage before the first turn.

    Returns:
        `ended`: the way in which the hand ended; `by`: the seat that ended it; `knocked`: the seat that had knocked; and
            additions of
        the phases.
    """
    if one_player_left(now):
        return _result()
    play = Play(now, params)
    now.told.play = play
    while asked := play.asked():
        play.asking = asked
        act = yield asked
        if act is None:
            break
        play.heard(act)
    return play.result()

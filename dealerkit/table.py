"""A table: acts go in, findings come out, and it all can be taken back.

>>> import dealerkit as dk
>>> t = dk.Table("mini-baccarat", seats=2, seed=7)
>>> t.push("d check rack")
()
>>> t.advance("deal")
>>> t.push("d deal player")
()
>>> [finding.code for finding in t.push("d deal player")]
['coup/wrong-initial-order']
>>> t.pop().text, t.ok
('d deal player', True)
"""

from __future__ import annotations

import functools
from collections.abc import Container, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from dealerkit.cards import Face
from dealerkit.errors import Impossible, UnknownName
from dealerkit.explaining import Explained, explain, known_findings
from dealerkit.facts import FACTS
from dealerkit.felt import DEALER, Act, Felt
from dealerkit.felt.acts import PARSED
from dealerkit.floor import Floor, Ruled
from dealerkit.judge import Finding
from dealerkit.mechanics.kinds import NotGiven
from dealerkit.procedure.cursor import Waiting
from dealerkit.procedure.duties import Likely, Watch, duties, likely, verbs_minded
from dealerkit.procedure.given import BadGiven, Given, find_step, lay, put_in
from dealerkit.procedure.setup import BadSetup, compiler, game_data, layout, most_seats, program, stacks_of
from dealerkit.procedure.steps import Section
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as find_game
from dealerkit.rulings import decide
from dealerkit.view import View, see

_CHECKPOINT_EVERY = 128

_STUB_AGAIN = frozenset({"rebuild", "cut"})
"""By these the stub is put in an order again that nobody knows."""


@attrs.frozen
class Expectation:
    """What is expected now.

    Attributes:
        step: The step that is open, by its path; empty if none is.
        dealer: The dealer's acts that are due in this step, the next one first; empty if players act first.
        any_order: Whether the dealer may take them in any order.
        players: What players may do: seat to move to allowed values.
        unknown: Steps whose acts cannot be known.
        say: The sentence that explains the step.
    """

    step: str
    dealer: tuple[Act, ...]
    any_order: bool
    players: Mapping[str, Mapping[str, Container[Any]]]
    unknown: tuple[str, ...]
    say: str

    def __str__(self) -> str:
        parts = []
        if self.dealer:
            parts.append(str(self.dealer[0]))
        for seat, moves in self.players.items():
            parts.append(f"{seat}: {', '.join(moves)}")
        return "; ".join(parts) or "nothing"


@functools.lru_cache(maxsize=32)
def _program(game: Game) -> Section:
    return program(game)


@functools.lru_cache(maxsize=32)
def _duties(game: Game) -> Watch:
    return duties(game.data, compiler(game), game.say)


@functools.lru_cache(maxsize=32)
def _likely(game: Game) -> Likely:
    return likely(_duties(game), game.options)


class Table(Floor):
    """A card table under a rule set. It outlives its hands.

    Args:
        game: A game's id, or a resolved game.
        rules: A rule set's name or a house file's path; the game's own if None.
        seats: Players at the table; the most the game takes if None.
        button: The seat with the button, or that deals; 0 if there is none yet.
        seed: Shuffles are drawn from it; None where the cards are not known (a record of a real table).
        options: Values of options, by name.
        stacks: Chips of each seat, as amounts; the game's own if None.
        unit: The smallest chip; the game's own if None.
        deck: The order in which cards come out after the first shuffle, as far as it is known.
        given: How it stands in the middle of a game; it begins there.

    Raises:
        UnknownName, RuleFileError, BadSetup, BadGiven: If there is no such table.
    """

    def __init__(
        self,
        game: str | Game,
        rules: str | Path | None = None,
        seats: int | None = None,
        button: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        stacks: Sequence[object] | None = None,
        unit: str | None = None,
        deck: Sequence[Face] = (),
        given: Given | None = None,
    ) -> None:
        self.game = game if isinstance(game, Game) else find_game(game, rules, options or {})
        self.rules = self.game.rules
        self.catalogue = known_findings(self.game)
        self.selector = str(rules) if rules is not None else None
        self.settings = dict(options or {})
        most, least = int(self.game.data["players"]["max"]), int(self.game.data["players"]["min"])
        self.seats = most_seats(self.game, _program(self.game)) if seats is None else seats
        if not least <= self.seats <= most:
            msg = f"{self.game.title} is for {least} to {most} seats, not {self.seats}"
            raise BadSetup(msg)
        if self.game.data["players"].get("all_served") and self.seats > (served := most_seats(self.game, _program(self.game))):
            msg = f"the pack has cards for {served} players of {self.game.title}, not for {self.seats}"
            raise BadSetup(msg)
        step = int(self.game.data["players"].get("step", 1))
        if (self.seats - least) % step:
            counts = [str(count) for count in range(least, most + 1, step)]
            msg = f"{self.game.title} is for {', '.join(counts[:-1])} or {counts[-1]} seats, not {self.seats}"
            raise BadSetup(msg)
        button = given.button if given is not None and given.button is not None else button
        self.button = int(self.game.data.get("button", 0)) if button is None else button
        if not 0 <= self.button <= self.seats:
            msg = f"the button cannot be at seat {self.button} of {self.seats}"
            raise BadSetup(msg)
        self.seed, self.deck, self.unit, self.given = seed, tuple(deck), unit, given
        self.layout = layout(self.game, self.seats, unit)
        self.stacks = stacks_of(self.game, self.seats, self.layout.scale, stacks)
        self._data = game_data(self.game)
        in_force = self.rules
        if in_force is not None:
            self._data.memo["decide"] = lambda fault, facts: decide(in_force, fault, facts, options=self.game.options)
            self._data.memo["speech"] = in_force.speech
        self._start()

    def fresh_felt(self) -> Felt:
        """The felt as it lies before the first act."""
        felt = Felt(self.layout, self.stacks, self.seed, self.button)
        felt.deck = list(self.deck)
        if self.deck:
            felt.known = True
            felt.faces = list(self.layout.pack.faces())
        if self.given is not None:
            lay(self.given, felt)
        return felt

    def _start(self) -> None:
        felt = self.fresh_felt()
        self.findings = []
        self.rulings: list[Ruled] = []
        self._points: list[tuple[int, Felt, dict[str, Any], list[Finding], list[Ruled], int]] = []
        self.last_player_act = 0
        self.judging = self.minding = False
        Floor.__init__(self, felt, self._data, _program(self.game))
        self.watch = _duties(self.game)
        self.likely = _likely(self.game)
        self.minded_verbs = verbs_minded(self.watch)
        self.at_top = self._checkpoint
        if self.given is None:
            self.go_on()
        else:
            self._open_given(self.given)

    def _open_given(self, given: Given) -> None:
        """Open the step that a description names.

        Raises:
            BadGiven: If the table does not come to it.
        """
        step = find_step(self.program, given.at)
        try:
            self.open_at(step, lambda: put_in(given, self.program, self.now))
        except NotGiven as error:  # what the open step found when it looked at the felt
            raise BadGiven(["mid", *error.key], f"{step.id}: {error}") from None
        if step not in (self.step, self.players, *self.may):
            unmet = [name for name, fact in FACTS.items() if fact in step.when and not fact(self.now)]
            why = f"; that needs {' and '.join(unmet)}, so something is missing in `done`" if unmet else ""
            msg = f"as it is described, there is nothing to do at '{step.id}'{why}"
            raise BadGiven(["at"], msg)

    # -- in and out -----------------------------------------------------------------------------------------------

    def push(self, act: Act | str) -> tuple[Finding, ...]:
        """Let an act happen; what was wrong with it comes back.

        Raises:
            ActError: If the text is no act.
            Impossible: If the felt cannot do it; then nothing has changed.
        """
        it = (PARSED.get(act) or Act.parse(act)) if isinstance(act, str) else act
        if self.pending or it.verb in self.watch:
            return self.minded(it)
        return self.push_plainly(it)

    def pop(self) -> Act:
        """Take back the last act.

        Raises:
            Impossible: If nothing has happened yet.
        """
        if not self.log:
            msg = "nothing has happened yet that could be taken back"
            raise Impossible(msg)
        last = self.log.pop()
        self.refold()
        return last

    def refold(self) -> None:
        """Go back to how things stood after the acts of the log, from the last round's beginning."""
        acts = self.log[:]
        self.now.kept = None
        self.now.memo.clear()
        while self._points and self._points[-1][0] > len(acts):
            self._points.pop()
        if self._points:
            at, felt, mark, findings, rulings, last = self._points.pop()
            self.felt = self.now.felt = felt.copy()
            self.reset(mark)
            self.findings, self.rulings, self.last_player_act = findings[:], rulings[:], last
            del self.log[at:]
            self._points.append((at, felt, mark, findings, rulings, last))
            self.go_on()
        else:
            at = 0
            self._start()
        for act in acts[at:]:
            self.push(act)

    def _checkpoint(self) -> None:
        """Keep a copy where a round begins, so that taking back costs one round. A cache, never saved."""
        if (
            self.judging
            or self.minding
            or self.run is not None
            or self.owed
            or any(isinstance(item, Waiting) for item in self.agenda)  # its mechanic cannot be copied
            or (self._points and len(self.log) - self._points[-1][0] < _CHECKPOINT_EVERY)
        ):
            return
        self._points.append(
            (len(self.log), self.felt.copy(), self.mark(), self.findings[:], self.rulings[:], self.last_player_act)
        )

    def record(self) -> str:
        """The table's record, as text: `replay` brings the table back from it."""
        from dealerkit.record import Line, Record, header_of

        return Record(header_of(self), tuple(Line(act, 0) for act in self.log)).text()

    # -- what is known --------------------------------------------------------------------------------------------

    @property
    def ok(self) -> bool:
        """Whether there is no finding."""
        return not self.findings

    @property
    def expected(self) -> Expectation:
        """What the dealer must do now, or what players may do."""
        plan, step = self.plan(), self.step
        if not plan and self.players is not None and self.players.until:
            step, plan = self.peek()
        if not plan and DEALER in self.ask:  # in the middle of the players' turns
            plan = [Act.make(DEALER, *move.split()) for move in self.ask[DEALER]]
        shown = step.path if step is not None else self.players.path if self.players is not None else ""
        say = self.game.say(step.say) if step is not None and step.say else ""
        if not say and self.players is not None and self.players.say:
            say = self.game.say(self.players.say)
        asked = {seat: moves for seat, moves in self.ask.items() if seat != DEALER}
        return Expectation(
            shown, tuple(plan), bool(step is not None and step.any_order), asked, tuple(it.id for it in self.may), say
        )

    def explain(self, finding: Finding, lang: str = "en") -> Explained:
        """What the catalogue says of a finding."""
        return explain(self.game, finding, lang)

    def view(self, seat: int = 0) -> View:
        """What a seat can see: 0 for somebody who sees only what lies open."""
        return see(self, seat)

    def advance(self, to: str | None = None) -> None:
        """A perfect dealer and players who only go on take us to a step; without a step, one act further.

        Raises:
            UnknownName: If the game has no such step.
            Impossible: If the step is not reached.
        """
        if to is None:
            self._advance_once()
            return
        steps = list(_program(self.game).walk())
        if not any(_is(step.path, to) for step in steps) and not any(
            _is(section.path, to) for section in self.program.sections()
        ):
            kind = "step"
            raise UnknownName(kind, to, [step.id for step in steps])
        for _ in range(100_000):
            here = self.step.path if self.step is not None else self.players.path if self.players is not None else ""
            waiting = self.players.path if self.players is not None else ""
            if _is(here, to) or _is(waiting, to) or (self.step is None and self.players is None):
                return
            peeked = self.peek()[0] if self.players is not None and self.players.until and self.step is None else None
            if peeked is not None and _is(peeked.path, to):
                return
            self._advance_once()
        msg = f"the step '{to}' is not reached in 100,000 acts"
        raise Impossible(msg)

    def to_say(self) -> Act | None:
        """What a dealer owes at once, before anybody goes on: a bet or a stud board announced, an all-in button (DP-12), a stub
        that fell shuffled and cut (FTR-27).
        """
        for pending in self.pending:
            again = next((cure.verbs for cure in pending.left if not _STUB_AGAIN.isdisjoint(cure.verbs)), None)
            if again is not None:
                stub = self.layout.stock
                return Act.make(DEALER, "cut") if "cut" in again else Act.make(DEALER, "rebuild", stub)
            verbs = pending.left[0].verbs if len(pending.left) == 1 else ()
            if "allin" in verbs:
                return Act.make(DEALER, "allin", pending.owner)
            if "announce" in verbs:
                last = next((act for act in reversed(self.log) if act.who == pending.owner), None)
                if last is None or not last.seat:
                    return Act.make(DEALER, "announce", "high")
                return Act.make(DEALER, "announce", last.verb if last.verb in ("bet", "raise") else "bet", n=last.n)
        return None

    def next_act(self) -> Act | None:
        """What a perfect dealer, or a player who only goes on, would do now; None if nothing is to be done."""
        rule = self.to_rule
        if rule is not None and self.begins_by_floor():
            called = any(act.verb == "floor" for act in self.log[self.rulings[-1].act :])
            return rule if called else Act.make(DEALER, "floor")
        said = self.to_say()
        if said is not None:
            return said
        plan = self.plan()
        if plan:
            return plan[0]
        if self.players is not None:
            for seat, moves in self.ask.items():
                act = self.players.mechanic.plain(self.now, self.players.params, seat, moves)
                if act is not None:
                    return act
            plan = self.peek()[1]
        return plan[0] if plan else None

    def _advance_once(self) -> None:
        act = self.next_act()
        if act is None:
            msg = "nothing is expected that a dealer could do now"
            raise Impossible(msg)
        self.push(act)


def _is(path: str, name: str) -> bool:
    """Whether a path is, ends in, or lies under a name."""
    return bool(path) and (path == name or path.endswith("." + name) or f".{path}.".find(f".{name}.") >= 0)

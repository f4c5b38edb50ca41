"""A table: acts go in, findings come out, and every act can be taken back.

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

from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs

from dealerkit.cards import Face
from dealerkit.catalogue.findings import Explained, explain
from dealerkit.errors import Impossible, UnknownName
from dealerkit.facts import Situation
from dealerkit.felt import DEALER, Act, Felt
from dealerkit.felt.acts import PARSED
from dealerkit.felt.view import View, see
from dealerkit.judge import Finding
from dealerkit.judge.due_debts import owed_now
from dealerkit.judge.duties import new_duties
from dealerkit.judge.floor import Floor, Ruled
from dealerkit.judge.verdict import Verdict, find, happened, obliged, settle
from dealerkit.mechanics import Ask, Moves
from dealerkit.procedure.advance import AgendaBuilder, go_on_from
from dealerkit.procedure.agenda import Agenda, beginning, mechanic_keys
from dealerkit.procedure.compiled_game import compiled_game
from dealerkit.procedure.mid_game import MidGame
from dealerkit.procedure.running_mechanics import NOBODY, Key, RunningMechanic, RunningMechanics, bring_back
from dealerkit.procedure.steps import PlayerStep, lies_under
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as find_game
from dealerkit.table.expectation import Expectation
from dealerkit.table.history import History, Stand
from dealerkit.table.next_acts import expectation_at, next_act_at, step_after_players
from dealerkit.table.record import Record, RecordLine
from dealerkit.table.setup import data_in_force, open_given, set_up

MOST_ACTS = 100_000
"""Most acts that `advance` deals before it gives up."""

_NO_MOVES: Moves = {}

_PLAIN = frozenset({"together", "pitched"})
"""Manners of an act that are not odd."""


class Table:
    """A card table under a rule set, for any number of hands.

    Args:
        game: Id of a game, or a resolved game.
        rules: Name of a rule set, or path of a house's own file; None for the game's own.
        seats: Number of players; None for the game's largest number.
        button: The seat with the button, or the dealing seat; 0 for none yet, None for the game's usual beginning.
        seed: Seed of the shuffles; None for unknown cards (a record of a real table).
        options: Values of options, by name.
        stacks: Chips of each seat, as amounts of money, seat 1 first; None for the game's own.
        unit: Value of the smallest chip; None for the game's own.
        deck: Known order of the cards after the first shuffle, the top one first; empty if unknown.
        given: State in the middle of a game to begin from.
        recorded: Whether it comes from a record or a case, which may have more seats than the pack serves if seats can be left
            out.

    Attributes:
        game: The game in force.
        house: The game, compiled: its procedure, duties and remedies.
        setup: Setup of the table.
        log: The acts so far.
        felt: The cards and chips as they lie.
        agenda: How far the procedure is: the open step and the steps to come.
        now: The table as facts and planners see it.
        rulings: Rulings given, in order.

    Raises:
        UnknownName, RuleFileError, BadSetup, BadMidGame: If the table cannot be set up.
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
        given: MidGame | None = None,
        *,
        recorded: bool = False,
    ) -> None:
        self.game = game if isinstance(game, Game) else find_game(game, rules, options or {})
        self.house = compiled_game(self.game)
        self.setup = set_up(
            self.game,
            self.house,
            seats=seats,
            button=button,
            seed=seed,
            settings=dict(options or {}),
            stacks=stacks,
            unit=unit,
            deck=deck,
            given=given,
            recorded=recorded,
            selector=str(rules) if rules is not None else None,
        )
        self.log: list[Act] = []
        self.rulings: list[Ruled] = []
        self._found: list[Finding] = []
        self._data = data_in_force(self.game)
        self._open()

    def _open(self) -> None:
        """Begin the procedure."""
        self.felt = self.setup.felt()
        self._runs = RunningMechanics(self._revive)
        self._history = History(self.felt, self._runs)
        self._head: Act | None = None  # the act that is due next, provided that nothing else has to be tested for it
        self._acts: tuple[Act, ...] = ()
        self._next = 0
        self._careful = False  # whether a player's act, too, needs the full judgement
        self._run: RunningMechanic | None = None
        self._work: AgendaBuilder | None = None  # the working copy that the agenda was built from, while both are equal
        self.now = self._view(self.felt, beginning(self.house.program))
        work = AgendaBuilder(beginning(self.house.program), self.now, self.house, self._runs)
        if self.setup.given is None:
            work.go_on()
        else:
            open_given(work, self.setup.given)
        self._take(work.build())

    @property
    def seats(self) -> int:
        """Number of seats."""
        return self.setup.seats

    # -- in and out -----------------------------------------------------------------------------------------------

    def push(self, act: Act | str) -> tuple[Finding, ...]:
        """Let an act happen, and return the findings on it.

        Args:
            act: The act, or its line in a record: `d burn`, `s3 raise 40` (to 40, in the table's unit of money).

        Raises:
            ActError: If the text is not an act.
            Impossible: If the felt cannot do the act; then nothing has changed.
        """
        done = (PARSED.get(act) or Act.parse(act)) if isinstance(act, str) else act
        run = self._run  # None while the due act is the next of a plan
        if done.plain is not self._head:
            if run is None or self._careful:
                return self._slowly(done)
            if done.value not in run.ask.get(done.who, _NO_MOVES).get(done.move, ()):
                return self._past_players(done) if run.step.until and done.who == DEALER else self._slowly(done)
        remark = done.effect(self.felt, done)
        self.log.append(done)
        if remark is not None or (done.manner and not _PLAIN.issuperset(done.manner)):
            return self._odd(done, remark)
        if done.verb in self._loud:
            return self._minded(done, run)
        self._step_on(done, run)
        return ()

    def _step_on(self, act: Act, run: RunningMechanic | None) -> None:
        """Move the agenda on after an act that was due next, or that the open mechanic asked for."""
        if run is not None:
            run.send(act, self.now)
            if run.over:
                self._go_on(run)
        elif self._next < len(self._acts):
            self._head = self._acts[self._next]
            self._next += 1
        else:
            self._go_on()

    def _minded(self, act: Act, run: RunningMechanic | None) -> tuple[Finding, ...]:
        """Move the agenda on after an act that was due or asked for, test the duties that follow from it, and return the
        findings.
        """
        now, duties = self.now, self._loud[act.verb]
        asked = frozenset(run.ask if run is not None else ())
        now.faced = now.told.meaning = None
        self._step_on(act, run)
        now.act, now.asked = act, asked
        kept, slips = new_duties(duties, now, act)
        now.act = None
        if not kept and not slips:
            return ()
        work = AgendaBuilder(self.agenda, now, self.house, self._runs)
        return self._commit(obliged(work, kept, slips, self._found, self.rulings))

    def judge(self, act: Act | str) -> Verdict:
        """Return the verdict on an act without letting it happen.

        Args:
            act: The act, or its line in a record: `d burn`, `s3 raise 40` (to 40, in the table's unit of money).

        Raises:
            ActError: If the text is not an act.
            Impossible: If the felt cannot do the act.
        """
        tried = (PARSED.get(act) or Act.parse(act)) if isinstance(act, str) else act
        _check_seats(self, tried)
        now = self.now.elsewhere(self.felt.copy(), self.log[:])
        work = AgendaBuilder(self.agenda, now, self.house, self._runs.trial())
        place = find(work, tried, self._found, self.rulings)
        remark = tried.effect(now.felt, tried)
        now = work.now
        now.log.append(tried)
        return settle(place, work, remark, self._found, self.rulings)

    def _slowly(self, act: Act) -> tuple[Finding, ...]:
        """Let an act happen that is not the next one due, with the full judgement; return the findings."""
        _check_seats(self, act)
        work = AgendaBuilder(self.agenda, self.now.copy(), self.house, self._runs.trial())
        place = find(work, act, self._found, self.rulings)
        return self._commit(settle(place, work, self._happen(work, act), self._found, self.rulings))

    def _happen(self, work: AgendaBuilder, act: Act) -> str | None:
        """Apply an act to the felt and take over the working copy's situation; return the felt's remark."""
        remark = act.effect(self.felt, act)
        self.log.append(act)
        self.now.follow(work.now)
        self._runs.adopt(work.runs)
        work.now, work.runs = self.now, self._runs
        return remark

    def _past_players(self, act: Act) -> tuple[Finding, ...]:
        """Let the dealer act while players may still act; usually it is the act that is due then."""
        work = AgendaBuilder(self.agenda, self.now.copy(), self.house, self._runs.trial())
        work.go_on()
        books = work.books
        if act.plain not in work.plan[:1] or books.debts or books.may or act.verb in self.house.watch:
            return self._slowly(act)
        remark = self._happen(work, act)
        work.drop(0)
        if remark is not None or act.manner:
            return self._commit(settle(happened(work, act), work, remark, self._found, self.rulings))
        if not work.plan:
            go_on_from(work)
        self._take(work.build())
        self._work = work
        return ()

    def _odd(self, act: Act, remark: str | None) -> tuple[Finding, ...]:
        """Judge an act that was due next but was done in an odd manner, after it has happened; return the findings."""
        planned = AgendaBuilder(self.agenda, self.now, self.house, self._runs)
        place = happened(planned, act)
        return self._commit(settle(place, planned, remark, self._found, self.rulings))

    def _commit(self, verdict: Verdict) -> tuple[Finding, ...]:
        """Take over a verdict and return its findings."""
        self._found += verdict.findings
        self.rulings += verdict.rulings
        self._take(verdict.agenda)
        return verdict.findings

    def _go_on(self, over: RunningMechanic | None = None) -> None:
        """Move the agenda on after the end of a plan or a mechanic."""
        work = self._work if over is None else None
        if work is None:
            work = AgendaBuilder(self.agenda, self.now, self.house, self._runs)
        if over is not None:
            work.over(over)
        else:
            go_on_from(work)
        self._take(work.build())
        self._work = work

    def _take(self, agenda: Agenda, *, again: bool = False) -> None:
        """Adopt an agenda as the state of the table.

        Args:
            agenda: The agenda.
            again: Whether it is an earlier state, restored.
        """
        self.agenda, self._work = agenda, None
        _, place, opened, _, counts, books = agenda
        at = len(self.log)
        if not again:
            self._history.note(Stand(at, agenda, len(self._found), len(self.rulings)), self.felt)
        self._run = None
        if opened is not None:
            self._run = self._runs.held[opened.key]
            self.now.told = self._run.told
        self._careful = place is not None or bool(books.duties)
        self._loud = self.house.loud[books.slipped == counts.begun]
        self._head = None
        plain = place is not None and not place.step.remedy and (not place.step.do.in_parts or place.step.do.one_by_one)
        if place is not None and plain and not (opened is not None or books.duties or books.may or books.debts):
            self._acts, self._next = place.acts, at - place.at + 1
            self._head = place.acts[at - place.at]

    # -- back -----------------------------------------------------------------------------------------------------

    def pop(self) -> Act:
        """Take back the last act.

        Raises:
            Impossible: If nothing has happened yet.
        """
        if not self.log:
            msg = "nothing to take back yet"
            raise Impossible(msg)
        last, length = self.log[-1], len(self.log) - 1
        if length < self._history.oldest:
            self._begin_again(length)
            return last
        _, agenda, findings, rulings = self._history.back_to(length)
        del self._found[findings:], self.rulings[rulings:]
        at, self.felt = self._history.felt_at(length)
        acts = self.log[at:length]
        del self.log[at:]
        held = self._runs.held
        held.update(bring_back([held[key] for key in mechanic_keys(agenda)], self.felt, self.log, acts))
        self.now = self._view(self.felt, agenda)
        if held:
            self.now.told = next(reversed(held.values())).told
        self._take(agenda, again=True)
        return last

    def _begin_again(self, length: int) -> None:
        """Restore the state after a number of acts by doing all of them again."""
        acts = self.log[:length]
        del self.log[:], self._found[:], self.rulings[:]
        self._open()
        for act in acts:
            self.push(act)

    def _view(self, felt: Felt, agenda: Agenda) -> Situation:
        """Return the situation that facts read, at an agenda."""
        now, round_, books = Situation(felt, self._data), agenda.round, agenda.books
        now.log = self.log
        now.results, now.before, now.rounds, now.starts = round_.results, round_.before, round_.rounds, round_.starts
        now.marks, now.ended, now.given = round_.marks, round_.ended, round_.given
        now.slips, now.mended, now.stakes, now.out_of_turn = books.slips, books.mended, books.stakes, books.out_of_turn
        return now

    def _revive(self, key: Key, log: list[Act]) -> RunningMechanic:
        """Restart a mechanic and send it the acts of a log, on a felt of its own."""
        at, felt = self._history.felt_at(key[1])
        return bring_back([self._runs.held[key]], felt, log[:at], log[at:])[key]

    def record(self) -> str:
        """Return the table's record as text; `replay` restores the table from it."""
        return Record(self.setup.header(), tuple(RecordLine(act, 0) for act in self.log)).text()

    # -- what is known --------------------------------------------------------------------------------------------

    @property
    def findings(self) -> list[Finding]:
        """The findings, in order; those corrected before the next player acted are marked so."""
        right = self.agenda.books.right
        return [
            attrs.evolve(finding, self_corrected=True) if number in right else finding
            for number, finding in enumerate(self._found)
        ]

    @property
    def floor(self) -> Floor:
        """The floor at this table: the rulings that it has to give."""
        return Floor(self.house, self.agenda, self.now, self._found, self.rulings)

    @property
    def ok(self) -> bool:
        """Whether there are no findings."""
        return not self._found

    @property
    def players(self) -> PlayerStep | None:
        """The open players' step; None for none."""
        return self.agenda.players

    @property
    def ask(self) -> Ask:
        """The moves open to the players: a map of seat to move to the container of allowed values."""
        return self._run.ask if self._run is not None else NOBODY

    def plan(self) -> list[Act]:
        """Return the acts of the open step that are still due, in order."""
        place = self.agenda.place
        return list(place.acts[len(self.log) - place.at :]) if place is not None else []

    @property
    def owed(self) -> tuple[Act, ...]:
        """Missing acts and corrections that come before all other acts, in order."""
        if not self.agenda.books.debts:
            return ()
        return owed_now(self.agenda, self.now, self.floor.being_mended, self.ask)

    @property
    def expected(self) -> Expectation:
        """The acts that the dealer must do now, or the moves that players may make."""
        return expectation_at(self)

    def explain(self, finding: Finding, lang: str = "en") -> Explained:
        """Return the explanation of a finding from the catalogue: title, reason, remedy and citation, in a language.

        Args:
            finding: The finding, of this table or of another table of the same game.
            lang: Language of title, reason and remedy: `en`, `zh-Hans`; English if a text is missing.
        """
        return explain(self.game, finding, lang)

    def view(self, seat: int = 0) -> View:
        """Return the table as a seat sees it, with `??` for cards that it has not seen.

        Args:
            seat: The seat, from 1; 0 for a viewer who sees only face-up cards.
        """
        return see(self.felt, self.log, self.setup.felt(), seat)

    def advance(self, to: str | None = None) -> None:
        """Deal on to a step with a perfect dealer and players who check, call or pass; without a step, by one act.

        Args:
            to: Id of a section or step: `flop`, `flop.burn`; None for the next act only.

        Raises:
            UnknownName: If the game has no such step.
            Impossible: If the step is not reached.
        """
        if to is None:
            _advance_once(self)
        else:
            _advance_to(self, to)

    def next_act(self) -> Act | None:
        """Return the next act of a perfect dealer, or of a player who checks, calls or passes; None if nothing is due."""
        return next_act_at(self)


def _advance_once(table: Table) -> None:
    act = table.next_act()
    if act is None:
        msg = "the dealer has nothing to do now"
        raise Impossible(msg)
    table.push(act)


def _check_seats(table: Table, act: Act) -> None:
    """Refuse an act of a seat, or on a seat, that the table does not have.

    Raises:
        Impossible: If there is no such seat.
    """
    if act.highest > table.seats:
        msg = f"'{act}': that seat is empty; the seats are s1 to s{table.seats}"
        raise Impossible(msg)


def _advance_to(table: Table, to: str) -> None:
    """Deal on to a step; see `Table.advance`."""
    program = table.house.program
    steps = list(program.walk())
    paths = [*(step.path for step in steps), *(section.path for section in program.sections())]
    if not any(lies_under(path, to) for path in paths):
        raise UnknownName(kind="step", name=to, known=[step.id for step in steps])
    for _ in range(MOST_ACTS):
        waiting = table.players.path if table.players is not None else ""
        here = table.agenda.step.path if table.agenda.step is not None else waiting
        if lies_under(here, to) or lies_under(waiting, to) or (table.agenda.step is None and table.players is None):
            return
        peeked = (
            step_after_players(table)[0]
            if table.players is not None and table.players.until and table.agenda.step is None
            else None
        )
        if peeked is not None and lies_under(peeked.path, to):
            return
        table.advance()
    msg = f"the step '{to}' was not reached in {MOST_ACTS:,} actions"
    raise Impossible(msg)

"""One slip in an otherwise clean round, or two in a row, and the results of obeying the table from there to the round's end.

A clean round is dealt by a perfect dealer with steady players. Each slip is made in a round that is the same up to it; from
then on dealer, floor and players do the due acts. The possible failures are in `WHAT`.
"""

from __future__ import annotations

import contextlib
import functools
import io
import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

import dealerkit as dk
from dealerkit.cli.walk.conversation import Conversation
from dealerkit.errors import ActError, Impossible, RuleFileError
from dealerkit.felt import Act
from dealerkit.felt.verbs import sentence
from dealerkit.judge import Finding
from dealerkit.procedure.setup import BadSetup
from dealerkit.rules.games import Game, games
from dealerkit.rules.games import game as game_of
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.table.bots import random_legal, sensible
from dealerkit.table.next_acts import urgent_act
from dealerkit.table.rounds import Rounds
from dealerkit.training.walk.felt_text import letters
from dealerkit.training.walk.legality import barred
from dealerkit.training.walk.session import Session
from dealerkit.training.walk.slips import due, menu
from dealerkit.training.walk.slips import slips as offered
from dealerkit.training.walk.wording import to_dealer, veiled
from tests.obedience.oracles import Coup
from tests.obedience.players import SteadyPlayers, staying
from tests.obedience.slips import MONEY, NOBODYS, WORDS, Moment, Wrong, slips

WHAT: Mapping[str, str] = {
    "contradiction": "an act that was due has drawn a finding",
    "impossible": "an act that was due cannot be done",
    "barred": "an act that was due is refused where legality is asked first, as on a page",
    "stuck": "nothing is due, and the round is not over",
    "endless": "the round does not end",
    "crash": "the table breaks",
    "chips": "chips or marks do not end where they belong",
    "left": "chips lie in a spot or pot that is empty after a clean round",
    "undone": "the round ended without what every round has",
    "settled": "the bets are not settled by the cards that lie there",
    "mend": "a slip put right at once has drawn a finding for putting it right",
    "expected": "what is expected is not what is due",
    "hint": "the hint does not name what is due",
    "menu": "what is due is not in the menu",
}
"""Kinds of failure of a table after a slip."""

ROUNDS = 2
"""Number of clean rounds before and around a slip."""
_AFTER = 3
"""Number of obeyed acts after the end of the round, for findings on unsettled matters."""
_VOID = frozenset({"misdeal", "void_hand", "floor_discretion", "undecided", "action_not_binding"})
"""Outcomes after which a round may lack usual acts, or bets may be changed."""
_POTS = ("pot", "side-1", "side-2")
_NEEDED = ("gather",)
"""Verbs without which no uninterrupted round is over."""
_LOOKED_AT = 6
"""Number of the dealer's acts after the slip at which the expected acts are compared with the due one; hint and menu only at
the first.
"""
_ROUNDS_SEEN = 5
"""Number of clean rounds for the acts that every round has."""
_ALIKE = 4
"""Greatest number of acts of one step with the same verb that are tried; 0 for all."""


@attrs.frozen
class Setting:
    """A table, by the values that determine it.

    Attributes:
        game: The game's id.
        rules: The rule set's name; empty for the game's own.
        block: The number of the table of this game and rule set, which determines seats, seed, house and players.
    """

    game: str
    rules: str
    block: int

    def __str__(self) -> str:
        return f"{self.game}/{self.rules or 'own'}/{self.block}"

    @property
    def rng(self) -> random.Random:
        """Return the random source of this table, equal at each call; rule sets of a game share the cards."""
        return random.Random(f"{self.game}/{self.block}")

    def table(self) -> dk.Table:
        """Return a new table."""
        rng, made = self.rng, resolved(self.game, self.rules)
        people = made.data["players"]
        sizes = range(int(people["min"]), min(int(people["max"]), 6) + 1, int(people.get("step", 1)))
        size = rng.choice([seats for seats in sizes if seats > 1] or list(sizes))
        seed, button = rng.randrange(10**6), rng.randint(1, size)
        options = _house(made, rng) if self.block else {}
        rules = self.rules or None
        for chosen in (options, {}):
            with contextlib.suppress(BadSetup, RuleFileError):
                return dk.Table(self.game, rules, seats=size, seed=seed, button=button, options=chosen)
        return dk.Table(self.game, rules, seed=seed)

    def players(self) -> SteadyPlayers:
        """Return the players: staying ones; at other tables sensible players, or random ones."""
        return SteadyPlayers((staying, sensible, random_legal)[self.block % 3], self.block)


@functools.lru_cache(maxsize=64)
def resolved(name: str, rules: str) -> Game:
    """Return the game under a rule set."""
    return game_of(name, rules or None)


def _house(made: Game, rng: random.Random) -> dict[str, Any]:
    """Return a random house: options with few values are sometimes set."""
    found: dict[str, Any] = {}
    for name, spec in made.data["options"].items():
        values = spec["values"]
        if name not in ("hands", "irregularities") and isinstance(values, list) and rng.random() < 0.2:
            found[name] = rng.choice(values)
    return found


def rule_sets_of(name: str) -> list[str]:
    """Return the rule sets for a game: those of its family, or its own alone."""
    family = game_of(name).family
    return [chosen for chosen in rule_sets() if rule_set(chosen).family == family] or [""]


def settings(blocks: int = 1, only: Sequence[str] = ()) -> Iterator[Setting]:
    """Yield every game under each of its rule sets, `blocks` tables each."""
    for name in games():
        if not only or name in only:
            for rules in rule_sets_of(name):
                yield from (Setting(name, rules, block) for block in range(blocks))


# -- the clean round -------------------------------------------------------------------------------------------------


@attrs.frozen
class Clean:
    """Rounds without a slip.

    Attributes:
        setting: The table.
        acts: Every act.
        steps: The step of each act.
        ends: Number of acts at the end of each round.
        wealth: The chips of seats and house at the end of each round, and before the first.
        least: Least number of each dealer's verb in any round.
        emptied: The pots that are empty at the end of every round.
    """

    setting: Setting
    acts: tuple[Act, ...]
    steps: tuple[str, ...]
    ends: tuple[int, ...]
    wealth: tuple[Mapping[str, tuple[int, ...]], ...]
    least: Mapping[str, int]
    emptied: tuple[str, ...]

    def round_of(self, at: int) -> int:
        """Return the round of an act, from 0."""
        return next(number for number, end in enumerate(self.ends) if at < end)

    def moments(self, alike: int = _ALIKE) -> list[int]:
        """Return the indexes of the dealer's acts for slips: all, or only some of many equal ones."""
        groups: dict[tuple[str, str, int], list[int]] = {}
        for at, act in enumerate(self.acts[: self.ends[-1]]):
            if act.who == "d":
                groups.setdefault((self.steps[at], act.verb, self.round_of(at)), []).append(at)
        found: list[int] = []
        for group in groups.values():
            few = [group[0], group[1], group[len(group) // 2], group[-1]] if alike and len(group) > alike else group
            found += few
        return sorted(set(found))


def wealth(table: dk.Table) -> dict[str, tuple[int, ...]]:
    """Return the chips of each seat, including the layout; those of the house; pots; and marks."""
    felt = table.felt
    pots = {name: (row[0],) for name, row in felt.rows.items() if name != "stack"}
    seats = tuple(sum(row[seat] for row in felt.rows.values()) for seat in range(1, table.seats + 1))
    return {"seats": seats, "house": (felt.rows["stack"][0],), **pots, **{name: tuple(row) for name, row in felt.marks.items()}}


@functools.lru_cache(maxsize=64)
def clean(setting: Setting) -> Clean:
    """Deal clean rounds at a table.

    Raises:
        AssertionError: If they are not clean.
    """
    table, players = setting.table(), setting.players()
    rounds = Rounds(table)
    acts: list[Act] = []
    steps: list[str] = []
    ends: list[int] = []
    wealths = [wealth(table)]
    verbs: list[Counter[str]] = []
    coup = Coup.of(table)
    while rounds.done < max(ROUNDS, _ROUNDS_SEEN if len(table.felt.rows) > 1 else 0):
        asked = players.acts(table)
        due = asked[0] if asked else table.next_act()
        if due is None:
            break
        for act in asked or [due]:
            acts.append(act)
            steps.append(table.expected.step)
            found = table.push(act)
            assert found == (), f"{setting}: '{act}' in a clean round: {found}"
            if coup is not None:
                coup.look(act)
        if rounds.look(table):
            since = ends[-1] if ends else 0
            verbs.append(Counter(act.verb for act in acts[since:] if act.who == "d"))
            ends.append(len(acts))
            wealths.append(wealth(table))
            if coup is not None:
                wrong = coup.wrong(wealths[-2]["seats"], wealths[-1]["seats"])
                assert not wrong, f"{setting}: {wrong} in a clean coup: {acts[since:]}"
        assert len(acts) < 8000, f"{setting}: a clean round does not end"
    least = {verb: min(count[verb] for count in verbs) for verb in verbs[0]} if verbs else {}
    upto = min(len(acts), (ends[ROUNDS - 1] if len(ends) >= ROUNDS else len(acts)) + 30)
    emptied = tuple(name for name in wealths[0] if name in _POTS and not any(any(was[name]) for was in wealths[1:]))
    counted = tuple(ends[:ROUNDS])
    return Clean(setting, tuple(acts[:upto]), tuple(steps[:upto]), counted, tuple(wealths[: ROUNDS + 1]), least, emptied)


# -- a slip ----------------------------------------------------------------------------------------------------------


@attrs.frozen
class Trial:
    """A slip to be made.

    Attributes:
        clean: The clean rounds of the slip.
        at: The index of the act that it replaces, from 0.
        kind: Its kind.
        number: Its number within the kind.
        wrong: The acts of the slip.
    """

    clean: Clean
    at: int
    kind: str
    number: int
    wrong: Wrong

    @property
    def due(self) -> Act:
        """The due act."""
        return self.clean.acts[self.at]

    @property
    def done(self) -> str:
        """The acts of the slip, as one line."""
        return "; ".join(act.text for act in self.wrong)

    @property
    def id(self) -> str:
        """The id, from which it can be made again."""
        return f"{self.clean.setting}/{self.at}/{self.kind}/{self.number}"


@attrs.frozen
class Pair(Trial):
    """Two slips in a row: the second replaces the next due act of the dealer after the first.

    Attributes:
        draw: The seed for the choice among all possible second slips.
    """

    draw: int = 0

    @property
    def id(self) -> str:
        """The id, from which it can be made again."""
        return f"{super().id}/{self.draw}"

    def second(self, table: dk.Table, due: Act) -> tuple[str, Wrong] | None:
        """Return the kind and the acts of the second slip; None if there is no possible one."""
        moment = Moment(table, due, self.clean.acts[self.at + 1 :], _calls(self.clean))
        made = [(kind, wrong) for kind, _, wrong in slips(moment)]
        return random.Random(self.id).choice(made) if made else None


@attrs.frozen
class Failure:
    """A failure after a slip.

    Attributes:
        what: Its kind, from `WHAT`.
        why: The finding's code, the refusal, the row of chips.
        act: The obeyed act; empty if none.
    """

    what: str
    why: str
    act: str = ""


@attrs.frozen
class Outcome:
    """The result of a slip.

    Attributes:
        trial: The slip.
        refused: Whether the felt refused it, so that no slip was made.
        found: The immediate findings.
        late: The findings after its deadline.
        failures: The failures, in order.
        record: The record, to the end.
        ended: Number of acts at the end of the round; 0 if it did not end.
        second: The kind of the second slip; empty for none.
        slipped: The indexes of the slips' acts in the record, from 0.
    """

    trial: Trial
    refused: bool = False
    found: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    record: tuple[str, ...] = ()
    ended: int = 0
    second: str = ""
    slipped: tuple[int, ...] = ()

    @property
    def unfound(self) -> bool:
        """Whether it had no finding."""
        return not (self.refused or self.found or self.late or self.trial.kind in NOBODYS)

    @property
    def signature(self) -> str:
        """A signature that distinguishes failures by cause, as far as a machine can."""
        first, trial = self.failures[0], self.trial
        step = trial.clean.steps[trial.at].rpartition(".")[2]
        family = resolved(trial.clean.setting.game, trial.clean.setting.rules).family
        kind = f"{trial.kind}, {self.second}" if self.second else trial.kind
        return f"{family} {step} {kind}: {first.what} {first.why}".strip()


def table_at(made: Clean, at: int) -> tuple[dk.Table, Rounds, Coup | None]:
    """Return the table of a clean round before an act, with its counted rounds, and the cards of the coup."""
    table = made.setting.table()
    rounds, coup = Rounds(table), Coup.of(table)
    for act in made.acts[:at]:
        table.push(act)
        rounds.look(table)
        if coup is not None:
            coup.look(act)
    return table, rounds, coup


def _calls(made: Clean) -> list[Act]:
    """Return all calls, announcements and readings of the dealer in the clean rounds."""
    return list(dict.fromkeys(act for act in made.acts if act.who == "d" and act.verb in ("call", "announce", "read")))


def pairs(made: Clean, at: int, draws: int = 1) -> list[Pair]:
    """Return every possible slip in place of an act, each with `draws` second ones: one each is about a pair in twenty."""
    return [Pair(one.clean, one.at, one.kind, one.number, one.wrong, draw) for one in trials(made, at) for draw in range(draws)]


def trials(made: Clean, at: int) -> list[Trial]:
    """Return every possible slip in place of an act."""
    table, _, _ = table_at(made, at)
    expected = table.expected
    free = {act.text for act in expected.dealer} if expected.any_order else set()
    moment = Moment(table, made.acts[at], made.acts[at + 1 :], _calls(made))
    return [
        Trial(made, at, kind, number, wrong)
        for kind, number, wrong in slips(moment)
        if not all(act.text in free for act in wrong)
    ]


def plausible(made: Clean, at: int) -> list[Trial]:
    """Return the slips that `play` and the menus offer in place of an act."""
    table, _, _ = table_at(made, at)
    if due(table) != made.acts[at]:
        return []  # the perfect dealer has a debt first, and nothing else is offered
    return [Trial(made, at, slip.kind, number, (slip.act,)) for number, slip in enumerate(offered(table))]


def one_a_step(setting: Setting) -> Iterator[Trial]:
    """Yield one slip at each kind of step of the clean rounds, selected by the step; none at a player's act."""
    made = clean(setting)
    by_step: dict[tuple[str, str], list[int]] = {}
    for at in made.moments():
        by_step.setdefault((made.steps[at], made.acts[at].verb), []).append(at)
    for step, moments in by_step.items():
        rng = random.Random(f"{setting.game} {step}")
        tried = [trial for at in rng.sample(moments, min(2, len(moments))) for trial in trials(made, at)]
        found = [trial for trial in tried if not any(act.seat for act in trial.wrong)]
        if found:
            yield rng.choice(found)


def trial_of(name: str) -> Trial:
    """Return the slip with an id.

    Raises:
        StopIteration: If there is no such slip any more.
    """
    game, rules, block, at, kind, number, *draw = name.split("/")
    made = clean(Setting(game, "" if rules == "own" else rules, int(block)))
    found: Sequence[Trial] = pairs(made, int(at), int(draw[0]) + 1) if draw else trials(made, int(at))
    return next(trial for trial in found if trial.id.split("/")[4:] == [kind, number, *draw])


def hinted(table: dk.Table) -> str:
    """Return the hint, on one line."""
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        Conversation(Session(table), at_once=True, menus=False, show=letters, hands=0).on_hint()
    return " ".join(told.getvalue().split())


def run(trial: Trial) -> Outcome:
    """Make a slip, then obey to the end of the round."""
    return _Run(trial).outcome()


class _Run:
    """A slip, and the round after it."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.made = trial.clean
        self.table, self.rounds, self.coup = table_at(self.made, trial.at)
        self.players = self.made.setting.players()
        self.number = self.made.round_of(trial.at)
        self.found: list[str] = []
        self.late: list[str] = []
        self.failures: list[Failure] = []
        self.looked = 0
        self.slipping = True
        self.silent = 0
        self.second = ""
        self.wrong: list[Act] = []
        self.slipped: list[int] = []
        self.ended = 0
        self.over = False
        self.ruled = len(self.table.rulings)

    def outcome(self) -> Outcome:
        """Return the result."""
        if not self._slip(self.trial.wrong):
            return Outcome(self.trial, refused=True)
        try:
            if isinstance(self.trial, Pair) and not self._slip_again(self.trial):
                return Outcome(self.trial, refused=True)
            self._obey()
        except (Impossible, ActError) as error:
            self._fail("impossible", _shape(str(error)))
        except Exception as error:  # noqa: BLE001 - any error is counted
            self._fail("crash", f"{type(error).__name__}: {_shape(str(error))}")
        record = tuple(act.text for act in self.table.log)
        found, late, slipped = tuple(self.found), tuple(self.late), tuple(self.slipped)
        return Outcome(self.trial, False, found, late, tuple(self.failures), record, self.ended, self.second, slipped)

    def _fail(self, what: str, why: str, act: Act | None = None) -> None:
        self.failures.append(Failure(what, why, act.text if act is not None else ""))

    def _push(self, act: Act) -> tuple[Finding, ...]:
        found = self.table.push(act)
        if self.coup is not None and not self.over:
            self.coup.look(act)
        if self.rounds.look(self.table) and self.rounds.done > self.number and not self.over:
            self.over = True
            self.ended = len(self.table.log)
            if not self.slipping:  # otherwise debts may still be settled
                self._compare()
        return found

    def _slip(self, wrong: Wrong) -> bool:
        """Make a slip; return whether the felt could do it."""
        before = len(self.found)
        for at, act in enumerate(wrong):
            try:
                found = [finding.code for finding in self._push(act)]
            except (Impossible, ActError):
                order = self.made.acts[self.trial.at :]
                if all(done.text == due.text for done, due in zip(wrong[:at], order, strict=False)):
                    return False  # the possible part of it was due
                break
            self.wrong.append(act)
            self.slipped.append(len(self.table.log) - 1)
            if at and found and self.found and self.trial.kind == "mended" and not self.second:  # else the first act was right
                self._fail("mend", found[0], act)
            self.found += found
        self.silent += len(self.found) == before
        return True

    def _slip_again(self, pair: Pair) -> bool:
        """Make the second slip at the next due act of the dealer; return whether there was a possible one in this round."""
        acts = self._due()
        while acts and acts[0].who != "d":
            for act in acts:
                self._push_due(act)
            acts = [] if self.over else self._due()
        drawn = pair.second(self.table, acts[0]) if acts and not self.over else None
        if drawn is None:
            return False
        self.second, wrong = drawn
        return self._slip(wrong)

    def _push_due(self, act: Act) -> None:
        """Do the due act: late findings on silent acts are allowed, and no others."""
        if barred(self.table, act) is not None:
            self._fail("barred", act.verb, act)
        if act.verb == "award":
            for board in too_long(self.table, self.made):
                self._fail("board", board, act)
        found = self._push(act)
        if found and self.silent:
            self.silent -= 1
            self.late += [finding.code for finding in found]
        elif found:
            self._fail("contradiction", found[0].code, act)

    def _obey(self) -> None:
        left = len(self.made.acts) * 2 + 300
        after, early = 0, self.over
        self.slipping = False
        while not self.over or after < _AFTER * (1 + early):
            after += self.over
            acts = self._due()
            if early and (not acts or acts[0].seat):
                break
            if not acts:
                if not self.over and self.made.round_of(self.trial.at) < len(self.made.ends):
                    self._fail("stuck", self.table.expected.step.rpartition(".")[2])
                return
            for act in acts:
                self._push_due(act)
            left -= len(acts)
            if left < 0:
                self._fail("endless", self.table.expected.step.rpartition(".")[2])
                return
        if early:
            self.ended = len(self.table.log)
            self._compare(early=True)
        elif not self._is_void():
            since = self.made.ends[self.number - 1] if self.number else 0
            done = Counter(act.verb for act in self.table.log[since:] if act.who == "d")
            for verb in _NEEDED:  # a little after the round at the latest
                if self.over and self.number + 1 < len(self.made.wealth) and done[verb] < self.made.least.get(verb, 0):
                    self._fail("undone", verb)

    def _is_void(self) -> bool:
        """Return whether a ruling has ended the round early."""
        return any(ruled.ruling.outcome in _VOID for ruled in self.table.rulings[self.ruled :])

    def _due(self) -> list[Act]:
        """Return the next acts: the due ones of floor and dealer, the chosen ones of players."""
        table = self.table
        due = table.next_act()
        by_floor = due is not None and (due.who == "f" or due.verb == "floor")
        if not by_floor and not _puts_right(table) and due not in table.owed:
            acts = self.players.acts(table)
            if acts:
                return acts
        if due is not None and due.who == "d" and not by_floor and not self.over and not self.slipping:
            self._look(due)
        return [] if due is None else [due]

    def _look(self, due: Act) -> None:
        """Compare the expected, hinted and offered acts with the due one."""
        if self.looked >= _LOOKED_AT:
            return
        self.looked += 1
        expected = self.table.expected
        agrees = due in (expected.dealer if expected.any_order else expected.dealer[:1])
        if not agrees and urgent_act(self.table) is None:
            self._fail("expected", expected.dealer[0].verb if expected.dealer else "nothing", due)
        if self.looked > 1:
            return
        if to_dealer(sentence(veiled(self.table, due))) not in hinted(self.table):
            self._fail("hint", due.verb, due)
        if due not in menu(self.table, 1) and urgent_act(self.table) is None:
            self._fail("menu", due.verb, due)

    def _compare(self, *, early: bool = False) -> None:
        """Check after the round, `early` if the slip has ended it, that everything is done, and that all chips are in their
        places.
        """
        if self.number + 1 >= len(self.made.wealth):
            return
        void = self._is_void()
        now = wealth(self.table)
        if not void and self.coup is not None:
            wrong = self.coup.wrong(self.made.wealth[self.number]["seats"], now["seats"])
            if wrong:
                self._fail("settled", wrong)
        left = [name for name in self.made.emptied if any(now[name])]
        if left and not early and not void:
            self._fail("left", " ".join(left))
        self._compare_chips()

    def _compare_chips(self) -> None:
        """Check that all stacks equal the clean round's, if only chips or words went wrong."""
        verbs = {act.verb for act in (*self.wrong, self.made.acts[self.trial.at]) if act.who == "d"}
        if not verbs <= MONEY | WORDS:
            return
        since = self.made.ends[self.number - 1] if self.number else 0
        before = self.made.acts[since : self.made.ends[self.number]]
        if _cards_and_players(before) != _cards_and_players(self.table.log[since : self.ended]):
            return
        was, now = self.made.wealth[self.number + 1], wealth(self.table)
        wrong = [name for name in was if was[name] != now[name]]
        if wrong:
            self._fail("chips", " ".join(wrong))


def too_long(table: dk.Table, made: Clean) -> list[str]:
    """Return the boards of a poker game with more cards than in any of the clean rounds."""
    if table.game.family != "poker":
        return []  # open cards there may be one for each player
    begins, dealt = 0, Counter[str]()
    for ends in made.ends:
        since: Counter[str] = Counter()
        for act in made.acts[begins:ends]:
            since[act.to[0] if act.to else ""] += act.count if act.verb == "deal" else 0
        dealt, begins = dealt | since, ends
    boards = [name for name, spec in table.felt.layout.places.items() if spec.kind == "board"]
    most = max((dealt[name] for name in boards), default=0)
    return [name for name in boards if len(table.felt.places[name]) > most > 0]


def _puts_right(table: dk.Table) -> bool:
    """Return whether a step of a remedy is open, during which players wait: its path begins with the remedy's id."""
    expected = table.expected
    return bool(expected.dealer) and expected.step.partition(".")[0].isupper()


def _cards_and_players(acts: Sequence[Act]) -> Counter[str]:
    """Return the dealt cards and the players' acts."""
    return Counter(act.plain.text for act in acts if act.seat or act.verb in ("deal", "burn", "cut", "shuffle", "riffle"))


def _shape(text: str) -> str:
    """Return a refusal without its numbers and names."""
    words = ["#" if any(letter.isdigit() for letter in word) else word for word in text.split()]
    return " ".join(words)[:90]

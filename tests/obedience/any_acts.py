"""One to three random acts from the felt's whole grammar, at random moments of a clean round, then obedience.

The acts come from the closed table of verbs and the state of the table, not from any list of slips. The required results are
the opposites of `WRONG`. `bench/any_acts.py` runs a campaign of them; a few are tried every day.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence

import attrs

import dealerkit as dk
from dealerkit.errors import ActError, Impossible
from dealerkit.facts import fact_named
from dealerkit.felt import DEALER, FLOOR, VERBS, Act, written
from dealerkit.felt.acts import MANNERS
from dealerkit.felt.effects import nothing
from dealerkit.felt.numbers import Number
from dealerkit.felt.verbs import Verb
from dealerkit.judge import Finding
from tests.obedience.campaign import Clean, Failure, Setting, clean, table_at, too_long

WRONG = {
    "crash": "the table breaks",
    "impossible": "an act that was due cannot be done",
    "contradiction": "an act that was due has drawn a finding for itself",
    "stuck": "nothing is due, and the round is not over",
    "endless": "the round does not end",
    "chips": "chips lie outside stacks, rack and funds when the round is over",
    "cards": "cards lie outside the pack when the next deal begins",
    "lawless": "the round ended without award, settlement or ruling",
    "board": "a pot is to be pushed on a board with more cards than the game deals",
}
"""Kinds of failure after arbitrary acts."""

LATE = {
    "draw/openers-not-proved": "DR-08: who opened without openers is told when he shows his hand",
    "play/JJ-A6": "JJ-A6: who called a set, and laid a card of it aside, is told when it is shown",
    "play/CN-69": "CN-69: who asked and cannot go out is told when he discards instead",
}
"""Findings that a right act can have for its player's earlier act, with the rule."""

_TRIES = 400
_AFTER = 4
"""Number of obeyed acts after the end of the round."""


def number(table: dk.Table, verb: Verb, rng: random.Random) -> Number:
    """Return a possible number for a verb at the table."""
    felt = table.felt
    if verb.count and not verb.amount:
        return rng.choice((1, 1, 2, 3, 4, 5))
    lying = sorted({chips for row in felt.rows.values() for chips in row if chips})
    return felt.written(rng.choice([*lying, felt.layout.scale, 2 * felt.layout.scale, 5 * felt.layout.scale]))


def words(table: dk.Table, verb: Verb, rng: random.Random) -> list[str]:
    """Return possible targets of a verb: seats if its form has them, else places, rows and seats of this table."""
    felt = table.felt
    seats = [f"s{seat}" for seat in range(1, table.seats + 1)]
    places = [*felt.places, *felt.rows, *felt.marks]
    asked = [part.strip("[]") for part in verb.form.split()[2:]]
    found = []
    for at in range(rng.randint(*verb.words) if verb.words[1] < 6 else verb.words[0]):
        kind = asked[at] if at < len(asked) else ""
        pool = seats if kind.startswith("SEAT") else places if kind and "SEAT" not in kind else [*seats, *places]
        found.append(rng.choice(pool))
    return found


def how(table: dk.Table, verb: Verb, parts: Sequence[object]) -> list[str]:
    """Return, for one act in four that moves cards, the manner of cards from the pack, or names of cards in the place. The
    choice depends on the act alone, so that later random choices do not change.
    """
    felt, rng = table.felt, random.Random(f"{len(table.log)} {parts}")
    if not verb.cards or rng.random() < 0.75:
        return []
    if verb.name in ("deal", "burn"):
        manner = rng.choice(MANNERS)
        return (
            [manner] if manner != "foreign" else [rng.choice(list(felt.layout.pack.faces())).name, manner]
        )  # it has a face of its own
    lying = [card for place in parts[2:] for card in felt.places.get(str(place), ()) if card >= 0]
    return felt.names(rng.sample(lying, min(len(lying), rng.randint(1, 2))))


def any_act(table: dk.Table, rng: random.Random) -> Act:
    """Return an act of the grammar that the felt can do now: any dealer's, sometimes a player's.

    Raises:
        StopIteration: If there is none, which has not happened at any table.
    """
    moving = [spec for spec in VERBS.values() if spec.role == DEALER and spec.effect is not nothing]
    talking = [spec for spec in VERBS.values() if spec.role == DEALER and spec.effect is nothing]
    players = [spec for spec in VERBS.values() if spec.role == "s"]
    due = table.next_act()
    for _ in range(_TRIES):
        spec = rng.choice(rng.choice((moving, moving, moving, moving, moving, talking, players)))
        who = f"s{rng.randint(1, table.seats)}" if spec.role == "s" else spec.role
        parts: list[object] = [who, spec.name, *words(table, spec, rng)]
        if (spec.amount or spec.count) and (spec.needs_number or rng.random() < 0.5):
            parts.append(written(number(table, spec, rng)))
        if spec.face:
            parts.append(rng.choice(("", "", "up", "down")))
        try:
            act = Act.parse(" ".join([*(str(part) for part in parts if part != ""), *how(table, spec, parts)]))
            if act == due or act.verb in ("rule", "relieve"):
                continue
            table.judge(act)
        except (ActError, Impossible):
            continue
        return act
    raise StopIteration


@attrs.frozen
class AnyTrial:
    """Acts inserted into a clean round.

    Attributes:
        clean: The clean rounds.
        number: The seed of moments and acts.
    """

    clean: Clean
    number: int

    @property
    def rng(self) -> random.Random:
        """Return the random source of this trial."""
        return random.Random(f"{self.clean.setting}/any/{self.number}")

    @property
    def id(self) -> str:
        """The id, from which it can be made again."""
        return f"{self.clean.setting}/{self.number}"


@attrs.frozen
class AnyOutcome:
    """The result of a trial.

    Attributes:
        trial: The trial.
        done: The inserted acts, each with the number of acts before it.
        found: The findings at each.
        failures: The failures.
        record: The whole record.
    """

    trial: AnyTrial
    done: tuple[tuple[int, Act], ...]
    found: tuple[str, ...]
    failures: tuple[Failure, ...]
    record: tuple[str, ...]

    @property
    def signature(self) -> str:
        """A signature that is equal for failures with a common cause, as far as a machine can judge."""
        first = self.failures[0]
        verbs = "+".join(act.verb for _, act in self.done)
        return f"{first.what} {first.why}".strip() + f" after {verbs}"


def trials(setting: Setting, count: int, first: int = 0) -> Iterator[AnyTrial]:
    """Yield a number of trials at a table, beginning with a given one."""
    made = clean(setting)
    return (AnyTrial(made, number) for number in range(first, first + count))


def run(trial: AnyTrial) -> AnyOutcome:
    """Insert the acts, and obey to the end of the round and a little further."""
    return _AnyRun(trial).outcome()


class _AnyRun:
    def __init__(self, trial: AnyTrial) -> None:
        self.trial, self.rng = trial, trial.rng
        made = trial.clean
        first = made.ends[0]  # the second round shows effects of the first
        self.at = self.rng.randrange(first)
        self.table, self.rounds, _ = table_at(made, self.at)
        self.players = made.setting.players()
        self.left = self.rng.choice((1, 1, 2, 3))
        self.done: list[tuple[int, Act]] = []
        self.found: list[str] = []
        self.silent = 0
        self.failures: list[Failure] = []
        self.ruled = len(self.table.rulings)
        self.over, self.compared, self.redeals = False, False, 0
        self.began = self.rounds.began(self.table)
        self.antes_stay = False
        self.ahead: set[str] = set()
        """Rows of bets that a player was free to make: while the cards are cleared they are for the next round (BJ-25)."""

    def outcome(self) -> AnyOutcome:
        try:
            self._obey()
        except (Impossible, ActError) as error:
            self._fail("impossible", _shape(str(error)))
        except Exception as error:  # noqa: BLE001 - any error is counted
            self._fail("crash", f"{type(error).__name__}: {_shape(str(error))}")
        record = tuple(act.text for act in self.table.log)
        return AnyOutcome(self.trial, tuple(self.done), tuple(self.found), tuple(self.failures), record)

    def _fail(self, what: str, why: str, act: Act | None = None) -> None:
        self.failures.append(Failure(what, why, act.text if act is not None else ""))

    def _slip(self) -> None:
        try:
            act = any_act(self.table, self.rng)
        except StopIteration:
            self.left = 0
            return
        self.done.append((len(self.table.log), act))
        found = self._happen(act)
        self.found += [finding.code for finding in found]
        self.silent += not found
        if act.seat and act.verb == "bet" and not found and act.to:
            self.ahead.add(act.to[0])
        self.left -= 1

    def _happen(self, act: Act) -> tuple[Finding, ...]:
        if not self.over:
            self.antes_stay = _is_passed_out(self.table)
        found = self.table.push(act)
        self.rounds.look(self.table)
        if self.began is None:
            self.began = self.rounds.began(self.table)
        return found

    def _obey(self) -> None:
        table, wait, after = self.table, 0, 0
        budget = len(self.trial.clean.acts) * 3 + 400
        while after < _AFTER:
            if self.left and not wait:
                self._slip()
                wait = self.rng.choice((0, 1, 3, 10, 30))
                continue
            wait -= wait > 0
            acts = self._due()
            if not acts:
                played_out = table.agenda.stack is None  # no opponent is left
                if not self.over and not played_out and len(self.trial.clean.ends) > 1:
                    self._fail("stuck", table.expected.step.rpartition(".")[2])
                elif not self.compared:
                    self._compare()
                return
            for act in acts:
                over, ended = self.over, self.rounds.done
                self._push(act)
                if self.rounds.done > ended and not over and not self._is_dealt_again():
                    self.over = True
                    self.left = 0
                after += self.over
            if self.over and not self.compared and not table.owed:  # debts still come first
                self._compare()
            budget -= len(acts)
            if budget < 0:
                self._fail("endless", table.expected.step.rpartition(".")[2])
                return
        if not self.compared:
            self._compare()

    def _push(self, act: Act) -> None:
        if act.verb == "award":
            for board in too_long(self.table, self.trial.clean):
                self._fail("board", board, act)
        found = self._happen(act)
        if not found:
            return
        if found[0].code in LATE and any(done.who == act.who for _, done in self.done):
            return
        if self.silent > 0 and not _is_about(found[0], act):
            self.silent -= 1  # a deadline of an unnoticed act
            self.found += [finding.code for finding in found]
            return
        self._fail("contradiction", found[0].code, act)

    def _due(self) -> list[Act]:
        table = self.table
        due = table.next_act()
        by_floor = due is not None and (due.who == FLOOR or due.verb == "floor")
        expected = table.expected
        remedy = bool(expected.dealer) and expected.step.partition(".")[0].isupper()
        if not by_floor and not remedy and due not in table.owed:
            acts = self.players.acts(table)
            if acts:
                return acts
        return [] if due is None else [due]

    def _is_dealt_again(self) -> bool:
        """Return whether the round has ended by a ruling after which the same one is dealt again, so that it continues."""
        known, rulings = self.table.house.remedies, self.table.rulings[self.ruled :]
        ended = [known[name].then for ruled in rulings for name in ruled.ruling.to_deal]
        again = sum(then is not None and then.again for then in ended)
        self.redeals, was = again, self.redeals
        return again > was

    def _compare(self) -> None:
        """Compare chips, cards and the round's end with the expected ones."""
        self.compared = True
        made, table = self.trial.clean, self.table
        clean_table = _at_the_end(made.setting)
        for row, lying in table.felt.rows.items():
            may_stay = row in clean_table[0] or table.felt.layout.stays or self.antes_stay or row in self.ahead
            if row != "stack" and any(lying) and not may_stay:
                self._fail("chips", row)
                break
        out = sorted({_kind(name) for name, cards in table.felt.places.items() if cards and name not in clean_table[1]})
        if out:
            self._fail("cards", " ".join(out))
        known = table.house.remedies
        remedies = [known[name] for ruled in table.rulings[self.ruled :] for name in ruled.ruling.to_deal]
        void = any(remedy.then is not None for remedy in remedies)
        dealt = table.log[self.began :] if self.began is not None else []  # cards drawn for the first deal are not a hand
        since = Counter(act.verb for act in dealt if act.who == DEALER)
        if since["deal"] and not void and made.least.get("award") and not since["award"]:
            self._fail("lawless", "award")


def _kind(place: str) -> str:
    return "hand" if place[:1] == "s" and place[1:].isdigit() else place


def _is_passed_out(table: dk.Table) -> bool:
    """Return whether no player has opened a hand of draw: the antes stay for the next one (DR-26)."""
    return table.game.family == "poker" and bool(fact_named("passed_out")(table.now))


def _is_about(finding: Finding, act: Act) -> bool:
    """Return whether a finding is about the act itself."""
    return finding.got == act.text and not finding.code.endswith("-skipped")


_ENDS: dict[Setting, tuple[frozenset[str], frozenset[str]]] = {}


def _at_the_end(setting: Setting) -> tuple[frozenset[str], frozenset[str]]:
    """Return the rows of chips, and the places of cards, that may be occupied after a round of this table: those after a clean
    one, here or under the house's own options; an uncollected pot stays by the rule of its game (NM-36), in any row.
    """
    if setting not in _ENDS:
        usual = _at_the_end(attrs.evolve(setting, block=0)) if setting.block else (frozenset(), frozenset())
        made, table = clean(setting), setting.table()
        rows: set[str] = set(table.game.data.get("felt", {}).get("funds", ())) | {"rake", "drop"}
        places: set[str] = {table.felt.layout.stock, table.felt.layout.start, "held"}
        for at, act in enumerate(made.acts[: made.ends[-1]], 1):
            table.push(act)
            if at in made.ends:
                rows |= {name for name, row in table.felt.rows.items() if any(row)}
                places |= {name for name, cards in table.felt.places.items() if cards}
        _ENDS[setting] = usual[0] | rows, usual[1] | places
    return _ENDS[setting]


def _shape(text: str) -> str:
    """Return a refusal without its numbers and names."""
    names = ["#" if any(letter.isdigit() for letter in word) else word for word in text.split()]
    return " ".join(names)[:90]

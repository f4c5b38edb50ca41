"""Hands of arbitrary acts and of slips with their earlier judgements, and a hash of the whole state of the table after each
act.

A hand is in `snapshots/GAME.txt` on four lines: its name; its table; its acts, each with its findings, with a number for
consecutive acts that the table itself gave as the next one; and two letters for each act. Any change shows at the first act
with another state.

    python -m tests.obedience.snapshots [GAME]...    write the letters again, after an intended change; add hands of a new game
    python -m tests.obedience.snapshots --show HAND  print one hand act by act: run it before and after the change

The hands are selected from some thousands without failures in the campaigns of obedience, to cover most lines of the engine
(`any/12` is a hand of `any_acts.py`, `slip/...` a slip of `campaign.py`). Check the differences before you write the file.
"""

from __future__ import annotations

import argparse
import base64
import itertools
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import FLOOR, Act
from dealerkit.rules.games import games
from dealerkit.rulings import UNDECIDED
from tests.obedience.any_acts import run, trials
from tests.obedience.campaign import settings

FOLDER = Path(__file__).parent / "snapshots"
BEFORE = 4
"""Number of acts before the first finding that have letters."""
AFTER = 5
"""Number of acts after a finding at which the floor's part is included."""
BACK = 12
"""Number of acts that are taken back at the end of a hand: after each, the state must be the earlier one."""
LETTERS = 2
"""Number of letters for an act."""
ADDRESS = re.compile(r" at 0x[0-9a-f]+")


@attrs.frozen
class Snapshot:
    """A hand with its judgements.

    Attributes:
        id: The hand's name: game, rule set (`own` for the game's), and origin.
        setup: The table: `seats`, `seed`, `button` and `options`.
        lines: Acts in order: a number of acts that are next, or an act, ` ! ` and the codes of its findings.
        letters: Two for each act, for the last acts.
    """

    id: str
    setup: Mapping[str, Any]
    lines: tuple[str, ...] = ()
    letters: str = ""

    def table(self) -> dk.Table:
        """Return a new table."""
        game, rules, _ = self.id.split("/", 2)
        return dk.Table(game, None if rules == "own" else rules, **self.setup)

    @property
    def text(self) -> str:
        """Return the hand in the form of its file."""
        return "\n".join((self.id, json.dumps(self.setup), "; ".join(self.lines), self.letters)) + "\n"


def read(game: str) -> list[Snapshot]:
    """Return the hands of a game."""
    hands = (FOLDER / f"{game}.txt").read_text(encoding="utf-8").split("\n\n")
    parts = (hand.strip().split("\n") for hand in hands)
    return [Snapshot(name, json.loads(setup), tuple(acts.split("; ")), letters) for name, setup, acts, letters in parts]


def by_name(names: Iterable[str]) -> dict[str, Snapshot]:
    """Return hands by name."""
    return {hand.id: hand for game in dict.fromkeys(name.partition("/")[0] for name in names) for hand in read(game)}


def telling(table: dk.Table) -> str:
    """Return the whole state of a table, except words for readers: last findings, rulings, due, asked and owed acts, and
    places.
    """
    agenda, felt = table.agenda, table.felt
    books, round_ = agenda.books, agenda.round
    findings, rulings, due = table.findings, table.rulings, table.next_act()
    found = [
        (finding.code, finding.step, finding.expected, finding.got, finding.act, finding.severity, finding.because_of)
        for finding in findings[-3:]
    ]
    expected = table.expected
    ruled = [(each.act, each.code, each.ruling.outcome, each.ruling.case, each.ruling.to_deal) for each in rulings[-2:]]
    parts = (
        (len(findings), sum(finding.self_corrected for finding in findings), found),
        (len(rulings), ruled),
        due.text if due is not None else "",
        (expected.step, [act.text for act in expected.dealer], expected.any_order),
        {seat: {move: str(allowed) for move, allowed in moves.items()} for seat, moves in table.ask.items()},
        [act.text for act in table.owed],
        [(debt.step.path, [act.text for act in debt.acts], debt.finding, debt.deadline) for debt in books.debts],
        [(pending.duty.id, pending.owner) for pending in books.duties],
        (sorted(books.credit), sorted(books.right), sorted(books.mended)),
        (round_.begun, round_.laps, dict(round_.rounds), dict(round_.marks), dict(round_.ended)),
        [(place, [str(card) for card in cards]) for place, cards in felt.places.items()],
        [(row, [*chips]) for row, chips in felt.rows.items()],
        [(name, [*marks]) for name, marks in felt.marks.items()],
    )
    asked = findings and len(table.log) - findings[-1].act < AFTER
    return ADDRESS.sub("", repr((parts, of_the_floor(table) if asked else ())))


def of_the_floor(table: dk.Table) -> tuple[object, ...]:
    """Return the floor's part: findings of the hand, disputes, pending and open rulings, and the meaning of an outcome."""
    floor = table.floor
    question, disputed = floor.question, floor.disputed
    outcomes = {ruled.ruling.outcome for ruled in table.rulings} - {UNDECIDED}
    return (
        [finding.code for finding in floor.here],
        (disputed[0], disputed[1].code) if disputed is not None else "",
        [str(act) for act in (floor.to_rule, floor.to_repeat, floor.answer, floor.choice)],
        (question.code if question is not None else "", floor.outcomes, floor.begins, floor.puts_right),
        sorted(floor.being_mended),
        {outcome: [act.text for act in floor.means(Act.make(FLOOR, "rule", outcome))] for outcome in sorted(outcomes)},
    )


def letters(text: str) -> str:
    """Return the two letters of a text."""
    return base64.urlsafe_b64encode(zlib.crc32(text.encode()).to_bytes(4, "big")).decode()[1 : 1 + LETTERS]


def written(snapshot: Snapshot, acts: Iterable[Act | str]) -> Snapshot:
    """Return a hand with the current states after each act."""
    table = snapshot.table()
    lines: list[str] = []
    told: list[str] = []
    for act in acts:
        due = table.next_act()
        found = ", ".join(finding.code for finding in table.push(act))
        told.append(letters(telling(table)))
        lines.append(f"{act} ! {found}" if found else "" if due is not None and due.text == str(act) else str(act))
    short: list[str] = []
    for line, alike in itertools.groupby(lines):
        those = [*alike]
        short += those if line else [str(len(those))]
    first = next((at for at, line in enumerate(lines) if "!" in line), 0)
    return attrs.evolve(snapshot, lines=tuple(short), letters="".join(told[max(0, first - BEFORE) :]))


def acts_of(snapshot: Snapshot) -> Iterator[str]:
    """Yield the recorded acts and their findings, one a line; empty for the table's own next act."""
    for line in snapshot.lines:
        if line.isdigit():
            yield from itertools.repeat("", int(line))
        else:
            yield line


def dealt(snapshot: Snapshot, look: Callable[[dk.Table], None] | None = None) -> Iterator[tuple[int, str, str, str]]:
    """Deal a hand again: yield each act's number, the act with its findings, the state after it, and the recorded letters.

    At the end some acts are taken back: after each, the state must be the earlier one.

    Args:
        snapshot: The hand.
        look: Called with the table at the first finding and at the end of the hand.
    """
    table, told = snapshot.table(), []
    lines = [*acts_of(snapshot)]
    untold = len(lines) - len(snapshot.letters) // LETTERS
    for at, line in enumerate(lines):
        act = table.next_act() if not line else line.partition(" ! ")[0]
        if act is None:
            yield at + 1, "nothing is next", "", "the next act"
            return
        foreseen = [finding.code for finding in table.judge(act).findings] if "!" in line else []
        codes = [finding.code for finding in table.push(act)]
        if look is not None and (at == len(lines) - 1 or (codes and len(table.findings) == len(codes))):
            look(table)
        found = ", ".join(codes) + (f" (judged before: {', '.join(foreseen)})" if foreseen != codes and "!" in line else "")
        text = f"{act} ! {found}" if found else str(act)
        if at < untold:
            if line and text != line:
                yield at + 1, text, "", line
            continue
        told.append(telling(table))
        then = snapshot.letters[LETTERS * (at - untold) : LETTERS * (at - untold + 1)]
        yield at + 1, text, told[-1], then if text == (line or str(act)) else line or str(act)
    for at in range(len(told) - 2, max(-1, len(told) - 2 - BACK), -1):
        back = table.pop()
        yield len(table.log) + 1, f"{back.text} is taken back", telling(table), letters(told[at])


def first_other(snapshot: Snapshot, look: Callable[[dk.Table], None] | None = None) -> tuple[int, str, str] | None:
    """Return the number of the first act with another state, the act, and the recorded letters; or None."""
    at = 0
    try:
        for at, act, now, then in dealt(snapshot, look):
            if letters(now) != then:
                return at, act, then
    except Impossible as error:
        return at + 1, str(error), "possible"
    return None


def replayed(snapshot: Snapshot) -> dk.Table:
    """Return the table of a hand at its end, or before the first act that is now impossible."""
    count = sum(1 for _ in acts_of(snapshot))
    while True:
        try:
            return pushed(snapshot, count)
        except Impossible:
            count -= 1


def pushed(snapshot: Snapshot, count: int | None = None) -> dk.Table:
    """Return the table of a hand after a number of acts, or at its end."""
    table = snapshot.table()
    for line in itertools.islice(acts_of(snapshot), count):
        act = line.partition(" ! ")[0] or table.next_act()
        if act is not None:
            table.push(act)
    return table


def new(game: str) -> Iterator[Snapshot]:
    """Yield hands of a new game: two of arbitrary acts without failures under each rule set."""
    for setting in settings(1, (game,)):
        setup = setting.table().setup
        laid = {"seats": setup.seats, "seed": setup.seed, "button": setup.button, "options": dict(setup.settings)}
        outcomes = filter(lambda outcome: not outcome.failures, map(run, trials(setting, 9)))
        for outcome in itertools.islice(outcomes, 2):
            yield written(Snapshot(f"{setting}/any/{outcome.trial.number}", laid), outcome.record)


def main() -> int:
    """Write hands again, or print one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--show", metavar="HAND")
    args = parser.parse_args()
    if args.show:
        (snapshot,) = (each for each in read(args.show.partition("/")[0]) if each.id == args.show)
        for number, act, now, then in dealt(snapshot):
            print(number, act, "" if letters(now) == then else f"(it was {then})", now, sep="\n  ")
        return 0
    for name in args.games or games():
        known = (FOLDER / f"{name}.txt").exists()
        hands = [written(hand, replayed(hand).log) for hand in read(name)] if known else list(new(name))
        (FOLDER / f"{name}.txt").write_text("\n".join(hand.text for hand in hands), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

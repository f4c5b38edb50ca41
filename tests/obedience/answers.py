"""Answers about the tables of `snapshots/`, other than findings, rulings and due acts: of the facts, the drawing of the table,
and the judgements of other acts.

`answers/GAME.txt` has a line for each module of facts, and in it two letters for each moment: the first finding of each hand of
the game, and its end. They are a hash of the answers of the module's public functions of the situation alone, or also of a seat
or the last act. Four further lines are of the table as drawn, spoken and recorded, on screens of one size after the other, at
every second moment; and one is of acts from the table's history and of rulings, as judged at the moment.

    python -m tests.obedience.answers [GAME]...     write the letters again, after an intended change
    python -m tests.obedience.answers --show HAND   print each answer at the moments of a hand: run it before and after the change
"""

from __future__ import annotations

import argparse
import functools
import importlib
import inspect
import pkgutil
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Any, Final

import attrs

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.facts import Situation
from dealerkit.rules.games import games
from dealerkit.rulings import OUTCOMES
from dealerkit.table.scene import eyes, look, told
from dealerkit.table.scene.screen import Signs, page, sheet
from tests.obedience.snapshots import ADDRESS, LETTERS, Snapshot, by_name, dealt, letters, read
from tests.table.scene.pictures import NOTES

FOLDER: Final = Path(__file__).parent / "answers"
BESIDES: Final[Mapping[tuple[str, ...], Callable[[Situation], Sequence[tuple[Any, ...]]]]] = {
    (): lambda _: [()],
    ("seat",): lambda now: [(seat,) for seat in range(1, now.felt.seats + 1)],
    ("act",): lambda now: [(act,) for act in now.log[-1:]],
}
"""Arguments of functions besides the situation, by the names of their parameters: all values tried."""

SIZES: Final = ((80, 24), (93, 31), (111, 24), (112, 24), (131, 37), (80, 45), (168, 50))
"""Columns and rows of the screens."""
SHOWN = ("aloud", "painted", "record", "screen")
"""Rows for the views of a table."""
JUDGED = 7
"""Number of acts judged at each moment, and of the same acts at the next seats."""
RULED = 5
"""Number of outcomes ruled by the floor at each moment."""
_SEAT = re.compile(r"\bs(\d+)\b")


@attrs.frozen
class Asked:
    """A function, and its parameters.

    Attributes:
        name: Its name.
        function: The function.
        besides: Names of its parameters after the situation.
    """

    name: str
    function: Callable[..., Any]
    besides: tuple[str, ...]

    def answer(self, now: Situation) -> str:
        """Return its answer; an error is an answer too, for example in a game without such a place."""
        try:
            return repr([plain(self.function(now, *given)) for given in BESIDES[self.besides](now)])
        except Exception as error:  # noqa: BLE001 - for other games: this one has no pot, no board, no target ...
            return f"{type(error).__name__}: {error}"


@functools.cache
def asked(family: str) -> Mapping[str, list[Asked]]:
    """Return the tested functions for a game of a family, by module."""
    found: dict[str, list[Asked]] = defaultdict(list)
    for room in ("dealerkit.facts", f"dealerkit.games.{family}"):
        for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
            for name, function in sorted(vars(importlib.import_module(module.name)).items()):
                if name.startswith("_") or not inspect.isfunction(function) or function.__module__ != module.name:
                    continue
                needed = [each for each in inspect.signature(function).parameters.values() if each.default is each.empty]
                besides = tuple(each.name for each in needed[1:])
                if needed and needed[0].annotation == "Situation" and besides in BESIDES:
                    found[module.name.removeprefix("dealerkit.")].append(Asked(name, function, besides))
    return found


def plain(answer: Any) -> Any:
    """Return an answer in a form that is independent of the order of sets and of memory addresses."""
    if answer is None or isinstance(answer, str | int):
        return answer
    if isinstance(answer, Mapping):
        return sorted((repr(plain(key)), plain(value)) for key, value in answer.items())
    if isinstance(answer, AbstractSet):
        return sorted(repr(plain(each)) for each in answer)
    if isinstance(answer, Iterator | Sequence):
        return [plain(each) for each in answer]
    if attrs.has(type(answer)):
        return type(answer).__name__, [plain(getattr(answer, each.name)) for each in attrs.fields(type(answer)) if each.repr]
    return ADDRESS.sub("", repr(answer))


def of_facts(now: Situation) -> dict[str, dict[str, str]]:
    """Return the answers about a situation, by module and function."""
    return {module: {each.name: each.answer(now) for each in those} for module, those in asked(now.game.family).items()}


def answers(table: dk.Table) -> dict[str, dict[str, str]]:
    """Return the answers about a table after its last act, by module and function."""
    now = table.now.copy()
    now.act = table.log[-1] if table.log else None
    return of_facts(now)


def shown(table: dk.Table, number: int) -> dict[str, object]:
    """Return the screen of a table at a moment, its spoken words and its record.

    Args:
        table: The table.
        number: Number of the moment, which selects screen, notes and viewer.
    """
    size, notes = SIZES[number % len(SIZES)], [*NOTES.values()][number % len(NOTES)]
    who = (None, eyes(table, 0), eyes(table, 1 + number % table.seats))[number % 3]
    seen = look(table, who, every=number % 4 == 3)
    drawn, lines = page(seen, notes, Signs(suits=number % 5 < 3), *size), [*told(seen)]
    parts = (
        lines,
        [drawn.painted(colour=number % 4 == 1), sheet(lines, *size, seen.status.game).painted()],
        [line for line in table.record().splitlines() if not line.startswith("hash:")],
        drawn.rows(),
    )
    return dict(zip(SHOWN, parts, strict=True))


def of_the_floor(table: dk.Table, number: int) -> list[str]:
    """Return possible rulings of the floor, with different outcomes in turn: on the last finding, on none, with a ruled remedy,
    and about a seat.
    """
    outcomes, seat = sorted(OUTCOMES), f"s{1 + number % table.seats}"
    words = [outcomes[(RULED * number + at) % len(outcomes)] for at in range(RULED)]
    code = table.findings[-1].code if table.findings else ""
    remedies = table.rulings[-1].ruling.to_deal if table.rulings else ()
    given = [*words, f"{words[0]} {code}", f"{words[1]} {code} {' '.join(remedies[:1])}", f"{words[2]} {seat}"]
    return [f"f rule {each}".strip() for each in given]


def judged(table: dk.Table, number: int) -> list[tuple[str, object]]:
    """Return the judgements now of acts from the table's history, of the same acts at the next seats, and of rulings of the
    floor.

    Args:
        table: The table, which is not changed.
        number: Number of the moment, which selects verbs.
    """
    last = [*{act.verb: act.text for act in table.log}.values()]
    acts = [last[(number + at) % len(last)] for at in range(min(JUDGED, len(last)))]
    told: list[tuple[str, object]] = []
    for act in dict.fromkeys(
        (
            *acts,
            *of_the_floor(table, number),
            *(_SEAT.sub(lambda seat: f"s{int(seat[1]) % table.seats + 1}", act) for act in acts),
        )
    ):
        try:
            verdict = table.judge(act)
        except Impossible as error:
            told.append((act, str(error)))
            continue
        found = [(each.code, each.step, each.expected, each.got, each.severity, each.because_of) for each in verdict.findings]
        ruled = [(each.code, each.ruling.outcome, each.ruling.case, each.ruling.to_deal) for each in verdict.rulings]
        then, place = verdict.agenda, verdict.agenda.place
        due = (place.step.path, [due.text for due in place.acts]) if place is not None else None
        owed = [(debt.step.path, [due.text for due in debt.acts], debt.deadline) for debt in then.books.debts]
        told.append((act, (found, ruled, due, owed)))
    return told


class Answers:
    """Letters for the answers at the moments of consecutive hands.

    Attributes:
        moments: Each moment in words, in order.
        rows: The letters of all moments, by module or view.
    """

    def __init__(self) -> None:
        self.moments: list[str] = []
        self.rows: dict[str, str] = defaultdict(str)

    def look(self, snapshot: Snapshot, table: dk.Table) -> None:
        """Add a moment; the callback of `dealt`."""
        number = len(self.moments)
        seen = shown(table, number) if number % 2 else {}
        for name, answer in (answers(table) | seen | {"judged": judged(table, number)}).items():
            self.rows[name] += letters(repr(answer))
        self.moments.append(f"{snapshot.id} after act {len(table.log)}")

    @property
    def text(self) -> str:
        """Return the current text of the file."""
        return "".join(f"{module} {row}\n" for module, row in sorted(self.rows.items()))

    def others(self, text: str) -> list[str]:
        """Return the rows that differ from a file's, each with its first differing moment."""
        then = dict(line.split() for line in text.splitlines())
        found = [f"{name}: new, or gone" for name in sorted(then.keys() ^ self.rows.keys())]
        for name in sorted(then.keys() & self.rows.keys()):
            now = self.rows[name]
            every = 2 if name in SHOWN else 1
            for at, moment in enumerate(self.moments[every - 1 :: every]):
                there = slice(LETTERS * at, LETTERS * (at + 1))
                if now[there] != then[name][there]:
                    found.append(f"{name}: {moment}")
                    break
        return found


def written(game: str) -> Answers:
    """Return the current answers about the hands of a game."""
    told = Answers()
    for snapshot in read(game):
        for _ in dealt(snapshot, functools.partial(told.look, snapshot)):
            pass
    return told


def show(snapshot: Snapshot) -> None:
    """Print each answer at the moments of a hand, and the table on each screen."""

    def tell(table: dk.Table) -> None:
        print(f"after act {len(table.log)}, {table.log[-1]}")
        for module, those in answers(table).items():
            for name, answer in those.items():
                print(f"  {module}.{name}: {answer}")
        for number in range(len({act.verb for act in table.log})):
            print(f"  judged {number}:", *judged(table, number), sep="\n    ")
        for number in range(len(SIZES) * len(NOTES)):
            for name, drawn in shown(table, number).items():
                print(f"  {name} {number}:", *(drawn if isinstance(drawn, list) else [drawn]), sep="\n    ")

    for _ in dealt(snapshot, tell):
        pass


def main() -> int:
    """Write answers again, or print those of one hand."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--show", metavar="HAND")
    args = parser.parse_args()
    if args.show:
        show(by_name([args.show])[args.show])
        return 0
    FOLDER.mkdir(exist_ok=True)
    for game in args.games or games():
        (FOLDER / f"{game}.txt").write_text(written(game).text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

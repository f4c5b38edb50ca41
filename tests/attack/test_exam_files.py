"""Files of exams as an examiner gets them: every field taken out, of another kind, no number, huge. Told with file and place."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.training.exams.exam import Exam
from dealerkit.training.structure import Misfit, structured

PLAN = """\
syllabus: short
title: Short test
minutes: 10
pass: 80
written:
  weight: 50
  strata:
    flash: {drill: baccarat/third-card-flash, level: 3, items: 1}
    money: {drill: baccarat/commission, level: 2, items: 1}
performance:
  weight: 50
  majors: 1
  walks: {coup: {game: mini-baccarat, seats: 2, rounds: 1, at: deal}}
"""
OTHERS: tuple[Any, ...] = (
    None, True, 5, -1, 10**30, 1.5, float("nan"), float("inf"), "", "0x", "1/0", "x" * 5000, "\ud800", [], [5], [None], {},
    {"x": 1},
)  # fmt: skip
"""What may stand in the place of anything."""
MISSING = object()


def run(*args: str, said: str = "") -> Any:
    """Call `dealerkit exam`."""
    return CliRunner().invoke(main, ["exam", *args], input=said)


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A school with one exam: sealed, for the candidate, answered, marked."""
    folder = tmp_path_factory.mktemp("school")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv("DEALERKIT_HOME", str(folder / "home"))
        patch.delenv("DEALERKIT_SCHOOL_SECRET", raising=False)
        patch.delenv("DEALERKIT_RULES", raising=False)
        Path("short.yaml").write_text(PLAN, encoding="utf-8")
        made = json.loads(run("new", "short.yaml", "--as", "Ann", "--json").stdout)
        for name in ("sealed", "paper"):
            Path(made[name]).rename(f"e.{name}.json")
        run("take", "e.sealed.json", said="d\n5\n95\nquit\n")
        assert run("mark", "e.sealed.json", "e.answers.jsonl").exit_code == 1
        assert run("verify", "e.result.json").exit_code == 0
        yield folder


def places(data: Any, at: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Every place in a document, from the top."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*at, key)
        yield from places(value, (*at, key))


def changed(data: Any, place: tuple[str | int, ...], other: object) -> Any:
    """A document with something else, or nothing, at a place."""
    made = copy.deepcopy(data)
    inner = made
    for key in place[:-1]:
        inner = inner[key]
    if other is MISSING:
        del inner[place[-1]]
    else:
        inner[place[-1]] = other
    return made


def committed(made: Any) -> bool:
    """Give a changed sealed exam or result the commitment that it would have; whether it is an exam at all."""
    try:
        made["commitment"] = structured(
            Exam, made["result" if "result" in made else "exam"].get("exam", made.get("exam"))
        ).commitment
    except (Misfit, AttributeError, KeyError, TypeError):
        return False
    return True


def as_lines(rows: Any) -> str:
    """A file of answers: a line a row."""
    return "".join(f"{json.dumps(row)}\n" for row in rows)


def faults(
    kept: Any, written: Callable[[Any], str], commands: list[tuple[str, ...]], every: int, *, again: bool = False
) -> Iterator[str]:
    """Yield what went wrong with a changed file: a code that is none of ours for it, or a message without its name."""
    tried = 0
    for place in places(kept):
        for other in (MISSING, *OTHERS):
            made = changed(kept, place, other)
            tried += 1
            if tried % every or (again and not committed(made)):
                continue
            Path("torn.json").write_text(written(made), encoding="utf-8")
            if again and "exam" in made:  # answers that fit what was made of the exam
                head, *rest = [json.loads(row) for row in Path("e.answers.jsonl").read_text(encoding="utf-8").splitlines()]
                head |= {"exam": made["exam"]["id"], "commitment": made["commitment"]}
                Path("fitting.jsonl").write_text(as_lines([head, *rest]), encoding="utf-8")
            for command in commands:
                for left in ("new.answers.jsonl", "o.json", "o.certificate.html"):
                    Path(left).unlink(missing_ok=True)
                answer = run(*command, said="q\n")
                said = "torn.json" in answer.output or "torn.json" in answer.stderr
                if answer.exit_code not in {0, 1, 2} or (answer.exit_code == 2 and not said):
                    where = ".".join(map(str, place))
                    yield f"{command[0]} {where} = {str(other)[:20]}: {answer.exit_code} {answer.output[-300:]}"
    assert tried > 100


EVERY = pytest.mark.parametrize("every", [29, pytest.param(1, marks=pytest.mark.slow)])
MARK = ("mark", "torn.json", "e.answers.jsonl", "--out", "o.json", "--force")
FITTING = tuple(word.replace("e.answers.jsonl", "fitting.jsonl") for word in MARK)
TRIED: dict[str, list[tuple[str, ...]]] = {
    "sealed": [MARK, ("sheet", "torn.json", "--key")],
    "paper": [
        ("take", "torn.json", "--answers", "new.answers.jsonl"),
        ("sheet", "torn.json"),
        ("sheet", "torn.json", "--practical"),
    ],
    "result": [("verify", "torn.json")],
}


@pytest.mark.thorough
@EVERY
@pytest.mark.parametrize("kind", TRIED)
def test_every_field_of_every_file_can_be_torn(school: Path, kind: str, every: int) -> None:
    """Left with 2 and the file's name, or read as what it says; never an error of ours."""
    kept = json.loads((school / f"e.{kind}.json").read_text(encoding="utf-8"))
    assert not list(faults(kept, json.dumps, TRIED[kind], every))


@pytest.mark.thorough
@EVERY
@pytest.mark.parametrize("kind", ["sealed", "result"])
def test_whoever_reckons_the_commitment_anew_breaks_nothing(school: Path, kind: str, every: int) -> None:
    """The same for files whose commitment fits what somebody has made of them."""
    kept = json.loads((school / f"e.{kind}.json").read_text(encoding="utf-8"))
    assert not list(faults(kept, json.dumps, [FITTING] if kind == "sealed" else TRIED[kind], every, again=True))


@EVERY
def test_every_field_of_the_answers_can_be_torn(school: Path, every: int) -> None:
    """A line of a candidate's answers: marked as it stands, or told with its line."""
    kept = [json.loads(row) for row in (school / "e.answers.jsonl").read_text(encoding="utf-8").splitlines()]
    mark = ("mark", "e.sealed.json", "torn.json", "--out", "o.json", "--force")
    take = ("take", "e.sealed.json", "--answers", "torn.json")
    assert not list(faults(kept, as_lines, [mark, take], every))

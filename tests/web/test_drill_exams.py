"""Exams of questions in a browser: taken, marked, proved; every answer counts once, and the time ends."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.training.exams.answer_sheet import read_answers
from dealerkit.training.exams.exam import read_exam, sealed_exam
from dealerkit.training.exams.result import mark, read_result
from dealerkit.web.app import application
from dealerkit.web.sittings import now
from tests.web.conftest import PageClient
from tests.web.drill_answers import form, no_key_in, wrong

pytestmark = pytest.mark.thorough


def drawn(client: PageClient, paper: str = "A") -> str:
    """Draw a paper, and begin; return its address."""
    found = client.fill("/exams/draw", syllabus="baccarat-table-test", candidate="Ann <Lee>", paper=paper)
    assert found.status_code == 200, found.text
    at = str(found.url.path)
    assert client.get(f"{at}/1").url.path == at, "no question is shown before the clock runs"
    assert client.fill(f"{at}/begin", code=client.exam_code(at)).status_code == 200
    return at


def test_an_exam_is_taken_marked_and_proved(client: PageClient, home: Path) -> None:
    """The same files as the commands write; the key in no page before it is marked; the mark is the one of `exam mark`."""
    at = drawn(client)
    path = home / "exams" / at.rsplit("/", 1)[1]
    exam = sealed_exam(path / "exam.sealed.json")
    for number, item in enumerate(exam.items, 1):
        page = client.get(f"{at}/{number}").text
        no_key_in(page, item)
        assert exam.seed not in page
        answer = item.key.answers[0] if number % 3 else wrong(item.question.reply, item.key.answers)
        found = client.fill(f"{at}/{number}", **form(item.question, answer))
        assert "Right" not in found.text
        assert "Wrong" not in found.text
    assert client.fill(f"{at}/1", a0="d").url.path == at
    assert client.get(f"{at}/result").url.path == at
    assert client.get(f"{at}/certificate").status_code == 404
    given = read_answers(path / "exam.answers.jsonl", exam.id, exam.commitment)
    assert [one.number for one in given] == list(range(1, 32))
    found = client.fill(f"{at}/mark", examiner="Bo")
    result = read_result(read_exam(path / "exam.result.json"), path / "exam.result.json").result
    assert result == mark(exam, given, examiner="Bo", marked=result.marked)
    assert sum(one.marks == "1" for one in result.questions) == 21
    assert "every mark agrees with answer and key; signed with this school" in re.sub(r"\s+", " ", found.text)
    assert result.code in found.text
    assert result.code in client.get(f"{at}/certificate").text
    assert CliRunner().invoke(main, ["exam", "verify", str(path / "exam.result.json")]).exit_code == 0


def test_an_answer_of_an_exam_counts_once_and_survives(client: PageClient, home: Path) -> None:
    """The first to a question; another server goes on; what is put off comes back; what cannot be read costs nothing."""
    at = drawn(client)
    path = home / "exams" / at.rsplit("/", 1)[1]
    exam = sealed_exam(path / "exam.sealed.json")
    assert client.fill(f"{at}/1", a0="").status_code == 422
    client.fill(f"{at}/1", **form(exam.items[0].question, exam.items[0].key.answers[0]))
    client.fill(f"{at}/1", **form(exam.items[0].question, wrong(exam.items[0].question.reply, exam.items[0].key.answers)))
    with PageClient(application()) as other:
        assert other.get(f"{at}/1").status_code == 403, "an exam's address is not enough to answer it"
        other.cookies = client.cookies
        assert other.get(f"{at}/1").url.path == f"{at}/2"
        assert f'href="{at}/3"' in other.get(f"{at}/2").text
    (one,) = read_answers(path / "exam.answers.jsonl", exam.id, exam.commitment)
    assert one.answer == exam.items[0].key.answers[0]


def test_the_time_of_an_exam_ends(client: PageClient, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the server's clock; afterwards nothing is asked and nothing is taken."""
    at = drawn(client)
    path = home / "exams" / at.rsplit("/", 1)[1]
    exam = sealed_exam(path / "exam.sealed.json")
    monkeypatch.setattr("dealerkit.web.exam_folders.now", lambda: now() + timedelta(minutes=46))
    assert "Time is up" in client.get(f"{at}/1").text
    client.fill(f"{at}/1", **form(exam.items[0].question, exam.items[0].key.answers[0]))
    assert read_answers(path / "exam.answers.jsonl", exam.id, exam.commitment) == []


def test_exams_that_are_not_there(client: PageClient) -> None:
    """Nor any path beside them."""
    for name in ("0" * 12, "..%2f..%2fetc", "x", "a" * 500):
        assert client.get(f"/exams/{name}").status_code == 404
    assert client.fill("/exams/draw", syllabus="../x", candidate="Ann").status_code == 422
    assert client.fill("/exams/draw", syllabus="baccarat-table-test", candidate=" ").status_code == 422

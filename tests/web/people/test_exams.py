"""Who sits an exam: whose account it was drawn for, or who says the code; their name beside every answer, and in the audit."""

from __future__ import annotations

import json
import re

import pytest

from dealerkit.training.exams.exam import sealed_exam
from dealerkit.web.exam_folders import MOST_WRONG
from tests.web.drill_answers import form
from tests.web.forms import forms_of
from tests.web.people.conftest import come, enter, trail

pytestmark = pytest.mark.thorough


def drawn(floor, candidate):
    """Draw a paper; its address."""
    return str(floor.fill("/exams/draw", syllabus="baccarat-table-test", candidate=candidate).url.path)


def files(home, at):
    """The folder of an exam."""
    return home / "exams" / at.rsplit("/", 1)[1]


def shows_nothing(client, at, *names):
    """Neither name nor question nor number of a paper is shown to somebody."""
    for path in (at, f"{at}/1", f"{at}/result", f"{at}/certificate", f"{at}/hand-in"):
        page = client.get(path)
        assert not [name for name in (*names, "Commitment", "draw or stand") if name in page.text], path
        assert 'class="question"' not in page.text


def test_a_person_whom_it_does_not_concern_sees_and_begins_nothing(house):
    """A guest, a trainee, by the address alone: no name, no question, no clock."""
    floor, trainee, guest = enter(house, "floor"), enter(house, "trainee"), come(house)
    at = drawn(floor, "Nora Secret")
    for other in (trainee, guest):
        shows_nothing(other, at, "Nora", "Secret")
        for said in ({}, {"code": ""}, {"code": "shoe-473"}, {"code": "x" * 500}):
            assert other.fill(f"{at}/begin", **said).status_code == 422, said
        assert other.fill(f"{at}/1", a0="d").url.path == at
        shows_nothing(other, at, "Nora", "Secret")
    assert "Nora Secret" in floor.get(at).text
    assert trainee.fill(f"{at}/code").status_code == 403
    assert ("The trainee", "exam.begin", f"{at} a wrong code", "refused") in trail(house)


def test_an_account_begins_what_was_drawn_for_it_and_nobody_else_does(house, home):
    """Without a code, at any browser of theirs; an examiner needs one as everybody does."""
    floor, trainee, dealer = enter(house, "floor"), enter(house, "trainee"), enter(house, "dealer")
    at = drawn(floor, "the  TRAINEE")
    assert "The trainee" in floor.get(at).text
    for other in (dealer, floor, come(house)):
        assert other.fill(f"{at}/begin").status_code == 422
    shows_nothing(dealer, at, "trainee")
    assert not (files(home, at) / "exam.answers.jsonl").exists()
    assert trainee.fill(f"{at}/begin").url.path == f"{at}/1"
    assert enter(house, "trainee", browser="Chromium").get(f"{at}/1").status_code == 200
    assert dealer.fill(f"{at}/begin").status_code == 403
    shows_nothing(dealer, at, "trainee")


def test_a_code_lets_one_browser_begin_and_is_kept_as_nobody_can_read_it(house, home):
    """Shown to the examiner once, good once; however it is typed."""
    floor, guest, other = enter(house, "floor"), come(house), come(house)
    at = drawn(floor, "Nora Secret")
    first, code = floor.exam_code(at), floor.exam_code(at)
    assert code not in floor.get(at).text
    kept = (files(home, at) / "exam.place.json").read_text(encoding="utf-8")
    assert code not in kept
    assert code.replace("-", "") not in kept
    assert json.loads(kept)["code"].startswith("$argon2")
    if first != code:
        assert guest.fill(f"{at}/begin", code=first).status_code == 422
    begun = guest.fill(f"{at}/begin", code=f" {code.upper().replace('-', ' ')} ")
    assert begun.url.path == f"{at}/1"
    assert "Nora Secret" in guest.get(at).text
    assert other.fill(f"{at}/begin", code=code).status_code == 403
    shows_nothing(other, at, "Nora")
    assert floor.fill(f"{at}/code").status_code == 409


def test_an_exam_that_is_let_go_on_takes_another_code(house):
    """The browser of before has it no more, and who has its address or the first code has nothing."""
    floor, guest, other = enter(house, "floor"), come(house), come(house)
    at = drawn(floor, "Nora Secret")
    first = floor.exam_code(at)
    guest.fill(f"{at}/begin", code=first)
    table = guest.fill(f"{at}/deal", name="coups").url.path
    code = floor.exam_code(at, "release")
    for one in (guest, other):
        shows_nothing(one, at, "Nora")
        assert one.fill(f"{at}/begin", code=first if first != code else "x").status_code == 422
    assert other.fill(f"{at}/begin", code=code).url.path == f"{at}/1"
    assert guest.get(f"{at}/1").status_code == 403
    assert other.fill(f"{at}/deal", name="coups").url.path == table
    assert guest.get(table).status_code == 404


def test_wrong_codes_are_counted_by_browser_first_and_in_all(house, monkeypatch):
    """One who guesses is told to wait; the next at the same address is not, and after very many the code is good for nothing."""
    floor, guest, other = enter(house, "floor"), come(house), come(house)
    at = drawn(floor, "Nora Secret")
    code = floor.exam_code(at)
    wrong = "shoe-222" if code != "shoe-222" else "shoe-223"
    monkeypatch.setattr("dealerkit.web.wrong_codes.MOST_OF_BROWSER", 5)
    assert [guest.fill(f"{at}/begin", code=wrong).status_code for _ in range(6)] == [422] * 5 + [429]
    assert other.fill(f"{at}/begin", code=wrong).status_code == 422
    assert other.fill(f"{at}/begin", code=code).url.path == f"{at}/1"
    at = drawn(floor, "Nora Secret")
    code = floor.exam_code(at)
    monkeypatch.setattr("dealerkit.web.wrong_codes.MOST_OF_BROWSER", 10_000)
    for _ in range(MOST_WRONG):
        assert guest.fill(f"{at}/begin", code=wrong).status_code == 422
    assert guest.fill(f"{at}/begin", code=code).status_code == 422
    assert guest.fill(f"{at}/begin", code=floor.exam_code(at)).url.path == f"{at}/1"


def test_who_sat_it_stands_beside_the_answers_and_in_the_audit(house, home):
    """Account, address and browser; a line for begin, answer, deal and hand-in; on the certificate and in the result."""
    floor = enter(house, "floor")
    trainee = enter(house, "trainee", address="192.168.1.40", browser="Firefox 140")
    at = drawn(floor, "The trainee")
    trainee.fill(f"{at}/begin")
    exam = sealed_exam(files(home, at) / "exam.sealed.json")
    trainee.fill(f"{at}/1", **form(exam.items[0].question, exam.items[0].key.answers[0]))
    trainee.fill(f"{at}/deal", name="coups")
    asked = trainee.get(f"{at}/hand-in")
    assert "30 questions are not answered. " in asked.text
    assert "0 of 3 coups dealt. Hand in?" in asked.text
    (sent,) = [one for one in forms_of(asked.text) if one.action == f"{at}/hand-in"]
    assert "Handed in" in trainee.post(sent.action, data=sent.sent()).text
    assert trainee.fill(f"{at}/2", a0="d").url.path == at
    assert [one[:3] for one in trail(house) if one[1].startswith("exam.")][::-1] == [
        ("The floor", "exams.draw", f"/exams/draw to {at}"),
        ("The trainee", "exam.begin", at),
        ("The trainee", "exam.answer", f"{at}/1"),
        ("The trainee", "exam.deal", f"{at} coups"),
        ("The trainee", "exam.handed_in", at),
    ][1:]
    rows = [json.loads(row) for row in (files(home, at) / "exam.answers.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["by"], row["address"]) for row in rows] == [("The trainee", "192.168.1.40")] * 3
    assert all(row["browser"].startswith("Firefox 140") for row in rows)
    floor.fill(f"{at}/mark", examiner="Bo")
    result = json.loads((files(home, at) / "exam.result.json").read_text(encoding="utf-8"))["result"]
    assert {(one["by"], one["address"]) for one in result["answers"]} == {("The trainee", "192.168.1.40")}
    assert "The trainee" in re.sub("<[^>]+>", " ", trainee.get(f"{at}/certificate").text).partition("Sat by")[2][:60]


def test_who_begins_by_a_code_is_written_down_as_a_guest(house, home):
    """Not under the name that the paper bears."""
    floor, guest = enter(house, "floor"), come(house, address="192.168.1.41")
    at = drawn(floor, "Nora Secret")
    guest.fill(f"{at}/begin", code=floor.exam_code(at))
    head = json.loads((files(home, at) / "exam.answers.jsonl").read_text(encoding="utf-8"))
    assert re.fullmatch("guest [0-9a-f]{8}", head["by"])
    assert head["address"] == "192.168.1.41"
    assert (head["by"], "exam.begin", at, "done") in trail(house)


def test_a_torn_file_of_who_sits_it_is_told(house, home):
    """Nothing of it is taken for nobody."""
    floor = enter(house, "floor")
    at = drawn(floor, "Nora Secret")
    for torn in ("{", "[]", '{"by": 5}', '{"wrong": NaN}'):
        (files(home, at) / "exam.place.json").write_text(torn, encoding="utf-8")
        answer = floor.get(at)
        assert "exam.place.json" in answer.text
        assert "Traceback" not in answer.text
        assert floor.fill(f"{at}/begin", code="shoe-222").status_code >= 400

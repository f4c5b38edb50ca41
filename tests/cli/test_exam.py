"""`dealerkit exam` as a school uses it: drawn, taken, marked, proved; and what somebody tries who would rather not learn."""

from __future__ import annotations

import fcntl
import json
import re
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every school in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_SCHOOL_SECRET", raising=False)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.setenv("COLUMNS", "110")


def exam(*args: str, said: str = "", code: int = 0) -> Result:
    """Call the command."""
    result = CliRunner().invoke(main, ["exam", *args], input=said)
    assert result.exit_code == code, result.output
    return result


PLAN = """\
syllabus: short
title: Short test
minutes: 10
pass: 80
written:
  strata: {flash: {drill: baccarat/third-card-flash, level: 3, items: 5}}
"""


@pytest.fixture
def made():
    """A paper of five questions, as `exam new --json` tells of it."""
    Path("short.yaml").write_text(PLAN, encoding="utf-8")
    return json.loads(exam("new", "short.yaml", "--as", "Ann Lee", "--json").stdout)


def keys(sealed: str) -> list[str]:
    """The right answers, from the school's file."""
    items = json.loads(Path(sealed).read_text(encoding="utf-8"))["exam"]["items"]
    return [item["key"]["answers"][0] for item in items]


def test_from_the_paper_to_the_certificate(made):
    """Drawn, put off, broken off, gone on with, marked, proved."""
    right = keys(made["sealed"])
    told = exam("take", made["paper"], said=f"/\n{right[1]}\nx\n{right[2]}\nq\n").output
    assert "right" not in told
    assert "2 of 5 answered" in told
    told = exam("take", made["paper"], said="".join(f"{answer}\n" for answer in (right[0], *right[3:]))).output
    assert "5 of 5 answered" in told
    answers = made["paper"].replace(".paper.json", ".answers.jsonl")
    told = exam("mark", made["sealed"], answers, "--examiner", "Bo Ray").output
    assert "100 of 100, pass mark 80: passed" in told.replace("\n", " ")
    code = re.search(r" code +(\S+)", told)[1]
    result = made["paper"].replace(".paper.json", ".result.json")
    told = exam("verify", result, "--code", code, "--commitment", made["commitment"]).output
    assert "signed with this school's secret" in " ".join(told.split())
    assert "certificate's code" in exam("verify", result, "--code", "AAAA-BBBB-CCCC-DDDD", code=1).output
    page = Path(made["paper"].replace(".paper.json", ".certificate.html")).read_text(encoding="utf-8")
    assert code in page


def test_a_candidate_who_fails_leaves_with_one(made):
    """Not passed is 1, as findings are; what was wrong is told now."""
    right = keys(made["sealed"])
    wrong = ["stand" if answer == "draw" else "draw" for answer in right]
    exam("take", made["paper"], said="".join(f"{answer}\n" for answer in wrong))
    told = exam("mark", made["sealed"], made["paper"].replace(".paper.json", ".answers.jsonl"), code=1).output
    assert "0 of 100" in told
    assert "not passed" in told


def test_on_paper_and_typed_in(made):
    """The printed paper has the questions, the key only where it is asked for; the examiner types in what was written."""
    paper, key = exam("sheet", made["paper"]).output, exam("sheet", made["sealed"], "--key").output
    assert "BA-" not in paper
    assert all(f"{number}. " in paper for number in range(1, 6))
    assert "**draw**" in key or "**stand**" in key
    assert "sealed" in exam("sheet", made["paper"], "--key", code=2).output
    assert "Examiner" in exam("sheet", made["paper"], "--practical").output
    exam("sheet", made["paper"], "--out", "ann.html")
    assert made["commitment"] in Path("ann.html").read_text(encoding="utf-8")
    told = exam("mark", made["sealed"], "--enter", said="".join(f"{answer}\n" for answer in keys(made["sealed"]))).output
    assert "100 of 100" in told


def test_the_schools_files_are_the_schools(made):
    """Secret and sealed file are for their owner alone."""
    for path in (Path("home/school.secret"), Path(made["sealed"])):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not a file of an exam"),
        ("[]", "not a file of an exam"),
        ('{"what": "dealerkit exam, sealed"}', "missing or damaged"),
        ("[" * 5000, "not a file of an exam"),
    ],
)
def test_a_file_that_is_none_is_told(made, text, said):
    """Torn, empty, somebody else's: exit 2 with the file's name."""
    Path("bad.json").write_text(text, encoding="utf-8")
    for args in (("take", "bad.json"), ("mark", "bad.json", "x"), ("verify", "bad.json"), ("sheet", "bad.json")):
        told = exam(*args, code=2).output
        assert "bad.json" in told
    assert said in exam("mark", "bad.json", "x", code=2).output


@pytest.mark.parametrize("field", ["minutes", "candidate", "commitment", "id", "paper", "title", "walks"])
def test_a_paper_without_a_field_is_told_with_file_and_field(made, field):
    """Whatever is done with it."""
    data = json.loads(Path(made["paper"]).read_text(encoding="utf-8"))
    del data[field]
    Path("torn.json").write_text(json.dumps(data), encoding="utf-8")
    for args in (("take", "torn.json"), ("sheet", "torn.json"), ("sheet", "torn.json", "--practical")):
        told = " ".join(exam(*args, code=2).output.split())
        assert f"torn.json: part of the paper is missing or damaged: {field}: the value is missing" in told


def test_what_is_no_number_is_told(made):
    """NaN and a number without end are none, though a reader of JSON may take them; nor is 0x a mark."""
    for file, command in (("sealed", "mark"), ("result", "verify")):
        path = made["paper"].replace(".paper.json", f".{file}.json")
        if file == "result":
            exam("mark", made["sealed"], "--enter", said="q\n", code=1)
            changed = re.sub(r'"marks": "0"', '"marks": "0x"', Path(path).read_text(encoding="utf-8"), count=1)
            Path("torn.json").write_text(changed, encoding="utf-8")
            told = " ".join(exam("verify", "torn.json", code=2).output.split())
            assert "result.questions.0: marks: expected a number such as 80 or 1/2, found '0x'" in told
        for word in ("NaN", "Infinity", "-Infinity"):
            changed = re.sub(r'"minutes": 10', f'"minutes": {word}', Path(path).read_text(encoding="utf-8"))
            Path("torn.json").write_text(changed, encoding="utf-8")
            assert f"{word} is not a number" in exam(command, "torn.json", *["x"] * (command == "mark"), code=2).output


def test_a_syllabus_that_cannot_be_used_is_told_with_its_place():
    """File, line and what to do."""
    Path("bad.yaml").write_text(PLAN.replace("third-card-flash", "nonesuch"), encoding="utf-8")
    assert "nonesuch" in exam("new", "bad.yaml", "--as", "x", code=2).output
    Path("bad.yaml").write_text(PLAN.replace("minutes: 10", "minutes: soon"), encoding="utf-8")
    assert "bad.yaml:3:" in exam("new", "bad.yaml", "--as", "x", code=2).output
    assert "unknown syllabus:" in exam("new", "nonesuch", "--as", "x", code=2).output


def test_a_stratum_with_nothing_to_ask_is_told():
    """A house without commission cannot be examined on it."""
    told = exam("new", "baccarat-table-test", "--as", "x", "--set", "variant=ez", code=2).output
    assert "the part 'commission'" in " ".join(told.split())


def test_answers_of_another_exam_are_not_taken(made):
    """Neither taken up again nor marked."""
    other = json.loads(exam("new", "short.yaml", "--as", "Bo", "--json").stdout)
    exam("take", made["paper"], "--answers", "a.jsonl", said="q\n")
    assert "another exam" in exam("take", other["paper"], "--answers", "a.jsonl", code=2).output
    assert "another exam" in exam("mark", other["sealed"], "a.jsonl", code=2).output


def test_two_candidates_cannot_answer_in_one_file(made):
    """The second is told, and nothing of the first's is touched; when the first has stopped, it goes on."""
    exam("take", made["paper"], "--answers", "a.jsonl", said="q\n")
    before = Path("a.jsonl").read_bytes()
    with Path("a.jsonl").open("ab") as first:
        fcntl.flock(first, fcntl.LOCK_EX)
        told = exam("take", made["paper"], "--answers", "a.jsonl", said="d\nq\n", code=2).output
        assert "someone else is answering in this file now" in " ".join(told.split())
        assert Path("a.jsonl").read_bytes() == before
    assert "0 of 5 answered" in exam("take", made["paper"], "--answers", "a.jsonl", said="q\n").output


def test_an_answer_that_belongs_to_no_question_is_named(made):
    """It counts for nothing, and the examiner is told."""
    exam("take", made["paper"], said="q\n")
    answers = Path(made["paper"].replace(".paper.json", ".answers.jsonl"))
    for row in ({"number": 77, "given": "d", "answer": "draw"}, {"number": 0, "walk": "coups", "given": "x"}):
        with answers.open("a", encoding="utf-8") as stream:
            stream.write(json.dumps(row) + "\n")
    told = " ".join(exam("mark", made["sealed"], str(answers), code=1).output.split())
    assert "the answer to question 77 is not on this paper" in told
    assert "the record of 'coups' is not on this paper" in told


def test_hands_that_were_broken_off_are_not_dealt_again_unasked():
    """Whoever has seen the cards has seen them; an examiner may allow it."""
    made = json.loads(exam("new", "baccarat-table-test", "--as", "Ann", "--json").stdout)
    right = "".join("\n".join(answer.split(" | ")) + "\n" for answer in keys(made["sealed"]))
    told = exam("take", made["sealed"], said=right + "hint\nundo\nquit\n").output
    assert told.count("not in an exam") == 2
    assert "--again coups" in exam("take", made["sealed"], said="").output
    assert "deal 3 to the end" in exam("take", made["sealed"], "--again", "coups", said="quit\n").output

"""`dealerkit calibrate` as a manager and a floor use it: drawn, printed, answered, keyed in, counted."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from tests.cli.pseudo_terminal import PseudoTerminal

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every room in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_SCHOOL_SECRET", raising=False)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def calibrate(*args: str, said: str = "", code: int = 0) -> Result:
    """Call the command."""
    result = CliRunner().invoke(main, ["calibrate", *args], input=said)
    assert result.exit_code == code, result.output
    return result


@pytest.fixture
def made() -> dict[str, str]:
    """A paper of four disputes, as `calibrate new --json` tells of it."""
    return json.loads(calibrate("new", "--rules", "us", "--items", "4", "--json").stdout)


def test_from_the_paper_to_the_report(made):
    """Three on paper, one at the screen; the report counts four, and shows no name and no sheet."""
    assert stat.S_IMODE(Path(made["sealed"]).stat().st_mode) == 0o600
    key = calibrate("sheet", made["sealed"], "--key").output
    letters = [row.partition("**")[2].partition(":")[0].replace(" ", "") for row in key.splitlines() if ". **" in row]
    assert len(letters) == 4
    calibrate("sheet", made["paper"], "--out", "paper.html")
    paper = Path("paper.html").read_text(encoding="utf-8")
    assert "Do not write your name" in paper
    assert ">Name<" not in paper
    calibrate("enter", made["paper"], said=f"{' '.join(letters)}\n{letters[0]} - - -\n{' '.join(letters[:3])} zz\nq\n")
    told = calibrate("take", made["paper"], said="a\na\n/\nq\n").output
    assert not [row for row in told.splitlines() if row.strip().startswith(("wrong:", "right"))]
    assert "1 of 4 answered" in told
    calibrate("report", made["sealed"])
    calibrate("enter", made["paper"], said=f"{letters[0]} {letters[1]} - -\nq\n")
    found = json.loads(calibrate("report", made["sealed"], "--json", "--out", "report.html").stdout)
    assert (found["sheets"], found["too_few"]) == (4, False)
    assert found["withheld"] == [2, 3, 4]
    (one,) = found["answered"]
    assert one["as_the_rules"]["of"] == 4
    assert sum(given["count"] for given in one["answers"]) == 4
    page = Path("report.html").read_text(encoding="utf-8")
    names = [path.name.split("-")[-1].split(".")[0] for path in Path().glob("*.sheet.jsonl")]
    assert len(names) == 4
    assert not [name for name in names if name in page or name in json.dumps(found)]


def test_too_few_are_told(made):
    """Two sheets give no figure."""
    calibrate("enter", made["paper"], said="aa bb cc dd\nab ab ab ab\nq\n")
    told = calibrate("report", made["sealed"]).output
    assert "Sheets          2" in told
    assert "so that no one can tell who answered what" in told
    assert "By rule" not in told


def test_what_is_keyed_in_wrongly_is_asked_again(made):
    """Nothing is guessed, and nothing is kept of it."""
    told = calibrate("enter", made["paper"], said="aa bb\naa bb cc zz\n?\n- - - -\nq\n").output
    assert "2 answers for 4 disputes" in told
    assert "'zz' is not understood" in told
    assert "for example: ab ca - db" in told
    assert "nothing was saved" in told
    assert "0 sheets saved" in told
    assert list(Path().glob("*.sheet.jsonl")) == []


def test_a_sheet_is_gone_on_with(made):
    """Broken off and taken up again under its own name; nothing answered leaves no file."""
    assert "no sheet was saved" in calibrate("take", made["paper"], said="q\n").output
    assert list(Path().glob("*.sheet.jsonl")) == []
    calibrate("take", made["paper"], said="a\nb\nq\n")
    (sheet,) = Path().glob("*.sheet.jsonl")
    told = calibrate("take", made["paper"], "--sheet", str(sheet), said="a\nb\n" * 3).output
    assert "4 of 4 answered" in told
    assert told.index("  2. ") < told.index("  3. ")
    assert "  1. " not in told


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("new", "--rules", "nonesuch"), "nonesuch"),
        (("new", "--from", "nonesuch.db"), "nonesuch.db"),
        (("new", "--items", "0"), "--items"),
        (("sheet", "nonesuch.json"), "can't be read"),
        (("take", "torn.json"), "torn.json: this is not a calibration paper: line 1"),
        (("report", "torn.json"), "torn.json: this is not a calibration paper"),
    ],
)
def test_what_cannot_be_used_is_told(args, said):
    """File and reason, and exit code 2."""
    Path("torn.json").write_text('{"what": ', encoding="utf-8")
    assert said in calibrate(*args, code=2).output


def test_the_candidates_file_prints_no_key(made):
    """The key takes the sealed file; a sheet of another paper is refused."""
    assert "not the sealed paper" in calibrate("sheet", made["paper"], "--key", code=2).output
    assert "not the sealed paper" in calibrate("report", made["paper"], code=2).output
    other = json.loads(calibrate("new", "--rules", "us", "--items", "4", "--out", "other", "--json").stdout)
    calibrate("enter", other["paper"], said="aa bb cc dd\nq\n")
    (sheet,) = Path("other").glob("*.sheet.jsonl")
    assert "another paper" in calibrate("report", made["sealed"], str(sheet), code=2).output
    assert json.loads(calibrate("report", made["sealed"], "--json").stdout)["sheets"] == 0


def test_the_house_rules_are_taken(monkeypatch):
    """`DEALERKIT_RULES` says which; without it the rules of poker."""
    assert json.loads(calibrate("new", "--json").stdout)["rules"] == "rrop"
    monkeypatch.setenv("DEALERKIT_RULES", "macau")
    assert json.loads(calibrate("new", "--json").stdout)["rules"] == "macau"


def test_at_a_terminal_one_key_answers(made, tmp_path):
    """80 by 24: two keys a dispute, `q` leaves, no line is wider than the screen."""
    with PseudoTerminal("calibrate", "take", made["paper"], cwd=tmp_path, DEALERKIT_HOME=str(tmp_path / "home")) as terminal:
        terminal.read("     ruling> ")
        terminal.keys(b"a")
        terminal.read("     remedy> ")
        terminal.keys(b"b")
        shown = terminal.read("     ruling> ")
        assert "  2. " in shown
        terminal.keys(b"q")
        assert terminal.end() == 0
        assert "1 of 4 answered" in terminal.text
    (sheet,) = Path().glob("*.sheet.jsonl")
    assert len(sheet.read_text(encoding="utf-8").splitlines()) == 2

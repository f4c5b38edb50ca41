"""`dealerkit drill` as a trainee uses it: by one key, in a pipe, at a terminal of 80 x 24, on paper, in a house of one's own."""

from __future__ import annotations

import itertools
import json
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from fcntl import ioctl
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli.main import main
from dealerkit.training.changes import changed_items
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.items import Item


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every drill in a folder and with a training file of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.delenv("DEALERKIT_TRAINEE", raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def drill(*args: str, said: str = "", code: int = 0) -> Result:
    """Sit down, and type these lines."""
    result = CliRunner().invoke(main, ["drill", *args], input=said)
    assert result.exit_code == code, result.output
    return result


def test_the_first_key_chooses_the_game_and_the_question_stands():
    """No name, no menu, nothing that is due: one key, and the first exercise of the course is asked."""
    told = drill("--seed", "3", said="b\n5\n").output
    asked = told.partition("What is the total of the hand?")
    assert re.search(r"1\. [2-9TJQKA][shdc] ", asked[0])
    assert re.search("right|wrong", asked[2])
    assert "due" not in told


def test_a_miss_is_told_with_rule_and_working():
    """At most four lines: what is right, how one comes to it, the rule in words with its id."""
    told = drill("third-card-flash", "--level", "2", "--seed", "3", said="d\nq\n").output
    assert "wrong: stand" in told
    assert "Banker 7: stands whatever the player drew" in told
    assert re.search(r"Rule: .*\(BA-35\)", told.replace("\n     ", " "))


def test_after_five_it_is_said_how_it_goes_and_what_comes_next():
    """Right of five, the weakest cell, and what is next: more of what was missed; else what the next level takes."""
    told = drill("third-card-flash", "--level", "3", said="x\nd\n" * 5 + "q\n").output
    if "wrong" in told:
        assert re.search(r"-- [0-4] of 5, weakest: banker \d, (third \d|player stood), next: more on your weakest point\n", told)
    row = [item.key.answers[0] for item in itertools.islice(exercises(setting("third-card-flash"), "3"), 5)]
    right = "".join(f"{answer}\n" for answer in row)
    told = drill("third-card-flash", "--seed", "3", said=right + "q\n").output
    assert "-- 5 of 5, next: level 2 at 27 of 30 right; so far 5 of 5\n" in told
    wrong = "".join("s\n" if answer == "draw" else "d\n" for answer in row)
    assert re.search(
        r"-- 0 of 5, weakest: .*, next: level 2 at 27 of 30 right; so far 0 of 5\n",
        drill("third-card-flash", "--seed", "3", said=wrong + "q\n").output,
    )
    row = [item.key.answers[0] for item in itertools.islice(exercises(setting("third-card-flash", 4), "3"), 5)]
    right = "".join(f"{answer}\n" for answer in row)
    told = drill("third-card-flash", "--seed", "3", "--level", "4", said=right + "q\n").output
    assert "-- 5 of 5, next: more of this level, the last one\n" in told


def test_what_cannot_be_read_costs_nothing():
    """A key that is no answer is asked again; the item is answered once."""
    made = json.loads(drill("third-card-flash", "--seed", "3", "--items", "1", "--json", said="x\n\nd\n").stdout)
    assert (made["items"], made["answers"][0]["given"]) == (1, "d")


def test_whoever_looks_is_helped():
    """`?` shows the table; the answer is right but does not count."""
    made = json.loads(drill("third-card-flash", "--level", "3", "--seed", "3", "--items", "1", "--json", said="?\nd\ns\n").stdout)
    assert made["answers"][0]["helped"] is True
    assert made["right"] == 0


def test_in_an_exam_nothing_is_told_before_the_end():
    """Neither right nor wrong, nor the rule."""
    told = drill("third-card-flash", "--help-mode", "exam", "--seed", "3", said="?\nd\nd\nd\nd\nd\nq\n").output
    before = told.partition("-- level")[0]
    assert "right" not in before.replace("rights", "")
    assert "Rule" not in before
    assert "player 0" not in before


def test_practice_is_silent_until_the_fifth():
    """Right or wrong at once, the reasons after five."""
    told = drill("third-card-flash", "--level", "2", "--help-mode", "practice", "--seed", "3", said="d\nd\nd\nd\nd\nq\n").output
    assert "Rule" not in told.partition("  5. ")[0]
    assert "missed:" in told


def test_the_next_level_opens_at_nine_of_ten_in_thirty():
    """27 of 30 open the next level, and the sitting goes on there; where a level was asked for it stays."""
    row = itertools.islice(exercises(setting("third-card-flash"), "5"), 31)
    said = "".join(f"{item.key.answers[0]}\n" for item in row)
    told = drill("third-card-flash", "--seed", "5", "--no-record", said=said).output
    assert "wrong" not in told.partition("level 2 is open")[0]
    assert "level 2: the banker" in told
    assert re.search(r"next: level 2\nAt least nine in ten right over the last thirty: level 2 is open\.", told)
    assert "level 2 is open" not in drill("third-card-flash", "--level", "1", "--seed", "5", "--no-record", said=said).output


def test_answers_are_kept_and_the_list_shows_them():
    """What was answered stands in the training file, and in the list of drills."""
    drill("third-card-flash", "--seed", "3", "--as", "Ann", said="d\ns\nd\nq\n")
    listed = json.loads(drill("--list", "--as", "Ann", "--json").stdout)
    flash = next(one for one in listed["drills"] if one["id"] == "baccarat/third-card-flash")
    assert flash["levels"][0]["answered"] == 3
    nobody = json.loads(drill("--list", "--json").stdout)
    assert all(level["answered"] == 0 for one in nobody["drills"] for level in one["levels"])


def test_the_same_seed_asks_the_same():
    """An instructor can put the same row twice."""
    rows = [json.loads(drill("commission", "--seed", "9", "--json", "--no-record", said="1\n" * 20).stdout) for _ in range(2)]
    assert rows[0]["answers"] == rows[1]["answers"]
    assert rows[0]["answers"]


def test_the_same_seed_asks_the_same_of_everybody():
    """Whatever is answered and whatever stands in the training file: an examiner can put one row to many."""
    made = []
    for said in ("d\n", "s\n"):
        made.append(json.loads(drill("third-card-flash", "--seed", "9", "--json", said=said * 20).stdout)["answers"])
    assert [one["show"] for one in made[0]] == [one["show"] for one in made[1]]


@pytest.mark.parametrize("looked_up", [False, True])
def test_what_was_missed_comes_back_sooner(looked_up):
    """Without a seed of one's own, a cell that was missed or looked up is asked again before the others come round."""
    from random import Random

    from dealerkit.training.sitting import Sitting

    where, rng = setting("third-card-flash", 3), Random(1)
    sitting = Sitting(where, "1", now=lambda: datetime.now(UTC))
    cells = []
    for _ in range(40):
        item = sitting.next()
        cells.append(item.cell)
        weak = item.cell == cells[0]
        answer = "neither" if (weak and not looked_up) or rng.random() < 0.1 else item.key.answers[0]
        sitting.take(item, "?", answer, helped=weak and looked_up)
    assert cells.count(cells[0]) >= 3


def test_the_next_exercise_is_made_while_one_thinks():
    """It is the same row, made ahead or not, whatever is missed on the way; what cannot be made is told when it is asked for."""
    from dealerkit.training.exercises import NoExercise
    from dealerkit.training.sitting import Sitting

    rows = []
    for ahead in (False, True):
        sitting, rows_ = Sitting(setting("third-card-flash", 3), "1", now=lambda: datetime.now(UTC)), []
        for number in range(60):
            item = sitting.next()
            if ahead:
                sitting.prepare()
            sitting.take(item, "?", "neither" if number % 3 else item.key.answers[0])
            rows_.append(item)
        rows.append(rows_)
    assert rows[0] == rows[1]
    sitting = Sitting(setting("third-card-flash", 3), "1", now=lambda: datetime.now(UTC))
    error = NoExercise("nothing left")
    sitting._row = _and_then_raise(rows[0][0], error)
    sitting.next()
    sitting.prepare()
    with pytest.raises(NoExercise, match="nothing left"):
        sitting.next()


def _and_then_raise(item: Item, error: Exception) -> Iterator[Item]:
    yield item
    raise error


def test_paper_and_key_bear_one_copy_number():
    """Forty exercises on paper; the key lies apart, the copy number stands on both, the seed on the key alone."""
    drill("third-card-flash", "--level", "3", "--sheet", "40", "--seed", "771", "--out", "paper.html")
    paper, key = Path("paper.html").read_text(encoding="utf-8"), Path("paper-key.html").read_text(encoding="utf-8")
    copy = re.search(r"copy ([0-9A-F]{8})", paper)[1]
    assert copy in key
    assert "771" not in paper
    assert "771" in key
    assert paper.count('<div class="item">') == key.count('<div class="item">') == 40
    assert not [answer for answer in ("<strong>draw</strong>", "<strong>stand</strong>") if answer in paper]
    assert "<strong>draw</strong>" in key
    Path("mine.html").write_text("somebody else's", encoding="utf-8")
    assert "mine.html" in drill("third-card-flash", "--sheet", "3", "--out", "mine.html", code=2).output
    drill("commission", "--sheet", "3", "--seed", "1", "--out", "paper.md")
    assert "\\_\\_\\_\\_" in Path("paper.md").read_text(encoding="utf-8")


def test_paper_in_markdown_keeps_what_belongs_to_a_number_under_it():
    """Every line of an exercise stands under its text, also from the tenth on: else it is none of the list's."""
    drill("poker/side-pots", "--sheet", "11", "--seed", "1", "--out", "paper.md")
    for path, begins in (("paper.md", "11. The betting"), ("paper-key.md", "11. **pots")):
        rows = Path(path).read_text(encoding="utf-8").split("\n")
        at = next(number for number, row in enumerate(rows) if row.startswith("1. "))
        assert not rows[at - 1]
        assert any(row.startswith(begins) for row in rows)
        width = 0
        for row in rows[at : rows.index("---")]:
            number = re.match(r"[0-9]+\. ", row)
            width = len(number[0]) if number else width
            assert not row or number or row.startswith(" " * width), row


HOUSE = """\
set: riverside
extends: us
procedures:
  baccarat/third-card-flash:
    target: 3
    levels:
      5: {title: sixes and sevens, with: {hand: banker, third: any, only: close}}
"""


def test_a_house_adds_a_level_and_another_target_without_python():
    """What a house writes lies over the drill; the rule set's fingerprint does not move by it."""
    from dealerkit.rules.sets import rule_set

    Path("riverside.yaml").write_text(HOUSE, encoding="utf-8")
    told = drill("third-card-flash", "--rules", "riverside.yaml", "--level", "5", "--seed", "1", said="q\n").output
    assert "level 5: sixes and sevens" in told
    Path("plain.yaml").write_text("set: riverside\nextends: us\n", encoding="utf-8")
    assert rule_set("riverside.yaml").sha256 == rule_set("plain.yaml").sha256
    Path("riverside.yaml").write_text(HOUSE.replace("only: close", "only: close}, {"), encoding="utf-8")
    assert "riverside.yaml:7:" in drill("third-card-flash", "--rules", "riverside.yaml", code=2).output


def test_what_a_version_changes_is_drilled_and_signed_off():
    """Exactly the exercises whose key is another; a miss comes again; who has all of them right stands on the list."""
    Path("before.yaml").write_text("set: riverside\nextends: us\n", encoding="utf-8")
    rate = 'options: {mini-baccarat: {commission_rate: "0.04"}}\n'
    Path("now.yaml").write_text(f"set: riverside\nextends: us\n{rate}", encoding="utf-8")
    args = ("commission", "--since", "before.yaml", "--rules", "now.yaml", "--as", "Ann")
    rows = list(changed_items(["commission"], "now.yaml", "before.yaml"))
    assert rows
    assert all("0.04" in " ".join(item.key.working) or "4 per cent" in str(item.question) for _, item in rows)
    typed = ["\n".join(item.key.answers[0].split(" | ")) + "\n" for _, item in rows]
    told = drill(*args, said="".join(typed[:-1]) + "q\n").output
    assert "not signed off" in told
    wrong = "1\n" * typed[0].count("\n")
    told = drill(*args, said=wrong + "".join(typed[1:]) + typed[0]).output
    assert "signed off: Ann has every answer right" in told
    listed = CliRunner().invoke(main, ["progress", "--signoff", "before"])
    assert "Ann" in listed.output
    assert "no exercise has a different answer" in drill("third-card-flash", *args[1:], code=2).output


def test_a_drill_of_ones_own_extends_one_of_ours():
    """A file by its path; what it does not say it has from the drill that it extends."""
    Path("mine.yaml").write_text("drill: house/flash\nextends: baccarat/third-card-flash\ntitle: Ours\n", encoding="utf-8")
    assert "Ours, level 1" in drill("mine.yaml", "--seed", "1", said="q\n").output
    Path("mine.yaml").write_text("drill: house/flash\nextends: nonesuch\n", encoding="utf-8")
    assert "mine.yaml:2:" in drill("mine.yaml", code=2).output


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nonesuch",), "unknown drill: 'nonesuch'"),
        (("third-card-flash", "--level", "7"), "unknown level"),
        (("third-card-flash", "--game", "holdem"), "is not for holdem"),
        (("third-card-flash", "--rules", "nonesuch"), "nonesuch"),
        (("third-card-flash", "--set", "decks=99"), "decks"),
        (("--sheet", "4"), "name the drill for the paper"),
        (("third-card-flash", "--out", "x.html"), "--sheet"),
    ],
)
def test_what_cannot_be_asked_is_told(args, said):
    """A clear message and exit code 2."""
    assert said in drill(*args, code=2).output


class Terminal:
    """A drill at a terminal of 80 x 24."""

    def __init__(self, *args: str, **env: str) -> None:
        self.master, slave = pty.openpty()
        ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dealerkit", "drill", *args],
            stdin=slave, stdout=slave, stderr=slave, env={**os.environ, "TERM": "xterm", **env}, start_new_session=True,
            preexec_fn=lambda: ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - it waits for nobody
        )  # fmt: skip
        os.close(slave)
        self.shown = ""

    def wait_for(self, text: str, times: int = 1, seconds: float = 120) -> str:
        """Read until a text has been shown so many times."""
        until = time.monotonic() + seconds
        while self.shown.count(text) < times and time.monotonic() < until:
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:  # the other end is closed
                    break
        assert self.shown.count(text) >= times, self.shown
        return self.shown

    def type(self, keys: str) -> None:
        """Hit keys."""
        os.write(self.master, keys.encode())

    def close(self) -> int:
        """Wait for its end; return its exit code."""
        code = self.process.wait(120)
        os.close(self.master)
        return code


def test_at_a_terminal_one_key_answers():
    """Keys answer at once; the first ten items have no clock, the later ones tell the time; `q` leaves."""
    terminal = Terminal("third-card-flash", "--seed", "3", "--level", "1")
    for number in range(1, 13):
        terminal.wait_for(f"{number:>3}. ")
        terminal.wait_for("> ", times=number)
        terminal.type("d")
    shown = terminal.wait_for(" 13. ")
    terminal.type("q")
    terminal.wait_for("Saved.")
    assert terminal.close() == 0
    early, _, late = shown.partition(" 11. ")
    assert not re.search(r"[0-9]\.[0-9] s", early)
    assert re.search(r"[0-9]\.[0-9] s", late)
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in shown.splitlines()) <= 80


@pytest.mark.thorough
def test_at_a_terminal_a_long_record_is_shown_in_pages():
    """Eighteen lines, then Enter; the question's keys stand in lines that fit."""
    terminal = Terminal("poker/find-the-slip", "--level", "4", "--seed", "2")
    where = setting("poker/find-the-slip", 4)
    item = next(one for one in exercises(where, "2"))
    assert len(item.question.show) > 22
    shown = terminal.wait_for("Enter shows more")
    assert item.question.ask not in shown
    assert f"line 18 of {len(item.question.show)}" in shown
    terminal.type("?")  # the rule comes when the whole question stands
    pages = -(-len(item.question.show) // 18) - 1
    for page in range(1, pages):
        terminal.wait_for("Enter shows more", times=page + 1)
        terminal.type("\r")
    shown = terminal.wait_for(item.question.ask)
    terminal.wait_for("> ")
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in shown.splitlines()) <= 80
    terminal.type("q\r")
    assert terminal.close() == 0


@pytest.mark.thorough
def test_at_a_terminal_long_choices_stand_under_the_question():
    """No line of a question is wider than the screen, whatever there is to choose from."""
    terminal = Terminal("next-step", "--seed", "1", "--level", "1")
    shown = terminal.wait_for("> ")
    terminal.type("q")
    assert terminal.close() == 0
    assert "What does the dealer do now?\r\n     \x1b[2m" in shown
    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in shown.splitlines()) <= 80


@pytest.mark.thorough
def test_at_a_terminal_a_line_can_be_corrected():
    """Typed letters show, backspace takes them back, Ctrl-C keeps what was answered and leaves with 130."""
    terminal = Terminal("commission", "--seed", "3", "--level", "1", "--as", "Ann")
    terminal.wait_for("commission> ")
    taken, paid = next(exercises(setting("commission"), "3")).key.answers[0].split(" | ")
    terminal.type(f"99\x7f\x7f{taken}\r")
    terminal.wait_for("paid> ")
    terminal.type(f"{paid}\r")
    terminal.wait_for("right")
    terminal.wait_for("  2. ")
    terminal.type("\x03")
    terminal.wait_for("Saved.")
    assert terminal.close() == 130
    listed = json.loads(drill("--list", "--as", "Ann", "--json").stdout)
    assert next(one for one in listed["drills"] if one["id"] == "baccarat/commission")["levels"][0]["answered"] == 1


def test_a_drill_of_one_s_own_is_asked_again_by_its_file(tmp_path, monkeypatch):
    """The command that a sitting ends with works: no id finds a file of one's own."""
    monkeypatch.chdir(tmp_path)
    drill = "drill: house/racks\nextends: poker/misdeal-or-cure\nlevels: {1: {with: {faults: [boxed_card]}}}\n"
    (tmp_path / "our racks.yaml").write_text(drill, encoding="utf-8")
    words = ["--level", "1", "--seed", "7", "--items", "1", "--no-record", "--no-clock"]
    result = CliRunner().invoke(main, ["drill", "our racks.yaml", *words], input="a\na\na\n")
    assert "to repeat: dealerkit drill 'our racks.yaml' --level 1" in result.output


def test_a_short_name_of_several_drills_names_them():
    """`find-the-slip` is of poker and of blackjack: both are named, and none is taken."""
    said = CliRunner().invoke(main, ["drill", "find-the-slip"])
    assert said.exit_code == 2
    assert "did you mean pit/find-the-slip or poker/find-the-slip or blackjack/find-the-slip?" in said.output

"""One bad byte never stops the rest: hands, files and streams that a careless or hostile hand has written."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import dealerkit.hands.check
import dealerkit.hands.phh.checker
import dealerkit.hands.phh.conversion
from dealerkit.cli.main import main
from dealerkit.errors import ActError, RecordError
from dealerkit.felt import Act, is_seat
from dealerkit.hands.phh.to_record import dealt_again
from dealerkit.table.playback import replay
from dealerkit.table.table import Table

pytestmark = pytest.mark.thorough

PACKAGE = Path(dealerkit.__file__).parent
MUTANTS = Path(__file__).parents[1] / "data" / "phh" / "mutants.phhs"
HEAD = "# dealerkit record 1\nid: {}\ngame: mini-baccarat\nseats: 3\n---\n"
SLIP = HEAD.format("two") + "d check decks\n"
POKER = "# dealerkit record 1\nid: {}\ngame: holdem\nseats: 3\n---\n"


def run(*args: object, code: int, **more) -> Result:
    """Run a command; it never ends in a fault of our own."""
    result = CliRunner().invoke(main, list(map(str, args)), env={"COLUMNS": "100", "DEALERKIT_RULES": None}, **more)
    assert result.exit_code == code, result.output
    assert "something went wrong in dealerkit" not in result.output
    return result


def found(*args: object, **more) -> list[tuple[str, str]]:
    """Hand and code of each finding."""
    told = json.loads(run("check", "--json", *args, code=1, **more).stdout)
    return [(one["hand"], one["code"]) for one in told["findings"]]


# -- digits


@pytest.mark.parametrize("word", ["s²", "s①", "s٣", "s3²", "s৪"])
def test_a_digit_that_is_none_of_0_to_9_is_no_seat(word, tmp_path):
    """It is said with its line, and the next hand is checked."""
    assert not is_seat(word)
    with pytest.raises(ActError):
        Act.parse(f"d pay {word} 5")
    path = tmp_path / "a.rec"
    path.write_text(HEAD.format("one") + f"d check rack\n{word} bet player 100\n" + SLIP, encoding="utf-8")
    assert found(path) == [("one", "record/unreadable"), ("two", "step/rack-skipped")]


def test_no_number_is_read_by_a_test_that_says_yes_to_a_raised_two():
    """`str.isdigit` and `str.isnumeric` say yes to what `int` refuses; the one place that may ask spots such digits."""
    asked = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "isdigit" in text or "isnumeric" in text else ():
            if isinstance(node, ast.Attribute) and node.attr in ("isdigit", "isnumeric"):
                asked.add(path.relative_to(PACKAGE).as_posix())
    assert asked == {"felt/acts.py"}


@pytest.mark.parametrize("word", ["²", "9" * 5000])
def test_numbers_that_are_none_at_every_prompt(word, tmp_path):
    """Typed at the walk, at the desk, as a case's number, as a seat."""
    journal = tmp_path / "j.journal"
    typed = f"{word}\ns{word} bet player 5\npay seat {word} 5\nquit\n"
    run("walk", "mini-baccarat", "--no-record", "--menu", code=0, input=typed)
    run("rule", "--ask", code=1, input=f"card\n{word}\n")
    run("journal", "open", "--incident", "--summary", "a drink was spilled", "--journal", journal, code=0)
    run("journal", "show", word, "--journal", journal, code=2)
    run("journal", "open", "--journal", journal, "--incident", "--summary", "x", "--seat", word, code=2)
    run("jackpot", "claim", "--shown", f"{word}=9d9c", code=2)


def test_an_act_as_long_as_a_book_is_refused():
    """A typed line has no length; an act has."""
    with pytest.raises(ActError, match="too long"):
        Act.parse("d pay s" + "9" * 5000 + " 5")


# -- seats


@pytest.mark.parametrize(
    "act",
    [
        "s9 check",
        "s9 fold",
        "s9 bet 5",
        "s9 say hello",
        "s9 sitout",
        "s9 show",
        "d deal s9",
        "d pay s9 5",
        "d warn s9",
        "s1 pay s9 5",
    ],
)
@pytest.mark.parametrize("head", [HEAD, POKER])
def test_a_seat_that_is_not_at_the_table_is_a_finding(act, head, tmp_path):
    """Whatever the verb; the act is left out, and what follows is judged."""
    path = tmp_path / "a.rec"
    path.write_text(head.format("one") + act + "\n" + SLIP)
    assert found(path)[0] == ("one", "record/unknown-seat")
    assert found(path)[-1] == ("two", "step/rack-skipped")


def test_acts_after_a_seat_that_is_not_there_keep_their_numbers(tmp_path):
    """Act and line are those of the record, whatever was left out before."""
    path = tmp_path / "a.rec"
    path.write_text(HEAD.format("one") + "s9 bet player 5\nd check decks\n")
    told = json.loads(run("check", "--json", path, code=1).stdout)["findings"]
    assert [(one["act"], one["line"], one["code"]) for one in told] == [
        (1, 6, "record/unknown-seat"),
        (2, 7, "step/rack-skipped"),
    ]


def test_in_a_betting_round_too(tmp_path):
    """Where chips lie in rows a seat too many must not be looked up."""
    path = tmp_path / "a.rec"
    run("play", "holdem", "--seed", 3, "--seats", 3, "--hands", 1, "--record", path, code=0)
    text = path.read_text()
    first = next(
        line for line in text.splitlines() if line.startswith("s") and line.split()[1:2] in (["call"], ["fold"], ["raise"])
    )
    path.write_text(text.replace(first, f"s9 check\n{first}", 1))
    assert found(path) == [("1", "record/unknown-seat")]
    assert "there is no seat 9 at this table" in run("replay", path, code=2).stderr
    assert "there is no seat 9 at this table" in run("walk", "--resume", path, code=2).stderr
    with pytest.raises(RecordError, match="no seat 9"):
        replay(path)


def test_at_the_walk_a_seat_that_is_not_there_is_refused():
    """Said, and nothing has happened."""
    said = run(
        "walk", "holdem", "--seats", 3, "--seed", 3, "--no-record", "--at", "preflop", code=0, input="s9 check\nquit\n"
    ).stdout
    assert "that seat is empty; the seats are s1 to s3" in said


# -- what used to be a fault of ours


def test_a_joker_in_a_shoe_that_nobody_knows(tmp_path):
    """It has no points and no burn: it is a foreign card, and the coup goes on unknown."""
    acts = "d check rack\nd check decks\nd check cut cards\nd shuffle\nd roll\nd offer\nd cut\nd insert 14\nd load\n"
    burned = acts + "d burn up Jk\nd deal player Jk\nd deal banker Jk\n"
    dealt = acts + "d burn up 2h\nd burn 2\nd close\nd deal player Jk\nd deal banker 2c\nd deal player 3c\nd deal banker Jk\n"
    for number, text in enumerate((burned, dealt)):
        path = tmp_path / f"{number}.rec"
        path.write_text(HEAD.format("one") + text)
        assert ("one", "record/foreign-card") in found(path)


@pytest.mark.parametrize(
    ("game", "settings", "said"),
    [
        ("stud7", ["open_pair_bet=true", "small_bet=0"], "small_bet: this option can't be 0 while structure is fixed_limit"),
        ("holdem", ["big_bet=0", "structure=fixed_limit"], "big_bet: this option can't be 0 while structure is fixed_limit"),
        ("holdem", ["small_blind=0.5"], "small_blind 0.5 cannot be made up: the smallest chip is 1"),
        ("mexican-sweat", ["small_bet=0.01"], "small_bet 0.01 cannot be made up: the smallest chip is 1"),
    ],
)
def test_options_that_contradict_each_other_are_refused(game, settings, said):
    """When they are set: a bet of nothing, and a sum that no chips make."""
    pairs = [word for one in settings for word in ("--set", one)]
    assert said in run("play", game, *pairs, "--seed", 1, code=2).stderr


@pytest.mark.parametrize(
    "text",
    [
        "a." * 1000 + "b = 1",
        "a = " + "[" * 5000 + "]" * 5000,
        "a = " + "[" * 200 + "]" * 200,
        "a = " + "{b = " * 90 + "1" + "}" * 90,
        "a = " + "9" * 5000,
    ],
)
def test_a_key_a_thousand_deep(text, tmp_path):
    """Told for its hand; the next is read; `convert` says it too."""
    path = tmp_path / "a.phhs"
    good = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\n"
    good += "actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n"
    path.write_text(f"[1]\nvariant = 'NT'\n{text}\nactions = ['p1 f']\n[2]\n{good}")
    assert ("1", "record/unreadable") in found(path)
    assert all(hand == "1" for hand, code in found(path) if code == "record/unreadable")
    assert run("convert", path, "-", code=1).stdout.startswith("# dealerkit record 1\nid: 2\n")
    path.with_suffix(".phh").write_text(f"variant = 'NT'\n{text}\nactions = ['p1 f']\n")
    run("convert", path.with_suffix(".phh"), "-", code=2)


@pytest.mark.parametrize("much", ["9" * 19, "9" * 40, "1_000_000_000_000_000_000"])
@pytest.mark.parametrize("where", ["blinds_or_straddles = [1, 2]", "min_bet = 2", "starting_stacks = [9, 9]", "p2 cbr 4"])
def test_more_money_than_there_is(where, much, tmp_path):
    """An amount of twenty digits is told for its hand, whatever it is an amount of."""
    good = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [9, 9]\n"
    good += "actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 4', 'p1 f']\n"
    path = tmp_path / "a.phhs"
    bad = good.replace(where, where.replace("2", much, 1) if "cbr" not in where else f"p2 cbr {much}").replace("[9,", f"[{much},")
    path.write_text(f"[1]\n{bad}[2]\n{good}")
    assert found(path)[0][0] == "1"
    run("convert", path, "-", code=1)


def test_a_copy_whose_name_has_a_zero_byte():
    """Said at the walk, which goes on."""
    said = run("walk", "mini-baccarat", "--no-record", code=0, input="save a\0b\nsave\nquit\n").stdout
    assert "a file name can't contain a zero byte" in said
    assert "no record is saved" in said


def test_a_fault_of_ours_costs_one_hand(tmp_path, monkeypatch):
    """Whatever goes wrong in one hand is told for it, with our own line, and the others are checked."""

    def fault(self, act):
        if act.text == "d check cut cards":
            msg = "of ours"
            raise KeyError(msg)
        return push(self, act)

    push = Table.push
    monkeypatch.setattr(Table, "push", fault)
    path = tmp_path / "a.rec"
    path.write_text(SLIP.replace("two", "one") + "d check cut cards\n" + SLIP)
    result = CliRunner().invoke(main, ["check", "--json", str(path)])
    told = json.loads(result.stdout)
    assert result.exit_code == 1
    assert [(one["hand"], one["code"]) for one in told["findings"]] == [
        ("one", "step/rack-skipped"),
        ("one", "record/unreadable"),
        ("two", "step/rack-skipped"),
    ]
    (lost,) = told["unreadable"]
    assert lost["line"] == 7
    assert "something went wrong in dealerkit (KeyError: 'of ours' in dealerkit/hands/record_check.py:" in lost["what"]


def test_a_fault_of_ours_costs_one_hand_of_phh(tmp_path, monkeypatch):
    """In `check` and in `convert`."""
    real_check, real_convert = dealerkit.hands.phh.checker.check_hand, dealt_again

    def faulty(real):
        def fault(hand):
            if hand.name == "2":
                raise ZeroDivisionError
            return real(hand)

        return fault

    monkeypatch.setattr(dealerkit.hands.check, "check_hand", faulty(real_check))
    monkeypatch.setattr(dealerkit.hands.phh.conversion, "dealt_again", faulty(real_convert))
    text = MUTANTS.read_text().partition("[4]\n")[0]
    (tmp_path / "a.phhs").write_text(text)
    result = CliRunner().invoke(main, ["check", "--json", str(tmp_path / "a.phhs")])
    hands = [(one["hand"], one["code"]) for one in json.loads(result.stdout)["findings"]]
    assert ("2", "record/unreadable") in hands
    assert {hand for hand, _ in hands} == {"1", "2", "3"}
    result = CliRunner().invoke(main, ["convert", str(tmp_path / "a.phhs"), str(tmp_path / "out.rec"), "--json"])
    assert result.exit_code == 1
    told = json.loads(result.stdout)
    assert told["hands"] == 2
    assert "ZeroDivisionError" in next(one["what"] for one in told["trouble"] if one["hand"] == "2")


# -- streams, pipes, devices


def streamed() -> tuple[bytes, int]:
    """Hands in PHH, each with one fault, and how many: the first twelve, for what counts here is the way they come."""
    return MUTANTS.read_bytes().partition(b"[13]\n")[0], 12


def shell(line: str, cwd: Path) -> subprocess.CompletedProcess[Any]:
    """Run a line in a shell, as an auditor does."""
    tool = f'"{sys.executable}" -m dealerkit'
    env = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    return subprocess.run(
        ["bash", "-c", line.replace("dk ", f"{tool} ")], cwd=cwd, env=env, capture_output=True, text=True, check=False
    )


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "line", ["cat a.rec | dk check -", "dk check - < a.rec", "dk check <(cat a.rec)", "cat a.rec | dk check /dev/stdin"]
)
def test_records_that_are_streamed(line, tmp_path):
    """What is named on purpose is read as it comes."""
    (tmp_path / "a.rec").write_text("\n\n" + SLIP)
    done = shell(line, tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "1 finding in 1 hand in 1 file" in done.stdout


@pytest.mark.sample(3)
@pytest.mark.parametrize("line", ["cat a.phhs | dk check -", "dk check <(cat a.phhs)", "cat a.phhs | dk check pipe.phhs"])
def test_hands_in_phh_that_are_streamed(line, tmp_path):
    """A stream has no suffix: it is read as it begins."""
    hands, many = streamed()
    (tmp_path / "a.phhs").write_bytes(hands)
    (tmp_path / "pipe.phhs").symlink_to("/dev/stdin")
    done = shell(line, tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    assert f"{many} findings in {many} hands in 1 file" in done.stdout


def test_convert_reads_a_stream(tmp_path):
    """Hands become records, a record becomes a hand."""
    (tmp_path / "a.phhs").write_bytes(streamed()[0])
    there = shell("cat a.phhs | dk convert - - 2> /dev/null", tmp_path)
    again = shell("dk convert a.phhs - 2> /dev/null", tmp_path)
    assert there.stdout == again.stdout != ""


@pytest.mark.sample(4)
@pytest.mark.parametrize("line", ["dk check /dev/zero", "dk check zero.phh", "dk check - < /dev/zero", "dk convert /dev/zero -"])
def test_a_device_that_never_ends_is_refused(line, tmp_path):
    """At once, and as what it is."""
    (tmp_path / "zero.phh").symlink_to("/dev/zero")
    done = shell(line, tmp_path)
    assert done.returncode == (2 if "convert" in line else 1)
    assert "this device never ends, so it can't be read" in done.stdout + done.stderr


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "line",
    [
        "head -c 90000000 /dev/zero | dk check - --json",
        "ln -s /dev/stdin z.phh; head -c 90000000 /dev/zero | dk check z.phh --json",
    ],
)
def test_a_line_that_never_ends_is_given_up(line, tmp_path):
    """What is no line after tens of millions of bytes is read no further."""
    done = shell(line, tmp_path)
    assert [one["code"] for one in json.loads(done.stdout)["findings"]] == ["record/unreadable"]


def test_what_a_folder_holds_that_is_no_file(tmp_path):
    """Pipes, devices, links that lead nowhere or back, folders that may not be read: left out, and told."""
    (tmp_path / "a.rec").write_text(SLIP)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "zero.phh").symlink_to("/dev/zero")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "up").symlink_to(".")
    result = run("check", tmp_path, code=1)
    assert "1 finding in 1 hand in 1 file" in result.stdout
    assert sorted(result.stderr.splitlines()) == [
        f"note: left out: {tmp_path}/loop: it is a link that leads nowhere",
        f"note: left out: {tmp_path}/pipe: pipes are not read",
        f"note: left out: {tmp_path}/up: a link to a folder is not followed",
        f"note: left out: {tmp_path}/zero.phh: devices are not read",
    ]

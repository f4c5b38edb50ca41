"""`dealerkit walk` as somebody uses it: typed at, piped into, interrupted, resumed."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealerkit import Table, replay
from dealerkit.cli.main import main
from dealerkit.errors import RecordError
from dealerkit.rules.games import game as game_of
from dealerkit.rules.games import games
from dealerkit.table.bots import Bots, sensible
from dealerkit.table.record import Writer, read_record
from dealerkit.table.record.model import RecordLine
from dealerkit.table.rounds import Rounds
from dealerkit.training.walk.talk import Talk

CLEAN = ["check the rack", "check the decks", "check cut cards", "shuffle", "roll", "offer the cut", "complete the cut", "load"]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every walk in a folder of its own, without a house's rules."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.setenv("COLUMNS", "100")


def walk(*args: str, said: str | list[str] = "", code: int | None = 0, game: str = "mini-baccarat") -> Result:
    """Walk, saying these lines."""
    lines = said if isinstance(said, str) else "".join(f"{line}\n" for line in said)
    result = CliRunner().invoke(main, ["walk", *([game] if game else []), *args], input=lines)
    if code is not None:
        assert result.exit_code == code, result.output
    return result


def dealt(*args: str, said: list[str]) -> list[str]:
    """The acts on the record of a walk."""
    walk("--seed", "7", "--record", "kept.txt", *args, said=said, code=None)
    return [str(act) for act in read_record(Path("kept.txt")).acts]


def perfect(coups: int, *args: str) -> Result:
    """A walk through whole coups that asks for a hint before each act and says what it tells."""
    said: list[str] = []
    for _ in range(400):
        result = walk("--seed", "7", "--no-record", "--coups", str(coups), *args, said=[*said, "hint"], code=None)
        told = re.findall(r"^    say: (.*)$", result.output.rsplit("dealer> hint", 1)[-1], re.MULTILINE)
        if "dealer> hint" not in result.output or not told:
            return walk("--seed", "7", "--no-record", "--coups", str(coups), *args, said=said)
        said.append(told[0])
    raise AssertionError(said)


def test_a_beginner_is_told_who_deals_and_what_to_say():
    """The first lines name game, rules, seed, how to get help, and where the record is."""
    text = walk("--seed", "7").output
    assert text.startswith("Mini baccarat: 3 seats, rules us, seed 7\n")
    assert "help lists what you can say" in text
    assert "record: mini-baccarat-7.txt" in text


def test_saying_what_the_hints_say_makes_no_slip():
    """Whoever does what `hint` tells deals two coups without a finding, in a pipe."""
    text = perfect(2).output
    assert "slips: none" in text
    assert "! " not in text


def test_the_felt_is_shown_after_each_act():
    """Cards, what is left in the shoe, and chips, each time, in letters."""
    text = walk("--seed", "7", "--at", "deal", said=["card for the player", "card for the banker"]).output
    assert text.count("(cut card in), discard rack") == 3
    assert re.search(r"player  \w\w\n    banker  \w\w\n    bets: s1", text)
    assert text.isascii()


def test_a_slip_is_told_at_once_with_rule_and_remedy():
    """The finding, why, its rules, the remedy, and the floor's ruling with its steps."""
    text = walk("--seed", "7", "--at", "deal", said=["banker draws", "why"], code=1).output
    assert "! coup/wrong-initial-order" in text
    assert "why: " in text
    assert "rule: BA-61, BI-06" in text
    assert "    > " in text
    assert "  floor: " in text
    assert "      1. " in text or "    1. " in text
    assert "rule: BA-61: The cards are dealt alternately" in text


def test_slips_may_be_kept_for_the_end():
    """Nothing is given away before the summary."""
    said = ["banker draws", "findings", "why", "quit"]
    text = walk("--seed", "7", "--at", "deal", "--findings", "end", said=said, code=1).output
    before, _, after = text.partition("\nSummary\n")
    assert "wrong-initial-order" not in before
    assert "floor" not in before
    assert "! coup/wrong-initial-order" in after


def test_the_summary_has_acts_slips_and_score():
    """Acts, undo and hints counted, slips by severity, the score by points, where the record is."""
    said = ["hint", "banker draws", "undo", "card for the player", "player draws", "quit"]
    text = walk("--seed", "7", "--at", "deal", said=said, code=1).output
    summary = text.partition("\nSummary\n")[2]
    assert "acts: 2 of yours, taken back once, 1 hint" in summary
    assert "slips: 2 major, including those taken back" in summary
    assert "No score: you stopped before the coup was over" in summary
    assert "> continue with: dealerkit walk --resume mini-baccarat-7.txt" in summary


def test_what_was_taken_back_was_done():
    """A slip taken back is off the record, and counts all the same: two of them are no clean coup."""
    coup = perfect(1).output
    said = re.findall(r"^dealer> (?!hint)(.*)$", coup, re.MULTILINE)
    at = said.index("no more bets") + 1
    said[at:at] = ["burn", "undo", "burn", "undo"]
    text = walk("--seed", "7", "--no-record", "--coups", "1", said=said, code=1).output
    assert "slips: 2 major, including those taken back" in text
    assert "score: 100 of 100" not in text
    walk("--seed", "7", "--at", "deal", said=["banker draws", "undo", "card for the player"], code=1)
    assert str(read_record(Path("mini-baccarat-7.txt")).acts[-1]) == "d deal player"


def test_a_hint_after_the_stub_fell():
    """FTR-27: what can be made good in several ways has a hint too."""
    result = walk("--seed", "5", "--no-record", said=["d fumble", "hint"], game="five-card-stud")
    assert "the dealer drops the stub" in result.output
    assert "due: " in result.output.rsplit("dealer> hint")[-1]


@pytest.mark.parametrize("line", ["d rule # play on", "d clock #3", "d check rack#1"])
def test_a_note_s_sign_stands_in_no_act(line):
    """In a record the rest of the line would be a note: what is told and what is read again are the same."""
    assert dealt(said=[line]) == []


def test_undo_with_nothing_to_take_back():
    """What the perfect dealer did before is not yours to take back."""
    assert "nothing to take back" in walk("--seed", "7", "--at", "deal", said=["undo"]).output


def test_hint_says_what_is_due_why_and_by_which_rule():
    """The act, how to say it, the rule as the rule book prints it."""
    text = walk("--seed", "7", said=["hint"]).output
    assert "due: check the rack" in text
    assert "say: check the rack" in text
    assert "rule: BA-07: " in text


def test_a_choice_that_is_not_open_is_refused_with_its_rule():
    """A late bet of a player's is not done; it is not the dealer's slip either."""
    text = walk("--seed", "7", "--at", "deal", "--bettors", "none", said=["s1 bet player 50"]).output
    assert "not possible now; nothing was changed" in text
    assert "rule: BI-12" in text
    assert "s1 bet" not in Path("mini-baccarat-7.txt").read_text()


def test_what_cannot_be_is_refused_and_the_walk_goes_on():
    """Physics refuses: the card is not there, the chips do not balance."""
    said = ["d discard player", "s1 insert 5", "take s1 player 5000000", "check the rack"]
    text = walk("--seed", "7", said=said, code=None).output
    assert "That can't be done: " in text
    assert "the dealer checks the rack" in text


def test_a_choice_among_readings_is_made_by_number():
    """Two bets of one seat: the number picks."""
    said = ["s1 bet player 100", "s1 bet tie 5", "pay s1 40", "9", "2", "quit"]
    text = walk("--seed", "7", "--at", "close", "--bettors", "none", said=said, code=1).output
    assert "Which do you mean?" in text
    assert "type a number from 1 to 2" in text
    assert "the dealer pays 40 to seat 1 on tie" in text


def test_the_menu_offers_right_and_wrong_acts():
    """Numbered, shuffled by the seed; picking one does it."""
    first = walk("--seed", "7", "--at", "deal", "--menu", "--no-record", said=["quit"]).output
    acts = re.findall(r"^    \d  (.*)$", first, re.MULTILINE)
    assert "deals to player" in acts
    assert len(acts) >= 4
    right = acts.index("deals to player") + 1
    assert "dealer> " in walk("--seed", "7", "--at", "deal", "--menu", "--no-record", said=[str(right), "quit"]).output
    wrong = acts.index("deals to banker") + 1
    walk("--seed", "7", "--at", "deal", "--menu", "--no-record", said=[str(wrong), "quit"], code=1)


def test_several_acts_in_one_sentence():
    """`burn three` is three acts."""
    acts = dealt("--at", "burn", said=["burn three"])
    assert acts[-3:] == ["d burn"] * 3


def test_players_from_a_file():
    """Their bets are on the layout when their round comes."""
    Path("bets.txt").write_text("s2 insert 200\n---\ns1 bet banker 75\n", encoding="utf-8")
    acts = dealt("--at", "deal", "--bettors", "bets.txt", said=["quit"])
    assert [act for act in acts if act.startswith("s")] == ["s2 insert 200", "s1 bet banker 75"]


def test_random_bets_of_a_person():
    """With nobody there, the person says what players do."""
    acts = dealt("--at", "close", "--bettors", "none", said=["seat 2 bets 50 on the banker", "no more bets"])
    assert acts[-2:] == ["s2 bet banker 50", "d close"]


def test_help_lists_what_can_be_said():
    """Phrases and commands."""
    text = walk("--seed", "7", said=["help"]).output
    for word in ("no more bets", "hint", "undo", "findings", "quit"):
        assert word in text


def test_save_writes_a_copy_and_overwrites_nothing():
    """The copy is a record; a second one under the same name is refused, kindly."""
    said = ["save copy.txt", "save copy.txt", "save no/such/folder.txt", "save"]
    text = walk("--seed", "7", "--at", "deal", said=said).output
    assert "a copy is in copy.txt" in text
    assert "a file with this name already exists" in text
    assert "no/such/folder.txt: can't be saved" in text
    assert "already saved in mini-baccarat-7.txt" in text
    assert replay(Path("copy.txt")).log == replay(Path("mini-baccarat-7.txt")).log


@pytest.mark.parametrize("said", ["", "quit\n", "check the rack"], ids=["nothing", "quit", "no-line-end"])
def test_the_end_of_the_input_ends_the_walk(said):
    """As quit does, with the summary."""
    assert "\nSummary\n" in walk("--seed", "7", said=said).output


@pytest.mark.parametrize(
    "line", ["xyzzy", "\x00\x01", "d", "d deal nowhere", "pay s99 player 5", "é" * 500, "burn 999", "menu", "7", "#"]
)
def test_nonsense_does_no_harm(line):
    """Whatever is typed, the walk goes on and keeps a record that replays."""
    text = walk("--seed", "7", said=[line, "check the rack"], code=None).output
    assert "the dealer checks the rack" in text
    assert [str(act) for act in replay(Path("mini-baccarat-7.txt")).log] == ["d check rack"]


@pytest.mark.parametrize("line", ["x" * 5000, "deal " * 1000, "pay s1 " + "9" * 500])
def test_a_very_long_line_is_not_repeated_in_full(line):
    """What was not understood is told by how it begins."""
    text = walk("--seed", "7", "--no-record", said=[line], code=None).output
    answer = text.split("dealer> ", 1)[1].removeprefix(line.strip())
    assert "..." in answer
    assert len(answer) < 900


def test_resume_goes_on_where_it_stopped():
    """The felt, the findings and the score of before are there; a second resume too."""
    walk("--seed", "7", "--at", "deal", said=["banker draws"], code=1)
    text = walk("--resume", "mini-baccarat-7.txt", said=["findings"], code=1, game="").output
    assert "The first 22 acts are done" in text
    assert "coup/wrong-initial-order" in text
    text = walk("--resume", "mini-baccarat-7.txt", said=["undo", "card for the player"], code=1).output
    assert "taken back: the dealer deals to banker" in text
    assert str(read_record(Path("mini-baccarat-7.txt")).acts[-1]) == "d deal player"


def test_what_was_dealt_before_is_not_the_persons_after_a_resume():
    """The score counts the trainee's own acts, and what a perfect dealer did on the way to --at cannot be undone."""
    first = walk("--seed", "7", "--at", "deal", said=["banker draws"], code=1).output
    assert "1 of yours" in first
    again = walk("--resume", "mini-baccarat-7.txt", said=["undo", "undo"], code=1, game="").output
    assert "0 of yours" in again
    assert again.count("taken back:") == 1


def test_a_torn_last_line_is_told_and_left_out():
    """A crash in the middle of a line costs that line only."""
    walk("--seed", "7", "--at", "deal", said=["card for the player"])
    path = Path("mini-baccarat-7.txt")
    path.write_text(path.read_text(encoding="utf-8") + "d deal ban", encoding="utf-8")
    result = walk("--resume", str(path), said=["card for the banker"], game="")
    assert "torn and is left out: 'd deal ban" in result.stderr
    assert [str(act) for act in read_record(path).acts][-2:] == ["d deal player", "d deal banker"]


@pytest.mark.parametrize(
    ("args", "what"),
    [
        ((), "name the game"),
        (("mini-bacarat",), "did you mean mini-baccarat"),
        (("mini-baccarat", "--at", "dela"), "unknown step: 'dela'"),
        (("mini-baccarat", "--at", "pay", "--bettors", "none"), "a walk with these players never reaches"),
        (("mini-baccarat", "--seats", "40"), "1 to 9"),
        (("mini-baccarat", "--bettors", "nobody.txt"), "nobody.txt"),
        (("mini-baccarat", "--rules", "nowhere"), "nowhere"),
        (("--resume", "missing.txt"), "missing.txt"),
        (("--resume", "missing.txt", "--seed", "3"), "leave out"),
        (("mini-baccarat", "--record", "no/folder/kept.txt"), "no/folder/kept.txt"),
        (("mini-baccarat", "--coups", "0"), "coups"),
    ],
)
def test_what_cannot_be_used_is_said(args, what):
    """One message that says what to do, and 2."""
    result = walk(*args, code=2, game="")
    assert what in result.stderr
    assert "Traceback" not in result.output
    assert not list(Path().glob("mini*"))


def test_another_games_record_is_not_gone_on_with():
    """The game that was named and the record's must be one."""
    walk("--seed", "7", said=["quit"])
    assert "a record of mini-baccarat, not of nap" in walk("--resume", "mini-baccarat-7.txt", code=2, game="nap").stderr


def test_no_record_is_kept_if_none_is_wanted(tmp_path):
    """Nothing is written."""
    walk("--seed", "7", "--no-record", said=["check the rack", "save"])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("game", ["nap", "holdem"])
def test_other_games_are_walked_too(game):
    """No word of this command belongs to one game."""
    text = walk("--seed", "3", "--no-record", said=["hint", "menu", "help", "show"], game=game).output
    assert "due: " in text


# -- as a program -------------------------------------------------------------------------------------------------


def program(*args: str, **options: Any) -> subprocess.Popen[str]:
    """Start the program itself, talking through pipes."""
    settings = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "encoding": "utf-8"}
    return subprocess.Popen([sys.executable, "-m", "dealerkit", "walk", *args], **{**settings, **options})


def wait_for(path: Path, text: str) -> None:
    """Wait until a file holds a text."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if path.exists() and text in path.read_text(encoding="utf-8"):
            return
        time.sleep(0.05)
    msg = f"{path} never held {text!r}"
    raise AssertionError(msg)


@pytest.mark.thorough
def test_after_ctrl_c_the_record_is_there_and_resumes(tmp_path):
    """130, how to go on, and every act on disk."""
    path = tmp_path / "kept.txt"
    with program("mini-baccarat", "--seed", "7", "--at", "deal", "--record", str(path)) as walking:
        assert walking.stdin is not None
        walking.stdin.write("card for the player\n")
        walking.stdin.flush()
        wait_for(path, "d deal player")
        time.sleep(0.2)
        walking.send_signal(signal.SIGINT)
        _, told = walking.communicate(timeout=120)
    assert walking.returncode == 130
    assert f"Continue with: dealerkit walk --resume {path}" in told
    assert "Traceback" not in told
    result = walk("--resume", str(path), said=["card for the banker"], game="")
    assert "The first 22 acts are done" in result.output
    assert [str(act) for act in read_record(path).acts][-2:] == ["d deal player", "d deal banker"]


@pytest.mark.thorough
def test_killed_in_the_middle_it_loses_nothing(tmp_path):
    """Without any chance to tidy up, every act is on disk."""
    path = tmp_path / "kept.txt"
    with program("mini-baccarat", "--seed", "7", "--at", "deal", "--record", str(path)) as walking:
        assert walking.stdin is not None
        walking.stdin.write("card for the player\ncard for the banker\n")
        walking.stdin.flush()
        wait_for(path, "d deal banker")
        walking.kill()
        walking.communicate(timeout=120)
    assert [str(act) for act in replay(path).log][-2:] == ["d deal player", "d deal banker"]


@pytest.mark.slow
def test_a_closed_pipe_ends_quietly():
    """Whoever reads the first line and goes away gets no complaint."""
    with program("mini-baccarat", "--seed", "7", "--at", "deal", "--no-record") as walking:
        assert walking.stdin is not None
        assert walking.stdout is not None
        assert walking.stderr is not None
        walking.stdout.readline()
        walking.stdout.close()
        try:
            walking.stdin.write("show\n" * 5000)
            walking.stdin.close()
        except BrokenPipeError:
            pass
        told = walking.stderr.read()
        walking.wait(timeout=120)
    assert told == ""
    assert walking.returncode == 0


@pytest.mark.parametrize(
    "env",
    [{"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"LC_ALL": "C.UTF-8", "NO_COLOR": "1"}],
    ids=["ascii", "no-colour"],
)
@pytest.mark.thorough
def test_it_works_where_there_are_only_letters(env, tmp_path):
    """No terminal, no colour, no signs: plain letters come out."""
    walking = program("mini-baccarat", "--seed", "7", "--at", "deal", env={**os.environ, **env}, cwd=tmp_path)
    told, complaint = walking.communicate("card for the player\nbanker dr\u00e4ws\nquit\n", timeout=120)
    assert walking.returncode == 0, complaint
    assert "the dealer deals to player: 4d" in told
    assert "\x1b[" not in told
    assert complaint == ""


def test_in_a_read_only_folder_the_record_goes_elsewhere(monkeypatch, tmp_path):
    """The walk begins all the same, and says where the record is."""
    spare = tmp_path / "spare"
    spare.mkdir()
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(spare))
    opened: Any = Path.open

    def refuse(self: Path, mode: str = "r", *args: object, **options: Any) -> object:
        if "x" in mode and self.parent == Path():
            raise PermissionError(13, "Permission denied", str(self))
        return opened(self, mode, *args, **options)

    monkeypatch.setattr(Path, "open", refuse)
    result = walk("--seed", "7", said=["check the rack"])
    assert "you may not save files in this folder" in result.stderr
    assert [path.name for path in spare.iterdir()] == ["mini-baccarat-7.txt"]


def test_a_full_disk_is_said(monkeypatch):
    """An act that cannot be recorded stops the walk with what to do; what stood there still does."""
    written = Writer.write

    def full(self: Writer, line: RecordLine) -> None:
        if "roll" in str(line):
            what, hint = "the action could not be saved: No space left on device", "make room, then resume the record"
            raise RecordError(str(self.path), 0, what, hint)
        written(self, line)

    monkeypatch.setattr(Writer, "write", full)
    result = walk("--seed", "7", said=CLEAN, code=2)
    assert "make room" in result.stderr
    assert len(read_record(Path("mini-baccarat-7.txt")).acts) == 4


def test_what_was_due_and_what_was_done_are_said_in_words():
    """A trainee does not read records: no act stands in a finding as it is written there."""
    text = " ".join(walk("--seed", "7", "--at", "deal", said=["card for the banker"], code=1).output.split())
    assert "; due: deal to player; you did: deal to banker (major)" in text
    assert "'d deal" not in text


# -- poker --------------------------------------------------------------------------------------------------------

POKER = [name for name in games() if game_of(name).family == "poker"]


@pytest.mark.parametrize("game", POKER)
@pytest.mark.sample(4, rest="thorough")
def test_a_hand_of_poker_is_walked_by_the_hints(game):
    """Whoever says what the hint tells deals a whole hand of any form without a slip, and is told so."""
    table = Table(game, seats=3, seed=4)
    talk, players, rounds, said = Talk.of(table.game), Bots(sensible), Rounds(table), []
    while not rounds.done:
        acts = players.acts(table)
        if not acts:
            acts = [table.next_act()]
            said.append(talk.said(acts[0], table))
        for act in acts:
            table.push(act)
        rounds.look(table)
    text = walk("--seed", "4", "--seats", "3", "--hands", "1", said=said, game=game).output
    assert "slips: none" in text
    assert "score: 100 of 100, passed" in text
    assert "That can't be done" not in text
    assert "I take that as" not in text
    kept = read_record(Path(re.search(r"record: (.*)", text)[1].strip()))
    assert [str(act) for act in kept.acts if not act.cards] == [str(act) for act in table.log if not act.cards]


def test_the_players_wait_until_a_bet_is_announced():
    """Where the house wants bets announced, there is time for it, the hint says so, and plain words do it (DP-12)."""
    args = ("--at", "preflop", "--set", "announce_bets=yes", "--seats", "5", "--no-record", "--hands", "1")
    asked = next(
        (seed, text)
        for seed in range(40)
        if "say: announce raise" in (text := walk("--seed", str(seed), *args, said=["hint"], game="holdem", code=None).output)
    )
    seed, text = asked
    assert "due: announce raise" in text
    assert "Announce the bet or raise" in text
    assert "rule: DP-12" in text
    words = re.search(r"say: (announce raise \d+)", text)[1]
    after = walk("--seed", str(seed), *args, said=[words], game="holdem", code=None).output
    assert "amount-not-announced" not in after
    assert text.count("the players are waiting for you to announce") == 1
    assert (
        "the players wait" not in walk("--seed", str(seed), *args[:2], *args[4:], said=["hint"], game="holdem", code=None).output
    )


def test_the_felt_of_a_poker_table():
    """Stacks, what lies in front, the pot, upcards open and downcards not, the button, who has folded, what is to call."""
    said = ["third street", "bring in the bets", "burn"]
    text = walk("--seed", "9", "--seats", "3", "--no-record", "--at", "pitch", said=said, game="stud7").output
    assert "    stub 42, burns 1, muck 3\n" in text
    assert "    s1  ?? ?? Kd  -  behind 197\n" in text
    assert "    s3  ?? ?? 5d  -  behind 197\n" in text
    assert "    pot 7\n" in text
    assert "button" not in text
    nobody = ("--seed", "9", "--seats", "3", "--no-record", "--at", "pitch", "--players", "none")
    text = walk(*nobody, said=["deal them all", "s1 makes it 20", "s2 all in", "s3 folds"], game="holdem").output
    assert "to act: s2, 19 to call" in text
    assert "behind 0, all-in" in text
    assert "behind 198, folded" in text
    assert "to act: s1, 180 to call, all-in" in text


def test_cards_laid_aside_are_not_shown_to_the_dealer():
    """How many a player draws is told, and not which."""
    text = walk("--seed", "9", "--seats", "4", "--no-record", "--at", "draw", said=["hint"], game="draw").output
    assert re.search(r"seat 2 draws \d\n", text)
    assert "aside" not in text


def test_a_round_in_one_word_is_taken_back_as_one():
    """One line of cards, and one undo."""
    nobody = ("--seed", "9", "--seats", "3", "--no-record", "--at", "pitch", "--players", "none")
    text = walk(*nobody, said=["deal the round", "undo", "hint"], game="holdem").output
    assert "  the dealer deals to s2, s3, s1\n" in text
    assert text.count("stub 52") == 2
    assert "due: deal to seat 2; 5 more" in text


def test_a_slip_within_a_round_is_told_in_its_place():
    """Burn and turn without a tap: the slip stands where it was made, and the burn's face is nobody's business."""
    text = walk(
        "--seed", "9", "--seats", "4", "--no-record", "--at", "turn", said=["burn and turn"], game="holdem", code=1
    ).output
    burn, tap, board = (text.index(word) for word in ("dealer burns\n", "street/no-tap", "deals to board: "))
    assert burn < tap < board


@pytest.mark.parametrize(
    ("game", "step"),
    [(game, step) for game in POKER for step in ("showdown", "settle")]
    + [("holdem", "flop"), ("omaha", "turn"), ("courchevel", "river"), ("draw", "draw"), ("badugi", "draw_two")]
    + [("stud7", "fourth"), ("razz", "seventh"), ("five-card-stud", "sixth"), ("lowball-27", "draw")],
)
@pytest.mark.sample(4, rest="thorough")
def test_any_street_can_be_begun_at(game, step):
    """A perfect dealer does what comes before."""
    text = walk("--seed", "9", "--seats", "4", "--no-record", "--at", step, said=["hint", "show", "menu"], game=game).output
    assert "acts are done; take it from here" in text


def test_what_a_player_may_do_is_told_with_its_limits():
    """In the hint, and where a choice is refused."""
    nobody = ("--seed", "9", "--seats", "3", "--no-record", "--at", "pitch", "--players", "none")
    text = walk(*nobody, said=["deal them all", "hint", "s1 raises to 3"], game="holdem").output
    assert "players may act: s1: fold, call, raise to 4 at least, 200 at most" in text
    assert "s1 may call, fold, raise to 4 at least, 200 at most" in text


def test_a_hint_says_for_which_slip_chips_are_owed():
    """Not why the step that waits is done."""
    said = ["d collect s2 10", "hint", "d pay s2 10", "hint"]
    text = walk("--at", "flop.burn", "--seats", "3", "--seed", "7", said=said, game="holdem", code=None).output
    owed, free = (told.split("dealer> ")[0] for told in text.split("dealer> hint\n")[1:])
    assert "say: pay s2 10" in owed
    assert "protects the card" not in owed
    assert "why: The top card may be marked" in free


def test_the_table_is_told_in_sentences():
    """`show table` says what lies there as a screen reader reads it: no signs, no names of the record's."""
    text = walk("--seed", "7", "--at", "deal", said=["card for the player", "show table"]).output.rpartition(
        "dealer> show table"
    )[2]
    assert re.search(r"Mini baccarat, coup 1, step \d+ of 24\.", text)
    assert re.search(r"Player: \w+ of (clubs|diamonds|hearts|spades)\.", text)
    assert re.search(r"Seat 1; behind \d+, Player 100\.", text)
    assert "s1" not in text.partition("Summary")[0]

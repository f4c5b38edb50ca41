"""`dealerkit walk --help-mode`: what is said before, during and after a hand, and what that costs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.felt import Act
from dealerkit.table.bots import players_named
from dealerkit.table.table import Table
from dealerkit.training.walk.norms import sampling
from dealerkit.training.walk.session import Session
from tests.cli.pseudo_terminal import PseudoTerminal

COUP = ["no more bets", "card for the player", "card for the banker", "card for the player", "card for the banker"]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Every walk in a folder of its own, without a house's rules."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))


def walk(*args: str, said: list[str], code: int = 0, game: str = "mini-baccarat") -> Result:
    """Walk without a record, saying these lines."""
    lines = "".join(f"{line}\n" for line in said)
    result = CliRunner().invoke(main, ["walk", game, "--seed", "7", "--no-record", *args], input=lines)
    assert result.exit_code == code, result.output
    return result


def hinted(*args: str, slip: tuple[int, list[str]] = (0, []), rounds: int = 1) -> list[str]:
    """What somebody says who deals coups by the hints, with lines of another kind put in before one of them."""
    said: list[str] = []
    session = Session(Table("mini-baccarat", seats=3, seed=7), players_named("bots"))
    session.go_to("bets")
    from dealerkit.training.walk.talk import Talk

    talk = Talk.of(session.table.game)
    session.players_act()
    while session.rounds.done < rounds:
        act = session.table.next_act()
        assert act is not None
        said.append(talk.said(act, session.table))
        session.say(act)
        session.players_act()
    at, lines = slip
    return [*said[:at], *lines, *said[at:]]


def test_learn_says_each_step_with_its_reason_before_it_is_done():
    """What comes next, how to say it, and why, without being asked; nothing of it costs anything."""
    text = walk("--help-mode", "learn", "--at", "bets", said=["no more bets", "card for the player"]).output
    first = text.partition("dealer> ")[0]
    assert 'next: the dealer calls "no more bets" (say: no more bets)' in first
    assert "why: " in first
    after = text.rpartition("dealer> card for the player")[2]
    assert "next: the dealer deals to banker (say: card for the banker)" in after
    assert "hint" not in text.partition("Summary")[2]


def test_practice_is_silent_till_the_hand_is_over():
    """No finding, no ruling while it is dealt; then each slip with why and rule, once, and not again in the summary."""
    said = hinted(slip=(1, ["burn"]))
    text = walk("--help-mode", "practice", "--at", "bets", "--coups", "1", said=said, code=1).output
    dealt, _, summary = text.partition("Summary")
    before, _, told = dealt.partition(f"dealer> {said[-1]}")
    assert "! " not in before
    assert "floor:" not in before
    assert "! step/unexpected" in told
    assert "why: " in told
    assert "rule: BA-" in told
    assert "! " not in summary
    clean = walk("--help-mode", "practice", "--at", "bets", "--coups", "1", said=hinted()).output
    assert "that coup was clean" in clean


def test_practice_tells_of_each_hand_by_itself():
    """What was clean is said to be, a slip is told after its own coup, and the summary counts coup by coup."""
    said = hinted(rounds=2)
    said.insert(-1, "no more bets")
    text = walk("--help-mode", "practice", "--at", "bets", "--coups", "2", said=said, code=1).output
    first, _, second = text.partition("that coup was clean")
    assert "! " not in first
    assert second.count("! ") == 1
    assert "coup 2: 1 minor; 1 coup clean" in second


def test_an_exam_confirms_what_was_not_plainly_said():
    """A line taken for another, and one not understood, are done only when confirmed, cost nothing, and are counted."""
    said = ["no more bests", "yes", "gibberish", "card for the playr", "no", "card for the player"]
    text = walk("--help-mode", "exam", "--at", "bets", said=said).output
    assert "Did you mean: no more bets? Nothing has been done." in text
    assert "hint" not in text.partition("Summary")[0]
    asked = text.partition("dealer> card for the playr")[2]
    assert "the dealer deals" not in asked.partition("dealer> no")[0].partition("dealer> no")[0]
    assert text.count("the dealer deals to player") == 1
    assert "3 lines repeated or confirmed, not counted as slips" in text
    assert "slips: none" in text


def test_what_is_meant_otherwise_is_not_done():
    """Whoever does not say yes says it anew: the guess is gone, also after something else."""
    text = walk("--help-mode", "exam", "--at", "bets", said=["no more bests", "tap", "yes"], code=1).output
    assert "the dealer calls" not in text


@pytest.mark.parametrize("word", ["hint", "why", "menu", "undo", "findings", "save x.txt"])
def test_nothing_is_looked_up_or_taken_back_in_an_exam(word):
    """The first attempt counts."""
    text = walk("--help-mode", "exam", "--at", "bets", said=["no more bets", word]).output
    assert f"dealer> {word}\n  not in an exam" in text
    assert "1 of yours" in text


def test_help_in_an_exam_offers_nothing_that_is_barred():
    """Words of the table, no hint."""
    text = walk("--help-mode", "exam", said=["help"]).output
    assert "card for the player" in text
    assert "what is due" not in text


@pytest.mark.parametrize(
    ("args", "what"),
    [
        (("--help-mode", "practice", "--findings", "now"), "leave out --findings"),
        (("--help-mode", "exam", "--findings", "end"), "leave out --findings"),
        (("--help-mode", "exam", "--menu"), "no menu in an exam"),
        (("--help-mode", "peek"), "peek"),
    ],
)
def test_what_does_not_go_together_is_said(args, what):
    """Exit 2, with what to leave out."""
    result = CliRunner().invoke(main, ["walk", "mini-baccarat", "--no-record", *args])
    assert result.exit_code == 2
    assert what in result.output


def test_a_critical_slip_has_no_figure_beside_it():
    """Not "100 of 100, not passed"."""
    said = hinted(slip=(1, ["burn"]), rounds=1)
    text = walk("--at", "bets", "--coups", "1", "--findings", "end", said=said, code=1).output
    summary = text.partition("Summary")[2]
    assert "critical" in summary
    score = re.search(r"score: (.*)", summary)
    assert score is not None
    assert "of 100" not in score[1]


def test_a_critical_slip_fails_the_game_without_a_figure():
    """Ledger, section 3: one critical finding, and the game is not passed."""
    session = Session(Table("mini-baccarat", seats=1, seed=7))
    from dealerkit.training.walk.score import Score
    from dealerkit.training.walk.wording import score_words

    assert score_words(Score(40, {"critical": 1}, 0)) == "not passed: 1 critical slip; one fails the game"
    assert "of 100" in score_words(Score(40, {"minor": 1}, 1))
    assert session.score().passed


def test_a_limit_of_major_slips_fails_what_would_pass():
    """More major slips than are allowed: not passed, and it is said why."""
    from dealerkit.training.walk.norms import Marking
    from dealerkit.training.walk.score import Score
    from dealerkit.training.walk.wording import score_words

    by = Marking({"minor": 1, "major": 4, "critical": 0}, 3, 80, majors=1)
    few, many = Score(100, {"major": 1}, 4, marking=by), Score(100, {"major": 2}, 8, marking=by)
    assert few.passed
    assert not many.passed
    assert score_words(many) == "92 of 100, not passed: 2 major slips, 1 allowed"


def test_pace_is_told_when_there_was_time_enough():
    """Two coups in three minutes are forty an hour; time between coups is not counted, and a clock that stands says nothing."""
    with freeze_time("2026-03-08 06:00:00") as clock:
        session = Session(Table("mini-baccarat", seats=3, seed=7), players_named("bots"))
        session.go_to("bets")
        session.players_act()
        while session.rounds.done < 2:
            act = session.table.next_act()
            assert act is not None
            session.say(act)
            session.players_act()
        assert session.pace is None
        steps = [len(session.times), sampling().least]
        assert steps[0] == 2
        session.times = []
        began = session.rounds.done
        while session.rounds.done < began + 2:
            act = session.table.next_act()
            assert act is not None
            clock.tick(timedelta(seconds=5))
            session.say(act)
            session.players_act()
    assert session.pace is not None
    spent = sum(session.times)
    assert spent % 5 == 0
    assert session.pace == Fraction(3600 * 2, round(spent))


def test_a_clock_that_goes_backwards_takes_nothing_away():
    """No time is less than none."""
    at = iter([100.0, 40.0, 41.0])
    session = Session(Table("mini-baccarat", seats=1, seed=7), clock=lambda: next(at))
    session.say(Act.parse("d tap"))
    session.say(Act.parse("d tap"))
    assert session._spent == 1.0


@pytest.fixture
def terminal(tmp_path) -> Iterator[object]:
    """Begins a walk in a terminal of 80 by 24."""
    begun: list[PseudoTerminal] = []

    def begin(*args: str) -> PseudoTerminal:
        begun.append(PseudoTerminal("walk", *args, cwd=tmp_path, DEALERKIT_HOME=str(tmp_path / "home")))
        return begun[-1]

    yield begin
    for one in begun:
        one.stop()


def test_without_a_game_one_key_chooses_it(terminal):
    """The games are offered, one key begins the first step, which is named; nothing is marked before a hand is complete."""
    screen = terminal("--no-record", "--seed", "3")
    text = screen.read("> ")
    assert "h Hold'em" in text.replace("\xa0", " ")
    screen.keys(b"h")
    text = screen.read("dealer> ")
    assert "Hold'em" in text
    assert "first: the dealer deals to seat 2" in text  # level 1 begins at the pitch
    screen.keys(b"quit\r")
    assert screen.end() in (0, 1)
    assert "No score" in screen.text or "nothing" in screen.text


def test_without_a_game_q_leaves(terminal):
    """Nothing is begun."""
    screen = terminal()
    screen.read("> ")
    screen.keys(b"q")
    assert screen.end() == 0


def test_practice_on_the_screen_keeps_silent(terminal):
    """The slip is not on the screen before the coup is over."""
    screen = terminal("mini-baccarat", "--no-record", "--seed", "7", "--at", "bets", "--help-mode", "practice")
    screen.read("dealer> ")
    text = screen.type("burn")
    assert "due" not in text
    assert "That's not the next step" not in text
    screen.keys(b"quit\r")
    assert screen.end() == 1
    assert "slips: 1 minor" in screen.text


def test_floor_words_are_understood_before_their_time():
    """Shuffle, box, strip, deal the round: it happens, and is found; where the wash is due a shuffle is asked about."""
    for game, at in (("holdem", "flop"), ("mini-baccarat", "deal"), ("holdem", "")):
        for word, act in (
            ("shuffle", "shuffles"),
            ("box", "strips the deck"),
            ("strip", "strips the deck"),
            ("deal the round", "deals"),
        ):
            where = ["--at", at] if at else []
            said = ["shuffle", word] if word == "shuffle" else [word]
            result = CliRunner().invoke(main, ["walk", game, "--seed", "3", "--no-record", *where], input="\n".join(said))
            told = result.output.partition(f"dealer> {word}")[2]
            if word == "shuffle" and not at:  # the wash is due, and a riffle may be meant
                assert "Which do you mean?" in told
                assert "2  wash the cards" in told
                continue
            assert f"the dealer {act}" in told, result.output
            if not (game == "mini-baccarat" and act == "deals"):
                assert "! " in result.output, (game, at, word)


def test_the_hour_of_the_day_does_not_matter():
    """Pace is taken from a clock that knows no hours: a day that is put forward an hour changes nothing."""
    with freeze_time("2026-03-08 06:59:50", tz_offset=0) as clock:
        session = Session(Table("mini-baccarat", seats=1, seed=7))
        clock.move_to(datetime(2026, 3, 8, 7, 0, 0, tzinfo=UTC))
        session.say(Act.parse("d tap"))
    assert session._spent == pytest.approx(10.0)


def test_the_folder_is_left_as_it_was():
    """`--no-record` leaves nothing behind."""
    walk("--at", "bets", said=["no more bets"])
    assert not [path for path in Path().iterdir() if path.suffix == ".txt"]


def test_one_round_of_cards_too_many_goes_to_the_hands():
    """To pitch when every hand has its cards deals one more to each, and it is found; it is no flop."""
    args = ["walk", "holdem", "--seed", "3", "--no-record", "--players", "none", "--at", "preflop"]
    text = CliRunner().invoke(main, args, input="pitch\n").output
    told = text.partition("dealer> pitch")[2]
    assert "to board" not in told
    assert "deals to seat 2" in told
    assert "! " in told


@pytest.mark.parametrize("how", [("--help-mode", "practice"), ("--findings", "end")])
def test_what_was_taken_back_is_told_at_the_end(how):
    """Where slips are kept for the end, those that were taken back are told there too."""
    text = walk(*how, "--at", "deal", said=["burn", "undo", "quit"], code=1).output
    before, _, summary = text.partition("Summary")
    assert "That's not the next step" not in before
    assert "taken back: " in summary
    assert "slips: 1 major, including those taken back" in summary

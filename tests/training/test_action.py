"""The walk as a lesson: every level in every form of poker and in baccarat, dealt rightly, wrongly and without an answer."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import attrs
import pytest

from dealerkit.errors import RuleFileError
from dealerkit.felt import Act
from dealerkit.files.plain_data import as_plain
from dealerkit.rules.games import game as load
from dealerkit.table.bots import players_named
from dealerkit.table.record import read_record
from dealerkit.training.action.levels import levels
from dealerkit.training.action.question import WalkQuestion
from dealerkit.training.items import Item
from dealerkit.training.replies import OneOfReply
from dealerkit.training.structure import structured
from dealerkit.training.walk.opening import going_on
from dealerkit.training.walk.session import Session, open_record
from dealerkit.training.walk_results import again
from tests.sampling import daily
from tests.training.lesson_oracles import agrees
from tests.training.lessons import LEVELS, by_act, lesson, rightly, say, walk, watch, wrong


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "level"), daily(LEVELS, 4, first=0))
def test_who_answers_everything_is_told_nothing(game: str, level: int) -> None:
    """In words and by acts; no finding, and every kind of question of the level that can arise does."""
    for seed in range(2):
        for answer in (rightly, by_act):
            session = lesson(game, level, seed)
            walk(session, answer)
            assert [(one.code, one.expected, one.got) for one in session.findings()] == []
            assert session.score().points == 0


@pytest.mark.sample(4)
@pytest.mark.parametrize(("game", "level"), daily(LEVELS, 4, first=1))
def test_a_wrong_answer_is_found_once(game: str, level: int) -> None:
    """Each wrong answer is one finding of its own, and nothing follows from it."""
    for seed in range(2):
        session = lesson(game, level, seed)

        def err(session: Session, question: WalkQuestion) -> None:
            line = wrong(session, question)
            before = len(session.findings())
            if not line:
                by_act(session, question)
                assert len(session.findings()) == before
                return
            assert say(session, line), (question.kind, line)
            new = session.findings()[before:]
            assert len(new) == 1, (question.kind, question.asks, line, new)

        total = walk(session, err)
        told = sum(1 for one in session.findings())
        assert told <= sum(total.values())


@pytest.mark.sample(3)
@pytest.mark.parametrize("game", ["holdem", "omaha-hilo", "stud7", "draw", "mini-baccarat"])
def test_a_question_that_is_passed_over_is_found_once(game: str) -> None:
    """The dealer goes on as if nothing had been asked; pointing is never passed over, for nobody acts before it."""
    passed: Counter[str] = Counter()
    for seed in range(4):
        session = lesson(game, 4, seed)

        def go_on(session: Session, question: WalkQuestion) -> None:
            act = session.table.next_act()
            if question.kind in ("point", "how_much") or act is None or act.who != "d" or not question.ends(act):
                by_act(session, question)
                return
            before = len(session.findings())
            session.say(act)
            new = session.findings()[before:]
            passed[question.kind] += 1
            assert len(new) == 1, (question.kind, act, new)

        walk(session, go_on)
    assert passed


@pytest.mark.slow
def test_all_kinds_of_questions_come_up() -> None:
    """What the levels name is asked of somebody."""
    asked: Counter[str] = Counter()
    for seed in range(12):
        asked += walk(lesson("holdem", 4, seed), by_act)
        asked += walk(lesson("holdem", 3, seed, seats=6), by_act, 3)
        asked += walk(lesson("mini-baccarat", 4, seed), by_act)
        asked += walk(lesson("mini-baccarat", 3, seed), by_act)
    wanted = {"point", "bet", "call", "how_much", "count", "shares", "change", "ruling", "read"}
    wanted |= {"total", "card", "payment", "commission", "buy_in", "box", "chips", "late"}
    assert wanted - set(asked) == set()


@pytest.mark.parametrize("rules", ["tda", "wsop-live"])
def test_patrons_err_under_every_rule_set_that_rules_on_it(rules: str) -> None:
    """What is asked then is what the rule set in force rules: the perfect dealer is told nothing."""
    for seed in range(3):
        session = lesson("holdem", 4, seed, rules)
        walk(session, rightly, 3)
        assert session.findings() == []


# -- other words --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["seat 3", "3", "to seat 3", "action on 3", "Action's on seat three, please", "s3", "your turn, seat 3"]
)
def test_pointing_in_other_words(line: str) -> None:
    """Whoever points to the right seat has pointed, whatever else is said."""
    session = lesson("holdem", 1, 11, seats=3)
    walk_to(session, "point")
    seat = watch(session).open.best[0].to[1][1:]
    said = line.replace("3", seat).replace("three", {"1": "one", "2": "two", "3": "three"}[seat])
    assert say(session, said)
    assert session.findings() == []


def walk_to(session: Session, kind: str, code: str = "") -> WalkQuestion:
    """Deal as a perfect dealer until a kind of question is open."""
    for _ in range(3000):
        session.players_act()
        question = watch(session).open
        if question is not None and question.kind == kind and question.code.startswith(code):
            return question
        if question is not None:
            by_act(session, question)
        else:
            act = session.table.next_act()
            assert act is not None
            session.say(act)
    raise AssertionError(kind)


@pytest.mark.parametrize(
    "line", ["raise to {to}", "raise, {to}", "raises {to}", "it's {to}", "{to} to you", "seat {seat} makes it {to}", "{to}"]
)
def test_a_raise_said_in_other_words(line: str) -> None:
    """The amount is what counts."""
    session = lesson("holdem", 1, 3, seats=3)
    question = walk_to(session, "bet")
    amount, seat = question.best[0].n, session.table.log[-1].seat
    assert say(session, line.format(to=amount, seat=seat))
    assert session.findings() == []


@pytest.mark.parametrize("line", ["{n}", "{n} more", "it's {n}", "{n} to call", "{n} to you, seat {seat}", "{total} in all"])
def test_how_much_in_other_words(line: str) -> None:
    """What it takes, or what it comes to in all where that is said."""
    session = lesson("holdem", 2, 5)
    question = walk_to(session, "how_much")
    act = question.best[0]
    seat = int(act.to[1][1:])
    total = act.n + session.table.felt.rows["bet"][seat]
    assert say(session, line.format(n=act.n, seat=seat, total=total))
    assert session.findings() == []


@pytest.mark.parametrize(
    "line", ["string bet", "that's a call", "call only, {n} back", "{n} back to seat {seat}", "string raise, just a call"]
)
def test_a_string_bet_answered_in_other_words(line: str) -> None:
    """BR-35: the first motion counts; however it is said, the rest goes back and nothing is found."""
    session = string_bet()
    question = watch(session).open
    act = question.best[0]
    assert say(session, line.format(n=act.n, seat=act.to[0][1:]))
    assert session.findings() == []
    assert session.table.felt.rows["bet"][int(act.to[0][1:])] == max(session.table.felt.rows["bet"])


def at_ruling(code: str) -> Session:
    """A walk at the first thing of a kind that a patron does wrong."""
    for seed in range(60):
        session = lesson("holdem", 4, seed)
        for _ in range(400):
            session.players_act()
            question = watch(session).open
            if question is not None and question.code == code:
                return session
            act = question.best[0] if question is not None else session.table.next_act()
            session.say(act)
            if session.rounds.done:
                break
    raise AssertionError(code)


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("action/undercall-accepted", "{owed} more"),
        ("action/undercall-accepted", "the call is {price}"),
        ("action/undercall-accepted", "that's short, {owed} more please"),
        ("action/undercall-accepted", "full call"),
        ("action/out-of-turn-not-backed-up", "wait, it's not your turn"),
        ("action/out-of-turn-not-backed-up", "back to seat {seat}"),
        ("action/out-of-turn-not-backed-up", "action is on seat {seat}, please wait"),
        ("action/string-bet-allowed", "one motion please"),
        ("action/string-bet-allowed", "no string raises"),
        ("action/string-bet-allowed", "no raise, call"),
        ("showdown/one-card-shown-no-advice", "table your hand"),
        ("showdown/one-card-shown-no-advice", "both cards, please"),
        ("showdown/one-card-shown-no-advice", "show the whole hand"),
    ],
)
def test_a_patron_is_answered_in_other_words(code: str, line: str) -> None:
    """BR-30, BR-35, BR-36, SD-01: what is meant counts."""
    session = at_ruling(code)
    question = watch(session).open
    assert question is not None
    owed = re.findall(r"[0-9]+", f"{question.answer} 0")[0]
    price = next(iter(re.findall(r"with (\S+) to call", question.asks)), "")
    assert say(session, line.format(owed=owed, price=price, seat=question.answer[-1]))
    assert session.findings() == []


def string_bet() -> Session:
    """A walk at its first string bet."""
    return at_ruling("action/string-bet-allowed")


def test_a_string_bet_that_is_let_stand_goes_back_all_the_same() -> None:
    """BR-35: one finding; then the chips lie as the rule set has them, so that nothing follows."""
    session = string_bet()
    seat = int(watch(session).open.best[0].to[0][1:])
    assert say(session, "raise")
    assert [one.code for one in session.findings()] == ["action/string-bet-allowed"]
    session.players_act()
    assert session.table.felt.rows["bet"][seat] == max(session.table.felt.rows["bet"])


def test_what_a_patron_does_wrong_is_not_the_dealers() -> None:
    """BR-30: the player's act out of turn costs the dealer nothing."""
    for seed in range(40):
        session = lesson("holdem", 4, seed)
        walk(session, by_act, 3)
        if any(one.code == "play/BR-30" for one in session.table.findings):
            assert session.findings() == []
            assert session.score().points == 0
            return
    message = "nobody acts out of turn"
    raise AssertionError(message)


def test_nonsense_is_no_answer() -> None:
    """What is not understood costs nothing, and the question stays."""
    session = lesson("holdem", 1, 11, seats=3)
    walk_to(session, "point")
    for line in ("how?", "the weather", "seat 2 or seat 3", "99"):
        assert not say(session, line)
    assert watch(session).open is not None
    assert session.findings() == []


# -- records ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "level"), [("holdem", 4), ("mini-baccarat", 3)])
def test_a_resumed_walk_knows_what_was_answered(game: str, level: int, tmp_path: Path) -> None:
    """The answers are acts of the record: question, findings and score are the same when it goes on."""
    session = lesson(game, level, 2)
    path = tmp_path / "walk.txt"
    session.writer, _ = open_record(session.table, path, level=str(level))

    def err(session: Session, question: WalkQuestion) -> None:
        line = wrong(session, question)
        if not line or session.findings():
            by_act(session, question)
        else:
            assert say(session, line)

    walk(session, err, 1)
    for _ in range(12):
        session.players_act()
        question = watch(session).open
        if question is not None:
            break
        session.say(session.table.next_act())
    session.writer.close()
    record = read_record(path)
    again = Session.resumed(record, players_named("bots"), None, going_on(record.header.notes["level"], players_named("bots")))
    assert [one.code for one in again.findings()] == [one.code for one in session.findings()]
    assert again.score().points == session.score().points
    theirs, mine = watch(again).open, watch(session).open
    assert (theirs and theirs.asks) == (mine and mine.asks)


def test_an_answer_that_is_taken_back_is_asked_for_again() -> None:
    """Undo brings the question back."""
    session = lesson("holdem", 1, 11, seats=3)
    question = walk_to(session, "point")
    assert say(session, wrong(session, question) or "")
    assert session.findings()
    session.undo()
    assert watch(session).open is not None
    assert watch(session).open.key == question.key
    assert session.findings() == []


@pytest.mark.sample(3)
@pytest.mark.parametrize(("game", "level"), [("holdem", 4), ("omaha-hilo", 4), ("mini-baccarat", 3)])
def test_a_wrong_answer_comes_back_as_the_same_question(game: str, level: int) -> None:
    """What was asked is asked again with the table told; what was said is among the choices, what is right is right."""
    session = lesson(game, level, 3)
    asked: list[tuple[str, str]] = []

    def err(session: Session, question: WalkQuestion) -> None:
        line = wrong(session, question)
        if line:
            asked.append((question.asks, question.answer))
            assert say(session, line)
        else:
            by_act(session, question)

    walk(session, err)
    items = list(again(session))
    assert [(one.question.ask, one.key.answers[0]) for one in items] == asked
    for one in items:
        assert one.judge(one.question.reply.read(one.key.answers[0])) == 1
        assert isinstance(one.question.reply, OneOfReply)
        others = [choice.word for choice in one.question.reply.choices if choice.word != one.key.answers[0]]
        assert others
        assert all(one.judge(word) == 0 for word in others)
        assert structured(Item, as_plain(one)) == one


# -- two ways to reckon -------------------------------------------------------------------------------------------------


def proved(session: Session, question: WalkQuestion) -> None:
    """Answer a question whose answer comes out the same the other way."""
    assert agrees(session.table, question), (question.kind, question.asks, question.answer)
    by_act(session, question)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(100, 103))
@pytest.mark.parametrize("level", [3, 4])
@pytest.mark.parametrize("game", ["holdem", "omaha-hilo", "badugi", "mini-baccarat"])
def test_both_ways_to_reckon_an_answer_agree(game: str, level: int, seed: int) -> None:
    """Of every question that has a second way, over games and seeds."""
    assert walk(lesson(game, level, seed, seats=5), proved)


def test_a_wrong_answer_is_noticed() -> None:
    """A total and a count that are one too high: the other way says otherwise."""
    noticed: set[str] = set()

    def off_by_one(session: Session, question: WalkQuestion) -> None:
        (head, *rest) = question.best
        if question.kind in ("total", "count", "payment") and head.n is not None:
            wrong = attrs.evolve(question, best=(Act.make(head.who, head.verb, *head.to, n=head.n + 1), *rest))
            assert not agrees(session.table, wrong)
            noticed.add(question.kind)
        by_act(session, question)

    for game, level in (("holdem", 4), ("mini-baccarat", 1), ("mini-baccarat", 3)):
        walk(lesson(game, level, 2), off_by_one)
    assert noticed == {"total", "count", "payment"}


def test_a_house_that_takes_another_commission_is_asked_as_well() -> None:
    """Four per cent on banker: the commission is asked, as under five (BA-49, BA-50)."""
    assert walk(lesson("mini-baccarat", 3, 3, commission_rate="0.04"), by_act, hands=6)["commission"]


# -- levels as data -----------------------------------------------------------------------------------------------------


def test_a_house_changes_a_level_and_adds_one_without_python(tmp_path: Path) -> None:
    """`procedures: walk/poker` of a rule set is laid over the levels."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "set: corner\nextends: tda\ntitle: Corner\nprocedures:\n  walk/poker:\n    levels:\n"
        "      1: {asks: {point: 0}}\n      5: {title: only counting, at: pitch, asks: {count: 100}}\n",
        encoding="utf-8",
    )
    assert set(walk(lesson("holdem", 1, 1, str(house)), rightly)) <= {"bet"}
    assert set(walk(lesson("holdem", 5, 1, str(house)), rightly, 3)) == {"count"}


def test_a_level_that_names_what_there_is_not_is_refused(tmp_path: Path) -> None:
    """File and line, before anything is dealt."""
    house = tmp_path / "house.yaml"
    house.write_text(
        "set: corner\nextends: tda\ntitle: Corner\nprocedures:\n  walk/poker:\n    levels:\n      1: {asks: {poin: 100}}\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError, match="unknown name under `asks`: 'poin'") as refused:
        lesson("holdem", 1, 1, str(house))
    assert [problem.line for problem in refused.value.problems] == [7]


def test_what_is_plainly_an_act_is_no_reading() -> None:
    """Who forgets to read and takes the hand in has forgotten it, and not misread it (DP-24)."""
    for seed in range(40):
        session = lesson("holdem", 4, seed)
        for _ in range(300):
            session.players_act()
            question = watch(session).open
            if question is not None and question.kind == "read":
                for line in ("muck s2", "push it to seat 3", "kill s2, push the pot to s3"):
                    assert watch(session).hear(line, session.table) is None
                return
            act = question.best[0] if question is not None else session.table.next_act()
            session.say(act)
            if session.rounds.done:
                break
    message = "no hand is tabled"
    raise AssertionError(message)


def test_what_a_question_rests_on_is_data():
    """No rule's id stands in the questions; the level's file names them, and its wrong answers cite them."""
    folder = Path(__file__).parents[2] / "dealerkit" / "training" / "action"
    for path in folder.glob("*.py"):
        texts = [node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)]
        held = [one for one in texts if isinstance(one, str) and re.fullmatch(r"[A-Z]{2,3}-\d+[a-z]?", one)]
        assert held == [], path
    for name in ("holdem", "mini-baccarat"):
        for found in levels(load(name)).values():
            named = {"call": "said", "bet": "said", "change": "big_chip", "ruling": "string_bet", "relief": ""}
            wanted = {named.get(kind, kind) for kind in found.asks} - {""}
            assert wanted <= set(found.rules), (name, found.number)
            assert all(found.rules.values())

"""Every drill at every level: its keys agree with a second method, and its exercises can be shown, answered, judged and kept."""

from __future__ import annotations

import ast
import itertools
import json
import math
import re
from collections import Counter
from pathlib import Path

import attrs
import pytest
from _pytest.mark.structures import ParameterSet

from dealerkit.errors import RuleFileError
from dealerkit.files.plain_data import as_plain
from dealerkit.rules.games import games
from dealerkit.rules.sets import catalogue
from dealerkit.training import generators
from dealerkit.training.drills import courses, drill, drill_ids
from dealerkit.training.exercises import exercise, exercises, setting, situation
from dealerkit.training.generators import generator
from dealerkit.training.items import Item
from dealerkit.training.replies import AnyOfReply, OneOfReply, PartsReply
from dealerkit.training.structure import structured
from tests.sampling import LONG, daily
from tests.training.oracles import PROVED, disputed, proof

pytestmark = pytest.mark.campaign

MANY = 500 if LONG else 20
DEALT = ("next_step", "find_slip")
"""Generators that deal whole hands for an exercise."""
LEVELS = [(name, level) for name in drill_ids() for level in drill(name).levels]
ASKED = [(name, level) for name, level in LEVELS if drill(name).kind in ("asked", "ordered", "ruled", "reviewed", "written")]
FIRST = {drill(name).generator: (name, level) for name, level in reversed(ASKED)}
"""The first drill of each generator, at its first level."""


def sampled() -> list[ParameterSet]:
    """One drill of each generator every day; before a change the first level of every drill, and each third one."""
    found = daily([(each,) for each in ASKED], 3, keep=lambda each: each[0][1] == 1)
    every_day = (*FIRST.values(),)
    return [
        one if one.marks or one.values[0] in every_day else pytest.param(*one.values, marks=pytest.mark.thorough) for one in found
    ]


@pytest.fixture(scope="module", params=sampled(), ids=lambda each: f"{each[0]}-{each[1]}")
def row(request):
    """A row of exercises of a drill at a level, with the setting."""
    where = setting(*request.param)
    many = max(8, MANY // 5) if is_read(where) or where.drill.generator in DEALT else MANY  # hands take longer to deal
    return where, list(itertools.islice(exercises(where, "42"), many))


def is_read(where):
    """Whether a whole record is read: reviewed for slips, or with the facts hidden in it."""
    return where.drill.kind == "reviewed" or bool(where.told("record"))


def test_the_two_keys_agree(row):
    """No exercise has a key that the other method does not come to."""
    assert disputed(*row) == []


def test_the_right_answer_is_right_as_it_is_typed(row):
    """What the key holds reads back as itself, and is judged right; so is it in capitals and with spaces around it."""
    for item in row[1]:
        for answer in item.key.answers:
            assert item.question.reply.read(answer) == answer
            assert item.judge(item.question.reply.read(f"  {answer.upper() if not _has_cards(item) else answer} ")) == 1


def _has_cards(item):
    kinds = [part.kind for _, part in item.question.reply.parts] if isinstance(item.question.reply, PartsReply) else []
    return "cards" in (item.question.reply.kind, *kinds)


def test_an_exercise_is_kept_whole(row):
    """What is written into a file is all there is to it."""
    for item in row[1]:
        assert structured(Item, json.loads(json.dumps(as_plain(item)))) == item


def test_no_two_in_a_row_are_alike(row):
    """Nobody is asked the same twice in a row."""
    assert not any(one.question == other.question for one, other in itertools.pairwise(row[1]))


def test_a_seed_makes_the_same_exercise_again(row):
    """Seed and cell are all that is needed to make an exercise again."""
    where, items = row
    for item in items[: 5 if LONG else 1]:
        assert exercise(where, item.seed, item.cell) == item


def test_no_choice_is_the_likeliest(row):
    """Where there are classes of answers, always giving one of them must not score well."""
    counts = Counter(item.label for item in row[1])
    if len(counts) > 1:
        chance = max(0.25, 0.25 * math.sqrt(40 / len(row[1])))  # so far off that fewer than one draw in a thousand is
        assert counts.most_common(1)[0][1] <= len(row[1]) * (1 / len(counts) + chance)


def test_keys_cite_and_explain(row):
    """A wrong answer is explained with the rule and a working that is not cut, and counts under findings that there are."""
    codes = catalogue().findings.data["findings"]
    for item in row[1]:
        assert item.key.rules
        assert item.key.working
        assert not [line for line in item.key.working if line.endswith("...")]
        assert item.key.codes or item.key.by_answer
        for code in (*item.key.codes, *itertools.chain(*item.key.by_answer.values())):
            assert code in codes or code.startswith(("step/", "play/")), code


def test_what_is_shown_fits_the_screen(row):
    """Lines of 78 columns, no more than 18 of them; keys of choices are apart, and none of them is the key to leave.

    A record that is reviewed is read whole, as long as a hand is: a screen shows it in pages.
    """
    for item in row[1]:
        assert len(item.question.show) <= (60 if is_read(row[0]) else 18), item.question.show
        assert all(len(line) <= 78 for line in (*item.question.show, item.question.ask)), item.question
        if isinstance(item.question.reply, OneOfReply | AnyOfReply):
            keys = [choice.key for choice in item.question.reply.choices]
            assert len(set(keys)) == len(keys)
            assert not {"q", "?"} & set(keys)


@pytest.mark.sample(3, most=20)
@pytest.mark.parametrize(("name", "level"), [(name, level) for name, level in ASKED if drill(name).generator in PROVED])
def test_a_wrong_key_is_noticed(name, level):
    """If the key were wrong the second method would say so."""
    where = setting(name, level)
    cell = next(iter(generator(where.drill).cells(where)))
    item = exercise(where, "1", cell)
    wrong = attrs.evolve(item, key=attrs.evolve(item.key, answers=("something else",)))
    assert proof(where, situation(where, "1", cell)) is None or [one for one, _ in disputed(where, [wrong])] == [wrong]


def test_courses_name_drills_that_there_are():
    """Each course leads through drills that exist, and every drill stands in some course."""
    named = [name for course in courses() for name in course.drills]
    assert set(named) == set(drill_ids())
    assert len({course.key for course in courses()}) == len(courses())


# -- what is data --


@pytest.mark.parametrize("path", sorted(Path(generators.__file__).parent.glob("*.py")), ids=lambda path: path.stem)
def test_rules_and_games_are_named_in_the_drills_files(path):
    """A generator holds no rule's id and no game's: both stand in the drill's file, where a house can lay its own over them."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    words = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings may cite
    held = [str(node.value) for node in words if id(node) not in said]
    assert not [word for word in held if re.search(r"\b[A-Z]{1,3}-[0-9]{2}\b", word)]
    assert not set(held) & (set(games()) - PLAIN_WORDS)


PLAIN_WORDS = {"draw", "cash"}
"""Ids of games that are words besides: a card is drawn, chips are changed for cash."""


def test_a_case_without_rules_is_told_with_its_file(tmp_path):
    """A house's drill that names no rule for a case of its key is refused with file and line, not answered without a rule."""
    path = tmp_path / "rake.yaml"
    path.write_text("drill: house/rake\nextends: poker/rake-and-drop\nwith: {rules: {rake: null}}\n", encoding="utf-8")
    with pytest.raises(RuleFileError, match=r"no rules are listed for 'rake'"):
        next(exercises(setting(path, 1), "1"))


def test_a_house_writes_the_lines_of_its_own_help(tmp_path):
    """They are read as they stand; a sentence that is no list is refused with file and line, and not shown letter by letter."""
    path = tmp_path / "count.yaml"
    path.write_text(
        "drill: house/count\nextends: poker/pot-count\nwith: {help: [Count twice., Say it once.]}\n", encoding="utf-8"
    )
    where = setting(path, 1)
    assert generator(where.drill).help(where) == ("Count twice.", "Say it once.")
    other = tmp_path / "other.yaml"
    other.write_text("drill: house/count\nextends: poker/pot-count\nwith: {help: Count twice.}\n", encoding="utf-8")
    with pytest.raises(RuleFileError, match=r"other.yaml:3:14: with.help: expected a list"):
        setting(other, 1)


# -- worked examples of the ledger, section 5 --


@pytest.mark.parametrize(
    ("cell", "answer"),
    [
        ("banker 3, third 8", "stand"),
        ("banker 3, third 9", "draw"),
        ("banker 4, third 1", "stand"),
        ("banker 5, third 4", "draw"),
        ("banker 6, third 6", "draw"),
        ("banker 6, player stood", "stand"),
        ("banker 5, player stood", "draw"),
        ("banker 7, third 7", "stand"),
    ],
)
def test_third_card_as_the_ledger_has_it(cell, answer):
    """BA-35 to BA-41, the examples of drill 2."""
    assert exercise(setting("baccarat/third-card-flash", 3), "1", cell).key.answers == (answer,)


def test_57_of_88_cells_draw():
    """The published count of the tableau (ledger 5.1)."""
    where = setting("baccarat/third-card-flash", 3)
    counts = Counter(generator(where.drill).cells(where).values())
    assert (counts["draw"], sum(counts.values())) == (57, 88)


@pytest.mark.parametrize(
    ("stake", "taken", "paid"),
    [
        (25, "1.25", "23.75"),
        (85, "4.25", "80.75"),
        (185, "9.25", "175.75"),
        (1225, "61.25", "1163.75"),
        (2375, "118.75", "2256.25"),
    ],
)
def test_commission_as_the_ledger_has_it(stake, taken, paid):
    """BA-63, BA-65, BA-66, the examples of drill 4."""
    from dealerkit.training.generators.commission import GENERATOR, CommissionSituation

    where = setting("baccarat/commission", 2)
    assert GENERATOR.key(where, CommissionSituation(((1, stake),))).answers == (f"{taken} | {paid}",)

"""Decision trees as drawings: whoever answers the questions comes to what the engine rules, and nothing sticks out of its box."""

from __future__ import annotations

import itertools
import json

import pytest

from dealerkit.errors import UnknownName
from dealerkit.rules.games import game
from dealerkit.rulings.decision import decide
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.games import faults_of, game_facts, values_here
from dealerkit.sheets.drawings.letters import width
from dealerkit.sheets.drawings.questions import TreeOutcome, TreeQuestion, outcomes, questions
from dealerkit.sheets.drawings.trees import A5, tree

from .svg import SPACE, compiled, labels, read

GAMES = [("mini-baccarat", "us"), ("mini-baccarat", "macau"), ("holdem", "tda"), ("stud7", "rrop"), ("canasta", None)]
LARGE = ("card_exposed", "words", "wrong_count", "mucked")


@pytest.mark.sample(3)
@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_every_way_through_a_tree_ends_where_the_engine_does(name, rules):
    """Every fault that can happen in the game, every answer that a case tells apart."""
    played = game(name, rules)
    assert played.rules is not None
    ways = 0
    for fault in faults_of(played):
        for answers, end in outcomes(questions(played, fault)):
            facts = {**game_facts(played, at_table=False), **answers}
            ruling = decide(played.rules, fault, facts, played.options)
            while not ruling.decided:  # the desk rules for all games: what only other games have does not matter here
                fact = known_facts()[ruling.needs[0]]
                facts[fact.name] = values_here(played, fact.name, list(fact.values))[0]
                ruling = decide(played.rules, fault, facts, played.options)
            assert ruling.case == end.case, (fault, answers)
            ways += 1
    assert ways >= len(faults_of(played)) > 0


@pytest.mark.parametrize(("name", "rules"), GAMES)
def test_no_question_is_asked_in_vain(name, rules):
    """Two different ends at least behind each question, each answer told once."""
    played = game(name, rules)

    def look(node):
        if isinstance(node, TreeQuestion):
            assert len({branch.node for branch in node.branches}) == len(node.branches) > 1
            answers = [branch.answer for branch in node.branches]
            assert len(set(answers)) == len(answers)
            assert all(answers)
            for branch in node.branches:
                look(branch.node)

    for fault in faults_of(played):
        look(questions(played, fault))


@pytest.mark.parametrize(("name", "rules"), GAMES)
@pytest.mark.sample(1, most=2)
def test_trees_are_drawn_whole_and_fit_their_page(name, rules):
    """On the smaller paper too: no drawing higher or wider than the room, no line wider than its box, no text lost."""
    played = game(name, rules)
    for fault in [one for one in faults_of(played) if one in LARGE or len(one) % 9 == 0]:
        for room in ((180.0, 257.0), A5):
            drawn = tree(played, fault, page=room)
            said = " ".join(label for one in drawn for label in labels(one))
            for one in drawn:
                fits(one, room)
            ends = {end for _, end in outcomes(questions(played, fault))}
            for end in ends:
                assert end.ruling.split()[-1] in said if end.ruling else end.say.split()[-1] in said
            told = " ".join(one.alt for one in drawn)
            assert all(end.say in told and end.ruling in told for end in ends)


def fits(drawn, room):
    """Every box lies within the drawing, and every line within a box."""
    assert drawn.width <= room[0]
    assert drawn.height <= room[1] + 0.5
    root = read(drawn)
    boxes = [tuple(float(node.get(key, "0")) for key in ("x", "y", "width", "height")) for node in root.iter(f"{SPACE}rect")]
    for x, y, wide, high in boxes:
        assert x >= 0
        assert y >= 0
        assert x + wide <= drawn.width + 0.01
        assert y + high <= drawn.height + 0.01
    large = [box for box in boxes if box[2] > 2]
    for (ax, ay, aw, ah), (bx, by, bw, bh) in itertools.combinations(large, 2):
        assert ax + aw <= bx + 0.01 or bx + bw <= ax + 0.01 or ay + ah <= by + 0.01 or by + bh <= ay + 0.01
    for node in root.iter(f"{SPACE}text"):
        x, y, size = (float(node.get(key, "0")) for key in ("x", "y", "font-size"))
        end = x + width(node.text or "", size, bold=node.get("font-weight") == "bold")
        inside = any(bx <= x and end <= bx + bw + 0.01 and by <= y <= by + bh for bx, by, bw, bh in large)
        assert inside or (node.text or "").startswith("Part "), node.text


def test_a_branch_that_comes_twice_is_drawn_once():
    """Parts are numbered from 1 without a gap, and each but the first is referred to."""
    for fault in LARGE:
        drawn = tree(game("holdem", "tda"), fault, page=A5)
        said = [label for one in drawn for label in labels(one)]
        parts = [label for label in said if label.startswith("Part ")]
        assert parts == [f"Part {number}" for number in range(1, len(parts) + 1)]
        assert {f"go on at part {number}" for number in range(2, len(parts) + 1)} == {
            label for label in said if label.startswith("go on at part")
        }


def test_rules_stand_behind_outcomes_only_where_they_are_wanted():
    """A supervisor's tree has no ids unless asked for."""
    played = game("holdem", "tda")
    plain, numbered = (
        " ".join(label for one in tree(played, "boxed_card", rules=rules) for label in labels(one)) for rules in (False, True)
    )
    assert "MD-05" not in plain
    assert "MD-05" in numbered


def test_a_fault_that_needs_no_question():
    """It is its outcome alone."""
    played = game("canasta")
    fault = next(one for one in faults_of(played) if isinstance(questions(played, one), TreeOutcome))
    (drawn,) = tree(played, fault)
    assert labels(drawn)


def test_what_is_not_ruled_on():
    """A clear error, with what is."""
    with pytest.raises(UnknownName, match="boxed"):
        tree(game("holdem", "tda"), "boxed_cart")


@pytest.mark.thorough
def test_house_text_stays_text(tmp_path):
    """What a house has the floor say is printed as it is, whatever is in it and however long it is."""
    for said in ('<script>alert("1")</script> & \\ ]]> $x$ #y @z `*_', "word " * 2_000, "x" * 10_000):
        house = {"set": "house", "extends": "tda", "faults": {"boxed_card": {"cases": {"otherwise": {"say": said}}}}}
        file = tmp_path / "house.yaml"
        file.write_text(json.dumps(house), encoding="utf-8")
        drawn = tree(game("holdem", file), "boxed_card")
        assert all("<script" not in one.svg for one in drawn)
        printed = "".join(label for one in drawn for label in labels(one)).replace(" ", "")
        assert said.replace(" ", "") in printed
        assert all(one.height <= 258 for one in drawn)
        assert compiled(*drawn).startswith(b"%PDF")


def test_the_same_bytes_and_typst():
    """Drawn twice alike; a PDF is made of it."""
    first, second = (tree(game("holdem", "tda"), "card_exposed", ink_name="mono") for _ in range(2))
    assert first == second
    assert compiled(*first).startswith(b"%PDF")

"""The code of a walk: the same walk again, whoever types it, and nothing else."""

from __future__ import annotations

import random

import attrs
import pytest

from dealerkit.procedure.compiled_game import compiled_game
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.training.help_modes import MODES
from dealerkit.training.walk.code import SIGNS, BadCode, NoCode, Plan, _print, _sets_for, decode, encode

PLAN = Plan("holdem", "tda", {}, 6, 123456, 2, "practice", "pitch")


def coded(plan: Plan) -> str:
    """The code of a plan under today's rules."""
    return encode(plan, load(plan.game, plan.rules, dict(plan.settings)).sha256)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", games())
def test_every_game_has_a_code(name):
    """Seats, seed, level, help, players: what goes in comes out."""
    rng = random.Random(name)
    for _ in range(20):
        plan = Plan(
            name, None, {}, rng.randint(1, 10), rng.randrange(1 << rng.choice((10, 20, 40))), rng.randrange(5), rng.choice(MODES),
            bots=rng.random() < 0.5,
        )  # fmt: skip
        assert decode(coded(plan)).plan == plan
        assert decode(coded(plan)).same


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", ["holdem", "mini-baccarat", "stud7", "canasta"])
def test_every_step_can_be_begun_at(name):
    """A walk that begins at a step comes back at that step."""
    paths = [one.path.split(".") for one in compiled_game(load(name)).program.walk()]
    for step in {name for path in paths for name in (*path, ".".join(path), ".".join(path[-2:]))}:
        plan = Plan(name, None, {}, 3, 7, step=step)
        assert decode(coded(plan)).plan == plan


@pytest.mark.parametrize(
    ("name", "said", "meant"),
    [
        ("mini-baccarat", {"decks": "6", "tie_pays": "9:1"}, {"decks": "6", "tie_pays": "9 to 1"}),
        ("mini-baccarat", {"commission_method": "mark"}, {"commission_method": "mark"}),
        ("holdem", {"small_blind": "2.5", "big_blind": "5"}, {"small_blind": "2.5", "big_blind": "5"}),
        ("holdem", {"all_in_buttons": "yes"}, {"all_in_buttons": "true"}),
    ],
)
def test_options_go_with_it(name, said, meant):
    """Choices, whole numbers, amounts, odds; as they are written in a record."""
    found = decode(coded(Plan(name, None, said, 2, 7)))
    assert found.plan.settings == meant
    assert found.same


def test_names_have_prints_of_their_own():
    """No two games, and no two rule sets that a game may be dealt under, are alike to a code."""
    assert len({_print(name, 12) for name in games()}) == len(games())
    for name in games():
        serving = list(_sets_for(name))
        assert len({_print(rules, 10) for rules in serving}) == len(serving) > 0


def test_a_rule_set_of_another_family_may_have_the_same_print():
    """Those of France and Colorado do: the one is for baccarat, the other for blackjack."""
    assert _print("france", 10) == _print("colorado", 10)
    for name, rules in (("mini-baccarat", "france"), ("blackjack", "colorado")):
        plan = Plan(name, rules, {}, 2, 7)
        assert decode(coded(plan)).plan == plan


def test_a_sign_that_is_wrong_is_noticed():
    """Any other sign in any place, any two side by side that changed places, any that is missing at the end."""
    code = coded(PLAN).replace("-", "")
    for at, sign in enumerate(code):
        for other in SIGNS:
            if other != sign:
                with pytest.raises(BadCode):
                    decode(code[:at] + other + code[at + 1 :])
        if at and code[at - 1] != sign:
            with pytest.raises(BadCode):
                decode(code[: at - 1] + sign + code[at - 1] + code[at + 1 :])
    for length in range(len(code)):
        with pytest.raises(BadCode):
            decode(code[:length])


def test_it_may_be_written_as_people_write():
    """Small letters, without strokes, with blanks, I and L for 1, O for 0."""
    code = coded(PLAN)
    assert decode(code.lower()).plan == PLAN
    assert decode(f" {code.replace('-', ' ')} ").plan == PLAN
    assert decode(code.replace("1", "I").replace("0", "O")).plan == PLAN
    assert decode(code.replace("1", "l")).plan == PLAN


def test_other_rules_are_noticed():
    """The print of the rules in force is another one."""
    assert not decode(encode(PLAN, "0" * 64)).same


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"rules": "house.yaml"}, "of your own"),
        ({"game": "my.yaml"}, "of your own"),
        ({"seed": 1 << 41}, "a seed this long"),
        ({"step": "no such step"}, "can't be used in a code"),
        ({"settings": {"no_such": "1"}}, "no_such"),
    ],
)
def test_what_does_not_fit_is_said(change, what):
    """No code, and why."""
    with pytest.raises(NoCode, match=what):
        encode(attrs.evolve(PLAN, **change), "0" * 64)


@pytest.mark.parametrize("text", ["", "K7QF", "!!!!", "UUUU-UUUU", "0" * 30, "Z" * 200, "ä" * 9, "K7QF-3M2P-AAAA-BBBB"])
def test_what_is_no_code_is_said(text):
    """Never a traceback."""
    with pytest.raises(BadCode):
        decode(text)

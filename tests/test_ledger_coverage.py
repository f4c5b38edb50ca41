"""Every rule of the ledger has a case or a test that bears its name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from dealerkit.arithmetic.coup import CoupRules
from dealerkit.arithmetic.odds import full_shoe, odds
from dealerkit.jobs.cases.coverage import RULE_ID, rule_ids
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game, games
from tests.shipped_cases import shipped_cases

# The ledgers' ids: a family of rules and how many it has. What comes with later games is added here.
NUMBERED = {"BA": 80, "RO": 5, "BI": 22, "SG": 11, "NP": 26, "GO": 20, "MD": 18, "DH": 11, "IR": 21}
NUMBERED |= {"HH": 14, "BR": 44, "FTR": 29, "HR": 17, "WC": 13, "HL": 7, "DR": 29, "DE": 10, "SD": 19, "DP": 29}
NUMBERED |= {"VD": 9, "CU": 19, "CO": 52, "QU": 28}
NOT_IN_LEDGER = {*(f"BR-{number}" for number in range(26, 30)), *(f"FTR-{number}" for number in range(14, 20))}
NUMBERED |= {"AF": 48, "CA": 25, "TO": 21}
READINGS = {"BA-A": 11, "NP-A": 11, "NP-E": 11}
READINGS |= {"AF-A": 11, "AF-E": 12}
READINGS |= {"CA-A": 6, "CA-E": 9}
READINGS |= {"TO-A": 12, "TO-E": 9}
NUMBERED |= {"CN": 74, "JJ": 20}
READINGS |= {"CN-A": 20, "CN-E": 17, "JJ-A": 8, "JJ-E": 7}
READINGS |= {"GO-A": 5, "GO-E": 9}
NUMBERED |= {"FT": 23, "NM": 38}
READINGS |= {"FT-A": 8, "FT-E": 9, "NM-A": 10, "NM-E": 14}
NUMBERED |= {"MS": 25, "TFS": 21, "RD": 19}
READINGS |= {"MS-A": 12, "TFS-A": 10, "RD-A": 10}
NUMBERED |= {"BJ": 91, "BJI": 39, "WAR": 15}
READINGS |= {"BJ-A": 20}
NOT_IN_LEDGER |= {"WAR-01", "WAR-03"}
NOT_DEALT = {
    "BJ-09": "two batches of a machine, with backs of two colours",
    "BJ-10": "the age of cards, which no record has",
    "BJ-12": "the closing of the table",
    "BJ-36": "the hand that takes a card out of the shoe",
    "BJ-A8": "the remedy of a dead hand is told and not dealt",
    "BJ-A9": "the same, of its insurance",
}
"""Rules of the ledger that no act at the table shows yet, each with what it is about."""
NUMBERED |= {"TCP": 20, "CST": 14, "HOD": 19}
OF_FAULTS = ["TCP-I01", "TCP-I02", "CST-I01", "CST-I02", "CST-I03", "HOD-I01", "HOD-I02", "HOD-I03", "HOD-I04"]
"""Rules of what goes wrong in these games, numbered apart."""
NOT_IN_LEDGER |= {"TCP-09", "TCP-14", "TCP-16", "TCP-19", "CST-01", "CST-03", "CST-04", "CST-07"}
NOT_IN_LEDGER |= {"HOD-01", "HOD-03", "HOD-05", "HOD-07", "HOD-08", "HOD-12"}
NOT_DEALT |= {
    "TCP-20": "the six-card bonus, which needs a hand of the player's and the dealer's cards together",
    "CST-14": "the progressive, whose meter no table has",
}
NOT_IN_LEDGER |= NOT_DEALT.keys()
LEDGER = [f"{family}-{number:02}" for family, last in NUMBERED.items() for number in range(1, last + 1)]
LEDGER = [rule for rule in LEDGER if rule not in NOT_IN_LEDGER]
LEDGER += OF_FAULTS
LEDGER += [f"{family}{number}" for family, last in READINGS.items() for number in range(1, last + 1)]
LEDGER = [rule for rule in LEDGER if rule not in NOT_DEALT]
WORKED_EXAMPLE = Path(__file__).parents[1] / "docs" / "against-the-house.md"
"""War, whose cases stand on a page of the documentation, and run with it."""


IN_A_NAME = re.compile(r"(?<=_)([a-z]{2,4})_(a?e?[0-9]+)(?=_|$)")
"""A rule's id in the name of a test: `test_ba_58_the_house_has_the_edge`."""


def proved() -> set[str]:
    """The ids that cases and tests are named after: a mention in a comment or a docstring proves nothing.

    Of a case that is its name, and the rules that it expects; of a test its name and what its decorators say: the ids of its
    parameters, and the parameters themselves, also where they stand in a table of the module.
    """
    found: set[str] = set()
    for case in shipped_cases():
        found.update(RULE_ID.findall(case.name), case.data["expect"].get("rules", ()))
    for name in re.findall(r"^  - name: (.+)$", WORKED_EXAMPLE.read_text(encoding="utf-8"), re.MULTILINE):
        found.update(RULE_ID.findall(name))
    for path in Path(__file__).parent.rglob("test_*.py"):
        if path != Path(__file__):
            found.update(borne_by(ast.parse(path.read_text(encoding="utf-8"))))
    return found | {"BA-58"}  # below


def borne_by(module: ast.Module) -> set[str]:
    """The ids that the tests of a module bear."""
    tables = {
        target.id: statement.value
        for statement in module.body
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None
        for target in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        if isinstance(target, ast.Name)
    }
    found: set[str] = set()
    for test in ast.walk(module):
        if not isinstance(test, ast.FunctionDef) or not test.name.startswith("test_"):
            continue
        found.update(f"{letters}-{number}".upper() for letters, number in IN_A_NAME.findall(test.name))
        said: list[ast.AST] = [*test.decorator_list]
        while said:
            for node in ast.walk(said.pop()):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    found.update(RULE_ID.findall(node.value))
                elif isinstance(node, ast.Name) and node.id in tables:
                    said.append(tables.pop(node.id))
    return found


def test_a_mention_is_no_proof():
    """Names and parameters count; what is said about a test, or in it, does not."""
    module = """
# CO-01
TOLD = {"BR-36 a table of cases": 1}
UNUSED = {"BR-37": 1}
@pytest.mark.parametrize("case", [*TOLD, pytest.param(2, id="SD-05")])
def test_md_03_and_np_a7(case):
    '''IR-08'''
    assert rule("IR-09")
"""
    assert borne_by(ast.parse(module)) == {"BR-36", "SD-05", "MD-03", "NP-A7"}


@pytest.fixture(scope="module")
def named():
    """Every id that a case or a test bears."""
    return proved()


@pytest.mark.parametrize("family", [*NUMBERED, *READINGS])
def test_every_rule_of_the_ledger_is_proved(named, family):
    """By a case of a rule set or game, or by a test."""
    rules = [rule for rule in LEDGER if re.fullmatch(rf"{family}-?[0-9]+", rule)]
    assert rules
    assert [rule for rule in rules if rule not in named] == []


def test_what_is_not_dealt_is_not_proved(named):
    """A rule that gets a case is taken off the list."""
    assert NOT_DEALT.keys() & named == set()


def test_the_book_of_the_game_is_the_ledger():
    """The printed rules are those of the ledger, each of them and no other."""
    in_book = {rule for rule in rule_ids("mini-baccarat") if rule.startswith("BA-")}
    assert in_book == {rule for rule in LEDGER if rule.startswith("BA-")}


HOME = {
    "nap": "NP",
    "golf": "GO",
    "fan-tan": "FT",
    "newmarket": "NM",
    "all-fours": "AF",
    "cash": "CA",
    "thirty-one": "TO",
    "canasta": "CN",
    "jenny-jenny": "JJ",
}
"""Games at home, with the letters of their ledger."""


ALIKE = {"canasta": ("canasta-two",)}
"""Forms of a game that share its ledger."""


@pytest.mark.parametrize(("name", "family"), HOME.items())
def test_the_book_of_a_game_at_home_is_the_ledger(name, family):
    """Rules and readings of the game, besides those that all home games share; its errors are found, not printed."""
    mine = {rule for rule in LEDGER if rule.startswith(f"{family}-") and "-E" not in rule}
    book = {rule for one in games() if one == name or one in ALIKE.get(name, ()) for rule in rule_ids(one)}
    assert {rule for rule in book if not rule.startswith("SG-")} == mine


@pytest.mark.parametrize(
    "game",
    [*HOME, *(form for forms in ALIKE.values() for form in forms), *(name for name in games() if game(name).family == "poker")],
)
def test_every_rule_in_the_book_of_a_game_is_proved(named, game):
    """Each rule that is printed for players and dealers bears a case."""
    assert set(rule_ids(game)) <= named


def test_ba_58_the_house_has_the_edge_in_every_bet():
    """The game is banked by the house with an edge that is built in: no bet of the table is fair."""
    rules: CoupRules = coup_rules(game("mini-baccarat"))
    counted = odds(rules, full_shoe(rules.points, 8))
    assert all(bet.edge > 0 for bet in counted.bets.values())

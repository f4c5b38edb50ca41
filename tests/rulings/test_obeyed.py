"""The decision lists alone say what the rule set says: whoever obeys a house's own ruling is not found fault with for that.

Every case of a decision list that a shipped case reaches at a table is taken out, or given another outcome, in a house of its
own, one by one; the slip is planted again, the house's ruling obeyed. `DEALERKIT_LONG=100` tries all, under every rule set of the
family; otherwise those that were once ruled on twice, and a sample. `pytest -rP` shows how many there were.
"""

from __future__ import annotations

import itertools

import pytest

from dealerkit.facts.decisions import GROUPS
from dealerkit.rules.games import game, games
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rulings import OUTCOMES
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.table.table import Table
from tests.rulings.following import LAST, SHIPPED, changes, contradicting, followed, planted, spots_of
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

EACH = 3 if LONG else 1
"""Spots tried of those that meet the same case of a list in the same way."""

RULED_TWICE_ONCE = (
    "DP-10 MD-03 the first card is shown, and the misdeal is called in time",
    "IR-08 deck/boxed-card-dealt, it stays in the hand",
    "IR-05 deck/foul-not-stopped, a card twice and the dealer goes on",
    "IR-03 deck/foul-not-stopped, a wrong back",
    "RM-05 IR-09 a joker on the flop is replaced by the next card",
    "MD-02 MD-13 MD-15 deal/misdeal-after-gate, two players have acted in a cash game",
    "DR-12 draw/change-of-draw-allowed, all first, when the next has said his number",
    "BR-06 action/raise-cap-exceeded, a cap that was reached stays",
    "BR-36 action/wrong-limit, the lower limit on the turn",
    "BR-22 BR-36 action/wager-too-small, a bet under the big blind is left standing",
    "BR-41 action/pot-limit-maximum-wrong, a bet over the pot stands",
    "DH-03 stud/upcards-lifted-not-killed, the player calls after all",
    "DH-04 stud/wrong-count-plays, eight cards",
    "DP-11 deal/exposed-card-replaced-wrongly, another card is burned",
)
SAMPLE = [case for case in SHIPPED if case.name in RULED_TWICE_ONCE] + SHIPPED[:: max(1, 480 // max(1, LONG))]


def listed():
    """Every case of every decision list of the rule sets here, by set, fault and name."""
    for name in rule_sets():
        rules = rule_set(name)
        yield from ((rules.name, fault, case.name) for fault in rules.faults for case in decision_list(rules, fault).cases)


def ways(case):
    """The rule sets that a case is played under: its own, and in a campaign of everything every other of its family."""
    yield None
    if LONG >= 100:
        family = game(case.data["game"]).family
        yield from (name for name in rule_sets() if rule_set(name).family == family)


def test_the_cases_that_were_ruled_on_twice_are_all_there():
    """A case that was given another name would not be tried."""
    assert set(RULED_TWICE_ONCE) <= {case.name for case in SHIPPED}


@pytest.mark.thorough
def test_nobody_is_found_fault_with_for_obeying_a_house():
    """MD-03, MD-05, MD-18, IR-03 ...: no finding speaks of what the house has ruled otherwise."""
    met: dict[tuple[object, ...], int] = {}
    tried = obeyed = 0
    wrong = []
    for case, rules in [(each, rules) for each in SAMPLE for rules in ways(each)]:
        for spot in spots_of(case, rules):
            key = (spot.rules, spot.fault, spot.ruled, spot.code, spot.given)
            met[key] = met.get(key, 0) + 1
            if met[key] > EACH:
                continue
            for changed in changes(rule_set(spot.rules), spot.fault, spot.ruled):
                tried += 1
                found = contradicting(spot, changed)
                obeyed += found is not None
                wrong += [(changed, case.name, spot.lines, one.code, one.got) for one in found or ()]
    reached = {key[:3] for key in met} & set(listed())
    print(f"{len(reached)} of {len(set(listed()))} cases of decision lists reached at a table")
    print(f"{tried} changes tried at {sum(met.values())} spots, {obeyed} of them lead to another ruling there")
    assert wrong == []
    assert obeyed > (1500 if LONG >= 100 else 50)


def to_the_flop(table, floor):
    """A perfect dealer goes on; the floor rules what it has to, or nobody calls it."""
    for _ in range(80):
        rule = table.floor.to_rule if floor else None
        table.push(rule if rule is not None else table.next_act())
        if len(table.felt.places["board"]) == 3:
            return


@pytest.mark.parametrize("floor", [True, False])
def test_md_03_a_house_that_exchanges_the_first_card_shown(exchanging_house, floor):
    """The exchange is due after the deal, its card is the burn, and nobody speaks of a misdeal."""
    table = Table("holdem", rules=exchanging_house, seats=4, button=4, seed=3)
    table.advance("pitch")
    table.push("d deal s1 up")
    assert [(one.ruling.outcome, one.ruling.remedies) for one in table.rulings] == [("card_replaced", ("RM-02",))]
    to_the_flop(table, floor)
    assert {finding.code for finding in table.findings} == {"step/pitch-wrong-face"}
    texts = [act.text for act in table.log]
    assert any(text.startswith("d move s1 burns") for text in texts)
    assert not any(text.startswith("d burn") for text in texts)
    assert [len(table.felt.places[f"s{seat}"]) for seat in range(1, 5)] == [2, 2, 2, 2]


def test_md_03_where_the_first_card_shown_is_a_misdeal_it_is_owed():
    """The rule set without the house: nobody calls it, and that is found when the gate has passed."""
    table = Table("holdem", rules="tda", seats=4, button=4, seed=3)
    table.advance("pitch")
    table.push("d deal s1 up")
    while len(table.felt.places["board"]) < 3 and "deal/exposed-card-misdeal-not-called" not in {f.code for f in table.findings}:
        act = table.plan()[0] if table.plan() else next(iter(table.ask)) + " call"
        table.push(act)
    assert "deal/exposed-card-misdeal-not-called" in {finding.code for finding in table.findings}


def test_md_15_a_house_may_call_a_misdeal_later_than_its_gate(tmp_path):
    """A list that ends the hand whatever was done: the floor that rules so is right by it, and wrong by the set under it."""
    path = tmp_path / "club.yaml"
    case = "{outcome: misdeal, remedies: [RM-01]}"
    path.write_text(
        f"set: club\nextends: rrop\nfamily: poker\nfaults:\n  misdeal_called_late: {{cases: {{otherwise: {case}}}}}\n",
        encoding="utf-8",
    )
    for rules, codes in ((path, []), ("rrop", ["deal/misdeal-after-gate"])):
        table = Table("holdem", rules=rules, seats=4, button=4, seed=3)
        table.advance("preflop")
        for act in ("s3 fold", "s4 fold", "d floor", "f rule misdeal"):
            table.push(act)
        assert [finding.code for finding in table.findings] == codes


def test_sd_07_where_only_the_floor_may_ask_no_hand_is_turned_up_for_a_player(tmp_path):
    """Cedar Street lets nobody but the floor ask for a hand; by Robert's rules a player may."""
    for rules, codes in (("rrop", []), ("cedar-room", ["showdown/hand-disclosed-by-dealer"])):
        table = Table("holdem", rules=rules, seats=3, button=3, seed=5)
        table.advance("show")
        table.push("s2 say I want to see the hand")
        before = len(table.findings)
        table.push("d turn s1 up")
        assert [f.code for f in table.findings[before:] if f.code == "showdown/hand-disclosed-by-dealer"] == codes


def test_ftr_05_a_short_flop_that_stands_is_told_of_once(tmp_path):
    """One card of the flop comes, and somebody acts: where what was done stands as it is, the turn makes no short flop of it."""
    path = tmp_path / "club.yaml"
    case = "{outcome: play_on, remedies: []}"
    path.write_text(
        f"set: club\nextends: wsop-live\nfamily: poker\nfaults:\n  flop_short: {{cases: {{acted_on_it: {case}}}}}\n",
        encoding="utf-8",
    )
    table = Table("holdem", rules=path, seats=4, button=1, seed=3)
    table.advance("board")
    for act in ("d deal board", "s2 check"):
        table.push(act)
    table.advance("call_showdown")
    assert len(table.felt.places["board"]) == 3
    assert [one.code for one in table.findings] == ["street/flop-one-by-one", "street/short-flop-acted-on"]


def test_a_change_is_one_that_a_house_could_write():
    """Each of them is a rule set that can be ruled by; the last case is never taken out."""
    rules = rule_set("tda")
    for fault in itertools.islice(rules.faults, 0, None, 9):
        for case in decision_list(rules, fault).cases:
            for changed in changes(rules, fault, case.name):
                assert decision_list(changed.house, fault).cases
                assert not (case.name == LAST and changed.outcome is None)


def test_a_slip_is_planted_where_the_case_says():
    """Played as far as the spot, the usual ruling stands; obeyed, it brings no contradiction of itself."""
    case = next(case for case in SHIPPED if case.name == RULED_TWICE_ONCE[0])
    spot = next(spot for spot in spots_of(case) if spot.given)
    table = planted(spot, None)
    assert table.rulings[-1].ruling.case == spot.ruled == "first_or_second"
    assert "deal/exposed-card-misdeal-not-called" not in {finding.code for finding in followed(table, spot)}


def test_what_duties_ask_of_the_rule_set_is_something_it_can_say():
    """A word that is no outcome, no group of them and no remedy would never be met."""
    known = {*OUTCOMES, *GROUPS}
    for name in games():
        made = game(name)
        asked = [words for duty in (made.data.get("duties") or {}).values() for key in ("ruled", "unless") for words in
                 (duty.get(key) or {}).values()]  # fmt: skip
        remedies = made.rules.remedies if made.rules is not None else {}
        assert {word for words in asked for word in words} <= {*known, *remedies}
        assert set(made.data["felt"].get("exchanges", ())) <= {*known, *remedies}


@pytest.mark.parametrize(("outcome", "cards"), [("card_replaced", 2), ("card_plays", 1)])
def test_dr_29_a_card_shown_on_the_draw_that_plays_is_not_replaced(tmp_path, outcome, cards):
    """One card is drawn and shown: by Robert's rules another takes its place, by this house's it stays."""
    path = tmp_path / "club.yaml"
    case = "{outcome: card_plays, remedies: []}" if outcome == "card_plays" else "{say: Another one for you.}"
    path.write_text(
        f"set: club\nextends: rrop\nfamily: poker\nfaults:\n  card_exposed: {{cases: {{on_draw: {case}}}}}\n", encoding="utf-8"
    )
    table = Table("draw", rules=path, seats=3, button=3, seed=3)
    while not any("draw" in moves for moves in table.ask.values()):
        table.advance()
    seat = next(seat for seat, moves in table.ask.items() if "draw" in moves)
    table.push(f"{seat} draw {table.felt.names(table.felt.cards(seat))[0]}")
    while (act := table.next_act()) is not None and act.verb != "deal":
        table.push(act)
    table.push(f"{act.text} up")
    shown = len(table.log)
    while not any(one.verb in ("check", "bet", "sweep") for one in table.log[shown:]):
        table.push(table.next_act())
    came = [one for one in table.log if one.verb == "deal" and one.to == (seat,)]
    assert sum(one.count for one in came) == 5 + cards
    assert "draw/exposed-card-mishandled" not in {finding.code for finding in table.findings}

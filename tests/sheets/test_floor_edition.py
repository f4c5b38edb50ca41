"""The supervisor's index: every dispute of every game stands in it, and what it says is what the engine rules."""

from __future__ import annotations

import functools
import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.games import Game, game, games
from dealerkit.rules.page_data import page_data
from dealerkit.rules.sets import RuleSet, rule_sets
from dealerkit.rulings import OUTCOMES, UNDECIDED, decide, known_facts, known_faults
from dealerkit.rulings.circumstances import circumstances
from dealerkit.rulings.conditions import holds, told_apart
from dealerkit.rulings.decision_lists import DecisionList, decision_list
from dealerkit.rulings.games import can_fit, faults_in_force, values_in_force
from dealerkit.rulings.outcome_words import ANSWER
from dealerkit.sheets.disputes import PrintedDecision, PrintedDispute, known_here, moments
from dealerkit.sheets.document import Document, Heading, Index, Paper, TableBlock, Thumb, inner, plain, texts
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.editions.floor import make
from tests.sampling import daily

BY_SET = [
    *((name, None) for name in games() if game(name).family != "poker"),
    *((name, None) for name in ("holdem", "omaha-hilo", "stud7", "razz", "draw", "lowball-a5")),
    *(("holdem", name) for name in ("tda", "wsop-live", "cedar-room")),
    *(("mini-baccarat", name) for name in ("macau", "france", "louisiana", "nsw", "spain")),
]
"""Every game that is not poker, every form of poker that has faults of its own, and the other rule sets."""
TRIALS = 12
"""How many sets of facts are ruled on for each dispute; `random.Random` makes them, by the dispute's name."""


@functools.cache
def _order(name: str, rules: str | None = None) -> EditionOrder:
    return EditionOrder((game(name, rules),))


@functools.cache
def _document(name: str, rules: str | None = None) -> Document:
    return make(_order(name, rules))


@functools.cache
def _disputes(order: EditionOrder) -> tuple[PrintedDispute, ...]:
    return tuple(dispute for moment in moments(order.context()) for dispute in moment.disputes)


def _cells(document: Document) -> dict[str, list[str]]:
    """What stands in the table of rulings below each numbered heading, row by row."""
    found: dict[str, list[str]] = {}
    number = ""
    for block in (one for outer in document.blocks for one in inner(outer)):
        if isinstance(block, Heading):
            number = block.number
        elif isinstance(block, TableBlock) and number:
            found[number] = ["\n".join(plain(line) for cell in row for line in cell.lines) for row in block.rows]
    return found


@pytest.mark.parametrize(("name", "rules"), daily(BY_SET, 3))
@pytest.mark.sample(1, most=3)
def test_every_fault_and_question_of_a_game_has_its_number_and_its_rulings(name: str, rules: str | None) -> None:
    """What the rule set rules on in that game stands there once, with a heading and as many rows as there are rulings."""
    order = _order(name, rules)
    document = _document(name, rules)
    ruled = faults_in_force(order.game)
    assert sorted(one.fault for one in _disputes(order)) == sorted(ruled)
    headings = {
        block.number: plain(block.text) for outer in document.blocks for block in inner(outer) if isinstance(block, Heading)
    }
    cells = _cells(document)
    for number, one in enumerate(_disputes(order), 1):
        assert headings[str(number)] == one.title
        rows = cells[str(number)]
        assert len(rows) == len(one.decisions) >= 1
        for row, decision in zip(rows, one.decisions, strict=True):
            assert all(said[1:] in row for said in decision.when)  # behind another one it begins with a small letter
            for said in (
                decision.ruling,
                decision.say,
                *(one.said for one in decision.remedies),
                *decision.weigh,
                *decision.choices,
            ):
                assert said in row
            assert decision.say or decision.ruling


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "rules"), daily(BY_SET, 3))
def test_the_first_line_that_fits_is_what_the_engine_rules(name: str, rules: str | None) -> None:
    """Whatever the facts are, the first printed line whose conditions they meet is the ruling, in outcome, words and remedies."""
    order = _order(name, rules)
    known, played = known_here(order.context()), order.game
    assert played.rules is not None
    seen = 0
    for one in _disputes(order):
        listed = decision_list(played.rules, one.fault, played.options)
        dice = random.Random(one.fault)
        for _ in range(TRIALS):
            facts = {fact: known[fact] if fact in known else dice.choice(_values(played, listed, fact)) for fact in listed.facts}
            ruling = decide(played.rules, one.fault, facts, played.options)
            assert ruling.outcome != UNDECIDED
            # What bets told besides would say goes first; where it says something else than the dice did, it is another dispute.
            if any(ruling.facts[fact] != value for fact, value in facts.items()):
                continue
            first = next(row for row in one.decisions if _fits(row.wants, facts))
            _agrees(first, ruling)
            seen += 1
    assert seen > 2 * len(list(_disputes(order)))


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "rules"), [("mini-baccarat", None), ("holdem", None), ("holdem", "tda"), ("canasta", None), ("red-dog", None)]
)
def test_every_printed_line_is_reached(name: str, rules: str | None) -> None:
    """For each ruling there are facts that meet its conditions and no earlier one's, and the engine comes to it by them."""
    order = _order(name, rules)
    known, played = known_here(order.context()), order.game
    assert played.rules is not None
    for one in _disputes(order):
        for at, decision in enumerate(one.decisions):
            facts = next(_meeting(played, played.rules, one, at, known), None)
            assert facts is not None, (one.fault, decision.case)
            _agrees(decision, decide(played.rules, one.fault, facts, played.options))


@pytest.mark.parametrize(("name", "rules"), BY_SET)
def test_what_is_left_out_is_ruled_out_by_the_game_itself(name: str, rules: str | None) -> None:
    """A case that is not printed needs another game, form or option, or never comes behind an earlier one."""
    order = _order(name, rules)
    known, played = known_here(order.context()), order.game
    assert played.rules is not None
    for one in _disputes(order):
        printed = {decision.case for decision in one.decisions}
        earlier: list[Mapping[str, Any]] = []
        for case in decision_list(played.rules, one.fault, played.options).cases:
            left = {fact: wanted for fact, wanted in case.when.items() if fact not in known}
            cannot = any(not holds(wanted, known[fact]) for fact, wanted in case.when.items() if fact in known)
            if case.name not in printed:
                covered = any(before.items() <= left.items() for before in earlier) or _none_left(played, earlier)
                here = can_fit(played, case.data) and all(values_in_force(played, *wanted) for wanted in left.items())
                assert cannot or covered or not here, (one.fault, case.name)
            elif not cannot:
                earlier.append(left)


CODE = re.compile(
    r"\b(?!RP-)[A-Z]{2}-\d|\.ya?ml|\b[a-z]+_[a-z]+|[{}]|: (?:yes|no)$|Not so:"
    r"|\b[0-9a-f]{16,}\b|\u2020|\u2021"
)
"""What no supervisor should have to read: ids of rules (RP-12 is a number of Poker TDA), names of files and facts, signs."""


WORDS_TOO = {"written", "us", "social", "france", "spain", "macau", "louisiana"}
"""Names of rule sets that are words of the language as well."""


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "rules"), BY_SET)
def test_no_id_no_file_and_no_fingerprint_stands_in_it(name: str, rules: str | None) -> None:
    """The paper is written for people: neither ids nor names of files, facts or rule sets, nor code."""
    names = {*rule_sets(), *(fault for fault in known_faults() if "_" in fault)} - WORDS_TOO
    for said in texts(_document(name, rules)):
        assert not CODE.search(said), said
        assert not names & set(re.split(r"[^a-z0-9_-]+", said)), said


def test_no_two_conditions_on_a_fact_read_alike() -> None:
    """What the engine tells apart, the paper tells apart: in no dispute do two conditions on one fact have the same words."""
    for name, rules in BY_SET:
        for one in _disputes(_order(name, rules)):
            said: dict[tuple[str, str], object] = {}
            for decision in one.decisions:
                for (fact, wanted), words in zip(decision.wants.items(), decision.when, strict=True):
                    assert said.setdefault((fact, str(words)), wanted) == wanted, (one.fault, fact, words)


def test_yes_and_no_read_otherwise_for_every_fact() -> None:
    """Whether a fact holds is told by different words, whichever fault asks for it."""
    order = _order("holdem")
    for name, fact in known_facts().items():
        if fact.type == "bool":
            yes, no = (circumstances(order.context().voice.lang, order.game, "", {name: value})[0] for value in (True, False))
            assert yes != no, name


def test_every_fault_has_its_moment() -> None:
    """Every fault that is known stands under one moment, and under the last one only what a house has added."""
    listed = [fault for spec in page_data("floor")["moments"].values() for fault in spec["faults"]]
    assert sorted(listed) == sorted(known_faults())
    assert page_data("floor")["moments"]["other"]["faults"] == []


def test_what_is_said_of_facts_is_said_of_facts_that_there_are() -> None:
    """Every entry of the words for conditions is a fact, and says what its kind can be; single values are values of it."""
    for name, entry in page_data("conditions").items():
        fact = known_facts()[name]
        for said in entry.values():
            allowed = {"holds", "not"} if fact.type == "bool" else {"is", "as"}
            assert said.keys() <= allowed
            for value in said.get("as", {}):
                assert fact.type == "int" or set(value.split(", ")) <= set(fact.values)


@pytest.mark.parametrize(
    ("wants", "said"),
    [
        ({"found_when": ["after_round", "next_street"]}, "The mistake was found when the round was over"),
        ({"found_when": "after_round"}, "The mistake was found after the round, before the next card or the showdown"),
        ({"share_of_bet": "0-99"}, "The all-in added less than a full bet"),
        ({"share_of_bet": "25-49"}, "The all-in added 25 to 49 per cent of a full bet"),
        ({"card_number": "4+"}, "The extra card is the fourth card of its hand, or a later one"),
    ],
)
def test_conditions_are_said_as_a_floor_says_them(wants: dict[str, Any], said: str) -> None:
    """Several values, or a range that begins at nothing, have words of their own where theirs read badly together."""
    order = _order("holdem")
    assert [str(one) for one in circumstances(order.context().voice.lang, order.game, "", wants)] == [said]


def test_rule_sets_side_by_side_say_what_differs_by_their_titles() -> None:
    """Under a second set only what it rules otherwise is printed, by its title; the first is in force."""
    several = make(EditionOrder((game("mini-baccarat"), game("mini-baccarat", "macau"), game("mini-baccarat", "france"))))
    said = list(texts(several))
    assert "Under Baccarat, Macau rules" in said
    assert "Under Baccarat, French rules" in said
    both = make(EditionOrder((game("holdem"), game("holdem"))))
    assert not any(one.startswith("Under ") for one in texts(both))


def test_a_set_that_departs_is_told_where_it_departs() -> None:
    """Poker TDA asks for the floor where Robert's Rules let play go on: both rulings stand under the one dispute."""
    order = EditionOrder((game("holdem"), game("holdem", "tda")))
    alone = {one.fault: [decision.done for decision in one.decisions] for one in _disputes(_order("holdem", None))}
    other = {one.fault: [decision.done for decision in one.decisions] for one in _disputes(_order("holdem", "tda"))}
    differing = [fault for fault in alone if fault in other and alone[fault] != other[fault]]
    under = [said for said in texts(make(order)) if said.startswith("Under Poker TDA")]
    only = [fault for fault in other if fault not in alone]
    assert len(under) == len(differing) + (1 if only else 0)
    assert differing


def test_several_games_are_one_after_the_other_each_with_its_own_moments() -> None:
    """A booklet of two games has both by name, and numbers no dispute twice."""
    document = make(EditionOrder((game("mini-baccarat"), game("holdem"))))
    numbers = [one.number for outer in document.blocks for one in inner(outer) if isinstance(one, Heading) and one.number]
    assert len(numbers) == len(set(numbers)) == len(faults_in_force(game("mini-baccarat"))) + len(faults_in_force(game("holdem")))


def test_the_index_is_alphabetical_and_points_at_disputes() -> None:
    """Words that people say stand in order, each with the number of the dispute; every anchor is there."""
    document = _document("holdem")
    blocks = [one for outer in document.blocks for one in inner(outer)]
    anchors = {one.anchor: one.number for one in blocks if isinstance(one, Heading) and one.number}
    (index,) = [one for one in blocks if isinstance(one, Index)]
    words = [word for word, _ in index.entries]
    assert words == sorted(words, key=str.casefold)
    assert all(anchors[anchor] == said for _, places in index.entries for anchor, said in places)
    assert dict(index.entries)["string raise"]
    thumbs = [one for one in blocks if isinstance(one, Thumb) and one.text]
    assert [one.place for one in thumbs] == list(range(len(thumbs)))
    assert {one.places for one in thumbs} == {len(thumbs)}
    assert thumbs[-1].text == "A to Z"


def test_every_outcome_has_its_few_words() -> None:
    """Whatever can be ruled is told in short, but for an answer, which needs no ruling, and what is not decided yet."""
    assert set(page_data("floor")["rulings"]) == set(OUTCOMES) - {ANSWER, UNDECIDED}


@pytest.mark.parametrize("sources", ["none", "notes", "inline"])
def test_sources_stand_where_they_were_asked_for(sources: str) -> None:
    """Not at all, at the end once, or with each ruling; what was not read is told only at the end."""
    document = make(EditionOrder((game("holdem"),), sources=sources))
    said = list(texts(document))
    assert ("Sources" in said) is (sources == "notes")
    inline = [one for one in said if one.startswith("Robert's Rules of Poker, ")]
    assert bool(inline) is (sources == "inline")


def test_a_wide_paper_has_columns_and_a_pocket_one_pages() -> None:
    """A4 flows through two columns, A6 begins a page with each moment."""
    kinds = {size: {one.kind for one in make(EditionOrder((game("holdem"),), paper=Paper(size))).blocks} for size in ("a4", "a6")}
    assert "flow" in kinds["a4"]
    assert "pagebreak" not in kinds["a4"]
    assert "pagebreak" in kinds["a6"]


def _values(played: Game, listed: DecisionList, fact: str) -> list[Any]:
    """The values of a fact that can come in a game: of those that the list does not tell apart, one."""
    known = listed.facts[fact]
    if known.type != "choice":
        return list(listed.values(fact))
    return told_apart([value for value in known.values if values_in_force(played, fact, value)], listed.conditions(fact))


def _none_left(played: Game, earlier: list[Mapping[str, Any]]) -> bool:
    """Whether each value of some fact that can come here meets an earlier case by itself."""
    alone = [(fact, wanted) for one in earlier if len(one) == 1 for fact, wanted in one.items()]
    return any(
        all(
            any(name == fact and holds(wanted, value) for name, wanted in alone) for value in values_in_force(played, fact, every)
        )
        for fact, _ in alone
        if (every := list(known_facts()[fact].values))
    )


def _fits(wants: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    return all(holds(wanted, facts[fact]) for fact, wanted in wants.items())


def _agrees(printed: PrintedDecision, ruling: Any) -> None:
    """The printed line says what the engine rules: its outcome, its words, what is to be done."""
    where = ruling.fault, printed.case, ruling.case
    assert printed.ruling == ("" if ruling.outcome == ANSWER else page_data("floor")["rulings"][ruling.outcome]["en"]), where
    assert all(part in ruling.say for part in re.split(r"(?<=[.?!]) ", printed.say)), where
    assert set(printed.weigh) == set(ruling.weigh), where
    assert set(printed.choices) == set(ruling.choices), where
    steps = [step for remedy in printed.remedies for step in remedy.steps]
    if ruling.penalty is None:
        assert steps == [step for step in ruling.steps if step not in (printed.wait, NOTHING)], where
    assert not printed.wait or printed.wait in ruling.steps, where


NOTHING = "Go on with the hand as it stands"
"""The step of the one remedy that is printed nowhere, since the ruling says it."""


def _meeting(played: Game, rules: RuleSet, one: PrintedDispute, at: int, known: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield facts that meet the conditions of a printed line and of none before it, and that the engine takes as they are."""
    listed = decision_list(rules, one.fault, played.options)
    asked = list(dict.fromkeys(fact for decision in one.decisions for fact in decision.wants))
    fixed = {fact: known[fact] for fact in listed.facts if fact in known}
    rest = [fact for fact in listed.facts if fact not in fixed and fact not in asked]

    def choose(left: list[str], facts: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if any(row.wants.keys() <= facts.keys() and _fits(row.wants, facts) for row in one.decisions[:at]):
            return
        if not left:
            given = {**fixed, **facts}
            ruling = decide(rules, one.fault, given, played.options)
            if all(ruling.facts[fact] == value for fact, value in given.items()):
                yield given
            return
        for value in _values(played, listed, left[0]):
            wanted = one.decisions[at].wants.get(left[0])
            if wanted is None or holds(wanted, value):
                yield from choose(left[1:], {**facts, left[0]: value})

    first = sorted(asked, key=lambda fact: fact not in one.decisions[at].wants)
    yield from choose([*first, *rest], {})


def test_beside_is_asked_for_on_the_command_line() -> None:
    """`--beside` names other sets; where they go by the same circumstances only the lines that differ are printed."""
    told = CliRunner().invoke(main, ["sheet", "mini-baccarat", "--doc", "floor", "--beside", "france", "--format", "md"])
    assert told.exit_code == 0, told.output
    assert "**Under Baccarat, French rules**" in told.output
    at = told.output.index("### 15 A third card was missed")
    under = told.output[told.output.index("**Under Baccarat, French rules**", at) :]
    part = under[: under.index("### 16")]
    assert part.count("Void: all bets are returned") == 1
    assert "The rest as above." in part
    refused = CliRunner().invoke(main, ["sheet", "mini-baccarat", "--doc", "rates", "--beside", "france"])
    assert (refused.exit_code, "--beside needs --doc floor" in refused.output) == (2, True)


def test_what_two_editions_tell_is_cited_in_both() -> None:
    """Disputes are read once for all editions of a game; each still knows what it cited."""
    order = EditionOrder((game("mini-baccarat"),))
    contexts = order.context(), order.context()
    first, second = map(moments, contexts)
    assert first is second
    assert contexts[0].cited.works()
    assert contexts[0].cited.works() == contexts[1].cited.works()

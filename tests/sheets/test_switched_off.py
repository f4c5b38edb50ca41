"""What an option switches off is not printed: no limit of 0, no burn of 0 cards, nothing that is done 0 times."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from _pytest.mark.structures import ParameterSet

from dealerkit.errors import DealerkitError, RuleFileError
from dealerkit.rules.games import Game, game, games
from dealerkit.rules.texts import text
from dealerkit.rulings.games import faults_in_force
from dealerkit.sheets.document import texts
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.dealer import card_lines
from dealerkit.sheets.editions.languages import make
from dealerkit.sheets.parts import options, rule_book
from dealerkit.sheets.procedure import procedure, with_reason
from tests.sampling import daily, daily_games, first_daily

NAMES = ("book", "control", "dealer", "player", "floor")
NOUGHT = re.compile(r"(?<![\d.,\w(-])0%?(?![\d%\w:-]|[.,]\d|, \d| to \d| for )")
"""A 0 that stands by itself: no part of a number, of totals from 0 to 5, or of a title that says what 0 means."""
COUNTED = re.compile(r"stands on 0, ")
"""Where 0 is a number like any other: a total of 0."""


def noughts(played: Game) -> list[str]:
    """The sentences on the papers of a game in which there is a 0 of something; a table's cell is none."""
    found = []
    for name in NAMES:
        if EDITIONS[name].offered(played):
            said = [one for part in texts(make(EDITIONS[name], EditionOrder((played,)))) for one in re.split(r"(?<=[.;]) ", part)]
            found += [f"{name}: {one}" for one in said if " " in one and NOUGHT.search(one) and not COUNTED.search(one)]
    return found


@pytest.mark.parametrize("name", first_daily(daily_games(4, first=1), 5))
@pytest.mark.sample(1, most=2)
def test_no_paper_speaks_of_nought(name: str) -> None:
    """As each game comes: "differ by more than 0", "burn 0 from the shoe", "0 times and no more" stand nowhere."""
    assert noughts(game(name)) == []


def switched() -> list[ParameterSet]:
    """Each game with each option that can switch something off, one at a time."""
    every = []
    for name in games():
        for option, choice in game(name).choices.items():
            try:
                if choice.is_none is not None and game(name, None, {option: str(choice.is_none)}):
                    every.append((name, option))
            except DealerkitError:
                continue  # it cannot be switched off where the others are as they come
    return first_daily(daily(every, 12, keep=lambda one: one[0] in ("mini-baccarat", "red-dog")), 12)


@pytest.mark.parametrize(("name", "option"), switched())
@pytest.mark.sample(4, rest="thorough")
def test_what_an_option_switches_off_is_nowhere(name: str, option: str) -> None:
    """Switched off, it is none in the list of options, or not there under others that are off; no paper has a number for it."""
    none = str(game(name).choices[option].is_none)
    played = game(name, None, {option: none})
    assert option in played.switched_off
    assert noughts(played) == []
    context = EditionOrder((played,)).context()
    assert {row.name: row.value for row in options(context)}.get(option, "none") == "none"


LISTED = {
    "no-limit": (
        "holdem",
        {},
        ("small_blind", "wild"),
        ("small_bet", "raise_cap", "pot_chip", "straddle_players", "straddle_most", "raise_over_straddle", "rake_cap"),
    ),
    "limit": ("holdem", {"structure": "fixed_limit"}, ("small_bet", "raise_cap"), ("straddle", "pot_chip")),
    "raked": ("holdem", {"rake_percent": "5"}, ("rake_cap", "rake_step"), ("drop_from",)),
    "stud": (
        "stud7",
        {},
        ("bring_in", "ante_by"),
        ("straddle", "straddle_most", "missed_blinds", "play_the_board", "no_flop_no_drop"),
    ),
    "any-draw": ("lowball-27", {}, ("max_draw",), ("max_draw_few", "few_players")),
    "no-side-bet": ("mini-baccarat", {}, ("commission_rate",), ("dragon7_pays", "side_maximum", "burn_fixed")),
    "ez": (
        "mini-baccarat",
        {"variant": "ez", "dragon7": "yes"},
        ("dragon7_pays", "side_maximum"),
        ("commission_rate", "six_pays"),
    ),
}


@pytest.mark.parametrize(("name", "chosen", "there", "gone"), LISTED.values(), ids=LISTED)
def test_options_that_decide_nothing_here_are_not_listed(
    name: str, chosen: dict[str, str], there: tuple[str, ...], gone: tuple[str, ...]
) -> None:
    """A limit of fixed limit stands in no book of a no-limit game, a side bet's pay in none that does not offer it."""
    listed = {row.name for row in options(EditionOrder((game(name, None, chosen),)).context())}
    assert listed >= set(there)
    assert listed.isdisjoint(gone)
    assert set(gone) <= game(name).choices.keys()


@pytest.mark.parametrize("opening", ["any", "jacks_or_better", "pass_and_out"])
@pytest.mark.parametrize("fault", ["false_openers", "openers_split", "opener_called_in_vain"])
def test_who_needs_no_openers_has_no_dispute_about_them(opening: str, fault: str) -> None:
    """DR-05, DR-27: only where the pot is opened on jacks or better can it be opened without openers."""
    assert (fault in faults_in_force(game("draw", None, {"opening": opening}))) == (opening == "jacks_or_better")


OFF = {
    "BJ-57 no insurance": ({"insurance": "no"}, r"(?<!No )insurance|Insurance|[Ii]nsure\b", "bj/insurance-mispaid"),
    "BJ-52 no surrender": ({"surrender": "none"}, r"\bsurrendered\b|\bsurrenders\b|\bgives? up", "bj/surrender-wrong"),
    "BJ-60 no even money": ({"even_money": "never"}, r"even money to", "bj/even-money-wrong"),
    "BJ-69 naturals with the rest": ({"natural_paid": "at_end"}, r"pay the player's natural", "bj/natural-missed"),
    "BJ-49 split aces draw": ({"hit_split_aces": "yes"}, r"Split aces get one card", "bj/split-ace-hit"),
}
"""What the house does not do at its boxes, the words that would speak of it, and the slip that nobody can make there."""


@pytest.mark.parametrize(("chosen", "words", "slip"), OFF.values(), ids=OFF)
def test_a_card_knows_no_step_and_no_slip_of_what_the_house_does_not_do(chosen: dict[str, str], words: str, slip: str) -> None:
    """On the dealer's card of blackjack, and in its procedure and its rules."""
    context = EditionOrder((game("blackjack", None, chosen),)).context()
    said = [str(line.text) for line in card_lines(context)]
    said += [with_reason(step) for part in procedure(context) for step in part.steps]
    said += [rule.text for chapter in rule_book(context) for rule in chapter.rules]
    assert [one for one in said if re.search(words, one)] == []
    assert slip not in {one.code for line in card_lines(context) for one in line.slips}


@pytest.mark.parametrize(
    ("fault", "chosen"),
    [
        ("insurance_mispaid", {"insurance": "no"}),
        ("looked_before_insurance", {"insurance": "no"}),
        ("look_missed", {"hole_card": "no_peek"}),
        ("reader_failed", {"hole_card": "none"}),
        ("hole_exposed_early", {"hole_card": "none"}),
        ("burn_missed", {"burn": "0"}),
    ],
)
def test_no_dispute_of_what_the_house_does_not_do(fault: str, chosen: dict[str, str]) -> None:
    """BJI-15, BJI-25, BJI-29, BJI-38: a table without insurance, a look or a burn has no floor's page for them."""
    assert fault in faults_in_force(game("blackjack"))
    assert fault not in faults_in_force(game("blackjack", None, chosen))


@pytest.mark.parametrize("name", games())
def test_an_option_that_says_what_0_means_says_it_in_its_place(name: str) -> None:
    """Whoever reads "0: any amount" in a title finds "any amount" where the value stands, not 0."""
    played = game(name)
    for option, choice in played.choices.items():
        if re.search(r"\b0\b", text(choice.title)):
            assert choice.is_none is not None or "0" in played.meanings(option), option


def test_a_sentence_of_what_is_switched_off_is_left_out_and_its_neighbours_stay() -> None:
    """Of the step, the rule and the card's line: gone where there is nothing else, shorter where there is."""
    off, on = game("mini-baccarat"), game("mini-baccarat", None, {"differential": "500", "dead_game_burn": 2, "free_coups": 3})
    for played, there in ((off, False), (on, True)):
        context = EditionOrder((played,)).context()
        steps = {step.id: step.say for part in procedure(context) for step in part.steps}
        assert ({"differential", "dead_game", "free_coup"} <= steps.keys()) == there
        assert {"differential", "dead_game", "free_coup"}.isdisjoint(steps) != there
        rules = {rule.id: rule.text for chapter in rule_book(context) for rule in chapter.rules}
        assert ("all banker bets is 500" in rules["BA-72"]) == there
        assert ("on request: 3." in rules["BA-79"]) == there
        assert ("A free hand is dealt on request" in rules["BA-79"]) != there
        card = " ".join(line.text for line in card_lines(context))
        assert ("burn 2 before the next coup" in card) == there
        assert "No coup is dealt without a bet" not in card  # with 0 the house states no number, and deals as many as it likes
    context = EditionOrder((game("red-dog", None, {"ante": "0"}),)).context()
    assert "RD-03" not in {rule.id for chapter in rule_book(context) for rule in chapter.rules}
    assert not any("ante of" in step.say for part in procedure(context) for step in part.steps)


@pytest.mark.parametrize(("jack", "there"), [("run_only", False), ("any_upcard", True)])
def test_a_step_that_scores_nothing_is_no_step(jack: str, there: bool) -> None:
    """AF-A1: where only a jack that a run turns up scores, no step scores the first one."""
    context = EditionOrder((game("all-fours", None, {"upcard_jack": jack}),)).context()
    assert any("A jack turned up scores" in step.say for part in procedure(context) for step in part.steps) == there


SLIPS = [
    ("holdem", {"structure": "fixed_limit"}, "raise_cap", "none", "action/raise-cap-exceeded"),
    ("omaha-hilo", {}, "qualifier", "none", "omaha/no-low-still-split"),
    ("draw", {}, "setting", "home", "draw/count-told-after-action"),
]
"""A game, how it is dealt, an option and its value that leaves nothing to do wrong, and the slip. BR-03, HL-06, DR-16"""


@pytest.mark.parametrize(("name", "chosen", "option", "value", "code"), SLIPS)
def test_a_slip_that_nobody_can_make_is_not_on_the_card(
    name: str, chosen: dict[str, str], option: str, value: str, code: str
) -> None:
    """Where raises have no cap none is over it; where every low counts no pot is split without one."""
    for setting, there in ((chosen, True), ({**chosen, option: value}, False)):
        lines = card_lines(EditionOrder((game(name, None, setting),)).context())
        assert any(slip.code == code for line in lines for slip in line.slips) == there


FOLLOWING = [
    ("nap", "between_deals", "shuffle", {"cut_only": "only cut", "shuffle_when_short": "shuffled each time"}),
    ("newmarket", "final_pots", "final", {"unclaimed": "", "split": "among all players"}),
    ("three-five-seven", "others_add", "add", {"no": "", "yes": "adds to the pot"}),
    ("draw", "draw_order", "draw_kept", {"one_by_one": "", "all_first": ""}),
    ("red-dog", "hand_faces", "show", {"down": "the whole hand is shown", "up": ""}),
    ("thirty-one", "played_for", "stakes_laid", {"banknotes": "a banknote each", "markers": "no money: markers"}),
]
"""A game, an option, a step that it decides, and what the step says under each value; nothing where there is no such step."""


@pytest.mark.parametrize(("name", "option", "step", "said"), FOLLOWING)
def test_a_step_says_what_its_option_says(name: str, option: str, step: str, said: dict[str, str]) -> None:
    """NP-26, NM-A9, TFS-19, DR-20, RD-16, TO-03: the procedure and the rule of one book speak of the same house."""
    for value, words in said.items():
        context = EditionOrder((game(name, None, {option: value}),)).context()
        steps = {one.id: one.say for part in procedure(context) for one in part.steps}
        assert (step in steps) == bool(words), value
        assert words in steps.get(step, ""), value


ELSEWHERE = [
    ("mini-baccarat", "cut_in_margin", "1", r"cards from either end"),
    ("thirty-one", "played_for", "markers", r"stakes?\b|banknote"),
    ("red-dog", "hand_faces", "up", r"dealt face down|whole hand"),
    ("fan-tan", "pass_chip", "opening_only", r"cannot play puts a chip"),
    ("cash", "scoring", "points", r"\ba letter\b"),
]
"""A game, an option, a value, and the words of its other values, which stand on no page for players and in no book then."""


@pytest.mark.parametrize(("name", "option", "value", "words"), ELSEWHERE)
def test_no_paper_has_the_words_of_another_value(name: str, option: str, value: str, words: str) -> None:
    """TO-19, TO-20, SG-04, FT-11, BA-15: rules that do not name the option speak of the same house, too."""
    for setting, there in (({option: value}, False), ({}, True)):
        order = EditionOrder((game(name, None, setting),))
        context = order.context()
        said = [*texts(EDITIONS["player"].make(order)), *(step.say for part in procedure(context) for step in part.steps)]
        said += [rule.text for chapter in rule_book(context) for rule in chapter.rules]
        assert any(re.search(words, one) for one in said) == there


def test_no_limit_is_said_in_the_place_of_0() -> None:
    """Where 0 stands for any amount, the sentence stays and says so."""
    context = EditionOrder((game("mini-baccarat", None, {"maximum": "0", "tie_maximum": "0"}),)).context()
    rules = {rule.id: rule.text for chapter in rule_book(context) for rule in chapter.rules}
    assert "Player and banker bets are 10 to any amount; tie bets are 1 to any amount" in rules["BA-72"]


def test_a_value_that_an_option_does_not_have_is_told(tmp_path: Path) -> None:
    """`is_none` names a value of its option: file and line otherwise."""
    file = tmp_path / "own.yaml"
    file.write_text(
        "set: own\nextends: us\nfamily: baccarat\nprocedures:\n  mini-baccarat:\n    options: {free_coups: {is_none: never}}\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError, match=r"own\.yaml:6.*never"):
        game("mini-baccarat", file)

"""The player's edition: what a bettor needs stands on it in words that all read, and nothing is ruled but by the rule set."""

from __future__ import annotations

import functools
import io
import re
from pathlib import Path

import attrs
import pypdf
import pytest

from dealerkit.arithmetic.coup import payout_lines
from dealerkit.errors import RuleFileError
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.games import game, games
from dealerkit.rules.option_lines import lines_of
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rules.texts import text
from dealerkit.rulings import known_facts, rule
from dealerkit.rulings.games import faults_in_force
from dealerkit.sheets.document import Control, Document, Figure, TableBlock, inner, texts
from dealerkit.sheets.editions import EditionOrder, edition
from dealerkit.sheets.editions.player import LARGEST, SMALLEST
from dealerkit.sheets.formats import render
from tests.sampling import daily_games
from tests.sheets.reading import grade

PLAYER = edition("player")
HEAD = Control(
    house="Riverside Card Room", address=("12 Mill Lane", "Riverside", "Tel. 555 0100"), number="HR-7", edition="3",
    effective="1 December 2026", status="in force", prepared_by="Ann Lee", approved_by="Bo Chen", copy="amber tide",
)  # fmt: skip
"""The head of a house, as full as it gets."""
ID = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+|\w_\w|[a-z]+/[a-z-]+|\.yaml|sha256|fingerprint|[{}]|\boption\b|\bfact\b", re.IGNORECASE)
SETS = {
    "mini-baccarat": ("us", "france", "spain", "macau", "nsw", "louisiana", "lantern"),
    "holdem": ("rrop", "tda", "wsop-live", "cedar-room", "old-mill"),
    "stud7": ("tda", "wsop-live"),
    "draw": ("tda", "wsop-live"),
}
UNDER: list[tuple[str, str | None]] = [(name, None) for name in games()]
UNDER += [(name, rules) for name, several in SETS.items() for rules in several]


@functools.cache
def _made(name: str, rules: str | None = None, **settings: object) -> Document:
    return PLAYER.make(EditionOrder((game(name, rules, settings),)))


def _words(document: Document) -> str:
    return "\n".join(texts(document))


def _ruled(document: Document) -> dict[str, str]:
    """What happened, and what is heard then, as the paper has it."""
    tables = [block for outer in document.blocks for block in inner(outer) if isinstance(block, TableBlock)]
    rows = [row for table in tables if table.head and "What happened" in table.head[0].lines[0][0].text for row in table.rows]
    return {row[0].lines[0][0].text: row[1].lines[0][0].text for row in rows}


@pytest.mark.parametrize("name", games())
def test_every_game_has_one(name: str):
    """Whoever plays gets a page, whatever is played."""
    assert PLAYER.offered(game(name))


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "rules"), UNDER)
def test_it_speaks_to_players(name: str, rules: str | None):
    """No id, no name of an option, a file or a base set stands on it."""
    assert [said for said in texts(_made(name, rules)) if ID.search(said)] == []
    words = _words(_made(name, rules))
    assert not [title for one in rule_sets() if (title := str(rule_set(one).doc.data.get("title"))) in words]


@pytest.mark.parametrize(("name", "rules"), UNDER)
@pytest.mark.sample(3, rest="thorough")
def test_it_is_easy_to_read(name: str, rules: str | None):
    """A reader of the eighth grade follows it."""
    made = _made(name, rules)
    alts = {block.alt for outer in made.blocks for block in _figures(outer)}
    assert grade(said for said in texts(made) if said not in alts) <= 8


def _figures(outer: object) -> list[Figure]:
    cells = [one for block in inner(outer) if isinstance(block, TableBlock) for row in block.rows for one in row]  # type: ignore[arg-type]
    return [one.picture for one in cells if one.picture is not None]


@pytest.mark.parametrize(("name", "rules"), UNDER)
def test_what_is_heard_is_what_is_ruled(name: str, rules: str | None):
    """Each line of what can go wrong is decided by the rule set in force, whose words stand behind it."""
    dealt = game(name, rules)
    assert dealt.rules is not None
    lines = [
        line
        for section in dealt.data["player"]
        for _, line in lines_of(dealt, ("player", section))
        if "fault" in line and line["fault"] in faults_in_force(dealt)
    ]
    heard = _ruled(_made(name, rules))
    assert len(heard) == len(lines) >= 2
    for line in lines:
        assert set(line.get("facts", {})) <= set(known_facts())
        said = heard[dealt.say(line["text"])]
        spoken = {dealt.say(case.get("say")) for case in dealt.rules.faults[line["fault"]]["cases"].values()}
        assert said in spoken, "the ruling hangs on something that the line does not say"


def test_another_rule_set_is_another_ruling():
    """Under Macau's rules a card that lay face up plays, under the American ones it is burned: so the papers say."""
    situation = "There was a boxed card, face up in the shoe."
    assert _ruled(_made("mini-baccarat"))[situation] == text(rule({"fault": "boxed_card", "later_card_drawn": False}, "us").say)
    assert _ruled(_made("mini-baccarat", "macau"))[situation] == text(rule({"fault": "boxed_card"}, "macau").say)
    assert _ruled(_made("mini-baccarat"))[situation] != _ruled(_made("mini-baccarat", "macau"))[situation]


CHANGED = [
    ("mini-baccarat", {"decks": 6}, "a shoe of 6 packs"),
    ("mini-baccarat", {"minimum": "25"}, "25 to 5000"),
    ("mini-baccarat", {"maximum": "9000"}, "10 to 9000"),
    ("mini-baccarat", {"maximum": "0"}, "10 or more"),
    ("mini-baccarat", {"side_minimum": "5"}, "5 to 5000"),
    ("mini-baccarat", {"tie_maximum": "700"}, "1 to 700"),
    ("mini-baccarat", {"tie_pays": "9 to 1"}, "9 to 1"),
    ("mini-baccarat", {"commission_rate": "0.04"}, "a commission of 4%"),
    ("mini-baccarat", {"commission_unit": "0.25"}, "rounded to 0.25"),
    ("mini-baccarat", {"variant": "ez"}, "bets on banker push"),
    ("mini-baccarat", {"variant": "super6", "six_pays": "2 to 3"}, "2 to 3"),
    ("mini-baccarat", {"dragon7": True, "dragon7_pays": "45 to 1"}, "45 to 1"),
    ("mini-baccarat", {"stake_step": "20"}, "must be multiples of 20"),
    ("mini-baccarat", {"differential": "3000"}, "all banker bets is 3000"),
    ("mini-baccarat", {"coups_after_cut_card": 2}, "two more coups are dealt"),
    ("mini-baccarat", {"allow_opposed_bets": False}, "but not on both"),
    ("mini-baccarat", {"dragon7": True}, "A side bet needs a bet on player, banker or tie"),
    ("holdem", {"play_the_board": "tabled"}, "To play the board, table all your cards"),
    ("stud7", {"fold_without_bet": "until_a_bet"}, "gets cards until there is a bet"),
    ("draw", {"low_shown_card": "kept"}, "You must keep an exposed seven or lower"),
    ("holdem", {"small_blind": "5", "big_blind": "10"}, "5 and 10, from the two seats"),
    ("holdem", {"ante": "3"}, "3, from every player"),
    ("holdem", {"structure": "fixed_limit", "small_bet": "20", "big_bet": "40"}, "20 in the first rounds, 40 in the later ones"),
    ("holdem", {"structure": "fixed_limit", "raise_cap": "4"}, "four"),
    ("holdem", {"structure": "pot_limit"}, "The pot: the chips in the middle"),
    ("holdem", {"rake_percent": "5", "rake_cap": "4"}, "5% of the pot, maximum 4"),
    ("holdem", {"rake_percent": "5", "rake_from": "30"}, "No rake is taken from a pot under 30"),
    ("holdem", {"drop": "2"}, "2 from each pot goes to the promotion"),
    ("holdem", {"clock_seconds": 25}, "25 seconds"),
    ("stud7", {"bring_in": "3"}, "Bring-in\n3"),
    ("draw", {"max_draw": 4}, "the same number of new cards: maximum 4"),
    ("omaha", {"hole_cards": 5}, "You get 5 cards"),
]


def test_where_the_button_posts_alone_no_other_seat_does():
    """DP-09: the page says what the book says, one blind and whose it is."""
    said = _words(_made("holdem-short-deck", None, blinds_at="button"))
    assert "2, from the button only, before the deal" in said
    assert "from the two seats" not in said
    assert "from the two seats" in _words(_made("holdem-short-deck"))


def test_an_ante_that_nobody_can_put_in_for_all_comes_from_everybody():
    """DR-02: without a blind; the book, the table and the page have it alike."""
    said = _words(_made("stud7", None, ante="1", ante_by="big_blind"))
    assert "1, from every player, before the deal" in said
    assert "from the big blind" not in said


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "settings", "said"), CHANGED)
def test_each_number_is_the_one_in_force(name: str, settings: dict[str, object], said: str):
    """What the house decides is what the paper says, and it did not say so before."""
    assert said in _words(_made(name, None, **settings))
    assert said not in _words(_made(name))


HOME = [name for name in games() if game(name).data.get("dealing") == "seat"]
HANGS_ON: dict[str, dict[str, object]] = {
    "points_target": {"scoring": "points"},
    "first_blind": {"stakes": "blinds"},
    "second_blind": {"stakes": "blinds"},
    "others_add_amount": {"others_add": True},
    "fewest_players": {"pack": "full"},
}
"""What an option of a game at home needs beside it to mean anything."""


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "option"), [(name, option) for name in HOME for option in game(name).choices])
def test_whatever_players_at_home_agree_on_is_on_their_page(name: str, option: str):
    """Each option set otherwise, one at a time, changes what the page says."""
    others = HANGS_ON.get(option, {})
    before = game(name, None, others)
    choice = before.choices[option]
    numbers = [one for one in (1, 2, int(choice.low), int(choice.low) + 1) if choice.low <= one <= choice.high]
    tried = choice.values if choice.kind == "choice" else numbers
    value = next(one for one in tried if str(one) != str(before.options[option]))
    assert _words(_made(name, None, **others)) != _words(_made(name, None, **{**others, option: value}))


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("mini-baccarat", {"burn_count": "ace_11"}),
        ("mini-baccarat", {"cut_card_depth": 14}),
        ("mini-baccarat", {"payment_order": "from_left"}),
        ("mini-baccarat", {"calls_required": True}),
        ("mini-baccarat", {"dead_game_burn": 3}),
        ("mini-baccarat", {"side_without_main": True}),  # no side bet is offered
        ("holdem", {"shuffle_strips": 6}),
        ("holdem", {"minimum_cut": 5}),
        ("holdem", {"count_stub": "every_hand"}),
        ("holdem", {"show_burns": False}),
        ("holdem", {"rake_cap": "4"}),
        ("holdem", {"small_bet": "20", "big_bet": "40"}),
    ],
)
def test_what_is_no_players_business_changes_nothing(name: str, settings: dict[str, object]):
    """The dealer's work, and limits of a form of betting that is not played, leave the paper as it was."""
    assert _made(name, None, **settings) == _made(name)


def test_every_bet_that_is_offered_stands_there_with_what_it_pays():
    """Main bets and side bets, each line of the pay table, and no bet that the house does not offer."""
    names = ("dragon7", "panda8", "super6", "player_pair", "banker_pair", "either_pair", "dragon_bonus_player")
    dealt = game("mini-baccarat", None, dict.fromkeys(names, True))
    words = _words(PLAYER.make(EditionOrder((dealt,))))
    for found in payout_lines(coup_rules(dealt), ["player", "banker", "tie", *names]):
        assert found.pays in words
        assert found.when in words
    assert "Dragon Bonus, player" in words
    assert "Dragon Bonus, banker" not in words
    assert "Dragon" not in _words(_made("mini-baccarat"))


@pytest.mark.sample(3, most=2)
@pytest.mark.parametrize("name", daily_games(3, first=1))
def test_it_keeps_to_two_pages_and_fills_them(name: str):
    """One or two pages in type that can be read, none of them nearly empty."""
    made = _made(name)
    assert SMALLEST < made.paper.points <= LARGEST
    pages = [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(render(made, "pdf")[0])).pages]
    assert len(pages) <= 2
    assert len(pages[-1]) > 1200


def test_a_house_has_its_own_words(tmp_path: Path):
    """A house says its own sentence, takes one away, and the desk's words are its own."""
    path = tmp_path / "own.yaml"
    path.write_text(
        "set: own\nextends: us\nfamily: baccarat\nhouse: Own House\n"
        "procedures: {mini-baccarat: {player: {manners: {lines: {past: null, tea: {text: Tea is free., before: cash}}}}}}\n"
        "desk: {decides: The lady at the desk.}\n",
        encoding="utf-8",
    )
    words = _words(PLAYER.make(EditionOrder((game("mini-baccarat", path),))))
    assert words.index("Tea is free.") < words.index("Lay cash on the layout")
    assert "foretell" not in words
    assert "The lady at the desk." in words


@pytest.mark.parametrize(
    "line", ["fault: late_bte", "fault: late_bet, facts: {chnage: placed}", "fault: late_bet, facts: {change: x}"]
)
def test_a_fault_that_there_is_not_is_refused_with_its_place(tmp_path: Path, line: str):
    """A line that asks for a ruling on nothing that is known names its file and line."""
    path = tmp_path / "own.yaml"
    path.write_text(
        "set: own\nextends: us\nfamily: baccarat\nprocedures:\n  mini-baccarat:\n"
        f"    player: {{wrong: {{lines: {{mine: {{text: What?, {line}}}}}}}}}\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError, match=r"own\.yaml:6"):
        PLAYER.make(EditionOrder((game("mini-baccarat", path),)))


@pytest.mark.parametrize("size", ["letter", "a4"])
@pytest.mark.parametrize("name", ["mini-baccarat", "holdem", "canasta"])
@pytest.mark.sample(1, most=2)
def test_a_house_with_its_head_keeps_to_two_pages_too(name: str, size: str):
    """Name, address and marks of the house take room, and letter is shorter than A4."""
    made = PLAYER.make(EditionOrder((game(name),), paper=attrs.evolve(PLAYER.paper, size=size), control=HEAD))
    assert len(pypdf.PdfReader(io.BytesIO(render(made, "pdf")[0])).pages) <= 2

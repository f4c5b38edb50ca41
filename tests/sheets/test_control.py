"""What a regulator is sent: every part of the game, the fields that were read, each under its place, and lines for the house."""

from __future__ import annotations

import io

import pypdf
import pytest

from dealerkit.errors import UnknownName
from dealerkit.rules.games import game, games
from dealerkit.rules.readings import KNOWN, PART, READ, reading
from dealerkit.rules.sets import catalogue, rule_set
from dealerkit.rulings.proof import prove
from dealerkit.sheets.document import Fields, Figure, Heading, inner, plain, texts
from dealerkit.sheets.editions.control import EDITION, PARTS, make, regulators
from dealerkit.sheets.editions.edition import EditionOrder
from dealerkit.sheets.formats import render
from tests.sampling import daily_games

SENT = [name for name in games() if EDITION.offered(game(name))]


def sent(name, regulator="", rules=None, settings=None):
    """What is sent of a game."""
    return make(EditionOrder((game(name, rules, settings or {}),), regulator=regulator))


def headings(document):
    """Its headings of the first level."""
    return [plain(one.text) for one in document.blocks if isinstance(one, Heading) and one.level == 1]


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", daily_games(9, first=1, of=SENT))
def test_every_game_that_a_house_deals_can_be_sent(name):
    """With a drawing of its table, told in words; as PDF too."""
    made = sent(name)
    assert {"The game", "Equipment", "Table and layout", "Procedures", "Definitions"} <= set(headings(made))
    assert any(isinstance(one, Figure) and one.alt for outer in made.blocks for one in inner(outer))
    assert game(name).sha256 in list(texts(made))
    assert len(pypdf.PdfReader(io.BytesIO(render(made, "pdf")[0])).pages) >= 3


def test_pay_tables_have_their_edges():
    """Of the rule set in force, from the exact count."""
    said = " ".join(texts(sent("mini-baccarat")))
    assert "1.0579%" in said  # banker, commission five per cent, eight packs (Thorp and Walden; Griffin)
    assert "1.2351%" in said
    assert "14.3596%" in said


@pytest.mark.parametrize("name", regulators())
@pytest.mark.sample(1, most=2)
def test_a_regulators_fields_stand_under_their_places(name):
    """In the order of the place; parts that no field asks for come after them, once."""
    spec = regulators()[name]
    made = sent("holdem", name)
    said = list(texts(made))
    places = [f"Required by {spec['where']}{field['where']}." for field in spec["fields"]]
    assert [one for one in said if one.startswith("Required by")] == places
    filled = [one for field in spec["fields"] for one in field.get("fill", ())]
    left = [
        plain(label)
        for outer in made.blocks
        for one in inner(outer)
        if isinstance(one, Fields)
        for label, value in one.rows
        if not value
    ]
    assert left == [one["en"] for one in filled]
    assert set(PARTS) >= {part for field in spec["fields"] for part in field.get("from", ())}


@pytest.mark.parametrize("name", regulators())
@pytest.mark.sample(1, most=2)
def test_what_was_not_read_is_not_said_to_be_required(name):
    """A place that was read in part says so, and one that was read whole says nothing of the kind."""
    spec = regulators()[name]
    told = any(one.startswith("Not read, so not listed as required") for one in texts(sent("holdem", name)))
    assert told == ("unread" in spec)
    assert spec["read"] == "whole" or told


@pytest.mark.parametrize(
    ("name", "place"), [(name, field["where"]) for name, spec in regulators().items() for field in spec["fields"]]
)
def test_each_field_cites_a_place_that_was_read(name, place):
    """As `sources.yaml` puts it down; of a place that was read in part the paper says what was not."""
    spec = regulators()[name]
    first, *_ = place.split(" ")  # of several the first: the others are of the same paragraph
    cited = {**spec["source"], "section": str(spec["source"]["section"]) + first}
    found = reading(catalogue().sources.data["sources"], cited)
    assert spec["where"].endswith(str(spec["source"]["section"]))
    assert found.grade == READ or (found.grade == PART and "unread" in spec)
    assert found.holds


def test_a_place_that_was_not_read_is_no_field():
    """The proof can fail: what comes after the odds in New Jersey, and Pennsylvania's rules submission, were not read."""
    works = catalogue().sources.data["sources"]
    assert reading(works, {"work": "njac-13-69f", "section": "13:69F-8.4(d)4"}).grade != READ
    assert reading(works, {"work": "pa-code-58", "section": "601a.2"}).grade == KNOWN
    assert reading(works, {"work": "cal-ccr-11", "section": "2071(b)"}).grade == PART


@pytest.mark.parametrize("regulator", ["", "florida"])
@pytest.mark.sample(2, rest="thorough")
def test_what_was_proved_of_the_rulings_is_sent(regulator):
    """As the house's own book has it: each property, over how much it was walked, for the rules with this fingerprint."""
    made = sent("holdem", regulator, "tda")
    said = [" ".join(str(one).split()) for one in texts(made)]
    proved = said[said.index("Proof of the rulings") :]
    assert proved[1].startswith("Every combination of facts was followed to its ruling")
    assert [one.means for one in prove(rule_set("tda")) if one.count and one.means not in proved] == []
    assert proved.count("holds") == sum(bool(one.count) for one in prove(rule_set("tda")))


def test_a_regulator_of_whom_nothing_is_known():
    """Is told with those that are; what was read of cardrooms is not asked of baccarat."""
    with pytest.raises(UnknownName, match=r"unknown regulator for Hold'em: 'nevada'"):
        sent("holdem", "nevada")
    with pytest.raises(UnknownName, match="regulator for Mini baccarat"):
        sent("mini-baccarat", "florida")


def test_what_the_house_takes_is_told():
    """The rake in force; nothing of the kind where there is none."""
    assert "Not in this game." in list(texts(sent("holdem", "florida")))
    said = list(texts(sent("holdem", "florida", settings={"rake_percent": "10", "rake_cap": "5"})))
    assert "Not in this game." not in said
    assert "Rake, in percent of the pot" in said


@pytest.mark.parametrize(
    ("name", "settings", "said", "unsaid"),
    [
        (
            "holdem",
            {},
            ["What short all-ins must add up to"],
            ["In fixed limit, half a bet", "Who posts the ante", "Maximum raises in"],
        ),
        ("holdem", {"structure": "fixed_limit", "ante": "1"}, ["In fixed limit, half a bet", "Who posts the"], ["Pot bets are"]),
        ("holdem", {"structure": "fixed_limit", "half_bet_rule": "no"}, ["half a bet counts as a full bet no"], []),
        ("holdem", {"structure": "pot_limit", "pot_chip": "5"}, ["Pot bets are rounded", "Value of the small"], ["raises in"]),
        ("mini-baccarat", {"differential": "900"}, ["Maximum differential", "A bettor may bet"], ["Payout on a winning"]),
    ],
)  # fmt: skip
@pytest.mark.sample(3, rest="thorough")
def test_whatever_decides_how_bets_are_made_is_told(name, settings, said, unsaid):
    """What holds under the options in force, and nothing of another form of betting."""
    told = " ".join(texts(sent(name, settings=settings)))
    assert [one for one in said if one not in told] == []
    assert [one for one in unsaid if one in told] == []


def test_changes_since_the_version_filed():
    """Under a heading of their own, if a version is named."""
    before = game("mini-baccarat", None, {"decks": "6"})
    order = EditionOrder((game("mini-baccarat"),), before=(before,))
    assert "Changes since the version filed" in headings(make(order))
    assert {"6", "8"} <= set(texts(make(order)))
    assert "Changes since the version filed" not in headings(sent("mini-baccarat"))

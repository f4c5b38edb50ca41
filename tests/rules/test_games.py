"""A game is its file, the rule set in force laid over it, and the values of its options put in."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.rules.games import Game, game, games

pytestmark = pytest.mark.usefixtures("toys")


def test_defaults_hold_unless_the_rule_set_fixes_a_value() -> None:
    """The base set says four packs; everything else is as the game's file has it."""
    toy = game("toy")
    assert toy.options == {
        "packs": 4, "burns": 1, "tie_pays": "8 to 1", "rate": "0.05", "free": False, "irregularities": "base",
    }  # fmt: skip
    assert (toy.id, toy.family, toy.title, games()) == ("toy", "toys", "Toy", ["toy"])


def test_every_mention_of_an_option_becomes_its_value() -> None:
    """In maps and lists alike, in the type the file gave it."""
    toy = game("toy", settings={"packs": "6", "tie_pays": "9:1", "burns": 3})
    assert toy.data["equipment"]["pack"]["decks"] == 6
    assert toy.data["tables"]["pays"] == {"tie": "9 to 1", "list": [3, 2]}
    assert toy.data["procedure"]["open"]["steps"]["burn"]["n"] == 3


def test_prose_is_filled_in_when_it_is_printed() -> None:
    """So that a sheet cannot say another number than the engine deals."""
    toy = game("toy", settings={"packs": 6})
    assert toy.say(toy.data["summary"]) == "A game of 6 packs."
    assert toy.say("{top} {free} {nothing}") == "9 no {nothing}"


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("packs", "8", 8),
        ("packs", 6, 6),
        ("free", "yes", True),
        ("free", "TRUE", True),
        ("free", "off", False),
        ("tie_pays", "9:1", "9 to 1"),
        ("tie_pays", "9_to_1", "9 to 1"),
        ("burns", "10", 10),
        ("rate", "0.050", "0.05"),
        ("rate", Decimal("0.1"), "0.1"),
        ("rate", 0, "0"),
    ],
)
def test_a_value_is_read_as_people_write_it(name: str, typed: object, meant: object) -> None:
    """And has the type that the game's file gives it."""
    value = game("toy", settings={name: typed}).options[name]
    assert value == meant
    assert type(value) is type(meant)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("packs", "7"),
        ("packs", True),
        ("burns", "11"),
        ("burns", "2.5"),
        ("rate", 0.05),
        ("rate", "0.2"),
        ("rate", "NaN"),
        ("free", 1),
    ],
)
def test_a_value_that_is_not_allowed_is_refused_with_what_is(name: str, typed: object) -> None:
    """A float is refused too: it is not the number that it seems to be."""
    with pytest.raises(UnknownName, match=f"value of {name}"):
        game("toy", settings={name: typed})


def test_names_that_nothing_has_are_refused_with_the_nearest() -> None:
    """Of games, options and rule sets."""
    with pytest.raises(UnknownName, match="did you mean toy"):
        game("tory")
    with pytest.raises(UnknownName, match="did you mean packs"):
        game("toy", settings={"pack": 8})
    with pytest.raises(UnknownName, match="did you mean base"):
        game("toy", rules="bass")
    with pytest.raises(UnknownName):
        game("*")
    with pytest.raises(RuleFileError, match="there is no such file"):
        game("../toys/toy")


def test_the_option_chooses_the_rule_set() -> None:
    """And a rule set that was named decides the option."""
    chosen, named = game("toy", settings={"irregularities": "other"}), game("toy", rules="other")
    for toy in (chosen, named):
        assert toy.rules is not None
        assert (toy.rules.name, toy.options["irregularities"]) == ("other", "other")
    with pytest.raises(RuleFileError, match="leave out the option or the rule set"):
        game("toy", rules="base", settings={"irregularities": "other"})


def test_a_rule_set_changes_the_procedure() -> None:
    """Its own steps come with their place and their origin."""
    toy = game("toy", rules="other")
    assert list(toy.data["procedure"]["open"]["steps"]) == ["check", "wave", "burn"]
    assert toy.data["procedure"]["open"]["steps"]["burn"]["severity"] == "critical"
    place = ("procedure", "open", "steps", "wave", "do")
    assert toy.doc.where[place].file.endswith("other/set.yaml")
    assert toy.doc.where[(*place[:3], "burn", "do")].file.endswith("toy.yaml")


def test_a_house_file_decides_options(toys: Path, put: object, tmp_path: Path) -> None:
    """By its path; what it does not say comes from what it extends."""
    house = tmp_path / "house.yaml"
    house.write_text('set: house\nextends: other\nhouse: The House\noptions: {toy: {tie_pays: "9:1"}}\n', encoding="utf-8")
    toy = game("toy", rules=house)
    assert (toy.options["tie_pays"], toy.options["packs"], toy.options["irregularities"]) == ("9 to 1", 4, "other")
    assert game("toy", rules=str(house)).options == toy.options
    assert game("toy", rules=house, settings={"packs": 8}).options["packs"] == 8


def test_an_option_or_value_that_a_house_file_gets_wrong(tmp_path: Path) -> None:
    """Is said with its line, all of them at once."""
    house = tmp_path / "house.yaml"
    house.write_text("set: house\nextends: base\noptions:\n  toy:\n    packs: 5\n    burn: 2\n", encoding="utf-8")
    with pytest.raises(RuleFileError) as caught:
        game("toy", rules=house)
    assert [(p.line, p.path) for p in caught.value.problems] == [(5, "options.toy.packs"), (6, "options.toy.burn")]


def test_the_hash_is_of_what_decides_and_not_of_prose(toys: Path) -> None:
    """A word changes nothing; an option, a case or the order of steps does."""

    def hashed(**settings: object) -> str:
        return game("toy", settings=settings).sha256

    first = hashed()
    assert hashed() == first
    assert hashed(packs=8) != first
    assert game("toy", rules="other").sha256 != first
    file = toys / "procedures/toys/toy.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("Burn {burns}.", "Burn them.").replace("Bets are made.", "Bets stand."), encoding="utf-8")
    assert hashed() == first
    file.write_text(text.replace("n: {option: burns}", "n: 1"), encoding="utf-8")
    assert hashed() == first, "the same number, whoever fixed it"
    file.write_text(text.replace("do: deal", "do: draw"), encoding="utf-8")
    assert hashed() != first


def test_a_game_is_read_once_and_again_when_a_file_changes(toys: Path) -> None:
    """Callers may ask as often as they like."""
    toy: Game = game("toy")
    assert game("toy") is toy
    file = toys / "rulings/base/set.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("packs: 4", "packs: 6 "), encoding="utf-8")
    assert game("toy").options["packs"] == 6


def test_a_rule_set_for_another_family_is_refused(tmp_path: Path) -> None:
    """Rulings on toys do not help at a poker table."""
    house = tmp_path / "house.yaml"
    house.write_text("set: house\nfamily: poker\n", encoding="utf-8")
    with pytest.raises(
        RuleFileError, match="this rule set is for games of the family 'poker', but the game is of the family 'toys'"
    ):
        game("toy", rules=house)

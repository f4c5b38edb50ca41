"""Streets that are dealt alike are written once, and are the sections and steps that they were."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dealerkit.cli.lint import words_of_the_engine
from dealerkit.errors import RuleFileError
from dealerkit.rules import data
from dealerkit.rules.doc import Doc, parts
from dealerkit.rules.files import read_file
from dealerkit.rules.games import game
from dealerkit.rules.lint.files import lint
from dealerkit.rules.streets import with_streets

Put = Callable[[str, str], Path]

HEAD = "extends: holdem\ngame: mine\ntitle: Mine\nprocedure:\n  hand:\n    steps:\n"
STREETS = """      extra:
        before: flop
        if: contested
        each:
          one: {title: One, card: {n: 1}}
          two:
            title: Two
            tap: null
            look: {before: card, do: tap, say: Look}
            card: {n: 2, say: null}
            ids: {uncalled: back_again}
        steps:
          tap: {do: tap, say: "Tap on {street}"}
          card: {do: deal_board, say: A card}
          "the_{street}_betting": {like: preflop, until: card}
          uncalled: {like: preflop_uncalled}
"""


def test_a_section_for_each_street_and_a_step_for_each_step(put: Put) -> None:
    """Names, order, place; what all say, what one says, what one lacks, what one has for itself."""
    steps = game(put("mine.yaml", HEAD + STREETS)).data["procedure"]["hand"]["steps"]
    assert "extra" not in steps
    order = list(steps)
    assert order[order.index("one") :][:3] == ["one", "two", "flop"]
    one, two = steps["one"], steps["two"]
    assert (one["title"], one["if"], two["title"]) == ("One", "contested", "Two")
    assert list(one["steps"]) == ["one_tap", "one_card", "the_one_betting", "one_uncalled"]
    assert list(two["steps"]) == ["look", "two_card", "the_two_betting", "back_again"]
    assert one["steps"]["one_tap"] == {"do": "tap", "say": "Tap on one"}
    assert one["steps"]["one_card"] == {"do": "deal_board", "say": "A card", "n": 1}
    assert two["steps"]["two_card"] == {"do": "deal_board", "n": 2}
    assert two["steps"]["the_two_betting"]["until"] == "two_card"
    assert two["steps"]["back_again"] == steps["preflop_uncalled"]


def test_everything_says_where_it_is_written(put: Put) -> None:
    """In the line of the street, else in the line of all of them; a step, and what it says."""
    text = HEAD + STREETS
    path = put("mine.yaml", text)
    doc = game(path).doc
    hand = ("procedure", "hand", "steps")

    def line(*place: str, of_key: bool = False) -> str:
        origin = doc.origin((*hand, *place), of_key=of_key)
        assert origin.file == str(path)
        return text.splitlines()[origin.line - 1].strip()

    assert line("one", "title").startswith("one: {title: One")
    assert line("one", "if") == line("two", "if") == "if: contested"
    assert line("two", "steps", "two_card", "n") == "card: {n: 2, say: null}"
    assert line("two", "steps", "two_card", "do").startswith("card: {do: deal_board")
    assert line("one", "steps", "one_tap", "say").startswith("tap: {do: tap")
    assert line("one", "steps", "one_tap", of_key=True).startswith("tap: {do: tap")
    assert line("two", "steps", "look", "say").startswith("look: {before: card")


def test_what_is_laid_over_a_street_holds_for_the_next(put: Put) -> None:
    """As a step like another does; and not for what the next says itself."""
    over = {"flop": "burn: {why: Because}\n          board: {n: 4}", "turn": "turn_betting: {opens: first_opener}"}
    streets = "".join(f"      {street}:\n        steps:\n          {steps}\n" for street, steps in over.items())
    hand = game(put("mine.yaml", HEAD + streets)).data["procedure"]["hand"]["steps"]
    assert [hand[street]["steps"][f"{street}_burn"].get("why") for street in ("turn", "river")] == ["Because", "Because"]
    assert hand["river"]["steps"]["river_betting"]["opens"] == "first_opener"
    assert [hand[street]["steps"][f"{street}_card"]["n"] for street in ("turn", "river")] == [1, 1]


def test_a_rule_set_may_lay_streets_over_a_game(put: Put) -> None:
    """They stand there as they would in the game's own file."""
    house = "set: own\nextends: rrop\nprocedures:\n  holdem:\n    procedure:\n      hand:\n        steps:\n"
    path = put("own.yaml", house + "".join(f"    {line}\n" for line in STREETS.splitlines()))
    assert "two_card" in game("holdem", path).data["procedure"]["hand"]["steps"]["two"]["steps"]


@pytest.mark.parametrize(
    ("was", "now", "line", "words"),
    [
        (
            "{title: One, card: {n: 1}}",
            "{title: One, crad: {n: 1}}",
            11,
            "unknown step of these streets: 'crad'; did you mean card or uncalled?",
        ),
        ("{uncalled: back_again}", "{uncaled: back_again}", 17, "unknown step: 'uncaled'; did you mean uncalled or card?"),
        (
            "before: card, do: tap",
            "before: crad, do: tap",
            15,
            "unknown step of these streets: 'crad'; did you mean card or uncalled?",
        ),
        ("{uncalled: back_again}", "{uncalled: two_card}", 12, "two steps of the street 'two' have the id 'two_card'"),
        ("      extra:\n", "      one: {steps: {}}\n      extra:\n", 12, "the name 'one' is already used in this section"),
        ("if: contested", "fi: contested", 9, "unknown key 'fi'"),
        ("        each:", "        each: []\n        x:", 10, "expected a map, not a list"),
        ("        steps:", "        setps:", 8, "the key 'steps' is missing"),
        ("{title: One, card: {n: 1}}", "[card]", 11, "expected a map, not a list"),
        ("{uncalled: back_again}", "back_again", 17, "expected a map, not 'back_again'"),
        ("if: contested", "if: contestd", 9, "unknown fact: 'contestd'"),
        ("{do: deal_board, say: A card}", "{do: deal_bord, say: A card}", 20, "unknown 'do' word: 'deal_bord'"),
    ],
)
def test_what_is_wrong_with_streets_is_told_at_its_line(put: Put, was: str, now: str, line: int, words: str) -> None:
    """By lint, with file and line, as for any other step."""
    text = HEAD + STREETS
    assert was in text
    path = put("mine.yaml", text.replace(was, now, 1))
    told = [(one.line, one.message) for one in lint([path], words_of_the_engine())]
    assert any(at == line and message.startswith(words) for at, message in told), told


def test_our_own_streets_have_the_names_they_had() -> None:
    """Records, cases and findings name them."""
    hand = game("holdem").data["procedure"]["hand"]["steps"]
    assert list(hand["flop"]["steps"]) == [
        *("flop_all_in", "tap", "burn", "board", "flop_turned", "flop_betting", "flop_uncalled", "flop_gather", "flop_pots"),
    ]
    assert list(hand["river"]["steps"]) == [
        f"river_{name}" for name in ("all_in", "tap", "burn", "card", "betting", "uncalled", "gather", "pots")
    ]
    seventh = game("stud7").data["procedure"]["hand"]["steps"]["seventh"]["steps"]
    assert list(seventh)[1:5] == ["seventh_tap", "restub", "recut", "seventh_burn"]
    draw = game("triple-draw-27").data["procedure"]["hand"]["steps"]["draw_three"]["steps"]
    assert next(iter(draw["draw_turns_three"]["steps"])) == "draw_turn_three"
    assert "fourth_betting" in draw


def test_a_file_without_streets_is_as_it_was() -> None:
    """The very same document, so that what is kept of it stays good."""
    doc = Doc.of({"procedure": {"hand": {"steps": {"a": {"do": "tap"}}}}})
    assert with_streets(doc) is doc
    with pytest.raises(RuleFileError):
        with_streets(Doc.of({"procedure": {"s": {"each": {"a": {"b": {}}}, "steps": {"c": {"do": "tap"}}}}}))
    written = [
        path for path in data.data_dir("procedures").rglob("*.yaml") if "\n        each:\n" in path.read_text(encoding="utf-8")
    ]
    assert {path.stem for path in written} >= {"holdem", "stud7", "triple-draw-27"}
    assert not [path for path in written for place, _ in parts(read_file(path).data["procedure"]) if "each" in place]

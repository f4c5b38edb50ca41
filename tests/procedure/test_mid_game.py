"""A table set up in the middle: as described, replayed, taken back; what is missing or contradictory is said plainly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.errors import RecordError, RuleFileError
from dealerkit.jobs.cases import run_cases
from dealerkit.procedure.mid_game import BadMidGame, MidGame
from dealerkit.table.table import Table

BEFORE_BIDDING: dict[str, Any] = {
    "at": "bidding",
    "button": "s4",
    "places": {"s1": "Ah Kh Qh Jh 9c", "s2": "5", "s3": "5", "s4": "5"},
    "chips": {"s1": "93"},
}


def nap(given: dict[str, Any], seed: int | None = 3) -> Table:
    """A table of four at nap, set up."""
    return Table("nap", seats=4, seed=seed, given=MidGame.read(given))


@pytest.mark.parametrize("seed", [None, 3])
def test_a_table_lies_as_it_is_described(seed: int | None) -> None:
    """Cards, counts and chips are where the description has them, and none is lost."""
    table = nap(BEFORE_BIDDING, seed)
    felt = table.felt
    assert felt.names(felt.cards("s1")) == ["Ah", "Kh", "Qh", "Jh", "9c"]
    assert [len(felt.cards(name)) for name in ("s2", "s3", "s4", "pack")] == [5, 5, 5, 8]
    assert felt.rows["stack"] == [0, 93, 100, 100, 100]
    assert sorted(card for cards in felt.places.values() for card in cards) == list(range(28))
    assert list(table.expected.players) == ["s1"]
    assert table.ok


def test_its_owner_sees_a_hand_and_nobody_else() -> None:
    """A hand that is set up is seen like one that was dealt."""
    table = nap(BEFORE_BIDDING)
    assert table.view(1).places["s1"] == ("Ah", "Kh", "Qh", "Jh", "9c")
    assert table.view(2).places["s1"] == ("??",) * 5


def test_the_record_brings_it_back() -> None:
    """Replay and undo begin at the description."""
    table = nap(BEFORE_BIDDING)
    table.push("s1 bid nap")
    again = dk.replay(table.record())
    assert again.felt.same_as(table.felt)
    assert again.expected == table.expected
    table.pop()
    assert list(table.expected.players) == ["s1"]
    assert table.felt.same_as(nap(BEFORE_BIDDING).felt)


def test_the_game_goes_on_from_it_to_the_next_hand() -> None:
    """What follows is the usual procedure."""
    table = nap(BEFORE_BIDDING)
    table.advance("next_dealer")
    assert table.ok
    assert table.expected.dealer[0].text == "d button s1"


def test_the_first_card_of_the_stock_comes_out_first() -> None:
    """The stock is described from the top."""
    table = nap({"at": "deal", "button": "s4", "places": {"pack": "Ah Kd Qc rest"}})
    table.push("d deal s1 3")
    assert table.felt.names(table.felt.cards("s1")) == ["Ah", "Kd", "Qc"]


def test_the_house_has_chips_as_well() -> None:
    """They are named as the seats are (`house`)."""
    assert nap({**BEFORE_BIDDING, "chips": {"house": "7", "s1": "93"}}).felt.rows["stack"][:2] == [7, 93]


PLAYING: dict[str, Any] = {"at": "tricks", "button": "s4", "done": {"bidding": {"bid": "two", "bidder": "s1"}}}

WRONG = [
    ({"at": "bid"}, ("at",), "did you mean bidding"),
    ({}, (), "at: STEP"),
    ({"at": "bidding", "where": 1}, ("where",), "unknown part of a table"),
    ({"at": "bidding", "button": "north"}, ("button",), "is not a seat"),
    ({"at": "bidding", "places": {"s1": "Ah Ah"}}, ("places", "s1"), "more often than the pack has"),
    ({"at": "bidding", "places": {"s1": "2h"}}, ("places", "s1"), "not in this pack"),
    ({"at": "bidding", "places": {"s1": "Zz"}}, ("places", "s1"), "is not a card"),
    ({"at": "bidding", "places": {"shoe": "5"}}, ("places", "shoe"), "unknown place:"),
    ({"at": "bidding", "places": {"s1": "40"}}, ("places",), "the places hold 29 cards, but the pack has 28"),
    ({"at": "bidding", "places": {"s1": "5", "pack": "3"}}, ("places",), "a place for the other 20"),
    ({"at": "bidding", "places": {"s1": "rest", "s2": "rest"}}, ("places", "s2"), "two places"),
    ({"at": "bidding", "up": {"s1": "Ah"}}, ("up", "s1"), "is not face down"),
    ({"at": "bidding", "chips": {"s9": "1"}}, ("chips", "s9"), "s1 to s4"),
    ({"at": "bidding", "chips": {"s1": "much"}}, ("chips", "s1"), "is not a number"),
    ({"at": "bidding", "rows": {"pot": "1"}}, ("rows", "pot"), "unknown row of chips"),
    ({"at": "bidding", "marks": {"points": {"s1": 1}}}, ("marks", "points"), "unknown box"),
    ({"at": "tricks"}, ("at",), "the step needs decided_contract"),
    ({"at": "bidding", "done": {"nothing": {}}}, ("done", "nothing"), "unknown step with a result"),
    ({"at": "deal", "mid": {"leader": "s1"}}, ("mid",), "needs nothing beyond"),
    ({"at": "bidding", "mid": {"bid": "two"}}, ("mid",), "give both or neither"),
    ({"at": "bidding", "mid": {"bid": "five", "bidder": "s1"}}, ("mid", "bid"), "unknown bid: 'five'"),
    ({"at": "bidding", "button": "s4", "mid": {"turn": "s2", "bid": "two", "bidder": "s3"}}, ("mid", "bidder"), "have bid yet"),
    ({"at": "tricks", "done": {"bidding": {"bid": "two"}}}, ("done", "bidding"), "bidder is missing"),
    ({"at": "tricks", "done": {"bidding": {"bid": "ten", "bidder": "s1"}}}, ("done", "bidding", "bid"), "unknown bid:"),
    ({**PLAYING, "places": {}}, ("at",), "nothing to do at the step 'tricks'"),
    ({**PLAYING, "places": {"s1": "5", "s2": "5", "s3": "5", "s4": "4", "trick": "Ah"}}, ("mid", "leader"), "leader is missing"),
    (
        {**PLAYING, "places": {"s1": "5", "s2": "5", "s3": "5", "s4": "4", "trick": "Ah"}, "mid": {"leader": "s1"}},
        ("mid",),
        "1 card in the trick s1 leads, and hands of s1 5, s2 5, s3 5, s4 4",
    ),
    (
        {**PLAYING, "places": {"s1": "4", "s2": "4", "s3": "4", "s4": "4", "s1.won": "3"}, "mid": {"leader": "s1"}},
        ("mid",),
        "doesn't divide into tricks",
    ),
    (
        {**PLAYING, "places": {"s1": "4", "s2": "4", "s3": "4", "s4": "4", "s1.won": "4"}, "mid": {"leader": "s1"}},
        ("mid", "trumps"),
        "trumps are missing",
    ),
    ({**PLAYING, "mid": {"leader": "s1", "trumps": "stars"}}, ("mid", "trumps"), "is not a suit"),
]


@pytest.mark.parametrize(("given", "place", "said"), WRONG)
def test_what_does_not_fit_is_said_with_its_place(given: dict[str, Any], place: tuple[str, ...], said: str) -> None:
    """Every gap and contradiction names its key."""
    with pytest.raises(BadMidGame) as wrong:
        nap(given)
    assert wrong.value.place == place
    assert said in str(wrong.value)


def test_a_case_says_where_it_stands(tmp_path: Path) -> None:
    """Line and path of the word that is wrong."""
    file = tmp_path / "cases.yaml"
    file.write_text(
        "cases:\n  - name: one card twice\n    game: nap\n    seats: 4\n    given:\n      at: bidding\n"
        "      places: {s1: Ah Ah}\n    acts: []\n    expect: {ok: true}\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError) as wrong:
        run_cases([file])
    (problem,) = wrong.value.problems
    assert (problem.line, problem.path) == (7, "cases[0].given.places.s1")


def test_a_case_begins_in_the_middle(tmp_path: Path) -> None:
    """`given` in a case of acts."""
    file = tmp_path / "cases.yaml"
    file.write_text(
        "cases:\n  - name: the bidder leads\n    game: nap\n    seats: 4\n"
        "    given: {at: bidding, button: s4, places: {s1: Ah Kh Qh Jh 9c, s2: 5, s3: 5, s4: 5}}\n"
        "    acts: [s1 bid nap, s2 pass, s3 pass, s4 pass, s1 play Ah]\n"
        "    expect: {ok: true, asks: [s2], counts: {trick: 1, pack: 8}}\n",
        encoding="utf-8",
    )
    (result,) = run_cases([file]).data
    assert result.ok, result.why


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("{", "this is not JSON"),
        ("[]", "expected a map"),
        ('{"at": "bidding", "chips": {"s9": 1}}', "s1 to s4"),
        ('{"x": 1}', "given.x"),
    ],
)
def test_a_record_with_a_broken_description_says_so(given: str, said: str) -> None:
    """The header line is checked like the rest."""
    text = f"# dealerkit record 1\ngame: nap\nseats: 4\ngiven: {given}\n---\n"
    with pytest.raises(RecordError, match=said.replace(".", r"\.")):
        dk.replay(text)


@pytest.mark.parametrize(
    ("at", "places"),
    [
        ("flop_betting", {"s1": "Ah Ad", "s2": "Kh Kd", "s4": "2c 3d", "board": "As Kc 7h", "muck": "4"}),
        ("turn_burn", {"s1": "Ah Ad", "s2": "Kh Kd", "board": "As Kc 7h", "burns": "2"}),
        ("call_showdown", {"s1": "Ah Ad", "s2": "Kh Kd", "board": "As Kc 7h 2h 2d", "burns": "3", "muck": "8"}),
    ],
)
def test_a_hand_of_poker_goes_on_from_a_street(at: str, places: dict[str, str]) -> None:
    """Money that is described in the pot is contested like any other, and the hand ends without a finding."""
    given = MidGame.read({"at": at, "button": "s4", "places": places, "rows": {"pot": "24"}, "chips": {"s1": "100", "s2": "100"}})
    table = Table("holdem", seats=4, seed=3, given=given)
    table.advance("gather")
    assert table.ok
    assert table.felt.rows["stack"] == [0, 124, 100, 200, 200]


@pytest.mark.parametrize(
    ("places", "counts"),
    [
        ({"s1": "7", "s2": "7", "s3": "7", "s4": "7"}, [7, 7, 7, 7, 0]),
        ({"s1": "7", "s2": "7", "s3": "7", "s4": "7", "pack": "rest"}, [7, 7, 7, 7, 0]),
        ({"s1": "7", "s2": "7", "s3": "7", "s4": "6", "pack": "1"}, [7, 7, 7, 6, 1]),
        ({"s1": "REST"}, [28, 0, 0, 0, 0]),
        ({"s1": "Ah, rest", "pack": "8"}, [20, 0, 0, 0, 8]),
        ({}, [0, 0, 0, 0, 28]),
    ],
)
def test_the_whole_pack_may_be_placed_and_nothing_left_over(places: dict[str, str], counts: list[int]) -> None:
    """The last card is none too many; what nobody names lies in the stock, or where the rest is."""
    felt = nap({"at": "bidding", "button": "s4", "places": places}).felt
    assert [len(felt.cards(name)) for name in ("s1", "s2", "s3", "s4", "pack")] == counts


@pytest.mark.parametrize(
    ("data", "place", "said"),
    [
        ({"at": 5}, (), "the current step is missing: add `at: STEP`"),
        ({"at": "bidding", "places": "s1"}, ("places",), "expected a map"),
        ({"at": "bidding", "mid": [1]}, ("mid",), "expected a map"),
        ({"at": "bidding", "marks": {"score": 5}}, ("marks", "score"), "expected a map"),
        ({"at": "bidding", "done": {"bidding": "two"}}, ("done", "bidding"), "expected a map"),
    ],
)
def test_a_part_that_is_no_map_is_refused(data: dict[str, Any], place: tuple[str, ...], said: str) -> None:
    """With its place in the description."""
    with pytest.raises(BadMidGame) as wrong:
        MidGame.read(data)
    assert (wrong.value.place, str(wrong.value)) == (place, said)


@pytest.mark.parametrize(
    ("part", "value", "place", "said"),
    [
        ("chips", {"north": "1"}, ("chips", "north"), "s1 to s4, and house"),
        ("chips", {"s5": "1"}, ("chips", "s5"), "s1 to s4, and house"),
        ("chips", {"s1": "0.5"}, ("chips", "s1"), "an amount of 0.5 cannot be made up: the smallest chip is 1"),
        ("rows", {"stack": "5"}, ("rows", "stack"), "unknown row of chips"),
        ("places", {"s1": "Ah", "s2": "Ah"}, ("places", "s2"), "more often than the pack has"),
        ("up", {"s9": "Ah"}, ("up", "s9"), "is not face down in s9"),
    ],
)
def test_chips_and_cards_are_somebodys(part: str, value: dict[str, str], place: tuple[str, ...], said: str) -> None:
    """A seat that is there, whole chips, and a row that holds bets."""
    with pytest.raises(BadMidGame, match=said) as wrong:
        nap({"at": "bidding", part: value})
    assert wrong.value.place == place


def test_a_description_is_written_as_it_was_read() -> None:
    """Every part that is not empty, and no other."""
    whole = {**PLAYING, "places": {"s1": "5"}, "chips": {"s1": "7"}, "mid": {"leader": "s1"}}
    assert MidGame.read(whole).data() == whole
    assert MidGame.read({"at": "bidding", "places": {}}).data() == {"at": "bidding"}


def test_chips_lie_before_a_seat_and_a_stack_may_be_owed() -> None:
    """A row by seat and one without; an amount below zero is a debt."""
    given = {"at": "flop_betting", "button": "s2", "places": {"s1": "2", "s2": "2", "board": "3", "burns": "1"}}
    table = Table("holdem", seats=2, seed=3, given=MidGame.read({**given, "rows": {"bet": {"s1": "5"}, "pot": "24"}}))
    assert (table.felt.rows["bet"][:3], table.felt.rows["pot"][0], table.felt.put[0]) == ([0, 5, 0], 24, 24)
    assert nap({**BEFORE_BIDDING, "chips": {"s2": "-5"}}).felt.rows["stack"][2] == -5


def test_a_card_that_lies_up_is_seen_by_everybody() -> None:
    """And one that is unnamed in a hand by its owner alone, in the stock by nobody."""
    table = nap({**BEFORE_BIDDING, "up": {"s1": "Kh"}})
    assert table.view(2).places["s1"] == ("??", "Kh", "??", "??", "??")
    assert "??" not in table.view(2).places["s2"]
    assert {table.felt.seen[card] for card in table.felt.cards("pack")} == {0}


def test_scores_are_marked_in_their_boxes() -> None:
    """By seat; who is not named has none, and a seat that is not there no box."""
    given = {"at": "gather", "marks": {"letters": {"s2": "3"}, "points": {"s1": "2", "s4": "1"}}}
    marks = Table("cash", seats=4, seed=3, given=MidGame.read(given)).felt.marks
    assert (marks["letters"][:5], marks["points"][:5]) == ([0, 0, 3, 0, 0], [0, 2, 0, 0, 1])
    with pytest.raises(BadMidGame) as wrong:
        Table("cash", seats=4, seed=3, given=MidGame.read({"at": "gather", "marks": {"letters": {"s5": "3"}}}))
    assert wrong.value.place == ("marks", "letters", "s5")

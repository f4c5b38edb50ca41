"""How a table is set up: how many can play with the cards that there are."""

from __future__ import annotations

import attrs
import pytest

import dealerkit as dk
from dealerkit.errors import RuleFileError
from dealerkit.procedure.compiled_game import compiled_game
from dealerkit.procedure.setup import BadSetup, cards_needed, composition, layout, most_seats, smallest, stacks_of
from dealerkit.rules.games import game as find_game
from tests.procedure.layouts import FILE, text

NEEDED = [
    ("holdem", 10, 28),  # two each, three burns and five on the board
    ("omaha", 10, 48),
    ("bomb-pot", 10, 36),  # two boards, each with its burns
    ("draw", 8, 40),  # what is drawn comes of the discards, if need be
    ("red-dog", 10, 50),
]


@pytest.mark.parametrize(("game", "seats", "cards"), NEEDED)
def test_a_hand_takes_so_many_cards_at_least(game: str, seats: int, cards: int) -> None:
    """Each deal, burn and street once (FTR-01, DP-10)."""
    table = dk.Table(game, seats=seats, seed=1)
    assert cards_needed(table.house.program, seats) == cards
    assert most_seats(table.game, table.house.program) == seats


def test_every_felt_is_laid_as_it_stands_in_the_list() -> None:
    """`python -m tests.procedure.layouts` writes it again, where a felt was meant to change."""
    now, then = (whole.removesuffix("\n").split("\n\n") for whole in (text(), FILE.read_text(encoding="utf-8")))
    assert [felt for felt in now if felt not in then] == []
    assert [felt for felt in then if felt not in now] == []


@pytest.mark.parametrize(
    ("unit", "scale"), [(None, 1), ("1", 1), ("0.5", 2), ("0.25", 4), ("0.01", 100), ("2", 0), ("0.3", 0), ("0", 0), ("1.5", 0)]
)
def test_the_smallest_chip_goes_into_one_a_whole_number_of_times(unit: str | None, scale: int) -> None:
    """0 stands for a chip that no table can have."""
    holdem = find_game("holdem")
    if scale:
        assert smallest(holdem, unit) == scale
        assert layout(holdem, 3, unit).scale == scale
        assert stacks_of(holdem, 3, scale, [1, "2", 3]) == [0, scale, 2 * scale, 3 * scale]
    else:
        with pytest.raises(BadSetup, match=f"the smallest chip can't be {unit}"):
            smallest(holdem, unit)


@pytest.mark.parametrize(
    ("stacks", "said"),
    [
        ([5, 5], "2 stacks for 3 seats"),
        ([5], "1 stack for 3 seats"),
        ([5, 5, 5, 5], "4 stacks for 3 seats"),
        ([5, "0.5", 5], "a stack of 0.5 cannot be made up: the smallest chip is 1"),
    ],
)
def test_stacks_are_as_many_as_seats_and_made_of_chips(stacks: list[object], said: str) -> None:
    """Neither more nor fewer, and none of half a chip."""
    with pytest.raises(BadSetup, match=said):
        dk.Table("holdem", seats=3, stacks=stacks)


@pytest.mark.parametrize(
    ("game", "seats", "said"),
    [
        ("holdem", 1, "2 to 10 seats, not 1"),
        ("holdem", 11, "2 to 10 seats, not 11"),
        ("canasta", 3, "Canasta is for 4 seats, not 3"),
        ("canasta", 5, "Canasta is for 4 seats, not 5"),
        ("golf", 2, "is for 1 seat, not 2"),
        ("cash", 5, "is for 4, 6 or 8 seats, not 5"),
        ("badugi", 9, "2 to 8 seats, not 9"),
    ],
)
def test_a_table_has_as_many_seats_as_its_game_allows(game: str, seats: int, said: str) -> None:
    """The least and the most are allowed, and steps between them are kept."""
    with pytest.raises(BadSetup, match=said):
        dk.Table(game, seats=seats)
    least, most = (int(find_game(game).data["players"][end]) for end in ("min", "max"))
    served = most_seats(find_game(game), compiled_game(find_game(game)).program)
    assert [dk.Table(game, seats=end).seats for end in (least, min(most, served))] == [least, min(most, served)]
    for button in (-1, least + 1):
        with pytest.raises(BadSetup, match=f"the button can't be at seat {button}: the table has {least}"):
            dk.Table(game, seats=least, button=button)
    assert dk.Table(game, seats=least, button=least).felt.button == least


@pytest.mark.parametrize(("ranks", "said"), [("23456789TJQKAA", "rank A appears twice"), ("2345x", "'x' is not a rank")])
def test_a_pack_has_each_of_its_ranks_once(ranks: str, said: str, tmp_path) -> None:
    """A rank that is none, or stands there twice, is told with its place."""
    house = tmp_path / "house.yaml"
    house.write_text(
        f"set: odd-pack\ntitle: A house with an odd pack\nextends: rrop\n"
        f'procedures:\n  holdem:\n    equipment:\n      pack: {{ranks: "{ranks}"}}\n',
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError, match=said):
        composition(find_game("holdem", house), 4)


def test_a_sum_that_the_house_asks_for_can_be_made_of_chips() -> None:
    """Half a chip is none: 0.5 for a small blind wants chips of 0.5."""
    assert dk.Table("holdem", seats=3, unit="0.5", options={"small_blind": "0.5"}).felt.layout.scale == 2
    with pytest.raises(BadSetup, match=r"small_blind 0\.5 cannot be made up: the smallest chip is 1"):
        dk.Table("holdem", seats=3, options={"small_blind": "0.5"})


@pytest.mark.parametrize(("depth", "fits"), [(416, True), (417, False)])
def test_the_cut_card_lies_in_the_pack(depth: int, fits: bool) -> None:
    """Not deeper than the pack has cards."""
    found = find_game("mini-baccarat")
    found = attrs.evolve(found, options={**found.options, "cut_card_depth": depth})
    if fits:
        assert len(layout(found, 3).pack) == 416
    else:
        with pytest.raises(BadSetup, match="is too many: the pack has 416 cards"):
            layout(found, 3)

"""What holds of every game of the house, however it is dealt: clean games end and are never accused, cards and chips stay the
same under abuse, records replay, acts can be taken back, and nobody sees what was not shown. `DEALERKIT_LONG=200` plays 1,000
games at every table size.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import dealerkit as dk
from dealerkit.cards import Face
from dealerkit.errors import Impossible
from dealerkit.facts.ending import game_over, winners
from dealerkit.felt import Act
from dealerkit.rules.games import game
from tests.folding import dealt, folds_back, state
from tests.games.social.games import GAMES, acts_of, players_of, sizes, table_of
from tests.sampling import LONG
from tests.table.test_properties import any_act

pytestmark = pytest.mark.campaign

SIZES = [(name, seats) for name in GAMES for seats in sizes(name)]


@pytest.mark.sample(4, most=5)
@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_clean_games_end_and_give_no_finding(name: str, seats: int) -> None:
    """A perfect dealer and players who keep to the rules are never accused; after two hands the game is over, or before."""
    for block in range(5 * max(1, LONG) if LONG else 2):
        table = table_of(name, f"clean/{seats}/{block}", seats, hands=2)
        chips = table.felt.chips()
        for act in acts_of(table, players_of(block), 3):
            found = table.push(act)
            assert found == (), (
                act.text,
                [str(one) for one in found],
                table.setup.settings,
                [str(a) for a in table.now.since("hand")],
            )
        assert game_over(table.now)
        assert winners(table.now) or "least" in table.game.data["wins"]  # some games nobody wins
        assert table.felt.chips() == chips
        assert Counter(table.felt.all_cards()) == Counter(range(len(table.felt.layout.pack)))


@pytest.mark.sample(3, most=2)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_to_its_own_end(name: str) -> None:
    """Where a score, or having lost everything, ends the game, it is reached without a limit of hands."""
    for block in range(max(1, LONG // 10)):
        dear = {"ante": "20"} if "ante" in game(name).data["options"] else {}  # so that a fortune is lost before long
        table = table_of(name, f"end/{block}", min(sizes(name)[-1], 4), **dear)
        if all(end == "hands_played" for end in table.game.data["ends"]):
            return  # it goes on as long as the players like
        for act in acts_of(table, players_of(0), 400):
            assert table.push(act) == (), act.text
        assert game_over(table.now)


@pytest.mark.sample(4, most=4)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(3 * max(1, LONG)))
def test_abuse_loses_nothing_and_crashes_nothing(name: str, seed: int) -> None:
    """Whatever anybody does, every card lies in one place, every chip in one row, and every finding can be explained."""
    rng = random.Random(f"abuse/{name}/{seed}")
    table = table_of(name, f"abuse/{seed}")
    if seed % 3 == 2:
        table = dk.Table(name, seats=table.seats)  # whose cards nobody knows
    cards, chips = Counter(table.felt.all_cards()), table.felt.chips()
    players = players_of(seed)
    for _ in range(220):
        asked = players.acts(table)
        act = any_act(table, rng) if rng.random() < 0.25 else asked[0] if asked else table.next_act()
        if act is None:
            continue
        before = state(table)
        try:
            table.push(act)
        except Impossible:
            assert state(table) == before, f"'{act}' was refused and changed something"
        assert Counter(table.felt.all_cards()) == cards
        assert table.felt.chips() == chips
    for finding in table.findings:
        assert table.explain(finding).severity in {"minor", "major", "critical"}


@pytest.mark.sample(4, most=1)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(1 if not LONG else 4))
def test_any_prefix_of_a_record_refolds_to_the_same_table(name: str, seed: int) -> None:
    """Replaying, taking back and going on come to the same table as never having gone on."""
    rng = random.Random(f"fold/{name}/{seed}")
    table = table_of(name, f"fold/{seed}")
    players = players_of(seed)

    def some() -> dk.Act | None:
        asked = players.acts(table)
        return any_act(table, rng) if rng.random() < 0.08 else asked[0] if asked else table.next_act()

    states = dealt(table, (some() for _ in range(110)))
    folds_back(table, states, rng, 25)


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(2 * max(1, LONG)))
def test_what_a_seat_has_not_seen_leaves_its_view_unchanged(name: str, seed: int) -> None:
    """Exchange the faces of cards that a seat has not seen: places, counts, chips, marks and log look the same to it."""
    rng = random.Random(f"view/{name}/{seed}")
    drawn = table_of(name, f"view/{seed}")
    deck = list(drawn.felt.layout.pack.faces())
    rng.shuffle(deck)

    def table_with(cards: list[Face]) -> dk.Table:
        return dk.Table(name, seats=drawn.seats, button=drawn.setup.button or 1, deck=cards, options=drawn.setup.settings)

    table = table_with(deck)
    rest = rng.randint(10, 60)
    moved: list[tuple[dk.Act, list[int]]] = []
    for act in acts_of(table, players_of(seed), 1):
        table.push(act)
        moved.append((act, list(table.felt.moved)))
        rest -= 1
        if not rest:
            break
    felt = table.felt
    order = _pieces(table_with(deck), deck)
    place = {card: at for at, card in enumerate(order)}
    for seat in range(table.seats + 1):
        bit = 1 << (seat or 30)
        unseen = [at for at, card in enumerate(order) if not felt.seen[card] & bit]
        mixed = unseen[:]
        rng.shuffle(mixed)
        other = deck[:]
        for at, to in zip(unseen, mixed, strict=True):
            other[at] = deck[to]
        twin = table_with(other)
        there = _pieces(table_with(other), other)
        for act, cards in moved:
            faces = [twin.felt.faces[there[place[card]]] for card in cards]
            twin.push(_with(act, faces) if act.cards and len(cards) == len(act.cards) else act)
        assert twin.view(seat) == table.view(seat)


def _pieces(table: dk.Table, deck: list[Face]) -> list[int]:
    """The pieces of card in the order in which a deck comes out after the first shuffle."""
    table.felt.deck = list(deck)
    stock = table.felt.places[table.felt.layout.start][:]
    table.felt.lay(stock)
    return stock[::-1]


def _with(act: dk.Act, faces: list[Face | None]) -> dk.Act:
    """The same act with other cards."""
    return Act.make(act.who, act.verb, *act.to, n=act.n, face=act.face, cards=faces, manner=act.manner)

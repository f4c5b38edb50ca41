"""What cases cannot say of the games for a pot: what leaks to whom, who can sit down, what is not known, what cannot be."""

from __future__ import annotations

import random

import pytest

import dealerkit as dk
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.procedure.setup import BadSetup
from dealerkit.showdown import showdown
from dealerkit.table.bots import Bots, random_legal
from tests.games.social.games import acts_of, players_of


def at_declarations() -> dk.Table:
    """A table of three at which all have three cards and nobody has declared."""
    table = dk.Table("three-five-seven", seats=3, seed=1, button=3)
    table.advance("declare")
    return table


def test_a_declaration_is_seen_by_nobody_else_before_all_are_opened() -> None:
    """TFS-08: to the others it is a closed fist; when the hands are open everybody has seen it."""
    table = at_declarations()
    for act in ("s1 declare in", "s2 declare in", "s3 declare out"):
        table.push(act)
    for seat in (0, 1, 2, 3):
        said = [line for line in table.view(seat).log if " declare " in line]
        assert [line.endswith(" ??") for line in said] == [seat != 1, seat != 2, seat != 3]
    table.push("d reveal")
    for seat in (0, 1, 2, 3):
        assert table.view(seat).log[-4:] == ("s1 declare in", "s2 declare in", "s3 declare out", "d reveal")


def test_the_word_that_is_declared_changes_nothing_that_another_seat_can_see() -> None:
    """TFS-08: in or out, the views of the others are the same until the hands are opened."""
    views = []
    for word in ("in", "out"):
        table = at_declarations()
        table.push(f"s1 declare {word}")
        views.append([table.view(seat) for seat in (0, 2, 3)])
    assert views[0] == views[1]


def test_a_hand_is_seen_by_those_who_are_in_and_by_nobody_else() -> None:
    """TFS-09: whoever is out sees neither the cards nor their names in the log."""
    table = at_declarations()
    for act in ("s1 declare in", "s2 declare in", "s3 declare out", "d reveal"):
        table.push(act)
    hand = table.felt.names(table.felt.cards("s1"))
    table.push(f"s1 flash s2 {' '.join(hand)}")
    assert table.view(2).places["s1"] == tuple(hand)
    assert table.view(3).places["s1"] == ("??", "??", "??")
    assert table.view(2).log[-1] == f"s1 flash s2 {' '.join(hand)}"
    assert table.view(3).log[-1] == "s1 flash s2 ?? ?? ??"


def test_whoever_peeks_sees_one_card_and_the_others_none() -> None:
    """MS-05, MS-23: the seven cards are hidden from their own player too."""
    table = dk.Table("mexican-sweat", seats=2, seed=3, button=2, options={"peek": True})
    table.advance("roll")
    assert set(table.view(1).places["s1"]) == {"??"}
    table.push("s1 look 7")
    seen = table.view(1).places["s1"]
    assert seen[:6] == ("??",) * 6
    assert seen[6] != "??"
    assert set(table.view(2).places["s1"]) == {"??"}


@pytest.mark.parametrize(
    ("name", "seats", "options"),
    [
        ("red-dog", 11, {}),
        ("red-dog", 9, {"hand_size": 5}),
        ("three-five-seven", 8, {}),
        ("mexican-sweat", 8, {}),
    ],
)
def test_nobody_sits_down_whom_the_pack_cannot_serve(name: str, seats: int, options: dict[str, object]) -> None:
    """RD-19, RD-A8, TFS-21, MS-25: one more than the cards are enough for."""
    with pytest.raises(BadSetup, match=f"not (for )?{seats}"):
        dk.Table(name, seats=seats, options=options)
    assert dk.Table(name, seats=seats - 1, options=options).seats == seats - 1


@pytest.mark.parametrize("early", ["s4 call", "s5 call", "s1 call"])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_a_raise_after_somebody_has_called_out_of_turn_is_answered_by_everybody(seed: int, early: str) -> None:
    """MS-02, MS-18: no rule of a game at home takes the raise from whoever called too early, and nobody is left unasked."""
    table = dk.Table("mexican-sweat", seats=5, seed=seed, button=1, options={"structure": "no_limit"})
    table.advance("betting")
    first, *others = [f"s{seat}" for seat in in_turn(table.now, int(next(iter(table.ask))[1:]) - 1)]
    assert table.push(f"{first} bet 1") == ()
    early = early if early.split(maxsplit=1)[0] in others[1:] else f"{others[-1]} call"
    assert [finding.code for finding in table.push(early)] == ["betting/wrong-opener"]
    assert table.push(f"{others[0]} raise 2") == ()
    for who in [*others[1:], first]:
        assert table.ask[who].keys() >= {"fold", "call", "raise"}
        assert table.push(f"{who} call") == ()
    assert table.players is None or table.players.id != "betting"


@pytest.mark.parametrize("name", ["red-dog", "three-five-seven"])
@pytest.mark.parametrize("seed", range(3))
def test_cards_that_nobody_has_named_accuse_nobody(name: str, seed: int) -> None:
    """A record without a single card: what cannot be known is let pass."""
    table = dk.Table(name, seats=4, seed=seed, button=4)
    blind = dk.Table(name, seats=4, button=4)
    for act in acts_of(table, players_of(seed), 2):
        table.push(act)
        assert blind.push(act.plain) == (), act.text


@pytest.mark.parametrize("seed", range(6))
def test_however_a_turn_was_settled_it_can_be_put_right(seed: int) -> None:
    """RD-09, RD-10, RP-05: after any wrong payments the remedy brings every chip to where the cards say."""
    rng = random.Random(seed)
    table = dk.Table("red-dog", seats=3, seed=seed, button=3, options={"ante": "20"})
    table.advance("bet")
    wealth = table.felt.rows["stack"][:]
    table.push("s1 bet 10")
    table.push("d deal turned")
    table.push("s1 show")
    wins = bool(table.now.results) and table.next_act() is not None and table.next_act().verb == "return"
    for _ in range(rng.randint(1, 3)):
        table.push(Act.make("d", "award", f"s{rng.randint(1, 3)}", n=rng.randint(1, 9)))
    for _ in range(12):
        if table.players is not None and table.players.id == "bet":
            break
        due = table.next_act()
        assert due is not None
        table.push(due)
    wealth[1] += 10 if wins else -10
    assert table.felt.rows["stack"] == wealth
    assert table.felt.rows["pot"][0] == 60 + (-10 if wins else 10)


def test_the_shortest_hands_can_win_and_a_killed_one_cannot() -> None:
    """MS-08, MS-A3: hands of different size are shown down, and one with a card of the kill rank has nothing."""
    read = dk.Act.parse
    hands = {who: read(f"d deal s1 {cards}").cards for who, cards in {"a": "Ah", "b": "9c 9d", "c": "7h 7d 2c"}.items()}
    assert showdown("mexican-sweat", hands, settings={"kill": "9"}).winners == ("c",)
    assert showdown("mexican-sweat", hands).winners == ("b",)


def test_players_who_do_anything_that_is_open_end_every_game() -> None:
    """Random players come to the end of a game for the pot."""
    for name in ("red-dog", "three-five-seven"):
        table = dk.Table(name, seats=3, seed=4)
        players = Bots(random_legal)
        for act in acts_of(table, players, 200):
            assert table.push(act) == ()
        assert not table.plan()
        assert not table.ask

"""Cash: letters against a referee that reads the log, races and seats, and what nobody may know of a signal."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.cards import read_cards
from dealerkit.felt import Act
from dealerkit.procedure.mid_game import MidGame
from dealerkit.procedure.setup import BadSetup
from dealerkit.table.bots import Bots, random_legal
from tests.games.social.games import acts_of, players_of
from tests.sampling import LONG

pytestmark = pytest.mark.campaign


def pair(seat: int, seats: int) -> int:
    """Which pair a seat belongs to, by the seat opposite (CA-13)."""
    return min(seat, (seat + seats // 2 - 1) % seats + 1)


def four(table: dk.Table, seat: int) -> bool:
    """Whether a hand is four of a kind."""
    names = table.felt.names(table.felt.cards(f"s{seat}"))
    return len(names) == 4 and len({name[0] for name in names}) == 1


@pytest.mark.parametrize("seats", [4, 6, 8])
@pytest.mark.sample(1, most=1)
def test_every_letter_goes_to_the_pair_that_the_referee_names(seats):
    """Over whole games of players who swap and call as they like (CA-20 to CA-24)."""
    for game in range(3 + 3 * LONG):
        table = dk.Table("cash", seats=seats, seed=seats + 10 * game, button=1)
        letters = dict.fromkeys(range(1, seats // 2 + 1), 0)
        call: tuple[str, int, int] | None = None
        for act in acts_of(table, players_of(game), 300):
            assert max(letters.values()) < 4 or act.verb in ("mark", "gather", "button", "show")
            if act.verb == "claim" and call is None:
                partner = (act.seat + seats // 2 - 1) % seats + 1
                accused = int(act.to[1][1:]) if len(act.to) > 1 else act.seat % seats + 1
                call = (act.to[0], act.seat, partner if act.to[0] == "cash" else accused)
            if act.verb == "gather" and call is not None:
                word, caller, about = call
                mine = pair(about, seats)
                hands = [about] if word == "cash" else [mine, mine + seats // 2]
                good = any(four(table, seat) for seat in hands)
                if word == "cash" and good:
                    losers = [side for side in letters if side != pair(caller, seats)]
                else:
                    losers = [mine if good else pair(caller, seats)]
                for side in losers:
                    letters[side] += 1
                assert table.felt.marks["letters"][1 : seats // 2 + 1] == list(letters.values())
                call = None
            assert table.push(act) == ()
        assert max(letters.values()) == 4  # CA-23
        assert table.felt.marks["letters"][seats // 2 + 1 :] == [0] * (seats // 2)


@pytest.mark.parametrize("seats", [3, 5, 7, 9])
def test_ca_13_ca_e1_an_odd_number_of_players_is_refused(seats):
    """And said plainly."""
    with pytest.raises(BadSetup, match="Cash is for 4"):
        dk.Table("cash", seats=seats)


def swapping(**places: str) -> dk.Table:
    """Four players while they swap."""
    lie = {"s1": "9c 9s 9h 9d", "s2": "2c 3c 4c 5c", "s3": "Ah Kh Qh Jh", "s4": "6s 7s 8s Ts", "board": "As Ks 2d 8d"} | places
    return dk.Table("cash", seats=4, seed=1, given=MidGame.read({"at": "swapping", "button": "s4", "places": lie}))


@pytest.mark.parametrize("order", list(itertools.permutations(["s1 claim counter", "s2 claim counter", "s3 claim cash"])))
def test_ca_05_who_was_first_is_in_the_record(order):
    """Of three calls the first counts, whichever it is; the others change nothing and are no fault."""
    table = swapping()
    for act in order:
        assert table.push(act) == ()
    shows = {"s1 claim counter": {"s2", "s4"}, "s2 claim counter": {"s1", "s3"}, "s3 claim cash": {"s1"}}[order[0]]
    assert set(table.ask) == shows
    again = dk.replay(table.record())
    assert set(again.ask) == shows


@pytest.mark.parametrize("seed", range(8 * max(1, LONG)))
def test_ca_16_a_card_goes_to_one_player_only(seed):
    """However many want it, whoever is first in the record has it, nothing is lost, and a hand has always four cards."""
    rng = random.Random(seed)
    table = swapping()
    for _ in range(40):
        seat = rng.randint(1, 4)
        hand, board = table.felt.names(table.felt.cards(f"s{seat}")), table.felt.names(table.felt.cards("board"))
        table.push(f"s{seat} swap {rng.choice(hand)} {rng.choice(board)}")
        assert [len(table.felt.cards(f"s{one}")) for one in range(1, 5)] == [4, 4, 4, 4]
        assert sorted(table.felt.all_cards()) == list(range(52))
    assert table.ok


def test_every_swap_that_is_offered_is_allowed_and_no_other():
    """Sixteen pairs of a card of the hand and one of the board, in either order; nothing else (CA-16)."""
    table = swapping()
    allowed: Any = table.ask["s3"]["swap"]
    hand, board = read_cards("Ah Kh Qh Jh"), read_cards("As Ks 2d 8d")
    pairs = list(itertools.product(hand, board))
    assert sorted(map(str, allowed)) == sorted(map(str, pairs))
    everything = [*hand, *board, *read_cards("9c 5d")]
    for one, other in itertools.permutations(everything, 2):
        assert ((one, other) in allowed) is ((one, other) in pairs or (other, one) in pairs)
    assert hand[0] not in allowed
    assert (hand[0], board[0], board[1]) not in allowed


def test_the_meaning_of_a_signal_is_in_no_record():
    """What a pair has agreed on stands nowhere: a gesture, true or phony, looks the same to everybody (CA-01, CA-07)."""
    table = dk.Table("cash", seats=4, seed=11, button=1)
    for act in acts_of(table, players_of(0), 6):
        table.push(act)
    given = [act for act in table.log if act.verb == "signal"]
    assert given
    for seat in range(5):
        assert [line for line in table.view(seat).log if " signal " in line] == [act.text for act in given]


@pytest.mark.parametrize("seed", range(6 * max(1, LONG)))
def test_a_hand_set_up_in_the_middle_goes_on_as_the_one_that_was_dealt(seed):
    """Described while cards are swapped, it asks for the same and comes to the same letters."""
    table = dk.Table("cash", seats=4 + 2 * (seed % 3), seed=seed, button=1)
    wait, twin = random.Random(seed).randint(0, 5), None
    swept = len(table.log)
    for act in acts_of(table, Bots(random_legal), 30):
        at_swaps = table.players is not None and table.players.id == "swapping"
        wait -= at_swaps
        if at_swaps and twin is None and wait < 0:
            twin = dk.Table("cash", seats=table.seats, seed=1, given=described(table, table.log[swept:]))
        if twin is not None:
            assert set(twin.ask) == set(table.ask)
            mine, theirs = ({who: {m for m in moves if "signal" not in m} for who, moves in t.ask.items()} for t in (twin, table))
            assert mine == theirs
            assert twin.push(act) == ()
        assert table.push(act) == ()
        swept = len(table.log) if act.verb == "deal" else swept
        if twin is not None and act.verb == "gather":
            assert twin.felt.marks == table.felt.marks
            return
    pytest.fail("no hand was set up")


def described(table: dk.Table, since: list[Act]) -> MidGame:
    """What somebody would tell of a table while cards are swapped."""
    felt = table.felt
    passed: set[Any] = set()
    for act in since:
        if act.verb == "swap":
            passed.clear()
        elif act.verb == "pass":
            passed.add(act.who)
        elif act.verb == "answer":
            passed.discard(act.who)
    return MidGame.read(
        {
            "at": "swapping",
            "button": f"s{felt.button}",
            "places": {name: " ".join(felt.names(felt.cards(name))[:: -1 if name == "pack" else 1]) for name in felt.places},
            "marks": {"letters": {f"s{seat}": felt.marks["letters"][seat] for seat in range(1, table.seats + 1)}},
            "mid": {"passed": sorted(passed)},
        }
    )

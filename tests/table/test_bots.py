"""Players who choose by themselves."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from dealerkit import Table
from dealerkit.errors import RecordError
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.table.bots import CHOOSERS, NOBODY, Bots, Script, hand_of, players_named, sensible
from dealerkit.table.bots.chance import _chips
from dealerkit.table.rounds import Rounds
from dealerkit.training.walk.legality import barred
from tests.gathered import holds_for_each
from tests.sampling import daily
from tests.table.bot_hands import FILE, hands, line


def dealt(table: Table, players, rounds: int) -> Table:
    """So many rounds, by a perfect dealer; every act must be open when it is made."""
    counted = Rounds(table)
    for _ in range(5000):
        if counted.done >= rounds:
            break
        acts = players.acts(table)
        if not acts:
            act = table.next_act()
            if act is None:
                break
            acts = [act]
        for act in acts:
            if act.seat:
                assert barred(table, act) is None, act
            table.push(act)
        counted.look(table)
    return table


@pytest.mark.sample(6, most=5)
@pytest.mark.parametrize("how", CHOOSERS)
@pytest.mark.parametrize("seed", daily(range(3), 3))
@pytest.mark.parametrize("game", games())
def test_bots_choose_what_is_allowed(game, seed, how):
    """In every game, whatever they choose is open to them and nothing is found."""
    seats = min(4, int(load(game).data["players"]["max"]))
    table = dealt(Table(game, seats=seats, seed=seed), Bots(CHOOSERS[how]), 6)
    assert table.findings == []
    assert any(act.seat for act in table.log)


@pytest.mark.parametrize("how", CHOOSERS)
def test_the_same_seed_chooses_the_same(how):
    """Two tables with one seed have the same log."""
    first, second = (dealt(Table("nap", seats=4, seed=5), Bots(CHOOSERS[how]), 4).log for _ in range(2))
    assert first == second
    other = dealt(Table("nap", seats=4, seed=6), Bots(CHOOSERS[how]), 4).log
    assert first != other


def test_bettors_keep_within_the_limits():
    """Sensible bettors bet between the limits, in chips, never on both hands of a coup, and not every coup."""
    table = dealt(Table("mini-baccarat", seats=5, seed=2), Bots(sensible), 40)
    money = table.game.data["money"]
    bets = [act for act in table.log if act.verb == "bet"]
    main = [act for act in bets if act.to[0] in ("player", "banker")]
    assert all(int(money["minimum"]) <= act.n <= int(money["maximum"]) for act in main)
    assert {act.to[0] for act in bets} == {"player", "banker", "tie"}
    assert len(bets) < 5 * 40 * 1.5
    rounds = "|".join(str(act) for act in table.log).split("d close")
    assert any(text.count(" bet ") < 5 for text in rounds)
    for text in rounds:
        for seat in range(1, 6):
            assert not (f"s{seat} bet player" in text and f"s{seat} bet banker" in text)


def test_a_stake_step_is_kept():
    """Where the house wants multiples, main bets are multiples."""
    table = dealt(Table("mini-baccarat", seats=5, seed=2, options={"stake_step": "25"}), Bots(sensible), 20)
    bets = [act.n for act in table.log if act.verb == "bet" and act.to[0] in ("player", "banker")]
    assert bets
    assert all(amount % 25 == 0 for amount in bets)
    assert table.ok


@pytest.mark.parametrize("how", CHOOSERS)
def test_bettors_where_the_house_posts_no_maximum(how):
    """A spot that takes any amount is bet on, by whoever has the chips (BA-72)."""
    table = dealt(Table("mini-baccarat", seats=5, seed=2, options={"maximum": "0", "side_maximum": "0"}), Bots(CHOOSERS[how]), 30)
    assert table.ok
    assert "tie" in {act.to[0] for act in table.log if act.verb == "bet"}


def test_a_bot_does_not_see_other_hands():
    """With other cards in the other hands a seat chooses the same."""
    table = Table("nap", seats=3, seed=1, button=1)
    table.advance("bidding")
    choice = Bots(sensible).acts(table)
    felt = table.felt
    others = [card for name in ("s1", "s3", "pack") for card in felt.cards(name)]
    faces = [felt.faces[card] for card in others]
    for card, face in zip(others, reversed(faces), strict=True):
        felt.faces[card] = face
    assert Bots(sensible).acts(table) == choice
    assert None in hand_of(table, "s2") or len(hand_of(table, "s2")) == 5
    felt.seen[felt.places["s2"][0]] = 0
    assert hand_of(table, "s2")[0] is None


def test_sensible_players_win_more_bids_than_random_ones():
    """Those who bid on their strength make more of their bids than those who bid anything."""

    def made(how: str) -> float:
        won = bids = 0
        for seed in range(12):
            table = Table("nap", seats=4, seed=seed)
            for _ in range(6):
                dealt(table, Bots(CHOOSERS[how]), 1)
                last = table.now.before.get("settle") or table.now.results.get("settle")
                if last is not None:
                    bids, won = bids + 1, won + bool(last["made"])
        return won / max(1, bids)

    assert made("sensible") > made("random") + 0.2


def test_a_script_is_followed(tmp_path):
    """Groups of bets, a round each; after the last, nobody bets."""
    path = tmp_path / "bets.txt"
    first = "# the first coup\ns1 insert 200\n\ns1 bet player 100\ns2 bet tie 5  # a dream\n"
    path.write_text(f"{first}\ns1 pass\n---\n[00:10] s2 bet banker 50\n", encoding="utf-8")
    table = dealt(Table("mini-baccarat", seats=2, seed=7), Script.read(path), 5)
    said = [str(act) for act in table.log if act.seat]
    assert said == ["s1 insert 200", "s1 bet player 100", "s2 bet tie 5", "s1 pass", "s2 bet banker 50"]
    closes = [at for at, act in enumerate(table.log) if act.verb == "close"]
    places = [next(number for number, at in enumerate(closes) if at > table.log.index(act)) for act in table.log if act.seat]
    assert places == [0, 0, 0, 1, 2]


def test_a_record_is_a_script(tmp_path):
    """The players of a record do again what they did."""
    first = dealt(Table("nap", seats=3, seed=4), Bots(sensible), 2)
    path = tmp_path / "kept.txt"
    path.write_text(first.record(), encoding="utf-8")
    again = dealt(Table("nap", seats=3, seed=4), Script.read(path), 2)
    assert again.log == first.log


@pytest.mark.parametrize(
    ("content", "what"),
    [(b"s1 bte player 100\n", ":1: "), (b"\n\ns1 bet player 1x\n", ":3: "), (b"\xff\xfe\x00", "UTF-8")],
)
def test_a_script_that_cannot_be_read(tmp_path, content, what):
    """The line is named."""
    path = tmp_path / "acts.txt"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=what):
        Script.read(path)


def test_who_plays_by_name():
    """The words of the command line."""
    assert players_named("none") is NOBODY
    assert isinstance(players_named("bots"), Bots)
    assert isinstance(players_named("random"), Bots)


def test_bots_play_the_hands_of_the_list():
    """`python -m tests.table.bot_hands` writes them again, where bots were meant to play otherwise."""
    lines = FILE.read_text(encoding="utf-8").splitlines()

    def is_played_again(hand: tuple[str, str]) -> None:
        then = next((each for each in lines if each.startswith(f"{' '.join(hand)}: ")), "")
        assert line(*hand).split("; ") == then.split("; ")

    holds_for_each(is_played_again, hands(), " ".join)
    assert len(lines) == len([*hands()])


@pytest.mark.parametrize(("low", "high", "chosen"), [(2, 8, {2, 4, 6, 8}), (Fraction(1, 2), 1, {Fraction(1, 2), 1}), (4, 7, {4})])
def test_a_bet_between_two_limits_is_so_many_times_the_lower_one(low, high, chosen):
    """The upper limit is one of them where it can be; without one the chips of the richest seat are the limit."""
    table = Table("holdem", seats=3, seed=1, stacks=["5", "9", "7"])
    rng = random.Random(3)
    found = {value for _ in range(60) for value in _chips(table, Fraction(low), Fraction(high), rng)}
    assert found == chosen
    assert {value for _ in range(60) for value in _chips(table, Fraction(3), None, rng)} == {3, 6, 9}
    assert {value for _ in range(9) for value in _chips(table, Fraction(0), None, rng)} == {0}

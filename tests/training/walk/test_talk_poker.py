"""What a dealer says at a poker table, and the acts it is."""

from __future__ import annotations

import pytest

from dealerkit import Table
from dealerkit.felt import Act
from dealerkit.rules.games import game, games
from dealerkit.table.bots import CHOOSERS, Bots
from dealerkit.table.rounds import Rounds
from dealerkit.training.walk.legality import barred
from dealerkit.training.walk.talk import HeardTalk, Talk
from tests.sampling import LONG

POKER = [name for name in games() if game(name).family == "poker"]


def hear(line: str, table: Table) -> HeardTalk:
    """What a line means there."""
    return Talk.of(table.game).hear(line, table)


def heard(line: str, table: Table) -> list[str]:
    """The acts that a line means."""
    return [str(act) for act in hear(line, table).acts]


def at(name: str, step: str, *acts: str, seats: int = 4, **options: object) -> Table:
    """A table that a perfect dealer has taken to a step, and what players and dealer did there."""
    table = Table(name, seats=seats, seed=9, options=options)
    table.advance(step)
    for act in acts:
        table.push(act)
    return table


@pytest.fixture(scope="module")
def flop() -> Table:
    """Hold'em when the flop is due."""
    return at("holdem", "flop.board")


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("the flop", ["d deal board 3 together"]),
        ("Flop!", ["d deal board 3 together"]),
        ("turn the flop", ["d deal board 3 together"]),
        ("burn and flop", ["d burn", "d deal board 3 together"]),
        ("turn", ["d deal board"]),
        ("the river", ["d deal board"]),
        ("burn and turn", ["d burn", "d deal board"]),
        ("fourth street", ["d deal board"]),
        ("deal to seat 3", ["d deal s3"]),
        ("pitch to seat three", ["d deal s3"]),
        ("card to 3", ["d deal s3"]),
        ("card up to seat 3", ["d deal s3 up"]),
        ("bring in the bets", ["d sweep"]),
        ("pull the bets in", ["d sweep"]),
        ("side pot 40", ["d build side-1 40"]),
        ("second side pot 40", ["d build side-2 40"]),
        ("side pot 2 of 40", ["d build side-2 40"]),
        ("push 60 to seat 3", ["d award s3 60"]),
        ("push the pot to seat 3", ["d award s3 8"]),
        ("pot to seat 3", ["d award s3 8"]),
        ("half the pot to seat 3", ["d award s3 4"]),
        ("split the pot between seat 2 and seat 3", ["d award s2 4", "d award s3 4"]),
        ("push side pot one 40 to seat 3", ["d award s3 side-1 40"]),
        ("kill seat 2's hand", ["d kill s2"]),
        ("muck seat 2", ["d kill s2"]),
        ("seat 2 loses", ["d kill s2"]),
        ("button to 4", ["d button s4"]),
        ("move the button to seat 4", ["d button s4"]),
        ("spread the deck", ["d spread down"]),
        ("spread it face up", ["d spread up"]),
        ("show the burns", ["d check burns"]),
        ("tap", ["d tap"]),
        ("give 12 back to seat 2", ["d return s2 bet 12"]),
        ("return 12 to seat 2", ["d return s2 bet 12"]),
        ("rake 4", ["d rake 4"]),
        ("seat 3 shows first", ["d call showdown s3"]),
        ("seat three draws two", ["s3 draw 2"]),
        ("two cards to seat 3", ["d deal s3 2"]),
        ("seat 2 stands pat", ["s2 pat"]),
        ("seat 2 makes it 12", ["s2 raise 12"]),
        ("seat 2 raises to 12", ["s2 raise 12"]),
        ("seat 2 brings it in for 2", ["s2 bringin 2"]),
        ("seat 2 is all in", ["s2 bet 198"]),
        ("seat 4 straddles 4", ["s4 straddle 4"]),
        ("seat 2 throws in", ["s2 muck"]),
        ("seat 2 shows", ["s2 show"]),
        ("seat 1 sits out", ["s1 sitout"]),
        ("seat 1 buys in for 100", ["s1 buy 100"]),
    ],
)
def test_what_a_poker_dealer_says(line, acts, flop):
    """Said as at the table; the pot is 8, and nothing has been bet on this street."""
    assert heard(line, flop) == acts


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("teh flop", ["d deal board 3 together"]),
        ("brun and trun", ["d burn", "d deal board"]),
        ("bring in teh betts", ["d sweep"]),
        ("pich to seat 3", ["d deal s3"]),
        ("forth street", ["d deal board"]),
        ("move teh buton to seat 4", ["d button s4"]),
        ("pusch the pot to seat 3", ["d award s3 8"]),
    ],
)
def test_misspelled(line, acts, flop):
    """Small slips of the pen are understood."""
    assert heard(line, flop) == acts


def test_a_round_and_all_of_it():
    """`deal the round` is one card to each seat, `deal them all` the whole deal; a round under way is finished first."""
    table = at("holdem", "pitch")
    first = ["d deal s2", "d deal s3", "d deal s4", "d deal s1"]
    assert heard("deal the round", table) == first
    assert heard("pitch", table) == first
    assert heard("deal them all", table) == first * 2
    table.push("d deal s2")
    assert heard("deal them all", table) == (first * 2)[1:]
    assert table.push("d deal s3") == ()


def test_no_cards_are_due(flop):
    """Where no seat is to get any, it is said."""
    table = at("holdem", "finish")
    assert "no cards are due" in hear("deal the round", table).asks


def test_streets_of_stud():
    """Each street by its number, due or not: early, it is a slip and not a misunderstanding."""
    table = at("stud7", "pitch", seats=3)
    seats = ("s1", "s2", "s3")
    third = [*[f"d deal {seat}" for seat in seats] * 2, *[f"d deal {seat} up" for seat in seats]]
    assert heard("third street", table) == third
    table.advance("fourth_cards")
    assert heard("fourth street", table) == [f"d deal {seat} up" for seat in seats]
    assert heard("next street", table) == [f"d deal {seat} up" for seat in seats]
    assert heard("seventh street", table) == [f"d deal {seat}" for seat in seats]


def test_streets_of_five_card_stud():
    """The third street is the third card."""
    table = at("five-card-stud", "pitch", seats=2)
    assert heard("second street", table) == ["d deal s1", "d deal s2", "d deal s1 up", "d deal s2 up"]
    table.advance("fourth_cards")
    assert heard("third street", table) == ["d deal s1 up", "d deal s2 up"]


def test_the_flop_of_courchevel_is_two_cards():
    """One of its cards lies there before the betting."""
    assert heard("the flop", at("courchevel", "flop.board")) == ["d deal board 2 together"]


def test_replacements_and_discards():
    """The cards that are due to whoever has drawn; the heap away."""
    table = at("draw", "draw_turn", "s2 draw 3", "d burn")
    assert heard("replace the cards", table) == ["d deal s2 3"]
    assert heard("three cards to seat two", table) == ["d deal s2 3"]
    assert heard("muck the discards", table) == ["d merge discards muck"]


def test_losers_and_shares():
    """`muck the losers` are all that lose; half of an odd pot is what is due to the seat."""
    table = at("holdem", "settle")
    killed = heard("muck the losers", table)
    assert killed
    assert all(text.startswith("d kill s") for text in killed)
    while (act := table.next_act()) is not None and act.verb != "award":
        table.push(act)
    seat, amount = act.to[0], act.n
    assert heard(f"push it to {seat}", table) == [f"d award {seat} {amount}"]


def test_all_in_is_what_it_comes_to():
    """A bet where there is none, a raise over one, a call for less."""
    table = at("holdem", "preflop")
    who = next(iter(table.ask))
    assert heard(f"{who} all in", table) == [f"{who} raise 200"]
    table.push(f"{who} raise 200")
    who = next(iter(table.ask))
    assert heard(f"{who} shoves", table) == [f"{who} call"]


@pytest.mark.sample(4)
@pytest.mark.campaign
@pytest.mark.parametrize("name", POKER)
def test_every_act_can_be_said(name):
    """Whatever comes up in dealing is told in words that are understood as that act, and as nothing else."""
    for seed, how in enumerate(("random", "sensible", "random") if LONG else ("random",)):
        table = Table(name, seats=4, seed=seed, options={"rake_percent": "5", "drop": "1"})
        talk, players, rounds = Talk.of(table.game), Bots(CHOOSERS[how]), Rounds(table)
        while rounds.done < 3:
            acts = players.acts(table) or [table.next_act()]
            if acts[0] is None:
                break
            for act in acts:
                if act.who == "d" or not act.cards:
                    assert talk.hear(talk.said(act, table), table).acts == (act,), act
                table.push(act)
            rounds.look(table)


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("offer the cut", ["d offer s4"]),
        ("offer the cut to seat 3", ["d offer s3"]),
        ("would seat 3 cut", ["d offer s3"]),
        ("seat 4 lifts 20", ["s4 cut 20"]),
        ("seat 3 asks for the cut", ["s3 say cut"]),
        ("cut 20 with two hands", ["d cut two_hands 20"]),
        ("false cut 20", ["d cut false 20"]),
    ],
)
def test_what_is_said_around_the_cut(line, acts):
    """CU-06, CU-08: the cut is offered to the player on the dealer's right; any player may ask for it."""
    assert heard(line, at("holdem", "offer_cut", cut_by="player")) == acts


def test_cu_07_a_player_may_ask_to_cut_and_then_cut_in_guided_play():
    """It is the player's right until a card is out; without asking, another cut is not open."""
    table = at("holdem", "cut")
    assert barred(table, Act.parse("s3 say cut")) is None
    assert barred(table, Act.parse("s3 cut 15")) is not None
    table.push("s3 say cut")
    table.push("d cut 20")
    assert barred(table, Act.parse("s3 cut 15")) is None
    assert barred(table, Act.parse("s2 cut 15")) is not None
    for act in ("s3 cut 15", "s2 post 1", "s3 post 2", "d deal s2"):
        table.push(act)
    assert table.ok
    assert barred(table, Act.parse("s3 say cut")) is not None


def test_chips_collected_go_to_the_pot_they_are_due_in() -> None:
    """SD-16: after a pot went to the wrong seat and the floor has ruled, `collect 12 from seat 1` brings it back into the pot."""
    table = Table("holdem", "tda", seats=3, seed=3)
    table.advance("award")
    due = table.next_act()
    assert due is not None
    wrong = next(f"s{seat}" for seat in (1, 2, 3) if f"s{seat}" != due.to[0])
    for said in (f"d award {wrong} {due.n}", "d floor", "f rule pot_awarded"):
        table.push(said)
    (act,) = hear(f"collect {due.n} from seat {wrong[1:]}", table).acts
    assert act.text == f"d collect {wrong} pot {due.n}"
    assert table.push(act) == ()
    assert table.next_act() == due


def test_the_flop_in_motions():
    """Three face down, then turned: the same words deal it in one where nothing lies there (FTR-05, FTR-06)."""
    table = at("holdem", "flop.board")
    assert heard("turn the flop", table) == ["d deal board 3 together"]
    assert heard("deal three cards face down", table) == ["d deal board 3 down"]
    table.push("d deal board 3 down")
    assert heard("turn the flop", table) == heard("turn the three over together", table) == ["d turn board"]
    assert heard("tuck the burn under the pot", table) == ["d tuck pot"]


def test_a_seat_that_has_folded_is_not_asked_for_a_sum():
    """Nor one at which nobody sits; what breaks off is asked for only of who is in the hand."""
    table = at("stud7", "third_betting", seats=3)
    folds = next(seat for seat in table.ask)
    table.push(Act.parse(f"{folds} bringin 2"))
    folded = next(seat for seat in table.ask)
    table.push(Act.parse(f"{folded} fold"))
    assert hear(f"{folded} bets", table).asks == f"Seat {folded[1:]} has folded."
    assert hear("s9 bets", table).asks == "Seat 9 is empty."


def test_the_flop_is_slid_out_and_the_pot_is_no_hand() -> None:
    """FTR-05, FTR-06, SD-16: a motion of the flop is no slip; who gets the pot is asked before the hands are read."""
    table = at("holdem", "flop_betting")
    assert heard("slide the flop", table) == heard("spread the board", table) == ["d slide board"]
    table.advance("award")
    due = table.next_act()
    assert heard("push the pot", table) == [str(due)]


def test_who_talks_is_not_taught_our_notation() -> None:
    """DP-10: words too many for an act are talk, and the nearest phrases are offered; typed notation names the wrong word."""
    table = at("holdem", "pitch")
    assert "type it as" not in hear("deal the 5 of diamonds to nobody", table).asks
    assert hear("d deal player zz", table).asks == "'zz' is not a card; type it as 'd deal PLACE [CARDS]'"
    assert hear("d deal player 1h", table).asks.startswith("'1h' is not a card")

"""What a dealer says, and the act it is."""

from __future__ import annotations

import pytest

from dealerkit import Table
from dealerkit.felt import Act
from dealerkit.rules.games import game, games
from dealerkit.training.walk.slips import due
from dealerkit.training.walk.talk import Talk


@pytest.fixture(scope="module")
def table() -> Table:
    """Bets are down: seat 1 on one spot, seat 3 on two."""
    made = Table("mini-baccarat", seats=3, seed=7)
    made.advance("bets")
    for act in ("s1 bet player 100", "s3 bet banker 50", "s3 bet tie 5"):
        made.push(act)
    return made


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("seat 1 hits", ["s1 answer hit"]),
        ("s2 doubles down", ["s2 answer double"]),
        ("s1 takes even money", ["s1 answer even_money"]),
        ("s3 gives up for half", ["s3 answer surrender"]),
        ("insurance?", ["d announce insurance"]),
        ("insurance closed", ["d announce insurance closed"]),
        ("checking for blackjack", ["d look dealer"]),
        ("turn the hole card", ["d turn dealer"]),
        ("hit seat 2", ["d deal s2"]),
        ("dealer has sixteen", []),
    ],
)
def test_decisions_are_heard_as_the_game_words_them(line, acts):
    """BJ-61: each word of a hand with its phrases; a dealer's own words beside them, of which a total is no act."""
    assert heard(line, Table("blackjack", seats=3, seed=7)) == acts


def heard(line: str, table: Table) -> list[str]:
    """The acts that a line means."""
    return [str(act) for act in Talk.of(table.game).hear(line, table).acts]


@pytest.mark.parametrize(
    ("line", "acts"),
    [
        ("burn", ["d burn"]),
        ("burn five", ["d burn"] * 5),
        ("No more bets!", ["d close"]),
        ("no-more-bets", ["d close"]),
        ("card for the player", ["d deal player"]),
        ("banker draws", ["d deal banker"]),
        ("player has five", ["d call player 5"]),
        ("call player 5", ["d call player 5"]),
        ("natural", ["d call natural"]),
        ("player wins", ["d call player wins"]),
        ("tie", ["d call tie"]),
        ("pay s1 95", ["d pay s1 player 95"]),
        ("pay seat 1 $1,000", ["d pay s1 player 1000"]),
        ("pay seat one 9.50", ["d pay s1 player 9.5"]),
        ("take seat 1", ["d take s1 player"]),
        ("pay s3 tie 40", ["d pay s3 tie 40"]),
        ("clear", ["d clear"]),
        ("check the rack", ["d check rack"]),
        ("cut card 52 from the end", ["d insert 52"]),
        ("mark s3 5", ["d mark s3 commission 5"]),
        ("seat 3 bets 50 on banker", ["s3 bet banker 50"]),
        ("d deal player Qh", ["d deal player Qh"]),
        ("deal player Qh", ["d deal player Qh"]),
        ("s3 bet banker 50", ["s3 bet banker 50"]),
        ("f rule play_on", ["f rule play_on"]),
    ],
)
def test_what_is_said_is_understood(line, acts, table):
    """Said as at the table, or written as an act."""
    assert heard(line, table) == acts


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("bankr draws", "d deal banker"),
        ("no mor bets", "d close"),
        ("chek the rak", "d check rack"),
        ("s1 bnker 50", "s1 bet banker 50"),
        ("p w", "d call player wins"),
        ("clea", "d clear"),
        ("shufle", "d shuffle"),
    ],
)
def test_spelling_is_forgiven(line, act, table):
    """A word may be cut short or misspelled."""
    assert heard(line, table) == [act]


def test_what_may_mean_two_things_is_asked(table):
    """Seat 3 has two bets out: which is paid is not for the program to choose."""
    found = Talk.of(table.game).hear("pay s3 95", table)
    assert found.acts == ()
    assert {str(act) for acts in found.choices for act in acts} == {"d pay s3 banker 95", "d pay s3 tie 95"}
    assert found.asks


@pytest.mark.parametrize("line", ["card", "deal", "pay", "pay s1", "call"])
def test_what_breaks_off_asks_for_more(line, table):
    """Half a sentence is answered with how it may go on, and nothing is done."""
    found = Talk.of(table.game).hear(line, table)
    assert found.acts == ()
    assert found.asks.startswith("Say a little more: ")


@pytest.mark.parametrize(("line", "asked"), [("2", "Seat 2? Say what the seat does."), ("seven", None), ("9", None)])
def test_a_number_alone_is_a_seat(line, asked, table):
    """A seat of this table is asked for the rest; no side bet, rake or card is offered for it."""
    found = Talk.of(table.game).hear(line, table)
    assert found.acts == ()
    assert (found.asks == asked) is (asked is not None)


def test_a_card_that_goes_back_is_said_as_a_dealer_says_it(table):
    """With its face or without; the words of a hint are the first."""
    assert heard("put the player card back", table) == ["d putback player"]
    assert heard("put the 9s of the player back", table) == ["d putback player 9s"]


@pytest.mark.parametrize("line", ["paly wins", "nomre bets"])
def test_what_is_nearest_is_offered_and_not_done(line, table):
    """Where no word fits, the nearest things are offered by number."""
    found = Talk.of(table.game).hear(line, table)
    assert found.acts == ()
    assert found.choices


@pytest.mark.parametrize(
    "line", ["xyzzy", "foo", "???", "burn 0", "burn 999999", "d dela player", "\x00\x1b[A", "s0 bet", "é" * 300, "d", "1" * 50]
)
def test_nonsense_is_answered(line, table):
    """Whatever comes, an answer comes back and nothing is done."""
    found = Talk.of(table.game).hear(line, table)
    assert found.acts == ()
    assert found.asks


def test_politeness_is_no_act(table):
    """What is said at a table and is no act is no slip either."""
    assert Talk.of(table.game).hear("place your bets", table).acts == ()


def test_a_bet_that_is_not_there_is_named(table):
    """Taking from a seat without a bet asks for the spot."""
    assert "seat 2" in Talk.of(table.game).hear("take seat 2", table).asks


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", games())
def test_every_due_act_can_be_said(game):
    """In each game, what `hint` tells to say is understood as that act, for every act of two rounds."""
    from dealerkit.rules.games import game as load
    from dealerkit.table.bots import Bots, sensible
    from dealerkit.table.rounds import Rounds

    made = Table(game, seats=min(4, int(load(game).data["players"]["max"])), seed=11)
    talk, players, rounds = Talk.of(made.game), Bots(sensible), Rounds(made)
    while rounds.done < 2:
        acts = players.acts(made)
        act = made.next_act() if not acts else None
        if act is not None:
            expected = due(made)
            assert expected is not None
            found = talk.hear(talk.said(expected), made)
            assert [one.what for one in found.acts] == [expected.what], (talk.said(expected), found)
            acts = [act]
        if not acts:
            break
        for one in acts:
            made.push(one)
        rounds.look(made)


def test_words_complete(table):
    """A terminal offers the next word: the beginnings of phrases, then hands, seats and spots."""
    talk = Talk.of(table.game)
    assert "burn" in talk.completions([], "b", table)
    assert talk.completions(["card", "for", "the"], "", table) == ["banker", "player"]
    assert "s3" in talk.completions(["pay"], "s", table)
    assert talk.completions(["pay", "s1"], "ban", table) == ["banker"]


def test_how_an_act_is_said(table):
    """The way to say an act, and the act itself where the vocabulary has none."""
    talk = Talk.of(table.game)
    assert talk.said(Act.parse("d deal player")) == "card for the player"
    assert talk.said(Act.parse("d relieve")) == "relieve"
    assert talk.said(Act.parse("d call player 5")) == "player has 5"


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("seat 2 bids two", "s2 bid two"),
        ("s2 plays Ah", "s2 play Ah"),
        ("seat three pays seat one 10", "s3 pay s1 10"),
        ("three cards to seat 2", "d deal s2 3"),
        ("s1 takes the trick", "s1 take trick"),
        ("seat 2 passes", "s2 pass"),
    ],
)
def test_a_home_game_has_its_own_words(line, act):
    """The vocabulary is the family's: bids, tricks, payments among players."""
    made = Table("nap", seats=3, seed=1)
    assert heard(line, made) == [act]


@pytest.mark.parametrize(
    ("line", "act"),
    [
        ("seat 1 draws", "s1 take pack"),
        ("seat 1 draws a card", "s1 take pack"),
        ("seat 1 draws from the stock", "s1 take pack"),
        ("seat 1 draws two", "s1 take pack 2"),
        ("card for seat 1", "d deal s1"),
        ("seat 1 says jenny jenny", "s1 claim jenny-jenny"),
        ("seat 1 spreads 7c", "s1 lay spread 7c"),
    ],
)
def test_jj_10_where_players_draw_for_themselves_it_is_the_seat_that_draws(line, act):
    """What the players of a game play has words of its own: elsewhere `seat 1 draws` is a card that the dealer gives."""
    made = Table("jenny-jenny", seats=2, seed=1)
    assert heard(line, made) == [act]


def test_one_breath_may_hold_several_things(table):
    """Both totals, or greetings and a call; what is not clear in one part is asked, and nothing of it is done."""
    assert heard("player has one, banker has five", table) == ["d call player 1", "d call banker 5"]
    assert heard("Thank you, no more bets.", table) == ["d close"]
    assert heard("player has one, and then something", table) == []
    assert heard("pay s1 1,000", table) == ["d pay s1 player 1000"]
    assert Talk.of(table.game).hear("Good evening, place your bets please", table).asks == "Good."


def test_a_minus_sign_stays_with_its_number():
    """What only joins words is left out; an amount below nothing is not heard as one above."""
    talk = Talk.of(game("holdem"))
    assert talk.words("push-up seat-two #3 -5")[1:] == ["up", "s2", "3", "-5"]
    table = Table("holdem", seats=3, seed=1)
    assert not talk.hear("push -5 to s1", table).acts


@pytest.mark.parametrize(
    ("name", "line", "act"),
    [
        ("thirty-one", "mark s3 losses lowest -1", "d mark s3 losses lowest -1"),
        ("mini-baccarat", "commission s1 -5", "d mark s1 commission -5"),
        ("mini-baccarat", "pay s1 player -5", ""),
        ("holdem", "s1 bets -100", ""),
    ],
)
def test_what_was_marked_is_taken_back_though_no_mark_is_due(name, line, act):
    """As it is marked, with a minus sign; of bets and payoffs there are none of less than nothing."""
    table = Table(name, seats=3, seed=7)
    assert "mark" not in {due.verb for due in table.expected.dealer}
    assert heard(line, table) == [act] * bool(act)


def test_what_was_paid_too_much_is_taken_back_in_words():
    """BI-20: "take 0.5 from seat 1" after 0.5 too much takes back the 0.5, and not a part of the bet."""
    table = Table("mini-baccarat", seats=2, options={})
    table.advance("bets")
    for act in ("s1 bet player 200", "d close", "d deal player 9h", "d deal banker 2c", "d deal player Kh", "d deal banker 4d"):
        table.push(act)
    table.advance("pay")
    table.push("d pay s1 player 200.5")
    heard = Talk.of(table.game).hear("take 0.5 from seat 1", table)
    assert [act.text for act in heard.acts] == ["d collect s1 player 0.5"]
    assert [finding for act in heard.acts for finding in table.push(act)] == []
    assert table.findings[-1].self_corrected


@pytest.mark.parametrize(
    ("name", "move", "line", "act"),
    [
        pytest.param("all-fours", "answer give", "I give you one", "s1 answer give", id="AF-15"),
        pytest.param("all-fours", "answer give", "refuse the gift", "s1 answer refuse", id="AF-16"),
        pytest.param("canasta", "ask out", "May I go out?", "s3 ask out", id="CN-54"),
        pytest.param("red-dog", "bet", "s2 pots it", "s2 bet 4", id="RD-06"),
        pytest.param("thirty-one", "knock", "knocks the table", "s2 knock", id="TO-09"),
        pytest.param("draw", "draw", "draws three cards", "s2 draw 3", id="DR-12"),
        pytest.param("newmarket", "answer keep", "s1 keeps", "s1 answer keep", id="NM-11"),
        pytest.param("newmarket", "answer exchange", "s1 exchanges hands", "s1 answer exchange", id="NM-13"),
    ],
)
def test_a_game_is_played_in_the_words_of_its_book(name: str, move: str, line: str, act: str) -> None:
    """A player's choice, as people say it who do not know our words."""
    table = Table(name, seats=4, seed=2)
    while not any(move in moves for moves in table.ask.values()):
        asked = next((seat for seat, moves in table.ask.items() if "answer beg" in moves), "")
        due = table.next_act()
        assert due is not None
        table.push(f"{asked} answer beg" if asked else due)
    assert heard(line, table) == [act]


@pytest.mark.parametrize(
    ("name", "step", "line", "acts"),
    [
        pytest.param("golf", "start", "turn one card face up", ["d deal played"], id="GO-04"),
        pytest.param(
            "canasta", "deal", "eleven cards to each player", [f"d deal s{seat}" for seat in (3, 4, 1, 2)] * 11, id="CN-07"
        ),
    ],
)
def test_a_deal_is_said_in_the_words_of_its_book(name: str, step: str, line: str, acts: list[str]) -> None:
    """What the dealer does, as the books of games at home say it."""
    table = Table(name, seed=2)
    table.advance(step)
    assert heard(line, table) == acts


def test_what_is_shown_of_a_move_goes_from_one_place_to_another() -> None:
    """DP-28: nobody moves the stub to the stub."""
    table = Table("holdem", seats=4, seed=1)
    talk = Talk.of(table.game)
    moves = [talk.shown(phrase, table) for phrase in talk.phrases if phrase.spoken == "move {place} {place}"]
    assert moves == ["move stub burns"]

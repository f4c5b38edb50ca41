"""Contradictions that were seen, each with the acts by which they come. What is repaired loses its mark: `strict` says so."""

from __future__ import annotations

import contextlib
import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.cli.walk.conversation import Conversation
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act
from dealerkit.judge import Finding
from dealerkit.training.walk.felt_text import letters
from dealerkit.training.walk.session import Session
from tests.obedience.campaign import Setting, clean, hinted, table_at, trials
from tests.obedience.players import SteadyPlayers


def pushed(table: dk.Table, *acts: str) -> list[Finding]:
    """Let acts happen; what was found in them."""
    return [finding for act in acts for finding in table.push(act)]


def due(table: dk.Table) -> str:
    """What is due, as text."""
    return str(table.next_act())


def obeyed(table: dk.Table, until: str, most: int = 60) -> list[Finding]:
    """Do what is due until an act of a verb has been done; what was found in it."""
    found: list[Finding] = []
    for _ in range(most):
        act = table.next_act()
        assert act is not None, "nothing is due"
        found += table.push(act)
        if act.verb == until:
            return found
    msg = f"no '{until}' in {most} acts"
    raise AssertionError(msg)


def tells(findings: list[Finding], *words: str) -> bool:
    """Whether one of the findings names all of these words in what was due or what came."""
    said = [set(f"{finding.expected} {finding.got}".replace(",", " ").split()) for finding in findings]
    return any(told.issuperset(words) for told in said)


# -- baccarat --------------------------------------------------------------------------------------------------------

BETS = ("s1 bet player 200", "s2 bet banker 100", "s3 bet banker 50")


def coup(*cards: str, rules: str | None = None, bets: tuple[str, ...] = BETS, **options: object) -> dk.Table:
    """A coup whose bets are closed, with the first cards as they are named."""
    table = dk.Table("mini-baccarat", rules, seats=3, options=options)
    table.advance("bets")
    pushed(table, *bets, "d close")
    for hand, card in zip(("player", "banker") * 2, cards, strict=False):
        table.push(f"d deal {hand} {card}")
    return table


def won_by_player(**options: Any) -> dk.Table:
    """A coup that the player has won, before the bets are settled."""
    table = coup("9h", "2c", "Kh", "4d", **options)
    table.advance("take")
    return table


def stacks(table: dk.Table) -> list[int]:
    """What each seat has, on the layout included, in whole units."""
    return [sum(row[seat] for row in table.felt.rows.values()) // table.felt.layout.scale for seat in range(1, table.seats + 1)]


@pytest.mark.parametrize("rules", ["us", "france", "spain", "macau"])
def test_a_first_card_moved_over_at_once_leaves_the_coup_as_it_should_be(rules: str) -> None:
    """BI-06: after the move that the floor has asked for, the second card is due, for the banker."""
    table = coup(rules=rules)
    pushed(table, "d deal banker 2h")
    assert pushed(table, "d move banker player 2h") == []
    assert due(table) == "d deal banker"
    assert pushed(table, "d deal banker 2c", "d deal player Ks", "d deal banker 3d") == []
    assert due(table) == "d call player 2"


def early_banker_card(rules: str) -> dk.Table:
    """The banker's third card has come before the player's: BI-06 gives the player 7 to 4."""
    table = coup("2h", "2c", "Ks", "3d", rules=rules)
    pushed(table, "d deal banker 5h", "d deal player 9s")
    return table


@pytest.mark.parametrize("rules", ["us", "france"])
def test_cards_that_came_in_the_wrong_order_are_moved_before_the_result(rules: str) -> None:
    """BI-06: the moves are due before anything is called, and then the player wins."""
    table = early_banker_card(rules)
    assert due(table) == "d move banker player 5h"
    assert pushed(table, "d move banker player 5h") == []
    assert due(table) == "d move player banker 9s"
    assert pushed(table, "d move player banker 9s") == []
    assert obeyed(table, "push") == []
    assert Act.parse("d call player wins") in table.log


@pytest.mark.parametrize("rules", ["us", "france"])
def test_the_result_by_the_order_out_of_the_shoe_is_no_slip(rules: str) -> None:
    """BI-06: 7 to 4 is what the ruling says, so calling the player is right even before the cards are moved."""
    assert "coup/wrong-result" not in [finding.code for finding in pushed(early_banker_card(rules), "d call player wins")]


def test_a_result_called_without_the_third_card_does_not_end_the_coup() -> None:
    """Bets that are not settled are never cleared away: what is due is not the end of the coup."""
    table = coup("2h", "2c", "Kh", "4d")
    pushed(table, "d call player 2", "d call banker 6", "d call banker wins")
    assert due(table) not in ("d clear", "None")


def test_an_undecided_ruling_is_for_the_floor() -> None:
    """Spain: whether moving the card harms a side is not known, so the floor is due, and not the end of the coup."""
    table = coup("2h", "2c", "Ks", "3d", rules="spain")
    pushed(table, "d deal banker 5h")
    assert table.rulings[-1].ruling.outcome == "undecided"
    assert due(table).startswith(("d floor", "f rule"))


# -- money -----------------------------------------------------------------------------------------------------------


def test_a_losing_bet_that_was_left_out_is_due() -> None:
    """The bet of seat 2 has lost: it is taken before the cards are cleared, however late."""
    table = won_by_player()
    pushed(table, "d take s3 banker 50", "d pay s1 player 200")
    assert due(table) == "d take s2 banker 100"
    assert pushed(table, "d take s2 banker 100") == []
    assert due(table) == "d clear"


def test_a_losing_bet_that_lies_at_the_clear_is_found_with_seat_and_sum() -> None:
    """It goes back to the loser, and the house is 100 short: no small slip of order, but a finding of its own."""
    table = won_by_player()
    pushed(table, "d take s3 banker 50", "d pay s1 player 200")
    assert tells(pushed(table, "d clear"), "s2", "banker", "100")


def test_a_winner_who_was_not_paid_is_owed_after_the_clear() -> None:
    """What lies unsettled when the cards are cleared is owed until it is made good."""
    table = won_by_player()
    pushed(table, "d take s3 banker 50", "d take s2 banker 100")
    assert tells(pushed(table, "d clear"), "s1", "200")
    before = stacks(table)
    obeyed(table, "close")
    assert stacks(table)[0] - before[0] == 200


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        pytest.param("d pay s1 player 220", {"d collect s1 player 20", "d collect s1 20", "d take s1 player 20"}, id="too-much"),
        pytest.param("d pay s1 player 180", {"d pay s1 player 20"}, id="too-little"),
        pytest.param("d pay s1 player 205", {"d collect s1 player 5", "d collect s1 5", "d take s1 player 5"}, id="a-chip"),
    ],
)
def test_a_wrong_payment_is_owed_until_it_is_right(wrong: str, right: set[str]) -> None:
    """What was paid too much or too little is due next, and then everybody has what is theirs."""
    table = won_by_player()
    before = stacks(table)
    pushed(table, "d take s3 banker 50", "d take s2 banker 100", wrong)
    assert due(table) in right
    assert obeyed(table, "clear") == []
    assert [now - was for now, was in zip(stacks(table), before, strict=True)] == [200, -100, -50]


@pytest.mark.parametrize("back", ["d collect s1 20", "d take s1 player 20", "d collect s1 player 20"])
def test_what_was_paid_too_much_may_come_from_spot_or_stack(back: str) -> None:
    """From wherever the 20 are taken, they are the house's again, and nothing is wrong any more."""
    table = won_by_player()
    pushed(table, "d take s3 banker 50", "d take s2 banker 100", "d pay s1 player 220")
    assert pushed(table, back) == []
    assert due(table) == "d clear"
    assert table.findings[-1].self_corrected


def test_taking_back_too_much_makes_the_opposite_debt() -> None:
    """100 taken back for 20: seat 1 is owed 80, and nothing is put right before it has them."""
    table = won_by_player()
    before = stacks(table)
    pushed(table, "d take s3 banker 50", "d take s2 banker 100", "d pay s1 player 220", "d take s1 player 100")
    assert due(table) in ("d pay s1 player 80", "d return s1 player 80")
    obeyed(table, "clear")
    assert [now - was for now, was in zip(stacks(table), before, strict=True)] == [200, -100, -50]


def test_a_coin_taken_back_is_not_the_whole_bet() -> None:
    """`d take s1 player 0.5` of a payment 0.5 too high puts it right, and costs the seat no more."""
    table = won_by_player()
    before = stacks(table)
    pushed(table, "d take s3 banker 50", "d take s2 banker 100", "d pay s1 player 200.5")
    assert pushed(table, "d take s1 player 0.5") == []
    obeyed(table, "clear")
    assert [now - was for now, was in zip(stacks(table), before, strict=True)] == [200, -100, -50]


def test_a_winner_who_was_passed_over_is_due_next() -> None:
    """Paid out of turn: the seat that was passed over is paid next, and not after the cards are cleared."""
    table = won_by_player(bets=("s1 bet player 200", "s2 bet player 100", "s3 bet banker 50"))
    pushed(table, "d take s3 banker 50")
    assert due(table) == "d pay s2 player 100"
    pushed(table, "d pay s1 player 200")
    assert due(table) == "d pay s2 player 100"
    assert obeyed(table, "clear") == []


def test_once_no_losing_bet_is_left_a_winner_is_paid_without_a_finding() -> None:
    """One winner was paid too soon; after the losers are taken, paying the other is what is due and no slip."""
    table = won_by_player(bets=("s1 bet player 200", "s2 bet player 100", "s3 bet banker 50"))
    pushed(table, "d pay s1 player 200", "d take s3 banker 50")
    assert due(table) == "d pay s2 player 100"
    assert pushed(table, "d pay s2 player 100") == []


def before_the_mark() -> dk.Table:
    """A banker bet has been paid in full, and its commission is to be marked."""
    table = coup(
        "2h", "9c", "Kh", "Kd", bets=("s1 bet banker 100", "s2 bet banker 100", "s3 bet player 50"), commission_method="mark"
    )
    table.advance("pay")
    pushed(table, "d pay s2 banker 100")
    return table


def marked(table: dk.Table) -> list[int]:
    """The commission marked for each seat, in whole units."""
    return [cell // table.felt.layout.scale for cell in table.felt.marks["commission"][1:]]


def test_a_commission_mark_can_be_taken_off_again() -> None:
    """The box of seat 3 marked for seat 2: taking the mark off puts it right, and is no second slip."""
    table = before_the_mark()
    pushed(table, "d mark s3 commission 5")
    assert pushed(table, "d mark s3 commission -5") == []
    assert obeyed(table, "clear") == []
    assert marked(table) == [5, 5, 0]


def test_the_right_box_after_the_wrong_one_is_a_correction() -> None:
    """The wrong box stays owed until it is wiped; the whole is one finding."""
    table = before_the_mark()
    pushed(table, "d mark s3 commission 5", "d mark s2 commission 5")
    assert obeyed(table, "clear") == []
    assert marked(table) == [5, 5, 0]
    assert len(table.findings) == 1


def test_a_commission_marked_too_high_is_brought_down() -> None:
    """10 marked for 5: the difference comes off, and is one correction."""
    table = before_the_mark()
    pushed(table, "d mark s2 commission 10")
    assert pushed(table, "d mark s2 commission -5") == []
    assert obeyed(table, "clear") == []
    assert len(table.findings) == 1


def test_a_debt_of_money_never_expires() -> None:
    """220 paid for 200, and three coups later the 20 are still owed."""
    table = won_by_player()
    pushed(table, "d take s3 banker 50", "d take s2 banker 100", "d pay s1 player 220", "d clear")
    before = stacks(table)
    for _ in range(3):
        obeyed(table, "clear")
    assert before[0] - stacks(table)[0] == 20


# -- showdown --------------------------------------------------------------------------------------------------------

HANDS = {"s1": ["Ah", "Ad"], "s2": ["Kh", "Kd"], "s3": ["Qh", "Qd"]}
BOARD = ["2c", "7d", "9s", "3h", "4c"]


def showdown(game: str = "holdem", rules: str = "tda") -> dk.Table:
    """Three players have called to the river; seat 1 holds aces, seat 2 kings, seat 3 queens."""
    table = dk.Table(game, rules, seats=3, button=1)
    hands, board = {seat: cards[:] for seat, cards in HANDS.items()}, BOARD[:]
    for _ in range(100):
        act = table.next_act()
        assert act is not None
        if table.expected.step.endswith("call_showdown"):
            pushed(table, "d call showdown s2")
            return table
        if act.verb == "deal":
            cards = [hands[act.to[0]].pop(0)] if act.to[0] in hands else [board.pop(0) for _ in range(act.count)]
            act = Act.parse(" ".join(["d deal", act.to[0], *cards, *act.manner]))
        table.push(act)
    msg = "no showdown"
    raise AssertionError(msg)


def before_the_award() -> dk.Table:
    """All have shown, the losers are killed; 6 are to be pushed to seat 1."""
    table = showdown()
    pushed(table, "s2 show", "s3 show", "s1 show", "d kill s2", "d kill s3")
    assert due(table) == "d award s1 6"
    return table


def test_each_line_of_a_showdown_tells_its_own_cards() -> None:
    """Several seats show after one act of the dealer's: each line has the cards of its seat."""
    table = dk.Table("holdem", "tda", seats=4, seed=3)
    table.advance("call_showdown")
    session = Session(table, SteadyPlayers(lambda _table, seat, moves, _rng: Act.make(seat, "show") if "show" in moves else None))
    talk = Conversation(session, at_once=True, menus=False, show=letters, hands=0)
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        act = table.next_act()
        assert act is not None
        talk.acts([act])
    lines = told.getvalue().splitlines()
    shown = [act.seat for act in table.log if act.verb == "show"]
    assert len(shown) > 1
    for seat in shown:
        line = next(line for line in lines if line.strip().startswith(f"seat {seat} shows"))
        assert all(name in line for name in table.felt.names(table.felt.cards(f"s{seat}"))), line


def test_killing_the_winning_hand_is_ruled_on_at_once() -> None:
    """The hand lies face up and wins: it is live, the floor says so at once, and it gets the pot."""
    table = showdown()
    pushed(table, "s2 show", "s3 show", "s1 show")
    found = pushed(table, "d kill s1")
    assert [table.explain(finding).severity for finding in found] == ["critical"]
    assert due(table).startswith(("d floor", "f rule"))
    obeyed(table, "button")
    assert Act.parse("d award s1 6") in table.log
    assert len(table.findings) == 1


def test_killing_a_live_hand_does_not_ask_it_to_show() -> None:
    """The hand of seat 3 is in the muck: the floor rules, and nothing is due that cannot be done."""
    table = showdown()
    pushed(table, "s2 show")
    found = pushed(table, "d kill s3")
    assert [table.explain(finding).severity for finding in found] == ["critical"]
    assert due(table).startswith(("d floor", "f rule"))


def test_a_hand_that_the_floor_has_ruled_to_win_is_the_winner() -> None:
    """After the ruling the award to seat 1 is what is due, and no finding."""
    table = showdown()
    pushed(table, "s2 show", "s3 show", "s1 show", "d kill s1", "f rule hand_live showdown/tabled-winner-killed")
    while due(table).startswith(("d move muck s1", "d turn s1")):  # the hand comes back first (RM-23)
        table.advance()
    assert due(table) == "d kill s2"
    pushed(table, "d kill s2", "d kill s3")
    assert due(table) == "d award s1 6"
    assert pushed(table, "d award s1 6") == []


def test_an_award_that_was_left_out_is_due() -> None:
    """`d check burns` instead of the award: the pot is due before anything else."""
    table = before_the_award()
    pushed(table, "d check burns")
    assert due(table) == "d award s1 6"
    obeyed(table, "button")
    assert table.felt.rows["pot"][0] == 0


def test_a_pot_pushed_to_the_wrong_seat_is_owed() -> None:
    """Whether the pot can be rebuilt is the fact that is missing: the floor is due, and says what is owed."""
    table = before_the_award()
    pushed(table, "d award s2 6")
    assert "pot_rebuildable" in table.rulings[-1].ruling.needs
    assert due(table).startswith(("d floor", "f rule"))
    assert "s1" in hinted(table) or "seat 1" in hinted(table)


def test_a_hand_that_a_remedy_has_killed_is_not_to_be_killed_again() -> None:
    """RM-06: a loser's hand is dead by an extra card; what is due then goes on with the other loser."""
    table = dk.Table("holdem", "tda", seats=3, seed=5)
    table.advance("show")  # s2 and s1 will lose
    pushed(table, "d deal s2")
    assert due(table) == "d kill s2 dead"
    assert pushed(table, "d kill s2 dead", "s3 show", "s1 show") == []
    assert [str(act) for act in table.expected.dealer] == ["d kill s1"]
    assert obeyed(table, "button") == []


# -- the floor -------------------------------------------------------------------------------------------------------


def test_the_floor_is_asked_which_finding_it_means() -> None:
    """Two findings are open: a ruling that names neither is refused, with both codes."""
    table = dk.Table("holdem", "tda", seats=3, button=1)
    table.advance("pitch")
    pushed(table, "d deal s2", "d deal s3 up", "d deal s1", "d deal s3")
    assert len({finding.code for finding in table.findings}) == 2
    with pytest.raises(Impossible) as refused:
        table.push("f rule corrected")
    assert all(finding.code in str(refused.value) for finding in table.findings)


def test_a_down_card_to_the_wrong_seat_is_one_finding_with_one_ruling() -> None:
    """The last card down in stud goes to another seat: that it was dealt as if it were a door card is no second slip."""
    table = dk.Table("stud7", "rrop", seats=3, seed=5, button=1)
    table.advance("second_down")
    pushed(table, "d deal s2", "d deal s3", "d deal s2")
    obeyed(table, "sweep")
    assert len(table.findings) == 1
    assert len(table.rulings) == 1


def test_a_dead_deal_that_goes_on_is_not_passed_over() -> None:
    """SG-06: it is a misdeal, and the floor has said so: going on with these cards is a slip."""
    table = dk.Table("nap", seats=3, seed=5, button=1)
    table.advance("deal")
    pushed(table, "d deal s3 3")
    assert table.rulings[-1].ruling.outcome == "misdeal"
    pushed(table, "f rule misdeal", "d deal s1 3", "d deal s2 2", "d deal s3 2", "d deal s1 2", "s2 pass", "s3 pass", "s1 pass")
    assert len(table.findings) > 1


def test_a_house_without_that_case_is_not_asked_for_its_misdeal(exchanging_house: Path) -> None:
    """The house rules `card_replaced` on the first card shown; a misdeal is called nowhere."""
    table = dk.Table("holdem", exchanging_house, seats=4, seed=5, button=1)
    table.advance("pitch")
    pushed(table, "d deal s2 up")
    assert table.rulings[-1].ruling.outcome == "card_replaced"
    obeyed(table, "sweep")
    assert "deal/exposed-card-misdeal-not-called" not in [finding.code for finding in table.findings]


# -- what holds of any act -------------------------------------------------------------------------------------------


def public(table: dk.Table) -> tuple[object, ...]:
    """What can be told of a table from outside."""
    expected = table.expected
    return (
        [act.text for act in table.log],
        tuple(table.findings),
        tuple(table.rulings),
        {name: cards[:] for name, cards in table.felt.places.items()},
        {name: row[:] for name, row in (*table.felt.rows.items(), *table.felt.marks.items())},
        (expected.step, expected.dealer, expected.any_order, {seat: sorted(moves) for seat, moves in expected.players.items()}),
        str(table.next_act()),
        table.record(),
    )


def anything(table: dk.Table, rng: random.Random) -> str:
    """Some act, sensible or not."""
    seats = [f"s{seat}" for seat in range(1, table.seats + 2)]
    words = [*seats, *table.felt.layout.places, *table.felt.rows, *table.felt.marks, "wins", "tie"]
    verbs = ["deal", "burn", "move", "take", "pay", "award", "mark", "collect", "kill", "clear", "gather", "call", "turn"]
    amount = rng.choice(["", "", "1", "5", "100000000"])
    if rng.random() < 0.2:
        return f"{rng.choice(seats)} {rng.choice(['call', 'fold', 'show', 'bet player', 'raise', 'play Kh'])} {amount}".strip()
    return f"d {rng.choice(verbs)} {' '.join(rng.choice(words) for _ in range(rng.randint(0, 2)))} {amount}".strip()


GAMES = ["mini-baccarat", "holdem", "stud7", "nap", "fan-tan", "red-dog"]


def along(name: str, seed: int, look: Callable[[dk.Table, str], None]) -> None:
    """Deal two rounds and try acts of any kind on the way."""
    made = clean(Setting(name, "", 0))
    rng = random.Random(f"{name}/{seed}")
    for at in sorted(rng.sample(range(made.ends[-1]), 6)):
        table, _, _ = table_at(made, at)
        for _ in range(12):
            text = anything(table, rng)
            with contextlib.suppress(ActError):
                Act.parse(text)
                look(table, text)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(1, most=3)
def test_an_act_that_is_refused_costs_nothing_and_changes_nothing(name: str) -> None:
    """What the felt cannot do leaves table, findings and what is due as they were."""
    refused = 0

    def look(table: dk.Table, text: str) -> None:
        nonlocal refused
        before = public(table)
        try:
            table.push(text)
        except Impossible:
            refused += 1
            assert public(table) == before, text

    along(name, 1, look)
    assert refused


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.sample(1, most=3)
def test_a_dry_run_changes_nothing_and_says_what_a_push_finds(name: str) -> None:
    """`Table.judge`: the table is as it was, twice it says the same, and pushing the act finds and rules just that."""
    judged = 0

    def look(table: dk.Table, text: str) -> None:
        nonlocal judged
        act, before = Act.parse(text), public(table)
        chance = table.felt.copy()
        try:
            verdict: Any = table.judge(act)
        except Impossible:
            assert public(table) == before, text
            return
        judged += 1
        assert public(table) == before, text
        assert table.felt.same_as(chance)
        again: Any = table.judge(act)
        assert (again.findings, again.rulings) == (verdict.findings, verdict.rulings)
        rulings = len(table.rulings)
        assert tuple(verdict.findings) == table.push(act), text
        assert tuple(verdict.rulings) == tuple(table.rulings[rulings:])
        table.pop()

    along(name, 2, look)
    assert judged


def names_only_what_is_open(table: dk.Table) -> bool:
    """Whether the hint names no card that somebody without a seat cannot see."""
    open_cards = {card for cards in table.view(0).places.values() for card in cards}
    names = {str(face) for face in table.felt.layout.pack.faces()}
    return names.intersection(word.strip(".,;:()") for word in hinted(table).split()) <= open_cards


def test_a_hint_does_not_name_an_extra_card_that_lies_face_down() -> None:
    """The last card of the deal comes with another: it goes back to the stub, and which it is nobody has seen."""
    table = dk.Table("draw", "rrop", seats=3, seed=5, button=1)
    table.advance("pitch")
    pushed(table, *("d deal s2", "d deal s3", "d deal s1") * 4, "d deal s2", "d deal s3", "d deal s1 2", "d floor")
    assert due(table).startswith("d putback s1")
    assert names_only_what_is_open(table)


@pytest.mark.parametrize("name", ["stud7", "nap", "holdem", "mini-baccarat"])
@pytest.mark.sample(1, most=2)
def test_a_hint_names_no_card_that_lies_face_down(name: str) -> None:
    """After some slip of every kind."""
    made = clean(Setting(name, "", 0))
    rng = random.Random(name)
    for at in rng.sample(made.moments(), 4):
        found = [trial for trial in trials(made, at) if trial.kind != "boxed"]  # everybody has seen that one
        for trial in rng.sample(found, min(4, len(found))):
            table, _, _ = table_at(made, at)
            with contextlib.suppress(Impossible, ActError):
                pushed(table, *(act.text for act in trial.wrong))
            assert names_only_what_is_open(table), (trial.id, hinted(table))


def test_of_two_rulings_on_one_act_the_misdeal_goes_first() -> None:
    """MD-07 RM-01: a board card while the hands are dealt is no burn and leaves hands short; no flop is dealt again first."""
    table = dk.Table("courchevel", "rrop", seats=6, seed=5, button=1)
    table.advance("pitch")
    pushed(table, "d deal s2", "d deal s3", "d deal board")
    assert [ruled.ruling.outcome for ruled in table.rulings] == ["misdeal"]
    assert [finding.code for finding in obeyed(table, "gather")] == []
    assert any(act.text.startswith("f rule misdeal") for act in table.log)
    assert not any(act.verb == "rebuild" for act in table.log)


@pytest.mark.parametrize("cards", [0, 1, 2, 3])
def test_a_result_called_before_the_cards_have_come_clears_nothing(cards: int) -> None:
    """BA-61 BI-06: no card lies in a wrong place; those that are missing are due, and the bets are settled on them."""
    table = dk.Table("mini-baccarat", seats=3, seed=7)
    table.advance("bets")
    pushed(table, *BETS, "d close", *("d deal player", "d deal banker", "d deal player")[:cards], "d call player wins")
    assert not table.rulings
    before = stacks(table)
    assert obeyed(table, "clear") == []
    assert stacks(table) == [before[0] - 200, before[1] + 95, before[2] + 47]


def test_dealing_on_after_a_misdeal_is_one_slip_and_the_cards_are_still_gathered() -> None:
    """MD-17 RM-01: the floor has called a misdeal and the dealer pitches on; it was taken for the new deal, without a shuffle."""
    table = dk.Table("lowball-27", "rrop", seats=3, seed=5, button=1)
    table.advance("pitch")
    found = pushed(table, "d deal s2", "d deal s1", "d floor", "f rule misdeal", "d deal s3", "d deal s1")
    assert [finding.code for finding in found][1:] == ["floor/ruling-not-carried-out"]
    assert due(table) == "d gather"
    assert obeyed(table, "sweep") == []
    assert {len(table.felt.cards(f"s{seat}")) for seat in (1, 2, 3)} <= {0, 5}

"""A round of betting, rule by rule of the ledger."""

from __future__ import annotations

import random

import pytest

from dealerkit.arithmetic.betting import Betting, Limits, counted_besides, layers, uncalled

NO_LIMIT = Limits("no_limit", 100)
NO_CHECK_RAISE = Limits("no_limit", 100, check_raise=False)
LIMIT = Limits("fixed_limit", 20, cap=4)
EVENT = Limits("fixed_limit", 20, cap=4, heads_up_uncapped=False)
LIMIT_NO_CHECK_RAISE = Limits("fixed_limit", 20, cap=4, check_raise=False)
FULL_BETS = Limits("fixed_limit", 20, cap=4, heads_up_uncapped=False, half_bet=False)
COMPLETED = Limits("fixed_limit", 20, cap=4, half_counts=False)
ANY_RAISE = Limits("no_limit", 100, first_short=True)


class Round:
    """A round whose chips move: `f`old, `c`heck or call, or a number, the total that the bet is made."""

    def __init__(
        self, stacks: str, acts: str, limits: Limits, posted: str = "", first: int = 1, *, short: bool = False, **more: int
    ) -> None:
        front = [0, *map(int, posted.split())] if posted else [0] * (len(stacks.split()) + 1)
        stack = [0, *map(int, stacks.split())]
        seats = range(1, len(stack))
        self.live = list(seats)
        order = [*range(first, len(stack)), *range(1, first)]
        self.now = Betting(stack, front, self.live, order, limits, **more)
        self.stack, self.bet, self.short = stack, front, short
        for act in acts.split():
            seat, done = act.split(":") if ":" in act else (self.now.turn, act)
            self.act(int(seat), done)

    def act(self, seat: int, done: str) -> None:
        now = self.now
        if done == "f":
            self.live.remove(seat)
        else:
            total = min(self.bet[seat] + self.stack[seat], now.top) if done == "c" else int(done)
            self.stack[seat] -= total - self.bet[seat]
            self.bet[seat] = total
        if not self.short or seat != now.turn or done not in "fc":
            now.took(seat, self.live)
        elif done == "f":
            now.folded(self.live)
        else:
            now.called()


def said(amounts: range) -> str:
    """A range in words: 'none', '40' or '200-1000'."""
    return "none" if not amounts else str(amounts[0]) if len(amounts) == 1 else f"{amounts[0]}-{amounts[-1]}"


RAISES = [
    # rule, limits, stacks, bets in front, first, acts, whose turn, what it may make its bet
    ("BR-01 check-raise", NO_LIMIT, "900 900", "", 1, "c 100", 1, "200-900"),
    ("BR-01 not where it is barred", NO_CHECK_RAISE, "900 900", "", 1, "c 100", 1, "none"),
    ("BR-01 who did not check may raise there", NO_CHECK_RAISE, "900 900", "", 1, "100", 2, "200-900"),
    ("BR-02 no cap in no-limit", NO_LIMIT, "9000 9000 9000", "", 1, "100 200 300 400 500 600", 1, "700-9000"),
    ("BR-02 no cap in pot-limit", Limits("pot_limit", 1), "99 99 99", "", 1, "1 2 3 4 5 6", 1, "7-23"),
    ("BR-03 a bet and two raises", LIMIT, "900 900 900", "", 1, "20 40 60", 1, "80"),
    ("BR-03 a bet and three raises", LIMIT, "900 900 900", "", 1, "20 40 60 80", 2, "none"),
    ("BR-03 four raises by option", Limits("fixed_limit", 20, cap=5), "900 900 900", "", 1, "20 40 60 80", 2, "100"),
    ("BR-03 who is all-in is not counted", LIMIT, "900 20 900", "", 1, "20 c 40 60 80", 1, "100"),
    ("BR-04 no cap heads-up", LIMIT, "900 900", "", 1, "20 40 60 80 100 120", 1, "140"),
    ("BR-05 heads-up before the cap", LIMIT, "900 900 900", "", 1, "20 40 60 f 80 100", 2, "120"),
    ("BR-06 a cap that was reached stays", LIMIT, "900 900 900", "", 1, "20 40 60 80 f", 3, "none"),
    ("BR-07 tournaments cap heads-up too", EVENT, "900 900", "", 1, "20 40 60 80", 1, "none"),
    ("BR-08 under half does not reopen", LIMIT, "900 900 29", "", 1, "20 c 29", 1, "none"),
    ("BR-08 nor to the next who acted", LIMIT, "900 900 29", "", 1, "20 c 29 c", 2, "none"),
    ("BR-09 who has not acted completes", LIMIT, "900 29 900", "", 1, "20 29", 3, "40"),
    ("BR-09 completing reopens", LIMIT, "900 29 900", "", 1, "20 29 40", 1, "60"),
    ("BR-09 who completes may be short himself", LIMIT, "900 25 29", "", 1, "20 25", 3, "29"),
    ("BR-09 an opening bet under half is completed", LIMIT, "9 900 900", "", 1, "9", 2, "20"),
    ("BR-10 half is a full bet", LIMIT, "900 30 900", "", 1, "20 30", 3, "50"),
    ("BR-10 all-in 15 on a 20 round", LIMIT, "15 900 900", "", 1, "15", 2, "35"),
    ("BR-10 half reopens", LIMIT, "900 900 30", "", 1, "20 c 30", 1, "50"),
    ("BR-10 two short ones from the same bet", LIMIT, "900 900 25 32", "", 1, "20 c 25 32", 1, "52"),
    ("BR-11 at least the last raise", NO_LIMIT, "9000 9000 9000", "", 1, "100 400", 3, "700-9000"),
    ("BR-11 at least the largest of the round", NO_LIMIT, "9000 9000 9000 9000", "", 1, "100 400 700", 4, "1000-9000"),
    ("BR-11 less only all-in", NO_LIMIT, "9000 250 9000", "", 1, "200", 2, "250"),
    ("BR-11 the smallest bet", NO_LIMIT, "9000 9000", "", 1, "", 1, "100-9000"),
    ("BR-11 after the big blind", NO_LIMIT, "900 850 800", "0 50 100", 1, "", 1, "200-900"),
    ("BR-38 under a full raise does not reopen", NO_LIMIT, "900 900 140", "", 1, "100 c 140", 1, "none"),
    ("BR-38 who has not acted may raise", NO_LIMIT, "900 140 900", "", 1, "100 140", 3, "240-900"),
    ("BR-38 short ones add up", NO_LIMIT, "900 140 200 900", "", 1, "100 140 200 c", 1, "300-900"),
    ("BR-38 but not for who faces less", NO_LIMIT, "900 140 900 200", "", 1, "100 140 c 200 f", 3, "none"),
    ("BR-38 after a check a short bet is not a bet", NO_LIMIT, "900 40 900", "", 1, "c 40 c", 1, "none"),
    ("BR-38 the smallest raise stays the last full one", NO_LIMIT, "900 350 900", "", 1, "300 350", 3, "650-900"),
    ("BR-39 bet 100, all-in 140: to 240", NO_LIMIT, "900 140 900", "", 1, "100 140", 3, "240-900"),
    ("BR-41 the pot, first in", Limits("pot_limit", 10), "900 900", "", 1, "", 1, "10-70"),
    ("BR-41 call, then the pot", Limits("pot_limit", 10), "900 900 900", "", 1, "50 150", 3, "250-500"),
    ("BR-41 over the blinds", Limits("pot_limit", 10), "900 895 890", "0 5 10", 1, "", 1, "20-35"),
    ("BR-41 a pot is no less than a bet", Limits("pot_limit", 100), "900 900", "", 1, "", 1, "100"),
    ("BR-41 no more than the stack", Limits("pot_limit", 10), "60 900", "", 1, "", 1, "10-60"),
    ("BR-41 rounded up by the house", Limits("pot_limit", 10, pot_chip=25), "900 900", "", 1, "", 1, "10-75"),
    ("BR-03 a full raise is counted", FULL_BETS, "900 40 900", "", 1, "20 40 60 80", 3, "none"),
    ("BR-03 one chip short of it is not", FULL_BETS, "900 39 900", "", 1, "20 39 59 79", 3, "99"),
    ("BR-03 half of it is counted where halves are", EVENT, "900 30 900", "", 1, "20 30 50 70", 3, "none"),
    ("BR-03 one chip under half is not", EVENT, "900 29 900", "", 1, "20 29 40 60", 3, "80"),
    ("BR-03 the cap, with one who fell short", EVENT, "900 29 900", "", 1, "20 29 40 60 80", 1, "none"),
    ("BR-05 who has one chip left still counts", LIMIT, "900 41 900", "", 1, "20 40 60 80 f", 3, "none"),
    ("half a bet that is only completed", COMPLETED, "900 30 900", "", 1, "20 30", 3, "40"),
    ("and it does not reopen", COMPLETED, "900 900 30", "", 1, "20 c 30", 1, "none"),
    ("in limit the size stays, whatever was bet", LIMIT, "900 900 900", "", 1, "20 60", 3, "80"),
    ("BR-11 one chip over a full raise", NO_LIMIT, "9000 9000 9000", "", 1, "100 201", 3, "302-9000"),
    ("BR-38 one chip short does not reopen", NO_LIMIT, "900 900 199", "", 1, "100 c 199", 1, "none"),
    ("BR-38 a full raise reopens", NO_LIMIT, "900 900 200", "", 1, "100 c 200", 1, "300-900"),
    ("BR-38 where a check bars raises, too", NO_CHECK_RAISE, "900 900 140", "", 1, "100 c 140", 1, "none"),
    ("BR-01 who checked is barred to the end", NO_CHECK_RAISE, "900 900 900", "", 1, "c 100 300 c 600 f", 1, "none"),
    ("BR-01 a call is no check", LIMIT_NO_CHECK_RAISE, "900 900 900", "", 1, "20 c 40 60", 2, "80"),
    ("any first all-in reopens, where engines play so", ANY_RAISE, "900 40 900", "", 1, "c 40 c", 1, "140-900"),
    ("after a full bet only as much", ANY_RAISE, "900 900 140", "", 1, "100 c 140", 1, "none"),
    ("nor after a larger raise", ANY_RAISE, "900 900 900 355", "", 1, "100 250 c 355 f", 2, "none"),
    ("who has just the price left cannot answer", NO_LIMIT, "100 900 100", "", 1, "100", 2, "none"),
    ("who has one chip more can", NO_LIMIT, "100 900 101", "", 1, "100", 2, "200-900"),
    ("to call with the last chip is no raise", NO_LIMIT, "900 900 100", "", 1, "100 c", 3, "none"),
    ("one chip over the price is one, all-in", NO_LIMIT, "900 900 101", "", 1, "100 c", 3, "101"),
    ("nobody is left to answer", NO_LIMIT, "900 100 900", "", 1, "c 100 f", 1, "none"),
    ("more than the others have may be bet", NO_LIMIT, "900 150", "", 1, "", 1, "100-900"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("limits", "stacks", "bets", "first", "acts", "turn", "wanted"), [pytest.param(*row[1:], id=row[0]) for row in RAISES]
)
def test_what_a_bet_may_come_to(limits, stacks, bets, first, acts, turn, wanted):
    """The smallest and the largest that the seat to act may make its bet, by either way of taking folds and calls in."""
    pot = 70 if limits.structure == "pot_limit" and not acts and not bets else 0
    if limits.size == 100 and limits.structure == "pot_limit":
        pot = 30
    for short in (False, True):
        now = Round(stacks, acts, limits, bets, first, short=short, pot=pot).now
        assert (now.turn, said(now.raises())) == (turn, wanted)


LIMIT_STUD = Limits("fixed_limit", 10, cap=4)
SMALL_STUD = Limits("fixed_limit", 2, cap=4)
FORCED = [
    # what is forced; more arguments, stacks, bets, acts, whose turn, to call, may make it
    ("the bring-in is completed, not raised", LIMIT_STUD, {"bring_in": 5}, "90 90 90", "", "5", 2, 5, "10"),
    ("who brings it in may complete", LIMIT_STUD, {"bring_in": 5}, "90 90 90", "", "", 1, 0, "10"),
    ("a raise after the completion", LIMIT_STUD, {"bring_in": 5}, "90 90 90", "", "5 10", 3, 10, "20"),
    ("completing reopens to who called", LIMIT_STUD, {"bring_in": 5}, "90 90 90", "", "5 c 10 c", 2, 5, "20"),
    ("completion is the first bet", LIMIT_STUD, {"bring_in": 5}, "90 90 90", "", "5 10 20 30", 2, 20, "40"),
    ("and the cap follows", LIMIT_STUD, {"bring_in": 5}, "90 90 90", "", "5 10 20 30 40", 3, 20, "none"),
    ("a short bring-in", LIMIT_STUD, {"bring_in": 5}, "3 90 90", "", "3", 2, 3, "10"),
    ("a short completion under half", LIMIT_STUD, {"bring_in": 5}, "90 6 90", "", "5 6", 3, 6, "10"),
    ("a short completion of half", LIMIT_STUD, {"bring_in": 5}, "90 8 90", "", "5 8", 3, 8, "18"),
    ("a short completion one chip under half", LIMIT_STUD, {"bring_in": 5}, "90 7 90", "", "5 7", 3, 7, "10"),
    ("a bring-in of one chip", SMALL_STUD, {"bring_in": 1}, "90 90 90", "", "1", 2, 1, "2"),
    ("a bring-in of a whole bet is a bet", LIMIT_STUD, {"bring_in": 10}, "90 90 90", "", "10", 2, 10, "20"),
    ("more than the bring-in is no bring-in", LIMIT_STUD, {"bring_in": 5}, "90 90 90", "", "6", 2, 6, "16"),
    ("no bring-in where a bet lies there", LIMIT_STUD, {"bring_in": 5}, "90 90 80", "0 0 10", "", 1, 10, "20"),
    ("a bring-in that lies there", LIMIT_STUD, {"complete": 10}, "90 85 90", "0 5 0", "", 1, 5, "10"),
    ("one chip under half of what completes it", LIMIT_STUD, {"complete": 10}, "7 85 90", "0 5 0", "7", 2, 2, "10"),
    ("half of what completes it", LIMIT_STUD, {"complete": 10}, "8 85 90", "0 5 0", "8", 2, 3, "18"),
    ("who called it may raise its completion", LIMIT_STUD, {"complete": 10}, "90 85 90", "0 5 0", "c c 10", 1, 5, "20"),
    ("the big blind is the first bet", LIMIT_STUD, {"bets": 1}, "90 85 80", "0 5 10", "20 30 40", 1, 20, "none"),
    ("a short big blind, called as it lies", NO_LIMIT, {}, "900 900 0", "0 50 60", "", 1, 60, "160-900"),
    ("a short big blind, called in full", NO_LIMIT, {"top": 100}, "900 900 0", "0 50 60", "", 1, 100, "200-900"),
    ("a straddle doubles the smallest raise", NO_LIMIT, {"step": 200}, "900 850 800 700", "0 50 100 200", "", 1, 200, "400-900"),
    ("the big blind has its option", NO_LIMIT, {}, "900 850 800", "0 50 100", "c c", 3, 0, "200-900"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("limits", "more", "stacks", "bets", "acts", "turn", "due", "wanted"), [pytest.param(*row[1:], id=row[0]) for row in FORCED]
)
def test_forced_bets(limits, more, stacks, bets, acts, turn, due, wanted):
    """What is called, and what may be raised, over blinds, straddles and bring-ins."""
    for short in (False, True):
        now = Round(stacks, acts, limits, bets, short=short, **more).now
        assert (now.turn, now.to_call(), said(now.raises())) == (turn, due, wanted)


@pytest.mark.parametrize("check_raise", [True, False], ids=["check-raise", "no-check-raise"])
@pytest.mark.parametrize("half_bet", [True, False], ids=["halves-count", "full-bets-alone"])
def test_br_09_whoever_called_the_bring_in_may_raise_its_completion(half_bet, check_raise):
    """The bring-in is not a bet: to call it is no act after a bet, by either way of taking a call into the round."""
    limits = Limits("fixed_limit", 10, cap=4, half_bet=half_bet, check_raise=check_raise)
    for call in (Betting.called, lambda now: now.took(now.turn, [1, 2, 3])):
        stack, bet = [0, 90, 90, 90], [0, 0, 0, 0]
        now = Betting(stack, bet, [1, 2, 3], [1, 2, 3], limits, bring_in=5)
        for seat, total in ((1, 5), (2, 5), (3, 10), (1, 10)):
            stack[seat] -= total - bet[seat]
            bet[seat] = total
            if (seat, total) in ((2, 5), (1, 10)):
                call(now)
            else:
                now.took(seat, [1, 2, 3])
        assert (now.turn, said(now.raises())) == (2, "20")


def test_a_bet_of_a_seat_without_a_place_in_the_order_asks_all_others():
    """From the first in the order on."""
    stack, bet = [0, 900, 900, 900], [0, 0, 0, 0]
    now = Betting(stack, bet, [1, 2, 3], [2, 3], NO_LIMIT)
    stack[1], bet[1] = 800, 100
    now.took(1, [1, 2, 3])
    assert (now.turn, now.owes, now.top) == (2, [2, 3], 100)


def test_br_24_nobody_is_passed_over_when_one_is_left():
    """The round is over; passed over is who has nobody to bet against."""
    assert Round("900 900 900", "f f", NO_LIMIT).now.idle == set()
    assert Round("0 850 800", "f", NO_LIMIT, "60 50 100", 2).now.idle == {3}


def test_the_bring_in_is_due_until_it_is_made():
    """Not where a bet lies in front already."""
    assert Round("90 90 90", "", LIMIT_STUD, bring_in=5).now.bring_in == 5
    assert Round("90 90 90", "5", LIMIT_STUD, bring_in=5).now.bring_in == 0
    assert Round("90 90 88", "", LIMIT_STUD, "0 0 2", bring_in=5).now.bring_in == 0


TURNS = [
    ("BR-19 to the left", NO_LIMIT, "900 900 900", "", 2, "c", 3),
    ("BR-19 round the table", NO_LIMIT, "900 900 900", "", 3, "c", 1),
    ("BR-25 all have checked", NO_LIMIT, "900 900", "", 1, "c c", 0),
    ("a bet and calls end it", NO_LIMIT, "900 900 900", "", 1, "c 100 c c", 0),
    ("BR-24 one is left", NO_LIMIT, "900 900 900", "", 1, "100 f f", 0),
    ("who is all-in is passed over", NO_LIMIT, "900 0 900", "", 1, "100", 3),
    ("who has nothing is passed over in the first seat, too", NO_LIMIT, "0 900 900", "", 1, "", 2),
    ("nobody can answer", NO_LIMIT, "900 0 0", "", 1, "", 0),
    ("the blind who is met by all-ins need not speak", NO_LIMIT, "0 850 800", "60 50 100", 2, "f", 0),
    ("nor one whom nobody has the chips to meet", NO_LIMIT, "800 50 60", "100 20 0", 1, "", 2),
    ("nor one who is met by just as much", NO_LIMIT, "0 850 800", "100 50 100", 2, "f", 0),
    ("one chip more is owed", NO_LIMIT, "0 850 800", "101 50 100", 2, "f", 3),
    ("but one who owes must call", NO_LIMIT, "0 850 800", "100 50 20", 2, "f", 3),
    ("BR-30 out of turn: the turn stays", NO_LIMIT, "900 900 900", "", 1, "3:c", 1),
    ("BR-30 and the act counts", NO_LIMIT, "900 900 900", "", 1, "3:c c c", 0),
    ("BR-30 a bet out of turn: the turn stays", NO_LIMIT, "900 900 900", "", 1, "2:100", 1),
    ("BR-30 a raise in turn asks it again", NO_LIMIT, "900 900 900", "", 1, "3:c 100 c", 3),
    ("BR-30 a bet out of turn comes round to the seat behind it", NO_LIMIT, "900 900 900 900", "", 1, "3:100 c c", 4),
    ("BR-30 and ends there", NO_LIMIT, "900 900 900 900", "", 1, "3:100 c c c", 0),
    ("BR-30 round the table", NO_LIMIT, "900 900 900 900", "", 3, "2:100 c c", 1),
    ("BR-30 a fold out of turn binds", NO_LIMIT, "900 900 900", "", 1, "2:f c", 3),
]  # fmt: skip


@pytest.mark.parametrize(
    ("limits", "stacks", "bets", "first", "acts", "turn"), [pytest.param(*row[1:], id=row[0]) for row in TURNS]
)
def test_whose_turn_it_is(limits, stacks, bets, first, acts, turn):
    """The seat to act, or none."""
    assert Round(stacks, acts, limits, bets, first).now.turn == turn
    assert Round(stacks, acts, limits, bets, first, short=True).now.turn == turn


def test_br_36_too_little_is_taken_as_it_lies():
    """The round goes on from what happened; what is made of it is for others to say."""
    play = Round("900 900 900", "100 40", NO_LIMIT)
    assert (play.now.turn, play.now.top) == (3, 100)
    assert Round("900 900 900", "100 150", NO_LIMIT).now.raises() == range(250, 901)


def test_br_36_who_called_less_than_it_came_to_owes_the_rest():
    """Behind those who have not spoken yet: not who has matched it, is all-in, has folded, or has put in nothing so far."""
    stack, bet = [0, 800, 0, 860, 800, 900, 860, 900], [0, 100, 40, 40, 100, 0, 40, 0]
    now = Betting(stack, bet, [1, 2, 3, 4, 5, 7], range(1, 8), NO_LIMIT)
    for seat in (1, 3, 4, 7):
        now.took(seat, [1, 2, 3, 4, 5, 7])
    assert (now.owes, now.turn) == ([5], 5)
    now.owe_more([1, 2, 3, 4, 6, 7])
    assert (now.owes, now.turn) == ([5, 3], 5)
    now.owe_more([3])
    assert now.owes == [5, 3]


def test_br_36_who_owes_the_rest_is_asked_though_the_round_was_over():
    """Its turn comes again."""
    stack, bet = [0, 800, 860], [0, 100, 40]
    now = Betting(stack, bet, [1, 2], [1, 2], NO_LIMIT)
    now.took(1, [1, 2])
    now.took(2, [1, 2])
    assert now.turn == 0
    now.owe_more([1, 2])
    assert (now.turn, now.owes, now.to_call()) == (2, [2], 60)


@pytest.mark.parametrize("seed", range(40))
def test_no_act_whatever_breaks_a_round(seed):
    """Any seat, any amount, chips taken back, seats dropped by others: there is always a turn of a live seat, or none."""
    rng = random.Random(seed)
    for _ in range(50):
        seats = rng.randint(2, 9)
        stack = [0, *(rng.choice([0, 3, 50, 400]) for _ in range(seats))]
        bet = [0, *(rng.choice([0, 0, 5, 10]) for _ in range(seats))]
        live = rng.sample(range(1, seats + 1), rng.randint(0, seats))
        structure = rng.choice(["no_limit", "pot_limit", "fixed_limit"])
        limits = Limits(
            structure, rng.choice([1, 10]), rng.choice([None, 1, 4]), half_bet=rng.random() < 0.5, check_raise=rng.random() < 0.5
        )
        now = Betting(stack, bet, live, range(1, seats + 1), limits, bring_in=rng.choice([0, 3]))
        for _ in range(25):
            seat = rng.choice([now.turn or 1, rng.randint(1, seats)])
            chips = rng.randint(-bet[seat], stack[seat])
            stack[seat] -= chips
            bet[seat] += chips
            if live and rng.random() < 0.2:
                live.remove(rng.choice(live))
            now.took(seat, live)
            assert not now.turn or (now.turn in live and stack[now.turn] > 0)
            assert now.to_call() >= 0
            amounts = now.raises()
            assert not amounts or now.top < amounts[0] <= amounts[-1] <= bet[now.turn] + stack[now.turn]
        ends = 0
        while now.turn:
            ends += 1
            live.remove(now.turn)
            now.took(now.turn, live)
        assert ends <= seats


POTS = [
    ("one pot", [0, 5, 5], [1, 2], (0, 0), [(10, (1, 2))]),
    ("a folded bet stays", [0, 5, 5, 3], [1, 2], (0, 0), [(13, (1, 2))]),
    ("SD-14 one all-in", [0, 50, 200, 200, 200], [1, 2, 3], (0, 0), [(200, (1, 2, 3)), (450, (2, 3))]),
    ("SD-14 three deep", [0, 10, 20, 30, 30], [1, 2, 3, 4], (0, 0), [(40, (1, 2, 3, 4)), (30, (2, 3, 4)), (20, (3, 4))]),
    ("an uncalled bet", [0, 10, 40, 30], [1, 2], (2, 10), [(30, (1, 2)), (40, (2,))]),
    ("nobody called at all", [0, 5, 40, 10], [2], (2, 30), [(25, (2,))]),
    ("a folded bet above all others is not called back", [0, 10, 40, 10], [1, 3], (0, 0), [(60, (1, 3))]),
    ("dead money is in the main pot", [7, 10, 20, 20], [1, 2, 3], (0, 0), [(37, (1, 2, 3)), (20, (2, 3))]),
    ("dead money of a seat that has put in no more", [7, 0, 20, 20], [1, 2, 3], (0, 0), [(7, (1, 2, 3)), (40, (2, 3))]),
    ("a seat that has put in nothing", [0, 0, 20, 20], [1, 2, 3], (0, 0), [(40, (2, 3))]),
    ("a folded bet above several pots", [0, 10, 20, 50, 20], [1, 2, 4], (0, 0), [(40, (1, 2, 4)), (60, (2, 4))]),
    ("one chip uncalled", [0, 10, 11, 3], [1, 2], (2, 1), [(23, (1, 2))]),
    ("one chip alone", [0, 1, 0], [1, 2], (1, 1), []),
    ("a folded bet that nobody left has met", [0, 0, 0, 5], [1, 2], (0, 0), [(5, (1, 2))]),
    ("only dead money", [7, 0, 0], [1, 2], (0, 0), [(7, (1, 2))]),
    ("nothing", [0, 0, 0], [1, 2], (0, 0), []),
]


@pytest.mark.parametrize(("put", "live", "back", "wanted"), [pytest.param(*row[1:], id=row[0]) for row in POTS])
def test_sd_14_pots(put, live, back, wanted):
    """What goes back uncalled, and what each pot holds."""
    assert uncalled(put, live) == back
    put = list(put)
    put[back[0]] -= back[1]
    assert layers(put, live) == wanted
    assert sum(amount for amount, _ in wanted) == sum(put)


@pytest.mark.parametrize(
    ("small", "big", "posted", "how", "besides"),
    [
        pytest.param(5, 10, (5, 10), {}, 0, id="as-it-lies"),
        pytest.param(5, 10, (3, 10), {}, 0, id="a-short-small-blind-as-it-lies"),
        pytest.param(5, 10, (5, 6), {}, 0, id="a-short-big-blind-as-it-lies"),
        pytest.param(5, 10, (3, 10), {"full": True}, 2, id="a-short-small-blind-in-full"),
        pytest.param(5, 10, (5, 6), {"full": True}, 4, id="a-short-big-blind-in-full"),
        pytest.param(5, 10, (0, 6), {"full": True}, 9, id="a-dead-small-blind-and-a-short-big-one"),
        pytest.param(5, 10, (5, 10), {"as_big": True}, 5, id="the-small-blind-as-the-big-one"),
        pytest.param(5, 10, (3, 6), {"as_big": True}, 7, id="a-short-one-likewise"),
        pytest.param(5, 10, (0, 10), {"as_big": True}, 0, id="a-dead-small-blind-is-none"),
        pytest.param(5, 10, (0, 10), {"as_big": True, "full": True}, 10, id="but-in-full-it-is-one"),
        pytest.param(0, 10, (0, 10), {"as_big": True, "full": True}, 0, id="a-house-without-a-small-blind"),
        pytest.param(5, 10, (8, 12), {"full": True}, 0, id="more-than-the-blinds"),
    ],
)
def test_br_41_blinds_in_the_first_pot(small, big, posted, how, besides):
    """Pot limit counts short and dead blinds by the house's rule."""
    assert counted_besides(small, big, posted, **how) == besides


def test_br_41_dead_money_of_the_house_cell_is_in_no_bet():
    """Cell 0 is neither a price to match nor a part of the pot: that comes as `pot`."""
    now = Betting([0, 900, 900, 900], [50, 5, 10, 0], [1, 2, 3], [3, 1, 2], Limits("pot_limit", 10), pot=30)
    assert (now.turn, now.top, now.to_call(), now.raises()) == (3, 10, 10, range(20, 66))
    assert [now.pot_bet(seat) for seat in (0, 1, 2, 3)] == [65, 60, 55, 65]
    assert [now.raises(seat) for seat in (1, 2)] == [range(20, 61), range(20, 56)]
    assert Betting([0, 900, 900], [50, 20, 10], [1, 2], [2, 1], NO_LIMIT).top == 20


def test_another_hand_that_goes_with_a_fold_is_not_asked_either():
    """The seat to act folds, and at the same time the next but one is out."""
    now = Round("900 900 900 900", "", NO_LIMIT).now
    now.took(1, [2, 4])
    assert (now.turn, now.owes) == (2, [2, 4])


def test_a_round_may_begin_with_another_seat():
    """The order is turned, and nothing else; a seat without a place in it changes nothing."""
    now = Round("900 900 0 900", "", NO_LIMIT).now
    now.begins_with(4)
    assert (now.turn, now.order, now.owes) == (4, [4, 1, 2, 3], [4, 1, 2])
    now.begins_with(9)
    assert (now.turn, now.order, now.owes) == (4, [4, 1, 2, 3], [4, 1, 2])


@pytest.mark.parametrize("acts", ["", "c", "100", "100 c 140", "c 100 f"])
def test_a_copy_is_played_on_by_itself(acts):
    """What is acted on the copy leaves the round as it was, and a copy knows all that the round knows."""
    played = Round("900 900 140 900", acts, NO_CHECK_RAISE)
    now = played.now
    stands = now.kept()
    twin = Betting.of(stands)
    assert twin.kept() == now.copy().kept() == stands
    assert (twin.turn, twin.to_call(), twin.raises()) == (now.turn, now.to_call(), now.raises())
    behind, front = [*now.stack], [*now.bet]
    twin.stack, twin.bet = behind, front
    while twin.turn:
        seat, due = twin.turn, twin.to_call()
        behind[seat] -= due
        front[seat] += due
        twin.called()
    assert now.kept() == stands
    assert Betting.of(stands).turn == now.turn


@pytest.mark.parametrize("seed", range(60))
def test_folds_and_calls_in_turn_may_go_the_short_way(seed):
    """`folded` and `called` leave a round exactly as `took` does, whatever its limits, stacks and posts."""
    rng = random.Random(seed)
    seats = rng.randint(2, 6)
    limits = Limits(
        structure=rng.choice(["no_limit", "pot_limit", "fixed_limit"]),
        size=2,
        cap=rng.choice([None, 4]),
        check_raise=rng.random() < 0.7,
        half_bet=rng.random() < 0.5,
    )
    bet = [0] + [rng.choice([0, 0, 1, 2]) for _ in range(seats)]
    stack = [0] + [rng.choice([0, 1, 5, 40]) for _ in range(seats)]
    order = list(range(1, seats + 1))
    live = order[:]
    chips = [(stack[:], bet[:]) for _ in range(2)]
    plain, short = (Betting(behind, front, live[:], order, limits, top=2) for behind, front in chips)
    while plain.turn:
        seat, amounts = plain.turn, plain.raises()
        choice = rng.choice(["fold", "call", "call", "raise"] if amounts else ["fold", "call"])
        if choice == "fold":
            live.remove(seat)
        to = plain.bet[seat] + plain.to_call() if choice == "call" else rng.choice([amounts[0], amounts[-1]]) if amounts else 0
        for behind, front in chips:
            if choice != "fold":
                behind[seat] -= to - front[seat]
                front[seat] = to
        plain.took(seat, live[:])
        if choice == "fold":
            short.folded(live[:])
        elif choice == "call":
            short.called()
        else:
            short.took(seat, live[:])
        assert (plain.turn, plain.owes, plain.idle, plain.raises()) == (short.turn, short.owes, short.idle, short.raises())
        assert {one: plain.may_raise(one) for one in live} == {one: short.may_raise(one) for one in live}

"""The fund: whatever happens, in whatever order, no chip is made or lost."""

from __future__ import annotations

import functools
import random
from collections import Counter
from datetime import timedelta
from typing import Any

import attrs
import pytest

from dealerkit.errors import ActError, DealerkitError, Impossible
from dealerkit.jobs.promotions import summary
from dealerkit.jobs.promotions.book import Memory
from dealerkit.jobs.promotions.claim_form import ToldClaim, read
from dealerkit.jobs.promotions.claims import Asked
from dealerkit.jobs.promotions.fund import INSIDE, Fund
from tests.jobs.promotions.conftest import claimed, made, memory
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

CONTRIBUTED: dict[str, Any] = {"contribution": {"amount": "7", "covers": "promotion"}}
POLICIES = {
    "hourly": lambda: made(ties="split", fund={"each_window": "301", "odd_chips": "first"}, **CONTRIBUTED),
    "hourly-part": lambda: made(ties="last", fund={"each_window": "77", "prize": "2/3", "seed": "5", "unclaimed": "to_house"}),
    "night": lambda: made("high-hand-night", fund={"prize": "50", "seed": "13", "reserve": "1/7"}),
    "beaten": lambda: made("bad-beat", dealt_in=None, fund={"seed": "1009", "odd_chips": "fund", "reserve": "2/9"}),
    "rolling": lambda: made("bad-beat", window={"kind": "rolling", "length": "20 minutes"}, fund={"seed": "997"}),
}
HANDS = (
    ToldClaim("holdem", "AsAh", "Ad Kh Kc 2c 3d", {4: "QsQh"}, dealt="1-6", pot="40"),
    ToldClaim("holdem", "QsQh", "Qd Kh Kc 2c 3d", {4: "KsKd"}, dealt="1-6", pot="40"),
    ToldClaim("holdem", "8s8h", "8d 8c 9s 9h 2c", {4: "9d9c"}, dealt="2-5", pot="40"),
    ToldClaim("holdem", "7s7h", "7d 7c 9s 9h 2c", {4: "9d9c"}, dealt="1-9", pot="40"),
    ToldClaim("holdem", "AsAh", "Ad Kh Kc 2c 3d", dealt="1-6", pot="40", shown_down=None),
)


@functools.cache
def asked(number: int) -> Asked:
    """One of the hands made ready, once: all policies here have the same chips."""
    return read(HANDS[number], made())


def event(book: Memory, rng: random.Random, tally: Counter[str]) -> None:
    """Let anything happen; what cannot be is refused, and then nothing has changed."""
    acts, run = book.acts, book.run
    before = summary.accounts(run.in_force, run.fund.accounts)
    what = rng.choices(
        ("claim", "buy_in", "drop", "settle", "pay", "back", "pay_again", "leave", "confirm", "end", "close_now", "award"),
        (20, 15, 15, 15, 15, 3, 4, 8, 8, 1, 3, 3),
    )[0]
    numbers = [one.number for one in run.unpaid()] or [0]
    waiting = [one.number for one in run.waiting()] or [0]
    seat = rng.randrange(1, 7)
    try:
        if what == "claim":
            number = rng.randrange(len(HANDS))
            seat = 3 if HANDS[number].dealt == "2-5" else rng.choice((1, 2, 3, 5))
            acts.claim(attrs.evolve(asked(number), table=rng.choice(("T1", "T2")), seat=seat), {})
        elif what in {"buy_in", "drop"}:
            drop = what == "drop"
            back = rng.random() < 0.2
            amount = rng.randrange(1, 200) if drop else None
            acts.pay_in(amount, {"who": "", "table": "T1", "seat": seat}, drop=drop, back=back, why="by mistake")
        elif what in {"settle", "close_now"}:
            acts.settle(end=what == "close_now")
        elif what == "award":
            acts.settle(end=rng.random() < 0.3, chosen=[rng.choice(waiting)], why="drawn by lot")
        elif what in {"pay", "back"}:
            acts.pay(rng.choice(numbers), back=what == "back", why="nobody came")
        elif what == "pay_again":
            acts.pay(rng.choice([0, *run.awards]))
        elif what == "leave":
            acts.leave("", rng.choice(("T1", "T2")), seat, back=rng.random() < 0.3)
        elif what == "confirm":
            wrong = ["floor"] if rng.random() < 0.4 else []
            acts.confirm(rng.choice(waiting), ["showdown"] if not wrong else [], wrong, [], "looked at")
        else:
            acts.end(rest=rng.choice(("", "house", "players")), why="for good")
            acts.open(book.policy, "kept", book.zone)
    except (ActError, Impossible, DealerkitError):
        tally["refused"] += 1
        if what != "end":
            assert summary.accounts(run.in_force, run.fund.accounts) == before
    else:
        tally[what] += 1


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", POLICIES)
def test_hh_05_no_chip_is_made_or_lost_in_ten_thousand_events(name):
    """After each: the accounts are even, none that is set aside is less than nothing, and what was won is what is unpaid."""
    for part in range(max(1, LONG // 5)):  # every award is added up after each event, so that one long run would take for ever
        _many_events(name, random.Random(name if not part else f"{name}/{part}"), 2_000 * min(max(1, LONG), 5))


def _many_events(name, rng, count):
    book, tally = memory(POLICIES[name]()), Counter[str]()
    for _ in range(count):
        event(book, rng, tally)
        accounts = book.run.fund.accounts
        assert sum(accounts.values()) == 0
        assert all(accounts[account] >= 0 for account in INSIDE)
        assert accounts["awarded"] == sum(one.amount for one in book.run.unpaid())
        assert accounts["winners"] == sum(one.amount for one in book.run.awards.values() if one.done and not one.back)
        if not book.run.open:
            book.acts.open(book.policy, "kept", book.zone)
        book.now += timedelta(seconds=rng.choice((0, 0, 1, 40, 600, 4000)))
    again = book.again()
    assert again.fund == book.run.fund
    assert again.awards == book.run.awards
    assert summary.report(again, book.now) == summary.report(book.run, book.now)
    assert tally["claim"] > 50
    assert tally["pay"] > 20


def test_hh_05_every_award_of_a_settling_comes_to_the_prize_or_less():
    """What cannot be shared stays in the fund, or goes to the first; nothing else is left over."""
    for odd, left in (("fund", 1), ("first", 0)):
        book = memory(made("bad-beat", fund={"seed": "0", "odd_chips": odd, "reserve": "0"}))
        book.acts.pay_in(105, {"who": "", "table": "", "seat": 0}, drop=True)
        claimed(book, attrs.evolve(HANDS[2], table="T1", seat=3))
        book.now += timedelta(seconds=1)
        book.acts.settle()
        amounts = [one.amount for one in book.run.awards.values()]
        assert book.run.fund["fund"] == left, (odd, amounts)
        assert sum(amounts) == 105 - left


def test_what_an_account_has_not_cannot_be_taken_out_of_it():
    """Physics: more is not there, and less than nothing cannot be moved."""
    with pytest.raises(Impossible, match="fund has only 0, so 1 can't be taken out of it"):
        Fund().after([("fund", "awarded", 1)])
    with pytest.raises(Impossible, match="cannot be moved"):
        Fund().after([("house", "fund", -1)])


def test_accounts_that_do_not_follow_are_seen():
    """A movement that was written otherwise than it can have been stops the telling."""
    book = memory(made("bad-beat"))
    opened = book.events[0]
    book.events[0] = attrs.evolve(opened, said={**opened.said, "accounts": {**opened.said["accounts"], "fund": 10001}})
    with pytest.raises(Impossible, match="don't match the entries before it"):
        book.again()

"""An act that is only tried gets the verdict that it gets when it is done (`Table.judge` and `Table.push`)."""

from __future__ import annotations

import pytest

from dealerkit.jobs.cases.run import GO_TO, new_table
from tests.gathered import holds_for_each
from tests.table.moments import cases, lines_of, push, table_at

EACH = 60
"""One case in so many is tried every day."""


def tried_as_done(name: str) -> None:
    """Try each act of a case, and do it; the same is found, ruled, and due after it."""
    table = new_table(cases()[name])
    for line in lines_of(cases()[name]):
        if line.startswith(GO_TO):
            push(table, line)
            continue
        at, found, ruled = len(table.log), len(table.findings), len(table.rulings)
        verdict = table.judge(line)
        assert (len(table.log), len(table.findings), len(table.rulings)) == (at, found, ruled), "a trial moves nothing"
        push(table, line)
        assert verdict.findings == tuple(table.findings[found:]), line
        assert verdict.rulings == tuple(table.rulings[ruled:]), line


def test_a_trial_finds_what_is_found_when_the_act_is_done():
    """In the acts of one case in sixty, of all games."""
    holds_for_each(tried_as_done, sorted(cases())[::EACH])


@pytest.mark.parametrize("act", ["d announce sold s1", "s3 bid 4"])
def test_what_the_players_mechanic_asks_of_the_dealer_is_tried_like_a_players_choice(act):
    """NM-15: the seller closes the auction in favour of the highest bidder; nothing is found, and the price is due, or a bid."""
    table = table_at("NM-15 it is called unsold although somebody has bid", 0, ["s3 answer keep", "s1 bid 2"])
    verdict = table.judge(act)
    assert verdict.findings == table.push(act)
    assert verdict.agenda == table.agenda


def test_an_auction_closed_by_the_dealer_is_no_slip_of_the_round():
    """NM-15: the players' mechanic asks the dealer for it, whether it is tried or done the long way."""
    table = table_at("NM-15 it is called unsold although somebody has bid", 0, ["s3 answer keep", "s1 bid 2"])
    assert table.judge("d announce sold s1").agenda.books.slipped == -1
    assert table.judge("d announce sold s2").agenda.books.slipped == table.agenda.round.begun

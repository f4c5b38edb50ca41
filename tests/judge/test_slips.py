"""Each dealer act of a coup left out, doubled, exchanged, sent to the wrong place, shown the wrong way or for a wrong amount.

It is found by the end of the coup, with one finding and the right code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs
import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.felt import Act
from dealerkit.judge.lookahead import coming, peek
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.steps import DealerStep
from tests.sampling import daily
from tests.table.dealing import coup_starts, coups

RACKED, UNPAID = "coup/cards-racked-early", "coup/paid-before-losers-taken"

CODES: dict[str, dict[str, set[str]]] = {
    "skip": {
        "close": {"coup/no-more-bets-not-called"},
        "deal": {"coup/wrong-initial-order"},
        "player_card": {"coup/player-third-card-wrong"},
        "banker_card": {"coup/banker-third-card-wrong"},
        "result": {"step/result-skipped"},
        "signal": {"step/signal-skipped"},
        "take": {RACKED, UNPAID},
        "pay": {RACKED, UNPAID},
        "mark": {"commission/not-marked"},
        "clear": {"step/clear-skipped"},
    },
    "double": {
        "deal": {
            "coup/wrong-initial-order",
            "coup/player-third-card-wrong",
            "coup/banker-third-card-wrong",
            "coup/drawn-on-natural",
        },
        "player_card": {"coup/player-third-card-wrong"},
        "banker_card": {"coup/banker-third-card-wrong"},
        "result": {"step/result-repeated"},
        "signal": {"step/signal-repeated"},
        "pay": {"coup/wrong-payout"},
        "mark": {"commission/not-marked"},
        "clear": {"step/clear-repeated"},
    },
    "wrong place": {
        "deal": {"coup/wrong-initial-order"},
        "player_card": {"coup/player-third-card-wrong"},
        "banker_card": {"coup/player-third-card-wrong", "coup/banker-third-card-wrong"},
        "pay": {"coup/wrong-payout", UNPAID},
        "mark": {"commission/not-marked"},
    },
    "face down": {
        "deal": {"step/deal-wrong-face"},
        "player_card": {"step/player_card-wrong-face"},
        "banker_card": {"step/banker_card-wrong-face"},
    },
    "wrong amount": {
        "pay": {"coup/wrong-payout", "commission/not-marked"},
        "mark": {"commission/not-marked"},
        "take": {"coup/wrong-payout"},
    },
    "exchange": {
        "close": {"coup/no-more-bets-not-called"},
        "deal": {"coup/wrong-initial-order", "coup/player-third-card-wrong", "coup/banker-third-card-wrong"},
        "player_card": {"coup/player-third-card-wrong"},
        "banker_card": {"coup/banker-third-card-wrong"},
        "result": {"step/result-skipped"},
        "signal": {"step/signal-skipped"},
        "take": {RACKED, UNPAID},
        "pay": {RACKED, UNPAID, "commission/not-marked"},
        "mark": {"commission/not-marked"},
        "clear": {"step/clear-skipped"},
    },
}
"""For each kind of slip, the codes that it may be found under, by the step it is made in."""


@attrs.frozen
class Slip:
    """A slip: where in the script it is made, what the dealer does instead, and from where the script goes on."""

    kind: str
    at: int
    acts: tuple[Act, ...]
    then: int


def slips(script: list[Act], at: int) -> Iterator[Slip]:
    """The ways in which one act of a script can go wrong."""
    act, after = script[at], script[at + 1] if at + 1 < len(script) else None
    yield Slip("skip", at, (), at + 1)
    if act.verb not in ("take", "close"):  # nothing is left that could be taken twice; closing twice is no fault
        yield Slip("double", at, (act, act), at + 1)
    if act.verb == "deal":
        yield Slip("wrong place", at, (Act.make("d", "deal", "banker" if act.to[0] == "player" else "player"),), at + 1)
        yield Slip("face down", at, (Act.make("d", "deal", *act.to, face="down"),), at + 1)
    if act.verb in ("pay", "mark"):
        other = f"s{int(act.to[0][1:]) % 5 + 1}"
        yield Slip("wrong place", at, (Act.make("d", act.verb, other, act.to[1], n=act.n),), at + 1)
        yield Slip("wrong amount", at, (Act.make("d", act.verb, *act.to, n=(act.n or 0) + 5),), at + 1)
    if act.verb == "take" and act.n and act.n > 5:
        yield Slip("wrong amount", at, (Act.make("d", "take", *act.to, n=act.n - 5),), at + 1)
    if after is not None and after.what != act.what and not (act.verb == after.verb == "take"):
        yield Slip("exchange", at, (after, act), at + 2)


AFTER_THE_FOURTH = {"step/rearrange-skipped", "coup/player-third-card-wrong", "coup/banker-third-card-wrong"}
"""What a card is that comes while another has to be moved first (BI-06)."""


def desk(table: dk.Table) -> AgendaBuilder:
    """A working copy of where a table stands."""
    return AgendaBuilder(table.agenda, table.now.copy(), table.house, table._runs.trial())


def finish(table: dk.Table) -> None:
    """A perfect dealer ends the coup and begins the next."""
    for _ in range(60):
        if table.log[-1].verb == "clear":
            break
        table.advance()
    table.advance("deal")
    table.advance()


def step_of(game: dk.Table, before: list[Act], script: list[Act], at: int, seed: int) -> str:
    """The step to which an act of a script belongs."""
    table = dk.Table(game.game, seats=5, seed=seed)
    for act in [*before, *script[:at]]:
        table.push(act)
    act = script[at]
    while table.agenda.step is not None and table.agenda.step.optional and not any(due.what == act.what for due in table.plan()):
        table._go_on()  # calls that the script leaves out
    plan = peek(desk(table))[0] if table.agenda.step is None else table.agenda.step
    step = next(
        (it for it in [plan, *coming(desk(table))] if isinstance(it, DealerStep) and it.covers(act) and it.holds(table.now)), plan
    )
    return "mark" if act.verb == "mark" else step.id if step is not None else ""


def made(game: dk.Table, before: list[Act], script: list[Act], slip: Slip, seed: int) -> dk.Table:
    """The table after a slip and a perfect dealer."""
    table = dk.Table(game.game, seats=5, seed=seed)
    for done in [*before, *script[: slip.at], *slip.acts]:
        table.push(done)
    if slip.kind == "skip":
        table.push(script[slip.then])
    finish(table)
    return table


SEEDS = daily(range(10), 10, keep=range(3))
"""Three of them have each way of taking commission once; what the others find besides are the same slips at other cards."""


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", SEEDS)
def test_every_slip_of_a_coup_is_found_once_and_by_its_name(seed: int) -> None:
    """Whatever one thing a dealer does wrong in a coup, one finding says it."""
    options = {"commission_method": ("deduct", "mark", "mark_one_pay_one")[seed % 3]}
    log = coups(seed, 5, 6, **options)
    game = dk.Table("mini-baccarat", seats=5, seed=seed, options=options)
    tried = 0
    for start, end in coup_starts(log):
        calls = ("natural", "card", "player", "banker")
        script = [act for act in log[start:end] if not (act.verb == "call" and act.to[0] in calls and act.to[-1] != "wins")]
        script.append(Act.parse("d close"))
        for at in range(len(script) - 1):
            where = step_of(game, log[:start], script, at, seed)
            for slip in slips(script, at):
                tried += 1
                label = f"seed {seed}, {slip.kind} '{script[at]}' in {[str(act) for act in script]}"
                try:
                    table = made(game, log[:start], script, slip, seed)
                except Impossible as error:
                    pytest.fail(f"{label}: {error}")
                found = [finding.code for finding in table.findings]
                if not found and slip.kind == "skip" and script[at + 1].what == script[at].what:
                    continue  # the next act takes its place
                if not found and slip.kind == "double" and where == "deal":
                    continue  # the fourth card once more is the banker's third card, when the banker draws and the player stands
                if not found and slip.kind == "skip" and where == "take" and script[at + 1].verb == "take":
                    continue  # losing bets are taken in any order, and the perfect dealer takes this one later
                if (
                    not found
                    and slip.kind == "skip"
                    and where == "pay"
                    and script[at + 1].verb == "pay"
                    and not table.agenda.books.debts
                ):
                    continue
                if slip.kind == "exchange" and where == "deal" and len(found) == 2:
                    assert found.pop() in AFTER_THE_FOURTH  # the next card was drawn before the fourth lay in its place
                if (
                    slip.kind == "wrong place"
                    and where == "pay"
                    and found[:1] == ["coup/paid-before-losers-taken"]
                    and len(found) == 2
                ):
                    found.pop(0)  # a seat that is due another sum, and later: out of turn, and too little or too much
                assert len(found) == 1, f"{label}: {found}"
                assert found[0] in CODES[slip.kind][where], f"{label} in step {where}: {found}"
    assert tried > 150


@pytest.mark.parametrize("cell", range(88))
def test_every_cell_of_the_tableau_is_judged(cell: int) -> None:
    """Drawing where the table says stand is found, and standing where it says draw; the right thing is not. BA-35 to BA-41."""
    banker, column = divmod(cell, 11)
    cards = _cards_for(banker, column - 1)
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("close")
    table.push("d close")
    for act in cards:
        assert table.push(act) == ()
    tableau = table.game.data["tables"]["tableau"][str(banker)][column]
    draws = tableau == "D"
    due = [
        act.what
        for step in coming(desk(table))
        if isinstance(step, DealerStep) and step.id == "banker_card"
        for act in step.plan(table.now) or ()
    ]
    assert due == (["d deal banker"] if draws else [])
    result = "d call player wins"
    if draws:
        found = [finding.code for finding in table.push(result)]
        assert found[0] == "coup/banker-third-card-wrong"
        table.pop()
        assert table.push("d deal banker 5d") == ()
    else:
        found = [finding.code for finding in table.push("d deal banker 5d")]
        assert found == ["coup/banker-third-card-wrong"]
        assert table.rulings[-1].ruling.outcome == "card_does_not_play"


def _cards_for(banker: int, third: int) -> list[str]:
    """A coup that comes to a banker's two-card total and a player's third card (-1: the player hand stood)."""
    faces = ["T", "A", "2", "3", "4", "5", "6", "7", "8", "9"]
    player = ("3h", "3s") if third < 0 else ("Kh", "2s")
    second = faces[banker] + "c"
    acts = [f"d deal player {player[0]}", "d deal banker Qd", f"d deal player {player[1]}", f"d deal banker {second}"]
    return acts if third < 0 else [*acts, f"d deal player {faces[third]}d"]


def at_bets(bets: str, acts: str) -> dk.Table:
    """A table with unknown cards, taken from the bets through some acts, written with commas between."""
    table = dk.Table("mini-baccarat", seats=3)
    table.advance("bets")
    for act in f"{bets}, {acts}".split(","):
        table.push(act.strip())
    return table


DEALT = "d close, d deal player 2h, d deal banker 9s, d deal player 3h, d deal banker Kh"


def test_no_more_bets_may_be_said_again() -> None:
    """BA-60: said twice, before or after a card, it changes nothing and is no fault."""
    table = at_bets("s1 bet player 100", "d close, d close, d deal player 7h, d close, d deal banker 2s")
    assert table.ok
    assert table.felt.rows["player"][1] == 100 * table.felt.layout.scale


def test_a_total_may_be_said_before_its_place() -> None:
    """BA-71: the player's new total said before the banker draws is no draw left out; said wrongly it is a wrong total."""
    cards = "d close, d deal player 2h, d deal banker 3s, d deal player 2c, d deal banker 2d, d deal player 6h"
    table = at_bets("s1 bet player 100", f"{cards}, d call player 0, d deal banker Ah, d call banker 6, d call banker wins")
    assert table.ok, table.findings
    table = at_bets("s1 bet player 100", f"{cards}, d call player 4")
    assert [finding.code for finding in table.findings] == ["coup/total-miscalled"]


def test_a_card_dealt_face_down_is_turned_up() -> None:
    """Step 11 of the ledger: turn it up; that puts it right."""
    table = at_bets("s1 bet player 100", "d close, d deal player 7h down, d turn player, d deal banker 2s")
    assert [(finding.code, finding.self_corrected) for finding in table.findings] == [("step/deal-wrong-face", True)]


@pytest.mark.parametrize("amount", ["", " 60"])
def test_a_winning_bet_that_was_taken_goes_back(amount: str) -> None:
    """Step 18 of the ledger: return it; then it is paid as if nothing had been."""
    slip = f"d take s2 banker{amount}, d return s2 banker{amount}"
    table = at_bets("s2 bet banker 60", f"{DEALT}, d call banker wins, d push banker, {slip}, d pay s2 banker 57, d clear")
    assert [(finding.code, finding.self_corrected) for finding in table.findings] == [("coup/wrong-payout", True)]
    assert table.felt.rows["stack"][2] == 5057 * table.felt.layout.scale


def test_the_wrong_winner_called_and_settled_is_one_finding() -> None:
    """BI-20: everything that follows from the wrong call is the wrong call; what is unsettled at the clear is told again."""
    bets = "s1 bet player 100, s2 bet banker 60, s3 bet tie 5"
    wrong = "d call player wins, d push player, d take s3 tie, d take s2 banker, d pay s1 player 100, d clear"
    assert [finding.code for finding in at_bets(bets, f"{DEALT}, {wrong}").findings] == [
        "coup/wrong-result",
        "coup/left-unsettled",
    ]


def test_payments_out_of_turn_are_one_minor_finding() -> None:
    """BA-64: from the dealer's right."""
    cards = "d close, d deal player 9h, d deal banker 2s, d deal player Kh, d deal banker Kd, d call player wins, d push player"
    table = at_bets("s1 bet player 100, s3 bet player 20", f"{cards}, d pay s1 player 100, d pay s3 player 20, d clear")
    found = [(finding.code, finding.expected) for finding in table.findings]
    assert found == [("coup/paid-before-losers-taken", "d pay s3 player 20")]


def test_the_floor_may_rule_otherwise() -> None:
    """A void is carried out as the rule set has it; a ruling that nobody knows is refused, and nothing has changed."""
    table = at_bets("s1 bet player 100", "d close, d deal player 7h, d deal player 2h")
    for nonsense in ("f rule nonsense", "f rule void RB-99"):
        with pytest.raises(Impossible):
            table.push(nonsense)
    assert table.push("f rule void") == ()
    for act in ("d floor", "d return s1 player 100", "d clear"):
        assert table.push(act) == ()
    assert table.felt.rows["stack"][1] == 5000 * table.felt.layout.scale
    assert table.expected.step.endswith("close")


def test_a_payment_two_coups_late_is_what_is_owed() -> None:
    """BI-20: a winner who was forgotten is owed until he is paid, however late; that is no slip, and no coup begun wrongly."""
    table = at_bets("s2 bet banker 60", f"{DEALT}, d call banker wins, d push banker, d clear")
    for _ in range(2):
        for act in f"{DEALT}, d call banker wins, d push banker, d clear".split(", "):
            table.push(act)
    assert str(table.next_act()) == "d pay s2 banker 57"
    assert table.push("d pay s2 banker 57") == ()
    assert table.push("d close") == ()


def test_what_one_coup_owes_is_not_taken_from_the_next() -> None:
    """A result that was not called is one finding; the next coup's result is the next coup's."""
    table = at_bets("s2 bet banker 60", f"{DEALT}, d push banker, d pay s2 banker 57, d clear")
    assert [finding.code for finding in table.findings] == ["step/result-skipped"]
    for act in f"s1 bet player 10, {DEALT}, d call banker wins, d push banker, d take s1 player 10, d clear".split(", "):
        assert table.push(act) == (), act


def test_a_total_called_before_the_cards_are_out_leaves_the_cards_due() -> None:
    """BA-71: it is called early, and the deal goes on where it was."""
    table = at_bets("s1 bet player 100", "d close, d deal player 7h, d call player 7")
    assert [finding.code for finding in table.findings] == ["step/player_total-early"]
    assert [act.what for act in table.expected.dealer] == ["d deal banker", "d deal player", "d deal banker"]


def test_money_is_never_taken_for_the_rest_of_the_coup() -> None:
    """BA-54: a payment before any card is a wrong payment, and the four cards are still due."""
    table = at_bets("s1 bet player 100", "d close, d pay s3 95")
    assert [finding.code for finding in table.findings] == ["coup/wrong-payout"]
    table.advance("deal")
    assert table.push("d deal player 7h") == ()


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", daily(range(3, 7), 2))
@pytest.mark.parametrize("kind", ["skip", "double", "exchange", "broken off"])
def test_a_slip_in_one_coup_is_not_held_against_the_next(seed: int, kind: str) -> None:
    """Whatever went wrong in a coup, the next by the book has no finding, with every call or only those that must be."""
    start = dk.Table("mini-baccarat", seats=3, seed=seed)
    start.advance("bets")
    bets = ["s1 bet player 100", "s2 bet banker 60", "s3 bet tie 10"]
    book = _by_the_book(start, bets)
    tried = 0
    for at in range(len(book) - 1):
        wrong = [*book[:at], *book[at + 1 :]]
        if kind == "double":
            wrong = [*book[: at + 1], *book[at:]]
        elif kind == "exchange":
            wrong = [*book[:at], book[at + 1], book[at], *book[at + 2 :]]
        elif kind == "broken off":
            wrong = [*book[:at], book[-1]]
        table = dk.Table("mini-baccarat", seats=3, seed=seed)
        table.advance("bets")
        for act in [*bets, *wrong]:
            try:
                table.push(act)
            except Impossible:
                break  # nothing lies there to be taken twice
        for _ in range(40):
            if table.players is not None and not table.plan():
                break
            table.advance()
        else:
            pytest.fail(f"{kind} {book[at]}: the coup never ends")
        so_far = table.record()
        after = ["s1 bet player 50", "s2 bet banker 50"]
        after += _by_the_book(dk.replay(so_far), after)
        for calls in (True, False):
            new = dk.replay(so_far)
            known = len(new.findings)
            for act in after:
                if calls or not _NEED_NOT.match(act):
                    new.push(act)
            tried += 1
            assert new.findings[known:] == [], f"{kind} '{book[at]}', calls {calls}"
    assert tried > 10


_NEED_NOT = re.compile(r"d call (player \d|banker \d|natural|card)")


def _by_the_book(table: dk.Table, bets: list[str]) -> list[str]:
    """A coup by a perfect dealer, from the bets to the clear."""
    for bet in bets:
        table.push(bet)
    done: list[str] = []
    while not done or done[-1] != "d clear":
        plan = table.plan() or peek(desk(table))[1]
        table.push(plan[0])
        done.append(plan[0].text)
    return done


def test_a_burn_said_as_one_and_too_long_is_one_finding() -> None:
    """BA-21: five are due, six go; nothing stays due."""
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("first_card")
    table.push("d burn up 5h")
    assert [finding.code for finding in table.push("d burn 6")] == ["shoe/burn-count-wrong"]
    assert table.push("d close") == ()


def test_a_wrong_payment_without_its_spot_is_put_right_by_the_difference() -> None:
    """BI-20: 90 for 95, then 5 more."""
    table = at_bets("s1 bet banker 100", f"{DEALT}, d call banker wins, d push banker, d pay s1 90, d pay s1 banker 5, d clear")
    assert [(finding.code, finding.self_corrected) for finding in table.findings] == [("coup/wrong-payout", True)]


def test_a_known_natural_ends_the_coup_whatever_the_other_hand_has() -> None:
    """BA-28: the player's nine is seen and a banker card is not; a draw is a draw on a natural."""
    table = at_bets("s1 bet player 100", "d close, d deal player 9h, d deal banker ??, d deal player Kh, d deal banker 5d")
    assert [finding.code for finding in table.push("d deal banker 2c")] == ["coup/drawn-on-natural"]

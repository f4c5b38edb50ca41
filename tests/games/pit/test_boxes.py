"""Boxes against the house: their hands, words and wagers, dealt and settled at a table."""

from __future__ import annotations

import contextlib
import random
from pathlib import Path

import pytest

import dealerkit as dk
from dealerkit.arithmetic.readings import READINGS
from dealerkit.cards import read_cards
from dealerkit.errors import Impossible, RuleFileError
from dealerkit.felt import Act
from dealerkit.procedure.setup import BadSetup
from dealerkit.rules.boxes import boxes_of
from dealerkit.rules.games import game
from dealerkit.table.bots import Bots, sensible

BLACKJACK = str(Path(__file__).resolve().parents[3] / "procedures" / "pit" / "blackjack.yaml")


def dealt(cards: str, acts: list[str], **options: object) -> dk.Table:
    """A table at which these cards come, in order, and these acts were done; a perfect dealer does the rest before them."""
    table = dk.Table(str(BLACKJACK), seats=3, deck=read_cards(f"2c {cards}"), options=options)
    table.advance("bets")
    for act in acts:
        if act.startswith("->"):
            table.advance(act[2:].strip())
        else:
            assert table.push(act) == (), act
    return table


def to_the_end(table: dk.Table) -> None:
    """Let the dealer do whatever is due until the cards are cleared."""
    for _ in range(60):
        due = table.expected.dealer
        if due and due[0].verb == "clear":
            return
        assert due, table.expected
        assert table.push(due[0]) == ()


@pytest.mark.parametrize(
    ("letters", "total", "soft"),
    [("A6", 17, True), ("A6K", 17, False), ("AA9", 21, True), ("A23A", 17, True), ("TT2", 22, False)],
)
def test_bj_03_one_ace_at_most_counts_eleven(letters, total, soft):
    """The totals of the ledger's own examples."""
    told = READINGS["twenty_one"].hand(letters, "no")
    assert (told["total"], told["soft"]) == (total, soft)


def test_bj_04_a_natural_is_none_after_a_split():
    """An ace and a ten on split cards are 21 and no natural."""
    assert READINGS["twenty_one"].hand(("A", "K"), "no")["natural"] is True
    assert READINGS["twenty_one"].hand(("A", "K"), "ace")["natural"] is False


@pytest.mark.parametrize(("pays", "won"), [("3 to 2", 15), ("6 to 5", 12), ("1 to 1", 10)])
def test_bj_84_a_natural_is_paid_as_posted(pays, won):
    """Before the others have played, where the dealer cannot have one (BJ-69)."""
    table = dealt("As 9h Kd 8c", ["s1 bet main 10", "d close"], blackjack_pays=pays)
    to_the_end(table)
    assert table.felt.rows["stack"][1] - 5000 * 100 + 10 * 100 == won * 100


def test_bj_46_a_split_hand_has_cards_and_a_bet_of_its_own():
    """Two hands, the first finished before the second gets its card (BJ-47)."""
    table = dealt("8s 6h 8d Tc", ["s1 bet main 10", "d close", "-> decide", "s1 answer split", "s1 bet main-second 10"])
    assert [act.text for act in table.plan()] == ["d move s1 s1.second", "d deal s1"]
    to_next = [act.text for act in table.plan()]
    for act in to_next:
        assert table.push(act) == ()
    assert table.felt.cards("s1.second")
    assert table.push("s1 answer stand") == ()
    assert [act.text for act in table.plan()] == ["d deal s1.second"]


def test_bj_54_a_hand_given_up_keeps_half():
    """Late surrender: half is taken and the cards are picked up at once."""
    table = dealt("Ts 9h 6d 8c", ["s1 bet main 10", "d close", "-> decide", "s1 answer surrender"], surrender="late")
    assert [act.text for act in table.plan()] == ["d take s1 main 5", "d pick s1"]


def test_bj_65_insurance_is_settled_apart():
    """An ace up: the offer, the look, and 2 to 1 where the dealer has a natural."""
    table = dealt("Ts Ah 9d Kc", ["s1 bet main 10", "d close", "-> insure", "s1 bet insurance 5", "d announce insurance closed"])
    seen = []
    for _ in range(4):
        seen += [act.text for act in table.plan()[:1]]
        assert table.push(seen[-1]) == ()
    assert seen == ["d look dealer", "d turn dealer", "d pay s1 insurance 10", "d take s1 main 10"]


def test_bj_76_soft_seventeen_is_as_posted():
    """The dealer's ace and six: a card under `hit`, none under `stand`."""
    for soft17, due in (("hit", "d deal dealer"), ("stand", "d pay s1 main 10")):
        acts = ["s1 bet main 10", "d close", "-> decide", "s1 answer stand", "d turn dealer"]
        table = dealt("Ts 6h 8d Ac", acts, soft17=soft17)
        assert [act.text for act in table.plan()[:1]] == [due]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.sample(1, most=2)
def test_bots_and_a_perfect_dealer_leave_nothing_to_report(seed):
    """Rounds with splits, doubles and insurance: no finding, no chip lost."""
    table = dk.Table(str(BLACKJACK), seats=5, seed=seed, options={"surrender": "late"})
    chips, players = table.felt.chips(), Bots(sensible)
    while sum(act.verb == "clear" for act in table.log) < 15:
        for act in players.acts(table) or table.expected.dealer[:1]:
            assert table.push(act) == (), act
        assert table.felt.chips() == chips


def test_what_cannot_be_read_is_told_with_its_place(tmp_path):
    """A feature that there is not, a wager that nothing pays, odds that are none: each with line and column."""
    path = tmp_path / "own.yaml"
    path.write_text(
        f"game: own\nextends: {BLACKJACK}\ntitle: Own\nwords: {{hit: {{open: {{totl: 12}}}}}}\n"
        "wagers: {extra: {by: word}}\npays: {double: [{pays: 8 in 1}]}\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError) as told:
        boxes_of(game(path))
    said = str(told.value)
    assert "own.yaml:4:" in said
    assert "did you mean total?" in said
    assert "the wager 'extra' has no payout under `pays`" in said
    assert "own.yaml:6:" in said


def test_sd_16_a_dispute_carried_into_the_next_round_is_found_whatever_a_round_is_called():
    """The section is called neither `hand` nor `coup`; its first card is the next round's."""
    table = dealt("Ts 6h 8d Tc", ["s1 bet main 10", "d close", "-> clear"])
    for act in ("d clear", "s1 dispute result", "d floor", "s1 bet main 10", "d close"):
        assert table.push(act) == (), act
    assert [finding.code for finding in table.push("d deal s1")] == ["floor/next-hand-started"]


def test_bj_25_a_bet_outside_the_limits_is_against_the_rule_of_its_own_game():
    """The limit cites the rule that the game gives it, not that of another game."""
    table = dealt("Ts", ["s1 bet main 5"])
    (finding,) = table.push("d close")
    assert (finding.code, finding.cite) == ("bj/limits-ignored", ("BJ-25",))


WRONG: tuple[str, ...] = (
    "deal s{}",
    "deal dealer",
    "turn dealer",
    "look dealer",
    "take s{} main",
    "pay s{} main 10",
    "pick s{}",
    "clear",
    "burn",
)
WRONG += ("move s{0} s{0}.second", "deal s{}.second", "return s{} main 5", "announce insurance")


@pytest.mark.parametrize("seed", [*range(8), 222])
@pytest.mark.sample(1, most=3)
def test_whoever_obeys_after_a_slip_commits_no_further_one(seed):
    """Acts that nobody asked for, then a dealer who does what is due: no finding, nothing impossible, no chip lost."""
    rng = random.Random(seed)
    table, players = dk.Table(str(BLACKJACK), seats=4, seed=seed, options={"surrender": "late"}), Bots(sensible)
    chips, slips = table.felt.chips(), 0
    while slips < 4 or len(table.log) < 160:
        if rng.random() < 0.05:
            act = Act.parse("d " + rng.choice(WRONG).format(rng.randint(1, 4)))
            with contextlib.suppress(Impossible):
                table.push(act)
                slips += 1  # the felt can do it, asked for or not
            continue
        act = (players.acts(table) or table.expected.dealer)[0]
        assert table.push(act) == (), act
    assert table.felt.chips() == chips


def test_bj_90_a_bet_taken_before_the_cards_is_settled_once():
    """Taken after the close, for nothing: a hand that wins has its bet and its payment, and nothing is taken twice."""
    table, players = dk.Table(str(BLACKJACK), seats=3, seed=5), Bots(sensible, 5)
    chips = table.felt.chips()
    for _ in range(50):
        table.push((players.acts(table) or table.expected.dealer)[0])
    assert table.log[-1].verb == "close"
    table.push("d take s1 main")
    while table.log[-1].verb != "clear":
        assert table.push((players.acts(table) or table.expected.dealer)[0]) == ()
    assert table.felt.chips() == chips
    assert not any(map(any, (table.felt.rows["main"], table.felt.rows["double"])))


def test_bj_05_no_more_sit_down_than_there_are_boxes():
    """As many as the option says."""
    assert dk.Table("blackjack", seats=5, options={"seats": 5}).seats == 5
    with pytest.raises(BadSetup, match="for 1 to 5 seats, not 6"):
        dk.Table("blackjack", seats=6, options={"seats": 5})

"""Rulings on a dealer's slips at boxes are dealt at the table: what is due then, under each rule set, and how it ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import attrs
import pytest

import dealerkit as dk
from dealerkit.cards import read_cards
from dealerkit.games.pit.facts.house_rounds import first_cards
from dealerkit.jobs.cases.run import table_after
from dealerkit.jobs.simulation.rounds import DealtRound, rounds_at
from dealerkit.table.bots import Bots, sensible
from tests.obedience.planted import Planted, obeyed, planted

SETS = ("south-dakota", "us-pit", "colorado", "macau-pit", "nevada-house")
TWO_BETS = ("s1 bet main 10", "s2 bet main 10", "d close")
DEALT = (*TWO_BETS, "d deal s1", "d deal s2", "d deal dealer up", "d deal s1", "d deal s2", "d deal dealer down")
"""Two boxes; s1 has 12, s2 has 19, and the dealer a six with a king under it, unless a test says otherwise."""
ORDER = "5h Ts 6c 7d 9d Kd"


def dealt(acts: Sequence[str], cards: str = ORDER, rules: str = "south-dakota", **options: object) -> dk.Table:
    """A table at which these cards come, in order, and these acts were done."""
    table = dk.Table("blackjack", rules, seats=3, deck=read_cards(f"2c {cards} 4c 3c 2d 5c 8s"), options=options)
    table.advance("bets")
    for act in acts:
        table.push(act)
    return table


def asked(table: dk.Table, count: int) -> list[str]:
    """The dealer's and the floor's next acts, each done; none of them may be a slip."""
    acts = []
    for _ in range(count):
        act = table.next_act()
        assert act is not None
        assert table.push(act) == (), act
        acts.append(act.text)
    return acts


@pytest.mark.parametrize(
    ("acts", "cards", "due"),
    [
        pytest.param(
            [*TWO_BETS, "d deal s2"], ORDER, ["d move s2 s1 5h", "d deal s2"], id="BJI-04-card-of-the-deal-is-the-next-due"
        ),
        pytest.param(
            [*TWO_BETS, "d deal s1", "d deal s3"], ORDER, ["d move s3 s2 Ts", "d deal dealer up"], id="BJI-16-empty-box"
        ),
        pytest.param(
            [*TWO_BETS, "d deal s1", "d deal s2", "d deal s1"],
            ORDER,
            ["d deal s2", "d deal dealer up", "d deal dealer down"],
            id="BJI-07-own-card-comes-last",
        ),
        pytest.param([*DEALT, "s1 answer stand", "d deal s1"], ORDER, ["d hold s1 4c"], id="BJI-03-card-seen-is-the-next"),
        pytest.param([*DEALT, "s1 answer hit", "d deal s2"], ORDER, ["d move s2 s1 4c"], id="BJI-17-moved-to-who-asked"),
        pytest.param([*DEALT, "d deal s2"], ORDER, ["d hold s2 4c"], id="BJI-17-nobody-had-asked"),
        pytest.param(
            [*DEALT, "s1 answer double", "s1 bet double 10", "d deal s1", "d deal s1"],
            ORDER,
            ["d hold s1 3c"],
            id="BJI-19-double",
        ),
        pytest.param(
            [*DEALT, *("s1 answer stand", "s2 answer stand", "d turn dealer", "d deal dealer")],
            "5h Ts 7c 7d 9d Kd",
            ["d discard dealer 4c", "d pay s2 main 10"],
            id="BJI-05-drew-on-17",
        ),
        pytest.param(
            [*DEALT, *("s1 answer stand", "s2 answer stand", "d turn dealer", "d take s2 main 10")],
            ORDER,
            ["d deal dealer", "d take s1 main 10", "d clear"],
            id="BJI-06-stood-on-16",
        ),
        pytest.param(
            [*DEALT, *("s1 answer stand", "s2 answer stand", "d turn dealer", "d deal dealer", "d pay s2 main 15")],
            "5h Ts 7c 7d 9d 6d",
            ["d collect s2 main 5"],
            id="BJI-23-paid-too-much",
        ),
        pytest.param(
            [*DEALT, "d announce insurance", "s1 bet insurance 7"],
            "5h Ts Ac 7d 9d Kd",
            ["d return s1 insurance 2", "d announce insurance closed"],
            id="BJI-25-over-half",
        ),
        pytest.param(
            [*DEALT, "d look dealer"],
            "5h Ts Ac 7d 9d 8d",
            ["d announce insurance", "d announce insurance closed"],
            id="BJI-38-insurance-is-offered-now",
        ),
    ],
)
def test_the_remedy_is_due_at_once(acts, cards, due):
    """After the slip the floor is called, and the table asks for what the ruling says."""
    table = dealt(acts, cards)
    assert table.rulings, "nothing was ruled"
    assert asked(table, 1) == ["d floor"]
    assert asked(table, len(due)) == due


ONE_DOUBLED = ("d deal s1", "d deal dealer up", "d deal s1", "d deal dealer down", "s1 answer double", "s1 bet double 10")


@pytest.mark.parametrize(
    ("answer", "due", "stacks"),
    [
        pytest.param("play_on", ["d deal s1", "d deal dealer", "d take s1 main 10", "d take s1 double 10"], 498_000, id="card"),
        pytest.param("bet_back", ["d return s1 double 10", "d deal dealer", "d take s1 main 10"], 499_000, id="money-back"),
    ],
)
def test_bji_18_a_double_that_was_passed_over_is_chosen_again(answer, due, stacks):
    """The dealer's hand is open: the player has the card all the same, or the added money back and stands (RJ-37)."""
    table = dealt(["s1 bet main 10", "d close", *ONE_DOUBLED], "5h 6c 7d Kd")
    assert [finding.code for finding in table.push("d turn dealer")] == ["bj/double-wrong"]
    assert asked(table, 1) == ["d floor"]
    assert table.push(f"s1 answer {answer}") == ()
    assert asked(table, len(due) + 1) == [*due, "d clear"]
    assert table.felt.rows["stack"][1] == stacks


def test_bji_10_a_hit_that_was_passed_over_ends_the_hand_once_the_hole_card_lies_open():
    """Nobody may ask for a card who has seen what to beat: the bet goes back (RJ-07)."""
    table = dealt(["s1 bet main 10", "d close", *ONE_DOUBLED[:4], "s1 answer hit"], "5h 6c 7d Kd")
    assert [finding.code for finding in table.push("d turn dealer")] == ["bj/signal-misread"]
    assert asked(table, 4) == ["d floor", "d return s1 main 10", "d pick s1", "d clear"]


def test_bji_21_what_came_late_goes_back_and_the_bet_plays_as_it_was():
    """Taken with the bet that lost, it comes out of the rack and goes to its owner."""
    acts = ["d deal s1", "s1 bet main 10", *DEALT[4:], "s1 answer stand", "s2 answer stand", "d turn dealer", "d pay s2 main 10"]
    table = dealt([*TWO_BETS, *acts], "5h Ts 7c 7d 9d Kd")
    assert [finding.code for finding in table.push("d take s1 main 20")] == ["bj/late-bet-accepted"]
    assert asked(table, 1) == ["d floor"]
    while table.next_act().verb != "clear":
        asked(table, 1)
    asked(table, 1)
    assert [table.felt.rows["stack"][seat] for seat in (1, 2)] == [499_000, 501_000]


@pytest.mark.parametrize(
    ("acts", "back"),
    [
        pytest.param(["s1 bet main 10", "d pay s1 main 10"], ["d collect s1 main 10", "d close"], id="betting-is-open"),
        pytest.param([*TWO_BETS, "d deal s1", "d pay s3 10"], ["d collect s3 10", "d deal s2"], id="in-the-deal"),
        pytest.param(
            [*TWO_BETS, "d deal s1", "d pay s1 main 10"], ["d collect s1 main 10", "d deal s2"], id="nothing-is-due-yet"
        ),
        pytest.param(
            [*DEALT, "s1 answer stand", "s2 answer stand", "d turn dealer", "d pay s3 main 10"],
            ["d collect s3 main 10", "d pay s2 main 10"],
            id="in-place-of-a-winner",
        ),
    ],
)
def test_bji_24_a_payment_that_no_bet_was_due_comes_back(acts, back):
    """It comes back after the call of the floor, and the round goes on where it was."""
    table = dealt(acts, "5h Ts 7c 7d 9d Kd")
    assert asked(table, 1 + len(back)) == ["d floor", *back]


def test_bji_24_a_bet_whose_cards_went_too_early_is_settled_and_the_others_stand():
    """The round is laid out from the discards (BJ-90); the bet that was left out gets what it is due, the other stays paid."""
    acts = [*DEALT, "s1 answer stand", "s2 answer stand", "d turn dealer", "d pay s2 main 10"]
    table = dealt(acts, "Ts Td 7c 9d 9s Kd")
    assert [finding.code for finding in table.push("d clear")] == ["bj/picked-up-early"]
    assert (table.rulings[-1].ruling.case, table.rulings[-1].ruling.remedies) == ("rebuilt", ("RJ-28", "RJ-27"))
    assert asked(table, 1) == ["d floor"]
    assert {act.partition(" ")[2].split()[0] for act in asked(table, 8)} == {"move", "restore"}
    assert asked(table, 3) == ["d pay s1 main 10", "d clear", "d close"]
    assert [table.felt.rows["stack"][seat] for seat in (1, 2)] == [501_000, 501_000]


def test_mon_15_whoever_draws_on_before_the_cards_lie_again_leaves_the_ruling_out():
    """The supervisor was called; the cards and the bets come back all the same, and the round ends with nothing owed."""
    table = dealt([*DEALT, "s1 answer stand", "s2 answer stand", "d turn dealer", "d clear", "d floor"])
    assert [finding.code for finding in table.findings] == ["bj/picked-up-early"]
    assert "floor/ruling-not-carried-out" in [finding.code for finding in table.push("d deal dealer")]
    while table.next_act().verb != "clear":
        asked(table, 1)
    asked(table, 1)
    assert table.owed == ()
    assert sum(table.felt.rows["main"]) == 0


def test_bj_24_a_round_that_was_laid_out_again_counts_once():
    """Four boxes and one round come to five: another round is dealt from the deck, though its cards were cleared twice."""
    options = {"deal_style": "pitch", "decks": 1, "shuffle_at": "rule_of_six"}
    table = dk.Table("blackjack", "south-dakota", seats=4, seed=4, options=options)
    table.advance("bets")
    for act in (*(f"s{seat} bet main 10" for seat in range(1, 5)), "d close"):
        table.push(act)
    asked(table, 10)
    assert [finding.code for finding in table.push("d clear")] == ["bj/picked-up-early"]
    bots = Bots(sensible, 4)
    while table.log[-1].verb != "clear" or table.owed or table.expected.step.startswith("RJ"):
        for due in bots.acts(table) or [table.next_act()]:
            assert table.push(due) == (), due
    assert table.expected.step == "shoe.rounds.round.close"
    assert sum(act.verb == "clear" for act in table.log) == 2


def test_mon_15_one_card_a_hand_is_laid_out_again_too():
    """At war as at blackjack: the supervisor is called, both cards and the bet come back, and it is settled."""
    table = dk.Table("war", "us-pit", seats=3, deck=read_cards("2c Kh 9s 4c 3c 2d 5c 8s"))
    table.advance("bets")
    for act in ("s1 bet main 10", "d close", "d deal s1", "d deal dealer", "d clear"):
        table.push(act)
    assert [finding.code for finding in table.findings] == ["pit/cleared-early"]
    back = ["d move discard_rack s1", "d move discard_rack dealer", "d restore s1 main 10"]
    acts = asked(table, 6)
    assert acts[0] == "d floor"
    assert sorted(acts[1:4]) == sorted(back)
    assert acts[4:] == ["d pay s1 main 10", "d clear"]


def test_bji_22_what_lies_over_the_limit_goes_back():
    """Once betting is closed over it, the limit plays."""
    table = dealt(["s1 bet main 200", "d close"], maximum="150")
    assert asked(table, 3) == ["d floor", "d return s1 main 50", "d deal s1"]


def test_bji_29_a_burn_that_was_forgotten_is_made_before_the_first_card():
    """The table asks for it though betting is closed."""
    table = dk.Table("blackjack", "south-dakota", seats=3, seed=3)
    table.advance("burn")
    for act in ("s1 bet main 10", "d close"):
        found = table.push(act)
    assert [one.code for one in found] == ["bj/burn-wrong"]
    assert asked(table, 3) == ["d floor", "d burn", "d deal s1"]


@pytest.mark.parametrize(
    ("acts", "left"),
    [
        pytest.param([*DEALT, "s1 answer stand", "d deal s1", "d floor", "s2 answer stand"], "d turn dealer", id="BJI-03"),
        pytest.param([*TWO_BETS, "d deal s2"], "d deal s1", id="BJI-04"),
        pytest.param(
            [*DEALT, "s1 answer stand", "s2 answer stand", "d turn dealer", "d take s2 main 10"], "d clear", id="BJI-06"
        ),
    ],
)
def test_a_ruling_that_is_left_out_is_a_slip(acts, left):
    """Once the floor has been called, whoever goes on leaves the ruling out."""
    table = dealt([*acts, *(() if "d floor" in acts else ("d floor",))])
    assert "floor/ruling-not-carried-out" in [finding.code for finding in table.push(left)]


def test_bji_03_a_card_that_nobody_takes_is_burned_before_the_round_is_cleared():
    """It is laid aside; all stand, the dealer too; it must not open the next round."""
    table = dealt([*DEALT, "s1 answer stand", "d deal s1", "d floor", "d hold s1 4c"], "5h Ts 7c 7d 9d Kd")
    for act in ("s2 answer stand", "d turn dealer"):
        assert table.push(act) == ()
    assert asked(table, 1) == ["d discard held"]
    assert not table.felt.places["held"]


def test_bji_03_the_next_hand_that_takes_a_card_takes_the_one_laid_aside():
    """And nobody else."""
    table = dealt([*DEALT, "s1 answer stand", "d deal s1", "d floor", "d hold s1 4c", "s2 answer hit", "d deal s2"])
    assert str(table.felt.faces[table.felt.places["s2"][-1]]) == "4c"


def test_bji_14_a_hole_card_that_was_seen_ends_insurance():
    """The house plays on: insurance is offered no more, and a natural so seen settles as one."""
    table = dealt(DEALT[:-1], "5h Ts Ac 7d 9d Kd")
    assert [finding.code for finding in table.push("d deal dealer up")] == ["bj/hole-card-exposed"]
    assert asked(table, 2) == ["d take s2 main 10", "d take s1 main 10"]


def test_bji_14_the_round_is_void_where_the_house_says_so():
    """When the floor has ruled, each bet goes back and the cards are cleared."""
    table = dealt([*DEALT, "d turn dealer"], hole_exposed="void")
    assert asked(table, 5) == [
        "d floor",
        "f rule void_hand bj/hole-card-exposed",
        "d return s1 main 10",
        "d return s2 main 10",
        "d clear",
    ]
    assert [table.felt.rows["stack"][seat] for seat in (1, 2)] == [500_000, 500_000]


def test_bji_08_a_hand_whose_bet_went_back_is_out_of_the_round():
    """No card is due to it any more, until its bet is put back."""
    table = dealt([*TWO_BETS, "d deal s1", "d return s2 main 10"])
    assert [act.to[0] for act in first_cards(table.now)] == ["dealer", "s1", "dealer"]
    table.push("d restore s2 main 10")
    assert [act.to[0] for act in first_cards(table.now)] == ["s2", "dealer", "s1", "s2", "dealer"]


def test_bji_11_cards_brought_together_in_a_round_end_the_shoe():
    """Every bet goes back, and all the cards are shuffled again."""
    table = dealt([*DEALT, "d gather"])
    assert table.rulings[-1].ruling.outcome == "void_hand"
    due = asked(table, 5)
    assert due == [
        "d floor",
        "f rule void_hand bj/finished-from-elsewhere",
        "d return s1 main 10",
        "d return s2 main 10",
        "d clear",
    ]
    assert table.next_act().verb in ("gather", "shuffle")


def run_out(rules: str, seed: int, game: str = "blackjack", most: int = 6) -> tuple[dk.Table, list[DealtRound]]:
    """Some rounds at a full table from one pack without a cut card: the cards run out in some of them."""
    table = dk.Table(game, rules, seats=7, seed=seed, options={"decks": 1, "cut_card_depth": 0})
    return table, list(rounds_at(table, Bots(sensible, seed), most))


@pytest.mark.parametrize(("rules", "burned"), [("us-pit", 1), ("south-dakota", 0)])
@pytest.mark.parametrize("seed", range(3))
def test_bji_11_a_round_is_finished_from_the_discards_where_the_cards_run_out(rules, burned, seed):
    """They are shuffled, a card is burned where the rule set has it, and the card that was due is dealt; it is no slip."""
    table, rounds = run_out(rules, seed)
    assert [dealt.findings for dealt in rounds if dealt.findings] == []
    refilled = [at for at, act in enumerate(table.log) if act.verb == "rebuild"]
    assert refilled
    for at in refilled:
        after = [act.verb for act in table.log[at + 1 : at + 3]]
        assert after == (["burn", "deal"] if burned else ["deal", after[1]])
        assert Counter(table.felt.all_cards()) == Counter(dk.Table("blackjack", seats=1, options={"decks": 1}).felt.all_cards())


@pytest.mark.parametrize("seed", range(2, 5))
def test_bji_11_cards_of_a_war_come_from_the_discards_too(seed):
    """Three burned for the war, and one after the shuffle: it is none of the three, unless these are what the shoe lacked."""
    table, rounds = run_out("us-pit", seed, "war", 12)
    assert [dealt.findings for dealt in rounds if dealt.findings] == []
    for dealt in rounds:
        verbs = [act.verb for act in dealt.acts if act.who == "d"]
        at_war = any(act.text.endswith("answer war") for act in dealt.acts)
        first, _, rest = " ".join(verbs).partition(" cutcard rebuild burn")
        lacked = bool(rest) and first.endswith("burn") and not first.endswith("burn burn burn")
        assert dealt.number == 1 or "load" in verbs or verbs.count("burn") == 3 * at_war + verbs.count("rebuild") - lacked
    assert any(act.verb == "rebuild" for act in table.log)


def test_bji_11_a_card_from_elsewhere_is_a_slip_and_the_round_goes_on():
    """The dealer takes a card though the shoe is empty: found, and the discards are shuffled for the rest."""
    table, _ = run_out("south-dakota", 0)
    while table.felt.left():
        for act in Bots(sensible, 0).acts(table) or [table.next_act()]:
            table.push(act)
    due = table.plan()
    assert due[0].verb == "deal"
    assert [finding.code for finding in table.push(due[0])] == ["bj/finished-from-elsewhere"]
    assert table.rulings[-1].ruling.outcome != "void_hand"


def _slips() -> list[Planted]:
    return [one for one in planted() if one.case.data.get("game") == "blackjack" and one.code.startswith("bj/")]


@pytest.mark.parametrize("rules", SETS)
@pytest.mark.parametrize("one", _slips(), ids=lambda one: one.id)
@pytest.mark.sample(4, rest="thorough")
def test_the_ruling_of_each_set_is_obeyed_to_the_end_of_the_round(one, rules):
    """Whoever obeys is not accused again, under any of the five rule sets: each slip under one of them every day."""
    ruled = attrs.evolve(one, case=attrs.evolve(one.case, rules=rules))
    assert table_after(ruled.case).game.rules.name == rules
    assert obeyed(ruled) == ""

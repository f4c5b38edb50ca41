"""Games against the house whose hands are read by an order of hands: shared cards, streets, a dealer who qualifies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.errors import RuleFileError
from dealerkit.rules.boxes import boxes_of
from dealerkit.rules.games import Game, game
from dealerkit.sheets.document import TableBlock, inner
from dealerkit.sheets.editions import EditionOrder, edition
from dealerkit.table.bots import Bots, sensible

STREETS = ("ante", "third", "fourth", "fifth")


def at_bets(name: str | Game, *acts: str, seats: int = 2, **chosen: Any) -> dk.Table:
    """A table of a game at its first bets, its cards unknown, and these acts done without a finding."""
    table = dk.Table(name, seats=seats, **chosen)
    table.advance("bets")
    for act in acts:
        assert table.push(act) == (), act
    return table


DEALT = ("s1 bet ante 10", "s2 bet ante 20", "d close", "d deal s1 2 down", "d deal s2 2 down", "d deal board 3 down")


def odds_of(names: list[str]) -> int:
    """What five cards pay by the table of Mississippi stud, counted without the ranker; 0 for a push, -1 for a loss."""
    ranks = sorted(("23456789TJQKA".index(card[0]) for card in names), reverse=True)
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    sizes = [size for _, size in groups]
    flush = len({card[1] for card in names}) == 1
    straight = len(groups) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    if straight and flush:
        return 500 if ranks[:2] == [12, 11] else 100
    if sizes[0] == 4 or sizes[:2] == [3, 2]:
        return 40 if sizes[0] == 4 else 10
    if flush or straight:
        return 6 if flush else 4
    if sizes[0] == 3 or sizes[:2] == [2, 2]:
        return 3 if sizes[0] == 3 else 2
    pair = groups[0][0] if sizes[0] == 2 else -1
    return 1 if pair >= 9 else 0 if pair >= 4 else -1


@pytest.mark.parametrize("seed", range(4))
def test_mst_09_mst_10_mst_11_what_is_paid_by_a_second_count(seed):
    """Whoever stays is paid or taken on every bet by the five cards; whoever folds loses what lies there."""
    table, players, stayed, rounds = dk.Table("mississippi-stud", seats=6, seed=seed), Bots(sensible, seed), 0, 0
    felt, before, put = table.felt, [*table.felt.rows["stack"]], Counter[int]()
    while rounds < 5:
        for act in players.acts(table) or [table.next_act()]:
            names = {seat: [felt.faces[card].name for card in felt.places[f"s{seat}"]] for seat in put}
            board = [felt.faces[card].name for card in felt.places["board"] if felt.up[card]]
            assert table.push(act) == (), act
            if act.verb == "bet":
                put[act.seat] += felt.units(act.n)
        if act.verb == "clear":
            for seat, stake in put.items():
                odds = odds_of([*names[seat], *board]) if names[seat] and len(board) == 3 else -1
                assert felt.rows["stack"][seat] - before[seat] == odds * stake, (seat, names[seat], board)
                stayed += bool(names[seat])
            before, rounds = [*felt.rows["stack"]], rounds + 1
            put.clear()
    assert stayed


def test_a_card_that_was_discarded_and_laid_back_is_the_hands_again():
    """The hand has all its cards, so nothing more is asked of it."""
    table = at_bets("mississippi-stud", *DEALT, "s1 answer third", "s1 bet third 10")
    assert [finding.code for finding in table.push("d discard s1")] == ["step/unexpected"]
    for act in ("d move discard_rack s1", "s2 answer third", "s2 bet third 20"):
        assert table.push(act) == ()
    assert [act.text for act in table.plan()] == ["d turn board 1"]


def test_a_card_named_at_its_position_is_that_card():
    """The first of three cards that lie closed, not the last."""
    table = at_bets("mississippi-stud", *DEALT, "s1 answer third", "s1 bet third 10", "s2 answer third", "s2 bet third 20")
    first, *others = table.felt.places["board"]
    assert table.push("d turn board 1 9h") == ()
    assert str(table.felt.faces[first]) == "9h"
    assert [table.felt.up[card] for card in others] == [0, 0]


def test_players_may_bet_one_two_or_three_times_the_ante():
    """And nothing between; the cards stay closed."""
    table = at_bets("mississippi-stud", *DEALT, "s1 answer third")
    allowed = table.ask["s1"]["bet third"]
    assert [amount for amount in range(50) if amount in allowed] == [10, 20, 30]
    assert str(allowed) == "10, 20 or 30"


def test_a_hand_that_was_gathered_is_not_cleared_again():
    """After the pack is gathered nothing is left to clear, and the next act due is no slip."""
    table = at_bets(
        "mississippi-stud",
        *DEALT,
        "s1 answer fold",
        "d take s1 ante 10",
        "d pick s1",
        "s2 answer fold",
        "d take s2 ante 20",
        "d pick s2",
    )
    assert [finding.code for finding in table.push("d gather")] == ["step/clear-skipped"]
    assert [act.text for act in table.plan()] == ["d shuffle"]


THREE_DEALT = ("s1 bet ante 10", "s2 bet ante 20", "d close", "d deal s1 3 down", "d deal s2 3 down", "d deal dealer 3 down")
PLAYED = ("s1 answer play", "s1 bet play 10", "s2 answer play", "s2 bet play 20", "d turn dealer up")
BLINDS = ("s1 bet ante 10", "s1 bet blind 10", "s2 bet ante 20", "s2 bet blind 20", "d close", None, None, None, None)
FOLDED = ("s1 answer fold", "d take s1 ante 10", "d pick s1")
GATHERED = [
    pytest.param("mississippi-stud", DEALT[:4], id="in the deal"),
    pytest.param("mississippi-stud", (*DEALT, "s1 answer third"), id="before a bet"),
    pytest.param("mississippi-stud", (*DEALT, *FOLDED, "s2 answer third", "s2 bet third 20"), id="after a fold"),
    pytest.param("three-card-poker", THREE_DEALT, id="before the first decision"),
    pytest.param("three-card-poker", (*THREE_DEALT, *PLAYED), id="before the settling"),
    pytest.param(
        "three-card-poker", (*THREE_DEALT, *PLAYED, None, "d turn s2 up", "d turn s1 up", None, None), id="in the settling"
    ),
]


@pytest.mark.parametrize(("name", "acts"), GATHERED)
def test_bji_37_pit_19_cards_gathered_in_mid_round_void_it(name, acts):
    """No hand can be laid out again: the supervisor is called, every chip is back, and the next round's bets count."""
    table = dk.Table(name, seats=2, seed=5)
    table.advance("bets")
    before = [*table.felt.rows["stack"]]
    for act in acts:
        assert table.push(act or table.next_act()) == (), act
    assert [finding.code for finding in table.push("d gather")] == ["pit/gathered-early"]
    assert table.rulings[-1].ruling.outcome == "void_hand"
    asked = list[str]()
    while not asked or asked[-1] != "d shuffle":
        asked.append(table.next_act().text)
        assert table.push(asked[-1]) == (), asked
        assert len(asked) < 20
    assert asked[0] == "d floor"
    assert table.felt.rows["stack"] == before
    for act in ("d cut", "s1 bet ante 50", "s2 bet ante 30", "d close"):
        assert table.push(act) == (), act
    assert table.felt.rows["ante"] == [0, 5000, 3000]


@pytest.mark.parametrize(
    ("name", "acts", "due"),
    [
        ("mississippi-stud", (*DEALT, "s1 answer third", "s1 bet third 10"), "d turn board 1"),
        ("three-card-poker", (*THREE_DEALT, "s1 answer play", "s1 bet play 10"), "d turn dealer up"),
    ],
)
def test_cards_burned_onto_a_hand_and_put_back_leave_it_its_own(name, acts, due):
    """The cards of the stub go back to it, and the player decides with the same hand as before."""
    table = at_bets(name, *acts)
    own = [*table.felt.places["s2"]]
    assert [finding.code for finding in table.push("d burn s2 2")] == ["step/unexpected"]
    for _ in range(2):
        assert table.push("d move s2 stub") == ()
    assert table.felt.places["s2"] == own
    word = "third" if "third" in str(table.ask) else "play"
    for act in (f"s2 answer {word}", f"s2 bet {word} 20"):
        assert table.push(act) == (), act
    assert [act.text for act in table.plan()] == [due]


TURNED = ("d turn s2 up", "d turn s1 down", "d turn s2 1 up")


@pytest.mark.parametrize("turned", TURNED)
@pytest.mark.parametrize("acts", [DEALT, (*DEALT, *FOLDED[:1]), (*DEALT, "s1 answer third", "s1 bet third 10")])
def test_pit_15_a_hand_that_is_turned_too_soon_ends_no_decision(acts, turned):
    """The slip is told, and the players are asked what they were asked before."""
    table = at_bets("mississippi-stud", *acts)
    asked, due = str(table.ask), table.next_act()
    assert [finding.code for finding in table.push(turned)] == ["pit/hand-opened-early"]
    assert (str(table.ask), table.next_act()) == (asked, due)


def test_pit_i05_a_hand_with_too_many_cards_is_not_ranked():
    """It has no value, and comparing it fails nothing: with three shared cards it would be eight."""
    reading = boxes_of(game("mississippi-stud")).reading
    assert reading.hand(("2c", "3c", "4c", "5c", "6c"), "no")["made"] == "straight_flush"
    assert reading.hand(("2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c"), "no") == {}
    assert reading.hand(("2c", "3c", "4c", "5c", "6c", "7c"), "no") == {}


THREE = """
game: three
extends: packet-table
title: Three cards against the dealer
players: {min: 1, max: 7}
rulings: us-pit
felt: {places: {dealer: {kind: hand, face: down, cleared: true}}}
boxes: {cards: 3}
reading: {order: three-card, least: {qualifies: Q-3-2, good: Q-6-4}}
wagers:
  ante: {minimum: {option: minimum}, maximum: {option: maximum}, rule: PIT-09}
  play: {by: word, of: ante}
  pairs: {side: true, minimum: {option: minimum}, maximum: {option: maximum}, rule: PIT-09}
words:
  play: {wager: play, open: {word: none}, usual: [{good: true}], ends: true}
  fold: {open: {word: none}, usual: [{}], ends: true}
pays:
  ante:
    - {when: {word: fold}, pays: lose, at: at_once}
    - {when: {dealer_qualifies: false}, pays: "1 to 1"}
    - {when: {against: higher}, pays: "1 to 1"}
    - {when: {against: level}, pays: push}
  play:
    - {when: {dealer_qualifies: false}, pays: push}
    - {when: {against: higher}, of: [straight_flush, {made: [three_of_a_kind, straight]}], pays: 5-3/2}
    - {when: {against: higher}, pays: "1 to 1"}
    - {when: {against: level}, pays: push}
  pairs:
    - {when: {word: fold}, pays: lose, at: at_once}
    - {of: [straight_flush, three_of_a_kind, straight, flush, one_pair], pays: 40-30-6-3-1}
bonus:
  ante: [{when: {word: play}, of: [straight, three_of_a_kind, straight_flush], pays: 1-4-5}]
procedure: {shoe: {steps: {rounds: {steps: {round: {steps: {
  deal: {after: close, do: deal_boxes, orders: {once: [boxes 3 down, dealer 3 down]}, say: "Deal three cards to each."},
  hands: {after: deal, title: Hand by hand, repeat: hands_to_play, part: true, steps: {
    decide: {play: decide, rules: {turn: PIT-13, word: PIT-13, amount: PIT-13}, say: "Players play or fold."},
    folded: {do: settle_hand, say: "Take the bets of a hand that folds."}}},
  hole: {after: hands, do: open_hole, say: "Turn up your own hand."}}}}}}}}
"""


@pytest.fixture
def three(tmp_path):
    """A stranger's game: three cards against the dealer, who has to qualify, by data alone."""
    path = tmp_path / "three.yaml"
    path.write_text(THREE, encoding="utf-8")
    return str(path)


def settled(three: str, mine: str, dealers: str, word: str = "play", pairs: int = 0) -> tuple[int, list[str]]:
    """The gain of seat 1 with these cards against the dealer's, ante and play of 10 each, in money; and how it is settled."""
    table = at_bets(
        three,
        "s1 bet ante 10",
        *([f"s1 bet pairs {pairs}"] if pairs else []),
        "d close",
        f"d deal s1 3 down {mine}",
        f"d deal dealer 3 down {dealers}",
        f"s1 answer {word}",
        *(["s1 bet play 10"] if word == "play" else []),
        seats=1,
    )
    acts = list[str]()
    while not acts or acts[-1] != "d clear":
        act = table.next_act()
        assert act is not None
        assert table.push(act) == ()
        acts.append(act.text)
    return (table.felt.rows["stack"][1] - 500000) // 100, [act for act in acts if act.split()[1] in ("take", "pay")]


@pytest.mark.parametrize(
    ("mine", "dealers", "gain"),
    [
        pytest.param("Kh 9c 2d", "Js Td 8h", 10, id="TCP-12 the dealer does not qualify"),
        pytest.param("4h 3c 2d", "Js Td 8h", 20, id="TCP-12 whatever the play bet could win; TCP-17 with the bonus"),
        pytest.param("Kh 9c 2d", "Qs 3d 2h", 20, id="TCP-13 higher than a dealer's hand that qualifies"),
        pytest.param("Kh 9c 2d", "2s 2h 3d", -20, id="TCP-13 lower"),
        pytest.param("Kh 9c 2d", "Ks 9d 2h", 0, id="TCP-15 equal"),
        pytest.param("4h 3c 2d", "Ah 9h 2h", 35, id="TCP-06 a straight beats a flush, and a table pays 3 to 2"),
        pytest.param("4h 3h 2h", "Ah 9c 2d", 110, id="a straight flush by the same table"),
    ],
)
def test_a_dealers_hand_that_has_to_qualify(three, mine, dealers, gain):
    """Ante and play are settled by the comparison, and by nothing if the dealer does not qualify."""
    assert settled(three, mine, dealers)[0] == gain


def test_tcp_10_a_fold_loses_ante_and_pairs_bet(three):
    """At once, before the dealer's hand is turned up, whatever the hand would have been paid."""
    assert settled(three, "Kh Kc 2d", "Js Td 8h", "fold", 20) == (-30, ["d take s1 ante 10", "d take s1 pairs 20"])


def test_tcp_17_a_bonus_is_paid_on_an_ante_that_loses(three):
    """The losing bets are taken, and the bonus is paid by itself."""
    gain, acts = settled(three, "4h 3c 2d", "9s 8c 7d")
    assert (gain, acts) == (-10, ["d take s1 ante 10", "d pay s1 ante 10", "d take s1 play 10"])


def test_tcp_18_a_pairs_bet_is_paid_on_the_players_hand_alone(three):
    """A pair that the dealer beats is paid all the same; on an ante that wins, the bonus is a payment of its own."""
    assert settled(three, "Kh Kc 2d", "Ah Ac 2s", "play", 20)[0] == -20 + 20
    gain, acts = settled(three, "9h 9c 9d", "Ah Kc 2s", "play", 20)
    assert acts == ["d pay s1 ante 10", "d pay s1 ante 40", "d pay s1 play 15", "d pay s1 pairs 600"]
    assert gain == 665


WRONG = [
    ("order: three-card", "order: three-cards", "three-cards"),
    ("qualifies: Q-3-2", "qualifies: Q-3", "'Q-3' has 2 cards; a hand here is ranked on 3"),
    ("pays: 5-3/2", "pays: 5-3-2", "expected a figure for each hand under `of`, such as 40-30-6, not '5-3-2'"),
    ("of: [straight_flush,", "of: [royal,", "royal"),
    ("{dealer_qualifies: false}", "{dealer_opens: false}", "unknown feature or option: 'dealer_opens'"),
    ("boxes: {cards: 3}", "boxes: {cards: 8}", "8 cards"),
    ("pays: 1-4-5", "pays: 1-4", "expected a figure for each hand under `of`, such as 40-30-6, not '1-4'"),
    ("bonus:\n  ante", "bonus:\n  blind", "blind"),
    ("{by: word, of: ante}", "{by: word, of: ante, times: [{when: {decision: 0}, times: [2]}]}", "did you mean decisions?"),
    ("{by: word, of: ante}", "{of: ante, times: [2]}", "is made before the deal and is as large as 'ante'; remove `times`"),
]


@pytest.mark.parametrize(("right", "wrong", "what"), WRONG, ids=[row[2] for row in WRONG])
def test_a_reading_that_cannot_be_is_refused_at_its_place(three, right, wrong, what, tmp_path):
    """With the file, and not when the first hand is read."""
    path = tmp_path / "wrong.yaml"
    path.write_text(THREE.replace(right, wrong, 1), encoding="utf-8")
    with pytest.raises(RuleFileError) as refused:
        boxes_of(game(str(path)))
    assert what in str(refused.value)
    assert "wrong.yaml" in str(refused.value)


@pytest.mark.parametrize(
    ("name", "slip", "code"),
    [
        pytest.param("mississippi-stud", "d turn board 1", "pit/board-early", id="MST-I01"),
        pytest.param("three-card-poker", "d turn dealer", "pit/dealer-card-shown", id="PIT-I07"),
        pytest.param("dealer-holdem", "d turn board 1", "pit/board-early", id="HOD-I01"),
    ],
)
def test_a_closed_card_turned_up_while_a_player_is_undecided_voids_the_round(name: str, slip: str, code: str) -> None:
    """The supervisor is called and rules at once, every bet goes back, and the next round is dealt from the whole pack."""
    blinds = ("s1 bet blind 10", "s2 bet blind 10") if name == "dealer-holdem" else ()
    table = at_bets(name, "s1 bet ante 10", "s2 bet ante 10", *blinds, "d close")
    while not table.ask:
        assert table.push(table.next_act()) == ()
    assert [finding.code for finding in table.push(slip)] == [code]
    ruling = table.rulings[-1].ruling
    assert (ruling.outcome, ruling.facts["decisions_open"]) == ("void_hand", True)
    done: list[dk.Act] = []
    while not done or done[-1].verb != "shuffle":
        due = table.next_act()
        assert due is not None
        assert table.push(due) == (), due
        done.append(due)
    returned = ["return"] * (2 + len(blinds))
    assert [act.verb for act in done] == ["floor", "rule", *returned, "clear", "gather", "shuffle"]
    assert not any(any(chips) for row, chips in table.felt.rows.items() if row != "stack")
    assert len(table.felt.cards("stub")) == 52


PAGES = ("player", "book")
"""The papers on which a pay table by hands is printed: for players, and for the house."""


def cells(edition_name: str, dealt: Game) -> list[tuple[str, ...]]:
    """The rows of all tables of a paper, each cell as text."""
    made = edition(edition_name).make(EditionOrder((dealt,)))
    tables = [block for outer in made.blocks for block in inner(outer) if isinstance(block, TableBlock)]
    return [tuple("".join(piece.text for line in cell.lines for piece in line) for cell in row) for t in tables for row in t.rows]


def pairs_begin(rows: list[tuple[str, ...]]) -> int:
    """The index of the first row of the pairs bet."""
    return next(index for index, row in enumerate(rows) if "to 1" in row[-1] and "airs" in row[0])


@pytest.mark.parametrize("page", PAGES)
def test_tcp_18_the_printed_pay_table_is_the_one_in_force(page):
    """Each pay table that a house can choose for the pairs bet is printed hand by hand, and no bet that is not offered."""
    hands = ("Straight flush", "Three of a kind", "Straight", "Flush", "One pair")
    for table in game("three-card-poker").choices["pair_plus_table"].values or ():
        rows = cells(page, game("three-card-poker", None, {"pair_plus_table": table}))
        paid = [next(row[-1] for row in rows[at:] if hand in row) for hand in hands for at in [pairs_begin(rows)]]
        assert paid == [f"{figure} to 1" for figure in str(table).split("-")], table
    rows = cells(page, game("three-card-poker", None, {"pair_plus": False}))
    assert any("Ante bonus" in row[0] or row[0] == "Straight" for row in rows)
    assert not any("airs" in row[0] and row[-1].endswith(" to 1") for row in rows)


@pytest.mark.parametrize("page", PAGES)
def test_mst_09_a_house_with_its_own_payouts_has_them_on_paper(page, tmp_path):
    """What a house pays in its rule set is what its pages say: figures, the hands of a push, and nothing of the old table."""
    path = tmp_path / "own.yaml"
    path.write_text(
        "set: own\nextends: us-pit\nprocedures: {mississippi-stud: {pays: {ante: [{when: {word: fold}, pays: lose, at: at_once},"
        "\n  {when: {made: one_pair, top: [9, T]}, pays: push},\n"
        "  {of: [straight_flush, full_house, {made: one_pair, top: [Q, K, A]}], pays: 70-9-2}]}}}\n",
        encoding="utf-8",
    )
    rows = [row for row in cells(page, game("mississippi-stud", path)) if row[-1].endswith(" to 1") or row[-1] == "push"]
    assert page == "player" or rows[0][0] == "Ante, Third street, Fourth street, Fifth street"
    assert [row[-2:] for row in rows] == [
        ("Straight flush", "70 to 1"),
        ("Full house", "9 to 1"),
        ("One pair, Q or better", "2 to 1"),
        ("One pair, 9 to 10", "push"),
    ]


def test_hod_02_a_blind_is_asked_for_until_it_is_as_large_as_the_ante():
    """The dealer says so, whatever is missing or too much; nothing is due once both are equal."""
    table = at_bets("dealer-holdem", "s1 bet ante 20")
    for act, due in (
        ("s1 bet blind 10", "d announce bet s1 blind"),
        ("s1 bet blind 10", "d close"),
        ("s1 bet blind 5", "d announce bet s1 blind"),
        ("s1 take blind 5", "d close"),
    ):
        assert table.push(act) == ()
        assert table.next_act().text == due


@pytest.mark.parametrize(("choice", "before"), [("4_or_3", [30, 40]), ("4_only", [40])])
def test_hod_09_hod_10_hod_11_a_play_bet_has_the_sizes_of_its_street(choice, before):
    """Each decision has its own multiples, and who has played is asked no more."""
    table = at_bets(game("dealer-holdem", settings={"preflop_play": choice}), *BLINDS[:5])
    sizes = []
    for street in range(3):
        while not table.ask:
            assert table.push(table.next_act()) == ()
        assert table.push("s1 answer play") == ()
        allowed = table.ask["s1"]["bet play"]
        sizes.append([amount for amount in range(100) if amount in allowed])
        table.pop()
        for seat in ("s1", "s2") if street < 2 else ():
            assert table.push(f"{seat} answer check") == ()
    assert sizes == [before, [20], [10]]


def test_bji_24_discards_that_are_gathered_while_they_are_laid_out_again_are_asked_for_no_more():
    """Only chips come back then; the next round is dealt from the whole pack."""
    table = dk.Table("dealer-holdem", seats=2, seed=4)
    table.advance("bets")
    for words in BLINDS[:5]:
        assert table.push(str(words)) == ()
    players = Bots(sensible, 4)
    while (due := table.next_act()) is None or due.verb != "take":
        for each in players.acts(table) or [due]:
            assert table.push(each) == ()
    assert table.push(due) == ()
    assert [finding.code for finding in table.push("d clear")] == ["pit/cleared-early"]
    for _ in range(2):
        assert table.push(table.next_act()) == ()
    assert table.log[-1].verb == "move"
    table.push("d gather")
    asked = list[str]()
    while not asked or not asked[-1].startswith("d shuffle"):
        following = table.next_act()
        assert following is not None
        table.push(following)
        asked.append(following.text)
        assert len(asked) < 30, asked
    assert not any("discard_rack" in text for text in asked)
    assert len(table.felt.cards("stub")) == 52


def test_cst_02_unseen_cards_at_a_wrong_hand_go_to_their_own_in_their_order():
    """The dealer's packet comes first: each of the five is named by its place, which is then the first, and none by a face."""
    table = dk.Table("casino-stud", seats=2, seed=11)  # the table knows the faces, and the dealer does not
    table.advance("bets")
    for act in ("s1 bet ante 10", "d close"):
        assert table.push(act) == (), act
    assert [finding.code for finding in table.push("d deal dealer 5 down")] == ["pit/deal-order"]
    packet, moved = list(table.felt.places["dealer"]), []
    while table.felt.places["s1"] != packet:
        due = table.next_act()
        assert due is not None
        assert due.verb in ("floor", "move"), due
        assert table.push(due) == ()
        moved += [due.text] if due.verb == "move" else []
        assert len(moved) <= len(packet)
    assert moved == ["d move dealer s1 1"] * 4 + ["d move dealer s1"]


def test_pit_16_chips_collected_without_a_bet_named_are_those_that_were_paid():
    """A bet of a folded hand is paid and the chips come back: nobody is asked to pay that box again, on whatever bet."""
    table, players = dk.Table("mississippi-stud", seats=6, seed=5), Bots(sensible, 5)
    while (due := table.next_act()) is None or due.verb != "pay":
        for act in players.acts(table) or [due]:
            assert table.push(act) == (), act
    folded = next(f"s{act.seat}" for act in table.log if act.text.endswith("answer fold"))
    before = list(table.felt.rows["stack"])
    assert [finding.code for finding in table.push(f"d pay {folded} fourth {due.n}")] == ["pit/wrong-payout"]
    assert table.push(f"d collect {folded} {due.n}") == ()
    while (due := table.next_act()) is not None and due.verb in ("pay", "take", "collect", "floor"):
        assert due.to[:1] != (folded,), due
        assert table.push(due) == ()
    assert table.felt.rows["stack"][int(folded[1:])] == before[int(folded[1:])]

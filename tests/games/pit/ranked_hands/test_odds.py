"""Odds of the games with hands read by a ranking: published figures to the last digit, and counts made another way."""

from __future__ import annotations

import importlib.util
import json
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dealerkit.cli import main as root
from dealerkit.errors import Impossible
from dealerkit.games.pit.ranked_hands.duels import BEST, USUAL, DuelCount, DuelCounter
from dealerkit.games.pit.ranked_hands.streets import StreetCounter
from dealerkit.games.pit.ranked_hands.terms import RankedTerms, letters
from dealerkit.rules.counted_figures import ODDS
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import Game, game
from tests.games.pit.ranked_settlement import PACK, THREE, worth

THREE_CARD = {"straight flush": 48, "trips": 52, "straight": 720, "flush": 1096, "pair": 3744}
"""Hands of each kind of 22,100. TCP-06"""

FIVE_CARD = {
    "straight_flush": 40,
    "four_of_a_kind": 624,
    "full_house": 3744,
    "flush": 5108,
    "straight": 10_200,
    "three_of_a_kind": 54_912,
    "two_pairs": 123_552,
    "one_pair": 1_098_240,
    "high_card": 1_302_540,
}
"""Hands of each kind of 2,598,960, as published everywhere."""


def figures(played: Game) -> Any:
    """The figures of a game as data."""
    return ODDS[played.kind](played).data


def exact(figure: Mapping[str, str]) -> Fraction:
    """A share as an exact number."""
    return Fraction(figure["fraction"])


def percent(share: Fraction, digits: int) -> float:
    """A share in per cent, rounded as a page rounds it."""
    return round(float(share) * 100, digits)


def house_file(folder: Path, of: str, text: str) -> Game:
    """A house's own game that begins where another ends."""
    path = folder / "own-table.yaml"
    path.write_text(f"game: own-table\nextends: {of}\ntitle: Own table\n{text}", encoding="utf-8")
    return game(str(path))


def net(count: DuelCount, way: int) -> Fraction:
    """What the player wins in all deals, without side bets."""
    won = Fraction(0)
    for end, many in count.ends[way]:
        for wager, stake in count.stakes[end.decision].items():
            won += many * stake * (end.wagers[wager] or 0)
    return won


# Three-card poker


def test_three_card_poker_has_the_published_edge_and_queen_six_four_is_best():
    """TCP-04 to TCP-17: 3.373 per cent of the ante, 2.01 of all money staked; the usual line is the best one."""
    told = figures(game("three-card-poker"))
    assert told["deals"] == 22_100 * 18_424
    for play in ("best", "usual"):
        assert percent(exact(told["edge"][play]), 3) == 3.373
        assert percent(exact(told["element_of_risk"][play]), 2) == 2.01
    (best,) = told["best_play"]
    assert best["decisions"]["play"]["lowest"] == "Q-6-4"
    assert best["decisions"]["fold"]["highest"] == "Q-6-3"
    assert exact(best["decisions"]["play"]) + exact(best["decisions"]["fold"]) == 1


@pytest.mark.parametrize("bonus", ["1-4-5", "1-3-4", "1-3-5", "1-2-3"])
def test_tcp_17_every_ante_bonus_moves_the_edge_by_what_it_pays(bonus):
    """A straight or better is never folded, so the bonus is its table over all hands: no deal has to be counted for it."""
    edges = {}
    for table in (bonus, "1-4-5"):
        told = figures(game("three-card-poker", settings={"ante_bonus": table}))
        figure = dict(zip(("straight", "trips", "straight flush"), map(int, table.split("-")), strict=True))
        plain = sum((Fraction(pays * THREE_CARD[kind], 22_100) for kind, pays in figure.items()), Fraction(0))
        edges[table] = exact(told["edge"]["best"]) + plain
    assert edges[bonus] == edges["1-4-5"]


def test_three_to_one_for_three_of_a_kind_costs_as_much_as_published():
    """2.16 per cent of all money staked at 1-3-5. Source: casinocitytimes.com, a column on three-card poker."""
    told = figures(game("three-card-poker", settings={"ante_bonus": "1-3-5"}))
    assert percent(exact(told["element_of_risk"]["best"]), 2) == 2.16


@pytest.mark.parametrize("table", game("three-card-poker").choices["pair_plus_table"].values)
def test_tcp_18_every_table_of_the_pairs_bet(table):
    """The pairs bet hangs on the hand alone: its edge is that of the counts of hands. 7.28 and 2.32 per cent are published."""
    told = figures(game("three-card-poker", settings={"pair_plus_table": str(table)}))
    (bet,) = told["side_bets"]
    order = ["straight flush", "trips", "straight", "flush", "pair"]
    pays = dict(zip(order, map(int, str(table).split("-")), strict=True))
    won = sum((pays[kind] + 1) * THREE_CARD[kind] for kind in order)
    assert Fraction(bet["edge_fraction"]) == 1 - Fraction(won, 22_100)
    published = {"40-30-6-3-1": 7.28, "40-30-6-4-1": 2.32}
    assert percent(Fraction(bet["edge_fraction"]), 2) == published.get(str(table), percent(Fraction(bet["edge_fraction"]), 2))
    assert [way["pays"] for way in bet["ways"]] == sorted(
        (way["pays"] for way in bet["ways"]), key=lambda words: -int(words.split()[0])
    )


def test_tcp_02_a_pairs_bet_that_is_not_offered_is_marked():
    """Its figure stands there all the same, with a star."""
    told = ODDS["ranked"](game("three-card-poker", settings={"pair_plus": "false"}))
    assert told.data["side_bets"][0]["offered"] is False  # type: ignore[index]
    assert [row[0] for row in told.tables[0].rows if row[0].startswith("pairs")] == ["pairs *"]


def test_tcp_15_ties_given_to_the_player_are_worth_both_bets():
    """Of the deals that pushed, each with a dealer that qualifies wins ante and play."""
    pushing, winning = (
        DuelCounter(RankedTerms.of(game("three-card-poker", settings={"tie_wins": wins}))).count() for wins in ("false", "true")
    )
    level = sum(many for end, many in pushing.ends[USUAL] if (end.wagers["ante"] or 0) - end.bonus["ante"] == 0)
    assert level > 0
    assert net(winning, USUAL) - net(pushing, USUAL) == 2 * level
    assert not any((end.wagers["ante"] or 0) - end.bonus["ante"] == 0 for end, _ in winning.ends[USUAL])


def test_tcp_11_a_house_that_qualifies_with_king_high_has_another_edge(tmp_path):
    """The qualifying hand is data: `least` of the house's file. The dealer's hands are counted here from the ledger's order."""
    hands = Counter(worth(hand) >= (0, [11, 1, 0]) for hand in combinations(PACK, 3))
    own = house_file(
        tmp_path, "three-card-poker", "reading: {order: three-card, least: {qualifies: K-3-2, worth_playing: 2-3-5}}\n"
    )
    count = DuelCounter(RankedTerms.of(own)).count()
    assert [end.decision for end, _ in count.ends[USUAL] if end.decision == "fold"] == []  # every hand is worth playing here
    open_ = sum(
        many for end, many in count.ends[USUAL] if end.wagers["play"] != 0 or (end.wagers["ante"] or 0) - end.bonus["ante"] == 0
    )
    assert Fraction(open_, count.deals) == Fraction(hands[True], 22_100)
    assert count.up_cards[0].decided["fold"] == 0  # the dealer is out so often that no hand is worth a fold


# A card of the dealer face up

UP_CARD = """
options:
  up_card: {title: Up-card, values: [last], default: last, rule: CST-02, settles: []}
procedure: {shoe: {steps: {rounds: {steps: {round: {steps: {
  up_card: {after: deal, do: show_card, which: {option: up_card}, cite: [CST-02],
    say: "Turn up a card.", why: "It is the game."}}}}}}}}
"""


def test_an_up_card_changes_nothing_for_players_who_do_not_look_at_it(tmp_path):
    """Each of the dealer's three cards may be the one: three times the deals, each end three times as often. With best play it is
    worth something.
    """
    closed = DuelCounter(RankedTerms.of(game("three-card-poker"))).count()
    opened = DuelCounter(RankedTerms.of(house_file(tmp_path, "three-card-poker", UP_CARD))).count()
    assert opened.deals == 3 * closed.deals
    ends = [Counter[str](), Counter[str]()]
    for found, count, times in zip(ends, (closed, opened), (3, 1), strict=True):
        for end, many in count.ends[USUAL]:
            found[str(end)] += times * many
    assert ends[0] == ends[1]
    assert net(opened, BEST) > 3 * net(closed, BEST)
    assert [up.letter for up in opened.up_cards] == list("23456789TJQKA")
    assert sum(up.net for up in opened.up_cards) == net(opened, BEST)


# Casino stud

RETURNS = {
    "201": 16_759_740,
    "101": 156_929_720,
    "41": 2_832_435_800,
    "15": 16_624_475_280,
    "11": 21_856_990_280,
    "9": 43_805_516_100,
    "7": 234_242_908_320,
    "5": 488_012_139_360,
    "3": 2_343_248_003_808,
    "1": 4_532_514_033_720,
    "0": 321_623_100,
    "-1": 9_523_005_974_460,
    "-3": 2_726_592_727_512,
}
"""Deals by net result with best play. Source: wizardofodds.com, return table of the game under the rules of the United States."""


@pytest.mark.thorough
def test_casino_stud_agrees_with_the_published_count_of_all_deals_to_the_unit():
    """19,933,230,517,200 deals: 5.224 per cent of the ante, 2.555 of all money staked; A-K-J-8-3 loses 1,059,715,400,580.
    CST-05 to CST-13
    """
    told = figures(game("casino-stud"))
    assert told["deals"] == 19_933_230_517_200
    assert {end["net"]: end["count"] for end in told["ends"]} == RETURNS
    assert exact(told["edge"]["best"]) == Fraction(1_041_372_912_372, 19_933_230_517_200)
    assert exact(told["edge"]["usual"]) == Fraction(1_059_715_400_580, 19_933_230_517_200)
    assert percent(exact(told["edge"]["best"]), 3) == 5.224
    assert percent(exact(told["element_of_risk"]["best"]), 3) == 2.555
    assert percent(exact(told["element_of_risk"]["usual"]), 3) == 2.596
    assert len(told["best_play"]) == 13
    for up in told["best_play"]:  # any pair is raised, and nothing under ace-king is
        assert up["decisions"]["fold"]["highest"].startswith("A-K-")
        assert up["decisions"]["raise"]["lowest"].startswith("A-K-")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "lost"),
    [
        pytest.param("2-2-3-4-5", 1_090_272_101_460, id="a-pair-or-better"),
        pytest.param("A-K-4-3-2", 1_132_600_203_540, id="ace-king-or-better"),
        pytest.param("2-3-4-5-7", 3_310_360_338_060, id="every-hand"),
    ],
)
def test_other_lines_of_casino_stud_lose_what_is_published(line, lost, tmp_path):
    """A house's file with another usual line. Source: wizardofodds.com, strategies by their total loss."""
    own = house_file(
        tmp_path, "casino-stud", f"reading: {{order: high, least: {{qualifies: A-K-4-3-2, worth_raising: {line}}}}}\n"
    )
    assert exact(figures(own)["edge"]["usual"]) == Fraction(lost, 19_933_230_517_200)


@pytest.mark.slow
def test_cst_12_two_hundred_for_a_royal_flush_is_worth_a_hundred_more_on_the_raise():
    """The royal flushes that win against a dealer who qualifies, 16,759,740 deals, each with a raise of two."""
    told = figures(game("casino-stud", settings={"raise_table": "200-50-20-7-5-4-3-2-1"}))
    assert exact(told["edge"]["best"]) == Fraction(1_041_372_912_372 - 200 * 16_759_740, 19_933_230_517_200)


# Hands paid by a table

ONE_STREET = """
boxes: {cards: 2, board: 1}
reading: {order: three-card}
wagers: {fourth: null, fifth: null}
words:
  third: {usual: [{so_far: one_pair}], most: [{so_far: one_pair}]}
  fourth: null
  fifth: null
  fold: {open: [{board: 0, word: none}]}
pays:
  ante:
    - {when: {word: fold}, pays: lose, at: at_once}
    - {of: [straight_flush, three_of_a_kind, straight, flush, one_pair], pays: 40-30-6-3/2-1}
  third: {like: ante}
  fourth: null
  fifth: null
"""


def test_a_game_of_one_street_against_every_hand_dealt_one_by_one(tmp_path):
    """Two own cards and one that all share, one to three units or a fold: the best of it for each pair of cards, by the second
    settlement.
    """
    pays: dict[str, Fraction] = {"straight flush": Fraction(40), "trips": Fraction(30), "straight": Fraction(6)}
    pays |= {"flush": Fraction(3, 2), "pair": Fraction(1)}
    best = usual = staked = Fraction(0)
    decided = Counter[str]()
    for own in combinations(PACK, 2):
        units = sum((pays.get(THREE[worth([*own, card])[0]], Fraction(-1)) for card in PACK if card not in own), Fraction(0))
        results = {"fold": Fraction(-50), **{f"third {size}": (1 + size) * units for size in (1, 2, 3)}}
        name = max(results, key=results.__getitem__)
        best += results[name]
        decided[name] += 50
        staked += 50 * (1 + int(name[-1]) if name != "fold" else 1)
        usual += results["third 3"] if own[0][0] == own[1][0] else results["fold"]
    count = StreetCounter(RankedTerms.of(house_file(tmp_path, "mississippi-stud", ONE_STREET)))
    found = {play: count.count(play) for play in ("best", "usual")}
    assert sum(end.net for end in found["best"].ends.values()) == best
    assert sum(end.net for end in found["usual"].ends.values()) == usual
    assert sum(end.staked for end in found["best"].ends.values()) == staked
    assert found["best"].decided[0] == decided
    assert sum(end.deals for end in found["best"].ends.values()) == found["best"].deals == 1326 * 50


@pytest.mark.thorough
def test_mississippi_stud_has_the_published_edge_average_bet_and_element_of_risk():
    """4.91 per cent of the ante, 3.59 bet on average, 1.37 of all money. Source: casinocitytimes.com, House edge and element of
    risk, 2018, from wizardofodds.com. The pay table is `mississippi-stud`'s own (MST-09).
    """
    told = figures(game("mississippi-stud"))
    assert told["deals"] == 1326 * 50 * 49 * 48
    assert percent(exact(told["edge"]["best"]), 2) == 4.91
    assert round(float(exact(told["staked"]["best"])), 2) == 3.59
    assert percent(exact(told["element_of_risk"]["best"]), 2) == 1.37
    assert sum(end["count"] for end in told["ends"]) == told["deals"]
    assert exact(told["decisions"]["0"]["third 3"]) == Fraction(78, 1326)  # every pair and nothing else


@pytest.mark.slow
def test_who_never_folds_sees_every_hand_as_often_as_it_is_dealt(tmp_path):
    """Sixty orders of the shared cards for each hand of five: the published frequencies, sixty times."""
    always = "".join(f"  {word}: {{usual: [{{}}], most: []}}\n" for word in ("third", "fourth", "fifth"))
    count = StreetCounter(RankedTerms.of(house_file(tmp_path, "mississippi-stud", f"words:\n{always}"))).count("usual")
    found = Counter[str]()
    for end, counted in count.ends.items():
        found[end.made] += counted.deals
        assert counted.staked == 4 * counted.deals
    assert found == {kind: 60 * many for kind, many in FIVE_CARD.items()}


# As the user meets them


def run(*args: str, code: int = 0) -> Result:
    """Run a command."""
    result = CliRunner().invoke(root.main, list(args), env={"COLUMNS": "110"})
    assert result.exit_code == code, result.output
    return result


def test_odds_on_the_screen_in_data_and_on_paper_are_one_document(tmp_path):
    """A changed pay table is named, and moves the figure in all three."""
    file = str(data_dir("procedures") / "pit" / "three-card-poker.yaml")
    options = ("odds", file, "--set", "pair_plus_table=40-30-6-4-1")
    screen = run(*options).stdout
    assert "with pair_plus_table 40-30-6-4-1" in screen
    assert "  ante, play  best   3.3730%     2.0147%" in screen
    assert "  pairs       best   2.3167%     2.3167%" in screen
    assert "  67.4208%  Q-6-4           32.5792%  Q-6-3" in screen
    assert percent(Fraction(json.loads(run(*options, "--json").stdout)["side_bets"][0]["edge_fraction"]), 4) == 2.3167
    run(*options, "--paper", str(tmp_path / "odds.md"))
    paper = (tmp_path / "odds.md").read_text(encoding="utf-8")
    for words in ("House edge", "How a round ends, with best play", "Side bet pairs", "2.3167%"):
        assert words in paper


def test_odds_take_no_cards_of_other_games():
    """What says nothing here is refused with what there is."""
    assert (
        "--hand can't be used for Casino stud, which takes --paper" in run("odds", "casino-stud", "--hand", "AhKd", code=2).output
    )


def test_without_numpy_the_command_says_what_to_install(monkeypatch):
    """Counting every deal against a dealer's hand needs the extra `bulk`; no traceback."""
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *more: None if name == "numpy" else found(name, *more))
    assert "needs an extra package (numpy); to install it: " in run("odds", "three-card-poker", code=2).output


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param(
            "boxes: {cards: 3, board: 1}\n", "hands with shared cards against a dealer's hand are not counted", id="board"
        ),
        pytest.param("equipment: {pack: {jokers: 1}}\n", "the pack is not one of 52 cards", id="joker"),
        pytest.param("equipment: {pack: {decks: 2}}\n", "the pack is not one of 52 cards", id="two-packs"),
        pytest.param("boxes: {cards: 4}\n", "hands with more cards than their ranking uses are not counted", id="four-of-three"),
        pytest.param("words: {play: {ends: false}}\n", "more than one decision against a dealer's hand", id="two-decisions"),
        pytest.param(
            "words: {play: {open: {made: flush}}}\n", "decisions that are open to some hands only", id="open-to-flushes"
        ),
        pytest.param(
            'pays: {play: [{when: {dealer_up: A}, pays: "2 to 1"}]}\n', "a pay line depends on dealer up", id="pays-by-up-card"
        ),
    ],
)
def test_a_game_of_another_kind_is_refused_in_words(text, says, tmp_path):
    """What is not counted is said, instead of a wrong figure."""
    played = house_file(tmp_path, "three-card-poker", text)
    with pytest.raises(Impossible, match=says):
        ODDS[played.kind](played)


def test_a_hand_is_printed_by_its_ranks():
    """The rank that decides first stands first."""
    assert letters([0, 5, 48, 1]) == "2-2-A-3"

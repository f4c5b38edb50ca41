"""All Fours against a referee that reads the log as text and knows only the rules AF-05, AF-28 to AF-31 and AF-39 to AF-48."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.procedure.mid_game import MidGame
from dealerkit.table.bots import Bots, random_legal
from tests.games.social.games import acts_of, players_of, table_of
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

RANKS = "23456789TJQKA"
WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}  # AF-43


def upcard_of(table: dk.Table) -> str:
    """The last card that lies turned up."""
    return table.felt.names(table.felt.cards("upcard"))[-1]


def best(cards: Sequence[str], trumps: str) -> int:
    """Which card of a trick takes it."""
    order = [(card[1] == trumps, card[1] == cards[0][1], RANKS.index(card[0])) for card in cards]
    return order.index(max((trump, led, rank) for trump, led, rank in order if trump or led))


def counted(plays: Sequence[tuple[str, str]], seats: int, trumps: str) -> list[tuple[str, str]]:
    """Who scores what, in order, from the cards that were played one after the other (AF-39 to AF-46)."""
    captured: dict[str, list[str]] = {}
    for at in range(0, len(plays), seats):
        trick = plays[at : at + seats]
        taker = trick[best([card for _, card in trick], trumps)][0]
        captured.setdefault(taker, []).extend(card for _, card in trick)
    in_play = sorted((card for _, card in plays if card[1] == trumps), key=lambda card: RANKS.index(card[0]))
    has = {card: who for who, cards in captured.items() for card in cards}
    found: list[tuple[str, str]] = []
    if in_play:
        found.append((next(who for who, card in plays if card == in_play[-1]), "high"))
        found.append((has[in_play[0]], "low"))
        if f"J{trumps}" in in_play:
            found.append((has[f"J{trumps}"], "jack"))
    totals = sorted(((sum(WORTH.get(card[0], 0) for card in cards), who) for who, cards in captured.items()), reverse=True)
    if totals[0][0] and (len(totals) == 1 or totals[0][0] > totals[1][0]):
        found.append((totals[0][1], "game"))
    return found


@pytest.mark.parametrize("seats", range(2, 8))
def test_the_points_of_every_hand_are_those_of_the_referee(seats):
    """Over whole games: High, Low, Jack and Game in their order, until somebody has seven (AF-39 to AF-48)."""
    for game in range(2 + 2 * LONG):
        table = dk.Table("all-fours", seats=seats, seed=100 * seats + game, button=1)
        points = {f"s{seat}": 0 for seat in range(1, seats + 1)}
        plays: list[tuple[str, str]] = []
        due: list[tuple[str, str]] = []
        hands = 0
        for act in acts_of(table, players_of(game), 40):
            if act.verb == "play":
                plays.append((act.who, act.cards[0].name))
            elif act.verb == "mark":
                if act.to[2] not in ("gift", "jack") or plays:
                    assert max(points.values()) < 7, "counting has stopped"  # AF-48
                    assert (act.to[0], act.to[2]) == due.pop(0)
                points[act.to[0]] += int(act.n)
            elif act.verb == "gather":
                assert not due or max(points.values()) >= 7
                plays, due = [], []
            assert table.push(act) == ()
            if len(plays) == 6 * seats and act.verb == "take":
                due = counted(plays, seats, upcard_of(table)[1])
                hands += 1
        assert hands > 1
        assert max(points.values()) >= 7  # AF-47
        assert list(points.values()).count(max(points.values())) == 1
        assert table.felt.marks["points"][1:] == list(points.values())


@pytest.mark.parametrize("seed", range(12 * max(1, LONG)))
def test_every_revoke_is_found_and_charged_and_nothing_else(seed):
    """Players who play any card they like: a finding for just those that neither follow nor trump, and their price (AF-37)."""
    rng = random.Random(seed)
    seats = 2 + seed % 4
    table = dk.Table("all-fours", seats=seats, seed=seed, button=1)
    table.advance("begging")
    table.push("s2 answer stand")
    trumps = upcard_of(table)[1]
    table.advance("tricks")
    offenders: list[str] = []
    played: list[str] = []
    while table.players is not None and table.players.id == "tricks":
        ((who, moves),) = table.ask.items()
        if "play" not in moves:
            table.push(f"{who} take trick")
            continue
        trick = table.felt.names(table.felt.cards("trick"))
        hand = table.felt.names(table.felt.cards(who))
        card = rng.choice(hand)
        follows = not trick or card[1] in (trick[0][1], trumps) or all(one[1] != trick[0][1] for one in hand)
        found = table.push(f"{who} play {card}")
        played.append(card)
        assert [one.code for one in found] == ([] if follows else ["play/AF-30" if trick[0][1] == trumps else "play/AF-28"])
        if not follows and who not in offenders:
            offenders.append(who)
    price = 2 if f"J{trumps}" in played else 1  # AF-38
    owed = dict.fromkeys((f"s{seat}" for seat in range(1, seats + 1)), 0)
    for offender in offenders:
        for who in owed:
            owed[who] += price * (who != offender)
    before = table.felt.marks["points"][1:]
    for _ in range(sum(map(bool, owed.values()))):
        table.advance()
    now = table.felt.marks["points"][1:]
    assert [after - was for after, was in zip(now, before, strict=True)] == list(owed.values())
    table.advance("next_dealer")
    names = [act.to[2] for act in table.log if act.verb == "mark" and act.to[0] in offenders and act.to[2] != "revoke"]
    assert not {"jack", "game"} & set(names)  # AF-35


def described(table: dk.Table, leader: int) -> MidGame:
    """What somebody would tell of a table in the middle of the tricks, or before them."""
    felt = table.felt
    names = [name for name in felt.places if name != "pack" and felt.cards(name)]
    done = {step: {"word": table.now.results[step]["word"]} for step in ("begging", "answering") if step in table.now.results}
    high = next((act.seat for act in played_trumps(table) if act.cards), 0)
    mid = {"leader": f"s{leader}"} | ({"high": f"s{high}"} if high else {})
    return MidGame.read(
        {
            "at": "tricks",
            "button": f"s{felt.button}",
            "places": {name: " ".join(felt.names(felt.cards(name))) for name in names},
            "marks": {"points": {f"s{seat}": felt.marks["points"][seat] for seat in range(1, table.seats + 1)}},
            "done": done,
            "mid": mid,
        }
    )


def played_trumps(table: dk.Table) -> list[Act]:
    """The trumps played in tricks that are gathered, the highest first."""
    taken = max((at for at, act in enumerate(table.log) if act.verb == "take"), default=0)
    start = table.now.marks["hand"]
    suit = upcard_of(table)[1]
    acts = [act for act in table.log[start:taken] if act.verb == "play" and act.cards[0].name[1] == suit]
    return sorted(acts, key=lambda act: -RANKS.index(act.cards[0].name[0]))


@pytest.mark.parametrize("seed", range(10 * max(1, LONG)))
def test_a_hand_set_up_in_the_middle_goes_on_as_the_one_that_was_dealt(seed):
    """Described after any number of cards, it asks for the same and comes to the same points."""
    rng = random.Random(seed)
    table = table_of("all-fours", f"given/{seed}")
    wait, leader, twin = rng.randint(0, 15), 0, None
    for act in acts_of(table, Bots(random_legal), 9):
        at_tricks = table.players is not None and table.players.id == "tricks"
        if at_tricks and not table.felt.cards("trick"):
            leader = next(int(who[1:]) for who in table.ask)
        wait -= at_tricks
        if twin is None and at_tricks and wait < 0:
            twin = dk.Table("all-fours", seats=table.seats, seed=1, options=table.setup.settings, given=described(table, leader))
        if twin is not None:
            assert {who: list(moves) for who, moves in twin.ask.items()} == {who: list(moves) for who, moves in table.ask.items()}
            assert twin.expected.dealer == table.expected.dealer
            assert twin.push(act) == ()
        assert table.push(act) == ()
        if twin is not None and act.verb == "gather":
            assert twin.felt.marks == table.felt.marks
            return
    pytest.fail("no hand was set up")


def test_the_deal_is_advised_for_three_to_five_players():
    """AF-02 is advice: the rule is printed, and any table of two to seven is dealt."""
    for seats in (2, 7):
        dk.Table("all-fours", seats=seats, seed=1).advance("begging")
    for seats in (1, 8):
        with pytest.raises(Exception, match="for 2 to 7 seats"):
            dk.Table("all-fours", seats=seats)

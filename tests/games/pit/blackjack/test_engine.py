"""The engine's rounds against the settlement by the ledger: one shoe, dealt act by act to players who play by a table."""

from __future__ import annotations

import random

import numpy as np
import pytest

import dealerkit as dk
from dealerkit.cards import read_cards
from dealerkit.felt import Act
from dealerkit.games.pit.blackjack.best_play import best_play
from dealerkit.games.pit.blackjack.play_tables import PlayTables
from dealerkit.games.pit.blackjack.rounds import RANKS, DealtShoe, RoundDealer
from dealerkit.games.pit.blackjack.terms import BlackjackTerms
from dealerkit.games.pit.facts.round_reader import box_round
from dealerkit.jobs.simulation.rounds import DealtRound, rounds_at
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game
from dealerkit.table.bots import Bots
from dealerkit.table.bots.players import Chooser, Moves
from tests.games.pit.blackjack.settlement import Choose, Hand, Seat, count, settle
from tests.games.pit.blackjack.test_rounds import BET, OPTIONS, any_table, cents, chooser
from tests.sampling import LONG, daily

FILE = str(data_dir("procedures") / "pit" / "blackjack.yaml")


def player(decide: Choose) -> Chooser:
    """Somebody who bets ten and decides by a table; what is offered besides is declined."""

    def choose(table: dk.Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
        if "bet main" in moves and not any(move.startswith("answer") for move in moves):
            return Act.make(seat, "bet", "main", n=10)
        if "show" in moves:
            return Act.make(seat, "show")
        words = {move.split()[1]: move for move in moves if move.startswith("answer") and len(move.split()) == 2}
        if not words:
            put = [move for move in moves if move.startswith("bet ") and "insurance" not in move]
            return Act.make(seat, *put[0].split(), n=max(moves[put[0]])) if put else None  # type: ignore[call-overload]
        made = box_round(table.now)
        early = "surrender" in words and "stand" not in words  # it is offered to all, before the look
        hand = next(box for box in made.hands if f"s{box.seat}" == seat) if early else made.turn
        if hand is None or not words.keys() & {"stand", "surrender"} or made.up is None:
            return None
        cards = table.felt.names(table.felt.cards(hand.place))
        if count(cards)[0] == 21:  # under its bet, where nobody but its player knows it
            return Act.make(seat, *words["stand"].split())
        allowed = ["surrender", "no"] if early else list(words)
        word = decide(Hand(cards, BET, split=hand.split != "no"), f"{made.faces[made.up]}s", allowed)
        return None if word == "no" else Act.make(seat, *words[word].split())

    return choose


def shoe_of(seed: int, decks: int) -> list[str]:
    """A shuffled shoe; suits come in turn."""
    seen = dict.fromkeys(RANKS, 0)
    cards = []
    for place in np.random.default_rng(seed).permutation(np.repeat(np.arange(13), 4 * decks)):
        rank = RANKS[place]
        cards.append(f"{rank}{'cdhs'[seen[rank] % 4]}")
        seen[rank] += 1
    return cards


def at_a_table(cards: list[str], seats: int, decide: Choose, most: int, options: dict[str, object]) -> list[DealtRound]:
    """Deal a shoe at a table until it is shuffled again, or so many rounds of it."""
    settings = {name: str(value).lower() for name, value in options.items()}
    felt = dk.Table(game(FILE, settings=settings), seats=seats, seed=0, deck=read_cards(" ".join(cards)))
    found: list[DealtRound] = []
    for dealt in rounds_at(felt, Bots(player(decide)), most):
        if found and any(act.verb == "shuffle" for act in dealt.acts):
            break
        found.append(dealt)
    return found


def compared(seed: int, most: int, **options: object) -> list[tuple[object, ...]]:
    """Deal rounds of a shoe at a table, settle them by the ledger, and return the first round that differs."""
    rng = random.Random(seed)
    terms = BlackjackTerms.of(options)
    decide = chooser(any_table(rng, terms), options.get("split_by", "value"))
    seats, cards = rng.choice((1, 2, 5)), shoe_of(seed, terms.decks)
    at = 1
    rounds = at_a_table(cards, seats, decide, most, options)
    assert len(rounds) > 2
    for dealt in rounds:
        boxes = [Seat(BET, decide) for _ in range(seats)]
        told = settle(cards[at:], boxes, **{name: value for name, value in options.items() if name != "deal_style"})
        if list(dealt.net[1:]) != told.nets or dealt.findings:
            hands = [[(hand.cards, hand.ended) for hand in box.hands] for box in boxes]
            return [(dealt.number, dealt.net[1:], told, hands, dealt.findings)]
        at += told.used
    return []


def options_of(seed: int) -> dict[str, object]:
    """Random options, but for those that bar each other."""
    rng = random.Random(seed)
    options = {name: rng.choice(values) for name, values in OPTIONS.items()}
    if options["hole_card"] == "none":
        options["up_card"] = "first"
    return options


@pytest.mark.parametrize("seed", daily(range(1, 41), 5, keep=[1]))
@pytest.mark.sample(1, most=3)
def test_the_engine_pays_what_the_ledger_pays(seed):
    """Random options, random decisions, up to twenty rounds of a shoe. BJ-31 to BJ-88"""
    assert compared(seed, 20, **options_of(seed)) == []


@pytest.mark.parametrize("seed", daily(range(1, 41), 5, keep=[1]))
@pytest.mark.sample(1, most=3)
def test_bj_35_dealt_from_the_hand_the_same_cards_are_paid_the_same(seed):
    """Two packs, the players' cards face down until they are turned up: every net is that of the ledger."""
    assert compared(seed, 20, **options_of(seed), deal_style="pitch") == []


@pytest.mark.parametrize("seed", range(max(LONG, 1) * 2))
@pytest.mark.campaign
def test_bulk_deals_a_shoe_round_for_round_as_the_engine(seed):
    """Basic strategy on one to three boxes, from the burned card to the cut card: the same rounds, each with the same net."""
    options: dict[str, object] = {"soft17": ("stand", "hit")[seed % 2], "surrender": ("late", "none")[seed % 2]}
    seats = seed % 3 + 1
    terms = BlackjackTerms.of(options)
    strategy = best_play(terms).strategy
    cards = shoe_of(seed, terms.decks)
    table = at_a_table(cards, seats, chooser(dict(strategy), "value"), 100, options)
    order = np.array([[RANKS.index(card[0]) for card in cards]], np.uint8)
    bulk = RoundDealer(terms, DealtShoe(seats), PlayTables.of(terms, strategy)).deal(order)
    nets = np.array(cents(bulk, terms.blackjack_pays)).reshape(-1, seats).tolist()
    assert [list(dealt.net[1:]) for dealt in table] == nets
    assert [dealt.findings for dealt in table if dealt.findings] == []


@pytest.mark.parametrize(("seats", "rounds"), [(1, 5), (2, 4), (4, 2), (7, 1)])
def test_bj_24_rounds_and_boxes_come_to_six(seats, rounds):
    """By the rule of six a deck has that many rounds, and then the next ones come from a deck that was shuffled again."""
    settings = {"deal_style": "pitch", "decks": "1", "shuffle_at": "rule_of_six", "cut_card_depth": "0"}
    table = dk.Table(game(FILE, settings=settings), seats=seats, seed=3)
    stands = player(lambda hand, up, allowed: "stand")  # somebody who sits at each box and bets in each round
    dealt = list(rounds_at(table, Bots(stands), 2 * rounds + 1))
    assert [one.number for one in dealt if any(act.verb == "shuffle" for act in one.acts)] == [1, rounds + 1, 2 * rounds + 1]
    assert [one.findings for one in dealt if one.findings] == []


def test_bj_a17_cards_used_are_all_that_left_the_shoe_and_never_the_cut_card():
    """By the settlement, by the table, and by what is left: the burned card too."""
    terms, cards = BlackjackTerms.of({}), shoe_of(1, 6)
    table = dk.Table(game(FILE), seats=2, seed=0, deck=read_cards(" ".join(cards)))
    decide = chooser(dict(best_play(terms).strategy), "value")
    used = 1
    for _, dealt in zip(range(5), rounds_at(table, Bots(player(decide)), 5), strict=False):
        used += settle(cards[used:], [Seat(BET, decide), Seat(BET, decide)]).used
        assert dealt.number
        assert table.felt.left() == len(cards) - used

"""Tricks against a brute-force referee that reads cards as text and knows only the rules NP-03, NP-04 and NP-15 to NP-20."""

from __future__ import annotations

import itertools
import random

import pytest

import dealerkit as dk
from dealerkit.cards import Face, Suit
from dealerkit.felt import Act
from dealerkit.games.social.mechanics.trick import legal, strength, suit_of
from dealerkit.mechanics.setup_values import SUIT_WORDS
from dealerkit.procedure.mid_game import MidGame
from dealerkit.table.bots import Bots, random_legal

LETTERS = {"c": Suit.CLUBS, "d": Suit.DIAMONDS, "h": Suit.HEARTS, "s": Suit.SPADES}
RANKS = "56789TJQKA"
PACK = [rank + suit for rank in "9QA" for suit in "cdhs"] + ["Jk"]


def belongs(card: str, trumps: str) -> str:
    """The suit of a card, as the rules say; trumps is a letter or empty."""
    return trumps if card == "Jk" else card[1]


def referee_legal(hand: list[str], led: str, named: str, trumps: str) -> set[str]:
    """Which cards may be played: follow if you can, otherwise anything."""
    if not led:
        return set(hand)
    suit = (named or trumps) if led == "Jk" else led[1]
    if not suit:
        return set(hand)
    follow = {card for card in hand if belongs(card, trumps) == suit}
    return follow or set(hand)


def referee_winner(cards: list[str], named: str, trumps: str) -> int:
    """Which card of a trick wins it, by looking at all of them again and again."""
    best = 0
    for at in range(1, len(cards)):
        one, other = cards[best], cards[at]
        suit = (named or trumps) if cards[0] == "Jk" else cards[0][1]
        if one == "Jk":
            continue
        if other == "Jk":
            best = at
        elif other[1] == one[1]:
            best = at if RANKS.index(other[0]) > RANKS.index(one[0]) else best
        elif (trumps and other[1] == trumps) or (other[1] == suit and (not trumps or one[1] != trumps)):
            best = at
    return best


def face(card: str) -> Face:
    """A card of the engine."""
    return Face.read(card)


@pytest.mark.parametrize("trumps", ["", *"cdhs"])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_what_may_be_played(trumps, size):
    """Every hand of one to three cards of a small pack with the joker, every card led."""
    for led in ["", *PACK]:
        for hand in itertools.combinations([card for card in PACK if card != led], size):
            known = [face(card) for card in hand]
            allowed = legal(known, face(led) if led else None, None, LETTERS.get(trumps))
            assert {card for card in hand if face(card) in allowed} == referee_legal(list(hand), led, "", trumps), (hand, led)


@pytest.mark.parametrize("trumps", [*"cdhs"])
def test_af_28_af_29_af_30_what_may_be_played_where_trumping_is_always_allowed(trumps):
    """Every hand of three cards, every card led: the suit led or any trump while that suit is held, else anything."""
    pack = [card for card in PACK if card != "Jk"]
    for led in pack:
        for hand in itertools.combinations([card for card in pack if card != led], 3):
            allowed = legal([face(card) for card in hand], face(led), None, LETTERS[trumps], may_trump=True)
            holds = any(card[1] == led[1] for card in hand)
            fair = {card for card in hand if not holds or card[1] in (led[1], trumps)}
            assert {card for card in hand if face(card) in allowed} == fair, (hand, led)


def test_a_hand_partly_seen_may_always_trump_where_the_rules_let_it():
    """A card of the suit led is known to be there: that suit or a trump, and nothing else."""
    hand, hearts = [None, face("9h")], face("Ah")
    assert [card for card in ("Qh", "Qs", "Qc") if face(card) in legal(hand, hearts, None, Suit.SPADES, may_trump=True)] == [
        "Qh",
        "Qs",
    ]
    assert face("Qs") not in legal(hand, hearts, None, Suit.SPADES)


@pytest.mark.parametrize("trumps", ["", *"cdhs"])
def test_which_card_wins(trumps):
    """Every trick of three cards of a small pack with the joker."""
    suit = LETTERS.get(trumps)
    for cards in itertools.permutations(PACK, 3):
        faces = [face(card) for card in cards]
        led = suit_of(faces[0], suit)
        heights = [strength(it, led, suit) for it in faces]
        assert heights.index(max(heights)) == referee_winner(list(cards), "", trumps), cards


def test_a_hand_that_nobody_has_seen_may_hold_anything_but_what_it_has_shown_to_lack():
    """Unknown cards allow every card, a suit shown to be lacking none of its own."""
    hearts = face("Ah")
    assert face("9c") in legal([None, None], hearts, None, None)
    assert face("9h") not in legal([None, None], hearts, None, None, {Suit.HEARTS})
    assert face("9c") not in legal([None, face("9h")], hearts, None, None)
    assert face("Qh") in legal([None, face("9h")], hearts, None, None)


@pytest.mark.parametrize("seed", range(60))
def test_whole_hands(seed):
    """Each card asked for, each winner and the number of tricks, over whole hands with and without joker."""
    rng = random.Random(seed)
    table = dk.Table("nap", seats=3 + seed % 5, seed=seed, button=1 + seed % 3, options={"joker": seed % 2})
    table.advance("bidding")
    bid = rng.choice(["two", "three", "mis", "four", "nap"])
    while table.players is not None and table.players.id == "bidding":
        seat, moves = next(iter(table.ask.items()))
        table.push(f"{seat} bid {bid}" if f"bid {bid}" in moves else f"{seat} pass")
    table.advance("tricks")
    leader = table.now.results["bidding"]["bidder"]
    trumps = named = ""
    won = dict.fromkeys(range(1, table.seats + 1), 0)
    for number in range(5):
        cards: list[str] = []
        order = [(leader + at - 1) % table.seats + 1 for at in range(table.seats)]
        for seat in order:
            hand = table.felt.names(table.felt.cards(f"s{seat}"))
            ((who, moves),) = table.ask.items()
            assert who == f"s{seat}"
            fair = referee_legal(hand, cards[0] if cards else "", named, trumps)
            assert {card for card in hand if face(card) in moves["play"]} == fair
            card = rng.choice(sorted(fair))
            assert table.push(Act.make(who, "play", cards=[face(card)])) == ()
            cards.append(card)
            if seat == leader and not number and bid != "mis":
                trumps = card[1] if card != "Jk" else rng.choice("cdhs")
                if card == "Jk":
                    word = next(word for word, suit in SUIT_WORDS.items() if suit is LETTERS[trumps])
                    assert table.push(f"s{seat} name {word}") == ()
        leader = order[referee_winner(cards, named, trumps)]
        won[leader] += 1
        assert list(table.ask) == [f"s{leader}"]
        assert table.push(f"s{leader} take trick") == ()
    played = table.now.results["tricks"]
    assert {seat: played["won"][seat] for seat in won} == won
    assert played["revoked"] == []
    assert table.ok


@pytest.mark.parametrize("seed", range(40))
def test_every_revoke_is_found_and_nothing_else(seed):
    """Players who play any card they like: a finding comes with just those cards that the referee forbids."""
    rng = random.Random(seed)
    table = dk.Table("nap", seats=3 + seed % 3, seed=seed, button=1)
    table.advance("bidding")
    table.push("s2 bid two")
    table.advance("tricks")
    trumps = ""
    revoked = []
    while table.players is not None and table.players.id == "tricks":
        ((who, moves),) = table.ask.items()
        if "play" not in moves:
            table.push(f"{who} take trick")
            continue
        trick = table.felt.names(table.felt.cards("trick"))
        hand = table.felt.names(table.felt.cards(who))
        card = rng.choice(hand)
        found = table.push(f"{who} play {card}")
        fair = referee_legal(hand, trick[0] if trick else "", "", trumps)
        assert [finding.code for finding in found] == ([] if card in fair else ["play/NP-17"])
        if card not in fair:
            revoked.append(int(who[1:]))
        trumps = trumps or card[1]
    assert table.now.results["tricks"]["revoked"] == revoked


@pytest.mark.parametrize("seed", range(12))
def test_a_hand_of_nap_set_up_in_the_middle_goes_on_as_the_one_that_was_dealt(seed):
    """Described in the bidding or the tricks, it asks for the same and the same is paid."""
    rng = random.Random(seed)
    table = dk.Table("nap", seats=3 + seed % 5, seed=seed, button=1, options={"joker": seed % 2})
    players = Bots(random_legal)
    step, wait = ("bidding", rng.randint(0, 2)) if seed % 3 == 0 else ("tricks", rng.randint(0, 14))
    leader, twin = 0, None
    for _ in range(2000):
        act = next(iter(players.acts(table)), None) or table.next_act()
        here = table.players is not None and table.players.id == step
        if here and not table.felt.cards("trick"):
            leader = next(int(who[1:]) for who in table.ask)
        wait -= here
        if here and twin is None and wait < 0:
            twin = dk.Table("nap", seats=table.seats, seed=1, options=table.setup.settings, given=described(table, step, leader))
        if twin is not None:
            assert {who: list(moves) for who, moves in twin.ask.items()} == {who: list(moves) for who, moves in table.ask.items()}
            assert twin.push(act) == ()
        assert table.push(act) == ()
        if twin is not None and act.verb == "gather":
            assert twin.felt.rows["stack"][1:] == table.felt.rows["stack"][1:]
            return
    pytest.fail("no hand was set up")


def described(table: dk.Table, step: str, leader: int) -> MidGame:
    """What somebody would tell of a table at nap: whose turn it is, what stands, who leads, what is trumps."""
    felt, now = table.felt, table.now
    mid: dict[str, str] = {}
    done: dict[str, dict[str, str]] = {}
    if step == "bidding":
        bids = [act for act in now.since("hand") if act.verb == "bid"]
        mid["turn"] = next(iter(table.ask))
        if bids:
            mid |= {"bid": bids[-1].to[0], "bidder": bids[-1].who}
    else:
        bid = now.results["bidding"]
        done["bidding"] = {"bid": bid["bid"], "bidder": f"s{bid['bidder']}"}
        mid["leader"] = f"s{leader}"
        acts = [act for act in now.since("hand") if act.verb in ("play", "name")]
        named = next((act.to[0] for act in acts if act.verb == "name"), "")
        first = next((act.cards[0] for act in acts if act.verb == "play"), None)
        if bid["bid"] != "mis" and first is not None and (named or first.suit is not None):
            mid["trumps"] = named or first.name[1]
    places = {name: " ".join(felt.names(felt.cards(name))[:: -1 if name == "pack" else 1]) for name in felt.places}
    chips = {f"s{seat}": felt.money(felt.rows["stack"][seat]) for seat in range(1, table.seats + 1)}
    return MidGame.read({"at": step, "button": f"s{felt.button}", "places": places, "chips": chips, "done": done, "mid": mid})

"""The fast checker: recorded hands, broken ones, and a table of slips, each told at the act where it can be known."""

# ruff: noqa: E501 - a hand a line reads best

from __future__ import annotations

import json
from decimal import Decimal

import pytest

from dealerkit.errors import RecordError
from dealerkit.hands.phh.acts import UNLIMITED, amount_text, card_text
from dealerkit.hands.phh.checker import check_hand, outcome_of
from dealerkit.hands.phh.hand import PhhHand, parse_hand, read_hands
from dealerkit.hands.phh.variants import variants
from tests.hands.phh.hands import HANDS, unbroken

EXPECTED = json.loads((HANDS / "expected.json").read_text())["hands"]
KNOWN = json.loads((HANDS / "known.json").read_text())
LABELS = json.loads((HANDS / "mutants.labels.json").read_text())

CODES = {
    "duplicate_card": "record/duplicate-card",
    "flop_two_cards": "record/wrong-card-count",
    "flop_four_cards": "record/wrong-card-count",
    "turn_missing": "record/missing-act",
    "out_of_turn_swap": "record/actor-out-of-turn",
    "action_missing": "record/actor-out-of-turn",
    "action_repeated": "record/actor-out-of-turn",
    "folded_player_acts": "record/actor-out-of-turn",
    "under_raise": "record/amount-illegal",
    "bet_beyond_stack": "record/amount-illegal",
    "hole_card_extra": "record/wrong-card-count",
    "hole_deal_skipped": "record/missing-act",
    "shown_not_dealt": "record/card-not-dealt",
    "finishing_stacks": "record/stacks-do-not-add-up",
    "card_unreadable": "record/unreadable",
}


def test_every_recorded_hand_is_clean_and_ends_as_it_should():
    """195 hands: none is flagged; stacks and boards are as another engine has them, or the difference is known."""
    differ = {}
    hands = dict(unbroken())
    assert set(hands) == set(EXPECTED)
    for key, hand in hands.items():
        outcome = outcome_of(hand)
        assert outcome.problem is None, (key, outcome.problem)
        wanted = EXPECTED[key]
        if wanted["board"]:
            assert card_text(outcome.replay.board) == wanted["board"], key
        pairs = [
            (ours, Decimal(theirs))
            for ours, theirs in zip(outcome.stacks, wanted["stacks"], strict=True)
            if theirs != "inf" and abs(ours) < UNLIMITED // 2
        ]
        if any(Decimal(amount_text(ours, hand.decimals)) != theirs for ours, theirs in pairs):
            differ[key] = outcome.won.known
    assert set(differ) <= set(KNOWN)
    assert [key for key, known in differ.items() if known] == ["pluribus/75b/76.phh"]


@pytest.mark.parametrize("section", LABELS)
def test_every_broken_hand_is_found_where_it_was_broken(section):
    """Sixty hands with one slip each: the action, and what kind of slip."""
    hand = next(one for one in read_hands(HANDS / "mutants.phhs") if isinstance(one, PhhHand) and one.section == section)
    label = LABELS[section]
    fault = check_hand(hand)
    assert fault is not None
    assert (fault.at, fault.code) == (label["at_action"], CODES[label["mutation"]]), fault


HEADS = {
    "NT": "blinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n",
    "NS": "blinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n",
    "PO": "blinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n",
    "FT": "blinds_or_straddles = [1, 2, 0]\nsmall_bet = 2\nbig_bet = 4\n",
    "F2L3D": "blinds_or_straddles = [1, 2, 0]\nsmall_bet = 2\nbig_bet = 4\n",
    "F7S": "bring_in = 1\nsmall_bet = 2\nbig_bet = 4\n",
    "FR": "bring_in = 1\nsmall_bet = 2\nbig_bet = 4\n",
    "FB": "blinds_or_straddles = [1, 2, 0]\nsmall_bet = 2\nbig_bet = 4\n",
    "N2L1D": "blinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n",
}
DEAL = {
    "NT": ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd"],
    "NS": ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd"],
    "FT": ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 QhQd"],
    "PO": ["d dh p1 AhAd2h2d", "d dh p2 KhKd3h3d", "d dh p3 QhQd4h4d"],
    "F7S": ["d dh p1 AhAd2c", "d dh p2 KhKd3c", "d dh p3 QhQdAc"],
    "FR": ["d dh p1 AhAd2c", "d dh p2 KhKd3c", "d dh p3 QhQdAc"],
    "F2L3D": ["d dh p1 AhAd2h2d2c", "d dh p2 KhKd3h3d3c", "d dh p3 QhQd4h4d4c"],
    "N2L1D": ["d dh p1 AhAd2h2d2c", "d dh p2 KhKd3h3d3c", "d dh p3 QhQd4h4d4c"],
    "FB": ["d dh p1 AhAd2h2d", "d dh p2 KhKd3h3d", "d dh p3 QhQd4h4d"],
}


def hand(variant: str, acts: str, stacks: str = "100, 100, 100", more: str = "", antes: str = "0, 0, 0"):
    """A hand of three; `deal` stands for the first cards."""
    actions = [one for act in acts.split("; ") for one in (DEAL[variant] if act == "deal" else [act])]
    head = f"variant = '{variant}'\nantes = [{antes}]\n" + ("" if "blinds" in more else HEADS[variant].split("\n", 1)[0] + "\n")
    head += HEADS[variant].split("\n", 1)[1]
    return parse_hand(f"{head}starting_stacks = [{stacks}]\nactions = {actions}\n{more}")


FOLDED = "deal; p3 f; p1 f"
CALLED = "deal; p3 cc; p1 cc; p2 cc"
DOWN = CALLED + "; d db 2c3c5s; p1 cc; p2 cc; p3 cc; d db 7s; p1 cc; p2 cc; p3 cc; d db 9s; p1 cc; p2 cc; p3 cc"
SHOWN = DOWN + "; p1 sm AhAd; p2 sm; p3 sm"
ALL_IN = "deal; p3 cbr 100; p1 cc; p2 f; p3 sm QhQd; p1 sm AhAd; d db 2c3c5s; d db 7s; d db 9s"

CLEAN = {
    "everybody folds": ("NT", FOLDED, {}),
    "a winner shows afterwards": ("NT", FOLDED + "; p2 sm KhKd", {}),
    "a winner does not": ("NT", FOLDED + "; p2 sm", {}),
    "who folded shows too": ("NT", FOLDED + "; p1 sm AhAd", {}),
    "who folds may fold where he could check": ("NT", CALLED + "; d db 2c3c5s; p1 f; p2 cbr 2; p3 f", {}),
    "remarks": ("NT", "deal; p3 f # he thinks long; # a break; p1 f", {}),
    "a showdown": ("NT", SHOWN, {"more": "finishing_stacks = [104, 98, 98]"}),
    "shown in another order": ("NT", DOWN + "; p1 sm AdAh; p2 sm -; p3 sm QdQh", {"more": "finishing_stacks = [104, 98, 98]"}),
    "nobody tells what he had": ("NT", DOWN, {"more": "finishing_stacks = [98, 98, 104]"}),
    "shown twice": ("NT", ALL_IN + "; p1 sm AhAd", {"more": "finishing_stacks = [202, 98, 0]"}),
    "hands are not shown before the board": ("NT", "deal; p3 cbr 100; p1 cc; p2 f; d db 2c3c5s; d db 7s; d db 9s", {}),
    "a board in pieces": ("NT", CALLED + "; d db 2c3c; d db 5s; p1 cbr 2; p2 f; p3 f", {}),
    "hole cards in pieces": ("NT", "d dh p1 Ah; d dh p2 Kh; d dh p3 Qh; d dh p1 Ad; d dh p2 Kd; d dh p3 Qd; p3 f; p1 f", {}),
    "hole cards in another order": ("NT", "d dh p3 QhQd; d dh p1 AhAd; d dh p2 KhKd; p3 f; p1 f", {}),
    "cards that nobody knows": ("NT", "d dh p1 ????; d dh p2 ????; d dh p3 ????; p3 f; p1 f", {}),
    "half known": ("NT", DOWN.replace("deal", "d dh p1 Ah??; d dh p2 ????; d dh p3 ????") + "; p1 sm AhAd; p2 sm ????; p3 sm", {"more": "finishing_stacks = [98, 104, 98]"}),
    "an unknown hand wins": ("NT", DOWN.replace("deal", "d dh p1 AhAd; d dh p2 ????; d dh p3 ????") + "; p1 sm AhAd; p2 sm ????; p3 sm", {"more": "finishing_stacks = [98, 104, 98]"}),
    "a rake": ("NT", SHOWN, {"more": "finishing_stacks = [103.50, 98, 98]\nwinnings = [5.50, 0, 0]"}),
    "winnings that say nothing": ("NT", SHOWN, {"more": "winnings = [0, 0, 0]"}),
    "a split with an odd chip either way": ("NT", "d dh p1 Ah4d; d dh p2 KhKd; d dh p3 Ac4h; p3 cbr 5; p1 cc; p2 f; d db AdKcQs; p1 cc; p3 cc; d db 7s; p1 cc; p3 cc; d db 9s; p1 cc; p3 cc; p1 sm Ah4d; p3 sm Ac4h", {"stacks": "100, 103, 100", "antes": "0, 1, 0", "more": "finishing_stacks = [101, 100, 102]"}),
    "stacks without end": ("NT", FOLDED, {"stacks": "inf, inf, inf", "more": "winnings = [0, 3, 0]"}),
    "cents": ("NT", "deal; p3 cbr 4.25; p1 f; p2 f", {"stacks": "100.50, 99.25, 80"}),
    "a straddle": ("NT", "deal; p1 cc; p2 cc; p3 cbr 10; p1 f; p2 f", {"more": "blinds_or_straddles = [1, 2, 4]"}),
    "a post": ("NT", "deal; p3 cc; p1 f; p2 cc; d db 2c3c5s; p2 cbr 2; p3 f", {"more": "blinds_or_straddles = [1, 2, -2]"}),
    "the big blind's ante": ("NT", "deal; p3 f; p1 f", {"antes": "0, 2, 0", "more": "finishing_stacks = [99, 101, 100]"}),
    "an ante that is all of a stack": ("NT", ALL_IN.replace("p2 f; ", "").replace("100", "99"), {"stacks": "100, 1, 100", "antes": "1, 1, 1"}),
    "a short big blind": ("NT", "deal; p3 cc; p1 f; d db 2c3c5s; d db 7s; d db 9s; p2 sm KhKd; p3 sm QhQd", {"stacks": "100, 1, 100", "more": "finishing_stacks = [99, 3, 99]"}),
    "a short big blind is called in full, and one is left with chips": ("NT", "deal; p3 cc; p1 cc; d db 2c3c5s; d db 7s; d db 9s", {"stacks": "100, 4, 5", "more": "blinds_or_straddles = [3, 6, 0]"}),
    "a big blind checks though all are in": ("NT", "deal; p3 cc; p1 f; p2 cc; d db 2c3c5s; d db 7s; d db 9s", {"stacks": "100, 100, 2"}),
    "a raise to the last chips of the other": ("NT", "deal; p3 cbr 10; p1 f; p2 cbr 14; p3 cc; d db 2c3c5s; d db 7s; d db 9s", {"stacks": "100, 100, 14"}),
    "limit: half a bet counts as one": ("FT", "deal; p3 cc; p1 cbr 3; p2 cbr 5; p3 f; d db 2c3c5s; d db 7s; d db 9s", {"stacks": "3, 100, 100"}),
    "limit: some complete half a bet too": ("FT", "deal; p3 cbr 3; p1 cbr 4; p2 f; d db 2c3c5s; d db 7s; d db 9s", {"stacks": "100, 100, 3"}),
    "limit: some raise by a bet on top": ("FT", "deal; p3 cbr 4; p1 f; p2 f", {}),
    "a bring-in, completed": ("F7S", "deal; p1 pb; p2 cbr 2; p3 f; p1 f", {}),
    "a bring-in that completes": ("F7S", "deal; p1 cbr 2; p2 f; p3 f", {}),
    "razz: the high card brings it in": ("FR", "deal; p2 pb; p3 cbr 2; p1 f; p2 f", {}),
    "stud: the best hand speaks": ("F7S", "deal; p1 pb; p2 cc; p3 cc; d dh p1 5c; d dh p2 3s; d dh p3 6c; p2 cbr 2; p3 f; p1 f", {}),
    "razz: the lowest speaks": ("FR", "deal; p2 pb; p3 cc; p1 cc; d dh p1 5c; d dh p2 3s; d dh p3 6c; p1 cbr 2; p2 f; p3 f", {}),
    "stud: unknown cards leave open who speaks": ("F7S", "d dh p1 ??????; d dh p2 ??????; d dh p3 ??????; p2 pb; p3 f; p1 f", {}),
    "draws": ("N2L1D", CALLED + "; p1 sd AhAd; p2 sd; p3 sd Qh; d dh p1 7c8c; d dh p3 9c; p1 cbr 2; p2 f; p3 f", {}),
    "cards after each discard": ("N2L1D", CALLED + "; p1 sd AhAd; d dh p1 7c8c; p2 sd; p3 sd Qh; d dh p3 9c; p1 cbr 2; p2 f; p3 f", {}),
    "unknown discards": ("N2L1D", CALLED + "; p1 sd ????; p2 sd; p3 sd ??; d dh p1 7c??; d dh p3 ??; p1 cc; p2 cc; p3 cc; p1 sm 2h2d2c7c8c", {}),
    "the pot": ("PO", "deal; p3 cbr 7; p1 cbr 23; p2 f; p3 f", {}),
}  # fmt: skip


@pytest.mark.parametrize(("variant", "acts", "more"), CLEAN.values(), ids=CLEAN)
def test_clean_hands_are_never_flagged(variant, acts, more):
    """What houses differ in, and what a file leaves open, is no fault."""
    assert check_hand(hand(variant, acts, **more)) is None


def test_a_raise_over_an_all_in_that_nobody_can_match_comes_back():
    """The all-in is a full raise, so the betting is open; what is above it goes back, and nobody is accused of BR-38."""
    over = hand(
        "NT", "deal; p3 cbr 30; p1 cbr 60; p2 f; d db 2c3c5s; d db 7s; d db 9s; p1 sm AhAd; p3 sm QhQd", stacks="100, 25, 30"
    )
    assert check_hand(over) is None


FAULTY = {
    # what: variant, acts, more, code, at which act, what was due
    "out of turn": ("NT", "deal; p1 cc; p3 cc", {}, "actor-out-of-turn", 3, "p3 to act"),
    "a bet under the smallest": ("NT", "deal; p3 cbr 3; p1 f", {}, "amount-illegal", 3, "4 to 100"),
    "a bet beyond the stack": ("NT", "deal; p3 cbr 101; p1 f", {}, "amount-illegal", 3, "4 to 100"),
    "BR-38 a raise that was not reopened": ("NT", "deal; p3 cbr 10; p1 cbr 12; p2 f; p3 cbr 30", {"stacks": "12, 100, 100"}, "amount-illegal", 6, "no bet or raise"),
    "BR-41 more than the pot": ("PO", "deal; p3 cbr 8; p1 f", {}, "amount-illegal", 3, "4 to 7"),
    "BR-11 another size in limit": ("FT", "deal; p3 cbr 5; p1 f", {}, "amount-illegal", 3, "4"),
    "BR-03 over any cap": ("FT", "deal; p3 cbr 4; p1 cbr 6; p2 cbr 8; p3 cbr 10; p1 cbr 12; p2 f", {}, "amount-illegal", 7, "no bet or raise"),
    "no bring-in": ("F7S", "deal; p1 cc; p2 cc", {}, "missing-act", 3, "p1 pb"),
    "a second bring-in": ("F7S", "deal; p1 pb; p2 pb", {}, "amount-illegal", 4, "no bring-in"),
    "the wrong seat brings it in": ("F7S", "deal; p3 pb", {}, "actor-out-of-turn", 3, "p1 pb"),
    "the wrong hand speaks": ("F7S", "deal; p1 pb; p2 cc; p3 cc; d dh p1 5c; d dh p2 3s; d dh p3 6c; p3 cbr 2", {}, "actor-out-of-turn", 9, "p2 to act"),
    "a card twice": ("NT", "d dh p1 AhAd; d dh p2 AhKd; d dh p3 QhQd; p3 f; p1 f", {}, "duplicate-card", 1, "not Ah"),
    "a card twice in one deal": ("NT", "d dh p1 AhAh; d dh p2 KhKd", {}, "unreadable", 0, "each card once"),
    "a discard comes back": ("N2L1D", CALLED + "; p1 sd AhAd; p2 sd; p3 sd; d dh p1 AhJc", {}, "duplicate-card", 9, "not Ah"),
    "a card of another pack": ("NS", "d dh p1 AhAd; d dh p2 KhKd; d dh p3 2h9d; p3 f; p1 f", {}, "foreign-card", 2, "not 2h"),
    "one card too many": ("NT", CALLED + "; d db 2c3c5s8d", {}, "wrong-card-count", 6, "3 cards to the board"),
    "one card too few": ("NT", CALLED + "; d db 2c3c; p1 cc", {}, "wrong-card-count", 6, "d db ??"),
    "a seat with three cards": ("NT", "d dh p1 AhAdAc; d dh p2 KhKd", {}, "wrong-card-count", 0, "2 cards to p1"),
    "cards to a seat that folded": ("F7S", "deal; p1 pb; p2 f; p3 cc; d dh p2 5c", {}, "wrong-card-count", 6, "no card to p2"),
    "a flop during the betting": ("NT", "deal; p3 cc; d db 2c3c5s", {}, "street-incomplete", 4, "p1 to act"),
    "cards during the betting": ("F7S", "deal; p1 pb; d dh p1 5c", {}, "street-incomplete", 4, "p2 to act"),
    "no flop": ("NT", CALLED + "; p1 cc", {}, "missing-act", 6, "d db ??????"),
    "a skipped seat": ("NT", "d dh p1 AhAd; d dh p3 QhQd; p3 f", {}, "missing-act", 1, "d dh p2 ????"),
    "no river": ("NT", ALL_IN.rsplit(";", 1)[0], {}, "missing-act", 10, "d db ??"),
    "the end is missing": ("NT", "deal; p3 cc; p1 cc", {}, "missing-act", 5, "p2 to act"),
    "drawn out of turn": ("N2L1D", CALLED + "; p2 sd", {}, "actor-out-of-turn", 6, "p1 sd"),
    "bet before the draw": ("N2L1D", CALLED + "; p1 cbr 2", {}, "missing-act", 6, "p1 sd"),
    "a discard that was not held": ("N2L1D", CALLED + "; p1 sd 9c", {}, "card-not-dealt", 6, "cards that p1 holds"),
    "more discards than cards": ("FB", CALLED + "; p1 sd AhAd2h2d??", {}, "wrong-card-count", 6, "4 cards at most"),
    "more cards than discards": ("N2L1D", CALLED + "; p1 sd Ah; p2 sd; p3 sd; d dh p1 9cTc", {}, "wrong-card-count", 9, "1 card"),
    "shown before the end": ("NT", "deal; p3 cc; p1 sm AhAd", {}, "street-incomplete", 4, "p1 to act"),
    "another hand is shown": ("NT", DOWN + "; p1 sm AhAc", {}, "card-not-dealt", 18, "the cards of p1: AhAd"),
    "too few are shown": ("NT", DOWN + "; p1 sm Ah", {}, "wrong-card-count", 18, "2 cards of p1"),
    "an unknown hand shows a card that is out": ("NT", DOWN.replace("deal", "d dh p1 ????; d dh p2 KhKd; d dh p3 QhQd") + "; p1 sm KhAd", {}, "duplicate-card", 18, "not Kh"),
    "on after the end": ("NT", FOLDED + "; p2 cbr 4", {}, "hand-is-over", 5, "the hand is over"),
    "a card after the end": ("NT", FOLDED + "; d db 2c3c5s", {}, "hand-is-over", 5, "the hand is over"),
    "no card": ("NT", "d dh p1 AhXd", {}, "unreadable", 0, "cards such as"),
    "no action": ("NT", "deal; p3 calls", {}, "unreadable", 3, "an action such as"),
    "no amount": ("NT", "deal; p3 cbr -5", {}, "unreadable", 3, "an amount such as"),
    "no such player": ("NT", "d dh p4 AhAd", {}, "unreadable", 0, "p1 to p3"),
    "the wrong winner": ("NT", SHOWN, {"more": "finishing_stacks = [98, 104, 98]"}, "stacks-do-not-add-up", -1, "p1 finishes with 104"),
    "one chip short": ("NT", SHOWN, {"more": "finishing_stacks = [103, 98, 98]"}, "stacks-do-not-add-up", -1, "p1 finishes with 104"),
    "a rake from who lost": ("NT", SHOWN, {"more": "finishing_stacks = [104, 97, 98]\nwinnings = [6, 0, 0]"}, "stacks-do-not-add-up", -1, "p2 finishes with 98"),
    "chips out of nowhere": ("NT", DOWN, {"more": "finishing_stacks = [98, 98, 105]"}, "stacks-do-not-add-up", -1, "p3 finishes with 104"),
    "winnings of who lost": ("NT", SHOWN, {"more": "winnings = [0, 6, 0]"}, "stacks-do-not-add-up", -1, "p2 wins 0 at most"),
}  # fmt: skip


@pytest.mark.parametrize(("variant", "acts", "more", "code", "at", "due"), FAULTY.values(), ids=FAULTY)
def test_slips_are_told_where_they_happen(variant, acts, more, code, at, due):
    """The first thing that cannot be: what kind, which act, what was due."""
    fault = check_hand(hand(variant, acts, **more))
    assert fault is not None
    assert (fault.code, fault.at) == (f"record/{code}", at), fault
    assert due in fault.expected


FIELDS = {
    "a stack under nothing": ("starting_stacks = [100, 100, 100]", "starting_stacks = [100, -1, 100]", "p2's starting stack is below zero"),
    "too few stacks": ("starting_stacks = [100, 100, 100]", "starting_stacks = [100, 100]", "2 stacks for 3 players"),
    "too few blinds": ("[1, 2, 0]", "[1, 2]", "2 blinds for 3 players"),
    "no stacks": ("starting_stacks = [100, 100, 100]\n", "", "starting_stacks is missing"),
    "no antes": ("antes = [0, 0, 0]\n", "", "antes is missing"),
    "no smallest bet": ("min_bet = 2\n", "", "min_bet is missing"),
    "a stack that is a word": ("[100, 100, 100]", "['a', 100, 100]", "not a list of amounts"),
    "a bet that is a word": ("min_bet = 2", "min_bet = 'two'", "not an amount"),
    "a bet under nothing": ("min_bet = 2", "min_bet = -2", "min_bet is -2"),
    "an ante under nothing": ("antes = [0, 0, 0]", "antes = [0, -1, 0]", "less than zero"),
    "one player": ("antes = [0, 0, 0]", "antes = [0]", "antes for 1 player;"),
    "trimmed by what": ("min_bet", "ante_trimming_status = 3\nmin_bet", "ante_trimming_status is 3"),
    "too many decimals": ("min_bet = 2", "min_bet = 2.0000000001", "10 decimals"),
    "too few final stacks": ("actions", "finishing_stacks = [1]\nactions", "1 finishing stacks"),
    "too few winnings": ("actions", "winnings = [1]\nactions", "1 winnings"),
}  # fmt: skip


@pytest.mark.parametrize(("was", "now", "said"), FIELDS.values(), ids=FIELDS)
def test_fields_that_make_no_hand_are_refused(was, now, said):
    """They are told with their line, and no check is made."""
    text = hand("NT", FOLDED).text
    assert was in text
    with pytest.raises(RecordError, match=said):
        check_hand(parse_hand(text.replace(was, now)))


def test_all_eleven_variants_are_there():
    """By the codes of the format."""
    assert list(variants()) == ["FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB"]


def test_of_two_players_the_second_has_the_button():
    """DE-10: the button has the small blind and speaks first before the flop, last after it."""
    head = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n"
    acts = "'d dh p1 AhAd', 'd dh p2 KhKd', 'p2 cc', 'p1 cc', 'd db 2c3c5s', 'p1 cbr 2', 'p2 f'"
    outcome = outcome_of(parse_hand(f"{head}actions = [{acts}]\n"))
    assert outcome.problem is None
    assert outcome.stacks == [102, 98]

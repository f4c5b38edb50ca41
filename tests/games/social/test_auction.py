"""The bidding against a referee that knows nothing but the rules NP-07 to NP-14, over every sequence of three players."""

from __future__ import annotations

import itertools

import pytest

import dealerkit as dk
from dealerkit.errors import DealerkitError
from dealerkit.felt import Act
from dealerkit.games.social.nap.mechanics import auction
from tests.sampling import daily

LADDER = ["two", "three", "mis", "four", "nap", "wellington", "blucher"]  # NP-07, the lowest first
WORDS = ["pass", *LADDER]
NEEDS = {"wellington": "nap", "blucher": "wellington"}  # NP-12, NP-13


def allowed(said: list[str]) -> set[str]:
    """What the next player may say after these words, by the rules alone; nothing once the bidding is over."""
    if len(said) == 3 or "blucher" in said:  # NP-09, NP-14, NP-A8
        return set()
    bids = [word for word in said if word != "pass"]
    higher = LADDER[LADDER.index(bids[-1]) + 1 :] if bids else LADDER  # NP-10, NP-11
    return {"pass"} | {bid for bid in higher if bid not in NEEDS or NEEDS[bid] in bids}


def legal_sequences() -> list[list[str]]:
    """Every way in which the bidding of three players can begin."""
    found: list[list[str]] = [[]]
    for said in found:
        found += [[*said, word] for word in WORDS if word in allowed(said)]
    return found


def act(seat: int, word: str) -> Act:
    """What a player says, as an act."""
    return Act.make(f"s{seat}", "pass") if word == "pass" else Act.make(f"s{seat}", "bid", word)


@pytest.fixture(scope="module")
def table():
    """Three players, the third deals, and the bidding is open."""
    table = dk.Table("nap", seats=3, button=3)
    table.advance("bidding")
    return table


def test_every_legal_sequence_asks_for_just_what_is_allowed(table):
    """At each point of each of them the player in turn is offered every bid that the rules allow, and no other."""
    sequences = legal_sequences()
    assert len(sequences) > 90
    for said in sequences:
        run = auction(table.now, table.players.params)
        ask = next(run)
        result = over = None
        for seat, word in enumerate(said, 1):
            try:
                ask = run.send(act(seat, word))
            except StopIteration as stop:
                result, over = stop.value, True
        assert bool(over) is (not allowed(said)), said
        if over:
            bids = [(seat, word) for seat, word in enumerate(said, 1) if word != "pass"]
            assert (result and (result["bidder"], result["bid"])) == (bids[-1] if bids else None), said
        else:
            ((who, moves),) = ask.items()
            assert who == f"s{len(said) + 1}"
            assert {move.removeprefix("bid ") for move in moves} == allowed(said), said


def test_the_first_word_against_the_rules_is_found_and_no_earlier_one(table):
    """All 512 sequences of three words: a finding comes with just the word that the rules forbid."""
    start = len(table.log)
    for words in itertools.product(WORDS, repeat=3):
        said: list[str] = []
        for seat, word in enumerate(words, 1):
            if not allowed(said):
                break
            found = table.push(act(seat, word))
            if word in allowed(said):
                assert found == (), (words, word)
                said.append(word)
                continue
            expected = "play/NP-10"
            bids = [other for other in said if other != "pass"]
            if word in NEEDS and (not bids or LADDER.index(word) > LADDER.index(bids[-1])):
                expected = {"wellington": "play/NP-12", "blucher": "play/NP-13"}[word]
            assert [finding.code for finding in found] == [expected], (words, word)
            break
        while len(table.log) > start:
            table.pop()
    assert table.ok


@pytest.mark.parametrize("said", [["pass", "pass"], ["two", "pass"], ["pass", "nap"]])
def test_np_a1_the_dealer_is_forced_only_when_all_others_have_passed(said):
    """Then nothing but the lowest bid may be said."""
    table = dk.Table("nap", seats=3, button=3, options={"all_pass": "dealer_must_bid_two"})
    table.advance("bidding")
    for seat, word in enumerate(said, 1):
        assert table.push(act(seat, word)) == ()
    moves = {move.removeprefix("bid ") for move in table.ask["s3"]}
    assert moves == ({"two"} if said == ["pass", "pass"] else allowed(said))


@pytest.mark.parametrize("early", daily(WORDS, 3, rest="thorough"))
def test_what_is_refused_may_be_said_again_or_let_pass(early):
    """Whatever the others do after it, the bidding comes to an end and the dealer is not accused."""
    for first, last, again in itertools.product(WORDS, WORDS, (True, False)):
        table = dk.Table("nap", seats=3, button=3)
        table.advance("bidding")
        found = table.push(act(2, early))  # out of turn
        assert [finding.code for finding in found] == ["play/NP-14"]
        table.push(act(1, first))
        if table.players is None or "s2" not in table.ask:
            continue
        if again:
            table.push(act(2, "pass"))
        table.push(act(3, last))
        assert {finding.code.partition("/")[0] for finding in table.findings} == {"play"}


@pytest.mark.parametrize("seats", [2, 8])
def test_np_01_another_number_of_players_is_refused(seats):
    """Three to seven play."""
    with pytest.raises(DealerkitError, match="3 to 7"):
        dk.Table("nap", seats=seats)

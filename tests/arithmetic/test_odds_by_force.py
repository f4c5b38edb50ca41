"""`odds --out`, `--player` and `--banker` against every order of a small shoe, dealt by rules written out here once more."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main as cli

RANKS = "A23456789TJQK"
PACK = [rank + suit for rank in RANKS for suit in "cdhs"]


def winner(cards):
    """Who wins a coup, told from the printed rules alone (BA-25 to BA-45); cards in the order in which they leave the shoe."""
    worth = [RANKS.index(card[0]) + 1 if card[0] in "A23456789" else 0 for card in cards]
    player, banker, rest = (worth[0] + worth[2]) % 10, (worth[1] + worth[3]) % 10, worth[4:]
    if player < 8 and banker < 8:
        third = None
        if player <= 5:
            third, rest = rest[0], rest[1:]
            player = (player + third) % 10
        if third is None:
            draws = banker <= 5
        else:
            draws = (
                banker <= 2
                or (banker == 3 and third != 8)
                or (banker == 4 and 2 <= third <= 7)
                or (banker == 5 and 4 <= third <= 7)
                or (banker == 6 and 6 <= third <= 7)
            )
        if draws:
            banker = (banker + rest[0]) % 10
    return "tie" if player == banker else "player" if player > banker else "banker"


def told(*words):
    """The command's JSON."""
    result = CliRunner().invoke(cli, ["odds", "mini-baccarat", "--set", "decks=1", *words, "--json"])
    assert result.exit_code == 0, result.output
    return json.loads(result.output)


SHOES = [
    "Ac 2c 3d 4h 5s 6c 7d 8h",
    "9c 9d 8c 8s Kd Qh 3s 2d",
    "4c 4d 4h 4s 5c 5d 6h 6s",
    "Tc Jd Qh Ks 6c 7d 7h As",
]


@pytest.mark.parametrize("left", SHOES)
def test_out_leaves_a_shoe_of_eight_cards(left):
    """20,160 orders of six, suits and all."""
    left = left.split()
    gone = [card for card in PACK if card not in left]
    dealt = Counter(winner(six) for six in permutations(left, 6))
    made = told("--out", " ".join(gone[:20]), "--out", " ".join(gone[20:]))
    assert made["cards"] == 8
    assert {name: one["count"] for name, one in made["outcomes"].items()} == {
        name: dealt[name] for name in ("player", "banker", "tie")
    }
    assert made["total"] == sum(dealt.values())
    pairs = sum(six[0][0] == six[2][0] for six in permutations(left, 6))
    assert next(bet for bet in made["bets"] if bet["bet"] == "player_pair")["win"] == pairs


@pytest.mark.parametrize("left", SHOES)
@pytest.mark.parametrize(("player", "banker"), [((0, 1), None), (None, (2, 3)), ((0, 1), (2, 3)), ((4, 6), (1, 7))])
def test_first_cards_that_lie_there(left, player, banker):
    """Every order in which the rest can come; the hands that lie there are not in the shoe any more."""
    left = left.split()
    gone = [card for card in PACK if card not in left]
    mine, theirs = ([left[at] for at in pair] if pair else None for pair in (player, banker))
    lying = [*(mine or ()), *(theirs or ())]
    shoe = [card for card in left if card not in lying]
    dealt: Counter[str] = Counter()
    for order in permutations(shoe, 6 - len(lying)):
        rest = list(order)
        one = mine or [rest.pop(0), rest.pop(0)]
        other = theirs or [rest.pop(0), rest.pop(0)]
        dealt[winner([one[0], other[0], one[1], other[1], *rest])] += 1
    words = [*(["--player", " ".join(mine)] if mine else ()), *(["--banker", " ".join(theirs)] if theirs else ())]
    made = told("--out", " ".join(gone), *words)
    assert {name: one["count"] for name, one in made["outcomes"].items()} == {
        name: dealt[name] for name in ("player", "banker", "tie")
    }
    assert made["total"] == sum(dealt.values())
    assert (made["player"], made["banker"]) == (mine, theirs)
    edge = Fraction(next(bet for bet in made["bets"] if bet["bet"] == "player")["edge_fraction"])
    assert edge == Fraction(dealt["banker"] - dealt["player"], made["total"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mini-baccarat", "--player", "7h"], "name the first two cards of the hand"),
        (["mini-baccarat", "--player", "7h ??"], "name the first two cards of the hand"),
        (["mini-baccarat", "--set", "decks=1", "--player", "7h 7c", "--banker", "7d 7s", "--out", "7h 8c"], "no 7s left"),
        (["mini-baccarat", "--hand", "7h Ks"], "--hand can't be used for Mini baccarat"),
        (["mini-baccarat", "--shoe", "A=3 2=1", "--player", "A A"], "A"),
        (["nap"], "no odds for Nap"),
        (["omaha"], "a fixed number of hole cards must play"),
        (["draw", "--shoe", "A=3"], "--shoe can't be used for Five-card draw"),
        (["draw", "--hand", "Ah Ah"], "Ah appears twice"),
        (["draw", "--hand", "Ah", "--out", "Ah"], "Ah cannot be in two places"),
        (["draw", "--hand", "Jk"], "Jk is not in the pack of this game"),
        (["draw", "--hand", "Ah 2c 3c 4c 5c 6c"], "a hand of 5 cards can't be made from 6"),
        (["draw", "--set", "wild=99"], "99"),
        (["draw", "--set", "colour=red"], "colour"),
        (["red-dog", "--hand", "Ah"], "a hand has 4 cards here, not 1"),
        (["red-dog", "--hand", "Ah 2c 3c ??"], "?? means an unseen card"),
        (["red-dog", "--out", "Ah"], "add --hand CARDS"),
        (["mexican-sweat"], "name the cards in the centre"),
        (["mexican-sweat", "--kill", "Kh Kd", "--beat", "7d"], "--kill is one card"),
        (["mexican-sweat", "--kill", "Kh", "--beat", "7d", "--hand", "8c"], "already beats the target"),
        (["mexican-sweat", "--kill", "Kh", "--beat", "7d", "--hand", "Kc"], "dead already (MS-08)"),
        (["mexican-sweat", "--kill", "Kh", "--beat", "7d", "--hand", "7d"], "7d cannot be in two places"),
    ],
)
def test_what_cannot_be_counted_is_said(words, said):
    """In a sentence, with exit 2."""
    result = CliRunner().invoke(cli, ["odds", *words])
    assert result.exit_code == 2
    assert said in result.output


def test_poker_hands_by_command():
    """WC-01: deuces wild, as published; of the royal flushes 4 are natural and 480 are not."""
    made = json.loads(CliRunner().invoke(cli, ["odds", "draw", "--set", "wild=2", "--json"]).output)
    counts = {one["hand"]: one["count"] for one in made["hands"]["high"]}
    assert counts["royal flush"] == 484
    assert counts["straight flush"] == 2_068
    assert counts["five of a kind"] == 672
    assert sum(counts.values()) == made["total"] == 2_598_960
    assert "one pair         47.1345%  1 225 008" in CliRunner().invoke(cli, ["odds", "draw", "--set", "wild=2"]).output


def test_a_house_that_has_deuces_wild_is_counted_so(tmp_path):
    """What the rule set fixes holds, and `--set` wins over it."""
    house = tmp_path / "wild.yaml"
    house.write_text(
        "set: wild\ntitle: Deuces wild\nextends: rrop\nfamily: poker\noptions: {draw: {wild: '2'}}\n", encoding="utf-8"
    )

    def fives(*words):
        made = json.loads(CliRunner().invoke(cli, ["odds", "draw", "--rules", str(house), *words, "--json"]).output)
        return {one["hand"]: one["count"] for one in made["hands"]["high"]}.get("five of a kind", 0)

    assert fives() == 672
    assert fives("--set", "wild=none") == 0


def test_a_hand_that_has_begun_and_cards_that_are_gone():
    """Holding three aces with one gone, no four of a kind is left; one card fills up or does not."""
    made = json.loads(CliRunner().invoke(cli, ["odds", "draw", "--hand", "Ah Ad Ac 2s", "--out", "As", "--json"]).output)
    counts = {one["hand"]: one["count"] for one in made["hands"]["high"]}
    assert counts == {"full house": 3, "three of a kind": 44}


def test_red_dog_and_mexican_sweat_by_command():
    """The share of unseen cards that are lower in their suit (ledger 4.2); a turn against a seven."""
    made = json.loads(CliRunner().invoke(cli, ["odds", "red-dog", "--hand", "Ah 9d 9c 2s", "--out", "Kd", "--json"]).output)
    assert (made["win"]["fraction"], made["gain"]["fraction"]) == ("26/47", "5/47")
    every = json.loads(CliRunner().invoke(cli, ["odds", "red-dog", "--set", "hand_size=5", "--json"]).output)
    assert sum(one["count"] for one in every["hands"]) == every["total"] == 2_598_960
    sweat = json.loads(CliRunner().invoke(cli, ["odds", "mexican-sweat", "--kill", "Kh", "--beat", "7d", "--json"]).output)
    ends = [Fraction(sweat[name]["fraction"]) for name in ("beat", "killed", "ran_out")]
    assert sum(ends) == 1
    assert Fraction(sweat["cards"][0]["beat"]["fraction"]) == Fraction(24, 50), "eight to ace, without the three kings left"

"""What holds of every table, however it is dealt: cards and chips are conserved, records refold, views do not leak,
clean hands have no finding.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import dealerkit as dk
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import VERBS, Act
from dealerkit.procedure.setup import BadSetup
from tests.folding import dealt, folds_back, state
from tests.sampling import daily
from tests.table.dealing import coups, next_act

GAMES = {"mini-baccarat": (1, 9), "holdem": (2, 10), "nap": (3, 7)}
FACES = ("Ah", "7d", "Kc", "2s", "Th", "9c")


def any_act(table: dk.Table, rng: random.Random) -> Act | None:
    """Something that anybody might do, sensible or not."""
    role, verb = rng.choice(list(VERBS))
    spec = VERBS[role, verb]
    words = [*table.felt.places, *table.felt.rows, *(f"s{seat}" for seat in range(1, table.seats + 1)), "rack", "tie"]
    to = [rng.choice(words) for _ in range(rng.randint(*spec.words))]
    n = (
        rng.choice((0, 1, 2, 3, 5, 10, 100))
        if (spec.amount or spec.count) and (spec.needs_number or rng.random() < 0.5)
        else None
    )
    cards = [rng.choice(FACES)] if spec.cards and n is None and rng.random() < 0.3 else []
    face = rng.choice(("", "up", "down")) if spec.face else ""
    who = f"s{rng.randint(1, table.seats)}" if role == "s" else role
    try:
        return Act.parse(" ".join(str(part) for part in (who, verb, *to, n if n is not None else "", face, *cards)))
    except ActError:
        return None


@pytest.mark.sample(4, most=3)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", daily(range(25), 3))
def test_no_card_and_no_chip_is_lost_or_made(game: str, seed: int) -> None:
    """Whatever anybody does, every card lies in one place and every chip in one row."""
    rng = random.Random(seed)
    known = seed if seed % 2 else None
    table = dk.Table(game, seats=rng.randint(*GAMES[game]), seed=known)
    cards, chips = Counter(table.felt.all_cards()), table.felt.chips()
    refused = 0
    for _ in range(150):
        act = any_act(table, rng) if rng.random() < 0.5 else next_act(table, rng)
        if act is None:
            continue
        before = state(table)
        try:
            table.push(act)
        except Impossible:
            refused += 1
            assert state(table) == before, f"'{act}' was refused and changed something"
        assert Counter(table.felt.all_cards()) == cards
        assert table.felt.chips() == chips
        for finding in table.findings:
            assert table.explain(finding).severity in {"minor", "major", "critical"}
    assert refused < 150


@pytest.mark.sample(4, most=2)
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_any_prefix_of_a_record_refolds_to_the_same_table(game: str, seed: int) -> None:
    """Replaying, taking back and going on come to the same table as never having gone on."""
    rng = random.Random(seed)
    seats = rng.randint(*GAMES[game])
    table = dk.Table(game, seats=seats, seed=seed)
    states = dealt(table, (any_act(table, rng) if rng.random() < 0.1 else next_act(table, rng) for _ in range(130)))
    folds_back(table, states, rng, 40)


@pytest.mark.slow
def test_a_thousand_clean_coups_give_no_finding() -> None:
    """A perfect dealer is never accused: whole shoes, every commission method and variant."""
    methods = ("deduct", "mark", "mark_one_pay_one")
    variants = ("commission", "ez", "super6")
    dealt = 0
    for seed in range(15):
        acts = coups(
            seed,
            seats=1 + seed % 9,
            count=90,
            commission_method=methods[seed % 3],
            variant=variants[seed // 3 % 3],
            coups_after_cut_card=(1, 0, 2)[seed % 3],
            dragon7=True,
            player_pair=True,
        )
        dealt += sum(act.verb == "clear" for act in acts)
    assert dealt > 1000


@pytest.mark.sample(4)
@pytest.mark.parametrize("game", ["holdem", "nap"])
@pytest.mark.parametrize("seed", range(40))
def test_clean_hands_of_other_kinds_give_no_finding(game: str, seed: int) -> None:
    """A perfect dealer and legal players are never accused, at every table size."""
    rng = random.Random(seed)
    least, most = GAMES[game]
    options = {"joker": seed % 2} if game == "nap" else {}
    table = dk.Table(game, seats=least + seed % (most - least + 1), seed=seed, options=options)
    for _ in range(260):
        act = next_act(table, rng)
        if act is None:
            break
        assert table.push(act) == (), (act.text, table.findings[-1])
    assert table.log


@pytest.mark.parametrize("game", ["holdem", "nap", "mini-baccarat"])
@pytest.mark.parametrize("seed", range(12))
def test_cards_that_a_seat_has_not_seen_leave_its_view_unchanged(game: str, seed: int) -> None:
    """Exchange the faces of unseen cards, and the seat notices nothing, in places or in the log."""
    rng = random.Random(seed)
    table = dk.Table(game, seats=GAMES[game][0] + 1, seed=seed)
    for _ in range(rng.randint(5, 60)):
        act = next_act(table, rng)
        if act is None:
            break
        table.push(act)
    seat = rng.randint(1, table.seats)
    before = table.view(seat)
    felt = table.felt
    unseen = [card for card in range(len(felt.faces)) if not felt.seen[card] & (1 << seat)]
    faces = [felt.faces[card] for card in unseen]
    rng.shuffle(faces)
    for card, face in zip(unseen, faces, strict=True):
        felt.faces[card] = face
    after = table.view(seat)
    assert after.places == before.places
    assert str(after) == str(before)


def test_a_view_hides_the_cards_named_in_the_log() -> None:
    """A card dealt to another seat reads ?? in the log, and in one's own hand its name."""
    table = dk.Table("nap", seats=3, button=3)
    table.advance("deal")
    table.push("d deal s1 Ah Kh Qh")
    assert table.view(1).log[-1] == "d deal s1 Ah Kh Qh"
    assert table.view(2).log[-1] == "d deal s1 ?? ?? ??"
    assert table.view(2).places["s1"] == ("??", "??", "??")
    assert table.view(0).log[-1] == "d deal s1 ?? ?? ??"


@pytest.mark.parametrize("seed", [None, 5])
@pytest.mark.parametrize(
    ("flaw", "pack", "back"), [("foreign", -1, "plain"), ("wrong-back", 0, "another"), ("damaged", 0, "plain")]
)
def test_a_card_that_does_not_belong_can_be_planted_and_is_ruled_on(seed: int | None, flaw: str, pack: int, back: str) -> None:
    """BI-21: the piece of card differs, the floor is due, and dealing on is found."""
    table = dk.Table("mini-baccarat", seats=1, seed=seed)
    table.advance("deal")
    assert table.push(f"d deal player {'Jk ' if flaw == 'foreign' else ''}{flaw}") == ()
    card = table.felt.card(table.felt.moved[0])
    assert (min(card.pack, 0), card.back) == (pack, back)
    assert table.rulings[-1].ruling.rules == ("BI-21",)
    assert str(table.expected.dealer[0]) == "d floor"
    assert [finding.code for finding in table.push("d deal banker")] == ["deck/foul-not-stopped"]
    table.pop()
    assert table.push("d floor") == ()
    assert table.push("d deal banker") == ()


def test_a_burn_of_several_cards_may_be_said_as_one() -> None:
    """BA-21: `d burn 2` is two burns; one too many is one finding."""
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("first_card")
    table.push("d burn up 2c")
    assert table.push("d burn 2") == ()
    assert table.push("d close") == ()
    table = dk.Table("mini-baccarat", seats=1)
    table.advance("first_card")
    table.push("d burn up 2c")
    assert [finding.code for finding in table.push("d burn 3")] == ["shoe/burn-count-wrong"]


def test_a_cut_card_deeper_than_the_pack_is_refused() -> None:
    """BA-18: no more cards can lie behind the cut card than there are."""
    with pytest.raises(BadSetup, match="cut_card_depth 60 is too many: the pack has 52 cards"):
        dk.Table("mini-baccarat", seats=1, options={"decks": 1, "cut_card_depth": 60})

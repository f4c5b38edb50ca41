"""Every fault that one card of a deck can have is reported, and no other; so are two at once (VD-02 to VD-05).

A campaign (`DEALERKIT_LONG=100`) tries every pair of faults of every pair of faces, in all packs, on the same piece of
card and on two.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs
import pytest

from dealerkit.cards import FACES, JOKER
from dealerkit.jobs.deck.check import check_list
from dealerkit.jobs.deck.listing import ListedCard
from dealerkit.jobs.deck.packs import pack_named
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

SIZES = ("52", "53", "54", "108", "416")
MARKS = ("boxed", "marked", "damaged", "misprinted")
KINDS = ("missing", "duplicate", "foreign", "wrong_back", *MARKS)
BACK, OTHER = "red", "blue"

Found = Counter[tuple[str, str]]


def whole(pack):
    """The pieces of a pack that lacks nothing, all with its back."""
    return [ListedCard(face, BACK) for face in pack.composition.faces()]


def spoiled(pieces: list[ListedCard], faults: tuple[tuple[int, str], ...]) -> tuple[list[ListedCard], Found]:
    """A pack with faults put into it, and what should be found: kept in accounts of its own, card by card."""
    now: dict[int, ListedCard] = dict(enumerate(pieces))
    more: list[ListedCard] = []
    surplus: Counter[str] = Counter()
    wanted: Found = Counter()
    for at, kind in faults:
        name = str(pieces[at].face)
        if kind == "missing":
            if at in now:
                for mark in now[at].marks:  # what was wrong with it went with it
                    wanted[mark, name] -= 1
                if now[at].back == OTHER:
                    wanted["wrong_back", name] -= 1
                del now[at]
                surplus[name] -= 1
        elif kind == "duplicate":
            more.append(ListedCard(pieces[at].face, BACK))
            surplus[name] += 1
        elif kind == "foreign":
            more.append(ListedCard(FACES[JOKER], BACK))
            surplus[JOKER] += 1
        elif at in now and kind == "wrong_back":
            if now[at].back != OTHER:
                wanted["wrong_back", name] += 1
            now[at] = attrs.evolve(now[at], back=OTHER)
        elif at in now:
            if kind not in now[at].marks:
                wanted[kind, name] += 1
            now[at] = attrs.evolve(now[at], marks=now[at].marks | {kind})
    jokers = any(piece.face is FACES[JOKER] for piece in pieces)
    for name, number in surplus.items():
        kind = "missing" if number < 0 else "foreign" if name == JOKER and not jokers else "duplicate"
        wanted[kind, name] += abs(number)
    return [*now.values(), *more], +wanted


def found(pack, pieces: list[ListedCard]) -> Found:
    """What the check finds, with how many cards."""
    report = check_list(pack, pieces)
    made: Found = Counter()
    for find in report.finds:
        made[find.kind, str(find.face)] += find.count
    assert report.counted == len(pieces)
    assert report.ok is not bool(made)
    return made


@pytest.mark.parametrize("size", SIZES)
def test_a_pack_without_a_fault_passes(size):
    """In order, and backwards."""
    pack = pack_named(size, [BACK])
    pieces = whole(pack)
    assert len(pieces) == int(size)
    assert not found(pack, pieces)
    assert not found(pack, pieces[::-1])


@pytest.mark.sample(3)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", SIZES)
def test_every_single_fault_is_found_and_nothing_else(size, kind):
    """On each piece of card of each pack."""
    pack = pack_named(size, [BACK])
    pieces = whole(pack)
    for at in range(len(pieces)):
        spoilt, wanted = spoiled(pieces, ((at, kind),))
        assert sum(wanted.values()) == 1
        assert found(pack, spoilt) == wanted, (at, kind)


def pairs_of_cards(size: int) -> Iterator[tuple[int, int]]:
    """Pairs of pieces: some with themselves and with others, near and far; in a campaign every pair of faces."""
    if LONG >= 100:
        first: dict[Any, Any] = {}
        for at, piece in enumerate(whole(pack_named(str(size)))):
            first.setdefault(piece.face, []).append(at)
        some = [at for places in first.values() for at in places[:2]]
        yield from itertools.product(some, some)
        return
    step = max(1, size // 8)
    for at in range(0, size, step):
        yield at, at
        yield at, (at * 7 + 3) % size
    for at in range(0, size - 52, 5 * step):  # the same face in another deck of a shoe
        yield at, at + 52


@pytest.mark.sample(5)
@pytest.mark.parametrize("size", SIZES)
def test_two_faults_at_once_are_found_and_nothing_else(size):
    """Every pair of kinds; what cancels out, as a card that is gone and a copy in its place, is no fault of the faces."""
    pack = pack_named(size, [BACK])
    pieces = whole(pack)
    for one, other in pairs_of_cards(int(size)):
        for first, second in itertools.product(KINDS, KINDS):
            faults = ((one, first), (other, second))
            spoilt, wanted = spoiled(pieces, faults)
            assert found(pack, spoilt) == wanted, faults


def test_unread_cards_are_never_guessed():
    """With as many cards unread as are missing nothing is said to be missing; with fewer, how many are for certain."""
    pack = pack_named("52")
    pieces = [ListedCard(piece.face) for piece in whole(pack)]
    for gone in range(1, 6):
        for unread in range(1, 6):
            report = check_list(pack, [*pieces[gone:], *[ListedCard(None)] * unread])
            assert report.unread == unread
            assert report.number("missing") == max(0, gone - unread)
            assert {str(face) for face in report.may_be} == {str(piece.face) for piece in pieces[:gone]}
            assert not report.ok


def test_two_packs_with_two_backs_keep_each_card_to_its_own():
    """Each face once with each back; one that stands in the place of its twin is a wrong back, and nothing is missing."""
    pack = pack_named("108", ["red", "blue"])
    pieces = [ListedCard(face, back) for back in ("red", "blue") for face in pack_named("two-jokers").composition.faces()]
    assert not found(pack, pieces)
    for at, piece in enumerate(pieces):
        spoilt = [*pieces]
        spoilt[at] = attrs.evolve(piece, back="blue" if piece.back == "red" else "red")
        assert found(pack, spoilt) == {("wrong_back", str(piece.face)): 1}


def test_backs_that_were_not_named_are_told_by_the_most():
    """One blue back among red ones is the wrong one; half and half, nobody can say."""
    pack = pack_named("52")
    pieces = whole(pack)
    assert found(pack, [attrs.evolve(pieces[0], back=OTHER), *pieces[1:]]) == {("wrong_back", "2c"): 1}
    half = [attrs.evolve(piece, back=OTHER) for piece in pieces[:26]] + pieces[26:]
    report = check_list(pack, half)
    assert report.ok
    assert "--back" in report.notes[0]

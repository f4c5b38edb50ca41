"""Search forgives case, plurals and slips of the finger, and puts the better fit first."""

from __future__ import annotations

import pytest

from dealerkit.matching import Index, excerpt, words

TEXTS = [
    "The dealer burns one card before the flop",
    "Commission is marked in the box of the seat",
    "A card face up in the shoe is not used",
    "平局时押注退回",
]
INDEX = Index([[(1.0, said)] for said in TEXTS])


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("burned cards", 0),
        ("BURNING", 0),
        ("comission", 1),
        ("boxes", 1),
        ("commis", 1),
        ("shoes facing", 2),
        ("平局", 3),
    ],
)
def test_the_text_is_found(query, first):
    """Whatever form the word has."""
    assert INDEX.find(query)[0].number == first


@pytest.mark.parametrize("query", ["", "the of", "xylophone", "!!"])
def test_nothing_is_found_for_nothing(query):
    """Small words, unknown words and signs find nothing."""
    assert INDEX.find(query) == []


def test_only_what_has_the_most_words_is_found():
    """A document with every word leaves out those that lack one; if none has every word, the nearest stand."""
    assert [match.number for match in INDEX.find("card face shoe")] == [2]
    assert [match.number for match in INDEX.find("card shoe")] == [2]
    assert [match.number for match in INDEX.find("card shoe seat")] == [2]


def test_an_excerpt_holds_the_words_it_was_found_by():
    """Never longer than asked, and cut at words."""
    said = " ".join(f"word{n}" for n in range(200)) + " commission " + "end " * 50
    part = excerpt(said, {"commission"}, 60)
    assert "commission" in part
    assert len(part) <= 60
    assert excerpt("short", {"x"}) == "short"


def test_words_are_stems():
    """Plural, tense and doubling fall away; short words and numbers stay."""
    assert words("Tapped, misses and 8 decks of 416") == ["tap", "miss", "8", "deck", "416"]

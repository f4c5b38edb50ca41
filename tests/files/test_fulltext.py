"""Full-text search forgives case, plurals and slips of the finger, and puts the better fit first."""

from __future__ import annotations

import difflib

import pytest

from dealerkit.files.fulltext import FullText, excerpts, tokens

TEXTS = [
    "The dealer burns one card before the flop",
    "Commission is marked in the box of the seat",
    "A card face up in the shoe isn't used",
    "平局时押注退回",
]
INDEX = FullText.of(([said] for said in TEXTS), (1.0,))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("burned cards", 0),
        ("BURNING", 0),
        ("comission", 1),
        ("boxes", 1),
        ("commis", 1),
        ("shoes facing", 2),
        ("isnt used", 2),
        ("isn’t used", 2),
        ("平局", 3),
    ],
)
def test_the_text_is_found(query, first):
    """Whatever form the word has."""
    assert INDEX.find(query)[0].number == first


@pytest.mark.parametrize("query", ["", "the of", "xylophone", "!!", '" OR *', "NEAR("])
def test_nothing_is_found_for_nothing(query):
    """Small words, unknown words and signs find nothing; what SQLite would take for an order is text."""
    assert INDEX.find(query) == []


def test_who_is_not_asked_for_is_not_found():
    """Of some documents alone; a better fit has the greater score."""
    both = INDEX.find("card face shoe")
    assert [one.number for one in both] == [2, 0]
    assert both[0].score > both[1].score > 0
    assert [one.number for one in INDEX.find("card face shoe", among={0, 1})] == [0]


def test_words_that_stand_side_by_side_count_more():
    """In the order in which they are said."""
    index = FullText.of([["turn the card"], ["card the turn"], ["the turn card"]], (1.0,))
    assert index.find("turn card")[0].number == 2


def test_a_word_in_a_weightier_field_counts_more():
    """The first field is a title."""
    index = FullText.of([["deck", "burn"], ["burn", "deck"]], (4.0, 1.0))
    assert index.find("burn")[0].number == 1


def test_an_excerpt_is_the_part_that_fits():
    """Of the text that fits best; nothing where none does."""
    said = " ".join(f"word{n}" for n in range(200)) + " commission " + "end " * 50
    part, other = excerpts([["nothing here", said], ["short"]], "Commissions")
    assert "commission" in part
    assert len(part.split()) <= 20
    assert other == ""
    assert excerpts([["short"], []], "x") == excerpts([["short"], []], "the") == ["", ""]


def test_tokens_are_small_letters_and_digits():
    """No accents, no apostrophes, Chinese characters one by one."""
    assert tokens("He didn't — Arrêté! 平局 416") == ["he", "didnt", "arrete", "平", "局", "416"]


@pytest.mark.parametrize("word", ["burnd", "brun", "commision", "boxs", "xylophone", "flpo", "aaaaaaaa", "cradn"])
def test_words_are_as_near_as_they_are_alike(word):
    """What shares too few letters is not compared, and nothing that is alike is lost by it."""
    words = sorted({one for said in TEXTS for one in tokens(said)} | {"burned", "board", "cardn", "aaaabbbb", "aaaaaabb", "plof"})
    index = FullText.of([[" ".join(words)]], (1.0,))
    assert index.near(word) == difflib.get_close_matches(word, words, n=2, cutoff=0.8)


def test_several_phrases_are_asked_for_at_once():
    """Any of them is enough; none says nothing, nor does one without a word."""
    assert INDEX.says("no such phrase", "burning one card")
    assert not INDEX.says("no such phrase", "one burning card", "!!", "")
    assert not INDEX.says()

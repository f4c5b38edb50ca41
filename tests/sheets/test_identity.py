"""By what a paper is known again: the hash of what is read, two words, and the mark in its file."""

from __future__ import annotations

import hashlib
import itertools

import attrs
import pytest

from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml
from dealerkit.sheets.document import Control, Document, Paper, Paragraph
from dealerkit.sheets.fonts import missing
from dealerkit.sheets.formats import FORMATS, render
from dealerkit.sheets.identity import content_hash, copy_words, identity, mark, read_mark, with_copy

CARD = Document("dealer", "Card", (Paragraph("Burn a card."),), control=Control(house="Riverside", number="HR-7", edition="3"))
HOSTILE = "*#$<@\"'\\;=%--> \u202e \x1b[2J é 庄"


def test_what_is_read_decides():
    """Paper and print do not count, nor do the words themselves; text, language, house and version do."""
    same = [
        attrs.evolve(CARD, paper=Paper("letter", large=True)),
        attrs.evolve(CARD, program="another"),
        with_copy(CARD),
    ]
    other = [
        attrs.evolve(CARD, blocks=(Paragraph("Burn two cards."),)),
        attrs.evolve(CARD, lang="zh-Hans"),
        attrs.evolve(CARD, edition="floor"),
        attrs.evolve(CARD, control=attrs.evolve(CARD.control, edition="4")),
        attrs.evolve(CARD, control=attrs.evolve(CARD.control, house="Lakeside")),
        attrs.evolve(CARD, control=attrs.evolve(CARD.control, logo=b"x")),
    ]
    assert {content_hash(one) for one in same} == {content_hash(CARD)}
    assert len({content_hash(one) for one in (CARD, *other)}) == 1 + len(other)


def test_posted_editions_with_a_version_bear_two_words():
    """The dealer's card and the floor's index; no book, and no card without a version."""
    words = with_copy(CARD).control.copy
    assert len(words.split()) == 2
    assert with_copy(attrs.evolve(CARD, edition="book")).control.copy == ""
    assert with_copy(attrs.evolve(CARD, control=Control(house="Riverside"))).control.copy == ""
    chinese = with_copy(attrs.evolve(CARD, lang="zh-Hans")).control.copy
    assert not any(sign.isascii() for sign in chinese)


def test_the_words_are_short_and_no_two_are_alike():
    """Every word is told from every other, in each language; none is longer than eight letters."""
    lists = read_yaml(data_dir("templates") / "copy_words.yaml").data
    for lang, (first, second) in itertools.product(("en", "zh-Hans", "zh-Hant"), [(lists["first"], lists["second"])]):
        words = [one[lang] for one in (*first, *second)]
        assert len(set(words)) == len(words)
        assert all(len(one) <= 8 for one in words)
        assert missing("".join(words)) == frozenset()
    assert len({copy_words(hashlib.sha256(bytes([at % 256, at // 256])).hexdigest()) for at in range(4000)}) > 1800


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("said", ["3", HOSTILE, "z" * 10_000], ids=["plain", "hostile", "long"])
def test_each_format_says_what_it_is(form, said):
    """Read out of the file's bytes: edition, number, version, words and hash, whatever signs stand in them."""
    card = with_copy(attrs.evolve(CARD, control=attrs.evolve(CARD.control, edition=said, number=said)))
    for part in render(card, form):
        assert read_mark(part) == identity(card)


MARK = mark(CARD).encode()


@pytest.mark.parametrize("raw", [b"", b"dealerkit-paper;", b"dealerkit-paper;doc=x", MARK[:-1], MARK.replace(b"=HR", b"=%ff")])
def test_a_mark_that_is_none(raw):
    """Nothing, half of it, or signs that are no text: no mark."""
    assert read_mark(raw) is None

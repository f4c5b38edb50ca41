"""Editions in English, in Chinese, and in both side by side."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from dealerkit.cli.shell import candidates
from dealerkit.errors import UnknownName
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game
from dealerkit.sheets import locales
from dealerkit.sheets.document import (
    Box,
    Columns,
    Document,
    Figure,
    Flow,
    Heading,
    Listing,
    Paper,
    Paragraph,
    TableBlock,
    TextRun,
    inner,
    plain,
    texts,
)
from dealerkit.sheets.editions.edition import Edition, EditionOrder
from dealerkit.sheets.editions.languages import PRINTED, make, marked, side_by_side
from dealerkit.sheets.formats.html import Html
from dealerkit.sheets.voice import LANGUAGES, Said, Voice


def card(order: EditionOrder) -> Document:
    """An edition in small: every kind of block that holds text."""
    voice = order.context().voice
    say, word = voice.say, voice.word
    return Document(
        edition="card",
        title=word("contents"),
        lang=order.lang,
        blocks=(
            Heading(say(order.game.data["title"])),
            Paragraph(say("Count the rack.")),
            Paragraph(say("Nobody has translated this.")),
            TableBlock(head=[word("bet"), word("pays_head")], rows=[[say({"en": "Tie", "zh-Hans": "和"}), "8"]]),
            Columns([[Listing([say("Count the rack.")])], [Figure("<svg/>", alt=word("tableau"), width=1, height=1)]]),
            Box([Paragraph("17")], title=word("pack")),
        ),
    )


EDITION = Edition("card", "Card", "anybody", "Nothing.", None, Paper(), card)


@pytest.fixture(scope="module")
def order() -> EditionOrder:
    """An order of baccarat as it comes."""
    return EditionOrder((game("mini-baccarat"),))


def made(order: EditionOrder, lang: str) -> list[str]:
    """What a reader sees of the edition in a language, without empty lines."""
    return [one for one in texts(make(EDITION, attrs.evolve(order, lang=lang))) if one]


def test_english_and_chinese_stand_side_by_side(order):
    """Each line is followed by what it is in Chinese; what is the same in both, or not translated, stands once."""
    assert made(order, "en+zh-Hans") == [
        "Contents\n目录",
        "Mini baccarat\n迷你百家乐",
        "Count the rack.\n清点筹码盘。",
        "Nobody has translated this.",
        "Bet\n投注",
        "Pays\n赔率",
        "Tie\n和",
        "8",
        "Count the rack.\n清点筹码盘。",
        "Drawing rules for the banker's hand / 庄家补牌表",
        "Pack\n纸牌",
        "17",
        "The Chinese has not been checked by a native reader.\n本版中文尚未经母语人士校阅。",
    ]


def test_the_second_language_is_set_as_what_it_is(order):
    """A reader aloud and a typesetter are told where the other language begins."""
    document = make(EDITION, attrs.evolve(order, lang="en+zh-Hant"))
    assert (document.lang, document.second) == ("en", "zh-Hant")
    heading = next(block for block in document.blocks if isinstance(block, Heading))
    assert heading.text == (TextRun("Mini baccarat", lang="en"), TextRun("迷你百家樂", lang="zh-Hant", second=True))
    assert '<span class="second" lang="zh-Hant">迷你百家樂</span>' in Html().print(document)


def test_what_is_not_translated_falls_back_visibly(order):
    """It is in English, says so, and is set as English."""
    document = make(EDITION, attrs.evolve(order, lang="zh-Hans"))
    assert "〔英文〕Nobody has translated this." in list(texts(document))
    paragraphs = [block for outer in document.blocks for block in inner(outer) if isinstance(block, Paragraph)]
    assert [run.lang for block in paragraphs for run in block.text] == ["zh-Hans", "en", "", "zh-Hans"]
    assert '<span lang="en">〔英文〕Nobody has translated this.</span>' in Html().print(document)


def test_what_its_maker_said_in_english_is_translated_if_it_can_be():
    """Words that the code has in English alone are looked for once more, whole."""
    words = Paragraph([Said("Count the rack.", "en"), Said("BA-22"), Said("7 to 2", "en")])
    (block,) = marked(Document("x", title="T", blocks=[words], lang="zh-Hans")).blocks
    assert isinstance(block, Paragraph)
    assert plain(block.text) == "清点筹码盘。BA-22〔英文〕7 to 2"


def test_each_chinese_edition_says_that_nobody_has_proved_it(order, monkeypatch):
    """Until a name stands in the one place for it; an English one never does."""
    said = {lang: made(order, lang)[-1] for lang in ("en", "zh-Hans", "zh-Hant")}
    assert said == {"en": "17", "zh-Hans": "本版中文尚未经母语人士校阅。", "zh-Hant": "本版中文尚未經母語人士校閱。"}
    proved = attrs.evolve(locales.locale("zh-Hans"), proved_by="A. Reader")
    monkeypatch.setattr("dealerkit.sheets.editions.languages.locale", lambda lang: proved)
    assert made(order, "zh-Hans")[-1] == "17"


def test_the_notice_flows_with_the_rest():
    """On a card whose blocks flow through columns it takes its place among them, and begins no page."""
    flowing = attrs.evolve(EDITION, make=lambda order: Document("x", title="T", blocks=[Flow([Paragraph("a")])], lang=order.lang))
    (flow,) = make(flowing, EditionOrder((game("mini-baccarat"),), lang="zh-Hant")).blocks
    assert isinstance(flow, Flow)
    assert len(flow.blocks) == 2


def test_blocks_that_are_not_made_alike_follow_each_other():
    """A table with a row more in one language is printed in both, and no line is lost."""
    rows = [["a", "b"]], [["甲", "乙"], ["丙", "丁"]]
    first, second = (
        Document("x", title="T", blocks=[TableBlock(rows=one), Paragraph("end")], lang=lang)
        for one, lang in zip(rows, ("en", "zh-Hans"), strict=True)
    )
    both = list(texts(side_by_side(first, second)))
    assert [one for one in both if one] == ["T", "a", "b", "甲", "乙", "丙", "丁", "end"]


def test_a_document_whose_pictures_speak_follows_whole():
    """Words in a drawing cannot be laid beside others: the second language begins a page, under its own title."""

    def poster(lang: str, title: str, said: str) -> Document:
        picture = Figure(f"<svg><title>{said}</title><text>{said}</text></svg>", said, 10, 10)
        return Document("x", title=title, blocks=[Paragraph("1"), picture], lang=lang)

    both = side_by_side(poster("en", "Ranks", "pair"), poster("zh-Hans", "牌型", "对子"))
    assert [block.kind for block in both.blocks] == ["paragraph", "figure", "pagebreak", "heading", "paragraph", "figure"]
    assert [one for one in texts(both) if one] == ["Ranks", "1", "pair", "牌型", "1", "对子"]
    assert isinstance(both.blocks[3], Heading)
    assert both.blocks[3].text == (TextRun("牌型", lang="zh-Hans"),)


def test_a_picture_that_only_bears_another_name_is_laid_beside():
    """What a drawing is called for whoever cannot see it differs, and nothing else: it stands once, with both names."""
    first, second = (
        Document("x", title="T", blocks=[Figure(f"<svg><title>{said}</title><path/></svg>", said, 1, 1)], lang=lang)
        for said, lang in (("ace", "en"), ("A牌", "zh-Hans"))
    )
    (figure,) = side_by_side(first, second).blocks
    assert isinstance(figure, Figure)
    assert figure.alt == "ace / A牌"


def test_a_language_that_is_none_is_refused(order):
    """With those there are."""
    with pytest.raises(UnknownName, match="language of sheets"):
        make(EDITION, attrs.evolve(order, lang="en+fr"))
    assert PRINTED == ("en", "zh-Hans", "zh-Hant", "en+zh-Hans", "en+zh-Hant")


@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "It pays 8 to 1 of 25,000: yes."), ("zh-Hans", "赔1赔8，25,000：是。"), ("zh-Hant", "賠1賠8，25,000：是。")],
)
def test_numbers_and_odds_in_a_text_are_the_languages_own(lang, said):
    """Options that fill a text are written as the language of the text writes them."""
    text = {
        "en": "It pays {tie_pays} of {maximum}: {allow_opposed_bets}.",
        "zh-Hans": "赔{tie_pays}，{maximum}：{allow_opposed_bets}。",
        "zh-Hant": "賠{tie_pays}，{maximum}：{allow_opposed_bets}。",
    }
    assert Voice(game("mini-baccarat", None, {"maximum": "25000"}), lang).say(text) == said


def test_every_printed_language_has_its_signs():
    """The table of signs is complete."""
    for lang in ("en", "zh-Hans", "zh-Hant"):
        assert all((how := locales.locale(lang)).odds.count(name) == 1 for name in ("{pays}", "{stake}"))
        assert how.list


def test_one_table_is_the_list_of_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A language that is put down in it is offered to Tab by its name; nothing else has to name it."""
    table = (data_dir("templates") / "locales.yaml").read_text(encoding="utf-8")
    own = table[table.index("en:\n") :].partition("zh-Hans:")[0].replace("en:\n", "es:\n").replace("English", "Spanish")
    (tmp_path / "locales.yaml").write_text(table + own, encoding="utf-8")
    monkeypatch.setattr(locales, "data_dir", lambda _: tmp_path)
    assert tuple(locales.locales()) == LANGUAGES
    monkeypatch.setattr(locales, "locales", locales.locales.__wrapped__)
    assert [*locales.locales()] == [*LANGUAGES, "es"]
    assert locales.locale("es").title == "Spanish"
    assert [*candidates.languages({}, "")][-1] == ("es", "Spanish")

"""A house's own words on its papers: rules, sentences in the place of ours, money, a helpline, and rules that it has adopted."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import attrs
import pytest

from dealerkit.errors import RuleFileError
from dealerkit.rules.games import game
from dealerkit.rules.schemas.house import HOUSE
from dealerkit.sheets.differences import departures
from dealerkit.sheets.document import Document, texts
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.languages import make
from dealerkit.sheets.formats import render
from dealerkit.sheets.formats.typeset import literal, source
from dealerkit.sheets.house import House, house, house_remarks
from dealerkit.sheets.house_words import ADOPTED, READERS, USUAL_READERS
from dealerkit.sheets.identity import content_hash
from dealerkit.sheets.new_house import new_house
from dealerkit.sheets.numbers import Numbers, kept_numbers

HOSTILE = 'Be *back* #danger $x$ <script>alert(1)</script> "q" {minimum} | \\ @ref `code` [a](b)'
WHOLE = f"""
house: {{en: Riverside, zh-Hans: 河畔}}
document: {{edition: "1"}}
games:
  holdem: {{rules: rrop, options: {{rake_percent: 5, rake_cap: 6}}}}
  mini-baccarat: us
house_rules:
  back:
    title: {{en: Coming back, zh-Hans: 返回}}
    text: {{en: Seats are kept for 60 minutes., zh-Hans: 座位保留60分钟。}}
    readers: [{", ".join(READERS)}]
  phones: {{title: Telephones, text: {json.dumps(HOSTILE)}, games: [holdem]}}
text:
  MD-13: {json.dumps(HOSTILE)}
  step/wash: Shuffle as you were taught.
  card/shuffle: Shuffle as the card says.
  player/manners/turn: Wait for your turn.
  ruling/boxed_card/otherwise: {{text: It is burned here., games: [mini-baccarat]}}
currency: {{symbol: "£"}}
helpline: {{en: "Call <555> #0100", zh-Hans: 求助热线}}
sources: adopted
"""


def of(text: str, folder: Path) -> House:
    """A house of this text."""
    file = folder / "house.yaml"
    file.write_text(text, encoding="utf-8")
    return house(file)


@pytest.fixture(scope="module")
def riverside(tmp_path_factory: pytest.TempPathFactory) -> House:
    """A house that says everything a house can say."""
    return of(WHOLE, tmp_path_factory.mktemp("riverside"))


def order(made: House, game: str, lang: str = "en", **more: object) -> EditionOrder:
    """What is printed of a game of a house."""
    whole = EditionOrder((made.game(game),), lang, control=made.control(lang), sources=made.sources, words_of_house=made.words)
    return attrs.evolve(whole, **more)  # type: ignore[arg-type]


def paper(made: House, name: str, game: str, lang: str = "en", **more: object) -> Document:
    """An edition of a house."""
    return make(EDITIONS[name], order(made, game, lang, **more))


def said(document: Document) -> str:
    """Everything that a reader reads."""
    return "\n".join(texts(document))


@pytest.mark.parametrize("name", [name for name in EDITIONS if name not in ("trees", "score")])
@pytest.mark.sample(3, rest="thorough")
def test_rules_of_a_house_stand_where_their_reader_looks(name: str, riverside: House) -> None:
    """On the editions that the file names, under a heading of their own; those that name none on three; only in their games."""
    there = said(paper(riverside, name, "holdem"))
    assert ("Seats are kept for 60 minutes." in there) == (name in READERS)
    assert ("House rules" in there) == (name in READERS)
    assert ("Telephones" in there) == (name in USUAL_READERS)
    if EDITIONS[name].offered(riverside.game("mini-baccarat")):
        assert "Telephones" not in said(paper(riverside, name, "mini-baccarat"))


def test_the_schema_names_the_editions_that_print_them() -> None:
    """Whoever writes a file is told the same names."""
    told = HOUSE["properties"]["house_rules"]["additionalProperties"]["properties"]["readers"]["description"]
    assert all(name in told for name in READERS)
    assert set(READERS) <= set(EDITIONS)


def test_a_rule_of_a_house_has_a_number_in_its_book(riverside: House) -> None:
    """It is a clause like any other; its text is the clause, so that a change of it is kept."""
    numbers = Numbers(edition="1")
    both = attrs.evolve(order(riverside, "holdem", numbers=numbers), games=riverside.games)
    printed = said(make(EDITIONS["book"], both))
    assert f"{numbers.number('house-rules/back/text')} Seats are kept for 60 minutes." in printed
    assert "Telephones (Hold'em only)" in printed


@pytest.mark.parametrize(
    ("name", "game", "own", "ours"),
    [
        ("book", "holdem", HOSTILE, None),
        ("book", "holdem", "Shuffle as you were taught.", None),
        ("control", "holdem", "Shuffle as you were taught.", None),
        ("dealer", "holdem", "Shuffle as the card says.", None),
        ("player", "holdem", "Wait for your turn.", "A verbal declaration in turn is binding"),
        ("floor", "mini-baccarat", "It is burned here.", "The card is burned, and the next one takes its place."),
        ("player", "mini-baccarat", "It is burned here.", "The card is burned, and the next one takes its place."),
    ],
)
def test_a_sentence_of_the_house_stands_in_the_place_of_ours(
    name: str, game: str, own: str, ours: str | None, riverside: House
) -> None:
    """Of a rule, a step, a line of a card or of the player's page, a ruling: marked as the house's; where it is not for, ours."""
    there = said(paper(riverside, name, game))
    assert f"{own} (house wording)" in there.replace("\n", " ")
    if ours is not None:
        plain = paper(riverside, name, game, words_of_house=attrs.evolve(riverside.words, sentences={}))
        assert said(plain).count(ours) > said(paper(riverside, name, game)).count(ours)


def test_a_sentence_of_the_house_is_a_departure_by_its_own_authority(riverside: House) -> None:
    """Of a rule and of a ruling: no work stands behind the words."""
    for game_, own in (("holdem", HOSTILE), ("mini-baccarat", "It is burned here.")):
        rows = departures(order(riverside, game_, sources="notes").context())
        (row,) = [one for one in rows if any(own in line for line in one.new)]
        assert row.source == "House rule"


def test_a_sentence_for_one_game_leaves_the_others_alone(riverside: House) -> None:
    """The ruling of baccarat has another wording; that of poker is as it was."""
    assert "It is burned here." not in said(paper(riverside, "floor", "holdem"))


def test_a_clause_is_named_by_its_number(tmp_path: Path) -> None:
    """As it stands in the house's book, with the number that the file of numbers has; a number that is not there is told."""
    text = "house: Riverside\ngames: {mini-baccarat: us}\n"
    made = of(text, tmp_path)
    assert made.numbers is not None
    with kept_numbers(made.numbers, edition="1") as numbers:
        paper(made, "book", "mini-baccarat", numbers=numbers)
        clause = numbers.number("baccarat-rules/rule/BA-60")
    made = of(text + f'text: {{"{clause}": One clear call.}}\n', tmp_path)
    assert made.numbers is not None
    with kept_numbers(made.numbers, edition="2") as numbers:
        there = said(paper(made, "book", "mini-baccarat", numbers=numbers))
        assert f"{clause} One clear call. (house wording)" in there
        assert [one for one in numbers.happened if one.get("changed") == clause]
    with pytest.raises(RuleFileError, match=r"unknown printed sentence: .99\.1."):
        of(text + 'text: {"99.1": One clear call.}\n', tmp_path)


def test_money_has_the_sign_of_the_house(riverside: House, tmp_path: Path) -> None:
    """Among options, on the poster, in sentences of players and of the dealer; shares, seconds and counts of cards have none."""
    book = said(paper(riverside, "book", "holdem"))
    rows = {row[0]: row[1] for row in (one.split("\n") for one in book.split("\n1.")) if len(row) > 1}
    assert "£2" in book
    assert "You're on the clock: 60 seconds" in book
    assert "£60" not in book
    assert rows is not None
    assert "£1" in said(paper(riverside, "wall", "holdem"))
    assert "5% of the called pot, maximum £6" in said(paper(riverside, "dealer", "holdem"))
    baccarat = said(paper(riverside, "player", "mini-baccarat"))
    assert "£10" in baccarat
    assert "£5000" in said(paper(riverside, "rates", "mini-baccarat"))
    after = of("house: X\ngames: {mini-baccarat: us}\ncurrency: {symbol: kr, place: after}\n", tmp_path)
    assert "5000 kr" in said(paper(after, "player", "mini-baccarat"))
    assert "\u00a3" not in said(paper(after, "player", "mini-baccarat"))


DOUBTS = ("Read in part", "At second hand", "Text not seen", "reading of ours", "Look these up", "\u2020", "\u2021")


@pytest.mark.parametrize("name", ["book", "floor"])
@pytest.mark.parametrize("game", ["holdem", "mini-baccarat"])
@pytest.mark.sample(2, rest="thorough")
def test_rules_that_a_house_has_adopted_are_its_own(name: str, game: str, riverside: House) -> None:
    """What was read elsewhere, and how far, is told no more; a line says whose they are. As notes it is told as before."""
    there = said(paper(riverside, name, game))
    assert "Adopted by Riverside" in there
    assert [doubt for doubt in DOUBTS if doubt in there] == []
    assert any(doubt in said(paper(riverside, name, game, sources="notes")) for doubt in DOUBTS)


def test_what_is_new_is_new_by_the_house_that_adopted_it(riverside: House) -> None:
    """No work is cited for it; an option is the house's as before."""
    notice = said(paper(riverside, "changes", "holdem", before=(game("holdem", "tda"),)))
    assert riverside.sources == ADOPTED
    assert "Adopted by Riverside" in notice
    assert "Robert's Rules of Poker" not in notice.partition("Rulings")[2]


@pytest.mark.parametrize("form", ["md", pytest.param("html", marks=pytest.mark.thorough)])
def test_a_helpline_stands_at_the_foot_of_papers_for_guests(form: str, riverside: House) -> None:
    """In every format and language; not on those of the dealer and the floor."""
    for name in EDITIONS:
        if name in ("trees", "changes"):
            continue
        if EDITIONS[name].offered(riverside.game("holdem")):
            printed = render(paper(riverside, name, "holdem"), form)[0].decode()
            assert ("#0100" in printed) == (name in ("player", "wall")), name
    both = source(paper(riverside, "player", "holdem", "en+zh-Hans"))
    assert str(literal("Call <555> #0100 \u00b7 求助热线")) in both


def test_a_helpline_belongs_to_what_a_paper_says(riverside: House) -> None:
    """Another line makes another paper; without one a paper is known by the hash that it had before there were any."""
    card = paper(riverside, "player", "holdem")
    other = attrs.evolve(card, control=attrs.evolve(card.control, helpline="Call 555 0101"))
    none = attrs.evolve(card, control=attrs.evolve(card.control, helpline=""))
    assert len({content_hash(one) for one in (card, other, none)}) == 3


class _Tags(HTMLParser):
    """The tags of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        """Note a tag."""
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        """Note a text."""
        self.text += data


@pytest.mark.parametrize("name", ["player", pytest.param("book", marks=pytest.mark.thorough)])
def test_the_words_of_a_house_are_text_in_every_format(name: str, riverside: House) -> None:
    """Whatever signs stand in them: no tag, no markup, nothing filled in, and it is typeset."""
    document = paper(riverside, name, "holdem")
    page = _Tags(render(document, "html")[0].decode())
    assert "script" not in page.tags
    assert HOSTILE in page.text
    marked = render(document, "md")[0].decode()
    assert "<script>" not in marked
    assert r"Be \*back\* #danger \$x\$ &lt;script&gt;" in marked
    typed = source(document)
    assert "<script>" in typed
    assert str(literal(HOSTILE)) in typed or str(literal(f"{HOSTILE} (house wording)")) in typed
    pytest.importorskip("typst")
    assert render(document, "pdf")[0].startswith(b"%PDF")


def test_the_words_of_a_house_are_in_its_languages(riverside: House) -> None:
    """Where it gives them; else in the language it has."""
    there = said(paper(riverside, "player", "holdem", "zh-Hans"))
    assert "座位保留60分钟。" in there
    assert "场规" in there
    assert "Seats are kept" not in there
    beside = said(paper(riverside, "player", "holdem", "en+zh-Hans"))
    assert "Seats are kept for 60 minutes." in beside
    assert "座位保留60分钟。" in beside


WRONG = {
    "no reader": ("house_rules:\n  a: {title: A, text: B, readers: [playr]}\n", "4:36", "'playr'; did you mean player?"),
    "no game": ("house_rules:\n  a: {title: A, text: B, games: [holdem]}\n", "4:34", "unknown game of this house: 'holdem'"),
    "no text": ("house_rules:\n  a: {title: A, text: ' '}\n", "4:23", "the text is empty"),
    "no title": ("house_rules:\n  a: {text: B}\n", "4:6", "the key 'title' is missing"),
    "no rule": ("text: {BA-600: x}\n", "3:8", "unknown printed sentence: 'BA-600'; did you mean BA-60"),
    "no line": ("text: {card/shufle: x}\n", "3:8", "did you mean card/shuffle"),
    "of another game": ("text: {MD-13: x}\n", "3:8", "unknown printed sentence: 'MD-13'"),
    "switched off": ("text: {step/commission: x}\n", "3:8", "unknown printed sentence: 'step/commission'"),
    "game of a sentence": ("text: {BA-60: {text: x, games: [holdm]}}\n", "3:33", "unknown game of this house: 'holdm'"),
    "empty sentence": ("text: {BA-60: ''}\n", "3:15", "the text is empty"),
    "no sign": ("currency: {symbol: ' '}\n", "3:20", "the text is empty"),
    "no place": ("currency: {symbol: $, place: left}\n", "3:30", "'left' is not allowed"),
    "no helpline": ("helpline: ''\n", "3:11", "the text is empty"),
    "no such sources": ("sources: adoptd\n", "3:10", "'adoptd' is not allowed"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_would_not_be_printed_is_told(what: str, tmp_path: Path) -> None:
    """With file, line and column, and the nearest name that there is."""
    text, place, told = WRONG[what]
    with pytest.raises(RuleFileError) as caught:
        of("house: Riverside\ngames: {mini-baccarat: us}\n" + text, tmp_path)
    problems = [str(one) for one in caught.value.problems]
    assert any(f"house.yaml:{place}:" in one and told in one for one in problems), problems


def test_mistakes_in_the_words_of_a_house_are_told_at_once(tmp_path: Path) -> None:
    """A sentence in the place of none, beside a rule for no reader: whoever mends the one need not come back for the other."""
    wrong = "text: {BA-600: x, card/shufle: y}\nhouse_rules: {a: {title: A, text: B, readers: [playr]}}\n"
    with pytest.raises(RuleFileError) as caught:
        of("house: Riverside\ngames: {mini-baccarat: us}\n" + wrong, tmp_path)
    assert {(one.line, one.column) for one in caught.value.problems} == {(3, 8), (3, 19), (4, 48)}


def test_signs_that_cannot_be_typeset_are_told_of_every_word(tmp_path: Path) -> None:
    """In a rule of the house, a sentence, the sign of its money, the helpline."""
    file = tmp_path / "house.yaml"
    text = "house: X\ngames: {mini-baccarat: us}\nhouse_rules: {a: {title: A, text: \u0e01}}\ntext: {BA-60: \u0e02}\n"
    file.write_text(text + "currency: {symbol: \u0e05}\nhelpline: \u0e03\n", encoding="utf-8")
    assert [one.line for one in house_remarks(file)] == [3, 4, 5, 6]


def test_a_new_file_mentions_them_and_can_be_taken_as_it_stands(tmp_path: Path) -> None:
    """Each is there behind a `#`; without it the file is right."""
    lines = new_house("Riverside").splitlines()
    first = next(at for at, one in enumerate(lines) if one == "# house_rules:")
    last = next(at for at, one in enumerate(lines) if one.startswith("# helpline:"))
    asked = [one if one.startswith("##") else one.removeprefix("# ") for one in lines[first : last + 1]]
    made = of("\n".join([*lines[:first], *asked, *lines[last + 1 :]]), tmp_path)
    assert [rule.name for rule in made.words.rules] == ["back_in_time"]
    assert made.words.sentences.keys() == {"BA-60"}
    assert made.words.currency is not None
    assert made.helpline


def test_a_house_that_has_changed_forty_options_and_a_sentence_is_well() -> None:
    """Every option of it is another than the game has it by itself, and its own sentence stands on its pages."""
    made = house(Path(__file__).parent / "data" / "forty_options.yaml")
    usual = {one.id: game(one.id, one.rules.name if one.rules is not None else None).options for one in made.games}
    changed = [name for one in made.games for name, value in one.options.items() if value != usual[one.id][name]]
    assert len(changed) >= 40
    assert "BR-01" in made.words.printed["holdem"]

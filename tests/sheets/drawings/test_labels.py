"""Labels of drawings in the fonts that paper is set in: every sign is there, and none is wider than the table of widths says."""

from __future__ import annotations

import pytest

from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game
from dealerkit.rules.loader import read_yaml
from dealerkit.sheets.drawings.hands import hands
from dealerkit.sheets.drawings.letters import ELLIPSIS, shortened, width, wrap
from dealerkit.sheets.drawings.roads import roads
from dealerkit.sheets.drawings.shoe import shoe
from dealerkit.sheets.drawings.streets import streets
from dealerkit.sheets.drawings.tables import layout
from dealerkit.sheets.drawings.trees import tree
from dealerkit.sheets.fonts import families, missing

from .svg import SPACE, read, typeset

LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def texts(value):
    """Every text in data."""
    if isinstance(value, dict):
        for inner in value.values():
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("file", sorted(path.name for path in (data_dir("templates") / "drawings").glob("*.yaml")))
def test_every_sign_is_in_the_shipped_fonts(file):
    """No drawing prints an empty box by its own words, and every word is there in every language."""
    data = read_yaml(data_dir("templates") / "drawings" / file).data
    assert missing("".join(texts(data))) == frozenset()

    def look(value):
        if isinstance(value, dict):
            if "en" in value and isinstance(value["en"], str):
                assert set(value) == set(LANGUAGES)
            for inner in value.values():
                look(inner)

    look(data)


def drawn(lang):
    """One drawing of each sort."""
    baccarat, holdem = game("mini-baccarat"), game("holdem", "tda")
    yield from (layout(baccarat, lang), layout(holdem, lang), shoe(baccarat, lang), streets(holdem, lang))
    yield from hands(holdem, lang).values()
    yield from roads(baccarat, None, lang).values()
    yield from tree(holdem, "card_exposed", lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_label_is_wider_than_it_was_measured(lang):
    """Measured by the typesetter in the shipped fonts, label by label."""
    found = {
        (node.text or "", node.get("font-weight") == "bold") for one in drawn(lang) for node in read(one).iter(f"{SPACE}text")
    }
    assert len(found) > 30
    measured(found, lang)


def test_no_letter_is_wider_than_the_table_says():
    """Letter by letter, accents, signs and the other alphabets of the fonts included, regular and bold."""
    signs = [chr(code) for code in (*range(0x21, 0x7F), *range(0xA1, 0x180), *range(0x391, 0x3CA), *range(0x410, 0x450))]
    signs += ["–", "—", "‘", "’", "“", "”", "…", "♠", "♥", "♦", "♣", "→", "✓", "庄", "閒", "，"]
    measured({(sign, bold) for sign in signs if not missing(sign) for bold in (False, True)}, "en")


def measured(found, lang):
    """See that no text is wider than it was reckoned, each given with whether it is bold."""
    names = ", ".join(f'"{name}"' for name in families(lang))
    quoted = {said: said.replace("\\", "\\\\").replace('"', '\\"') for said, _ in found}
    checks = "".join(
        f'#context assert(measure(text(size: 100pt, weight: "{"bold" if bold else "regular"}")[#"{quoted[said]}"]).width '
        f'<= {width(said, 100, bold=bold) + 0.01}pt, message: "{quoted[said]}")\n'
        for said, bold in sorted(found)
    )
    assert typeset(f"#set text(font: ({names}), cjk-latin-spacing: none)\n{checks}").startswith(b"%PDF")


def test_words_are_broken_where_they_have_to_be():
    """Nothing is lost, no line is wider than the room, a word without a break is cut where the line is full."""
    said = "Whoever bet last shows first Donaudampfschifffahrtsgesellschaft 庄家补牌，闲家不补。"
    for room in (6, 9, 14, 30):
        lines = wrap(said, room, 1)
        assert "".join(lines).replace(" ", "") == said.replace(" ", "")
        assert all(width(line, 1) <= room for line in lines)
        assert not any(line[0] in "，。" for line in lines)
    assert wrap("", 10, 1) == ()
    assert wrap("i", 0.1, 1) == ("i",)


def test_what_has_no_room_is_cut_with_an_ellipsis():
    """The last line that there is room for says that there is more."""
    lines = wrap("one two three four five six", 5, 1, lines=2)
    assert len(lines) == 2
    assert lines[-1].endswith(ELLIPSIS)
    assert width(shortened("a long label", 3, 1), 1) <= 3

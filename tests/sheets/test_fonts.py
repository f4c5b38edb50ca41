"""The fonts of paper: what they have, whose they are, and that nothing we print lacks a sign."""

from __future__ import annotations

import importlib.util
import io
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

from dealerkit.rules.data import data_dir
from dealerkit.sheets import fonts
from tests.needs import need

ROOT = Path(__file__).resolve().parent.parent.parent
FILES = sorted([*fonts.folder().glob("*.ttf"), *fonts.folder().glob("*.otf")])


def opened(path: Path) -> TTFont:
    """A font, read whole so that no file stays open."""
    return TTFont(io.BytesIO(path.read_bytes()))


def family(font: TTFont) -> str:
    """The family's name in a font's own table."""
    return str(font["name"].getDebugName(1))


def test_the_table_of_signs_is_that_of_the_fonts():
    """Each family's line in the table is what all of its styles have, no more and no less."""
    found: dict[str, frozenset[str]] = {}
    for path in FILES:
        font = opened(path)
        signs = frozenset(map(chr, font.getBestCmap()))
        found[family(font)] = found.get(family(font), signs) & signs
    assert found == fonts.coverage()


def test_every_family_named_has_its_files():
    """What a typesetter is told to use lies in the folder, in the weights that paper needs."""
    styles = {(family(font), font["name"].getDebugName(2)) for font in (opened(path) for path in FILES)}
    for name in fonts.families("en+zh-Hans"):
        assert {(name, "Regular"), (name, "Bold")} <= styles
    assert ("Felt Sans", "Italic") in styles


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "zh-Hant", "en+zh-Hans", "en+zh-Hant"])
def test_latin_comes_first(lang):
    """Quotes and apostrophes are not set as wide as a Chinese sign, and every family stands in for the others."""
    assert fonts.families(lang)[0] == "Felt Sans"
    assert set(fonts.families(lang)) == set(fonts.coverage())


@pytest.mark.parametrize("kind", ["procedures", "rulings"])
def test_every_sign_of_the_rule_sets_is_in_a_font(kind):
    """No rule, title or word prints as an empty box."""
    for path in data_dir(kind).rglob("*.yaml"):
        assert not fonts.missing(path.read_text(encoding="utf-8")), path


def test_every_sign_of_the_templates_is_in_a_font():
    """No heading prints as an empty box."""
    for path in [*data_dir("templates").rglob("*.yaml"), *data_dir("templates").rglob("*.j2")]:
        assert not fonts.missing(path.read_text(encoding="utf-8")), path


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("½⅓¼¾⅔⅛ ×÷−±≤≥≠ –—‘’“”… †‡§", id="figures and dashes"),
        pytest.param("♠♥♦♣♤♡♢♧ ☐☑☒✓✗ ←↑→↓", id="suits, boxes, arrows"),
        pytest.param("$€£¥₤₱₩₹₫฿¢", id="money"),
        pytest.param("Łódź Çelik Ångström Dvořák Ő Ș ß ñ Ø Þ", id="names of Europe"),
        pytest.param("Ελλάδα Москва Київ Việt", id="Greek, Cyrillic, Vietnamese"),
        pytest.param("莊閒和補牌例牌靴籌碼佣金荷官台面派彩輸贏葡京銀河澳門", id="traditional"),
        pytest.param("庄闲和补牌例牌靴筹码佣金荷官台面派彩输赢赌场", id="simplified"),
    ],
)
def test_signs_of_the_trade(text):
    """What a house is sure to print."""
    assert not fonts.missing(text)


def test_a_sign_that_no_font_has_is_told():
    """An emoji, a Thai letter and a rare ideograph are named; what steers the setting is not."""
    assert fonts.missing("a\u200f\t\n😀ก𠮷") == {"😀", "ก", "𠮷"}


def test_the_fonts_bear_their_own_name_and_keep_the_notices():
    """The licence asks that a changed font is named anew, and that notices and licence go with it."""
    licence = (fonts.folder() / fonts.LICENCE).read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    for path in FILES:
        names = {record.nameID: record.toUnicode() for record in opened(path)["name"].names}
        assert names[1].startswith("Felt Sans")
        assert not any("Noto" in said or "Source" in said for number, said in names.items() if number not in {0, 13, 14})
        assert "Open Font License" in names[13] or "Open Font License" in names[0]
        assert names[0].partition(". ")[0] in licence


def test_the_fonts_stay_small():
    """They go into every wheel: 4 MB in all."""
    assert sum(path.stat().st_size for path in fonts.folder().iterdir()) < 4_000_000


@pytest.mark.slow
def test_the_script_makes_the_same_bytes(tmp_path):
    """Who runs the script gets the font that is shipped; the smallest one proves it where the sources are installed."""
    spec = importlib.util.spec_from_file_location("make_fonts", ROOT / "docs" / "scripts" / "make_fonts.py")
    assert spec is not None
    assert spec.loader is not None
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    need("the fonts' sources", (script.SOURCES / "truetype/noto/NotoSans-Italic.ttf").exists())
    font = next(one for one in script.latin() if one.style == "Italic")
    script.make(font, script.SOURCES, tmp_path)
    assert (tmp_path / font.file).read_bytes() == (fonts.folder() / font.file).read_bytes()

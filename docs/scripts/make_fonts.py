"""Make `templates/fonts/`: the subsets of free fonts that paper is set in, the table of their signs, and their licence.

Run it from a checkout when no shipped font has some character: `python docs/scripts/make_fonts.py`. It reads the Debian
packages fonts-noto-core and fonts-noto-cjk (any folder with the same files will do: `make_fonts.py FOLDER`), and
writes the same bytes whenever the sources and fontTools are the same. The families bear a name of their own, as the licence
asks for a changed font.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import attrs
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._n_a_m_e import NameRecord

from dealerkit.sheets.fonts import COVERAGE, LICENCE, folder, ranges

SOURCES = Path("/usr/share/fonts")
VERSION = "Version 1.000"

LATIN_BLOCKS = (
    (0x20, 0x7E), (0xA0, 0x17F),  # Latin-1 and Extended-A: the names of western and central Europe
    (0x192, 0x192), (0x1CD, 0x1DC), (0x1E6, 0x1E7), (0x1F4, 0x1F5), (0x1FA, 0x21B), (0x237, 0x237), (0x259, 0x259),  # pinyin
    (0x2BB, 0x2BC), (0x2C6, 0x2C7), (0x2D8, 0x2DD), (0x300, 0x304), (0x306, 0x308), (0x30A, 0x30C), (0x323, 0x323),
    (0x327, 0x328), (0x384, 0x3CE), (0x400, 0x45F), (0x490, 0x491),  # Greek, Cyrillic
    (0x1E80, 0x1E85), (0x1E9E, 0x1E9E), (0x1EA0, 0x1EF9),  # Welsh, German, Vietnamese
    (0x2010, 0x2015), (0x2018, 0x201E), (0x2020, 0x2022), (0x2026, 0x2026), (0x2030, 0x2030), (0x2032, 0x2033), (0x2039, 0x203A),
    (0x2044, 0x2044), (0x2070, 0x2070), (0x2074, 0x2089), (0x20A0, 0x20BF), (0x2116, 0x2116), (0x2122, 0x2122), (0x2139, 0x2139),
    (0x2150, 0x215F),  # fractions
)  # fmt: skip
SYMBOLS = "←↑→↓↔↖↗↘↙⇄⇒−×÷±≈≠≤≥∞√∑⅒♠♥♦♣♤♡♢♧☐☑☒✓✔✗✘★☆●○◦■□▪▫◆◇▲△▶▷▸▼▽◀◁⚠✂☎☞⟨⟩①②③④⑤⑥⑦⑧⑨⑩⑪⑫❶❷❸❹❺❻❼❽❾฿"
"""What the Latin fonts lack; drawn upright and in one weight, from the sources' fonts of symbols."""

CHINESE_SIGNS = "　、。〈〉《》「」『』【】〔〕〖〗〇！（），．：；？％＋－／＝＜＞［］｛｝～￥—…·“”‘’"
ALSO_SIMPLIFIED = "囍赌筹闲莊閒"
"""Signs of simplified print that stand outside the first level of GB 2312."""
ALSO_TRADITIONAL = "曱甴啲嘅咗嚟哋喺噚冚嘥攞揸咁囉賬鑽枱綫衞裏着邨麪峯羣污粧讚"
"""Signs of Macau and Hong Kong that stand outside the first level of Big5."""


@attrs.frozen
class Font:
    """
    One font to be made.

    Attributes:
        family: The family's own name.
        style: `Regular`, `Bold` or `Italic`.
        source: The source's file below the folder of fonts.
        signs: What it shall hold.
        number: Which face of a collection; -1 for a file of one.
        symbols: The files from which the signs are taken that the source lacks, the first that has one first.
    """

    family: str
    style: str
    source: str
    signs: frozenset[str]
    number: int = -1
    symbols: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        """The name of the file that is made."""
        return f"{self.family.replace(' ', '')}-{self.style}{'.otf' if self.number >= 0 else '.ttf'}"


def first_level(codec: str, leads: range, trails: Iterable[int], last: int) -> frozenset[str]:
    """Return the first level of a two-byte Chinese character set, up to the code `last`."""
    codes = (lead << 8 | trail for lead in leads for trail in trails)
    found = (code.to_bytes(2, "big").decode(codec, errors="ignore") for code in codes if code <= last)
    return frozenset(one for one in found if one)


SIMPLIFIED = first_level("gb2312", range(0xB0, 0xD8), range(0xA1, 0xFF), 0xD7F9)
TRADITIONAL = first_level("big5", range(0xA4, 0xC7), (*range(0x40, 0x7F), *range(0xA1, 0xFF)), 0xC67E)


def opened(path: Path, number: int = -1) -> TTFont:
    """Read a font whole, or one face of a collection; its date stays."""
    return TTFont(io.BytesIO(path.read_bytes()), fontNumber=number, recalcTimestamp=False)


def differing(source: Path) -> frozenset[str]:
    """Return the traditional signs that the simplified font lacks, or draws otherwise than Hong Kong does."""
    mainland, hong_kong = (opened(source, number).getBestCmap() for number in (2, 4))
    wanted = TRADITIONAL | set(ALSO_TRADITIONAL) | set(CHINESE_SIGNS)
    held = SIMPLIFIED | set(ALSO_SIMPLIFIED) | set(CHINESE_SIGNS)
    return frozenset(
        one for one in wanted if ord(one) in hong_kong and (one not in held or mainland[ord(one)] != hong_kong[ord(one)])
    )


def latin() -> Iterator[Font]:
    """Yield the fonts for every language but Chinese."""
    signs = frozenset(chr(code) for low, high in LATIN_BLOCKS for code in range(low, high + 1)) | set(SYMBOLS)
    source = "truetype/noto/NotoSans"
    symbols = tuple(f"{source}{one}-Regular.ttf" for one in ("Math", "Symbols", "Symbols2", "Thai"))
    for style in ("Regular", "Bold", "Italic"):
        yield Font("Felt Sans", style, f"{source}-{style}.ttf", signs, symbols=symbols)


def chinese(sources: Path) -> Iterator[Font]:
    """Yield the fonts for Chinese: the mainland's, and what Macau and Hong Kong write or draw otherwise."""
    source = "opentype/noto/NotoSansCJK"
    simplified, traditional = SIMPLIFIED | set(ALSO_SIMPLIFIED) | set(CHINESE_SIGNS), differing(sources / f"{source}-Regular.ttc")
    for style in ("Regular", "Bold"):
        yield Font("Felt Sans SC", style, f"{source}-{style}.ttc", simplified, 2)
        yield Font("Felt Sans TC", style, f"{source}-{style}.ttc", traditional, 4)


def subset(font: Font, sources: Path) -> TTFont:
    """Return the source font with no sign but those wanted."""
    options = Options(hinting=False, notdef_outline=True, glyph_names=False, recalc_timestamp=False, legacy_cmap=False)
    options.name_IDs = [0, 13, 14]
    options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "tnum", "lnum"] if font.number < 0 else []
    made = opened(sources / font.source, font.number)
    pruner = Subsetter(options)
    pruner.populate(unicodes=[ord(one) for one in font.signs])
    pruner.subset(made)
    return made


def add_symbols(made: TTFont, font: Font, sources: Path) -> None:
    """Copy the outlines of the signs that the source lacks from the fonts of symbols.

    Raises:
        SystemExit: If a sign that is asked for by name is in none of them.
    """
    lacking = sorted(set(SYMBOLS) - {chr(code) for code in made.getBestCmap()})
    for file in font.symbols:
        symbols = opened(sources / file)
        names, glyphs, had = symbols.getBestCmap(), symbols.getGlyphSet(), lacking
        for sign in [one for one in had if ord(one) in names]:
            recorded, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
            glyphs[names[ord(sign)]].draw(recorded)
            recorded.replay(pen)
            name = f"uni{ord(sign):04X}"
            made.setGlyphOrder([*made.getGlyphOrder(), name])
            made["glyf"][name] = pen.glyph()
            made["hmtx"][name] = symbols["hmtx"][names[ord(sign)]]
            for table in made["cmap"].tables:
                table.cmap[ord(sign)] = name
        lacking = [one for one in lacking if ord(one) not in names]
    if lacking:
        sys.exit(f"no source has {' '.join(lacking)}")


def rename(made: TTFont, font: Font, copyrights: Iterable[str]) -> None:
    """Give a font its own name; copyright and licence stay."""
    kept = {record.nameID: record.toUnicode() for record in made["name"].names if record.platformID == 3}
    names = {
        0: " ".join(dict.fromkeys(copyrights)),
        1: font.family,
        2: font.style,
        3: f"{VERSION};{font.family} {font.style}",
        4: f"{font.family} {font.style}",
        5: VERSION,
        6: f"{font.family.replace(' ', '')}-{font.style}",
        13: kept[13],
        14: kept[14],
    }
    made["name"].names = []
    for number, said in sorted(names.items()):
        record = NameRecord()
        record.nameID, record.platformID, record.platEncID, record.langID = number, 3, 1, 0x409
        record.string = said.encode("utf-16-be")
        made["name"].names.append(record)
    if "CFF " in made:
        cff = made["CFF "].cff
        cff.fontNames = [names[6]]
        top = cff.topDictIndex[0]
        top.FullName, top.FamilyName = names[4], names[1]
        for field in ("Notice", "Copyright"):
            if field in top.rawDict:
                del top.rawDict[field]
    for table in ("DSIG", "meta", "VORG", "vhea", "vmtx"):  # nothing of ours is set in columns
        if table in made:
            del made[table]


def copyright_of(path: Path, number: int = -1) -> str:
    """Return the notice of a source font."""
    return str(opened(path, number)["name"].getDebugName(0))


def coverage(found: Mapping[str, frozenset[str]]) -> str:
    """Return the table of signs: for each family its name and the ranges of code points that every style of it has."""
    lines = ["# The signs of the fonts in this folder, by family; made by docs/scripts/make_fonts.py."]
    for family, signs in found.items():
        lines += [f"[{family}]", *re.findall(r"(?:\S+ ?){1,24}", ranges(signs))]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def licence(documents: Path) -> str:
    """Return the text of the licence, out of the source package's own file."""
    text = (documents / "fonts-noto-cjk" / "copyright").read_text(encoding="utf-8")
    whole = r"^ SIL OPEN FONT LICENSE Version 1\.1.*?^ OTHER DEALINGS IN THE FONT SOFTWARE\.$"
    found = re.search(whole, text, re.DOTALL | re.MULTILINE)
    if not found:
        sys.exit("the licence is not where it was")
    return "\n".join("" if line == " ." else line.removeprefix(" ") for line in found[0].splitlines()) + "\n"


def make(font: Font, sources: Path, target: Path) -> tuple[frozenset[str], tuple[str, ...]]:
    """Write one font; return its signs and the notices of what it was made from."""
    made = subset(font, sources)
    notices = (copyright_of(sources / font.source, font.number), *(copyright_of(sources / one) for one in font.symbols))
    if font.symbols:
        add_symbols(made, font, sources)
    rename(made, font, notices)
    made.save(target / font.file)
    return frozenset(map(chr, made.getBestCmap())), notices


def main(sources: Path, target: Path) -> None:
    """Make every font, the table and the licence."""
    target.mkdir(parents=True, exist_ok=True)
    found: dict[str, frozenset[str]] = {}
    notices: list[str] = []
    for font in (*latin(), *chinese(sources)):
        signs, own = make(font, sources, target)
        found[font.family] = found.get(font.family, signs) & signs
        notices += own
        print(f"{font.file}: {len(signs)} signs, {(target / font.file).stat().st_size:,} bytes")
    (target / COVERAGE).write_text(coverage(found), encoding="utf-8")
    head = "The fonts in this folder are changed copies of others, under names of their own. Notices of the originals:\n"
    body = "\n".join(dict.fromkeys(notices)) + "\n\nThis licence holds for them, and for what is made from them:\n\n"
    (target / LICENCE).write_text(head + body + licence(sources.parent / "doc"), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SOURCES, folder())

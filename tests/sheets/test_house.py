"""The file of a house: what it says, what it may not say, the sign that is printed, and a rule set that stands for a house."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.rules.schemas.house import HOUSE
from dealerkit.sheets.document import SIZES, Paper
from dealerkit.sheets.house import house, house_remarks, is_house
from dealerkit.sheets.logo import MOST_BYTES

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="3" fill="url(#a)"/></svg>'
WHOLE = """
house: {en: Riverside Card Room, zh-Hans: 河畔牌室}
address: [12 Mill Lane, Riverside]
logo: sign.svg
document:
  number: HR-7
  edition: "3"
  effective: 2026-12-01
  status: in_force
  prepared_by: Ann Lee
  approved_by: Bo Chen
  signatures: [General manager, Compliance]
paper: {size: letter}
languages: [en, zh-Hans]
games:
  mini-baccarat: {rules: us, options: {decks: 6}}
  holdem: own.yaml
"""
OWN = "set: own\nextends: tda\ntitle: Our own\n"


def png(width: int = 4, height: int = 4) -> bytes:
    """A PNG, black."""

    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    raw = zlib.compress(b"".join(b"\0" * (1 + width) for _ in range(height)))
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
        + chunk(b"IDAT", raw)
        + chunk(b"IEND", b"")
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a house, its own rule set and its sign."""
    tmp_path.joinpath("house.yaml").write_text(WHOLE, encoding="utf-8")
    tmp_path.joinpath("own.yaml").write_text(OWN, encoding="utf-8")
    tmp_path.joinpath("sign.svg").write_text(SVG, encoding="utf-8")
    return tmp_path


def problems(text: str, folder: Path) -> list[str]:
    """What is wrong with a house of this text, as `line:column: ...`."""
    file = folder / "house.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RuleFileError) as caught:
        house(file)
    return [str(one).replace(f"{file}:", "") for one in caught.value.problems]


def test_a_house_has_its_games_with_rules_and_options_in_force(folder):
    """Each game is dealt under the rule set that is named, by name or by a path counted from the file, with the options given."""
    made = house(folder / "house.yaml")
    assert [(one.id, one.rules and one.rules.name) for one in made.games] == [("mini-baccarat", "us"), ("holdem", "own")]
    assert made.game("mini-baccarat").options["decks"] == 6
    with pytest.raises(UnknownName, match="Riverside Card Room"):
        made.game("razz")


def test_what_a_paper_carries(folder):
    """Name, number, edition, day, state and signatures, in the language that is printed."""
    made = house(folder / "house.yaml")
    control = made.control()
    assert (control.house, control.address) == ("Riverside Card Room", ("12 Mill Lane", "Riverside"))
    assert (control.number, control.edition, control.effective, control.status) == ("HR-7", "3", "1 December 2026", "in force")
    assert (control.prepared_by, control.approved_by) == ("Ann Lee", "Bo Chen")
    assert control.signatures == ("General manager", "Compliance")
    assert (control.logo, control.logo_type) == (SVG.encode(), "svg")
    chinese = made.control("zh-Hans")
    assert (chinese.house, chinese.effective, chinese.status) == ("河畔牌室", "2026年12月1日", "现行")


def test_the_paper_of_a_house_is_for_sheets(folder):
    """Sheets of A4 become letters; a poster and a booklet stay what they are. Large print is for all."""
    made = house(folder / "house.yaml")
    assert made.paper(Paper()).size == "letter"
    assert made.paper(Paper("a3")).size == "a3"
    assert made.paper(Paper("a6")).size == "a6"
    large = WHOLE.replace("{size: letter}", "{large: true}")
    folder.joinpath("house.yaml").write_text(large, encoding="utf-8")
    assert house(folder / "house.yaml").paper(Paper()).type_size == 18


def test_every_size_of_paper_can_be_asked_for():
    """The schema knows the sizes that can be printed."""
    assert set(HOUSE["properties"]["paper"]["properties"]["size"]["enum"]) == set(SIZES)


def test_a_rule_set_that_says_whose_it_is_stands_for_a_house(tmp_path):
    """An overlay with `house:` goes on working: a house of the games of its family, with its version and day."""
    file = tmp_path / "lantern.yaml"
    file.write_text('set: lantern\nhouse: Lantern House\nversion: "3"\ndate: "2026-08-01"\nextends: macau\n', encoding="utf-8")
    made = house(file)
    assert is_house(file)
    assert (made.name, made.edition, made.control().effective, made.status) == ("Lantern House", "3", "1 August 2026", "")
    assert [one.id for one in made.games] == ["mini-baccarat"]
    assert made.games[0].rules.name == "lantern"
    assert made.numbers == tmp_path / "lantern.numbers.yaml"


def test_a_rule_set_of_ours_stands_for_a_house_without_a_name():
    """By name: the games of its family; a game's name is no house."""
    assert is_house("tda")
    assert not is_house("holdem")
    made = house("tda")
    assert (made.name, made.status) == ("", "")
    assert "holdem" in [one.id for one in made.games]


def test_a_set_for_no_game_is_no_house(tmp_path):
    """A rule set that serves no family says so."""
    file = tmp_path / "none.yaml"
    file.write_text("set: none\nfamily: whist\ntitle: None\n", encoding="utf-8")
    with pytest.raises((RuleFileError, UnknownName)):
        house(file)


WRONG = {
    "no name": ('house: " "\ngames: {holdem: tda}\n', "1:8: house: the house has no name"),
    "no games": ("house: X\n", "1:1: the key 'games' is missing"),
    "empty games": ("house: X\ngames: {}\n", "2:8: games: no game is listed under `games`"),
    "unknown key": ("house: X\ngames: {holdem: tda}\nadress: Y\n", "3:1: adress: unknown key 'adress'; did you mean 'address'?"),
    "unknown game": (
        "house: X\ngames: {holdm: tda}\n",
        "2:9: games.holdm: unknown game: 'holdm'; did you mean holdem or dealer-holdem?",
    ),
    "unknown set": ("house: X\ngames: {holdem: tdaa}\n", "2:17: games.holdem: unknown rule set: 'tdaa'; did you mean tda"),
    "wrong family": (
        "house: X\ngames:\n  holdem: {rules: us}\n",
        "3:19: games.holdem.rules: this rule set is for games of the family 'baccarat', but the game is of the family 'poker'",
    ),
    "unknown option": (
        "house: X\ngames:\n  mini-baccarat:\n    options: {deck: 6}\n",
        "4:15: games.mini-baccarat.options.deck: unknown option of mini-baccarat: 'deck'; did you mean decks",
    ),
    "value": (
        "house: X\ngames:\n  mini-baccarat:\n    options: {decks: 99}\n",
        "4:22: games.mini-baccarat.options.decks: ",
    ),
    "day": (
        "house: X\ngames: {holdem: tda}\ndocument: {effective: 2026-02-30}\n",
        "3:23: document.effective: 2026-02-30 is not a date",
    ),
    "no day": ("house: X\ngames: {holdem: tda}\ndocument: {effective: soon}\n", "3:23: document.effective: 'soon' is not a day"),
    "status": ("house: X\ngames: {holdem: tda}\ndocument: {status: valid}\n", "3:20: document.status: 'valid' is not allowed"),
    "no edition": (
        "house: X\ngames: {holdem: tda}\ndocument: {status: in_force}\n",
        "3:20: document.status: `status: in_force` needs an edition",
    ),
    "language": ("house: X\ngames: {holdem: tda}\nlanguages: [fr]\n", "3:13: languages[0]: unknown language of sheets: 'fr'"),
    "twice": ("house: X\ngames: {holdem: tda}\nlanguages: [en, en]\n", "3:17: languages[1]: the language en appears twice"),
    "templates": ("house: X\ngames: {holdem: tda}\ntemplates: gone\n", "3:12: templates: there is no folder gone"),
    "size": ("house: X\ngames: {holdem: tda}\npaper: {size: a9}\n", "3:15: paper.size: 'a9' is not allowed"),
    "not a house": ("rooms: 3\n", "1:1: this is not a house's file"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_told_with_its_place(what, tmp_path):
    """File, line and column, the key, what is wrong; never a house that was guessed."""
    text, expected = WRONG[what]
    assert any(one.startswith(expected) for one in problems(text, tmp_path)), problems(text, tmp_path)


def test_all_that_is_wrong_is_told_at_once(tmp_path):
    """Two games and a day: three problems."""
    text = "house: X\ndocument: {effective: 2026-02-30}\ngames: {holdm: tda, holdem: tdaa}\n"
    assert len(problems(text, tmp_path)) == 3


def test_what_a_schema_says_hides_nothing_else(tmp_path):
    """A wrong key, a wrong kind, a size that there is not: the games, the day and the sign are looked at all the same."""
    text = (
        "adress: Y\nhouse: X\nlogo: gone.svg\npaper: {size: a9}\nlanguages: [7, fr, en]\n"
        "document: {status: valid, effective: 2026-02-30}\n"
        "games:\n  holdm: tda\n  stud7: {rulse: tda}\n  holdem: {rules: tda, options: {big_blinde: 4}}\n  razz: 3\n"
    )
    told = problems(text, tmp_path)
    wanted = (
        "1:1: adress: unknown key", "3:7: logo: gone.svg: there is no such file", "4:15: paper.size: 'a9' is not allowed",
        "5:13: languages[0]: expected text", "5:16: languages[1]: unknown language of sheets: 'fr'",
        "6:20: document.status: 'valid' is not allowed", "6:38: document.effective: 2026-02-30 is not a date",
        "8:3: games.holdm: unknown game:", "9:11: games.stud7", "10:34: games.holdem.options.big_blinde: unknown option",
        "11:9: games.razz",
    )  # fmt: skip
    assert [one for one in wanted if not any(said.startswith(one) for said in told)] == [], told
    assert len(told) == len(wanted)


def test_a_file_that_is_no_map_is_no_house(tmp_path):
    """A list, a text: told, and nothing is read out of it."""
    for content in ("[house, games]\n", "house\n"):
        file = tmp_path / "house.yaml"
        file.write_text(content, encoding="utf-8")
        with pytest.raises(RuleFileError):
            house(file)


def logo_problem(folder: Path, content: bytes | None, name: str = "sign.svg") -> str:
    """What is said of a sign."""
    if content is not None:
        folder.joinpath(name).write_bytes(content)
    (said,) = problems(f"house: X\nlogo: {name}\ngames: {{holdem: tda}}\n", folder)
    assert said.startswith("2:7: logo: ")
    return said


def svg(inner: str, head: str = "", more: str = "") -> bytes:
    """An SVG that holds something."""
    return (
        f'{head}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {more}>{inner}</svg>'.encode()
    )


HOSTILE = {
    "script": svg("<script>alert(1)</script>"),
    "handler": svg("<rect/>", more='onload="alert(1)"'),
    "link": svg('<image href="https://example.org/x.png"/>'),
    "old link": svg('<image xlink:href="file:///etc/passwd"/>'),
    "relative link": svg('<use href="other.svg#a"/>'),
    "javascript": svg('<a href="javascript:alert(1)"><rect/></a>'),
    "svg in data": svg('<image href="data:image/svg+xml;base64,AAAA"/>'),
    "page": svg("<foreignObject><p/></foreignObject>"),
    "style": svg("<style>@import 'x.css';</style>"),
    "style url": svg("<style>rect {fill: url(http://example.org/a)}</style>"),
    "attribute url": svg('<rect fill="url(http://example.org/a#b)"/>'),
    "animation": svg('<a><set attributeName="href" to="javascript:alert(1)"/></a>'),
    "stylesheet": svg("", head='<?xml-stylesheet href="http://example.org/x.css"?>'),
    "entity": svg("&x;", head='<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
    "laughs": svg("&b;", head='<!DOCTYPE svg [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>'),
    "base": svg("<rect/>", more='xml:base="http://example.org/"'),
    "torn": SVG.encode()[:-9],
    "no svg": b"<html><body/></html>",
    "text": b"a sign",
    "empty": b"",
    "jpeg": b"\xff\xd8\xff\xe0\x00\x10JFIF",
    "big": b"<svg>" + b" " * MOST_BYTES + b"</svg>",
    "torn png": png()[:-20],
    "png of nothing": b"\x89PNG\r\n\x1a\n",
    "changed png": png().replace(b"IDAT", b"IDAX"),
    "huge png": png(5000, 1),
    "many parts": svg("<g/>" * 20_001),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_sign_that_is_more_than_a_picture_is_refused(what, tmp_path):
    """A script, a link to elsewhere, an entity, a torn or huge file: never printed, and told with its place."""
    logo_problem(tmp_path, HOSTILE[what])


def test_a_sign_lies_in_the_folder(tmp_path):
    """Not there, a folder, a pipe, another folder, an absolute path, a link that leads out: each is refused."""
    inside = tmp_path / "inside"
    inside.mkdir()
    tmp_path.joinpath("out.svg").write_text(SVG, encoding="utf-8")
    assert "no such file" in logo_problem(inside, None)
    assert "leads out" in logo_problem(inside, None, "../out.svg")
    assert "leads out" in logo_problem(inside, None, str(tmp_path / "out.svg"))
    inside.joinpath("link.svg").symlink_to(tmp_path / "out.svg")
    assert "leads out" in logo_problem(inside, None, "link.svg")
    inside.joinpath("folder.svg").mkdir()
    assert "not an ordinary file" in logo_problem(inside, None, "folder.svg")
    os.mkfifo(inside / "pipe.svg")
    assert "not an ordinary file" in logo_problem(inside, None, "pipe.svg")
    inside.joinpath("beside.svg").symlink_to(inside / "real.svg")
    inside.joinpath("real.svg").write_text(SVG, encoding="utf-8")
    inside.joinpath("house.yaml").write_text("house: X\nlogo: beside.svg\ngames: {holdem: tda}\n", encoding="utf-8")
    assert house(inside / "house.yaml").logo.raw == SVG.encode()


def test_a_png_and_parts_of_its_own_are_a_sign(tmp_path):
    """A PNG, and an SVG that uses parts of itself and a picture within itself, are printed."""
    tmp_path.joinpath("sign.png").write_bytes(png())
    tmp_path.joinpath("house.yaml").write_text("house: X\nlogo: sign.png\ngames: {holdem: tda}\n", encoding="utf-8")
    assert house(tmp_path / "house.yaml").logo.kind == "png"
    good = svg(
        '<style>rect {fill: url(#a)}</style><use href="#b"/><image xlink:href="data:image/png;base64,AAAA"/>',
        '<?xml version="1.0"?>',
    )
    tmp_path.joinpath("sign.png").write_bytes(good)
    assert house(tmp_path / "house.yaml").logo.kind == "svg"


@pytest.mark.thorough
def test_lint_looks_at_a_house(folder):
    """A good house has nothing said against it; a bad one gets 1 and the place."""
    runner = CliRunner()
    done = runner.invoke(main, ["lint", str(folder / "house.yaml")])
    assert done.exit_code == 0, done.output
    folder.joinpath("house.yaml").write_text(WHOLE.replace("decks: 6", "decks: 99"), encoding="utf-8")
    done = runner.invoke(main, ["lint", str(folder / "house.yaml")])
    assert done.exit_code == 1
    assert "house.yaml:16:47" in done.output


def test_signs_that_the_fonts_lack_are_foretold_and_told(tmp_path):
    """A name in Hebrew cannot be set in PDF: lint notes it and is content, the typesetter is not asked, a page is printed."""
    file = tmp_path / "house.yaml"
    file.write_text('house: "בית"\ndocument: {edition: "1", prepared_by: "Ann ส"}\ngames: {red-dog: social}\n', encoding="utf-8")
    assert house(file).games
    first, second = map(str, house_remarks(file))
    assert first.startswith(f"{file}:1:8: house: the fonts for PDF and PNG do not have 3 characters: ב (U+05D1), י (U+05D9)")
    assert second.startswith(f"{file}:2:39: document.prepared_by: the fonts for PDF and PNG do not have 1 character: ส (U+0E2A)")
    looked = CliRunner().invoke(main, ["lint", str(file)])
    assert looked.exit_code == 0, looked.output
    assert f"note: {first}".partition(";")[0] in looked.output
    assert "print HTML or Markdown instead" in looked.output
    for form in ("pdf", "png"):
        said = CliRunner().invoke(
            main, ["sheet", "red-dog", "--house", str(file), "--doc", "player", "--out", str(tmp_path / f"a.{form}")]
        )
        assert said.exit_code == 2
        assert "do not have 3 characters: ב (U+05D1)" in said.output  # guests are not told who prepared it
        assert "--format html" in said.output
    assert not list(tmp_path.glob("a*"))
    page = ["sheet", "red-dog", "--house", str(file), "--doc", "player", "--out", str(tmp_path / "a.html")]
    assert CliRunner().invoke(main, page).exit_code == 0

"""What is only printed of a game stands beside its file, and says the same as if it stood in it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.errors import RuleFileError
from dealerkit.rules import data
from dealerkit.rules.doc import parts
from dealerkit.rules.files import read_file
from dealerkit.rules.game_cache import kept_game
from dealerkit.rules.game_paper import PARTS, game_of, is_paper, paper_of
from dealerkit.rules.games import NO_GAMES, game, game_doc, games
from dealerkit.rules.lint.files import lint
from dealerkit.rules.schema import check
from dealerkit.rules.schemas.game import PAPER, PROCEDURE
from dealerkit.rules.sets import rule_set
from dealerkit.sheets.document import texts
from dealerkit.sheets.editions import EditionOrder, edition

Put = Callable[[str, str], Path]

PLAY = """extends: holdem
game: mine
title: Mine
players: {min: 2, max: 6}
"""
PRINTED = """card:
  lines:
    deal: {text: "Two cards each, and no talking."}
player:
  play:
    lines:
      board_said: null
      quiet: {after: best, text: "Nobody talks while a hand is on."}
rules:
  mine:
    title: Mine
    rules: {MY-01: "Nobody talks while a hand is on."}
"""


def test_a_game_in_two_files_is_the_game_in_one(put: Put) -> None:
    """The same content, order, hash and option values; each leaf with the file and line where it is written."""
    two = game(put("two/mine.yaml", PLAY))
    bare = two.sha256
    paper = put("two/mine.paper.yaml", PRINTED)
    two, one = game(paper.with_name("mine.yaml")), game(put("one/mine.yaml", PLAY + PRINTED))
    assert two.data == one.data
    assert [*two.data["player"]["play"]["lines"]] == [*one.data["player"]["play"]["lines"]]
    assert "board_said" not in two.data["player"]["play"]["lines"]
    assert two.sha256 == one.sha256 == bare
    place = ("player", "play", "lines", "quiet", "text")
    was, now = one.doc.origin(place), two.doc.origin(place)
    assert (now.file, now.line, now.column) == (str(paper), was.line - PLAY.count("\n"), was.column)
    assert Path(two.doc.origin(("title",)).file).name == "mine.yaml"
    assert str(paper) in {file for file, *_ in two.files}


def test_a_paper_is_laid_over_a_game_that_prints_some_of_it_itself(put: Put) -> None:
    """What both say, the paper says last; it removes and places as any file does that is laid over another."""
    own = put("mine.yaml", PLAY + PRINTED)
    put("mine.paper.yaml", "player: {play: {lines: {quiet: {text: Hush.}, loud: {before: quiet, text: Sing.}, best: null}}}\n")
    lines = game(own).data["player"]["play"]["lines"]
    assert [*lines].index("quiet") == [*lines].index("loud") + 1
    assert lines["quiet"]["text"] == "Hush."
    assert "best" not in lines


def test_a_house_lays_its_own_over_both(put: Put) -> None:
    """`procedures:` of a rule set does not ask in which of the two files it stands."""
    house = "set: own\nextends: rrop\ntitle: Own\nprocedures:\n  holdem:\n    players: {max: 7}\n"
    path = put("own.yaml", house + "    card: {lines: {flop: {text: Three cards at once.}}}\n")
    made = game("holdem", path)
    assert made.data["players"]["max"] == 7
    assert made.data["card"]["lines"]["flop"]["text"] == "Three cards at once."
    assert any("Three cards at once." in one for one in texts(edition("dealer").make(EditionOrder((made,)))))
    assert not lint([path])


def test_what_is_played_does_not_stand_on_paper(put: Put) -> None:
    """Told with file, line and column, by lint and by every command; exit 2."""
    own = put("mine.yaml", PLAY)
    put("mine.paper.yaml", f"{PRINTED}procedure:\n  hand: {{}}\nplayers: {{max: 3}}\n")
    with pytest.raises(RuleFileError) as caught:
        game(own)
    told = [(Path(one.file).name, one.line, one.column, one.message) for one in caught.value.problems]
    assert told == [
        ("mine.paper.yaml", 13, 1, "the key 'procedure' is not for printed texts"),
        ("mine.paper.yaml", 15, 1, "the key 'players' is not for printed texts"),
    ]
    assert caught.value.problems[0].hint == "move 'procedure' to mine.yaml"
    assert [one.message for one in lint([own])] == [one[3] for one in told]
    said = CliRunner().invoke(main, ["games", str(own)])
    assert said.exit_code == 2
    assert "mine.paper.yaml:13:1" in said.output
    put("mine.paper.yaml", "plaier: {}\n")
    assert [one.message for one in lint([own])] == ["unknown key for printed texts: 'plaier'; did you mean player?"]


def test_a_line_of_a_paper_is_checked_with_the_game(put: Put) -> None:
    """Steps, duties, findings, faults and options that a line names, and keys that no line has."""
    put("mine.yaml", PLAY)
    lines = "card:\n  lines:\n    a: {steps: [flopp], text: A}\n    b: {txet: B}\n    c: {codes: [burn/misst], text: C}\n"
    more = "player:\n  play:\n    lines:\n      d: {text: D, fault: boxed_crad}\n      e: {text: E, if: {tapp: true}}\n"
    paper = put("mine.paper.yaml", lines + more)
    for target in (paper, paper.parent, paper.with_name("mine.yaml")):
        told = {(Path(one.file).name, one.line): one.message for one in lint([target])}
        assert told.keys() == {("mine.paper.yaml", line) for line in (3, 4, 5, 9, 10)}
        assert "flopp" in told["mine.paper.yaml", 3]
        assert "txet" in told["mine.paper.yaml", 4]
        assert "tapp" in told["mine.paper.yaml", 10]


def test_where_additions_go_has_to_be_there(put: Put) -> None:
    """`added_before` that names nothing, in a section of the play and of the paper; a game that is dealt has the key no more."""
    put("mine.yaml", f"{PLAY}procedure:\n  hand:\n    added_before: shwdown\n")
    paper = put("mine.paper.yaml", "player:\n  play:\n    added_before: beest\n")
    told = {(Path(one.file).name, one.line): one.message for one in lint([paper])}
    assert told.keys() == {("mine.yaml", 7), ("mine.paper.yaml", 3)}
    assert "shwdown" in told["mine.yaml", 7]
    assert not [place for place, _ in parts(game("holdem").data) if "added_before" in place]


def test_a_paper_without_a_game_is_told(put: Put, toys: Path) -> None:
    """In a folder, by itself, and among ours."""
    path = put("alone/whist.paper.yaml", PRINTED)
    for target in (path, path.parent):
        (told,) = lint([target])
        assert told.message == "these printed texts belong to the game whist.yaml, which does not exist"
        assert (told.file, told.line) == (str(path), 1)
    (toys / "procedures" / "toys" / "whist.paper.yaml").write_text(PRINTED, encoding="utf-8")
    assert ["whist.paper.yaml" in one.file for one in lint()] == [True]


def test_a_paper_is_no_game(put: Put) -> None:
    """Neither by its path nor as what another extends nor in the list; the game it belongs to is named."""
    put("mine.yaml", PLAY)
    paper = put("mine.paper.yaml", PRINTED)
    for path in (paper, put("other.yaml", "extends: ./mine.paper.yaml\ngame: other\ntitle: Other\n")):
        with pytest.raises(RuleFileError, match="has only the printed texts of a game") as caught:
            game_doc(path)
        assert "mine.yaml" in caught.value.problems[0].hint
    assert not [name for name in games() if "paper" in name]


def test_a_paper_that_comes_changes_or_goes_is_noticed(toys: Path, place: Path) -> None:
    """A game that this process or an earlier run has put together is not told from before."""
    paper = toys / "procedures" / "toys" / "toy.paper.yaml"
    assert place
    for text in ("", "printed: {top: Most}\n", "printed: {top: At most}\n", ""):
        if text:
            paper.write_text(text, encoding="utf-8")
        else:
            paper.unlink(missing_ok=True)
        wanted = read_file(paper).data["printed"] if text else None
        assert game("toy").data.get("printed") == wanted
        assert kept_game("toy").data.get("printed") == wanted


def test_the_names_of_the_two_files() -> None:
    """One of either from the other, whatever ending YAML has."""
    for name in ("a/holdem.yaml", "b/all-fours.yml"):
        paper = paper_of(Path(name))
        assert is_paper(paper)
        assert not is_paper(name)
        assert game_of(paper) == game_of(Path(name)) == Path(name)


def test_the_parts_are_those_of_the_schema() -> None:
    """What a paper can hold is what a game can hold that is only printed; the fingerprint of a game leaves it out."""
    assert {*PARTS, "source"} == PAPER["properties"].keys()
    assert all(PAPER["properties"][part] is PROCEDURE["properties"][part] for part in PARTS)


def test_our_own_games_print_nothing_from_the_file_that_is_played() -> None:
    """Whoever reads a game's file reads what is dealt; each paper has its game, and nothing but print in it."""
    folder = data.data_dir("procedures")
    files = [path for path in folder.glob("*/**/*.yaml") if not NO_GAMES & {*path.parts} and path.parent.name != "cases"]
    papers = {path for path in files if is_paper(path)}
    assert len(papers) > 25
    assert not [path for path in files if path not in papers and read_file(path).data.keys() & {*PARTS}]
    assert not [path for path in papers if game_of(path) not in files or read_file(path).data.keys() - {*PARTS}]


def test_our_own_files_are_read_from_top_to_bottom() -> None:
    """What the game is, its equipment, options and felt, then the steps: in the order of the schema, in every file."""
    for path in (*data.data_dir("procedures").glob("*/*.yaml"), *data.data_dir("procedures").glob("*/base/*.yaml")):
        if path.parent.name not in NO_GAMES:
            shape = PAPER if is_paper(path) else PROCEDURE
            keys = list(read_file(path).data)
            assert keys == [key for key in shape["properties"] if key in keys], path


def test_the_schema_of_a_paper_is_that_of_its_parts() -> None:
    """A whole one passes; lint tells the rest where the game is looked at."""
    doc = game_doc("holdem")[0]
    assert check(doc.with_data({part: doc.data[part] for part in PARTS if part in doc.data}), "paper") == []
    assert rule_set("rrop").serves(doc.data)

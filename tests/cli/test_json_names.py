"""The names of JSON: what a program reads of a command keeps them, however it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from freezegun import freeze_time

from dealerkit.cli.main import main
from dealerkit.rules.data import data_dir

FROZEN = Path(__file__).with_name("json_names.txt")
"""Command by command every name and the kind of what stands there: whoever renames one breaks somebody's program."""

DATA = Path(__file__).parents[1] / "data"
PHH, NSW = str(DATA / "phh" / "handhq.phhs"), str(data_dir("rulings") / "nsw")
HAND = ("--hole", "AsAh", "--board", "Ad Kh Kc 2c 3d", "--dealt-in", "1-6", "--pot", "40", "--table", "T1", "--seat", "3")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("exam", "list"),
    ("exam", "new", "baccarat-table-test", "--as", "Ann Lee"),
    ("journal", "open", "boxed_card", "--rules", "us", "--table", "M3", "--dealer", "Bo Chan", "--floor", "Ann Lee", "-n", "up"),
    ("journal", "decide", "2026-0001", "--follow", "--by", "Ann Lee"),
    ("journal", "list"),
    ("journal", "show", "2026-0001"),
    ("journal", "precedents"),
    ("journal", "anchor"),
    ("journal", "verify"),
    ("journal", "people"),
    ("journal", "settings"),
    ("deck", "packs"),
    ("deck", "verify", "--game", "holdem", "--count", "51"),
    ("jackpot", "list"),
    ("jackpot", "open", "high-hand-hourly"),
    ("jackpot", "claim", "high-hand-hourly", *HAND),
    ("jackpot", "confirm", "high-hand-hourly", "1", "--yes", "all"),
    ("jackpot", "status"),
    ("jackpot", "report", "high-hand-hourly"),
    ("check", "slip.rec"),
    ("simulate", "mini-baccarat", "--rounds", "2000", "--seed", "1", "--jobs", "1", "--session", "50"),
    ("simulate", "holdem", "--rounds", "20", "--seed", "1", "--jobs", "1", "--seats", "3"),
    ("rule", "boxed_card", "--rules", "us"),
    ("rule", "card_exposed", "--rules", "tda"),
    ("explain", "BA-37"),
    ("explain", "burn/missed-before-street"),
    ("search", "burn card"),
    ("games", "mini-baccarat"),
    ("coup", "4d", "9h", "Kc", "7s", "2d", "--bet", "banker=10"),
    ("round", "blackjack", "9h", "6c", "2d", "Tc", "Kd", "8s", "--seat", "1: main 10; double"),
    ("showdown", "holdem", "--board", "Ah Kd 2c 3d 9s", "--hand", "Ann=AsQs", "--hand", "Bo=KhKs", "--pot", "90"),
    ("rules", "list"),
    ("replay", "slip.rec"),
    ("progress", "show"),
    ("deck", "setup", "M3", "red 12", "blue 4", "--by", "Ann Lee", "--seal", "0815"),
    ("deck", "change", "M3", "--out", "red 12", "--in", "red 14", "--because", "fault", "--note", "Kd is bent"),
    ("deck", "log"),
    ("observe", "mini-baccarat", "--as", "Ann Lee", "--by", "Bo Chan"),
    ("callout", "mini-baccarat", "--seed", "2", "--hands", "1", "--as", "Ann Lee"),
    ("drill", "third-card-flash", "--level", "1", "--seed", "3", "--items", "2", "--no-clock", "--as", "Ann Lee"),
    ("drill", "--list"),
    ("calibrate", "new", "--rules", "us", "--items", "4", "--out", "floors"),
    ("calibrate", "report", "floors/*.sealed.json"),
    ("sheet", "nap", "--doc", "book"),
    ("lint", "mine.yaml"),
    ("test", NSW),
    ("rules", "diff", "us", "macau"),
    ("rules", "diff", "rrop", "tda", "--outcomes", "wrong_count"),
    ("odds", "mini-baccarat"),
    ("cut", "10", "20", "30"),
    ("draw", "jack", "Ann", "Bo", "Cy", "--cards", "4h Kd 9c Js"),
    ("draw", "high", "Ann=Kd,3c", "Bo=Kh,9d", "Cy=9c"),
    ("draw", "cut", "Ann=20", "Bo=33", "Cy=8", "--seed", "7"),
    ("draw", "seats", "Ann", "Bo", "--seed", "7"),
    ("draw", "turns", "Ann", "Bo", "Cy"),
    ("convert", PHH, "session.txt"),
    ("prove", "nsw"),
    ("play", "mini-baccarat", "--seed", "7", "--hands", "2", "--slips", "1"),
    ("plant", "--game", "mini-baccarat", "--fault", "coup/wrong-payout", "--seed", "3"),
    ("config", "list"),
    ("users", "list"),
    ("new", "rules", "riverside"),
)  # fmt: skip
TYPED: dict[str, str] = {
    "observe": "a\nf\n<\n\n\nq\n5\n4\nq\n",
    "callout": "\n\nx\nb\n\n\n",
    "drill": "x\nx\n",
}
"""What somebody types at a command that asks."""

EXEMPT: dict[str, str] = {
    "journal": "writes an entry or a file; what it wrote is in `journal show`, which is listed",
    "jackpot": "changes an open promotion; what it comes to is in `jackpot status` and `report`, which are listed",
    "exam": "marks a candidate's answers, and nobody has sat the paper here",
    "progress": "changes what is kept; what is kept is in `progress show`, which is listed",
    "users": "the audit is of a server's visitors, and no server runs here",
    "new": "another kind of folder; `new rules`, which is listed, answers alike",
}
"""Groups of which not every command is listed, and why."""


OF_THE_RULES = {"options", "detail"}
"""Maps whose keys are names of the rule files, which have tests of their own."""


def names(value: object, at: str = "") -> Iterator[str]:
    """Yield each place in plain data with the kind of what stands there; a list has the places of all its parts."""
    if isinstance(value, dict) and at.rpartition(".")[2] not in OF_THE_RULES:
        for key, inner in value.items():
            word = "*" if key.replace(".", "").isdigit() else key
            yield from names(inner, f"{at}.{word}" if at else word)
    elif isinstance(value, list):
        yield from (name for inner in value for name in names(inner, f"{at}[]"))
    else:
        yield f"{at} {type(value).__name__}"


@pytest.fixture
def told(tmp_path, monkeypatch) -> str:
    """What the commands tell a program, one after the other in one house, at an hour that stands still."""
    pytest.importorskip("numpy")
    monkeypatch.setenv("DEALERKIT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(tmp_path / "j.db"))
    monkeypatch.setenv("TZ", "Asia/Macau")
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)
    monkeypatch.chdir(tmp_path)
    record = Path(__file__).parents[1] / "records" / "coup-wrong-payout.rec"
    Path("slip.rec").write_bytes(record.read_bytes())
    Path("mine.yaml").write_text("extends: us\noptions: {decks: 99, nothing: 1}\n", encoding="utf-8")
    made = ""
    for words in COMMANDS:
        with freeze_time("2026-03-01 06:30:00"):
            found = [next(map(str, Path().glob(word)), word) if "*" in word else word for word in words]
            result = CliRunner().invoke(main, [*found, "--json"], input=TYPED.get(words[0]))
        assert result.exit_code < 2, f"{words}: {result.output}"
        typed = " ".join(Path(word).name if Path(word).is_absolute() else word for word in words)
        made += "".join(f"{line}\n" for line in (f"$ {typed}", *sorted({*names(json.loads(result.stdout))}), ""))
    return made


@pytest.mark.thorough
def test_names_of_json_are_what_they_were(told):
    """Every name and kind, command by command."""
    assert told.strip() == FROZEN.read_text("utf-8").strip()


def with_json(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the name of every command that has the option --json, word by word."""
    if any(each.name == "as_json" for each in command.params):
        yield path
    if isinstance(command, click.Group):
        above = click.Context(command)
        for name in command.list_commands(above):
            yield from with_json(command.get_command(above, name), (*path, name))


def test_every_command_with_json_is_listed():
    """A command that answers a program stands among those above, or its group is exempt with a reason."""
    missed = [path for path in with_json(main) if path not in {words[: len(path)] for words in COMMANDS}]
    assert [path for path in missed if path[0] not in EXEMPT] == []
    assert EXEMPT.keys() == {path[0] for path in missed}

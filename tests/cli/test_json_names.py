"""The names of JSON: what a program reads of a command keeps them, however it is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from freezegun import freeze_time

from dealerkit.cli.main import main

FROZEN = Path(__file__).with_name("json_names.txt")
"""Command by command every name and the kind of what stands there: whoever renames one breaks somebody's program."""

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
)  # fmt: skip


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
    made = ""
    for words in COMMANDS:
        with freeze_time("2026-03-01 06:30:00"):
            result = CliRunner().invoke(main, [*words, "--json"])
        assert result.exit_code < 2, f"{words}: {result.output}"
        made += "".join(f"{line}\n" for line in (f"$ {' '.join(words)}", *sorted({*names(json.loads(result.stdout))}), ""))
    return made


@pytest.mark.thorough
def test_names_of_json_are_what_they_were(told):
    """Every name and kind, command by command."""
    assert told.strip() == FROZEN.read_text("utf-8").strip()

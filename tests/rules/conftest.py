"""Small rule sets and games for tests, independent of the rules of any real game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dealerkit.rules import cache, cache_database, data, files, sets

FACTS = """
outcomes: {burned: It is burned, plays: It plays, kept: It is kept}
facts:
  seen: {type: bool, title: Somebody saw its face, question: Did anybody see its face?}
  count: {type: int, title: How many}
  phase: {type: choice, values: [deal, draw, settle], title: How far the coup had gone}
faults:
  surplus: {title: A card too many, facts: [seen, count, phase], words: [extra, surplus], family: toys}
"""
SOURCES = """
sources:
  book: {title: The Book of Toys, edition: second, date: "1999"}
"""
FINDINGS = """
findings:
  burn/missed: {title: No card was burned, severity: minor, why: It protects the next card., remedy: Burn now., cite: [TY-02],
                source: {work: book, section: "2", verified: read}}
"""
REMEDIES = """
remedies:
  RT-01: {title: Burn it, when: now, steps: {burn: {do: burn, say: It is burned.}}}
"""
BASE = """
set: base
title: {en: The base, zh-Hans: 基础}
family: toys
options: {toy: {packs: 4}}
"""
BASE_FAULTS = """
faults:
  surplus:
    title: A card too many
    cases:
      seen:
        when: {seen: true, phase: [deal, draw]}
        rule: TI-01
        outcome: burned
        remedies: [RT-01]
        because: Somebody knows what it is.
        source: {work: book, section: "3", verified: read}
      otherwise: {rule: TI-02, outcome: plays, source: {work: book, section: "4", verified: part}}
"""
TOY = """
game: toy
family: toys
title: Toy
summary: A game of {packs} packs.
players: {min: 1, max: 4}
dealing: house
money: {unit: "0.01", stack: "1000", minimum: 5}
options:
  packs: {title: Packs, values: [8, 6, 4], default: 8, rule: TY-01}
  burns: {title: Cards burned, values: 0-10, default: 1, rule: TY-02}
  tie_pays:
    {title: The tie pays, values: [8 to 1, 9 to 1], default: 8 to 1, rule: TY-03, aliases: {"8:1": 8 to 1, "9:1": 9 to 1}}
  rate: {title: Commission, values: {number: ["0", "0.1"]}, default: "0.05", rule: TY-04}
  free: {title: Free hands, values: [true, false], default: false, rule: TY-05}
  irregularities: {title: Whose rulings, values: [base, other], default: base, rule: TY-06}
equipment:
  pack: {decks: {option: packs}, ranks: AKQJT98765432, jokers: 0}
felt:
  places: {shoe: {kind: stock, public: false}, board: {kind: hand, face: up}}
tables:
  top: 9
  pays: {tie: {option: tie_pays}, list: [{option: burns}, 2]}
procedure:
  open:
    title: Opening
    steps:
      check: {do: check, what: rack, cite: [TY-01]}
      burn: {do: burn, n: {option: burns}, cite: [TY-02], say: "Burn {burns}.", codes: {skipped: burn/missed}}
  coups:
    title: Coups
    repeat: cards_left
    if: not stopped
    steps:
      bets: {play: wager, until: close, cite: [TY-03]}
      close: {do: say, cite: [TY-03], deadline: deal}
      deal: {do: deal, cite: [TY-04]}
rules:
  equipment:
    title: Equipment
    rules: {TY-01: "{packs} packs are used.", TY-02: {text: They are burned., source: {work: book, section: "1", verified: no}}}
  play:
    title: Play
    rules: {TY-03: Bets are made., TY-04: Cards are dealt., TY-05: Hands may be free., TY-06: The house chooses its rulings.}
"""
OTHER = """
set: other
extends: base
faults:
  surplus:
    cases:
      one: {when: {count: 1}, rule: TI-03, outcome: plays, before: otherwise, source: {work: book, section: "5", verified: read}}
      seen: {outcome: kept}
procedures:
  toy:
    procedure: {open: {steps: {burn: {severity: critical}, wave: {do: wave, cite: [TY-02], before: burn}}}}
findings:
  burn/missed: {severity: major}
"""

Put = Callable[[str, str], Path]


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """A function that writes a file into the test's own folder and returns its path."""

    def write(name: str, text: str) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def toys(put: Put, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game called toy, with the rule sets base and other, in place of dealerkit's own."""
    for name, text in (("facts", FACTS), ("sources", SOURCES), ("findings", FINDINGS), ("remedies", REMEDIES)):
        put(f"data/rulings/{name}.yaml", text)
    put("data/rulings/base/set.yaml", BASE)
    put("data/rulings/base/faults.yaml", BASE_FAULTS)
    put("data/rulings/other/set.yaml", OTHER)
    put("data/procedures/toys/toy.yaml", TOY)
    monkeypatch.setattr(data, "data_dir", lambda kind: tmp_path / "data" / kind)
    return tmp_path / "data"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder, used immediately, with nothing in it and nothing in memory except our own rule files."""
    monkeypatch.setenv("DEALERKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(cache, "_UNSURE", 0)
    monkeypatch.setattr(cache, "SHIPPED", tmp_path / "nothing came with it")
    for module, name in ((sets, "_sets"), (cache_database, "_MADE")):
        monkeypatch.setattr(module, name, type(getattr(module, name))())
    monkeypatch.setattr(files, "_read", dict(files._read))
    others = {name: known for name, known in files._remembered.items() if not name.startswith("facts ")}
    monkeypatch.setattr(files, "_remembered", others)
    return tmp_path / "cache"


@pytest.fixture
def forget(place: Path) -> Callable[[], None]:
    """A function that simulates the start of another process; our own files, which no test changes, are not read again."""
    ours = str(data.data_dir("rulings").parent)

    def clear() -> None:
        for known in (sets._sets, cache_database._MADE):
            known.clear()
        files._remembered.pop(f"facts {data.data_dir('rulings') / 'facts.yaml'}", None)
        for path in [path for path in files._read if not path.startswith(ours)]:
            del files._read[path]

    return clear

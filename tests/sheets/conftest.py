"""A house of our own, and readers of printed sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.rules.games import Game, game

HOUSE = """
set: riverside
title: "Riverside <script>alert(1)</script> rules"
extends: us
family: baccarat
house: "Riverside *Card* | Room & <b>Sons</b>"
version: "3"
date: "2026-11-21"
options:
  mini-baccarat: {decks: 6, dragon7: true}
sources:
  riverside: {title: Riverside house book, date: "2026"}
procedures:
  mini-baccarat:
    tables:
      tableau: {"6": [S, S, S, S, S, S, S, S, D, S, S]}
    procedure:
      shoe:
        steps:
          wave: {do: announce, what: shuffle, cite: [BA-13], say: Announce the shuffle., before: shuffle}
          offer: null
    rules:
      bets:
        rules: {BA-60: {text: 'The dealer says "rien ne va plus".', source: {work: riverside, section: "4", verified: part}}}
findings:
  coup/no-more-bets-not-called: {severity: major}
faults:
  boxed_card:
    cases:
      otherwise: {outcome: card_plays, remedies: [], source: {work: riverside, section: "9.1", verified: read}}
  late_bet: {cases: {moved: null}}
"""


@pytest.fixture
def house_file(tmp_path: Path) -> Path:
    """The house's own file."""
    path = tmp_path / "riverside.yaml"
    path.write_text(HOUSE, encoding="utf-8")
    return path


@pytest.fixture
def house(house_file: Path) -> Game:
    """Mini baccarat as dealt by that house."""
    return game("mini-baccarat", house_file)


@pytest.fixture(scope="session")
def standard() -> Game:
    """Mini baccarat with its defaults."""
    return game("mini-baccarat")

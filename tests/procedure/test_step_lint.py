"""What is told of a step's parameters, row by row: what is missing, misspelt, never read, no number, no table, no rule."""

from __future__ import annotations

from typing import Any

import pytest

from dealerkit.procedure.step_lint import lint_step
from dealerkit.rules.doc import Doc
from dealerkit.rules.games import game
from dealerkit.rules.loader import read_yaml

AUCTION = {"play": "auction", "bids": "bids"}
SURPLUS = "`do: take_out, what: surplus`"
NO_NUMBER = "or mention an option: {option: NAME}"
KEYS = "there is over, again, turn, bid, forced, overcall"

ROWS: list[tuple[dict[str, Any], list[str]]] = [
    ({"do": "deal_board", "n": 3}, []),
    ({"do": "deal_board", "n": 1}, []),
    ({"do": "deal_board", "n": "2"}, []),
    ({"do": "deal_board", "n": {"option": "x"}}, []),
    ({"do": "deal_board", "n": 0}, ["step.n: 0 is too few; it is 1 at least"]),
    ({"do": "deal_board", "n": "-1"}, ["step.n: -1 is too few; it is 1 at least"]),
    ({"do": "deal_board", "n": "many"}, [f"step.n: expected a whole number, not 'many'; {NO_NUMBER}"]),
    ({"do": "deal_board", "n": True}, [f"step.n: expected a whole number, not 'True'; {NO_NUMBER}"]),
    ({"do": "deal_board", "n": [1]}, [f"step.n: expected a whole number, not a list or a map; {NO_NUMBER}"]),
    ({"do": "deal_round", "batches": []}, ["step.batches: expected a list of whole numbers; write [1, 1] for two times one"]),
    ({"do": "deal_round", "batches": 3}, ["step.batches: expected a list of whole numbers; write [1, 1] for two times one"]),
    (
        {"do": "deal_round", "batches": [1, "x", 0, {"option": "a"}]},
        [
            f"step.batches[1]: expected a whole number, not 'x'; {NO_NUMBER}",
            "step.batches[2]: 0 is too few; it is 1 at least",
        ],
    ),
    (
        {"do": "deal_round", "cards": 2, "batches": [1]},
        ["step.batches: `do: deal_round` does not use `batches` with the step's other parameters; take it out"],
    ),
    (
        {"do": "deal_round"},
        ["step: `do: deal_round` has to say `batches:`; add batches: ...; docs/words/ says what `do: deal_round` reads"],
    ),
    ({"do": "burn", "colour": 1}, ["step.colour: `do: burn` does not read `colour`; it reads face, n"]),
    ({"do": "burn", "fac": "up"}, ["step.fac: `do: burn` does not read `fac`; did you mean 'face'?"]),
    ({"do": "burn", "tittle": "Burn"}, ["step.tittle: `do: burn` does not read `tittle`; did you mean 'title'?"]),
    ({"do": "tap", "colour": 1}, ["step.colour: `do: tap` does not read `colour`; take it out: the word reads nothing"]),
    ({"do": "tap", "say": "Tap", "why": "So that all hear it"}, []),
    ({"do": "tap", "what": "table"}, ["step.what: `do: tap` does not read `what`; take it out: the word reads nothing"]),
    (
        {"do": "tap", "rules": {"zzz": "NP-14"}},
        ["step.rules: `do: tap` does not read `rules`; take it out: the word reads nothing"],
    ),
    ({"do": "put_back", "what": "wrong_burn"}, []),
    ({"do": "insert", "behind": 0}, []),
    ({"do": "insert", "behind": "-1"}, ["step.behind: -1 is too few; it is 0 at least"]),
    (
        {"do": "take_out", "what": "surplus", "to": "muck"},  # what it does with `to` is told when it says its verb
        [
            f"step: {SURPLUS} has to say `verb:`; add verb: ...; docs/words/ says what {SURPLUS} reads",
        ],
    ),
    ({"do": "nothing_known", "colour": 1}, []),
    ({"play": "nothing_known"}, []),
    ({"do": "call_total"}, ["step: `do: call_total` has to say `side:`; add side: banker or player"]),
    ({"do": "call_total", "side": "banker"}, []),
    ({"do": "call_total", "side": "bankr"}, ["step.side: `side` of `do: call_total` cannot be 'bankr'; did you mean 'banker'?"]),
    (
        {"do": "call_total", "side": "left"},
        ["step.side: `side` of `do: call_total` cannot be 'left'; it is one of banker, player"],
    ),
    ({"do": "call_total", "sde": "banker"}, ["step.sde: `do: call_total` does not read `sde`; did you mean 'side'?"]),
    (
        {"do": "call_total", "zzz": "banker"},
        [
            "step: `do: call_total` has to say `side:`; add side: banker or player",
            "step.zzz: `do: call_total` does not read `zzz`; it reads side",
        ],
    ),
    ({**AUCTION, "rules": {"turn": "NP-14", "nap": "NP-A8", "nap_again": "NP-A8"}}, []),
    ({**AUCTION, "rules": ["turn"]}, []),
    ({**AUCTION, "bids": ["bids"]}, []),
    ({**AUCTION, "bids": "bidz"}, ["step.bids: the game has no table 'bidz'; did you mean 'bids'?"]),
    ({**AUCTION, "bids": "zzz"}, ["step.bids: the game has no table 'zzz'; there is bids"]),
    (
        {**AUCTION, "rules": {"tun": "NP-14"}},
        ["step.rules.tun: nothing that players do at `play: auction` is called 'tun'; did you mean 'turn'?"],
    ),
    (
        {**AUCTION, "rules": {"qqqqq": "NP-14"}},
        [f"step.rules.qqqqq: nothing that players do at `play: auction` is called 'qqqqq'; {KEYS}"],
    ),
    ({"play": "turns", "turn": "melds", "rules": {"frozen": "CN-30"}}, []),  # said by the melds that `turns` asks
    (
        {"play": "betting", "rules": {"zzz": "FT-05"}},  # its players break no rule by a name
        ["step.rules.zzz: nothing that players do at `play: betting` is called 'zzz'; take it out"],
    ),
    (
        {**AUCTION, "rules": {"why": "NP-14"}},  # a key of every step is no word of the game
        [f"step.rules.why: nothing that players do at `play: auction` is called 'why'; {KEYS}"],
    ),
]


def told(step: dict[str, Any], **parts: Any) -> list[str]:
    """What is told of a step in the file of a game."""
    doc = Doc.of({**game("nap").doc.data, **parts, "step": step})
    return [f"{problem.path}: {problem.message}; {problem.hint}" for problem in lint_step(doc, ("step",), step)]


@pytest.mark.parametrize(("step", "problems"), ROWS, ids=[str(step) for step, _ in ROWS])
def test_a_step_is_told_what_is_wrong_with_it(step, problems):
    """Each with its place and what to do; a step in order with nothing."""
    assert told(step) == problems


def test_a_table_is_missed_only_where_there_is_a_game():
    """The steps of a remedy belong to many games."""
    step = {**AUCTION, "bids": "zzz"}
    assert [problem.partition(";")[0] for problem in told(step, tables={})] == ["step.bids: the game has no table 'zzz'"]
    assert told(step, tables=None) == []
    doc = Doc.of({"tables": {}, "step": step})
    assert list(lint_step(doc, ("step",), step)) == []


@pytest.mark.parametrize(
    ("step", "column"),
    [
        ("{do: burn, colour: black}", 18),
        ("{do: call_total, side: left}", 30),
        ("{play: auction, bids: bids, rules: {qqqqq: NP-14}}", 43),
        ("{do: call_total}", 1),
        ("{do: deal_board, n: many}", 27),
    ],
)
def test_a_name_is_shown_where_it_stands_and_a_value_where_it_stands(step, column):
    """The key's column if the key is wrong, the value's if the value is; what is missing is shown at the step's own key."""
    doc = read_yaml(("game.yaml", f"tables: {{bids: {{}}}}\n\nstep: {step}\n"))
    (problem,) = lint_step(doc, ("step",), doc.data["step"])
    assert (problem.file, problem.line, problem.column) == ("game.yaml", 3, column)

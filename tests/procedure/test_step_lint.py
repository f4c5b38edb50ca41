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
NO_NUMBER = "write a whole number, or {option: NAME}"
KEYS = "allowed: over, again, turn, bid, forced, overcall"

ROWS: list[tuple[dict[str, Any], list[str]]] = [
    ({"do": "deal_board", "n": 3}, []),
    ({"do": "deal_board", "n": 1}, []),
    ({"do": "deal_board", "n": "2"}, []),
    ({"do": "deal_board", "n": {"option": "x"}}, []),
    ({"do": "deal_board", "n": 0}, ["step.n: 0 is below the minimum; write 1 or more"]),
    ({"do": "deal_board", "n": "-1"}, ["step.n: -1 is below the minimum; write 1 or more"]),
    ({"do": "deal_board", "n": "many"}, [f"step.n: expected a whole number, not 'many'; {NO_NUMBER}"]),
    ({"do": "deal_board", "n": True}, [f"step.n: expected a whole number, not 'True'; {NO_NUMBER}"]),
    ({"do": "deal_board", "n": [1]}, [f"step.n: expected a whole number, not a list or a map; {NO_NUMBER}"]),
    ({"do": "deal_round", "batches": []}, ["step.batches: expected a list of whole numbers; write [1, 1] for two times one"]),
    ({"do": "deal_round", "batches": 3}, ["step.batches: expected a list of whole numbers; write [1, 1] for two times one"]),
    (
        {"do": "deal_round", "batches": [1, "x", 0, {"option": "a"}]},
        [
            f"step.batches[1]: expected a whole number, not 'x'; {NO_NUMBER}",
            "step.batches[2]: 0 is below the minimum; write 1 or more",
        ],
    ),
    (
        {"do": "deal_round", "cards": 2, "batches": [1]},
        ["step.batches: `do: deal_round` does not use `batches` with the step's other keys; remove `batches`"],
    ),
    (
        {"do": "deal_round"},
        ["step: `do: deal_round` needs the key `batches`; add batches: ...; docs/words/ lists the keys of `do: deal_round`"],
    ),
    ({"do": "burn", "colour": 1}, ["step.colour: `colour` is not a key of `do: burn`; allowed: face, n"]),
    ({"do": "burn", "fac": "up"}, ["step.fac: `fac` is not a key of `do: burn`; did you mean 'face'?"]),
    ({"do": "burn", "tittle": "Burn"}, ["step.tittle: `tittle` is not a key of `do: burn`; did you mean 'title'?"]),
    ({"do": "tap", "colour": 1}, ["step.colour: `colour` is not a key of `do: tap`; remove `colour`; `do: tap` has no keys"]),
    ({"do": "tap", "say": "Tap", "why": "So that all hear it"}, []),
    ({"do": "tap", "what": "table"}, ["step.what: `what` is not a key of `do: tap`; remove `what`; `do: tap` has no keys"]),
    (
        {"do": "tap", "rules": {"zzz": "NP-14"}},
        ["step.rules: `rules` is not a key of `do: tap`; remove `rules`; `do: tap` has no keys"],
    ),
    ({"do": "put_back", "what": "wrong_burn"}, []),
    ({"do": "insert", "behind": 0}, []),
    ({"do": "insert", "behind": "-1"}, ["step.behind: -1 is below the minimum; write 0 or more"]),
    (
        {"do": "take_out", "what": "surplus", "to": "muck"},  # what it does with `to` is told when it says its verb
        [
            f"step: {SURPLUS} needs the key `verb`; add verb: ...; docs/words/ lists the keys of {SURPLUS}",
        ],
    ),
    ({"do": "nothing_known", "colour": 1}, []),
    ({"play": "nothing_known"}, []),
    ({"do": "call_total"}, ["step: `do: call_total` needs the key `side`; add side: banker or player"]),
    ({"do": "call_total", "side": "banker"}, []),
    ({"do": "call_total", "side": "bankr"}, ["step.side: `side` of `do: call_total` can't be 'bankr'; did you mean 'banker'?"]),
    (
        {"do": "call_total", "side": "left"},
        ["step.side: `side` of `do: call_total` can't be 'left'; allowed: banker, player"],
    ),
    ({"do": "call_total", "sde": "banker"}, ["step.sde: `sde` is not a key of `do: call_total`; did you mean 'side'?"]),
    (
        {"do": "call_total", "zzz": "banker"},
        [
            "step: `do: call_total` needs the key `side`; add side: banker or player",
            "step.zzz: `zzz` is not a key of `do: call_total`; allowed: side",
        ],
    ),
    ({**AUCTION, "rules": {"turn": "NP-14", "nap": "NP-A8", "nap_again": "NP-A8"}}, []),
    ({**AUCTION, "rules": ["turn"]}, []),
    ({**AUCTION, "bids": ["bids"]}, []),
    ({**AUCTION, "bids": "bidz"}, ["step.bids: the game has no table 'bidz'; did you mean 'bids'?"]),
    ({**AUCTION, "bids": "zzz"}, ["step.bids: the game has no table 'zzz'; allowed: bids"]),
    (
        {**AUCTION, "rules": {"tun": "NP-14"}},
        ["step.rules.tun: 'tun' is not a name under `rules` of `play: auction`; did you mean 'turn'?"],
    ),
    (
        {**AUCTION, "rules": {"qqqqq": "NP-14"}},
        [f"step.rules.qqqqq: 'qqqqq' is not a name under `rules` of `play: auction`; {KEYS}"],
    ),
    ({"play": "turns", "turn": "melds", "rules": {"frozen": "CN-30"}}, []),  # said by the melds that `turns` asks
    (
        {"play": "betting", "rules": {"zzz": "FT-05"}},  # its players break no rule by a name
        ["step.rules.zzz: 'zzz' is not a name under `rules` of `play: betting`; remove 'zzz'"],
    ),
    (
        {**AUCTION, "rules": {"why": "NP-14"}},  # a key of every step is no word of the game
        [f"step.rules.why: 'why' is not a name under `rules` of `play: auction`; {KEYS}"],
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

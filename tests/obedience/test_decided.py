"""What the ledgers decide of slips that could be taken either way: `decided.yaml` says of each whether it is found or meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.errors import Impossible
from dealerkit.table.rounds import Rounds
from tests.obedience.players import SteadyPlayers, staying
from tests.yaml_files import data_of

_DECIDED: list[dict[str, Any]] = data_of(Path(__file__).parent / "decided.yaml")
_MOST_ACTS = 600
_REFUSED = "refused"


def brought_to(slip: dict[str, Any]) -> tuple[dk.Table, SteadyPlayers]:
    """A table of the slip's game, dealt cleanly to the moment of the slip."""
    said = {key: slip[key] for key in ("button", "seats") if key in slip}
    table = dk.Table(slip["game"], seed=5, options=slip.get("set", {}), **{"seats": None, **said})
    players, left = SteadyPlayers(staying, 0), int(slip.get("nth", 1))
    for _ in range(_MOST_ACTS):
        asked = players.acts(table)
        due = asked[0] if asked else table.next_act()
        assert due is not None
        if due.who == "d" and f".{table.expected.step}".endswith(f".{slip['at']}"):
            left -= 1
            if not left:
                return table, players
        assert table.push(due) == (), due
    pytest.fail(f"{slip['at']} does not come")


def obeyed(table: dk.Table, players: SteadyPlayers) -> list[str]:
    """What is found while whatever is due is done, until the round is over and the next has begun."""
    rounds, found, after = Rounds(table), [], 0
    for _ in range(_MOST_ACTS):
        asked = [] if table.owed else players.acts(table)
        due = asked[0] if asked else table.next_act()
        after += rounds.done > 0
        if due is None or after > 5:
            break
        found += [finding.code for finding in table.push(due)]
        rounds.look(table)
    return found


@pytest.mark.parametrize("slip", _DECIDED, ids=[slip["slip"] for slip in _DECIDED])
def test_what_the_ledgers_decide(slip):
    """What is to be found is found, what is meant passes, and whoever goes on as the table says is accused of nothing more."""
    table, players = brought_to(slip)
    hands = [name for name, spec in table.felt.layout.places.items() if spec.kind == "hand" and table.felt.cards(name)]
    losers = [act.to[0] for act in table.expected.dealer if act.verb == "kill"]
    names = {
        "due": str(table.next_act()),
        "loser": losers[-1] if losers else "",
        "winner": next((name for name in hands if name not in losers), ""),
    }
    found = []
    for text in slip["acts"]:
        try:
            found += [finding.code for finding in table.push(text.format(**names))]
        except Impossible:
            found.append(_REFUSED)
    at_once = bool(found)
    later = obeyed(table, players)
    if "meant" in slip:
        assert slip["rule"]
        assert found + later == [], f"{slip['rule']} lets it pass"
    else:
        assert set(slip["found"]) <= {*found, *later}
        assert not at_once or later == [], "whoever obeys is accused again"


def test_the_list_is_printed():
    """One line for each slip: what is found, or the rule that lets it pass."""
    for slip in _DECIDED:
        print(f"{slip['slip']}: {', '.join(slip['found']) if 'found' in slip else 'meant, ' + slip['rule']}")
    assert all(("found" in slip) != ("meant" in slip) for slip in _DECIDED)
    assert len({slip["slip"] for slip in _DECIDED}) == len(_DECIDED)

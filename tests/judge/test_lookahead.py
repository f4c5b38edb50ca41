"""What is to come and what is past, at moments of a round: of which step an act can be, and who is asked before it.

A row of `lookahead_rows.yaml` says

- `table`: a game's table, `at` a step, or a case's; and the acts behind
- `first`: the next dealer's step in which something is due
- `coming`: all steps to come, if they are few
- `players`, `between`: the next players' step of this round, and the steps before it
- `before`: the last players' step of this round
- `begun`, `dealt`: whether the dealer has acted in this round, and whether a card is out
- `acts`: by act, the step to come that could ask for it, and whether `behind players`; then the step that it belongs to if nobody
  asked for it, and whether too `early` or `again`
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.judge import lookahead
from dealerkit.procedure.advance import AgendaBuilder
from dealerkit.procedure.steps import DealerStep, PlayerStep
from tests.table.moments import table_at
from tests.yaml_files import data_of

ROWS: list[dict[str, Any]] = data_of(Path(__file__).parent / "lookahead_rows.yaml")


def working_copy(table: dk.Table) -> AgendaBuilder:
    """Return a working copy of the agenda of a table."""
    return AgendaBuilder(table.agenda, table.now, table.house, table._runs)


def table_of(told: dict[str, Any]) -> dk.Table:
    """Return the table of a row."""
    if "case" in told:
        return table_at(told["case"], 0, told["acts"])
    table = dk.Table(told["game"], seats=told["seats"], seed=7)
    if "at" in told:
        table.advance(told["at"])
    for act in told.get("acts", ()):
        table.push(act)
    return table


def belongs_to(work: AgendaBuilder, act: Act) -> str:
    """Return of which step an act can be, in words."""
    step, behind = lookahead.step_for(work, act, work.stack)
    words = [(step.id if step is not None else "nothing") + ", behind players" * behind]
    owner = lookahead.owner_of(work, act)
    if owner is not None:
        words.append(f"{owner[0].id} {owner[1]}" + ", the last act" * lookahead.is_last_again(work, act))
    return "; ".join(words)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['table'].get('game', 'case')} {row['first']}")
def test_of_which_step_an_act_can_be(row: dict[str, Any]) -> None:
    """DP-16, DP-20, RM-01, RM-11, BA-12: by what is to come of this round, and by what is past of it."""
    table = table_of(row["table"])
    work = working_copy(table)
    first, plan = lookahead.peek(work)
    players, ask, between = lookahead.next_players(work)
    before = lookahead.last_players(work)
    came: dict[str, Any] = {
        "first": first and first.id,
        "coming": [step.id for step in lookahead.coming(work)],
        "players": players and players.id,
        "between": [step.id for step in between],
        "before": before and before.id,
        "begun": lookahead.round_begun(work),
        "dealt": lookahead.is_dealt(work),
        "acts": {act: belongs_to(work, Act.parse(act)) for act in row["acts"]},
    }
    assert {word: came[word] for word in row if word != "table"} == {word: row[word] for word in row if word != "table"}
    assert all(lookahead.is_ahead(work, name) for name in came["coming"])
    assert not lookahead.is_ahead(work, "nowhere")
    assert bool(plan) is (first is not None)
    assert bool(ask) is (players is not None)
    assert lookahead.last_player_act(work) == max((at for at, act in enumerate(table.log, 1) if act.seat), default=0)


@pytest.mark.parametrize(
    ("game", "seats", "is_open", "over"),
    [
        ("thirty-one", 3, ["hand"], ["draw_cards", "dealer"]),
        ("mini-baccarat", 2, ["shoe", "coup"], []),
        ("canasta", 4, ["hand"], ["draw_cards", "dealer", "cover"]),
    ],
)
def test_a_section_that_repeats_is_open_until_it_is_over(game: str, seats: int, is_open: list[str], over: list[str]) -> None:
    """NM-01, BA-12, CN-05: when the cards are dealt the draw for the deal is over, and the hand or the shoe is not."""
    table = table_of({"game": game, "seats": seats, "at": "deal"})
    work, program = working_copy(table), table.house.program
    assert [section.id for section in program.sections() if lookahead.is_open(work, section)] == is_open
    steps = [step for step in program.walk() if isinstance(step, DealerStep)]
    assert [step.id for step in steps if lookahead.is_over(work, step)] == over


BEGINNING, SHUFFLE = {"game": "holdem", "seats": 4}, {"game": "mini-baccarat", "seats": 2, "at": "shuffle"}
CUT, DEAL = {"game": "blackjack", "seats": 2, "at": "player_cuts"}, {"game": "newmarket", "seats": 3, "at": "deal"}


@pytest.mark.parametrize(
    ("moment", "steps", "stands", "asked"),
    [
        # the cut that nobody is asked for, the blinds, a betting round and a showdown to come
        (BEGINNING, ["player_cut"], False, False),
        (BEGINNING, ["blinds"], True, False),
        (BEGINNING, ["preflop"], True, False),
        (BEGINNING, ["show"], False, False),
        (BEGINNING, ["player_cut", "blinds", "show"], True, False),
        # a bettor may cut, and may be passed over
        (SHUFFLE, ["bettor_cuts"], False, True),
        (SHUFFLE, ["bets"], False, True),
        # late antes that nobody owes; the choices to come
        (DEAL, ["late_antes"], False, False),
        (DEAL, ["decide"], True, False),
        (DEAL, ["cut"], False, False),
        # who is asked now, is asked whatever comes
        (CUT, [], False, True),
    ],
)
def test_who_stands_between_and_who_may_be_passed_over(moment, steps, stands, asked) -> None:
    """DP-09, BA-09, NM-03: a step in which players have to act, and one in which they may."""
    table = table_of(moment)
    work = working_copy(table)
    those = [step for step in table.house.program.walk() if isinstance(step, PlayerStep) and step.id in steps]
    assert [step.id for step in those] == steps
    assert any(lookahead._stands_between(work, step) for step in those) is stands
    assert lookahead._still_asked(work, those) is asked


def test_a_part_of_the_round_asks_the_players_or_only_lets_them() -> None:
    """DP-07, DP-23: nobody has to cut, and somebody has to bet."""
    program = table_of(BEGINNING).house.program
    asks = {section.id: lookahead._asks_players(section) for section in program.sections()}
    assert {name: asks[name] for name in ("new_deck", "shuffle", "flop", "turn", "hand")} == {
        "new_deck": False,
        "shuffle": False,
        "flop": True,
        "turn": True,
        "hand": True,
    }


@pytest.mark.parametrize(
    ("moment", "step", "act", "can_be"),
    [
        ({**BEGINNING, "at": "flop_betting"}, "turn_burn", "d burn", True),
        ({**BEGINNING, "at": "flop_betting"}, "award", "d award s2 10", False),
        (BEGINNING, "burn", "d burn", False),
    ],
)
def test_a_step_of_which_nothing_is_known_yet_may_be_reached(moment, step, act, can_be) -> None:
    """DP-20: once the round has begun, and not by chips."""
    table = table_of(moment)
    target = next(each for each in table.house.program.walk() if isinstance(each, DealerStep) and each.id == step)
    assert lookahead._can_be_reached(working_copy(table), target, Act.parse(act)) is can_be

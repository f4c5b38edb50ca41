"""A pot that is pushed while hands are live comes back, and goes to whoever wins it by the cards, whatever lies there."""

from __future__ import annotations

import pytest

import dealerkit as dk
from dealerkit.felt import Act
from dealerkit.table.next_acts import plain_act
from tests.obedience.lawful import table_at
from tests.sampling import daily

SEATS = 4
GAMES = (
    "holdem", "omaha", "omaha-hilo", "stud7", "razz", "draw", "triple-draw-27", "badugi", "five-card-stud", "bomb-pot",
)  # fmt: skip


def begun(game: str, seed: int, **said: object) -> dk.Table:
    """A table with its first hand to come."""
    table = dk.Table(game, seats=SEATS, seed=seed, **{"button": 1, **said})  # type: ignore[arg-type]
    table.advance("hand")
    return table


def next_of(table: dk.Table, folds: str = "") -> Act:
    """What is due, or what a player does who only goes on; one seat folds as soon as it may."""
    act = table.next_act()
    assert act is not None
    return Act.parse(f"{folds} fold") if act.who == folds and "fold" in table.ask[folds] else act


def obeyed(table: dk.Table, folds: str = "") -> list[str]:
    """Do what is due until the button moves; the acts."""
    acts: list[str] = []
    while not acts or not acts[-1].startswith("d button"):
        act = next_of(table, folds)
        assert table.push(act) == (), act.text
        acts.append(act.text)
        assert len(acts) < 400
    return acts


def dealt(game: str, seed: int, acts: list[str], **said: object) -> dk.Table:
    """A table at which these acts have been done."""
    table = begun(game, seed, **said)
    for act in acts:
        table.push(act)
    return table


def is_put_right(table: dk.Table, act: str, final: list[int], folds: str = "") -> None:
    """A pot is pushed too soon: that is told, the floor comes, the chips come back, and the hand ends as if nothing had been."""
    found = table.push(act)
    assert "pot/pushed-before-hands-killed" in {finding.code for finding in found}
    assert {table.explain(finding).severity for finding in found} <= {"major", "critical"}
    assert str(table.next_act()) == "d floor"
    _, seat, *pot, sum_ = act.removeprefix("d ").split()
    back = f"d collect {seat} {pot[0] if pot else 'pot'} {sum_}"
    assert back in [due.text for due in table.owed] or back in [due.text for due in table.plan()]
    assert back in obeyed(table, folds)
    assert table.felt.rows["stack"] == final
    assert not any(table.felt.rows[name][0] for name in table.felt.layout.pots)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", daily(range(1, 13), 2))
@pytest.mark.sample(4, rest="thorough")
def test_before_a_hand_is_shown(game: str, seed: int) -> None:
    """SD-18, DP-27: the whole pot to each seat in turn when the showdown is due, to a winner's too: nobody can know that yet."""
    table = begun(game, seed)
    acts = obeyed(table)
    final, at = table.felt.rows["stack"], next(at for at, act in enumerate(acts) if act.startswith("d call showdown"))
    for seat in range(1, SEATS + 1):
        table = dealt(game, seed, acts[:at])
        is_put_right(table, f"d award s{seat} {table.felt.money(table.felt.rows['pot'][0])}", final)


@pytest.mark.parametrize("game", ["holdem", "stud7", "draw", "triple-draw-27"])
@pytest.mark.sample(3, rest="thorough")
def test_at_any_moment_of_the_hand_to_a_seat_that_has_folded(game: str) -> None:
    """SD-18, DP-27: all or a part of it, in the middle of a deal, a draw or a round of betting."""
    table = begun(game, 5)
    acts = obeyed(table, "s4")
    assert "s4 fold" in acts
    final, shown = table.felt.rows["stack"], next(at for at, act in enumerate(acts) if act.startswith("d call showdown"))
    tried = 0
    for at in range(acts.index("s4 fold") + 1, shown + 1):
        lies = dealt(game, 5, acts[:at]).felt.rows["pot"][0]
        for part in {lies, lies // 2} - {0}:
            table = dealt(game, 5, acts[:at])
            is_put_right(table, f"d award s4 {table.felt.money(part)}", final, "s4")
            tried += 1
    assert tried > 10


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sample(1, most=3)
def test_the_players_show_before_the_chips_come_back(game: str) -> None:
    """SD-18: no hint kills a winner while the pot is gone, and the pot is asked for first."""
    table = begun(game, 3)
    acts = obeyed(table)
    final, at = table.felt.rows["stack"], next(at for at, act in enumerate(acts) if act.startswith("d call showdown"))
    winners = {act.split()[2] for act in acts if act.startswith("d award")}
    for seat in range(1, SEATS + 1):
        table = dealt(game, 3, acts[: at + 1])
        table.push(f"d award s{seat} {table.felt.money(table.felt.rows['pot'][0])}")
        while (act := plain_act(table)) is not None and act.seat:
            table.push(act)
        done = obeyed(table)
        assert not winners & {act.split()[2] for act in done if act.startswith("d kill")}
        assert table.felt.rows["stack"] == final


@pytest.mark.parametrize("game", ["holdem", "omaha", "bomb-pot"])
@pytest.mark.sample(1, most=1)
def test_pots_come_back_as_they_were(game: str) -> None:
    """SD-14: who has put what into which pot is known still when the only pot that lay there has come back."""
    stacks = [200, 200, 30, 200]
    table = begun(game, 11, stacks=stacks)
    acts: list[str] = []
    while not acts or not acts[-1].startswith("d button"):
        act, short = next_of(table), table.felt.rows["stack"][3]
        bets = list(table.ask.get(act.who, {}).get("bet", ()))  # type: ignore[call-overload]
        if bets and act.who == "s3":
            act = Act.make("s3", "bet", n=bets[-1])
        elif bets and act.who == "s1" and not short:
            act = Act.make("s1", "bet", n=bets[0])
        assert table.push(act) == (), act.text
        acts.append(act.text)
    final, side = table.felt.rows["stack"], next(at for at, act in enumerate(acts) if act.startswith("d build side-1"))
    assert max(final) > 200 > final[3]
    tried = 0
    for at in range(side):
        table = dealt(game, 11, acts[:at], stacks=stacks)
        if not (lies := table.felt.rows["pot"][0]) or not acts[at].startswith("d "):
            continue
        table.push(f"d award s2 {table.felt.money(lies)}")
        while str(act := next_of(table)) != acts[at]:
            assert table.push(act) == (), act.text
        for text in acts[at:]:
            assert table.push(text) == (), text
        assert table.felt.rows["stack"] == final
        tried += 1
    assert tried


@pytest.mark.parametrize("wrong", ["d award s2 {high}", "d award s2 {low}"])
def test_the_other_half_goes_to_its_winner_after_a_half_to_the_wrong_seat(wrong: str) -> None:
    """SD-16, HL: what lies there then is the other winner's share, and pushing it is no second slip."""
    found = None
    for seed in range(1, 60):
        table = table_at("stud7-hilo", "award", seed, seats=3)
        due = list(table.expected.dealer)
        if len(due) == 2 and "s2" not in {act.to[0] for act in due} and due[0].n != due[1].n:
            found = table, due
            break
    assert found is not None, "no such hand"
    table, due = found
    first = wrong.format(high=due[0].n, low=due[1].n)
    assert [finding.code for finding in table.push(first)] == ["pot/wrong-winner"]
    other = due[1] if str(due[0].n) in first.split() else due[0]
    assert table.push(other) == ()

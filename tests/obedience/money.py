"""Wrong chip movements by the dealer in a game against the house, at any moment, and the final stacks.

No card is drawn, so that the round has the same results. After any wrong payment, taking or return, and after a hand is picked
up too early in a round that can be restored (BJ-90), the final stacks must equal those of the clean round.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs

import dealerkit as dk
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import DEALER, FLOOR, Act
from dealerkit.table.rounds import Rounds
from tests.obedience.campaign import Clean, Setting, clean, table_at

GAMES = ("mini-baccarat", "blackjack", "war")
_VERBS = ("pay", "pay", "take", "take", "collect", "return", "restore", "exchange")
_TRIES = 200


@attrs.frozen
class Moved:
    """A chip act inserted into a clean round, and its result.

    Attributes:
        setting: The game and its rules.
        number: The seed.
        at: Number of acts before it.
        act: The act.
        codes: The findings on it.
        wrong: The error at the end; empty for none.
        record: The acts of the table.
    """

    setting: Setting
    number: int
    at: int
    act: str
    codes: tuple[str, ...]
    wrong: str
    record: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.setting}/{self.number}: {self.at}: {self.act}; found {list(self.codes)}; {self.wrong}"


def chip_act(table: dk.Table, rng: random.Random) -> Act | None:
    """Return a random act that moves chips by the dealer, other than the due one; None if no possible one is found."""
    felt, due = table.felt, table.next_act()
    rows = [row for row in felt.rows if row not in ("stack", *felt.layout.front, *felt.layout.pots)]
    lying = [(row, seat) for row in rows for seat, chips in enumerate(felt.rows[row]) if chips and seat]
    for _ in range(_TRIES):
        verb = rng.choice(_VERBS)
        if rng.random() < 0.05 and not felt.layout.stays and (due is None or due.verb != "clear"):
            return Act.parse("d clear")  # the cards are restored
        row, seat = rng.choice(lying) if lying and rng.random() < 0.8 else (rng.choice(rows), rng.randint(1, table.seats))
        there = felt.rows[row][seat] or felt.layout.scale
        amount = rng.choice((there, there, there // 2, 2 * there, felt.layout.scale * 5))
        to = (f"s{seat}",) if verb in ("pay", "collect") and rng.random() < 0.1 else (f"s{seat}", row)
        number = () if verb in ("take", "return") and rng.random() < 0.5 else (felt.written(max(1, amount)),)
        try:
            act = Act.parse(" ".join(map(str, (DEALER, verb, *to, *number))))
            if due is not None and act.what == due.what:
                continue
            table.judge(act)
        except (ActError, Impossible):
            continue
        return act
    return None


def held(table: dk.Table) -> list[int]:
    """Return the chips of the house and of each seat, in the stack or on the layout."""
    return [sum(cells) for cells in zip(*table.felt.rows.values(), strict=True)]


def trials(setting: Setting, count: int, first: int = 0) -> Iterator[Moved]:
    """Insert one chip act into the clean round at random moments, obey, and compare the stacks.

    Args:
        setting: The game and its rules.
        count: Number of trials.
        first: The number of the first trial.
    """
    made = clean(setting)
    end = made.ends[0]
    finished, _, _ = table_at(made, end)
    right = held(finished)
    closed = next(number for number, act in enumerate(made.acts) if act.verb == "close") + 1  # from here on a bet has its stake
    for number in range(first, first + count):
        rng = random.Random(f"{setting}/chips/{number}")
        at = rng.randrange(closed, end)
        table, rounds, _ = table_at(made, at)
        act = chip_act(table, rng)
        if act is None:
            continue
        codes = tuple(finding.code for finding in table.push(act))
        yield Moved(setting, number, at, act.text, codes, _obeyed(made, table, rounds, at, right), tuple(map(str, table.log)))


def _obeyed(made: Clean, table: dk.Table, rounds: Rounds, at: int, right: list[int]) -> str:
    """Do the due acts to the round's end, players as in the clean round; return the error then, or an empty text."""
    players = made.setting.players()
    said = [act for act in made.acts[at : made.ends[0]] if act.seat]
    rounds.look(table)
    for _ in range(400):
        if rounds.done and not table.owed:
            break
        due = table.next_act()
        expected = table.expected
        remedy = bool(expected.dealer) and expected.step.partition(".")[0].isupper()
        acts = [due]
        by_floor = due is not None and (due.who == FLOOR or due.verb == "floor")
        if not by_floor and not remedy and due not in table.owed:
            acts = players.acts(table) and [said.pop(0)] if said else [due]
            acts = acts or [due]
        if acts == [None]:
            return "stuck"
        for one in acts:
            try:
                found = table.push(one)
            except (ActError, Impossible) as error:
                return f"impossible {one}: {error}"
            if found:
                return f"contradiction {one}: {found[0].code}"
            rounds.look(table)
    else:
        return "endless"
    unlike = {seat: now - was for seat, (now, was) in enumerate(zip(held(table), right, strict=True)) if now != was}
    return f"money {unlike}" if unlike else ""

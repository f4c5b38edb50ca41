"""Patrons who sometimes make mistakes.

A function for one mistake takes the table, the act that the player would make, and a random source. It returns the acts of
the mistake, or None if it is not possible now.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from dealerkit.facts.hands import live
from dealerkit.felt import DEALER, Act
from dealerkit.games.poker.facts.showdown import tabled
from dealerkit.table.bots.players import Players
from dealerkit.table.table import Table

Errs = Callable[["Table", Act, random.Random], "list[Act] | None"]
"""Function that returns a patron's acts in place of an act; None if this mistake is impossible here."""


class Erring(Players):
    """Players who sometimes make a mistake.

    Their acts depend only on the seed and the state of the table, as those of the players without mistakes do.

    Args:
        players: The players without mistakes.
        patrons: The mistakes, each with its frequency in per cent of the acts that allow it.
    """

    def __init__(self, players: Players, patrons: Mapping[str, int]) -> None:
        self.players, self.patrons = players, patrons

    def acts(self, table: Table) -> list[Act]:
        """Return the players' next acts, wrong or right."""
        late = self._wrong(table, UNASKED)
        if late is not None:
            return late
        acts = self.players.acts(table)
        if len(acts) != 1 or not acts[0].seat:
            return acts
        wrong = self._wrong(table, WAYS, acts[0])
        return acts if wrong is None else wrong

    def _wrong(self, table: Table, ways: Mapping[str, Callable[..., list[Act] | None]], *acts: Act) -> list[Act] | None:
        """Return a mistake of one of some kinds, instead of an act or between acts; None for none.

        Args:
            table: The table.
            ways: Functions for the kinds of mistake, by name.
            acts: The act that would be due; empty between acts.
        """
        for name, often in self.patrons.items():
            rng = random.Random(f"{table.setup.seed}/errs/{name}/{len(table.log)}")
            if name in ways and rng.randrange(100) < often:
                wrong = ways[name](table, *acts, rng)
                if wrong is not None:
                    return wrong
        return None


def _price(table: Table, act: Act) -> tuple[int, int]:
    """Return a seat's amount to call, and its stack, in smallest chips."""
    felt = table.felt
    bets, stack = felt.rows["bet"], felt.rows["stack"][act.seat]
    return max(bets) - bets[act.seat], stack


def _only_betting(table: Table) -> bool:
    return table.players is not None and table.players.mechanic.name == "betting"


def _put(table: Table, seat: str, chips: int) -> Act:
    return Act.make(seat, "put", n=table.felt.written(chips))


def string_bet(table: Table, act: Act, rng: random.Random) -> list[Act] | None:  # noqa: ARG001 - one of several
    """Return a raise in two motions without a word: first the call, then more (BR-35); None if impossible."""
    if act.verb != "raise" or not _only_betting(table):
        return None
    need, stack = _price(table, act)
    more = table.felt.units(act.n) - table.felt.rows["bet"][act.seat] - need
    if need <= 0 or more <= 0 or need + more >= stack:
        return None
    return [_put(table, act.who, need), _put(table, act.who, more)]


def short_call(table: Table, act: Act, rng: random.Random) -> list[Act] | None:
    """Return a call with too few chips and more behind (BR-36); None if impossible, or if under the rule set the rest is not
    owed.
    """
    if act.verb != "call" or not _only_betting(table):
        return None
    need, stack = _price(table, act)
    step = min(table.felt.layout.chips, default=1)
    if need < 2 * step or stack <= need:
        return None
    short = rng.randrange(step, need, step) if need > 2 * step else step
    return _if(table, _put(table, act.who, short), "action/undercall-accepted")


def big_chip(table: Table, act: Act, rng: random.Random) -> list[Act] | None:  # noqa: ARG001 - one of several
    """Return one chip larger than the call, put in without a word (BR-32); None if impossible."""
    if act.verb != "call" or not _only_betting(table):
        return None
    need, stack = _price(table, act)
    larger = [chip for chip in table.felt.layout.chips if need < chip <= stack]
    if need <= 0 or not larger:
        return None
    return _if(table, _put(table, act.who, min(larger)), "action/overchip-misread")


def _if(table: Table, act: Act, code: str) -> list[Act] | None:
    """Return the act, in a list, if the rule set in force makes it a call to be corrected and leaves nothing to the floor; else
    None.
    """
    table.push(act)
    meaning = table.now.told.meaning
    is_due = meaning is not None and meaning.code == code and meaning.kind == "call" and meaning.complete
    due = any(duty.code == code for duty in table.agenda.books.duties)
    table.pop()
    return [act] if is_due and due else None


def out_of_turn(table: Table, act: Act, rng: random.Random) -> list[Act] | None:
    """Return an act out of turn by the player behind the one to act: a fold, check or call (BR-30); None if impossible."""
    if not _only_betting(table) or act.verb not in ("check", "call", "fold", "bet", "raise"):
        return None
    if any(past.seat and past.verb == act.verb and past.who != act.who for past in table.log[-1:]):
        return None  # two in a row would be a different case
    seats = live(table.now)
    behind = [*(seat for seat in seats if seat > act.seat), *(seat for seat in seats if seat < act.seat)]
    able = [seat for seat in behind if table.felt.rows["stack"][seat]]
    asked = [seat for seat in table.ask if seat != DEALER]
    if len(asked) != 1 or len(able) < 2:
        return None
    early = able[0]
    owes = max(table.felt.rows["bet"]) - table.felt.rows["bet"][early]
    verb = rng.choice(("fold", "call")) if owes > 0 else "check"
    wrong = Act.make(f"s{early}", verb)
    table.push(wrong)
    due = any(
        duty.code in ("action/out-of-turn-not-backed-up", "action/wrong-first-seat") and duty.owner == wrong.who
        for duty in table.agenda.books.duties
    )
    table.pop()
    return [wrong] if due else None


def part_shown(table: Table, act: Act, rng: random.Random) -> list[Act] | None:
    """Return an act that shows only one card of a winning hand (SD-01); None if impossible."""
    if act.verb != "show" or act.cards or table.players is None or tabled(table.now, act.seat):
        return None
    hidden = [card for card in table.felt.places[act.who] if not table.felt.up[card]]
    faces = [face for card in hidden if (face := table.felt.faces[card]) is not None]
    if len(faces) < 2:
        return None
    wrong = Act.make(act.who, "show", cards=(rng.choice(faces),))
    table.push(wrong)
    due = any(duty.code == "showdown/one-card-shown-no-advice" for duty in table.agenda.books.duties)
    table.pop()
    return [wrong] if due else None


def late_bet(table: Table, rng: random.Random) -> list[Act] | None:
    """Return a bet after "no more bets", before the first card is out (BI-12); None if impossible."""
    last = table.log[-1] if table.log else None
    if last is None or (last.who, last.verb) != (DEALER, "close") or table.ask:
        return None
    spots = [name for name in ("player", "banker") if name in table.felt.rows]
    lying = max((chips for name in spots for chips in table.felt.rows[name][1:]), default=0)
    able = [
        (seat, name)
        for seat in range(1, table.seats + 1)
        for name in spots
        if table.felt.rows["stack"][seat] >= lying > 0 and not table.felt.rows[name][seat]
    ]
    if not able:
        return None
    seat, spot = rng.choice(able)
    return [Act.make(f"s{seat}", "bet", spot, n=table.felt.written(lying))]


_DISPUTED = {"bet": "amount", "raise": "amount", "call": "amount", "put": "amount", "sweep": "pot", "show": "reading"}
"""Subject of a dispute, by the verb of the last act."""


def dispute(table: Table, rng: random.Random) -> list[Act] | None:
    """Return a player's dispute about the last act: an amount, the pot, or a reading (RM-26); None if there was one at this
    table.
    """
    if "hand" not in table.now.marks or any(act.verb == "dispute" for act in table.log):
        return None
    last = next((act for act in reversed(table.log) if act.verb not in ("announce", "read")), None)
    if last is None or last.verb not in _DISPUTED or table.floor.question is not None or table.floor.puts_right or table.owed:
        return None
    seats = [seat for seat in live(table.now) if seat != last.seat]
    if not seats or any(pending.owner == last.who for pending in table.agenda.books.duties):
        return None
    return [Act.make(f"s{rng.choice(seats)}", "dispute", _DISPUTED[last.verb])]


WAYS: Mapping[str, Errs] = {
    "big_chip": big_chip,
    "string_bet": string_bet,
    "out_of_turn": out_of_turn,
    "short_call": short_call,
    "part_shown": part_shown,
}
"""Mistakes in place of an act, by name."""

UNASKED: Mapping[str, Callable[[Table, random.Random], list[Act] | None]] = {"late_bet": late_bet, "dispute": dispute}
"""Mistakes between acts, by name."""

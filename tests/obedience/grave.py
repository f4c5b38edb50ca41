"""Severe consequences of an act under the rule books, from cards and chips alone; and the table's severity for it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import attrs

import dealerkit as dk
from dealerkit.felt import DEALER, Act
from dealerkit.judge.severity import SEVERITIES
from tests.obedience.any_acts import any_act
from tests.obedience.campaign import Setting, clean, table_at
from tests.yaml_files import data_of

PAIRS: Mapping[str, Mapping[str, Any]] = data_of(Path(__file__).with_suffix(".yaml"))
"""Severe consequences, by name: the rules, and the least severity."""


class Moment(NamedTuple):
    """The cards and chips of a table at a moment."""

    places: dict[str, list[int]]
    rows: dict[str, list[int]]
    asked: frozenset[str]

    @classmethod
    def of(cls, table: dk.Table) -> Moment:
        """Return the current moment of a table."""
        felt = table.felt
        asked = table.ask if table.players is not None and not table.players.passable else {}
        places = {name: list(cards) for name, cards in felt.places.items()}
        return cls(places, {name: list(row) for name, row in felt.rows.items()}, frozenset(asked))


@attrs.frozen
class Change:
    """An act, and the table before and after it."""

    table: dk.Table
    act: Act
    before: Moment
    after: Moment

    @property
    def hands(self) -> list[str]:
        """The seats with live hands before: with cards, neither thrown in nor shown, and with chips to win."""
        layout = self.table.felt.layout
        if not any(sum(self.before.rows[name]) for name in (*layout.pots, *layout.front) if name in self.before.rows):
            return []
        begun = next((at for at in range(len(self.table.log) - 2, -1, -1) if self.table.log[at].verb in ("gather", "riffle")), 0)
        out = {act.who for act in self.table.log[begun:-1] if act.verb in ("fold", "muck", "show")}
        places = self.before.places.items()
        return [name for name, cards in places if name[:1] == "s" and name[1:].isdigit() and cards and name not in out]

    @property
    def boards(self) -> list[str]:
        """The places of a game's boards."""
        return [name for name, place in self.table.felt.layout.places.items() if place.kind == "board"]

    def lost(self, *rows: str) -> int:
        """Return the decrease in chips of some rows."""
        return sum(sum(self.before.rows[name]) - sum(self.after.rows[name]) for name in rows if name in self.before.rows)

    def grown(self, place: str) -> int:
        """Return the increase in cards of a place."""
        return len(self.after.places[place]) - len(self.before.places[place])

    def came(self, place: str) -> set[int]:
        """Return the cards that came to a place."""
        return set(self.after.places[place]) - set(self.before.places[place])


def _pot_given_away(seen: Change) -> bool:
    return len(seen.hands) > 1 and seen.lost(*seen.table.felt.layout.pots) > 0 and seen.lost("stack") < 0


def _stack_taken_from(seen: Change) -> bool:
    pairs = zip(seen.before.rows["stack"][1:], seen.after.rows["stack"][1:], strict=True)
    return seen.act.who == DEALER and seen.act.verb != "tip" and any(now < was for was, now in pairs)


def _hand_taken(seen: Change) -> bool:
    return seen.act.who == DEALER and len(seen.hands) > 1 and any(seen.grown(name) < 0 for name in seen.hands)


def _hand_mixed_in(seen: Change) -> bool:
    came = seen.came(seen.table.felt.layout.stock)
    whole = [set(seen.before.places[name]) for name in (*seen.hands, *seen.boards)]
    return len(seen.hands) > 1 and any(lay and lay <= came for lay in whole)


def _card_mixed_in(seen: Change) -> bool:
    lay = {card for name in (*seen.hands, *seen.boards) for card in seen.before.places[name]}
    return len(seen.hands) > 1 and bool(lay & seen.came(seen.table.felt.layout.stock))


def _dead_mixed_in(seen: Change) -> bool:
    layout = seen.table.felt.layout
    dead = {card for name, spec in layout.places.items() if spec.kind == "discards" for card in seen.before.places[name]}
    one_back = seen.act.verb in ("putback", "move")  # a burn too many goes back on top, if announced
    return len(seen.hands) > 1 and not one_back and bool(dead & seen.came(layout.stock))


def _order_mixed(seen: Change) -> bool:
    mixed = seen.act.verb in ("riffle", "wash", "strip", "shuffle", "cut")
    return len(seen.hands) > 1 and mixed and seen.act.who == DEALER


def _deck_unmade(seen: Change) -> bool:
    log = seen.table.log[:-1]
    last = next((act.verb for act in reversed(log) if act.verb in ("gather", "wash", "riffle", "shuffle", "cut", "deal")), "")
    return seen.act.verb in ("deal", "burn") and last in ("", "wash", "gather") and bool(seen.table.felt.moved)


def _board_too_long(seen: Change) -> bool:
    return any(seen.grown(name) > 0 and len(seen.after.places[name]) > _FULL for name in seen.boards)


def _street_of_many(seen: Change) -> bool:
    return any(seen.grown(name) > 1 and len(seen.before.places[name]) >= _FLOP for name in seen.boards)


def _street_too_early(seen: Change) -> bool:
    return bool(seen.before.asked) and seen.act.verb == "deal" and any(seen.grown(name) > 0 for name in seen.boards)


def _card_put_back(seen: Change) -> bool:
    drawn = {card for name in ("player", "banker") for card in seen.before.places[name]}
    return bool(drawn & seen.came(seen.table.felt.layout.stock))


def _spots(seen: Change) -> list[str]:
    return [name for name in seen.table.game.data["felt"].get("spots", ()) if name in seen.before.rows]


def _stake_taken(seen: Change) -> bool:
    return seen.act.who == DEALER and seen.lost(*_spots(seen)) > 0


def _bet_too_late(seen: Change) -> bool:
    moved = any(seen.before.rows[name] != seen.after.rows[name] for name in _spots(seen))
    return bool(seen.act.seat) and moved and any(seen.before.places[name] for name in ("player", "banker"))


_FLOP, _FULL = 3, 5
_FLOP_GAMES = (_order_mixed, _dead_mixed_in, _board_too_long, _street_of_many, _street_too_early)
_POKER = (_pot_given_away, _stack_taken_from, _hand_taken, _hand_mixed_in, _card_mixed_in, _deck_unmade, *_FLOP_GAMES)
_COUPS = (_stack_taken_from, _card_put_back, _stake_taken, _bet_too_late)
FAMILIES: Mapping[str, tuple[Callable[[Change], bool], ...]] = {"poker": _POKER, "baccarat": _COUPS}
"""Possible consequences, by the family of the game."""


@attrs.frozen
class Called:
    """A consequence of an act, and the table's severity for it."""

    what: str
    act: Act
    codes: tuple[str, ...]
    severity: str

    @property
    def too_little(self) -> bool:
        """Whether the table's severity is below that of the rule books."""
        least = SEVERITIES.index(PAIRS[self.what]["least"])
        return not self.severity or SEVERITIES.index(self.severity) < least

    def __str__(self) -> str:
        codes = ", ".join(self.codes) or "nothing was found"
        return f"'{self.act}', by which {PAIRS[self.what]['says']}, is {self.severity or 'passed over'}: {codes}"


def called(table: dk.Table, act: Act) -> list[Called]:
    """Push an act, and return its severe consequences."""
    before = Moment.of(table)
    found = table.push(act)
    seen = Change(table, act, before, Moment.of(table))
    worst = max((table.explain(finding).severity for finding in found), key=SEVERITIES.index, default="")
    facts = FAMILIES.get(table.game.family, ())
    return [Called(fact.__name__.strip("_"), act, tuple(one.code for one in found), worst) for fact in facts if fact(seen)]


def trials(setting: Setting, count: int) -> Iterator[tuple[str, Called]]:
    """Insert one act of the grammar into a clean round, `count` times; yield each severe consequence, and its place."""
    made = clean(setting)
    for number in range(count):
        rng = random.Random(f"{setting}/grave/{number}")
        at = rng.randrange(made.ends[0])
        table, *_ = table_at(made, at)
        yield from ((f"{setting} after {at} acts", one) for one in called(table, any_act(table, rng)))

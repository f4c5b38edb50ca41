"""Players who need no player: they choose among what `table.ask` allows, and know only what their seat has seen.

What they do hangs on the seed and on where the table stands, and on nothing else: after an act has been taken back, or a
record resumed, they choose as they would have chosen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dealerkit.cards import Face, Suit
from dealerkit.errors import ActError, Impossible, RecordError
from dealerkit.facts.tricks import contract
from dealerkit.felt import Act, read_number
from dealerkit.mechanics.tricks import SUITS, strength
from dealerkit.rounds import round_section

if TYPE_CHECKING:
    from dealerkit.table import Table

Moves = Mapping[str, Container[Any]]
Chooser = Callable[["Table", str, Moves, random.Random], "Act | None"]
"""Chooses for a seat among its moves; None if it would rather do nothing."""


class Players:
    """What sits round the table. Nobody sits here: the seats do nothing of themselves."""

    def acts(self, table: Table) -> list[Act]:  # noqa: ARG002 - nobody sits here and looks
        """What players do now, before the dealer goes on; empty if they wait for the dealer."""
        return []


NOBODY = Players()
"""No players of ours: whoever deals says what the players do."""


class Bots(Players):
    """Players who choose by themselves.

    Args:
        choose: How they choose: `random_legal` or `sensible`.
        seed: Their own seed; the table's if None.
    """

    def __init__(self, choose: Chooser, seed: int | None = None) -> None:
        self.choose, self.seed = choose, seed

    def _rng(self, table: Table, at: object) -> random.Random:
        seed = self.seed if self.seed is not None else table.seed
        return random.Random(f"{seed}/players/{at}")

    def acts(self, table: Table) -> list[Act]:
        """What players do now."""
        players = table.players
        if players is None or not table.ask:
            return []
        if players.until:
            return self._all_at_once(table)
        rng = self._rng(table, len(table.log))
        asked = list(table.ask.items())
        rng.shuffle(asked)
        for seat, moves in asked:
            act = self.choose(table, seat, moves, rng) or players.mechanic.plain(table.now, players.params, seat, moves)
            if act is not None:
                return [act]
        return []

    def _all_at_once(self, table: Table) -> list[Act]:
        """Where everybody may act until the dealer ends it: every seat's choice, once a round."""
        section = round_section(table.program)
        since = table.now.marks.get(section.id, 0) if section is not None else 0
        if any(act.seat for act in table.log[since:]):
            return []
        gone = {act.who for act in table.log if act.verb == "leave"}
        found: list[Act] = []
        for seat, moves in table.ask.items():
            if seat in gone:
                continue
            rng = self._rng(table, f"{since}/{seat}")
            act = self.choose(table, seat, moves, rng)
            while act is not None and len(found) < 100:
                found.append(act)
                act = self._another(table, seat, moves, rng, found)
        return found

    def _another(self, table: Table, seat: str, moves: Moves, rng: random.Random, found: Sequence[Act]) -> Act | None:
        """One more bet on another spot, now and then, as far as the stack goes."""
        mine = [act for act in found if act.who == seat]
        if mine[-1].verb != "bet" or len(mine) > 2 or rng.random() > 0.25:
            return None
        taken = {act.move for act in mine}
        act = self.choose(table, seat, {move: allowed for move, allowed in moves.items() if move not in taken}, rng)
        staked = sum(table.felt.units(one.n) for one in mine)
        if act is None or act.verb != "bet" or staked + table.felt.units(act.n) > table.felt.rows["stack"][int(seat[1:])]:
            return None
        return act if not _against(table, act, mine) else None


def _against(table: Table, act: Act, mine: Sequence[Act]) -> bool:
    """Whether two bets of a seat oppose each other: nobody bets on both hands of one coup."""
    hands = [name for name, spec in table.layout.places.items() if spec.kind == "hand"]
    return act.to[0] in hands and any(one.to[0] in hands for one in mine)


# -- anything that is allowed -------------------------------------------------------------------------------------


def random_legal(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Anything that the rules allow and the seat can do, one as likely as the other."""
    names = sorted(moves)
    rng.shuffle(names)
    for name in names:
        act = _any_of(table, seat, name, moves[name], rng)
        if act is not None:
            return act
    return None


def _any_of(table: Table, seat: str, move: str, allowed: Container[Any], rng: random.Random) -> Act | None:
    """A move with some allowed value; None if the seat cannot make it."""
    felt, number = table.felt, int(seat[1:])
    verb, *to = move.split()
    if verb == "leave" and rng.random() < 0.9:
        return None
    if verb == "take" and to[0] in felt.rows and not felt.rows[to[0]][number]:
        return None
    values = list(_values(table, seat, verb, allowed, rng))
    rng.shuffle(values)
    for value in values:
        if value not in allowed:
            continue
        if verb in ("bet", "post") and felt.units(value) > felt.rows["stack"][number]:
            continue
        return _made(seat, verb, to, value)
    return None


def _made(seat: str, verb: str, to: Sequence[str], value: Any) -> Act:
    """The act of a move with a value: nothing, a card or a number."""
    if isinstance(value, Face):
        return Act.make(seat, verb, *to, cards=(value,))
    return Act.make(seat, verb, *to, n=value)


def _values(table: Table, seat: str, verb: str, allowed: Any, rng: random.Random) -> Iterator[Any]:
    """Values that may lie in a container of allowed ones."""
    yield None
    if verb == "play":
        yield from (face for face in hand_of(table, seat) if face is not None)
    elif isinstance(allowed, range):
        yield from (rng.choice(allowed) for _ in range(4) if allowed)
    elif hasattr(allowed, "amounts"):
        scale, amounts = table.layout.scale, allowed.amounts
        yield from (rng.choice(amounts) // scale for _ in range(8) if amounts)
        yield from (-(-amounts[0] // scale), amounts[-1] // scale) if amounts else ()
    elif hasattr(allowed, "low"):
        yield from _chips(table, allowed.low, allowed.high, rng)
    else:
        yield from allowed


def _chips(table: Table, low: Any, high: Any, rng: random.Random) -> Iterator[Any]:
    """Amounts between two limits, in steps of the lower one."""
    most = min(Fraction(high), Fraction(table.felt.written(max(table.felt.rows["stack"][1:], default=0))))
    times = max(1, int(most / low)) if low else 1
    yield from (_number(low * rng.randint(1, times)) for _ in range(6))
    yield _number(Fraction(low))


def _number(value: Any) -> Any:
    value = Fraction(value)
    return value.numerator if value.denominator == 1 else value


# -- what a seat knows --------------------------------------------------------------------------------------------


def hand_of(table: Table, seat: str) -> list[Face | None]:
    """A seat's own cards as the seat has seen them; None for a card that it has not."""
    felt, bit = table.felt, 1 << int(seat[1:])
    return [felt.faces[card] if felt.seen[card] & bit else None for card in felt.places.get(seat, ()) if card >= 0]


def open_cards(table: Table, place: str) -> list[Face]:
    """The faces that lie open in a place, in order."""
    felt = table.felt
    return [face for card in felt.places.get(place, ()) if card >= 0 and felt.up[card] and (face := felt.faces[card]) is not None]


# -- sensible -----------------------------------------------------------------------------------------------------


def sensible(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """What a player with some sense does: bets within the limits, bids on strength, follows, wins cheaply, folds what is weak."""
    players = table.players
    how = SENSE.get(players.mechanic.name) if players is not None else None
    if how is None:
        return None
    return how(table, seat, moves, rng)


def _wager(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    felt, money = table.felt, table.game.data["money"]
    stack = felt.rows["stack"][int(seat[1:])]
    bets = [move for move in moves if move.startswith("bet ")]
    hands = {name for name, spec in table.layout.places.items() if spec.kind == "hand"}
    main = [move for move in bets if move.split()[1] in hands]
    low = read_number(str(money.get("minimum", 1)))
    if not bets or stack < felt.units(low):
        return Act.make(seat, "leave") if "leave" in moves else None
    if rng.random() < 0.12:
        return Act.make(seat, "leave") if "leave" in moves and rng.random() < 0.02 else None
    side = not main or (len(main) < len(bets) and rng.random() < 0.15)
    move = rng.choice([move for move in bets if move not in main] if side and len(main) < len(bets) else main or bets)
    if side:
        least = read_number(str(money.get("side_minimum", low)))
        amount = Fraction(least) * rng.choice((5, 5, 10, 10, 25))
    else:
        amount = Fraction(low) * rng.choice((1, 2, 2, 3, 5, 10, 10, 20))
        step = Fraction(read_number(str(table.game.options.get("stake_step", 0))))
        amount = max(step, amount // step * step) if step else amount
    high = Fraction(read_number(str(money.get("maximum", amount))))
    amount = min(amount, high, Fraction(felt.written(stack)))
    if amount <= 0 or (amount * table.layout.scale).denominator != 1:
        return None
    return Act.make(seat, *move.split(), n=_number(amount))


def _cut(_table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    """Somewhere in the middle half."""
    for move, allowed in moves.items():
        if isinstance(allowed, range) and allowed:
            quarter = len(allowed) // 4
            return Act.make(seat, *move.split(), n=allowed[rng.randint(quarter, len(allowed) - 1 - quarter)])
    return None


def _likely_tricks(hand: Sequence[Face], trumps: Suit | None) -> Fraction:
    """How many tricks a hand may take, in twentieths."""
    worth = 0
    for face in hand:
        if face.rank is None:
            worth += 20
        elif face.suit is trumps:
            worth += {12: 19, 11: 16, 10: 14}.get(face.rank.place, 10)
        else:
            worth += {12: 12, 11: 7, 10: 4}.get(face.rank.place, 1)
    return Fraction(worth, 20)


def _auction(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    hand = [face for face in hand_of(table, seat) if face is not None]
    name = table.players.params["bids"] if table.players is not None else ""
    bids: Mapping[str, Mapping[str, Any]] = table.now.game.tables.get(name, {})
    best = max((_likely_tricks(hand, suit) for suit in Suit), default=Fraction(0)) + Fraction(rng.randint(-4, 4), 20)
    low = bool(hand) and max(face.rank.place if face.rank else 13 for face in hand) <= 6
    found = None
    for bid, spec in bids.items():
        tricks = int(spec.get("tricks", 0))
        if f"bid {bid}" in moves and (low if tricks == 0 else tricks <= best):
            found = bid
    if found is None and "pass" in moves:
        return Act.make(seat, "pass")
    return Act.make(seat, "bid", found or next(iter(moves)).split()[1])


def _trumps(table: Table) -> Suit | None:
    """The trump suit as everybody at the table knows it: the suit of the first card played, or the one that was named."""
    bid = contract(table.now)
    if bid is not None and bid.get("trumps") is False:
        return None
    section = round_section(table.program)
    since = table.now.marks.get(section.id, 0) if section is not None else 0
    for act in table.log[since:]:
        if act.verb == "name":
            return SUITS.get(act.to[0])
        if act.verb == "play" and act.cards and act.cards[0] is not None and act.cards[0].suit is not None:
            return act.cards[0].suit
    return None


def _tricks(table: Table, seat: str, moves: Moves, _rng: random.Random) -> Act | None:
    if "play" not in moves:
        named = [move for move in moves if move.startswith("name ")]
        if not named:
            return None  # the only thing to do
        hand = [face for face in hand_of(table, seat) if face is not None]
        suits = [move.split()[1] for move in named]
        return Act.make(seat, "name", max(suits, key=lambda word: _likely_tricks(hand, SUITS.get(word))))
    legal = [face for face in hand_of(table, seat) if face is not None and face in moves["play"]]
    if not legal:
        return None
    bid = contract(table.now)
    lose = bid is not None and int(bid.get("tricks", 1)) == 0 and bid.get("bidder") == int(seat[1:])
    trick, trumps = open_cards(table, "trick"), _trumps(table)
    led = (trick[0].suit or trumps) if trick else None
    top = max((strength(face, led, trumps) for face in trick), default=-1)

    def height(face: Face) -> int:
        return strength(face, led or face.suit, trumps)

    winning = [face for face in legal if height(face) > top]
    losing = [face for face in legal if height(face) <= top]
    if lose:
        card = max(losing, key=height) if losing else min(legal, key=height)
    elif not trick:
        card = max(legal, key=height)
    elif winning:
        card = min(winning, key=height)
    else:
        card = min(losing, key=height)
    return Act.make(seat, "play", cards=(card,))


def _betting(table: Table, seat: str, moves: Moves, rng: random.Random) -> Act | None:
    hand = [face for face in hand_of(table, seat) if face is not None and face.rank is not None]
    ranks = [face.rank.place for face in hand if face.rank is not None]
    board = [face.rank.place for face in open_cards(table, "board") if face.rank is not None]
    pairs = len(ranks) - len(set(ranks)) + sum(rank in board for rank in set(ranks))
    strong = sum(ranks) + 12 * pairs + rng.randint(-4, 4)
    raising = next((move for move in ("raise", "bet") if move in moves), None)
    if raising and strong >= 22:
        act = _any_of_low(table, seat, raising, moves[raising])
        if act is not None and rng.random() < 0.5:
            return act
    if "check" in moves:
        return Act.make(seat, "check")
    return Act.make(seat, "call" if strong >= 11 or rng.random() < 0.15 else "fold")


def _any_of_low(table: Table, seat: str, move: str, allowed: Any) -> Act | None:
    """The smallest raise that is allowed."""
    amounts = getattr(allowed, "amounts", None)
    values = [-(-amounts[0] // table.layout.scale)] if amounts else []
    value = next((value for value in values if value in allowed), None)
    return None if value is None else Act.make(seat, move, n=value)


SENSE: Mapping[str, Chooser] = {
    "wager": _wager,
    "bettor_cuts": _cut,
    "player_cuts": _cut,
    "auction": _auction,
    "tricks": _tricks,
    "betting": _betting,
}
"""How a sensible player plays each mechanic; in those that are not here there is nothing to choose."""

CHOOSERS: Mapping[str, Chooser] = {"sensible": sensible, "random": random_legal}


# -- from a file --------------------------------------------------------------------------------------------------


class Script(Players):
    """Players who do what a file says: acts of seats, one a line.

    A line that is none (blank, `---`, a dealer's act) ends a round of bets; a round without bets is `s1 pass`.
    A record will do. How far the file has been used is read off the table's log, so that an act taken back is done again.

    Args:
        groups: The acts, in groups: what is done at once where everybody may act.
    """

    def __init__(self, groups: Sequence[Sequence[Act]]) -> None:
        self.groups = [list(group) for group in groups if group]

    @classmethod
    def read(cls, path: Path) -> Script:
        """Read a file.

        Raises:
            RecordError: If a line is no act; it names file and line.
        """
        groups: list[list[Act]] = [[]]
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except UnicodeDecodeError as error:
            raise RecordError(str(path), 0, "this is not UTF-8 text", "save the file as UTF-8") from error
        for number, line in enumerate(lines, 1):
            words = line.split("#", 1)[0].split("]", 1)[-1].strip()
            if words[:1].lower() != "s" or not words[1:2].isdigit():
                if groups[-1]:
                    groups.append([])
                continue
            try:
                groups[-1].append(Act.parse(words))
            except ActError as error:
                raise RecordError(str(path), number, str(error)) from error
        return cls(groups)

    def _next(self, table: Table) -> tuple[int, int]:
        """The group and the place in it that come next."""
        group = at = 0
        for act in table.log:
            while group < len(self.groups) and at >= len(self.groups[group]):
                group, at = group + 1, 0
            if group < len(self.groups) and self.groups[group][at] == act:
                at += 1
        while group < len(self.groups) and at >= len(self.groups[group]):
            group, at = group + 1, 0
        return group, at

    def acts(self, table: Table) -> list[Act]:
        """What the file says that players do now.

        Raises:
            Impossible: If the next act of the file is not one that this seat may do now.
        """
        players = table.players
        if players is None or not table.ask:
            return []
        if players.until:
            section = round_section(table.program)
            since = table.now.marks.get(section.id, 0) if section is not None else 0
            if any(act.seat for act in table.log[since:]):
                return []
        group, at = self._next(table)
        if group >= len(self.groups):
            return [] if players.until else self._plain(table)
        if players.until:
            return self.groups[group][at:]
        act = self.groups[group][at]
        moves = table.ask.get(act.who)
        if moves is None or act.value not in moves.get(act.move, ()):
            asked = "; ".join(f"{seat}: {', '.join(mine)}" for seat, mine in table.ask.items())
            msg = f"the file of players' acts says '{act}', and that is not open now; what is open is {asked}"
            raise Impossible(msg)
        return [act]

    def _plain(self, table: Table) -> list[Act]:
        players = table.players
        if players is None:
            return []
        for seat, moves in table.ask.items():
            act = players.mechanic.plain(table.now, players.params, seat, moves)
            if act is not None:
                return [act]
        return []


def players_named(word: str) -> Players:
    """The players that a word on the command line means: `bots`, `sensible`, `random`, `none`, or a file of acts.

    Raises:
        RecordError: If the file cannot be used.
    """
    if word in ("bots", *CHOOSERS):
        return Bots(CHOOSERS.get(word, sensible))
    return NOBODY if word == "none" else Script.read(Path(word))

"""Hands in PHH turned into records of our own, and back.

The words of both are in `WORDS`. PHH has no word for a burn, a tap, a sweep or a push of the pot: they are put in where the
game has them, and left out on the way back. It numbers players from the left of the button, so that the last has the
button; of two players the second has it, and posts the small blind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from dealerkit.errors import RecordError
from dealerkit.phh.acts import BOARD, BRING_IN, CALL, DRAW, FOLD, HOLE, MUCK, RAISE, SHOW, Cards, Deed, amount_text, card_text, scaled
from dealerkit.phh.checker import Outcome, outcome_of
from dealerkit.phh.hand import Hand, dumps
from dealerkit.phh.replay import Replay
from dealerkit.phh.terms import terms_of
from dealerkit.phh.text import Number
from dealerkit.phh.variants import Street, Variant, variants
from dealerkit.record import FIRST, RULE, Record, header_of, read_records

if TYPE_CHECKING:
    from dealerkit.table import Table

WORDS: Final[Mapping[str, str]] = {
    "ante": "{seat} post ante {amount}",
    "post": "{seat} post {amount}",
    "late": "{seat} post live {amount}",
    "deal": "d deal {seat} {cards}",
    "board": "d deal board {cards} together",
    "card": "d deal board {cards}",
    "burn": "d burn ??",
    "tap": "d tap",
    "sweep": "d sweep",
    "check": "{seat} check",
    "call": "{seat} call",
    "fold": "{seat} fold",
    "bet": "{seat} bet {amount}",
    "raise": "{seat} raise {amount}",
    "bring_in": "{seat} bringin {amount}",
    "discard": "{seat} draw {count} {cards}",
    "draw": "{seat} draw {count}",
    "pat": "{seat} pat",
    "show": "{seat} show {cards}",
    "muck": "{seat} muck",
    "return": "d return {seat} bet {amount}",
    "award": "d award {seat} {amount}",
}
"""How our records say what happens, by what happens."""

_PARTS: Final = {"seat": r"(?P<seat>s\d+)", "amount": r"(?P<amount>[\d.]+)", "cards": r"(?P<cards>\S{2}(?: \S{2})*)", "count": r"\d+"}
_SIZES: Final = ("bring_in", "small_bet", "big_bet")


def to_text(hand: Hand) -> str:
    """Write a hand as a record of ours.

    Raises:
        RecordError: If the hand cannot have happened.
    """
    outcome = outcome_of(hand)
    fault = outcome.fault
    if fault is not None and fault.at >= 0:
        line = hand.line_of("actions", min(fault.at, len(hand.actions) - 1))
        raise RecordError(hand.file, line, f"{fault.got} cannot be", f"due was {fault.expected}", hand=hand.name)
    return "\n".join([*_header(hand, outcome), RULE, *_acts(hand, outcome)]) + "\n"


def to_record(hand: Hand) -> Record:
    """Turn a hand into a record of ours. Acts that the felt does not know yet leave it `broken`.

    Raises:
        RecordError: If the hand cannot have happened.
    """
    found = next(iter(read_records(to_text(hand), hand.file)))
    if isinstance(found, RecordError):
        raise found
    return found


def _header(hand: Hand, outcome: Outcome) -> Iterator[str]:
    variant, terms = hand.variant, terms_of(hand)
    unit = "1" if not hand.decimals else amount_text(1, hand.decimals)
    yield FIRST
    yield f"id: {hand.name}"
    yield f"game: {variant.game}"
    yield f"seats: {terms.seats}"
    yield "stacks: " + " ".join(amount_text(chips, hand.decimals) for chips in hand.money("starting_stacks"))
    yield f"button: {terms.seats}"
    yield f"unit: {unit}"
    yield f"set structure: {terms.limits[outcome.reading][0].structure}"
    blinds = sorted(post for post, calls in zip(terms.posts, terms.calls, strict=True) if calls)
    if blinds:
        names = ("big_blind",) if len(blinds) == 1 else ("small_blind", "big_blind")
        for name, amount in zip(names, blinds, strict=False):
            yield f"set {name}: {amount_text(amount, hand.decimals)}"
    for name in (*_SIZES, "min_bet"):
        if name in hand.raw:
            yield f"set {name}: {amount_text(hand.amount(name), hand.decimals)}"
    if terms.antes:
        yield f"set ante: {amount_text(max(terms.antes), hand.decimals)}"
        yield f"set antes: {'matched' if terms.trimmed else 'dead'}"
    yield "set posts: free"


def _acts(hand: Hand, outcome: Outcome) -> Iterator[str]:
    """The acts, one a line."""
    stacks = hand.money("starting_stacks")
    replay = Replay(hand, terms_of(hand), stacks, outcome.reading)
    say = _Teller(hand)
    yield from say.forced(replay, stacks)
    for at, deed in enumerate(replay.deeds):
        bets, back, put, top = list(replay.bet), list(replay.back), sum(replay.put), replay.round.top if replay.round else 0
        if deed[0] in {HOLE, BOARD, DRAW}:
            yield from say.street(replay.street, hand.variant.streets)
        replay.step(at)
        yield from say.deed(deed, bets, top, replay)
        yield from say.closed(back, replay)
        if sum(replay.put) > put:
            yield say("sweep")
    gave = outcome.won.split if outcome.won is not None and outcome.won.known else []
    if "finishing_stacks" in hand.raw:
        gave = [0, *(end - chips for end, chips in zip(hand.money("finishing_stacks"), outcome.replay.stack[1:], strict=True))]
    for seat, amount in enumerate(gave):
        if amount > 0:
            yield say("award", seat, amount)


class _Teller:
    """Says acts in our words."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.told = 0

    def __call__(self, what: str, seat: int = 0, amount: int = 0, cards: Cards = ()) -> str:
        text = card_text(cards)
        return WORDS[what].format(
            seat=f"s{seat}",
            amount=amount_text(amount, self.hand.decimals),
            count=len(cards),
            cards=" ".join(text[at : at + 2] for at in range(0, len(text), 2)),
        )

    def forced(self, replay: Replay, stacks: Sequence[int]) -> Iterator[str]:
        """Antes, blinds, straddles and posts."""
        terms = terms_of(self.hand)
        for seat, chips in enumerate(stacks, 1):
            ante = chips - replay.stack[seat] - replay.bet[seat]
            if terms.antes and ante:
                yield self("ante", seat, ante)
        for seat, post in enumerate(replay.bet):
            if post:
                yield self("post" if terms.calls[seat] else "late", seat, post)

    def street(self, number: int, streets: Sequence[Street]) -> Iterator[str]:
        """What comes before the first card of a street."""
        if number > self.told:
            self.told = number
            yield self("tap")
            for _ in range(streets[number].burn):
                yield self("burn")

    def deed(self, deed: Deed, bets: Sequence[int], top: int, replay: Replay) -> Iterator[str]:
        """One action."""
        kind, seat, amount, cards, _ = deed
        if kind == HOLE:
            yield self("deal", seat, cards=cards)
        elif kind == BOARD:
            yield self("board" if len(cards) > 1 else "card", cards=cards)
        elif kind == FOLD:
            yield self("fold", seat)
        elif kind == CALL:
            yield self("call" if top > bets[seat] else "check", seat)
        elif kind == RAISE:
            yield self("raise" if any(bets) else "bet", seat, amount)
        elif kind == BRING_IN:
            yield self("bring_in", seat, replay.bet[seat] or replay.put[seat])
        elif kind == DRAW:
            yield self("draw" if cards and max(cards) < 0 else "discard" if cards else "pat", seat, cards=cards)
        elif kind == SHOW:
            yield self("show", seat, cards=cards or replay.hole[seat])
        elif kind == MUCK:
            yield self("muck", seat)

    def closed(self, before: Sequence[int], replay: Replay) -> Iterator[str]:
        """What nobody called."""
        for seat, back in enumerate(replay.back):
            if back > before[seat]:
                yield self("return", seat, back - before[seat])


def from_record(source: Record | Table | str) -> str:
    """Turn a record of ours, or a table, into a hand in PHH. What the format has no word for is left out.

    Raises:
        RecordError: If it is no poker hand that the format knows.
    """
    return dumps(_Reader(_text_of(source)).fields())


def _text_of(source: Record | Table | str) -> str:
    if isinstance(source, str):
        return source
    if isinstance(source, Record):
        return source.text()
    return header_of(source).text() + "".join(f"{act.text}\n" for act in source.log)


def _pattern(words: str) -> re.Pattern[str]:
    text = re.escape(words)
    for name, part in _PARTS.items():
        text = text.replace(re.escape("{" + name + "}"), part)
    return re.compile(text)


_PATTERNS: Final = {what: _pattern(words) for what, words in WORDS.items()}


class _Reader:
    """Reads a record's text line by line, and keeps the chips as far as the acts say what became of them."""

    def __init__(self, text: str) -> None:
        head, _, body = text.partition(f"\n{RULE}\n")
        rows = [row.partition(":") for row in head.splitlines()[1:]]
        self.head = {key.strip(): value.strip() for key, _, value in rows}
        self.lines = [line.partition("#")[0].strip() for line in body.splitlines()]
        self.lines = [re.sub(r"^\[[^\]]*\]\s*", "", line) for line in self.lines]
        self.first = head.count("\n") + 2
        self.variant = self._variant()
        count = int(self.head.get("seats", "0"))
        button = int(self.head.get("button", "0") or 0)
        at = button % count if count else 0
        order = [*range(at + 1, count + 1), *range(1, at + 1)]
        dealt = {found["seat"] for line in self.lines if (found := _PATTERNS["deal"].fullmatch(line))}
        self.seats = [f"s{seat}" for seat in order if f"s{seat}" in dealt]
        if len(self.seats) < 2:
            self._refuse(0, "nobody was dealt in", "a poker hand has cards for two or more")
        stacks = self.head.get("stacks", "").split()
        self.decimals = max([0, *(len(part) for part in re.findall(r"\d\.(\d+)", text))])
        self.stack = {seat: self._units(stacks[int(seat[1:]) - 1]) for seat in self.seats if int(seat[1:]) <= len(stacks)}
        if len(self.stack) < len(self.seats):
            self._refuse(0, "the stacks are missing", "the header has a line such as stacks: 500 500")
        self.start = dict(self.stack)
        self.bet = dict.fromkeys(self.seats, 0)
        self.antes = dict.fromkeys(self.seats, 0)
        self.posts = dict.fromkeys(self.seats, 0)
        self.actions: list[str] = []
        self.cards: dict[str, str] = {}
        self.awarded = False

    def _refuse(self, line: int, what: str, hint: str) -> None:
        raise RecordError("<text>", self.first + line, what, hint)

    def _variant(self) -> Variant:
        game, structure = self.head.get("game", ""), self.head.get("set structure", "")
        games = [one for one in variants().values() if one.game == game]
        found = [one for one in games if structure in {"", one.structure, *(way.get("structure") for way in one.readings)}]
        if not found:
            known = ", ".join(f"{one.game} ({one.structure})" for one in variants().values())
            self.first = 1
            self._refuse(0, f"PHH has no '{game}' {structure}".rstrip(), f"it has {known}")
        return found[0]

    def _units(self, text: str) -> int:
        return scaled(text, self.decimals)

    def _number(self, units: int) -> int | Number:
        text = amount_text(units, self.decimals)
        return int(text) if text.lstrip("-").isdecimal() else Number(text)

    def fields(self) -> dict[str, object]:
        """The hand's fields."""
        for at, line in enumerate(self.lines):
            for what, pattern in _PATTERNS.items():
                found = pattern.fullmatch(line)
                if found:
                    self._act(at, what, found.groupdict())
                    break
        self._dealt()
        rows = {name: [self._number(row[seat]) for seat in self.seats] for name, row in (("antes", self.antes), ("stacks", self.start))}
        posts = [self._number(self.posts[seat]) for seat in self.seats]
        made: dict[str, object] = {"variant": self.variant.code, "ante_trimming_status": self.head.get("set antes") == "matched"}
        made["antes"] = rows["antes"] if len(self.seats) > 2 else rows["antes"][::-1]
        if "blinds_or_straddles" in self.variant.fields:
            made["blinds_or_straddles"] = posts if len(self.seats) > 2 else posts[::-1]
        for name in self.variant.fields[1:] if "blinds_or_straddles" in self.variant.fields else self.variant.fields:
            made[name] = self._number(self._size(name))
        made["starting_stacks"] = rows["stacks"]
        made["actions"] = self.actions
        numbers = [int(seat[1:]) for seat in self.seats]
        if numbers != list(range(1, len(numbers) + 1)):
            made["seats"] = numbers
        if "id" in self.head:
            made["hand"] = int(self.head["id"]) if re.fullmatch(r"0|[1-9]\d*", self.head["id"]) else self.head["id"]
        if self.awarded:
            made["finishing_stacks"] = [self._number(self.stack[seat]) for seat in self.seats]
            taken = sum(self.start.values()) - sum(self.stack.values())
            if taken > 0:
                made["_rake"] = self._number(taken)
        return made

    def _size(self, name: str) -> int:
        for key in (name, "big_blind") if name in {"min_bet", "small_bet"} else (name,):
            if f"set {key}" in self.head:
                return self._units(self.head[f"set {key}"])
        if name == "big_bet":
            return 2 * self._size("small_bet")
        self._refuse(-self.first + 1, f"the record does not say what {name} is", f"the header has a line such as set {name}: 10")
        return 0

    def _act(self, at: int, what: str, parts: Mapping[str, str | None]) -> None:
        seat = parts.get("seat") or ""
        if seat and seat not in self.stack:
            self._refuse(at, f"{seat} was not dealt in", "only who has cards acts")
        amount = self._units(parts["amount"]) if parts.get("amount") else 0  # type: ignore[arg-type]
        cards = (parts.get("cards") or "").replace(" ", "")
        player = f"p{self.seats.index(seat) + 1}" if seat else ""
        if what == "deal":
            self.cards[seat] = self.cards.get(seat, "") + cards
            return
        self._dealt()
        if what in {"ante", "post", "late"}:
            row = self.antes if what == "ante" else self.posts
            row[seat] += amount if what != "late" else -amount
            if what == "ante":
                self.stack[seat] -= amount
            else:
                self._put(seat, self.bet[seat] + amount)
        elif what in {"board", "card"}:
            self.actions.append(f"d db {cards}")
        elif what in {"bet", "raise", "bring_in", "call"}:
            total = amount if what != "call" else min(max(self.bet.values()), self.bet[seat] + self.stack[seat])
            self._put(seat, total)
            word = {"call": "cc", "bring_in": "pb"}.get(what, f"cbr {parts.get('amount')}")
            self.actions.append(f"{player} {word}")
        elif what in {"check", "fold"}:
            self.actions.append(f"{player} {'cc' if what == 'check' else 'f'}")
        elif what in {"draw", "discard", "pat"}:
            count = re.search(r"draw (\d+)", self.lines[at])
            unseen = "??" * int(count[1]) if count else ""
            self.actions.append(f"{player} sd {cards or unseen}".rstrip())
        elif what in {"show", "muck"}:
            self.actions.append(f"{player} sm {cards}".rstrip())
        elif what == "return":
            self.bet[seat] -= amount
            self.stack[seat] += amount
        elif what == "sweep":
            self.bet = dict.fromkeys(self.seats, 0)
        elif what == "award":
            self.awarded = True
            self.stack[seat] += amount

    def _put(self, seat: str, total: int) -> None:
        self.stack[seat] -= total - self.bet[seat]
        self.bet[seat] = total

    def _dealt(self) -> None:
        """Cards that were dealt round the table, a seat at a time."""
        for at, seat in enumerate(self.seats, 1):
            if seat in self.cards:
                self.actions.append(f"d dh p{at} {self.cards.pop(seat)}")

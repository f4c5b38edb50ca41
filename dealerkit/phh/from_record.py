"""A record of ours as a hand in PHH."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from dealerkit.errors import RecordError
from dealerkit.phh.acts import amount_text, scaled
from dealerkit.phh.hand import dumps
from dealerkit.phh.text import Number
from dealerkit.phh.variants import Variant, variants
from dealerkit.phh.words import WORDS
from dealerkit.record import RULE, Record, header_of

if TYPE_CHECKING:
    from dealerkit.table import Table

_PARTS: Final = {
    "seat": r"(?P<seat>s\d+)",
    "amount": r"(?P<amount>[\d.]+)",
    "cards": r"(?P<cards>\S{2}(?: \S{2})*)",
    "count": r"\d+",
}


def from_record(source: Record | Table | str) -> str:
    """Turn a record of ours, or a table, into a hand in PHH. What the format has no word for is left out.

    Raises:
        RecordError: If it is no poker hand that the format knows.
    """
    try:
        return dumps(_Reader(_text_of(source)).fields())
    except ValueError as error:
        file, what = "<text>", "a number in the record is none"
        raise RecordError(file, 0, what, str(error)) from error


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
        file = "<text>"
        raise RecordError(file, self.first + line, what, hint)

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
        rows = {
            name: [self._number(row[seat]) for seat in self.seats]
            for name, row in (("antes", self.antes), ("stacks", self.start))
        }
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

"""A dispute as its address holds it: story, fault and answers, in order.

So the browser's own back button takes an answer back, a page can be loaded again or opened twice, a closed one comes back with
all its answers, and nothing has to be typed twice. Nothing is written down before somebody decides.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence

import attrs

from dealerkit.rulings.arguments import ARGUED
from dealerkit.rulings.facts import known_facts
from dealerkit.web.refusals import Refused

FACT = "f."
"""Prefix of a fact's name in an address."""
UNKNOWN = "?"
"""The answer for an unknown fact."""
LONGEST = 1000
"""Most characters taken of a story, an answer or an argument."""
MOST = 60
"""Most answers, and most arguments, of a dispute."""

AddressPair = tuple[str, str]


@attrs.frozen
class Dispute:
    """A dispute at the desk: the story, and the answers so far.

    Attributes:
        id: Its id in the list of the last disputes; empty for one that is not saved there.
        said: The story, in somebody's words.
        fault: The fault's name; empty until it is known.
        rules: The rule sets to rule under, the one in force first; none to take what the fault or the game has.
        game: The game that is dealt; empty where nobody says.
        family: Its family, where no game is named.
        answers: Facts and what was answered, in order.
        argued: The players' arguments.
        table: The table of a walk it happened at, by its id.
        record: The file with the record it happened in, by its id.
        hand: The number of the hand in that file, from 1.
        act: The act of that table or record after which it is ruled on; 0 for the last.
        more: Whether questions go on that only name seats and amounts, or that other rule sets ask.
    """

    id: str = ""
    said: str = ""
    fault: str = ""
    rules: tuple[str, ...] = ()
    game: str = ""
    family: str = ""
    answers: tuple[AddressPair, ...] = ()
    argued: tuple[str, ...] = ()
    table: str = ""
    record: str = ""
    hand: int = 1
    act: int = 0
    more: bool = False

    @classmethod
    def read(cls, pairs: Iterable[AddressPair]) -> Dispute:
        """Read a dispute from an address.

        Args:
            pairs: The pairs of the address's query, or the fields of a form.

        Raises:
            Refused: If it asks for a fact that is none.
        """
        single: dict[str, str] = {}
        several: dict[str, list[str]] = {"rules": [], ARGUED: []}
        answers: dict[str, str] = {}
        for name, given in pairs:
            value = _clean(given)
            if name.startswith(FACT):
                fact = name.removeprefix(FACT)
                if fact not in known_facts():
                    raise Refused(422, f"unknown fact: '{fact[:40]}'; start again at the desk")
                before = answers.pop(fact, "")  # the last answer counts, and is the last
                answers[fact] = f"{before} {value}" if before and known_facts()[fact].type == "seats" else value  # a tick each
            elif name in several:
                several[name] += [value] if value else []
            else:
                single.setdefault(name, value)
        return cls(
            id=single.get("d", "")[:24],
            said=single.get("said", ""),
            fault=single.get("fault", ""),
            rules=tuple(dict.fromkeys(several["rules"]))[:MOST],
            game=single.get("game", ""),
            family=single.get("family", ""),
            answers=tuple(answers.items())[:MOST],
            argued=tuple(several[ARGUED])[:MOST],
            table=single.get("table", ""),
            record=single.get("record", ""),
            hand=_number(single.get("hand", "")) or 1,
            act=_number(single.get("act", "")),
            more=bool(single.get("more")),
        )

    def pairs(self) -> Iterator[AddressPair]:
        """Yield the pairs of the address's query, in order."""
        single = {
            "d": self.id, "said": self.said, "fault": self.fault, "game": self.game, "family": self.family, "table": self.table,
            "record": self.record, "hand": str(self.hand) if self.record else "", "act": str(self.act or ""),
            "more": "yes" if self.more else "",
        }  # fmt: skip
        yield from ((name, value) for name, value in single.items() if value)
        yield from (("rules", set_name) for set_name in self.rules)
        yield from ((f"{FACT}{name}", value) for name, value in self.answers)
        yield from ((ARGUED, argument) for argument in self.argued)

    def answered(self, fact: str, value: str) -> Dispute:
        """Return the dispute with another answer."""
        return attrs.evolve(self, answers=(*((name, was) for name, was in self.answers if name != fact), (fact, value)))

    def back(self) -> Dispute:
        """Return the dispute without its last answer; if it has none, without its fault."""
        return attrs.evolve(self, answers=self.answers[:-1]) if self.answers else attrs.evolve(self, fault="")

    def on(self, fault: str) -> Dispute:
        """Return the dispute on another fault: nothing has been answered yet."""
        return attrs.evolve(self, fault=fault, answers=(), more=False)

    def under(self, rules: Sequence[str]) -> Dispute:
        """Return the dispute under other rule sets."""
        return attrs.evolve(self, rules=tuple(rules))

    @property
    def elsewhere(self) -> bool:
        """Whether it happened at a table of a walk or in a record, where most facts can be read off."""
        return bool(self.table or self.record)


def new_id() -> str:
    """Return an id for a dispute that begins."""
    return secrets.token_hex(6)


def _number(text: str) -> int:
    """Return a number that an address names; 0 for none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _DIGITS else 0


_DIGITS = 7


def _clean(text: str) -> str:
    """Return a text on one line, without control characters and cut to a sensible length."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text[: 2 * LONGEST].encode("utf-8", "replace").decode())
    return " ".join(printable.split())[:LONGEST]

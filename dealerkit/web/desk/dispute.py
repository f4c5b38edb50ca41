"""A dispute stored in its address: story, fault and answers, in order.

So the browser's back button takes an answer back, a page can be reloaded or opened twice, a closed page comes back with all its
answers, and nothing must be typed twice. Nothing is written to the journal before somebody decides.
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
"""The answer for a fact that nobody knows."""
LONGEST = 1000
"""Most characters of a story, an answer or an argument; the rest is cut off."""
_WORDS = ("said", "fault", "game", "family", "table", "record")
"""Fields of a dispute that stand in an address by their own names, as they are."""
MOST = 60
"""Most answers, and most arguments, of a dispute."""

AddressPair = tuple[str, str]


@attrs.frozen
class Dispute:
    """A dispute at the desk: the story, and the answers so far.

    Attributes:
        id: Its id in the list of the last disputes; empty for one that is not saved there.
        said: The story, in the speaker's words.
        fault: The fault's name; empty until it is known.
        rules: The rule sets to rule under, the one in force first; empty for those of the fault or the game.
        game: The game being dealt; empty if unknown.
        family: Its family, if no game is named.
        answers: Facts with their answers, in order.
        argued: The players' arguments.
        table: Id of the table where it happened; empty for none.
        record: Id of the file with the record in which it happened; empty for none.
        hand: The number of the hand in that file, from 1.
        act: Number of the act of that table or record after which to rule; 0 for the last.
        more: Whether to continue with questions that only name seats and amounts, or that other rule sets ask.
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
            Refused: If it has an unknown fact.
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
                before = answers.pop(fact, "")  # the last answer counts, and moves to the end
                answers[fact] = f"{before} {value}" if before and known_facts()[fact].type == "seats" else value  # one a tick
            elif name in several:
                several[name] += [value] if value else []
            else:
                single.setdefault(name, value)
        return cls(
            id=single.get("d", "")[:24],
            **{name: single.get(name, "") for name in _WORDS},
            rules=tuple(dict.fromkeys(several["rules"]))[:MOST],
            answers=tuple(answers.items())[:MOST],
            argued=tuple(several[ARGUED])[:MOST],
            hand=_number(single.get("hand", "")) or 1,
            act=_number(single.get("act", "")),
            more=bool(single.get("more")),
        )

    def pairs(self) -> Iterator[AddressPair]:
        """Yield the pairs of the address's query, in order."""
        single = {
            "d": self.id, **{name: getattr(self, name) for name in _WORDS}, "hand": str(self.hand) if self.record else "",
            "act": str(self.act or ""), "more": "yes" if self.more else "",
        }  # fmt: skip
        yield from ((name, value) for name, value in single.items() if value)
        yield from (("rules", set_name) for set_name in self.rules)
        yield from ((f"{FACT}{name}", value) for name, value in self.answers)
        yield from ((ARGUED, argument) for argument in self.argued)

    def answered(self, fact: str, value: str) -> Dispute:
        """Return the dispute with one more answer."""
        return attrs.evolve(self, answers=(*((name, was) for name, was in self.answers if name != fact), (fact, value)))

    def back(self) -> Dispute:
        """Return the dispute without its last answer; if it has none, without its fault."""
        return attrs.evolve(self, answers=self.answers[:-1]) if self.answers else attrs.evolve(self, fault="")

    def on(self, fault: str) -> Dispute:
        """Return the dispute on another fault, without answers."""
        return attrs.evolve(self, fault=fault, answers=(), more=False)

    def under(self, rules: Sequence[str]) -> Dispute:
        """Return the dispute under other rule sets."""
        return attrs.evolve(self, rules=tuple(rules))

    @property
    def elsewhere(self) -> bool:
        """Whether it happened at a table of a walk or in a record, from which most facts follow."""
        return bool(self.table or self.record)


def new_id() -> str:
    """Return a new id for a dispute."""
    return secrets.token_hex(6)


def _number(text: str) -> int:
    """Return a number in an address; 0 for none."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < _DIGITS else 0


_DIGITS = 7


def _clean(text: str) -> str:
    """Return a text as one line, without control characters, and cut to the limit."""
    printable = "".join(sign if sign.isprintable() else " " for sign in text[: 2 * LONGEST].encode("utf-8", "replace").decode())
    return " ".join(printable.split())[:LONGEST]

"""Counting the bank: racks, stacks and loose chips of several colours, by themselves or against the amounts on a slip."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from random import Random

import attrs

from dealerkit.files.screen_text import count_of
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import AmountReply, OneOfReply, PartsReply, choices

AGREES, SHORT, OVER = "agrees", "short", "over"
_BANK = OneOfReply(choices({AGREES: "agrees", SHORT: "short", OVER: "over"}))
_WIDTH = 75


@attrs.frozen
class CountedHeap:
    """The chips of a colour.

    Attributes:
        colour: Its name.
        worth: The value of a chip.
        racks: Number of full racks.
        stacks: Number of chips in each stack, full stacks first.
        loose: Number of single chips.
    """

    colour: str
    worth: int
    racks: int
    stacks: tuple[int, ...]
    loose: int


@attrs.frozen
class BankSituation:
    """Chips on the table to be counted.

    Attributes:
        heaps: The chips by colour, largest value first.
        slip: Amount on the slip for each colour; empty without a slip.
    """

    heaps: tuple[CountedHeap, ...]
    slip: Mapping[str, int] = attrs.field(factory=dict)


class Bank(Generator[BankSituation]):
    """Exercises on counting the chips of a bank.

    A cell, the unit that comes back after a wrong answer, is a colour; against a slip, whether the bank agrees, is short or
    over.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return a cell for each colour of chips; against a slip, a cell for each result of the comparison, as its own class."""
        if setting.told("slip"):
            return {f"the bank {'is ' if how != AGREES else ''}{how}": how for how in (AGREES, SHORT, OVER)}
        return {f"{colour} ({worth})": "" for colour, worth in _colours(setting).items()}

    def draw(self, setting: Setting, cell: str, rng: Random) -> BankSituation | None:
        """Draw chips of as many colours as the level shows, among them the cell's own."""
        colours = _colours(setting)
        own = next((colour for colour in colours if cell.startswith(f"{colour} (")), rng.choice(list(colours)))
        many = min(int(setting.told("show", 1)), len(colours))
        shown = {own, *rng.sample([colour for colour in colours if colour != own], many - 1)}
        short = set(rng.sample(sorted(shown), min(int(setting.told("short", 0)), many)))
        heaps = tuple(
            self._heap(setting, colour, worth, rng, short=colour in short) for colour, worth in colours.items() if colour in shown
        )
        if not setting.told("slip"):
            return BankSituation(heaps)
        slip = {heap.colour: _count(setting, heap) * heap.worth for heap in heaps}
        if cell.endswith(AGREES):
            return BankSituation(heaps, slip)
        wrong = rng.choice(heaps)
        chips = rng.choice([rng.randint(1, 5), int(setting.told("stack", 20))])
        slip[wrong.colour] += chips * wrong.worth * (1 if cell.endswith(SHORT) else -1)
        return BankSituation(heaps, slip) if slip[wrong.colour] > 0 else None

    def _heap(self, setting: Setting, colour: str, worth: int, rng: Random, *, short: bool) -> CountedHeap:
        full = int(setting.told("stack", 20))
        stacks = [full] * rng.randint(0, int(setting.told("stacks", 4)))
        if short:
            stacks += [full - rng.randint(1, full // 4) for _ in range(rng.randint(1, 2))]
        loose = rng.randint(1, full - 1) if not short or rng.randrange(2) else 0
        return CountedHeap(colour, worth, rng.randint(0, int(setting.told("racks", 2))), tuple(stacks), loose)

    def question(self, setting: Setting, given: BankSituation) -> Question:
        """Show the chips colour by colour; ask for their value, or the difference to the slip."""
        full, rack = int(setting.told("stack", 20)), int(setting.told("rack", 100))
        head = f"A rack holds {rack}, a stack {full}."
        lines = [line for heap in given.heaps for line in _wrapped(f"{heap.colour} ({heap.worth}): {_heap_words(heap, full)}")]
        if not given.slip:
            return Question((head, *lines), "What is it worth?" if len(given.heaps) == 1 else "What is the total?", AmountReply())
        slip = ", ".join(f"{colour} {amount}" for colour, amount in given.slip.items())
        parts = (("the bank", _BANK), ("by", AmountReply()))
        return Question(
            (head, *lines, *_wrapped(f"The slip: {slip}; total {sum(given.slip.values())}")),
            "Is the bank over or short against the slip, and by how much (0: they agree)?",
            PartsReply(parts),
        )

    def key(self, setting: Setting, given: BankSituation) -> Key:
        """Return the value of the chips, or the difference to the slip: chips counted first, then their value."""
        worth = {heap.colour: _count(setting, heap) * heap.worth for heap in given.heaps}
        lines = [
            f"{heap.colour}: {count_of(_count(setting, heap), 'chip')} x {heap.worth} = {worth[heap.colour]}"
            for heap in given.heaps
        ]
        total = sum(worth.values())
        answer, last = str(total), f"Total {total}."
        if given.slip:
            apart = total - sum(given.slip.values())
            answer = f"{AGREES if not apart else OVER if apart > 0 else SHORT} | {abs(apart)}"
            wrong = [
                f"{colour} counts {worth[colour]}, the slip says {amount}"
                for colour, amount in given.slip.items()
                if amount != worth[colour]
            ]
            last = f"{'; '.join(wrong)}." if wrong else f"Every colour matches the slip: {total}."
        working = (f"{lines[0]}.",) if len(lines) == 1 and not given.slip else (f"{'; '.join(lines)}.", last)
        by_family = setting.told("by_family", {}).get(setting.game.family, {})
        return Key(
            (answer,),
            tuple(by_family.get("rules", setting.drill.cite)),
            working,
            tuple(by_family.get("codes", setting.drill.codes)),
        )

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the value of a stack and a rack of each colour."""
        full, rack = int(setting.told("stack", 20)), int(setting.told("rack", 100))
        return tuple(
            f"{colour:>8}  chip {worth}, stack {worth * full}, rack {worth * rack}" for colour, worth in _colours(setting).items()
        )


def _colours(setting: Setting) -> dict[str, int]:
    """Return the value of each colour, largest first."""
    colours = setting.told("colours", {"red": 5})
    return dict(sorted(((str(colour), int(worth)) for colour, worth in colours.items()), key=lambda pair: -pair[1]))


def _count(setting: Setting, heap: CountedHeap) -> int:
    return heap.racks * int(setting.told("rack", 100)) + sum(heap.stacks) + heap.loose


def _wrapped(line: str) -> list[str]:
    return textwrap.wrap(line, _WIDTH, subsequent_indent="    ")


def _heap_words(heap: CountedHeap, full: int) -> str:
    """Return a heap in words: full stacks together, each short stack separately."""
    stacks = sum(chips == full for chips in heap.stacks)
    parts = [f"{count_of(heap.racks, 'rack')}"] if heap.racks else []
    parts += [f"{count_of(stacks, 'stack')}"] if stacks else []
    parts += [f"a stack with {full - chips} missing" for chips in heap.stacks if chips != full]
    parts += [f"{count_of(heap.loose, 'chip')}"] if heap.loose else []
    return ", ".join(parts)


GENERATOR = Bank()

"""A report to the floor: the facts of a dispute in order, in the fields of a report, and no opinions."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from decimal import Decimal
from random import Random

import attrs

from dealerkit.facts.hands import live
from dealerkit.felt import Act, sentence
from dealerkit.felt.acts import seat_number
from dealerkit.files.screen_text import count_of
from dealerkit.training.deals import Seating, seating, sit
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.replies import (
    AmountReply,
    AnyOfReply,
    Choice,
    CountReply,
    OneOfReply,
    OrderReply,
    PartsReply,
    Reply,
)

_LETTERS = "abcdefghijkl"
_FACTS = 5
"""Most facts to put in order, counted from the last."""


@attrs.frozen
class FactReportSituation:
    """A dispute in a betting round.

    Attributes:
        seating: The table: seats, stacks, button and seed.
        street: The id of the betting round's step.
        acts: The players' acts, in order.
        seat: The seat whose last act is disputed.
        opinions: Opinions on it, in words.
        lines: Facts and opinions to choose from, in random order.
    """

    seating: Seating
    street: str
    acts: tuple[str, ...]
    seat: int
    opinions: tuple[str, ...]
    lines: tuple[str, ...]


class FactReport(Generator[FactReportSituation]):
    """Exercises on telling facts from opinions in a dispute.

    A cell, the unit that comes back after a wrong answer, is the street on which the dispute arises.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the streets that the level asks about."""
        return dict.fromkeys(setting.told("streets"), "")

    def draw(self, setting: Setting, cell: str, rng: Random) -> FactReportSituation | None:
        """Let players act at a table, and mix opinions among the statements of their acts; None if this attempt gave none."""
        seated = seating(setting.game, {"seats": setting.told("seats", (4, 6))}, rng)
        street = str(setting.told("streets")[cell])
        acts = _acted(setting, seated, street, rng)
        sentences = [sentence(Act.parse(act)) for act in acts]
        if len(acts) < int(setting.told("least", 4)) or len(set(sentences)) < len(sentences):
            return None
        disputed = [seat_number(act.split()[0]) for act in acts if act.split()[1] != "fold"]
        if not disputed:
            return None
        seat = rng.choice(disputed)
        others = sorted({seat_number(act.split()[0]) for act in acts} - {seat})
        chosen = rng.sample(list(setting.told("opinions")), int(setting.told("judged", 2)))
        opinions = tuple(text.format(seat=seat, other=rng.choice(others)) for text in chosen)
        lines = [*sentences[-_FACTS:], *opinions]
        rng.shuffle(lines)
        return FactReportSituation(seated, street, acts, seat, opinions, tuple(lines))

    def question(self, setting: Setting, given: FactReportSituation) -> Question:
        """Show the record, and ask for the fields of the report."""
        table = sit(setting.game, given.seating)
        table.advance(given.street)
        posted = [sentence(act) for act in table.log if act.seat and act.verb == "post"]
        round_table = count_of(given.seating.seats, "seat")
        head = f"{round_table}, the button at seat {given.seating.button}; {', '.join(posted) or 'no blinds'}."
        middle = sum(table.felt.rows[name][0] for name in table.felt.layout.pots)
        if middle:
            head += f" {table.felt.money(middle)} in the pot before this round."
        numbered = "; ".join(f"{at} {sentence(Act.parse(act))}" for at, act in enumerate(given.acts, 1))
        lines = [*textwrap.wrap(head, 75), *textwrap.wrap(numbered, 75), f"Seat {given.seat} disputes the action.", ""]
        lines += [f"{letter}  {text}" for letter, text in zip(_LETTERS, given.lines, strict=False)]
        seats = [Choice(str(seat), f"s{seat}", f"seat {seat}") for seat in range(1, given.seating.seats + 1)]
        replies: dict[str, tuple[str, Reply]] = {
            "button": ("the button", OneOfReply(tuple(seats))),
            "in": ("who is in", AnyOfReply(tuple(seats))),
            "bet": ("the bet to call", AmountReply()),
            "front": (f"in front of seat {given.seat}", AmountReply()),
            "pot": ("the pot and all bets in front", AmountReply()),
            "camera": (
                f"number of seat {given.seat}'s last action, for the recording",
                CountReply("the number of an action above"),
            ),
            "order": ("what happened, in order, without opinions", OrderReply(_LETTERS[: len(given.lines)], all=False)),
        }
        return Question(tuple(lines), "Tell the floor.", PartsReply(tuple(replies[name] for name in setting.told("fields"))))

    def key(self, setting: Setting, given: FactReportSituation) -> Key:
        """Return the facts, read from a table at which the acts are replayed."""
        table = sit(setting.game, given.seating)
        table.advance(given.street)
        for act in given.acts:
            table.push(act)
        felt = table.felt
        sentences = [sentence(Act.parse(act)) for act in given.acts]
        letters = {text: letter for letter, text in zip(_LETTERS, given.lines, strict=False)}
        last = max(at for at, act in enumerate(given.acts, 1) if seat_number(act.split()[0]) == given.seat)
        bets = felt.rows["bet"]
        everything = sum(bets) + sum(felt.rows[name][0] for name in felt.layout.pots)
        fields = {
            "button": f"s{given.seating.button}",
            "in": " ".join(f"s{seat}" for seat in sorted(live(table.now))) or AnyOfReply.NONE,
            "bet": felt.money(max(bets)),
            "front": felt.money(bets[given.seat]),
            "pot": felt.money(everything),
            "camera": str(last),
            "order": " ".join(letters[text] for text in sentences if text in letters),
        }
        working = [f"Facts only, in order: {fields['order']}; never what a player meant or deserves."]
        working += [f"The bet is {fields['bet']}, seat {given.seat} has {fields['front']} in front."] * (
            "bet" in setting.told("fields")
        )
        working += [f"All chips in play: {fields['pot']}."] * ("pot" in setting.told("fields"))
        codes = ("floor/dispute-not-escalated", "floor/table-disturbed")
        return Key((PartsReply.join(fields[name] for name in setting.told("fields")),), setting.drill.cite, tuple(working), codes)

    def help(self, setting: Setting) -> tuple[str, ...]:
        """Return the fields of a report."""
        return tuple(setting.told("report", ()))


def _acted(setting: Setting, seated: Seating, street: str, rng: Random) -> tuple[str, ...]:
    """Return the players' acts in a round, up to the last seat but one to act."""
    table = sit(setting.game, seated)
    table.advance(street)
    begun, done = table.expected.step, []
    big = max(1, int(Decimal(str(setting.game.options["big_blind"]))))
    for _ in range(rng.randint(int(setting.told("least", 4)), int(setting.told("least", 4)) + 2)):
        asked = table.expected
        if asked.step != begun or not asked.players:
            break
        (seat, moves), *_ = asked.players.items()
        most = int(table.felt.written(max(table.felt.rows["bet"])))
        weights = {"fold": 1, "check": 2, "call": 4, "bet": 4, "raise": 3 if 0 < most < 12 * big else 0}
        verbs = [verb for verb in moves if weights.get(verb)]
        if not verbs:
            break
        verb = rng.choices(verbs, [weights[verb_] for verb_ in verbs])[0]
        amount = {"bet": big * rng.randint(2, 5), "raise": most * 2 + big * rng.randint(0, 3)}.get(verb)
        act = f"{seat} {verb}" + (f" {amount}" if amount is not None else "")
        if amount is not None and amount not in moves[verb]:
            break
        table.push(act)
        done.append(act)
    return tuple(done)


GENERATOR = FactReport()

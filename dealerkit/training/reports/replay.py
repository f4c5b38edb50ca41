"""The report of `dealerkit replay`: a record replayed up to an act."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

import attrs

from dealerkit.felt.verbs import sentence
from dealerkit.files.screen_text import unstyled
from dealerkit.hands.checked_hand import Flaw
from dealerkit.judge import Finding
from dealerkit.sheets.document import Block, Heading, Paragraph, Remark
from dealerkit.sheets.report import DocumentReport, told_finding
from dealerkit.table.record import Record
from dealerkit.table.reports import RoadsReport
from dealerkit.table.scene import eyes
from dealerkit.table.table import Table
from dealerkit.training.walk import commentary, table_lines, wording
from dealerkit.training.walk.felt_text import Print, draw, letters
from dealerkit.training.walk.slips import due

_RECENT = 5
"""Number of listed acts before the last."""


@attrs.frozen
class ReplayReport(DocumentReport[Record]):
    """The report of a record replayed up to an act: cards and chips, the next step, the findings so far.

    Attributes:
        data: The record.
        table: The table after the act.
        seat: Whose view is shown: a seat, 0 for a bystander, None to see everything.
        roads: The roads of its shoes; None if not asked for.
        cards: Prints a card: in letters, or with its suit symbol.
        flaw: The finding about an act of a poker hand that is impossible at a table; None if there is none.
    """

    table: Table
    seat: int | None = None
    roads: RoadsReport | None = None
    cards: Print = letters
    flaw: Flaw | None = None

    @property
    def is_wrong(self) -> bool:
        """Whether there is a finding so far."""
        return bool(self.table.findings) or self.flaw is not None

    @property
    def _rules(self) -> str | None:
        return self.table.game.rules.name if self.table.game.rules is not None else None

    def as_json(self) -> dict[str, object]:
        """Return the replay as plain data."""
        record, table, seat = self.data, self.table, self.seat
        view = table.view(seat or 0)
        expected = table.expected
        act = due(table)
        document: dict[str, object] = {
            "game": table.game.id,
            "rules": self._rules,
            "hand": record.header.name,
            "acts": len(table.log),
            "of": len(record.lines),
            "last": view.log[-1] if view.log else None,
            "felt": {
                "places": {name: list(cards) for name, cards in view.places.items() if view.counts[name]},
                "counts": {name: count for name, count in view.counts.items() if count},
                "chips": {
                    name: row for name, row in view.chips.items() if name == "stack" or any(amount != "0" for amount in row)
                },
                "marks": {name: row for name, row in view.marks.items() if any(amount != "0" for amount in row)},
                "button": table.felt.button or None,
                "cut_card_out": table.felt.cut_out,
            },
            "expected": {
                "step": expected.step or None,
                "dealer": act.text if act is not None else None,
                "more": [coming.text for coming in expected.dealer[1:]],
                "any_order": expected.any_order,
                "players": {name: sorted(moves) for name, moves in expected.players.items()},
                "amounts": wording.wagers(expected.players),
                "rules": list(wording.step_rules(table, expected.step)),
            },
            "findings": [
                {
                    **wording.finding_json(table, finding),
                    "line": record.lines[finding.act - 1].line if finding.act <= len(record.lines) else None,
                }
                for finding in _findings_of(table, seat)
            ]
            + ([] if self.flaw is None else [_flaw_json(_seen(self.flaw, seat))]),
            "rulings": [
                {"act": dealt_ruling.act, "code": dealt_ruling.code, "ruling": dealt_ruling.ruling.as_json()}
                for dealt_ruling in table.rulings
            ],
        }
        if self.roads is not None:
            document["roads"] = self.roads.as_json()
        return document

    def title(self) -> str:
        """Return the game, the act reached, and the viewer."""
        under = f", rules {self._rules}" if self._rules else ""
        where = f"after action {len(self.table.log)} of {len(self.data.lines)}"
        looks = "" if self.seat is None else f", as seen by {f'seat {self.seat}' if self.seat else 'nobody at the table'}"
        return f"{self.table.game.title}{under}: {where}{looks}"

    def told(self) -> Iterator[Block]:
        """Yield the last acts, the felt, the next step, and the findings so far."""
        record, table, seat = self.data, self.table, self.seat
        log = [act.text for act in table.log] if seat is None else table.view(seat).log
        for number in range(max(0, len(table.log) - _RECENT), len(table.log)):
            clock = record.lines[number].clock
            act_words = sentence(table.log[number].plain) if seat is not None else sentence(table.log[number])
            yield Remark(f"{log[number]}   {act_words}", f"{number + 1:>4}  {f'[{clock}] ' if clock else ''}")
        yield Heading("The felt")
        for row in draw(table, None if seat is None else eyes(table, seat), self.cards, stacks=True):
            yield Remark(row, inset=4, hang=4)
        if self.roads is not None:
            head, *rows = map(unstyled, self.roads.lines())
            yield Heading(head)
            yield Paragraph(textwrap.dedent("\n".join(rows)).strip("\n"), "given")
        yield Heading("Due")
        yield from _due(table)
        if self.is_wrong:
            yield Heading("Slips so far")
            for finding in _findings_of(table, seat):
                yield Remark(f"action {finding.act}, line {record.lines[finding.act - 1].line}:")
                yield from commentary.finding_blocks(table, finding, indent=4, to_you=False)
            if self.flaw is not None:
                yield from _flaw_blocks(_seen(self.flaw, seat))
        else:
            yield Remark("no slips so far", "ok  ")
        for ruled in table.rulings:
            yield from commentary.blocks(table_lines.ruling(ruled))


def _seen(flaw: Flaw, seat: int | None) -> Flaw:
    """Return the finding of a hand from another source, without cards that the viewing seat must not see."""
    return flaw if seat is None else attrs.evolve(flaw, expected="", got="", due="", said="")


def _flaw_json(flaw: Flaw) -> dict[str, object]:
    """Return the finding of a hand from another source, in the form of the others; `act` is the number of its action."""
    names = ("code", "act", "severity", "expected", "got", "why", "remedy", "self_corrected", "because_of", "line")
    return {name: getattr(flaw, name) for name in names} | {"cite": list(flaw.cite)}


def _flaw_blocks(flaw: Flaw) -> Iterator[Block]:
    due = f"; due: {flaw.due}" if flaw.due else ""
    yield Remark(f"action {flaw.act} of the hand, line {flaw.line}:")
    words = f"{flaw.title or flaw.code}{due}" + (f"; done: {flaw.said}" if flaw.said else "")
    yield from told_finding(flaw.code, words, flaw.severity, why=flaw.why, cite=flaw.cite, remedy=flaw.remedy, inset=4)


def _findings_of(table: Table, seat: int | None) -> list[Finding]:
    """Return the findings, with acts as the viewing seat saw them."""
    if seat is None:
        return list(table.findings)
    log = table.view(seat).log
    return [attrs.evolve(finding, got=log[finding.act - 1]) for finding in table.findings]


def _due(table: Table) -> Iterator[Block]:
    yield from commentary.blocks(table_lines.asked(table.expected.players))
    act = due(table)
    if act is not None:
        yield Remark(f"{act.text}   {sentence(act)}", "due: ")
        yield from commentary.blocks(table_lines.rules(table, wording.step_rules(table, table.expected.step)))
    elif not table.expected.players:
        yield Remark("unknown" if table.agenda.books.may else "nothing", "due: ")

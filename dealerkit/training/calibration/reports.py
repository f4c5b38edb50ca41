"""Reports of `dealerkit calibrate`: a paper that was drawn, and how far the floor agrees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import attrs

from dealerkit.files.plain_data import as_plain, fields
from dealerkit.files.screen_text import count_of
from dealerkit.sheets.document import Block, Heading, NumberedBlock, Paragraph, Remark, TableBlock, Words, strong
from dealerkit.sheets.report import DocumentReport
from dealerkit.training.calibration.agreement import Agreement, Answered
from dealerkit.training.calibration.paper import CalibrationPaper
from dealerkit.training.figures import Share

TOO_FEW = "Sheets so far: {sheets}. Figures are shown from {least} sheets, so that no one can tell who answered what."
NOTE = "No one is named or ranked. The range beside a figure holds the true value 19 times in 20."


@attrs.frozen
class DrawnCalibration(DocumentReport[CalibrationPaper]):
    """The report of `calibrate new`: a paper of disputes that was drawn.

    Attributes:
        data: The paper.
        own: The file for everybody.
        sealed: The file for the manager.
    """

    own: Path
    sealed: Path

    def as_json(self) -> dict[str, object]:
        """Return its id, rules, number of disputes, files and commitment."""
        names = ("calibration=data.id", "rules=data.rules", "paper=own", "sealed", "commitment=data.commitment")
        return {**fields(self, *names), "disputes": len(self.data.items)}

    def told(self) -> Iterator[Block]:
        """Yield the same facts as blocks for a screen."""
        paper = self.data
        faults = len({item.cell for item in paper.items})
        yield Remark(
            f"{count_of(len(paper.items), 'dispute')} on {count_of(faults, 'fault')}, rules {paper.rules}",
            f"Calibration {paper.id}: ",
            inset=0,
        )
        yield Remark(str(self.own), "for the floor:   ")
        yield Remark(str(self.sealed), "for the manager: ")
        yield Remark(paper.commitment, "commitment: ")


class AgreementReport(DocumentReport[Agreement]):
    """The agreement of the floor by dispute and by rule; without figures if there are too few sheets."""

    edition = "agreement"

    def title(self) -> str:
        """Return the number of the calibration."""
        return f"Calibration {self.data.paper.id}: do we agree?"

    def as_json(self) -> dict[str, object]:
        """Return the agreement as plain data."""
        agreement_ = self.data
        paper = agreement_.paper
        return {
            "calibration": paper.id,
            **fields(paper, "made", "commitment", "rules", "fingerprint"),
            "disputes": len(paper.items),
            **fields(agreement_, "sheets", "least", "too_few"),
            "as_the_rules": None if agreement_.too_few else as_plain(agreement_.whole),
            "apart_first": [dispute.number for dispute in agreement_.apart],
            "together_against": [dispute.number for dispute in agreement_.together_against],
            "withheld": as_plain(agreement_.withheld),
            "by_rule": [{"rule": rule, **as_plain(of)} for rule, of in agreement_.by_rule],
            "answered": [_answered(dispute) for dispute in agreement_.answered],
        }

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield the figures, the disagreements, and each rule; on paper also the disputes with agreement."""
        agreement_, drawn = self.data, self.data.paper
        facts: list[tuple[str, Words]] = [
            ("Rules in force", f"{drawn.title}, {drawn.fingerprint[:16]}"),
            ("Drawn", drawn.made),
            ("Disputes", str(len(drawn.items))),
            ("Sheets", str(agreement_.sheets)),
            *([] if agreement_.too_few else [("Answers that follow the rules", [strong(str(agreement_.whole))])]),
            ("Commitment", drawn.commitment),
        ]
        yield TableBlock([], facts, widths=(1, 3))
        if agreement_.too_few:
            yield Paragraph(TOO_FEW.format(sheets=agreement_.sheets, least=agreement_.least))
            return
        alike = [question for question in agreement_.rest if question.right.count]
        yield from _disputes("Where rulings differ, widest split first", agreement_.apart)
        yield from _disputes("Everyone agrees, against the rules", agreement_.together_against)
        yield Heading("By rule")
        rows = [[rule, str(of), drawn.words.get(rule, "")] for rule, of in agreement_.by_rule]
        yield TableBlock(["Rule", "Followed", "Text"], rows, widths=(1, 2, 5))
        if paper:
            yield from _disputes("Everyone agrees with the rules", alike)
        if agreement_.withheld:
            withheld = ", ".join(map(str, agreement_.withheld))
            yield Paragraph(f"Not shown, because fewer than {agreement_.least} people answered: {withheld}.", "small")
        yield Paragraph(NOTE, "small")


def _disputes(title: str, those: Sequence[Answered]) -> Iterator[Block]:
    if those:
        yield Heading(title)
        yield from (NumberedBlock(question.number, tuple(_dispute(question))) for question in those)


def _dispute(answered_item: Answered) -> Iterator[Block]:
    yield Paragraph("\n".join(answered_item.item.question.show), "given")
    rows: list[list[Words]] = []
    for given in answered_item.answers:
        as_told = (" ", strong("by the rules")) if given.right else ()
        rows.append([(given.words, *as_told), f"{given.count} of {answered_item.right.of}"])
    yield TableBlock(["Answer", "Sheets"], rows, widths=(4, 1), align=("left", "right"))
    parted = f"Two people picked at random disagree {count_of(round(100 * answered_item.parted), 'time')} in 100."
    yield Paragraph(
        f"Answers that follow the rules: {answered_item.right}. {parted}"
        + ("" if answered_item.right.count else f" The rules: {answered_item.expected}.")
    )
    yield Paragraph(f"{' '.join(answered_item.item.key.working)} ({', '.join(answered_item.item.key.rules)})", "small")


def _answered(answered_item: Answered) -> dict[str, object]:
    return {
        **fields(answered_item, "number", "fault=item.cell", "show=item.question.show", "rules=item.key.rules", "expected"),
        **fields(answered_item, "working=item.key.working", "as_the_rules=right"),
        "parted_percent": round(100 * answered_item.parted),
        **{
            name: [
                {**fields(given, "answer=words", "right"), **as_plain(Share(given.count, answered_item.right.of))}
                for given in row
            ]
            for name, row in (
                ("answers", answered_item.answers),
                ("rulings", answered_item.rulings),
                ("remedies", answered_item.remedies),
            )
        },
    }

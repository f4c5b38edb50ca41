"""Reports of `dealerkit plant`: the planted slip, and the list of slips that can be planted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Self

import attrs

from dealerkit.catalogue.findings import known_findings
from dealerkit.errors import UnknownName
from dealerkit.files.plain_data import fields
from dealerkit.files.screen_text import count_of
from dealerkit.judge.severity import line_of
from dealerkit.rules.games import Game
from dealerkit.rules.texts import text
from dealerkit.sheets.document import Block, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport
from dealerkit.table.record import Record
from dealerkit.training.planted_slips import PlantedRecord, plantable


@attrs.frozen
class PlantReport:
    """The report of a slip that was planted.

    Attributes:
        planted: The slip, and the table after it.
        record: The record with the slip.
        seed: The seed of the cards and of the slip's place.
    """

    planted: PlantedRecord
    record: Record
    seed: int

    def as_json(self) -> dict[str, object]:
        """Return the slip, its findings, and the record as text."""
        head = fields(self, "game=planted.table.game.id", "rules=planted.table.game.rules.name", "seed", "fault=planted.code")
        return {**head, **fields(self.planted, "act=at", "found", "whole"), "record": self.record.text()}

    def lines(self) -> Iterator[str]:
        """Yield the lines of the record with the planted slips, without line ends."""
        yield from self.record.text().splitlines()


@attrs.frozen
class SlipList(DocumentReport[Sequence[Mapping[str, str]]]):
    """The slips that can be planted in a game.

    Attributes:
        data: Code, severity and title of each.
        game: The game.
    """

    json_names = "game=game.id slips=data"
    game: Game

    @classmethod
    def of(cls, game: Game) -> Self:
        """Return the slips of a game.

        Raises:
            UnknownName: If there are none.
        """
        known = known_findings(game)
        rows = [
            {"code": code, "severity": str(entry.get("severity", "minor")), "title": text(entry.get("title", ""))}
            for code in plantable(game)
            if (entry := line_of(known, code))
        ]
        if not rows:
            raise UnknownName(kind="slip", name="")
        return cls(rows, game)

    def title(self) -> str:
        """Return the number of slips."""
        return f"{self.game.title}: {count_of(len(self.data), 'slip')} can be planted"

    def told(self) -> Iterator[Block]:
        """Yield the slips as a table."""
        yield TableBlock(("code", "severity", "slip"), [row.values() for row in self.data])
        yield Remark("`check` also finds slips in steps, `step/...`, and by players, `play/...`. They can't be planted by name.")

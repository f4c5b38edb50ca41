"""The demonstration: the opening of a shoe and some coups with planted slips, a dispute, a sheet.

Its scenes are data, in `procedures/demo.yaml`.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import attrs

from dealerkit.errors import OutputError
from dealerkit.felt import Act
from dealerkit.files.output import write_output
from dealerkit.rules import data
from dealerkit.rules.entries import Branch
from dealerkit.rules.files import read_file
from dealerkit.rules.games import game as load
from dealerkit.rulings import Ruling, rule
from dealerkit.sheets.editions import EditionOrder, edition
from dealerkit.sheets.formats import render
from dealerkit.table.bots import Bots, sensible
from dealerkit.table.table import Table
from dealerkit.training.walk.session import Done, Session
from dealerkit.training.walk.slips import Planted, plant

_TRIES = 200


@attrs.frozen
class DemoScene:
    """A scene of the demonstration.

    Attributes:
        title: Its title.
        say: A sentence about it.
        plan: The scene's data, from the file of the demonstration.
    """

    title: str
    say: str
    plan: Branch


class Demo:
    """The demonstration.

    Attributes:
        plan: The data of the scenes.
        session: The session with the table.
        planted: Number of slips planted so far.
    """

    def __init__(self) -> None:
        self.plan: Branch = read_file(data.data_dir("procedures") / "demo.yaml").data["demo"]
        plan = self.plan
        table = Table(str(plan["game"]), seats=int(plan["seats"]), seed=int(plan["seed"]))
        self.session = Session(table, Bots(sensible))
        self.planted: list[Planted] = []

    @property
    def table(self) -> Table:
        """The table at which every scene is dealt."""
        return self.session.table

    def scenes(self) -> Iterator[DemoScene]:
        """Yield the scenes, in order."""
        for scene in self.plan["scenes"]:
            yield DemoScene(str(scene["title"]), str(scene["say"]), scene)

    def play(self, scene: DemoScene) -> Iterator[Done]:
        """Deal a scene, and yield its acts.

        Args:
            scene: The scene, from `scenes`.
        """
        plan = scene.plan
        if "to" in plan:
            yield from self._until(str(plan["to"]))
        elif "hands" in plan:
            yield from self._rounds(int(plan["hands"]))
        else:
            yield from self._slip(str(plan["at"]), str(plan["kind"]), str(plan["finding"]))

    def _next(self) -> Iterator[Done]:
        """Do the players' acts, or the dealer's next act, and yield them."""
        done = self.session.players_act()
        if done:
            yield from done
            return
        act = self.table.next_act()
        if act is not None:
            yield self.session.do(act)

    def _here(self, step: str) -> bool:
        at = self.table.expected.step
        return at == step or at.endswith(f".{step}") or (self.table.players is not None and self.table.players.id == step)

    def _until(self, step: str) -> Iterator[Done]:
        for _ in range(_TRIES):
            if self._here(step):
                return
            yield from self._next()

    def _rounds(self, count: int) -> Iterator[Done]:
        ended = 0
        while ended < count:
            for done in self._next():
                yield done
                ended += done.round_over

    def _slip(self, step: str, kind: str, code: str) -> Iterator[Done]:
        """Deal to a step, make a slip with a finding, correct it, and finish the round; yield the acts.

        Args:
            step: Id of the step.
            kind: Kind of slip.
            code: The finding that it must have.
        """
        for _ in range(_TRIES):
            yield from self._until(step)
            corrected = len(self.table.findings)
            rulings = len(self.table.rulings)
            planted = plant(self.table, random.Random(f"{self.table.setup.seed}/{code}"), [kind], code)
            if planted is not None:
                self.planted.append(planted)
                yield Done(planted.slip.act, planted.findings, (), tuple(self.table.rulings[rulings:]))
                yield from self._put_right(corrected)
                break
            yield from self._next()
        yield from self._rounds(1)

    def _put_right(self, since: int) -> Iterator[Done]:
        """Correct the slip at once, and yield the acts."""
        owed: list[Act] = [act for debt in self.table.agenda.books.debts if debt.finding >= since for act in debt.acts]
        for act in owed:
            yield self.session.do(act)

    def rulings(self) -> list[Ruling]:
        """Return the dispute, ruled under each of its rule sets."""
        dispute = self.plan["dispute"]
        return [rule(dispute["facts"], rules=name) for name in dispute["rules"]]

    def write_sheet(self) -> Path:
        """Write the house rules of the game, into the current folder, or else into the folder for temporary files.

        Raises:
            OSError: If neither can be written to.
        """
        spec = self.plan["sheet"]
        sheet = edition(str(spec["doc"]))
        (text,) = render(sheet.make(EditionOrder((load(str(self.plan["game"])),))), str(spec["format"]))
        path = Path(str(spec["file"]))
        try:
            write_output(path, text)
        except (OSError, OutputError):
            path = Path(tempfile.gettempdir()) / path
            write_output(path, text)
        return path

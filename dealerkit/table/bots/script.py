"""Players that follow a script from a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dealerkit.errors import ActError, Impossible, RecordError
from dealerkit.felt import Act
from dealerkit.table.bots.players import Players, have_acted, opened_at
from dealerkit.table.next_acts import plain_act
from dealerkit.table.table import Table


class Script(Players):
    """Players that follow a script: acts of seats, one a line.

    Any other line (blank, `---`, a dealer's act) ends a group; a group without bets is written `s1 pass`. A record can serve as a
    script. The place in the script is worked out from the table's log, so that an act taken back is done again.

    Args:
        groups: The acts, in groups; if all seats may act, a group is done at once.
    """

    def __init__(self, groups: Sequence[Sequence[Act]]) -> None:
        self.groups = [list(group) for group in groups if group]

    @classmethod
    def read(cls, path: Path) -> Script:
        """Return the script in a file.

        Raises:
            RecordError: If a line is not an act; it names file and line.
        """
        groups: list[list[Act]] = [[]]
        try:
            lines = path.read_text(encoding="utf-8-sig").splitlines()
        except UnicodeDecodeError as error:
            raise RecordError(str(path), 0, "the file is not UTF-8 text", "save the file as UTF-8") from error
        for number, line in enumerate(lines, 1):
            words = line.split("#", 1)[0].split("]", 1)[-1].strip()
            if words[:1].lower() != "s" or not words[1:2].isalnum() or words[1:2].isalpha():
                if groups[-1]:
                    groups.append([])
                continue
            try:
                groups[-1].append(Act.parse(words))
            except ActError as error:
                raise RecordError(str(path), number, str(error)) from error
        return cls(groups)

    def _next(self, table: Table) -> tuple[int, int]:
        """Return the index of the current group, and the index of the next act in it."""
        group = at = 0
        for act in table.log:
            while group < len(self.groups) and at >= len(self.groups[group]):
                group, at = group + 1, 0
            if group < len(self.groups) and self.groups[group][at] == act:
                at += 1
        while group < len(self.groups) and at >= len(self.groups[group]):
            group, at = group + 1, 0
        return group, at

    def acts(self, table: Table) -> list[Act]:
        """Return the next acts of the script; empty while the players wait for the dealer. Once the script has ended, players
        check, call or pass.

        Raises:
            Impossible: If the seat may not do the next act of the script now.
        """
        players = table.players
        if players is None or not table.ask:
            return []
        if players.until and have_acted(table, opened_at(table)):
            return []
        group, at = self._next(table)
        if group >= len(self.groups):
            plain = plain_act(table) if not players.until else None
            return [plain] if plain is not None else []
        if players.until:
            return self.groups[group][at:]
        act = self.groups[group][at]
        moves = table.ask.get(act.who)
        if moves is None or act.value not in moves.get(act.move, ()):
            asked = "; ".join(f"{seat}: {', '.join(mine)}" for seat, mine in table.ask.items())
            msg = f"the players' file has '{act}', which can't be done now; possible now: {asked}"
            raise Impossible(msg)
        return [act]

"""Reports of `dealerkit users`: the accounts, and the audit."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.files.reports import Data
from dealerkit.files.screen_text import count_of
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport


class UserList(DocumentReport[Data]):
    """The accounts, and the rights of each role."""

    def told(self) -> Iterator[Block]:
        """Yield accounts and roles as two tables."""
        rows = [
            (user["name"], user["role"], user["seen"] or ("" if user["password"] else "invited"), user["since"])
            for user in self.data["users"]
        ]
        nobody = "No users yet: no sign-in, and anyone at the server's machine can do everything."
        yield TableBlock(("name", "role", "signed in, seen", "since"), rows) if rows else Remark(nobody, inset=0)
        yield Heading("Roles")
        yield TableBlock(("role", "may"), [(name, ", ".join(may)) for name, may in self.data["roles"].items()])


class AuditReport(DocumentReport[Data]):
    """The audit: act, person, time, address and right of each line, and whether the audit is unchanged."""

    def told(self) -> Iterator[Block]:
        """Yield the lines as a table, and whether the audit is unchanged."""
        rows = [
            (str(line["number"]), line["at"][:19], line["who"] or "somebody", line["address"], line["may"], line["did"],
             line["what"] if line["came"] == "done" else f"{line['what']} (refused)")
            for line in self.data["lines"]
        ]  # fmt: skip
        header = ("line", "when", "who", "from", "right", "did", "what")
        yield TableBlock(header, rows) if rows else Remark("No actions yet.", inset=0)
        yield Heading("Seals")
        if self.data["wrong"]:
            yield Remark(f"The log is damaged: {self.data['wrong']}.", "! ")
        else:
            yield Remark(f"{count_of(self.data['count'], 'line')}, unchanged.", "ok  ")
            yield Remark(self.data["seal"], "the last seal: ")

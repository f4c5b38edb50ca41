"""Reports of `dealerkit users`: who may come in, and who did what."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.files.reports import Data, DataReport
from dealerkit.files.screen_text import line, table


class UserList(DataReport[Data]):
    """Who may come in, and what each role may do."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        rows = [
            (one["name"], one["role"], one["seen"] or ("" if one["password"] else "invited"), one["since"])
            for one in self.data["users"]
        ]
        yield (
            table(rows, header=("name", "role", "signed in, seen", "since"))
            if rows
            else ("Nobody yet: nobody is asked, and anybody at the server's machine may do everything.")
        )
        yield ""
        yield table([(name, ", ".join(may)) for name, may in self.data["roles"].items()], header=("role", "may"))


class AuditReport(DataReport[Data]):
    """Who did what, when, from where and by which right, and whether all of it is as it was written."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        rows = [
            (str(one["number"]), one["at"][:19], one["who"] or "somebody", one["address"], one["may"], one["did"],
             one["what"] if one["came"] == "done" else f"{one['what']} (refused)")
            for one in self.data["lines"]
        ]  # fmt: skip
        header = ("line", "when", "who", "from", "right", "did", "what")
        yield table(rows, header=header) if rows else "Nothing was done yet."
        yield ""
        if self.data["wrong"]:
            yield line(f"It is not whole: {self.data['wrong']}.", 0)
        else:
            yield line(f"All {self.data['count']} lines are as they were written. The last seal is", 0)
            yield self.data["seal"]

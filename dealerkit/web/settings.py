"""The settings with which the server starts."""

from __future__ import annotations

import attrs

from dealerkit.jobs.journal.places import JournalPlace, journal_place, place_named

LOCAL = ("127.0.0.1", "localhost", "[::1]", "::1")
"""Names of this machine for itself."""


@attrs.frozen
class WebSettings:
    """The settings with which the server starts.

    Attributes:
        host: The address it listens at.
        port: The port; 0 for any that is free.
        database: The URL of the database; empty for SQLite in the user's data folder.
        house: The house: the path of its file; empty for none.
        rules: The default rule set; empty for the game's own.
        game: The game offered first; empty for none.
        journal: The journal: a file, or a database's address; empty for the default one.
        guests: Whether guests may practise without signing in, once there are users.
        hosts: Further names of the server, such as `tables.example.org`.
        log: The file of the server's log; empty for standard error.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    database: str = ""
    house: str = ""
    rules: str = ""
    game: str = ""
    journal: str = ""
    guests: bool = True
    hosts: tuple[str, ...] = ()
    log: str = ""

    @property
    def journal_place(self) -> JournalPlace:
        """The journal's place: as configured, else the server's database, else the default file."""
        return place_named(self.journal) if self.journal else journal_place(self.database)

    @property
    def alone(self) -> bool:
        """Whether only this machine can reach the server."""
        return self.host in LOCAL

    @property
    def url(self) -> str:
        """The address to type into a browser of this machine."""
        host = "127.0.0.1" if self.host in {"0.0.0.0", "::", ""} else self.host  # noqa: S104 - compared, not bound
        return f"http://{f'[{host}]' if ':' in host and not host.startswith('[') else host}:{self.port}/"

"""A PostgreSQL database: its address, shown without the password, and the server's errors in plain words."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Final
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

import attrs

DATABASE = "DEALERKIT_DATABASE"
"""Environment variable with the address of the house's database."""
SAY = "type postgresql://USER:PASSWORD@HOST/NAME"
_SCHEME = re.compile(r"\s*postgres(?:ql)?(?:\+\w+)?:", re.IGNORECASE)
_USER, _HOST = re.compile(r"[^@:/?#]*(?::[^@:/?#]*)?"), re.compile(r"[\w.,:\-\[\]%]*")
_SECRETS = ("password", "sslpassword", "passfile")
NETWORK: Final[Mapping[str, Any]] = {
    "connect_timeout": 10, "keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3, "tcp_user_timeout": 30_000,
    "client_encoding": "UTF8",
}  # fmt: skip
"""Connection settings: a server that vanishes without a word is noticed within a minute."""
KEPT = "everything saved before is still there"


@attrs.frozen
class ServerPlace:
    """A database on a server.

    Attributes:
        url: Its address, as `postgresql://USER:PASSWORD@HOST/NAME`; `str` shows it without the password.
    """

    url: str = attrs.field(repr=False)

    def __str__(self) -> str:
        return shown(self.url)


def is_server(named: str) -> bool:
    """Return whether an address is that of a database on a PostgreSQL server.

    >>> is_server("postgresql://ann@db/house"), is_server("postgres://db/house"), is_server("journal.db")
    (True, True, False)
    """
    return bool(_SCHEME.match(named))


def plain(named: str) -> str:
    """Return a database's address in the form that PostgreSQL's own programs read.

    Args:
        named: The address, as SQLAlchemy writes it or already plain.

    >>> plain("postgresql+psycopg://ann@db/house")
    'postgresql://ann@db/house'
    """
    return _SCHEME.sub("postgresql:", named, count=1).strip()


def shown(named: str) -> str:
    """Return a database's address without its secrets, as it may be shown.

    Args:
        named: The address.

    >>> shown("postgresql://ann:swordfish@db:5432/house?password=x&sslmode=require")
    'postgresql://ann@db:5432/house?sslmode=require'
    >>> shown("postgresql://ann:a/b@c@db/house")
    'postgresql:...'
    """
    try:
        parts = urlsplit(plain(named))
        user, _, where = parts.netloc.rpartition("@")
        if (
            not re.fullmatch(r"[^@:/?#]*(?::[^@:/?#]*)?", user)
            or not re.fullmatch(r"[\w.,:\-\[\]%]*", where)
            or "@" in parts.path
        ):
            return "postgresql:..."  # a password that is not escaped: nobody can tell where it ends
        parts.port  # noqa: B018 - raises if the port is not a number
    except ValueError:
        return "postgresql:..."
    who = user.partition(":")[0]
    query = urlencode(
        [(name, value) for name, value in parse_qsl(parts.query) if name not in _SECRETS], safe="/", quote_via=quote
    )
    return f"postgresql://{who + '@' if who else ''}{where}{parts.path}{'?' + query if query else ''}"


def named_by_environment() -> ServerPlace | None:
    """Return the database that the environment variable `DEALERKIT_DATABASE` names; None if it names none on a server."""
    named = os.environ.get(DATABASE, "").strip()
    return ServerPlace(named) if is_server(named) else None


_BY_STATE = {
    "28": ("the server refused this login: the user or the password is wrong", "check the address"),
    "3D": ("there is no such database on the server", "create it (createdb NAME), or name another"),
    "42501": (
        "this user has no permission for that on the server",
        "the user must own the database, or have rights to its tables",
    ),
    "25006": ("the database is read-only at the moment", f"nothing was written; {KEPT}"),
    "53100": ("the server's disk is full, and nothing was written", f"make room and run it again; {KEPT}"),
    "53200": ("the server ran out of memory, and nothing was written", f"run it again; {KEPT}"),
    "53300": ("the server has too many connections", "try again later, or allow more (max_connections)"),
    "53": ("the server ran out of room, and nothing was written", f"make room and run it again; {KEPT}"),
    "55P03": ("another program is still writing", f"wait until it is done and run it again; {KEPT}"),
    "40": ("another program wrote at the same time, and nothing was written", f"run it again; {KEPT}"),
    "57": ("the server was stopped, and nothing was written", f"start it and run it again; {KEPT}"),
    "58": ("the server's disk has a read or write error", f"check the disk and run it again; {KEPT}"),
    "XX": ("the server's files are damaged", "keep them for the investigation, and restore a copy"),
    "22": ("the server can't save part of this text", "use other characters, or a shorter text"),
    "08": ("the connection to the server was lost", f"check whether the entry was saved before you run it again; {KEPT}"),
}
_BY_WORDS = (
    ("password authentication failed", "28"), ("no password supplied", "28"), ("no pg_hba.conf entry", "28"),
    ("role", "28"), ("authentication", "28"), ("database", "3D"),
)  # fmt: skip
_NOBODY = (
    "no server answers at that address",
    "start the server, or check the address: host, port, and the options after the question mark",
)


def in_words(state: str | None, message: str, *, connecting: bool = False) -> tuple[str, str]:
    """Return a server's error in plain words: the problem, and the cure.

    Args:
        state: PostgreSQL's error code, five characters; None if the server gave none.
        message: The server's message, in its own language.
        connecting: Whether the error came while connecting.

    >>> in_words("53100", "could not extend file")[0]
    "the server's disk is full, and nothing was written"
    """
    for length in (5, 2):
        if state and state[:length] in _BY_STATE:
            return _BY_STATE[state[:length]]
    if state is None:
        fatal = message.partition("FATAL:")[2]
        for words, of in _BY_WORDS if fatal else ():
            if words in fatal:
                return _BY_STATE[of]
        if not fatal:
            return _NOBODY if connecting else _BY_STATE["08"]
        message = fatal
    first = next(iter(message.strip().splitlines()), "no reason given")
    return f"the server says: {first.strip()}", "ask its administrator"

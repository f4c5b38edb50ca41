"""Database errors in words: which database, the problem, what to do; never the password in its address."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.exc import DataError, SQLAlchemyError

from dealerkit.errors import DealerkitError
from dealerkit.files.server import in_words, shown
from dealerkit.web.refusals import Refused


class DatabaseError(DealerkitError):
    """The database cannot be used: no such server, a full disk, a file that is not a database."""


def place(url: sa.URL | None) -> str:
    """Return the place of a database without secrets: a file's path, or a server's address without the password."""
    if url is None:
        return "the data folder"
    return str(url.database) if url.get_backend_name() == "sqlite" else shown(url.render_as_string(hide_password=False))


@contextlib.contextmanager
def telling(url: sa.URL | None = None) -> Iterator[None]:
    """Context in which database errors become `DatabaseError`, which names the place and says what is wrong.

    Args:
        url: The database's address; None if it is not known yet.

    Raises:
        DatabaseError: For any error of the database or its file.
        Refused: If a sent value cannot be stored: it is too long, or has invalid characters.
    """
    try:
        yield
    except (DataError, UnicodeError) as error:
        raise Refused(422, "the text is too long, or has characters that can't be stored; write it another way") from error
    except (SQLAlchemyError, sqlite3.Error, OSError, ModuleNotFoundError) as error:
        if isinstance(error, ModuleNotFoundError):
            msg = f"{place(url)}: for PostgreSQL install dealerkit[server]"
            raise DatabaseError(msg) from error
        message = str(getattr(error, "orig", None) or error).strip()
        if url is not None and url.get_backend_name() == "postgresql":
            state = getattr(getattr(error, "orig", None), "sqlstate", None)
            message = "; ".join(in_words(state, message, connecting=getattr(error, "statement", None) is None))
        msg = f"the database cannot be used ({place(url)}): {message.splitlines()[0] if message else 'no reason given'}"
        raise DatabaseError(msg) from error

"""What can go wrong with the database, in words: which one, what, and what to do. Never the password in its address."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from dealerkit.errors import DealerkitError


class DatabaseError(DealerkitError):
    """The database cannot be used: no such server, a full disk, a file that is none."""


@contextlib.contextmanager
def telling(url: sa.URL | None = None) -> Iterator[None]:
    """Say of the database what cannot be done with it.

    Args:
        url: Its address; None where there is none yet.

    Raises:
        DatabaseError: For everything that a database or its file can say.
    """
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error, OSError, ModuleNotFoundError) as error:
        where = url.render_as_string(hide_password=True) if url is not None else "the data folder"
        if isinstance(error, ModuleNotFoundError):
            msg = f"{where}: for PostgreSQL install dealerkit[server]"
            raise DatabaseError(msg) from error
        said = str(getattr(error, "orig", None) or error).strip().split("\n")[0]
        msg = f"the database cannot be used ({where}): {said}"
        raise DatabaseError(msg) from error

"""The journal in a PostgreSQL database: the same tables, entries and hashes as in a file, in a schema of their own.

A writer waits for an advisory lock of the database, so that several machines write one after the other. Triggers protect the
tables from changes, as in a file; the database's owner can remove them, and `verify` reports that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence

import psycopg
from psycopg import sql

from dealerkit.errors import JournalError
from dealerkit.files.server import NETWORK, SAY, ServerPlace, in_words, plain
from dealerkit.files.sqlite_file import SqlRow
from dealerkit.jobs.journal.files import FORM
from dealerkit.jobs.journal.places import JournalStore
from dealerkit.jobs.journal.trouble import BEGIN_ONE, SWEEP_LATER, later_form

TURN = 0x444B4A31
"""The number of the lock that a writer holds."""
PATIENCE = 30
"""Seconds that a writer waits for the lock."""
QUIET = 1
"""Seconds after which a waiting writer is told why."""

REFUSE = """
BEGIN
  IF TG_OP <> 'TRUNCATE' AND TG_NARGS = 1 THEN
    IF EXISTS (SELECT 1 FROM journal.erasing WHERE seq = OLD.seq) THEN
      IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a journal is only added to' USING ERRCODE = 'integrity_constraint_violation';
END
"""
TABLES = f"""
CREATE SCHEMA journal;
CREATE TABLE journal.form (number integer NOT NULL);
CREATE TABLE journal.entries (
    seq bigint PRIMARY KEY, at text NOT NULL, zone text NOT NULL,
    kind text COLLATE "C" NOT NULL, case_no text COLLATE "C" NOT NULL,
    body_hash text COLLATE "C" NOT NULL, prev text COLLATE "C" NOT NULL UNIQUE, hash text COLLATE "C" NOT NULL UNIQUE
);
CREATE INDEX entries_by_case ON journal.entries (case_no, seq);
CREATE INDEX entries_by_kind ON journal.entries (kind, seq);
CREATE TABLE journal.bodies (seq bigint PRIMARY KEY REFERENCES journal.entries (seq), salt text NOT NULL, body text NOT NULL);
CREATE TABLE journal.people (
    pseudonym text COLLATE "C" PRIMARY KEY, name text NOT NULL, name_key text COLLATE "C" NOT NULL UNIQUE,
    salt text NOT NULL DEFAULT ''
);
CREATE TABLE journal.kept (hash text COLLATE "C" PRIMARY KEY, what text NOT NULL, packed bytea NOT NULL);
CREATE TABLE journal.erasing (seq bigint PRIMARY KEY);
CREATE TABLE journal.proofs (seq bigint PRIMARY KEY REFERENCES journal.entries (seq), proof text NOT NULL);
CREATE FUNCTION journal.instr(text, text) RETURNS integer LANGUAGE sql IMMUTABLE STRICT AS 'SELECT strpos($1, $2)';
CREATE FUNCTION journal.refuse() RETURNS trigger LANGUAGE plpgsql AS $${REFUSE}$$;
"""
"""The tables of a file, typed as PostgreSQL types them; order and equality of words are those of their bytes, as in a file."""
_GUARDED = {"entries": "", "kept": "", "bodies": "'unless it is being erased'", "proofs": "'unless it is being erased'"}
TRIGGERS = "".join(
    f'CREATE TRIGGER "{table}_no_{event}" BEFORE {event} ON journal.{table} '
    f"FOR EACH {'STATEMENT' if event == 'TRUNCATE' else 'ROW'} EXECUTE FUNCTION journal.refuse({unless});\n"
    for table, unless in _GUARDED.items()
    for event in ("UPDATE", "DELETE", "TRUNCATE")
)


def _trouble(error: psycopg.Error, place: ServerPlace, *, connecting: bool = False) -> JournalError:
    state = error.sqlstate or ("22" if isinstance(error, psycopg.DataError) else None)
    return JournalError(str(place), *in_words(state, str(error), connecting=connecting))


@contextlib.contextmanager
def _telling(place: ServerPlace) -> Iterator[None]:
    try:
        yield
    except psycopg.Error as error:
        raise _trouble(error, place) from error


def _connected(place: ServerPlace) -> psycopg.Connection[SqlRow]:
    try:
        return psycopg.connect(plain(place.url), autocommit=True, application_name="dealerkit journal", **NETWORK)
    except psycopg.OperationalError as error:
        raise _trouble(error, place, connecting=True) from error
    except (psycopg.Error, UnicodeError, ValueError):  # what it says of an address may have the password in it
        raise JournalError(str(place), "this is not a database address", SAY) from None


class ServerStore:
    """An open journal in a database.

    Args:
        place: The database.
        connection: The connection to the server, with no transaction open.
    """

    def __init__(self, place: ServerPlace, connection: psycopg.Connection[SqlRow]) -> None:
        self.connection = connection
        self._place = place

    @classmethod
    def open(cls, place: ServerPlace, *, write: bool) -> ServerStore:
        """Open an existing journal.

        Args:
            place: The database.
            write: Whether it is opened for writing, too.

        Raises:
            JournalError: If there is none, a later dealerkit wrote it, or the server cannot be used.
        """
        store = cls(place, _connected(place))
        try:
            store.execute("SET search_path TO journal, pg_catalog")
            if not write:
                store.execute("SET default_transaction_read_only TO on")
            store.execute("SET synchronous_commit TO on")  # what is acknowledged is on the server's disk
            if not store.holds_one():
                raise JournalError(str(place), "there is no journal in this database", BEGIN_ONE)
            if (form := store.form()) > FORM:
                raise later_form(place, form)
        except BaseException:
            store.close()
            raise
        return store

    def holds_one(self) -> bool:
        """Return whether there is a journal in the database."""
        query = "SELECT 1 FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace"  # to_regclass may tell how it was before
        return bool(self.execute(f"{query} WHERE n.nspname = 'journal' AND c.relname = 'entries'"))

    def execute(self, query: str, values: Sequence[object] = ()) -> list[SqlRow]:
        """Run an SQL statement, with `?` for each value, and return its rows."""
        with _telling(self._place):
            cursor = self.connection.execute(query.replace("?", "%s").encode(), tuple(values) or None)
            return cursor.fetchall() if cursor.description is not None else []

    def take_turn(self, tell: Callable[[], object]) -> None:
        """Begin a writing transaction, after those of other programs; `tell` is called once, after a second of waiting."""
        try:
            if not self._turn(QUIET):
                tell()
                if not self._turn(PATIENCE - QUIET):
                    raise JournalError(str(self._place), *in_words("55P03", ""))
        except BaseException:
            self.rollback()
            raise

    def _turn(self, seconds: int) -> bool:
        try:
            self.connection.execute("BEGIN")
            self.connection.execute(sql.SQL("SET LOCAL lock_timeout TO {}").format(f"{seconds}s"))
            self.connection.execute("SELECT pg_advisory_xact_lock(%s)", (TURN,))
        except psycopg.errors.LockNotAvailable:
            self.rollback()
            return False
        except psycopg.Error as error:
            raise _trouble(error, self._place) from error
        return True

    def commit(self) -> None:
        """Commit the transaction."""
        try:
            self.connection.execute("COMMIT")
        except psycopg.OperationalError as error:
            if self.connection.broken:  # it may have been done, and nobody could say so any more
                raise JournalError(str(self._place), *in_words("08", "")) from error
            raise _trouble(error, self._place) from error
        except psycopg.Error as error:
            raise _trouble(error, self._place) from error

    def rollback(self) -> None:
        """Roll the transaction back."""
        with contextlib.suppress(psycopg.Error):
            self.connection.execute("ROLLBACK")

    def form(self) -> int:
        """Return the version number of the journal's tables."""
        rows = self.execute("SELECT number FROM journal.form")
        return int(rows[0][0]) if rows else 0

    def flaws(self) -> Iterator[str]:
        """Yield a sentence about each damage to the database itself."""
        query = (
            "SELECT t.tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
            "JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'journal' "
            "AND t.tgenabled IN ('O', 'A') AND t.tgfoid = to_regprocedure('journal.refuse()')"
        )
        there = {str(name) for (name,) in self.execute(query)}
        wanted = {f"{table}_no_{event}" for table in _GUARDED for event in ("UPDATE", "DELETE", "TRUNCATE")}
        if missing := sorted(wanted - there):
            yield f"the protection against changes was removed from the database: {', '.join(missing)}"
        if self.execute("SELECT prosrc FROM pg_proc WHERE oid = to_regprocedure('journal.refuse()')") != [(REFUSE,)]:
            yield "the protection against changes was altered in the database"

    def sweep(self) -> None:
        """Rewrite the tables from which something was removed."""
        unfinished = "the removed text is no longer in the journal, but may remain in unused parts of the server's files"
        try:
            self.execute(f"SET lock_timeout TO '{QUIET}s'")
            self.execute("VACUUM FULL journal.bodies, journal.people, journal.proofs")
        except JournalError as error:
            raise JournalError(str(self._place), f"{unfinished} ({error.message})", SWEEP_LATER) from error

    def close(self) -> None:
        """Close the connection."""
        with contextlib.suppress(psycopg.Error):
            self.connection.close()


def create(place: ServerPlace, fill: Callable[[JournalStore], object]) -> bool:
    """Create a journal in one transaction, so that nobody ever sees an unfinished one.

    Args:
        place: The database.
        fill: Called with the new journal to write its first content.

    Returns:
        Whether it was created; False if there was one already, or another process was faster.

    Raises:
        JournalError: If it cannot be written.
    """
    store = ServerStore(place, _connected(place))
    try:
        if store.holds_one():
            return False
        store.take_turn(lambda: None)
        if store.holds_one():
            return False
        ((encoding,),) = store.execute("SELECT current_setting('server_encoding')")
        if encoding != "UTF8":
            what, hint = (
                f"the database stores text as {encoding}, which can't hold every character",
                "create one that can: createdb -E UTF8 NAME",
            )
            raise JournalError(str(place), what, hint)
        with _telling(place):
            store.connection.execute(f"{TABLES}{TRIGGERS}SET LOCAL search_path TO journal, pg_catalog".encode())
        store.execute("SET LOCAL synchronous_commit TO on")
        store.execute("INSERT INTO form VALUES (?)", (FORM,))
        fill(store)
        store.commit()
    finally:
        store.rollback()
        store.close()
    return True


def is_there(place: ServerPlace) -> bool:
    """Return whether there is a journal in a database. Also True if the server cannot be asked; opening it then says why."""
    try:
        with contextlib.closing(ServerStore(place, _connected(place))) as store:
            return store.holds_one()
    except JournalError:
        return True

"""A PostgreSQL server for the tests: in a folder of its own, reached by a socket in it, removed at the end."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import psycopg

from tests.needs import POSTGRES, need

USER = "dealer"
PASSWORD = "sword fish/9"
"""A password with characters that are escaped in an address, which must never be in a message."""
SETTINGS = "-c listen_addresses= -c fsync=off -c max_connections=60 -c shared_buffers=16MB"


class PostgresServer:
    """A server.

    Args:
        folder: Its folder.
    """

    def __init__(self, folder: Path) -> None:
        assert POSTGRES is not None
        self.folder, self._programs = folder, Path(POSTGRES).resolve().parent
        self._numbers = itertools.count(1)

    def make(self) -> None:
        """Make its files; the server refuses to run as root."""
        secret = self.folder / "secret"
        secret.write_text(PASSWORD, encoding="utf-8")
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres")
            shutil.chown(secret, "postgres")
        self._run(
            "initdb", "-D", str(self.folder / "data"), "-U", USER, "-A", "scram-sha-256", "--pwfile", str(secret), "--no-sync",
            "-E", "UTF8", "--locale=C.UTF-8",
        )  # fmt: skip

    def start(self, settings: str = "") -> None:
        """Start it, and wait until it answers."""
        told = f"-k {self.folder} {SETTINGS} {settings}"
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-l", str(self.folder / "log"), "-o", told, "start")

    def stop(self) -> None:
        """Stop it like a crash, without waiting for connections."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-w", "-m", "immediate", "stop")

    def url(self, database: str, *, user: str = USER, password: str = PASSWORD) -> str:
        """Return the address of a database."""
        return f"postgresql://{user}:{quote(password, safe='')}@/{database}?host={self.folder}"

    def empty(self) -> str:
        """Return the address of a new, empty database."""
        name = f"house_{next(self._numbers)}"
        self.execute("postgres", f"CREATE DATABASE {name}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Remove a database of `empty`, which is some hundred files, with its connections."""
        name = url.partition("@/")[2].partition("?")[0]
        self.execute("postgres", f"DROP DATABASE {name} WITH (FORCE)")

    def execute(self, database: str, *statements: str) -> None:
        """Run statements in a database, as its administrator."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement.encode())

    def _run(self, program: str, *words: str) -> None:
        prefix = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        with (self.folder.parent / f"{self.folder.name}.said").open("ab") as said:  # a server caches its settings for writing
            subprocess.run(
                [*prefix, str(self._programs / program), *words], check=True, cwd="/", stdout=said, stderr=said, timeout=60
            )


@contextlib.contextmanager
def running() -> Iterator[PostgresServer]:
    """Yield a running server; its tests are skipped without PostgreSQL, and the last lines of the run say so."""
    need("PostgreSQL", POSTGRES)
    folder = Path(tempfile.mkdtemp(prefix="dealerkit-pg-"))
    server = PostgresServer(folder)
    try:
        server.make()
        server.start()
        yield server
    finally:
        with contextlib.suppress(subprocess.CalledProcessError):
            server.stop()
        shutil.rmtree(folder, ignore_errors=True)
        folder.with_name(f"{folder.name}.said").unlink(missing_ok=True)

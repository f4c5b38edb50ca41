"""Databases in memory: each is closed once nobody holds it, which Python 3.13 warns of where it is not."""

from __future__ import annotations

import ast
import gc
import re
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import dealerkit
from dealerkit.catalogue.store import CatalogueStore
from dealerkit.files import fulltext
from dealerkit.files.memory_database import MemoryDatabase
from dealerkit.rules import cache_database
from dealerkit.training import database

MAKERS: dict[str, Callable[[], Any]] = {
    "documents that nobody keeps": lambda: fulltext.FullText.of([["a card"]], [1.0]),
    "what is made of rule files": cache_database._empty,
    "answers that are not kept": database.in_memory,
    "a copy of answers": lambda: database.copy_to_memory(MemoryDatabase(":memory:", isolation_level=None)),
}


@pytest.mark.parametrize("who", MAKERS)
def test_a_database_is_closed_when_nobody_holds_it(who, monkeypatch):
    """Whoever made it."""
    closed = []

    def close(database: MemoryDatabase) -> None:
        closed.append(id(database))
        sqlite3.Connection.close(database)

    monkeypatch.setattr(MemoryDatabase, "close", close, raising=False)

    def held() -> int:
        made = MAKERS[who]()
        return id(made if isinstance(made, sqlite3.Connection) else made._database)

    gc.freeze()  # the heap of the tests before, which is not of interest and takes long
    its = held()
    gc.collect()  # a connection and its statements hold one another
    assert its in closed


@pytest.mark.thorough
def test_no_statement_counts_what_it_is_given():
    """A sequence goes with `?` alone: `?1` is a name, which Python 3.12.1 warns of and some later ones refuse."""
    numbered = []
    for path in Path(dealerkit.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Constant) or not isinstance(said := node.value, str):
                continue
            if re.search(r"\?[0-9]", said) and re.search(r"\b(SELECT|WHERE|VALUES|SET)\b", said):
                numbered.append(f"{path.name}:{node.lineno}")
    assert not numbered


def test_a_name_is_found_with_and_without_its_game():
    """The same entry, whichever of its names is asked for."""
    store = CatalogueStore.of()
    (found,) = store.named("coup/paid-before-losers-taken")
    assert ("coup/paid-before-losers-taken", found.title) in store.titles(found.kind)
    assert store.titles()

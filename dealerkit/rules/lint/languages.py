"""Lint of languages: texts of rule files without a translation, which readers would see in English."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from dealerkit.errors import Problem
from dealerkit.rules.data import data_dir
from dealerkit.rules.files import SUFFIXES, read_file
from dealerkit.rules.lint.common import texts_of
from dealerkit.rules.texts import said_in, text

NOT_PRINTED = frozenset({"cases", "training", "told"})
"""Folders of files that are printed in English only."""


def untranslated(paths: Iterable[str | Path], lang: str) -> list[Problem]:
    """Return every text without a translation into a language, in file order.

    Args:
        paths: Files and folders; none for the procedures and rulings that come with dealerkit.
        lang: A language tag, such as `zh-Hans`.

    Raises:
        RuleFileError: If a file cannot be read.
    """
    problems: list[Problem] = []
    for path in _files([Path(path) for path in paths] or [data_dir("procedures"), data_dir("rulings")]):
        doc = read_file(path)
        for place, value in texts_of(doc.data):
            if said_in(value, lang)[1] not in (lang, lang.partition("-")[0]):
                problems.append(doc.problem(place, f"no translation into {lang}: {' '.join(text(value).split())}"))
    return problems


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the named files, and the files below the named folders."""
    for path in paths:
        if path.is_dir():
            below = sorted(path for path in path.rglob("*") if path.suffix in SUFFIXES)
            yield from (inner for inner in below if NOT_PRINTED.isdisjoint(inner.relative_to(path).parts))
        else:
            yield path

"""Files of policies (the terms of promotions): dealerkit's own, those in the house's folder, and others by path."""

from __future__ import annotations

import functools
import os
from pathlib import Path

from dealerkit.errors import Problem, RuleFileError, check_name
from dealerkit.rules.data import data_dir
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import follow, is_path, read_file
from dealerkit.rules.overlay import extended, overlay
from dealerkit.rules.schema import checked

FOLDER = "DEALERKIT_PROMOTIONS"
HEAD = ("promotion", "extends", "version", "date", "note")
"""Keys that identify a policy; they are not inherited."""


def folders() -> list[Path]:
    """Return the folders with named policies: the house's first, if one is configured, then dealerkit's own."""
    named = os.environ.get(FOLDER, "").strip()
    return [*([Path(named)] if named else []), data_dir("procedures") / "promotions"]


def policies() -> dict[str, Path]:
    """Return the file of each named policy, by name; a policy of the house replaces dealerkit's policy of the same name."""
    files: dict[str, Path] = {}
    for folder in folders():
        for path in sorted(folder.glob("*.yaml")):
            if path.name != "clauses.yaml":
                files.setdefault(path.stem, path)
    return files


def find_policy(selector: str | Path, beside: Path | None = None) -> Path:
    """Return the file of a policy.

    Args:
        selector: A name of `policies()`, or a path.
        beside: The file whose folder a relative path starts from; None for the current folder.

    Raises:
        UnknownName: If there is no such policy.
    """
    if is_path(selector):
        path = Path(selector)
        return path if beside is None else beside.parent / path
    known = policies()
    check_name("promotion", str(selector), known, "a name of `dealerkit jackpot list`, or the path of your own file")
    return known[str(selector)]


def policy_doc(selector: str | Path, over: Doc | None = None, problems: list[Problem] | None = None) -> Doc:
    """Return the document of a policy, with the policies that it extends merged in.

    Args:
        selector: Its name, or its path.
        over: A further document whose values replace those of the policy; None for none.
        problems: A list to which schema problems are added, so that lint can go on checking; None to raise them.

    Raises:
        UnknownName: If there is no such policy.
        RuleFileError: If one of its files cannot be used; the error lists every problem.
    """
    chain = [doc for _, doc in follow(selector, find_policy, read_file)]
    for doc in chain:
        if not isinstance(doc.data, dict):
            raise RuleFileError([doc.problem((), "expected keys and values", "begin it with `promotion: NAME`")])
    base = extended(chain, HEAD)
    if over is not None:
        base = overlay(base, over)
    return checked(base, "promotion", problems=problems)


def clauses() -> Doc:
    """Return the catalogue of clauses, `procedures/promotions/clauses.yaml`.

    Raises:
        RuleFileError: If it cannot be used.
    """
    return _checked(read_file(data_dir("procedures") / "promotions" / "clauses.yaml"))


@functools.lru_cache(maxsize=2)
def _checked(doc: Doc) -> Doc:
    return checked(doc, "clauses")

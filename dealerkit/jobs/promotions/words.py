"""The words of clauses: the sentences of `procedures/promotions/clauses.yaml`, filled in."""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.jobs.promotions.files import clauses
from dealerkit.rules.entries import Branch
from dealerkit.rules.texts import fill, text

Catalogue = Mapping[str, Branch]


def asked() -> Catalogue:
    """Return the clauses that a claim is asked, in their order."""
    entries: Catalogue = clauses().data["clauses"]
    return entries


def settled() -> Catalogue:
    """Return the points that a policy settles beforehand."""
    entries: Catalogue = clauses().data["settle"]
    return entries


def say(clause: str, how: str, **values: object) -> str:
    """Return the sentence about a claim's answer to a clause.

    Args:
        clause: The name of the clause in the catalogue.
        how: The claim's answer, a key of the clause.
        **values: The values of the `{name}`s in the sentence.
    """
    return fill(text(asked()[clause][how]), values)


def decides(name: str, value: str | None) -> str:
    """Return the sentence about a settled point; for None, that it is open."""
    entry = settled()[name]
    return text(entry["open"] if value is None else entry["values"][value])

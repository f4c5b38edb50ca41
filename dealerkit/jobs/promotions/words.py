"""The words of clauses: what `procedures/promotions/clauses.yaml` says, filled in."""

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
    """Return what a policy settles beforehand."""
    entries: Catalogue = clauses().data["settle"]
    return entries


def say(clause: str, how: str, **values: object) -> str:
    """Return the sentence that says how a claim stands to a clause.

    Args:
        clause: The name of the clause in the catalogue.
        how: How the claim stands to it, a key of the clause.
        **values: What fills the `{name}`s of the sentence.
    """
    return fill(text(asked()[clause][how]), values)


def decides(name: str, value: str | None) -> str:
    """Say what a policy has settled; that it has not where the value is None."""
    entry = settled()[name]
    return text(entry["open"] if value is None else entry["values"][value])

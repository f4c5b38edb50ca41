"""The words of clauses: the sentences of `procedures/promotions/clauses.yaml`, filled in."""

from __future__ import annotations

from collections.abc import Mapping

from dealerkit.jobs.promotions.files import clauses
from dealerkit.rules.entries import Branch
from dealerkit.rules.texts import fill, text

Catalogue = Mapping[str, Branch]


def asked() -> Catalogue:
    """Return the catalogue's clauses that a claim is checked against, in order."""
    entries: Catalogue = clauses().data["clauses"]
    return entries


def settled() -> Catalogue:
    """Return the catalogue's points that a policy settles beforehand."""
    entries: Catalogue = clauses().data["settle"]
    return entries


def say(clause: str, how: str, **values: object) -> str:
    """Return the sentence for a claim's answer to a clause.

    Args:
        clause: The name of the clause in the catalogue.
        how: The key of the sentence in the clause's entry, mostly the answer.
        **values: The values for the `{name}` placeholders in the sentence.
    """
    return fill(text(asked()[clause][how]), values)


def decides(name: str, value: str | None) -> str:
    """Return the sentence that says how a policy settles a point, or that it leaves it open.

    Args:
        name: The name of the point in the catalogue.
        value: How the policy settles it; None if it is open.
    """
    entry = settled()[name]
    return text(entry["open"] if value is None else entry["values"][value])

"""Addresses of the desk's pages: reading a dispute from an address, and writing it into one."""

from __future__ import annotations

from urllib.parse import urlencode

from dealerkit.web.desk.dispute import AddressPair, Dispute
from dealerkit.web.visit import Visit


def asked(visit: Visit) -> Dispute:
    """Return the dispute in an address."""
    return Dispute.read(visit.request.query_params.multi_items())


def filled_in(visit: Visit) -> Dispute:
    """Return the dispute in the hidden fields of a form.

    Raises:
        Refused: If it has an unknown fact (422).
    """
    return Dispute.read((name, value) for name in visit.names() if name != "token" for value in visit.fields(name))


def at(visit: Visit, name: str, dispute: Dispute, *more: AddressPair) -> str:
    """Return the address of one of the desk's pages for a dispute.

    Args:
        visit: The visit.
        name: The name of the page's route.
        dispute: The dispute.
        *more: Further parts of the address, each a name and a value.
    """
    return f"{visit.url(name)}?{urlencode([*dispute.pairs(), *more])}"

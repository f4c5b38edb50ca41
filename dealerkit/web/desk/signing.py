"""Signing from a page: the name and PIN in every form that writes into the journal."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dealerkit.jobs.journal.people import clean_name
from dealerkit.web.desk import pins
from dealerkit.web.users.people import actor
from dealerkit.web.users.trail import REFUSED
from dealerkit.web.visit import Visit

NAME = "dealerkit_name"
"""Name of the cookie with the last signer in this browser."""

SIGN = "sign by PIN"
"""Name of signing in the audit."""

KEY = 32
"""Length of the key that a page gives to each form it posts, in characters."""


@attrs.frozen
class FormSignature:
    """The signature of a form: a name, checked against its PIN.

    Attributes:
        by: The name.
        problems: Problems of name or PIN, by field; empty if there are none.
        new: Whether the person has no PIN yet, and has to type it twice.
    """

    by: str
    problems: Mapping[str, str] = attrs.field(factory=dict)
    new: bool = False


def is_fixed(visit: Visit) -> bool:
    """Return whether the writer is known, because somebody is signed in."""
    return bool(visit.person.session)


def name_here(visit: Visit) -> str:
    """Return the probable signer: the signed-in person, or the last signer on this device."""
    return visit.person.name or visit.cookie(NAME)


def name_given(visit: Visit) -> str:
    """Return the name in a form, or the default name."""
    return visit.person.name if is_fixed(visit) else visit.field("j.by").strip()[:2000]


def is_name(name: str) -> bool:
    """Return whether the journal accepts a name; it refuses very short ones, which would also match ordinary words in texts."""
    return sum(sign.isalpha() for sign in clean_name(name)) >= 2


def signed(visit: Visit, problems: Mapping[str, str] | None = None) -> FormSignature:
    """Check name and PIN of a form; for a person without a PIN, store it once it is typed twice.

    Args:
        visit: The visit.
        problems: Other errors of the form, by field; if there are any, no new PIN is stored.
    """
    by = name_given(visit)
    if problems:
        return FormSignature(by, problems)
    if not is_name(by):
        return FormSignature(by, {"by": "Enter your name: at least two letters."})
    answer = pins.check(visit.site.store, by, visit.field("j.pin"), visit.field("j.again"))
    _write_down(visit, answer)
    wrong = {} if answer.right else {"pin": answer.problem[:1].upper() + answer.problem[1:] + "."}
    return FormSignature(by, wrong, answer.new)


def _write_down(visit: Visit, answer: pins.PinAnswer) -> None:
    """Write each wrong PIN into the audit; the note that there were too many, once a minute."""
    people, person, at = visit.site.people, visit.person, f"{answer.refused} at {visit.request.url.path}"
    if answer.refused == pins.TOO_MANY:
        people.refuse(person, SIGN, at, "")
    elif answer.refused and person.session:
        people.trail.note(actor(person), SIGN, at, came=REFUSED)


def remember(visit: Visit, by: str) -> None:
    """Remember the signer in this browser."""
    visit.remember(NAME, clean_name(by))

"""The report of a case, for paper: plain text and HTML, from the templates."""

from __future__ import annotations

import functools

import jinja2

from dealerkit import __version__
from dealerkit.errors import UnknownName
from dealerkit.journal import telling
from dealerkit.journal.cases import Case
from dealerkit.journal.chain import Anchor
from dealerkit.journal.people import ROLES
from dealerkit.journal.store import Journal
from dealerkit.rules.data import data_dir
from dealerkit.sheets.render import readable

FORMATS = ("txt", "html")
SIGNED_BY = ("dealer", "floor", "manager")
"""Who signs a printed report; everybody else who is named in the case and works for the house follows."""


def report(journal: Journal, case: Case, form: str = "txt", *, names: bool = True, records: bool = False) -> str:
    """Return the report of a case.

    Args:
        journal: The journal it stands in.
        case: The case.
        form: One of `FORMATS`.
        names: Whether the names of people stand in it, or their pseudonyms.
        records: Whether the attached records stand in it whole.

    Raises:
        UnknownName: If there is no such format.
    """
    if form not in FORMATS:
        kind = "format of reports"
        raise UnknownName(kind, form, FORMATS)
    known = journal.names if names else {}
    settings = journal.settings
    last = case.entries[-1]
    made = (
        environment()
        .get_template(f"case.{form}.j2")
        .render(
            case=case,
            house=settings["house"],
            zone=settings["zone"],
            head=telling.head(case, known),
            proposed=telling.proposed(case, known),
            entries=telling.told(case, known),
            records=telling.record_of(case, known) if records else [],
            roles=_roles(case),
            anchor=str(Anchor(last.seq, last.hash)),
            program=f"dealerkit {__version__}",
        )
    )
    return made.rstrip("\n") + "\n"


def _roles(case: Case) -> list[str]:
    named = {str(one.get("role")) for one in case.people} - {"patron", "witness", "other"}
    return [role for role in ROLES if role in named or role in SIGNED_BY]


@functools.cache
def environment() -> jinja2.Environment:
    """The templates of what the journal prints: pages are escaped, plain text is not, and a name that is missing stops."""
    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_dir("templates")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=jinja2.select_autoescape(("html.j2",)),
        finalize=readable,
    )

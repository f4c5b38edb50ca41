"""A house's policy for its people, from `procedures/people.yaml`: roles and their rights, guests, the length of a session."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.files.folders import data_folder
from dealerkit.rules import data
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.validator import Wrong, compile_schema
from dealerkit.web.people import ADMIT, ASK, CASES, DECIDE, PRACTISE, RIGHTS

FILE = "people.yaml"


def _map(**parts: Any) -> dict[str, Any]:
    return {"type": "object", "properties": parts, "required": list(parts), "additionalProperties": False}


def _number(least: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least}


_ROLE = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "may": {"type": "array", "items": {"enum": list(RIGHTS)}},
        "idle_minutes": _number(1),
        "hours": _number(1),
    },
    "required": ["title", "may"],
    "additionalProperties": False,
}
_NAME = {"type": "string", "pattern": "^[a-z][a-z0-9-]{0,39}$", "description": "a name in small letters, such as floor"}
_SCHEMA = _map(
    roles={"type": "object", "propertyNames": _NAME, "additionalProperties": _ROLE},
    guests=_map(
        may={"type": "array", "items": {"enum": [ASK, PRACTISE]}},
        tables=_number(1),
        tables_an_hour=_number(1),
        days=_number(1),
    ),
    sessions=_map(idle_minutes=_number(1), hours=_number(1), again_minutes=_number(1)),
    invitations=_map(hours=_number(1)),
    tries=_map(by_name=_number(1), by_address=_number(1), longest_wait=_number(1)),
    passwords=_map(
        shortest=_number(8),
        never={"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}},
    ),
)
_check = compile_schema(_SCHEMA)


@attrs.frozen
class Role:
    """A role.

    Attributes:
        name: Its name in commands: `floor`.
        title: Its title on pages.
        may: Its rights.
        idle: Seconds of inactivity after which a session ends.
        longest: Seconds after which a session ends in any case.
    """

    name: str
    title: str
    may: frozenset[str]
    idle: float
    longest: float


@attrs.frozen
class AccessPolicy:
    """A house's policy for its people.

    Attributes:
        roles: The roles, by name.
        guests_may: Rights without signing in.
        guest_tables: Most tables of a guest.
        tables_an_hour: Most tables that guests of one address open in an hour.
        guest_days: Days after which guests' tables are deleted.
        again: Seconds after which a change of accounts asks for the password again.
        invitation: Seconds for which an invitation is valid.
        by_name: Number of wrong passwords for one name after which the next must wait.
        by_address: Number of wrong passwords from one address after which the next must wait.
        longest_wait: Longest time that an attempt must wait, in seconds.
        shortest: Least characters of a password.
        never: Passwords that nobody may have.
    """

    roles: Mapping[str, Role]
    guests_may: frozenset[str]
    guest_tables: int
    tables_an_hour: int
    guest_days: int
    again: float
    invitation: float
    by_name: int
    by_address: int
    longest_wait: float
    shortest: int
    never: frozenset[str]

    def rights(self, role: str) -> frozenset[str]:
        """Return the rights of a role; empty for a role that the file no longer has."""
        role_ = self.roles.get(role)
        return role_.may if role_ is not None else frozenset()

    def admitting(self) -> frozenset[str]:
        """Return the names of the roles that may add users."""
        return frozenset(name for name, role in self.roles.items() if ADMIT in role.may)


def _rights(may: Sequence[str]) -> frozenset[str]:
    """Return all rights that follow from some: who may save decisions may also read them, which older files did not state."""
    return frozenset(may) | ({CASES} if DECIDE in may else frozenset())


def policy_file() -> Path:
    """Return the policy file in force: the house's own in the data folder, or the file that comes with dealerkit."""
    own = data_folder() / FILE
    return own if own.exists() else data.data_dir("procedures") / FILE


def lint_people(path: Path) -> Iterator[Problem]:
    """Yield every problem of an access policy file, such as `procedures/people.yaml`."""
    try:
        read_policy(path)
    except RuleFileError as error:
        yield from error.problems


def read_policy(path: Path | None = None) -> AccessPolicy:
    """Read the access policy of a house.

    Args:
        path: The file; None for the file in force.

    Raises:
        RuleFileError: If the file has problems; the error has all of them.
    """
    doc = read_yaml(path or policy_file())
    wrong: list[Wrong] = []
    _check(doc.data, (), wrong)
    if not wrong and not any(ADMIT in role["may"] for role in doc.data["roles"].values()):
        wrong.append((("roles",), True, f"no role may {ADMIT}, so no user could ever be added", f"give a role the right {ADMIT}"))
    if wrong:
        raise RuleFileError(doc.problem(place, message, hint, of_key=of_key) for place, of_key, message, hint in wrong)
    fields = doc.data
    sessions, guests, tries = fields["sessions"], fields["guests"], fields["tries"]
    return AccessPolicy(
        roles={
            name: Role(
                name,
                role["title"],
                _rights(role["may"]),
                role.get("idle_minutes", sessions["idle_minutes"]) * 60.0,
                role.get("hours", sessions["hours"]) * 3600.0,
            )
            for name, role in fields["roles"].items()
        },
        guests_may=frozenset(guests["may"]),
        guest_tables=guests["tables"],
        tables_an_hour=guests["tables_an_hour"],
        guest_days=guests["days"],
        again=sessions["again_minutes"] * 60.0,
        invitation=fields["invitations"]["hours"] * 3600.0,
        by_name=tries["by_name"],
        by_address=tries["by_address"],
        longest_wait=float(tries["longest_wait"]),
        shortest=fields["passwords"]["shortest"],
        never=frozenset(str(password).casefold() for password in fields["passwords"]["never"]),
    )

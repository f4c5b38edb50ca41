"""The rule sets of this server: those that come with dealerkit, and the houses created here with their versions in force.

A house's file can be changed while tables are in play. The version in force is a copy that nobody changes, saved beside the
file when the journal entry was made, and in force from the day in that entry.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.files.folders import data_folder, make_folders
from dealerkit.files.output import write_output
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.rules.texts import text
from dealerkit.web.house.files import HouseFile, HouseFiles
from dealerkit.web.settings import WebSettings

HOUSE = "house:"
"""Prefix of the name of one of this server's houses in an address."""
COPIES = "in-force"
"""Name of the folder for the copies that are or were in force, beside the houses' files."""


_COPY = re.compile(r"(?P<name>.+)@(?P<since>[0-9]{8}T[0-9]{6}Z)-[0-9a-f]{16}")
_STAMP = "%Y%m%dT%H%M%SZ"


@attrs.frozen
class HouseInForce:
    """A version of a house, in force or to come.

    Attributes:
        name: The house's name.
        path: The copy of its file.
        since: The time from which it is in force.
    """

    name: str
    path: Path
    since: datetime

    @property
    def rules(self) -> RuleSet:
        """The rule set of this version.

        Raises:
            RuleFileError: If it can no longer be used.
        """
        return rule_set(self.path)


def houses() -> HouseFiles:
    """Return the houses of this server."""
    return HouseFiles(data_folder() / "houses")


def keep_copy(house: HouseFile, sha256: str, since: datetime) -> HouseInForce:
    """Save a copy of a house's file, in force from a given time.

    Args:
        house: The house.
        sha256: Hash of its rules.
        since: The time from which it is in force.

    Raises:
        OutputError: If it cannot be written.
    """
    folder = data_folder() / "houses" / COPIES
    make_folders(folder)
    path = folder / f"{house.name}@{since.astimezone(UTC).strftime(_STAMP)}-{sha256[:16]}.yaml"
    write_output(path, house.text, private=True, force=True)
    return HouseInForce(house.name, path, since)


def copies_kept(name: str = "") -> list[HouseInForce]:
    """Return the versions of houses put in force on this server, latest first, including those for a later day.

    Args:
        name: One house's name; empty for all.
    """
    copies = []
    for path in (data_folder() / "houses" / COPIES).glob("*.yaml"):
        read = _COPY.fullmatch(path.stem)
        if read is not None and name in ("", read["name"]):
            since = datetime.strptime(read["since"], _STAMP).replace(tzinfo=UTC)
            copies.append((since, path.stat().st_mtime_ns, HouseInForce(read["name"], path, since)))
    return [copy for _, _, copy in sorted(copies, key=lambda row: row[:2], reverse=True)]


def house_in_force(name: str) -> HouseInForce | None:
    """Return the version of a house in force now; None if there is none."""
    now = datetime.now(UTC)
    return next((copy for copy in copies_kept(name) if copy.since <= now), None)


def houses_in_force() -> list[HouseInForce]:
    """Return the houses in force now, latest first."""
    now, newest = datetime.now(UTC), dict[str, HouseInForce]()
    for copy in copies_kept():
        if copy.since <= now:
            newest.setdefault(copy.name, copy)
    return list(newest.values())


def sets_known(settings: WebSettings) -> list[str]:
    """Return the keys of the rule sets that can be chosen: this server's houses, and those that come with dealerkit."""
    own = [selector_ for selector_ in (settings.house, settings.rules) if selector_]
    own_houses = [f"{HOUSE}{each.name}" for each in houses() if _is_usable(each)]
    return list(dict.fromkeys([*own, *own_houses, *rule_sets()]))


def selector(key: str) -> str:
    """Return the selector of a rule set from its key: the name of a set that comes with dealerkit, or the path of a house's file.

    For a house in force it is the copy in force, whatever its file contains now.

    Raises:
        Refused: If there is no such house.
    """
    if not key.startswith(HOUSE):
        return key
    file = houses().find(key.removeprefix(HOUSE))
    held = house_in_force(file.name)
    return str(held.path if held is not None else file.path)


def key_of(settings: WebSettings, name: str) -> str:
    """Return the key of a rule set in the addresses of pages; empty if the rule set cannot be chosen there.

    Args:
        settings: The server's own house and rules.
        name: The rule set's selector, from `selector`; empty for none.
    """
    return next((key for key in sets_known(settings) if selector(key) == name), "") if name else ""


def set_of(key: str) -> RuleSet:
    """Return the rule set of a key in an address."""
    return rule_set(selector(key))


def title_of(rules: str | RuleSet) -> str:
    """Return the title of a rule set."""
    set_ = rules if isinstance(rules, RuleSet) else set_of(rules)
    return text(set_.doc.data.get("title")) or text(set_.house) or set_.name


def titled_sets(settings: WebSettings) -> list[tuple[str, str]]:
    """Return key and title of each rule set that can be chosen."""
    return [(key, title_of(key)) for key in sets_known(settings)]


def rules_unsaid(settings: WebSettings) -> Sequence[str]:
    """Return the keys of the rule sets used if none is chosen, in order: the server's own house, the rule set given at its start,
    houses in force.
    """
    named = [selector_ for selector_ in (settings.house, settings.rules) if selector_]
    return [*named, *(f"{HOUSE}{copy.name}" for copy in houses_in_force())]


def rules_for(settings: WebSettings, game: str) -> str:
    """Return the selector of the rule set used in a game if none is chosen; empty for the game's own.

    Args:
        settings: The server's own house and rules.
        game: The game's id.
    """
    data = load(game).data
    for key in rules_unsaid(settings):
        with contextlib.suppress(DealerkitError):
            if set_of(key).serves(data):
                return selector(key)
    return ""


def _is_usable(house: HouseFile) -> bool:
    """Return whether a house's file can be used. One with errors, because it is being worked on, is not offered."""
    try:
        return bool(house.rules.faults)
    except DealerkitError:
        return False

"""How far each cited place of a work was read, what it says, and where it can be looked up; from `sources.yaml`.

A work says how far it was read (`verified`); each of its `places` says that too, and gives the contents. A citation takes its
grade from there. It may claim less, but never more: an unread place is not graded `read`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, cast

import attrs

from dealerkit.rules.citations import parts
from dealerkit.rules.texts import is_text, text

if TYPE_CHECKING:
    from dealerkit.rules.entries import ChapterEntry, Text, WorkEntry, WorkPlaceEntry

READ, PART, SECOND_HAND, KNOWN, OURS = "read", "part", "second_hand", "known", "ours"
GRADES: Mapping[str, str] = {
    READ: "the text was read",
    PART: "the text was read only in part",
    SECOND_HAND: "known at second hand",
    KNOWN: "generally known; text not seen",
    OURS: "our own reading, because no rule book covers it",
}
"""Grades of reading, the most certain first, with their meanings."""
NOT_READ = "no"
"""Grade in files from before `known` and `ours` existed; still accepted."""

OWN_WORK = "dealerkit-reading"
"""Id of the work that is cited for our own readings."""

_SPACES = re.compile(r"\s+")
_NAMED = re.compile(r"(?P<name>[^0-9]*?)[\s-]*(?P<low>[0-9]+)\s*(?:-|to)\s*(?P<high>[0-9]+)")
_PLACE = re.compile(r"(?P<name>[^0-9]*?)[\s-]*(?P<number>[0-9]+)(?P<rest>[^0-9].*)?", re.DOTALL)


@attrs.frozen
class Reading:
    """A cited place, and how far it was read.

    Attributes:
        grade: One of `GRADES`: the weaker of the recorded and the claimed grade.
        recorded: Grade recorded in `sources.yaml`; empty for none.
        claimed: Grade claimed by the citation; empty for none.
        holds: Contents of the place in dealerkit's own words, one sentence for each part; empty if none are recorded.
        look_up: Web address at which the work can be looked up; may be empty.
    """

    grade: str
    recorded: str
    claimed: str
    holds: tuple[str, ...]
    look_up: str

    @property
    def too_much(self) -> bool:
        """Whether the citation claims more than was read."""
        return bool(self.recorded and self.claimed) and _weaker(self.recorded, self.claimed) != self.claimed


def reading(works: Mapping[str, WorkEntry], source: Mapping[str, object], lang: str = "en") -> Reading:
    """Return how far the place in a citation was read, with its contents.

    >>> works = {"book": {"verified": "known", "places": {"Ties": {"verified": "read", "holds": "Odd chips."}, "Ties 3": "Who."}}}
    >>> reading(works, {"work": "book", "section": "Ties 3, 4"}).holds
    ('Who.', 'Odd chips.')
    >>> reading(works, {"work": "book", "section": "Ties 3; Draw", "verified": "read"}).grade
    'known'

    Args:
        works: Works by id, as in `sources` of a rule set.
        source: The citation: `work`, `section`, and `verified` if it claims less than is recorded.
        lang: Language tag of the contents.
    """
    work = works.get(str(source.get("work"))) or {}
    place = _places_of(work, text(source.get("section"), lang))
    own = str(work.get("verified", ""))
    graded = [next((link["verified"] for link in chain if "verified" in link), own) for chain in place] or [own]
    recorded = _weaker(*graded) if all(graded) else ""
    claimed = str(source.get("verified", ""))
    if claimed == NOT_READ:
        claimed = OURS if recorded == OURS else KNOWN
    holds = (next((link["holds"] for link in chain if "holds" in link), "") for chain in place)
    return Reading(
        grade=_weaker(*(grade for grade in (recorded, claimed) if grade)) or KNOWN,
        recorded=recorded,
        claimed=claimed,
        holds=tuple(dict.fromkeys(words for words in (text(held, lang).strip() for held in holds) if words)),
        look_up=text(work.get("look_up"), lang).strip(),
    )


def places_of(works: Mapping[str, WorkEntry], work: str) -> Iterator[tuple[str, str, str]]:
    """Yield each recorded place of a work: its name, how far it was read (one of `GRADES`), and its contents.

    Args:
        works: Works by id, as in `sources` of a rule set.
        work: Id of the work.
    """
    for section in (works.get(work) or {}).get("places", {}):
        place = reading(works, {"work": work, "section": section})
        yield section, place.grade, "; ".join(place.holds)


def source_of_rule(chapter: ChapterEntry, rule: str) -> Mapping[str, object] | None:
    """Return the citation of a rule in a chapter of a rule book; None if it has none.

    A rule that the chapter lists under `ours`, as dealerkit's own reading, is cited from dealerkit's own work.

    Args:
        chapter: The chapter.
        rule: Id of the rule.
    """
    text = chapter["rules"].get(rule)
    own = text.get("source") if isinstance(text, Mapping) else None
    if own is None and rule in (chapter.get("ours") or ()):
        return {"work": OWN_WORK, "section": rule}
    return own if isinstance(own, Mapping) else None


def _weaker(*grades: str) -> str:
    order = list(GRADES)
    return max(grades, key=order.index) if grades else ""


@attrs.frozen(eq=False)
class _Listed:
    """Recorded places of a work, with a cache of look-ups, since a catalogue asks for the same hundreds of places many times.

    Attributes:
        work: The work itself, kept alive so that its id stays unique.
        places: Record of each place, by its folded name.
        found: Results of look-ups, by citation.
    """

    work: WorkEntry
    places: Mapping[str, WorkPlaceEntry]
    found: dict[str, list[list[WorkPlaceEntry]]] = attrs.field(factory=dict)


def _places_of(work: WorkEntry, section: str) -> list[list[WorkPlaceEntry]]:
    """Return, for each part of a citation, the records of its place and of the places around it, the nearest first; none for a
    mere heading.
    """
    listed = _listed(work)
    if section not in listed.found:
        listed.found[section] = list(_looked_up(listed.places, section))
    return listed.found[section]


def _looked_up(places: Mapping[str, WorkPlaceEntry], section: str) -> Iterator[list[WorkPlaceEntry]]:
    if _folded(section) in places:
        yield _around(places, _folded(section))
        return
    name = ""
    for at, part in enumerate(parts(section)):
        place = _PLACE.fullmatch(part)
        own = _folded(place["name"] if place else part)
        name = own or name
        if at == 0 and not place and section.strip()[len(part) :].startswith(","):
            continue  # the chapter in which the following parts stand
        yield _around(places, _folded(part) if own or place is None or not name else f"{name} {_folded(part)}")


def _listed(work: WorkEntry) -> _Listed:
    known = _LISTED.get(id(work))
    if known is None or known.work is not work:
        if len(_LISTED) > _WORKS:
            _LISTED.clear()
        known = _Listed(work, {_folded(name): _put_down(place) for name, place in work.get("places", {}).items()})
        _LISTED[id(work)] = known
    return known


_WORKS = 256
_LISTED: dict[int, _Listed] = {}


def _put_down(place: Text | WorkPlaceEntry) -> WorkPlaceEntry:
    """Return the record of a place; a plain text is taken as its contents."""
    if isinstance(place, str) or is_text(place):
        return {"holds": place}
    return cast("WorkPlaceEntry", place)


def _around(listed: Mapping[str, WorkPlaceEntry], key: str) -> list[WorkPlaceEntry]:
    """Return the records of a place and of those around it, the nearest first."""
    places = [listed[key]] if key in listed else []
    while (outer := re.sub(r"\s*(\([^()]*\)|-[a-z])$", "", key)) != key:
        key = outer
        places += [listed[key]] if key in listed else []
    place = _PLACE.fullmatch(key)
    name = _folded(place["name"]) if place else key
    if place:
        for other, work_place_entry in listed.items():
            range_ = _NAMED.fullmatch(other)
            if range_ and _folded(range_["name"]) == name and int(range_["low"]) <= int(place["number"]) <= int(range_["high"]):
                places.append(work_place_entry)
        places += [listed[name]] if name in listed else []
    return places


def _folded(text: str) -> str:
    return _SPACES.sub(" ", text).strip(" -").casefold()

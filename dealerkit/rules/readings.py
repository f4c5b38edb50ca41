"""The readings of cited works: how far each place was read, what it holds, where it can be looked up; from `sources.yaml`.

A work says how far it was read (`verified`), and of its `places` what each holds and how far that one was read. A citation takes
its grade from there, and may claim less, never more: a place that nobody read is not graded `read`.
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
    SECOND_HAND: "known through another author's report",
    KNOWN: "generally known; the text itself was not seen",
    OURS: "our own reading, where no text speaks",
}
"""How far a place was read, the surest first, and what each word means."""
NOT_READ = "no"
"""Word from before `known` and `ours` were told apart; it is still read."""

OWN_WORK = "dealerkit-reading"
"""The work that a reading of ours is cited from."""

_SPACES = re.compile(r"\s+")
_NAMED = re.compile(r"(?P<name>[^0-9]*?)[\s-]*(?P<low>[0-9]+)\s*(?:-|to)\s*(?P<high>[0-9]+)")
_PLACE = re.compile(r"(?P<name>[^0-9]*?)[\s-]*(?P<number>[0-9]+)(?P<rest>[^0-9].*)?", re.DOTALL)


@attrs.frozen
class Reading:
    """A place that a citation names, and how far it was read.

    Attributes:
        grade: One of `GRADES`: the weaker of what is put down and what the citation claims.
        recorded: How far it was read by what is put down of the work; empty where nothing is.
        claimed: What the citation itself says; empty if it leaves it to the work.
        holds: What the place holds, in our words; one sentence a part, empty where nothing is put down.
        look_up: Where the work can be looked up; may be empty.
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
    """Return what is known of the place that a citation names.

    Args:
        works: The works by id, as `sources` of a rule set has them.
        source: The citation: `work`, `section`, and `verified` where it claims less than is put down.
        lang: The language of what is said.

    >>> works = {"book": {"verified": "known", "places": {"Ties": {"verified": "read", "holds": "Odd chips."}, "Ties 3": "Who."}}}
    >>> reading(works, {"work": "book", "section": "Ties 3, 4"}).holds
    ('Who.', 'Odd chips.')
    >>> reading(works, {"work": "book", "section": "Ties 3; Draw", "verified": "read"}).grade
    'known'
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
    """Yield each place that is put down of a work, with how far it was read and what it holds."""
    for section in (works.get(work) or {}).get("places", {}):
        place = reading(works, {"work": work, "section": section})
        yield section, place.grade, "; ".join(place.holds)


def source_of_rule(chapter: ChapterEntry, rule: str) -> Mapping[str, object] | None:
    """Return the citation of a rule in a chapter of a book: its own, or ours where the chapter lists it as our reading."""
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
    """The places that are listed for a work, with the look-ups so far: a catalogue or the sheets of a house ask the same work for
    the same hundreds of places again and again.

    Attributes:
        work: The work itself; it is kept, so that no other can have its number.
        places: What is put down of each place, by its folded name.
        found: For each citation that was asked for, what `_found` returns.
    """

    work: WorkEntry
    places: Mapping[str, WorkPlaceEntry]
    found: dict[str, list[list[WorkPlaceEntry]]] = attrs.field(factory=dict)


def _places_of(work: WorkEntry, section: str) -> list[list[WorkPlaceEntry]]:
    """Return, for each part of a citation, what is put down of it, the nearest first; nothing for a bare heading."""
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
            continue  # the chapter that the parts behind it stand in
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
    """Return what is put down of a place: a text alone says what it holds."""
    if isinstance(place, str) or is_text(place):
        return {"holds": place}
    return cast("WorkPlaceEntry", place)


def _around(listed: Mapping[str, WorkPlaceEntry], key: str) -> list[WorkPlaceEntry]:
    """Return what is put down of a place and of what it lies in, the nearest first."""
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

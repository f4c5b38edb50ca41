"""The entries of rule files that Python reads as typed maps, each with its shape.

`docs/scripts/make_entries.py` writes their types into `dealerkit/rules/entries.py`; a test compares the two, so that a key is
defined in a schema and nowhere else.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from dealerkit.rules.schemas.game import BOOK, DEALER_STEP, DUTY, IDLE, LIKE_STEP, PLACE, PLAYER_STEP, ROADS, SECTION
from dealerkit.rules.schemas.kinds import DEFS
from dealerkit.rules.schemas.rule_set import FACT, FINDING, REMEDY, RULING_CASE, SPEECH, TOLD
from dealerkit.rules.schemas.sources import WHOLE_SOURCE
from dealerkit.rules.schemas.words import Json

EACH = "*"
"""Any name, or any place in a list, in a path."""


@attrs.frozen
class TypedEntry:
    """A type of entry, and its shapes.

    Attributes:
        means: Description of an entry, in a sentence.
        shapes: Shapes with its keys.
        more: Keys that no schema closes, or that are added when files are joined, each with its Python type.
    """

    means: str
    shapes: tuple[Json, ...]
    more: Mapping[str, str] = attrs.field(factory=dict)


def part(shape: Json, *path: str) -> Json:
    """Return the shape below another, along keys."""
    for key in path:
        shape_found = next(
            (shape_part for shape_part in (shape, *shape.get("anyOf", ())) if key in shape_part.get("properties", ())), None
        )
        if key != EACH:
            assert shape_found is not None, key
            shape = shape_found["properties"][key]
        else:
            of_map = next(
                (
                    shape_part
                    for shape_part in (shape, *shape.get("anyOf", ()))
                    if isinstance(shape_part.get("additionalProperties"), dict)
                ),
                None,
            )
            shape = of_map["additionalProperties"] if of_map is not None else shape["items"]
    return shape


_PLACES = part(DEFS["work"], "places", EACH)
_AMOUNT = part(RULING_CASE, "amounts", EACH)

VIEWS: Mapping[str, TypedEntry] = {
    "SourceEntry": TypedEntry("The source of an entry: the work, its section, and how far that was read.", (WHOLE_SOURCE,)),
    "PlaceEntry": TypedEntry("A place of the felt.", (PLACE,)),
    "WorkPlaceEntry": TypedEntry("A place of a work: how far it was read, and what it holds.", (_PLACES["anyOf"][1],)),
    "WorkEntry": TypedEntry("A work that can be cited.", (DEFS["work"],)),
    "MultipleEntry": TypedEntry(
        "An amount that is so many times another one, or a sum of a chip race by what share of a new chip a rest earns one.",
        tuple(_AMOUNT["anyOf"][1:]),
    ),
    "CaseEntry": TypedEntry("A case of a decision list.", (RULING_CASE,)),
    "AskedEntry": TypedEntry(
        "The meaning of a fact in one fault, where that differs from the fact's own line.",
        (part(DEFS["known_fault"], "asks", EACH),),
    ),
    "KnownFaultEntry": TypedEntry("A line of the catalogue of faults.", (DEFS["known_fault"],)),
    "FaultEntry": TypedEntry("A decision list: a fault, and its cases by name.", (DEFS["fault"],)),
    "FindingEntry": TypedEntry("A line of the catalogue of findings.", (FINDING,)),
    "RungEntry": TypedEntry("A step of a ladder of penalties.", (part(REMEDY, "ladder", EACH, EACH),)),
    "RemedyEntry": TypedEntry("A remedy: what the dealer does to put things right.", (REMEDY,)),
    "ChapterEntry": TypedEntry(
        "A chapter of the rules that a rule set or a game rests on; a rule is a text, or a map with a `text` and its source.",
        (part(BOOK, EACH),),
    ),
    "IdleEntry": TypedEntry("Values of another option under which an option decides nothing, and why.", (IDLE,)),
    "MeaningEntry": TypedEntry("The meaning of an option's value for another fact.", (part(FACT, "means", EACH),)),
    "FactEntry": TypedEntry(
        "A line of the catalogue of facts.",
        (FACT,),
        {"of_option": "bool", "assume_by_form": "Mapping[str, Literal]", "default_with": "Mapping[str, Mapping[str, Literal]]"},
    ),
    "SpokenWordEntry": TypedEntry("A word that players say, and what it comes to.", (part(SPEECH, "said", EACH),)),
    "SpeechEntry": TypedEntry("The words of players, and what they come to.", (SPEECH,)),
    "StoryEntry": TypedEntry("The phrases by which people tell a fault.", (part(TOLD, "told", EACH),)),
    "SignEntry": TypedEntry(
        "A mark or a dot of a road on the scorecard.", (part(ROADS, "marks", EACH), part(ROADS, "dots", EACH))
    ),
    "StepEntry": TypedEntry(
        "A step or a section of a procedure, as far as it is read without its planner or mechanic.",
        (SECTION, DEALER_STEP, PLAYER_STEP, LIKE_STEP),
        {
            "codes": "Codes",
            "over": "Mapping[str, Codes]",
            "words": "Mapping[str, object] | Sequence[str]",
            "batches": "Sequence[int]",
            "cards": "int",
            "n": "int",
            "to": "str",
            "face": "str",
            "behind": "int",
        },
    ),
    "DutyEntry": TypedEntry("A duty: what must follow if something happens.", (DUTY,), {"code": "Codes"}),
}
"""Types by name, parts of others first."""

"""The entries of rule files that Python reads as typed maps, with their shapes.

`docs/scripts/make_entries.py` writes these types into `dealerkit/rules/entries.py`; a test compares the two, so that each key is
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
"""Stands for any name, or any index of a list, in a path."""


@attrs.frozen
class TypedEntry:
    """A type that Python code uses for one kind of entry, and the schemas from which its keys are taken.

    Attributes:
        means: Sentence that describes an entry; it becomes the type's docstring.
        shapes: JSON Schemas whose keys the type has.
        more: Further keys, each with its Python type: keys that no schema lists, or that are added when files are joined.
    """

    means: str
    shapes: tuple[Json, ...]
    more: Mapping[str, str] = attrs.field(factory=dict)


def part(shape: Json, *path: str) -> Json:
    """Return the schema found inside another by following a path of keys.

    Args:
        shape: The outer schema.
        path: Keys of maps; `EACH` stands for any key, or for any item of a list.
    """
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
    "SourceEntry": TypedEntry(
        "The source of an entry: the work, its section, and how much of the section was read.", (WHOLE_SOURCE,)
    ),
    "PlaceEntry": TypedEntry("A place on the felt, such as a hand, the board or the muck.", (PLACE,)),
    "WorkPlaceEntry": TypedEntry("A part of a cited work: how much of it was read, and its contents.", (_PLACES["anyOf"][1],)),
    "WorkEntry": TypedEntry("A work that can be cited.", (DEFS["work"],)),
    "MultipleEntry": TypedEntry(
        "An amount that is a multiple of another amount, or the amount of a chip race: the share of a new chip that earns "
        "a chip.",
        tuple(_AMOUNT["anyOf"][1:]),
    ),
    "CaseEntry": TypedEntry(
        "A case of a decision list: the facts under which it applies, and what is ruled then.", (RULING_CASE,)
    ),
    "AskedEntry": TypedEntry(
        "The meaning of a fact in one fault, if it differs from the fact's own entry.",
        (part(DEFS["known_fault"], "asks", EACH),),
    ),
    "KnownFaultEntry": TypedEntry(
        "An entry of the catalogue of faults (things that can go wrong): its names, and the facts that rulings on it use.",
        (DEFS["known_fault"],),
    ),
    "FaultEntry": TypedEntry(
        "A decision list: the cases of one fault by name, in the order in which they are tried.", (DEFS["fault"],)
    ),
    "FindingEntry": TypedEntry(
        "An entry of the catalogue of findings: a mistake that is reported to the dealer, and its explanation.", (FINDING,)
    ),
    "RungEntry": TypedEntry(
        "A penalty in a ladder of penalties, from the mildest to the hardest.", (part(REMEDY, "ladder", EACH, EACH),)
    ),
    "RemedyEntry": TypedEntry("A remedy: the dealer's steps that correct a slip.", (REMEDY,)),
    "ChapterEntry": TypedEntry(
        "A chapter of the rules on which a rule set or a game rests; a rule is a text, or a map with a `text` and its source.",
        (part(BOOK, EACH),),
    ),
    "IdleEntry": TypedEntry("Values of another option under which an option decides nothing, and why.", (IDLE,)),
    "MeaningEntry": TypedEntry(
        "The other fact that a fact stands for while an option has a certain value.", (part(FACT, "means", EACH),)
    ),
    "FactEntry": TypedEntry(
        "An entry of the catalogue of facts that rulings can test.",
        (FACT,),
        {"of_option": "bool", "assume_by_form": "Mapping[str, Literal]", "default_with": "Mapping[str, Mapping[str, Literal]]"},
    ),
    "SpokenWordEntry": TypedEntry("A word that players say, and its meaning.", (part(SPEECH, "said", EACH),)),
    "SpeechEntry": TypedEntry("The words of players, and their meanings.", (SPEECH,)),
    "StoryEntry": TypedEntry("The phrases in which people describe a fault.", (part(TOLD, "told", EACH),)),
    "SignEntry": TypedEntry(
        "A mark or a dot of a road on the scorecard.", (part(ROADS, "marks", EACH), part(ROADS, "dots", EACH))
    ),
    "StepEntry": TypedEntry(
        "A step or a section of a procedure, without the keys that only its planner or mechanic reads.",
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
    "DutyEntry": TypedEntry("A duty: an act that must follow if something happens.", (DUTY,), {"code": "Codes"}),
}
"""Types of entries by name; a type that is part of another comes first."""

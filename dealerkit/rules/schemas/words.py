"""Functions that return JSON Schema for the shapes of rule files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]

STRING: Json = {"type": "string"}
BOOL: Json = {"type": "boolean"}
WHOLE: Json = {"type": "integer", "minimum": 0}
LITERAL: Json = {"anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}]}
FREE: Json = {"type": "object", "additionalProperties": True}
NUMBER_OR_TEXT: Json = {"anyOf": [{"type": "string"}, {"type": "integer"}]}
DECIMAL: Json = {"type": "string", "pattern": r"^[0-9]+(\.[0-9]+)?$", "description": 'an amount such as "0.01"'}
SEVERITY: Json = {"type": "string", "enum": ["minor", "major", "critical"]}
GRADE: Json = {
    "type": "string",
    "enum": ["read", "part", "second_hand", "known", "ours"],
    "description": "how far the text was read: read, part, second_hand (another's report), known (generally known), ours (no "
    "text covers it)",
}
VERIFIED: Json = {**GRADE, "enum": [*GRADE["enum"], "no"]}
RULE_ID: Json = {"type": "string", "pattern": r"^[A-Z]{2,4}-[A-Z0-9]+[a-z]?$", "description": "a rule id such as BA-07"}
REMEDY_ID: Json = {"type": "string", "pattern": r"^[A-Z]{2,4}-[A-Z0-9]+[a-z]?$", "description": "a remedy id such as RB-02"}
CODE: Json = {
    "type": "string",
    "pattern": r"^[a-z0-9-]+/[A-Za-z0-9_{}.-]+$",
    "description": "a finding's code such as burn/missed",
}
TABLE_NAME = r"[a-z][a-z0-9_]*"
CODE_OR_TABLE: Json = {
    "type": "string",
    "pattern": rf"^([a-z0-9-]+/[A-Za-z0-9_{{}}.-]+|{TABLE_NAME})$",
    "description": "a finding's code such as burn/missed, or a table's name such as live_hand",
}
NAME = {"pattern": r"^[A-Za-z0-9][A-Za-z0-9_-]*$", "description": "a valid name (use only letters, digits, - and _)"}
DRILL_ID: Json = {
    "pattern": r"^[a-z0-9-]+/[a-z0-9-]+$",
    "description": "a drill's id such as baccarat/third-card-flash",
}
GAME_OR_DRILL: Json = {
    "pattern": r"^[A-Za-z0-9][A-Za-z0-9_-]*(/[a-z0-9-]+)?$",
    "description": "a game's name, or a drill's id such as baccarat/third-card-flash",
}
LATER: Json = {
    "not": {},
    "description": "`before` and `after` are only for a file that extends another; the deadline of a step is written `deadline`",
}


def ref(name: str) -> Json:
    """Return a JSON Schema reference to a definition."""
    return {"$ref": f"#/$defs/{name}"}


TEXT, SOURCE, NODE, MENTION = ref("text"), ref("source"), ref("node"), ref("mention")


def closed(required: Mapping[str, Json] | None = None, /, **optional: Json) -> Json:
    """Return the schema of a map with these keys and no others; `if_` stands for `if`.

    Args:
        required: Compulsory keys, with the schemas of their values.
        **optional: Optional keys, with the schemas of their values.
    """
    properties = {**(required or {}), **{key.rstrip("_"): value for key, value in optional.items()}}
    shape: Json = {"type": "object", "properties": properties, "additionalProperties": False}
    return shape | ({"required": list(required)} if required else {})


def free(required: Mapping[str, Json] | None = None, /, **optional: Json) -> Json:
    """Return the schema of a map with these keys and any others.

    Args:
        required: Compulsory keys, with the schemas of their values.
        **optional: Optional keys, with the schemas of their values.
    """
    return closed(required, **optional) | {"additionalProperties": True}


def some(item: Json, least: int = 0) -> Json:
    """Return the schema of a list.

    Args:
        item: Schema of its items.
        least: Smallest number of items.
    """
    return {"type": "array", "items": item} | ({"minItems": least} if least else {})


def by_text(value: Json) -> Json:
    """Return the schema of a map from any text to values of one shape."""
    return {"type": "object", "additionalProperties": value}


def by_name(value: Json, names: Json | None = None) -> Json:
    """Return the schema of a map from names to values of one shape.

    Args:
        value: Schema of the values.
        names: Schema of the names; None for the usual names.
    """
    return {"type": "object", "additionalProperties": value, "propertyNames": names or NAME}


def either(*options: Json) -> Json:
    """Return the schema of a value that has one of several shapes."""
    return {"anyOf": list(options)}


def or_option(value: Json) -> Json:
    """Return the schema of a value that may also be written as `{option: NAME}`, to be taken from that option."""
    return either(value, MENTION)


def said(shape: Json, meaning: str) -> Json:
    """Return a shape with a description, which editors show and `docs/words/` lists."""
    if "pattern" in shape or "not" in shape:  # in these schemas the description is already used for the message
        return {"anyOf": [shape], "description": meaning}
    return {**shape, "description": meaning}


def word(*words: str) -> Json:
    """Return the schema of a text that is one of a few words."""
    return {"type": "string", "enum": list(words)}


FACTS: Json = either(STRING, some(STRING))
VERBS: Json = some(STRING)

CODES: Json = {"pattern": CODE["pattern"], "description": CODE["description"]}
COUNT = or_option(ref("count"))
FITS = by_name(either(*LITERAL["anyOf"], some(LITERAL, 1)))

"""Validation of documents against a JSON Schema, with messages that help the file's author.

It implements the part of JSON Schema that our schemas use: `type` (one), `properties`, `required`, `additionalProperties`,
`propertyNames`, `items`, `minItems`, `maxItems`, `enum`, `pattern`, `minimum`, `anyOf`, `$ref` into `$defs`, and `not: {}` for a
forbidden key. The `description` of a pattern or of a forbidden key is the expectation that the message states.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any

from dealerkit.rules.doc import Place

Schema = Mapping[str, Any]
Wrong = tuple[Place, bool, str, str]
"""A problem: its place, whether the key there is meant, message, and hint."""
Check = Callable[[object, Place, list[Wrong]], None]

PYTHON: Mapping[str, type] = {"string": str, "integer": int, "boolean": bool, "object": dict, "array": list, "null": type(None)}
SAYS = {
    "string": "text",
    "integer": "a whole number",
    "boolean": "true or false",
    "object": "a map",
    "array": "a list",
    "null": "null",
    "mention": "{option: NAME}",
}
NAMES: Mapping[type, str] = {PYTHON[name]: name for name in PYTHON}


def compile_schema(schema: Schema) -> Check:
    """Return the check that a schema describes: a function that takes data, its place and a list, and adds each problem to the
    list.
    """
    checks: dict[int, Check] = {}

    def build(part: Schema) -> Check:
        key = id(part)
        if key not in checks:
            # A schema may contain itself, so this stand-in looks the check up when it is called.
            def later(value: object, place: Place, wrong: list[Wrong]) -> None:
                checks[key](value, place, wrong)

            checks[key] = later
            checks[key] = fresh(part)
        return checks[key]

    def fresh(part: Schema) -> Check:
        if "$ref" in part:
            return build(_definition(schema, part))
        if "anyOf" in part:
            return _any_of([_branch(schema, option, build(option)) for option in _alternatives(schema, part)])
        kind = part.get("type")
        if kind == "object":
            return _object(part, build)
        if kind == "array":
            return _array(part, build)
        if kind is None and "enum" not in part:
            return _nothing_wrong
        return _scalar(part)

    return build(schema)


def _definition(schema: Schema, part: Schema) -> Schema:
    """Return the schema that a `$ref` refers to."""
    shape: Schema = schema["$defs"][part["$ref"].rpartition("/")[2]]
    return shape


def _nothing_wrong(value: object, place: Place, wrong: list[Wrong]) -> None:
    """Accept any value."""


def say_value(value: object) -> str:
    """Return a value as a message names it: single values as written, others by their kind."""
    if isinstance(value, dict | list):
        return SAYS[NAMES[type(value)]]
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value) if isinstance(value, int) else f"'{value}'"


def _not_a(kinds: list[str], value: object, place: Place) -> Wrong:
    wanted = " or ".join(dict.fromkeys(SAYS[kind] for kind in kinds))
    hint = ""
    if "string" in kinds and isinstance(value, int):
        hint = "put the value in quotes"
    elif "array" in kinds and isinstance(value, str):
        hint = f"write [{value}] for a list of one"
    elif kinds == ["object"] and not isinstance(value, list | dict):
        hint = "write `key: value` lines under it, indented"
    elif kinds == ["boolean"] and isinstance(value, str) and value.lower() in {"yes", "no", "on", "off"}:
        hint = "write " + ("true" if value.lower() in {"yes", "on"} else "false")
    elif "integer" in kinds and isinstance(value, str) and value.lstrip("-").isdecimal():
        hint = "write the number without quotes and leading zeros"
    return place, False, f"expected {wanted}, not {say_value(value)}", hint


def _scalar(part: Schema) -> Check:
    kind = part.get("type")
    wanted = PYTHON[kind] if kind else None
    allowed = part.get("enum")
    pattern = re.compile(part["pattern"]) if "pattern" in part else None
    least = part.get("minimum")
    what = part.get("description", "")

    def check(value: object, place: Place, wrong: list[Wrong]) -> None:
        if wanted is not None and value.__class__ is not wanted:
            wrong.append(_not_a([str(kind)], value, place))
        elif allowed is not None and value not in allowed:
            near = difflib.get_close_matches(str(value), allowed, n=1)
            hint = f"did you mean '{near[0]}'?" if near else "allowed: " + ", ".join(allowed)
            wrong.append((place, False, f"'{value}' is not allowed here", hint))
        elif pattern is not None and not pattern.search(value):
            wrong.append((place, False, f"'{value}' is not {what}", ""))
        elif least is not None and value < least:
            wrong.append((place, False, f"{value} is below the minimum of {least}", ""))

    return check


def _array(part: Schema, build: Callable[[Schema], Check]) -> Check:
    item = build(part["items"]) if "items" in part else _nothing_wrong
    least, most = part.get("minItems", 0), part.get("maxItems")

    def check(value: object, place: Place, wrong: list[Wrong]) -> None:
        if value.__class__ is not list:
            wrong.append(_not_a(["array"], value, place))
            return
        if len(value) < least or (most is not None and len(value) > most):
            count = f"exactly {least}" if least == most else f"at least {least}" if len(value) < least else f"at most {most}"
            wrong.append((place, False, f"the list has {len(value)} item{'s' * (len(value) != 1)}, but must have {count}", ""))
        if item is not _nothing_wrong:
            for index, inner in enumerate(value):
                item(inner, (*place, index), wrong)

    return check


def _object(part: Schema, build: Callable[[Schema], Check]) -> Check:
    properties = part.get("properties", {})
    known = {key: build(inner) for key, inner in properties.items() if inner.get("not") != {}}
    forbidden = {key: inner for key, inner in properties.items() if key not in known}
    required = tuple(part.get("required", ()))
    meant = {key: properties.get(key, {}).get("description", "") for key in required}
    more = part.get("additionalProperties", True)
    other = None if more is False else _nothing_wrong if more is True else build(more)
    naming = part.get("propertyNames")
    names = re.compile(naming["pattern"]) if naming else None
    what = naming.get("description", "") if naming else ""

    def check(value: object, place: Place, wrong: list[Wrong]) -> None:
        if value.__class__ is not dict:
            wrong.append(_not_a(["object"], value, place))
            return
        for key, inner in value.items():
            checks = known.get(key)
            if checks is not None:
                checks(inner, (*place, key), wrong)
            elif key in forbidden:
                wrong.append(((*place, key), True, f"the key '{key}' can't be used here", forbidden[key].get("description", "")))
            elif other is None:
                beside = [name for name, part in value.items() if isinstance(part, dict) and name in known and key in part]
                hint = f"'{key}' belongs under '{beside[0]}'" if beside else _nearest(key, known)
                wrong.append(((*place, key), True, f"unknown key '{key}'", hint))
            else:
                if names is not None and not names.search(key):
                    wrong.append(((*place, key), True, f"'{key}' is not {what}", ""))
                if other is not _nothing_wrong:
                    other(inner, (*place, key), wrong)
        for key in required:
            if key not in value:
                near = [near for near in difflib.get_close_matches(key, list(value), n=1, cutoff=0.75) if near not in known]
                hint = f"did you write '{near[0]}' instead?" if near else meant[key]
                wrong.append((place, False, f"the key '{key}' is missing", hint))

    return check


def _nearest(key: str, known: Mapping[str, Check]) -> str:
    near = difflib.get_close_matches(key, known, n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'?" if near else "allowed: " + ", ".join(known)


Alternative = tuple[str, tuple[str, ...], frozenset[str] | None, Check]
"""One alternative for a value: its type, its compulsory keys, the only keys allowed in it (None for any), and its check."""


def _alternatives(schema: Schema, part: Schema) -> list[Schema]:
    """Return the allowed alternatives for a value, nested ones included."""
    schemas: list[Schema] = []
    for option in part["anyOf"]:
        inner = _definition(schema, option) if "$ref" in option else option
        schemas += _alternatives(schema, inner) if "anyOf" in inner else [option]
    return schemas


def _branch(schema: Schema, option: Schema, check: Check) -> Alternative:
    """Return an alternative with the marks by which it is chosen: its type, its compulsory keys, the only keys allowed in it."""
    while "$ref" in option:
        option = _definition(schema, option)
    only = frozenset(option.get("properties", ())) if option.get("additionalProperties") is False else None
    return option["type"], tuple(option.get("required", ())), only, check


def _meant_key(value: Mapping[str, object], fits: list[Alternative]) -> str:
    """Return a hint about a key that was probably meant as one of the missing ones."""
    wanted = [required[0] for _, required, _, _ in fits if required]
    pairs = ((key, near[0]) for key in value if (near := difflib.get_close_matches(key, wanted, n=1, cutoff=0.6)))
    return next((f"did you mean '{meant}' instead of '{key}'?" for key, meant in pairs), "")


def _any_of(branches: list[Alternative]) -> Check:
    flat: dict[type, list[Alternative]] = {}
    for branch in branches:
        flat.setdefault(PYTHON[branch[0]], []).append(branch)
    kinds = ["mention" if branch[1] == ("option",) else branch[0] for branch in branches]

    def check(value: object, place: Place, wrong: list[Wrong]) -> None:
        fits = flat.get(value.__class__)
        if fits is None:
            wrong.append(_not_a(kinds, value, place))
        elif len(fits) == 1:
            fits[0][3](value, place, wrong)
        elif value.__class__ is dict:
            for _, required, only, inner in fits:
                if required:
                    for key in required:
                        if key not in value:
                            break
                    else:
                        inner(value, place, wrong)
                        return
                elif only is None or only.issuperset(value):
                    inner(value, place, wrong)
                    return
            begun = [branch for branch in fits if branch[1] and branch[1][0] in value]
            if len(begun) == 1:
                begun[0][3](value, place, wrong)
                return
            wanted = " or ".join(f"'{required[0]}'" for _, required, _, _ in fits if required)
            wrong.append((place, False, f"one of these keys is missing: {wanted}", _meant_key(value, fits)))
        else:
            least: list[Wrong] | None = None
            for branch in fits:
                wrongs: list[Wrong] = []
                branch[3](value, place, wrongs)
                if not wrongs:
                    return
                least = wrongs if least is None or len(wrongs) < len(least) else least
            wrong += least or []

    return check

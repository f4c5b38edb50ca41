"""Write the types of the entries of rule files into `dealerkit/rules/entries.py`, from the schemas.

Run it from a checkout when a key of a schema has changed: `python docs/scripts/make_entries.py`.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from dealerkit.rules.schemas.kinds import DEFS
from dealerkit.rules.schemas.views import VIEWS, TypedEntry
from dealerkit.rules.schemas.words import FITS, LATER, LITERAL, MENTION, Json

MODULE = Path(__file__).resolve().parent.parent.parent / "dealerkit" / "rules" / "entries.py"
BEGIN = "# -- made by docs/scripts/make_entries.py from dealerkit/rules/schemas/views.py; change it there\n"
END = "# -- written by hand\n"

PLAIN = {"string": "str", "integer": "int", "boolean": "bool", "null": "None"}
REFERRED = {
    "text": "Text",
    "source": "SourceEntry",
    "codes": "Codes",
    "node": "StepEntry",
    "case": "CaseEntry",
}
"""The definitions that have a type of their own."""


def typed(shape: Json) -> str:
    """Return the Python type of what a shape lets through, once the options in force stand where they are mentioned."""
    bare = {key: value for key, value in shape.items() if key != "description"}
    if (own := next((name for name, view in VIEWS.items() if any(_alike(shape, one) for one in view.shapes)), "")) != "":
        return own
    if bare == LITERAL:
        return "Literal"
    if bare == {key: value for key, value in FITS.items() if key != "description"}:
        return "Mapping[str, Literal | list[Literal]]"
    if "$ref" in bare:
        name = bare["$ref"].rpartition("/")[2]
        return REFERRED.get(name) or typed(DEFS[name])
    if "anyOf" in bare:
        return union(typed(one) for one in bare["anyOf"] if one != MENTION)
    kind = bare.get("type")
    if kind == "array":
        return f"Sequence[{typed(bare['items'])}]"
    if kind == "object":
        inside = [*bare.get("properties", {}).values()] or [bare.get("additionalProperties")]
        types = {typed(one) if isinstance(one, dict) else "object" for one in inside}
        return f"Mapping[str, {types.pop() if len(types) == 1 else 'object'}]"
    return PLAIN[kind or "string"]


def _alike(shape: Json, other: Json) -> bool:
    """Return whether two shapes are one, whatever is said of them."""
    return "properties" in shape and shape["properties"] is other.get("properties")


def keys(view: TypedEntry) -> dict[str, str]:
    """Return the keys of a view with their types; of one that several shapes have, whatever any of them lets through."""
    found: dict[str, list[str]] = {}
    for shape in view.shapes:
        for key, inner in shape["properties"].items():
            if inner.get("not") != LATER["not"]:
                found.setdefault(key, []).append(typed(inner))
    return {key: union(types) for key, types in found.items()} | dict(view.more)


def union(types: Iterable[str]) -> str:
    """Return one type for several, each named once."""
    return " | ".join(dict.fromkeys(one for type_ in types for one in re.split(r" \| (?![^\[]*\])", type_)))


def lines(name: str, view: TypedEntry) -> Iterator[str]:
    """Yield the lines of one type."""
    found = keys(view)
    if any(keyword.iskeyword(key) for key in found):
        yield f"{name} = TypedDict("
        yield f'    "{name}",'
        yield "    {"
        for key, type_ in found.items():
            yield f'        "{key}": {_quoted(type_, name)},'
        yield "    },"
        yield "    total=False,"
        yield ")"
        yield f'"""{view.means}"""'
    else:
        base = base_of(name, found)
        yield f"class {name}({base or 'TypedDict'}, total=False):"
        yield f'    """{view.means}"""'
        yield ""
        for key, type_ in found.items():
            if not base or key not in keys(VIEWS[base]):
                yield f"    {key}: {type_}"


def base_of(name: str, found: dict[str, str]) -> str:
    """Return the type before another one that has most of its keys, so that it says only the rest; empty if there is none."""
    for earlier in list(VIEWS)[: list(VIEWS).index(name)]:
        own = keys(VIEWS[earlier])
        if len(found) // 2 < len(own) < len(found) and own.items() <= found.items():
            return earlier
    return ""


def _quoted(type_: str, own: str) -> str:
    """Return a type as it stands in an expression, in which a name that comes later has to be in quotes."""
    later = [name for name in (*list(VIEWS)[list(VIEWS).index(own) :], "Codes") if name in type_ and name != "Codes"]
    return f'"{type_}"' if later else type_


def made() -> str:
    """Return the part of the module that is made."""
    return "\n\n\n".join("\n".join(lines(name, view)) for name, view in VIEWS.items()) + "\n"


def module(text: str) -> str:
    """Return the text of the module with that part made again."""
    head, _, rest = text.partition(BEGIN)
    return f"{head}{BEGIN}\n\n{made()}\n\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    MODULE.write_text(module(MODULE.read_text(encoding="utf-8")), encoding="utf-8")

"""Facts for the dispute desk, from files and options."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dealerkit.cli.common import bad_value, misused
from dealerkit.errors import RuleFileError
from dealerkit.rulings.arguments import ARGUED, BETWEEN
from dealerkit.rulings.facts import known_facts
from dealerkit.rulings.multiple_values import may_be_several


def facts_given(file: Path | None, given: tuple[str, ...]) -> dict[str, Any]:
    """Read facts from a file and from `-f`, which wins over it."""
    facts: dict[str, object] = {}
    if file is not None:
        facts.update(_plain_json(file) or _strictly(file))
    said: dict[str, str] = {}
    for pair in given:
        name, sign, value = (part.strip() for part in pair.partition("="))
        if not (name and sign):
            bad_value(f"'{pair}' is not FACT=VALUE, as in -f face_seen=no", "-f")
        name = name.replace("-", "_")
        if name == ARGUED and name in said:
            said[name] = BETWEEN.join((said[name], value))
        elif name in said and said[name] != value and may_be_several(name):
            said[name] = f"{said[name]}, {value}"
        elif said.setdefault(name, value) != value:
            bad_value(f"{name} is given twice, as {said[name]} and as {value}", "-f")
    return facts | said


def check_words(words: tuple[str, ...]) -> None:
    """Refuse a fact that stands among the words of a story, where `-f` was forgotten before it."""
    for word in words:
        name, sign, value = word.partition("=")
        if sign and value and name.replace("-", "_") in known_facts():
            misused(f"{word}: did you mean -f {word}?")


def _strictly(file: Path) -> dict[str, object]:
    """Read a file of facts as strictly as any rule file."""
    from dealerkit.rules.loader import read_yaml

    doc = read_yaml(file)
    wrong = [
        doc.problem((name,), "a fact is one value, not a list or a map") for name, v in doc.data.items() if isinstance(v, dict)
    ]
    if wrong:
        raise RuleFileError(wrong)
    facts: dict[str, object] = doc.data
    return facts


def _plain_json(file: Path) -> dict[str, object] | None:
    """Read a file of facts that is plain JSON, as most programs write it; None where it takes the strict way, which also
    says what is wrong.
    """
    if file.suffix != ".json":
        return None
    try:
        pairs: list[tuple[str, object]] = json.loads(file.read_bytes(), parse_float=str, object_pairs_hook=list)
        facts = dict(pairs)
    except (OSError, ValueError, TypeError, RecursionError):
        return None
    plain = all(isinstance(value, str | int) or _words(value) for value in facts.values())
    return facts if plain and len(facts) == len(pairs) else None


def _words(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(one, str) for one in value)

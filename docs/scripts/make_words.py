"""Write `docs/words/`: every word that a step, a section, a duty and `felt:` can carry, from the registries and the schema.

Run it from a checkout when a word, a parameter or a meaning has changed: `python docs/scripts/make_words.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from types import FunctionType
from typing import Any

from dealerkit.facts import FACTS
from dealerkit.facts.first_to_bet import OPENERS
from dealerkit.games.social.mechanics.turn import PHASES, STAGES
from dealerkit.games.social.mechanics.turns import WINS
from dealerkit.mechanics import MECHANICS
from dealerkit.mechanics.payments import SCORERS as PAYMENTS
from dealerkit.mechanics.registry import Mechanic
from dealerkit.procedure import parameters as step_parameters
from dealerkit.procedure.planners import DO
from dealerkit.procedure.planners.registry import Do
from dealerkit.procedure.planners.scores import SCORERS
from dealerkit.procedure.word_help import paragraphs, told
from dealerkit.rules.game_paper import PARTS
from dealerkit.rules.schemas.game import (
    DEALER_STEP,
    DUTY,
    FELT,
    LIKE_STEP,
    PAPER,
    PLACE,
    PLAYER_STEP,
    PROCEDURE,
    SECTION,
    SPOT,
    STEP,
    STREET,
    STREETS,
)
from dealerkit.rules.schemas.words import Json

FOLDER = Path(__file__).resolve().parent.parent / "words"

HEAD = """# Every word of the rule files

What a section, a step, a duty and `felt:` of a procedure can say, and what is printed of a game. The words behind `do:` and
`play:`, and the names of facts, have pages of their own. These pages are made from the code by
`python docs/scripts/make_words.py`; a test compares them. How acts are written (`d burn`, `s3 call`) stands in
`dealerkit/felt/verbs.py`; how it all works together in [engine.md](../engine.md).

| Words | Page |
|---|---|
| keys of sections, steps, duties, `felt:` and paper | this one |
| what a dealer's step asks for: `do:`, and what `score` counts by | [do](do.md) |
| what players may do: `play:`, and what its words choose by | [play](play.md) |
| what `if:`, `repeat:`, `codes:`, duties and `ends:` may ask | [facts](facts.md) |

```{toctree}
:hidden:

do
play
facts
```
"""

# -- what a word reads ---------------------------------------------------------------------------------------------------


def parameters_of(word: Do | Mechanic) -> set[str]:
    """The parameters of a `do` or `play` word; those of functions that one of them chooses stand in tables of their own."""
    read = step_parameters.parameters_of(word)
    chosen = {(one.name, value) for one in read.choices for value in one.values}
    return {one.name for one in read.readings if not any((test.name, test.value) in chosen for test in one.when)}


def parameters(thing: Callable[..., Any]) -> set[str]:
    """The parameters that a function reads."""
    return set(step_parameters.parameters(thing).names)


# -- the pages -------------------------------------------------------------------------------------------------------------


def _row(*cells: str) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield _row(*head)
    yield "|" + "---|" * len(head)
    yield from (_row(*row) for row in rows)
    yield ""


def _words(words: Iterable[str]) -> str:
    return ", ".join(f"`{word}`" for word in words)


_PLAIN = {"string": "text", "integer": "whole number", "boolean": "true or false", "object": "map"}


def value(shape: Mapping[str, Any]) -> str:
    """What kind of value a shape takes, in a few words."""
    if "$ref" in shape:
        name = shape["$ref"].rpartition("/")[2]
        return {
            "text": "text",
            "codes": "code, table, or map of them",
            "code_table": "map of codes",
            "mention": "option",
            "node": "step",
            "place": "place",
        }[name]
    if "anyOf" in shape:
        kinds = list(dict.fromkeys(value(one) for one in shape["anyOf"]))
        return " or ".join(kinds)
    if "enum" in shape:
        return _words(shape["enum"])
    if shape.get("type") == "array":
        return f"list of {_several(value(shape['items']))}"
    if shape.get("type") == "object" and isinstance(shape.get("additionalProperties"), Mapping):
        return "map"
    if "pattern" in shape:
        return str(shape["description"]).split(" such as ")[0].removeprefix("a ").removeprefix("a finding's ")
    return _PLAIN[shape["type"]]


def _several(kind: str) -> str:
    return {"text": "words", "rule id": "rule ids", "step": "steps"}.get(kind, kind)


def meanings(shape: Json, without: Iterable[str] = ()) -> dict[str, Json]:
    """The keys that a map of the rule files may have, but those that only place an entry in an overlay."""
    properties: Mapping[str, Json] = shape["properties"]
    return {key: inner for key, inner in properties.items() if "not" not in inner and key not in set(without)}


def _keys_of(shape: Json, without: Iterable[str] = ()) -> Iterator[str]:
    rows = ((f"`{key}`", value(inner), inner.get("description", "")) for key, inner in meanings(shape, without).items())
    return _table(("Key", "Value", "Meaning"), rows)


def _by_subject(things: Mapping[str, Callable[..., Any]]) -> Iterator[tuple[str, list[str]]]:
    """Words under the first sentence of the module that has them, in the order of the modules' names."""
    modules: dict[str, list[str]] = {}
    for name, thing in things.items():
        modules.setdefault(thing.__module__, []).append(name)
    for module in sorted(modules):
        title = paragraphs(sys.modules[module].__doc__)[0].rstrip(".")
        yield f"{title} (`{module.removeprefix('dealerkit.').replace('.', '/')}.py`)", sorted(modules[module])


def _do_words() -> Iterator[str]:
    yield "# `do:` words"
    yield ""
    yield "What a dealer's step asks for. The verbs are those of the acts that belong to the step; parameters stand beside `do:`."
    yield "A motion that is made for several reasons is told which by `what:`."
    yield ""
    for title, names in _by_subject({name: word.plan for name, word in DO.items()}):
        yield f"## {title}"
        yield ""
        several: dict[Do, list[str]] = {}
        for name in names:
            several.setdefault(DO[name], []).append(name)
        rows = (
            (_words(words), _words(sorted(word.verbs)), told(word.help), _words(sorted(parameters_of(word))))
            for word, words in several.items()
        )
        yield from _table(("Word", "Verbs", "What it asks for", "Parameters"), rows)


def _functions(title: str, sentence: str, things: Mapping[str, Any]) -> Iterator[str]:
    yield f"## {title}"
    yield ""
    yield sentence
    yield ""
    rows = []
    for name in sorted(things):
        thing = things[name]
        read = parameters(thing) if isinstance(thing, FunctionType) and things is not WINS else set()
        rows.append((f"`{name}`", told(thing.__doc__), _words(sorted(read))))
    if any(row[2] for row in rows):
        yield from _table(("Word", "Meaning", "Parameters"), rows)
    else:
        yield from _table(("Word", "Meaning"), (row[:2] for row in rows))


def _mechanics() -> Iterator[str]:
    yield "# `play:` words"
    yield ""
    yield (
        "What players may do. *Keeps* is what the mechanic has to be told to begin in the middle (`given: mid:` of a case), "
        "*comes to* what can be told of its result where a table is set up after it (`given: done:`). A kind that ends in `?` "
        "may be left out."
    )
    yield ""
    for name in sorted(MECHANICS):
        word = MECHANICS[name]
        yield f"## `{name}`"
        yield ""
        for part in paragraphs(word.run.__doc__):
            yield part
            yield ""
        rows = [
            ("Players' verbs", _words(sorted(word.verbs))),
            ("Parameters", _words(sorted(parameters_of(word)))),
            ("Keeps", _kinds(word.keeps)),
            ("Comes to", _kinds(word.comes_to)),
            ("Hears of the dealer", _words(sorted(word.hears))),
            ("Keys of `rules:`", " ".join(paragraphs(word.breaks.__doc__)[1:])),
        ]
        for what, said in rows:
            if said:
                yield f"- {what}: {said}"
        yield ""


def _kinds(kinds: Mapping[str, str]) -> str:
    return ", ".join(f"`{name}` ({kind})" for name, kind in kinds.items())


def _facts() -> Iterator[str]:
    yield "# Facts"
    yield ""
    yield "What `if:`, `repeat:`, `codes:`, duties and `ends:` may ask. `not NAME` is the opposite; of the unknown neither holds."
    yield ""
    for title, names in _by_subject(FACTS):
        yield f"## {title}"
        yield ""
        yield from _table(("Fact", "What it says"), ((f"`{name}`", told(FACTS[name].__doc__)) for name in names))


def _keys() -> Iterator[str]:
    common = frozenset(STEP)
    yield HEAD
    yield from ("## Sections", "", "A part of the procedure, with the key `steps`.", "", *_keys_of(SECTION))
    yield from ("### Streets", "", "Sections that differ only in what is written under `each`.", "")
    yield from (*_keys_of(STREETS, SECTION["properties"].keys() - {"steps"}), "Further keys of a street:", "")
    yield from _keys_of(STREET, SECTION["properties"])
    yield from ("## Steps", "", "Keys of every step; any other key is a parameter of the step's word.", "")
    yield from _keys_of({"properties": STEP})
    yield from ("### A dealer's step", "", *_keys_of(DEALER_STEP, common))
    yield from ("### A players' step", "", *_keys_of(PLAYER_STEP, common))
    yield from ("### A step like another", "", *_keys_of(LIKE_STEP))
    duties = "Duties are written under `duties:`. A duty says what must follow an act, and by when."
    yield from ("## Duties", "", duties, "", *_keys_of(DUTY))
    yield from ("## `felt:`", "", "The places for cards and chips, and what may be done at any time.", "", *_keys_of(FELT))
    yield from ("### A place", "", "The keys of each place under `places:`, `hands:` and piles.", "", *_keys_of(PLACE))
    yield from ("### A spot", "", "The keys of each spot under `spots:`.", "", *_keys_of(SPOT))
    yield from ("## `codes:` of the game", "", PROCEDURE["properties"]["codes"]["description"], "")
    yield from ("## The paper of a game", "")
    yield from ("Texts for print only, in `<game>.paper.yaml` or in the game's own file.", "")
    yield from _keys_of({"properties": {part: PAPER["properties"][part] for part in PARTS}})


def _players() -> Iterator[str]:
    yield from _mechanics()
    yield from _functions("`opens:` of `betting`", "Who begins.", OPENERS)
    yield from _functions("`by:` of `payments`", "Who pays whom.", PAYMENTS)
    yield from _functions("`turn:` of `turns`", "The phases of a turn, in the order of the map.", PHASES)
    yield from _functions("`first:` of `turns`", "What all do before the first turn.", STAGES)
    yield from _functions("`wins: by:` of `turns`", "Hands that end the hand at once.", WINS)


def _dealer() -> Iterator[str]:
    yield from _do_words()
    yield from _functions("`by:` of `score`", "What is scored, in the order in which it is counted.", SCORERS)


def pages() -> dict[str, str]:
    """Return the text of each page by its file's name."""
    parts = {"index.md": _keys(), "do.md": _dealer(), "play.md": _players(), "facts.md": _facts()}
    return {name: "\n".join(lines).rstrip("\n") + "\n" for name, lines in parts.items()}


__all__ = ["FOLDER", "meanings", "pages", "parameters", "parameters_of", "value"]

if __name__ == "__main__":
    for name, text in pages().items():
        (FOLDER / name).write_text(text, encoding="utf-8")

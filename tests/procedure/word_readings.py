"""The parameters of every `do` and `play` word, as in `word_readings.txt`, a paragraph for each word.

`what!` is required and `n` is optional; after `if` are the conditions for that. Then follow the known properties of values.

    python -m tests.procedure.word_readings     write the file again, after an intended change of a word's parameters
"""

from __future__ import annotations

from pathlib import Path

from dealerkit.mechanics import MECHANICS
from dealerkit.procedure.parameters import Condition, WordParameters, parameters_of
from dealerkit.procedure.planners import DO

FILE = Path(__file__).with_name("word_readings.txt")


def condition(when: Condition) -> str:
    """Return a condition in words: `early`, `not early`, `rest said`, `by = gift`, `anything` if it is unknown."""
    name = when.name or "anything"
    text = {"said": f"{name} said", "true": name, "is": f"{name} = {when.value}"}[when.test]
    return text if when.holds else f"not {text}"


def paragraph(kind: str, name: str, read: WordParameters) -> str:
    """Return a word's parameters."""
    lines = [f"{kind} {name}"]
    for reading in sorted(read.readings, key=lambda reading: (reading.name, not reading.needed, str(reading.when))):
        when = " and ".join(map(condition, reading.when))
        lines.append(f"  {reading.name}{'!' * reading.needed}{f' if {when}' if when else ''}")
    for values in sorted(read.choices, key=lambda values: (values.name, sorted(values.values))):
        when = " and ".join(map(condition, values.when))
        lines.append(f"  {values.name}: {', '.join(sorted(values.values))}{f' if {when}' if when else ''}")
    known = {"a number": read.whole, "numbers": read.wholes, "a table": read.tables}
    lines += [f"  {parameter}: {what}" for what, named in known.items() for parameter in sorted(named)]
    lines += [f"  {parameter}: at least {least}" for parameter, least in sorted(read.least.items())]
    return "\n".join(lines)


def text() -> str:
    """Return the current text of the file."""
    words = [("do", name, word) for name, word in sorted(DO.items())] + [("play", *pair) for pair in sorted(MECHANICS.items())]
    read = [(kind, name, parameters_of(word)) for kind, name, word in words]
    return "\n\n".join(paragraph(*each) for each in read if each[2].readings) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")

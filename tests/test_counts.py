"""A number that can be one stands with its noun as `count_of` says it: no screen says `1 cards` or `1 seats`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from dealerkit.files.screen_text import plural

ROOT = Path(__file__).resolve().parent.parent
NOUNS = (
    *("act", "answer", "bet", "box", "card", "case", "character", "chip", "citation", "column", "copy", "coup", "cut", "deck"),
    *("digit", "dispute", "entry", "exercise", "fault", "file", "finding", "game", "hand", "hint", "hour", "item", "letter"),
    *("level", "line", "mark", "minute", "note", "option", "pack", "page", "part", "player", "point", "pot", "problem"),
    *("question", "record", "round", "rule", "ruling", "seat", "second", "session", "sheet", "shoe", "slip", "stack", "step"),
    *("table", "time", "value", "weight", "word"),
)
AFTER = re.compile(rf" (?:(?:more|own|ordered|critical|major) )?(?:{'|'.join(map(plural, NOUNS))})\b(?! (?:is|has|says)\b)")
SEAM = re.compile(r"""["'](?:\s|#.*\n)+f?["']""")
"""Between two literals that are one text."""
MAY_STAND = re.compile(rf"\}}{AFTER.pattern}")
NEVER_ONE = {
    "words[0]": "a word of a line of bets",
    "side": "a rule set",
    "asked[0]": "a seat",
    "who[1:]": "a seat",
    "act.seat": "a seat",
    "given.seat": "a seat",
    "given.live": "two or more, or nothing is dealt",
    "width": "points of a picture",
    "height": "points of a picture",
    "draws": "a number in words, two or more",
    "counts[-1]": "the highest of several",
    "limits['max']": "the most players that draw for seats",
    "options['few_players']": "a limit of three or four",
    "slots['times']": "quoted as it was typed",
    "len(START)": "the length of a hash",
    "len(at.felt.layout.pack)": "a whole pack",
    "52 * terms.decks": "whole packs",
    "policy.shortest": "eight or more",
    "found.halves": "the size of type",
    "self.bounds.records": "hundreds",
    "size": "cards of a whole hand, five or more",
    "least": "more than the number behind it",
    "most": "a bound of thousands",
    "hand": "a number of cards that no hand is ranked by",
    "given.players": "players among whom a pot is raked",
    "given.dealt_in": "players of a deal of stud",
    "totals.acts.mean": "a mean, with its decimals",
    "mean": "a mean, with its decimals",
    "rounds / shoes": "a mean, with its decimals",
    "cards": "a mean, with its decimals",
    "(hands_now - hands) / passed": "a rate",
}
"""Values that stand before a noun, or before a verb like it, and are never one."""
ROOM_OF_NUMBERS = "arithmetic"
"""It imports nothing of ours, and names numbers that are too many for a pack."""


def unsafe(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Values that stand before a noun in the plural, with their lines; none where the code asks first whether it is one.

    A name in capitals is a bound, a call makes a text of the number itself, and `(3 times)` is said from two on.
    """
    asked = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.IfExp) and re.search("== 1$|> 1$", ast.unparse(node.test))
        for part in ast.walk(node)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.JoinedStr) or id(node) in asked:
            continue
        before = [None, *node.values]
        for first, value, after in zip(before, node.values, node.values[1:], strict=False):
            if not (
                isinstance(value, ast.FormattedValue) and isinstance(after, ast.Constant) and AFTER.match(repr(after.value)[1:])
            ):
                continue
            in_brackets = first is not None and ast.unparse(first).endswith("('") and repr(after.value).startswith("' times)")
            number = value.value
            is_text = isinstance(number, ast.Call) and ast.unparse(number.func) != "len"
            if not (in_brackets or is_text or ast.unparse(number).strip("_").isupper() or ast.unparse(number) in NEVER_ONE):
                yield node.lineno, f"{ast.unparse(number)}{after.value!s}"


def may_be_unsafe(code: str) -> bool:
    """Whether a module has a value before such a noun; most have none, and need not be parsed."""
    return MAY_STAND.search(SEAM.sub("", code)) is not None


def test_no_number_stands_before_a_noun_in_the_plural() -> None:
    """`count_of(number, "card")` says both."""
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in sorted((ROOT / "dealerkit").rglob("*.py"))
        if ROOM_OF_NUMBERS not in path.parts and may_be_unsafe(code := path.read_text(encoding="utf-8"))
        for line, text in unsafe(ast.parse(code))
    ]
    assert not wrong, "\n".join(wrong)


def test_every_way_is_looked_at() -> None:
    """A variable, a length, a word between; not a text, a bound, a name, or what is said from two on."""
    code = """
f"{count} cards", f"{len(deck)} more cards", f"of {many} boxes"
f"{thousands(count)} cards", f"{MOST} cards", f"{name} seats is", f"({count} times)", f"seat {seat} acts"
f"{count} cards" if count > 1 else "a card"
"""
    assert [text for _, text in unsafe(ast.parse(code))] == [
        "count cards",
        "len(deck) more cards",
        "many boxes",
        "seat acts",
    ]
    split = """said = f"{count} more"  # three of them\n    f" cards"\nf'{len(deck)}' ' boxes'"""
    for line in (*code.split(", ")[:3], *split.splitlines()[2:], split.rpartition("\nf")[0]):
        assert may_be_unsafe(line), line
    assert not may_be_unsafe("f'{count} and cards', '3 cards'  # {count}")

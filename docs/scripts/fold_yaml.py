"""Fold the long lines of YAML files, so that they can be read: `python docs/scripts/fold_yaml.py FILE ...`.

A flow map that is too long becomes a block map, a list is broken between its items, a text is folded, and a comment behind such a
line goes above it. What a file says stays the same, to the last sign, and a file that would change otherwise is not written.
"""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from typing import Any

import yaml
from yaml.cyaml import CSafeLoader

from dealerkit.rules.loader import read_yaml

LONGEST = 130
"""The signs a line may have; `dealerkit lint` complains of longer ones."""
WIDTH = 120
"""Where a line is broken that has to be."""
PROSE = 110
"""Where a text or comment is broken."""
COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


class _Untyped(CSafeLoader):
    def resolve(self, *_: object) -> str:
        return ""


class Source:
    """A file that is being folded.

    Attributes:
        lines: Its lines, without their ends.
        edits: First and last line (counted from 0) and what stands there instead, in the order of the file.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.split("\n")
        self.edits: list[tuple[int, int, list[str]]] = []

    def cut(self, node: Any) -> str:
        """Return how a scalar is written."""
        start, end = node.start_mark, node.end_mark
        line: str = self.lines[start.line]
        if start.line == end.line:
            return line[start.column : end.column]
        middle = self.lines[start.line + 1 : end.line]
        return "\n".join([line[start.column :], *middle, self.lines[end.line][: end.column]])

    def folded(self) -> str:
        """Return the file with its long lines folded."""
        root = _Untyped(self.text).get_single_node()
        if root is not None:
            self.block(root)
        lines = list(self.lines)
        for first, last, new in reversed(self.edits):
            lines[first : last + 1] = new
        return "\n".join(_comments(lines, _literal(lines)))

    def block(self, node: Any) -> None:
        """Go through a block map or list and fold what is too long in it."""
        if isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                self.entry(key, value)
        elif isinstance(node, yaml.SequenceNode):
            for item in node.value:
                self.entry(None, item)

    def entry(self, key: Any, value: Any) -> None:
        """Fold a key with its value, or an item of a list."""
        begin = key or value
        first, column = begin.start_mark.line, begin.start_mark.column
        is_block = isinstance(value, yaml.CollectionNode) and not value.flow_style
        if is_block and not (key is not None and len(self.lines[first]) > LONGEST and key.end_mark.line == first):
            self.block(value)
            return
        if isinstance(value, yaml.ScalarNode) and value.style in (">", "|"):
            self.block_scalar(first, value)
            return
        last = value.end_mark.line if not is_block else first
        if is_block and value.start_mark.line == first:
            self.block(value)
            return
        if all(len(line) <= LONGEST for line in self.lines[first : last + 1]):
            if is_block:
                self.block(value)
            return
        head = self.lines[first][:column]
        if head.strip(" -"):
            if is_block:
                self.block(value)
            return  # it stands behind something else; that is folded
        comments = self.comments(first, last, key, value)
        indent = " " * (len(head) - len(head.lstrip(" ")))
        made = [part for comment in comments for part in _wrapped_comment(indent, comment)]
        if is_block:
            code = COMMENT.sub("", self.lines[first]).rstrip() if comments else self.lines[first]
            above = [code] if len(code) <= LONGEST else [*self.text_block(f"{head}? ", key.value, column), " " * column + ":"]
            self.edits.append((first, first, [*made, *above]))
            self.block(value)
            return
        body = self.pair(key, value, column) if key is not None else self.item(value, column)
        body[0] = head + body[0].lstrip(" ")
        self.edits.append((first, last, [*made, *body]))

    def block_scalar(self, first: int, value: Any) -> None:
        """Fold the long lines of a text that stands in a block; a literal one cannot be folded."""
        last = value.end_mark.line - (value.end_mark.column == 0)
        for at in range(first + 1, last + 1):
            line = self.lines[at]
            if value.style == ">" and len(line) > LONGEST:
                indent = " " * (len(line) - len(line.lstrip(" ")))
                self.edits.append((at, at, _wrapped(indent, line.strip())))

    def comments(self, first: int, last: int, *nodes: Any) -> list[str]:
        """Return the comments between and behind scalars, in order."""
        spans: list[tuple[tuple[int, int], tuple[int, int]]] = []

        def scalars(node: Any) -> None:
            if isinstance(node, yaml.ScalarNode):
                spans.append(((node.start_mark.line, node.start_mark.column), (node.end_mark.line, node.end_mark.column)))
            elif isinstance(node, yaml.SequenceNode):
                for item in node.value:
                    scalars(item)
            else:
                for key, item in node.value:
                    scalars(key)
                    scalars(item)

        for node in nodes:
            if node is not None and not (isinstance(node, yaml.CollectionNode) and not node.flow_style):
                scalars(node)
        found = []
        for at in range(first, last + 1):
            line = list(self.lines[at])
            for start, end in spans:
                if start[0] <= at <= end[0]:
                    left = start[1] if start[0] == at else 0
                    right = end[1] if end[0] == at else len(line)
                    line[left:right] = "x" * (right - left)
            hit = COMMENT.search("".join(line))
            if hit:
                found.append(self.lines[at][hit.start() :].strip())
        return found

    def pair(self, key: Any, value: Any, column: int) -> list[str]:
        """Write a key with its value as a block, from a column on."""
        pad = " " * column
        name = self.scalar(key)
        if len(pad) + len(name) + 1 > LONGEST:
            return [*self.text_block(f"{pad}? ", key.value, column), f"{pad}:", *self.below(value, column + 2)]
        inline = self.inline(value)
        if inline is not None and len(pad) + len(name) + 2 + len(inline) <= WIDTH:
            return [f"{pad}{name}: {inline}"]
        if isinstance(value, yaml.ScalarNode):
            return self.text_block(f"{pad}{name}: ", value.value, column, self.scalar(value))
        if isinstance(value, yaml.SequenceNode) and _is_plain_list(value):
            return self.row(f"{pad}{name}: [", value)
        if isinstance(value, yaml.MappingNode) and _is_short_map(value):
            return self.row(f"{pad}{name}: {{", value)
        return [f"{pad}{name}:", *self.below(value, column + 2)]

    def below(self, value: Any, column: int) -> list[str]:
        """Write a value below its key."""
        pad = " " * column
        inline = self.inline(value)
        if isinstance(value, yaml.MappingNode) and value.value:
            return [line for key, inner in value.value for line in self.pair(key, inner, column)]
        if isinstance(value, yaml.SequenceNode) and value.value:
            if _is_plain_list(value):
                return self.row(pad + "[", value)
            return [line for item in value.value for line in self.dash(item, column)]
        return [pad + str(inline)]

    def dash(self, item: Any, column: int) -> list[str]:
        """Write an item of a block list."""
        pad = " " * column
        inline = self.inline(item)
        if inline is not None and column + 2 + len(inline) <= WIDTH:
            return [f"{pad}- {inline}"]
        lines = self.item(item, column + 2)
        return [f"{pad}- {lines[0].lstrip(' ')}", *lines[1:]]

    def item(self, item: Any, column: int) -> list[str]:
        """Write an item of a list without its dash, from a column on."""
        if isinstance(item, yaml.ScalarNode):
            return self.text_block(" " * column, item.value, column - 2, self.scalar(item))
        if isinstance(item, yaml.SequenceNode):
            return self.row(" " * column + "[", item)
        return self.below(item, column)

    def row(self, head: str, value: Any) -> list[str]:
        """Write a list or map in brackets over several lines; breaks that it has already are kept."""
        parts: list[tuple[int, int, str]] = []
        if isinstance(value, yaml.SequenceNode):
            parts += [(item.start_mark.line, item.end_mark.line, str(self.inline(item))) for item in value.value]
        else:
            parts += [(k.start_mark.line, v.end_mark.line, f"{self.scalar(k)}: {self.inline(v)}") for k, v in value.value]
        lines, line, row = [], head, parts[0][0]
        pad = " " * len(head) if len(head) < WIDTH // 2 else " " * (len(head) - len(head.lstrip(" ")) + 2)
        for at, (begin, end, part) in enumerate(parts):
            said = part + ("," if at < len(parts) - 1 else "]" if head.endswith("[") else "}")
            if line not in (head, pad) and (begin != row or len(line) + 1 + len(said) > WIDTH):
                lines.append(line)
                line = pad
            line += said if line in (head, pad) else f" {said}"
            row = end
        return [*lines, line]

    def inline(self, value: Any) -> str | None:
        """Write a value on one line; None if it cannot be."""
        if isinstance(value, yaml.ScalarNode):
            return self.scalar(value)
        if isinstance(value, yaml.SequenceNode):
            return "[" + ", ".join(str(self.inline(item)) for item in value.value) + "]"
        return "{" + ", ".join(f"{self.scalar(key)}: {self.inline(item)}" for key, item in value.value) + "}"

    def scalar(self, node: Any) -> str:
        """Write a scalar as it is written; one over several lines on one."""
        said = self.cut(node)
        if "\n" not in said:
            return _plainly(said) if not node.style else said
        value: str = node.value
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'

    def text_block(self, head: str, text: str, column: int, written: str = "") -> list[str]:
        """Write a long text folded below its key."""
        words = text.split(" ")
        if len(head) + len(written) <= LONGEST and written:
            return [head + written]
        pad = " " * (column + 2)
        if "\n" in text or text != text.strip() or max(map(len, words)) > WIDTH - len(pad):
            if '"' in text or "\\" in text or "\n" in text:
                return [head + written]
            parts = [text[at : at + 80] for at in range(0, len(text), 80)]
            parts = [part if not part.startswith(" ") else "\\" + part for part in parts]
            return [f'{head}"{parts[0]}\\', *(f"{pad}{part}\\" for part in parts[1:-1]), f'{pad}{parts[-1]}"']
        lines, line = [], ""
        for word in words:
            # a fold stands for one space, so that a line neither begins nor ends with another
            if line and len(pad) + len(line) + 1 + len(word) > PROSE and word and not line.endswith(" "):
                lines.append(pad + line)
                line = word
            else:
                line = f"{line} {word}" if line or lines else word
                if len(lines) == 0 and line.startswith(" "):
                    line = line[1:]
        return [f"{head}>-", *lines, pad + line]


def _plainly(said: str) -> str:
    """Quote a plain word that PyYAML's own reader does not take in brackets."""
    return f'"{said}"' if "?" in said else said


def _is_plain_list(value: Any) -> bool:
    return all(isinstance(item, yaml.ScalarNode) and len(item.value) < WIDTH - 30 for item in value.value)


def _is_short_map(value: Any) -> bool:
    pairs = value.value
    return len(pairs) > 8 and all(isinstance(v, yaml.ScalarNode) and len(k.value) + len(v.value) < 24 for k, v in pairs)


def _literal(lines: list[str]) -> set[int]:
    """Return the lines that belong to a text in a block, where a # is no comment."""
    inside: set[int] = set()
    depth = -1
    for at, line in enumerate(lines):
        indent = len(line) - len(line.lstrip(" "))
        if depth >= 0 and (not line.strip() or indent > depth):
            inside.add(at)
            continue
        depth = indent if re.search(r"(^|\s)[>|][+-]?[0-9]?(\s+#.*)?$", line) else -1
    return inside


def _comments(lines: list[str], literal: set[int]) -> list[str]:
    """Fold the comments that stand on lines of their own."""
    made: list[str] = []
    at = 0
    while at < len(lines):
        if at in literal or not lines[at].lstrip().startswith("#"):
            made.append(lines[at])
            at += 1
            continue
        indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
        end = at + 1
        while end < len(lines) and end not in literal and lines[end].startswith(indent + "# ") and len(lines[end - 1]) > 80:
            end += 1
        part = lines[at:end]
        if any(len(line) > LONGEST for line in part):
            said = " ".join(line.strip().lstrip("#").strip() for line in part)
            made += _wrapped_comment(indent, "# " + said)
        else:
            made += part
        at = end
    return made


def _wrapped_comment(indent: str, comment: str) -> list[str]:
    return _wrapped(indent + "# ", comment.lstrip("#").strip())


def _wrapped(indent: str, said: str) -> list[str]:
    whole = textwrap.TextWrapper(
        WIDTH, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return whole.wrap(said)


def same(one: Any, other: Any) -> bool:
    """Whether two documents say the same in the same order and with the same types."""
    if isinstance(one, dict):
        return isinstance(other, dict) and list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return isinstance(other, list) and len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


def fold(path: Path) -> bool:
    """Fold a file's long lines; False if it still has some, or nothing could be done."""
    before = path.read_text("utf-8")
    if all(len(line) <= LONGEST for line in before.split("\n")):
        return True
    after = Source(before).folded()
    if not same(read_yaml((str(path), before)).data, read_yaml((str(path), after)).data):
        print(f"{path}: it would not say the same")
        return False
    path.write_text(after, "utf-8")
    left = [at for at, line in enumerate(after.split("\n"), 1) if len(line) > LONGEST]
    for at in left:
        print(f"{path}:{at}: too long still")
    return not left


if __name__ == "__main__":
    ready = [fold(Path(name)) for name in sys.argv[1:]]
    sys.exit(not all(ready))

"""Strict YAML: every value keeps its file, line and column, and no text is read as another type.

Only `true`, `false`, `null` and decimal whole numbers have a type. Everything else without quotes is text: `0.05`, `8:1`, `no`,
`010`, `1_000` and `2026-11-21` stay as written, and money stays exact. The keys of maps are always text. Anchors, aliases and
tags are refused, and so are repeated keys.
"""

from __future__ import annotations

import contextlib
import gc
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from dealerkit.errors import Problem, RuleFileError
from dealerkit.rules.doc import Doc, Origin, Place, path_text

if TYPE_CHECKING:
    from yaml import SafeLoader as Composer
else:
    try:
        from yaml.cyaml import CSafeLoader as Composer
    except ImportError:  # PyYAML was built without libyaml; its own reader takes about ten times as long
        from yaml import SafeLoader as Composer

__all__ = ["Doc", "Origin", "Place", "read_yaml"]

MAX_BYTES = 4 * 1024 * 1024
MAX_DEPTH = 100
MAX_NODES = 200_000

WORDS: Mapping[str, bool | None] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("null", "Null", "NULL", "~"), None),
}
WHOLE_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
# Where an anchor, an alias or a tag can begin; `_survey` checks each match.
SUSPICIOUS = re.compile(r"(?:^|[\s\[{,:?-])[&*!]\S", re.MULTILINE)


class _Untyped(Composer):
    """YAML's composer without its guesses at types, which take a sixth of the reading time; `_build` types the values itself."""

    def resolve(self, *_: object) -> str:
        """Return the same tag for every node."""
        return ""


def read_yaml(source: str | Path | tuple[str, str], times: int = 1) -> Doc:
    """Return the document in one YAML file.

    Args:
        source: The file's path; or a name to show for it, and its text.
        times: How many times as large as a rule file it may be; more than 1 for files to which a program adds.

    Raises:
        RuleFileError: With every problem of the file. A syntax error of YAML hides the problems after it.
    """
    if isinstance(source, tuple):
        name, text = source
    else:
        name = str(source)
        text = _text_of(Path(source), name, MAX_BYTES * times)
    if not _written(text):
        raise RuleFileError([Problem(name, 0, 0, "", "the file is empty", "write keys and values, such as `set: my-house`")])
    _refuse_tabs(name, text)
    if SUSPICIOUS.search(text) or _may_be_deep(text):
        _survey(name, text, MAX_NODES * times)
    with _no_collecting():
        try:
            root = _Untyped(text).get_single_node()
        except yaml.YAMLError as error:
            raise RuleFileError([_syntax(name, text, error)]) from None
        except RecursionError:
            raise RuleFileError([_too_deep(name)]) from None
        if root is None:
            raise RuleFileError([Problem(name, 0, 0, "", "the file is empty", "write keys and values, such as `set: my-house`")])
        return _build(name, text, root)


@contextlib.contextmanager
def _no_collecting() -> Iterator[None]:
    """Stop the garbage collector while a tree is built, which makes thousands of small objects that all stay in use."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _written(text: str) -> bool:
    """Return whether a text has more than blank lines and comments."""
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.splitlines())


def _text_of(path: Path, name: str, most: int) -> str:
    """Return a file's text.

    Raises:
        RuleFileError: If it cannot be read, or is too large.
    """
    refusal: Problem
    try:
        if path.is_dir():
            refusal = Problem(name, 0, 0, "", "this is a folder", "name a file in the folder")
        elif path.exists() and not path.is_file():
            refusal = Problem(name, 0, 0, "", "this is not an ordinary file")
        elif path.stat().st_size > most:
            refusal = Problem(name, 0, 0, "", f"the file is larger than {most // 2**20} MB", "split the file")
        else:
            return _decoded(path.read_bytes(), name)
    except FileNotFoundError:
        refusal = Problem(name, 0, 0, "", "there is no such file")
    except (OSError, ValueError) as error:
        refusal = Problem(name, 0, 0, "", f"the file cannot be read: {getattr(error, 'strerror', None) or error}")
    raise RuleFileError([refusal])


def _decoded(raw: bytes, name: str) -> str:
    """Return the text in a file's bytes.

    Raises:
        RuleFileError: If the bytes are not UTF-8 text.
    """
    line = column = 0
    message, hint = "the file is not in UTF-8", "save it as UTF-8"
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        message = "the file is in UTF-16"
    elif b"\x00" in raw:
        message, hint = "the file is binary, not text", "a rule file is plain text in UTF-8"
    else:
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = raw.count(b"\n", 0, error.start) + 1
            column = error.start - raw.rfind(b"\n", 0, error.start)
    raise RuleFileError([Problem(name, line, column, "", message, hint)])


def _refuse_tabs(name: str, text: str) -> None:
    """Raise an error for tabs at the start of a line, the commonest slip, in plainer words than libyaml's."""
    if "\t" not in text:
        return
    problems = [
        Problem(
            name,
            number,
            len(line) - len(line.lstrip(" ")) + 1,
            "",
            "this line is indented with a tab, which YAML does not allow",
            "indent with spaces",
        )
        for number, line in enumerate(text.splitlines(), 1)
        if line.lstrip(" ").startswith("\t") and line.strip() and not line.lstrip().startswith("#")
    ]
    if problems:
        raise RuleFileError(problems)


def _may_be_deep(text: str) -> bool:
    """Return whether a document might be nested deeper than is safe to compose, or have too many values.

    Each bracket opens at most one level, and each level of a block takes at least one column of its line.
    """
    longest = max(map(len, text.splitlines()), default=0)
    return text.count("[") + text.count("{") > 600 or len(text) > 400_000 or longest > 400


def _too_deep(name: str, line: int = 0, column: int = 0) -> Problem:
    return Problem(name, line, column, "", f"the lines are indented more than {MAX_DEPTH} levels deep", "use fewer levels")


def _survey(name: str, text: str, most: int) -> None:
    """Check a document before building it: refuse anchors, aliases, tags, deep nesting and too many values."""
    problems: list[Problem] = []
    aliases: set[str | None] = set()
    depth = nodes = 0
    try:
        events: Any = Composer(text)
        while True:
            event = events.get_event()
            if event is None or isinstance(event, yaml.StreamEndEvent):
                break
            if isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if not isinstance(event, yaml.NodeEvent):
                continue
            nodes += 1
            mark = event.start_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            if depth > MAX_DEPTH:
                problems.append(_too_deep(name, line, column))
                break
            if nodes > most:
                problems.append(Problem(name, line, column, "", f"the file has more than {most} values", "split the file"))
                break
            if isinstance(event, yaml.AliasEvent):
                if event.anchor in aliases:
                    continue
                aliases.add(event.anchor)
                problems.append(_of_its_own(name, line, column, "aliases", f"*{event.anchor}"))
                continue
            if event.anchor:
                problems.append(_of_its_own(name, line, column, "anchors", f"&{event.anchor}"))
            if written := getattr(event, "tag", None):
                tag = str(written).replace("tag:yaml.org,2002:", "!!")
                problems.append(_of_its_own(name, line, column, "tags", tag))
    except yaml.YAMLError as error:
        problems.append(_syntax(name, text, error))
    if problems:
        raise RuleFileError(problems)


def _of_its_own(name: str, line: int, column: int, kind: str, text: str) -> Problem:
    """Return the problem of a YAML alias, anchor or tag, with its cure."""
    do = "remove the tag, or put it" if kind == "tags" else f'write the value in full, or put "{text}"'
    return Problem(name, line, column, "", f"YAML {kind} can't be used here: '{text}'", f"{do} in quotes if it is text")


SAYS = (
    (
        "cannot start any token",
        "a value can't begin with this character",
        "put the value in quotes, and indent with spaces",
    ),
    (
        "mapping values are not allowed",
        "there is a colon where YAML does not expect one",
        "put the text in quotes, or correct the indentation above",
    ),
    (
        "did not find expected '-' indicator|a block collection: expected <block end>",
        "expected a dash and an item of the list",
        "check the indentation, and close any open quote",
    ),
    (
        "did not find expected key|expected <block end>",
        "expected a key",
        "check the indentation, and close any open quote",
    ),
    ("could not find expected ':'", "the colon after the key is missing", "write `key: value`, with a space after the colon"),
    ("another document", "a second document starts here", "remove the line `---`"),
    (
        "expected '?<document start>",
        "this line is indented less than the first",
        "start all top-level keys in the same column",
    ),
    ("expected ',' or", "a list or map in brackets is not closed", "add the missing comma, bracket or quote"),
    (
        "did not find expected node content|expected the node content",
        "expected a value",
        "remove the extra comma or colon",
    ),
    ("unexpected end of stream", "a quote is not closed", "close the quote"),
    ("found undefined tag handle", "a tag", "remove the tag, or put it in quotes if it is text"),
    ("(control|special) characters are not allowed", "the file has a control character here", "delete the character"),
)
"""Patterns of messages of libyaml or PyYAML's own reader, with our message and hint for each."""


def _seen(mark: yaml.Mark, text: str) -> tuple[int, int]:
    """Return line and column of a mark, from 1; the end of a text counts as a further line, as in libyaml."""
    return (mark.line + 2, 1) if mark.column and mark.index >= len(text) else (mark.line + 1, mark.column + 1)


def _syntax(name: str, text: str, error: yaml.YAMLError) -> Problem:
    """Return a syntax error of YAML as a problem in plain words."""
    reason = str(getattr(error, "problem", None) or getattr(error, "reason", None) or error).splitlines()[0]
    of, context = getattr(error, "context", None), getattr(error, "context_mark", None)
    mark = getattr(error, "problem_mark", None) or context
    line, column = _seen(mark, text) if mark else (0, 0)
    if isinstance(error, yaml.reader.ReaderError):  # it has an index instead of a mark: libyaml counts bytes, PyYAML characters
        read = error.position if error.encoding == "unicode" else len(text.encode()[: error.position].decode(errors="replace"))
        before = text[:read]
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    for words, message, hint in SAYS:
        if re.search(words, f"{of}: {reason}"):
            began = ""
            if context is not None and (first := _seen(context, text)[0]) != line:
                began = f" (in the list or map that starts at line {first})"
            return Problem(name, line, column, "", message + began, hint)
    return Problem(name, line, column, "", f"this is not valid YAML: {reason}", "check this line and the line above")


def _build(name: str, text: str, root: yaml.Node) -> Doc:
    """Return the document made of composed nodes, which are kept for the positions."""
    wrong: list[tuple[yaml.Node, str, str]] = []
    lines: list[str] = []

    def scalar(node: yaml.ScalarNode) -> object:
        value = node.value
        if node.style:  # a text in quotes or in a block stays text, whatever it looks like
            return value
        if value == "":
            if not _only_comments_follow(node, lines, text):
                wrong.append(
                    (node, "the key has no value", "write a value, or null to remove the value that the file in `extends` has")
                )
            return NOTHING
        if value[0] in "-0123456789":
            return int(value) if WHOLE_NUMBER.fullmatch(value) else value
        return WORDS.get(value, value)

    def build(node: yaml.Node, depth: int) -> object:
        if depth > MAX_DEPTH:
            raise RuleFileError([_too_deep(name, node.start_mark.line + 1, node.start_mark.column + 1)])
        kind = node.__class__
        if isinstance(node, yaml.ScalarNode):
            return scalar(node)
        if kind is yaml.SequenceNode:
            return [build(item, depth + 1) for item in node.value]
        mapping: dict[str, object] = {}
        for key_node, value_node in node.value:
            key = key_node.value
            if key_node.__class__ is not yaml.ScalarNode:
                wrong.append((key_node, "a list or a map can't be a key", "write a word or a number before the colon"))
                continue
            if key == "" and not key_node.style:
                wrong.append((key_node, "a key is missing before the colon", ""))
                continue
            if key in mapping:
                first = next(k for k, _ in node.value if k.value == key).start_mark.line + 1
                wrong.append((key_node, f"the key '{key}' appears twice (the first is on line {first})", "remove one of them"))
                continue
            value = build(value_node, depth + 1)
            if value is not NOTHING:
                mapping[key] = value
        return mapping

    data = build(root, 1)
    if not isinstance(data, dict):
        wrong.append((root, "the file does not begin with a key", "begin with a key and a colon, such as `set: my-house`"))
    if wrong:
        paths = _paths(root)
        raise RuleFileError(
            Problem(name, *_place(node, text), path_text(paths.get(id(node), ())), message, hint) for node, message, hint in wrong
        )
    return Doc(data, _Nodes(name, root))


def _place(node: yaml.Node, text: str) -> tuple[int, int]:
    """Return line and column of a node, from 1; for a node without text, those of the text before it on its line."""
    mark = node.start_mark
    line = "".join(text.splitlines()[mark.line : mark.line + 1])
    before = "" if node.value else line[: mark.column].rstrip()
    return mark.line + 1, (len(before) if before else mark.column) + 1


NOTHING: object = type("Nothing", (), {"__slots__": ()})()
"""Value of a key whose value is commented out; the key is then left out."""


def _paths(root: object) -> dict[int, Place]:
    """Return the place of each node, by the node's id; a key has the place of its value."""
    paths: dict[int, Place] = {}
    todo: list[tuple[object, Place]] = [(root, ())]
    while todo:
        node, place = todo.pop()
        paths[id(node)] = place
        if isinstance(node, yaml.SequenceNode):
            todo += [(item, (*place, index)) for index, item in enumerate(node.value)]
        elif isinstance(node, yaml.MappingNode):
            for key_node, value_node in node.value:
                here = (*place, str(key_node.value)) if isinstance(key_node, yaml.ScalarNode) and key_node.value else place
                paths[id(key_node)] = here
                todo.append((value_node, here))
    return paths


def _only_comments_follow(node: yaml.Node, lines: list[str], text: str) -> bool:
    """Return whether only commented lines follow an empty value, which may be filled in later."""
    if not lines:
        lines += text.splitlines()
    # An empty value's mark lies after its key, or (after comments) at the next part; look back for the key.
    line = min(node.start_mark.line, len(lines) - 1)
    while line >= 0 and ((line == node.start_mark.line and node.start_mark.column == 0) or _blank(lines[line])):
        line -= 1
    for following in lines[line + 1 :]:
        if following.strip():
            return following.lstrip().startswith("#")
    return False


def _blank(line: str) -> bool:
    return not line.strip() or line.lstrip().startswith("#")


class _Nodes:
    """Finder of origins in the composed nodes; it indexes the maps that it passes."""

    __slots__ = ("_file", "_index", "_root")

    def __init__(self, file: str, root: yaml.Node) -> None:
        self._file, self._root = file, root
        self._index: dict[int, dict[str, tuple[yaml.Node, yaml.Node]]] = {}

    def __call__(self, place: Place, *, of_key: bool) -> Origin | None:
        node, key_node = self._root, None
        for step in place:
            if isinstance(node, yaml.MappingNode):
                index = self._index.get(id(node))
                if index is None:
                    index = self._index[id(node)] = {k.value: (k, v) for k, v in node.value}
                pair = index.get(step) if isinstance(step, str) else None
                if pair is None:
                    return None
                key_node, node = pair
            elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and 0 <= step < len(node.value):
                node, key_node = node.value[step], None
            else:
                return None
        mark = (key_node if of_key and key_node is not None else node).start_mark
        return Origin(self._file, mark.line + 1, mark.column + 1)

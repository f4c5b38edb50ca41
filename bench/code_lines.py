"""Size of the code, room by room: lines with code, without blank lines, comments and docstrings.

Prints each room of the package and their sum; with another commit also the lines added and removed since. There is no limit: a
change that makes the code smaller shows its effect with this.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
PACKAGE = "dealerkit"
BLANK = {
    tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER, tokenize.ENCODING,
}  # fmt: skip


def code_lines(source: str) -> int:
    """Return the number of lines with code.

    Args:
        source: A module's text.

    >>> code_lines('"A module."\\n\\nx = 1  # one\\n# two\\ny = (\\n    2,\\n)\\n')
    4
    """
    docstrings = {line for node in ast.walk(ast.parse(source)) for line in _docstring(node)}
    tokens = tokenize.generate_tokens(iter(source.splitlines(keepends=True)).__next__)
    lines = {line for token in tokens if token.type not in BLANK for line in range(token.start[0], token.end[0] + 1)}
    return len(lines - docstrings)


def _docstring(node: ast.AST) -> range:
    """Return the lines of a string literal that is a statement: a docstring, or the description of a name above it."""
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return range(node.lineno, (node.end_lineno or node.lineno) + 1) if is_docstring else range(0)  # type: ignore[attr-defined]


def modules(commit: str) -> Iterator[tuple[str, str]]:
    """Yield name and text of each module of a commit; of the working tree, if the commit is empty."""
    if not commit:
        yield from ((str(path.relative_to(HERE)), path.read_text("utf-8")) for path in (HERE / PACKAGE).rglob("*.py"))
        return
    run = subprocess.run(["git", "archive", commit, PACKAGE], cwd=HERE, check=True, capture_output=True)
    with tarfile.open(fileobj=io.BytesIO(run.stdout)) as files:
        for file in files:
            if file.name.endswith(".py") and (stream := files.extractfile(file)) is not None:
                yield file.name, stream.read().decode()


def by_room(commit: str) -> Counter[str]:
    """Return the code lines of each room: a folder or a module of the package; for jobs and training by subfolder."""
    lines: Counter[str] = Counter()
    for name, source in modules(commit):
        parts = Path(name).with_suffix("").parts[1:]
        deep = 2 if parts[0] in {"jobs", "training"} and len(parts) > 2 else 1
        lines["/".join(parts[:deep])] += code_lines(source)
    return lines


def main(words: list[str]) -> None:
    """Print the lines of each room.

    Args:
        words: Another commit to compare with, `HEAD~1`; none for the size alone.
    """
    now = by_room("")
    before = by_room(words[0]) if words else now
    for room in sorted({*now, *before}):
        print(f"{room:<24}{now[room]:>8,}" + (f"{now[room] - before[room]:>+8,}" if before[room] != now[room] else ""))
    difference = now.total() - before.total()
    print(f"{'all':<24}{now.total():>8,}" + (f"{difference:>+8,}" if words else ""))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Write `docs/rooms.md`: a drawing of the package's rooms and of which room imports which.

Run it from a checkout when a room has come or gone, or imports another for the first time: `python docs/scripts/make_rooms.py`.
"""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGE = ROOT / "dealerkit"
PAGE = ROOT / "docs" / "rooms.md"
ENTRANCES = {"__init__", "__main__"}
"""The package's own front doors, which name what lies behind them."""

HEAD = """# The rooms

Every room of the package, the lowest first; CONTRIBUTING.md says what each is. A dot says that the room of that line imports
the room of that column; `#` is the room itself. Nothing stands to the right of it, since no room imports one further down:
a reader of a room needs at most the rooms above it that its dots name. The page is made by `python docs/scripts/make_rooms.py`,
and a test compares it.

"""


def layers() -> dict[str, int]:
    """Return the number of the line of CONTRIBUTING.md on which each module or folder stands."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    found = re.search(r"imports only from the lines above its own:\n\n```text\n(.*?)```", text, re.DOTALL)
    assert found
    return {name: number for number, line in enumerate(found[1].splitlines()) for name in line.split("  ")[0].split()}


def _modules() -> dict[str, Path]:
    names = {path: path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for path in PACKAGE.rglob("*.py")}
    return {name.removesuffix(".__init__"): path for path, name in names.items()}


MODULES = _modules()
"""Every module of the package, by its full name."""


@functools.cache
def imported(path: Path) -> tuple[str, ...]:
    """Return the modules of ours that a file imports, wherever in it that stands; imports for types alone are imports, too."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "dealerkit":
            names = (f"{node.module}.{alias.name}" for alias in node.names if not alias.name.startswith("_"))
            yield from (name if name in MODULES else str(node.module) for name in names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("dealerkit."))


def rooms() -> list[str]:
    """Return the modules and folders that the package consists of."""
    names = {path.stem for path in PACKAGE.glob("*.py")} | {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    return sorted(names - ENTRANCES - {"_data"})


def files_of(room: str) -> list[Path]:
    """Return the files of a room."""
    return [PACKAGE / f"{room}.py"] if (PACKAGE / f"{room}.py").exists() else sorted((PACKAGE / room).rglob("*.py"))


def rooms_imported(path: Path) -> set[str]:
    """Return the rooms from which a file imports."""
    return {name.split(".")[1] for name in imported(path) if "." in name}


def page() -> str:
    """Return the page."""
    lines = layers()
    order = sorted(rooms(), key=lambda room: lines[room])
    wide = max(map(len, order))
    drawn = [f"{'':{wide + 4}}{' '.join(f'{number:>2}' for number in range(1, len(order) + 1))}"]
    for number, room in enumerate(order, 1):
        seen = set().union(*map(rooms_imported, files_of(room)))
        signs = ("#" if other == room else "." if other in seen else "" for other in order)
        drawn.append(f"{number:>2}  {room:{wide}}{' '.join(f'{sign:>2}' for sign in signs)}".rstrip())
    return f"{HEAD}```text\n" + "\n".join(drawn) + "\n```\n"


__all__ = ["MODULES", "PACKAGE", "PAGE", "ROOT", "files_of", "imported", "layers", "page", "rooms", "rooms_imported"]

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

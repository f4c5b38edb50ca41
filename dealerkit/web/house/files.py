"""Files of houses: created, changed line by line so that comments stay, and checked before they are saved."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import DoubleQuotedScalarString

from dealerkit.errors import DealerkitError, OutputError, Problem, RuleFileError
from dealerkit.files.folders import make_folders
from dealerkit.files.output import write_output
from dealerkit.rules.first_house_file import PLAIN, yaml_value
from dealerkit.rules.lint.files import lint
from dealerkit.rules.options import Value
from dealerkit.rules.schemas.words import NAME
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.web.refusals import Refused

CHANGED = "someone else has changed this house, so nothing was saved; look at it again"
LONGEST_TITLE = 80
LONGEST_NAME = 40
_LONGEST_FILE = 200
"""Most characters of a house's name; a file put there by hand may have a longer one, but no file system allows many more."""


@attrs.frozen
class HouseFile:
    """The file of a house.

    Attributes:
        name: Name of its rule set, which is also the file's name without suffix.
        path: The file's path.
        text: Its content.
    """

    name: str
    path: Path
    text: str

    @property
    def mark(self) -> str:
        """A hash of the file's content."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogateescape")).hexdigest()[:20]

    @property
    def rules(self) -> RuleSet:
        """The rule set in the file.

        Raises:
            RuleFileError: If the file cannot be used.
        """
        return rule_set(self.path)

    @property
    def title(self) -> str:
        """The house's title; its short name if the file cannot be used."""
        try:
            return self.rules.title
        except DealerkitError:
            return self.name


class HouseFiles:
    """The houses of this server: one file each, in one folder.

    Args:
        folder: The folder.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __iter__(self) -> Iterator[HouseFile]:
        for path in sorted(self.folder.glob("*.yaml")):
            if re.fullmatch(NAME["pattern"], path.stem) and path.is_file():
                yield HouseFile(path.stem, path, path.read_text(encoding="utf-8", errors="surrogateescape"))

    def find(self, name: str) -> HouseFile:
        """Return a house's file.

        Raises:
            Refused: If there is no such house.
        """
        path = self.folder / f"{name}.yaml"
        if len(name) > _LONGEST_FILE or not re.fullmatch(NAME["pattern"], name) or not path.is_file():
            raise Refused(404, "unknown house; start one")
        return HouseFile(name, path, path.read_text(encoding="utf-8", errors="surrogateescape"))

    def begin(self, name: str, title: str, base: str) -> HouseFile:
        """Create the file of a new house, which changes nothing at first.

        Args:
            name: Name of its rule set.
            title: The house's title; empty for its name.
            base: The rule set that it extends.

        Raises:
            Refused: If the name is invalid or taken, or there is no such rule set.
            OutputError: If it cannot be written.
        """
        title = " ".join(title.split())[:LONGEST_TITLE] or name.replace("-", " ").capitalize()
        if not re.fullmatch(NAME["pattern"], name) or len(name) > LONGEST_NAME:
            raise Refused(422, "a house's short name has letters, digits, - and _, such as riverside; its title may be anything")
        if name in rule_sets() or (self.folder / f"{name}.yaml").exists():
            raise Refused(422, f"there is a rule set called {name} already; choose another name")
        if base not in rule_sets():
            raise Refused(422, "choose the house's base rules")
        written = yaml_value(title) if PLAIN.fullmatch(title) else quoted(title)
        make_folders(self.folder)
        head = "# The rules of a house: only what differs from the set it builds on."
        text = f"{head}\nset: {name}\nextends: {base}\ntitle: {written}\n"
        return self.keep(HouseFile(name, self.folder / f"{name}.yaml", ""), text)

    def keep(self, house: HouseFile, text: str) -> HouseFile:
        """Replace a house's file as a whole.

        Args:
            house: The house as it was read; a later change by somebody else is not overwritten.
            text: The new content.

        Raises:
            Refused: If somebody else has changed it since.
            OutputError: If it cannot be written.
        """
        now = house.path.read_text(encoding="utf-8", errors="surrogateescape") if house.path.exists() else ""
        if now != house.text:
            raise Refused(409, CHANGED)
        try:
            write_output(house.path, text, force=True)
        except OSError as error:
            raise OutputError(
                str(house.path), f"the file can't be saved: {error.strerror}", "make room, then save again"
            ) from error
        return HouseFile(house.name, house.path, text)


def quoted(text: str) -> str:
    """Return a text in double quotes that YAML reads back unchanged."""
    out = io.StringIO()
    _yaml().dump({"x": DoubleQuotedScalarString(text)}, out)
    return out.getvalue().partition(": ")[2].rstrip("\n")


def _yaml() -> YAML:
    yaml_ = YAML(typ="rt")
    yaml_.preserve_quotes = True
    yaml_.width = 4096
    yaml_.indent(mapping=2, sequence=4, offset=2)
    return yaml_


def with_options(house: HouseFile, game: str, values: Mapping[str, Value | None]) -> str:
    """Return a house's file with changed options of a game; comments and everything else stay.

    Args:
        house: The house.
        game: The game's id.
        values: Value of each option to change; None to remove it, so that the base's value applies.

    Raises:
        RuleFileError: If the file is not YAML.
    """
    yaml = _yaml()
    try:
        doc = yaml.load(house.text)
    except YAMLError as error:
        raise RuleFileError(
            [Problem(str(house.path), 0, 0, "", "the file can't be changed here, because it is not YAML", str(error))]
        ) from error
    if not isinstance(doc, CommentedMap):
        raise RuleFileError([Problem(str(house.path), 0, 0, "", "the file can't be changed here, because it is not a rule set")])
    options = doc.get("options")
    if not isinstance(options, CommentedMap):
        options = doc["options"] = CommentedMap()
    own = options.get(game)
    if not isinstance(own, CommentedMap):
        own = options[game] = CommentedMap()
    for name, value in values.items():
        if value is None:
            own.pop(name, None)
        else:
            own[name] = DoubleQuotedScalarString(value) if isinstance(value, str) and yaml_value(value) != value else value
    if not own:
        del options[game]
    if not options:
        del doc["options"]
    out = io.StringIO()
    yaml.dump(doc, out)
    return out.getvalue()


@attrs.frozen
class Candidate:
    """A house as it would be after a change, before anything is saved.

    Attributes:
        problems: The problems of the file.
        house: Its file, in a temporary folder.
    """

    problems: tuple[Problem, ...]
    house: HouseFile


@contextlib.contextmanager
def tried(house: HouseFile, text: str) -> Iterator[Candidate]:
    """Yield a candidate: the house's new text, checked in a temporary folder with copies of the other houses.

    Args:
        house: The house.
        text: The new content of the file.
    """
    with tempfile.TemporaryDirectory() as folder:
        for other in house.path.parent.glob("*.yaml"):
            if other.is_file() and other != house.path:
                (Path(folder) / other.name).write_bytes(other.read_bytes())
        path = Path(folder) / house.path.name
        path.write_text(text, encoding="utf-8", errors="surrogateescape")
        try:
            problems = tuple(lint([path]))
        except RuleFileError as error:
            problems = error.problems
        except DealerkitError as error:
            problems = (Problem(house.path.name, 0, 0, "", str(error)),)
        shown = tuple(
            attrs.evolve(problem, file=house.path.name) if problem.file == str(path) else problem for problem in problems
        )
        yield Candidate(shown, HouseFile(house.name, path, text))

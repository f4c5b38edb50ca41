"""The completions of a line while it is typed."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from dealerkit.cli.shell.candidates import CANDIDATES, PATHS, Candidate
from dealerkit.cli.shell.tree import FILE, FOLDER, ArgumentRow, CommandRow, TypedOptionRow, tree
from dealerkit.files.printable import printable

ASKED: Final = "_DEALERKIT_COMPLETE"
"""Environment variable with the name of the shell that asks."""
NAMES, FILES, FOLDERS = "names", "files", "folders"
"""First line of an answer: the words that the shell adds itself: none (`names`), its files or its folders."""
_WIDEST: Final = 70


class TypedWords:
    """The command line as typed so far: the command, the option that waits for a value, and the number of arguments.

    Args:
        words: The words before the one being typed, without the program's own name.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.tree = tree()
        self.path = ""
        self.typed: dict[str, list[str]] = {}
        self.arguments = 0
        self.wants: TypedOptionRow | None = None  # the option whose value comes next
        self.values = 0
        self.options_are_over = False
        self.is_lost = False  # an unknown command was typed
        for word in words:
            self._take(word)

    @property
    def command(self) -> CommandRow:
        """The row of the command typed so far."""
        return self.tree[self.path]

    def option(self, name: str) -> TypedOptionRow | None:
        """Return the command's option that has a name such as `--rules`; None if it has none."""
        return next((option_ for option_ in self.command["options"] if name in option_["names"]), None)

    def argument(self) -> ArgumentRow | None:
        """Return the argument that comes next; None if the command takes no more."""
        known = self.command["arguments"]
        if self.arguments < len(known):
            return known[self.arguments]
        return known[-1] if known and known[-1]["many"] else None

    def _take(self, word: str) -> None:
        if self.wants is not None:
            self._keep(self.wants["names"], word)
            self.values -= 1
            if self.values <= 0:
                self.wants = None
        elif word == "--" and not self.options_are_over:
            self.options_are_over = True
        elif word.startswith("-") and len(word) > 1 and not self.options_are_over:
            name, sign, value = word.partition("=")
            option_ = self.option(name)
            if option_ is not None and option_["takes"] and sign:
                self._keep(option_["names"], value)
            elif option_ is not None and option_["takes"]:
                self.wants, self.values = option_, option_["takes"]
            elif option_ is not None:
                self._keep(option_["names"], "")
        elif word in self.command["commands"]:
            self.path = f"{self.path} {word}".strip()
        else:
            self.is_lost = bool(self.command["commands"]) and not self.command["default"]
            self.by_default()
            argument = self.argument()
            if argument is not None:
                self._keep([argument["name"]], word)
            self.arguments += 1

    def by_default(self) -> None:
        """Continue with the default subcommand, if there is one."""
        if self.command["default"]:
            self.path = f"{self.path} {self.command['default']}".strip()

    def _keep(self, names: Sequence[str], value: str) -> None:
        for name in names:
            self.typed.setdefault(name, []).append(value)


def answer(words: Sequence[str]) -> tuple[str, str, list[Candidate]]:
    """Return the possible next words.

    Args:
        words: The words of the line up to the cursor, without the program's own name; the last is still being typed.

    Returns:
        Three things: what the shell is to add by itself (`names` for nothing, or its own `files` or `folders`); the part of
        the last word that all candidates share and leave out; and the candidates.
    """
    place, word = TypedWords(words[:-1]), words[-1] if words else ""
    if place.is_lost:
        return NAMES, "", []
    if place.wants is not None:
        return _of(place.wants, place, "", word)
    if word.startswith("-") and not place.options_are_over:
        name, sign, value = word.partition("=")
        if place.option(name) is None and place.command["default"]:
            place.by_default()
        option_ = place.option(name)
        if sign:
            return _of(option_, place, f"{name}=", value) if option_ is not None and option_["takes"] else (NAMES, "", [])
        return NAMES, "", list(_beginning(word, _options(place)))
    commands = list(_beginning(word, place.command["commands"].items()))
    if commands and not place.command["default"]:
        return NAMES, "", commands
    if place.command["default"]:
        place.by_default()
    argument = place.argument()
    if argument is None:
        return NAMES, "", commands or ([] if place.options_are_over else list(_beginning(word, _options(place))))
    how, lead, found_here = _of(argument, place, "", word)
    return how, lead, [*commands, *found_here]


def _options(place: TypedWords) -> Iterator[Candidate]:
    """Yield the long names of the command's options that were not typed yet, or may be repeated."""
    for option_ in place.command["options"]:
        if option_["many"] or not any(name in place.typed for name in option_["names"]):
            yield max(option_["names"], key=len), option_["said"]


def _of(parameter: TypedOptionRow | ArgumentRow, place: TypedWords, lead: str, value: str) -> tuple[str, str, list[Candidate]]:
    """Return the possible values of an option or an argument.

    Args:
        parameter: The option or argument.
        place: The place in the line.
        lead: The part of the last word before the value.
        value: The value typed so far.
    """
    kind = parameter["kind"]
    candidates: list[Candidate] = list(_beginning(value, ((word, "") for word in parameter["words"])))
    if kind in CANDIDATES:
        with contextlib.suppress(Exception):  # an unusable file offers nothing; the command will report it
            candidates = list(_beginning(value, CANDIDATES[kind](place.typed, value)))
    how = {FILE: FILES, FOLDER: FOLDERS}.get(kind, FILES if kind in PATHS else NAMES)
    return how, lead, candidates


def _beginning(start: str, candidates: Iterable[Candidate]) -> Iterator[Candidate]:
    """Yield the candidates that begin with a text, without characters that would control the screen."""
    for name, help_ in candidates:
        if name.startswith(start) and printable(name) == name and not any(sign in name for sign in "\t\n"):
            yield name, help_


def line_of(shell: str, argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """Return the words of the command line. Bash splits words at `=`, so for it the line is read again as typed.

    Args:
        shell: The name of the shell, as `bash`.
        argv: The words passed by the shell.
        environ: The environment, in which bash passes the line.
    """
    if shell != "bash":
        return list(argv)
    line = environ.get("COMP_LINE", "")
    reader = shlex.shlex(line, posix=True, punctuation_chars=False)
    reader.whitespace_split, reader.commenters = True, ""
    words: list[str] = []
    try:
        words += reader
    except ValueError:  # a quote is open: everything after it is the word
        words.append(reader.token)
        return words[1:]
    return [*words[1:], *([""] if not line or (line[-1].isspace() and not line.endswith("\\ ")) else [])]


def for_bash(lead: str, candidates: Sequence[Candidate], word: str, breaks: str) -> Iterator[str]:
    """Yield candidates for bash, which replaces only the part of a word after the last `=` or `:` at which it splits.

    Args:
        lead: The part of the word that comes before each candidate.
        candidates: The candidates, each with its description.
        word: The word that is being typed.
        breaks: The characters at which bash splits words.
    """
    cut = max((word.rfind(sign) for sign in breaks if sign in "=:"), default=-1) + 1
    for name, _ in candidates:
        yield "".join(f"\\{sign}" if sign in " '\"\\$`&|;()<>*?[]#!{}~" else sign for sign in f"{lead}{name}"[cut:])


def answer_lines(shell: str, argv: Sequence[str], environ: Mapping[str, str]) -> list[str]:
    """Return the answer for a shell, line by line: the kind of words to add, then the candidates.

    Args:
        shell: The name of the shell, as `bash`.
        argv: The words passed by the shell.
        environ: The environment, in which bash passes the line.
    """
    words = line_of(shell, argv, environ)
    how, lead, candidates = answer(words)
    held = " held" if candidates and all(name.endswith("=") for name, _ in candidates) else ""  # a value follows without a space
    if shell == "bash":
        word = words[-1] if words else ""
        return [f"{how}{held}", *for_bash(lead, candidates, word, environ.get("COMP_WORDBREAKS", "=:"))]
    rows = (f"{lead}{name}\t{_short(help_)}" for name, help_ in candidates)
    return [f"{how}{held}", *rows]


def _short(text: str) -> str:
    """Return the description of a candidate, cut to one short line."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= _WIDEST else line[: _WIDEST - 3].rstrip() + "..."


def complete(shell: str) -> None:
    """Print the answer for a shell. On an error nothing is printed, because a line is being typed."""
    with contextlib.suppress(BaseException), open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123
        with contextlib.redirect_stderr(nowhere), contextlib.redirect_stdout(nowhere):
            rows = answer_lines(shell, sys.argv[1:], os.environ)
        sys.stdout.buffer.write("".join(f"{row}\n" for row in rows).encode("utf-8", "surrogateescape"))
        sys.stdout.flush()

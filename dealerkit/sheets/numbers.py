"""Permanent numbers: each rule of a house keeps its first number through additions, withdrawals and renamings.

The numbers are in a file beside the house's own, with a line for each event. Lines are only added, so text that a person has put
into the file stays unchanged, and a withdrawn number is never given again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import attrs

from dealerkit.errors import OutputError, Problem, RuleFileError
from dealerkit.files.output import write_output
from dealerkit.rules.doc import Doc
from dealerkit.rules.entries import Branch
from dealerkit.rules.loader import read_yaml
from dealerkit.rules.schema import check

try:
    import fcntl
except ImportError:  # a system without locks: there, two simultaneous prints are detected at the second write
    fcntl = None  # type: ignore[assignment]

HEAD: Final = """\
# The rule numbers of this house. Each number stays with its rule, and is never used again for another.
# dealerkit only adds lines at the end. Keep this file with the house's own file, and keep copies of it.
numbers:
"""
WHAT: Final = ("given", "changed", "renamed", "withdrawn", "restored")
_KEY: Final = re.compile(r"[^\s/]+(/[^\s/]+)*")
TIMES: Final = 25
"""Greatest size of a numbers file, as a multiple of a rule file's: enough for a dozen changes to every rule of all games."""
_SHOWN: Final = 60
"""Length of the beginning of a rule's text on its line, for people."""


@attrs.frozen
class NumberedItem:
    """A chapter or rule to be printed under a number.

    Attributes:
        key: Its permanent key: `holdem/rule/HR-04`.
        text: Its text, by which a renamed rule is recognised.
        under: The key of the entry above it; empty for a chapter.
    """

    key: str = attrs.field()
    text: str = ""
    under: str = ""

    @key.validator
    def _is_a_key(self, _: object, key: str) -> None:
        if not (_KEY.fullmatch(key) and key.isprintable()):
            msg = f"{key!r} is not a valid rule key; write words without spaces, separated by slashes"
            raise ValueError(msg)


@attrs.frozen
class NumberedRule:
    """A permanent number, and the rule that has it.

    Attributes:
        number: The number, `3.12`.
        key: The current key of its rule, or the last one before withdrawal.
        text: The beginning of its last text.
        hash: The hash of its last text.
        since: The edition with its first occurrence.
        withdrawn: The edition of its withdrawal; empty if unnamed.
        gone: Whether it has been withdrawn.
    """

    number: str
    key: str
    text: str
    hash: str
    since: str = ""
    withdrawn: str = ""
    gone: bool = False


def order(number: str) -> tuple[int, ...]:
    """Return the key for sorting numbers.

    >>> sorted(["1.10", "1.9", "1"], key=order)
    ['1', '1.9', '1.10']
    """
    return tuple(map(int, number.split(".")))


class Numbers:
    """The permanent numbers of a house: those in its file, and those given while printing.

    Args:
        known: The numbers given so far.
        edition: The edition that is printed.
        was: The previous keys of renamed rules, by current key. A renamed key renames all keys below it.
        whole: Whether everything is printed; else nothing is withdrawn, since missing rules may be printed elsewhere.
        foreign: Whether it is printed in a language other than the house's first; then texts do not identify known rules.
        kept: The number of lines in the file so far.
    """

    def __init__(
        self,
        known: Iterable[NumberedRule] = (),
        *,
        edition: str = "",
        was: Mapping[str, str] | None = None,
        whole: bool = True,
        foreign: bool = False,
        kept: int = 0,
    ) -> None:
        self._known = {numbered_rule.number: numbered_rule for numbered_rule in known}
        self._by_key = {numbered.key: numbered.number for numbered in self._known.values()}
        self._most: dict[str, int] = {}
        for number in self._known:
            self._count(number)
        self.edition, self._was, self._whole, self._foreign = edition, dict(was or {}), whole, foreign
        self.kept = kept
        self.happened: list[dict[str, str]] = []
        """Events to be added to the file."""

    def _count(self, number: str) -> None:
        above, _, last = number.rpartition(".")
        self._most[above] = max(self._most.get(above, 0), int(last))

    @property
    def lines(self) -> int:
        """The number of lines that the file has once the new events are written."""
        return self.kept + len(self.happened)

    def number(self, key: str) -> str:
        """Return the number of a rule, after `settle`.

        Args:
            key: The rule's permanent key.

        Raises:
            KeyError: If it has no number.
        """
        numbered = self._by_key[key]
        if self._known[numbered].gone:
            raise KeyError(key)
        return numbered

    @property
    def withdrawn(self) -> tuple[NumberedRule, ...]:
        """The withdrawn rules, in the order of their numbers."""
        return tuple(
            sorted((numbered for numbered in self._known.values() if numbered.gone), key=lambda item: order(item.number))
        )

    @property
    def all(self) -> tuple[NumberedRule, ...]:
        """Every number ever given, in order."""
        return tuple(sorted(self._known.values(), key=lambda item: order(item.number)))

    def settle(self, items: Iterable[NumberedItem]) -> None:
        """Give a number to each entry that has none, and withdraw the numbers of missing entries.

        Args:
            items: The printed entries, each after the entry above it.

        Raises:
            ValueError: If a key appears twice, or below one that is not before it.
        """
        listed = list(items)
        keys = {numbered_item.key for numbered_item in listed}
        if len(keys) < len(listed):
            twice = next(
                numbered_item.key
                for at, numbered_item in enumerate(listed)
                if numbered_item.key in {other.key for other in listed[:at]}
            )
            msg = f"{twice} appears twice"
            raise ValueError(msg)
        self._rename(listed, keys)
        for settled in listed:
            self._settle(settled)
        for known in self.all if self._whole else ():
            if not known.gone and known.key not in keys:
                self._put(attrs.evolve(known, gone=True, withdrawn=self.edition), {"withdrawn": known.number})
        self._foreign = True  # the second settlement is for a second language

    def _rename(self, items: Sequence[NumberedItem], keys: set[str]) -> None:
        """Match entries with previous keys: by the author's list, or by equal text if only one matches."""
        for item in items:
            before = self._before(item.key)
            if before is not None and item.key not in self._by_key and before not in keys:
                self._call(self._by_key[before], item.key)
        if self._foreign:
            return
        new: dict[str, list[NumberedItem]] = {}
        for item in items:
            if item.key not in self._by_key and item.text.strip():
                new.setdefault(_hash(item.text), []).append(item)
        missing: dict[str, list[str]] = {}
        for known in self._known.values():
            if not known.gone and known.key not in keys:
                missing.setdefault(known.hash, []).append(known.number)
        for hash_, those in new.items():
            if len(those) == 1 and len(missing.get(hash_, ())) == 1:
                self._call(missing[hash_][0], those[0].key)

    def _before(self, key: str) -> str | None:
        """Return the known previous key of a key from the author's list."""
        parts = key.split("/")
        for end in range(len(parts), 0, -1):
            number = self._was.get("/".join(parts[:end]))
            if number is not None:
                before = "/".join([number, *parts[end:]])
                if before in self._by_key:
                    return before
        return None

    def _call(self, number: str, key: str) -> None:
        known = self._known[number]
        del self._by_key[known.key]
        self._put(attrs.evolve(known, key=key), {"renamed": number, "to": key})

    def _settle(self, numbered_item: NumberedItem) -> None:
        hash_, shown = _hash(numbered_item.text), _shown(numbered_item.text)
        if numbered_item.key in self._by_key:
            known = self._known[self._by_key[numbered_item.key]]
            if known.gone:
                known = attrs.evolve(known, gone=False, withdrawn="")
                self._put(known, {"restored": known.number})
            if known.hash != hash_ and not self._foreign:
                known = attrs.evolve(known, hash=hash_, text=shown)
                self._put(known, {"changed": known.number, "hash": hash_, "text": shown})
            return
        if numbered_item.under and (
            numbered_item.under not in self._by_key or self._known[self._by_key[numbered_item.under]].gone
        ):
            msg = f"{numbered_item.key} is under {numbered_item.under}, which must come before it"
            raise ValueError(msg)
        above = self._by_key[numbered_item.under] if numbered_item.under else ""
        number = f"{above}.{self._most.get(above, 0) + 1}".lstrip(".")
        numbered_rule = NumberedRule(number, numbered_item.key, shown, hash_, self.edition)
        self._put(numbered_rule, {"given": number, "to": numbered_item.key, "hash": hash_, "text": shown})

    def _put(self, numbered_rule: NumberedRule, texts: dict[str, str]) -> None:
        self._known[numbered_rule.number] = numbered_rule
        self._by_key[numbered_rule.key] = numbered_rule.number
        self._count(numbered_rule.number)
        self.happened.append(texts | ({"edition": self.edition} if self.edition else {}))


def _hash(text: str) -> str:
    """Return the hash of a text, regardless of its line breaks."""
    return hashlib.sha256(" ".join(text.split()).encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _shown(text: str) -> str:
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return plain if len(plain) <= _SHOWN else plain[: _SHOWN - 1].rstrip() + "…"


def read_numbers(path: Path, **how: Any) -> Numbers:
    """Read the numbers of a house; without a file it has none yet.

    Args:
        path: The file.
        how: Further arguments of `Numbers`.

    Raises:
        RuleFileError: If it cannot be used: it is incomplete, or has two lines that contradict each other.
    """
    if not path.exists() and not path.is_symlink():
        return Numbers(**how)
    return _numbers_of(read_yaml(path, TIMES), how)


def _numbers_of(doc: Doc, how: Mapping[str, Any]) -> Numbers:
    """Return the numbers after all events.

    Raises:
        RuleFileError: With every impossible event.
    """
    problems = check(doc, "numbers")
    if problems:
        raise RuleFileError(problems)
    known: dict[str, NumberedRule] = {}
    keys: dict[str, str] = {}
    for at, entry in enumerate(doc.data["numbers"]):
        what = next(key for key in WHAT if key in entry)
        wrong = _follow(known, keys, what, entry)
        if wrong:
            hint = "remove the lines that were added by hand, or restore a copy; dealerkit adds lines only at the end"
            problems.append(doc.problem(("numbers", at, what), wrong, hint))
    if problems:
        raise RuleFileError(problems)
    return Numbers(known.values(), kept=len(doc.data["numbers"]), **how)


def _follow(known: dict[str, NumberedRule], keys: dict[str, str], what: str, branch: Branch) -> str:
    """Apply a line's event; return its problem, or an empty text."""
    number, edition = str(branch[what]), str(branch.get("edition", ""))
    if what == "given":
        above = number.rpartition(".")[0]
        if number in known:
            return f"the number {number} was given before, to {known[number].key}"
        if above and above not in known:
            return f"the number {number} is under {above}, which was never given"
        if branch["to"] in keys:
            return f"{branch['to']} has the number {keys[branch['to']]} already"
        known[number] = NumberedRule(number, branch["to"], branch.get("text", ""), branch["hash"], edition)
        keys[branch["to"]] = number
        return ""
    if number not in known:
        return f"the number {number} was never given"
    numbered_rule = known[number]
    if what == "renamed":
        if branch["to"] in keys:
            return f"{branch['to']} has the number {keys[branch['to']]} already"
        del keys[numbered_rule.key]
        keys[branch["to"]] = number
        known[number] = attrs.evolve(numbered_rule, key=branch["to"])
    elif what == "changed":
        known[number] = attrs.evolve(numbered_rule, hash=branch["hash"], text=branch.get("text", numbered_rule.text))
    elif numbered_rule.gone is (what == "withdrawn"):
        return f"{number} is {'withdrawn already' if numbered_rule.gone else 'not withdrawn'}"
    else:
        gone = what == "withdrawn"
        known[number] = attrs.evolve(numbered_rule, gone=gone, withdrawn=edition if gone else "")
    return ""


@contextlib.contextmanager
def kept_numbers(path: Path, **how: object) -> Iterator[Numbers]:
    """Lock the numbers of a house, yield them, and write them back at the end; after an error the file is unchanged.

    Args:
        path: The file.
        how: Further arguments of `Numbers`.

    Raises:
        RuleFileError: If the file cannot be used.
        OutputError: If another process has changed it meanwhile.
        OSError: If it cannot be written; it is then unchanged.
    """
    with _alone(path.parent):
        before = path.read_bytes() if path.exists() else None
        numbers = read_numbers(path, **how)
        yield numbers
        if not numbers.happened:
            return
        after = _added(path, before, numbers.happened)
        if (path.read_bytes() if path.exists() else None) != before:
            hint = "print the paper again, with the new numbers"
            raise OutputError(str(path), "someone else has assigned numbers in the meantime", hint)
        write_output(path, after, force=True)


def _added(path: Path, before: bytes | None, happened: Iterable[Mapping[str, str]]) -> str:
    """Return the text of the file with lines added, checked by reading it.

    Raises:
        RuleFileError: If lines cannot be added where the list ends.
    """
    old = before.decode("utf-8") if before is not None else HEAD
    listed: list[object] = []
    indent = ""
    if before is not None:
        doc = read_yaml(path, TIMES)
        listed = doc.data["numbers"]
        last = old.splitlines()[doc.origin(("numbers", len(listed) - 1)).line - 1] if listed else ""
        indent = last[: len(last) - len(last.lstrip())]
    lines = [f"{indent}- {{{', '.join(f'{key}: {_quoted(value)}' for key, value in change.items())}}}" for change in happened]
    after = old + ("" if old.endswith("\n") else "\n") + "\n".join(lines) + "\n"
    try:
        good = read_yaml((str(path), after), TIMES).data == {"numbers": [*listed, *happened]}
    except RuleFileError:
        good = False
    if not good:
        hint = "write `numbers:`, and below it a line with `- {...}` for each number"
        raise RuleFileError([Problem(str(path), 0, 0, "numbers", "nothing can be added at the end of this file", hint)])
    return after


def _quoted(text: str) -> str:
    """Return a text in quotes for YAML, on one line and without characters that YAML refuses."""
    plain = json.dumps(text, ensure_ascii=False)
    return plain if plain.isprintable() else "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in plain)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Keep other processes from giving numbers in a folder meanwhile; on a system without locks, do nothing."""
    if fcntl is None:
        yield
        return
    try:
        held = os.open(folder, os.O_RDONLY)
    except OSError:
        yield
        return
    try:
        with contextlib.suppress(OSError):  # a disk without locks, such as some network drives
            fcntl.flock(held, fcntl.LOCK_EX)
        yield
    finally:
        os.close(held)


def lint_numbers(path: Path) -> Iterator[Problem]:
    """Yield the problems of a house's file with its rules' permanent numbers."""
    try:
        read_numbers(path)
    except RuleFileError as error:
        yield from error.problems

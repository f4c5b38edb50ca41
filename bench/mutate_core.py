"""Share of changes to the engine's own code that a case or a test detects: one operator, number or condition at a time.

    python bench/mutate_core.py [ROOM]... [--sample N] [--seed S] [--module PART] [--list]

A change is one of these, inside a function of `judge`, `procedure`, `facts`, `arithmetic`, `mechanics`, `table` or `games`:

- a comparison becomes its opposite, or includes or excludes the limit itself; `and` becomes `or`; `+` becomes `-`; `not` is
  left out
- a condition is always true, or never
- a number is increased by one, a truth value inverted
- nothing is returned, unless an empty value was and the function's type is not optional: that has the same effect, and the type
  checker would detect it; or a statement with an effect is left out

Each is tested in a process of its own, forked from one with everything loaded: the changed function replaces the old one there,
and no file is changed. The games' cases that execute the changed line run up to the first failure; the lines of each case are
recorded once. If no case fails, the snapshots of hands (`tests/obedience/snapshots`) are judged, then the daily tests in the
room's own folders run, and then the other tests of obedience, which execute all rooms. A timeout of ten times the usual time,
or an exception, counts as detected too.

Prints for each room the number of detected changes in its sample, by a case or by a test; with `--list` the undetected ones.
`bench/data/mutate_core.yaml` has the undetectable ones, each with the reason; they are not counted. Exit status 1 if a room is
below its goal.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import importlib
import os
import pkgutil
import random
import resource
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

import coverage  # noqa: E402
import pytest  # noqa: E402
import yaml  # noqa: E402

from dealerkit.jobs.cases import RuleCase, read_all  # noqa: E402
from dealerkit.jobs.cases.coverage import Reached  # noqa: E402
from dealerkit.jobs.cases.run import run  # noqa: E402
from dealerkit.rules.data import data_dir  # noqa: E402

GOAL = 90.0  # per cent of a room's sample
BY: Final = {"case": "a case", "test": "a test", "clock": "the clock", "nobody": "nobody"}
"""The detector of a change, and its name in the output."""
LONGEST = 120
"""Seconds of processor time after which a change counts as an endless loop; time used by other processes is not included."""
MEMORY = 6_000_000_000
TESTS: Final[dict[str, tuple[str, ...]]] = {
    "judge": ("tests/judge", "tests/games/test_bot_hands.py"),
    "procedure": ("tests/procedure", "tests/judge/test_matcher_rows.py", "tests/games/test_bot_hands.py"),
    "facts": ("tests/facts", "dealerkit/facts", "tests/judge/test_matcher_rows.py", "tests/games/test_bot_hands.py"),
    "arithmetic": ("tests/arithmetic", "dealerkit/arithmetic", "tests/showdown"),
    "mechanics": ("tests/mechanics", "dealerkit/mechanics"),
    "table": (
        "tests/table",
        "dealerkit/table",
        "tests/cli/test_carried_out.py",
        "tests/procedure/test_mid_game.py",
        "tests/games/test_bot_hands.py",
    ),
    "games": ("tests/games", "tests/facts", "dealerkit/games", "tests/judge/test_matcher_rows.py"),
}
"""The folders and files of the tests for a change in a room that no case has detected."""

THROUGH_ALL: Final = ("tests/obedience/test_snapshots.py", "tests/obedience")
"""Tests that execute all rooms except arithmetic: the first to run, which detect most, and the last."""

KEPT: Final = type(functools.cache(len))
RESULTS_OF: Final = "dealerkit.rules.rankings"
"""A module of another room that caches results of the rooms: rankers, with the values of all hands so far."""
EQUIVALENT: Final = ROOT / "bench" / "data" / "mutate_core.yaml"
OTHER: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}


class Mutant(NamedTuple):
    """A change of one module's source.

    Attributes:
        module: The module, by its path under the package.
        function: Its function, with the enclosing ones.
        line: Its line, from 1.
        number: Its index among the module's changes.
        text: The old and the new code.
    """

    module: str
    function: str
    line: int
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.module}: {self.function}: {self.text}"


class Mutator(ast.NodeTransformer):
    """Lists every possible change of a module, and makes one of them.

    Args:
        chosen: The number of the change to make; -1 for none.
    """

    def __init__(self, chosen: int = -1) -> None:
        self.chosen = chosen
        self.found: list[tuple[str, int, str]] = []
        self.names: list[str] = []
        self.answers: list[bool] = []

    def _offer(self, old: Any, new: ast.AST, text: str = "") -> Any:
        """Count a change, and return the new node if it is the chosen change, else the old one."""
        took = old
        if len(self.found) == self.chosen:
            took = ast.fix_missing_locations(ast.copy_location(new, old))
        before = ast.unparse(old).partition("\n")[0]
        self.found.append((".".join(self.names), old.lineno, text or f"{before}  ->  {ast.unparse(new)}"))
        return took

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        """Visit the body alone, not the decorators and defaults, which are evaluated at import."""
        self.names.append(node.name)
        self.answers.append(node.returns is not None and "None" not in ast.unparse(node.returns))
        node.body = [self.visit(statement) for statement in node.body]
        self.names.pop()
        self.answers.pop()
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> Any:
        """Visit the methods alone."""
        self.names.append(node.name)
        node.body = [self.visit(part) if isinstance(part, ast.FunctionDef) else part for part in node.body]
        self.names.pop()
        return node

    def visit_Module(self, node: ast.Module) -> Any:
        """Visit functions and classes alone: a module's tables are made at import."""
        node.body = [self.visit(part) if isinstance(part, ast.FunctionDef | ast.ClassDef) else part for part in node.body]
        return node

    def visit_Assert(self, node: ast.Assert) -> Any:
        """Keep it unchanged: it narrows a type."""
        return node

    def visit_Raise(self, node: ast.Raise) -> Any:
        """Keep it unchanged: messages are not tested here."""
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        """Visit the value alone."""
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Offer to leave out a statement other than a docstring."""
        if isinstance(node.value, ast.Constant):
            return node
        self.generic_visit(node)
        return self._offer(node, ast.If(ast.Constant(value=False), [node], []), f"{ast.unparse(node)}  is left out")

    def visit_Return(self, node: ast.Return) -> Any:
        """Offer to return nothing."""
        self.generic_visit(node)
        if node.value is None:
            return node
        if isinstance(node.value, ast.Constant) and (node.value.value is None or (self.answers[-1] and not node.value.value)):
            return node
        nothing = ast.Return(ast.IfExp(ast.Constant(value=True), ast.Constant(value=None), node.value))
        return self._offer(node, nothing, f"{ast.unparse(node)}  ->  return None")

    def _condition(self, test: ast.expr) -> ast.expr:
        """Offer to make a condition never true, and always true."""
        text = ast.unparse(test)
        never = ast.BoolOp(ast.And(), [ast.Constant(value=False), test])
        always = ast.BoolOp(ast.Or(), [ast.Constant(value=True), test])
        took: ast.expr = self._offer(test, never, f"if {text}  ->  if False")
        other: ast.expr = self._offer(test, always, f"if {text}  ->  if True")
        return took if took is not test else other

    def visit_If(self, node: ast.If) -> Any:
        """Offer changes of the condition."""
        node.test = self._condition(self.visit(node.test))
        node.body = [self.visit(part) for part in node.body]
        node.orelse = [self.visit(part) for part in node.orelse]
        return node

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        """Offer changes of the condition."""
        self.generic_visit(node)
        node.test = self._condition(node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> Any:
        """Offer changes of the filter."""
        self.generic_visit(node)
        node.ifs = [self._condition(test) for test in node.ifs]
        return node

    def visit_Compare(self, node: ast.Compare) -> Any:
        """Offer changes of the first comparison."""
        self.generic_visit(node)
        new = ast.Compare(node.left, [OTHER[type(node.ops[0])](), *node.ops[1:]], node.comparators)
        return self._offer(node, new)

    def visit_BoolOp(self, node: ast.BoolOp) -> Any:
        """Offer `or` for `and`, `and` for `or`."""
        self.generic_visit(node)
        return self._offer(node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        """Offer minus for plus, plus for minus."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.Add | ast.Sub):
            return node
        return self._offer(node, ast.BinOp(node.left, ast.Sub() if isinstance(node.op, ast.Add) else ast.Add(), node.right))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        """Offer to leave out `not`."""
        self.generic_visit(node)
        return self._offer(node, node.operand) if isinstance(node.op, ast.Not) else node

    def visit_Constant(self, node: ast.Constant) -> Any:
        """Offer another number or truth value."""
        if isinstance(node.value, bool):
            return self._offer(node, ast.Constant(value=not node.value))
        return self._offer(node, ast.Constant(value=node.value + 1)) if isinstance(node.value, int) else node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> Any:
        """Keep text unchanged."""
        return node


def mutants(path: Path) -> list[Mutant]:
    """Return every change of a module."""
    mutator = Mutator()
    mutator.visit(ast.parse(path.read_text(encoding="utf-8")))
    module = path.relative_to(ROOT / "dealerkit").as_posix()
    return [Mutant(module, name, line, number, text) for number, (name, line, text) in enumerate(mutator.found)]


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of every function in a compiled module."""
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield const
            yield from codes(const)


class Live(NamedTuple):
    """The functions of the rooms in this process, under every name.

    Attributes:
        functions: By file, name and first line.
        kept: Caches of functions, which would outlast a change.
    """

    functions: dict[tuple[str, str, int], list[FunctionType]]
    kept: list[Any]

    @classmethod
    def look(cls) -> Live:
        """Find all live functions, including the objects that the garbage collector ignores."""
        gc.unfreeze()
        functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        kept = []
        for held in gc.get_objects():
            if isinstance(held, KEPT):
                module = getattr(held, "__module__", "") or ""
                if module.startswith(RESULTS_OF) or (module.split(".")[1:2] and module.split(".")[1] in TESTS):
                    kept.append(held)
            elif isinstance(held, FunctionType) and held.__code__.co_filename.startswith(str(ROOT / "dealerkit")):
                code = held.__code__
                functions.setdefault((code.co_filename, code.co_qualname, code.co_firstlineno), []).append(held)
        return cls(functions, kept)

    def put_in(self, mutant: Mutant) -> bool:
        """Replace the old functions by the changed ones; return whether there are any.

        Raises:
            ValueError: If one of them closes over other variables than before.
        """
        path = ROOT / "dealerkit" / mutant.module
        tree = ast.parse(path.read_text(encoding="utf-8"))
        changed = compile(Mutator(mutant.number).visit(tree), str(path), "exec")
        there = False
        for code in codes(changed):
            for function in self.functions.get((str(path), code.co_qualname, code.co_firstlineno), ()):
                function.__code__ = code
                there = there or code.co_qualname.replace(".<locals>", "") == mutant.function
        for function in self.kept:
            function.cache_clear()
        return there


def passes(case: RuleCase) -> bool:
    """Return whether a case passes; changed code may raise anything."""
    try:
        return run(case, Reached()).ok
    except Exception:  # noqa: BLE001
        return False


def lines_of(cases: Sequence[RuleCase]) -> dict[tuple[str, int], list[int]]:
    """Run all cases; return by module and line the numbers of those that execute it, the shortest first.

    A case that fails without any change is left out, with a message.
    """
    useless = set()
    watched = coverage.Coverage(
        data_file=None, source=[str(ROOT / "dealerkit" / room) for room in TESTS], config_file=False, messages=False
    )
    watched.start()
    for number, case in enumerate(cases):
        watched.switch_context(str(number))
        if not passes(case):
            useless.add(number)
            print(f"mutate: '{case.name}' fails as it is", file=sys.stderr)
    watched.stop()
    lines: dict[tuple[str, int], list[int]] = {}
    data = watched.get_data()
    for file in data.measured_files():
        module = Path(file).relative_to(ROOT / "dealerkit").as_posix()
        for line, contexts in data.contexts_by_lineno(file).items():
            lines[module, line] = sorted({int(context) for context in contexts if context} - useless)
    return lines


def noticed_by(mutant: Mutant | str, live: Live, cases: Sequence[RuleCase], numbers: Sequence[int]) -> str:
    """Return the detector of a change: `case`, `test`, `clock` (or lack of memory) or `nobody`; `none` if it cannot be made."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read)
            os.write(write, _tried(mutant, live, cases, numbers).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as stream:
        text = stream.read().decode()
    _, status = os.waitpid(child, 0)
    if not text and not os.WIFSIGNALED(
        status
    ):  # neither timeout nor lack of memory: the run itself is broken, and proves nothing
        msg = f"no answer about {mutant}"
        raise RuntimeError(msg)
    return text or "clock"


def _tried(mutant: Mutant | str, live: Live, cases: Sequence[RuleCase], numbers: Sequence[int]) -> str:
    """Try a change in this process; a room's name means the room without a change."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    try:
        if isinstance(mutant, Mutant) and not live.put_in(mutant):
            return "none"
    except ValueError:  # a closure of other variables
        return "none"
    if any(not passes(cases[number]) for number in numbers):
        return "case"
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    room = mutant.module.partition("/")[0] if isinstance(mutant, Mutant) else mutant
    first, last = THROUGH_ALL
    code: int = pytest.ExitCode.OK
    for tests in (TESTS[room],) if room == "arithmetic" else ((first,), (*TESTS[room], last, f"--deselect={first}")):
        with tempfile.TemporaryDirectory() as home:
            code = pytest.main(
                ["-q", "-x", "--assert=plain", "-p", "no:cacheprovider", "-m", "not slow", "--basetemp", f"{home}/tests", *tests]
            )
        if code != pytest.ExitCode.OK:
            break
    if code not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.INTERRUPTED}:
        return "broken"
    return "nobody" if code == pytest.ExitCode.OK else "test"


def load() -> list[RuleCase]:
    """Import the rooms and read the cases, the shortest first."""
    package = importlib.import_module("dealerkit")
    for module in pkgutil.walk_packages(package.__path__, "dealerkit."):
        if module.name.split(".")[1] in TESTS:
            importlib.import_module(module.name)
    cases = read_all([data_dir("procedures")])[1]
    return sorted(cases, key=lambda case: len(case.data.get("acts", ())))


def main(args: Sequence[str]) -> int:
    """Print the counts; return 1 if a room is below its goal."""
    parser = argparse.ArgumentParser(description="Share of changes to the engine's code that a case or a test detects.")
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=f"of {', '.join(TESTS)}; default: all")
    parser.add_argument("--sample", type=int, default=50, help="number of changes per room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", default="", help="only modules with this in their path")
    parser.add_argument("--list", action="store_true", help="list the undetected changes")
    texts = parser.parse_args(args)
    for room in texts.rooms:
        if room not in TESTS:
            parser.error(f"no room called {room!r}: one of {', '.join(TESTS)}")
    os.chdir(ROOT)
    os.environ["DEALERKIT_CACHE"] = "off"
    began = time.perf_counter()
    cases = load()
    through = lines_of(cases)
    live = Live.look()
    gc.freeze()
    equivalent = {entry["change"] for entry in yaml.safe_load(EQUIVALENT.read_text(encoding="utf-8"))["survive"]}
    print(f"mutate: {len(cases)} cases go through {len(through):,} lines, {time.perf_counter() - began:.0f} s", flush=True)
    low = False
    for room in texts.rooms or TESTS:
        paths = sorted((ROOT / "dealerkit" / room).rglob("*.py"))
        if (control := noticed_by(room, live, cases, ())) != "nobody":
            print(f"mutate: the tests of {room} fail as it is ({control}): nothing can be said", file=sys.stderr)
            return 1
        every = [mutant for path in paths if texts.module in path.as_posix() for mutant in mutants(path)]
        sample = random.Random(texts.seed).sample(every, min(texts.sample, len(every)))
        count = dict.fromkeys((*BY, "none", "listed", "broken"), 0)
        for mutant in sample:
            who = (
                "listed"
                if str(mutant) in equivalent
                else noticed_by(mutant, live, cases, through.get((mutant.module, mutant.line), ()))
            )
            count[who] += 1
            if who == "nobody" and texts.list:
                print(f"  dealerkit/{mutant.module}:{mutant.line}: {mutant.function}: {mutant.text}", flush=True)
        if count["broken"]:
            print(f"mutate: {count['broken']} runs of tests broke off in {room}: they are not counted", file=sys.stderr)
        tried = sum(count[who] for who in BY)
        share = 100 * (tried - count["nobody"]) / tried if tried else 100.0
        low = low or share < GOAL
        by = ", ".join(f"{count[who]} by {words}" for who, words in BY.items())
        print(f"{room}: {share:.1f} of 100 noticed: {by}; {count['listed']} listed, of {len(every):,} changes", flush=True)
    print(f"mutate: {time.perf_counter() - began:.0f} s")
    return int(low)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

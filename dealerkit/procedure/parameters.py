"""The parameters that a `do` or `play` word reads, found in the source code of its registered functions.

A parameter is a key looked up in `params`, by the function itself or by a function of this package that it passes `params` to. A
key looked up as `params["side"]` is compulsory, unless that happens under a condition on other parameters; a key looked up with
`get` or `in` is optional. Possible values are known if the value is converted to a number, or looked up in a table of the module.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Literal, TypeGuard

import attrs

from dealerkit.mechanics.registry import Mechanic
from dealerkit.procedure.planners.registry import Do
from dealerkit.rules.registries import is_ours

OF_THE_ENGINE = frozenset({"of"})
"""Parameters that the engine sets and no rule file writes: the remedy of a step, read by planners of remedies."""

OF_EVERY_STEP = frozenset({"rules"})
"""Parameters that every players' step may have."""

Test = Literal["said", "true", "is"]
Thing = Callable[..., object] | type
Spec = Mapping[str, object]


@attrs.frozen
class Condition:
    """A condition on another parameter under which a function reads a parameter.

    Attributes:
        name: Parameter that is tested; empty if unknown.
        test: The test: the parameter is given, is true, or equals `value`.
        value: Value to compare with.
        holds: Whether the test must succeed, or must fail.
    """

    name: str
    test: Test
    value: object = None
    holds: bool = True

    def met(self, spec: Spec) -> bool | None:
        """Return whether a step meets the condition; None if unknown, as when an option gives the value.

        Args:
            spec: Data of the step: parameters and values.
        """
        value = spec.get(self.name)
        if not self.name or (isinstance(value, Mapping) and "option" in value):
            return None
        fits = self.name in spec if self.test == "said" else bool(value) if self.test == "true" else value == self.value
        return fits is self.holds


@attrs.frozen
class ParameterRead:
    """One place in the code where a parameter is read.

    Attributes:
        name: Name of the parameter.
        needed: Whether the function fails there without it.
        when: Conditions under which it is read.
    """

    name: str
    needed: bool
    when: tuple[Condition, ...] = ()


@attrs.frozen
class ValueTable:
    """A table in which a parameter's value is looked up.

    Attributes:
        name: Name of the parameter.
        values: Keys of the table.
        when: Conditions under which the value is looked up.
    """

    name: str
    values: frozenset[str]
    when: tuple[Condition, ...] = ()


@attrs.frozen
class WordParameters:
    """The parameters that one word reads from its steps.

    Attributes:
        readings: Every place where a parameter is read.
        whole: Parameters that are converted to a whole number.
        wholes: Parameters that are lists of whole numbers.
        choices: Every table in which a parameter's value is looked up.
        tables: Parameters that name one of the game's `tables`.
        least: Smallest values of whole-number parameters, by name, unless 0.
    """

    readings: tuple[ParameterRead, ...]
    whole: frozenset[str]
    wholes: frozenset[str]
    choices: tuple[ValueTable, ...]
    tables: frozenset[str]
    least: Mapping[str, int] = attrs.field(factory=dict)

    @property
    def names(self) -> frozenset[str]:
        """Names of all parameters read."""
        return frozenset(reading.name for reading in self.readings)

    def known(self, spec: Spec) -> frozenset[str]:
        """Return the parameters that are read in a step with these values.

        Args:
            spec: Data of the step: parameters and values.
        """
        return frozenset(
            reading.name for reading in self.readings if all(condition.met(spec) is not False for condition in reading.when)
        )

    def missing(self, spec: Spec) -> list[str]:
        """Return the compulsory parameters missing from a step.

        Args:
            spec: Data of the step: parameters and values.
        """
        needed = (
            reading.name for reading in self.readings if reading.needed and all(condition.met(spec) for condition in reading.when)
        )
        return [name for name in dict.fromkeys(needed) if spec.get(name) is None]

    def can_be(self, name: str) -> list[str]:
        """Return the values that a parameter can have; empty if no table lists them."""
        listed = {value for table in self.choices if table.name == name for value in table.values}
        places: tuple[ValueTable | ParameterRead, ...] = (*self.choices, *self.readings)
        tests = [condition for place in places for condition in place.when]
        asked = {str(test.value) for test in tests if test.name == name and test.test == "is"}
        return sorted(listed | asked) if listed else []

    def refused(self, spec: Spec) -> list[str]:
        """Return the parameters of a step whose value is not in their table.

        Args:
            spec: Data of the step: parameters and values.
        """
        looked_up = (table for table in self.choices if all(condition.met(spec) for condition in table.when))
        return [
            table.name
            for table in looked_up
            if isinstance(value := spec.get(table.name), str | int) and str(value) not in table.values
        ]


@functools.cache
def parameters_of(word: Do | Mechanic) -> WordParameters:
    """Return the parameters that a `do` or `play` word of the rule files reads from its steps."""
    if isinstance(word, Do):
        read = parameters(
            word.plan, word.covers, word.attempt, word.amend, word.same, word.either, word.left, without=OF_THE_ENGINE
        )
    else:
        read = parameters(word.run, word.breaks, word.plain, word.result, without=OF_EVERY_STEP)
    return attrs.evolve(read, least=word.least)


def parameters(*things: Thing | None, without: frozenset[str] = frozenset()) -> WordParameters:
    """Return the parameters that functions read.

    Args:
        things: Functions and classes whose source code is read; None is ignored.
        without: Parameters to leave out, since no rule file writes them.
    """
    work = _ParameterSearch()
    for thing in things:
        if thing is not None:
            work.look(thing, ())
    return WordParameters(
        tuple(dict.fromkeys(reading for reading in work.readings if reading.name not in without)),
        frozenset(work.whole),
        frozenset(work.wholes),
        tuple(dict.fromkeys(work.choices)),
        frozenset(work.tables),
    )


def source_of(module: str) -> Path:
    """Return the path of a module's source file; for a compiled module, the `.py` file beside it."""
    file = Path(str(sys.modules[module].__file__))
    return file.with_name(f"{file.name.partition('.')[0]}.py")


@functools.cache
def _module(name: str) -> ast.Module:
    return ast.parse(source_of(name).read_text(encoding="utf-8"))


def texts_in(module: str) -> frozenset[str]:
    """Return every string constant in a module."""
    constants = (node for node in ast.walk(_module(module)) if isinstance(node, ast.Constant))
    return frozenset(node.value for node in constants if isinstance(node.value, str))


def first_line(thing: Thing) -> int:
    """Return the line number, from 1, where a function or class begins, decorators included; 1 for a lambda."""
    node = _definition(thing)
    return min((part.lineno for part in (node, *node.decorator_list)), default=1) if node is not None else 1


def _is_function(thing: object) -> TypeGuard[Thing]:
    """Return whether an object is a function of this package, compiled or not."""
    return inspect.isroutine(thing) and is_ours(str(thing.__module__))


def _definition(thing: Thing) -> ast.FunctionDef | ast.ClassDef | None:
    """Return the syntax tree of a function or class; None for a lambda."""
    body: list[ast.stmt] = _module(thing.__module__).body
    definition = None
    for name in thing.__qualname__.replace(".<locals>", "").split("."):
        definition = next(
            (statement for statement in body if isinstance(statement, ast.FunctionDef | ast.ClassDef) and statement.name == name),
            None,
        )
        if definition is None:
            return None
        body = definition.body
    return definition


def _is_params(node: ast.expr) -> bool:
    return (isinstance(node, ast.Name) and node.id == "params") or (isinstance(node, ast.Attribute) and node.attr == "params")


Lookup = tuple[ast.expr, bool]
"""A key looked up in the parameters, as an expression, and whether it is compulsory."""


def _lookup(node: ast.AST) -> Lookup | None:
    """Return the key that this node looks up in the parameters: `params[KEY]`, `params.get(KEY)`, `KEY in params`;
    None for none.
    """
    if isinstance(node, ast.Subscript) and _is_params(node.value):
        return node.slice, True
    if isinstance(node, ast.Compare) and any(_is_params(operand) for operand in node.comparators):
        return node.left, False
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "get"
        and _is_params(node.func.value)
    ):
        return node.args[0], False
    return None


def _is_int_of(node: ast.expr, item: ast.expr) -> bool:
    """Return whether a node is `int(item)`."""
    is_int = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "int" and len(node.args) == 1
    return is_int and ast.dump(node.args[0]) == ast.dump(ast.Name(getattr(item, "id", ""), ast.Load()))  # type: ignore[attr-defined]


def _text(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


class _ParameterSearch:
    """A search for parameters in functions.

    Attributes:
        readings: Places where a parameter is read.
        whole: Parameters made a whole number.
        wholes: Parameters with a list of whole numbers.
        choices: Tables in which parameters are looked up.
        tables: Parameters that name a table of the game.
        seen: Functions already searched, with the conditions there.
        called: Local names of the present function that stand for parameters.
    """

    def __init__(self) -> None:
        self.readings: list[ParameterRead] = []
        self.whole: set[str] = set()
        self.wholes: set[str] = set()
        self.choices: list[ValueTable] = []
        self.tables: set[str] = set()
        self.seen: set[tuple[object, tuple[Condition, ...]]] = set()
        self.called: dict[str, str] = {}

    def look(self, thing: Thing, when: tuple[Condition, ...]) -> None:
        """Search a function or class for parameters.

        Args:
            thing: The function or class.
            when: Conditions under which it is called.
        """
        if (thing, when) in self.seen:
            return
        self.seen.add((thing, when))
        node = _definition(thing)
        if node is not None:
            outside, self.called = self.called, {}
            self._block(node.body, when, sys.modules[thing.__module__].__dict__)
            self.called = outside

    def _block(self, body: list[ast.stmt], when: tuple[Condition, ...], names: Mapping[str, object]) -> None:
        """Search statements; after an `if` whose body leaves the function, the opposite of its test holds."""
        for statement in body:
            self._node(statement, when, names)
            if isinstance(statement, ast.Assign | ast.AnnAssign):
                self._name(statement)
            if isinstance(statement, ast.If) and isinstance(statement.body[-1], ast.Return | ast.Raise | ast.Continue):
                when += self._conditions(statement.test, names, holds=False)

    def _name(self, statement: ast.Assign | ast.AnnAssign) -> None:
        """Note the local names that an assignment binds to a parameter's value."""
        target = statement.target if isinstance(statement, ast.AnnAssign) else statement.targets[0]
        pairs: list[tuple[ast.expr, ast.expr | None]] = [(target, statement.value)]
        if isinstance(target, ast.Tuple) and isinstance(statement.value, ast.Tuple):
            pairs = list(zip(target.elts, statement.value.elts, strict=False))
        for named, value in pairs:
            if isinstance(named, ast.Name):
                self.called[named.id] = self._read(value) if value is not None else ""

    def _read(self, node: ast.AST) -> str:
        """Return the parameter whose value a node is, such as `str(params["for"])` or a local name for it; empty for none."""
        if isinstance(node, ast.Name):
            return self.called.get(node.id, "")
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "str" and node.args:
            node = node.args[0]
        lookup = _lookup(node)
        return _text(lookup[0]) if lookup is not None and not isinstance(node, ast.Compare) else ""

    def _node(self, node: ast.AST, when: tuple[Condition, ...], names: Mapping[str, object]) -> None:
        if isinstance(node, ast.If | ast.IfExp):
            self._node(node.test, when, names)
            for part, holds in ((node.body, True), (node.orelse, False)):
                then = when + self._conditions(node.test, names, holds=holds)
                self._block(part, then, names) if isinstance(part, list) else self._node(part, then, names)
            return
        if isinstance(node, ast.BoolOp):
            for value in node.values:
                self._node(value, when, names)
                when += self._conditions(value, names, holds=isinstance(node.op, ast.And))
            return
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            self._block(node.body, when, names)
            return
        self._note(node, when, names)
        for inner in ast.iter_child_nodes(node):
            self._node(inner, when, names)

    def _note(self, node: ast.AST, when: tuple[Condition, ...], names: Mapping[str, object]) -> None:
        """Note the parameter that one node reads, and its possible values."""
        lookup = _lookup(node)
        if lookup is not None and (name := _text(lookup[0])):
            self.readings.append(ParameterRead(name, lookup[1], when))
        if isinstance(node, ast.Subscript) and (name := self._read(node.slice)):
            if isinstance(node.value, ast.Name):
                self._one_of(name, names.get(node.value.id), when)
            elif isinstance(node.value, ast.Attribute) and node.value.attr == "tables":
                self.tables.add(name)
        if isinstance(node, ast.ListComp | ast.GeneratorExp) and _is_int_of(node.elt, node.generators[0].target):
            self.wholes.update(filter(None, [self._read(node.generators[0].iter)]))
        if isinstance(node, ast.Call):
            self._call(node, when, names)

    def _call(self, node: ast.Call, when: tuple[Condition, ...], names: Mapping[str, object]) -> None:
        called = node.func
        if isinstance(called, ast.Name) and called.id == "int" and node.args and (name := self._read(node.args[0])):
            self.whole.add(name)
        if (
            isinstance(called, ast.Attribute)
            and called.attr == "index"
            and isinstance(called.value, ast.Name)
            and node.args
            and (name := self._read(node.args[0]))
        ):
            self._one_of(name, names.get(called.value.id), when)
        if not any(_is_params(argument) for argument in node.args):
            return
        if isinstance(called, ast.Subscript) and isinstance(called.value, ast.Name) and (name := self._read(called.slice)):
            table = names.get(called.value.id)
            for word, function in table.items() if isinstance(table, Mapping) else ():
                if _is_function(function):
                    self.look(function, (*when, Condition(name, "is", word)))
        callee = names.get(called.id) if isinstance(called, ast.Name) else None
        if _is_function(callee) or (isinstance(callee, type) and is_ours(callee.__module__)):
            self.look(callee, when)
            needed = _by_name(callee)
            if needed is not None:
                self.readings += [ParameterRead(name, needed, when) for argument in node.args if (name := _text(argument))]

    def _one_of(self, name: str, table: object, when: tuple[Condition, ...]) -> None:
        if isinstance(table, Mapping | tuple | frozenset) and all(isinstance(value, str) for value in table):
            self.choices.append(ValueTable(name, frozenset(table), when))

    def _conditions(self, test: ast.expr, names: Mapping[str, object], *, holds: bool) -> tuple[Condition, ...]:
        """Return the conditions on parameters in a test; empty if it has none."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return self._conditions(test.operand, names, holds=not holds)
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) is holds:
            return tuple(condition for value in test.values for condition in self._conditions(value, names, holds=holds))
        if isinstance(test, ast.Compare) and len(test.ops) == 1:
            (other,) = test.comparators
            if isinstance(test.ops[0], ast.In) and _is_params(other) and (name := _text(test.left)):
                return (Condition(name, "said", holds=holds),)
            if isinstance(test.ops[0], ast.Eq) and isinstance(other, ast.Constant) and (name := self._read(test.left)):
                return (Condition(name, "is", other.value, holds),)
        if name := self._read(test):
            return (Condition(name, "true", holds=holds),)
        return (Condition("", "true"),) if _looks_at_params(test, names) else ()


def _looks_at_params(test: ast.expr, names: Mapping[str, object]) -> bool:
    """Return whether a test depends on parameters, directly or through a function that is passed `params`."""
    for node in ast.walk(test):
        if _lookup(node) is not None:
            return True
        if isinstance(node, ast.Call) and any(_is_params(argument) for argument in node.args):
            callee = names.get(node.func.id) if isinstance(node.func, ast.Name) else None
            if not _is_function(callee) or parameters(callee, without=OF_THE_ENGINE).readings:
                return True
    return False


def _by_name(thing: Thing) -> bool | None:
    """Return whether a function that takes the name of a parameter needs that parameter's value; None for any other function."""
    node = _definition(thing)
    keys = list(_lookups(node)) if node is not None else []
    named = [needed for key, needed in keys if isinstance(key, ast.Name)]
    return any(named) if named else None


def _lookups(node: ast.AST) -> Iterator[Lookup]:
    yield from (lookup for inner in ast.walk(node) if (lookup := _lookup(inner)) is not None)

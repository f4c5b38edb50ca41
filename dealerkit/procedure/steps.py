"""The nodes of a procedure: sections, dealer's steps, players' steps; compiled from the game's YAML.

A node on the agenda is opened once. If an act is expected then, the table waits for it; otherwise the next node is opened. A step
is planned when it opens, never before.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.errors import MissingParameter, Problem, RuleFileError, UnknownName, no_such
from dealerkit.facts import FACTS, Fact, GameData, Situation, fact_named
from dealerkit.facts.situation import BY_OPTION, can_hold
from dealerkit.felt import Act
from dealerkit.mechanics import MECHANICS, Mechanic
from dealerkit.procedure.planners import DO, Do
from dealerkit.rules.code_tables import ANY, KINDS
from dealerkit.rules.doc import Place, path_text
from dealerkit.rules.entries import Branch, names_in
from dealerkit.rules.step_words import do_word

GENERIC = {**dict(zip(KINDS, KINDS, strict=True)), "again": "repeated"}
"""Endings of the generic code `step/<id>-<ending>`, by the kind of fault."""

OTHERWISE = "otherwise"
"""Key, in a table of findings by fact, for the case that no fact holds."""

Codes = str | Mapping[str, object]


def chosen(table: Mapping[str, str], now: Situation) -> str | None:
    """Return the code that a table of facts chooses: that of the first fact that holds, else that of `otherwise`.

    Args:
        table: Codes by fact.
        now: Situation at the table.

    Returns:
        The code; None if no fact holds and there is no `otherwise`.
    """
    fits = (code for name, code in table.items() if name != OTHERWISE and fact_named(name)(now))
    return next(fits, table.get(OTHERWISE))  # not simply the last entry: an overlay adds its facts after the base's `otherwise`


@attrs.frozen(eq=False, kw_only=True)
class Step:
    """The common part of a dealer's step and a players' step.

    Attributes:
        id: The step's name, unique in its game.
        path: Names of the sections around it and its id, joined by dots.
        params: The parameters that its planner or mechanic reads.
        when: Facts that must hold for the step to open.
        cite: Ids of the rules that it carries out.
        say: Sentence that explains the step.
        why: Reason for the step.
        severity: Severity of findings whose code has no entry in the catalogue.
        codes: Codes of findings: by kind of fault, by verb and kind, or by fact.
        over: Codes of the finding when this step is done although an earlier step is still owed, by the id of the earlier one.
        remedy: Whether it is part of a remedy: leaving it out is a finding, but not one that is ruled on again.
    """

    id: str
    path: str
    params: Branch
    when: tuple[Fact, ...] = ()
    cite: tuple[str, ...] = ()
    say: object = None
    why: object = None
    severity: str = "minor"
    codes: Codes = attrs.field(factory=dict)
    over: Mapping[str, str | Mapping[str, str | Mapping[str, str]]] = attrs.field(factory=dict)
    remedy: bool = False

    def holds(self, now: Situation) -> bool:
        """Return whether all conditions of the step hold."""
        for fact in self.when:  # noqa: SIM110 - twice as fast as all()
            if not fact(now):
                return False
        return True

    def code(self, kind: str, now: Situation, act: Act | None = None) -> str:
        """Return the code of the finding for a fault of this kind: from `codes`, or else a general one.

        Args:
            kind: The kind of fault, a key of `GENERIC`, such as `early`.
            now: Situation at the table.
            act: The act at fault; None if an act was left out.
        """
        entry: object = self.codes
        if isinstance(entry, Mapping):
            if act is not None and isinstance(inner := entry.get(act.verb), Mapping | str):
                entry = inner
            if isinstance(entry, Mapping):
                entry = entry.get(kind, entry.get("any"))
            if isinstance(entry, Mapping):
                entry = chosen(entry, now)
        return str(entry) if entry else f"step/{self.id}-{GENERIC[kind]}"

    def over_code(self, missing: Step, act: Act, now: Situation) -> str | None:
        """Return the code of the finding when this step is done although another is owed; it may depend on the missing verb, or
        on a fact.

        Args:
            missing: The step that is owed.
            act: Its missing act.
            now: Situation at the table.

        Returns:
            The code; None if the step's table has none.
        """
        codes = self.over.get(missing.id)
        if not isinstance(codes, Mapping):
            return codes
        for key, code in codes.items():
            if key in {act.verb, ANY, OTHERWISE} or (key in FACTS and FACTS[key](now)):
                return str(chosen(code, now)) if isinstance(code, Mapping) else str(code)
        return None


@attrs.frozen(eq=False, kw_only=True)
class DealerStep(Step):
    """A step of the dealer.

    Attributes:
        do: Planner of the step.
        verbs: Verbs of its acts: those of its word, or the one in the parameter `verb`.
        any_order: Whether the acts of the plan may come in any order.
        optional: Fact that allows leaving it out; None if that is never allowed.
        floating: Whether its acts may also come at other moments, as long as no card is dealt and no player asked before them.
            Missing them altogether is still a slip.
        deadline: Step before which a missing act must be made good; it is not reported until then.
    """

    do: Do
    verbs: frozenset[str]
    any_order: bool = False
    optional: Fact | None = None
    floating: bool = False
    deadline: str = ""

    def plan(self, now: Situation) -> Sequence[Act] | None:
        """Return the acts due, in order; None while they cannot be known, as with unseen cards."""
        for fact in self.when:
            if not fact(now):
                return ()
        return self.do.plan(now, self.params)

    def is_optional(self, now: Situation) -> bool:
        """Return whether the step may be left out in the present situation."""
        return self.optional is not None and bool(self.optional(now))

    def covers(self, act: Act) -> bool:
        """Return whether an act is of a kind that this step can ask for."""
        return act.verb in self.verbs and self.do.covers(self.params, act)

    def is_open_to(self, act: Act, now: Situation) -> bool:
        """Return whether an act is of a kind that this step can ask for, and the step's conditions hold."""
        return act.verb in self.verbs and self.do.covers(self.params, act) and self.holds(now)


@attrs.frozen(eq=False, kw_only=True)
class PlayerStep(Step):
    """A step of the players.

    Attributes:
        mechanic: Mechanic of the step: the generator that asks the players for their moves.
        until: Id of the dealer's step that ends it; empty if the players end it.
        passable: Whether the dealer can move on without waiting for it: bets until the close, an offered cut.
        optional: Whether moving on without it is allowed.
        deadline: Id of the dealer's step before which the players must finish; the dealer may do other steps until then. Empty if
            the dealer waits at once.
    """

    mechanic: Mechanic
    until: str
    passable: bool
    optional: bool
    deadline: str

    @property
    def beside(self) -> str:
        """The dealer's step that the dealer must not reach while players still act; empty if the dealer waits for them
        at once.
        """
        return self.until or self.deadline


@attrs.frozen(eq=False)
class Section:
    """A part of the procedure.

    Attributes:
        id: Name of the section.
        path: Names of the sections around it and its own, joined by dots.
        title: Title of the section.
        nodes: Its steps and sections, in order.
        when: Facts that must hold for it to begin.
        repeat: Fact that lets it begin again; None if it is done once.
        codes: `left-early`: code of the finding when it is left too early.
        part: Whether it repeats within a round, as a player's turn does, so that earlier acts of the round still count.
    """

    id: str
    path: str
    title: object
    nodes: tuple[Node, ...]
    when: tuple[Fact, ...]
    repeat: Fact | None
    codes: Mapping[str, str]
    part: bool = False

    def holds(self, now: Situation) -> bool:
        """Return whether the section's conditions hold."""
        for fact in self.when:  # noqa: SIM110 - twice as fast as all()
            if not fact(now):
                return False
        return True

    def begins(self, now: Situation) -> bool:
        """Return whether the section begins now, for the first time or again."""
        return self.holds(now) and (self.repeat is None or bool(self.repeat(now)))

    def walk(self) -> tuple[Step, ...]:
        """Return every step in the section, in order."""
        return _steps_of(self)

    def sections(self) -> tuple[Section, ...]:
        """Return this section and every section inside it."""
        return _sections_of(self)


Node = Section | DealerStep | PlayerStep


@functools.lru_cache(maxsize=1024)
def _steps_of(section: Section) -> tuple[Step, ...]:
    """Return every step in a section, in order; cached."""
    return tuple(step for node in section.nodes for step in (node.walk() if isinstance(node, Section) else (node,)))


@functools.lru_cache(maxsize=1024)
def _sections_of(section: Section) -> tuple[Section, ...]:
    """Return a section and every section inside it; cached."""
    inner = (part for node in section.nodes if isinstance(node, Section) for part in node.sections())
    return (section, *inner)


_STEP_KEYS = frozenset(
    {"do", "play", "if", "cite", "say", "why", "severity", "codes", "over"}
    | {"passable", "any_order", "optional", "floating", "deadline", "until", "title"}
)


def _never(_: Situation) -> bool:
    """Return False; stands for a condition that the options in force rule out."""
    return False


class Parameters(dict[str, Any]):
    """The parameters of a step; a missing one is reported with step and word.

    Args:
        step: The step's path.
        spec: Data of the step in the rule file.
    """

    def __init__(self, step: str, spec: Mapping[str, object]) -> None:
        super().__init__({key: value for key, value in spec.items() if key not in _STEP_KEYS})
        kind = "play" if "play" in spec else "do"
        self.step, self.word = step, f"{kind}: {spec.get(kind)}"

    def __missing__(self, name: str) -> Any:
        """Raise the error for a missing parameter.

        Raises:
            MissingParameter: Always.
        """
        raise MissingParameter(self.step, self.word, name)


class Compiler:
    """Compiler of the steps in a rule file into sections, dealer's steps and players' steps.

    Args:
        where: Function that returns file, line and column of a path of keys, for messages.
        game: The game in force, whose options decide some conditions for good; None to keep every condition.
    """

    def __init__(self, where: Callable[[Place], tuple[str, int, int]] | None = None, game: GameData | None = None) -> None:
        self.where = where or (lambda _: ("<procedure>", 0, 0))
        self.game = game
        self.problems: list[Problem] = []

    def program(self, steps: Mapping[str, object], root: str = "procedure") -> Section:
        """Compile the whole procedure as one section.

        Args:
            steps: The procedure's entries, as in the game's file.
            root: Key under which they stand in the file.

        Raises:
            RuleFileError: With every problem in it.
        """
        nodes = self._nodes(steps, (root,), ())
        self.finish()
        return Section("", "", None, nodes, (), None, {})

    def finish(self) -> None:
        """Raise the problems noted so far, if there are any.

        Raises:
            RuleFileError: With all of them.
        """
        if self.problems:
            raise RuleFileError(self.problems)

    def _nodes(self, steps: Mapping[str, object], path: tuple[str, ...], names: tuple[str, ...]) -> tuple[Node, ...]:
        return tuple(
            node
            for name, spec in steps.items()
            if isinstance(spec, Mapping) and (node := self._node(name, spec, (*path, name), (*names, name))) is not None
        )

    def _node(self, name: str, spec: Mapping[str, Any], path: tuple[str, ...], names: tuple[str, ...]) -> Node | None:
        dotted = ".".join(names)
        when = self._conditions(spec.get("if"), (*path, "if"))
        if "steps" in spec:
            repeat = self.facts(spec.get("repeat"), (*path, "repeat"))
            nodes = self._nodes(spec["steps"], (*path, "steps"), names)
            return Section(
                name,
                dotted,
                spec.get("title"),
                nodes,
                when,
                repeat[0] if repeat else None,
                dict(spec.get("codes") or {}),
                bool(spec.get("part")),
            )
        common: dict[str, Any] = {
            "id": name,
            "path": dotted,
            "params": Parameters(dotted, spec),
            "when": when,
            "cite": tuple(spec.get("cite") or ()),
            "say": spec.get("say") or spec.get("title"),
            "why": spec.get("why"),
            "severity": spec.get("severity", "minor"),
            "codes": self._codes(spec.get("codes") or {}, (*path, "codes")),
            "over": dict(spec.get("over") or {}),
            "remedy": path[0] == "remedies",
        }
        if "play" in spec:
            mechanic = MECHANICS.get(spec["play"])
            if mechanic is None:
                self.unknown("mechanic", spec["play"], MECHANICS, (*path, "play"))
                return None
            return PlayerStep(
                **common,
                mechanic=mechanic,
                until=(until := spec.get("until", "")),
                passable=bool(until or spec.get("optional") or spec.get("passable") or spec.get("deadline")),
                optional=bool(spec.get("optional")),
                deadline=spec.get("deadline", ""),
            )
        word = do_word(spec, DO)
        do = DO.get(word)
        if do is None:
            self.unknown("'do' word", word, DO, (*path, "do"))
            return None
        optional = spec.get("optional", False)
        always: Fact = lambda _: True  # noqa: E731 - a constant fact
        return DealerStep(
            **common,
            do=do,
            verbs=frozenset({str(spec["verb"])}) if "verb" in spec else do.verbs,
            any_order=bool(spec.get("any_order", False)),
            optional=always if optional is True else next(iter(self.facts(optional, (*path, "optional"))), None),
            floating=bool(spec.get("floating", False)),
            deadline=spec.get("deadline", ""),
        )

    def facts(self, names: object, path: Place) -> tuple[Fact, ...]:
        """Return the facts with these names; unknown names are noted as problems.

        Args:
            names: Name of a fact or a list of names, as written; None for none.
            path: Keys that lead to it in the file.
        """
        known = []
        for name in names_in(names):
            try:
                known.append(fact_named(name))
            except UnknownName:
                self.unknown("fact", name, FACTS, path)
        return tuple(known)

    def _conditions(self, names: object, path: Place) -> tuple[Fact, ...]:
        """Return the facts that must hold for a node. Facts that an option alone decides are replaced by their outcome, so that
        they are not tested at every act.
        """
        facts, game = self.facts(names, path), self.game
        if game is None:
            return facts
        decided = [name if name.removeprefix("not ").strip() in BY_OPTION else "" for name in names_in(names)]
        if not all(can_hold(name, game) for name in decided if name):
            return (_never,)
        return tuple(fact for name, fact in zip(decided, facts, strict=False) if not name)

    def _codes(self, codes: Codes, path: tuple[str, ...]) -> Codes:
        if isinstance(codes, Mapping):
            for key, value in codes.items():
                if isinstance(value, Mapping):
                    self._codes(value, (*path, key))
                elif path[-1] != "codes" and key not in (*KINDS, ANY, OTHERWISE):
                    self.facts(key, (*path, key))
        return codes

    def unknown(self, kind: str, name: str, known: Iterable[str], path: Place) -> None:
        """Note an unknown name as a problem.

        Args:
            kind: Kind of name, such as `fact`.
            name: The name.
            known: Known names; the nearest is suggested.
            path: Keys that lead to it in the file.
        """
        file, line, column = self.where(path)
        self.problems.append(Problem(file, line, column, path_text(path), no_such(kind, name, known)))


def lies_under(path: str, name: str) -> bool:
    """Return whether a step lies in a section, or is the step itself: whether its path equals a name or has it among its parts.
    Always False for the empty path.

    Args:
        path: Path of a step: names joined by dots.
        name: Id of a step or section, or a path.

    >>> lies_under("hand.settle.award", "settle"), lies_under("hand.settle.award", "hand.settle"), lies_under("", "settle")
    (True, True, False)
    """
    return f".{name}." in f".{path}."

"""Rule sets by name (what follows when something goes wrong, in a house or under an authority), and the catalogues that all sets
share.
"""

from __future__ import annotations

import contextlib
import contextvars
import functools
import itertools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import attrs

from dealerkit.errors import Problem, RuleFileError
from dealerkit.files.late_modules import late_imports
from dealerkit.rules import cache, data
from dealerkit.rules.doc import Doc
from dealerkit.rules.files import remembered, stamp, unchanged
from dealerkit.rules.rule_set import RuleSet, find_set, read_catalogues, rule_sets

if TYPE_CHECKING:
    from dealerkit.rules.entries import Text
    from dealerkit.rules.schemas.kinds import Kind

with late_imports():  # not needed for a set that is cached from an earlier run; few sets have own facts
    from dealerkit.rules import own_facts, resolution, schema

T = TypeVar("T")


@attrs.frozen(eq=False)
class Catalogue:
    """The catalogues that all rule sets share, each a document.

    Attributes:
        facts: Under `facts` every fact that a condition can test, under `faults` every fault, each by name.
        sources: Under `sources` every work that is cited, by id.
        findings: Under `findings` every finding, by code.
        remedies: Under `remedies` every remedy, by id.
    """

    facts: Doc
    sources: Doc
    findings: Doc
    remedies: Doc


def catalogue() -> Catalogue:
    """Return the catalogues of facts, sources, findings and remedies.

    Raises:
        RuleFileError: If one of them cannot be used.
    """
    catalogue, of_the_day = _catalogue(), _FACTS_OF_THE_DAY.get()
    facts = _with_own(catalogue.facts if of_the_day is None else of_the_day)
    return catalogue if facts is catalogue.facts else attrs.evolve(catalogue, facts=facts)


def facts_doc() -> Doc:
    """Return only the catalogue of facts and faults, which is all that a ruling needs.

    Raises:
        RuleFileError: If the catalogue cannot be used.
    """
    of_the_day = _FACTS_OF_THE_DAY.get()
    return _with_own(of_the_day if of_the_day is not None else once_a_moment("facts", _facts_as_they_are))


def _with_own(facts: Doc) -> Doc:
    sets = _IN_FORCE.get()
    return own_facts.laid_over(facts, sets) if sets else facts


@contextlib.contextmanager
def facts_under(*sets: RuleSet | None) -> Iterator[None]:
    """Within the `with` block, extend the shared catalogue by the facts and faults that some rule sets define themselves, so that
    rulings, findings, prints and checks can use them.

    Args:
        sets: The rule sets in force, a later one overriding earlier ones; None for a game without one.
    """
    before = _IN_FORCE.get()
    own = tuple(dict.fromkeys(rules for rules in sets if rules is not None and rules.declared))
    if not own or before[-len(own) :] == own:
        yield
        return
    token = _IN_FORCE.set((*(rules for rules in before if rules not in own), *own))
    try:
        yield
    finally:
        _IN_FORCE.reset(token)


P = ParamSpec("P")


def by_its_facts(judge: Callable[Concatenate[RuleSet, P], T]) -> Callable[Concatenate[RuleSet, P], T]:
    """Decorate a function that takes a rule set, so that it runs with the set's own facts and faults; see `facts_under`."""

    @functools.wraps(judge)
    def judged(rules: RuleSet, /, *args: P.args, **more: P.kwargs) -> T:
        with facts_under(rules):
            return judge(rules, *args, **more)

    return judged


def _facts_as_they_are() -> Doc:
    folder = data.data_dir("rulings")
    return remembered(
        f"facts {folder}",
        lambda: ([stamp(folder / "facts.yaml")], _catalogue().facts.data),
        lambda facts: Doc.kept(facts, lambda: _catalogue().facts),
    )


def words_of_rulings(part: str) -> Mapping[str, Text]:
    """Return, by name, the words in which rulings express their outcomes, or the events for which they wait.

    Args:
        part: `outcomes` or `waits`. If the catalogue in use is an older one that lacks that part, the present-day words are
            returned.

    Raises:
        RuleFileError: If the catalogue cannot be used.
    """
    part_entries: Mapping[str, Text] | None = facts_doc().data.get(part)
    if part_entries is None:
        part_entries = _facts_as_they_are().data.get(part, {})
    return part_entries


def families() -> dict[str, str]:
    """Return the titles of the families of games, by name, as they are offered to somebody who asks for a ruling."""
    families: dict[str, str] = facts_doc().data["families"]
    return families


def home_families() -> frozenset[str]:
    """Return the names of the families of home games (played without a casino). A ruling considers them only if the user names
    the family or one of its games.
    """
    return frozenset(facts_doc().data.get("at_home", ()))


_FACTS_OF_THE_DAY: contextvars.ContextVar[Doc | None] = contextvars.ContextVar("_FACTS_OF_THE_DAY", default=None)
_IN_FORCE: contextvars.ContextVar[tuple[RuleSet, ...]] = contextvars.ContextVar("_IN_FORCE", default=())
"""Rule sets in force that have own facts or faults; a later one overrides earlier ones."""


_MOMENT: contextvars.ContextVar[dict[str, Any] | None] = contextvars.ContextVar("_MOMENT", default=None)
"""Results read from files within one `at_one_moment` block, by name; None outside one."""


@contextlib.contextmanager
def at_one_moment() -> Iterator[None]:
    """Within the `with` block, check files for changes only once: the catalogue of facts, which a ruling reads some forty times,
    and the options of dealerkit's games.
    """
    if _MOMENT.get() is not None:
        yield
        return
    token = _MOMENT.set({})
    try:
        yield
    finally:
        _MOMENT.reset(token)


def once_a_moment(name: str, find: Callable[[], T]) -> T:
    """Return a result read from files, computed once within an `at_one_moment` block, and at every call outside one.

    Args:
        name: Name of the result.
        find: Function that computes it.
    """
    moment = _MOMENT.get()
    if moment is None:
        return find()
    if name not in moment:
        moment[name] = find()
    value: T = moment[name]
    return value


@contextlib.contextmanager
def facts_as_they_were(facts: Doc) -> Iterator[None]:
    """Within the `with` block, use the facts and faults of another document instead of the catalogue, so that an old case is
    ruled on with the facts of its time.

    Args:
        facts: The document, with `facts` and `faults`.
    """
    token = _FACTS_OF_THE_DAY.set(facts)
    try:
        yield
    finally:
        _FACTS_OF_THE_DAY.reset(token)


def _catalogue() -> Catalogue:
    names: tuple[Kind, ...] = ("facts", "sources", "findings", "remedies")
    return _checked(names, *read_catalogues(names))


@functools.lru_cache(maxsize=1)  # the catalogue that was read last: it is asked for at every ruling
def _checked(names: tuple[Kind, ...], *docs: Doc) -> Catalogue:
    problems = [problem for name, doc in zip(names, docs, strict=True) for problem in schema.check(doc, name)]
    if problems:
        raise RuleFileError(problems)
    return Catalogue(*docs)


_sets: dict[Path, RuleSet] = {}


def rule_set(selector: str | Path, problems: list[Problem] | None = None) -> RuleSet:
    """Return a rule set, by name or path, laid over all its bases.

    Args:
        selector: Its name, or its path.
        problems: List to which problems of the overlay are added, for lint, which checks the rest too; None to raise them.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If a file of the set cannot be used; with every problem of every file.
    """
    where = find_set(selector).absolute()
    known = _sets.get(where)
    if known is not None and unchanged(known.files):
        return known
    stored = _from_before(selector, where) if problems is None else None
    wrong: list[Problem] = []
    if stored is None:
        stored = resolution.resolve(selector, wrong)
        if problems is not None:
            problems += wrong
        elif wrong:
            raise RuleFileError(wrong)
        if not wrong:
            cache.keep(_kept_name(selector, where), stored.files, _as_data(stored))
    if not wrong:
        _sets[where] = stored
    return stored


def set_title(name: str) -> str:
    """Return the title of a rule set; for a set that does not come with dealerkit, the name as given.

    >>> set_title("tda"), set_title("riverside")
    ('Poker TDA Rules 2024', 'riverside')
    """
    return rule_set(name).title if name in rule_sets() else name


def _kept_name(selector: str | Path, where: Path) -> str:
    return f"set {selector} {where}"


def _as_data(rule_set: RuleSet) -> dict[str, object]:
    """Return a rule set as plain data for the cache."""
    return {
        "name": rule_set.name,
        "title": rule_set.title,
        "chain": list(rule_set.chain),
        "family": rule_set.family,
        "data": rule_set.doc.data,
        "layers": [layer.data for layer in rule_set.layers],
    }


def _from_before(selector: str | Path, where: Path) -> RuleSet | None:
    """Return the rule set from the cache of an earlier run, if its files are unchanged; None otherwise."""
    known = cache.kept_with_files(_kept_name(selector, where))
    if known is None:
        return None
    stored, files = known

    @functools.cache
    def again() -> RuleSet:
        return resolution.resolve(selector, [])

    def layer(at: int, data: object) -> Doc:
        return Doc.kept(data, lambda: again().layers[at])

    return RuleSet(
        name=stored["name"],
        title=stored["title"],
        chain=tuple(stored["chain"]),
        family=stored["family"],
        doc=Doc.kept(stored["data"], lambda: again().doc),
        layers=tuple(itertools.starmap(layer, enumerate(stored["layers"]))),
        files=tuple(files),
    )


__all__ = [
    "Catalogue",
    "RuleSet",
    "at_one_moment",
    "by_its_facts",
    "catalogue",
    "facts_as_they_were",
    "facts_doc",
    "facts_under",
    "find_set",
    "once_a_moment",
    "rule_set",
    "rule_sets",
    "set_title",
]


def default_rules(fault: str, family: str = "") -> str:
    """Return the name of the rule set that decides a fault if the user names none.

    It is a set without a base that rules on the fault, `us` if possible; if there is none, the set with the fewest bases.

    Args:
        fault: The fault, a name of `facts.yaml`.
        family: Family of the games dealt, whose sets take precedence; empty if unknown.
    """
    others = ""
    for root in _roots(fault):
        if family in ("", root.family):
            return root.name
        others = others or root.name
    if others:
        return others
    ruling = [name for name in rule_sets() if fault in rule_set(name).faults]
    return min(ruling, key=lambda name: (len(rule_set(name).chain), name), default="us")


def sets_with(fault: str) -> tuple[str, ...]:
    """Return the names of the rule sets that come with dealerkit and have rulings on a fault, without sample houses' sets.

    Args:
        fault: The fault, a name of `facts.yaml`.
    """
    return tuple(name for name in rule_sets() if find_set(name).is_dir() and fault in rule_set(name).faults)


def families_with(fault: str) -> tuple[str, ...]:
    """Return the families of games for which a rule set without a base has rulings on a fault.

    Args:
        fault: The fault, a name of `facts.yaml`.
    """
    return tuple(dict.fromkeys(root.family for root in _roots(fault) if root.family))


def _roots(fault: str) -> Iterator[RuleSet]:
    """Yield the rule sets without a base that have rulings on a fault, `us` before others."""
    for name in sorted(rule_sets(), key=lambda name: (name != "us", name)):
        place = find_set(name)
        if not _extends(place) and _mentions(place, fault):
            rules = rule_set(name)
            if len(rules.chain) == 1 and fault in rules.faults:
                yield rules


def _extends(place: Path) -> bool:
    """Return whether a rule set has a line that begins with `extends`, without parsing it."""
    head = place / "set.yaml" if place.is_dir() else place
    return b"\nextends:" in head.read_bytes()


def _mentions(place: Path, fault: str) -> bool:
    """Return whether the files of a rule set contain the name of a fault; a set that does not cannot rule on it, and need not be
    read.
    """
    files = place.glob("*.yaml") if place.is_dir() else (place,)
    return any(fault.encode("utf-8", "surrogatepass") in file.read_bytes() for file in files)

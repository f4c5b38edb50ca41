"""Look-up of all named things in the rule files, for `explain` and `search`.

The text of a rule belongs to a game, the rulings on it to the sets, the slips against it to the findings. An `Entry` joins them,
with file and line, and with the differences between a rule set and its base.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import attrs

from dealerkit.catalogue.entries import KINDS, Entry
from dealerkit.catalogue.store import UNSOUGHT, CatalogueStore
from dealerkit.errors import UnknownName
from dealerkit.files.fulltext import excerpts
from dealerkit.files.late_modules import late_imports
from dealerkit.rules.files import today
from dealerkit.rules.sets import facts_under, rule_set

if TYPE_CHECKING:
    from dealerkit.rules.games import Game

with late_imports():  # not needed to explain a single name
    from dealerkit.rules import old_names
    from dealerkit.rulings import complaint, facts
    from dealerkit.rulings import games as ruled_games

DESK = frozenset({"fault", "question"})
"""Kinds of entries that the dispute desk searches."""
_EXCERPT = 100
"""Most characters of an excerpt if no part of the entry fits the search."""


@attrs.frozen
class Hit:
    """An entry that a search found.

    Attributes:
        entry: The entry.
        score: How well it fits; meaningful only in comparison with other hits.
        excerpt: The part of it that fits.
        games: Games that have it, for an option of several games.
    """

    entry: Entry
    score: float
    excerpt: str
    games: tuple[str, ...] = ()


def _selectors(rules: str | Path | Sequence[str | Path] | None) -> tuple[str | Path, ...]:
    """Return rule sets as a tuple of names and paths, whatever form they were given in; empty for all that come with
    dealerkit.
    """
    return () if rules is None else (rules,) if isinstance(rules, str | Path) else tuple(rules)


def entries(rules: str | Path | Sequence[str | Path] | None = None) -> tuple[Entry, ...]:
    """Return an entry for every named thing, as in the given rule sets.

    Args:
        rules: A rule set or several, by name or path; None for all that come with dealerkit.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If a rule file cannot be used.
    """
    return CatalogueStore.of(_selectors(rules)).entries()


def explain(
    name: str,
    rules: str | Path | Sequence[str | Path] | None = None,
    settings: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Entry, ...]:
    """Return the entries with a given name, in any spelling: `BA-37`, `ba37`, `coup/wrong-result`, `tie pays`.

    Args:
        name: The name.
        rules: As in `entries`.
        settings: Values of options by name, as typed. An option is set in every game that has it; `GAME.NAME` sets it in that
            game only.

    Raises:
        UnknownName: If nothing has that name, with the nearest names; or if no game has such an option, or allows that value of
            it.

    >>> [entry.kind for entry in explain("rb 02")]
    ['remedy']
    """
    store = CatalogueStore.of(_selectors(rules), _settings_today(settings))
    entries = store.named(name) or store.named(_today(name))
    if not entries and (composed := _made_of(name, store)):
        return composed
    if not entries:
        raise UnknownName(kind="name", name=name, known=store.ids())
    return tuple(sorted(entries, key=lambda entry: KINDS.index(entry.kind)))


def _settings_today(settings: Mapping[str, str]) -> Mapping[str, str]:
    """Return set options by their present-day names, after checking that some game has each."""
    everywhere = {name: value for name, value in settings.items() if "." not in name}
    if everywhere:
        ruled_games.told_options(everywhere)
    return {today("options", name) if name in everywhere else name: value for name, value in settings.items()}


def _today(name: str) -> str:
    """Return the present-day name for a name of an earlier release, of any kind."""
    return next((now for kind in old_names.KINDS if (now := today(kind, name)) != name), name)


def find(
    sought: str,
    rules: str | Path | Sequence[str | Path] | None = None,
    limit: int | None = 20,
    kinds: Iterable[str] = (),
    game: Game | None = None,
) -> list[Hit]:
    """Return the named things that fit a search, the best first. Case, plurals and typing errors do not matter; an option of
    several games is one hit.

    Faults are found by the search of the dispute desk (`complaint`), in the family of games that the words name; other entries by
    the index of the catalogue. The scores of both lists are relative to their own best, so that the best hits of both come first.

    Args:
        sought: Words to search for.
        rules: As in `entries`.
        limit: Most hits; None for all.
        kinds: Kinds to include; none for all.
        game: Game whose entries to include, together with entries of no game; None for every game.

    >>> find("boxd cards", rules="us")[0].entry.id
    'boxed_card'
    """
    named = _selectors(rules) or ((game.rules.name,) if game is not None and game.rules is not None else ())
    store = CatalogueStore.of(named)
    wanted, of = (frozenset(kinds) or frozenset(KINDS)) - {UNSOUGHT}, game.id if game is not None else ""
    at_desk, rest = store.numbered_ids(wanted & DESK, of), store.numbers(wanted - DESK, of)
    by_fault = {id_: number for number, id_ in at_desk.items()}
    if game is not None:
        here = ruled_games.faults_of(game)
        by_fault = {id_: number for id_, number in by_fault.items() if id_ in here}
    family = complaint.game_told(sought)[0] if by_fault and not named and game is None else ""
    sets, most = [rule_set(name) for name in named], len(by_fault)
    faults = complaint.faults_like(sought, sets, limit=most, game=game, family=family) if by_fault else []
    desk = {by_fault[match.fault.name]: match.score for match in faults if match.fault.name in by_fault}
    with facts_under(*map(rule_set, named)):
        of_the_desk = facts.known_faults()  # a fault that a set rules on but does not describe is known to the catalogue only
    others = rest | {number for number, id_ in at_desk.items() if id_ in by_fault and id_ not in of_the_desk}
    index = {match.number: match.score for match in store.find(sought, others)}
    ranked = sorted([*_by_their_best(desk), *_by_their_best(index)], key=lambda pair: -pair[1])
    exact = [number for number in store.numbers_named(sought) if number in rest or number in at_desk]
    groups = _once([*((number, 1.0) for number in exact), *(pair for pair in ranked if pair[0] not in exact)], store)[:limit]
    hits = [store.numbered(number) for number, _, _ in groups]
    shown = _excerpts(hits, sought)
    return [Hit(entry, round(score, 2), part, games) for entry, (_, score, games), part in zip(hits, groups, shown, strict=True)]


def _by_their_best(scores: Mapping[int, float]) -> list[tuple[int, float]]:
    """Return numbers of entries with their scores as shares of the best, without those near zero."""
    best = max(scores.values(), default=0.0)
    return [(number, score / best) for number, score in scores.items() if score >= _LEAST * best]


_LEAST = 0.2
"""Smallest share of the best score that makes a hit."""


def _once(ranked: Sequence[tuple[int, float]], store: CatalogueStore) -> list[tuple[int, float, tuple[str, ...]]]:
    """Return hits with options of the same name and title merged into the best one; each with the games that have it."""
    groups: dict[object, list[tuple[int, float, str]]] = {}
    for number, score in ranked:
        kind, id_, title, game = store.label(number)
        groups.setdefault((id_, title) if kind == "option" else number, []).append((number, score, game))
    return [(*group[0][:2], tuple(game for _, _, game in group) if len(group) > 1 else ()) for group in groups.values()]


def _made_of(name: str, store: CatalogueStore) -> tuple[Entry, ...]:
    """Return the entry of a composed name: `step/offer-skipped`, `play/NP-17`, `put_back, what: extra`."""
    word, what, _ = name.partition(", what:")
    if what:
        return tuple(entry for entry in store.named(word) if entry.kind == "word")
    family, _, rest = name.strip().partition("/")
    if family == "step":
        for entry in store.beginning("step/"):
            fault = entry.id.removeprefix("step/")
            if entry.kind == "finding" and rest.endswith(f"-{fault}"):
                return (attrs.evolve(entry, id=f"step/{rest}"),)
    if family == "play":
        rule = next((entry for entry in store.named(rest) if entry.kind == "rule"), None)
        generic = next(iter(store.of_kind("finding", "play/illegal")), None)
        if rule and generic:
            return attrs.evolve(generic, id=f"play/{rule.id}", rules=(rule.id,), see=(rule.id,)), rule
    return ()


def _excerpts(hits: Sequence[Entry], sought: str) -> list[str]:
    """Return the part of each entry's text to show: the best fit with the search, or else its beginning."""
    prose = [
        [entry.text] * bool(entry.text) + [f"{case.rules_set}: {case.because}" for case in entry.cases if case.because]
        for entry in hits
    ]
    fitting = excerpts(prose, sought)
    return [
        fits or textwrap.shorten(next(iter(parts), entry.title), _EXCERPT, placeholder=" ...")
        for entry, parts, fits in zip(hits, prose, fitting, strict=True)
    ]

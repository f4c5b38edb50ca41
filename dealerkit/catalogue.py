"""Everything in the rule files that has a name, put together from where it is said: what `explain` and `search` show.

A rule's text stands in a game, its rulings in the sets, the slips against it among the findings. An `Entry` gathers
them, with file and line, and says where one rule set departs from the one it extends.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import attrs

from dealerkit.entries import KINDS, Entry
from dealerkit.errors import UnknownName
from dealerkit.gather import gather
from dealerkit.matching import Index, excerpt, fold, words
from dealerkit.rules.games import Game
from dealerkit.rules.sets import RuleSet, rule_set, rule_sets
from dealerkit.rulings.games import faults_of


@attrs.frozen
class Hit:
    """An entry that a search found.

    Attributes:
        entry: The entry.
        score: How well it fits, only good for comparing.
        excerpt: The part of it that fits.
        games: The games that have it, where it is an option of several.
    """

    entry: Entry
    score: float
    excerpt: str
    games: tuple[str, ...] = ()


def chosen(rules: str | Path | Sequence[str | Path] | None) -> tuple[RuleSet, ...]:
    """Return the rule sets that are meant: the ones named, or all that come with dealerkit, bases first."""
    if rules is None or rules == ():
        return tuple(sorted(map(rule_set, rule_sets()), key=lambda one: (len(one.chain), one.family or "~", one.name)))
    selectors = [rules] if isinstance(rules, str | Path) else rules
    return tuple(map(rule_set, selectors))


def entries(rules: str | Path | Sequence[str | Path] | None = None) -> tuple[Entry, ...]:
    """Return everything that has a name, as it is under some rule sets.

    Args:
        rules: A rule set or several, by name or path; None for all that come with dealerkit.

    Raises:
        UnknownName: If there is no such set.
        RuleFileError: If a rule file cannot be used.
    """
    return gather(chosen(rules))


def explain(name: str, rules: str | Path | Sequence[str | Path] | None = None) -> tuple[Entry, ...]:
    """Return the entries of one name, however it is written: `BA-37`, `ba37`, `coup/wrong-result`, `tie pays`.

    Raises:
        UnknownName: If nothing is called that; with the nearest names.

    >>> [entry.kind for entry in explain("rb 02")]
    ['remedy']
    """
    known = entries(rules)
    wanted = _key(name)
    found = [entry for entry in known if wanted in {_key(entry.id), _key(f"{entry.game}.{entry.id}")}]
    if not found and (made := _made_of(name, known)):
        return tuple(made)
    if not found:
        kind = "rule, finding, remedy, fault, question, fact, option, game or rule set"
        raise UnknownName(kind, name, {entry.id for entry in known})
    return tuple(sorted(found, key=lambda entry: KINDS.index(entry.kind)))


def find(
    sought: str,
    rules: str | Path | Sequence[str | Path] | None = None,
    limit: int | None = 20,
    kinds: Iterable[str] = (),
    game: Game | None = None,
) -> list[Hit]:
    """Search everything that has a name; forgives case, plurals and slips of the finger. An option that several games have is
    found once.

    Args:
        sought: Words.
        rules: As `entries`.
        limit: The most to return; None for all.
        kinds: Only these kinds; none for all.
        game: Only what is of this game, or of all.

    >>> find("boxd cards", rules="us")[0].entry.id
    'boxed_card'
    """
    wanted = set(kinds)
    faults = faults_of(game) if game is not None else {}
    known = [
        entry
        for entry in entries(rules or (game.rules.name if game is not None and game.rules is not None else None))
        if (not wanted or entry.kind in wanted)
        and (game is None or (entry.id in faults if entry.kind in ("fault", "question") else entry.game in ("", game.id)))
    ]
    index = Index([_fields(entry) for entry in known])
    exact = _key(sought)
    found = [(match.score, known[match.number], match.words) for match in index.find(sought)]
    named = [entry for entry in known if _key(entry.id) == exact]
    top = max((score for score, _, _ in found), default=0.0) + 1
    stems = frozenset(words(sought))
    ranked = [(top, entry, stems) for entry in named] + [one for one in found if one[1] not in named]
    return [
        Hit(entry, round(score, 2), excerpt(_prose(entry, seen), seen), games)
        for (score, entry, seen), games in _once(ranked)[:limit]
    ]


_Ranked = tuple[float, Entry, frozenset[str]]


def _once(ranked: Sequence[_Ranked]) -> list[tuple[_Ranked, tuple[str, ...]]]:
    """Put the options of one name and title together, where the best of them stands; each with the games that have it."""
    groups: dict[object, list[_Ranked]] = {}
    for one in ranked:
        entry = one[1]
        groups.setdefault((entry.id, entry.title) if entry.kind == "option" else id(one), []).append(one)
    return [(group[0], tuple(one[1].game for one in group) if len(group) > 1 else ()) for group in groups.values()]


def _key(name: str) -> str:
    return "".join(sign for sign in fold(name) if sign.isalnum())


def _made_of(name: str, known: Sequence[Entry]) -> list[Entry]:
    """Explain a code that is made of a step or rule and a fault: `step/offer-skipped`, `play/NP-17`."""
    family, _, rest = name.strip().partition("/")
    if family == "step":
        for entry in known:
            fault = entry.id.removeprefix("step/")
            if entry.kind == "finding" and entry.id.startswith("step/") and rest.endswith(f"-{fault}"):
                return [attrs.evolve(entry, id=f"step/{rest}")]
    if family == "play":
        rule = next((entry for entry in known if entry.kind == "rule" and _key(entry.id) == _key(rest)), None)
        generic = next((entry for entry in known if entry.id == "play/illegal"), None)
        if rule and generic:
            return [attrs.evolve(generic, id=f"play/{rule.id}", rules=(rule.id,), see=(rule.id,)), rule]
    return []


def _fields(entry: Entry) -> list[tuple[float, str]]:
    return [
        (4.0, entry.id),
        (4.0, entry.title),
        (4.0, " ".join(entry.also)),
        (2.0, entry.text),
        (1.0, " ".join((entry.kind, entry.game, entry.cite, *entry.rules, *entry.see))),
        *(
            (1.0, f"{case.rules_set} {case.fault} {case.when} {case.because} {case.cite} {' '.join(case.rules)}")
            for case in entry.cases
        ),
        *((1.0, f"{one.rules_set} {one.path}") for one in entry.departures),
    ]


def _prose(entry: Entry, seen: frozenset[str]) -> str:
    """Return the part of an entry's prose to show: its text, or the case that fits better."""
    parts = [entry.text, *(f"{case.rules_set}: {case.because}" for case in entry.cases)]
    return max((part for part in parts if part), key=lambda part: len(seen & set(words(part))), default=entry.title)

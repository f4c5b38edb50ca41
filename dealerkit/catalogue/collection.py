"""Collection of the catalogue's entries from games, rule sets and the shared lists."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypedDict, TypeVar

from dealerkit.catalogue.departures import departures_in_words
from dealerkit.catalogue.entries import Departure, Entry, RuledCase
from dealerkit.catalogue.step_words import step_words
from dealerkit.errors import DealerkitError, UnknownName
from dealerkit.rules.differences import leaves
from dealerkit.rules.doc import Origin, Place, value_at
from dealerkit.rules.entries import ChapterEntry, FaultEntry
from dealerkit.rules.game_paper import game_of
from dealerkit.rules.games import Game, game, games
from dealerkit.rules.option_lines import RuleText, rule_lines, rule_texts
from dealerkit.rules.readings import places_of, reading, source_of_rule
from dealerkit.rules.sets import RuleSet, catalogue
from dealerkit.rules.texts import shown, text, without
from dealerkit.rulings.conditions import Value, holds
from dealerkit.rulings.conditions import words as condition
from dealerkit.rulings.decision import citation, titled_steps
from dealerkit.rulings.decision_lists import facts_told, meanings_in_force, plainly
from dealerkit.rulings.differences.authority import base_of
from dealerkit.rulings.facts import Fact, fact_of, known_facts, known_faults
from dealerkit.rulings.games import game_facts
from dealerkit.rulings.house_sentences import sentence_in_force
from dealerkit.rulings.outcome_words import OUTCOMES
from dealerkit.rulings.penalties import ladder_words


def gather(sets: Sequence[RuleSet], settings: Mapping[str, str] = MappingProxyType({})) -> tuple[Entry, ...]:
    """Return the catalogue's entries of all games, of the lists that games share, and of some rule sets.

    Args:
        sets: The rule sets.
        settings: Values of options by name, as typed. An option is set in every game that has it and allows the value;
            `GAME.NAME` sets it in that game only.
    """
    return tuple(_Gatherer(sets, settings).entries())


T = TypeVar("T")


class CitedPlace(TypedDict):
    """The citation of an entry.

    Attributes:
        cite: Work and section, in words.
        verified: How much of the cited place was read: one of `dealerkit.rules.readings.GRADES`.
        holds: Contents of the cited place, in dealerkit's own words.
        look_up: Address at which the work can be looked up.
    """

    cite: str
    verified: str
    holds: str
    look_up: str


def _by(named: Iterable[tuple[T, Iterable[str]]]) -> dict[str, list[T]]:
    """Return things by each of their names; under one name each thing comes once, in the given order."""
    by_name: dict[str, list[T]] = {}
    for thing, names in named:
        for name in dict.fromkeys(names):
            by_name.setdefault(name, []).append(thing)
    return by_name


def _written(rules: RuleSet, entry: Place) -> Origin:
    """Return file and line of an entry in the rule set's own files, or else in those of its base."""
    own = Path(rules.doc.origin(("set",)).file)
    own_leaves = [leaf for leaf, _ in leaves(value_at(rules.doc.data, entry), entry)]
    # looked at last: the work may stand at the top of the file
    for leaf in sorted(own_leaves, key=lambda leaf: leaf[-2:] == ("source", "work")):
        place = rules.doc.origin(leaf)
        if Path(place.file).parent == own.parent and (own.name == "set.yaml" or Path(place.file) == own):
            key = rules.doc.origin(entry, of_key=True)
            return key if key.file == place.file else place
    return rules.doc.origin(entry, of_key=True)


class _Gatherer:
    """Collector of entries, for one pass over the rule files."""

    def __init__(self, sets: Sequence[RuleSet], settings: Mapping[str, str]) -> None:
        self.sets, self.settings = list(dict.fromkeys(sets)), settings
        self.games = [self._game(name) for name in games()]
        self.ruled = [case for rules in self.sets for case in self._rulings(rules)]
        self.handed_down = {
            (rules.name, fault): inherited for rules in self.sets for fault, inherited in self._handed_down(rules).items()
        }
        departing = [pair for rules in self.sets for pair in departures_in_words(rules)]
        self.departures = [departure for departure, _ in departing]
        self._departing = _by(departing)
        self._resting = _by((case, case.rules) for case in self.ruled)
        self._citing = self._cites()

    def _game(self, name: str) -> Game:
        """Return a game with the options that are set, under the requested rule set if exactly one is for this game."""
        dealt, rules = game(name), None
        serving = [candidate for candidate in self.sets if candidate.serves(dealt.data)] if dealt.rules is not None else []
        if len(serving) == 1:
            rules = serving[0].doc.origin(("set",)).file
            dealt = game(name, rules)
        settings = {option: value for option, value in self._set_in(name).items() if option in dealt.choices}
        with contextlib.suppress(DealerkitError):  # this game cannot be dealt with these options, but others can
            dealt = game(name, rules, settings) if settings else dealt
        return dealt

    def _set_in(self, game: str) -> dict[str, str]:
        """Return the options set in a game; those set for all games take precedence."""
        own = {name.partition(".")[2]: value for name, value in self.settings.items() if name.startswith(f"{game}.")}
        return {**own, **{name: value for name, value in self.settings.items() if "." not in name}}

    def _rulings(self, rules: RuleSet) -> Iterator[RuledCase]:
        """Yield the cases of a set, without those that it inherits unchanged from another requested set."""
        base = base_of(rules)
        above = base.faults if base is not None and base.name in {other.name for other in self.sets} else {}
        meanings = meanings_in_force(rules)
        alike = base is not None and meanings == meanings_in_force(base)
        chosen = self._chosen(rules)
        for fault, entry in rules.faults.items():
            in_force = self._in_force(entry, chosen)
            for name, case in entry.get("cases", {}).items():
                if name not in in_force:
                    continue
                when = case.get("when") or {}
                handed_down = alike or plainly(when, meanings) == when
                if handed_down and case == above.get(fault, {}).get("cases", {}).get(name):
                    continue
                source = case.get("source") or {}
                yield RuledCase(
                    rules_set=rules.name,
                    fault=fault,
                    case=name,
                    when=_when(plainly(when, meanings)),
                    outcome=str(case.get("outcome", "")),
                    rules=tuple(dict.fromkeys([case.get("rule", ""), *(case.get("rules") or ())])),
                    remedies=tuple(case.get("remedies") or ()),
                    because=text(case.get("because")).strip(),
                    **_cited(rules, source),
                    where=str(_written(rules, ("faults", fault, "cases", name))),
                    say=text(without(case.get("say"), (case.get("amounts") or {}).keys())).strip(),
                )

    def _chosen(self, rules: RuleSet) -> list[dict[str, Value]]:
        """Return, for each game under a set, the options that are fixed or set; empty if another requested set serves the same
        games.
        """
        dealt = [game_ for game_ in self.games if game_.rules is not None and game_.rules.name == rules.name]
        by_game = []
        for game_ in dealt if not any(other is not rules and other.serves(dealt[0].data) for other in self.sets if dealt) else ():
            fixed = {*rules.fixed(game_.id, game_.family, game_.choices), *self._set_in(game_.id)}
            by_game.append({name: value for name, value in game_facts(game_).items() if name in fixed})
        return by_game

    def _in_force(self, entry: FaultEntry, chosen: Sequence[Mapping[str, Value]]) -> set[str]:
        """Return the cases of a decision list that can be reached in some game under the chosen options: no case that needs
        another value, and none after a case that always applies.

        Args:
            entry: The fault.
            chosen: Result of `_chosen` for the set.
        """
        cases = entry.get("cases", {})
        if not chosen:
            return set(cases)
        met = set()
        for known in chosen:
            for name, case in cases.items():
                when = case.get("when") or {}
                if all(holds(wanted, known[fact]) for fact, wanted in when.items() if fact in known):
                    met.add(name)
                    if when.keys() <= known.keys():
                        break
        return met

    def _handed_down(self, rules: RuleSet) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return, by fault, the cases that a set inherits unchanged from another requested set: the name of that set, and the
        condition of each case.
        """
        base = base_of(rules)
        if base is None or base.name not in {other.name for other in self.sets}:
            return {}
        own = {(case.fault, case.case) for case in self.ruled if case.rules_set == rules.name}
        meanings = meanings_in_force(rules)
        inherited = {}
        for fault, entry in rules.faults.items():
            cases = {name: case for name, case in entry.get("cases", {}).items() if (fault, name) not in own}
            if cases:
                inherited[fault] = (base.name, tuple(_when(plainly(case.get("when") or {}, meanings)) for case in cases.values()))
        return inherited

    def entries(self) -> Iterator[Entry]:
        """Yield every entry, rules first."""
        yield from self._rules()
        yield from self._findings()
        yield from self._remedies()
        yield from self._faults()
        yield from self._facts()
        yield from self._options()
        yield from self._games()
        yield from self._sets()
        for word, meaning in OUTCOMES.items():
            if used := tuple(dict.fromkeys(rule for case in self.ruled if case.outcome == word for rule in case.rules)):
                yield Entry(word, "outcome", meaning, see=used)
        yield from self._works()
        yield from step_words(self.games, self.sets)

    # Shared lists

    def _of(self, name: str) -> tuple[Departure, ...]:
        return tuple(self._departing.get(name, ()))

    @property
    def _any_set(self) -> RuleSet:
        return self.sets[0]

    def _each(self, part: Callable[[RuleSet], Mapping[str, T]]) -> Iterator[tuple[RuleSet, str, T]]:
        """Yield every finding or remedy with the first set that has it: a set may have its own besides the shared ones."""
        seen: set[str] = set()
        for rules in self.sets:
            for name, spec in part(rules).items():
                if name not in seen:
                    seen.add(name)
                    yield rules, name, spec

    def _findings(self) -> Iterator[Entry]:
        for docs, code, finding in self._each(lambda rules: rules.findings):
            source = finding.get("source") or {}
            fault = finding.get("fault") or finding.get("dispute", "")
            why, remedy = text(finding.get("why")).strip(), text(finding.get("remedy")).strip()
            yield Entry(
                code,
                "finding",
                text(finding.get("title")),
                f"{why} {remedy}".strip(),
                severity=str(finding.get("severity", "")),
                rules=tuple(finding.get("cite") or ()),
                **_cited(docs, source),
                where=str(docs.doc.origin(("findings", code), of_key=True)),
                cases=tuple(case for case in self.ruled if case.fault == fault),
                departures=self._of(code),
                see=(fault,) if fault else (),
                more={"why": why, "remedy": remedy},
            )

    def _remedies(self) -> Iterator[Entry]:
        for docs, name, remedy in self._each(lambda rules: rules.remedies):
            steps = [*map(text, titled_steps(remedy)), *ladder_words(remedy)]
            yield Entry(
                name,
                "remedy",
                text(remedy.get("title")),
                "; ".join(steps),
                where=str(docs.doc.origin(("remedies", name), of_key=True)),
                cases=tuple(case for case in self.ruled if name in case.remedies),
                departures=self._of(name),
                more={"steps": steps, "when": remedy.get("when", "now"), "then": remedy.get("then", {})},
            )

    def _faults(self) -> Iterator[Entry]:
        declared = known_faults()
        doc = catalogue().facts
        listed = dict.fromkeys([*declared, *(fault for rules in self.sets for fault in rules.faults)])
        for name in listed:
            known = declared.get(name)
            here = next((rules for rules in self.sets if name in rules.faults), None)
            title = known.title if known else text(here.faults[name].get("title")) if here else name
            where = (
                doc.origin(("faults", name), of_key=True) if known or not here else here.doc.origin(("faults", name), of_key=True)
            )
            facts = facts_told(name, self.sets)
            cases = tuple(case for case in self.ruled if case.fault == name)
            yield Entry(
                name,
                known.kind if known else "fault",
                title,
                rules=tuple(dict.fromkeys(rule for case in cases for rule in case.rules)),
                where=str(where),
                cases=cases,
                departures=self._of(name),
                see=facts,
                also=known.words if known else (),
                more={
                    "facts": {fact: fact_of(name, fact).question for fact in facts},
                    "answers": {fact: _meanings(fact_of(name, fact)) for fact in facts if fact_of(name, fact).type == "choice"},
                    "other_names": dict(known.also) if known else {},
                    "usual": {fact: shown(value) for fact, value in known.usual.items()} if known else {},
                    "handed_down": {
                        rules: {"from": base, "when": list(when)}
                        for (rules, fault), (base, when) in self.handed_down.items()
                        if fault == name
                    },
                },
            )

    def _facts(self) -> Iterator[Entry]:
        doc = catalogue().facts
        for name, fact in known_facts().items():
            faults = tuple(fault.name for fault in known_faults().values() if name in fault.facts)
            yield Entry(
                name,
                "fact",
                fact.title,
                fact.question,
                where=str(doc.origin(("facts", name), of_key=True)),
                see=faults,
                also=tuple(fact.answers.values()),
                more={
                    "type": fact.type,
                    "allowed": fact.allowed,
                    "answers": dict(fact.answers),
                    "assume": None if fact.assume is None else shown(fact.assume),
                },
            )

    def _sets(self) -> Iterator[Entry]:
        for rules in self.sets:
            own = tuple(departure for departure in self.departures if departure.rules_set == rules.name)
            kept = [f"extends {' > '.join(rules.chain[1:])}"] if len(rules.chain) > 1 else []
            kept += [
                f"{game}: " + ", ".join(f"{k} {shown(v)}" for k, v in fixed.items()) for game, fixed in rules.options.items()
            ]
            yield Entry(
                rules.name,
                "set",
                rules.title,
                "; ".join(kept),
                where=str(rules.doc.origin(("set",))),
                departures=own,
                see=tuple(rules.faults),
                more={"chain": list(rules.chain), "family": rules.family, "sha256": rules.sha256},
            )

    def _works(self) -> Iterator[Entry]:
        docs = self._any_set
        citing = _by((case, (self._work(case),)) for case in self.ruled)
        for name, work in docs.sources.items():
            parts = [text(work.get(key)) for key in ("edition", "date", "publisher", "note")]
            cites = citing.get(name, [])
            yield Entry(
                name,
                "work",
                text(work.get("title")),
                "; ".join(part for part in parts if part),
                look_up=text(work.get("look_up")),
                where=str(docs.doc.origin(("sources", name), of_key=True)),
                more={"places": list(places_of(docs.sources, name))},
                see=tuple(dict.fromkeys(rule for case in cites for rule in case.rules)),
            )

    def _work(self, case: RuledCase) -> str:
        """Return the work that a case is taken from."""
        rules = next(rules for rules in self.sets if rules.name == case.rules_set)
        return str((rules.faults[case.fault]["cases"][case.case].get("source") or {}).get("work", ""))

    # Games

    def _games(self) -> Iterator[Entry]:
        for game_ in self.games:
            players = game_.data.get("players") or {}
            yield Entry(
                game_.id,
                "game",
                game_.title,
                " ".join(text(game_.data.get("summary")).split()),
                where=str(game_.doc.origin(("game",))),
                game=game_.id,
                departures=self._of(game_.id),
                see=tuple(game_.options),
                also=tuple(map(str, game_.data["title"].values())) if isinstance(game_.data.get("title"), Mapping) else (),
                more={
                    "family": game_.family,
                    "players": [players.get("min"), players.get("max")],
                    "options": {name: shown(value) for name, value in game_.options.items()},
                    "rules": [rule for _, _, rule, _ in _rules_of(_books(game_))],
                },
            )

    def _options(self) -> Iterator[Entry]:
        for game_ in self.games:
            for name, option in game_.choices.items():
                yield Entry(
                    name,
                    "option",
                    text(option.title) or name,
                    game_.say(option.help).strip(),
                    rules=(option.rule,) if option.rule else (),
                    where=str(game_.doc.origin(("options", name), of_key=True)),
                    game=game_.id,
                    departures=tuple(departure for departure in self._of(f"{game_.id}.{name}")),
                    also=tuple(option.allowed),
                    more={
                        "allowed": option.allowed,
                        "meanings": game_.meanings(name),
                        "default": shown(option.default),
                        "value": shown(game_.options[name]),
                    },
                )

    def _cites(self) -> dict[str, list[str]]:
        """Return, by rule id, the findings and the options that cite it."""
        cites: list[tuple[str, Iterable[str]]] = [
            (code, finding.get("cite") or ()) for _, code, finding in self._each(lambda rules: rules.findings)
        ]
        for game_ in self.games:
            cites += [(f"{game_.id}.{name}", (option.rule,)) for name, option in game_.choices.items() if option.rule]
        return _by(cites)

    def _rule(self, rule: str, title: str, sentences: str = "", **more: Any) -> Entry:
        """Return the entry of a rule, with the names of the entries that depend on it."""
        see = tuple(self._citing.get(rule, ()))
        return Entry(rule, "rule", title, sentences.strip(), cases=self._on(rule), departures=self._of(rule), see=see, **more)

    def _books_of_sets(self) -> Iterator[Entry]:
        """Yield the rules in the sets' own books, each in the words of the first set that has it."""
        for rules in self.sets:
            for group, chapter, rule, spec in _rules_of(rules.book):
                cited = _cited(rules, source_of_rule(chapter, rule) or {})
                where = str(_written(rules, ("rules", group, "rules", rule)))
                title = text(chapter.get("title")) or group
                yield self._rule(rule, title, self._printed(rule, spec), **cited, where=where, more=self._elsewhere(rule))

    def _printed(self, rule: str, spec: object, game_: Game | None = None) -> str:
        """Return the printed text of a rule: that of the first game that prints it, under its options in force; if no game does,
        all its sentences, each after the options on which it depends.

        Args:
            rule: Id of the rule.
            spec: Text or lines of the rule in its book.
            game_: Game of that book; None for a set's book.
        """
        return next(iter(self._sentences.get(rule, ())), None) or _by_options(spec, game_)

    def _elsewhere(self, rule: str) -> dict[str, Any]:
        """Return a rule's wordings that differ from the one shown, each with the games that use it."""
        others = dict(list(self._sentences.get(rule, {}).items())[1:])
        return {"elsewhere": others} if others else {}

    def _rules(self) -> Iterator[Entry]:
        entries: dict[str, Entry] = {}
        for game_ in self._bases_first:
            texts = {rule_text.rule: rule_text for rule_text in self._texts[game_.id] if not rule_text.of_set}
            for group, book, rule, written in _rules_of(_books(game_)):
                if rule in entries:
                    continue
                origin = game_.doc.origin(("rules", group, "rules", rule), of_key=True)
                entries[rule] = self._rule(
                    rule,
                    text(book.get("title")) or group,
                    self._printed(rule, written, game_),
                    **_cited(game_.rules or self._any_set, source_of_rule(book, rule) or {}),
                    where=str(origin),
                    # a rule that games share belongs to no single game
                    game=game_.id if game_of(Path(origin.file)).stem == game_.id else "",
                    more={
                        **({"shows": texts[rule].shows} if rule in texts and texts[rule].shows else {}),
                        **self._elsewhere(rule),
                    },
                )
        for entry in self._books_of_sets():
            entries.setdefault(entry.id, entry)
        for rule in dict.fromkeys(rule for case in self.ruled for rule in case.rules if rule):
            if rule not in entries:
                cases = self._on(rule)
                first = next((case for case in cases if case.rules[0] == rule), cases[0])
                entries[rule] = self._rule(rule, self._title(first.fault), where=first.where)
        yield from entries.values()

    @property
    def _bases_first(self) -> list[Game]:
        """The games, each after its bases, so that an inherited rule gets the base's words. Games with an option set by a house
        come first.
        """
        own = {name.partition(".")[0] for name in self.settings if "." in name}
        return sorted(self.games, key=lambda game_: (game_.id not in own, len(game_.files)))

    @functools.cached_property
    def _texts(self) -> dict[str, tuple[RuleText, ...]]:
        """The rules of each game's books under the options in force, by the game's id."""
        return {game_.id: tuple(rule_texts(game_)) for game_ in self.games}

    @functools.cached_property
    def _sentences(self) -> dict[str, dict[str, list[str]]]:
        """The printed texts of each rule in the books of the games, each text with its games, bases first."""
        texts: dict[str, dict[str, list[str]]] = {}
        for game_ in self._bases_first:
            for rule_text in self._texts[game_.id]:
                sentence = str(sentence_in_force(game_, rule_text))
                texts.setdefault(rule_text.rule, {}).setdefault(sentence, []).append(game_.id)
        return texts

    def _on(self, rule: str) -> tuple[RuledCase, ...]:
        """Return the rulings that rest on a rule; those that apply it come before those that merely cite it."""
        return tuple(sorted(self._resting.get(rule, ()), key=lambda case: case.rules[0] != rule))

    def _title(self, fault: str) -> str:
        known = known_faults().get(fault)
        return known.title if known else fault


def _when(when: Mapping[str, object]) -> str:
    return ", ".join(f"{fact}: {condition(wanted)}" for fact, wanted in when.items())


def _books(game_: Game) -> Mapping[str, ChapterEntry]:
    books = game_.data.get("rules")
    return books if isinstance(books, Mapping) else {}


def _rules_of(books: Mapping[str, ChapterEntry]) -> Iterator[tuple[str, ChapterEntry, str, object]]:
    """Yield every rule of some books: its chapter's name, the chapter, the rule's id, and its text or lines."""
    for group, chapter in books.items():
        for rule, spec in chapter.get("rules", {}).items():
            yield group, chapter, rule, spec


def _by_options(spec: object, game_: Game | None = None) -> str:
    """Return a rule for all options: each sentence after the options and bets on which it depends.

    Args:
        spec: Text or lines of the rule in its book.
        game_: Game of that book; None for a set's book.
    """
    say = game_.say if game_ is not None else text
    return " ".join(f"{_hangs_on(spec, game_)}{say(spec['text']).strip()}" for spec in rule_lines(spec).values())


def _hangs_on(spec: Mapping[str, Any], game_: Game | None) -> str:
    wanted = [_so(name, values, game_) for name, values in (spec.get("if") or {}).items()]
    barred = [f"not {_so(name, values, game_)}" for name, values in (spec.get("unless") or {}).items()]
    spots = (game_.data.get("felt") or {}).get("spots") or {} if game_ is not None else {}
    bets = " or ".join(text((spots.get(bet) or {}).get("title")) or bet for bet in spec.get("offers") or ())
    conditions = [*wanted, *barred, *([f"where {bets} is offered"] if bets else [])]
    return f"[{'; '.join(conditions)}] " if conditions else ""


def _so(name: str, values: object, game_: Game | None) -> str:
    """Return an option and its value in words: "How the button moves: by the blinds"."""
    each = values if isinstance(values, list) else [values]
    if game_ is not None and name in game_.choices:
        meanings = game_.meanings(name)
        answers = [meanings.get(shown(value), shown(value)) for value in each]
        return f"{text(game_.choices[name].title) or name}: {' or '.join(answers)}"
    fact = known_facts()[name]
    return f"{fact.title}: {' or '.join(map(fact.answer, each))}"


def _meanings(fact: Fact) -> dict[str, str]:
    """Return the meaning of each value of a fact with a fixed list of values."""
    return {value: fact.answer(value) for value in fact.values}


def _cited(rules: RuleSet, source: Mapping[str, object]) -> CitedPlace:
    """Return the citation fields of an entry: in words, how far the place was read, the contents of the place, the address to
    look it up.
    """
    if not source:
        return {"cite": "", "verified": "", "holds": "", "look_up": ""}
    try:
        cite = citation(rules, source)
    except UnknownName:
        cite = ", ".join(text(source.get(key)) for key in ("work", "section") if source.get(key))
    grading = reading(rules.sources, source)
    return {"cite": cite, "verified": grading.grade, "holds": "; ".join(grading.holds), "look_up": grading.look_up}

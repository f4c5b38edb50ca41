"""The departures of a house from the set that it extends: every entry, old and new, and by what authority."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Literal

from dealerkit.rules.canonical import PROSE
from dealerkit.rules.differences import Difference, differences, same
from dealerkit.rules.doc import Doc, Place, value_at
from dealerkit.rules.entries import Branch, branch
from dealerkit.rules.games import Game, game_doc, mentioned, under
from dealerkit.rules.rule_set import HEAD
from dealerkit.rules.sets import RuleSet
from dealerkit.rulings import OUTCOMES, known_facts
from dealerkit.rulings.amounts import Source, in_words, made_of
from dealerkit.rulings.conditions import words
from dealerkit.rulings.decision_lists import meanings_in_force, plainly
from dealerkit.rulings.differences.departures import base_of
from dealerkit.rulings.games import can_fit, can_happen, concerns, faults_of, values_here
from dealerkit.sheets.citations import Cited
from dealerkit.sheets.model import Kind, PrintedChange, PrintedDeparture
from dealerkit.sheets.voice import EMPTY, Said, Voice, human

Which = Literal["game", "rules"]
"""The document that a place is in: the game with what the set lays over it, or the rule set itself."""

Describe = Callable[[Voice, Branch, Branch], list[PrintedChange]]
"""Says how a table differs from what it was."""

NOT_SHOWN = HEAD | {"house", "sources", "options", "family"}
"""Parts of a rule set that are no rules; its options are compared by themselves."""


def as_laid_out(game: Game, rules: RuleSet) -> Doc:
    """Return a game with what a rule set lays over it, its options not yet put in.

    Raises:
        RuleFileError: If the game's file cannot be used, or the set removes what is not there.
    """
    return under(game_doc(Path(game.doc.origin(("game",)).file))[0], rules)


def entry_of(which: Which, place: Place) -> Place:
    """Return the place of the entry that a leaf belongs to: the case, step, rule, option or table.

    >>> entry_of("game", ("procedure", "shoe", "steps", "burn", "cite"))
    ('procedure', 'shoe', 'steps', 'burn')
    >>> entry_of("rules", ("faults", "boxed_card", "cases", "otherwise", "outcome"))
    ('faults', 'boxed_card', 'cases', 'otherwise')
    """
    if place[0] == "procedure":
        end = 2
        while len(place) > end + 1 and place[end] == "steps":
            end += 2
        return place[:end]
    deep = {"rules": 4} | ({"felt": 3} if which == "game" else {"faults": 4 if place[2:3] == ("cases",) else 2})
    return place[: deep.get(str(place[0]), 2)]


class Departures:
    """The departures of the set in force from the one it extends; none where it extends nothing.

    Args:
        game: The game as it is dealt.
        voice: The sheet's voice.
        cited: Where citations are said.
        describe: For tables of some names, how to say what differs.
        sought: Whether they are looked for at all; most papers tell of none, and two rule sets are not compared for nothing.
    """

    def __init__(self, game: Game, voice: Voice, cited: Cited, describe: Mapping[str, Describe], *, sought: bool = True) -> None:
        self.game, self.voice, self.cited, self._describe = game, voice, cited, describe
        # the game's own set departs from nothing
        own = not sought or (game.rules is not None and game.rules.name == game.data.get("rulings"))
        self.base = base_of(game.rules) if game.rules is not None and not own else None
        self._docs: dict[Which, tuple[Doc, Doc]] = {}
        self._at: dict[tuple[str, Place], PrintedDeparture] = {}
        if self.base is not None and game.rules is not None:
            self._docs = {
                "game": (as_laid_out(game, self.base), as_laid_out(game, game.rules)),
                "rules": (self.base.doc, game.rules.doc),
            }
            self._at = {("options", place): one for place, one in self._options(self.base, game.rules)}
            self._at.update({(which, place): one for which in ("game", "rules") for place, one in self._entries(which)})

    def all(self) -> tuple[PrintedDeparture, ...]:
        """Return every departure: options first, then the game, then the rulings."""
        return tuple(self._at.values())

    # Options

    def _options(self, base: RuleSet, rules: RuleSet) -> Iterator[tuple[Place, PrintedDeparture]]:
        game = self.game
        old, new = (one.fixed(game.id, game.family, game.choices) for one in (base, rules))
        for name, option in self.game.choices.items():
            was, now = (option.read(fixed.get(name, option.default)) for fixed in (old, new))
            if same(was, now):
                continue
            change = PrintedChange(EMPTY, self.voice.option(name, was), self.voice.option(name, now))
            yield (name,), self._make("options", self.voice.say(option.title), "changed", [change], {})

    # Everything else

    def _entries(self, which: Which) -> Iterator[tuple[Place, PrintedDeparture]]:
        old, new = self._docs[which]
        found: dict[Place, list[Difference]] = {}
        for one in differences(old, new):
            if not (which == "rules" and one.path[0] in NOT_SHOWN):
                found.setdefault(entry_of(which, one.path), []).append(one)
        for place, ones in found.items():
            if which == "rules" and not self._is_printed(place, old, new):
                continue
            made = self._entry(place, ones, old, new)
            if made is not None:
                yield place, made

    def _is_printed(self, place: Place, *docs: Doc) -> bool:
        """Return whether an entry of the rule set concerns the game on the sheet."""
        part, name = str(place[0]), str(place[1]) if len(place) > 1 else ""
        entries = [value_at(doc.data, place) for doc in docs]
        if part == "faults":
            cases = (entry for entry in entries if len(place) > 3 and isinstance(entry, Mapping))
            return can_happen(self.game, name) and all(can_fit(self.game, case) for case in cases)
        if part == "findings":
            from dealerkit.hands.codes import codes_of  # the whole engine, and few papers tell of findings

            return name in codes_of(self.game)
        if part == "remedies":
            return name in self._remedies
        chapters = [value_at(doc.data, place[:2]) for doc in docs] if part == "rules" else []
        return all(concerns(self.game, chapter.get("forms")) for chapter in chapters if isinstance(chapter, Mapping))

    @functools.cached_property
    def _remedies(self) -> frozenset[str]:
        """The remedies of what is ruled on in the game."""
        ruled = (case for fault in faults_of(self.game).values() for case in fault["cases"].values())
        return frozenset(remedy for case in ruled for remedy in case.get("remedies") or ())

    def _entry(self, place: Place, ones: Sequence[Difference], old: Doc, new: Doc) -> PrintedDeparture | None:
        assert self.game.rules is not None
        was, now = (value_at(doc.data, place) for doc in (old, new))
        entry = now if now is not None else was
        changes: list[PrintedChange] = []
        kind: Kind = "changed"
        if was is None or now is None:
            kind = "new" if was is None else "removed"
            changes = [self._whole(place, was, now, new)]
        elif all(one.kind == "moved" for one in ones):
            if place[-1] == "otherwise":
                return None  # it is always the last; what moved is what was put before it
            kind, changes = "moved", [self._moved(place, ones[-1], old, new)]
        elif place[0] == "tables" and place[-1] in self._describe:
            changes = self._describe[str(place[-1])](self.voice, was, now)
        elif isinstance(was, Mapping) and isinstance(now, Mapping):
            changes = self._by_key(was, now)
            only = {str(one.path[len(place)]) for one in ones if len(one.path) > len(place)}
            if not changes:
                kind = "source" if only <= {"source"} else "wording"
                changes = (
                    [PrintedChange(EMPTY, self.voice.word("same_ruling"), self.voice.word("same_ruling"))]
                    if place[0] == "faults"
                    else []
                )
        else:
            changes = [PrintedChange(EMPTY, self.voice.value(was), self.voice.value(now))]
            kind = "wording" if place[0] == "rules" or place[-1] in PROSE else "changed"
        if not changes and place[0] == "rules" and len(place) > 3:
            changes = [PrintedChange(EMPTY, *(self._rule(said) for said in (was, now)))]
        said = entry if isinstance(entry, Mapping) else {}
        old_source = was.get("source") if isinstance(was, Mapping) else None
        if said.get("source") == old_source:
            said = {key: value for key, value in said.items() if key != "source"}  # it was the base's authority, not the house's
        if place[0] == "rules" and len(place) > 3:
            said = {**said, "cite": [place[3]]}
        return self._make(str(place[0]), self._title(place, entry, new), kind, changes, said)

    def _rule(self, said: object) -> Said:
        """Say a rule of the rule book, however it is written."""
        return self.voice.say(said["text"] if isinstance(said, Mapping) and "text" in said else said)

    def _by_key(self, was: Mapping[str, object], now: Mapping[str, object]) -> list[PrintedChange]:
        """Return what differs between two versions of an entry, prose and source left out."""
        keys = [key for key in dict.fromkeys([*was, *now]) if key not in PROSE | {"source", "before", "after"}]
        return [
            PrintedChange(self._key(key), self._value(key, was.get(key)), self._value(key, now.get(key)))
            for key in keys
            if not same(was.get(key), now.get(key))
        ]

    def _whole(self, place: Place, was: object, now: object, doc: Doc) -> PrintedChange:
        """Return what a new entry says, or one that is gone said."""
        if place[0] == "faults" and len(place) > 3:
            return PrintedChange(EMPTY, self._ruling(was), self._ruling(now))
        if place[0] == "rules" and len(place) > 3:
            said = [self._rule(one) if one is not None else self.voice.word("nothing") for one in (was, now)]
        else:
            said = [self._title(place, one, doc) if one is not None else self.voice.word("nothing") for one in (was, now)]
        return PrintedChange(EMPTY, *said)

    def _moved(self, place: Place, one: Difference, old: Doc, new: Doc) -> PrintedChange:
        docs = ((old, str(one.old or "")), (new, str(one.new or "")))
        said = (
            self._title((*place[:-1], key), value_at(doc.data, (*place[:-1], key)), doc) if key else self.voice.word("first")
            for doc, key in docs
        )
        return PrintedChange(self.voice.word("stands_after"), *said)

    def _make(
        self, part: str, title: Said, kind: Kind, changes: Sequence[PrintedChange], entry: Mapping[str, object]
    ) -> PrintedDeparture:
        source = self.cited.source(entry.get("source")) if kind != "removed" else None
        known_part = part if f"part_{part}" in PARTS else "other"
        return PrintedDeparture(
            part=part,
            part_title=self.voice.word(f"part_{known_part}"),
            title=title,
            kind=kind,
            changes=tuple(changes),
            source=Said(f"{source.text}{source.mark}", source.text.lang) if source else EMPTY,
        )

    # In words

    def _title(self, place: Place, entry: object, doc: Doc) -> Said:
        said = entry if isinstance(entry, Mapping) else {}
        if place[0] == "faults":
            listed = value_at(doc.data, place[:2])
            fault = self.voice.say(listed.get("title") if listed is not None else human(str(place[1])))
            return self.voice.join([fault, self._case(said)], ": ") if len(place) > 3 else fault
        title = said.get("title") or said.get("say")
        if place[0] in ("findings", "remedies", "rules"):
            name = Said(place[-1])
            return self.voice.join([name, self.voice.say(title)], " ") if title else name
        if place[0] == "tables" and place[-1] in TABLE_TITLES:
            return self.voice.word(str(place[-1]))
        return self.voice.say(title) if title else Said(human(".".join(map(str, place[1:] or place))))

    def _case(self, case: Mapping[str, object]) -> Said:
        return self.voice.join(conditions(case, self.game), "; ") or self.voice.word("otherwise")

    def _ruling(self, case: object) -> Said:
        if not isinstance(case, Mapping):
            return self.voice.word("nothing")
        outcome, remedies = case.get("outcome"), case.get("remedies") or ()
        said = [self._value("outcome", outcome), *(self._value("remedies", [one]) for one in remedies)]
        return self.voice.join(said, "; ")

    def _key(self, key: str) -> Said:
        known = {
            "outcome": "ruling",
            "remedies": "dealer_does",
            "when": "case",
            "severity": "severity",
            "rule": "rule",
            "rules": "rule",
            "amounts": "amount",
            "steps": "dealer_does",
        }
        return self.voice.word(known[key]) if key in known else Said(human(key))

    def _value(self, key: str, value: object) -> Said:
        if isinstance(value, Mapping) and (option := mentioned(value)):
            return self.voice.word("by_option", name=option)
        if key == "outcome" and isinstance(value, str) and value in OUTCOMES:
            return self.voice.say(OUTCOMES[value])
        if key == "severity" and isinstance(value, str):
            return self.voice.word(f"severity_{value}")
        if key == "when" and isinstance(value, Mapping):
            return self._case({"when": value})
        if key == "amounts" and isinstance(value, Mapping):
            return self.voice.join(amounts_in_words(value))
        if key == "steps" and isinstance(value, Mapping):
            steps = (step for step in value.values() if isinstance(step, Mapping))
            return self.voice.join((self.voice.say(step["title"]) for step in steps if "title" in step), "; ")
        if key == "remedies" and isinstance(value, list) and value and self.game.rules is not None:
            known = self.game.rules.remedies
            return self.voice.join(
                (self.voice.join([one, self.voice.say((known.get(one) or {}).get("title"))], " ") for one in value), "; "
            )
        return self.voice.value(value)


PARTS = frozenset(
    f"part_{part}"
    for part in ("options", "equipment", "felt", "money", "tables", "procedure", "rules", "faults", "findings", "remedies")
)
TABLE_TITLES = frozenset({"tableau", "points", "burn", "pays"})


def amounts_in_words(amounts: Mapping[str, Source]) -> list[str]:
    """Return the amounts of a ruling, each with what it is and where it comes from."""
    known = known_facts()

    def said(source: Source) -> str:
        name = made_of(source)
        what = known[name].title if name in known else human(name)
        if isinstance(source, str):
            return what
        often = f"{source['times']} times: {what}" if "times" in source else what
        return f"{often} (a rest of {source['rest_earns']} or more earns one)" if "rest_earns" in source else often

    return [f"{in_words(key)}: {said(value)}" for key, value in amounts.items()]


def conditions(case: Mapping[str, object], game: Game) -> list[Said]:
    """Return what a case of a decision list wants, fact by fact, as the rule set in force and the options of a game make it."""
    known = known_facts()
    made = []
    when = branch(case, "when")
    for name, wanted in (plainly(when, meanings_in_force(game.rules, game.options)) if game.rules else when).items():
        fact = known.get(name)
        said = words(wanted)
        if fact is not None and fact.type == "choice":
            said = " or ".join(fact.answer(one) for one in values_here(game, name, wanted))
        made.append(Said(f"{fact.title if fact is not None else human(name)}: {said}", "en"))
    return made

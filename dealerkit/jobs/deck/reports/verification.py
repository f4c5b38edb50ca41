"""Reports of `dealerkit deck` on decks: the check of one, and the list of known packs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.files.screen_text import finding, heading, line, table
from dealerkit.jobs.deck.check import DeckReport, Find
from dealerkit.jobs.deck.meaning import DeckMeaning, deck_steps, kinds, meanings, moments, report_json, together
from dealerkit.jobs.deck.packs import pack_named, pack_names
from dealerkit.jobs.deck.sequence import order_names
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import text
from dealerkit.rulings import OUTCOMES, Ruling, known_facts

MANY = 12
"""Most cards of a kind that are named; more are counted."""


@attrs.frozen
class DeckVerification:
    """The check of a deck: its faults, what to do with it, and what they mean for a hand under each rule set.

    Attributes:
        report: What was found.
        sets: The rule sets that are asked.
        facts: What is known of the hand besides.
        logged: The entry of the journal that it was written down with; None if it was not.
    """

    report: DeckReport
    sets: Sequence[RuleSet]
    facts: Mapping[str, object]
    logged: Mapping[str, object] | None = None

    def as_json(self) -> dict[str, object]:
        """Return it as plain data."""
        told = report_json(self.report, self.sets, dict(self.facts))
        return told if self.logged is None else {**told, "logged": self.logged}

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        report, sets, facts = self.report, self.sets, dict(self.facts)
        backs = f", {' and '.join(report.pack.backs)}" if report.pack.backs else ""
        yield heading(f"{report.pack.title}: {len(report.pack)} cards{backs}")
        yield line(f"{report.counted} cards {_SEEN[report.how]}", 2)
        if report.unread:
            cards = ", ".join(face.name for face in report.may_be)
            yield line(f"{report.unread} could not be read" + (f"; they may be {cards}" if cards else ""), 2, "? ")
        for kind, finds in deck_steps(report):
            yield finding(f"{kind.title}:", _cards(finds), cite=kind.cite, remedy=kind.deck)
        if report.may_be and not report.unread:
            yield line(", ".join(face.name for face in report.may_be), 2, "it may be: ")
        for said in report.notes:
            yield line(said, 2, "note: ")
        if report.ok:
            yield line(_fit(report), 2, "ok  ")
        else:
            yield line("The deck does not go into a game as it is.", 2, "=> ")
            yield from _means(report, sets, facts)
        if self.logged is not None:
            yield line(f"entry {self.logged['entry']} of the journal: {self.logged['deck']} was verified", 2, "written: ")


@attrs.frozen
class PackList:
    """The packs that can be verified, and what can be found in one."""

    def as_json(self) -> dict[str, Any]:
        """Return packs, orders and kinds of fault."""
        packs = [pack_named(name) for name in pack_names()]
        return {
            "packs": [
                {
                    "name": one.name, "title": one.title, "cards": len(one), "decks": one.composition.decks,
                    "ranks": one.composition.ranks, "jokers": one.composition.jokers,
                }
                for one in packs
            ],
            "orders": order_names(),
            "finds": [
                {"kind": one.name, "title": one.title, "rules": list(one.cite), "deck": one.deck} for one in kinds().values()
            ],
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield two tables."""
        document = self.as_json()
        yield table(
            [(one["name"], one["cards"], one["title"]) for one in document["packs"]], header=("pack", "cards", "what it is")
        )
        yield ""
        yield line("Every game has its own: --game GAME. Any other is made up with --decks, --jokers and --ranks.", 2)
        yield ""
        yield table(
            [(one["kind"], ", ".join(one["rules"]), one["deck"]) for one in document["finds"]],
            header=("fault", "rules", "what is done with the deck"),
        )


def _fit(report: DeckReport) -> str:
    if not report.faces_seen:
        return "the count comes out"
    return "nothing is wrong with it" + ("" if report.backs_seen else " from the front; the backs were not looked at")


_SEEN = {"list": "in the list", "count": "counted", "guided": "looked through"}
"""How the cards were counted."""


def _cards(finds: Sequence[Find]) -> str:
    named = [_card(find) for find in finds[:MANY]]
    more = sum(find.count for find in finds[MANY:])
    return ", ".join(named) + (f" and {more} more" if more else "")


def _card(find: Find) -> str:
    name = find.face.name if find.face is not None else f"{find.count} card{'s' * (find.count != 1)}"
    number = f" ({find.have} of {find.should})" if find.face is not None and find.should > 1 and find.kind in _COUNTED else ""
    several = f" x{find.count}" if find.face is not None and find.count > 1 else ""
    back = f" ({find.back})" if find.back else ""
    places = f" at {', '.join(map(str, find.places[:4]))}{'...' * (len(find.places) > 4)}" if find.places else ""
    return f"{name}{several}{number}{back}{places}" + (f" ({find.text})" if find.text else "")


_COUNTED = ("missing", "duplicate")


def _means(report: DeckReport, sets: Sequence[RuleSet], facts: dict[str, object]) -> Iterator[str]:
    when = moments()
    known = kinds()
    found = meanings(report, sets, facts)
    by_name = {one.name: one for one in sets}
    for kind in dict.fromkeys(meaning.kind for meaning in found):
        yield ""
        yield heading(f"If a hand is dealt with it: {known[kind].one.lower()}")
        rows = [_row(one, by_name[one.rules_set], list(when)) for one in found if one.kind == kind]
        yield table(rows, header=("rules", *when.values()))
    if len(report.kinds) > 1:
        several = [(one, together(report, one, facts)) for one in sets]
        if any(made for _, made in several):
            yield ""
            yield heading("All of it together")
            yield table(
                [(one.name, *(_outcome(made[moment], one) for moment in when)) for one, made in several if made],
                header=("rules", *when.values()),
            )
    faults = list(dict.fromkeys(one.fault for one in found if one.fault))
    if faults:
        yield ""
        yield line(
            f"dealerkit rule {faults[0]} tells a ruling in full" + (f"; also {', '.join(faults[1:])}" * bool(faults[1:])), 2
        )


def _row(meaning: DeckMeaning, rules: RuleSet, when: Sequence[str]) -> tuple[str, ...]:
    if not meaning.fault:
        return (meaning.rules_set, *["no rule; the floor decides"] * len(when))
    return (meaning.rules_set, *(_outcome(meaning.rulings[moment], rules) for moment in when))


def _outcome(ruling: Ruling, rules: RuleSet) -> str:
    if not ruling.decided:
        asks = known_facts()[ruling.needs[0]].title if ruling.needs else ""
        return " or ".join(_word(OUTCOMES.get(one, one)) for one in ruling.possible) + (f" ({asks}?)" if asks else "")
    done = rules.remedies if ruling.outcome == "corrected" else {}
    said = done.get(ruling.remedies[0]) if ruling.remedies else None
    words = text(said["title"]) if said is not None else OUTCOMES.get(ruling.outcome, ruling.outcome)
    return _word(words) + (f" ({ruling.rules[0]})" if ruling.rules else "")


def _word(sentence: str) -> str:
    """Return the first part of a sentence, as it stands in a table."""
    said = sentence.partition(":")[0].partition(";")[0]
    return said[:1].lower() + said[1:]

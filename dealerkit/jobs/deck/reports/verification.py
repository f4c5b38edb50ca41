"""Reports of `dealerkit deck` on decks: the verification of one, and the list of known packs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.files.reports import Data
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.deck.check import DeckReport, Find
from dealerkit.jobs.deck.meaning import DeckMeaning, deck_steps, kinds, meanings, moments, report_json, together
from dealerkit.jobs.deck.packs import pack_named, pack_names
from dealerkit.jobs.deck.sequence import order_names
from dealerkit.rules.sets import RuleSet
from dealerkit.rules.texts import fill, text
from dealerkit.rulings import OUTCOMES, Ruling, known_facts
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport, told_finding

MANY = 12
"""Most cards of a kind that are named; more are counted."""


@attrs.frozen
class DeckVerification(DocumentReport[DeckReport]):
    """The verification of a deck: its faults, the remedy, and the rulings for a hand under each rule set.

    Attributes:
        data: The report of the deck.
        sets: The rule sets to rule under.
        facts: Further facts of the hand, by name.
        logged: The journal entry of this verification, as plain data; None if it was not logged.
    """

    sets: Sequence[RuleSet]
    facts: Mapping[str, object]
    logged: Mapping[str, object] | None = None

    def as_json(self) -> dict[str, object]:
        """Return the report as plain data."""
        report_data = report_json(self.data, self.sets, dict(self.facts))
        return report_data if self.logged is None else {**report_data, "logged": self.logged}

    def title(self) -> str:
        """Return the title, which names the pack."""
        pack = self.data.pack
        return f"{pack.title}: {count_of(len(pack), 'card')}{', ' * bool(pack.backs)}{' and '.join(pack.backs)}"

    def told(self) -> Iterator[Block]:
        """Yield the faults, the remedy for the deck, and the rulings for a hand."""
        report, sets, facts = self.data, self.sets, dict(self.facts)
        yield Remark(f"{fill('{cards} cards', {'cards': report.counted})} {_SEEN[report.how]}")
        if report.unread:
            cards = ", ".join(face.name for face in report.may_be)
            yield Remark(f"{report.unread} could not be read" + (f"; they may be {cards}" if cards else ""), "? ")
        for kind, finds in deck_steps(report):
            yield from told_finding(f"{kind.title}:", _cards(finds), cite=kind.cite, remedy=kind.deck)
        if report.may_be and not report.unread:
            yield Remark(", ".join(face.name for face in report.may_be), "it may be: ")
        for note in report.notes:
            yield Remark(note, "note: ")
        if report.ok:
            yield Remark(_fit(report), "ok  ")
        else:
            yield Remark("Don't put this deck in play as it is.", "=> ")
            yield from _means(report, sets, facts)
        if self.logged is not None:
            yield Remark(f"entry {self.logged['entry']} of the journal: {self.logged['deck']} was verified", "written: ")


@attrs.frozen
class PackList(DocumentReport[Data]):
    """The packs that can be verified, and the kinds of fault."""

    @classmethod
    def known(cls) -> PackList:
        """Return packs, orders and kinds of fault."""
        packs = [pack_named(name) for name in pack_names()]
        data = {
            "packs": [
                {
                    "name": pack.name, "title": pack.title, "cards": len(pack), "decks": pack.composition.decks,
                    "ranks": pack.composition.ranks, "jokers": pack.composition.jokers,
                }
                for pack in packs
            ],
            "orders": order_names(),
            "finds": [
                {"kind": kind.name, "title": kind.title, "rules": list(kind.cite), "deck": kind.deck} for kind in kinds().values()
            ],
        }  # fmt: skip
        return cls(data)

    def told(self) -> Iterator[Block]:
        """Yield two tables."""
        packs = [(pack["name"], str(pack["cards"]), pack["title"]) for pack in self.data["packs"]]
        yield TableBlock(("pack", "cards", "what it is"), packs)
        yield Remark("For a game's own pack, add --game GAME; for any other pack, --decks, --jokers and --ranks.")
        yield Heading("Faults")
        faults = [(find["kind"], ", ".join(find["rules"]), find["deck"]) for find in self.data["finds"]]
        yield TableBlock(("fault", "rules", "what to do with the deck"), faults)


def _fit(report: DeckReport) -> str:
    if not report.faces_seen:
        return "the count is right"
    return (
        "nothing is wrong with the deck" if report.backs_seen else "nothing is wrong with the faces; the backs were not checked"
    )


_SEEN = {"list": "in the list", "count": "counted", "guided": "checked"}
"""How the cards were counted."""


def _cards(finds: Sequence[Find]) -> str:
    named = [_card(find) for find in finds[:MANY]]
    more = sum(find.count for find in finds[MANY:])
    return ", ".join(named) + (f" and {more} more" if more else "")


def _card(find: Find) -> str:
    name = find.face.name if find.face is not None else f"{count_of(find.count, 'card')}"
    number = f" ({find.have} of {find.should})" if find.face is not None and find.should > 1 and find.kind in _COUNTED else ""
    several = f" x{find.count}" if find.face is not None and find.count > 1 else ""
    back = f" ({find.back})" if find.back else ""
    places = f" at {', '.join(map(str, find.places[:4]))}{'...' * (len(find.places) > 4)}" if find.places else ""
    return f"{name}{several}{number}{back}{places}" + (f" ({find.text})" if find.text else "")


_COUNTED = ("missing", "duplicate")


def _means(report: DeckReport, sets: Sequence[RuleSet], facts: dict[str, object]) -> Iterator[Block]:
    when = moments()
    known = kinds()
    every_meaning = meanings(report, sets, facts)
    by_name = {rules.name: rules for rules in sets}
    for kind in dict.fromkeys(meaning.kind for meaning in every_meaning):
        yield Heading(f"If a hand is dealt with this deck: {known[kind].one.lower()}")
        rows = [_row(row, by_name[row.rules_set], list(when)) for row in every_meaning if row.kind == kind]
        yield TableBlock(("rules", *when.values()), rows)
    if len(report.kinds) > 1:
        several = [(rules, together(report, rules, facts)) for rules in sets]
        if any(outcomes for _, outcomes in several):
            yield Heading("All faults together")
            rows = [
                (rules.name, *(_outcome(outcomes[moment], rules) for moment in when)) for rules, outcomes in several if outcomes
            ]
            yield TableBlock(("rules", *when.values()), rows)
    faults = list(dict.fromkeys(row.fault for row in every_meaning if row.fault))
    if faults:
        also = f"; also {', '.join(faults[1:])}" if faults[1:] else ""
        yield Remark(f"for a full ruling: dealerkit rule {faults[0]}{also}")


def _row(meaning: DeckMeaning, rules: RuleSet, when: Sequence[str]) -> tuple[str, ...]:
    if not meaning.fault:
        return (meaning.rules_set, *["no rule; the floor decides"] * len(when))
    return (meaning.rules_set, *(_outcome(meaning.rulings[moment], rules) for moment in when))


def _outcome(ruling: Ruling, rules: RuleSet) -> str:
    if not ruling.decided:
        asks = known_facts()[ruling.needs[0]].title if ruling.needs else ""
        return " or ".join(_word(OUTCOMES.get(choice, choice)) for choice in ruling.possible) + (f" ({asks}?)" if asks else "")
    done = rules.remedies if ruling.outcome == "corrected" else {}
    remedy = done.get(ruling.remedies[0]) if ruling.remedies else None
    words = text(remedy["title"]) if remedy is not None else OUTCOMES.get(ruling.outcome, ruling.outcome)
    return _word(words) + (f" ({ruling.rules[0]})" if ruling.rules else "")


def _word(sentence: str) -> str:
    """Return the first part of a sentence, for a table."""
    word = sentence.partition(":")[0].partition(";")[0]
    return word[:1].lower() + word[1:]

"""The book: the complete rules of a house for all its games, numbered, with contents, departures, glossary, sources and an
index.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import holds_in
from dealerkit.rules.page_data import page_data
from dealerkit.rules.texts import DEFAULT_LANGUAGE
from dealerkit.sheets import parts
from dealerkit.sheets.context import Context
from dealerkit.sheets.differences import about_lines, departs_from, departures, part_title
from dealerkit.sheets.disputes import PrintedDecision, PrintedDispute, moments
from dealerkit.sheets.document import (
    Block,
    Contents,
    Document,
    Fields,
    Flow,
    Heading,
    Index,
    PageBreak,
    Paper,
    Paragraph,
    TableBlock,
    TableCell,
    TextRun,
    block_texts,
    cell,
    line,
    strong,
)
from dealerkit.sheets.editions.edition import Edition, EditionOrder, fingerprint
from dealerkit.sheets.editions.game_tables import every
from dealerkit.sheets.editions.proof import ProofPage
from dealerkit.sheets.house_words import ADOPTED, HouseRule
from dealerkit.sheets.model import OURS_MARK, UNREAD_MARK, PrintedDifference, Rule, Source
from dealerkit.sheets.numbers import NumberedItem, Numbers
from dealerkit.sheets.numbers import order as in_order
from dealerkit.sheets.procedure import procedure, with_reason
from dealerkit.sheets.voice import EMPTY, Said, Voice

INLINE = "inline"


@attrs.frozen
class _NumberedEntry:
    """An entry of the book that has a number.

    Attributes:
        key: Its key in the numbers.
        text: Its heading, or the rule itself.
        under: The key of the entry above it; empty for a chapter.
        more: The blocks below it.
        row: The other cells of its row, if it is a row of a table; else empty.
        index: Its words in the index.
    """

    key: str
    text: Said
    under: str = ""
    more: tuple[Block, ...] = ()
    row: tuple[TableCell, ...] = ()
    index: tuple[str, ...] = ()


@attrs.frozen
class _Group:
    """The games of a house that have the same rule set.

    Attributes:
        key: Its part of the keys of numbers: the family of its games.
        contexts: A context for each game.
        departures: The departures of the house from its base, each with the games that it is in.
    """

    key: str
    contexts: tuple[Context, ...]
    departures: Mapping[PrintedDifference, tuple[Context, ...]]

    @property
    def first(self) -> Context:
        """The context in which the games' common rules are printed."""
        return self.contexts[0]

    def names(self, some: Sequence[Context] | None = None) -> Said:
        """Return the titles of its games, or of some of them."""
        voice = self.first.voice
        return voice.join(voice.title(context.game) for context in some or self.contexts)


def _groups(asked: EditionOrder) -> Iterator[_Group]:
    by_set: dict[tuple[str, str], list[Context]] = {}
    for game in asked.games:
        name = game.rules.name if game.rules is not None else game.id
        by_set.setdefault((game.family, name), []).append(asked.context(game))
    families: dict[str, int] = {}
    for (family, _), contexts in by_set.items():
        families[family] = families.get(family, 0) + 1
        key = f"{family}-rules" if families[family] == 1 else f"{family}-rules-{families[family]}"
        departing: dict[PrintedDifference, list[Context]] = {}
        for context in contexts:
            for departure in departures(context):
                departing.setdefault(departure, []).append(context)
        yield _Group(key, tuple(contexts), {printed_difference: tuple(those) for printed_difference, those in departing.items()})


class _Book:
    """A book in the making.

    Args:
        asked: The order of the book.
    """

    def __init__(self, asked: EditionOrder) -> None:
        self.asked = asked
        self.groups = tuple(_groups(asked))
        self.voice = self.groups[0].first.voice
        self.entries: list[_NumberedEntry] = []
        self.notes: list[tuple[str, Source]] = []

    # Words

    def heading(self, name: str, **values: object) -> Said:
        return self.voice.say(page_data("book")["headings"][name], **values)

    def column(self, name: str) -> Said:
        return self.voice.say(page_data("book")["columns"][name])

    def word(self, name: str, **values: object) -> Said:
        return self.voice.say(page_data("book")["words"][name], **values)

    # Entries

    def add(self, key: str, text: Said, under: str = "", *, source: Source | None = None, **more: Any) -> str:
        """Add an entry to the book, and return its key.

        Args:
            key: The key of the entry.
            text: The text of the entry.
            under: The key of the entry above it; empty for none.
            source: Its source; None for none.
            **more: Further fields of the entry.
        """
        self.entries.append(_NumberedEntry(key, text, under, **more))
        if source is not None:
            self.notes.append((key, source))
        return key

    def game(self, context: Context) -> None:
        """Add the chapter of a game."""
        voice, game = self.voice, context.game
        title = voice.title(game)
        summary = voice.say(game.data.get("summary"))
        top = self.add(game.id, title, more=(Paragraph(summary, "lead"),) if summary else (), index=(str(title),))
        options = self.add(f"{top}/options", self.heading("options"), top)
        for row in parts.options(context):
            self.add(f"{options}/{row.name}", row.title, options, row=(cell(row.value),), index=(str(row.title),))
        equipment = self.add(f"{top}/equipment", self.heading("equipment"), top)
        for name, item in zip(context.part("equipment"), parts.equipment(context), strict=True):
            self.add(f"{equipment}/{name}", item.title, equipment, row=(cell(item.count), cell(item.text)))
        drawn = tuple(every(context))
        if drawn:
            self.add(f"{top}/tables", self.heading("tables"), top, more=drawn)
        self.procedure(context, top)
        self.odds(context, top)

    def procedure(self, context: Context, top: str) -> None:
        """Add the steps of the dealer and the players, by section."""
        under = self.add(f"{top}/procedure", self.heading("procedure"), top)
        seen: dict[str, int] = {}
        section = under
        for part in procedure(context):
            if part.title and part.steps:
                first = part.steps[0].id
                section = self.add(self._once(f"{under}/{first}-on", seen), part.title, under)
            for step in part.steps:
                text = with_reason(step)
                self.add(self._once(f"{under}/steps/{step.id}", seen), text, section)

    @staticmethod
    def _once(key: str, seen: dict[str, int]) -> str:
        """Return a key that is not used yet: different sections can have steps of the same name."""
        seen[key] = seen.get(key, 0) + 1
        return key if seen[key] == 1 else f"{key}-{seen[key]}"

    def odds(self, context: Context, top: str) -> None:
        """Add the odds of each bet."""
        odds = parts.odds(context)
        if odds is None or not odds.bets:
            return
        rows = [[row.title, row.wins, row.loses, row.edge] for row in odds.bets]
        head = [self.column(name) for name in ("bet", "wins", "loses", "edge")]
        table = TableBlock(head, rows, align=("left", "right"), widths=(3, 2, 2, 2))
        self.add(f"{top}/odds", self.heading("odds"), top, more=(Paragraph(odds.note), table))

    def rules(self, group: _Group) -> None:
        """Add the rules of play that the games of a group share; a rule for only some of the games names them."""
        top = self.add(f"{group.key}", self.heading("rules", games=group.names()))
        chapters: dict[str, tuple[Said, Said]] = {}
        rules: dict[str, dict[str, list[tuple[Context, Rule]]]] = {}
        home: dict[str, str] = {}  # one game's own rule that is another's from the set is placed at its first occurrence
        for context in group.contexts:
            for chapter in parts.rule_book(context):
                chapters.setdefault(chapter.id, (chapter.title, chapter.note))
                for rule in chapter.rules:
                    at = home.setdefault(rule.id, chapter.id)
                    rules.setdefault(at, {}).setdefault(rule.id, []).append((context, rule))
        for name, (title, note) in ((name, chapter) for name, chapter in chapters.items() if name in rules):
            under = self.add(f"{top}/{name}", title, top, more=(Paragraph(note),) if note else (), index=(str(title),))
            for number, told_rules in rules[name].items():
                self.add(f"{top}/rule/{number}", self._rule(group, told_rules), under, source=told_rules[0][1].source)

    def _rule(self, group: _Group, context_rules: Sequence[tuple[Context, Rule]]) -> Said:
        """Return a rule as it applies to the games; where they differ, game by game."""
        contexts: dict[str, list[Context]] = {}
        for context, rule in context_rules:
            contexts.setdefault(str(self.voice.join(filter(None, [rule.text, rule.row]), " ")), []).append(context)
        if len(contexts) == 1 and len(context_rules) == len(group.contexts):
            return Said(next(iter(contexts)), context_rules[0][1].text.lang)
        each = [self.word("here_in", game=group.names(some), said=text) for text, some in contexts.items()]
        return self.voice.join(each, " ")

    def rulings(self, group: _Group) -> None:
        """Add all rulings, by moment."""
        by_fault: dict[str, tuple[Said, dict[str, list[tuple[Context, PrintedDispute]]]]] = {}
        for context in group.contexts:
            for moment in moments(context):
                for dispute in moment.disputes:
                    listed = by_fault.setdefault(moment.name, (moment.title, {}))[1]
                    listed.setdefault(dispute.fault, []).append((context, dispute))
        if not by_fault:
            return
        top = self.add(
            f"{group.key}-rulings", self.heading("rulings", games=group.names()), more=(Paragraph(self.word("weighs")),)
        )
        for name, (title, faults) in by_fault.items():
            under = self.add(f"{top}/{name}", title, top)
            for fault, entries in faults.items():
                variants: dict[tuple[object, ...], list[tuple[Context, PrintedDispute]]] = {}
                for context, dispute in entries:
                    variants.setdefault(_alike(dispute), []).append((context, dispute))
                for at, same in enumerate(variants.values()):
                    only = len(same) < len(group.contexts)
                    self._dispute(group, f"{top}/fault/{fault}", under, same, first=at == 0, only=only)

    def _dispute(
        self, group: _Group, key: str, under: str, disputes: Sequence[tuple[Context, PrintedDispute]], *, first: bool, only: bool
    ) -> None:
        """Add a dispute and its rulings; `only` if it does not apply to every game of the group."""
        context, dispute = disputes[0]
        title = dispute.title
        if only:
            title = self.voice.join([title, self.word("only", games=group.names([context for context, _ in disputes]))], " ")
        key = key if first else f"{key}/{context.game.id}"
        self.add(key, title, under, index=(str(dispute.title),))
        rest = self.voice.word("floor_otherwise" if len(dispute.decisions) > 1 else "always")
        for decision in dispute.decisions:
            when = self.voice.join(decision.when, "; ") or rest
            decided = cell(*what_is_done(decision, self.voice), states=decision.states)
            row = (cell(strong(decision.ruling)) if decision.ruling else cell(""), decided)
            self.add(f"{key}/{decision.case}", when, key, row=row, source=decision.source)

    def house_rules(self) -> None:
        """Add the rules of the house that belong to no fault; a rule for only some of the games names them."""
        contexts = {context.game.id: context for group in self.groups for context in group.contexts}
        where: dict[str, tuple[HouseRule, list[Context]]] = {}
        for context in contexts.values():
            for rule in self.asked.words_of_house.rules_for(EDITION.name, context.game.id):
                where.setdefault(rule.name, (rule, []))[1].append(context)
        top = self.add("house-rules", self.voice.word("house_rules")) if where else ""
        for rule, those in where.values():
            title = self.voice.own(rule.title)
            only = (
                [self.word("only", games=self.voice.join(context.voice.title() for context in those))]
                if len(those) < len(contexts)
                else []
            )
            under = self.add(f"{top}/{rule.name}", self.voice.join([title, *only], " "), top, index=(str(title),))
            self.add(f"{under}/text", self.voice.own(rule.text), under)

    def house_clauses(self) -> None:
        """Replace the clauses whose numbers the house names with its own sentences."""
        known = self.asked.numbers.all if self.asked.numbers is not None else ()
        numbers = {entry.key: entry.number for entry in known if not entry.gone}
        for at, entry in enumerate(self.entries):
            if (number := numbers.get(entry.key)) is not None:
                self.entries[at] = attrs.evolve(entry, text=self.voice.sentence(number, entry.text))

    # The document

    def numbers(self) -> Numbers:
        """Return the numbers, with every entry of the book settled."""
        numbers = self.asked.numbers if self.asked.numbers is not None else Numbers(edition=self.asked.control.edition)
        chapter: dict[str, str] = {}  # games have many texts in common, and a number never moves from one game to another
        items = []
        for entry in self.entries:
            chapter[entry.key] = chapter.get(entry.under, str(entry.text))
            text = f"{chapter[entry.key]}: {entry.text}" if entry.under else str(entry.text)
            items.append(NumberedItem(entry.key, text, entry.under))
        numbers.settle(items)
        return numbers

    def document(self) -> Document:
        """Return the book."""
        for group in self.groups:
            for context in group.contexts:
                self.game(context)
        for group in self.groups:
            self.rules(group)
            self.rulings(group)
        self.house_rules()
        self.house_clauses()
        numbers = self.numbers()
        sources = dict(self.notes)
        below: dict[str, list[_NumberedEntry]] = {}
        for entry in self.entries:
            below.setdefault(entry.under, []).append(entry)
        for listed in below.values():
            listed.sort(key=lambda item: in_order(numbers.number(item.key)))
        blocks: list[Block] = [*self._front(), Contents(self.heading("contents"), 2), PageBreak()]
        for entry in below.get("", ()):
            blocks += self._blocks(entry, below, numbers, sources, 1)
        blocks += self._back(numbers, blocks)
        house = self.asked.control.house
        title = self.word("title", house=house) if house else self.word("title_plain")
        return EDITION.document(self.asked, title, blocks, subtitle=self.voice.join([group.names() for group in self.groups]))

    def _front(self) -> Iterator[Block]:
        """Yield the previous versions, and the lines for signatures."""
        control = self.asked.control
        if control.signatures:
            yield Heading(self.heading("signatures"), 2, listed=False)
            yield Fields([(name, "") for name in control.signatures])
        if control.revisions:
            yield Heading(self.heading("revisions"), 2, listed=False)
            head = [self.column(name) for name in ("version", "date", "new", "by")]
            yield TableBlock(
                head,
                [[revision.version, revision.date, revision.what, revision.by] for revision in control.revisions],
                widths=(2, 2, 5, 3),
            )

    def _blocks(
        self,
        entry: _NumberedEntry,
        below: Mapping[str, list[_NumberedEntry]],
        numbers: Numbers,
        sources: Mapping[str, Source],
        level: int,
    ) -> Iterator[Block]:
        """Yield an entry with the entries below it: rules as paragraphs, rows as a table."""
        if level == 1 and numbers.number(entry.key) != "1":
            yield PageBreak()
        yield Heading(entry.text, level, numbers.number(entry.key), _anchor(numbers.number(entry.key)))
        yield from entry.more
        rows = [inner for inner in below.get(entry.key, ()) if inner.row]
        if rows:
            yield self._rows(rows, numbers, sources)
        for below_it in below.get(entry.key, ()):
            number = numbers.number(below_it.key)
            if below_it.row:
                continue
            if below.get(below_it.key) or below_it.more or level == 1:
                yield from self._blocks(below_it, below, numbers, sources, level + 1)
            else:
                yield Paragraph([below_it.text, *self._cited(sources.get(below_it.key))], number=number, anchor=_anchor(number))

    def _rows(self, rows: Sequence[_NumberedEntry], numbers: Numbers, sources: Mapping[str, Source]) -> TableBlock:
        columns = {1: ("option", "value"), 2: ("case", "ruling", "follows")}[len(rows[0].row)]
        if "/equipment/" in rows[0].key:
            columns = ("item", "count", "what")
        widths = {2: (1.3, 5, 5), 3: (1.3, 3.2, 2.2, 6)}[len(columns)]
        listed_rows = [
            [_numbered(numbers.number(row.key)), cell(line([row.text, *self._cited(sources.get(row.key))])), *row.row]
            for row in rows
        ]
        head = [self.column("number"), *map(self.column, columns)]
        return TableBlock(head, listed_rows, widths=widths)

    def _cited(self, source: Source | None) -> Iterator[TextRun]:
        """Yield the citation of a rule, if sources are printed next to the rules."""
        if self.asked.sources == INLINE and source is not None and source.cites:
            yield TextRun(f" [{source.text}{source.mark}]", lang=source.text.lang)

    # The end of the book

    def _back(self, numbers: Numbers, front: Sequence[Block]) -> list[Block]:
        """Return departures, proofs, the glossary of all text before it, sources and index."""
        back = [*self._departures(), *self._proofs()]
        words = glossary(self.asked.games, self.voice, (*front, *back))
        if words.rows:
            back += Heading(self.heading("glossary"), 1, anchor="glossary"), words
        return [*back, *self._after_the_glossary(numbers)]

    def _after_the_glossary(self, numbers: Numbers) -> Iterator[Block]:
        gone = numbers.withdrawn
        if gone:
            yield Heading(self.heading("withdrawn"), 1, anchor="withdrawn")
            head = [self.column(name) for name in ("number", "was", "since")]
            yield TableBlock(head, [[entry.number, entry.text, entry.withdrawn] for entry in gone], widths=(1, 6, 2))
        if self.asked.sources == ADOPTED:
            yield Heading(self.heading("sources"), 1, anchor="sources")
            yield Paragraph(self.asked.adopted())
            yield self._fingerprint()
        elif self.asked.sources != "none":
            yield from self._sources()
        yield Heading(self.heading("index"), 1, anchor="index")
        yield Flow([Index(tuple(self._index(numbers)))], 2)

    def _departures(self) -> Iterator[Block]:
        """Yield the departures of the house from its base; nothing if there are none."""
        departing = [group for group in self.groups if group.departures]
        for group in departing:
            base = departs_from(group.first.game)
            rules = base.rules
            text = self.voice.say(rules.doc.data.get("title") or rules.name) if rules is not None else self.voice.title(base)
            games = {"games": group.names()} if len(departing) > 1 else {}
            yield Heading(self.heading("departures_in" if games else "departures", **games), 1, anchor=f"departures-{group.key}")
            yield Paragraph(self.word("based_on", base=text))
            head = [self.column(name) for name in ("where", "before", "now", "authority")]
            rows = [self._departure(group, *item) for item in group.departures.items()]
            yield TableBlock(head, rows, widths=(4, 4, 4, 3))

    def _proofs(self) -> Iterator[Block]:
        """Yield the proved properties of a house's rulings; nothing in a book without a house."""
        proved = [group for group in self.groups if group.first.game.rules is not None and self._is_of_a_house(group)]
        for group in proved:
            rules, base = group.first.game.rules, departs_from(group.first.game).rules
            assert rules is not None
            page = ProofPage(rules, base, self.voice)
            names = {"games": group.names()} if len(proved) > 1 else {}
            yield Heading(page.word("heading_in" if names else "heading", **names), 1, anchor=f"proof-{group.key}")
            yield from page.blocks(fingerprint(self.asked.games))

    def _is_of_a_house(self, group: _Group) -> bool:
        return bool(self.asked.control.house or group.departures)

    def _departure(self, group: _Group, departure: PrintedDifference, those: tuple[Context, ...]) -> list[TableCell]:
        """Return a departure as a row: place, base text, house text, authority."""
        first, *more = about_lines(self.voice, departure) if departure.about else [EMPTY]
        if departure.part != "rulings":
            first = self.voice.join(filter(None, [part_title(self.voice, departure.part), first]), ": ")
        if len(those) < len(group.contexts):
            first = self.voice.join([first, self.word("only", games=group.names(those))], " ")
        nothing = self.voice.word("nothing")
        sides = [cell(*(side or (nothing,))) for side in (departure.old, departure.new)]
        return [cell(first, *more), *sides, cell(self.asked.authority(departure.source))]

    def _sources(self) -> Iterator[Block]:
        """Yield the works cited by the rules, each once, and the meaning of the marks."""
        works: dict[str, tuple[Said, ...]] = {}
        for group in self.groups:
            for context in group.contexts:
                for work in context.cited.works():
                    parts_of = (work.title, work.details, work.sections, work.note, work.look_up)
                    works.setdefault(work.id, tuple(part for part in parts_of if part))
        yield Heading(self.heading("sources"), 1, anchor="sources")
        yield Paragraph(self.word("sources_note"))
        for texts in works.values():
            yield Paragraph([strong(texts[0]), ". ".join(["", *texts[1:]])], "small")
        marks = {source.mark for _, source in self.notes}
        if OURS_MARK in marks:
            yield Paragraph(self.word("ours_note"), "small")
        if UNREAD_MARK in marks:
            yield Paragraph(self.voice.word("unread_note"), "small")
        yield self._fingerprint()

    def _fingerprint(self) -> Paragraph:
        return Paragraph(self.word("fingerprint", fingerprint=fingerprint(self.asked.games)), "small")

    def _index(self, numbers: Numbers) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
        terms: dict[str, list[tuple[str, str]]] = {}
        for entry in self.entries:
            number = numbers.number(entry.key)
            for word in entry.index:
                terms.setdefault(word, []).append((_anchor(number), number))
        articles = {item for listed in page_data("book")["articles"].values() for item in listed}

        def place(word: str) -> str:
            first, _, rest = word.casefold().partition(" ")
            return rest if rest and first in articles else word.casefold()

        for word in sorted(terms, key=place):
            yield word, tuple(terms[word])


def glossary(games: Collection[Game], voice: Voice, printed: Iterable[Block]) -> TableBlock:
    """Return the terms of the trade that occur in a document about some games, with their meanings.

    Args:
        games: The games; a term whose meaning belongs to other games is left out.
        voice: Language of the document.
        printed: The rest of the document.
    """
    text = "\n".join(shown for block in printed for shown in block_texts(block))
    listed = [
        (word, voice.say(term["means"]))
        for term in page_data("book")["glossary"].values()
        if any(holds_in(game, term) and game.family in (term.get("families") or [game.family]) for game in games)
        and _prints(text, word := voice.say(term["word"]))
    ]
    return TableBlock([], sorted(listed), widths=(1, 3))


def _prints(text: str, word: Said) -> bool:
    """Return whether a text contains a term: in English one of its forms, in another language its characters."""
    if word.lang != DEFAULT_LANGUAGE:
        return word in text
    return re.search(rf"\b{re.escape(word)}(s|es|d|ed|ing)?\b", text, re.IGNORECASE) is not None


def _numbered(number: str) -> TableCell:
    return cell(number, anchor=_anchor(number))


def _anchor(number: str) -> str:
    return f"n{number.replace('.', '-')}"


def _alike(dispute: PrintedDispute) -> tuple[object, ...]:
    """Return everything of a dispute that is printed; games with equal results share an entry."""
    return dispute.title, tuple((*decision.done, decision.say, decision.weigh) for decision in dispute.decisions)


def what_is_done(decision: PrintedDecision, voice: Voice) -> Iterator[Said]:
    """Yield the text of a printed ruling line by line: spoken words, remedies, and what the floor weighs and can choose."""
    if decision.say:
        yield Said(f"“{decision.say}”", decision.say.lang)
    if decision.wait:
        yield decision.wait
    for remedy in decision.remedies:
        yield from remedy.steps
    if decision.weigh:
        yield voice.word("floor_weigh", what=voice.join(decision.weigh, "; "))
    if decision.choices:
        yield voice.word("floor_may", what=voice.join(decision.choices, "; "))


def make(asked: EditionOrder) -> Document:
    """Make the book of a house."""
    return _Book(asked).document()


EDITION = Edition(
    name="book",
    title="The complete rules",
    reader="the house",
    purpose="All rules of all games, permanently numbered, with house differences, glossary, sources and index.",
    pages=None,
    paper=Paper(points=9.5),
    make=make,
    whole=True,
    numbered=True,
)

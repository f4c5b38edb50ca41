"""The supervisor's pocket index: each dispute with its questions, rulings and spoken words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from dealerkit.rules.games import Game
from dealerkit.rulings.circumstances import continued
from dealerkit.rulings.games import faults_in_force
from dealerkit.sheets.context import Context
from dealerkit.sheets.disputes import PrintedDecision, PrintedDispute, PrintedRemedy, moments
from dealerkit.sheets.document import (
    Block,
    Contents,
    Document,
    Flow,
    Heading,
    Index,
    Line,
    PageBreak,
    Paper,
    Paragraph,
    TableBlock,
    TableCell,
    TextRun,
    Thumb,
    cell,
    line,
    strong,
)
from dealerkit.sheets.editions.edition import Edition, EditionOrder
from dealerkit.sheets.editions.house_rules import house_rules
from dealerkit.sheets.house_words import ADOPTED
from dealerkit.sheets.voice import Said

POCKET = 150
"""Paper of at most this width, in millimetres, has one column, and each moment begins a page."""
WIDE = 250
"""Paper of at least this width, in millimetres, has three columns."""
NONE, NOTES, INLINE = "none", "notes", "inline"


@attrs.frozen
class _Part:
    """A game on the paper: under the rule set in force, and under the others of the order.

    Attributes:
        context: The game under the rule set in force.
        others: The same game under the others.
        at: Its index among the games.
        alone: Whether it is the only game.
    """

    context: Context
    others: tuple[Context, ...]
    at: int
    alone: bool


@attrs.frozen
class _Numbered:
    """A dispute with its number, and its anchor for the index."""

    number: int
    anchor: str
    dispute: PrintedDispute


def make(order: EditionOrder) -> Document:
    """Make the index of one or more games, each under one or more rule sets side by side, the first of which is in force."""
    width, _ = (order.paper or EDITION.paper).measures
    parts = _parts(order)
    voice = parts[0].context.voice
    games = voice.join(part.context.voice.title() for part in parts)
    blocks: list[Block] = [Paragraph(voice.word("floor_lead"), style="lead")]
    if any(part.others for part in parts):
        titles = dict.fromkeys(_set(other) for part in parts for other in part.others)
        blocks.append(Paragraph(voice.word("floor_alike", sets=voice.join(titles))))
    blocks.append(Contents(voice.word("contents"), depth=1 if len(parts) == 1 else 2))
    numbered: list[_Numbered] = []
    for part in parts:
        blocks += _flow([*_game(part, numbered, width, order.sources), *_remedies(part)], width)
    for part in parts:
        own = tuple(house_rules(part.context, "floor", anchor=f"g{part.at}house"))
        blocks += [*(_new_page(width) if own else ()), *_flow(own, width)]
    blocks += [*_new_page(width), *_thumbs(voice.word("floor_thumb"), parts), Heading(voice.word("floor_index"), anchor="index")]
    blocks.append(Flow([Index(_index(numbered))], 2 if width <= POCKET else 4))
    if order.sources == NOTES:
        blocks += _thumbs(Said(""), parts)
        blocks += _flow(_sources(parts, numbered), width)
    elif order.sources == ADOPTED:
        blocks += [*_thumbs(Said(""), parts), Paragraph(order.adopted(), style="small")]
    subtitle = voice.join(dict.fromkeys(_set(part.context) for part in parts))
    return EDITION.document(order, voice.word("floor_title", game=games), blocks, subtitle=subtitle)


def _parts(order: EditionOrder) -> list[_Part]:
    """Group the games of the order: one game under several rule sets is one part."""
    by_fault: dict[str, list[Game]] = {}
    for game in order.games:
        by_fault.setdefault(game.id, []).append(game)
    return [
        _Part(order.context(first), tuple(map(order.context, others)), at, len(by_fault) == 1)
        for at, (first, *others) in enumerate(by_fault.values())
    ]


def _set(context: Context) -> Said:
    """Return the title of the rule set in force."""
    rules = context.game.rules
    return context.voice.say((rules.doc.data.get("title") if rules is not None else None) or context.game.id)


def _game(part: _Part, numbered: list[_Numbered], width: float, sources: str) -> Iterator[Block]:
    """Yield a game, by moment."""
    context, level = part.context, 1 if part.alone else 2
    if not part.alone:
        yield Heading(context.voice.title(), level=1, anchor=f"g{part.at}")
    first = len(numbered)
    known_moments = moments(context)
    elsewhere = [{d.fault: d for moment in moments(other) for d in moment.disputes} for other in part.others]
    for place, moment in enumerate(known_moments):
        yield from _new_page(width)
        yield Thumb(str(moment.short), place, len(known_moments) + 1)
        yield Heading(moment.title, level=level, anchor=f"g{part.at}m{place}")
        for dispute in moment.disputes:
            entry = _Numbered(len(numbered) + 1, f"d{len(numbered) + 1}", dispute)
            numbered.append(entry)
            others = [(_set(other), known.get(dispute.fault)) for other, known in zip(part.others, elsewhere, strict=True)]
            yield from _dispute(context, entry, others, level + 1, sources)
    yield from _only_elsewhere(part, elsewhere, {entry.dispute.fault for entry in numbered[first:]}, numbered, sources)


def _remedies(part: _Part) -> Iterator[Block]:
    """Yield the steps of the remedies that rulings only name: those with several steps, or a long one."""
    context = part.context
    remedies: dict[Said, PrintedRemedy] = {}
    for inner in (context, *part.others):
        for moment in moments(inner):
            for decision in (decision for dispute in moment.disputes for decision in dispute.decisions):
                remedies |= {remedy.title: remedy for remedy in decision.remedies if not remedy.short}
    if remedies:
        yield Thumb("", 0, 1)  # ends the last moment's mark
        yield Heading(context.voice.word("floor_how"), level=1 if part.alone else 2, anchor=f"g{part.at}how")
        rows = [[cell(title), cell(*remedies[title].steps)] for title in sorted(remedies)]
        yield TableBlock(rows=rows, widths=(2, 3))


def _thumbs(word: Said, parts: Sequence[_Part]) -> Iterator[Block]:
    """Yield the thumb mark of the part behind the games, in the last position; nothing without a word for it."""
    places = max(len(moments(part.context)) for part in parts) + 1
    yield Thumb(str(word), places - 1, places)


def _only_elsewhere(
    part: _Part, elsewhere: Sequence[dict[str, PrintedDispute]], known: set[str], numbered: list[_Numbered], sources: str
) -> Iterator[Block]:
    """Yield the disputes that the set in force does not rule on and another set does, by set."""
    for other, disputes in zip(part.others, elsewhere, strict=True):
        more = [dispute for name, dispute in disputes.items() if name not in known]
        if more:
            yield Heading(other.voice.word("floor_under", set=_set(other)), level=1 if part.alone else 2)
        for dispute in more:
            entry = _Numbered(len(numbered) + 1, f"d{len(numbered) + 1}", dispute)
            numbered.append(entry)
            yield from _dispute(other, entry, [], 2 if part.alone else 3, sources)


def _dispute(
    context: Context, entry: _Numbered, others: Sequence[tuple[Said, PrintedDispute | None]], level: int, sources: str
) -> Iterator[Block]:
    voice = context.voice
    yield Heading(entry.dispute.title, level=level, number=str(entry.number), anchor=entry.anchor, listed=False)
    yield _rulings(context, entry.dispute, sources)
    for title, other in others:
        if other is None:
            yield Paragraph(voice.word("floor_not_ruled", set=title), style="small")
        elif [decision.done for decision in other.decisions] != [decision.done for decision in entry.dispute.decisions]:
            yield Paragraph(strong(voice.word("floor_under", set=title)))
            yield from _otherwise(context, entry.dispute, other, sources)


def _otherwise(context: Context, here: PrintedDispute, there: PrintedDispute, sources: str) -> Iterator[Block]:
    """Yield another set's different rulings: with equal circumstances, the different lines alone."""
    pairs = list(zip(here.decisions, there.decisions, strict=False))
    alike = [decision.when for decision in here.decisions] == [other.when for other in there.decisions]
    differing = [other for printed_decision, other in pairs if printed_decision.done != other.done]
    if not alike or len(differing) == len(there.decisions):
        yield _rulings(context, there, sources)
        return
    otherwise = context.voice.word("floor_otherwise")
    rows = [[cell(*(_when(context, fault) or (otherwise,))), _come_to(context, fault, sources)] for fault in differing]
    yield TableBlock(rows=rows, widths=(2, 3))
    yield Paragraph(context.voice.word("floor_rest"), style="small")


def _asked(context: Context, dispute: PrintedDispute) -> Line:
    """Return the questions to ask, in order."""
    runs: list[str | TextRun] = [strong(context.voice.word("floor_ask"))]
    for number, question in enumerate(dispute.questions, 1):
        runs += [strong(f" {number} ") if len(dispute.questions) > 1 else " ", question]
    return line(runs)


def _rulings(context: Context, dispute: PrintedDispute, sources: str) -> TableBlock:
    """Return the questions and the rulings: conditions and results; without the column of conditions if all are alike. The
    questions are repeated if the rulings continue on another page.
    """
    decisions = dispute.decisions
    if not any(decision.when for decision in decisions):
        return TableBlock(rows=[[_come_to(context, decision, sources)] for decision in decisions], row_heads=False)
    otherwise = context.voice.word("floor_otherwise")
    rows = [[cell(*(_when(context, decision) or (otherwise,))), _come_to(context, decision, sources)] for decision in decisions]
    return TableBlock(head=[cell(_asked(context, dispute), shade="light", columns=2)], rows=rows, widths=(2, 3))


def _when(context: Context, decision: PrintedDecision) -> tuple[Said, ...]:
    """Return the conditions, as one sentence over several lines."""
    first, more = decision.when[:1], decision.when[1:]
    return (*first, *(context.voice.word("floor_and", what=continued(entry)) for entry in more))


def _come_to(context: Context, decision: PrintedDecision, sources: str) -> TableCell:
    return cell(*_lines(context, decision, sources), states=decision.states)


def _lines(context: Context, decision: PrintedDecision, sources: str) -> Iterator[Line]:
    """Yield the result of a case, line by line: the ruling, the words, the remedies, the considerations."""
    voice = context.voice
    if decision.ruling:
        yield line(strong(decision.ruling))
    if decision.say:
        yield line(voice.word("floor_say", say=decision.say))
    if decision.wait:
        yield line(decision.wait)
    for remedy in decision.remedies:
        yield line(remedy.said)
    if decision.weigh:
        yield line(voice.word("floor_weigh", what=voice.join(decision.weigh, "; ")))
    if decision.choices:
        yield line(voice.word("floor_may", what=voice.join(decision.choices, "; ")))
    if sources == INLINE and decision.source is not None and decision.source.cites:
        yield line(decision.source.text)


def _index(numbered: Iterable[_Numbered]) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    """Return the index words in alphabetical order, each with its possible disputes."""
    texts: dict[str, dict[str, str]] = {}
    for entry in numbered:
        for word in entry.dispute.words:
            texts.setdefault(word, {})[entry.anchor] = str(entry.number)
    return tuple((word, tuple(texts[word].items())) for word in sorted(texts, key=lambda word: (word.casefold(), word)))


def _sources(parts: Sequence[_Part], numbered: Sequence[_Numbered]) -> Iterator[Block]:
    """Yield the works, each with its cited sections; then, once, the meaning of the marks for own readings and unread places."""
    voice = parts[0].context.voice
    yield Heading(voice.word("floor_sources"), anchor="sources")
    lines: set[str] = set()
    for context in (inner for part in parts for inner in (part.context, *part.others)):
        for work in context.cited.works():
            if work.id not in lines:
                lines.add(work.id)
                yield Paragraph(
                    [strong(work.title), ". ", voice.join([x for x in (work.details, work.sections) if x], ". ")], "small"
                )
    for word, ours in (("floor_ours", True), ("floor_unread", False)):
        numbers = [
            str(entry.number) for entry in numbered if any(_doubted(decision, ours=ours) for decision in entry.dispute.decisions)
        ]
        if numbers:
            yield Paragraph(voice.word(word, numbers=", ".join(numbers)), style="small")


def _doubted(decision: PrintedDecision, *, ours: bool) -> bool:
    """Return whether a ruling is a reading of ours, or rests on a place that was not read in full."""
    source = decision.source
    return source is not None and bool(source.mark) and source.cites is not ours


def _new_page(width: float) -> Iterator[Block]:
    if width <= POCKET:
        yield PageBreak()


def _flow(blocks: Iterable[Block], width: float) -> Iterator[Block]:
    """Yield blocks in as many columns as the paper has room for."""
    columns = 1 if width <= POCKET else 2 if width < WIDE else 3
    if columns == 1:
        yield from blocks
    else:
        yield Flow(blocks, columns)


def _offered(game: Game) -> bool:
    return game.rules is not None and bool(faults_in_force(game))


EDITION = Edition(
    name="floor",
    title="Index of disputes",
    reader="floor supervisors",
    purpose="What to ask, how to rule and what to say, in a minute.",
    pages=None,
    paper=Paper("a6", points=7.5, margin=7),
    make=make,
    offered=_offered,
    beside=True,
)

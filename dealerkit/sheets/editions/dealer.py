"""The dealer's step card: the steps in order, each with the slips that can happen in it, their correction, and spoken words.

The card is data: `card:` in a game's file groups steps into lines, names duties (what a dealer must do whenever something
happens) and shortens slips; a house's data can replace parts of it. Every step or duty that no line names gets its own line, and
every critical finding is on the card even without a line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import attrs

from dealerkit.facts.decisions import outcomes_meant
from dealerkit.facts.situation import can_hold
from dealerkit.hands.checked_hand import RECORD_CODES
from dealerkit.hands.codes import codes_in, codes_of, happens, step_codes, wanted_by_rulings
from dealerkit.hands.phh.problems import CODES as PHH_CODES
from dealerkit.judge.findings import UNTOLD
from dealerkit.judge.floor import CARD_CODES
from dealerkit.judge.severity import line_of
from dealerkit.procedure.setup import game_data
from dealerkit.rules.entries import Branch, DutyEntry
from dealerkit.rules.option_lines import applies, lines_of
from dealerkit.rulings.differences.authority import base_of
from dealerkit.sheets.context import Context
from dealerkit.sheets.disputes import known_here
from dealerkit.sheets.document import (
    Block,
    Box,
    Document,
    Flow,
    Paper,
    Paragraph,
    TableBlock,
    TableCell,
    TextRun,
    cell,
    line,
    strong,
)
from dealerkit.sheets.editions.edition import Edition, EditionOrder
from dealerkit.sheets.editions.game_tables import printed
from dealerkit.sheets.editions.house_rules import house_rules
from dealerkit.sheets.editions.type_size import fitted
from dealerkit.sheets.locales import locale
from dealerkit.sheets.procedure import is_printed, rules_of
from dealerkit.sheets.ruled_texts import faults_of, house_says, with_rulings
from dealerkit.sheets.statements import Statement
from dealerkit.sheets.voice import EMPTY, Said, human

GRAVE = ("critical", "major")
"""The severities of findings that are always on the card."""

ELSEWHERE = CARD_CODES | RECORD_CODES | frozenset(PHH_CODES)
"""Findings about a record, not about play at a table."""

PAPER = Paper(size="a4", landscape=True, points=8, margin=8)
"""Two sides of A4, folded once to A5, which fits in the box at the table."""

LARGEST, SMALLEST = 10.4, 6.6
"""The sizes of type, in points, between which the largest that fits on two sides is chosen."""


@attrs.frozen
class CardSlip:
    """A slip beside a step.

    Attributes:
        code: The finding's code.
        title: A short description of the slip.
        help: A short description of its correction.
        severity: `minor`, `major`, `critical`.
        rules: The ids of the rules that it rests on; not printed.
    """

    code: str
    title: Said
    help: Said
    severity: str
    rules: tuple[str, ...] = ()


@attrs.frozen
class CardLine:
    """A line of the card.

    Attributes:
        heading: The heading above it.
        text: The action.
        aloud: Its spoken words; may be empty.
        slips: The slips that can happen in it, the most severe first.
        name: Its name in the game's file, or the name of its step or duty; not printed.
        rules: The ids of the rules that its steps and duties rest on; not printed.
        states: The rulings that its duties depend on; not printed.
    """

    heading: Said
    text: Said
    aloud: Said
    slips: tuple[CardSlip, ...]
    name: str = ""
    rules: tuple[str, ...] = ()
    states: tuple[Statement, ...] = ()


def make(order: EditionOrder) -> Document:
    """Make the dealer's card of a game."""
    context, paper = order.context(), order.paper or PAPER
    word = context.voice.word
    groups: list[Block] = [_group(context, heading, lines) for heading, lines in _grouped(card_lines(context))]
    groups += house_rules(context, "dealer")
    tables = [block for name in context.part("card").get("tables") or () for block in printed(context, name)]
    legend = Paragraph(word("card_legend"), style="small")
    blocks: list[Block] = [*groups, Box((*tables, legend), style="open") if tables else legend]  # tables beside the steps
    flow = Flow(blocks, columns=1 if paper.large else 2)
    paper = fitted(paper, order.control, blocks, (SMALLEST, LARGEST))
    return EDITION.document(order, word("card_title", game=context.voice.title()), [flow], paper=paper)


def _group(context: Context, heading: Said, lines: Iterable[CardLine]) -> TableBlock:
    """Return the lines under a heading as a table: the action, and the slips that can happen in it."""
    return TableBlock(
        head=(cell(heading, shade="head"), cell(context.voice.word("card_slips"), shade="head")),
        rows=tuple((_done(context, card_line), cell(*map(_slip, card_line.slips))) for card_line in lines),
        widths=(42, 58),
        row_heads=False,
    )


def _done(context: Context, card_line: CardLine) -> TableCell:
    aloud = (
        [line([TextRun(context.voice.word("aloud", words=card_line.aloud), strong=True, lang=card_line.aloud.lang)])]
        if card_line.aloud
        else []
    )
    return cell(card_line.text, *aloud, states=card_line.states)


def _slip(slip: CardSlip) -> list[str | TextRun]:
    title: str | TextRun = strong(slip.title) if slip.severity == "critical" else slip.title
    return [title, TextRun(f" \u2013 {slip.help}", lang=slip.help.lang)] if slip.help else [title]


def _grouped(lines: Iterable[CardLine]) -> Iterator[tuple[Said, list[CardLine]]]:
    """Yield consecutive lines with the same heading together."""
    heading, group = EMPTY, list[CardLine]()
    for card_line in lines:
        if group and card_line.heading != heading:
            yield heading, group
            group = []
        heading = card_line.heading
        group.append(card_line)
    if group:
        yield heading, group


def card_lines(context: Context) -> list[CardLine]:
    """Return the lines of a game's card: those of its steps in order, then those that apply at any time."""
    return _StepCard(context).lines()


@attrs.frozen
class _Step:
    """A step that can be due: its place, its heading, and its data."""

    at: int
    heading: Said
    node: Mapping[str, object]


@attrs.define
class _CardLine:
    """A line in the making: its steps and duties, and its data."""

    name: str
    spec: Branch
    steps: list[str]
    duties: list[str]


class _StepCard:
    """A card in the making."""

    def __init__(self, context: Context) -> None:
        self.context, self.voice, self.game = context, context.voice, context.game
        self.data = game_data(self.game)
        self.card = context.part("card")
        self.steps = dict(self._walk(context.part("procedure"), EMPTY))
        self.duties = {name: duty for name, duty in context.part("duties").items() if self._comes(duty)}
        self.left_out = {*(self.card.get("left_out") or ()), *self._of_other_options()}
        self.shown: set[str] = set()

    def _walk(self, nodes: Mapping[str, object], heading: Said, at: int = 0) -> Iterator[tuple[str, _Step]]:
        for name, node in nodes.items():
            if not isinstance(node, Mapping) or not is_printed(node, self.data, self.voice):
                continue
            if "steps" in node:
                inner = self.voice.say(node["title"]) if node.get("title") else Said(human(name))
                for line in self._walk(node["steps"], inner, at):
                    yield line
                    at = line[1].at + 1
            else:
                yield name, _Step(at, heading, node)
                at += 1

    def _comes(self, duty: DutyEntry) -> bool:
        """Return whether a duty can come about at all in the game, with its options in force."""
        on = [[facts] if isinstance(facts, str) else facts or [] for facts in duty["on"].values()]
        comes = any(not facts or any(fact == "always" or can_hold(fact, self.data) for fact in facts) for facts in on)
        return comes and happens(duty, self.data) and wanted_by_rulings(self.game, duty)

    def lines(self) -> list[CardLine]:
        """Return the lines in order."""
        entries = [*self._named()]
        named = {name for spec in (self.card.get("lines") or {}).values() for name in spec.get("steps") or ()}
        entries += [_CardLine(name, {}, [name], []) for name in self.steps if name not in named]
        claimed = {code for entry in entries for code in entry.spec.get("codes") or ()}
        by_heading = self._ordered(entries)
        card_lines = [
            CardLine(
                heading,
                self._text(entry),
                self._aloud(entry),
                tuple(self._slips(entry, claimed)),
                entry.name,
                self._rules(entry),
                tuple(self._states(entry)),
            )
            for heading, under in by_heading.items()
            for entry in under
        ]
        return [*card_lines, *self._rest()]

    def _named(self) -> Iterator[_CardLine]:
        """Yield the lines of the data that apply here; a line whose steps can never be due is left out."""
        for name, spec in lines_of(self.game, ("card",)):
            steps = sorted((step for step in spec.get("steps") or () if step in self.steps), key=lambda item: self.steps[item].at)
            duties = [duty for duty in spec.get("duties") or () if duty in self.duties]
            drawn = [code for code in spec.get("codes") or () if code in codes_of(self.game)]
            comes = steps or duties or (drawn and not spec.get("steps"))
            comes = comes or any(house_says(self.context, fault) for fault in spec.get("ruled") or ())
            if comes and (spec.get("ruled") or not self.voice.is_silent(spec.get("text"))):
                yield _CardLine(name, spec, steps, duties)

    def _ordered(self, entries: Iterable[_CardLine]) -> dict[Said, list[_CardLine]]:
        """Group lines by heading in the order of the procedure; a line without a step follows the line before it in the file."""
        placed: dict[Said, list[tuple[int, _CardLine]]] = {}
        for entry in entries:
            under = placed.setdefault(self._heading(entry), [])
            at = min((self.steps[name].at for name in entry.steps), default=under[-1][0] if under else 0)
            under.append((at, entry))
        end = len(self.steps)
        first = {heading: min((at for at, entry in under if entry.steps), default=end) for heading, under in placed.items()}
        return {
            heading: [entry for _, entry in sorted(placed[heading], key=lambda item: item[0])]
            for heading in sorted(placed, key=lambda heading: first[heading])
        }

    def _heading(self, entry: _CardLine) -> Said:
        """Return the heading of a line: its own title, else its section's. Lines with the same heading are together."""
        if entry.spec.get("title"):
            return self.voice.say(entry.spec["title"])
        return self.steps[entry.steps[0]].heading if entry.steps else self.voice.word("card_any_time")

    def _text(self, entry: _CardLine) -> Said:
        return self.voice.sentence(f"card/{entry.name}", self._written(entry))

    def _written(self, entry: _CardLine) -> Said:
        if entry.spec.get("text") or entry.spec.get("ruled"):
            return with_rulings(self.context, entry.spec, self.voice.say(entry.spec.get("text")), self._rules(entry))
        nodes = [self.steps[name].node for name in entry.steps] + [self.duties[name] for name in entry.duties]
        texts = [self.voice.say(node.get("say") or node.get("title")) for node in nodes if node.get("say") or node.get("title")]
        return self.voice.join(dict.fromkeys(map(_sentence, texts)), " ") if texts else Said(human(entry.name))

    def _aloud(self, entry: _CardLine) -> Said:
        return self.voice.say(entry.spec["say"]) if entry.spec.get("say") else EMPTY

    def _rules(self, entry: _CardLine) -> tuple[str, ...]:
        nodes = [self.steps[name].node for name in entry.steps] + [self.duties[name] for name in entry.duties]
        return tuple(dict.fromkeys(rule for node in nodes for rule in rules_of(node)))

    def _states(self, entry: _CardLine) -> Iterator[Statement]:
        """Yield the rulings that the duties of a line depend on, for a line that is due to a ruling of the rule set in force."""
        if self.game.rules is None:
            return
        for duty in (self.duties[name] for name in entry.duties):
            for fault, words in (duty.get("ruled") or {}).items():
                meant = tuple(sorted(outcomes_meant(words)))
                yield Statement(self.game.rules.name, fault, {}, known_here(self.context), self.game.options, meant)

    def _slips(self, entry: _CardLine, claimed: set[str]) -> Iterator[CardSlip]:
        """Yield the slips of a line that are not on an earlier line: its own, and the severe ones of its steps and duties."""
        codes: dict[str, str] = {}
        for name in entry.steps:
            node = self.steps[name].node
            codes.update((code, str(node.get("severity", ""))) for code in step_codes(node, self.data))
        for name in entry.duties:
            codes.update((code, "") for code in codes_in(self.duties[name].get("code"), self.data))
        known = codes_of(self.game)
        own = [code for code in entry.spec.get("codes") or () if code in known]
        slips = [self._slip(code) for code in own]
        drawn = {code: severity for code, severity in codes.items() if code in known - claimed and code in self.context.findings}
        slips += [slip for code, severity in drawn.items() if (slip := self._slip(code, severity)).severity in GRAVE]
        kept = [slip for slip in slips if slip.code not in self.shown and slip.code not in UNTOLD]
        kept = [slip for slip in kept if slip.severity == "critical" or slip.code not in self.left_out]
        self.shown.update(slip.code for slip in kept)
        yield from sorted(kept, key=lambda slip: slip.severity != "critical")

    def _of_other_options(self) -> Iterator[str]:
        """Yield the findings that exclude the options in force."""
        for code, spec in (self.card.get("slips") or {}).items():
            if not applies(self.game, spec, ("card", "slips", code)):
                yield code

    def _slip(self, code: str, severity: str = "") -> CardSlip:
        entry = line_of(self.context.findings, code)
        severity = str((self.context.findings.get(code) or {}).get("severity") or severity or "minor")
        short: Branch = (self.card.get("slips") or {}).get(code) or {}
        cite = tuple(entry.get("cite") or ())
        own = "title" not in short or self._house_says(code, "title")
        title = self.voice.say(entry.get("title") if own else short["title"])
        return CardSlip(code, _open(title), self._help(code, short, cite), severity, cite)

    def _help(self, code: str, short: Branch, cite: tuple[str, ...]) -> Said:
        """Return the correction of a slip: the dealer's remedy, and the ruling of the house in force on the finding's fault."""
        line, say = line_of(self.context.findings, code), self.voice.say
        if self._house_says(code, "remedy"):
            return _open(say(line.get("remedy")))
        ruled = say(short["ruled"]) if "ruled" in short else EMPTY if "help" in short else say(line.get("remedy"))
        house = (house_says(self.context, fault, cite, titled=False) for fault in faults_of(line))
        parts = [say(short.get("help")), *([*filter(None, house)] or [ruled])]
        return self.voice.join(map(_open, filter(None, parts)), locale(self.voice.lang).clauses)

    def _house_says(self, code: str, key: str) -> bool:
        """Return whether a house has words of its own for a finding, which are on its card in full."""
        rules = self.game.rules
        if rules is None or not rules.doc.data.get("house"):
            return False
        base = rules
        while base.doc.data.get("house") and (under := base_of(base)) is not None:
            base = under
        return bool((base.findings.get(code) or {}).get(key) != (rules.findings.get(code) or {}).get(key))

    def _rest(self) -> Iterator[CardLine]:
        """Yield the critical findings that are not on any line: of duties, of the felt, of remedies."""
        heading = self.voice.word("card_any_time")
        for name, duty in self.duties.items():
            entry = _CardLine(name, {}, [], [name])
            slips = tuple(self._slips(entry, set()))
            if slips:
                sentence = _sentence(self.voice.say(duty.get("say")))
                yield CardLine(heading, sentence, EMPTY, slips, name, self._rules(entry), tuple(self._states(entry)))
        rest = [code for code in sorted(critical(self.context)) if code not in self.shown]
        if rest:
            yield CardLine(heading, self.voice.word("card_rest"), EMPTY, tuple(map(self._slip, rest)))


def critical(context: Context) -> frozenset[str]:
    """Return the codes of the critical findings that a dealer can get at a table of this game."""
    known = context.findings
    return frozenset(
        code
        for code in codes_of(context.game) - ELSEWHERE - UNTOLD
        if (known.get(code) or {}).get("severity") == "critical"
    )  # fmt: skip


def _open(text: Said) -> Said:
    """Return a text without the full stop at its end, since other text follows on the line."""
    return Said(text.rstrip("."), text.lang)


def _sentence(text: Said) -> Said:
    return text if not text or text[-1] in ".?!。" else Said(f"{text}.", text.lang)


EDITION = Edition(
    name="dealer",
    title="Step card",
    reader="the dealer",
    purpose="Each step with its slips, how to correct them and what to say; kept at the table.",
    pages=2,
    paper=PAPER,
    make=make,
    offered=lambda game: game.data.get("dealing") != "seat",
)

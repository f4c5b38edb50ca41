"""The player's edition: how a game is played and what it pays, in the player's words, on one or two pages.

The words are data (`player:` of a game), by section. Every number in them is an option in force. Every ruling comes from the
rule set's own decision lists: a line names a fault and its known facts, and is followed by the floor's spoken words.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping

import attrs

from dealerkit.errors import Impossible, RuleFileError, UnknownName, check_name
from dealerkit.rules.coups import coup_rules
from dealerkit.rules.doc import Place
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import Game
from dealerkit.rules.option_lines import lines_of, rule_texts
from dealerkit.rules.texts import without
from dealerkit.rulings import UNDECIDED, known_facts, known_faults, rule
from dealerkit.rulings.decision_lists import decision_list
from dealerkit.rulings.games import faults_in_force, game_facts
from dealerkit.sheets.context import Context
from dealerkit.sheets.document import (
    Block,
    Document,
    Figure,
    Flow,
    Heading,
    Listing,
    Paper,
    Paragraph,
    TableBlock,
    TableCell,
    TextRun,
    Words,
    cell,
    line,
    strong,
)
from dealerkit.sheets.document import plain as plain_text
from dealerkit.sheets.drawings.cards import cards
from dealerkit.sheets.drawings.hands import form_of, ranked
from dealerkit.sheets.editions.edition import Edition, EditionOrder, for_guests
from dealerkit.sheets.editions.figures import figure
from dealerkit.sheets.editions.game_tables import printed
from dealerkit.sheets.editions.house_rules import house_rules
from dealerkit.sheets.editions.type_size import fitted
from dealerkit.sheets.payouts import payouts
from dealerkit.sheets.ruled_texts import with_rulings
from dealerkit.sheets.statements import Statement
from dealerkit.sheets.tables import HANDS_PAID
from dealerkit.sheets.voice import EMPTY, Said, human

Spec = Branch
Shows = Callable[[Context, Spec], Iterator[Block]]

PAPER = Paper(size="a4", points=10, margin=14)
LARGEST, SMALLEST, READABLE = 11.6, 7.0, 8.0
"""Sizes of type, in points; text that fits on one page at `READABLE` is set on one."""
CARD = 4.8
"""Width of a card in an example, in millimetres."""


def make(order: EditionOrder) -> Document:
    """Make the player's edition of a game."""
    context, paper = order.context(), order.paper or PAPER
    blocks = [block for name, spec in context.part("player").items() for block in _section(context, name, spec)]
    blocks += house_rules(context, "player")
    if paper.large:
        blocks = [_enlarged(block, paper.type_size / PAPER.points) for block in blocks]
    title = context.voice.word("player_title", game=context.voice.title())
    flow = Flow(blocks, columns=1 if paper.large else 2)
    paper = fitted(paper, order.control, blocks, (SMALLEST, LARGEST), one_page=READABLE)
    return EDITION.document(order, title, [flow], paper=paper, control=for_guests(order.control))


def _enlarged(block: Block, share: float) -> Block:
    """Return a table with its pictures enlarged in proportion to the large print beside them; any other block unchanged."""
    if not isinstance(block, TableBlock):
        return block

    def larger(table_cell: TableCell) -> TableCell:
        drawn = table_cell.picture
        if drawn is None:
            return table_cell
        return attrs.evolve(table_cell, picture=attrs.evolve(drawn, width=drawn.width * share, height=drawn.height * share))

    return attrs.evolve(block, rows=[[larger(cell) for cell in row] for row in block.rows])


def _section(context: Context, name: str, spec: Spec) -> Iterator[Block]:
    """Yield a section: its heading, lines and tables; nothing if none of that applies here."""
    say = context.voice.say
    lines = dict(lines_of(context.game, ("player", name)))
    printed = {key: with_rulings(context, line, say(line.get("text"))) for key, line in lines.items()}
    lines = {key: line for key, line in lines.items() if printed[key]}
    shown = [block for key in spec.get("shows") or () for block in SHOWS[key](context, spec)]
    texts = {key: context.voice.sentence(f"player/{name}/{key}", printed[key]) for key in lines}
    plain = [texts[key] for key, line in lines.items() if "fault" not in line and "title" not in line]
    rows = [(say(line["title"]), texts[key]) for key, line in lines.items() if "title" in line]
    faults = {key: line for key, line in lines.items() if "fault" in line}
    ruled = [
        (texts[key], ruling)
        for key, fault in faults.items()
        if (ruling := _ruling(context, fault, ("player", name, "lines", key)))
    ]
    if not (plain or rows or ruled or shown):
        return
    if spec.get("title"):
        yield Heading(context.voice.say(spec["title"]), level=1, listed=False)
    if plain:
        yield Listing(map(line, plain))
    if rows:
        yield TableBlock(rows=[[strong(label), text] for label, text in rows], widths=(30, 70), row_heads=False)
    if ruled:
        yield TableBlock(
            head=[cell(word, shade="head") for word in context.voice.words("player_happened", "player_ruled")],
            rows=ruled,
            widths=(46, 54),
            row_heads=False,
        )
    yield from shown


def _ruling(context: Context, spec: Spec, place: Place) -> TableCell | None:
    """Return the ruling on a fault under the rule set in force, in the floor's spoken words; None if there is none.

    Raises:
        RuleFileError: If the line names an unknown fault, fact or value.
    """
    game, name = context.game, str(spec["fault"])
    if game.rules is None:
        return None
    try:
        check_name("fault", name, known_faults())
        if name not in faults_in_force(game):
            return None
        facts = _facts(game, name, spec)
        ruling = rule({"fault": name, **facts}, game.rules, said={}, options=game.options)
    except UnknownName as error:
        raise RuleFileError([game.doc.problem(place, str(error))]) from None
    states = Statement(
        game.rules.name, name, facts, {}, game.options, (ruling.outcome,), ruling.case, ruling.rules, ruling.remedies
    )
    if ruling.outcome == UNDECIDED:
        return cell(context.voice.word("player_floor_decides"), states=(states,))
    case = game.rules.faults[name]["cases"][ruling.case]
    words = context.voice.say(without(case.get("say"), (case.get("amounts") or {}).keys()))
    states = attrs.evolve(states, say=str(words))
    return cell(context.voice.sentence(f"ruling/{name}/{ruling.case}", words), states=(states,)) if words else None


def _facts(game: Game, fault: str, spec: Spec) -> dict[str, object]:
    """Return the known facts of a line's fault, with those of the game itself, as far as the rule set in force uses them.

    Raises:
        UnknownName: If the line names an unknown fact.
    """
    facts = spec.get("facts") or {}
    for name in facts:
        check_name("fact", name, known_facts())
    asked = decision_list(game.rules, fault, game.options).facts if game.rules is not None else {}
    return {name: value for name, value in {**game_facts(game), **facts}.items() if name in asked}


# Content of a section below its lines


def _bets(context: Context, _: Spec) -> Iterator[Block]:
    """Yield the bets on offer, with the pay and limits of each."""
    voice, offered = context.voice, context.bets()
    try:
        rules = coup_rules(context.game)
    except UnknownName:
        return
    rows: list[list[Words | TableCell]] = []
    text = ""
    for payout in payouts(context, rules, [bet for bet in offered if bet in rules.pays]):
        first, text = payout.bet != text, payout.bet
        bet, limits = ([strong(offered[payout.bet])], _limits(context, payout.bet)) if first else ("", "")
        rows.append([bet, payout.when, cell(payout.pays, states=payout.states), limits])
    yield TableBlock(
        head=[cell(word, shade="head") for word in voice.words("bet", "when", "pays_head", "player_limits")],
        rows=rows,
        widths=(21, 33, 26, 20),
        row_heads=False,
    )


def _limits(context: Context, bet: str) -> Said:
    """Return the limits of a bet, as a phrase."""
    spot = (context.part("felt").get("spots") or {}).get(bet) or {}
    low, high = (str(spot.get(key) or "0") for key in ("minimum", "maximum"))
    if high == "0":
        return context.voice.word("player_from", low=context.voice.money(low))
    return context.voice.word("player_between", low=context.voice.money(low), high=context.voice.money(high))


def _draws(context: Context, _: Spec) -> Iterator[Block]:
    """Yield the drawing tables, without their descriptions."""
    yield from printed(context, "tableau")


def _hands_paid(context: Context, _: Spec) -> Iterator[Block]:
    """Yield the pay table by hands, with each bet named once; without its column of bets if all bets are paid alike."""
    for block in printed(context, HANDS_PAID):
        bets = [block.lines[0] for block, *_ in block.rows]
        named = [cell("" if bet == above else strong(plain_text(bet))) for above, bet in zip([None, *bets], bets, strict=False)]
        rows = [row[1:] for row in block.rows]
        alike = len(set(map(plain_text, bets))) == 1
        yield attrs.evolve(
            block,
            head=block.head[1:] if alike else block.head,
            rows=rows if alike else [(bet, *row) for bet, row in zip(named, rows, strict=True)],
            title=(),
            widths=(64, 36) if alike else (32, 42, 26),
            row_heads=False,
        )


def _ranks(context: Context, _: Spec) -> Iterator[Block]:
    """Yield the table of the ranking of hands in the game in force, with an example of each."""
    try:
        form = form_of(context.game)
    except Impossible:
        return
    halves = [part for part in (form.high, form.low) if part is not None]
    for part in halves:
        title = context.voice.word("player_high" if part is form.high else "player_low") if len(halves) > 1 else EMPTY
        rows: list[list[TableCell | TextRun]] = [
            [strong(Said(row.title, context.voice.lang)), TableCell(picture=_example(context, [face.name for face in row.faces]))]
            for row in ranked(context.game, part, context.voice.lang)
        ]
        yield TableBlock(rows=rows, title=title, widths=(48, 52), row_heads=False)


def _example(context: Context, names: list[str]) -> Figure:
    drawn = cards(names, width=CARD, gap=1, lang=context.voice.lang)
    return figure(drawn, drawn.width)


def _decides(context: Context, _: Spec) -> Iterator[Block]:
    """Yield the rule set's own words about decisions on disputes, and about objections."""
    desk = context.game.rules.desk if context.game.rules is not None else {}
    texts = {key: context.voice.say(desk[key]) for key in ("decides", "appeal", "window") if desk.get(key)}
    yield from (Paragraph([strong(context.voice.word(f"player_{key}")), TextRun(" "), text]) for key, text in texts.items())


def _rules(context: Context, spec: Spec) -> Iterator[Block]:
    """Yield the rules from the game's own file, chapter by chapter."""
    own = (
        rule_text
        for rule_text in rule_texts(context.game)
        if not rule_text.of_set and rule_text.rule not in spec.get("left_out", ())
    )
    for group, rules in itertools.groupby(own, key=lambda item: item.group):
        chapter = context.part("rules")[group]
        texts = {own.rule: context.voice.join(filter(None, map(context.voice.say, own.texts)), " ") for own in rules}
        sentences = [context.voice.sentence(rule, text) for rule, text in texts.items() if text]
        if sentences:
            title = context.voice.say(chapter["title"]) if chapter.get("title") else Said(human(group))
            yield Heading(title, level=1, listed=False)
            yield Listing(map(line, sentences))


SHOWS: Mapping[str, Shows] = {
    "bets": _bets,
    "draws": _draws,
    "hands_paid": _hands_paid,
    "ranks": _ranks,
    "decides": _decides,
    "rules": _rules,
}
"""Functions for the contents of a section, by their word in a game's file."""


EDITION = Edition(
    name="player",
    title="For players",
    reader="the player",
    purpose="How the game is played, payouts, limits, and what happens when something goes wrong, in plain words.",
    pages=2,
    paper=PAPER,
    make=make,
    offered=lambda game: bool(game.data.get("player")),
)

"""Decision trees: the questions of each dispute, and the result of each answer, as drawings; for a wall, a class, a folder."""

from __future__ import annotations

from collections.abc import Iterator

from dealerkit.rules.games import Game
from dealerkit.sheets.context import Context
from dealerkit.sheets.disputes import moments
from dealerkit.sheets.document import SIZES, Block, Contents, Document, Heading, PageBreak, Paper
from dealerkit.sheets.drawings.trees import A4, A5, tree
from dealerkit.sheets.editions.edition import Edition, EditionOrder
from dealerkit.sheets.editions.figures import figure

MARGIN = 12.0


def make(order: EditionOrder) -> Document:
    """Make the decision trees of a game, by moment."""
    context = order.context()
    paper = order.paper or EDITION.paper
    voice = context.voice
    blocks = [Contents(voice.word("contents"), 2), *_blocks(context, paper)]
    return EDITION.document(order, voice.word("trees_title"), blocks, subtitle=voice.title())


def _blocks(context: Context, paper: Paper) -> Iterator[Block]:
    width, height = (side - 2 * paper.margin for side in paper.measures)
    room = A5 if paper.measures[0] < SIZES["a4"][0] else A4
    for moment in moments(context):
        yield PageBreak()
        yield Heading(moment.title, 1)
        for dispute in moment.disputes:
            yield Heading(dispute.title, 2, anchor=f"tree-{dispute.fault}")
            for drawn in tree(context.game, dispute.fault, context.voice.lang, page=room):
                yield figure(drawn, min(width, drawn.width), min(height - 30, drawn.height))


def offered(game: Game) -> bool:
    """Return whether a game has any rulings."""
    return game.rules is not None and bool(game.rules.faults)


EDITION = Edition(
    name="trees",
    title="Decision trees",
    reader="floor supervisors",
    purpose="For a class or a folder: charts of what to ask in each dispute and where each answer leads.",
    pages=None,
    paper=Paper(margin=MARGIN),
    make=make,
    offered=offered,
)

"""What `dealerkit sheet` prints that is no edition: everything on one sheet, the disputes, score sheets, a promotion's policy."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import click

from dealerkit.cli.common import echo, echo_json, note
from dealerkit.cli.sheet.editions import check_name
from dealerkit.files.output import write_output
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.sheets.build import documents, make_sheet
from dealerkit.sheets.document import Document
from dealerkit.sheets.render import FORMATS, render, render_score
from dealerkit.sheets.roads import ROADS, score_sheet
from dealerkit.table.record import one_record
from dealerkit.table.scorecard import scorecard

FOREIGN = {".pdf", ".doc", ".docx", ".odt", ".rtf", ".png", ".jpg", ".json", ".yaml"}
"""What a file may be called whose owner expects something else than a sheet in it."""

Text = Callable[[str], str]


def write_sheet(text: Text, document: dict[str, Any], form: str | None, out: Path | None, *, force: bool, as_json: bool) -> None:
    """Write a sheet that is no edition: Markdown or HTML."""
    if form is not None and form not in FORMATS:
        msg = f"this sheet is one of {', '.join(FORMATS)}; write --format html, and print that"
        raise click.BadParameter(msg, param_hint="--format")
    if form is None:
        if out is not None and out.suffix.lower() in FOREIGN:
            msg = (
                f"a sheet is a page or plain text, not {out.suffix}; write --out {out.with_suffix('.html').name}, and print that"
            )
            raise click.BadParameter(msg, param_hint="--out")
        form = "html" if out is not None and out.suffix.lower() in {".html", ".htm"} else "md"
    if out is not None:
        write_output(out, text(form), force=force)
        note(f"Wrote {out}.")
    if as_json:
        echo_json({**document, "file": str(out) if out is not None else None})
    elif out is None:
        echo(text(form), nl=False)


def sheet_of(game: Game, doc: str, lang: str) -> tuple[Text, dict[str, Any]]:
    """A sheet of a game: everything, the disputes, or a table that fills a page."""
    check_name(doc, game, documents(game))
    made = make_sheet(game, doc, lang)
    return lambda form: render(made, form), attrs.asdict(made)


def roads_of(
    game: str, lang: str, rules: str | None, settings: dict[str, str], record: Path | None, hand: str | None
) -> tuple[Text, dict[str, Any]]:
    """The score sheet, empty or of a record.

    Raises:
        UsageError: If the record is another game's, or `--hand` names a record where there is none.
    """
    if record is None:
        if hand is not None:
            msg = "--hand names a record of a file: add --record FILE"
            raise click.UsageError(msg)
        made = score_sheet(load(game, rules, settings), lang)
    else:
        kept = one_record(record, hand)
        if kept.header.game != load(game, rules, settings).id:
            msg = f"{record} is a record of {kept.header.game}, not of {game}"
            raise click.UsageError(msg)
        if settings:
            msg = "--set is for an empty form; a record was dealt with the options that stand in it"
            raise click.UsageError(msg)
        played = load(kept.header.game, rules if rules is not None else kept.header.rules, kept.header.options)
        card = scorecard(kept, None, rules)
        made = score_sheet(played, lang, card.shoes if card is not None else None, kept.header.notes)
    return lambda form: render_score(made, form), {"doc": ROADS, **attrs.asdict(made)}


def promotion_of(name: str) -> Document:
    """The policy of a promotion in writing."""
    from dealerkit.jobs.promotions.pages import printed
    from dealerkit.jobs.promotions.policy import policy

    return printed(policy(name))


def laid(document: Document, paper: str | None, *, landscape: bool | None, large: bool) -> Document:
    """Return a document on the paper that is asked for."""
    own = document.paper
    lies = own.landscape if landscape is None else landscape
    return attrs.evolve(document, paper=attrs.evolve(own, size=paper or own.size, landscape=lies, large=large or own.large))

"""`dealerkit sheet`: the house rules on paper, an edition for each reader, made of the same data that the engine runs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import click

from dealerkit.cli.common import echo, echo_json, force_option, json_option, note, rules_option, set_option
from dealerkit.cli.sheet_editions import PAPERS, list_of_editions, listed, order, print_edition
from dealerkit.output import write_output
from dealerkit.record import one_record
from dealerkit.rules.games import game as load
from dealerkit.scorecard import scorecard
from dealerkit.sheets import FORMATS, LANGUAGES, ROADS, make_sheet, render, render_score, score_sheet
from dealerkit.sheets.editions import EDITIONS
from dealerkit.sheets.formats import FORMATS as EDITION_FORMATS

PROMOTION = "promotion"
FOREIGN = {".pdf", ".doc", ".docx", ".odt", ".rtf", ".png", ".jpg", ".json", ".yaml"}
"""What a file may be called whose owner expects something else than a sheet in it."""
PLAYER, RULES = "player", "rules"


@click.command()
@click.argument("game", required=False)
@click.option(
    "--doc",
    metavar="DOC",
    help="Which edition; `dealerkit sheet` alone lists them. Also: rules (everything on one sheet), faults (disputes), tableau "
    "(the drawing table); roads (a score sheet for the roads of a shoe, empty or of a --record); promotion (a high-hand or "
    "bad-beat policy: name it in the place of GAME). Default: player.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(EDITION_FORMATS),
    help="Default: as --out ends; without --out a PDF where you can see it, and md into a pipe.",
)
@click.option(
    "--lang", type=click.Choice(LANGUAGES), default="en", show_default=True, help="The language, as far as texts have it."
)
@click.option("--paper", type=click.Choice(PAPERS), help="Its size. Default: the edition's own.")
@click.option("--landscape/--portrait", default=None, help="How the paper lies. Default: as the edition lays it.")
@click.option("--large", is_flag=True, help="Large print.")
@click.option(
    "--sources",
    type=click.Choice(["none", "notes", "inline"]),
    default="notes",
    show_default=True,
    help="Where sources are told: nowhere, at the end, or where they belong.",
)
@click.option("--out", type=click.Path(path_type=Path), help="The file to write.")
@click.option("--record", type=click.Path(path_type=Path), help="With --doc roads: the record whose shoes are on the sheet.")
@click.option("--hand", metavar="ID", help="Which record of that file: its id, or its number; the last if left out.")
@force_option
@rules_option
@set_option
@json_option
def sheet(
    game: str | None,
    doc: str | None,
    form: str | None,
    lang: str,
    paper: str | None,
    landscape: bool | None,
    large: bool,
    sources: str,
    out: Path | None,
    record: Path | None,
    hand: str | None,
    force: bool,
    rules: str | None,
    settings: dict[str, str],
    as_json: bool,
) -> None:
    """Print the house rules of GAME, an edition for each reader; without GAME list the editions.

    Everything is taken from the rule set in force. On a screen, the edition becomes a file in the folder that you are in.

    \b
    dealerkit sheet
    dealerkit sheet mini-baccarat
    dealerkit sheet holdem --rules tda --doc dealer --out dealer.pdf
    dealerkit sheet holdem --doc player --paper letter --large --out player.html
    dealerkit sheet mini-baccarat --rules france --doc rules --out rules.html
    dealerkit sheet mini-baccarat --doc roads --record shoe.txt --out shoe.html
    dealerkit sheet bad-beat --doc promotion --out bad-beat.html
    """
    if game is None:
        if doc is not None or out is not None:
            msg = "Missing argument 'GAME': whose edition? `dealerkit games` lists the games"
            raise click.UsageError(msg)
        if as_json:
            echo_json({"editions": list(listed())})
        else:
            for said in list_of_editions():
                echo(said)
        return
    if (record is not None or hand is not None) and doc != ROADS:
        msg = f"a record is printed on the score sheet: add --doc {ROADS}"
        raise click.BadParameter(msg, param_hint="--record" if record is not None else "--hand")
    if doc is None:
        doc = PLAYER if PLAYER in EDITIONS else RULES
    if doc in EDITIONS:
        asked = order(load(game, rules, settings), lang, paper, landscape=landscape, large=large, sources=sources, name=doc)
        made = print_edition(doc, asked, form, out, force=force, quiet=as_json)
        if as_json:
            echo_json(made)
        return
    if doc == ROADS:
        text, document = _roads(game, lang, rules, settings, record, hand)
    else:
        text, document = _promotion(game) if doc == PROMOTION else _game(game, doc, lang, rules, settings)
    _write(text, document, form, out, force=force, as_json=as_json)


Text = Callable[[str], str]


def _write(text: Text, document: dict[str, Any], form: str | None, out: Path | None, *, force: bool, as_json: bool) -> None:
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


def _game(game: str, doc: str, lang: str, rules: str | None, settings: dict[str, str]) -> tuple[Text, dict[str, Any]]:
    made = make_sheet(load(game, rules, settings), doc, lang)
    return lambda form: render(made, form), attrs.asdict(made)


def _roads(
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


def _promotion(name: str) -> tuple[Text, dict[str, Any]]:
    """The policy of a promotion in writing."""
    from dealerkit.promotions.policy import policy
    from dealerkit.promotions.printed import printed, sheet

    made = printed(policy(name))
    return lambda form: sheet(made, form), {"doc": PROMOTION, **attrs.asdict(made)}

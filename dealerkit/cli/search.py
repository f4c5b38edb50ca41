"""`dealerkit search`: find a rule, finding, remedy, fault, option or game by its words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from dealerkit.catalogue import find
from dealerkit.cli.common import heading, json_option, line, rules_options, show
from dealerkit.entries import KINDS


@click.command()
@click.argument("words", nargs=-1, required=True)
@click.option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this kind of thing; repeat it for more.")
@click.option("--limit", type=click.IntRange(1), default=12, show_default=True, help="The most to show.")
@rules_options
@json_option
def search(words: tuple[str, ...], kinds: tuple[str, ...], limit: int, rules: tuple[str, ...], as_json: bool) -> None:
    """Search the rules, findings, remedies, faults, options and games for WORDS.

    Case, plurals and slips of the finger do not matter. The best fits come first; `dealerkit explain ID` says more
    about each.

    \b
    dealerkit search late bets
    dealerkit search commision rounding --kind option
    """
    sought = " ".join(words)
    hits = find(sought, rules, limit=limit, kinds=kinds)
    document = {
        "query": sought,
        "hits": [
            {
                "id": hit.entry.id,
                "kind": hit.entry.kind,
                "title": hit.entry.title,
                "severity": hit.entry.severity,
                "game": hit.entry.game,
                "excerpt": hit.excerpt,
                "score": hit.score,
                "where": hit.entry.where,
            }
            for hit in hits
        ],
    }
    show(document, as_json, _told)


def _told(document: dict[str, Any]) -> Iterator[str]:
    if not document["hits"]:
        yield f"Nothing is said of '{document['query']}'; try fewer words, or a word that the table uses."
    for hit in document["hits"]:
        kind = f"{hit['kind']}, {hit['severity']}" if hit["severity"] else hit["kind"]
        yield f"{heading(hit['id'])}  {hit['title']}  ({kind})"
        if hit["excerpt"] and hit["excerpt"] != hit["title"]:
            yield line(hit["excerpt"], 4)

"""`dealerkit explain`: everything in the rule files about one name, and where."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from dealerkit.catalogue.lookup import explain as look_up
from dealerkit.catalogue.reports import Explanation
from dealerkit.cli.common import json_option, report, rules_options, set_option
from dealerkit.cli.failure import Refusal
from dealerkit.cli.variables import HOUSE
from dealerkit.errors import UnknownName

if TYPE_CHECKING:
    from dealerkit.catalogue.entries import Entry
    from dealerkit.sheets.house import House


@click.command()
@click.argument("name", nargs=-1, required=True, metavar="ID")
@rules_options
@set_option
@click.option(
    "--house",
    "house_file",
    metavar="FILE",
    default=lambda: os.environ.get(HOUSE, "").strip() or None,
    help=f"The house whose rule sets and wording are shown. Default: {HOUSE}.",
)
@json_option
def explain(
    name: tuple[str, ...], rules: tuple[str, ...], settings: dict[str, str], house_file: str | None, as_json: bool
) -> None:
    """Explain a rule, finding, remedy, fault, question, fact, option, game, rule set, or dealing action (`do:`).

    Shows the meaning, each rule set's ruling, the source and how much of it was read, what a rule set changes, and the file and
    line of each. --rules shows it under your own house's rules, --set under an option, in the games that have it, --house as a
    house prints it.

    \b
    dealerkit explain BI-03
    dealerkit explain coup/wrong-result
    dealerkit explain surplus_card --rules france
    dealerkit explain BR-01 --set check_raise=no
    dealerkit explain burn
    """
    of = _house(house_file)
    if of is not None and not rules:
        rules = tuple(dict.fromkeys(str(game.rules.path) for game in of.games if game.rules is not None))
        settings = {**_chosen_by(of), **settings}
    try:
        entries = look_up(" ".join(name), rules, settings)
    except UnknownName as error:
        if error.name != " ".join(name):  # the unknown name is a rule set or an option, not the thing to explain
            raise
        if rules and (others := _known_to_others(" ".join(name))):
            msg = f"{' and '.join(rules)} does not use {others}; other rule sets do"
            raise Refusal(msg, hint=f"see how they rule: dealerkit explain {others}") from None
        raise Refusal(str(error), hint="search by its words: dealerkit search " + " ".join(name)) from None
    own = [[*_in_words_of(of, entry)] if of is not None else [] for entry in entries]
    rows = () if as_json else [[row for set_ in rules or (None,) for row in _printed(entry, set_, settings)] for entry in entries]
    report(Explanation(entries, rules, rows, own), as_json)


def _house(selector: str | None) -> House | None:
    """Return the house of a file, or the house with a named rule set; None for no selector."""
    if selector is None:
        return None
    from dealerkit.sheets.house import house

    return house(selector)


def _chosen_by(of: House) -> dict[str, str]:
    """Return the options that a house sets besides its rule sets: `GAME.NAME` to value as typed."""
    from dealerkit.rules.games import game
    from dealerkit.rules.texts import shown

    chosen_: dict[str, str] = {}
    for game_ in of.games:
        plain = game(game_.selector, game_.rules.path if game_.rules is not None else None).options
        chosen_ |= {f"{game_.id}.{name}": shown(value) for name, value in game_.options.items() if value != plain[name]}
    return chosen_


def _in_words_of(of: House, entry: Entry) -> Iterator[str]:
    """Yield a house's own words for a rule or ruling, each with the games they apply to."""
    from dealerkit.rules.texts import text

    for name, sentence in of.words.sentences.items():
        if name == entry.id or (entry.kind == "fault" and name.startswith(f"ruling/{entry.id}/")):
            about = ", ".join(filter(None, [name.removeprefix(f"ruling/{entry.id}/").removeprefix(entry.id), *sentence.games]))
            yield f"{of.name} prints{f' ({about})' if about else ''}: {text(sentence.text)}"


def _known_to_others(name: str) -> str:
    """Return the id of the entry that has this name without any named rule set; empty if there is none."""
    try:
        return look_up(name)[0].id
    except UnknownName:
        return ""


def _printed(entry: Entry, rules: str | None, settings: Mapping[str, str]) -> Iterator[str]:
    """Yield the row of a table that a rule refers to, as the sheet prints it.

    Args:
        entry: The rule.
        rules: The rule set; None for the game's own.
        settings: Options of the game, by name.
    """
    if entry.kind != "rule" or "shows" not in entry.more:
        return
    from dealerkit.rules.games import game
    from dealerkit.rules.sets import rule_set
    from dealerkit.sheets.tables import ROWS
    from dealerkit.sheets.voice import Voice

    game_ = game(entry.game)
    under = rules if rules is not None and rule_set(rules).serves(game_.data) else None
    chosen = {option.removeprefix(f"{game_.id}."): value for option, value in settings.items()}
    game_ = game(entry.game, under, {option: value for option, value in chosen.items() if option in game_.choices})
    kind, _, row = str(entry.more["shows"]).partition(".")
    yield ROWS[kind](Voice(game_, "en"), game_.data["tables"][kind], row)

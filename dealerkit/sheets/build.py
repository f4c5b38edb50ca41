"""A sheet, made of a game as it is dealt under a rule set with its options in force."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dealerkit import __version__
from dealerkit.errors import UnknownName
from dealerkit.rules.games import Game
from dealerkit.rules.sets import at_one_moment
from dealerkit.rules.texts import DEFAULT_LANGUAGE
from dealerkit.rulings.facts import QUESTION
from dealerkit.sheets import parts
from dealerkit.sheets.citations import Cited, ours
from dealerkit.sheets.context import Context
from dealerkit.sheets.departures import Departures
from dealerkit.sheets.model import Sheet
from dealerkit.sheets.procedure import procedure
from dealerkit.sheets.tables import DESCRIBE, PROVIDERS, tables
from dealerkit.sheets.voice import EMPTY, Said, Voice

RULES, FAULTS = "rules", "faults"
SHOWN_MONEY = ("unit", "minimum", "maximum", "side_minimum")


def documents(game: Game) -> list[str]:
    """Return the names of the sheets of rules that can be printed of a game: all of them, and tables that fill a page."""
    found = game.data.get("tables")
    ruled = [FAULTS] if game.rules is not None and game.rules.faults else []
    return [RULES, *ruled, *(name for name, one in PROVIDERS.items() if one.page and isinstance(found, dict) and name in found)]


@at_one_moment()
def make_sheet(game: Game, doc: str = RULES, lang: str = DEFAULT_LANGUAGE) -> Sheet:
    """Make a sheet of a game.

    Args:
        game: The game with its rule set and options in force.
        doc: One of `documents(game)`.
        lang: One of `LANGUAGES`; a text that has no translation stays in the language it has.

    Raises:
        UnknownName: If there is no such document or language.
        RuleFileError: If the rule set that a house extends cannot be used.
    """
    known = documents(game)
    if doc not in known:
        kind = f"sheet of {game.id}"
        raise UnknownName(kind, doc, known)
    voice = Voice(game, lang)
    cited = Cited(voice, game.rules)
    context = Context(game, voice, cited, Departures(game, voice, cited, DESCRIBE))
    head = _head(context, doc)
    if doc == FAULTS:
        index = attrs.evolve(
            head,
            faults=parts.irregularities(context, asked=True),
            questions=parts.irregularities(context, asked=True, kind=QUESTION),
        )
        return attrs.evolve(index, sources=cited.works(), ours=ours(index, voice))
    if doc != RULES:
        return attrs.evolve(head, tables=tuple(tables(context, doc)))
    full = attrs.evolve(
        head,
        departures=context.departures.all(),
        options=parts.options(context),
        equipment=parts.equipment(context),
        tables=tuple(tables(context)),
        procedure=procedure(context),
        rules=parts.rule_book(context),
        faults=parts.irregularities(context),
        questions=parts.irregularities(context, kind=QUESTION),
        odds=parts.odds(context),
        findings=parts.findings(context),
    )
    return attrs.evolve(full, sources=cited.works(), ours=ours(full, voice))  # last, when everything has been cited


def _head(context: Context, doc: str) -> Sheet:
    game, voice, rules = context.game, context.voice, context.game.rules
    own = rules.doc.data if rules is not None else {}
    base = context.departures.base
    return Sheet(
        doc=doc,
        lang=voice.lang,
        game=game.id,
        title=voice.word("sheet" if doc == RULES else f"{doc}_sheet"),
        game_title=voice.say(game.data.get("title") or game.id),
        summary=voice.say(game.data.get("summary")),
        house=_plain(voice, own.get("house")),
        rule_set=_plain(voice, own.get("title") or own.get("set")),
        chain=rules.chain if rules is not None else (),
        version=_plain(voice, own.get("version")),
        date=_plain(voice, own.get("date")),
        sha256=game.sha256,
        program=f"dealerkit {__version__}",
        facts=tuple(_facts(context)),
        base=voice.say(base.doc.data.get("title") or base.name) if base is not None else EMPTY,
    )


def _plain(voice: Voice, value: object) -> Said:
    return voice.say(value) if value is not None else EMPTY


def _facts(context: Context) -> Iterator[tuple[Said, Said]]:
    """Yield what holds at the table: who plays, who deals, the limits."""
    voice, game = context.voice, context.game
    players = game.data["players"]
    low, high = players["min"], players["max"]
    yield voice.word("players"), Said(low) if low == high else voice.word("players_range", low=low, high=high)
    yield voice.word("dealt_by"), voice.word("by_seat" if game.data.get("dealing") == "seat" else "by_house")
    for key in SHOWN_MONEY:
        if (amount := context.part("money").get(key)) is not None:
            yield voice.word(f"money_{key}"), voice.value(amount)

"""The ground of a dispute: the game, the rule sets to rule under, and the facts known from a table or record.

The browser remembers the default game and rule set; at first they come from the server's settings, or from the journal's game
of the shift.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode

import attrs

from dealerkit.errors import DealerkitError
from dealerkit.jobs.journal.disputes import dispute_at
from dealerkit.rules.games import Game, games
from dealerkit.rules.games import game as load
from dealerkit.rules.sets import RuleSet, families
from dealerkit.rulings.games import families_of, game_facts, rules_for
from dealerkit.table.playback import replay
from dealerkit.table.table import Table
from dealerkit.web.desk.dispute import Dispute
from dealerkit.web.desk.records import text_of
from dealerkit.web.house.sets import rules_unsaid, selector, set_of, sets_known, title_of
from dealerkit.web.refusals import Refused
from dealerkit.web.settings import WebSettings
from dealerkit.web.visit import Visit

COOKIE = "dealerkit_desk"
"""Name of the cookie with the last chosen games and rule sets."""
KEPT = 3
"""Number of games and rule sets remembered in a browser, each one tap away."""


@attrs.frozen
class DealtChoice:
    """The choice of a game, or of a family of games, and of a rule set.

    Attributes:
        game: The game; empty for any.
        family: The family of games, if no game is named; empty for all.
        rules: The rule set; empty for the game's own.
    """

    game: str = ""
    family: str = ""
    rules: str = ""

    @property
    def title(self) -> str:
        """The title of game and rule set, for a page."""
        named = load(self.game).title if self.game else families().get(self.family, "Any game")
        return f"{named} \u00b7 {title_of(self.rules)}" if self.rules else named


@attrs.frozen
class DisputeGround:
    """The ground of a dispute: rule sets, game, and the facts known from a table or record.

    Attributes:
        sets: The rule sets, the one in force first.
        keys: The key of each in addresses; empty for a set without one.
        game: The game; None if unknown.
        facts: The facts that follow from the game, table or record, by name.
        source: The slip found at the table or in the record, in one line; may be empty.
        table: The table after the act to rule on; None for a dispute in words.
        record: The record of that table.
        name: The title of that record.
    """

    sets: tuple[RuleSet, ...] = ()
    keys: tuple[str, ...] = ()
    game: Game | None = None
    facts: Mapping[str, Any] = attrs.field(factory=dict)
    source: str = ""
    table: Table | None = None
    record: str = ""
    name: str = ""

    @property
    def options(self) -> Mapping[str, object] | None:
        """The game's options, for computing bets; None at a table, whose options are among its facts."""
        return self.game.options if self.game is not None and self.table is None else None


def chips_of(ground: DisputeGround, family: str) -> tuple[str, ...]:
    """Return the chip values of the game in dispute, smallest first; empty if the game is unknown.

    Args:
        ground: The ground of the dispute.
        family: The family of games, whose first game's chips are used if the game is unknown.
    """
    game = ground.game or next((load(name) for name in games() if family and load(name).family == family), None)
    return tuple(map(str, (game.data.get("money") or {}).get("chips") or ())) if game is not None else ()


def titled(ground: DisputeGround) -> str:
    """Return the title of the rule set in force; empty if there is none."""
    return title_of(ground.sets[0]) if ground.sets else ""


def sets_for(settings: WebSettings, fault: str) -> list[str]:
    """Return the rule sets that rule on a fault."""
    return [name for name in sets_known(settings) if fault in set_of(name).faults]


def sets_named(keys: Iterable[str]) -> Iterator[RuleSet]:
    """Yield the rule sets with these keys, without those that can no longer be used."""
    for key in keys:
        with contextlib.suppress(DealerkitError):
            yield set_of(key)


def choices_kept(visit: Visit) -> list[DealtChoice]:
    """Return the choices of game and rules remembered in this browser, last first; if there are none, the default."""
    choices = [
        choice for part in visit.cookie(COOKIE).split("~") if part and (choice := _read(visit.site.settings, part)) is not None
    ]
    return choices or [_unsaid(visit)]


def keep_choice(visit: Visit, choice: DealtChoice) -> None:
    """Remember the chosen game and rules in this browser."""
    kept = [choice, *(other for other in choices_kept(visit) if other not in (choice, DealtChoice()))][:KEPT]
    written = [
        urlencode({key: value for key, value in attrs.asdict(choice_).items() if value} or {"game": ""}) for choice_ in kept
    ]
    visit.remember(COOKIE, "~".join(written))


def choice_of(settings: WebSettings, game: str, family: str, rules: str) -> DealtChoice:
    """Return a choice of game and rules.

    Args:
        settings: The server's settings.
        game: The id of the game; may be empty.
        family: The family of games; may be empty.
        rules: The rule set's key; may be empty.

    Raises:
        Refused: If the game, family or rule set is unknown here.
    """
    if game and game not in games() and game != settings.game:
        raise Refused(422, f"unknown game: '{game[:40]}'; choose one at the desk")
    if family and family not in families():
        raise Refused(422, f"unknown family of games: '{family[:40]}'; choose one at the desk")
    if rules and rules not in sets_known(settings):
        raise Refused(422, f"unknown rule set: '{rules[:40]}'; choose one at the desk")
    return DealtChoice(game, "" if game else family, rules)


def _read(settings: WebSettings, text: str) -> DealtChoice | None:
    """Read a choice remembered by the browser; return None if its game or rule set no longer exists."""
    pairs = dict(parse_qsl(text))
    try:
        return choice_of(settings, pairs.get("game", ""), pairs.get("family", ""), pairs.get("rules", ""))
    except DealerkitError:
        return None


def _unsaid(visit: Visit) -> DealtChoice:
    """Return the default choice: the server's game and rule set, the house in force, or the journal's game of the shift."""
    settings = visit.site.settings
    return DealtChoice(settings.game, "", next(iter(rules_unsaid(settings)), ""))


def ground_of(visit: Visit, dispute: Dispute) -> DisputeGround:
    """Return the ground of a dispute.

    Raises:
        Refused: If the game, rule set, table, record or act is unknown here.
    """
    settings = visit.site.settings
    for name in dispute.rules:
        choice_of(settings, "", "", name)
    if dispute.elsewhere:
        return _at_a_table(visit, dispute)
    chosen = choice_of(settings, dispute.game, dispute.family, "")
    game = _dealt(chosen.game, dispute.rules[0] if dispute.rules else "") if chosen.game else None
    named = [name for name in dispute.rules if not dispute.fault or dispute.fault in set_of(name).faults]
    if not named and game is not None and game.rules is not None and (not dispute.fault or dispute.fault in game.rules.faults):
        named = [game.rules.name] if game.rules.name in sets_known(settings) else []
        sets: tuple[RuleSet, ...] = (game.rules,)
    else:
        family = game.family if game is not None else dispute.family
        unsaid = rules_for(dispute.fault, family) if dispute.fault and not named else ""
        named = named or ([unsaid] if unsaid else [])
        sets = tuple(map(set_of, named))
    return DisputeGround(sets, tuple(named), game, game_facts(game, at_table=False) if game is not None else {})


def families_to_ask(dispute: Dispute, ground: DisputeGround) -> tuple[str, ...]:
    """Return the families to choose from before a ruling, if their rules differ and the game is unknown; else an empty tuple."""
    return families_of(dispute.fault) if dispute.fault and not ground.sets and not dispute.elsewhere else ()


def _dealt(name: str, rules: str) -> Game:
    """Return a game under a rule set; under its own if that set is for other games."""
    game_ = load(name)
    return load(name, selector(rules)) if rules and set_of(rules).serves(game_.data) else game_


def table_at(visit: Visit, dispute: Dispute) -> tuple[Table, str, str]:
    """Return the table where a dispute happened, after the act in question; its record, and the record's name.

    Raises:
        Refused: If there is no such table, record or act, or it is another person's.
    """
    if dispute.table:
        live = visit.site.tables.find(dispute.table, visit.person)
        if not live.tells(visit.person):
            raise Refused(403, "these hands are part of an exam; finish the exam first, then ask for a ruling")
        record, name = live.record(), f"table {live.id}"
    else:
        record, name = text_of(visit, dispute.record, dispute.hand)
    rules = selector(dispute.rules[0]) if dispute.rules else None
    table = replay(record, dispute.act or None, rules)
    if dispute.act > len(table.log):
        raise Refused(404, f"act {dispute.act} was taken back; the record now ends with act {len(table.log)}")
    return table, record, name


def _at_a_table(visit: Visit, dispute: Dispute) -> DisputeGround:
    table, record, name = table_at(visit, dispute)
    others: Sequence[str] = dispute.rules[1:]
    own = table.game.rules
    sets = (*([own] if own is not None else []), *map(set_of, others))
    known = sets_known(visit.site.settings)
    key = dispute.rules[0] if dispute.rules else table.setup.selector or (own.name if own is not None else "")
    keys = (key if key in known else "", *others)
    disputed_now = dispute_at(table, dispute.fault) if dispute.fault else None
    disputed = table.floor.disputed
    source = ""
    if disputed_now is not None and disputed is not None and disputed[0] == dispute.fault:
        slip = disputed[1]
        source = f"Act {slip.act}: {table.explain(slip).title}"
    facts = dict(disputed_now.facts) if disputed_now is not None else game_facts(table.game)
    return DisputeGround(sets, keys, table.game, facts, source, table, record, name)

"""Papers of `dealerkit sheet` that are not editions of a game: the score sheet of a record, and a promotion's policy."""

from __future__ import annotations

from pathlib import Path

from dealerkit.cli.common import misused
from dealerkit.errors import Impossible
from dealerkit.games.baccarat.scorecard import scorecard
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.sheets.document import Document
from dealerkit.sheets.editions.edition import Scored
from dealerkit.table.record import one_record


def scored_of(game: str, rules: str | None, settings: dict[str, str], record: Path, hand: str | None) -> tuple[Game, Scored]:
    """Return the game of a record, and the shoes dealt in it with their roads.

    Args:
        game: The named game.
        rules: The named rule set; None for the record's own.
        settings: Typed options, which must be empty: a record has its own.
        record: The record's file.
        hand: The record in it, by ID or number; None for the last.

    Raises:
        UsageError: If the record is of another game, or options are given.
        Impossible: If the game keeps no roads.
    """
    kept = one_record(record, hand)
    if kept.header.game != load(game, rules, settings).id:
        misused(f"{record} is a record of {kept.header.game}, not of {game}")
    if settings:
        misused("--set is for an empty form; a record has its own options")
    played = load(kept.header.game, rules if rules is not None else kept.header.rules, kept.header.options)
    card = scorecard(kept, None, rules)
    if card is None:
        msg = f"{played.title} has no roads, so its score sheet can't be filled from a record"
        raise Impossible(msg)
    return played, Scored(tuple(map(tuple, card.shoes)), kept.header.notes)


def promotion_of(name: str) -> Document:
    """Return the policy of a promotion as a document."""
    from dealerkit.jobs.promotions.pages import printed
    from dealerkit.jobs.promotions.policy import policy

    return printed(policy(name))

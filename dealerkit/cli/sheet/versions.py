"""`dealerkit sheet --since` and `--beside`: games at an earlier version, and under other rule sets."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import attrs

from dealerkit.cli.common import misused, note
from dealerkit.cli.sheet.editions import Wish
from dealerkit.errors import UnknownName
from dealerkit.jobs.journal.places import JournalPlace
from dealerkit.rules.files import is_path
from dealerkit.rules.games import Game, game
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.sheets.document import Paper
from dealerkit.sheets.editions import Edition, EditionOrder, edition
from dealerkit.sheets.house import house, is_house
from dealerkit.sheets.house_words import NO_WORDS, HouseWords


def games_before(
    edition_: Edition, those: Sequence[Game], since: str | None, where: JournalPlace | None, of: str = ""
) -> tuple[Game, ...]:
    """Return games as they were at an earlier version. For an edition of all games, games no longer dealt are included.

    Args:
        edition_: The edition that is printed.
        those: The games at present.
        since: The earlier version: one that the journal has, the file or name of a rule set, or a house's file; None if none
            is named.
        where: The journal's place; None for the default one.
        of: The name of the house whose version it is; empty for any.

    Raises:
        UsageError: If the edition needs a version and none is named, or one is named and it needs none.
        UnknownName: If there is no such version, or no game of the edition was dealt then.
        RuleFileError: If the file cannot be used.
        JournalError: If the journal cannot be read.
    """
    if since is None:
        if edition_.since == "must":
            misused(f"--doc {edition_.name} shows changes since a version: add --since, with a version put in force or a file")
        return ()
    if not edition_.since:
        return ()
    if _is_set(since):
        return tuple(game(game_.id, since) for game_ in those)
    if is_path(since):
        was = {game_.id: game_ for game_ in house(since).games}
    else:
        from dealerkit.jobs.journal.papers import games_of
        from dealerkit.jobs.journal.store import Journal

        with Journal.open(where) as journal:
            was = {game_.id: game_ for game_ in games_of(journal, since, of)}
    several = edition_.whole and len(those) > 1
    for game_ in those:
        if game_.id not in was and not (several and was.keys() & {other.id for other in those}):
            raise UnknownName(kind=f"game in {since}", name=game_.id, known=was)
    return tuple(was.values()) if several else tuple(was[game_.id] for game_ in those)


def words_before(since: str | None) -> HouseWords | None:
    """Return the sentences in a house's own words at an earlier version.

    Args:
        since: The file or name of a rule set, a house's file, or a version; None if no version is named.

    Returns:
        The words in the house's file; no words for a rule set, which has none; None if only a journal could have them.

    Raises:
        RuleFileError: If the file cannot be used.
    """
    if since is None:
        return None
    if _is_set(since):
        return NO_WORDS
    return house(since).words if is_path(since) else None


def games_served(edition_: Edition, those: tuple[Game, ...], since: str | None) -> tuple[Game, ...]:
    """Return the games that can be dealt under the rule set of `since`; print a note about the others.

    Args:
        edition_: The edition that is printed.
        those: The games.
        since: The earlier rule set or file for the list of changes; None for no list.
    """
    if len(those) < 2 or edition_.since != "must" or since is None or not _is_set(since):
        return those
    under = rule_set(since)
    served = tuple(game_ for game_ in those if under.serves(game_.data))
    if len(served) < len(those) and served:
        others = ", ".join(game_.title for game_ in those if game_ not in served)
        note(f"note: {since} is not a rule set for {others}; changes there are not listed")
    return served or those


def _is_set(since: str) -> bool:
    """Return whether a text is the name or file of a rule set, not a house's file."""
    return (is_path(since) or since in rule_sets()) and not (Path(since).exists() and is_house(since))


def games_beside(edition_: Edition, those: Sequence[Game], beside: Sequence[str]) -> tuple[Game, ...]:
    """Return games under other rule sets.

    Args:
        edition_: The edition that is printed; empty unless it compares rule sets.
        those: The games.
        beside: Names or files of the sets.

    Raises:
        UnknownName: If there is no such rule set.
        RuleFileError: If a set cannot be used, or is not for such a game.
    """
    return tuple(game(game_.id, name) for game_ in those for name in beside) if edition_.beside else ()


def asked_for(
    name: str, games: tuple[Game, ...], wish: Wish, lang: str, sources: str, *, own: Paper | None = None, of: str = ""
) -> EditionOrder:
    """Return the order for an edition, with the edition's own paper by default.

    Args:
        name: The edition.
        games: The games with their rule sets and options.
        wish: The print settings of the command line.
        lang: The language.
        sources: The file with the sources.
        own: The default paper; None for the edition's own.
        of: The name of the house that deals them; empty for none.
    """
    edition_ = edition(name)
    paper = attrs.evolve(wish.laid(own or edition_.paper), booklet=wish.booklet)
    return EditionOrder(
        games=(*games, *games_beside(edition_, games, wish.beside)),
        lang=lang,
        paper=paper if paper != edition_.paper else None,
        sources=sources,
        regulator=wish.regulator,
        before=games_before(edition_, games, wish.since, wish.where, of),
        words_before=words_before(wish.since) if edition_.since else None,
    )

"""The entry of a finding in the catalogue in force: title, severity, reason, remedy, citation."""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from dealerkit.errors import ActError
from dealerkit.felt import Act, sentence
from dealerkit.felt.acts import is_seat
from dealerkit.judge import Finding
from dealerkit.judge.severity import line_of, severity_of
from dealerkit.rules.entries import FindingEntry
from dealerkit.rules.games import Game
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import text


@attrs.frozen
class Explained:
    """A finding with the texts of the catalogue, in one language.

    Attributes:
        title: Title of the slip.
        severity: `minor`, `major` or `critical`.
        why: Reason why it matters; may be empty.
        remedy: Remedy for it, in words; may be empty.
        cite: Ids of the rules that it breaks.
        source: Source of the catalogue's entry, as in the rule file; may be empty.
    """

    title: str
    severity: str
    why: str
    remedy: str
    cite: tuple[str, ...]
    source: Mapping[str, object]


def known_findings(game: Game) -> Mapping[str, FindingEntry]:
    """Return the catalogue of findings in force, by code: the rule set's, or the common one for a game without a rule set."""
    if game.rules is not None:
        return game.rules.findings
    common: Mapping[str, FindingEntry] = catalogue().findings.data["findings"]
    return common


def explain(game: Game, finding: Finding, lang: str = "en") -> Explained:
    """Return the explanation of a finding from the catalogue in force.

    Args:
        game: The game with its rule set.
        finding: The finding.
        lang: Language of the texts, such as `en`; English where a text is missing.
    """
    entry = line_of(known_findings(game), finding.code)
    severity = severity_of(known_findings(game), finding)
    title, why, remedy = (text(entry.get(key, ""), lang) for key in ("title", "why", "remedy"))
    cite = finding.decided_by or tuple(entry.get("cite") or ()) or finding.cite
    family, _, fault = finding.code.partition("/")
    if family == "play" and fault[:1].isupper():
        cite = (fault,)
    return Explained(title or finding.code, severity, why, remedy, cite, entry.get("source", {}))


_MORE = re.compile(r" earlier$| \(\d+ times\)$")
"""Ending after an act in a finding's text: `earlier`, or a count."""
_MANY, _REST = 3, "the rest of the deal"
"""Fewest hands lacking cards that are summed up in one phrase, and that phrase."""


def in_words(listed_acts: str) -> str:
    """Return a finding's list of acts as sentences. Parts that are not acts stay, with the short names of seats spelled out.

    Args:
        listed_acts: The acts as a finding has them in `expected` or `got`.

    >>> in_words("d deal banker 2d"), in_words("call, fold"), in_words("s2 to act")
    ('the dealer deals 2d to banker', 'call, fold', 'seat 2 to act')
    >>> in_words("2 of 2 missing: d deal s1 (2 times), d tap"), in_words("d deal s1 earlier")
    ('2 of 2 missing: the dealer deals to seat 1 (2 times), the dealer taps the felt', 'the dealer deals to seat 1 earlier')
    >>> in_words("5 of 8 missing: d deal s3, d deal s4 (2 times), d deal s1 (2 times)")
    '5 of 8 missing: the rest of the deal'
    """
    count, missing, listed = listed_acts.rpartition(" missing: ")
    sentences: list[str] = []
    seats: set[str] = set()
    parts = listed.split(", ")
    for part in parts:
        more = _MORE.search(part)
        try:
            act = Act.parse(part[: more.start()] if more else part)
            sentences.append(sentence(act) + (more[0] if more else ""))
            seats.update(act.to if act.verb == "deal" and is_seat(act.to[0]) else ())
        except (ActError, LookupError):
            sentences.append(re.sub(r"\bs([1-9][0-9]?)\b", r"seat \1", part))
    return count + missing + (_REST if len(seats) == len(parts) >= _MANY else ", ".join(sentences))

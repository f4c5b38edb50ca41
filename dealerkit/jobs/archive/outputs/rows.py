"""Findings and hands as flat rows: one value a cell, the same columns in every format."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import attrs

from dealerkit.hands.checked_hand import Flaw
from dealerkit.jobs.archive.outputs.pseudonyms import Pseudonyms
from dealerkit.jobs.archive.values import HandJudged


@attrs.frozen
class FindingRow:
    """A finding, with the header of its hand.

    Attributes:
        fingerprint: Sixteen letters that stay the same between runs and machines, and when other hands are added or taken away.
        file: The hand's file.
        line: The line at which the hand begins, from 1; 0 if the finding is about the whole file.
        hand: The hand's own id, or its number in the file.
        game: The game's title.
        rules: The rule set it was judged under.
        table: The table's name; empty if the record has none.
        dealer: The dealer; empty if the record names none.
        time: Day and time, as far as the record has them.
        zone: The time zone as the record writes it; may be empty.
        players: The players' pseudonyms, the first seat first; none without a key.
        round: The number of the coup, hand or deal in the record, from 1; 0 before the first.
        act: The number of the act in the record, from 1.
        code: The finding's code.
        severity: `minor`, `major` or `critical`.
        self_corrected: Whether it was corrected before the next player acted.
        title: The code's title.
        said: The act that the dealer did, in words.
        due: The step that was due instead, in words.
        why: Why it matters.
        cite: The rule ids it rests on.
        remedy: The remedy, in words.
        follows: The code of the earlier finding that caused it; empty if it has no such cause.
    """

    fingerprint: str
    file: str
    line: int
    hand: str
    game: str
    rules: str
    table: str
    dealer: str
    time: str
    zone: str
    players: tuple[str, ...]
    round: int
    act: int
    code: str
    severity: str
    self_corrected: bool
    title: str
    said: str
    due: str
    why: str
    cite: tuple[str, ...]
    remedy: str
    follows: str


@attrs.frozen
class CheckedRow:
    """A hand that was checked.

    Attributes:
        file, line, hand, game, rules, table, dealer, time, zone, players: As in `FindingRow`.
        acts: The number of acts judged.
        rounds: The number of coups, hands or deals in it.
        findings: The number of its selected findings.
        worst: The gravest severity among them; empty if there are none.
    """

    file: str
    line: int
    hand: str
    game: str
    rules: str
    table: str
    dealer: str
    time: str
    zone: str
    players: tuple[str, ...]
    acts: int
    rounds: int
    findings: int
    worst: str


FINDING_COLUMNS = tuple(field.name for field in attrs.fields(FindingRow))

GRAVITY = {"minor": 1, "major": 2, "critical": 3}
"""Rank of each severity; the highest is the gravest."""


def fingerprints(hand: HandJudged) -> Iterator[tuple[Flaw, str]]:
    """Yield the findings of a hand, each with its fingerprint.

    A fingerprint is a hash of the hand's digest, the finding's code, its act and what was done, not of the hand's place. Equal
    findings of a hand are numbered, so that each has a fingerprint of its own.

    Args:
        hand: The hand; it has its digest.
    """
    seen = Counter[tuple[str, int, str]]()
    for flaw in hand.findings:
        what = flaw.code, flaw.act if hand.name else 0, flaw.got if hand.name else ""
        seen[what] += 1
        text = "\0".join((hand.digest, *map(str, what), str(seen[what])))
        yield flaw, hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


def finding_row(hand: HandJudged, flaw: Flaw, fingerprint: str, names: Pseudonyms | None) -> FindingRow:
    """Return a finding as a row.

    Args:
        hand: The hand it was found in.
        flaw: The finding.
        fingerprint: Its fingerprint.
        names: The maker of pseudonyms for the players; None to leave the players out. In the finding's sentences, players'
            names are replaced either way.
    """
    stated, due = (hidden(text, hand.players, names) for text in (flaw.said, flaw.due))
    follows = str(flaw.because_of["code"]) if flaw.because_of is not None else ""
    fields = {name: getattr(flaw, name) for name in _OF_FLAW}
    return FindingRow(fingerprint, **_of_hand(hand, names), **fields, said=stated, due=due, follows=follows)


_OF_FLAW = ("line", "round", "act", "code", "severity", "self_corrected", "title", "why", "cite", "remedy")
"""Columns copied from the finding's fields of the same name."""


def _of_hand(hand: HandJudged, names: Pseudonyms | None) -> dict[str, Any]:
    """Return the columns that identify the hand; the arguments are those of `hand_row`."""
    fields = {name: getattr(hand, name) for name in ("file", "game", "rules", "table", "dealer", "time", "zone")}
    return {**fields, "hand": hand.name, "players": tuple(map(names.of, hand.players)) if names is not None else ()}


def hidden(text: str, players: tuple[str, ...], names: Pseudonyms | None) -> str:
    """Return a text without players' names: with pseudonyms instead, or seats where there are none.

    >>> hidden("Ann appears twice", ("Bo", "Ann"), None)
    'player 2 appears twice'

    Args:
        text: The text.
        players: The players' names, the first seat first.
        names: The maker of pseudonyms; None to write `player 2` and so on instead.
    """
    if not any(name and name in text for name in players):
        return text
    seats = reversed(tuple(enumerate(players, 1)))  # of two with one name the first
    instead = {name: names.of(name) if names is not None else f"player {seat}" for seat, name in seats}
    longest = sorted(filter(None, instead), key=lambda name: -len(name))
    return re.sub("|".join(map(_by_itself, longest)), lambda match: instead[match[0]], text)


def _by_itself(name: str) -> str:
    """Return a pattern of a name as a whole word: a player called `a` is not in every sentence."""
    before, behind = (r"\b" if re.match(r"\w", sign) else "" for sign in (name[0], name[-1]))
    return f"{before}{re.escape(name)}{behind}"


def hand_row(hand: HandJudged, finding_rows: list[FindingRow], names: Pseudonyms | None) -> CheckedRow:
    """Return a hand as a row.

    Args:
        hand: The hand.
        finding_rows: Its findings that were selected.
        names: The maker of pseudonyms; None to leave the players out.
    """
    worst = max((row.severity for row in finding_rows), key=lambda word: GRAVITY.get(word, 0), default="")
    own = _of_hand(hand, names)
    return CheckedRow(**own, line=hand.line, acts=hand.acts, rounds=hand.hands, findings=len(finding_rows), worst=worst)

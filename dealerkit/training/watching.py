"""An instructor watches a dealer: the slips to choose from, the figures, the sheet to sign, the saved marks.

The terminal (`dealerkit observe`) and the browser both use it. Marks given by a person are kept apart from the program's own
figures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final

import attrs

from dealerkit import __version__
from dealerkit.files.fulltext import FullText
from dealerkit.hands.codes import codes_of
from dealerkit.rules.games import Game
from dealerkit.rules.sets import catalogue
from dealerkit.rules.texts import text
from dealerkit.training.answers import Answer, instant
from dealerkit.training.drills import observed
from dealerkit.training.observation import SlipMark, Watched, totals
from dealerkit.training.store import TrainingStore

FULL_HAND: Final = "walk/full-hand"
"""Drill under which watched hands are saved."""
STEPS: Final = 25
"""Assumed number of the dealer's steps in a hand, since nobody counts them."""
_FOUND: Final = 9
"""Most slips offered for some words."""


@attrs.frozen
class OfferedSlip:
    """A slip that an instructor can mark.

    Attributes:
        code: The finding's code.
        title: Its title.
        severity: `minor`, `major` or `critical`.
    """

    code: str
    title: str
    severity: str


@attrs.frozen
class ObservedFigures:
    """The figures of hands watched by an instructor.

    Attributes:
        game: The id of the game.
        trainee: The dealer; may be empty.
        by: The person who watched; may be empty.
        hands: Number of completed hands.
        minutes: The minutes of dealing, as a decimal.
        hands_an_hour: The pace; None without a completed hand.
        slips: Number of slips by code.
        severities: Number of slips by severity.
        score: Score out of 100.
        passed: Whether it is a pass.
        marks: Marks from 1 to 5, by the point that is marked, such as accuracy.
        source: Who judged: always `marked`, by a person.
    """

    game: str
    trainee: str
    by: str
    hands: int
    minutes: str
    hands_an_hour: int | None
    slips: Mapping[str, int]
    severities: Mapping[str, int]
    score: int
    passed: bool
    marks: Mapping[str, int]
    source: str = "marked"


def slips_of(game: Game) -> dict[str, OfferedSlip]:
    """Return the slips that a dealer can make in this game, by code."""
    entries = catalogue().findings.data["findings"] if game.rules is None else game.rules.findings
    codes = [code for code in sorted(codes_of(game)) if code in entries and not code.startswith(("step/", "play/", "record/"))]
    return {
        code: OfferedSlip(code, text(entries[code].get("title")), str(entries[code].get("severity", "minor"))) for code in codes
    }


def commonest(game: Game, known: Mapping[str, OfferedSlip]) -> list[OfferedSlip]:
    """Return the slips that get a key of their own: those marked most often in this game's family, most frequent first.

    Args:
        game: The game.
        known: The slips of the game, from `slips_of`.
    """
    return [known[code] for code in observed(game.family) if code in known]


def slips_meant(known: Mapping[str, OfferedSlip], words: str) -> list[OfferedSlip]:
    """Return the slips that an instructor's words may mean, likeliest first; at most nine.

    Args:
        known: The slips of the game, from `slips_of`.
        words: The words as typed.
    """
    slips = list(known.values())
    index = FullText.of(((slip.title, slip.code) for slip in slips), (3.0, 2.0))
    return [slips[match.number] for match in index.find(words)][:_FOUND]


def taken_back(mark: SlipMark, known: Mapping[str, OfferedSlip]) -> str:
    """Return in words the mark that was taken back: a slip by its title, the end of a hand, a pause.

    Args:
        mark: The mark.
        known: The slips of the game, from `slips_of`.
    """
    if mark.what == "slip":
        return known[mark.code].title if mark.code in known else mark.code
    return "the end of a hand" if mark.what == "hand" else mark.what


def told(
    game: Game, trainee: str, by: str, what: Watched, known: Mapping[str, OfferedSlip], marks: Mapping[str, int]
) -> ObservedFigures:
    """Return the figures of watched hands: hands, minutes, pace, slips, score and marks.

    Args:
        game: The game.
        trainee: The dealer.
        by: The person who watched.
        what: The slips and the pace of the watched hands.
        known: The slips of the game, from `slips_of`.
        marks: Marks from 1 to 5, by the point that is marked, such as accuracy.
    """
    hands = max(len(what.times), len(what.hands))
    score, passed = what.score(lambda code: known[code].severity, STEPS * max(1, hands))
    return ObservedFigures(
        game=game.id,
        trainee=trainee,
        by=by,
        hands=len(what.times),
        minutes=str(round(Fraction(round(what.seconds), 60), 1).limit_denominator(10)),
        hands_an_hour=None if what.pace is None else round(what.pace),
        slips=what.codes,
        severities=totals(what.codes, lambda code: known[code].severity),
        score=round(score),
        passed=passed,
        marks=dict(marks),
    )


def keep_hands(store: TrainingStore, game: Game, trainee: str, what: Watched) -> str:
    """Save each finished hand that an instructor watched, as marked by a person.

    Args:
        store: The store.
        game: The game that was dealt.
        trainee: The name of the dealer.
        what: The slips and the pace of the watched hands.

    Returns:
        The id of the session; empty if no hand was completed, so that nothing is saved.
    """
    if not what.times:
        return ""
    session = store.begin("observe", trainee, game.id)
    for number, (seconds, codes) in enumerate(zip(what.times, (*what.hands, *[()] * len(what.times)), strict=False), 1):
        store.keep(
            attrs.evolve(
                _marked(store, session, trainee, FULL_HAND, 1, number, seconds, "; ".join(codes)),
                cell=game.title,
                game=game.id,
                rules=game.rules.name if game.rules is not None else "",
                fingerprint=game.sha256,
                codes=codes,
            )
        )
    return session


def keep_tries(
    store: TrainingStore, drill: str, level: int, target: Decimal, trainee: str, tries: Sequence[tuple[float, Sequence[str]]]
) -> str:
    """Save timed tries at a drill on chips or cards.

    Args:
        store: An open store.
        drill: The id of the drill.
        level: The number of the level.
        target: Target time of a try, in seconds.
        trainee: The trainee.
        tries: Seconds and faults of each try.

    Returns:
        The id of the session; empty without a try.
    """
    if not tries:
        return ""
    session = store.begin("observe", trainee, drill)
    for number, (seconds, faults) in enumerate(tries, 1):
        keep_try(store, session, drill, level, target, trainee, number, seconds, faults)
    return session


def keep_try(
    store: TrainingStore,
    session: str,
    drill: str,
    level: int,
    target: Decimal,
    trainee: str,
    number: int,
    seconds: float,
    faults: Sequence[str],
) -> None:
    """Save one try of a sitting in progress.

    Args:
        store: An open store.
        session: The id of the session.
        drill: The id of the drill.
        level: The number of the level.
        target: Target time of a try, in seconds.
        trainee: The trainee.
        number: The number of the try in the sitting, from 1.
        seconds: The time, in seconds.
        faults: The faults; empty if the try was right.
    """
    answer = _marked(store, session, trainee, drill, level, number, seconds, "; ".join(faults))
    store.keep(attrs.evolve(answer, expected="right", target_ms=int(target * 1000)))


def _marked(
    store: TrainingStore, session: str, trainee: str, drill: str, level: int, number: int, seconds: float, wrong: str
) -> Answer:
    """Return an answer marked by a person; it is right if `wrong` is empty."""
    return Answer(
        at=instant(store.now()),
        session=session,
        trainee=trainee,
        drill=drill,
        level=level,
        cell=f"level {level}",
        seed=f"{session}/{number}",
        game="",
        rules="",
        fingerprint="",
        version=__version__,
        mode="practice",
        given=wrong or "clean",
        expected="clean",
        right=not wrong,
        score="0" if wrong else "1",
        first_ms=round(seconds * 1000),
        total_ms=round(seconds * 1000),
        source="marked",
    )

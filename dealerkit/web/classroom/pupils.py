"""The trainees of a class as the instructor sees them: presence, last slips, pace and score."""

from __future__ import annotations

from typing import Final

import attrs

from dealerkit.training.cell_names import cell_title
from dealerkit.training.class_drill_sheet import DrilledPupil, drilled
from dealerkit.training.class_sheet import Dealings, dealt
from dealerkit.training.walk import wording
from dealerkit.web.classroom.rooms import ClassPlace
from dealerkit.web.local_time import clock
from dealerkit.web.object_cache import LastUsed
from dealerkit.web.presence import Beat
from dealerkit.web.sittings import LiveSitting
from dealerkit.web.tables import LiveTable

LAST: Final = 2
"""Most slips shown for a trainee."""
MARKS: Final = 12
"""Most answers shown as right or wrong."""
MOST: Final = 500
"""Most tables whose latest summary stays in memory."""


@attrs.frozen
class SlipSeen:
    """A slip in words.

    Attributes:
        title: Its title.
        severity: Its severity: `minor`, `major` or `critical`.
        back: Whether the trainee took the act back.
    """

    title: str
    severity: str
    back: bool = False


@attrs.frozen
class AtTable:
    """Summary of a trainee's table.

    Attributes:
        round: The number of the hand or coup, from 1.
        word: The word for a round: `hand`, `coup`.
        step: The next step, in words.
        acts: Number of acts done.
        last: The last slips, latest first.
        dealt: Slips, score and pace.
    """

    round: int
    word: str
    step: str
    acts: int
    last: tuple[SlipSeen, ...]
    dealt: Dealings


@attrs.frozen
class AtDrill:
    """Summary of a trainee's drill.

    Attributes:
        of: The number of questions.
        stands: The number of answers, the number of right ones, and the pace.
        marks: Whether each of the last answers was right, latest last.
        over: Whether all questions are answered.
    """

    of: int
    stands: DrilledPupil
    marks: tuple[bool, ...]
    over: bool


@attrs.frozen
class SeenPupil:
    """A trainee of a class, with presence and summary.

    Attributes:
        place: The trainee's place in the class.
        there: `here`, `waits` (acts wait in the browser to be sent), `offline`, `left` or `unknown`.
        said: The presence in words, such as `offline since 14:02:11`.
        at: The summary of the table; None before there is one, or in a class that drills.
        asked: The summary of the drill; None before it begins, or in a class that deals.
    """

    place: ClassPlace
    there: str
    said: str
    at: AtTable | None = None
    asked: AtDrill | None = None


def whereabouts(place: ClassPlace, beat: Beat | None, now: float) -> tuple[str, str]:
    """Return a trainee's presence, as a word for the page and in words for people.

    Args:
        place: The person's place in the class.
        beat: The last sign of life from the trainee's page; None before the first.
        now: The present time, in seconds since 1970.
    """
    if place.gone is not None:
        return "left", f"left at {clock(place.gone)}"
    if beat is None:
        return "unknown", "not seen since the server was started"
    if not beat.there(now):
        return "offline", f"{'closed the page' if beat.closed else 'offline'} since {clock(beat.at)}"
    if beat.waiting:
        acts = "1 act" if beat.waiting == 1 else f"{beat.waiting} acts"
        return "waits", f"{acts} not sent yet"
    if beat.hidden:
        return "here", "here, looking at something else"
    return "here", "here" + (f"; was cut off for {round(beat.cut)} s" if beat.cut >= 1 else "")


class TablesTold:
    """Cache of tables' summaries; each is computed again only after something was done at the table."""

    def __init__(self) -> None:
        self._told = LastUsed[tuple[int, AtTable]](MOST)

    def of(self, live: LiveTable) -> AtTable:
        """Return the summary of a table."""
        known = self._told.get(live.id)
        if known is not None and known[0] == live.sayings:
            return known[1]
        with live.lock:
            state, number = at_table(live), live.sayings
        self._told.put(live.id, (number, state))
        return state


def at_drill(live: LiveSitting, name: str, note: str = "") -> AtDrill:
    """Return the summary of a trainee's answers to a drill.

    Args:
        live: The trainee's series of questions.
        name: The trainee's name.
        note: A remark, such as an error; may be empty.
    """
    with live.lock:
        standing = live.run.sitting.standing()
        taken = [answer.taken for answer in live.answers]
        weakest = cell_title(standing.weakest) if standing.weakest else ""
        stands = drilled(name, standing, weakest, note)
        return AtDrill(live.plan.items, stands, tuple(answer.right and not answer.helped for answer in taken[-MARKS:]), live.over)


TOLD: Final = TablesTold()
"""The summaries of the tables of every class."""


def at_table(live: LiveTable) -> AtTable:
    """Compute the summary of a table; the caller must hold its lock."""
    session = live.session
    table = session.table
    slip_pairs = [(finding, False) for finding in session.findings()] + [(finding, True) for _, finding in session.taken_back]
    last = sorted(slip_pairs, key=lambda pair: pair[0].act)[-LAST:]
    slips = []
    for finding, back in reversed(last):
        explained = table.explain(finding)
        slips.append(SlipSeen(explained.title, explained.severity, back))
    ended = sum(end > session.began for end in session.ends)
    return AtTable(
        round=ended + (not session.over or not ended),
        word=wording.round_word(table),
        step=due(live),
        acts=sum(act.who == "d" for act in table.log[session.began :]),
        last=tuple(slips),
        dealt=dealt(session),
    )


def due(live: LiveTable) -> str:
    """Return the next step at the table, in words."""
    session = live.session
    table = session.table
    if session.over:
        return "everything is dealt"
    act = table.next_act()
    if act is not None:
        return f"due: {wording.said_at(table, wording.veiled(table, act)).removeprefix('the dealer ')}"
    turn = wording.whose_turn(table)
    return f"waiting for {turn}" if turn else "nothing to do"

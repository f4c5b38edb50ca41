"""Every tabled hand is read aloud, in every form of poker (DP-24)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dealerkit.facts.hands import contested
from dealerkit.felt import Act
from dealerkit.games.poker.facts.showdown import boards, form_of, high_and_low, reading, tabled
from dealerkit.showdown.hands import MadeHand
from dealerkit.showdown.spoken_hand import misheard, understood
from dealerkit.training.action.keyed_answer import KeyedLine
from dealerkit.training.action.question import Look, WalkQuestion, first_of

if TYPE_CHECKING:
    from dealerkit.table.table import Table

_LONGEST = 15
"""Words of a reading that are kept on the record."""


def read(look: Look) -> WalkQuestion | None:
    """Ask for each tabled hand, while it lies there, in the order in which the hands were tabled (DP-24, SD-02)."""
    table = look.table
    now = table.now
    if "showdown" not in table.game.data or not look.calm:
        return None
    hand = now.since("hand")
    shown = [act.seat for act in hand if act.verb == "show"]
    if not shown or not (contested(now) or len(set(shown)) > 1):
        return None
    aloud = {act.to[0] for act in hand if act.verb == "read"}
    seats = [seat for seat in dict.fromkeys(shown) if tabled(now, seat) and f"s{seat}" not in aloud]
    return first_of(_hand(look, seat) for seat in seats if f"s{seat}" in table.felt.places)


def _hand(look: Look, seat: int) -> WalkQuestion | None:
    table, who = look.table, f"s{seat}"
    now = table.now
    form = form_of(now)
    if not table.felt.cards(who) or len(table.felt.places.get("board", ())) < (
        max(form.board, default=0) if not form.total else 0
    ):
        return None
    made = reading(now, seat)
    if made is None:
        return None
    high, low = made
    both = high_and_low(now.game)
    cards = [*table.felt.places[who], *table.felt.places.get("board", ())]
    if str(now.game.options.get("wild", "none")) != "none" or None in [table.felt.faces[card] for card in cards]:
        return None  # what a wild card or one that nobody has seen makes of a hand is not read off the table
    told = _told(high, low)
    where = " on the first board" if len(boards(now)) > 1 else ""

    best = Act.parse(f"d read {who} {' '.join(_words(told))}")

    def due(at: Table) -> str:
        return next((one.code for one in at.agenda.books.duties if one.place == who and "read" in one.duty.on), "")

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        words = _spoken(line, who)
        if not words or line.seats not in ([], [who]) or not understood(words):
            return None
        return (Act.parse(f"d read {who} {' '.join(words[:_LONGEST])}"),)

    def judges(act: Act) -> bool | None:
        if act.verb != "read" or act.to[0] != who:
            return None
        return not misheard(act.to[1:], high, low, form)

    return WalkQuestion(
        kind="read",
        key=("read", look.begun, seat),
        asks=f"Read the hand of seat {seat} aloud{where}{', high and low' * both}.",
        answer=told,
        best=(best,),
        hears=hears,
        judges=judges,
        code="showdown/hand-misread",
        missed="step/read-skipped",
        cite=look.cited("read"),
        loose=True,
        known_as=due,
        mends=lambda at: (best,) if due(at) else (),
    )


def _told(high: MadeHand | None, low: MadeHand | None) -> str:
    """Return a hand as it is said: both halves of it, where it has two; a pair that is its own low is said once."""
    if high is None or low is None:
        made = high or low
        assert made is not None
        return made.name
    if not low.value:
        return f"{high.name}, no low"
    if low.category not in ("no_pair", "high_card"):
        return high.name
    return f"{high.name}, {low.name if 'low' in low.name else f'low {low.name}'}"


def _words(text: str) -> list[str]:
    """Words as the record keeps them."""
    return [word for word in re.findall(r"[a-z0-9-]+", text.lower().replace("'", "")) if word.strip("-")][:_LONGEST]


def _spoken(line: KeyedLine, who: str) -> list[str]:
    """Return the words of a reading without the seat it is about."""
    return _words(re.sub(rf"\b(?:seat\s+#?{who[1:]}|{who})\b|^\s*read\b", " ", line.text.lower()))

"""Questions at the showdown of every form of poker: reading each tabled hand aloud (DP-24)."""

from __future__ import annotations

import re

from dealerkit.facts.hands import contested
from dealerkit.felt import Act
from dealerkit.games.poker.facts.showdown import boards, form_of, high_and_low, reading, tabled
from dealerkit.showdown.spoken_hand import in_words, kept_words, misheard, understood
from dealerkit.table.table import Table
from dealerkit.training.action.keyed_answer import KeyedLine
from dealerkit.training.action.question import Look, WalkQuestion, first_of


def read(look: Look) -> WalkQuestion | None:
    """Ask for the reading of each tabled hand, in the order of tabling (DP-24, SD-02); None if none is to be read now."""
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
    hands = reading(now, seat)
    if hands is None:
        return None
    high, low = hands
    both = high_and_low(now.game)
    cards = [*table.felt.places[who], *table.felt.places.get("board", ())]
    if str(now.game.options.get("wild", "none")) != "none" or None in [table.felt.faces[card] for card in cards]:
        return None  # a hand with wild cards or unseen ones cannot be read off the table
    hand_words = in_words(high, low)
    where = " on the first board" if len(boards(now)) > 1 else ""

    best = Act.parse(f"d read {who} {' '.join(kept_words(hand_words))}")

    def due(at: Table) -> str:
        return next((open_.code for open_ in at.agenda.books.duties if open_.place == who and "read" in open_.duty.on), "")

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        words = _spoken(line, who)
        if not words or line.seats not in ([], [who]) or not understood(words):
            return None
        return (Act.parse(f"d read {who} {' '.join(words)}"),)

    def judges(act: Act) -> bool | None:
        if act.verb != "read" or act.to[0] != who:
            return None
        return not misheard(act.to[1:], high, low, form)

    return WalkQuestion(
        kind="read",
        key=("read", look.begun, seat),
        asks=f"Read the hand of seat {seat} aloud{where}{', high and low' * both}.",
        answer=hand_words,
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


def _spoken(line: KeyedLine, who: str) -> list[str]:
    """Return the words of a reading without its seat."""
    return kept_words(re.sub(rf"\b(?:seat\s+#?{who[1:]}|{who})\b|^\s*read\b", " ", line.text.lower()))

"""Questions on counting chips: the pot at the end of a street, the contestants of each pot, change.

Each function looks at the table and returns its question if it is due now, else None.
"""

from __future__ import annotations

from dealerkit.facts.hands import contested, layers
from dealerkit.felt import DEALER, Act
from dealerkit.training.action.keyed_answer import KeyedLine, one_amount, several_seats
from dealerkit.training.action.question import Look, WalkQuestion, first_of
from dealerkit.training.walk.ending import pot_name

_CODE = "pot/side-pot-wrong"
_MOST = 7
"""Most seats named in one announcement."""


def count(look: Look) -> WalkQuestion | None:
    """Ask for the pot once the bets are in; None if they have not just come in.

    A dealer counts the pot silently, never for a player (DP-14).
    """
    table, act = look.table, look.last
    if act is None or act.verb != "sweep" or not contested(table.now) or not look.calm or look.said("middle"):
        return None
    felt, words = table.felt, look.level.words["amount"]
    lying = sum(felt.rows[name][0] for name in felt.layout.pots)
    if not lying:
        return None

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        amount = one_amount(line, words)
        return (Act.parse(f"d announce middle {amount}"),) if amount is not None else None

    def judges(spoken_act: Act) -> bool | None:
        return felt.said(spoken_act.n) == lying if spoken_act.verb == "announce" and spoken_act.to[0] == "middle" else None

    return WalkQuestion(
        kind="count",
        key=("count", look.since),
        asks="The trainer asks you: how much is in the middle now?",
        answer=look.money(lying),
        best=(Act.make(DEALER, "announce", "middle", n=felt.written(lying)),),
        hears=hears,
        judges=judges,
        code=_CODE,
        missed="step/count-skipped",
        cite=look.cited("count"),
    )


def shares(look: Look) -> WalkQuestion | None:
    """Ask for the contestants of each pot, once side pots are built (SD-14); None if none has just been built."""
    table, act = look.table, look.last
    if act is None or act.verb != "build" or any(step.verb == "build" for step in table.plan()) or not look.calm:
        return None
    felt = table.felt
    pot_layers = layers(table.now)
    if len(pot_layers) < 2:
        return None
    return first_of(_share(look, row, among) for row, (_, among) in zip(felt.layout.pots, pot_layers, strict=False))


def _share(look: Look, row: str, among: tuple[int, ...]) -> WalkQuestion | None:
    table, words = look.table, look.level.words["seats"]
    head = "main" if row == "pot" else row
    if look.said(head) or len(among) > _MOST:
        return None
    right = {f"s{seat}" for seat in among}

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        seats = several_seats(line, words, table)
        return (Act.make(DEALER, "announce", head, *seats),) if seats is not None and len(seats) <= _MOST else None

    def judges(spoken_act: Act) -> bool | None:
        return set(spoken_act.to[1:]) == right if spoken_act.verb == "announce" and spoken_act.to[0] == head else None

    lying = look.money(table.felt.rows[row][0])
    return WalkQuestion(
        kind="shares",
        key=("shares", look.begun, row, among),
        asks=f"Which seats play for the {pot_name(row)}, {lying}?",
        answer=", ".join(f"seat {seat}" for seat in among),
        best=(Act.make(DEALER, "announce", head, *sorted(right, key=lambda seat: int(seat[1:]))),),
        hears=hears,
        judges=judges,
        code=_CODE,
        missed="step/count-skipped",
        cite=look.cited("shares"),
    )

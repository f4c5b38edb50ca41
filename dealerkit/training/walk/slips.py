"""Plausible slips of a dealer at this moment, derived from the procedure, so that every game has them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import attrs

from dealerkit.errors import ActError, Impossible
from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat
from dealerkit.judge import Finding
from dealerkit.procedure.steps import DealerStep
from dealerkit.table.table import Table

KINDS = ("place", "amount", "face", "skipped", "early", "again")
"""Kinds of slip: the wrong place or seat; the wrong number; the wrong way up; the due act skipped; a later act done early; the
last act repeated.
"""


SWEEPING = ("gather", "shuffle", "roll", "load", "cut")
"""Verbs after which a round cannot be finished; they are never slips."""
UNDOING_NOTHING = frozenset({"call", "announce", "tap", "close", "push", "merge", "clear", "sweep"})
"""Verbs of words, gestures and acts without effect; repeating them changes nothing, and is not a slip."""
WRONG = 4
"""Most wrong acts beside the due one in a menu."""

NEEDED = ("gather",)
"""Verbs without which the next hand cannot be dealt; they are never left out."""


@attrs.frozen
class Slip:
    """A wrong act that a dealer might do at this moment.

    Attributes:
        kind: One of `KINDS`.
        act: The act.
    """

    kind: str
    act: Act


@attrs.frozen
class Planted:
    """A planted slip.

    Attributes:
        number: The number of the act in the record, from 1.
        slip: The slip.
        due: The act that was due.
        findings: The findings on it at once; empty if there are none.
    """

    number: int
    slip: Slip
    due: Act
    findings: tuple[Finding, ...]


def due(table: Table) -> Act | None:
    """Return the dealer's act that is due, even while players may still act; None if the dealer has to wait."""
    dealer = table.expected.dealer
    return dealer[0] if dealer else None


def slips(table: Table) -> list[Slip]:
    """Return plausible wrong acts in place of the due act, likeliest first; empty if the dealer waits for players."""
    act = due(table)
    if act is None:
        return []
    slips_: dict[str, Slip] = {}
    for kind, other in _other_acts(table, act):
        if other.text != act.text and (other.verb not in SWEEPING or act.verb in SWEEPING) and not _is_allowed(table, act, other):
            slips_.setdefault(other.text, Slip(kind, other))
    return list(slips_.values())


def _is_allowed(table: Table, act: Act, other: Act) -> bool:
    """Return whether the rules allow another act equally: acts of one step in any order, more packets than the minimum, fewer
    cards than may come at once, a board laid face down to be turned as one (FTR-05, CA-14), and an optional announcement, if it
    is right.

    Args:
        table: The table.
        act: The due act.
        other: The other act.
    """
    step, plan = _open_step(table), table.expected.dealer
    if any(planned.text == other.text for planned in plan) and (
        table.expected.any_order or (step is not None and step.do.either(act, other))
    ):
        return True
    if act.what == other.what:
        at_least = other.verb == "strip" and (other.n or 0) > (act.n or 0)
        laid_first = other.verb == "deal" and "together" in act.manner and other.face == "down"
        return at_least or laid_first or (step is not None and bool(step.params.get("piecemeal")) and other.count < act.count)
    return other in _unneeded(table)


def _open_step(table: Table) -> DealerStep | None:
    """Return the dealer's step that is due."""
    path = table.expected.step
    return next(
        (candidate for candidate in table.house.program.walk() if candidate.path == path and isinstance(candidate, DealerStep)),
        None,
    )


def _unneeded(table: Table) -> list[Act]:
    """Return optional acts, which are not due but right."""
    optional = (step_ for step_ in table.house.program.walk() if isinstance(step_, DealerStep) and step_.is_optional(table.now))
    return [act_ for step in optional for act_ in step.plan(table.now) or ()]


def _other_acts(table: Table, act: Act) -> Iterator[tuple[str, Act]]:
    makers = (_elsewhere, _amounts, _faces)
    for kind, maker in zip(KINDS, makers, strict=False):
        for other in maker(table, act):
            yield kind, other
    for at, other in enumerate(_after(table, act) if act.verb not in NEEDED else ()):
        yield ("skipped" if at == 0 else "early"), other
    last = next((past for past in reversed(table.log) if past.who == "d"), None)
    if last is not None and last.verb not in UNDOING_NOTHING:
        yield "again", last.plain


def _again(act: Act, *, to: Sequence[str] | None = None, n: int | None = None, face: str | None = None) -> Iterator[Act]:
    """Yield the same act with another value, if the result is an act.

    Args:
        act: The act.
        to: The other target; None for the same.
        n: The other number; None for the same.
        face: The other way up; None for the same.
    """
    try:
        yield Act.make(
            act.who,
            act.verb,
            *(act.to if to is None else to),
            n=act.n if n is None else n,
            face=act.face if face is None else face,
            manner=act.manner,
        )
    except ActError:
        return


def _elsewhere(table: Table, act: Act) -> Iterator[Act]:
    """Yield the act aimed at another hand, or at the next seat; of a call that something is so, the contrary (PIT-14)."""
    reading = table.game.data.get("reading")
    if act.verb == "call" and isinstance(reading, Mapping) and act.to[-1] in reading.get("least", ()):
        yield from _again(act, to=act.to[1:] if act.to[0] == "not" else ["not", *act.to])
        return
    kinds = {name: spec.kind for name, spec in table.felt.layout.places.items() if spec.kind in ("hand", "board")}
    for at, word in enumerate(act.to):
        if is_seat(word):
            others = [f"s{int(word[1:]) % table.seats + 1}"]
        else:
            others = [name for name, kind in kinds.items() if kind == kinds.get(word) and name != word and not is_seat(name)]
        for other in others:
            yield from _again(act, to=[*act.to[:at], other, *act.to[at + 1 :]])


def _amounts(table: Table, act: Act) -> Iterator[Act]:
    """Yield the act with a wrong amount: the stake instead of its payment; one more, one less, one card too many."""
    felt = table.felt
    if act.n is None:
        if act.verb == "deal" and not act.cards:
            yield from _again(act, n=act.count + 1)
        return
    if len(act.to) == 2 and is_seat(act.to[0]) and act.to[1] in felt.rows:
        stake = felt.written(felt.rows[act.to[1]][int(act.to[0][1:])])
        if isinstance(stake, int) and stake and stake != act.n:
            yield from _again(act, n=stake)
        tenth = int(act.n) + max(1, int(act.n) // 10)
        yield from _again(act, n=tenth)
    elif act.verb == "call":
        yield from _again(act, n=(int(act.n) + 1) % 10)
    else:
        yield from _again(act, n=int(act.n) + 1)
        yield from _again(act, n=max(1, int(act.n) - 1))


def _faces(table: Table, act: Act) -> Iterator[Act]:
    """Yield the act with cards the wrong way up."""
    if act.verb == "burn":
        yield from _again(act, face="" if act.face else "up")
    elif act.verb == "deal":
        usual = act.face or table.felt.layout.places[act.to[0]].face
        yield from _again(act, face="down" if usual == "up" else "up")


def _after(table: Table, act: Act) -> list[Act]:
    """Return the acts after the due one, in this step and later ones, as far as they are known."""
    plan = table.expected.dealer
    skipped = [] if table.expected.any_order else [other for other in plan[1:] if other.what != act.what][:1]
    steps = list(table.house.program.walk())
    here = next((at for at, step in enumerate(steps) if step.path == table.expected.step), -1)
    step = steps[here]
    # Then the next act may be done at once, because the due one is optional, or can wait for its deadline.
    free = here >= 0 and isinstance(step, DealerStep) and (step.is_optional(table.now) or bool(step.deadline))
    for step in steps[here + 1 :] if here >= 0 else ():
        if len(skipped) > 2:
            break
        if not isinstance(step, DealerStep) or step.floating or step.is_optional(table.now):
            continue
        coming = step.plan(table.now)
        if free and coming:
            free = False
            continue
        if coming is None or (coming and coming[0].verb in NEEDED):
            break
        if coming and all(other.text != coming[0].text for other in [act, *skipped]):
            skipped.append(coming[0])
    return skipped


def menu(table: Table, seed: object) -> list[Act]:
    """Return the due act among plausible wrong acts, in random order; empty if the dealer waits for players.

    Args:
        table: The table.
        seed: The seed for the choice of wrong acts and the order.
    """
    act = due(table)
    if act is None:
        return []
    rng = random.Random(f"{seed}/menu/{len(table.log)}")
    others: list[Act] = []
    wrong = slips(table)
    kinds = list(dict.fromkeys(slip.kind for slip in wrong))
    while len(others) < WRONG and any(slip.act not in others for slip in wrong):
        for kind in kinds:  # one of each kind before a second of any kind
            of_kind = [slip.act for slip in wrong if slip.kind == kind and slip.act not in others]
            if of_kind and len(others) < WRONG:
                others.append(of_kind[0])
    acts = [act, *others]
    rng.shuffle(acts)
    return acts


def plant(table: Table, rng: random.Random, kinds: Sequence[str] = KINDS, code: str = "") -> Planted | None:
    """Make a slip at the table, whether or not it causes a finding.

    Args:
        table: The table, which continues after the slip.
        rng: The random source.
        kinds: The kinds of slip to choose from.
        code: The finding that the slip must cause; empty for any or none.

    Returns:
        The slip with the act that was due; None if no such slip is possible now.
    """
    act = due(table)
    wrong = [slip for slip in slips(table) if slip.kind in kinds]
    rng.shuffle(wrong)
    for slip in wrong:
        if act is None:
            break
        before = len(table.log)
        try:
            findings = table.push(slip.act)
        except Impossible:
            continue
        if not code or (findings and code == findings[0].code):
            return Planted(before + 1, slip, act, findings)
        table.pop()
    return None

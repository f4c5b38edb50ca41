"""The kinds of a dealer's slip, each a function from a moment of a clean round to the wrong acts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import attrs

import dealerkit as dk
from dealerkit.errors import ActError
from dealerkit.felt import Act
from dealerkit.felt.acts import is_seat
from dealerkit.felt.verbs import VERBS

MONEY = frozenset({"take", "pay", "award", "collect", "mark", "return", "restore", "rake", "drop", "build", "sweep"})
"""The dealer's acts that settle or move chips and marks."""
WORDS = frozenset({"call", "announce", "tap", "push", "read", "check", "allin", "reveal", "offer", "count"})
"""The dealer's acts that state or show something and move neither cards nor chips."""


_FOURTH = 3
"""A hand of this number of cards takes no other one, and a fourth is the floor's: it may be burned (BI-22)."""


@attrs.frozen
class Moment:
    """A dealer's act of a clean round, and its surroundings.

    Attributes:
        table: The table before the act.
        due: The act.
        coming: The acts after it, in order, players' acts among them.
        calls: Every call and announcement of the clean rounds.
    """

    table: dk.Table
    due: Act
    coming: Sequence[Act]
    calls: Sequence[Act]


Wrong = tuple[Act, ...]
"""The acts in place of the due one."""


def _with(act: Act, *, to: Sequence[str] | None = None, n: object = None, face: str | None = None) -> Iterator[Wrong]:
    """Yield the same act with another target, number or face, if the result is an act."""
    try:
        yield (
            Act.make(
                act.who,
                act.verb,
                *(act.to if to is None else to),
                n=act.n if n is None else n,  # type: ignore[arg-type]
                face=act.face if face is None else face,
                manner=act.manner,
            ),
        )
    except ActError:
        return


# -- the order of acts -----------------------------------------------------------------------------------------------


def skipped(moment: Moment) -> Iterator[Wrong]:
    """The act is left out; the next one follows, the dealer's or a player's."""
    yield from ((act,) for act in moment.coming[:1])


def late(moment: Moment) -> Iterator[Wrong]:
    """The act comes after the next two."""
    if len(moment.coming) > 1:
        yield (*moment.coming[:2], moment.due)


def early(moment: Moment) -> Iterator[Wrong]:
    """A later act of the dealer's comes now: the next of another kind, the one after the players, the end of the round."""
    coming = moment.coming[1:]
    mine = [act for act in coming if act.who == "d" and act.verb != moment.due.verb]
    yield from ((act,) for act in mine[:1])
    played = next((at for at, act in enumerate(moment.coming) if act.seat), None)
    if played is not None:
        yield from ((act,) for act in moment.coming[played:] if act.who == "d")
    for verb in ("clear", "gather", "shuffle", "riffle"):
        yield from ((act,) for act in coming if act.verb == verb)


def twice(moment: Moment) -> Iterator[Wrong]:
    """The act is repeated."""
    yield (moment.due, moment.due)


def swapped(moment: Moment) -> Iterator[Wrong]:
    """The act and the next one are exchanged."""
    if moment.coming and moment.coming[0].who == "d":
        yield (moment.coming[0], moment.due)


def unpaid(moment: Moment) -> Iterator[Wrong]:
    """The whole settlement is left out: this act and the others with its verb."""
    if moment.due.verb in MONEY:
        after = next((act for act in moment.coming if act.verb != moment.due.verb), None)
        if after is not None:
            yield (after,)


# -- target and number --------------------------------------------------------------------------------------------------


def wrong_seat(moment: Moment) -> Iterator[Wrong]:
    """Another seat: the next and the one before."""
    act, seats = moment.due, moment.table.seats
    for at, word in enumerate(act.to):
        if is_seat(word) and seats > 1:
            for step in (0, seats - 2):
                other = f"s{(int(word[1:]) + step) % seats + 1}"
                yield from _with(act, to=[*act.to[:at], other, *act.to[at + 1 :]])


def wrong_place(moment: Moment) -> Iterator[Wrong]:
    """Another hand, board or pile of the same kind."""
    act, places = moment.due, moment.table.felt.layout.places
    for at, word in enumerate(act.to):
        if word in places and not is_seat(word):
            kind = places[word].kind
            for other, spec in places.items():
                if other not in act.to and not is_seat(other) and spec.kind == kind:
                    yield from _with(act, to=[*act.to[:at], other, *act.to[at + 1 :]])


def wrong_account(moment: Moment) -> Iterator[Wrong]:
    """Another spot, pot or box of chips or marks; or the pot or spot is not named."""
    act, felt = moment.due, moment.table.felt
    if act.verb not in MONEY:
        return
    for at, word in enumerate(act.to):
        for rows in (felt.rows, felt.marks):
            if word in rows:
                for other in list(rows):
                    if other not in (word, "stack"):
                        yield from _with(act, to=[*act.to[:at], other, *act.to[at + 1 :]])
    if len(act.to) > 1 and is_seat(act.to[0]):
        yield from _with(act, to=act.to[:1])


def wrong_card(moment: Moment) -> Iterator[Wrong]:
    """Another card of the same place."""
    act, felt = moment.due, moment.table.felt
    if not act.cards:
        return
    place = next((word for word in act.to if word in felt.places), "")
    for card in felt.cards(place) if place else ():
        face = felt.faces[card]
        if face is not None and face not in act.cards:
            try:
                yield (Act.make(act.who, act.verb, *act.to, face=act.face, cards=(face, *act.cards[1:]), manner=act.manner),)
            except ActError:
                continue


def wrong_count(moment: Moment) -> Iterator[Wrong]:
    """One card or count more, and one less; not for a call without a number."""
    act = moment.due
    spec = VERBS["d", act.verb]
    if not spec.count or spec.amount or (act.verb in WORDS and act.n is None):
        return
    usual = int(act.n) if act.n is not None else 1
    yield from _with(act, n=usual + 1)
    if usual > 1:
        yield from _with(act, n=usual - 1)


def wrong_face(moment: Moment) -> Iterator[Wrong]:
    """The wrong face up."""
    act = moment.due
    if not VERBS["d", act.verb].face:
        return
    places = moment.table.felt.layout.places
    usual = act.face or (places[act.to[0]].face if act.verb == "deal" and act.to[0] in places else "down")
    yield from _with(act, face="down" if usual == "up" else "up")


def wrong_amount(moment: Moment) -> Iterator[Wrong]:
    """Too much, too little, twice as much, and the stake instead of the payout."""
    act, felt = moment.due, moment.table.felt
    if not VERBS["d", act.verb].amount:
        return
    lying = 0
    if len(act.to) == 2 and is_seat(act.to[0]) and act.to[1] in felt.rows:
        lying = felt.rows[act.to[1]][act.seat or int(act.to[0][1:])]
    units = felt.units(act.n) if act.n is not None else lying
    if not units:
        return
    step = max(min(moment.table.felt.layout.chips, default=1), 1)
    amounts = dict.fromkeys((units + step, units - step, units * 2, lying))
    for amount in amounts:
        if amount > 0 and amount != units:
            yield from _with(act, n=felt.written(amount))


def wrong_call(moment: Moment) -> Iterator[Wrong]:
    """Another call: from these rounds, or with another number."""
    act = moment.due
    if act.verb not in ("call", "announce", "read"):
        return
    if act.n is not None and act.verb == "call":
        yield from _with(act, n=(int(act.n) + 1) % 10)
    others = [call for call in moment.calls if call.verb == act.verb and call.text != act.text]
    same = [call for call in others if len(call.to) == len(act.to)]
    yield from ((call,) for call in (same or others)[:3])


def boxed(moment: Moment) -> Iterator[Wrong]:
    """A boxed card, face up out of the deck: not a slip, but perhaps a matter for the floor."""
    act = moment.due
    if act.verb == "deal":
        try:
            yield (Act.make(act.who, act.verb, *act.to, n=act.n, face=act.face, manner=(*act.manner, "boxed")),)
        except ActError:
            return


def mended(moment: Moment) -> Iterator[Wrong]:
    """A slip that the dealer corrects at once: the card moved, the chips taken back, the right word."""
    act, felt = moment.due, moment.table.felt
    if act.verb == "deal":
        for (wrong,) in wrong_place(moment):
            hand = felt.layout.places[wrong.to[0]].kind == "hand"  # boards: not without a word (RM-26)
            if wrong.count == 1 and hand and len(felt.cards(wrong.to[0])) < _FOURTH:
                yield (wrong, Act.make("d", "move", wrong.to[0], act.to[0]))
    elif act.verb == "call":
        yield from ((wrong, act) for (wrong,) in wrong_call(moment))
    elif act.verb in ("pay", "mark", "award") and act.n is not None:
        for (wrong,) in wrong_amount(moment):
            more = felt.units(wrong.n) - felt.units(act.n)
            if more < 0:
                yield (wrong, Act.make("d", act.verb, *act.to, n=felt.written(-more)))
            elif act.verb == "pay":
                yield (wrong, Act.make("d", "collect", *act.to[:1], n=felt.written(more)))
                yield (wrong, Act.make("d", "take", *act.to, n=felt.written(more)))
            elif act.verb == "mark":
                yield (wrong, Act.make("d", "mark", *act.to, n=felt.written(-more)))
        for (wrong,) in (*wrong_seat(moment), *wrong_account(moment)):
            if act.verb == "pay":
                yield (wrong, Act.make("d", "collect", *wrong.to[:1], n=act.n), act)
            elif act.verb == "mark":
                yield (wrong, Act.make("d", "mark", *wrong.to, n=-act.n), act)
    elif act.verb == "take":
        for (wrong,) in wrong_seat(moment):
            if wrong.n is not None:
                yield (wrong, Act.make("d", "return", *wrong.to, n=wrong.n), act)


KINDS: Mapping[str, Callable[[Moment], Iterator[Wrong]]] = {
    "skipped": skipped,
    "early": early,
    "late": late,
    "twice": twice,
    "swapped": swapped,
    "seat": wrong_seat,
    "place": wrong_place,
    "card": wrong_card,
    "count": wrong_count,
    "face": wrong_face,
    "amount": wrong_amount,
    "unpaid": unpaid,
    "account": wrong_account,
    "call": wrong_call,
    "boxed": boxed,
    "mended": mended,
}
"""The kinds of slip, by name."""
NOBODYS = frozenset({"boxed"})
"""Kinds that are not a slip of the dealer's: no finding is required."""
_MOST = {"early": 3, "place": 2, "account": 3, "card": 2, "call": 3, "mended": 6}
"""The most slips of a kind at one act."""


def slips(moment: Moment) -> Iterator[tuple[str, int, Wrong]]:
    """Yield every slip at a moment, each sequence of acts once: its kind, its number within the kind, and the acts."""
    seen = {moment.due.text}
    order = (moment.due, *moment.coming[:2])
    for kind, maker in KINDS.items():
        count = 0
        for wrong in maker(moment):
            text = "; ".join(act.text for act in wrong)
            right = all(one.text == other.text for one, other in zip(wrong, order, strict=False)) and len(wrong) <= len(order)
            if text in seen or right:
                continue
            seen.add(text)
            yield kind, count, wrong
            count += 1
            if count >= _MOST.get(kind, 9):
                break

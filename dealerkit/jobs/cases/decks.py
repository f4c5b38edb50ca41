"""Cases about decks: a check, a series of cuts, a draw for the deal; what each says and how it came out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from dealerkit.cards import Face, read_cards
from dealerkit.errors import ActError
from dealerkit.felt.numbers import is_whole
from dealerkit.jobs.deck import lots
from dealerkit.jobs.deck.check import DeckReport, check_list
from dealerkit.jobs.deck.counts import check_counts, read_counts
from dealerkit.jobs.deck.cutting import Cut, compare, follow, slips_of
from dealerkit.jobs.deck.guide import Check
from dealerkit.jobs.deck.listing import ListedCard, read_list
from dealerkit.jobs.deck.meaning import report_json, sets_for
from dealerkit.jobs.deck.packs import Pack, made_up, pack_named, pack_of, with_backs
from dealerkit.rules.entries import Branch
from dealerkit.rules.games import game

Said = Branch

_CHECK = frozenset({"ok", "cards", "kinds", "finds", "unread", "may_be", "means", "together", "faces_seen", "backs_seen", "deck"})
"""Keys of what a check comes to: as the JSON of `dealerkit deck verify` has it; `kinds` in short, `means` by rule set, fault
and moment."""
_CUTS = frozenset({"one", "top", "bottom", "after", "slips"})
"""Keys of what cuts come to: the one cut they come to, the cards on top and at the bottom, the order, what was wrong."""
_DRAW = frozenset({"winner", "tied", "rounds", "by_suit", "seats", "hands"})
"""Keys of what a draw comes to."""


def _list(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else str(value).split() if value is not None else []


def _pack(said: Said) -> Pack:
    meant = (
        pack_of(game(str(said["game"])), int(said.get("seats", 0))) if "game" in said else pack_named(str(said.get("pack", "52")))
    )
    if said.keys() & {"decks", "jokers", "ranks"}:
        meant = made_up(meant, said.get("decks"), said.get("jokers"), said.get("ranks"))
    return with_backs(meant, _list(said.get("backs")))


def _pieces(said: Said, pack: Pack) -> list[ListedCard]:
    """Return the cards of a case: `list`, or the whole pack without what `take` names and with what `put` names behind it."""
    if "list" in said:
        return read_list(str(said["list"]), "list")
    pieces = [ListedCard(face) for face in pack.composition.faces()]
    for face in read_cards(str(said.get("take", ""))):
        at = next((at for at, piece in enumerate(pieces) if piece.face is face), None)
        if at is None:
            msg = f"{face} is not there to be taken"
            raise ActError(msg)
        del pieces[at]
    return pieces + (read_list(str(said["put"]), "put") if "put" in said else [])


def _report(said: Said) -> DeckReport:
    pack = _pack(said)
    if "counts" in said:
        return check_counts(pack, read_counts(_list(said["counts"])))
    if "answers" not in said:
        return check_list(pack, _pieces(said, pack), str(said.get("order", "")))
    check = Check(pack, used=not said.get("new", False))
    answers = said["answers"]
    for answer in answers if isinstance(answers, list) else [answers]:
        if check.question is None:
            msg = f"'{answer}': nothing more is asked"
            raise ActError(msg)
        check.answer(str(answer or ""))
    return check.report()


def check_told(said: Said, rules: object) -> dict[str, object]:
    """Return what came of a check.

    Raises:
        DealerkitError: If the case says what cannot be.
    """
    report = _report(said)
    sets = sets_for(report, [str(rules)] if rules is not None else ())
    made = report_json(report, sets, said.get("facts"))
    means: dict[str, dict[str, object]] = {}
    for one in made["means"]:
        of_kind = {moment: ruling["outcome"] for moment, ruling in one["moments"].items()}
        means.setdefault(one["rules_set"], {})[one["kind"]] = of_kind
    together = {name: {moment: ruling["outcome"] for moment, ruling in one.items()} for name, one in made["together"].items()}
    return {**made, "kinds": report.kinds, "means": means, "together": together}


def cuts_told(said: Said, _rules: object) -> dict[str, object]:
    """Return what came of a series of cuts, or of two orders that are compared.

    Raises:
        DealerkitError: If the case says what cannot be.
    """
    cards = str(said.get("cards", 52))
    order: Sequence[object] = list(range(1, int(cards) + 1)) if is_whole(cards) else read_cards(cards)
    if "after" in said:
        one, slips = compare(order, read_cards(str(said["after"])))
        return {"one": one, "slips": [slip.kind for slip in slips]}
    steps = follow(order, [Cut.read(one) for one in _list(said.get("series"))])
    slips = slips_of(order, steps, said.get("least"), said.get("most"))
    now = steps[-1].order if steps else tuple(order)
    return {
        "one": steps[-1].one if steps else 0,
        "top": _name(now[0]),
        "bottom": _name(now[-1]),
        "after": " ".join(map(_name, now)),
        "slips": [slip.kind for slip in slips],
    }


def _name(card: object) -> str:
    return "??" if card is None else str(card)


def draw_told(said: Said, _rules: object) -> dict[str, object]:
    """Return what came of a draw for the deal, the button or the seats.

    Raises:
        DealerkitError: If the case says what cannot be.
    """
    how = str(said.get("by", ""))
    if how not in _DRAWS:
        msg = f"unknown way to draw: '{how}'; there is {', '.join(_DRAWS)}"
        raise ActError(msg)
    return _DRAWS[how](said)


def _faces(value: object) -> list[Face]:
    cards = read_cards(" ".join(_list(value)))
    if None in cards:
        msg = "a card that nobody can read decides nothing"
        raise ActError(msg)
    return [face for face in cards if face is not None]


def _jack(said: Said) -> dict[str, object]:
    came = lots.first_of(
        _list(said.get("players")), _faces(said.get("cards")), str(said.get("rank", "")), str(said.get("from", ""))
    )
    return {"winner": came.winner, "rounds": len(came.cards)}


def _how(said: Said) -> dict[str, bool]:
    return {"low": bool(said.get("low")), "by_suit": bool(said.get("by_suit"))}


def _drawn(draw: lots.LotDraw) -> dict[str, object]:
    return {"winner": draw.winner, "tied": list(draw.tied), "rounds": len(draw.rounds), "by_suit": draw.by_suit}


def _high(said: Said) -> dict[str, object]:
    return _drawn(lots.high_card({name: _faces(cards) for name, cards in said["players"].items()}, **_how(said)))


def _cut(said: Said) -> dict[str, object]:
    lifts = {name: [int(one) for one in _list(mine)] for name, mine in said["players"].items()}
    return _drawn(lots.cut_for_high(_faces(said.get("cards")), lifts, **_how(said)))


def _seats(said: Said) -> dict[str, object]:
    return {"seats": lots.seats_drawn({name: _faces(cards)[0] for name, cards in said["players"].items()})}


def _turns(said: Said) -> dict[str, object]:
    made = lots.turns(_list(said.get("players")), str(said.get("dealer", "")), int(said.get("hands", 1)))
    return {"hands": [{"dealer": one.dealer, "cut": one.cutter, "first_card": one.first} for one in made]}


_DRAWS: Mapping[str, Callable[[Said], dict[str, object]]] = {
    "jack": _jack, "high": _high, "cut": _cut, "seats": _seats, "turns": _turns,
}  # fmt: skip

DECK_CASES: Mapping[str, tuple[frozenset[str], Callable[[Said, object], dict[str, object]]]] = {
    "check": (_CHECK, check_told),
    "cuts": (_CUTS, cuts_told),
    "draw": (_DRAW, draw_told),
}
"""The kinds of case that are about a deck: what each can expect, and what tells how it came out."""

"""Cases about decks: a verification, a series of cuts, a draw for the deal."""

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
"""Keys of a verification's result: those of `dealerkit deck verify --json`; `kinds` in short, `means` by rule set, fault and
moment.
"""
_CUTS = frozenset({"one", "top", "bottom", "after", "slips"})
"""Keys of a series of cuts: the equivalent single cut, the top and the bottom card, the order, the slips."""
_DRAW = frozenset({"winner", "tied", "rounds", "by_suit", "seats", "hands"})
"""Keys of a draw's result."""


def _list(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else str(value).split() if value is not None else []


def _pack(data: Said) -> Pack:
    meant = (
        pack_of(game(str(data["game"])), int(data.get("seats", 0))) if "game" in data else pack_named(str(data.get("pack", "52")))
    )
    if data.keys() & {"decks", "jokers", "ranks"}:
        meant = made_up(meant, data.get("decks"), data.get("jokers"), data.get("ranks"))
    return with_backs(meant, _list(data.get("backs")))


def _pieces(data: Said, pack: Pack) -> list[ListedCard]:
    """Return the cards of a case: `list`, or the whole pack without the cards of `take` and with those of `put` behind it."""
    if "list" in data:
        return read_list(str(data["list"]), "list")
    pieces = [ListedCard(face) for face in pack.composition.faces()]
    for face in read_cards(str(data.get("take", ""))):
        at = next((at for at, piece in enumerate(pieces) if piece.face is face), None)
        if at is None:
            msg = f"{face} is not there to take"
            raise ActError(msg)
        del pieces[at]
    return pieces + (read_list(str(data["put"]), "put") if "put" in data else [])


def _report(data: Said) -> DeckReport:
    pack = _pack(data)
    if "counts" in data:
        return check_counts(pack, read_counts(_list(data["counts"])))
    if "answers" not in data:
        return check_list(pack, _pieces(data, pack), str(data.get("order", "")))
    check = Check(pack, used=not data.get("new", False))
    answers = data["answers"]
    for answer in answers if isinstance(answers, list) else [answers]:
        if check.question is None:
            msg = f"'{answer}' is one answer too many"
            raise ActError(msg)
        check.answer(str(answer or ""))
    return check.report()


def check_told(data: Said, rules: object) -> dict[str, object]:
    """Return the result of a deck's verification, as `dealerkit deck verify --json` does, with `means` shortened to outcomes.

    Args:
        data: The case: its pack, and its list of cards, counts or answers.
        rules: The rule set to rule under; None for all of the pack's game.

    Raises:
        DealerkitError: If the case cannot happen, such as a card taken that is not in the pack.
    """
    report = _report(data)
    sets = sets_for(report, [str(rules)] if rules is not None else ())
    report_data = report_json(report, sets, data.get("facts"))
    means: dict[str, dict[str, object]] = {}
    for meaning in report_data["means"]:
        of_kind = {moment: ruling["outcome"] for moment, ruling in meaning["moments"].items()}
        means.setdefault(meaning["rules_set"], {})[meaning["kind"]] = of_kind
    together = {
        name: {moment: ruling["outcome"] for moment, ruling in by_moment.items()}
        for name, by_moment in report_data["together"].items()
    }
    return {**report_data, "kinds": report.kinds, "means": means, "together": together}


def cuts_told(data: Said, _rules: object) -> dict[str, object]:
    """Return the result of a series of cuts, or of the comparison of two orders.

    Args:
        data: The case: its `cards`, and either `series` (the cuts) or `after` (the other order).

    Returns:
        `one` (the equivalent single cut) and `slips` (their kinds); for a series also `top`, `bottom` and `after` (the order).

    Raises:
        DealerkitError: If the case cannot happen.
    """
    cards = str(data.get("cards", 52))
    order: Sequence[object] = list(range(1, int(cards) + 1)) if is_whole(cards) else read_cards(cards)
    if "after" in data:
        simple, slips = compare(order, read_cards(str(data["after"])))
        return {"one": simple, "slips": [slip.kind for slip in slips]}
    steps = follow(order, [Cut.read(cut) for cut in _list(data.get("series"))])
    slips = slips_of(order, steps, data.get("least"), data.get("most"))
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


def draw_told(data: Said, _rules: object) -> dict[str, object]:
    """Return the result of a draw for the deal, the button or the seats.

    Args:
        data: The case; its `by` says how it is drawn.

    Returns:
        The result under those keys of a draw that apply: `winner`, `tied`, `rounds`, `by_suit`, `seats`, `hands`.

    Raises:
        DealerkitError: If the case cannot happen.
    """
    how = str(data.get("by", ""))
    if how not in _DRAWS:
        msg = f"unknown way to draw: '{how}'; known: {', '.join(_DRAWS)}"
        raise ActError(msg)
    return _DRAWS[how](data)


def _faces(value: object) -> list[Face]:
    cards = read_cards(" ".join(_list(value)))
    if None in cards:
        msg = "an unreadable card can't decide"
        raise ActError(msg)
    return [face for face in cards if face is not None]


def _jack(data: Said) -> dict[str, object]:
    came = lots.first_of(
        _list(data.get("players")), _faces(data.get("cards")), str(data.get("rank", "")), str(data.get("from", ""))
    )
    return {"winner": came.winner, "rounds": len(came.cards)}


def _how(data: Said) -> dict[str, bool]:
    return {"low": bool(data.get("low")), "by_suit": bool(data.get("by_suit"))}


def _drawn(draw: lots.LotDraw) -> dict[str, object]:
    return {"winner": draw.winner, "tied": list(draw.tied), "rounds": len(draw.rounds), "by_suit": draw.by_suit}


def _high(data: Said) -> dict[str, object]:
    return _drawn(lots.high_card({name: _faces(cards) for name, cards in data["players"].items()}, **_how(data)))


def _cut(data: Said) -> dict[str, object]:
    lifts = {name: [int(lift) for lift in _list(mine)] for name, mine in data["players"].items()}
    return _drawn(lots.cut_for_high(_faces(data.get("cards")), lifts, **_how(data)))


def _seats(data: Said) -> dict[str, object]:
    return {"seats": lots.seats_drawn({name: _faces(cards)[0] for name, cards in data["players"].items()})}


def _turns(data: Said) -> dict[str, object]:
    hands = lots.turns(_list(data.get("players")), str(data.get("dealer", "")), int(data.get("hands", 1)))
    return {"hands": [{"dealer": turn.dealer, "cut": turn.cutter, "first_card": turn.first} for turn in hands]}


_DRAWS: Mapping[str, Callable[[Said], dict[str, object]]] = {
    "jack": _jack, "high": _high, "cut": _cut, "seats": _seats, "turns": _turns,
}  # fmt: skip

DECK_CASES: Mapping[str, tuple[frozenset[str], Callable[[Said, object], dict[str, object]]]] = {
    "check": (_CHECK, check_told),
    "cuts": (_CUTS, cuts_told),
    "draw": (_DRAW, draw_told),
}
"""The kinds of case about a deck: the keys that each can expect, and the function that computes its result."""

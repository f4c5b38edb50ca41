"""Scores of a game with trumps turned up: a jack that is turned, a gift, a revoke, and High, Low, Jack and Game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dealerkit.cards import Face, Rank, Suit
from dealerkit.facts import Situation
from dealerkit.facts.ending import target
from dealerkit.facts.tables import in_turn
from dealerkit.felt.acts import seat_number
from dealerkit.games.social.all_fours.facts import UPCARD, gift_goes_to, one_at_target, trumps_fixed
from dealerkit.games.social.cash.facts import target_reached
from dealerkit.procedure.planners.registry import Params
from dealerkit.procedure.planners.scores import Scored, scorer


@scorer
def turned_jack(now: Situation, params: Params) -> list[Scored] | None:
    """Score a jack turned up by the dealer (AF-21, AF-A1, AF-A2), in `box`.

    Parameters: `worth`, its points, or a map from the house's choice (`chosen`) to points; `fixing`, its points if it is turned
    up when the cards are run, and fixes trumps.
    """
    cards = now.felt.cards(UPCARD)
    face = now.felt.faces[cards[-1]] if cards else None
    if face is None:
        return None if cards else []
    if face.rank is not Rank.JACK:
        return []
    worth = params.get("worth", 0)
    if "fixing" in params and trumps_fixed(now):
        worth = params["fixing"]
    if isinstance(worth, Mapping):
        worth = worth[params["chosen"]]
    return [(now.felt.button, params["box"], "jack", int(worth) * now.felt.layout.scale)]


@scorer
def gift(now: Situation, params: Params) -> list[Scored]:
    """Score the point that the dealer gives to keep the upcard's suit as trumps (AF-15), in `box`."""
    return [(seat, params["box"], "gift", now.felt.layout.scale) for seat in gift_goes_to(now)]


@scorer
def revoke_points(now: Situation, params: Params) -> list[Scored] | None:
    """Score a revoke: 1 for every other player, or 2 if the jack of trumps is in play (AF-37, AF-38); once a hand for each
    offender.

    Points that were already marked in `box`, because the revoke was established during play, are subtracted (AF-A5).
    """
    played = now.results.get("tricks")
    if played is None:
        return None
    offenders = list(dict.fromkeys(played["revoked"]))
    marked: dict[int, int] = {}
    for act in now.since("hand"):
        if act.verb == "mark" and act.to[1:] == (params["box"], "revoke"):
            seat = seat_number(act.to[0])
            marked[seat] = marked.get(seat, 0) + now.felt.units(act.n)
    pack = _captured(now) if offenders else []
    if pack is None:
        return None
    worth = 2 if any(_is_jack(face, played["trumps"]) for _, face in pack) else 1
    due = dict.fromkeys(in_turn(now, offenders[0]) if offenders else marked, 0)
    for offender in offenders:
        for seat in due:
            due[seat] += worth * now.felt.layout.scale * (seat != offender)
    return [(seat, params["box"], "revoke", points - marked.get(seat, 0)) for seat, points in due.items()]


@scorer
def high_low_jack_game(now: Situation, params: Params) -> list[Scored] | None:
    """Score High, Low, Jack and Game in this order, until a player has won (AF-39 to AF-48), in `box`.

    A player who has revoked scores neither Jack nor Game (AF-35). Parameters: `game_passes`, whether Game then goes to the next
    best, or a map from the house's choice (`chosen`) to that (AF-A6); `low`, whether Low goes to the player who `captured` it or
    was `dealt` it (AF-41); `level`, whether of several with the most points `nobody` or the `elder_hand` scores Game (AF-44);
    `card_points`, the name of the table of the cards' points for Game.
    """
    played, pack = now.results.get("tricks"), _captured(now)
    if played is None or pack is None:
        return None
    if target_reached(now) and not one_at_target(now):
        return list(_counted(now, params, played, pack))  # several have reached the target: all points are counted
    marks, at = target(now)
    totals = dict(enumerate(marks))
    points = []
    for point in _counted(now, params, played, pack):
        points.append(point)
        totals[point[0]] += point[3]
        if totals[point[0]] >= at:
            break
    return points


Pack = Sequence[tuple[int, Face]]
"""The captured cards, each with the seat that captured it."""


def _captured(now: Situation) -> Pack | None:
    """Return the captured cards, each with its seat; None if a card is unknown."""
    felt = now.felt
    pack = [(seat, felt.faces[card]) for seat, cards in now.result_of("tricks")["captured"].items() for card in cards]
    known = [(seat, face) for seat, face in pack if face is not None]
    return known if len(known) == len(pack) else None


def _is_jack(face: Face, trumps: Suit | None) -> bool:
    return face.suit is trumps and face.rank is Rank.JACK


def _counted(now: Situation, params: Params, played: Mapping[str, object], pack: Pack) -> Iterator[Scored]:
    box, point, trumps = params["box"], now.felt.layout.scale, played["trumps"]
    offenders = played["revoked"]
    assert isinstance(offenders, list)
    mine = [(seat, face) for seat, face in pack if trumps is not None and face.suit is trumps and face.rank is not None]
    if played["high"]:
        yield int(str(played["high"])), box, "high", point
    if mine:
        low, _ = min(mine, key=lambda pair: pair[1].rank.place if pair[1].rank else 0)
        yield int(str(played["low"])) if params.get("low") == "dealt" else low, box, "low", point
    yield from ((seat, box, "jack", point) for seat, face in mine if face.rank is Rank.JACK and seat not in offenders)
    seat = _best(now, params, pack, offenders)
    if seat:
        yield seat, box, "game", point


def _best(now: Situation, params: Params, pack: Pack, offenders: Sequence[int]) -> int:
    """Return the only seat with the highest total of card points; of several the first from the dealer's left if the house
    decides so (`level`). 0 for none (AF-43, AF-44).
    """
    worth: Mapping[str, int] = now.game.tables[params["card_points"]]
    totals = dict.fromkeys(range(1, now.felt.seats + 1), 0)
    for seat, face in pack:
        totals[seat] += int(worth.get(face.letter, 0))
    passes = params.get("game_passes", False)
    if isinstance(passes, Mapping):
        passes = passes[params["chosen"]]
    counting = [seat for seat in in_turn(now, now.felt.button) if not (passes and seat in offenders)]
    best = max((totals[seat] for seat in counting), default=0)
    holders = [seat for seat in counting if totals[seat] == best]
    decided = len(holders) == 1 or params.get("level") == "elder_hand"
    return holders[0] if best and decided and holders[0] not in offenders else 0

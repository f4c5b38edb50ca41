"""Facts about the showdown: tabled hands, winning hands, and the shares of each pot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.cards import Face
from dealerkit.facts.first_to_bet import last_round
from dealerkit.facts.hands import (
    contested,
    kept_back,
    last_in,
    late_cards,
    layers,
    live,
    live_in_turn,
    no_more_betting,
    whole_hand,
)
from dealerkit.facts.situation import GameData, Situation, fact, only_with
from dealerkit.facts.tables import in_turn
from dealerkit.felt.acts import seat_number
from dealerkit.rules.rankings import Form, form
from dealerkit.rules.rankings import options as ranking_options
from dealerkit.showdown.award import Award, award
from dealerkit.showdown.hands import Hand, MadeHand, made_hand
from dealerkit.showdown.pots import Pot

_MOST = 7
"""Most cards from which a hand is made if any of them may play."""

Values = tuple[int, int]
"""Values of a hand for high and for low; 0 for a half in which it does not count."""


def form_of(now: Situation) -> Form:
    """Return the rules for the game's showdown, under the options in force."""
    return now.game.once("form", _form)


def high_and_low(game: GameData) -> bool:
    """Return whether a game is played for high and low."""
    form = game.once("form", _form) if "showdown" in game.data else None
    return form is not None and bool(form.high and form.low)


def low_alone(game: GameData) -> bool:
    """Return whether a game is played for low only."""
    return "showdown" in game.data and game.once("form", _form).high is None


def from_hand_and_board(game: GameData) -> bool:
    """Return whether a hand must contain a fixed number of the player's own cards."""
    return "showdown" in game.data and game.once("form", _form).from_hand is not None


def _form(game: GameData) -> Form:
    spec = game.data["showdown"]
    known = ranking_options()
    settings = {name: value for name, value in game.options.items() if name in known}
    return form(str(spec["form"]), settings)


def tabled(now: Situation, seat: int) -> bool:
    """Return whether a seat's whole hand is face up (SD-01), or the player has said that he plays the board, if the house accepts
    that.
    """
    cards = cards_held(now, seat) if now.felt.places.get(f"s{seat}") else []
    return bool(cards) and (all(map(now.felt.up.__getitem__, cards)) or plays_the_board(now, seat))


def cards_held(now: Situation, seat: int) -> list[int]:
    """Return the cards of a hand, by number, without those that came too late to be part of it."""
    cards = now.felt.places[f"s{seat}"]
    late = late_cards(now, seat)
    return [card for card in cards if card not in late] if late else cards


def plays_the_board(now: Situation, seat: int) -> bool:
    """Return whether a player has said that he plays the board, if the house accepts that instead of a tabled hand (FTR-29)."""
    if now.game.options.get("play_the_board", "tabled") != "said" or len(now.felt.places.get("board", ())) < 5:
        return False
    speech = [act for act in now.since("hand")[-20:] if act.verb == "say" and act.seat == seat]
    return any("board" in "_".join(act.to).split("_") for act in speech)


def values_of(now: Situation, seat: int, place: str = "board") -> Values | None:
    """Return the value of a hand with a board, for high and low; None if a card of either is unknown or missing. Surplus cards of
    the board that players acted on do not play (FTR-20, FTR-25).

    Args:
        now: The situation.
        seat: Seat of the hand.
        place: Place of the board.
    """
    felt = now.felt
    faces = felt.faces
    hole = [faces[card] for card in cards_held(now, seat)]
    board = [faces[card] for card in felt.places.get(place, ())][: max(form_of(now).board)]
    if None in hole and None not in board and form_of(now).from_hand is None and plays_the_board(now, seat):
        shared = [face.index for face in board if face is not None]
        high, low = form_of(now).high, form_of(now).low
        return (high.ranker.value(shared) if high else 0, low.ranker.value(shared) if low else 0)
    if None in hole or None in board or len(board) not in form_of(now).board:
        return None  # with a short board the values of the hands are not known
    key = (tuple(hole), tuple(board))
    memo: dict[object, Values] = now.cache.setdefault("values", {})
    known = memo.get(key)
    if not right_number(now, seat):
        return 0, 0
    if known is None:
        form_ = form_of(now)
        mine = [face.index for face in hole if face is not None]
        shared = [face.index for face in board if face is not None]
        if len(memo) > 64:
            memo.clear()
        known = memo[key] = (_value(form_, "high", mine, shared), _value(form_, "low", mine, shared))
    return known


def right_number(now: Situation, seat: int) -> bool:
    """Return whether a hand has the right number of cards (DH-04), or lacks only its last card and was ruled live by the
    floor.
    """
    form_ = form_of(now)
    held, shared = len(cards_held(now, seat)), len(now.felt.places.get("board", ()))
    if not _may_have(now, held):
        return False
    if not form_.total or held + shared >= form_.total:
        return True
    return any(act.who == "f" and act.to[:1] == ("hand_live",) for act in now.since("hand"))


def _may_have(now: Situation, held: int) -> bool:
    """Return whether a hand of this game may end with that number of cards of its own; in stud the last one may be lacking."""
    form_ = form_of(now)
    return held in form_.deals and (form_.total > 0 or held == whole_hand(now.game))


def _value(form_: Form, half: str, hole: Sequence[int], board: Sequence[int]) -> int:
    part = form_.high if half == "high" else form_.low
    free = form_.from_hand is None
    if part is None or len(hole) not in form_.deals or (free and len(hole) + len(board) > _MOST):
        return 0  # a hand with the wrong number of cards cannot win (DH-04)
    if form_.from_hand is not None:
        whole = len(hole) >= form_.from_hand and len(board) >= part.ranker.order.cards - form_.from_hand
        return part.ranker.value_from(hole, board, form_.from_hand) if whole else 0
    return part.ranker.value([*hole, *board])


def boards(now: Situation) -> tuple[str, ...]:
    """Return the places of the game's boards, in the order in which they are dealt."""
    return tuple(now.game.data["showdown"].get("boards", ("board",)))


Share = tuple[str, int, int]
"""A share of a pot: name of the pot's row, seat, and amount in smallest chips."""


def awards_due(now: Situation) -> list[Share] | None:
    """Return the shares of each pot still to be pushed, the last side pot first (SD-13, SD-14).

    Chips already pushed are subtracted, even if only a part of a share was pushed.

    Returns:
        The shares; None if the winners are unknown, because a hand that counts is unknown or none of several hands is tabled.
    """
    shares = whole_shares(now)
    return None if shares is None else _still_to_push(now, shares)


def whole_shares(now: Situation) -> list[Share] | None:
    """Return the whole shares of each pot, pushed or not, the last side pot first; None as in `awards_due`.

    With several live hands, only tabled hands can win.
    """
    stands = len(now.log), now.marks.get("hand")
    kept: tuple[tuple[int, int | None], list[Share] | None] | None = now.cache.get("shares")
    if kept is None or kept[0] != stands:
        kept = now.cache["shares"] = stands, _whole_shares(now)
    return kept[1]


def _whole_shares(now: Situation) -> list[Share] | None:
    seats = live_in_turn(now, now.felt.button)
    if len(seats) > 1:
        seats = [seat for seat in seats if tabled(now, seat)]
        if not seats:
            return None
    elif not seats and (last := last_in(now)):
        seats = [last]
    whole: list[Share] = []
    for name, amount, names in reversed(pots_lying(now)):
        claim = [seat for seat in seats if seat in names] or list(names) or seats
        if not claim:
            continue
        each: dict[int, int] = {}
        tables = boards(now)[:1] if _none_can_win(now, claim) else boards(now)
        for number, board in enumerate(tables):  # each board decides an equal part; odd chips go with the first board
            part = amount // len(tables) + (number < amount % len(tables))
            shares = _split(now, part, claim, board)
            if shares is None:
                return None
            for seat, got in shares:
                each[seat] = each.get(seat, 0) + got
        whole += [(name, seat, got) for seat, got in each.items() if got]
    return whole


def _still_to_push(now: Situation, shares: list[Share]) -> list[Share]:
    """Return shares less the chips already pushed of them, and never more than is in the pot."""
    pushed = pushed_so_far(now)
    if not pushed:
        return shares
    lying = {name: now.felt.rows[name][0] for name in now.felt.layout.pots}
    due: list[Share] = []
    for name, seat, got in shares:
        had = min(got, max(0, pushed.get((name, seat), 0)))
        pushed[name, seat] = pushed.get((name, seat), 0) - had
        left = min(got - had, lying[name])
        lying[name] -= left
        if left:
            due.append((name, seat, left))
    return due


def pushed_so_far(now: Situation) -> dict[tuple[str, int], int]:
    """Return the chips pushed in this hand, by pot and seat, less those that came back; never below zero."""
    felt = now.felt
    pushed: dict[tuple[str, int], int] = {}
    for act in now.since("hand"):
        if act.verb not in ("award", "collect") or act.n is None:
            continue
        # without a pot, chips are collected for the house
        pot = act.to[1] if len(act.to) > 1 else "pot" if act.verb == "award" else ""
        if pot in felt.layout.pots:
            key = pot, int(act.to[0][1:])
            pushed[key] = max(0, pushed.get(key, 0) + (felt.units(act.n) if act.verb == "award" else -felt.units(act.n)))
    return pushed


def main_pot_won_by(now: Situation) -> list[int]:
    """Return the seats to which the main pot of this hand was pushed, from the left of the button."""
    got = {seat for (pot, seat), chips in pushed_so_far(now).items() if pot == now.felt.layout.pots[0] and chips}
    return [seat for seat in in_turn(now, now.felt.button) if seat in got]


def is_pushed_rightly(now: Situation) -> bool:
    """Return whether the last act moved chips out of a pot correctly: either they were returned to their owner, or a player got
    the whole share that is due, after all live hands were tabled.
    """
    act = now.log[-1] if now.log else None
    if act is None or act.verb not in ("award", "return"):
        return False
    if act.verb == "return":
        return True
    if len(live(now)) > 1 and not all(tabled(now, seat) for seat in live(now)):
        return False
    each: dict[tuple[str, int], int] = {}
    for name, seat, got in whole_shares(now) or ():
        each[name, seat] = each.get((name, seat), 0) + got
    key = act.to[1] if len(act.to) > 1 else "pot", seat_number(act.to[0])
    return act.n is not None and now.felt.units(act.n) == pushed_so_far(now).get(key) == each.get(key)


def pots_lying(now: Situation) -> list[tuple[str, int, tuple[int, ...]]]:
    """Return the pots as they were before any of them was pushed: row, amount in smallest chips, contesting seats; the main pot
    first.

    A side pot that was not set apart is still part of the main pot's row. A side pot that was set apart is listed even if its
    players have folded since.
    """
    rows, side_pots = {name: row[0] for name, row in now.felt.rows.items()}, []
    for (name, _), more in pushed_so_far(now).items():
        rows[name] += more
    due = layers(now)
    unbuilt = 0
    for number, (amount, names) in enumerate(due):
        if not number:
            continue
        row = f"side-{number}"
        lying = rows.get(row, 0)
        if not lying:
            row, lying = "pot", min(amount, rows["pot"])
            unbuilt += lying
        side_pots.append((row, lying, names))
    # The players of these side pots have folded since: the contestants of the last pot contest them.
    side_pots += [(row, rows[row], due[-1][1]) for row in now.felt.layout.pots[len(due) :]]
    main = rows["pot"] - unbuilt
    return [pot for pot in [("pot", main, due[0][1]), *side_pots] if pot[1] > 0]


def _split(now: Situation, amount: int, seats: Sequence[int], board: str = "board") -> list[tuple[int, int]] | None:
    if len(seats) == 1:
        return [(seats[0], amount)]
    values: dict[int, Values] = {}
    seats = [seat for seat in seats if right_number(now, seat)] or seats
    if len(seats) == 1:
        return [(seats[0], amount)]
    for seat in seats:
        worth = values_of(now, seat, board)
        if worth is None:
            return None
        values[seat] = worth
    form_ = form_of(now)
    if _none_can_win(now, seats):
        return _shares(_award(now, amount, _all_tied(form_, seats, 0)))
    if form_.options["kicker_vs_missing"] == "nothing" and not (form_.high and form_.low):
        half = 0 if form_.high else 1
        best = max(worth[half] for worth in values.values())
        tops = [seat for seat in seats if values[seat][half] == best]
        if len(tops) == 1:
            return [(tops[0], amount)]
        if best and form_.options["odd_chips"] != "card_of_hand":  # if it does not matter which cards play
            return _shares(_award(now, amount, _all_tied(form_, tops, best)))
    return _shares(_award(now, amount, _made_hands(now, seats, board)))


def _none_can_win(now: Situation, seats: Sequence[int]) -> bool:
    """Return whether each of these hands has the wrong number of cards, so that all of them are dead and none is better than
    another (DH-04). False if they only lack the same cards, of a street that nobody was dealt.
    """
    if any(right_number(now, seat) for seat in seats):
        return False
    counts = {len(cards_held(now, seat)) for seat in seats}
    return len(counts) > 1 or not _may_have(now, counts.pop())


def _all_tied(form_: Form, seats: Sequence[int], value: int) -> dict[int, Halves]:
    """Return equal hands by seat, for players of whom no cards decide; with the value 0 none of them counts."""
    tied = MadeHand(value, "", "", "", ())
    return dict.fromkeys(seats, (tied if form_.high else None, tied if form_.low else None))


def _shares(done: Award) -> list[tuple[int, int]]:
    return [(int(name[1:]), got) for name, got in done.shares.items()]


Halves = tuple[MadeHand | None, MadeHand | None]
"""A made hand for high and one for low; None for a half in which it does not count."""


def _made_hands(now: Situation, seats: Sequence[int], place: str = "board") -> dict[int, Halves]:
    form_ = form_of(now)
    board = _faces(now, place)
    hands: dict[int, Halves] = {}
    for seat in seats:
        cards = _faces(now, f"s{seat}")
        high, low = (made_hand(part, form_, cards, board) if part else None for part in (form_.high, form_.low))
        hands[seat] = high, low
    return hands


def _faces(now: Situation, place: str) -> tuple[Face, ...]:
    felt = now.felt
    return tuple(face for card in felt.places.get(place, ()) if (face := felt.faces[card]) is not None)


def _award(now: Situation, amount: int, hands_made: Mapping[int, Halves]) -> Award:
    hands = {f"s{seat}": Hand(f"s{seat}", _faces(now, f"s{seat}"), high, low) for seat, (high, low) in hands_made.items()}
    return award(Pot(amount, tuple(hands)), hands, form_of(now), {})


def comes_out_uneven(now: Situation, amount: int, seats: Sequence[int]) -> bool:
    """Return whether a pot does not divide among its winners without odd chips (SD-09).

    Args:
        now: The situation.
        amount: Chips in the pot, in smallest chips.
        seats: Seats that contest it.
    """
    fine = _award(now, amount * _FINE, _made_hands(now, seats)).shares.values()
    return any(share % _FINE for share in fine)


_FINE = 2520
"""A number divisible by any number of winners up to ten."""


def reading(now: Situation, seat: int) -> Halves | None:
    """Return the hands that a seat has made for high and low, as a dealer reads them; None if a card is unknown."""
    return None if values_of(now, seat) is None else _made_hands(now, [seat])[seat]


def losers(now: Situation) -> list[int] | None:
    """Return the seats whose hands win nothing, to be killed before a pot is pushed (SD-18), from the left of the button; None
    while the winners are unknown.
    """
    felt = now.felt
    order = in_turn(now, felt.button)
    thrown = [seat for seat in order if felt.places[f"s{seat}"] and felt.released >> seat & 1]
    if len(live(now)) < 2:
        return thrown
    due = whole_shares(now)
    if due is None:
        return thrown if any(not tabled(now, seat) for seat in live(now)) else None
    owner, kept = kept_back(now)
    if kept and (own := next((share for share in due if share[1:] == (owner, kept)), None)) is not None:
        due = [share for share in due if share is not own]  # a player's own uncalled chips are no win
    winners = {seat for _, seat, _ in _not_pushed_rightly(now, due) or due}  # after the last push its winners still count
    return [seat for seat in order if seat in thrown or (tabled(now, seat) and seat not in winners)]


def _not_pushed_rightly(now: Situation, shares: list[Share]) -> list[Share]:
    """Return the shares of the pots of which not every share was pushed exactly."""
    each: dict[tuple[str, int], int] = {}
    for name, seat, got in shares:
        each[name, seat] = each.get((name, seat), 0) + got
    pushed = pushed_so_far(now)
    wrong = {key[0] for key in each.keys() | pushed.keys() if each.get(key, 0) != pushed.get(key, 0)}
    return [share for share in shares if share[0] in wrong]


def first_to_show(now: Situation) -> int:
    """Return the first seat to show: the last to bet or raise in the last round, else the first to act in it (SD-03, DR-25); 0
    for none.
    """
    seats = live_in_turn(now, now.felt.button)
    last = last_round(now)
    if not seats:
        return 0
    if last is None:
        return seats[0]
    if last.aggressor in seats:
        return last.aggressor
    return next((seat for seat in (last.opener, *in_turn(now, last.opener)) if seat in seats), seats[0])


@fact
@only_with("all_in_face_up", "true")
def all_in_to_be_tabled(now: Situation) -> bool:
    """Return whether no more betting is possible in a contested pot, and the house has the hands turned face up then (option
    `all_in_face_up`, SD-04).
    """
    return bool(now.game.options.get("all_in_face_up")) and contested(now) and no_more_betting(now)

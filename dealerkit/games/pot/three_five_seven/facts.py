"""Facts about players who declare in or out at the same time; only the hands of players who are in are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dealerkit.cards import Face
from dealerkit.facts.announcements import announced, seats_in
from dealerkit.facts.seats import amount
from dealerkit.facts.situation import Situation, fact, only_with
from dealerkit.facts.tables import in_turn, just_done
from dealerkit.felt.acts import seat_number
from dealerkit.games.pot.facts.stakes import in_the_middle, pot_is_won
from dealerkit.rules.rankings import Form, form, ranking

STAGES = (3, 5, 7)
"""Number of cards in each hand, in each of the three rounds."""
STRIKES = "strikes"
"""Row of marks for strikes."""


def in_seats(now: Situation) -> list[int]:
    """Return the seats that have declared in, from the left of the dealer; empty before the declarations are open."""
    declarations: Mapping[str, Sequence[int]] = now.results.get("declare") or {}
    return [seat for seat in in_turn(now, now.felt.button) if seat in declarations.get("in", ())]


def cards_each(now: Situation) -> int:
    """Return the number of cards that most players have."""
    counts = [len(now.felt.cards(f"s{seat}")) for seat in range(1, now.felt.seats + 1)]
    return max(counts, key=lambda count: (counts.count(count), count))


@fact
def stage_due(now: Situation) -> bool:
    """Return whether another round of cards is to be dealt from the pack: three, five, seven (TFS-04, TFS-13, TFS-15)."""
    return not pot_is_won(now) and cards_each(now) < STAGES[-1]


def wild_number(now: Situation) -> int:
    """Return the number of the wild rank: the number of cards in each hand, or of those to be dealt in the first round
    (TFS-05).
    """
    return cards_each(now) or STAGES[0]


@fact
def later_stage(now: Situation) -> bool:
    """Return whether this is a later round of cards than the first. All players get cards, even those that were out (TFS-13)."""
    return cards_each(now) >= STAGES[0]


@fact
def not_first_cycle(now: Situation) -> bool:
    """Return whether a hand with seven cards each has been played, so that all cards are to be shuffled (TFS-16)."""
    return now.rounds.get("hand", 1) > 1


@fact
def declarations_begun(now: Situation) -> bool:
    """Return whether a player has declared in this deal, after which the deal is not repeated (3-5-7, dealer's step 2)."""
    return any(act.verb == "declare" for act in now.since("hand"))


@fact
def fists_are_open(now: Situation) -> bool:
    """Return whether the declarations of this round are open (TFS-08)."""
    words = [act.verb for act in now.since("stage") if act.verb in ("declare", "reveal")]
    return words[-1:] == ["reveal"]


def one_is_in(now: Situation) -> bool:
    """Return whether exactly one player is in: that player gets a strike, and no payment is due (TFS-17)."""
    return len(in_seats(now)) == 1


@fact
def several_are_in(now: Situation) -> bool:
    """Return whether two players or more are in and compare their hands (TFS-09, TFS-11)."""
    return len(in_seats(now)) > 1


@fact
@only_with("others_add", "true")
def others_add(now: Situation) -> bool:
    """Return whether after a strike every other player adds to the pot (option `others_add`, TFS-19)."""
    return bool(now.game.options.get("others_add")) and one_is_in(now)


def additions_missing(now: Situation) -> dict[int, int]:
    """Return by seat the addition to the pot that each other player still owes after a strike: the ante, or the house's amount
    (TFS-19, TFS-A7).
    """
    if not others_add(now):
        return {}
    felt = now.felt
    wanted = amount(now, "others_add_amount") or amount(now, "ante")
    done = {act.seat for act in now.since("stage") if act.verb == "post"}
    return {
        seat: due
        for seat in range(1, felt.seats + 1)
        if seat not in in_seats(now) and seat not in done and (due := min(wanted, felt.rows["stack"][seat]))
    }


def may_be_in(now: Situation, seat: int) -> bool:
    """Return whether a seat may declare in: its stack can match the pot, or the house accepts a smaller stack (TFS-A8)."""
    if now.game.options.get("short_stack") == "pays_what_is_left":
        return now.felt.rows["stack"][seat] > 0
    return now.felt.rows["stack"][seat] >= in_the_middle(now)


@fact
def nobody_can_be_in(now: Situation) -> bool:
    """Return whether the pot is larger than any player can pay, so that it can never be won (TFS-A8)."""
    return not any(may_be_in(now, seat) for seat in range(1, now.felt.seats + 1))


def form_now(now: Situation, cards: int = 0) -> Form:
    """Return the ranking of hands, with the wild rank, for a number of cards (TFS-05, TFS-10).

    Args:
        now: The situation.
        cards: Number of cards; 0 for the present number.
    """
    count = cards or cards_each(now)
    ranked_form: Form = now.game.once(("declared", count), lambda game: form(game.id, None, count))
    return ranked_form


def hands_in(now: Situation) -> dict[int, list[int]] | None:
    """Return the hands of the players who are in, by seat, as card indices; None while a card is unknown."""
    felt = now.felt
    by_value: dict[int, list[int]] = {}
    for seat in in_seats(now):
        faces: list[Face] = [face for card in felt.cards(f"s{seat}") if (face := felt.faces[card]) is not None]
        if len(faces) < len(felt.cards(f"s{seat}")) or not 1 <= len(faces) <= STAGES[-1]:
            return None
        by_value[seat] = [face.index for face in faces]
    return by_value


def best_in(now: Situation) -> list[int] | None:
    """Return the seats with the best hand among the players who are in, from the left of the dealer.

    If the hands are not known, these are the seats that the dealer has called winners; None if there is no call either.
    """
    hands = hands_in(now)
    if hands is None:
        return named_winners(now)
    part = form_now(now).high
    if part is None or not hands:
        return []
    values = {seat: part.ranker.value(cards) for seat, cards in hands.items()}
    best = max(values.values())
    return [seat for seat in values if values[seat] == best]


def named_winners(now: Situation) -> list[int] | None:
    """Return the seats that the dealer has called winners in this round; None before the call."""
    for act in reversed(now.since("stage")):
        if act.who == "d" and act.verb == "call" and act.to[:1] == ("winner",):
            return [seat for word in act.to[1:] if (seat := seat_number(word)) in in_seats(now)] or None
    return None


@fact
def winner_unknown(now: Situation) -> bool:
    """Return whether several players are in, or were in the round before while no new card has been dealt, and the winner is not
    known.
    """
    if several_are_in(now):
        return hands_in(now) is None
    before: Mapping[str, Sequence[int]] = now.before.get("declare") or {}
    begun = "declare" in now.results or any(act.verb == "deal" for act in now.since("stage"))
    known = all(now.felt.faces[card] is not None for seat in before.get("in", ()) for card in now.felt.cards(f"s{seat}"))
    return not begun and len(before.get("in", ())) > 1 and not known


def _would_win(now: Situation, **settings: object) -> bool:
    """Return whether the seats that are called would be the winners if the hands were ranked with other settings."""
    act, hands = now.act, hands_in(now)
    if act is None or hands is None or act.to[:1] != ("winner",):
        return False
    order = str(settings.pop("order", "high"))
    ranker = ranking(order, settings)
    values = {seat: ranker.value(cards) for seat, cards in hands.items()}
    best = max(values.values(), default=0)
    return {f"s{seat}" for seat in values if values[seat] == best} == set(act.to[1:])


@fact
def straights_counted(now: Situation) -> bool:
    """Return whether with three cards a player is called the winner for a straight or a flush (TFS-10)."""
    return cards_each(now) == STAGES[0] and _would_win(now, order="three-card", wild=str(STAGES[0]))


@fact
def old_wild_counted(now: Situation) -> bool:
    """Return whether a player is called the winner for cards that were wild in a round before (TFS-05, TFS-13)."""
    cards = cards_each(now)
    older = [stage for stage in STAGES if stage < cards]
    return bool(older) and any(_would_win(now, wild=wild) for wild in (f"{older[-1]}", f"{older[-1]},{cards}"))


@fact
def wild_not_counted(now: Situation) -> bool:
    """Return whether a player is called the winner although a wild card makes another hand better (TFS-05, TFS-A3)."""
    return _would_win(now, order="three-card-plain" if cards_each(now) == STAGES[0] else "high")


@fact
def third_strike(now: Situation) -> bool:
    """Return whether a player has a third strike and so takes the pot (TFS-18)."""
    return striker(now) > 0


def striker(now: Situation) -> int:
    """Return the seat with enough strikes to take the pot; 0 if there is none."""
    marks = now.felt.marks[STRIKES]
    return next((seat for seat in range(1, now.felt.seats + 1) if marks[seat] >= 3 * now.felt.layout.scale), 0)


def wrong_strikes(now: Situation) -> dict[int, int]:
    """Return by seat the number of strikes due in this round less the number given; only seats with a difference."""
    felt = now.felt
    due = dict.fromkeys(range(1, felt.seats + 1), 0)
    if one_is_in(now):
        due[in_seats(now)[0]] = 1
    usual = next(iter(felt.marks))  # the box of a mark that names no box
    for act in now.since("stage"):
        if act.verb == "mark" and (act.to[1:2] or (usual,)) == (STRIKES,) and (seat := seat_number(act.to[0])):
            due[seat] -= felt.units(act.n) // felt.layout.scale
    return {seat: n for seat, n in due.items() if n}


_NUMBERS: Mapping[str, int] = {"three": 3, "threes": 3, "five": 5, "fives": 5, "seven": 7, "sevens": 7}
"""Words for the ranks that may be wild."""


@fact
def wild_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces a wrong wild rank, or none (TFS-05)."""
    act = just_done(now)
    to = act.to
    if to[:2] in (("nothing", "wild"), ("none", "wild")):
        return True
    numbers = [_NUMBERS[word] for word in to if word in _NUMBERS] if "wild" in to else []
    if act.n is not None and to[:1] == ("wild",):
        numbers.append(int(act.n))
    return bool(numbers) and numbers != [wild_number(now)]


@fact
def declaration_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces a player as in who has declared out, or the reverse (TFS-07, TFS-08)."""
    act = just_done(now)
    if act.to[0] not in ("in", "out") or now.results.get("declare") is None:
        return False
    return any((seat in in_seats(now)) is not (act.to[0] == "in") for seat in seats_in(act.to[1:]))


@fact
def winner_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces another hand than the best of those in (TFS-10, TFS-14)."""
    winner_named = announced(now, "winner")
    best = best_in(now) if winner_named and several_are_in(now) else None
    return best is not None and bool(winner_named) and sorted(best) != sorted(seats_in(winner_named or ()))


@fact
def strike_misannounced(now: Situation) -> bool:
    """Return whether the dealer announces a strike for a player other than the only one in (TFS-17)."""
    strike_named = announced(now, "strike")
    return strike_named is not None and now.results.get("declare") is not None and seats_in(strike_named) != in_seats(now)[:2]

"""Facts about openers, the cards that entitle a player to open the pot: whether they were split, set aside, and proved at the
end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from dealerkit.facts.first_to_bet import may_open, rounds_of
from dealerkit.facts.hands import live
from dealerkit.facts.situation import Situation, fact, only_with
from dealerkit.games.poker.facts.draws import asked_since, hand_size, this_draw
from dealerkit.games.poker.facts.showdown import form_of, tabled
from dealerkit.rules.rankings import ranking

ASIDE = "openers"
"""Place of an opener that was discarded, until it is shown (DR-20)."""

_LEAST = (36, 37)
"""The lowest pair that opens: two jacks, with any other cards (DR-05)."""

_FOUR_FLUSH = 4
"""Number of cards of one suit in a four-flush (HR-15)."""


def opener(now: Situation) -> int:
    """Return the seat that opened the pot; 0 before a seat has, and in a game without openers."""
    first = next(iter(rounds_of(now)), None)
    needs = now.game.options.get("opening") == "jacks_or_better"
    return first.first_bettor if needs and first is not None else 0


def are_openers(now: Situation, cards: Sequence[int]) -> bool | None:
    """Return whether some cards of a hand are openers: a pair of jacks or better (DR-05), or if the house allows it four cards of
    a suit (HR-15); None if a card is not known.

    Args:
        now: The situation.
        cards: Card numbers; if there are more than a complete hand, only the first ones are considered.
    """
    faces = [now.felt.faces[card] for card in cards]
    if None in faces:
        return None
    part = form_of(now).high
    ranker = part.ranker if part is not None else ranking("high")
    if now.game.options.get("four_flush_opens"):
        suits = Counter(face.suit for face in faces[: hand_size(now)] if face is not None and face.suit is not None)
        if max(suits.values(), default=0) >= _FOUR_FLUSH:
            return True
    known = [face.index for face in faces if face is not None][: hand_size(now)]
    return bool(known) and ranker.value(known) >= ranker.value(list(_LEAST))


@may_open("jacks_or_better")
def has_openers(now: Situation, seat: int) -> bool | None:
    """Return whether a hand has openers (DR-05); None if a card of it is not known."""
    return are_openers(now, now.felt.places[f"s{seat}"])


def laid_aside(now: Situation, seat: int) -> list[int]:
    """Return the cards, by number, that a seat has discarded in the draw under way, in their order in the discards."""
    lying = now.felt.places.get("discards", [])
    end = len(lying)
    for act in reversed(asked_since(now)):
        if act.verb != "draw":
            continue
        if act.seat == seat:
            return lying[max(0, end - act.count) : end]
        end -= act.count
    return []


def kept_cards(now: Situation, seat: int) -> list[int]:
    """Return the cards, by number, that a seat has held since the deal, without those from the draw."""
    drawn = sum(act.count for act in now.since("hand") if act.verb == "draw" and act.seat == seat)
    return now.felt.places[f"s{seat}"][: max(0, hand_size(now) - drawn)]


def split_cards(now: Situation) -> list[int]:
    """Return the discarded cards, as few as possible, that made up the opener's openers together with the kept cards (DR-20).

    Empty if the kept cards alone are openers (DR-28), if a card is not known, or if an opener has been set aside already.
    """
    seat = opener(now)
    laid = laid_aside(now, seat) if seat and not now.felt.places.get(ASIDE) else []
    kept = kept_cards(now, seat) if laid else []
    if not laid or are_openers(now, kept) is not False:
        return []
    some = (list(few) for count in range(1, len(laid) + 1) for few in combinations(laid, count))
    return next((few for few in some if are_openers(now, [*few, *kept])), [])


def says_split(words: Sequence[str]) -> bool:
    """Return whether spoken words say that openers are split (DR-20).

    >>> says_split(("splitting_openers",)), says_split(("I_split", "my_openers")), says_split(("two",))
    (True, True, False)
    """
    phrase = "_".join(words).lower()
    return "split" in phrase and "opener" in phrase


def split_was_said(now: Situation) -> bool:
    """Return whether the opener has said that the openers are split (DR-20)."""
    seat = opener(now)
    return any(act.verb == "say" and act.seat == seat and says_split(act.to) for act in now.since("hand"))


def _card_came(now: Situation, seat: int) -> bool:
    """Return whether the dealer has burned or dealt since a seat discarded."""
    for act in this_draw(now):
        if act.verb == "draw" and act.seat == seat:
            return False
        if act.verb in ("burn", "deal"):
            return True
    return False


@fact
@only_with("opening", "jacks_or_better")
def openers_due(now: Situation) -> bool:
    """Return whether the pot was opened in a game that needs openers, and the opener is about to win it with no card face up
    (DR-08, DR-17).
    """
    seat, felt = opener(now), now.felt
    return bool(seat) and live(now) == [seat] and not any(felt.up[card] for card in felt.places[f"s{seat}"])


@fact
@only_with("opening", "jacks_or_better")
def split_unsaid(now: Situation) -> bool:
    """Return whether the opener has discarded openers without saying so, and no card has come since (DR-20)."""
    return bool(split_cards(now)) and not split_was_said(now) and not _card_came(now, opener(now))


@fact
@only_with("opening", "jacks_or_better")
def split_said(now: Situation) -> bool:
    """Return whether the opener has discarded openers and said so, so that they are to be set aside (DR-20)."""
    return bool(split_cards(now)) and split_was_said(now)


@fact
@only_with("opening", "jacks_or_better")
def openers_lie_aside(now: Situation) -> bool:
    """Return whether an opener has been set aside and is face down; it is shown after the play (DR-20)."""
    return any(not now.felt.up[card] for card in now.felt.places.get(ASIDE, ()))


@fact
@only_with("opening", "jacks_or_better")
def openers_not_proved(now: Situation) -> bool:
    """Return whether the opener's hand is face up, and neither its first cards nor a discard set aside prove the openers; cards
    from the draw prove nothing (DR-27, DR-28).
    """
    seat, act = opener(now), now.act
    if not seat or act is None or act.seat != seat or not tabled(now, seat):
        return False
    drew = any(past.verb == "draw" and past.seat == seat for past in now.since("hand"))
    if any(now.felt.faces[card] is None for card in now.felt.cards(f"s{seat}")):
        return False  # not known
    return drew and are_openers(now, [*now.felt.places.get(ASIDE, []), *kept_cards(now, seat)]) is False


def openers_proved(now: Situation, seat: int) -> bool:
    """Return whether the cards that a seat has kept since the deal are openers (DR-28)."""
    return are_openers(now, kept_cards(now, seat)) is True

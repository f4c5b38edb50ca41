"""What holds of every form of poker, however it is dealt: clean hands are never accused, cards and chips are conserved under
abuse, records replay, acts can be taken back, and nobody sees what was not shown. `DEALERKIT_LONG=27` deals 10,000 clean hands.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

import dealerkit as dk
from dealerkit.errors import ActError, Impossible
from dealerkit.felt import VERBS, Act
from dealerkit.rules.games import game, games
from tests.folding import dealt, folds_back, state
from tests.games.poker.hands import MOST_ACTS, hands_dealt, next_act, over
from tests.sampling import LONG

pytestmark = pytest.mark.campaign

FORMS = tuple(name for name in games() if game(name).family == "poker")
MONEY = {
    "ante": ("0", "1", "2"),
    "rake_percent": ("0", "5", "10"),
    "rake_cap": ("0", "3"),
    "rake_from": ("0", "10"),
    "rake_step": ("1", "2"),
    "rake_rounding": ("down", "nearest", "up"),
    "drop": ("0", "1", "2"),
    "drop_from": ("0", "10"),
    "pot_chip": ("0", "5"),
}
"""Options that are money, and what is tried of them."""

FIXED = {"posts", "wild"}
"""Options that change what a player may put in before the cards, or what a card is: tested elsewhere."""


def options_of(form: str, rng: random.Random) -> dict[str, object]:
    """A house at random."""
    found: dict[str, object] = {}
    for name, option in game(form).data["options"].items():
        values = option["values"]
        if name in FIXED or rng.random() > 0.3:
            continue
        if name in MONEY:
            found[name] = rng.choice(MONEY[name])
        elif isinstance(values, list):
            found[name] = rng.choice(values)
    if found.get("button_rule") == "none" and found.get("first_dealer", "named") != "named":
        del found["button_rule"]  # who draws for the first deal has the button: no house can have chosen both
    return found


def table_of(form: str, rng: random.Random, *, known: bool = True, few: bool = False) -> dk.Table:
    """A table with a house, stacks and seats at random."""
    options = options_of(form, rng)
    most = dk.Table(form, options=options).seats
    seats = rng.randint(2, min(most, 4) if few else most)
    stacks = [rng.choice([rng.randint(1, 10), rng.randint(5, 60), rng.randint(50, 300)]) for _ in range(seats)]
    seed = rng.randrange(10**9) if known else None
    return dk.Table(form, seats=seats, stacks=stacks, options=options, seed=seed, button=rng.randint(1, seats))


def comings_and_goings(table: dk.Table, rng: random.Random) -> list[str]:
    """Players who sit out, come back, or buy chips between two hands."""
    acts = []
    for seat in range(1, table.seats + 1):
        away = table.felt.away >> seat & 1
        if rng.random() < (0.5 if away else 0.08):
            acts.append(f"s{seat} {'sitin' if away else 'sitout'}")
    return acts


def clean_hand(table: dk.Table, rng: random.Random) -> None:
    """Deal one hand as it should be dealt; the first finding fails."""
    hand = hands_dealt(table)
    for _ in range(MOST_ACTS):
        act = next_act(table, rng)
        if act is None:
            return
        if table.felt.tick and not table.log[-1].seat and act.verb in ("riffle", "wash") and table.log[-1].verb == "button":
            for going in comings_and_goings(table, rng):
                assert table.push(going) == (), (going, table.findings)
            act = next_act(table, rng)
        found = table.push(act)
        assert found == (), (
            act.text,
            [str(one) for one in found],
            table.setup.settings,
            table.seats,
            [str(a) for a in table.now.since("hand")],
        )
        if over(table, hand):
            return
    pytest.fail(f"a hand of {table.game.id} does not end")


@pytest.mark.sample(4, most=2)
@pytest.mark.parametrize("form", FORMS)
def test_clean_hands_give_no_finding(form: str) -> None:
    """A perfect dealer and players who keep to the rules are never accused, whatever the house has chosen, and chips stay."""
    hands, block = 0, 0
    while hands < (25 * LONG or 12):
        rng = random.Random(f"{form}/{block}")
        table = table_of(form, rng)
        chips = table.felt.chips()
        block += 1
        for _ in range(5):
            clean_hand(table, rng)
            hands += 1
            assert table.felt.chips() == chips
            assert Counter(table.felt.all_cards()) == Counter(range(len(table.felt.layout.pack)))
            if table.agenda.step is None and table.players is None:
                break


@pytest.mark.sample(4)
@pytest.mark.parametrize("form", FORMS)
def test_hands_of_which_no_card_is_known_give_no_finding(form: str) -> None:
    """A record that names no card is not accused of anything."""
    for block in range(2 * max(1, LONG)):
        rng = random.Random(f"unseen/{form}/{block}")
        table = table_of(form, rng, known=False)
        for _ in range(3):
            hand = hands_dealt(table)
            for _ in range(MOST_ACTS):
                act = unseen(table, rng)
                if act is None:
                    break
                if block % 2 and (act.verb in ("deal", "burn") or (act.verb == "draw" and not act.cards)):
                    act = Act.make(act.who, act.verb, *act.to, face=act.face, cards=[None] * act.count, manner=act.manner)
                elif block % 2 and act.verb == "show":
                    act = Act.make(act.who, "show", cards=[None] * len(table.felt.cards(act.who)))
                found = table.push(act)
                assert found == (), (act.text, [str(one) for one in found], [str(a) for a in table.now.since("hand")])
                if over(table, hand):
                    break
            else:
                pytest.fail("the hand does not end")


def unseen(table: dk.Table, rng: random.Random) -> Act | None:
    """The next act where no card is known: the dealer pushes every pot to somebody who is in."""
    act = next_act(table, rng)
    if act is None and table.agenda.books.may:
        rows, felt = table.felt.rows, table.felt
        seats = [seat for seat in range(1, table.seats + 1) if felt.places[f"s{seat}"]]
        for name in reversed(felt.layout.pots):
            if rows[name][0]:
                return Act.make("d", "award", f"s{seats[0]}", *(() if name == "pot" else (name,)), n=felt.written(rows[name][0]))
    return act


# -- abuse -------------------------------------------------------------------------------------------------------------

FACES = ("Ah", "7d", "Kc", "2s", "Th", "9c", "??")


def any_act(table: dk.Table, rng: random.Random) -> Act | None:
    """Something that anybody might do, sensible or not."""
    role, verb = rng.choice(list(VERBS))
    spec = VERBS[role, verb]
    words = [
        *table.felt.places,
        *table.felt.rows,
        *(f"s{seat}" for seat in range(1, table.seats + 2)),
        "rack",
        "misdeal",
        "RM-01",
    ]
    to = [rng.choice(words) for _ in range(rng.randint(*spec.words))]
    numbered = (spec.amount or spec.count) and (spec.needs_number or rng.random() < 0.5)
    n = rng.choice((0, 1, 2, 3, 5, 10, 100)) if numbered else None
    cards = [rng.choice(FACES)] if spec.cards and n is None and rng.random() < 0.3 else []
    face = rng.choice(("", "up", "down")) if spec.face else ""
    who = f"s{rng.randint(1, table.seats)}" if role == "s" else role
    try:
        return Act.parse(" ".join(str(part) for part in (who, verb, *to, "" if n is None else n, face, *cards)))
    except ActError:
        return None


def abused(table: dk.Table, rng: random.Random, often: float) -> Act | None:
    """The next act: now and then something nobody should do."""
    if rng.random() < often:
        return any_act(table, rng)
    return next_act(table, rng) or any_act(table, rng)


@pytest.mark.sample(4, most=2)
@pytest.mark.parametrize("form", FORMS)
def test_no_card_and_no_chip_is_lost_whatever_anybody_does(form: str) -> None:
    """Any act at any time: refused by physics with nothing changed, or done; never a card or chip too many or too few."""
    for block in range(3 * max(1, LONG)):
        rng = random.Random(f"abuse/{form}/{block}")
        table = table_of(form, rng, known=bool(block % 3), few=True)
        cards, chips, often = Counter(table.felt.all_cards()), table.felt.chips(), rng.choice((0.03, 0.1, 0.5))
        for _ in range(200):
            act = abused(table, rng, often)
            if act is None:
                continue
            before = state(table) if rng.random() < 0.1 else None
            try:
                table.push(act)
            except Impossible:
                assert before is None or state(table) == before, f"'{act}' was refused and changed something"
            assert Counter(table.felt.all_cards()) == cards, act.text
            assert table.felt.chips() == chips, act.text
        for finding in table.findings:
            assert table.explain(finding).severity in {"minor", "major", "critical"}
        table.expected, table.view(1)


@pytest.mark.sample(4, most=2)
@pytest.mark.parametrize("form", FORMS)
def test_records_replay_and_acts_can_be_taken_back(form: str) -> None:
    """Every prefix of a record comes to the same table, and so does taking acts back."""
    for block in range(max(1, LONG)):
        rng = random.Random(f"replay/{form}/{block}")
        table = table_of(form, rng, few=True)
        often = rng.choice((0.0, 0.02, 0.1))
        states = dealt(table, (abused(table, rng, often) for _ in range(rng.randint(60, 260))))
        folds_back(table, states, rng, 25)


@pytest.mark.sample(4, most=2)
@pytest.mark.parametrize("form", FORMS)
def test_cards_that_a_seat_has_not_seen_leave_its_view_unchanged(form: str) -> None:
    """Exchange the faces of unseen cards, and the seat notices nothing, in places or in the log."""
    for block in range(4 * max(1, LONG)):
        rng = random.Random(f"view/{form}/{block}")
        table = table_of(form, rng)
        for _ in range(rng.randint(10, 180)):
            act = next_act(table, rng)
            if act is None:
                break
            table.push(act)
        seat = rng.randint(0, table.seats)
        before, felt = table.view(seat), table.felt
        unseen_cards = [card for card in range(len(felt.faces)) if not felt.seen[card] & (1 << (seat or 30))]
        faces = [felt.faces[card] for card in unseen_cards]
        rng.shuffle(faces)
        for card, face in zip(unseen_cards, faces, strict=True):
            felt.faces[card] = face
        after = table.view(seat)
        assert (after.places, str(after)) == (before.places, str(before))

"""Planners of contested pots: built, raked, pushed."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dealerkit.arithmetic.rounding import raked
from dealerkit.facts import GameData, Situation
from dealerkit.facts.hands import contested, kept_back, layers, live
from dealerkit.facts.seats import amount
from dealerkit.facts.slips import since_slip, slip_act, the_slip
from dealerkit.felt import Act, read_number
from dealerkit.felt.acts import seat_number
from dealerkit.games.poker.facts.showdown import awards_due, tabled
from dealerkit.procedure.planners.registry import Params, do, no_amends, same_verb


def _build_the_rest(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the act that corrects a side pot: it adds the missing chips, or moves the surplus into the main pot."""
    if got.to[:1] != expected.to[:1] or expected.n is None or got.n is None or expected.n == got.n:
        return ()
    name, more = expected.to[0], expected.n - got.n
    return [Act.make("d", "build", name, n=more) if more > 0 else Act.make("d", "build", "pot", name, n=-more)]


@do("build_pots", "build", amend=_build_the_rest, standing=True)
def build_pots(now: Situation, params: Params) -> list[Act]:
    """Plan to build each side pot, the first one first (SD-14): `d build side-1 120`; a side pot built before grows."""
    felt = now.felt
    acts: list[Act] = []
    pots = layers(now)
    kept = kept_back(now)[1] if len(pots) > 1 else 0
    if kept and pots[-1][0] == kept:
        del pots[-1]  # an unmatched bet is no pot: it goes back
    for number, (size, _) in enumerate(pots):
        row = felt.rows.get(f"side-{number}")
        if number and row is not None and size > row[0]:
            acts.append(Act.make("d", "build", f"side-{number}", n=felt.written(size - row[0])))
    return acts


def rake_due(now: Situation) -> int:
    """Return the rake by the posted scale, in smallest chips: the rate of the pot, rounded to the posted step, up to the cap.

    Zero below the posted threshold, and before a flop if the house takes none then (`rake/wrong-amount`).
    """
    felt = now.felt
    rate = now.game.once("rake", _rate)
    if not rate or _no_flop(now):
        return 0
    step, cap, least = amount(now, "rake_step"), amount(now, "rake_cap"), amount(now, "rake_from")
    rounding = str(now.game.options["rake_rounding"]) if step else "down"
    due = raked(_whole_pot(now), rate, step=step or 1, cap=cap, least=least, rounding=rounding)
    return max(0, due - felt.rows["rake"][0])


def _rate(game: GameData) -> Fraction:
    """Return the share of a pot that is raked, from 0 to 1."""
    return Fraction(read_number(str(game.options.get("rake_percent", "0")))) / 100


def _whole_pot(now: Situation) -> int:
    """Return the sum of all pots in smallest chips, with the rake and drop already set aside and without chips to be returned."""
    felt = now.felt
    return sum(felt.rows[name][0] for name in (*felt.layout.pots, "rake", "drop")) - kept_back(now)[1]


def drop_due(now: Situation) -> int:
    """Return the promotion's drop, in smallest chips; 0 below its threshold or before a flop (`drop/jackpot-missed`)."""
    felt = now.felt
    if not amount(now, "drop") or _whole_pot(now) < max(1, amount(now, "drop_from")) or _no_flop(now):
        return 0
    lying = sum(felt.rows[name][0] for name in felt.layout.pots)
    return max(0, min(amount(now, "drop") - felt.rows["drop"][0], lying))


def _no_flop(now: Situation) -> bool:
    return bool(now.game.options.get("no_flop_no_drop", True)) and "board" in now.felt.places and not now.felt.places["board"]


def _out_of_the_slot(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the act that moves surplus rake or drop back into the pot: `d build pot rake 4`."""
    if got.n is None:
        return ()
    more = min(got.n - (0 if expected is got else expected.n or 0), now.felt.written(now.felt.rows[got.verb][0]))
    return (Act.make("d", "build", "pot", got.verb, n=more),) if more > 0 else ()


@do("take_rake", "rake", attempt=same_verb, amend=_out_of_the_slot, undo=True)
def take_rake(now: Situation, params: Params) -> list[Act]:
    """Plan the rake by the posted scale, taken out of the pot and set aside in view: `d rake 4`."""
    due = rake_due(now)
    return [Act.make("d", "rake", n=now.felt.written(due))] if due else []


@do("take_drop", "drop", attempt=same_verb, amend=_out_of_the_slot, undo=True)
def take_drop(now: Situation, params: Params) -> list[Act]:
    """Plan the drop for a promotion, taken out of the pot: `d drop 1`."""
    due = drop_due(now)
    return [Act.make("d", "drop", n=now.felt.written(due))] if due else []


def _give_and_take(now: Situation, expected: Act, got: Act) -> Sequence[Act]:
    """Return the acts that take back a surplus pushed to a seat.

    Chips pushed to the wrong seat come back, all or a part, and go to their winner after the ruling of the floor
    (SD-16); those pushed too early come back too. The rest of a share that was too small is still to be pushed, by `_what_lies`.
    """
    if got.n is None:
        return ()
    pot = _pot_of(got)
    if expected is got:
        return (Act.make("d", "collect", got.to[0], pot, n=got.n),)
    if expected.to == got.to:
        more = got.n - (expected.n or 0)
        return (Act.make("d", "collect", got.to[0], pot, n=more),) if more > 0 else ()
    back = Act.make("d", "collect", got.to[0], pot, n=got.n)
    if expected.n == got.n:
        return (back, expected)
    due = awards_due(now)
    return () if due is None or any((pot, seat_number(got.to[0])) == (name, seat) for name, seat, _ in due) else (back,)


def _one_pot(first: Act, other: Act) -> bool:
    """Return whether two acts push shares of the same pot, which may be done in either order."""
    return first.to[1:] == other.to[1:]


def _what_lies(now: Situation, plan: Sequence[Act], got: Act) -> list[Act]:
    """Return the shares still to be pushed after a wrong push, less the chips that each seat has got.

    The plan itself is returned while hands are unknown, and if it pushes exactly the chips in the pots: then chips pushed to a
    wrong seat come back by another act.
    """
    due = awards_due(now)
    if due is None or (_is_all_that_lies(now, plan) and {_pot_of(act) for act in plan} >= {name for name, *_ in due}):
        return list(plan)
    each: dict[tuple[str, int], int] = {}
    for name, seat, share in due:
        each[name, seat] = each.get((name, seat), 0) + share
    return [_push(now, name, seat, share) for (name, seat), share in each.items()]


def _pot_of(act: Act) -> str:
    """Return the pot that an act pushes."""
    return act.to[1] if len(act.to) > 1 else "pot"


def _is_all_that_lies(now: Situation, plan: Sequence[Act]) -> bool:
    """Return whether a plan pushes exactly the chips in the pots it names."""
    felt, asked = now.felt, dict[str, int]()
    for due in plan:
        pot = _pot_of(due)
        asked[pot] = asked.get(pot, 0) + felt.units(due.n or 0)
    return bool(plan) and all(felt.rows[pot][0] == n for pot, n in asked.items())


def _with_what_was_swept(now: Situation, since: Sequence[Act], owed: Act) -> Act:
    """Return a push still owed, increased by its share of the bets swept into the pot since."""
    due = awards_due(now) if any(act.verb == "sweep" for act in since) else None
    pot, seat = _pot_of(owed), seat_number(owed.to[0])
    share = sum(got for name, whose, got in due or () if (name, whose) == (pot, seat))
    return _push(now, pot, seat, share) if share else owed


@do(
    "award_pots",
    "award",
    attempt=same_verb,
    amend=_give_and_take,
    undo=True,
    waits=contested,
    named=True,
    either=_one_pot,
    left=_what_lies,
    reopens="collect sweep",
    later=_with_what_was_swept,
)
def award_pots(now: Situation, params: Params) -> list[Act] | None:
    """Plan the push of each pot to its winner, the last side pot first (DP-27, SD-13): `d award s3 side-1 120`."""
    if "of" in params and not all(tabled(now, seat) for seat in live(now)):
        return []  # after a remedy brought chips back, the pots are pushed when all hands are shown
    due = awards_due(now)
    if due is None:
        return None
    return [_push(now, name, seat, got) for name, seat, got in due]


def _push(now: Situation, pot: str, seat: int, units: int) -> Act:
    return Act.make("d", "award", f"s{seat}", *(() if pot == "pot" else (pot,)), n=now.felt.written(units))


@do("restore_pot", "collect", amend=no_amends, standing=True, what="push")
def take_award_back(now: Situation, params: Params) -> list[Act]:
    """Plan the return of a wrong push into the pot, from the player who got it (SD-16): `d collect s2 pot 6`."""
    slip = the_slip(now, params)
    act = slip_act(now, slip)
    if act is None or act.verb != "award" or act.n is None:
        return []
    due = Act.parse(slip.due) if slip is not None and slip.due.startswith("d award s") and "," not in slip.due else None
    more = act.n - (due.n or 0) if due is not None and due.to == act.to else act.n  # from the right seat only the surplus
    more = min(more, now.felt.written(now.felt.rows["stack"][seat_number(act.to[0])]))  # any more was bet meanwhile
    if more <= 0:
        return []
    back = Act.make("d", "collect", act.to[0], act.to[1] if len(act.to) > 1 else "pot", n=more)
    done = any(past.verb == "collect" and past.to[:1] == act.to[:1] for past in since_slip(now, slip))
    return [] if done else [back]


@do("stack_chips", "stack")
def stack_chips(now: Situation, params: Params) -> list[Act]:
    """Plan the stacking of a pot's chips before it is split (omaha/chips-not-stacked)."""
    return [Act.make("d", "stack")]

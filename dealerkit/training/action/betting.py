"""Questions on betting: whose turn it is, the last wager, its amount.

A function that asks returns its question if it is due now, else None.
"""

from __future__ import annotations

from dealerkit.felt import DEALER, Act
from dealerkit.training.action.keyed_answer import KeyedLine, one_amount, one_seat
from dealerkit.training.action.question import Look, WalkQuestion, handles
from dealerkit.training.replies import Unclear

AMOUNT = "action/amount-not-announced"
_BETS = frozenset({"bet", "bets", "betting", "opens", "open"})
_RAISES = frozenset(
    {"raise", "raises", "raised", "raising", "reraise", "reraises", "re", "completes", "complete", "completion", "all", "allin"}
)
_CALLS = frozenset({"call", "calls", "called", "calling", "all"})
_IN_ALL = ("total", "altogether", "all", "makes", "match")
_ON_TOP = ("more", "by", "of", "another", "top")


def to_act(look: Look) -> int:
    """Return the one seat to act in a betting round; 0 if there is none, or more than one, or no betting round."""
    players = look.table.players
    if players is None or players.mechanic.name != "betting" or not look.calm:
        return 0
    asked = [seat for seat in look.table.ask if seat != DEALER]
    return int(asked[0][1:]) if len(asked) == 1 else 0


# -- pointing -----------------------------------------------------------------------------------------------------------


def point(look: Look) -> WalkQuestion | None:
    """Ask whose turn it is, each time the action moves to another player (DP-12, DP-18); None if it has not just moved."""
    seat = to_act(look)
    if not seat or look.said("action"):
        return None
    who = f"s{seat}"
    first = look.last is None or not look.last.seat
    words = look.level.words["seat"]

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        named = one_seat(line, words, look.table)
        return (Act.make(DEALER, "announce", "action", named),) if named is not None else None

    def judges(act: Act) -> bool | None:
        return who in act.to[1:] if act.verb == "announce" and act.to[0] == "action" else None

    return WalkQuestion(
        kind="point",
        key=("point", look.since),
        asks="Whose turn is it? Point to the seat.",
        answer=f"action on seat {seat}",
        best=(Act.make(DEALER, "announce", "action", who),),
        hears=hears,
        judges=judges,
        code="action/wrong-first-seat" if first else "action/player-skipped",
        missed="step/point-skipped",
        cite=look.cited("first" if first else "point"),
    )


# -- bets and calls said ------------------------------------------------------------------------------------------------


def wager(look: Look) -> tuple[int, str] | None:
    """Return the seat that has just put chips in, and how: `bet`, `raise` or `call`; None if the last act was something else."""
    act = look.last
    if act is None or not act.seat:
        return None
    if act.verb in ("bet", "raise", "call"):
        return act.seat, act.verb
    meaning = look.table.now.told.meaning
    before = next((past for past in reversed(look.table.log[: look.since - 1]) if past.seat), None)
    if before is not None and (before.who, before.verb) == (act.who, "put"):
        return None  # the missing chips have followed
    if act.verb == "put" and meaning is not None and not meaning.code and meaning.kind in ("bet", "raise", "call"):
        return act.seat, meaning.kind
    return None


def bet(look: Look) -> WalkQuestion | None:
    """Ask for the announcement of a bet or raise, with its amount (DP-12, BR-43); None if nobody has just made one."""
    done = wager(look)
    if done is None or done[1] == "call" or look.said("bet", "raise"):
        return None
    return _wager_said(look, *done)


def call(look: Look) -> WalkQuestion | None:
    """Ask for the announcement of a call (DP-12); None if nobody has just called."""
    done = wager(look)
    if done is None or done[1] != "call" or look.said("call"):
        return None
    return _wager_said(look, *done)


def _wager_said(look: Look, seat: int, kind: str) -> WalkQuestion:
    felt, words = look.table.felt, look.level.words["said"]
    to = felt.rows["bet"][seat]
    below = max((chips for other, chips in enumerate(felt.rows["bet"]) if other != seat), default=0)
    added = (to, to - below) if kind != "call" else (to, felt.units(look.last.n if look.last is not None else None))
    fixed = look.table.game.options.get("structure") == "fixed_limit"
    who, written = f"s{seat}", felt.written(to)
    known = words | _BETS | _RAISES | _CALLS

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        if not line.only(known) or len(line.amounts) > 1 or line.seats not in ([], [who]):
            return None
        heads = [word for word in line.others if word in _BETS | _RAISES | _CALLS]
        if not heads and not line.amounts:
            return None
        if kind == "call":
            right = not heads or bool(_CALLS & set(heads))
        else:
            right = not heads or bool((_BETS | _RAISES) & set(heads))
        head = kind if right else "call" if _CALLS & set(heads) else "raise" if _RAISES & set(heads) else "bet"
        if not line.amounts:
            if head == kind != "call" and not fixed:
                msg = f"say the amount too, such as '{kind}{' to' * (kind == 'raise')} 40'"
                raise Unclear(msg)
            return (Act.make(DEALER, "announce", head, *([who] if head == "call" else [])),)
        amount = line.amounts[0]
        announcement = Act.parse(f"d announce {head}{f' {who}' if head == 'call' else ''} {amount}")
        if head == kind != "call" and line.has(*_ON_TOP) and felt.said(announcement.n) == to - below:
            return (Act.make(DEALER, "announce", head, n=written),)  # the amount of the raise was said
        return (announcement,)

    def judges(act: Act) -> bool | None:
        if act.verb != "announce" or act.to[0] not in ("bet", "raise", "call", "check", "fold"):
            return None
        if (act.to[0] == "call") is not (kind == "call") or act.to[0] in ("check", "fold"):
            return False
        if act.n is None:
            return kind == "call" or fixed
        return felt.said(act.n) in (added if kind == "call" else (to,))

    amount = look.money(to)
    phrase = f"{kind} to {amount}" if kind == "raise" else f"bet {amount}" if kind == "bet" else "call"
    best = Act.make(DEALER, "announce", kind, n=written) if kind != "call" else Act.make(DEALER, "announce", "call", who)
    return WalkQuestion(
        kind="call" if kind == "call" else "bet",
        key=("said", look.since),
        asks=f"Announce seat {seat}'s action{', with the amount' * (kind != 'call')}.",
        answer=phrase,
        best=(best,),
        hears=hears,
        judges=judges,
        code=AMOUNT,
        cite=look.cited("said"),
        ends=lambda act: handles(act) or (act.verb == "announce" and act.to[0] == "action"),
    )


# -- how much it is -----------------------------------------------------------------------------------------------------


def how_much(look: Look) -> WalkQuestion | None:
    """Let the player to act ask for the amount to call, which the dealer then says (BR-43); None if nobody can ask now."""
    seat = to_act(look)
    felt = look.table.felt
    if not seat or not look.said("action") or look.said("owes"):
        return None
    bets, who = felt.rows["bet"], f"s{seat}"
    owes = min(felt.rows["stack"][seat], max(bets) - bets[seat])
    if owes <= 0:
        return None
    words = look.level.words["amount"]

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        amount = one_amount(line, words)
        if amount is None or line.seats not in ([], [who]):
            return None
        statement = Act.parse(f"d announce owes {who} {amount}")
        if line.has(*_IN_ALL) and not line.has("more") and felt.said(statement.n) == owes + bets[seat]:
            return (Act.make(DEALER, "announce", "owes", who, n=felt.written(owes)),)
        return (statement,)

    def judges(act: Act) -> bool | None:
        return felt.said(act.n) == owes if act.verb == "announce" and act.to[0] == "owes" else None

    return WalkQuestion(
        kind="how_much",
        key=("how_much", look.since),
        asks=f'Seat {seat} asks: "How much more to call?"',
        answer=f"{look.money(owes)} more",
        best=(Act.make(DEALER, "announce", "owes", who, n=felt.written(owes)),),
        hears=hears,
        judges=judges,
        code=AMOUNT,
        missed="step/answer-skipped",
        cite=look.cited("how_much"),
    )

"""Questions at baccarat: calling totals and third cards, announcing payments and commission, change, commission boxes.

Each function looks at the table and returns its question if it is due now, else None.
"""

from __future__ import annotations

from dealerkit.errors import ActError
from dealerkit.felt import DEALER, Act, read_number
from dealerkit.training.action.keyed_answer import KeyedLine, one_amount
from dealerkit.training.action.question import Look, WalkQuestion
from dealerkit.training.money import fewest
from dealerkit.training.replies import ChipsReply, Unclear


def _head(look: Look, verb: str) -> Act | None:
    """Return the next act due, if it has this verb and nothing must be corrected first; else None."""
    table = look.table
    plan = table.plan()
    return plan[0] if plan and plan[0].verb == verb and not table.owed and look.calm else None


# -- calls --------------------------------------------------------------------------------------------------------------


def total(look: Look) -> WalkQuestion | None:
    """Ask for the call of a hand's total (BA-26, BA-27, BA-71); None if none is due now."""
    act, table = _head(look, "call"), look.table
    if act is None or len(act.to) != 1 or act.n is None or act.to[0] not in table.felt.places:
        return None
    side, words = act.to[0], look.level.words["amount"]
    if None in [table.felt.faces[card] for card in table.felt.cards(side)]:
        return None

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        points = one_amount(line, words | {side, f"{side}s"})
        if points is None or not points.isdecimal() or line.has({"player": "banker", "banker": "player"}.get(side, "-")):
            return None
        return (Act.parse(f"d call {side} {int(points)}"),)

    def judges(spoken_act: Act) -> bool | None:
        return (
            spoken_act.n == act.n if spoken_act.verb == "call" and spoken_act.to == act.to and spoken_act.n is not None else None
        )

    return WalkQuestion(
        kind="total",
        key=("total", len(table.log), side),
        asks=f"Call the {side}'s total.",
        answer=f"{side} {act.n}",
        best=(act,),
        hears=hears,
        judges=judges,
        code="coup/total-miscalled",
        missed=f"step/{side}_total-skipped",
        cite=look.cited("total"),
    )


def card(look: Look) -> WalkQuestion | None:
    """Ask for the call before a third card is drawn (BA-71); None if none is due now. A call made during the draw counts."""
    act, table = _head(look, "call"), look.table
    if act is None or act.to[:1] != ("card",):
        return None
    side = act.to[1]
    words = look.level.words["card"] | {side}

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        if not line.only(words) or line.amounts not in ([], ["1"]) or not line.has(side, "bank", "card", "draws", "draw"):
            return None
        if line.has({"player": "banker", "banker": "player"}.get(side, "-")):
            return None
        return (act,) if line.has("call") else (act, Act.make(DEALER, "deal", side))

    return WalkQuestion(
        kind="card",
        key=("card", len(table.log), side),
        asks="What do you call now? A card for which hand?",
        answer=f"card for the {side}",
        best=(act,),
        hears=hears,
        judges=lambda spoken_act: True if spoken_act == act else None,
        code="step/unexpected",
        missed=f"step/{side}_call-skipped",
        cite=look.cited("card"),
    )


# -- money --------------------------------------------------------------------------------------------------------------


def _amount(
    look: Look, kind: str, key: tuple[object, ...], asks: str, head: tuple[str, ...], right: int, code: str
) -> WalkQuestion:
    """Return a question whose answer is an announced amount.

    Args:
        look: The table.
        kind: Kind of question.
        key: Key of the question, unique at this table.
        asks: The question.
        head: Words with which the announcement may begin.
        right: The right amount, in smallest chips.
        code: Finding of a wrong answer.
    """
    felt, words = look.table.felt, look.level.words["amount"]

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        seats = [word for word in head if word in look.table.felt.places or word[1:].isdecimal()]
        if line.seats not in ([], *([seat] for seat in seats)):
            return None
        amount = "0" if line.words in (("no", "commission"), ("none",)) else one_amount(line, words)
        return (Act.parse(f"d announce {' '.join(head)} {amount}"),) if amount is not None else None

    def judges(spoken_act: Act) -> bool | None:
        if spoken_act.verb != "announce" or spoken_act.to[: len(head)] != head:
            return None
        return felt.said(spoken_act.n) == right

    return WalkQuestion(
        kind=kind,
        key=(kind, *key),
        asks=asks,
        answer=look.money(right),
        best=(Act.make(DEALER, "announce", *head, n=felt.written(right)),),
        hears=hears,
        judges=judges,
        code=code,
        missed="step/answer-skipped",
        cite=look.cited(kind),
    )


def _won(look: Look) -> tuple[str, str, int, int] | None:
    """Return the bet to pay next: seat, spot, stake and payment, in smallest chips."""
    act, felt = _head(look, "pay"), look.table.felt
    if act is None or len(act.to) < 2 or act.n is None or not act.to[0][1:].isdecimal():
        return None
    stake = felt.rows[act.to[1]][int(act.to[0][1:])]
    return act.to[0], act.to[1], stake, felt.units(act.n)


def payment(look: Look) -> WalkQuestion | None:
    """Ask for the payment of the next winning bet (BA-48, BA-49); None if no bet is to be paid now."""
    won = _won(look)
    if won is None or look.said("pays", seat=won[0]):
        return None
    seat, spot, stake, pays = won
    asks = f"Seat {seat[1:]} has won with {look.money(stake)} on {spot}. What do you pay?"
    return _amount(look, "payment", (look.begun, seat, spot), asks, ("pays", seat, spot), pays, "coup/wrong-payout")


def commission(look: Look) -> WalkQuestion | None:
    """Ask for the commission on a winning bet on banker, marked or taken off the payment (BA-49, BA-50); None if none is due
    now.
    """
    act, felt = _head(look, "mark"), look.table.felt
    if act is not None and "commission" in act.to and act.n is not None:
        seat, right = act.to[0], felt.units(act.n)
        stake = felt.rows["banker"][int(seat[1:])]
    else:
        won = _won(look)
        if (
            won is None
            or won[1] != "banker"
            or won[2] <= won[3]
            or str(look.table.game.options.get("commission_method")) == "mark"
        ):
            return None
        seat, _, stake, pays = won
        right = stake - pays
    if look.said("commission", seat=seat):
        return None
    asks = f"Seat {seat[1:]} has won with {look.money(stake)} on banker. How much is the commission?"
    key = (look.begun, seat)
    return _amount(look, "commission", key, asks, ("commission", seat), right, "commission/not-marked")


def box(look: Look) -> WalkQuestion | None:
    """Ask for the content of a commission box after an entry in it (BA-62); None if the last act was not such an entry."""
    act, table = look.last, look.table
    if act is None or (act.who, act.verb) != (DEALER, "mark") or "commission" not in act.to or table.owed:
        return None
    seat = act.to[0]
    marks = table.felt.marks.get("commission")
    if marks is None or look.said("box", seat=seat):
        return None
    asks = f"What is in seat {seat[1:]}'s commission box now?"
    right = marks[int(seat[1:])]
    return _amount(look, "box", (len(table.log[: look.since]), seat), asks, ("box", seat), right, "commission/not-marked")


def buy_in(look: Look) -> WalkQuestion | None:
    """Let a patron bet with a chip that is larger than the bet, and ask for the change (BA-23); None if nobody can do so now."""
    table, act = look.table, look.last
    players = table.players
    if players is None or not players.until or act is None or act.verb != "bet" or not act.seat or look.said("change"):
        return None
    felt = table.felt
    bet = felt.units(act.n)
    chip = next((chip for chip in _tray(look) if chip > bet), 0)
    if not chip:
        return None
    asks = f"Seat {act.seat} hands you a {look.money(chip)} chip for a bet of {look.money(bet)}. How much change?"
    return _amount(look, "buy_in", (look.since,), asks, ("change", act.who), chip - bet, "coup/wrong-payout")


def _tray(look: Look) -> list[int]:
    """Return the chips in the tray, in smallest chips, the smallest first."""
    felt = look.table.felt
    return sorted(felt.layout.chips) or [int(worth * felt.layout.scale) for worth in look.level.tray]


def chips(look: Look) -> WalkQuestion | None:
    """Ask for the fewest chips with which to pay a winner (BA-48); None if no bet is to be paid now."""
    won, table = _won(look), look.table
    if won is None or look.said("chips", seat=won[0]):
        return None
    seat, _, _, pays = won
    felt = table.felt
    colours = [chip for chip in _tray(look) if chip <= pays]
    broken = fewest(pays, colours)
    if not broken or sum(chip * many for chip, many in broken.items()) != pays or len(broken) > 6:
        return None
    best = [f"{many}x{look.money(chip)}" for chip, many in sorted(broken.items(), reverse=True)]
    least = sum(broken.values())

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        text = line.text.lower().replace("chips", " ").replace("of", " x ") if " of " in line.text.lower() else line.text
        if not any(sign.isdecimal() for sign in text):
            return None
        try:
            typed = ChipsReply().read(text)
        except (Unclear, ActError):
            return None
        if typed == "none":
            return None
        return (Act.parse(f"d announce chips {seat} {' '.join(typed.split())}"),)

    def judges(spoken_act: Act) -> bool | None:
        if spoken_act.verb != "announce" or spoken_act.to[:2] != ("chips", seat):
            return None
        counts = _read(spoken_act.to[2:])
        return (
            sum(counts.values()) == least and sum(felt.units(read_number(worth)) * many for worth, many in counts.items()) == pays
        )

    return WalkQuestion(
        kind="chips",
        key=("chips", look.begun, seat, won[1]),
        asks=f"Seat {seat[1:]} gets {look.money(pays)}. Which chips? Use the fewest.",
        answer=" ".join(best),
        best=(Act.make(DEALER, "announce", "chips", seat, *best),),
        hears=hears,
        judges=judges,
        code="coup/wrong-payout",
        missed="step/answer-skipped",
        cite=look.cited("chips"),
    )


def _read(words: tuple[str, ...]) -> dict[str, int]:
    chips: dict[str, int] = {}
    for word in words:
        many, _, worth = word.partition("x")
        chips[worth] = chips.get(worth, 0) + int(many)
    return chips


# -- patrons who err ----------------------------------------------------------------------------------------------------


def late(look: Look) -> WalkQuestion | None:
    """Ask about a bet made after "no more bets": it does not play and goes back (BI-12). None if the last act was no such bet.

    Whether the chips did go back is judged by the table itself.
    """
    act, table = look.last, look.table
    if act is None or act.verb != "bet" or not act.seat or table.ask:
        return None
    due = next(
        (due_act for due_act in (*table.owed, *table.plan()) if due_act.verb == "return" and due_act.to[:1] == (act.who,)), None
    )
    if due is None:
        return None
    who, spot = act.who, act.to[0]
    words = look.level.words["late"]
    stands = {"stands", "plays", "good", "accepted", "accept", "okay", "counts"}

    def hears(line: KeyedLine) -> tuple[Act, ...] | None:
        if not line.only(words | stands) or line.seats not in ([], [who]) or line.amounts:
            return None
        if line.has(*stands) and not line.has("not", "no"):
            return (Act.make(DEALER, "announce", "bet", "stands"),)
        return (
            (due,)
            if line.has("no", "late", "back", "return", "refused", "refuse", "closed", "not", "off", "down", "void")
            else None
        )

    def judges(spoken_act: Act) -> bool | None:
        if spoken_act.verb == "return" and spoken_act.to[:1] == (who,):
            return True
        if spoken_act.verb == "floor":
            return True
        return False if spoken_act.verb == "announce" and spoken_act.to == ("bet", "stands") else None

    return WalkQuestion(
        kind="late",
        key=("late", look.since),
        asks=f"Seat {who[1:]} bets {look.money(table.felt.units(act.n))} on {spot}, after no more bets. What do you say?",
        answer=f"no bet: the chips go back to seat {who[1:]}",
        best=(due,),
        hears=hears,
        judges=judges,
        code="coup/late-bet-accepted",
        cite=look.cited("late"),
        ends=lambda later: later.who == DEALER and later.verb in ("deal", "burn", "call", "take", "pay", "clear"),
        mends=lambda at: (due,) if due in (*at.owed, *at.plan()) else (),
    )

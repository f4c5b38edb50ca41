"""What each verb does to the felt.

An effect checks everything before it changes anything, always ends, and refuses only what physics refuses (`Impossible`). What it
notices by the way it returns as a word: `boxed`, `duplicate`, `foreign`, `out-of-order` (the card named was in the stock
but not on top),
`elsewhere` (it came from another source), `cut-card` (the cut card came out with it). Nothing to remark is None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealerkit.errors import Impossible
from dealerkit.felt.felt import ALL, BOTTOM_CUT, SPARE_CUT, Felt

if TYPE_CHECKING:
    from dealerkit.cards import Face
    from dealerkit.felt.acts import Act


def handed_over(felt: Felt, act: Act) -> str | None:
    """Another dealer takes over."""
    felt.moved = ()
    return "dealer-change"


def nothing(felt: Felt, act: Act) -> str | None:
    """Words and gestures: the felt stays as it is."""
    felt.moved = ()
    return None


# -- out of the stock ---------------------------------------------------------------------------------------------


def _find(felt: Felt, stock: list[int], named: Face, skip: set[int]) -> int:
    """Where in the stock a named card lies, from the top; -1 if it is not there."""
    for at in range(len(stock) - 1, -1, -1):
        card = stock[at]
        if card >= 0 and felt.faces[card] is named and card not in skip:
            return at
    return -1


def _sources(felt: Felt) -> tuple[list[int], list[int]]:
    """The stock and, for when it has run out, the used cards."""
    return felt.places[felt.layout.stock], felt.places[felt.layout.discards]


def _check_draw(felt: Felt, act: Act, count: int) -> None:
    """Refuse before anything has moved."""
    stock, used = _sources(felt)
    if len(stock) > count + 1 and not act.cards:  # two of them may be cut cards
        return
    held = felt.places.get("held", ())
    if felt.left() + len(held) + len(used) < count:
        msg = f"'{act}': {felt.left() + len(held)} cards are left in the {_words(felt.layout.stock)}"
        raise Impossible(msg)
    if not felt.known or not act.cards:
        return
    taken: set[int] = set()
    for named in act.cards:
        if named is None:
            continue
        at = next(
            (
                card
                for card in [*reversed(held), *reversed(stock)]
                if card >= 0 and felt.faces[card] is named and card not in taken
            ),
            None,
        )
        if at is None and felt.left():
            where = next(
                (name for name, cards in felt.places.items() if any(c >= 0 and felt.faces[c] is named for c in cards)), None
            )
            tail = f"; it lies in {_words(where)}" if where else "; this pack has no such card"
            msg = f"'{act}': the {named} is not in the {_words(felt.layout.stock)}{tail}"
            raise Impossible(msg)
        if at is not None:
            taken.add(at)


def _draw(felt: Felt, named: Face | None) -> tuple[int, str | None]:
    """Take the next card; what was odd about it."""
    remark: str | None = None
    held = felt.places.get("held")
    stock, used = _sources(felt)
    source = held or stock
    while source and source[-1] < 0:  # the cut card comes out with the card under it
        felt.spare.append(source.pop())
        if not felt.cut_out:
            felt.cut_out, felt.cut_at = True, felt.tick
        remark = "cut-card"
    if not source:
        source, remark = used, "elsewhere"
    card = source[-1]
    face = felt.faces[card]
    if named is not None and face is not named:
        if face is None:
            remark = felt.name_card(card, named) or remark
            source.pop()
        else:
            at = _find(felt, source, named, set())
            if at < 0:
                source.pop()
            else:
                card = source.pop(at)
                remark = "out-of-order"
    else:
        source.pop()
    if felt.up[card] and source is stock:
        remark = "boxed"
    felt.tick += 1
    felt.out[card] = felt.tick
    return card, remark


def deal(felt: Felt, act: Act) -> str | None:
    """Cards from the top of the stock to a hand or place."""
    to = act.to[0]
    target = felt.place(to)
    spec = felt.layout.places[to]
    face = act.face or spec.face
    count = act.count
    _check_draw(felt, act, count)
    mask = ALL if face == "up" else (1 << int(to[1:]) if spec.looks == "owner" and to[1:].isdigit() else 0)
    names = act.cards or (None,) * count
    remark: str | None = "boxed" if "boxed" in act.manner else None
    moved = []
    for named in names:
        card, odd = _draw(felt, named)
        felt.up[card] = face == "up"
        felt.seen[card] |= mask
        target.append(card)
        moved.append(card)
        remark = odd or remark
    felt.moved = moved
    return remark


def burn(felt: Felt, act: Act) -> str | None:
    """The top card goes to the burns, face down unless the act says up."""
    count = act.count
    _check_draw(felt, act, count)
    pile = felt.places[felt.layout.burns]
    up = act.face == "up"
    remark: str | None = None
    moved = []
    for named in act.cards or (None,) * count:
        card, odd = _draw(felt, named)
        felt.up[card] = up
        if up:
            felt.seen[card] = ALL
        pile.append(card)
        moved.append(card)
        remark = odd or remark
    felt.moved = moved
    return remark


# -- between places -----------------------------------------------------------------------------------------------


def _words(place: str | None) -> str:
    return (place or "").replace("_", " ")


def _pick(felt: Felt, act: Act, source: str) -> list[int]:
    """The cards of a place that an act means: those named, the one in that position from 1, or the last."""
    cards = felt.place(source)
    real = [card for card in cards if card >= 0]
    if not real:
        msg = f"'{act}': no card lies in {_words(source)}"
        raise Impossible(msg)
    if act.cards:
        picked: list[int] = []
        for named in act.cards:
            fits = [c for c in reversed(real) if c not in picked and (named is None or felt.faces[c] is named)]
            unknown = [c for c in reversed(real) if c not in picked and felt.faces[c] is None]
            if not fits and not unknown:
                msg = f"'{act}': the {named} does not lie in {_words(source)}"
                raise Impossible(msg)
            picked.append((fits or unknown)[0])
        for card, named in zip(picked, act.cards, strict=True):
            felt.name_card(card, named)
        return picked
    if act.n is not None:
        at = int(act.n)
        if not 1 <= at <= len(real):
            msg = f"'{act}': {_words(source)} has {len(real)} cards"
            raise Impossible(msg)
        return [real[at - 1]]
    return [real[-1]]


def _move(felt: Felt, cards: list[int], source: str, target: str) -> None:
    """Move cards between two places, face as the place has it."""
    lie = felt.layout.places[target]
    owner = int(target[1:]) if lie.looks == "owner" and target[1:].isdigit() else 0
    here, there = felt.places[source], felt.places[target]
    for card in cards:
        here.remove(card)
        there.append(card)
        if lie.face == "up":
            felt.up[card] = 1
            felt.seen[card] = ALL
        elif lie.kind != "board":
            felt.up[card] = 0
            if owner:
                felt.seen[card] |= 1 << owner
    felt.moved = cards


def move(felt: Felt, act: Act) -> str | None:
    """A card from one place to another, as `d move player banker 9h`."""
    source, target = act.to
    felt.place(target)
    _move(felt, _pick(felt, act, source), source, target)
    return None


def discard(felt: Felt, act: Act) -> str | None:
    """A card from a place to the used cards."""
    _move(felt, _pick(felt, act, act.to[0]), act.to[0], felt.layout.discards)
    return None


def hold(felt: Felt, act: Act) -> str | None:
    """A card is kept aside as the next card to be dealt."""
    if "held" not in felt.places:
        msg = "this table keeps no card for the next deal"
        raise Impossible(msg)
    picked = _pick(felt, act, act.to[0])
    _move(felt, picked, act.to[0], "held")
    for card in picked:
        felt.out[card] = 0
    return None


def put_back(felt: Felt, act: Act) -> str | None:
    """A drawn card goes back on top of the stock."""
    picked = _pick(felt, act, act.to[0])
    _move(felt, picked, act.to[0], felt.layout.stock)
    for card in picked:
        felt.out[card] = 0
    return None


def turn(felt: Felt, act: Act) -> str | None:
    """A card is turned up (or, with `down`, face down)."""
    picked = _pick(felt, act, act.to[0])
    for card in picked:
        felt.up[card] = act.face != "down"
        if act.face != "down":
            felt.seen[card] = ALL
    felt.moved = picked
    return None


def gather(felt: Felt, act: Act) -> str | None:
    """All cards come together in the place where the pack begins, the used ones under the rest of the stock."""
    start = felt.layout.start
    target = felt.places[start]
    order: list[int] = []
    for name, cards in felt.places.items():
        if name not in (start, felt.layout.stock):
            order += [card for card in cards if card >= 0]
            cards.clear()
    for name in {felt.layout.stock, start}:
        order += [card for card in felt.places[name] if card >= 0]
        felt.places[name].clear()
    target += order
    felt.spare.clear()
    felt.deck.clear()
    felt.cut_out = False
    for card in order:
        felt.up[card] = 0
        felt.out[card] = 0
    felt.moved = ()
    return None


def clear(felt: Felt, act: Act) -> str | None:
    """The cards of the round go to the used cards in order; bettors take up what is left of the bets that were closed.

    The next round begins with new bets (BA-55); one that lies there already stays.
    """
    used = felt.places[felt.layout.discards]
    moved = []
    for name, spec in felt.layout.places.items():
        if spec.cleared:
            cards = felt.places[name]
            moved += cards
            used += cards
            cards.clear()
    _take_up(felt)
    felt.moved = moved
    return None


def _take_up(felt: Felt) -> None:
    """Bettors take up what is left of the bets that were closed."""
    stack, closed = felt.rows["stack"], felt.closed
    for name in felt.layout.rows:
        row = felt.rows[name]
        for seat, amount in enumerate(row):
            if amount and seat:
                back = amount if closed is None else min(amount, closed[name][seat])
                stack[seat] += back
                row[seat] = amount - back
    felt.stale, felt.closed = closed or felt.stale, None


# -- the pack -----------------------------------------------------------------------------------------------------


def _where_the_pack_is(felt: Felt) -> str:
    """The place of the whole pack while it is prepared: where it starts, or the stock."""
    start = felt.layout.start
    return start if felt.places[start] else felt.layout.stock


def shuffle(felt: Felt, act: Act) -> str | None:
    """The pack is mixed as a whole."""
    felt.shuffle(_where_the_pack_is(felt))
    felt.moved = ()
    return None


def roll(felt: Felt, act: Act) -> str | None:
    """The squared pack gets a cut card on the bottom and is turned with that cut card to the dealer (BA-14)."""
    pack = felt.places[_where_the_pack_is(felt)]
    if BOTTOM_CUT not in pack:
        pack.insert(0, BOTTOM_CUT)
        if BOTTOM_CUT in felt.spare:
            felt.spare.remove(BOTTOM_CUT)
    felt.moved = ()
    return None


def insert(felt: Felt, act: Act) -> str | None:
    """A cut card goes in with so many cards behind it, on the side that is dealt last.

    A bettor puts in the spare one (BA-15); the dealer the one that lay on the bottom (BA-18).
    """
    pack = felt.places[_where_the_pack_is(felt)]
    behind = int(act.n or 0)
    cut = SPARE_CUT if act.seat else BOTTOM_CUT
    real = [card for card in pack if card >= 0]
    if behind > len(real):
        msg = f"'{act}': the pack has {len(real)} cards"
        raise Impossible(msg)
    if cut in pack:
        pack.remove(cut)
    if cut in felt.spare:
        felt.spare.remove(cut)
    at = count = 0
    while count < behind:
        count += pack[at] >= 0
        at += 1
    while at < len(pack) and behind and pack[at] < 0 and cut == BOTTOM_CUT:
        at += 1
    pack.insert(at, cut)
    felt.cut_out = False
    felt.moved = ()
    return None


def cut(felt: Felt, act: Act) -> str | None:
    """The bottom part goes on top: behind the inserted cut card (BA-16), or so many cards from the top go under."""
    pack = felt.places[_where_the_pack_is(felt)]
    if felt.deck:  # the order given for the deck is the order after the cut
        pack[:] = [SPARE_CUT] * (SPARE_CUT in pack) + [card for card in pack if card != SPARE_CUT]
    elif act.n is None and SPARE_CUT in pack:
        at = pack.index(SPARE_CUT)
        pack[:] = [SPARE_CUT, *pack[at + 1 :], *pack[:at]]
    else:
        real = len(pack)
        lift = int(act.n) if act.n is not None else real // 2
        if lift > real:
            msg = f"'{act}': the pack has {real} cards"
            raise Impossible(msg)
        pack[:] = pack[real - lift :] + pack[: real - lift]
    felt.moved = ()
    return None


def load(felt: Felt, act: Act) -> str | None:
    """The pack goes into the shoe."""
    start, stock = felt.layout.start, felt.layout.stock
    if start != stock:
        felt.places[stock] += felt.places[start]
        felt.places[start].clear()
    felt.moved = ()
    return None


def cut_card(felt: Felt, act: Act) -> str | None:
    """The cut card has come out; it is laid aside and announced. Wherever the felt thought it was, it is out now."""
    stock = felt.places[felt.layout.stock]
    if BOTTOM_CUT in stock:
        stock.remove(BOTTOM_CUT)
        felt.spare.append(BOTTOM_CUT)
    if not felt.cut_out:
        in_hand = any(spec.cleared and felt.places[name] for name, spec in felt.layout.places.items())
        felt.cut_out, felt.cut_at = True, felt.tick - in_hand
    felt.moved = ()
    return None


def close(felt: Felt, act: Act) -> str | None:
    """Betting is closed: what lies on the layout now is what plays."""
    if felt.closed is not None:  # the last round was never cleared
        _take_up(felt)
    felt.stale = None
    felt.closed = {name: felt.rows[name][:] for name in felt.layout.rows}
    felt.moved = ()
    return None


# -- chips --------------------------------------------------------------------------------------------------------


def _seat(felt: Felt, act: Act, word: str) -> int:
    seat = int(word[1:]) if word[1:].isdigit() and word[0] == "s" else 0
    if not 1 <= seat <= felt.seats:
        msg = f"'{act}': nobody sits there; the seats are s1 to s{felt.seats}"
        raise Impossible(msg)
    return seat


def _transfer(felt: Felt, act: Act, source: list[int], a: int, target: list[int], b: int, amount: int) -> None:
    if source[a] < amount and not (felt.layout.debt and source is felt.rows["stack"]):
        msg = f"'{act}': only {felt.money(source[a])} lies there"
        raise Impossible(msg)
    source[a] -= amount
    target[b] += amount
    felt.moved = ()


def bet(felt: Felt, act: Act) -> str | None:
    """A player's chips from the stack to a spot."""
    seat = _seat(felt, act, act.who)
    _transfer(felt, act, felt.rows["stack"], seat, felt.row(act.to[0] if act.to else "bet"), seat, felt.units(act.n))
    return None


def take_down(felt: Felt, act: Act) -> str | None:
    """A player takes chips back from a spot; all of them if no amount is given. `take trick`: the cards won go to the
    winner's pile.
    """
    seat = _seat(felt, act, act.who)
    spot = act.to[0]
    if spot not in felt.rows and spot in felt.layout.places:
        pile = f"{act.who}.won"
        felt.place(pile)
        _move(felt, felt.cards(spot), spot, pile)
        return None
    row = felt.row(spot)
    _transfer(felt, act, row, seat, felt.rows["stack"], seat, row[seat] if act.n is None else felt.units(act.n))
    return None


def take(felt: Felt, act: Act) -> str | None:
    """The dealer takes a losing bet to the rack; all of it if no amount is given. If its owner has it back already, it
    is handed over.
    """
    seat, row = _seat(felt, act, act.to[0]), felt.row(act.to[1])
    amount = row[seat] if act.n is None else felt.units(act.n)
    stack = felt.rows["stack"]
    late = felt.stale is not None and row[seat] < amount <= felt.stale[act.to[1]][seat]
    _transfer(felt, act, stack if late else row, seat, stack, 0, amount)
    return None


def pay(felt: Felt, act: Act) -> str | None:
    """The dealer pays a seat from the rack."""
    seat = _seat(felt, act, act.to[0])
    if len(act.to) > 1:
        felt.row(act.to[1])
    _transfer(felt, act, felt.rows["stack"], 0, felt.rows["stack"], seat, felt.units(act.n))
    return None


def pay_player(felt: Felt, act: Act) -> str | None:
    """One player pays another."""
    payer, payee = _seat(felt, act, act.who), _seat(felt, act, act.to[0])
    stack = felt.rows["stack"]
    _transfer(felt, act, stack, payer, stack, payee, felt.units(act.n))
    return None


def collect(felt: Felt, act: Act) -> str | None:
    """A seat pays the house: an overpayment goes back, or a marked debt is settled and its mark comes off."""
    seat = _seat(felt, act, act.to[0])
    amount = felt.units(act.n)
    what = act.to[1] if len(act.to) > 1 else ""
    mark = felt.marks.get(what)
    if mark is None and what:
        felt.row(what)
    _transfer(felt, act, felt.rows["stack"], seat, felt.rows["stack"], 0, amount)
    if mark is not None:
        mark[seat] -= amount
    return None


def mark(felt: Felt, act: Act) -> str | None:
    """A debt is noted in the seat's box."""
    seat = _seat(felt, act, act.to[0])
    name = act.to[1] if len(act.to) > 1 else next(iter(felt.marks), "")
    if name not in felt.marks:
        msg = f"'{act}': this table has no box to mark"
        raise Impossible(msg)
    felt.marks[name][seat] += felt.units(act.n)
    felt.moved = ()
    return None


def give_back(felt: Felt, act: Act) -> str | None:
    """Chips from a spot go back to their owner; all of them if no amount is given."""
    seat, row = _seat(felt, act, act.to[0]), felt.row(act.to[1])
    _transfer(felt, act, row, seat, felt.rows["stack"], seat, row[seat] if act.n is None else felt.units(act.n))
    return None


def restore(felt: Felt, act: Act) -> str | None:
    """Chips that were withdrawn go back on the spot."""
    seat, row = _seat(felt, act, act.to[0]), felt.row(act.to[1])
    _transfer(felt, act, felt.rows["stack"], seat, row, seat, felt.units(act.n))
    return None


def sweep(felt: Felt, act: Act) -> str | None:
    """The bets in front of the players are brought into the pot."""
    bets, pot = felt.row("bet"), felt.row("pot")
    for seat in range(1, len(bets)):
        pot[0] += bets[seat]
        bets[seat] = 0
    felt.moved = ()
    return None


def award(felt: Felt, act: Act) -> str | None:
    """Chips from a pot to a seat."""
    seat = _seat(felt, act, act.to[0])
    pot = felt.row(act.to[1] if len(act.to) > 1 else "pot")
    _transfer(felt, act, pot, 0, felt.rows["stack"], seat, felt.units(act.n))
    return None


def to_amount(felt: Felt, act: Act) -> str | None:
    """A player's bet becomes this much in all (`raise 40` is to 40)."""
    seat = _seat(felt, act, act.who)
    bets = felt.row("bet")
    more = felt.units(act.n) - bets[seat]
    if more < 0:
        msg = f"'{act}': {felt.money(bets[seat])} is already in front"
        raise Impossible(msg)
    _transfer(felt, act, felt.rows["stack"], seat, bets, seat, more)
    return None


def match(felt: Felt, act: Act) -> str | None:
    """A player calls: puts in what is missing to the highest bet, or the whole stack if that is less."""
    seat = _seat(felt, act, act.who)
    bets, stack = felt.row("bet"), felt.rows["stack"]
    _transfer(felt, act, stack, seat, bets, seat, min(stack[seat], max(bets) - bets[seat]))
    return None


def fold(felt: Felt, act: Act) -> str | None:
    """A player's cards go to the used cards."""
    _seat(felt, act, act.who)
    cards = felt.cards(act.who)
    if not cards:
        msg = f"'{act}': no cards lie there"
        raise Impossible(msg)
    _move(felt, cards, act.who, felt.layout.discards)
    return None


def play(felt: Felt, act: Act) -> str | None:
    """A player lays a card from the hand face up into the trick."""
    _seat(felt, act, act.who)
    trick = "trick" if "trick" in felt.places else felt.layout.discards
    remark = None
    cards = felt.cards(act.who)
    named = act.cards[0] if act.cards else None
    if named is not None and not any(felt.faces[card] is named for card in cards):
        unknown = [card for card in cards if felt.faces[card] is None]
        if not unknown:
            msg = f"'{act}': the {named} is not in that hand"
            raise Impossible(msg)
        remark = felt.name_card(unknown[0], named)
    _move(felt, _pick(felt, act, act.who), act.who, trick)
    return remark


def button(felt: Felt, act: Act) -> str | None:
    """The button, or the deal, goes to a seat."""
    felt.button = _seat(felt, act, act.to[0])
    felt.moved = ()
    return None

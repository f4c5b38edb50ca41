"""The table of all verbs: who may do them, their arguments, their effect on the felt, and their sentence in print."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

import attrs

from dealerkit.felt.act_parts import ActParts
from dealerkit.felt.effects import chips, handed_over, hands, laid_cards, nothing, own_cards, pack, places, stock
from dealerkit.felt.felt import Felt
from dealerkit.felt.numbers import written

Effect = Callable[[Felt, ActParts], str | None]


@attrs.frozen
class Verb:
    """One verb of the table.

    Attributes:
        form: Written form, for people: `d deal PLACE ...`.
        says: Its sentence, with `{to}` for all targets; `{first}`, `{second}`, `{third}` and `{rest}` for some of them; `{the
            first}` for a target with its article; `{n}`; `{cards}`, or `{card}` for the first card and `{others}` for the rest;
            and `{face}`. A part in brackets is printed only if the act has all fields in it.
        ways: Other sentences in place of `says`: pairs of the act's targets as written, with `*` for any target, and a sentence.
            The first pair that fits is used.
        effect: Function that carries it out on the felt.
        words: Smallest and largest number of targets.
        amount: Whether its number is money.
        count: Whether its number counts cards.
        cards: Largest number of cards that may be named.
        face: Whether it may have `up` or `down`.
        needs_number: Whether its number is compulsory.
        signed: Whether its amount may be negative.
        spoken: Whether its words are speech, without number, card or face.
        names: Format of named cards.
        unnamed: Words for the cards if neither names nor a number are given.
        sealed: Whether the other players see only that it was done, until it is opened.
        opens: Whether it opens all sealed acts.
        kinds: Its kinds for the judge, words of `KINDS`.
        role: `d` dealer, `s` a seat, `f` the floor: the first character of its form.
        name: The verb itself: the second word of its form.
    """

    form: str
    says: str
    effect: Effect = nothing
    words: tuple[int, int] = (0, 0)
    amount: bool = False
    count: bool = False
    cards: int = 0
    face: bool = False
    needs_number: bool = False
    signed: bool = False
    spoken: bool = False
    names: str = "{}"
    unnamed: str = ""
    sealed: bool = False
    opens: bool = False
    ways: tuple[tuple[str, str], ...] = ()
    kinds: str = ""
    role: str = attrs.field(init=False)
    name: str = attrs.field(init=False)

    @role.default
    def _role(self) -> str:
        return self.form[0]

    @name.default
    def _name(self) -> str:
        return self.form.split()[1]


KINDS: Mapping[str, str] = MappingProxyType(
    {
        "handles": "the dealer handles cards or chips; it is then too late to clear the hands or show a tip",
        "mixes": "the order of the cards is no longer known",
        "orders_stub": "the order of the stub is no longer known",
        "takes_back": "the dealer takes cards back from where they were dealt",
        "puts_right": "a remedy uses it to put cards where they belong",
        "clears": "the cards of the round leave play",
        "settles": "the dealer moves chips to where they belong",
        "of_the_round": "it belongs to one round, and it is too late for it in the next",
        "of_the_pack": "the dealer does it to all the cards; if early, it counts only until a card is dealt",
        "makes_ready": "a deck is shuffled only after at least one of these in the same hand",
        "before_cards": "the dealer does it before dealing any card",
        "brings_cards": "the dealer deals cards or loads the shoe; it is then too late for the steps before that",
        "said": "the dealer only says something",
        "harmless": "a call for the floor, an admitted slip, a relief or an announcement; never a slip, at any time",
    }
)
"""Kinds of dealer's verbs that the judge distinguishes, with their meanings; `_TABLE` gives each verb its kinds."""

_MANY = 500

_TABLE = (
    # the pack
    Verb("d check WHAT", "checks the {to}", words=(1, 3)),
    Verb("d spread up|down", "spreads the deck {face}", face=True, kinds="handles"),
    Verb("d wash", "washes the cards", pack.shuffle, kinds="handles mixes of_the_pack"),
    Verb("d riffle", "riffles", pack.shuffle, kinds="handles mixes makes_ready of_the_pack"),
    Verb("d strip [PACKETS]", "strips the deck[ into {n} packets]", pack.shuffle, count=True, kinds="handles mixes of_the_pack"),
    Verb("d shuffle", "shuffles", pack.shuffle, kinds="handles mixes makes_ready before_cards of_the_pack"),
    Verb("d roll", "rolls the pack, backs to the bettors", pack.roll, kinds="handles makes_ready"),
    Verb("d offer SEAT", "offers the cut card to {to}", words=(0, 1)),
    Verb(
        "d insert BEHIND",
        "puts the cut card in, {n} cards behind it",
        pack.insert,
        count=True,
        needs_number=True,
        kinds="handles",
    ),
    Verb("s3 insert BEHIND", "puts the cut card in, {n} cards behind it", pack.insert, count=True, needs_number=True),
    Verb(
        "d cut [CARDS] [HOW]", "completes the cut {n} {to}", pack.cut, (0, 2), count=True, kinds="handles orders_stub of_the_pack"
    ),
    Verb("s3 cut CARDS", "cuts {n}", pack.cut, count=True),
    Verb("d load", "loads the shoe", pack.load, kinds="handles brings_cards"),
    Verb("d gather", "gathers all the cards", places.gather, kinds="handles clears mixes before_cards of_the_pack"),
    Verb("d count [PLACE] CARDS", "counts {n}[ in the {to}]", words=(0, 1), count=True, kinds="handles"),
    Verb("d cutcard", "lays the cut card aside, announcing it", pack.cut_card, kinds="handles"),
    # cards
    Verb(
        "d burn [PLACE] [CARDS] [up]",
        "burns {n} {cards} {face} {to}",
        stock.burn,
        (0, 1),
        count=True,
        cards=_MANY,
        face=True,
        kinds="handles of_the_round",
    ),
    Verb(
        "d deal PLACE [CARDS]",
        "deals {n} {cards} to {to} {face}",
        stock.deal,
        (1, 1),
        count=True,
        cards=_MANY,
        face=True,
        ways=(
            ("turned", "turns the next card up[: {cards}]"),
            ("kill_card", "deals the kill card {cards} {face}"),
            ("target", "deals the card to beat {cards} {face}"),
            ("upcard", "turns the upcard up[: {cards}]"),
            ("played", "deals {n} {cards} {face} onto the played cards"),
        ),
        kinds="handles brings_cards of_the_round",
    ),
    Verb(
        "d move FROM TO [CARD]",
        "moves {cards} {n} from {the first} to {the second}",
        places.move,
        (2, 2),
        count=True,
        cards=_MANY,
        ways=(("* aside", "lays {cards} {n} from {the first} aside"),),
        unnamed="a card",
        kinds="handles takes_back puts_right",
    ),
    Verb(
        "d discard PLACE [CARD]",
        "discards {cards} from {the to}",
        places.discard,
        (1, 1),
        count=True,
        cards=_MANY,
        unnamed="a card",
        kinds="handles takes_back",
    ),
    Verb(
        "d hold PLACE [CARD]",
        "keeps {cards} from {the to} as the next card",
        places.hold,
        (1, 1),
        count=True,
        cards=1,
        unnamed="a card",
        kinds="handles takes_back",
    ),
    Verb(
        "d putback PLACE [CARD]",
        "puts {cards} from {the to} back",
        places.put_back,
        (1, 1),
        count=True,
        cards=1,
        unnamed="a card",
        kinds="handles takes_back puts_right",
    ),
    Verb(
        "d turn PLACE [CARD] [down]",
        "turns {cards} in {to} {face}",
        places.turn,
        (1, 1),
        count=True,
        cards=_MANY,
        face=True,
        kinds="handles",
    ),
    Verb("d look PLACE", "looks at the card that lies face down at {the to}", places.look, (1, 1), kinds="handles"),
    Verb("d pick PLACE", "picks up the cards of {to}", places.pick_up, (1, 1), kinds="handles"),
    Verb("d clear", "clears the cards", places.clear, kinds="handles clears before_cards of_the_pack"),
    Verb("d kill SEAT [WHY]", "mucks {first}'s hand[: {rest}]", hands.kill, (1, 3), kinds="handles"),
    Verb("d merge FROM TO", "puts {the first} with {the second}", hands.merge, (2, 2), kinds="handles takes_back"),
    Verb(
        "d rebuild PLACE [PLACE ...]",
        "shuffles the {to} into the stub {face}",
        hands.rebuild,
        (1, 6),
        face=True,
        kinds="handles mixes takes_back puts_right orders_stub",
    ),
    # calls and gestures
    Verb("d close", 'calls "no more bets"', chips.close, kinds="of_the_round"),
    Verb(
        "d call WORDS [NUMBER]",
        "calls {to} {n}",
        words=(1, 5),
        count=True,
        cards=1,
        ways=(
            ("card *", "calls for a card for the {second}"),
            ("showdown *", "calls on {rest} to show first"),
            ("target centre", "names the card in the centre as the card to beat"),
            ("target *", "names {rest}'s hand as the hand to beat"),
            ("winner *", "names {rest} the winner"),
            ("kill", 'calls "kill"'),
            ("beat", 'calls "beat"'),
            ("out", 'calls "out"'),
            ("win", 'calls "wins"'),
            ("lose", 'calls "loses"'),
            ("qualifies", "says that the dealer's hand qualifies"),
            ("not qualifies", "says that the dealer's hand doesn't qualify"),
        ),
        kinds="said",
    ),
    Verb("d reveal", "has the players reveal their declarations", opens=True),
    Verb(
        "d announce WORDS [AMOUNT]",
        "announces {to} {n}",
        words=(1, 8),
        amount=True,
        ways=(
            ("action *", "points to {second}"),
            ("owes *", "tells {second} the price to call: {n}"),
            ("middle", "counts {n} in the middle"),
            ("show_all *", "asks {second} for the whole hand"),
            ("contract * *", "announces that {third} plays {second}"),
            ("frozen pile", "announces that the pile is frozen"),
            ("wild", "announces that the rank of {n} is wild"),
            ("sold *", "announces that the lot is sold to {second}"),
            ("unsold", "announces that the lot is not sold"),
            ("out *", "announces that {second} is out"),
            ("in *", "announces that {rest} {are} in"),
            ("winner *", "announces {rest} as the winner"),
            ("strike *", "announces a strike for {rest}"),
            ("bet * *", "announces that {second}'s bet on {third} is outside the limits"),
            ("bet *", "announces that {second}'s bet is outside the limits"),
            ("differential", "announces that the sides differ by too much"),
            ("dead game", "announces a dead game"),
            ("no free hands", "announces that no coup is dealt without a bet"),
            ("signals", "announces that signals are agreed"),
        ),
        kinds="harmless said",
    ),
    Verb("d push PLACE", "slides the {to} cards forward", words=(1, 1), kinds="handles"),
    Verb("d slide PLACE", "slides the {to} cards out in one spread", words=(1, 1)),
    Verb("d tuck WHERE", "tucks the burn under {the to}", words=(1, 1)),
    Verb("d tap [FOR]", "taps the felt {to}", words=(0, 1)),
    Verb("d introduce [WHAT]", "brings a new deck to the table {to}", words=(0, 2)),
    Verb("d flash WHERE [CARD]", "exposes a card: {to} {cards}", words=(1, 2), cards=_MANY),
    Verb("d fumble [WHAT]", "drops the {to}", words=(0, 1)),
    Verb("d square [WHAT]", "puts the {to} back together in order", words=(0, 1), kinds="handles"),
    Verb("d cap [WHAT]", "lays the stub down {to}", words=(0, 2), kinds="handles"),
    Verb("d read SEAT WORDS", "reads {first}'s hand: {rest}", words=(2, 16), spoken=True),
    Verb("d allin SEAT", "puts the all-in button before {to}", words=(1, 1)),
    Verb("d clock SEAT [SECONDS]", "starts the clock on {first}[, {n} seconds]", words=(1, 1), count=True),
    Verb("d boards NUMBER", "announces {n} boards", count=True, needs_number=True),
    Verb("d stack [POT]", "stacks the chips of the pot", words=(0, 1), kinds="handles"),
    Verb("d floor", "calls the floor", words=(0, 6), kinds="harmless"),
    Verb("d slip", "admits a slip", words=(0, 8), kinds="harmless"),
    Verb("d rule OUTCOME", "rules {to} without the floor", words=(1, 4)),
    Verb("d warn SEAT [ABOUT]", "warns {to}", words=(0, 6)),
    # the dealer's hands, cash, tips and relief
    Verb("d relieve [TOLD ...]", "hands over to the relief dealer {to}", handed_over, (0, 8), kinds="harmless"),
    Verb("d leave", "leaves the table"),
    Verb("d touch [WHAT]", "touches {to}", words=(0, 3)),
    Verb("d clap", "clears the hands"),
    Verb("d cash SEAT AMOUNT", "takes {n} in cash from {to}", words=(1, 1), amount=True, needs_number=True),
    Verb("d fan [AMOUNT]", "spreads the cash on the table {n}", amount=True),
    Verb("d pass SEAT AMOUNT", "passes {n} in chips to {to}", chips.sell, (1, 1), amount=True, needs_number=True),
    Verb("d tip SEAT AMOUNT", "takes a tip of {n} from {to}", chips.tip, (1, 1), amount=True, needs_number=True),
    Verb("d exchange FROM AMOUNT", "changes {n} from the {to}", words=(1, 1), amount=True, needs_number=True),
    # the house's chips
    Verb(
        "d take SEAT SPOT [AMOUNT]",
        "takes {first}'s[ {n}] bet[ on {rest}]",
        chips.take,
        (2, 2),
        amount=True,
        kinds="handles settles",
    ),
    Verb(
        "d pay SEAT [SPOT] AMOUNT",
        "pays {n} to {first}[ on {rest}]",
        chips.pay,
        (1, 2),
        amount=True,
        needs_number=True,
        kinds="handles settles",
    ),
    Verb(
        "d collect SEAT [WHAT] AMOUNT",
        "collects {n}[ on {rest}] from {first}",
        chips.collect,
        (1, 2),
        amount=True,
        needs_number=True,
        ways=(("* commission", "collects {n} commission from {first}"), ("* pot", "collects {n} for the pot from {first}")),
        kinds="handles settles",
    ),
    Verb(
        "d mark SEAT [BOX] [FOR] AMOUNT",
        "marks {n}[ {second}] for {first}[ ({third})]",
        chips.mark,
        (1, 3),
        amount=True,
        needs_number=True,
        signed=True,
        ways=(
            ("* score", "marks a score of {n} for {first}"),
            ("* score *", "marks a score of {n} for {first} ({third})"),
            ("* won", "marks {n} game won for {first}"),
            ("* won *", "marks {n} game won for {first} ({third})"),
        ),
        kinds="handles settles",
    ),
    Verb(
        "d return SEAT SPOT [AMOUNT]",
        "returns {n} to {first}[ from {rest}]",
        chips.give_back,
        (2, 2),
        amount=True,
        ways=(("* ante", "returns {n} to {first} from the ante"), ("* pot", "returns {n} to {first} from the pot")),
        kinds="handles settles",
    ),
    Verb(
        "d restore SEAT SPOT AMOUNT",
        "puts {n} of {to} back on the spot",
        chips.restore,
        (2, 2),
        amount=True,
        needs_number=True,
        kinds="handles settles",
    ),
    Verb("d sweep", "pulls the bets into the pot", chips.sweep, kinds="handles settles"),
    Verb(
        "d build POT [FROM] AMOUNT",
        "builds {the first} of {n}[ from {rest}]",
        chips.build,
        (1, 2),
        amount=True,
        needs_number=True,
        kinds="handles",
    ),
    Verb("d rake AMOUNT", "takes a rake of {n}", chips.set_aside, amount=True, needs_number=True, kinds="handles"),
    Verb(
        "d drop [FUND] AMOUNT",
        "takes a drop of {n} {to}",
        chips.set_aside,
        (0, 2),
        amount=True,
        needs_number=True,
        kinds="handles",
    ),
    Verb(
        "d award SEAT [POT] AMOUNT",
        "pushes {n} to {first}[ from {the second}]",
        chips.award,
        (1, 2),
        amount=True,
        needs_number=True,
        kinds="handles settles",
    ),
    Verb("d button SEAT", "moves the button to {to}", places.button, (1, 1), kinds="handles"),
    # players
    Verb("s3 bet SPOT AMOUNT", "bets {n} on {to}", chips.bet, (0, 1), amount=True, needs_number=True),
    Verb(
        "s3 post [SPOT] AMOUNT",
        "posts {n}[ on {the to}]",
        chips.bet,
        (0, 1),
        amount=True,
        needs_number=True,
        ways=(
            ("bet", "posts {n}"),
            ("ante", "posts an ante of {n}"),
            ("dead", "posts {n} dead"),
            ("pot", "posts {n} to the pot"),
        ),
    ),
    Verb("s3 straddle AMOUNT", "straddles for {n}", chips.bet, amount=True, needs_number=True),
    Verb(
        "s3 take SPOT [AMOUNT]|[CARDS]",
        "picks up[ {n} of] the chips on {to}",
        laid_cards.take_down,
        (1, 1),
        amount=True,
        cards=_MANY,
        ways=(
            ("pot", "takes {n} from the pot"),
            ("trick", "takes the trick"),
            ("stock", "draws {n} {cards} from the stock"),
            ("pack", "draws {n} {cards} from the pack"),
            ("pile", "takes {n} {cards} from the pile"),
            ("discards", "takes {n} {cards} from the discards"),
            ("widow", "takes the widow {cards}"),
        ),
    ),
    Verb(
        "s3 lay CARDS [PILE]",
        "lays down {cards}[ on {the to}]",
        laid_cards.lay,
        (0, 2),
        cards=_MANY,
        ways=(
            ("money", "lays down {cards} as money"),
            ("spread", "lays down {cards} in the spread"),
            ("red", "lays down the red three {cards}"),
        ),
    ),
    Verb("s3 meld CARDS [PILE]", "melds {cards}[ as {to}]", laid_cards.lay, (0, 2), cards=_MANY),
    Verb("s3 square PILE COLOUR", "squares up the {first}, {rest} on top", words=(2, 2)),
    Verb("s3 knock", "knocks"),
    Verb("s3 ask WORD", "asks to go {to}", words=(1, 1)),
    Verb("s3 pay SEAT AMOUNT", "pays {to} {n}", chips.pay_player, (1, 1), amount=True, needs_number=True),
    Verb("s3 pass", "passes"),
    Verb("s3 bid WORD|AMOUNT", "bids {to} {n}", words=(0, 2), amount=True),
    Verb("s3 name WORD", "names {to}", words=(1, 1)),
    Verb("s3 answer WORD", "answers {to}", words=(1, 8)),
    Verb("s3 claim WORD [SEAT]", "calls {first}[ on {second}]", words=(1, 2)),
    Verb("s3 signal KIND WORD", "gives a signal: {second}[ ({first})]", words=(2, 2)),
    Verb("s3 play CARD [PLACE]", "plays {cards} {to}", places.play, words=(0, 1), cards=1),
    Verb("s3 turn [stock] [CARD]", "turns the next card[ of {the to}] {cards}", hands.turn_next, (0, 1), count=True, cards=_MANY),
    Verb("s3 discard CARDS", "lays {cards} {n} aside", own_cards.lay_aside, count=True, cards=_MANY),
    Verb(
        "s3 swap CARD CARD|PLACE",
        "swaps[ {card}][ for {others}][ with {the to}]",
        own_cards.swap,
        (0, 1),
        cards=_MANY,
        names="{}",
    ),
    Verb("s3 fold", "folds", places.fold),
    Verb("s3 put CHIPS", "puts in {n}", chips.bet, amount=True, needs_number=True),
    Verb("s3 bringin AMOUNT", "brings it in for {n}", chips.to_amount, amount=True, needs_number=True),
    Verb(
        "s3 draw NUMBER [CARDS]",
        "draws {n} {cards}",
        hands.draw,
        count=True,
        cards=_MANY,
        needs_number=True,
        names="and lays {} aside",
    ),
    Verb("s3 pat", "stands pat", hands.stand_pat),
    Verb("s3 show [CARDS]", "shows {cards}", hands.show, cards=_MANY),
    Verb("s3 muck", "mucks the hand", hands.release),
    Verb("s3 flash SEAT [SEAT ...] [CARD]", "lets {to} see {cards}", hands.flash, (1, 22), cards=_MANY, unnamed="cards"),
    Verb("s3 look [PLACE] [NUMBER]", "looks at cards face down[ in {the to}] {n}", hands.look, (0, 1), count=True, cards=1),
    Verb("s3 declare WORD", "declares {to}", words=(1, 1), sealed=True),
    Verb("s3 lift", "picks up the upcards"),
    Verb("s3 sitout", "sits out", hands.away),
    Verb("s3 sitin", "comes back to the game", hands.away),
    Verb(
        "s3 buy AMOUNT|SEAT CARD PRICE",
        "buys {n}",
        laid_cards.buy,
        (0, 1),
        amount=True,
        cards=_MANY,
        needs_number=True,
        ways=(("*", "buys {card} from {to}[ for {others}]"),),
    ),
    Verb("s3 check", "checks"),
    Verb("s3 call", "calls", chips.match),
    Verb("s3 raise AMOUNT", "raises to {n}", chips.to_amount, amount=True, needs_number=True),
    Verb("s3 say WORDS [AMOUNT]", "says {to} {n}", words=(1, 8), amount=True),
    Verb("s3 leave", "leaves the table"),
    Verb("s3 talk LANGUAGE [ABOUT]", "talks in {to}", words=(1, 4)),
    Verb("s3 dispute WORDS", "disputes {to}", words=(0, 8)),
    # the floor
    Verb("f rule OUTCOME [FINDING] [REMEDY ...]", "rules: {first}[, {rest}]", words=(1, 6)),
)

VERBS: dict[tuple[str, str], Verb] = {(verb.role, verb.name): verb for verb in _TABLE}


def verbs_that(kind: str) -> frozenset[str]:
    """Return the dealer's verbs of a kind, a word of `KINDS`.

    >>> sorted(verbs_that("said"))
    ['announce', 'call']
    """
    return frozenset(verb.name for verb in _TABLE if kind in verb.kinds.split())


_IF_SAID = re.compile(r"\[([^][]*)\]")
_FIELD = re.compile(r"\{([\w ]+)\}")
_ONE = {"losses": "loss"}
"""Singulars of marks that are more than the plural without its s."""


def spoken(name: str) -> str:
    """Return a name from an act, such as that of a seat, place or row of chips, as people say it.

    >>> spoken("s3"), spoken("discard_rack"), spoken("side-1"), spoken("pile-3"), spoken("s1.second")
    ('seat 3', 'discard rack', 'side pot 1', 'pile 3', "seat 1's second")
    """
    first, _, number = name.partition("-")
    if first == "side" and number.isdecimal():
        return f"side pot {number}"
    seat, _, pile = name.partition(".")
    if seat[:1] == "s" and seat[1:].isdecimal():
        return f"seat {seat[1:]}" + (f"'s {spoken(pile)}" if pile else "")
    return name if "/" in name else name.replace("_", " ").replace("-", " ")


def _the(name: str) -> str:
    """Return a name with its article; seats and names that end in a number take none."""
    return f"the {name}" if name and not name[-1].isdecimal() and not name.startswith("seat ") else name


def _together(names: Sequence[str]) -> str:
    """Return names as one phrase: seats with `and` between them."""
    if len(names) > 1 and all(name.startswith("seat ") for name in names):
        return f"{', '.join(names[:-1])} and {names[-1]}"
    return " ".join(names)


def _fits(pattern: str, to: Sequence[str]) -> bool:
    """Return whether an act's targets match a pattern; a `*` at its end stands for one or more targets."""
    words = pattern.split()
    if len(to) < len(words) or (len(to) > len(words) and words[-1] != "*"):
        return False
    return all(word in ("*", mine) for word, mine in zip(words, to, strict=False))


def sentence(act: ActParts) -> str:
    """Return the act as a sentence: `the dealer burns 7h up`, `seat 3 bets 100 on player`.

    A part of a verb's words in brackets is printed only if the act has all fields in it.
    """
    role = act.who if act.who in ("d", "f") else "s"
    verb = VERBS[role, act.verb]
    doer = {"d": "the dealer", "f": "the floor"}.get(role, f"seat {act.seat}")
    says = next((way for pattern, way in verb.ways if _fits(pattern, act.to)), verb.says)
    names = [spoken(word) for word in act.to]
    if names[1:] == ["bet"]:
        names.pop()  # the bet in front is the default, and not named
    to = _together(names)
    if not to and "the {to}" in _IF_SAID.sub("", says):
        to = "stub"  # without a target, the stub is dropped or squared up
    cards = ["a card" if card is None else card.name for card in act.cards]
    shown = verb.names.format(" ".join(cards)) if cards else ""
    if not shown and verb.unnamed:
        shown = verb.unnamed if act.n is None else "" if "{n}" in says else f"card {written(act.n)}"  # by its place, from 1
    if act.n == 1 and role == "d" and act.verb == "mark" and len(names) > 1:
        names[1] = _ONE.get(names[1], names[1].removesuffix("s"))
    three = dict(zip(("first", "second", "third"), (*names, "", "", ""), strict=False))
    fields = {
        "to": to,
        "n": "" if act.n is None else written(act.n),
        "cards": shown,
        "card": cards[0] if cards else "",
        "others": " ".join(cards[1:]),
        "face": f"face {act.face}" if act.face else "",
        "rest": _together(names[1:]),
        "are": "are" if len(names) > 2 else "is",
        **three,
        **{f"the {field}": _the(name) for field, name in (*three.items(), ("to", to))},
    }
    kept = _IF_SAID.sub(lambda part: part[1] if all(fields[name] for name in _FIELD.findall(part[1])) else "", says)
    words = _FIELD.sub(lambda part: fields[part[1]], kept)
    text = " ".join(f"{doer} {words}".split()).removesuffix(" to").removesuffix(" on")
    text = text.replace("the stub into the stub", "the stub").replace("turns in seat ", "turns the cards of seat ")
    return text.replace("turns in ", "turns the cards of the ")

"""Reader of a line with the bets of a round: `blinds 50/100, A raise 260, B all-in 480, C call`. Figures are worked out later, in
`reckoning`.

Parts stand between commas. A part describes the round (`blinds 50/100`, `pot 100`, `limit 20`, `8 players`), or is the act of a
player (`A raise 260`, `seat 3 call`, `big blind checks`). A name seen for the first time is a further player. An amount is the
player's total in this round, except after `by` or `+`, or before `more`: there it is added to the price.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final

import attrs

from dealerkit.errors import BetsError
from dealerkit.files.screen_text import count_of

LONGEST: Final = 2000
"""Most characters of a line."""
HIGHEST: Final = Decimal(10) ** 12

NUMBER = re.compile(r"\+?\$?([0-9]+(?:\.[0-9]{1,4})?|\.[0-9]{1,4})(k|m)?(?![\w.])", re.IGNORECASE)
TIMES = {"": 1, "k": 1000, "m": 1_000_000}

VERBS: Final = {
    "check": "check", "checks": "check", "checked": "check", "knock": "check", "knocks": "check", "tap": "check", "taps": "check",
    "fold": "fold", "folds": "fold", "folded": "fold", "mucks": "fold", "drops": "fold",
    "call": "call", "calls": "call", "called": "call", "flat": "call", "flats": "call", "limp": "call", "limps": "call",
    "bet": "bet", "bets": "bet", "opens": "bet", "open": "bet", "leads": "bet",
    "raise": "raise", "raises": "raise", "raised": "raise", "reraise": "raise", "reraises": "raise", "re-raise": "raise",
    "re-raises": "raise", "3bet": "raise", "4bet": "raise", "makes": "raise", "make": "raise",
    "complete": "raise", "completes": "raise",
    "all-in": "all_in", "allin": "all_in", "jam": "all_in", "jams": "all_in", "shove": "all_in", "shoves": "all_in",
    "put": "put", "puts": "put", "chip": "put", "chips": "put", "throws": "put", "tosses": "put",
    "say": "say", "says": "say", "said": "say", "announces": "say", "declares": "say",
    "has": "has", "have": "has", "stack": "has",
    "sb": "small", "bb": "big", "post": "post", "posts": "post", "straddle": "straddle", "straddles": "straddle",
    "bring-in": "bring_in", "brings-in": "bring_in", "?": "asks",
}  # fmt: skip
"""Verbs of a player, by every word for them."""
SILENT = frozenset({"to", "in", "is", "the", "for", "of", "with", "goes", "and", "it", "a", "an", "at", "on", "each", "turn"})
"""Words that are ignored."""
WITHOUT_AMOUNT = frozenset({"check", "fold", "asks"})
POSTED = frozenset({"small", "big", "post", "straddle", "bring_in", "has"})
"""Words for chips in front before the first act."""

STRUCTURES: Final = {
    "no-limit": "no_limit", "nl": "no_limit", "nlhe": "no_limit", "pot-limit": "pot_limit", "pl": "pot_limit", "plo": "pot_limit",
    "limit": "limit", "fixed-limit": "limit", "fl": "limit",
}  # fmt: skip
"""Betting structures, by the words for them."""
BLINDS: Final = {"small": "small blind", "big": "big blind"}
PLACES: Final = {"sb": "small blind", "bb": "big blind", "btn": "button", "utg": "under the gun", "straddler": "straddle"}

_TWO_WORDS = re.compile(
    r"\b(all)[ -](in)\b|\b(bring|brings)[ -](in)\b|\b(no|pot|fixed|spread)[ -](limit)\b|\b(heads)[ -](up)\b", re.IGNORECASE
)
_BLINDS = re.compile(r"[0-9.$k]+(/[0-9.$k]+){1,2}")
"""Blinds written without the word "blinds", such as `2/5`."""
_SEAT = re.compile(r"(?:seat|player)\s+#?[0-9]{1,3}\b", re.IGNORECASE)


@attrs.frozen
class ToldAct:
    """One player's act, or chips in front before the first act.

    Attributes:
        who: The player's name; empty for an unnamed player who has not acted yet.
        verb: One of the values of `VERBS`, or `to` for an amount without a verb.
        amount: The player's total after the act, or with `by` the size of the raise; None without an amount.
        by: Whether the amount is the size of the raise, on top of the price.
        chips: Single amounts of chips put in without a word, one number for each chip or stack.
        motions: Number of `chips` pushed forward in each motion, in order.
        column: Column of the line where the act begins, from 1.
        text: The act as written in the line.
    """

    who: str
    verb: str
    amount: Decimal | None = None
    by: bool = False
    chips: tuple[Decimal, ...] = ()
    motions: tuple[int, ...] = ()
    column: int = 1
    text: str = ""


@attrs.frozen
class BetLine:
    """The bets of a round as read from a line; nothing is worked out yet.

    Attributes:
        text: Text of the line.
        structure: `no_limit`, `pot_limit` or `limit`; empty if not given.
        size: Fixed bet of the street; None if not given.
        small: Small blind; None if not given.
        big: Big blind, or the smallest bet; None if not given.
        straddle: Straddle of an unnamed player; None for none.
        pot: Chips in the middle, antes among them.
        players: Players with cards when the round begins; 0 if not given.
        acts: Acts of the players, in order.
    """

    text: str
    structure: str = ""
    size: Decimal | None = None
    small: Decimal | None = None
    big: Decimal | None = None
    straddle: Decimal | None = None
    pot: Decimal = Decimal(0)
    players: int = 0
    acts: tuple[ToldAct, ...] = ()


def read_line(text: str) -> BetLine:
    """Return the bets of a round, read from a line that a person typed.

    Raises:
        BetsError: If a part of the line is not understood; the error names its column.

    >>> read_line("blinds 50/100, A raise to 260, B 480").acts[1]
    ToldAct(who='B', verb='to', amount=Decimal('480'), by=False, chips=(), motions=(), column=32, text='B 480')
    """
    if len(text) > LONGEST:
        long = count_of(len(text), "character")
        raise BetsError(
            text[:60], LONGEST, f"the line has {long}", f"type the bets of one round, in at most {LONGEST} characters"
        )
    reading = _LineReading(text)
    for column, part in _parts(text):
        reading.part(column, part)
    return reading.line()


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the parts of a line with the column at which each begins."""
    if doubtful := re.search(r"(?<![\w.])[0-9]{1,3},[0-9]{3}(?![0-9])", text):
        figures = doubtful[0]
        hint = f"type {figures.replace(',', '')} for one amount, or '{figures.replace(',', ', ')}' for two"
        raise BetsError(text, doubtful.start() + 1, f"'{figures}' can be one amount or two", hint)
    for match in re.finditer(r"[^,;\n]+", text):
        part = match[0].strip()
        if part:
            yield match.start() + len(match[0]) - len(match[0].lstrip()) + 1, part


class _LineReading:
    """Parser of one line; collects settings and acts part by part."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._told: dict[str, object] = {}
        self._pot = Decimal(0)
        self._ante: tuple[int, Decimal] | None = None
        self._acts: list[ToldAct] = []

    def line(self) -> BetLine:
        """Return the finished line.

        Raises:
            BetsError: If an ante for each player is given without the number of players.
        """
        if self._ante is not None:
            column, each = self._ante
            if not (players := self._told.get("players")):
                hint = "add the number of players, such as '8 players', or type the total, such as 'antes 80'"
                raise self._error(column, "can't work out the total of the antes", hint)
            self._pot += each * int(str(players))
        return BetLine(self._text, pot=self._pot, acts=tuple(self._posted_first()), **self._told)  # type: ignore[arg-type]

    def _posted_first(self) -> Iterator[ToldAct]:
        """Yield the acts; an amount below its player's full blind is marked as posted before the first act.

        An act never lowers a player's chips in the round, so that a smaller amount can only be a short post.
        """
        before = True
        for act in self._acts:
            kind = next((kind for kind, name in BLINDS.items() if name == act.who), "")
            full, amount = self._told.get(kind), act.amount
            less = isinstance(full, Decimal) and amount is not None and amount < full
            if before and kind and (act.verb == "post" or (act.verb == "to" and less)):
                yield attrs.evolve(act, verb=kind)
                continue
            before = before and act.verb in POSTED
            yield attrs.evolve(act, who=act.who or BLINDS.get(act.verb, ""))

    def part(self, column: int, part: str) -> None:
        """Add one part of the line: a setting, or an act."""
        joined = _TWO_WORDS.sub(lambda match: "-".join(word for word in match.groups() if word), part)
        if not self._setting(column, joined):
            self._acts.append(self._act(column, part, joined))

    def _error(self, column: int, message: str, hint: str) -> BetsError:
        return BetsError(self._text, column, message, hint)

    # -- the round -----------------------------------------------------------------------------------------------------

    def _setting(self, column: int, part: str) -> bool:
        """Read a part that describes the round, and return True; return False if the part is a player's act."""
        words = part.casefold().split()
        first, rest = words[0].rstrip(":"), " ".join(words[1:])
        bare = _BLINDS.fullmatch(part.casefold())
        if first in ("blinds", "blind") or bare:
            self._blinds(column, part if bare else rest)
        elif first in STRUCTURES:
            self._structure(column, first, rest)
        elif len(words) == 2 and words[1] in STRUCTURES and _BLINDS.fullmatch(words[0]):  # `5/10 PLO`
            self._structure(column, words[1], words[0])
        elif first in ("spread-limit", "spread"):
            raise self._error(
                column,
                "can't work out the bets of a spread-limit game",
                "type no-limit, and apply the house's maximum bet yourself",
            )
        elif (first in ("pot", "middle") and rest) or (first == "antes" and rest):
            self._pot += self._amount(column, rest)
        elif first == "ante" and rest:
            self._ante = (column, self._amount(column, rest))
        elif re.fullmatch(r"(bb|big blind) ante .+", " ".join(words)):
            self._pot += self._amount(column, words[-1])
        elif first == "straddle" and rest:
            self._tell(column, "straddle", self._amount(column, rest))
        elif first in ("min", "minimum") and rest:
            self._tell(column, "big", self._amount(column, rest.removeprefix("bet ")))
        elif first == "heads-up":
            self._tell(column, "players", 2)
        elif len(words) == 2 and words[1] in ("players", "handed", "way") and words[0].isdecimal():
            players = int(words[0][:6])
            if not 2 <= players <= 22:
                raise self._error(column, f"{words[0]} players can't be in a hand", "write a number from 2 to 22")
            self._tell(column, "players", players)
        else:
            return False
        return True

    def _tell(self, column: int, what: str, value: object) -> None:
        if self._told.setdefault(what, value) != value:
            raise self._error(column, "this appears twice, with different values", "type it once")

    def _blinds(self, column: int, blinds: str) -> None:
        amounts = [self._amount(column, blind) for blind in re.split(r"[/\s-]+", blinds) if blind not in ("", "and")]
        if not 1 <= len(amounts) <= 3:
            raise self._error(column, "there can be one, two or three blinds", "type them as blinds 50/100")
        if amounts != sorted(amounts):
            raise self._error(column, "the small blind has to come first", "type them as blinds 50/100")
        for what, amount in zip(("big",) if len(amounts) == 1 else ("small", "big", "straddle"), amounts, strict=False):
            self._tell(column, what, amount)

    def _structure(self, column: int, word: str, rest: str) -> None:
        structure = STRUCTURES.get(word, "limit")
        self._tell(column, "structure", structure)
        if rest and structure != "limit" and _BLINDS.fullmatch(rest):
            self._blinds(column, rest)
        elif rest and structure == "limit":
            self._tell(column, "size", self._amount(column, rest))
        elif rest:
            raise self._error(column, f"'{rest}' can't be read here", "put a comma before the next action")

    def _amount(self, column: int, text: str) -> Decimal:
        match = NUMBER.fullmatch(text.strip())
        if match is None or text.strip().startswith("+"):
            raise self._error(column, f"'{text.strip()}' is not an amount", "type an amount such as 100, 2.50 or 1.5k")
        return self._value(column, match)

    def _value(self, column: int, match: re.Match[str]) -> Decimal:
        value = Decimal(match[1]) * TIMES[(match[2] or "").casefold()]
        if value > HIGHEST:
            raise self._error(column, f"'{match[0]}' is too large an amount", f"the maximum is {HIGHEST}")
        return value

    # -- the players ---------------------------------------------------------------------------------------------------

    def _act(self, column: int, part: str, joined: str) -> ToldAct:
        """Return the act of one part."""
        who, rest = _who(joined)
        tokens = re.findall(r"\?|\+|[^\s?+]+", rest)
        at = column + max(0, len(joined) - len(rest))
        verb, by, motions = "", False, [0]
        amounts: list[Decimal] = []
        for token in tokens:
            word = token.casefold().strip(":.()!\"'") or token
            if (number := NUMBER.fullmatch(token.strip(":()!\"'"))) is not None:
                amounts.append(self._value(at, number))
                motions[-1] += 1
            elif word == "+":
                by = by or not amounts
            elif word in VERBS and not (verb == "put" and VERBS[word] == "put"):
                known = VERBS[word]
                if verb not in ("", known, "post") and not (
                    known == "all_in" or (verb == "all_in" and known in ("bet", "raise", "call"))
                ):
                    raise self._error(
                        at, f"'{part}' has two actions in it", "put a comma between the actions, and name each player"
                    )
                verb = "all_in" if "all_in" in (known, verb) else known
            elif word in ("by", "more", "another", "over"):
                by = True
            elif word == "then" and amounts:
                motions.append(0)
            elif word == "x" and len(amounts) == 1:
                pass
            elif (times := re.fullmatch(r"([0-9]{1,3})[x*](\S+)", word)) and (number := NUMBER.fullmatch(times[2])):
                amounts += [self._value(at, number)] * int(times[1])
                motions[-1] += int(times[1])
                if not 0 < len(amounts) <= 200:
                    raise self._error(at, f"'{token}' is not a list of chips", "type chips such as 3x100")
            elif word not in SILENT:
                raise self._error(self._text.find(token, column - 1) + 1 or at, f"'{token}' is not an action or an amount", KNOWN)
        return self._told_act(column, part, who, verb, amounts, motions, by=by)

    def _told_act(
        self, column: int, part: str, who: str, verb: str, amounts: list[Decimal], motions: list[int], *, by: bool
    ) -> ToldAct:
        if not verb:
            verb = "to" if amounts else ""
        if not verb:
            raise self._error(column, f"'{part}' has no action in it", KNOWN)
        if verb == "put":
            if not amounts:
                raise self._error(column, f"'{part}' doesn't say which chips went in", "write B puts 500, or B puts 500+100")
            total = sum(amounts, Decimal(0))
            return ToldAct(who, verb, total, chips=tuple(amounts), motions=tuple(motions), column=column, text=part)
        if len(amounts) > 1 or (amounts and verb in WITHOUT_AMOUNT):
            raise self._error(column, f"'{part}' has one amount too many", "for chips put in without a word, type B puts 500+100")
        amount = amounts[0] if amounts else None
        if amount is None and verb in ("say", "bet", "raise", "has", "post", "straddle", "bring_in"):
            raise self._error(column, f"'{part}' has no amount", "type an amount, such as B raise 200")
        if by and verb not in ("raise", "to"):
            raise self._error(column, f"'{part}': only a raise can use 'by'", "type the total")
        return ToldAct(who, "raise" if by else verb, amount, by, column=column, text=part)


KNOWN: Final = "type bet, raise, call, check, fold, all-in or puts, and an amount, such as B raise 200"


_PLACE_BEGINS = frozenset(
    " ".join(place.split()[: upto + 1]) for place in (*PLACES.values(), "cut off") for upto in range(len(place.split()))
)


def _who(part: str) -> tuple[str, str]:
    """Return a player's name, and the rest of the part after it.

    >>> _who("seat 3 raises to 200"), _who("the big blind calls"), _who("Anna-Lena 40"), _who("raise 260")
    (('seat 3', ' raises to 200'), ('big blind', 'calls'), ('Anna-Lena', '40'), ('', 'raise 260'))
    """
    seat = _SEAT.match(part)
    if seat is not None:
        return " ".join(seat[0].casefold().replace("#", "").split()), part[seat.end() :]
    names: list[str] = []
    rest = part
    while rest:
        word, _, after = rest.partition(" ")
        if word.endswith("?") and len(word) > 1 and not after:
            return " ".join([*names, word[:-1]]), "?"
        bare = word.casefold().strip(":.()!\"'")
        # `BB calls`: the first word is a player, because an act follows it
        place = bare in PLACES and not names and re.match(r"\s*[a-z?]", after.casefold()) is not None
        if not place and (bare in VERBS or NUMBER.fullmatch(word.strip(":()!\"'")) or word[:1] == "+"):
            break
        if names and not (word[:1].isupper() or " ".join([*names, bare]).casefold() in _PLACE_BEGINS):
            break
        if bare != "the" or names:
            names.append(word.rstrip(":"))
        rest = after.strip()
    name = " ".join(names)
    folded = name.casefold()
    if re.fullmatch(r"s[0-9]{1,2}", folded):
        return f"seat {folded[1:]}", rest
    return PLACES.get(folded, folded if folded in (*BLINDS.values(), *PLACES.values()) else name), rest

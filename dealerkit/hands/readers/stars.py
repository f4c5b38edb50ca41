"""Reader of PokerStars hand histories: hold'em, Omaha, stud, razz and draw, cash games and tournaments.

The format is known from the samples that parsers in public repositories are tested with. A hand has a head, its table, its
seats, the posts, a part for each street, the showdown and a summary. Chat, arrivals, departures and prizes have no place in PHH
and are left out. A player who comes in or returns posts in PHH too: a big blind as a negative post, a dead small blind as an
ante. A hand that PHH cannot express, or that is not supported, is left out whole and reported: another game, a board that was
run twice, a cancelled hand, a straddle from an unusual seat.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import time
from decimal import Decimal
from typing import BinaryIO, Final

import attrs

from dealerkit.hands.phh.text import Number
from dealerkit.hands.readers.reader import LONGEST_LINE, ReadHand, UnreadText
from dealerkit.hands.readers.stars_lines import ACT, BRINGS_IN, CURRENCIES, POST, WON, money
from dealerkit.hands.readers.stars_sums import discrepancies

_BEGIN: Final = re.compile(r"PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #(\d+):")
_STARTS: Final = re.compile(rb"\s*(?:\*+ # \d+ \*+\s+)?PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #\d+:")
_HEAD: Final = re.compile(
    r"PokerStars (?:Zoom |Home Game )?(?:Hand|Game) #(?P<id>\d+): +(?:\{.*?\} +)?"
    r"(?:(?:Zoom )?Tournament #(?P<tournament>\d+), .*? )?"
    r"(?:[\w.-]+ \((?=[^)]*, ))?(?P<game>(?:5 Card )?Omaha(?: Hi/Lo)?|(?:6\+ )?Hold'em|7 Card Stud(?: Hi/Lo)?|Razz|5 Card Draw"
    r"|(?:Single|Triple) Draw 2-7 Lowball"
    r"|Badugi|Courchevel(?: Hi/Lo)?) (?P<limit>No Limit|Pot Limit|Limit)(?: - (?:Match Round \w+, )?Level \w+)?"
    r"(?: \(|, )(?P<small>\D?[\d.,]+)/(?P<big>\D?[\d.,]+)(?: Cap - [^)]*)?(?: (?P<currency>[A-Z]{3}))?\) - "
    r"(?P<year>\d{4})/(?P<month>\d\d?)/(?P<day>\d\d?)(?: -)? (?P<time>\d\d?:\d\d:\d\d)(?: \(?(?P<zone>[A-Z]+)\)?)?"
)
_TABLE: Final = re.compile(r"Table '(?P<table>.*)' .*Seat #(?P<button>\d+) is the button")
_STUD_TABLE: Final = re.compile(r"Table '(?P<table>.*)' \d+-max")
_SEAT: Final = re.compile(r"Seat (?P<seat>\d+): (?P<name>.*) \((?P<stack>\D?[\d.,]+) in chips(?:, .* bounty)?\)(?P<out> .*)?")
_SHOWN: Final = re.compile(r"shows \[(?P<cards>[^\]]*)\]")
_DEALT: Final = re.compile(r"Dealt to (?P<name>.*) \[(?P<cards>[^\]]*)\]")
_DEALT_ON: Final = re.compile(r"Dealt to (?P<name>.*?)(?P<cards>(?: \[[^\]]*\])+)")
_DISCARDS: Final = re.compile(r"discards (?P<count>\d) cards?(?: \[(?P<cards>[^\]]*)\])?|stands pat(?: on \[[^\]]*\])?")
_STREET: Final = re.compile(r"\*\*\* (?P<street>[A-Za-z0-9 ]+?) \*\*\*(?: (?P<cards>\[.*\]))?")
_MUCKED: Final = re.compile(r"Seat (?P<seat>\d+): .* mucked \[(?P<cards>[^\]]*)\]")
_SUMMED: Final = re.compile(r"Seat (?P<seat>\d+): ")

VARIANTS: Final[Mapping[tuple[str, str], str]] = {
    ("Hold'em", "No Limit"): "NT",
    ("Hold'em", "Limit"): "FT",
    ("Omaha", "Pot Limit"): "PO",
    ("Omaha Hi/Lo", "Limit"): "FO/8",
    ("7 Card Stud", "Limit"): "F7S",
    ("7 Card Stud Hi/Lo", "Limit"): "F7S/8",
    ("Razz", "Limit"): "FR",
    ("Single Draw 2-7 Lowball", "No Limit"): "N2L1D",
    ("Triple Draw 2-7 Lowball", "Limit"): "F2L3D",
    ("Badugi", "Limit"): "FB",
}
"""Variant of PHH by game and limit, as the head of a hand names them."""

_CARDS: Final = {"NT": 2, "FT": 2, "PO": 4, "FO/8": 4, "F7S": 7, "F7S/8": 7, "FR": 7}
_DRAWN: Final = {"N2L1D": 5, "F2L3D": 5, "FB": 4}
"""Number of cards in a hand of each draw variant."""
_STUD: Final = 7
"""Number of cards in a hand of stud."""
_STUD_STREETS: Final = ("3rd STREET", "4th STREET", "5th STREET", "6th STREET", "RIVER")
_MOST: Final = 2000
"""Most lines of a hand."""


class _CannotTell(Exception):
    """A hand that cannot be understood, or cannot be expressed in PHH.

    Args:
        line: The line with the problem.
        what: The problem.
    """

    def __init__(self, line: int, what: str) -> None:
        super().__init__(what)
        self.line, self.what = line, what


def _number(amount: Decimal) -> int | Number:
    """Return an amount in the form of PHH: a whole number, or one with its cents."""
    return (
        int(amount)
        if amount == int(amount)
        else Number(f"{amount:.2f}" if amount == round(amount, 2) else f"{amount.normalize():f}")
    )


def _cards(text: str) -> str:
    """Return cards without brackets and spaces: `[9d 3d Qc]` as `9d3dQc`."""
    return re.sub(r"[\[\]\s]", "", text)


@attrs.define
class _Player:
    name: str
    seat: int
    stack: Decimal
    ante: Decimal = Decimal(0)
    blind: Decimal = Decimal(0)
    won: Decimal = Decimal(0)
    cards: str = ""
    away: bool = False

    @property
    def is_all_in(self) -> bool:
        """Whether the player was all-in before the first cards."""
        return self.stack <= self.ante + abs(self.blind)


class StarsReader:
    """Reader of PokerStars hand histories."""

    title = "PokerStars text"

    def begins(self, start: bytes) -> bool:
        """Return whether a file with this beginning is of the format."""
        return _STARTS.match(start) is not None

    def begins_hand(self, line: bytes) -> bool:
        """Return whether a line begins a hand; no hand needs the lines before it."""
        return _BEGIN.match(_text(line)) is not None

    def hands(self, stream: BinaryIO) -> Iterator[ReadHand | UnreadText]:
        """Yield a file's hands one by one. The rest of a line that is too long is ignored."""
        rows: list[str] = []
        first = number = 0
        whole = True  # the line before has ended
        for row in iter(lambda: stream.readline(LONGEST_LINE), b""):
            begins, whole = whole, row.endswith(b"\n")
            if not begins:
                continue
            number += 1
            text = _text(row)
            if _BEGIN.match(text):
                if rows:
                    yield _read(rows, first)
                rows, first = [], number
            if first and len(rows) < _MOST:
                rows.append(text)
        if rows:
            yield _read(rows, first)


def _text(row: bytes) -> str:
    """Decode a line and strip spaces around it. A line that is not UTF-8 is in the encoding of older clients on Windows."""
    try:
        text = row.decode("utf-8")
    except UnicodeDecodeError:
        text = row.decode("cp1252", "replace")
    return text.removeprefix("\ufeff").strip()


def _read(rows: list[str], first: int) -> ReadHand | UnreadText:
    """Read one hand from its lines.

    Args:
        rows: The lines.
        first: The line number of the first of them in the file.
    """
    match = _BEGIN.match(rows[0])
    name = match[1] if match else ""
    try:
        return _StarsHand(rows, first).read()
    except _CannotTell as why:
        return UnreadText(name, why.line, why.what)
    except ArithmeticError:
        return UnreadText(name, first, "an amount is not a number")


class _StarsHand:
    """One hand while it is read.

    Args:
        rows: Its lines.
        first: The line number of the first of them in the file.
    """

    def __init__(self, rows: list[str], first: int) -> None:
        self.rows, self.first = rows, first
        self.players: dict[str, _Player] = {}
        self.actions: list[str] = []
        self.lines: list[int] = []
        self.left: dict[str, int] = {}
        self.board = ""
        self.bring_in: Decimal | None = None
        self.folded: set[str] = set()
        self.draws = False
        self.drawn: dict[str, str] = {}
        self.shown: set[str] = set()
        self.killed: list[tuple[int, int]] = []

    def read(self) -> ReadHand:
        """Return the hand.

        Raises:
            _CannotTell: If PHH cannot express it.
        """
        if "Hand cancelled" in self.rows:
            raise _CannotTell(self.first + self.rows.index("Hand cancelled"), "the hand was cancelled")
        head = _HEAD.match(self.rows[0])
        if head is None:
            raise _CannotTell(self.first, f"unknown game: {self.rows[0][:80]}")
        variant = VARIANTS.get((head["game"], head["limit"]))
        if variant is None:
            raise _CannotTell(self.first, f"{head['game']} {head['limit']} can't be read")
        if "Cap -" in self.rows[0]:
            raise _CannotTell(self.first, "PHH has no word for a cap on what a player can lose")
        self.draws = variant in _DRAWN
        cards = _DRAWN.get(variant) or _CARDS[variant]
        stud = cards == _STUD
        table = (_STUD_TABLE if stud else _TABLE).match(self.rows[1]) if len(self.rows) > 1 else None
        if table is None:
            lacking = "the table it was dealt at" if stud else "which seat has the button"
            raise _CannotTell(self.first + 1, f"the text does not say {lacking}")
        order = self._seated(0 if stud else int(table["button"]))
        if stud:
            self._antes(order)
        else:
            self._blinds(order, head)
        places = {player.name: place for place, player in enumerate(order, 1)}
        self._play(order, places, cards)
        small, big = money(head["small"]), money(head["big"])
        as_posted = order[::-1] if len(order) == 2 else order  # heads-up, the player with the small blind is listed first
        forced: dict[str, object] = {"blinds_or_straddles": [_number(player.blind) for player in as_posted]}
        if stud:
            if self.bring_in is None:
                raise _CannotTell(self.first, "the text does not say who posted the bring-in")
            forced = {"bring_in": _number(self.bring_in)}
        fields: dict[str, object] = {
            "variant": variant,
            "ante_trimming_status": False,
            "antes": [_number(player.ante) for player in order],
            **forced,
            **({"small_bet": _number(small), "big_bet": _number(big)} if head["limit"] == "Limit" else {"min_bet": _number(big)}),
            "starting_stacks": [_number(player.stack) for player in order],
            "actions": self.actions,
            "time": _time(head["time"]),
            "day": int(head["day"]),
            "month": int(head["month"]),
            "year": int(head["year"]),
            "hand": int(head["id"]),
            "seats": [player.seat for player in order],
            "table": table["table"],
            "players": [player.name for player in order],
            "winnings": [_number(player.won) for player in order],
        }
        if head["tournament"]:
            fields["event"] = f"tournament {head['tournament']}"
        if head["small"][0] in CURRENCIES:
            fields["currency_symbol"] = head["small"][0]
        if head["zone"]:
            fields["time_zone_abbreviation"] = head["zone"]
        stacks = {player.name: player.stack for player in order}
        return ReadHand(fields, self.first, self.lines, self.left, discrepancies(self.rows, stacks))

    def _seated(self, button: int) -> list[_Player]:
        """Read the seats; return the players dealt in, in order from the left of the button."""
        summed: set[int] = set()
        in_summary = False
        for row in self.rows[2:]:
            in_summary = in_summary or row.startswith("*** SUMMARY ***")
            if in_summary and (match := _SUMMED.match(row)):
                summed.add(int(match["seat"]))
        if not in_summary:
            raise _CannotTell(self.first + len(self.rows) - 1, "the text breaks off before the summary")
        for at, row in enumerate(self.rows[2:], 2):
            match = _SEAT.fullmatch(row)
            if match is None:
                break
            if int(match["seat"]) in summed:
                if match["name"] in self.players:
                    raise _CannotTell(self.first + at, "two players have the same name")
                away = "is sitting out" in (match["out"] or "")
                self.players[match["name"]] = _Player(match["name"], int(match["seat"]), money(match["stack"]), away=away)
        order = sorted(self.players.values(), key=lambda player: (player.seat <= button, player.seat))
        if len(order) < 2:
            raise _CannotTell(self.first, "fewer than two players were dealt in")
        return order

    def _blinds(self, order: list[_Player], head: re.Match[str]) -> None:
        """Read the blinds and other posts before the cards.

        Raises:
            _CannotTell: If a player made a post that was not due, or made one twice.
        """
        due = _due(order)
        posts = list(self._posts())
        named = {what: player for what, player, _, _ in posts if player is due.get(what)}
        if "small blind" not in named and len(order) > 2:  # the player who would have to post it has left
            due["big blind"] = next(
                (player for what, player, _, _ in posts if what == "big blind" and player in order[:2]), order[1]
            )
        size = {"small blind": money(head["small"]), "big blind": money(head["big"])}
        if head["limit"] == "Limit":  # the head states the bets, and the big blind is the smaller of them
            small = max((amount for what, _, amount, _ in posts if what == "small blind"), default=Decimal(0))
            size = {"small blind": small, "big blind": size["small blind"]}
        self._short_antes(order)
        for what, player, amount, line in posts:
            if player is due.get(what) and not player.blind:
                player.blind = size[what]  # a player all-in on a blind has posted only part of it
            elif what == "straddle" and order[2:3] == [player]:
                player.blind = amount
            elif len(order) == 2 or what == "straddle" or player.blind:
                raise _CannotTell(line, f"this was posted out of turn: {what}")
            else:  # a player comes in or returns: a small blind is dead, a big blind is the player's bet and moves nobody's turn
                live = Decimal(0) if what == "small blind" else min(amount, size["big blind"])
                player.blind, player.ante = -live, player.ante + amount - live
        big = due["big blind"]
        if big.ante and big.ante >= big.stack:  # the player is all-in before it
            big.blind = size["big blind"]
        if big.blind <= 0:
            raise _CannotTell(self.first, "the big blind was not posted")

    def _antes(self, order: list[_Player]) -> None:
        """Read the posts before the cards where only antes are due.

        Raises:
            _CannotTell: If there is another post.
        """
        for what, _, _, line in self._posts():
            raise _CannotTell(line, f"this was posted out of turn: {what}")
        self._short_antes(order)

    def _posts(self) -> Iterator[tuple[str, _Player, Decimal, int]]:
        """Yield the posts before the cards: kind, player, amount and line; antes are noted instead."""
        for at, row in enumerate(self.rows[2:], 2):
            if row.startswith("*** "):
                break
            player, rest = self._who(row)
            match = POST.match(rest) if player is not None else None
            if player is None or match is None:
                continue
            if match["what"] == "the ante":
                player.ante = money(match["amount"])
            else:
                yield match["what"], player, money(match["amount"]), self.first + at

    def _short_antes(self, order: list[_Player]) -> None:
        """Note the unpaid rest of an ante for a player who is all-in."""
        most = max(player.ante for player in order)
        for player in order:
            if player.ante and player.ante == player.stack:
                player.ante = most

    def _who(self, row: str) -> tuple[_Player | None, str]:
        """Return the player named in a line, and the rest of the line; names may contain colons and spaces."""
        best = ""
        at = row.find(": ")
        while at > 0:
            if row[:at] in self.players:
                best = row[:at]
            at = row.find(": ", at + 1)
        return (self.players[best], row[len(best) + 2 :]) if best else (None, row)

    def _add(self, action: str, at: int) -> None:
        self.actions.append(action)
        self.lines.append(self.first + at)

    def _play(self, order: list[_Player], places: Mapping[str, int], cards: int) -> None:
        """Read the streets of a hand.

        Args:
            order: The players dealt in, from the left of the button.
            places: Number of each player in PHH, by name.
            cards: Number of cards in a hand.

        Raises:
            _CannotTell: If PHH cannot express the play.
        """
        opens = "*** 3rd STREET ***" if cards == _STUD else "*** DEALING HANDS ***" if self.draws else "*** HOLE CARDS ***"
        begins = next((at for at, row in enumerate(self.rows) if row.startswith(opens)), 0)
        if not begins:
            raise _CannotTell(self.first, f"the cards are never dealt: the line '{opens}' is missing")
        if cards == _STUD:
            self._play_stud(order, places, begins)
            return
        for row in self.rows[begins:]:
            if self.draws and row.startswith("*** ") and row != opens:
                break
            if (dealt := _DEALT.fullmatch(row)) and dealt["name"] in self.players:
                self.players[dealt["name"]].cards = self.players[dealt["name"]].cards or _cards(dealt["cards"])
            elif mucked := _MUCKED.fullmatch(row):  # the summary also shows cards that nobody saw at the table
                for player in order:
                    if player.seat == int(mucked["seat"]) and not player.cards:
                        shown_cards = _cards(mucked["cards"])
                        player.cards = shown_cards + "??" * (cards - len(shown_cards) // 2)
        for player in order:
            self._add(f"d dh p{places[player.name]} {player.cards or '??' * cards}", begins)
        for at, row in enumerate(self.rows[begins + 1 :], begins + 1):
            if self.draws and self._draw(row, at, places):
                continue
            if self.drawn and (row.startswith("*** ") or ACT.fullmatch(self._who(row)[1].strip())):
                self._deal_drawn(order, places, at)
            if row.startswith("*** "):
                if row.startswith("*** SUMMARY ***"):
                    break
                self._street(row, at)
                continue
            self._line(row, at, places, cards)
        self._mucked()

    def _draw(self, row: str, at: int, places: Mapping[str, int]) -> bool:
        """Read a line about a draw: the discards or the new cards of a player; return whether it is such a line."""
        if (dealt := _DEALT_ON.fullmatch(row)) and dealt["name"] in self.drawn:
            self.drawn[dealt["name"]] = _cards(dealt["cards"].rpartition("[")[2])
            return True
        player, rest = self._who(row)
        match = _DISCARDS.fullmatch(rest.strip()) if player is not None else None
        if player is None or match is None:
            return False
        text = _cards(match["cards"] or "") or "??" * int(match["count"] or 0)
        self._add(f"p{places[player.name]} sd {text}".strip(), at)
        if text:
            self.drawn[player.name] = "??" * (len(text) // 2)
        return True

    def _deal_drawn(self, order: list[_Player], places: Mapping[str, int], at: int) -> None:
        """Note the deals of replacement cards, once everybody has discarded, in order from the left of the button."""
        for player in order:
            if player.name in self.drawn:
                self._add(f"d dh p{places[player.name]} {self.drawn[player.name]}", at)
        self.drawn.clear()

    def _play_stud(self, order: list[_Player], places: Mapping[str, int], begins: int) -> None:
        """Read the streets of stud.

        Args:
            order: The players dealt in, from the left of the button.
            places: Number of each player in PHH, by name.
            begins: The line on which the first street begins.

        Raises:
            _CannotTell: If PHH cannot express the play.
        """
        for at, row in enumerate(self.rows[begins:], begins):
            if not row.startswith("*** "):
                self._line(row, at, places, _STUD)
                continue
            match = _STREET.match(row)
            street = match["street"] if match is not None and not match["cards"] else ""
            if street == "SUMMARY":
                break
            if street in _STUD_STREETS:
                dealt = self._dealt(at)
                unseen = "??????" if street == "3rd STREET" else "??"
                for player in order:
                    if player.name not in self.folded:
                        cards = dealt.get(player.name, "")
                        self._add(f"d dh p{places[player.name]} {unseen[: len(unseen) - len(cards)]}{cards}", at)
            elif street != "SHOW DOWN":
                raise _CannotTell(self.first + at, f"PHH has no word for this: {row[:60]}")
        self._mucked()

    def _dealt(self, at: int) -> dict[str, str]:
        """Return the new cards of a street by player name: the last ones in brackets of each line."""
        dealt = {}
        for row in self.rows[at + 1 :]:
            match = _DEALT_ON.fullmatch(row)
            if match is None:
                break
            dealt[match["name"]] = _cards(match["cards"].rpartition("[")[2])
        return dealt

    def _street(self, row: str, at: int) -> None:
        match = _STREET.match(row)
        street = match["street"] if match else ""
        if street in ("FLOP", "TURN", "RIVER") and match is not None and match["cards"]:
            board = _cards(match["cards"])
            if not board.startswith(self.board):
                raise _CannotTell(self.first + at, "this street's board doesn't start with the board before it")
            self._add(f"d db {board[len(self.board) :]}", at)
            self.board = board
        elif street != "SHOW DOWN" and not (self.draws and street in ("FIRST DRAW", "SECOND DRAW", "THIRD DRAW")):
            raise _CannotTell(self.first + at, f"PHH has no word for this: {row[:60]}")

    def _line(self, row: str, at: int, places: Mapping[str, int], cards: int) -> None:
        """Read a line of play, or leave it out."""
        player, rest = self._who(row)
        if player is not None:
            place = places[player.name]
            if shown := _SHOWN.match(rest):
                self.shown.add(player.name)
                shown_cards = _cards(shown["cards"])
                if len(shown_cards) != 2 * cards:
                    self._leave("hands shown in part")
                    return
                self._add(f"p{place} sm {shown_cards}", at)
                return
            if rest.startswith("mucks hand"):
                self.shown.add(player.name)
                self._add(f"p{place} sm {'' if self.draws else player.cards or '??' * cards}".strip(), at)
                return
            if (match := ACT.fullmatch(rest.strip())) is not None:
                if match["what"] == "folds" and player.away and player.is_all_in:  # out of turn: the absent player's hand dies
                    self.killed.append((place, at))
                    return
                word = {"folds": "f", "checks": "cc", "calls": "cc"}.get(match["what"])
                if word is None:
                    amount = match["to"] or match["amount"]
                    if amount is None:
                        raise _CannotTell(self.first + at, "the text does not say how much was bet")
                    word = f"cbr {_number(money(amount))}"
                    if (
                        match["what"] == "bets"
                        and self.bring_in is None
                        and not any(" cbr " in action for action in self.actions)
                    ):
                        self.bring_in = money(amount) / 2  # the low card bets in full, so the bring-in has no effect
                self._add(f"p{place} {word}", at)
                if word == "f":
                    self.folded.add(player.name)
                if match["shown"]:
                    self._leave("hands shown as they were folded")
                return
            if (match := BRINGS_IN.fullmatch(rest.strip())) is not None:
                self.bring_in = money(match["amount"])
                self._add(f"p{place} pb", at)
                return
            if POST.match(rest):
                raise _CannotTell(self.first + at, "something was posted after the cards were dealt")
        if (won := WON.fullmatch(row)) and won["name"] in self.players:
            self.players[won["name"]].won += money(won["amount"])
        elif not row or _DEALT_ON.fullmatch(row) or row.startswith("Uncalled bet (") or rest.strip() == "doesn't show hand":
            return
        else:
            talk = "said, " in row or "table" in row
            self._leave("lines of talk, and of who came and went" if talk else "other lines, as of time running out")

    def _leave(self, what: str) -> None:
        self.left[what] = self.left.get(what, 0) + 1

    def _mucked(self) -> None:
        """Turn a hand shown after everybody else folded into an unshown one, since PHH has shows only at a showdown. The hand
        of an absent player who is all-in is mucked at the end, since PHH has no dealer who kills it earlier.
        """
        for place, at in self.killed:
            self._add(f"p{place} sm", at)
        folded = {action.split()[0] for action in self.actions if action.endswith(" f")}
        if len(folded) == len(self.players) - 1:
            kept = [(action, line) for action, line in zip(self.actions, self.lines, strict=True) if " sm " not in action]
            if len(kept) < len(self.actions):
                self._leave("hands shown without a call")
            self.actions, self.lines = [action for action, _ in kept], [line for _, line in kept]


def _due(order: list[_Player]) -> dict[str, _Player]:
    """Return the players who owe the blinds: heads-up, the button, last in order, has the small blind."""
    small, big = (order[-1], order[0]) if len(order) == 2 else order[:2]
    return {"small blind": small, "big blind": big}


def _time(text: str) -> time:
    """Return a time of day as a TOML value."""
    hour, minute, second = map(int, text.split(":"))
    return time(hour, minute, second)


READER: Final = StarsReader()

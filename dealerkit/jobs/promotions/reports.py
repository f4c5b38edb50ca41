"""Reports of `dealerkit jackpot`: policies, promotions, claims, awards, the fund; each is a document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from dealerkit.files.reports import Data
from dealerkit.files.screen_text import count_of
from dealerkit.jobs.promotions.windows import PrizeSpan, span_written
from dealerkit.sheets.document import Block, Heading, Remark, TableBlock
from dealerkit.sheets.report import DocumentReport, told_finding

SIGNS = {"yes": "ok  ", "no": "!   ", "open": "?   "}
"""Signs before the answer to a clause on a screen, by the answer."""


class PolicyList(DocumentReport[Data]):
    """The policies that can be opened by name, with those that cannot be used."""

    def told(self) -> Iterator[Block]:
        """Yield the report as a table."""
        cells = [
            (policy["policy"], policy["kind"], policy["title"] if not policy["wrong"] else f"cannot be used: {policy['wrong']}")
            for policy in self.data["policies"]
        ]
        yield TableBlock(("policy", "window", "title"), cells)


class OpenedPromotion(DocumentReport[Data]):
    """A promotion just opened: its state, and the open points of its policy."""

    def title(self) -> str:
        """Return the promotion's title."""
        return f"{self.data['title']} ({self.data['promotion']}) is open"

    def told(self) -> Iterator[Block]:
        """Yield its state, the open points, and the command that prints it."""
        yield from _standing(self.data)
        yield from (Remark(line, "! ") for line in self.data["left_open"])
        yield Remark(f"dealerkit sheet {self.data['promotion']} --doc promotion", "print it for the wall: ")


class PromotionStatus(DocumentReport[Data]):
    """The state of every promotion: window, prize, holders, waiting claims, unpaid awards."""

    def told(self) -> Iterator[Block]:
        """Yield the promotions one by one."""
        if not self.data["promotions"]:
            yield Remark("No promotion has been opened here.", inset=0)
        for number, promotion in enumerate(self.data["promotions"]):
            yield Heading(_named(promotion), 1 if number else 2)
            yield from _standing(promotion)


class ClosedWindows(DocumentReport[Data]):
    """The settled windows with their awards, and the window that cannot be settled yet."""

    def told(self) -> Iterator[Block]:
        """Yield the windows, and the accounts."""
        awards = {award_["award"]: award_ for award_ in self.data["awards"]}
        for window in self.data["settled"]:
            won = f"prize {window['prize']}" if window["holders"] else "no winner"
            yield Heading(f"{_windows(window)}: {won}", 2)
            yield from (Remark(line) for line in window["said"])
            if window["decided"]:
                yield Remark(f"decided by the floor: {window['reason']}")
            yield from (Remark(_award(awards[number]), "> ") for number in window["awards"])
        waits = self.data["waits"]
        if waits is not None:
            yield Heading(f"{_window(waits)}: it can't be settled yet", 2)
            yield Remark(waits["undecided"] or "The claim is not yet verified, as a prize of this size requires.", "? ")
            for holder in waits["holders"]:
                yield Remark(f"claim {holder['claim']}: {holder['name']}, {_where(holder)}", "> ")
            hint = "close {0} --award CLAIM --reason TEXT" if waits["undecided"] else "confirm {0} CLAIM --yes all"
            yield Remark(f"dealerkit jackpot {hint.format(self.data['promotion'])}", "> ")
        elif not self.data["settled"]:
            yield Remark("No window has finished.", inset=0)
        if self.data["ended"]:
            yield Remark(f"{self.data['promotion']} has ended", inset=0)
        yield Remark(_accounts(self.data["accounts"]), inset=0)


class ClaimReport(DocumentReport[Data]):
    """A claim: the hand, every clause with its answer, and the findings."""

    def title(self) -> str:
        """Return the claim's title and verdict."""
        return _claimed(self.data)

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield the hand, the clauses and the findings."""
        yield from _claim(self.data, paper=paper)


class LeaveNote(DocumentReport[Data]):
    """A note that a player with a claim has left, or is back."""

    def told(self) -> Iterator[Block]:
        """Yield the report in one line."""
        claims = ", ".join(map(str, self.data["claims"]))
        came = "is back" if self.data["back"] else "has left"
        yield Remark(f"claim {claims}: the player {came} at {_when(self.data['at'])}", inset=0)


class BuyIn(DocumentReport[Data]):
    """A contribution to a promotion, or its return, and the accounts after it."""

    def told(self) -> Iterator[Block]:
        """Yield amount and accounts."""
        what = "returned" if self.data["back"] else "dropped" if self.data["drop"] else "paid in"
        yield Remark(f"{self.data['amount']} {what}, {_where(self.data)}", inset=0)
        yield Remark(_accounts(self.data["accounts"]))


class Payment(DocumentReport[Data]):
    """An award paid or put back, and the accounts after it."""

    def told(self) -> Iterator[Block]:
        """Yield award and accounts."""
        yield Remark(_award(self.data), inset=0)
        yield Remark(_accounts(self.data["accounts"]))


class PromotionReport(DocumentReport[Data]):
    """The full report of a promotion: claims with their clauses, settlements, payments, every movement of the fund."""

    edition = "jackpot"

    def title(self) -> str:
        """Return the promotion's title."""
        return _named(self.data)

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield its claims, settlements, and the fund."""
        yield Remark(f"opened {_when(self.data['opened'])}; policy {self.data['sha256'][:16]}")
        for claim in self.data["claims"]:
            yield Heading(_claimed(claim))
            yield from _claim(claim, paper=paper)
        awards = {award_["award"]: award_ for award_ in self.data["awards"]}
        yield Heading("Settled")
        for window in self.data["settled"]:
            won = f"prize {window['prize']}, claim {', '.join(map(str, window['holders']))}" if window["holders"] else "no winner"
            yield Remark(f"entry {window['entry']}: {_windows(window)}: {won}")
            if window["decided"]:
                yield Remark(f"decided by the floor: {window['reason']}", inset=4)
            yield from (Remark(_award(awards[number]), "> ", 4) for number in window["awards"])
        if not self.data["settled"]:
            yield Remark("nothing yet")
        yield Heading("The fund")
        rows = [
            (str(move["entry"]), _when(move["at"]), f"{each['from']} -> {each['to']}", each["amount"], move["accounts"]["fund"])
            for move in self.data["moves"]
            for each in move["transfers"]
        ]
        yield TableBlock(("entry", "time", "movement", "amount", "fund after"), rows)
        yield Remark(_accounts(self.data["accounts"]))
        yield Remark("balanced: money in equals money paid out plus the fund" if self.data["even"] else "not balanced")


def _named(promotion: Mapping[str, Any]) -> str:
    return f"{promotion['title']} ({promotion['promotion']}){'' if promotion['open'] else ', ended'}"


def _claimed(promotion: Mapping[str, Any]) -> str:
    return f"Claim {promotion['claim']}: {promotion['name']}, {_where(promotion)}, {promotion['verdict']}"


def _windows(promotion: Mapping[str, Any]) -> str:
    """Return the period of one or several windows settled together, in words."""
    return _window(promotion) + (f" ({count_of(promotion['windows'], 'window')})" if promotion["windows"] > 1 else "")


def _standing(promotion: Mapping[str, Any]) -> Iterator[Block]:
    window = promotion["window"]
    if window is not None:
        yield Remark(f"{_window(window)}; prize {window['prize']}")
        for holder in window["holders"]:
            pending = ", not yet verified" if holder["verdict"] == "pending" else ""
            gone = ", has left" if holder["left"] else ""
            yield Remark(f"claim {holder['claim']}: {holder['name']}, {_where(holder)}{pending}{gone}", "> ")
        if not window["holders"]:
            yield Remark("not won yet", "> ")
        if window["undecided"]:
            yield Remark(window["undecided"], "? ")
    elif promotion["open"]:
        yield Remark(
            f"no window is running; the next begins {_when(promotion['next'])}" if promotion["next"] else "no window is running"
        )
    if promotion["over"]:
        what = "window is" if promotion["over"] == 1 else "windows are"
        yield Remark(
            f"{promotion['over']} {what} finished but not settled: dealerkit jackpot close {promotion['promotion']}", "! "
        )
    for award in promotion["unpaid"]:
        yield Remark(_award(award), "! ")
    yield Remark(_accounts(promotion["accounts"]))


def _where(promotion: Mapping[str, Any]) -> str:
    """Return the place of a claim or an award in words: table, seat, player."""
    parts = [
        f"table {promotion['table']}" * bool(promotion["table"]),
        f"seat {promotion['seat']}" * bool(promotion["seat"]),
        promotion["who"] or "",
    ]
    return ", ".join(part for part in parts if part) or "no name given"


def _when(text: str | None) -> str:
    """Write a time of the document for reading."""
    return "" if text is None else f"{text[:10]} {text[11:19]} {text[19:]}"


def _window(promotion: Mapping[str, Any]) -> str:
    """Write a window of the document for reading."""
    begins, until = datetime.fromisoformat(promotion["from"]), promotion["until"]
    assert begins.tzinfo is not None
    if until is None:
        return f"from {_when(promotion['from'])} on"
    ends = datetime.fromisoformat(until)
    same = begins.utcoffset() == ends.utcoffset()
    return span_written(PrizeSpan(begins, ends), begins.tzinfo) if same else f"{_when(promotion['from'])} to {_when(until)}"


def _claim(promotion: Mapping[str, Any], *, paper: bool) -> Iterator[Block]:
    """Yield a claim: the hand, every clause with its answer, and the findings."""
    board = f"  board {' '.join(promotion['board'])}" if promotion["board"] else ""
    yield Remark(f"{promotion['game_title']}: {' '.join(promotion['hole'])}{board}; counts at {_when(promotion['counted'])}")
    answers = [(each["title"], each["answer"], each["said"], ", ".join(each["cite"])) for each in promotion["answers"]]
    if paper:
        yield TableBlock(("Clause", "Met", "Findings", "Rule"), answers, widths=(3, 1, 7, 2))
    for title, answer, sentence, cite in () if paper else answers:
        yield Remark(f"{title}: {sentence}" + (f" ({cite})" if cite else ""), SIGNS[answer])
    for each in promotion["findings"]:
        sentence = f"{each['title']}: {each['said']} ({each['severity']})"
        yield from told_finding(each["code"], sentence, why=each["why"], cite=each["cite"], remedy=each["remedy"])


def _award(award: Mapping[str, Any]) -> str:
    """Tell an award in a line."""
    state = {"open": "not paid yet", "paid": f"paid in entry {award['paid_in_entry']}", "back": "back in the fund"}[
        award["state"]
    ]
    return f"award {award['award']}: {award['amount']} to the {award['role']}, {_where(award)} (claim {award['claim']}); {state}"


def _accounts(accounts: Mapping[str, str]) -> str:
    """Tell the accounts in a line."""
    came = ", ".join(f"{name} {accounts[name]}" for name in ("house", "players", "drop") if accounts[name] != "0") or "nobody"
    inside = ", ".join(f"{name} {accounts[name]}" for name in ("fund", "reserve", "awarded"))
    return f"{inside}; came from {came}; paid out {accounts['winners']}"

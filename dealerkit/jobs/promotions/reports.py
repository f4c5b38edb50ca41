"""Reports of `dealerkit jackpot`: policies, how a promotion stands, claims, awards, the fund; each is a document."""

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
    """The policies that can be opened by name, those that cannot be used among them."""

    def told(self) -> Iterator[Block]:
        """Yield the report as a table."""
        cells = [
            (one["policy"], one["kind"], one["title"] if not one["wrong"] else f"cannot be used: {one['wrong']}")
            for one in self.data["policies"]
        ]
        yield TableBlock(("policy", "window", "title"), cells)


class OpenedPromotion(DocumentReport[Data]):
    """A promotion that was opened: how it stands, and what its policy leaves open."""

    def title(self) -> str:
        """Return which it is."""
        return f"{self.data['title']} ({self.data['promotion']}) is open"

    def told(self) -> Iterator[Block]:
        """Yield how it stands, what is left open, and how it is put up in writing."""
        yield from _standing(self.data)
        yield from (Remark(one, "! ") for one in self.data["left_open"])
        yield Remark(f"dealerkit sheet {self.data['promotion']} --doc promotion", "put it up in writing: ")


class PromotionStatus(DocumentReport[Data]):
    """How every promotion stands: the window, the prize, who holds it, what waits, what is not paid."""

    def told(self) -> Iterator[Block]:
        """Yield the claims one by one."""
        if not self.data["promotions"]:
            yield Remark("No promotion was ever opened here.", inset=0)
        for number, one in enumerate(self.data["promotions"]):
            yield Heading(_named(one), 1 if number else 2)
            yield from _standing(one)


class ClosedWindows(DocumentReport[Data]):
    """The settled windows with their awards, and the window that cannot be settled yet."""

    def told(self) -> Iterator[Block]:
        """Yield the windows, and the accounts."""
        awards = {one["award"]: one for one in self.data["awards"]}
        for one in self.data["settled"]:
            won = f"prize {one['prize']}" if one["holders"] else "nobody has won"
            yield Heading(f"{_windows(one)}: {won}", 2)
            yield from (Remark(said) for said in one["said"])
            if one["decided"]:
                yield Remark(f"decided by the floor: {one['reason']}")
            yield from (Remark(_award(awards[number]), "> ") for number in one["awards"])
        waits = self.data["waits"]
        if waits is not None:
            yield Heading(f"{_window(waits)}: it cannot be settled yet", 2)
            yield Remark(waits["undecided"] or "The claim is still to be verified for a prize of this size.", "? ")
            for holder in waits["holders"]:
                yield Remark(f"claim {holder['claim']}: {holder['name']}, {_where(holder)}", "> ")
            hint = "close {0} --award CLAIM --reason TEXT" if waits["undecided"] else "confirm {0} CLAIM --yes all"
            yield Remark(f"dealerkit jackpot {hint.format(self.data['promotion'])}", "> ")
        elif not self.data["settled"]:
            yield Remark("No window is over.", inset=0)
        if self.data["ended"]:
            yield Remark(f"{self.data['promotion']} has ended", inset=0)
        yield Remark(_accounts(self.data["accounts"]), inset=0)


class ClaimReport(DocumentReport[Data]):
    """A claim: the hand, every clause with its answer, and what was found."""

    def title(self) -> str:
        """Return which it is, and what came of it."""
        return _claimed(self.data)

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield the hand, the clauses and the findings."""
        yield from _claim(self.data, paper=paper)


class LeaveNote(DocumentReport[Data]):
    """That a player who has claims has left, or is back."""

    def told(self) -> Iterator[Block]:
        """Yield the report in one line."""
        claims = ", ".join(map(str, self.data["claims"]))
        came = "is back" if self.data["back"] else "has left"
        yield Remark(f"claim {claims}: the player {came} at {_when(self.data['at'])}", inset=0)


class BuyIn(DocumentReport[Data]):
    """An amount taken for a promotion, or given back, and the accounts after it."""

    def told(self) -> Iterator[Block]:
        """Yield amount and accounts."""
        what = "given back" if self.data["back"] else "dropped" if self.data["drop"] else "paid in"
        yield Remark(f"{self.data['amount']} {what}, {_where(self.data)}", inset=0)
        yield Remark(_accounts(self.data["accounts"]))


class Payment(DocumentReport[Data]):
    """An award that was paid, or went back, and the accounts after it."""

    def told(self) -> Iterator[Block]:
        """Yield award and accounts."""
        yield Remark(_award(self.data), inset=0)
        yield Remark(_accounts(self.data["accounts"]))


class PromotionReport(DocumentReport[Data]):
    """All of a promotion: claims with their clauses, what was settled and paid, every movement of the fund."""

    edition = "jackpot"

    def title(self) -> str:
        """Return which it is."""
        return _named(self.data)

    def blocks(self, *, paper: bool) -> Iterator[Block]:
        """Yield its claims, what was settled, and the fund."""
        yield Remark(f"opened {_when(self.data['opened'])}; policy {self.data['sha256'][:16]}")
        for one in self.data["claims"]:
            yield Heading(_claimed(one))
            yield from _claim(one, paper=paper)
        awards = {one["award"]: one for one in self.data["awards"]}
        yield Heading("Settled")
        for one in self.data["settled"]:
            won = f"prize {one['prize']}, claim {', '.join(map(str, one['holders']))}" if one["holders"] else "nobody has won"
            yield Remark(f"entry {one['entry']}: {_windows(one)}: {won}")
            if one["decided"]:
                yield Remark(f"decided by the floor: {one['reason']}", inset=4)
            yield from (Remark(_award(awards[number]), "> ", 4) for number in one["awards"])
        if not self.data["settled"]:
            yield Remark("nothing yet")
        yield Heading("The fund")
        rows = [
            (str(one["entry"]), _when(one["at"]), f"{each['from']} -> {each['to']}", each["amount"], one["accounts"]["fund"])
            for one in self.data["moves"]
            for each in one["transfers"]
        ]
        yield TableBlock(("entry", "time", "movement", "amount", "fund after"), rows)
        yield Remark(_accounts(self.data["accounts"]))
        yield Remark("even: what came in is what is there and what was paid" if self.data["even"] else "not even")


def _named(one: Mapping[str, Any]) -> str:
    return f"{one['title']} ({one['promotion']}){'' if one['open'] else ', ended'}"


def _claimed(one: Mapping[str, Any]) -> str:
    return f"Claim {one['claim']}: {one['name']}, {_where(one)}, {one['verdict']}"


def _windows(one: Mapping[str, Any]) -> str:
    """Write one or several windows that were settled together."""
    return _window(one) + (f" ({count_of(one['windows'], 'window')})" if one["windows"] > 1 else "")


def _standing(one: Mapping[str, Any]) -> Iterator[Block]:
    window = one["window"]
    if window is not None:
        yield Remark(f"{_window(window)}; prize {window['prize']}")
        for holder in window["holders"]:
            pending = ", still to be verified" if holder["verdict"] == "pending" else ""
            gone = ", has left" if holder["left"] else ""
            yield Remark(f"claim {holder['claim']}: {holder['name']}, {_where(holder)}{pending}{gone}", "> ")
        if not window["holders"]:
            yield Remark("nobody holds it yet", "> ")
        if window["undecided"]:
            yield Remark(window["undecided"], "? ")
    elif one["open"]:
        yield Remark(f"no window is running; the next begins {_when(one['next'])}" if one["next"] else "no window is running")
    if one["over"]:
        what = "window is" if one["over"] == 1 else "windows are"
        yield Remark(f"{one['over']} {what} over and not settled: dealerkit jackpot close {one['promotion']}", "! ")
    for award in one["unpaid"]:
        yield Remark(_award(award), "! ")
    yield Remark(_accounts(one["accounts"]))


def _where(one: Mapping[str, Any]) -> str:
    """Say where a claim or an award belongs: table, seat, who."""
    parts = [f"table {one['table']}" * bool(one["table"]), f"seat {one['seat']}" * bool(one["seat"]), one["who"] or ""]
    return ", ".join(part for part in parts if part) or "no name given"


def _when(text: str | None) -> str:
    """Write a time of the document for reading."""
    return "" if text is None else f"{text[:10]} {text[11:19]} {text[19:]}"


def _window(one: Mapping[str, Any]) -> str:
    """Write a window of the document for reading."""
    begins, until = datetime.fromisoformat(one["from"]), one["until"]
    assert begins.tzinfo is not None
    if until is None:
        return f"from {_when(one['from'])} on"
    ends = datetime.fromisoformat(until)
    same = begins.utcoffset() == ends.utcoffset()
    return span_written(PrizeSpan(begins, ends), begins.tzinfo) if same else f"{_when(one['from'])} to {_when(until)}"


def _claim(one: Mapping[str, Any], *, paper: bool) -> Iterator[Block]:
    """Tell a claim: the hand, every clause with its answer, and what was found."""
    board = f"  board {' '.join(one['board'])}" if one["board"] else ""
    yield Remark(f"{one['game_title']}: {' '.join(one['hole'])}{board}; counts at {_when(one['counted'])}")
    told = [(each["title"], each["answer"], each["said"], ", ".join(each["cite"])) for each in one["answers"]]
    if paper:
        yield TableBlock(("Clause", "Met", "What was found", "Rule"), told, widths=(3, 1, 7, 2))
    for title, answer, said, cite in () if paper else told:
        yield Remark(f"{title}: {said}" + (f" ({cite})" if cite else ""), SIGNS[answer])
    for each in one["findings"]:
        said = f"{each['title']}: {each['said']} ({each['severity']})"
        yield from told_finding(each["code"], said, why=each["why"], cite=each["cite"], remedy=each["remedy"])


def _award(one: Mapping[str, Any]) -> str:
    """Tell an award in a line."""
    state = {"open": "not paid yet", "paid": f"paid in entry {one['paid_in_entry']}", "back": "back in the fund"}[one["state"]]
    return f"award {one['award']}: {one['amount']} to the {one['role']}, {_where(one)} (claim {one['claim']}); {state}"


def _accounts(accounts: Mapping[str, str]) -> str:
    """Tell the accounts in a line."""
    came = ", ".join(f"{name} {accounts[name]}" for name in ("house", "players", "drop") if accounts[name] != "0") or "nobody"
    inside = ", ".join(f"{name} {accounts[name]}" for name in ("fund", "reserve", "awarded"))
    return f"{inside}; came from {came}; paid out {accounts['winners']}"

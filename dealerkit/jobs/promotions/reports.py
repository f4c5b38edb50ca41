"""Reports of `dealerkit jackpot`: policies, how a promotion stands, claims, awards, the fund."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from dealerkit.files.reports import Data, DataReport
from dealerkit.files.screen_text import finding, heading, line, table
from dealerkit.jobs.promotions.windows import PrizeSpan, span_written

SIGNS = {"yes": "ok  ", "no": "!   ", "open": "?   "}
"""Signs before the answer to a clause, by the answer."""


class PolicyList(DataReport[Data]):
    """The policies that can be opened by name, those that cannot be used among them."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        cells = [
            (one["policy"], one["kind"], one["title"] if not one["wrong"] else f"cannot be used: {one['wrong']}")
            for one in self.data["policies"]
        ]
        yield table(cells, header=("policy", "window", "title"))


class OpenedPromotion(DataReport[Data]):
    """A promotion that was opened: how it stands, and what its policy leaves open."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield heading(f"{self.data['title']} ({self.data['promotion']}) is open")
        yield from _standing(self.data)
        for one in self.data["left_open"]:
            yield line(one, 2, "! ")
        yield line(f"dealerkit sheet {self.data['promotion']} --doc promotion", 2, "put it up in writing: ")


class PromotionStatus(DataReport[Data]):
    """How every promotion stands: the window, the prize, who holds it, what waits, what is not paid."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        if not self.data["promotions"]:
            yield "No promotion was ever opened here."
        for number, one in enumerate(self.data["promotions"]):
            if number:
                yield ""
            yield heading(f"{one['title']} ({one['promotion']}){'' if one['open'] else ', ended'}")
            yield from _standing(one)


class ClosedWindows(DataReport[Data]):
    """The windows that were settled, with their awards, and the one that cannot be settled yet."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        awards = {one["award"]: one for one in self.data["awards"]}
        for one in self.data["settled"]:
            many = f" ({one['windows']} windows)" if one["windows"] > 1 else ""
            won = f"prize {one['prize']}" if one["holders"] else "nobody has won"
            yield heading(f"{_window(one)}{many}: {won}")
            for said in one["said"]:
                yield line(said, 2)
            if one["decided"]:
                yield line(f"decided by the floor: {one['reason']}", 2)
            for number in one["awards"]:
                yield line(_award(awards[number]), 2, "> ")
        waits = self.data["waits"]
        if waits is not None:
            yield heading(f"{_window(waits)}: it cannot be settled yet")
            why = waits["undecided"] or "The claim is still to be verified for a prize of this size."
            yield line(why, 2, "? ")
            for holder in waits["holders"]:
                yield line(f"claim {holder['claim']}: {holder['name']}, {_where(holder)}", 2, "> ")
            hint = "close {0} --award CLAIM --reason TEXT" if waits["undecided"] else "confirm {0} CLAIM --yes all"
            yield line(f"dealerkit jackpot {hint.format(self.data['promotion'])}", 2, "> ")
        elif not self.data["settled"]:
            yield "No window is over."
        if self.data["ended"]:
            yield line(f"{self.data['promotion']} has ended", 0)
        yield line(_accounts(self.data["accounts"]), 0)


class ClaimReport(DataReport[Data]):
    """A claim: the hand, every clause with its answer, and what was found."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield from _claim(self.data)


class LeaveNote(DataReport[Data]):
    """That a player who has claims has left, or is back."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        claims = ", ".join(map(str, self.data["claims"]))
        yield line(f"claim {claims}: the player {'is back' if self.data['back'] else 'has left'} at {_when(self.data['at'])}", 0)


class BuyIn(DataReport[Data]):
    """An amount taken for a promotion, or given back, and the accounts after it."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        what = "given back" if self.data["back"] else "dropped" if self.data["drop"] else "paid in"
        yield line(f"{self.data['amount']} {what}, {_where(self.data)}", 0)
        yield line(_accounts(self.data["accounts"]), 2)


class Payment(DataReport[Data]):
    """An award that was paid, or went back, and the accounts after it."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield line(_award(self.data), 0)
        yield line(_accounts(self.data["accounts"]), 2)


class PromotionReport(DataReport[Data]):
    """All of a promotion: claims with their clauses, what was settled and paid, every movement of the fund."""

    def lines(self) -> Iterator[str]:
        """Yield it as lines for a screen."""
        yield heading(f"{self.data['title']} ({self.data['promotion']}){'' if self.data['open'] else ', ended'}")
        yield line(f"opened {_when(self.data['opened'])}; policy {self.data['sha256'][:16]}", 2)
        for one in self.data["claims"]:
            yield ""
            yield from _claim(one)
        awards = {one["award"]: one for one in self.data["awards"]}
        yield ""
        yield heading("Settled")
        for one in self.data["settled"]:
            many = f" ({one['windows']} windows)" if one["windows"] > 1 else ""
            won = f"prize {one['prize']}, claim {', '.join(map(str, one['holders']))}" if one["holders"] else "nobody has won"
            yield line(f"entry {one['entry']}: {_window(one)}{many}: {won}", 2)
            if one["decided"]:
                yield line(f"decided by the floor: {one['reason']}", 4)
            for number in one["awards"]:
                yield line(_award(awards[number]), 4, "> ")
        if not self.data["settled"]:
            yield line("nothing yet", 2)
        yield ""
        yield heading("The fund")
        rows = [
            (one["entry"], _when(one["at"]), f"{each['from']} -> {each['to']}", each["amount"], one["accounts"]["fund"])
            for one in self.data["moves"]
            for each in one["transfers"]
        ]
        yield table(rows, header=("entry", "time", "movement", "amount", "fund after"))
        yield line(_accounts(self.data["accounts"]), 2)
        yield line("even: what came in is what is there and what was paid" if self.data["even"] else "not even", 2)


def _standing(one: Mapping[str, Any]) -> Iterator[str]:
    window = one["window"]
    if window is not None:
        yield line(f"{_window(window)}; prize {window['prize']}", 2)
        for holder in window["holders"]:
            pending = ", still to be verified" if holder["verdict"] == "pending" else ""
            gone = ", has left" if holder["left"] else ""
            yield line(f"claim {holder['claim']}: {holder['name']}, {_where(holder)}{pending}{gone}", 2, "> ")
        if not window["holders"]:
            yield line("nobody holds it yet", 2, "> ")
        if window["undecided"]:
            yield line(window["undecided"], 2, "? ")
    elif one["open"]:
        yield line(f"no window is running; the next begins {_when(one['next'])}" if one["next"] else "no window is running", 2)
    if one["over"]:
        what = "window is" if one["over"] == 1 else "windows are"
        yield line(f"{one['over']} {what} over and not settled: dealerkit jackpot close {one['promotion']}", 2, "! ")
    for award in one["unpaid"]:
        yield line(_award(award), 2, "! ")
    yield line(_accounts(one["accounts"]), 2)


def _where(one: Mapping[str, Any]) -> str:
    """Say where a claim or an award belongs: table, seat, who."""
    parts = [f"table {one['table']}" * bool(one["table"]), f"seat {one['seat']}" * bool(one["seat"]), one["who"] or ""]
    return ", ".join(part for part in parts if part) or "nobody named"


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


def _claim(one: Mapping[str, Any]) -> Iterator[str]:
    """Tell a claim: the hand, every clause with its answer, and what was found."""
    yield heading(f"Claim {one['claim']}: {one['name']}, {_where(one)}, {one['verdict']}")
    board = f"  board {' '.join(one['board'])}" if one["board"] else ""
    yield line(f"{one['game_title']}: {' '.join(one['hole'])}{board}; counts at {_when(one['counted'])}", 2)
    for each in one["answers"]:
        cite = f" ({', '.join(each['cite'])})" if each["cite"] else ""
        yield line(f"{each['title']}: {each['said']}{cite}", 2, SIGNS[each["answer"]])
    for each in one["findings"]:
        yield finding(
            each["code"], f"{each['title']}: {each['said']}", each["severity"], why=each["why"], cite=each["cite"],
            remedy=each["remedy"],
        )  # fmt: skip


def _award(one: Mapping[str, Any]) -> str:
    """Tell an award in a line."""
    state = {"open": "not paid yet", "paid": f"paid in entry {one['paid_in_entry']}", "back": "back in the fund"}[one["state"]]
    return f"award {one['award']}: {one['amount']} to the {one['role']}, {_where(one)} (claim {one['claim']}); {state}"


def _accounts(accounts: Mapping[str, str]) -> str:
    """Tell the accounts in a line."""
    came = ", ".join(f"{name} {accounts[name]}" for name in ("house", "players", "drop") if accounts[name] != "0") or "nobody"
    inside = ", ".join(f"{name} {accounts[name]}" for name in ("fund", "reserve", "awarded"))
    return f"{inside}; came from {came}; paid out {accounts['winners']}"

"""Deals due acts through a browser: by mouse, by touch, by keys, or by dragging. It is independent of the game."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from dealerkit.felt import Act
from dealerkit.training.walk.session import Session
from dealerkit.web.deal.felt import drawn
from dealerkit.web.deal.gestures import Way, hands_of
from dealerkit.web.tables import LiveTable
from tests.web.waits import becomes, last


def found(name: str) -> str:
    """Return a selector for a thing."""
    return f'.thing[data-thing="{name}"]'


class Dealer:
    """A dealer at a page.

    Args:
        page: The page of the open table.
        live: The same table on the server, for the due acts.
        by: `mouse`, `touch`, `keys`, `drag`, or `hands`: touch, and bets dragged into the rack.

    Attributes:
        taps: Number of touches and keys.
        before: Number of acts on record before the current one.
        said: Number of acts in words, because they were impossible by hand.
    """

    def __init__(self, page: Any, live: LiveTable, by: str = "mouse") -> None:
        self.page, self.live, self.by = page, live, by
        self.taps = self.said = 0
        self.before = len(live.session.table.log)
        self.held = ""
        self.settled()
        if by == "keys":
            page.keyboard.press("?")

    @property
    def session(self) -> Session:
        """Return the session at the server."""
        return self.live.session

    def settled(self) -> None:
        """Wait until the page shows the server's state."""
        self.page.wait_for_selector("#deal.ready")
        at = len(self.session.table.log)
        self.page.wait_for_selector(f'#felt .felt[data-at="{at}"]', state="attached")

    def answered(self) -> bool:
        """Return whether the act is on record, or the pad has another question."""
        return len(self.session.table.log) > self.before or bool(self.page.locator("#pad[open]").count())

    def touch(self, selector: str) -> None:
        """Touch a thing."""
        self.taps += 1
        spot = self.page.locator(selector).first
        if self.by in ("touch", "hands"):
            spot.tap()
        elif self.by == "keys":
            key = spot.get_attribute("data-key")
            if key is None:  # additions to the tray since
                self.page.keyboard.press("?")
                self.page.keyboard.press("?")
                key = spot.get_attribute("data-key")
            assert key, f"{selector} has no key"
            self.page.keyboard.type(key)
        else:
            spot.click()

    def drag(self, take: str, put: str) -> None:
        """Drag one thing to another."""
        self.taps += 1
        self.page.locator(found(take)).first.drag_to(self.page.locator(found(put)).first)

    def deal(self, rounds: int = 1, most: int = 400) -> int:
        """Do the due acts until a number of further rounds are over; return the number of acts on record since."""
        before, target = len(self.session.table.log), self.session.rounds.done + rounds
        for _ in range(most):
            if self.session.rounds.done >= target:
                break
            act = self.session.table.next_act()
            assert act is not None, "nothing is due"
            self.act(act)
        assert self.session.rounds.done >= target
        return len(self.session.table.log) - before

    def act(self, act: Act) -> None:
        """Do an act, by hand as far as possible."""
        table = self.session.table
        way = hands_of(table.game).way(act, drawn(table).things)
        before = self.before = len(table.log)
        if way is None or act.who != "d":
            self.said += 1
            self.say(act.text)
        else:
            self.go(way)
        done = last(lambda: len(table.log) > before, True, self.page)
        assert done, f"{act} was not done: {self.page.inner_text('#panel')}"
        done = table.log[before].plain
        same = (done.who, done.move, done.face) == (act.who, act.move, act.face) and done.n in (act.n, None)
        assert same, f"{done} was done instead of {act}"
        self.settled()

    def say(self, line: str) -> None:
        """Say a line."""
        self.page.fill("#line", line)
        self.page.press("#line", "Enter")

    def go(self, way: Way) -> None:
        """Do a thing by hand."""
        if way.button and not way.take:
            number = way.given.get("n", "")
            digit = f'.call[data-button="{way.button}"][data-n="{number}"]'
            if number and self.page.locator(digit).count():
                self.touch(digit)
                return
            self.open_groups()
            self.touch(f'.call[data-button="{way.button}"]')
            self.pad(way)
            return
        plain = not way.given or set(way.given) <= {"together"}
        chips = way.put == "rack" and self.by in ("drag", "hands")
        if (chips or self.by == "drag") and way.put and plain:
            self.drag(way.take, way.put)
            self.held = "" if "shoe" not in way.take and "stub" not in way.take else way.take
            return
        held = self.page.locator(found(way.take) + ".held")
        if held.count() == 0:
            self.lay_down_before(way.take)
            self.touch(found(way.take))
            expect(held).to_have_count(1)
        self.set_face(way.given.get("face", ""))
        count = f'#options [data-count="{way.given.get("n", "1")}"]'
        if self.page.locator(count).count() and self.page.locator(count).get_attribute("aria-pressed") != "true":
            self.touch(count)
            expect(self.page.locator(count)).to_have_attribute("aria-pressed", "true")
        if way.given.get("card"):
            self.touch(f'#options .card-pick[aria-label="{way.given["card"]}"]')
            expect(self.page.locator("#options .card-pick")).to_have_count(0)
        if way.put:
            self.touch(found(way.put))
        elif way.button:
            self.touch(f'#options [data-button="{way.button}"]')
        else:
            amount = self.page.locator(found(way.take)).get_attribute("data-amount")
            same = f'#options [data-same="{way.say}"]'
            if way.given.get("amount") and way.given["amount"] == amount and self.page.locator(same).count():
                self.touch(same)
                return
            self.touch(f'#options [data-gesture="{way.say}"]')
        self.pad(way)

    def lay_down_before(self, take: str) -> None:
        """Lay down the held things if a touch on the next thing would put them there."""
        held = self.page.locator(".thing.held")
        if not held.count():
            return
        name = held.first.get_attribute("data-thing")
        things = {thing.id: thing for thing in drawn(self.session.table).things}
        if next(hands_of(self.session.table.game).between(things[name], things[take]), None) is not None:
            self.touch(found(name))
            expect(held).to_have_count(0)

    def set_face(self, face: str) -> None:
        """Select the face of dealt cards."""
        for value in ("up", "down"):
            choice = self.page.locator(f'#options [data-face="{value}"]')
            if choice.count() and (choice.get_attribute("aria-pressed") == "true") != (value == face):
                self.touch(f'#options [data-face="{value}"]')
                expect(choice).to_have_attribute("aria-pressed", str(value == face).lower())

    def open_groups(self) -> None:
        """Open the closed groups once, like a user."""
        for group in self.page.locator(".call-more:not([open]) > summary").all():
            self.taps += 1
            group.click()
            if self.by == "keys":
                self.page.keyboard.press("?")
                self.page.keyboard.press("?")

    def pad(self, way: Way) -> None:
        """Answer the pad's questions, if any; otherwise the act is on record soon."""
        becomes(self.answered, True, self.page)
        if not self.page.locator("#pad[open]").count():
            return
        value = next((way.given[name] for name in ("amount", "signed", "n") if way.given.get(name)), "")
        if way.given.get("word"):
            shown = way.given["word"].replace("-", " ").replace("_", " ")
            choice = self.page.locator("#pad-words button", has_text=shown)
            self.taps += 1
            if choice.count():
                choice.first.click()
            else:
                self.page.fill("#pad-words input", way.given["word"])
        if self.page.locator("#pad-sum").is_visible():
            if self.by != "keys" and not value.startswith("-"):
                for digit in value:
                    self.taps += 1
                    self.page.locator(f'#pad [data-key="{digit}"]').click()
            else:
                self.taps += len(value)
                self.page.fill("#pad-sum", value)
        self.taps += 1
        if self.by == "keys":
            self.page.keyboard.press("Enter")
        else:
            self.page.click("#pad-ok")

"""The class in real browsers, over a network that fails, and on a server that is killed."""

from __future__ import annotations

import functools
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from playwright.sync_api import expect

from dealerkit.web.app import application
from dealerkit.web.settings import WebSettings
from tests.web.conftest import quiet_port, served
from tests.web.waits import PATIENCE, becomes, is_so, last, no_wider_than_the_window

pytestmark = pytest.mark.thorough

SIZES = [(390, 844), (768, 1024), (1024, 768), (1440, 900)]
SMALL = """() => [...document.querySelectorAll('main a, main button, main input:not([type=hidden]), main select, main summary')]
  .filter(one => one.checkVisibility() && !one.closest('p:not(.row), td, li p') && !one.matches('[type=radio]'))
  .map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  .filter(([, box]) => box.height < 44 || box.width < 44).map(([html]) => html)"""

SPEAKS = """() => {
  const one = document.createElement('i');
  Object.assign(one.dataset, {call: 'Raise to 40', seat: '3'});
  document.body.append(one);
}"""


def fits(page: Any, axe: Callable[[Any], list[str]]) -> None:
    """Nothing runs out at the side, every target is large enough, axe finds nothing; at each size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        is_so(page, f"innerWidth === {width}")
        no_wider_than_the_window(page)
        becomes(lambda: page.evaluate(SMALL), [], page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert axe(page) == []


def watch(page: Any, game: str = "mini-baccarat") -> None:
    """Begin to watch somebody."""
    page.goto("/class/observe")
    page.select_option("#game", game)
    page.fill("#trainee", "Ann Lee")
    page.click("button:has-text('Start the clock')")
    expect(page.locator("#net")).to_have_text("All saved.")


@pytest.mark.slow
def test_watching_on_a_phone(screen, axe):
    """Marks by thumb, one taken back, the clock stopped; ended, the figures and the way to the sheet; at every size."""
    page = screen(390, 844, touch=True)
    watch(page)
    page.tap(".slip-button >> nth=0")
    page.tap(".slip-button >> nth=1")
    page.tap("#undo")
    page.tap("#hand")
    page.tap("#pause")
    expect(page.locator("#pause")).to_have_text("Start clock")
    page.tap("#pause")
    expect(page.locator("#hands")).to_have_text("1")
    expect(page.locator("#slips")).to_have_text("1")
    title = page.locator("#rest .what").first.text_content()
    page.fill("#seek", title.split()[-1])
    expect(page.locator("#rest .slip-button").first).to_be_visible()
    page.fill("#seek", "xyzzy")
    expect(page.locator("#nothing")).to_be_visible()
    page.fill("#seek", "")
    fits(page, axe)
    page.click("#ending > summary")
    heights = "[...document.querySelectorAll('.five:first-of-type label')].map(one => one.getBoundingClientRect().top)"
    is_so(page, f"new Set({heights}).size === 1")  # the marks from 1 to 5 stand in a row
    page.check("input[name=mark-0][value='4']")
    page.fill("#notes", "calm")
    fits(page, axe)
    page.click("#end")
    page.wait_for_selector("text=finished in")
    expect(page.locator("main")).to_contain_text("calm")
    fits(page, axe)


@pytest.mark.slow
def test_watching_by_keys(screen):
    """The keys of `dealerkit observe`."""
    page = screen(1024, 768)
    watch(page)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("a")
    page.keyboard.press("b")
    page.keyboard.press("Backspace")
    page.keyboard.press("Enter")
    expect(page.locator("#slips")).to_have_text("1")
    expect(page.locator("#hands")).to_have_text("1")
    page.keyboard.press("Space")
    expect(page.locator("#pause")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("/")
    expect(page.locator("#seek")).to_be_focused()


def test_marks_wait_in_the_page_without_network(screen, app):
    """What is marked without network is sent once, in order, when there is one again; a page loaded anew loses nothing."""
    page = screen(390, 844)
    watch(page)
    page.click(".slip-button >> nth=0")
    page.wait_for_selector("text=All saved.")
    page.context.set_offline(True)
    page.click(".slip-button >> nth=2")
    page.click("#hand")
    page.click(".slip-button >> nth=1")
    page.wait_for_selector("text=3 marks wait in this page")
    expect(page.locator("#end")).to_be_disabled()
    page.context.set_offline(False)
    page.reload()
    page.wait_for_selector("text=All saved.")
    expect(page.locator("#hands")).to_have_text("1")
    expect(page.locator("#slips")).to_have_text("3")
    page.reload()
    page.wait_for_selector("text=All saved.")
    expect(page.locator("#slips")).to_have_text("3")
    import sqlalchemy as sa

    from dealerkit.web.storage.schema import WATCH_MARKS

    with app.state.site.store.begin() as connection:
        rows = connection.execute(sa.select(WATCH_MARKS.c.what).order_by(WATCH_MARKS.c.number)).all()
    assert [row.what for row in rows] == ["slip", "slip", "hand", "slip"]


def test_a_page_that_was_made_before_the_last_marks_were_kept(screen):
    """It comes while the page before it still sends: it shows those marks too, and says that all is kept when it is."""
    page = screen(390, 844)
    watch(page)
    early = page.request.get(page.url)
    page.click("#hand")
    page.click(".slip-button >> nth=0")
    expect(page.locator("#net")).to_have_text("All saved.")
    page.route(page.url, lambda route: route.fulfill(response=early))
    page.reload()
    expect(page.locator("#net")).to_have_text("All saved.")
    expect(page.locator("#hands")).to_have_text("1")
    expect(page.locator("#slips")).to_have_text("1")
    page.unroute(page.url)
    page.reload()
    expect(page.locator("#net")).to_have_text("All saved.")
    expect(page.locator("#hands")).to_have_text("1")
    expect(page.locator("#slips")).to_have_text("1")


@pytest.mark.slow
def test_a_browser_that_stores_nothing_is_told(screen):
    """Marks are sent all the same; while one waits the page says that it must not be closed."""
    page = screen(390, 844)
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('no', 'SecurityError'); }})"
    )
    watch(page)
    page.click("#hand")
    expect(page.locator("#net")).to_have_text("All saved.")
    page.context.set_offline(True)
    page.click("#hand")
    expect(page.locator("#net")).to_contain_text("do not close the page")
    expect(page.locator("#hands")).to_have_text("2")
    page.context.set_offline(False)
    expect(page.locator("#net")).to_have_text("All saved.")


def open_room(page: Any) -> str:
    """Open a room; its code."""
    page.goto("/class")
    page.select_option("#game", "holdem")
    page.fill("#by", "Ms Ray")
    page.click("button:has-text('Open the room')")
    return str(page.inner_text(".code"))


def join(page: Any, code: str, name: str) -> None:
    """Join a class."""
    page.goto(f"/join/{code}")
    page.fill("#name", name)
    page.click("button:has-text('Join')")
    page.wait_for_selector("#here")


@pytest.mark.slow
def test_two_trainees_and_an_instructor(screen, axe, app):
    """The instructor sees them come, starts for all, sees slips as they are made, pauses, sees one go; a table is looked at."""
    teacher, ann, bo = screen(1024, 768), screen(390, 844), screen(390, 844)
    code = open_room(teacher)
    fits(teacher, axe)
    ann.goto("/join")
    fits(ann, axe)
    join(ann, code, "Ann <b>Lee</b>")
    join(bo, code, "Bo")
    teacher.wait_for_selector("text=2 joined, 2 here")
    fits(ann, axe)
    teacher.click("text=Start for everyone")
    ann.wait_for_url("**/deal/*")
    bo.wait_for_url("**/deal/*")
    teacher.wait_for_selector(".pupil .step >> nth=1")
    expect(ann.locator("#class-place:visible")).to_contain_text("Ann <b>Lee</b>")
    assert axe(ann) == []
    ann.click("#voices-on")
    ann.evaluate(SPEAKS)
    ann.wait_for_selector("text=Raise to 40")
    table = ann.url.rpartition("/")[2]
    from dealerkit.felt import Act

    live = app.state.site.tables.find(table)
    live.say("one", [Act.parse("d shuffle")])
    teacher.wait_for_selector(".pupil .slip")
    fits(teacher, axe)
    bo.goto("about:blank")
    teacher.wait_for_selector("text=closed the page since")
    teacher.click("a.button:has-text('View') >> nth=0")
    teacher.wait_for_selector("#table")
    live.say("two", [Act.parse("d riffle")])
    teacher.wait_for_selector("text=riffles >> nth=0")
    fits(teacher, axe)
    teacher.click("text=Back to room")
    teacher.click("text=Pause for everyone")
    teacher.wait_for_selector(".state[data-state=paused]")
    ann.wait_for_selector("text=Hands off: the class is paused")
    is_so(ann, "document.querySelector('main').inert")
    expect(ann.locator("#class-stop-to")).to_be_hidden()  # the class pauses: there is nothing to go to
    assert axe(ann) == []
    teacher.click("text=Resume")
    ann.wait_for_selector("#class-stop", state="hidden")
    is_so(ann, "!document.querySelector('main').inert")
    teacher.click("summary:has-text('End')")
    teacher.click("text=End for everyone and show the report")
    teacher.wait_for_selector("text=No one is ranked")
    fits(teacher, axe)


# -- a server that is killed ----------------------------------------------------------------------------------------------


class Killed:
    """A server of its own process, which can be killed and started again at the same port."""

    def __init__(self, home: Path) -> None:
        self.port = quiet_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.home = home
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        words = [sys.executable, "-m", "dealerkit", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while self.process.poll() is None:
            try:
                if httpx.get(f"{self.base}/health", timeout=60).status_code == 200:
                    return
            except httpx.HTTPError:
                time.sleep(0.1)
        pytest.fail("the server does not start")

    def kill(self) -> None:
        """Kill it in the middle of whatever it does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process = None


@pytest.fixture
def killed(home: Path) -> Iterator[Killed]:
    """A server that can be killed."""
    made = Killed(home)
    made.start()
    yield made
    if made.process is not None:
        made.kill()


class Hand(httpx.Client):
    """Somebody's browser, without scripts."""

    def token(self) -> str:
        """The token of the forms."""
        found = re.search(r'<meta name="token" content="([^"]+)">', self.get("/join").text)
        assert found
        return found[1]

    def fill(self, path: str, **fields: str) -> httpx.Response:
        """Send a form."""
        return self.post(path, data={"token": self.token(), **fields})

    def tell(self, path: str, document: dict[str, Any]) -> httpx.Response:
        """Send JSON."""
        return self.post(path, json=document, headers={"X-Token": self.token(), "Accept": "application/json"})


def hand(base: str) -> Hand:
    """Somebody's browser."""
    return Hand(base_url=base, follow_redirects=True, timeout=120)


@pytest.mark.slow
def test_a_class_outlives_its_server(killed):
    """Killed in the middle of a class: the room is there, everybody in their place, at the same table; marks too."""
    with hand(killed.base) as teacher, hand(killed.base) as ann:
        _outlives(killed, teacher, ann)


def _outlives(killed: Killed, teacher: Hand, ann: Hand) -> None:
    room = teacher.fill("/class", game="holdem", mode="guided", level="0", seed="7").url.path
    code = re.search(r'class="code">([a-z]+-\d{3})<', teacher.get(room).text)
    assert code
    ann.fill("/join", code=code[1], name="Ann")
    teacher.fill(f"{room}/state", state="running")
    table = ann.get("/class/here", follow_redirects=False).headers["location"]
    at = teacher.fill("/class/observe", game="mini-baccarat", trainee="Bo").url.path
    mark = {"marks": [{"key": "one", "what": "hand", "at": 3, "code": ""}]}
    assert teacher.tell(f"{at}/marks", mark).json()["kept"] == 1
    killed.kill()
    with pytest.raises(httpx.HTTPError):
        teacher.get(room)
    killed.start()
    people = teacher.get(f"{room}/people").text
    assert "1 joined" in people
    assert "not seen since the server was started" in people
    assert "hand 1" in people
    assert ann.tell("/class/beat", {"waiting": 2}).json()["state"] == "running"
    assert "2 acts not sent yet" in teacher.get(f"{room}/people").text
    assert ann.get("/class/here", follow_redirects=False).headers["location"] == table
    assert teacher.tell(f"{at}/marks", mark).json()["kept"] == 1


@pytest.mark.slow
def test_a_server_with_an_open_room_stops_at_once(screen, app):
    """A page that looks does not hold it: `served` asserts at its end that the server has stopped."""
    page = screen()
    with page.expect_response("**/events"):
        open_room(page)


# -- the building's Wi-Fi ---------------------------------------------------------------------------------------------------


class Watcher(threading.Thread):
    """A page that marks all the time, and for a while has no network: it keeps what waits, as `observe.js` does."""

    def __init__(self, base: str, number: int, seconds: float, cut: tuple[float, float]) -> None:
        super().__init__()
        self.browser, self.number, self.seconds, self.cut = hand(base), number, seconds, cut
        self.made: list[str] = []
        self.path = str(self.browser.fill("/class/observe", game="mini-baccarat", trainee=f"T{number}").url.path)
        self.sent = self.browser.token()

    def run(self) -> None:
        """Mark, send what waits, lose answers now and then, send it once more."""
        began = time.monotonic()
        waiting: list[dict[str, Any]] = []
        tries = 0
        while time.monotonic() - began < self.seconds or waiting:
            at = time.monotonic() - began
            if at < self.seconds:
                key = f"{self.number}-{len(self.made)}"
                self.made.append(key)
                waiting.append({"key": key, "what": "hand", "at": at, "code": ""})
            if not self.cut[0] <= at < self.cut[1]:
                some = waiting[:100]
                headers = {"X-Token": self.sent, "Accept": "application/json"}
                answer = self.browser.post(f"{self.path}/marks", json={"marks": some}, headers=headers)
                assert answer.status_code == 200, answer.text
                tries += 1
                if tries % 7:  # else the answer was lost on its way, and all of it is sent again
                    kept = set(answer.json()["keys"])
                    waiting = [one for one in waiting if one["key"] not in kept]
            time.sleep(0.25)


def wifi(app: Any, browsers: int, seconds: float, cut: tuple[float, float]) -> None:
    """Let so many pages mark at once, with a while without network in the middle; each mark is kept once, in its order."""
    import sqlalchemy as sa

    from dealerkit.web.storage.schema import WATCH_MARKS

    with served(app) as base:
        pages = [Watcher(base, number, seconds, cut) for number in range(browsers)]
        for one in pages:
            one.start()
        for one in pages:
            one.join()
            one.browser.close()
        for one in pages:
            wanted = sa.select(WATCH_MARKS.c.key).where(WATCH_MARKS.c.watching_id == one.path.rpartition("/")[2])
            with app.state.site.store.begin() as connection:
                kept = [row.key for row in connection.execute(wanted.order_by(WATCH_MARKS.c.number)).all()]
            assert kept == one.made


class Trainee(threading.Thread):
    """A page that deals and for a while has no network: acts wait in it; an answer is lost now and then."""

    def __init__(self, base: str, code: str, number: int, acts: list[str], every: float, cut: tuple[float, float]) -> None:
        super().__init__()
        self.browser, self.number, self.acts, self.every, self.cut = hand(base), number, acts, every, cut
        self.browser.fill("/join", code=code, name=f"Trainee {number}")
        self.table, self.token = "", self.browser.token()

    def run(self) -> None:
        """Deal, one act after the other."""
        self.table = self.browser.get("/class/here", follow_redirects=False).headers["location"]
        headers = {"X-Token": self.token, "Accept": "application/json"}
        began, made, sent, tries, told = time.monotonic(), 0, 0, 0, 0.0
        while sent < len(self.acts):
            at = time.monotonic() - began
            made = min(len(self.acts), int(at / self.every) + 1)
            if not self.cut[0] <= at < self.cut[1]:
                if at - told > 3:
                    told = at
                    self.browser.post("/class/beat", json={"waiting": made - sent}, headers=headers)
                while sent < made:
                    said = {"key": f"{self.number}/{sent}", "acts": [self.acts[sent]]}
                    answer = self.browser.post(f"{self.table}/say", json=said, headers=headers)
                    assert answer.status_code == 200, answer.text
                    tries += 1
                    if tries % 5:  # else the answer was lost on its way
                        assert not answer.json()["refused"], answer.text
                        sent += 1
            time.sleep(self.every / 2)


def class_over_wifi(app: Any, trainees: int, acts: int, every: float, cut: tuple[float, float]) -> None:
    """Let a class deal the same shoe, all without network for a while; every table is what a perfect dealer's would be."""
    from dealerkit.training.walk import opening

    twin = opening.seated("holdem", None, {}, seats=3, seed=7, bettors="bots", step=None, level_=None)
    twin.begin_here(lambda: 0.0)
    twin.players_act()
    dealt: list[str] = []
    for _ in range(acts):
        act = twin.table.next_act()
        assert act is not None
        dealt.append(str(act))
        twin.say(act)
        twin.players_act()
    with served(app) as base, hand(base) as teacher:
        room = teacher.fill("/class", game="holdem", mode="guided", level="0", seats="3", seed="7").url.path
        code = re.search(r'class="code">([a-z]+-\d{3})<', teacher.get(room).text)
        assert code
        pages = [Trainee(base, code[1], number, dealt, every, cut) for number in range(trainees)]
        teacher.fill(f"{room}/state", state="running")
        for one in pages:
            one.start()
        if cut[1] - cut[0] > 20:
            time.sleep(cut[1] - 2)
            assert teacher.get(f"{room}/people").text.count("offline since") == trainees
        for one in pages:
            one.join()
            one.browser.close()
        for one in pages:
            live = app.state.site.tables.find(one.table.rpartition("/")[2])
            assert [str(act) for act in live.session.table.log] == [str(act) for act in twin.table.log]
        assert f"{trainees} joined" in teacher.get(f"{room}/people").text


@pytest.mark.slow
def test_four_trainees_lose_and_double_no_act(home):
    """The short one of every day: two seconds without network."""
    class_over_wifi(application(WebSettings()), 4, 24, 0.15, (1, 3))


@pytest.mark.slow
def test_twenty_trainees_lose_and_double_no_act_in_thirty_seconds_without_network(home):
    """As the building's Wi-Fi does it, and the instructor sees who is offline, since when."""
    class_over_wifi(application(WebSettings()), 20, 60, 0.8, (10, 40))


@pytest.mark.slow
def test_five_pages_lose_no_mark_in_two_seconds_without_network(home):
    """The short one of every day."""
    wifi(application(WebSettings()), 5, 4, (1, 3))


@pytest.mark.slow
def test_twenty_pages_lose_no_mark_in_thirty_seconds_without_network(home):
    """As the building's Wi-Fi does it."""
    wifi(application(WebSettings()), 20, 50, (10, 40))


# -- the same in real browsers ------------------------------------------------------------------------------------------------


def browsers_over_wifi(chromium: Any, app: Any, count: int, cut: float) -> None:
    """Let so many browsers deal the same shoe in a class; in the middle none of them has a network.

    What is said waits in each page, an answer is lost on its way now and then, and half of the pages are loaded again before all
    of it is sent; in the end each table is what a perfect dealer's would be.
    """
    from dealerkit.training.walk import opening
    from dealerkit.training.walk.talk import Talk

    before, during, after = 4, 14, 4
    twin = opening.seated("holdem", None, {}, seats=3, seed=7, bettors="bots", step=None, level_=None)
    twin.begin_here(lambda: 0.0)
    twin.players_act()
    lines: list[str] = []
    for _ in range(before + during + after):
        act = twin.table.next_act()
        assert act is not None
        lines.append(Talk.of(twin.table.game).said(act, twin.table))
        twin.say(act)
        twin.players_act()
    wanted = [str(act) for act in twin.table.log]
    with served(app) as base, hand(base) as teacher:
        room = teacher.fill("/class", game="holdem", mode="guided", level="0", seats="3", seed="7").url.path
        code = re.search(r'class="code">([a-z]+-\d{3})<', teacher.get(room).text)
        assert code
        pages = [chromium.new_context(viewport={"width": 1024, "height": 768}, base_url=base).new_page() for _ in range(count)]
        try:
            for number, page in enumerate(pages):
                page.set_default_timeout(PATIENCE * 1000)
                join(page, code[1], f"Trainee {number}")
            teacher.fill(f"{room}/state", state="running")
            for page in pages:
                page.wait_for_url("**/deal/*")
                page.wait_for_selector("#deal.ready")
            say_each(pages, lines[:before])
            for page in pages:
                expect(page.locator("#net")).to_have_text("")
            began = time.monotonic()
            say_each(pages, lines[before : before + 1])  # the network goes before all of it is answered
            for page in pages:
                page.context.set_offline(True)
            say_each(pages, lines[before + 1 : before + during])
            for page in pages:
                expect(page.locator("#net.offline")).to_contain_text("waiting")
            pages[0].wait_for_timeout(max(0.0, cut - (time.monotonic() - began)) * 1000)
            if cut > 20:
                assert teacher.get(f"{room}/people").text.count("offline since") == count
            for number, page in enumerate(pages):
                page.context.set_offline(False)
                if number % 2:
                    page.reload()
                    page.wait_for_selector("#deal.ready")
            say_each(pages, lines[before + during :])
            for page in pages:
                live = app.state.site.tables.find(page.url.rpartition("/")[2])
                log, done = live.session.table.log, -1
                while done < len(log) < len(wanted):  # as long as it goes on it may take its time
                    done = len(log)
                    last(functools.partial(_longer, log, done), True, page)
                assert [str(act) for act in live.session.table.log] == wanted, page.inner_text("main")
                expect(page.locator("#net")).to_have_text("")
                page.wait_for_selector(f'#felt .felt[data-at="{len(wanted)}"]')
        finally:
            for page in pages:
                page.context.close()


def _longer(log: Sequence[Any], than: int) -> bool:
    return len(log) > than


def say_each(pages: list[Any], lines: list[str]) -> None:
    """Say lines in each page, whatever becomes of them."""
    for line in lines:
        for page in pages:
            page.fill("#line", line)
            page.press("#line", "Enter")


def test_three_browsers_lose_and_double_no_act(chromium, home):
    """A few seconds without network."""
    browsers_over_wifi(chromium, application(WebSettings()), 3, 2)


@pytest.mark.slow
def test_twenty_browsers_lose_and_double_no_act_in_thirty_seconds_without_network(chromium, home):
    """As the building's Wi-Fi does it, with the pages themselves; the instructor sees each offline."""
    browsers_over_wifi(chromium, application(WebSettings()), 20, 30)

"""An exam for oneself, a room's own file and slips tried again, as hands do them in a browser; and with the server killed."""

from __future__ import annotations

import http.client
import json
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from starlette.applications import Starlette

from dealerkit.training.replies import OneOfReply, PartsReply
from dealerkit.web.sittings import LiveSitting
from tests.web.conftest import PageClient, quiet_port
from tests.web.dealing import Dealer
from tests.web.drill_answers import form, kept
from tests.web.test_drill_rows import record, slipped
from tests.web.test_drills_by_hand import no_sideways, touch
from tests.web.test_practice_exams import TABLE_TEST, of_exam
from tests.web.waits import arrived, becomes

pytestmark = pytest.mark.thorough


def answer_by_touch(page: Any, live: LiveSitting, number: int) -> None:
    """Answer a question rightly by its controls."""
    expect(page.locator(".count")).to_have_text(re.compile(rf"^{number} of "))
    arrived(page, "form.question")
    item = live.plan.rows[number - 1].item
    reply, answer = item.question.reply, item.key.answers[0]
    parts = [part for _, part in reply.parts] if isinstance(reply, PartsReply) else [reply]
    given = answer.split(" | ") if isinstance(reply, PartsReply) else [answer]
    for at, (part, one) in enumerate(zip(parts, given, strict=True)):
        touch(page, part, one, f"a{at}")
    if not isinstance(reply, OneOfReply):
        page.locator(".send").tap()


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1024, 768), (390, 844)])
def test_a_table_test_by_touch(
    screen: Callable[..., Any], app: Starlette, axe: Callable[[Any], list[str]], width: int, height: int
) -> None:
    """Begun, answered, dealt on the felt and handed in, with a reload, a step back and a second tab among it."""
    page = screen(width, height, touch=True)
    page.goto("/drills/exam/table-test")
    no_sideways(page)
    page.select_option("#game", "mini-baccarat")
    page.get_by_role("button", name="Begin").tap()
    expect(page.get_by_text("0 of 31 questions answered")).to_be_visible()
    no_sideways(page)
    assert axe(page) == []
    live = app.state.site.sittings.find(page.url.rpartition("/")[2])
    page.get_by_role("link", name="Go to the questions").tap()
    answer_by_touch(page, live, 1)
    expect(page.locator(".count")).to_have_text(re.compile("^2 of "))
    page.go_back()
    page.go_forward()
    page.reload()
    expect(page.locator("[data-down]")).to_be_visible()
    assert axe(page) == []
    other = page.context.new_page()
    other.goto(page.url)
    answer_by_touch(other, live, 2)
    expect(other.locator(".count")).to_have_text(re.compile("^3 of "))
    arrived(page, "form.question")
    fields = form(live.plan.rows[1].item.question, live.plan.rows[1].item.key.answers[0])
    page.evaluate("(said) => fetch(location.pathname, {method: 'POST', body: new URLSearchParams(said)})", {
        "token": page.locator("[name=token]").first.get_attribute("value"), "a0": fields["a0"][0],
    })  # fmt: skip
    other.close()
    page.reload()
    assert len(live.answers) == 2
    for number in range(3, 32):
        answer_by_touch(page, live, number)
    page.get_by_role("button", name="Deal: Mini baccarat").tap()
    arrived(page, "#deal.ready")
    table = app.state.site.tables.find(page.url.rpartition("/")[2])
    Dealer(page, table, "touch").deal(3)
    page.locator("#panel").get_by_role("link", name="Back to the exam").tap()
    page.get_by_role("button", name="Hand it in").tap()
    expect(page.get_by_text("100 of 100, passed")).to_be_visible()
    no_sideways(page)
    assert axe(page) == []
    page.go_back()
    page.reload()
    expect(page.get_by_text("100 of 100, passed")).to_be_visible()
    assert len(of_exam()) == 1


@pytest.mark.slow
def test_a_file_on_a_phone(screen: Callable[..., Any], axe: Callable[[Any], list[str]]) -> None:
    """A bad one is told at its field, and nothing that was chosen is lost; then a good one is drilled."""
    page = screen(390, 844, touch=True)
    page.goto("/drills")
    page.get_by_role("link", name="Your room's own slips").tap()
    page.select_option("#items", "10")
    page.select_option("#mode", "practice")
    page.set_input_files("#file", {"name": "found.json", "mimeType": "text/plain", "buffer": b'{"findings": [\n\n'})
    page.get_by_role("button", name="Drill it").tap()
    expect(page.locator("#file-problem")).to_contain_text("found.json, line 3, column 1")
    expect(page.locator("#items")).to_have_value("10")
    expect(page.locator("#mode")).to_have_value("practice")
    no_sideways(page)
    assert axe(page) == []
    page.set_input_files("#file", {"name": "monday.txt", "mimeType": "text/plain", "buffer": record()})
    page.get_by_role("button", name="Drill it").tap()
    arrived(page, "form.question")
    expect(page.locator("h1")).to_contain_text("The room's own records")
    no_sideways(page)
    page.locator("form.question .choices button").first.tap()
    expect(page.locator(".verdict h1")).to_have_text(re.compile("Right|Wrong"))
    assert axe(page) == []


@pytest.mark.slow
def test_a_slip_is_tried_again_from_the_summary(
    screen: Callable[..., Any], app: Starlette, axe: Callable[[Any], list[str]]
) -> None:
    """Asked, and then dealt on from, by hand, with the card that was wrong laid where it belongs."""
    page = screen(1024, 768)
    with PageClient(app) as client:
        live = slipped(client)
    page.goto(f"/deal/{live.id}/summary")
    no_sideways(page)
    assert axe(page) == []
    page.get_by_role("button", name=re.compile("^Try again")).click()
    arrived(page, "form.question")
    page.locator("form.question .choices button").first.click()
    expect(page.locator(".verdict")).to_be_visible()
    page.get_by_role("link", name="How it went").click()
    page.get_by_role("link", name="Back to the summary").click()
    page.get_by_role("button", name=re.compile("^Keep dealing from here")).click()
    arrived(page, "#deal.ready")
    made = app.state.site.tables.find(page.url.rpartition("/")[2])
    dealer = Dealer(page, made, "mouse")
    act = made.session.table.next_act()
    assert str(act) == "d deal banker"
    dealer.act(act)
    assert not made.session.findings()
    becomes(lambda: page.locator("#slip, .bubble").count(), 0, page)


@pytest.mark.slow
def test_an_exam_whose_server_is_killed(home: Path) -> None:
    """Killed by -9 among questions and hands: what was acknowledged is kept, once, the clock runs on, and it is finished."""
    port = quiet_port()
    base = f"http://127.0.0.1:{port}"

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "dealerkit", "serve", "--port", str(port)]
        made = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while made.poll() is None:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", port), 1)):
                return made
            time.sleep(0.05)
        pytest.fail("the server does not start")

    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    server = start()
    try:
        found = re.search(r'<meta name="token" content="([^"]+)">', opener.open(f"{base}/").read().decode())
        assert found

        def fill(path: str, **said: Any) -> Any:
            return opener.open(base + path, urllib.parse.urlencode({"token": found[1], **said}, doseq=True).encode(), timeout=120)

        def tell(path: str, said: dict[str, Any]) -> Any:
            headers = {"Content-Type": "application/json", "Accept": "application/json", "X-Token": found[1]}
            request = urllib.request.Request(base + path, json.dumps(said).encode(), headers)
            return json.loads(opener.open(request, timeout=120).read())

        def killed_while(done: Callable[[], Any], after: float) -> None:
            nonlocal server
            timer = threading.Timer(after, server.kill)
            timer.start()
            with suppress(OSError, http.client.HTTPException):
                done()
            timer.join()
            server.wait()
            server = start()

        at = urllib.parse.urlsplit(fill("/drills/exams", drill="exam/mock-audition", level="1", seed="4").url).path
        page = opener.open(f"{base}{at}").read().decode()
        assert "0 of 2 questions answered" in page
        for number in (1, 2):
            killed_while(lambda number=number: fill(f"{at}/{number}", a0="a", a1="a"), 0.01 * number)  # type: ignore[misc]
            fill(f"{at}/{number}", a0="a", a1="a")
            assert len(kept()) == number
        table = urllib.parse.urlsplit(fill(f"{at}/deal").url).path
        assert urllib.parse.urlsplit(fill(f"{at}/deal").url).path == table
        before = tell(f"{table}/say", {"key": "one", "line": "pitch"})["at"]
        killed_while(lambda: tell(f"{table}/say", {"key": "two", "line": "burn"}), 0.02)
        after = tell(f"{table}/say", {"key": "two", "line": "burn"})["at"]
        assert after >= before
        assert tell(f"{table}/say", {"key": "two", "line": "burn"})["at"] == after
        killed_while(lambda: fill(f"{at}/end"), 0.02)
        result = fill(f"{at}/end").read().decode()
        assert "2 answered; weight 10" in result
        assert "not passed" in result
    finally:
        server.kill()
        server.wait()
    assert len([one for one in kept() if one.drill == "exam/mock-audition"]) == 1
    assert TABLE_TEST not in {one.drill for one in kept()}

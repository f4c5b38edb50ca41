"""Weight of the browser's pages, time to the first page, and touches for a coup.

Chromium opens each page of a server with realistic data, with an empty cache: the bytes of the whole page are counted, with
styles, scripts and pictures (there are no fonts). The first page is the page of `serve --open`; its time ends when it
can be touched, the best of five. Then five coups of mini baccarat are dealt by touch, and the touches are compared with the
acts on record.

    python bench/pages.py [--list]
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from dealerkit.training.walk.code import Plan
from dealerkit.web.app import application
from dealerkit.web.people import ALONE
from dealerkit.web.settings import WebSettings
from tests.needs import CHROMIUM
from tests.web.conftest import ARGUMENTS, PageClient, served
from tests.web.dealing import Dealer
from tests.web.lived_in import lived_in

WEIGHT = 300_000
FIRST = 1.0
TOUCHES = 1.3
COUPS = 5


def weight(browser: Any, address: str, path: str, cookies: dict[str, str]) -> int:
    """Return the number of bytes transferred for a page."""
    context = browser.new_context(base_url=address, viewport={"width": 1024, "height": 768})
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies.items()])
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    came: list[float] = []
    wire.on("Network.loadingFinished", lambda match: came.append(match["encodedDataLength"]))
    page.goto(path, wait_until="load")
    page.wait_for_timeout(200)
    context.close()
    return int(sum(came))


def first_page(browser: Any, address: str, path: str, ready: str) -> float:
    """Return the seconds until a page can be touched, in a browser with an empty cache."""
    context = browser.new_context(base_url=address, viewport={"width": 1024, "height": 768})
    page = context.new_page()
    began = time.perf_counter()
    page.goto(path, wait_until="load")
    page.wait_for_selector(ready)
    took = time.perf_counter() - began
    context.close()
    return took


def touches(browser: Any, address: str, app: Any) -> float:
    """Return the number of touches for each act on record, over some coups on a tablet."""
    live = app.state.site.tables.open(Plan("mini-baccarat", None, {}, 3, 5), ALONE)
    context = browser.new_context(base_url=address, viewport={"width": 1024, "height": 768}, has_touch=True)
    page = context.new_page()
    page.goto(f"/deal/{live.id}")
    page.wait_for_selector("#deal.ready")
    dealer = Dealer(page, live, "hands")
    dealer.deal(1)
    dealer.taps = 0
    acts = dealer.deal(COUPS)
    context.close()
    return dealer.taps / acts


def main() -> int:
    """Print the figures; return 1 if a limit is exceeded."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DEALERKIT_HOME"] = folder
        app = application(WebSettings())
        with served(app) as address, PageClient(app, base_url=address) as client, sync_playwright() as playwright:
            pages = lived_in(client, app)
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            cookies = dict(client.cookies)
            weights = {name: weight(browser, address, path, cookies) for name, path in pages.items()}
            first = min(first_page(browser, address, "/", ".door") for _ in range(5))
            table = min(first_page(browser, address, "/deal", "#deal.ready") for _ in range(5))
            taps = touches(browser, address, app)
            browser.close()
    heaviest = max(weights, key=lambda name: weights[name])
    middle = statistics.median(weights.values())
    most = f"at most {weights[heaviest] / 1000:.0f} ({heaviest}; goal {WEIGHT // 1000})"
    print(f"pages: {len(weights)} weigh {middle / 1000:.0f} KB in the middle, {most}")
    print(f"first page {first:.2f} s, first table {table:.2f} s (goal {FIRST:g}); {taps:.2f} touches an act (goal {TOUCHES:g})")
    if "--list" in sys.argv:
        for name, many in sorted(weights.items(), key=lambda item: -item[1]):
            print(f"  {many / 1000:6.1f} KB  {name}")
    return int(weights[heaviest] > WEIGHT or max(first, table) > FIRST or taps > TOUCHES)


if __name__ == "__main__":
    sys.exit(main())

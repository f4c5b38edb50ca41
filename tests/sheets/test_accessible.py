"""Pages of editions in a browser: axe finds nothing that keeps anybody from reading them.

Skipped where there is no Chromium, or no axe: the developer's set brings one along (`axe-core-python`); `npm pack axe-core` has a
newer one, and `DEALERKIT_AXE=FILE` names it.
"""

from __future__ import annotations

import html
import importlib.util
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pypdf
import pytest

from dealerkit.rules.games import game
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.languages import make
from dealerkit.sheets.formats import render
from tests.needs import CHROMIUM, need

pytestmark = pytest.mark.thorough

EVERY_DAY = [("mini-baccarat", "player"), ("mini-baccarat", "control"), ("holdem", "wall"), ("holdem", "dealer")]
ALL = [(of, name) for of in ("mini-baccarat", "holdem") for name, one in EDITIONS.items() if one.offered(game(of))]
LOOK = """
<!doctype html><html lang="en"><head><meta charset="utf-8"><title>axe</title></head><body><script>
const axe = AXE, pages = PAGES, found = [];
(async () => {
  for (const [name, page] of pages) {
    const frame = document.createElement("iframe");
    frame.width = 1200; frame.height = 900;
    const loaded = new Promise(done => frame.onload = done);
    frame.srcdoc = page;
    document.body.append(frame);
    await loaded;
    const script = frame.contentDocument.createElement("script");
    script.textContent = axe;
    frame.contentDocument.head.append(script);
    const said = await frame.contentWindow.axe.run(frame.contentDocument);
    const wrong = said.violations.flatMap(one => one.nodes.map(node => `${one.id}: ${one.help}: ${node.html.slice(0, 200)}`));
    found.push({name, wrong, passed: said.passes.map(one => one.id)});
    frame.remove();
  }
  const told = document.createElement("pre");
  told.id = "found"; told.textContent = JSON.stringify(found);
  document.body.append(told);
})();
</script></body></html>
"""


def axe() -> Path | None:
    """Where axe lies."""
    if said := os.environ.get("DEALERKIT_AXE"):
        return Path(said)
    spec = importlib.util.find_spec("axe_core_python")
    return Path(spec.origin).with_name("axe.min.js") if spec is not None and spec.origin else None


def looked_at(pages: list[tuple[str, str]], folder: Path) -> list[dict[str, Any]]:
    """Have Chromium open pages and axe look at them: what it found wrong, and which rules passed."""
    source = axe()
    assert CHROMIUM
    assert source
    told = [json.dumps(one).replace("</", "<\\/") for one in (source.read_text(encoding="utf-8"), pages)]
    page = folder / "look.html"
    page.write_text(LOOK.replace("AXE", told[0], 1).replace("PAGES", told[1], 1), encoding="utf-8")
    words = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={folder / 'profile'}",
        "--virtual-time-budget=600000",
    ]
    done = subprocess.run([CHROMIUM, *words, "--dump-dom", page.as_uri()], capture_output=True, check=False, timeout=300)
    found = re.search(r'<pre id="found">(.*?)</pre>', done.stdout.decode(), re.DOTALL)
    assert found, done.stderr.decode()[-2000:]
    made: list[dict[str, Any]] = json.loads(html.unescape(found[1]))
    return made


@pytest.mark.parametrize(
    "wanted",
    [pytest.param(EVERY_DAY, id="every day"), *(pytest.param([one], marks=pytest.mark.slow, id="-".join(one)) for one in ALL)],
)
def test_axe_finds_nothing_wrong(wanted, tmp_path):
    """Contrast, heads of tables, names of pictures, order of headings, language: whoever has a page read aloud can follow it.

    A page that is wrong on purpose is among them, so that a look that sees nothing is noticed.
    """
    need("Chromium", CHROMIUM)
    pages = [("wrong", "<!doctype html><html><head></head><body><img src='x'></body></html>")]
    pages += [
        (f"{of} {name}", render(make(EDITIONS[name], EditionOrder((game(of),))), "html")[0].decode()) for of, name in wanted
    ]
    seeded, *found = looked_at(pages, tmp_path)
    assert {one.split(":")[0] for one in seeded["wrong"]} >= {"image-alt", "html-has-lang", "document-title"}
    assert {one["name"]: one["wrong"] for one in found} == {one["name"]: [] for one in found}
    assert all({"color-contrast", "html-has-lang", "document-title"} <= set(one["passed"]) for one in found)


@pytest.mark.sample(2)
@pytest.mark.parametrize(("of", "name"), [("holdem", "player"), ("mini-baccarat", "dealer")])
def test_the_browser_prints_it_on_as_many_pages(of, name, tmp_path):
    """Printed from the browser an edition keeps its length, and each page says which it is."""
    need("Chromium", CHROMIUM)
    page, paper = tmp_path / "page.html", tmp_path / "page.pdf"
    page.write_bytes(render(make(EDITIONS[name], EditionOrder((game(of),))), "html")[0])
    assert CHROMIUM
    words = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}", "--no-pdf-header-footer"]
    subprocess.run([CHROMIUM, *words, f"--print-to-pdf={paper}", page.as_uri()], capture_output=True, check=False, timeout=120)
    made = pypdf.PdfReader(paper)
    assert 1 <= len(made.pages) <= (EDITIONS[name].pages or 0)
    assert f"page 1 of {len(made.pages)}" in made.pages[0].extract_text()

"""The wall: what `dealerkit jackpot status` says, large; hostile names and a journal that is none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main
from dealerkit.rules.data import data_dir
from tests.sampling import daily
from tests.web.waits import is_so, no_wider_than_the_window


def jackpot(*words: str, code: int = 0) -> None:
    """Run a command of the terminal."""
    result = CliRunner().invoke(main, ["jackpot", *words])
    assert result.exit_code == code, result.output


@pytest.fixture
def standing(home: Path, tmp_path: Path) -> Path:
    """A high hand is open at whatever hour the tests are run, and somebody holds it."""
    session = 'from: "12:00", until: "04:00", length: 60 minutes'
    shipped = (data_dir("procedures") / "promotions/high-hand-hourly.yaml").read_text(encoding="utf-8")
    assert session in shipped
    policy = tmp_path / "high-hand-hourly.yaml"
    policy.write_text(shipped.replace(session, "length: 24 hours"), encoding="utf-8")
    jackpot("open", str(policy))
    who = "<script>alert('Ann')</script>"
    hand = ("--hole", "AsAh", "--board", "Ad Kh Kc 2c 3d", "--dealt-in", "1-6", "--pot", "40")
    where = ("--table", "<b>T1</b>", "--seat", "3", "--player", who)
    jackpot("claim", "high-hand-hourly", *hand, *where)
    return home


def test_the_wall_shows_prize_and_holder(standing, client):
    """The prize, until when, the hand with its cards, table and seat; no name of a player unless it is asked for."""
    page = client.get("/wall")
    assert page.status_code == 200
    assert '<p class="held">aces full of kings</p>' in page.text, "the cards are drawn, and not written behind it"
    assert "ace of spades" in page.text
    assert "&lt;b&gt;T1&lt;/b&gt;, seat 3" in page.text
    assert "alert(" not in page.text
    named = client.get("/wall?names=yes")
    assert "&lt;script&gt;alert(" in named.text
    assert "<script>alert" not in named.text
    part = client.get("/wall?part=yes")
    assert "<html" not in part.text
    assert "ace of spades" in part.text


def test_a_wall_without_a_journal(home, client):
    """It says so, and how one is begun; where the server keeps its files is nobody's business who passes it."""
    page = client.get("/wall")
    assert page.status_code == 200
    assert "No promotion is running" in page.text
    assert "There is no journal " in page.text
    assert str(home) not in page.text


@pytest.mark.sqlite
def test_a_journal_that_is_none(home, client):
    """It is said, and the page is there."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "journal.db").write_bytes(b"no journal" * 100)
    page = client.get("/wall")
    assert page.status_code == 200
    assert "No promotion is running" in page.text


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), daily([(390, 844), (1440, 900), (1920, 1080)], 3, first=1))
def test_the_wall_is_read_from_far(standing, screen, axe, width, height):
    """The prize is at least a tenth of the screen high; nothing runs out at the side; axe finds nothing; it looks again."""
    page: Any = screen(width, height)
    page.goto("/wall")
    page.wait_for_selector(".prize")
    size = "parseFloat(getComputedStyle(document.querySelector('.prize')).fontSize)"
    is_so(page, f"() => {size} >= {min(width, height) / 8}")
    no_wider_than_the_window(page)
    assert axe(page) == []
    with page.expect_response("**/wall?part=yes*", timeout=60_000):
        pass

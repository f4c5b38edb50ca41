"""Records in the browser: opened, filtered, replayed, taken along."""

from __future__ import annotations

import csv
import gzip
import io

import pytest

import dealerkit as dk
from dealerkit.hands.check import check_file
from dealerkit.training.walk.code import Plan
from dealerkit.web.people import ALONE, guest
from tests.web.waits import no_wider_than_the_window

pytestmark = pytest.mark.thorough

HOSTILE = "<img src=x onerror=alert(1)>\u202e=cmd.txt"


def slipped():
    """Return a record with two slips in it."""
    table = dk.Table("mini-baccarat", seats=2, seed=7)
    table.advance("deal")
    table.push("d deal banker")
    table.push("d deal banker")
    table.advance("clear")
    return table.record()


PHH = """variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = ["d dh p1 AhKh", "d dh p2 QsQd", "d dh p3 7c2d", "p3 f", "p1 f"]
"""


def opened(client, name, body):
    """Open a file, and return the address of its page."""
    answer = client.post("/records/open", data={"token": client.token()}, files={"file": (name, body)}, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"]


def test_a_record_is_checked_as_the_command_checks_it(client, tmp_path):
    """The same findings, and each leads to its act."""
    to = opened(client, "monday.txt", slipped())
    page = client.get(to).text
    path = tmp_path / "monday.txt"
    path.write_text(slipped(), encoding="utf-8")
    (hand,) = check_file(path)
    assert hand.findings
    got = client.get(f"{to}/export?form=json").json()["findings"]
    assert [(one["code"], one["act"]) for one in got] == [(one.code, one.act) for one in hand.findings]
    for flaw in hand.findings:
        assert f"{to}/1?at={flaw.act}" in page


def test_every_act_can_be_looked_at(client):
    """From before the first to the last, and no further."""
    to = opened(client, "monday.txt", slipped())
    acts = slipped().count("\n") - slipped().partition("---\n")[0].count("\n") - 1
    assert "Before the first act" in client.get(f"{to}/1?at=0").text
    assert f"act {acts} of {acts}" in client.get(f"{to}/1?at={acts}").text
    assert client.get(f"{to}/1?at={acts + 1}").status_code == 404
    for wrong in ("-1", "x", "9" * 40, "%C2%B2"):
        assert client.get(f"{to}/1?at={wrong}").status_code == 404
    part = client.get(f"{to}/1?at=3", headers={"HX-Request": "true"}).text
    assert "<html" not in part
    assert "act 3 of" in part


def test_a_hand_in_phh_is_looked_at_in_the_same_way(client):
    """It is dealt again, and what is due beside the recorded actions is there."""
    to = opened(client, "hand.phh", PHH)
    assert "1 hand" in client.get(to).text
    page = client.get(f"{to}/1?at=5")
    assert page.status_code == 200
    assert "act 5 of" in page.text


@pytest.mark.parametrize("ending", [".gz", ".GZ"])
def test_a_packed_file_is_looked_at_as_what_is_in_it(client, ending):
    """A record and hands in PHH, both packed; and one whose end is missing is told, on its page."""
    hand = PHH.encode()
    for name, body in ((f"hand.phh{ending}", hand), (f"monday.txt{ending}", slipped().encode())):
        packed = gzip.compress(body)
        to = opened(client, name, packed)
        assert "1 hand" in client.get(to).text
        assert "act 5 of" in client.get(f"{to}/1?at=5").text
        assert client.get(f"{to}/export?form=file").content == packed
        torn = client.get(opened(client, name, packed[:-20]))
        assert torn.status_code == 200
        assert "Not a hand" in torn.text


@pytest.mark.parametrize("name", ["bomb.phhs.gz", "bomb.txt.gz", "bomb.gz"])
def test_a_small_file_that_unpacks_to_a_large_one_is_refused(client, monkeypatch, name):
    """It is unpacked no further than a file may be large, and nothing of it is kept."""
    monkeypatch.setattr("dealerkit.web.records.record_files.MOST_BYTES", 100_000)
    bomb = gzip.compress(b"a=1\n" * 1_000_000)
    assert len(bomb) < 100_000
    answer = client.post("/records/open", data={"token": client.token()}, files={"file": (name, bomb)})
    assert answer.status_code == 413
    assert "unpacked" in answer.text
    assert name not in client.get("/records").text


BROKEN = [b"\xff\xfe\x00nonsense", b"# dealerkit record 1\ngame: nothing\n---\n", b"a\0b", slipped()[:-30].encode()]


@pytest.mark.parametrize("body", BROKEN)
def test_what_cannot_be_read_is_told(client, body):
    """On the page of the file, in words; and the hand that there is not is not replayed."""
    to = opened(client, "torn.txt", body)
    page = client.get(to)
    assert page.status_code == 200
    assert "Traceback" not in page.text
    assert 'class="slip"' in page.text
    assert client.get(f"{to}/1").status_code in {200, 422}
    assert client.get(f"{to}/2").status_code == 404


def test_a_file_of_many_hands_is_bounded(client, monkeypatch):
    """The first of them are checked, and the page says so; each of the others can be replayed."""
    monkeypatch.setattr("dealerkit.web.records.record_files.MOST_HANDS", 3)
    monkeypatch.setattr("dealerkit.web.records.views.MOST_HANDS", 3)
    for many, bounded in ((3, False), (5, True)):
        to = opened(client, f"{many}.txt", slipped() * many)
        page = client.get(to).text
        assert "3 hands, " in page
        assert ("Only the first 3 hands were checked here." in page) == bounded
        assert len({one["hand"] for one in client.get(f"{to}/export?form=json").json()["findings"]}) <= 3
        assert client.get(f"{to}/{many}?at=3").status_code == 200


def test_no_file_an_empty_one_and_a_foreign_one_are_refused(client):
    """In words, with what to do."""
    assert client.fill("/records/open").status_code == 422
    answer = client.post("/records/open", data={"token": client.token()}, files={"file": ("a.txt", b"")})
    assert answer.status_code == 422
    assert "empty" in answer.text
    assert client.get("/records/f/nothing").status_code == 404


def test_anothers_file_is_told_to_nobody(client, app):
    """Neither its findings nor its hands nor itself; and nobody else can have it forgotten."""
    files, other = app.state.site.files, guest("somebody else")
    name = files.keep(other, "theirs.txt", slipped().encode())
    for page in ("", "/1", "/export", "/export?form=file"):
        assert client.get(f"/records/f/{name}{page}").status_code == 404
    client.fill(f"/records/f/{name}/forget")
    assert files.find(name, other).body == slipped().encode()
    assert "theirs.txt" not in client.get("/records").text


def test_a_hostile_name_is_text(client):
    """On the page, in the list, in what is taken along."""
    to = opened(client, HOSTILE, slipped())
    for page in (client.get(to), client.get("/records")):
        assert "<img src=x" not in page.text
        assert "\u202e" not in page.text
    rows = list(csv.reader(io.StringIO(client.get(f"{to}/export").content.decode("utf-8-sig"))))
    assert len(rows) == 1 + len(client.get(f"{to}/export?form=json").json()["findings"])
    assert not any(cell[:1] in "=+-@" for row in rows for cell in row if cell)


def test_what_is_looked_for_is_filtered(client):
    """By code and by how grave it is; exports follow."""
    to = opened(client, "monday.txt", slipped())
    found = client.get(f"{to}/export?form=json").json()["findings"]
    code = found[0]["code"]
    some = client.get(f"{to}/export?form=json&code={code}").json()["findings"]
    assert some == [one for one in found if one["code"] == code]
    assert client.get(f"{to}?code=no/such").status_code == 200
    assert client.get(f"{to}?page=99999").status_code == 200


def test_what_was_dealt_here_is_replayed_and_taken_along(client, app, tmp_path):
    """A table's record is the one that `check` reads."""
    live = app.state.site.tables.open(Plan("mini-baccarat", None, {}, 3, 7), ALONE)
    for number in range(12):
        live.say(str(number), [live.session.table.next_act()])
    assert client.get("/records").status_code == 200
    assert client.get(f"/records/t/{live.id}").status_code == 200
    path = tmp_path / "record.txt"
    path.write_bytes(client.get(f"/records/t/{live.id}/text").content)
    (hand,) = check_file(path)
    assert hand.acts == len(live.session.table.log)


def test_the_reel_in_a_browser(screen, axe, client):
    """By keys, by the slider, by a tap; at a phone's width nothing sticks out."""
    to = opened(client, "monday.txt", slipped())
    for size in ((390, 844), (1024, 768)):
        page = screen(*size)
        page.goto(f"{to}/1?at=0")
        page.keyboard.press("ArrowRight")
        page.locator("output", has_text="act 1 ").wait_for()
        page.get_by_role("link", name="Next slip").click()
        page.locator(".slip strong").first.wait_for()
        page.locator("#at").fill("3")
        page.locator("output", has_text="act 3 ").wait_for()
        page.wait_for_url("**at=3")
        assert axe(page) == []
        no_wider_than_the_window(page)
    page.goto(to)
    assert axe(page) == []
    page.goto("/records")
    assert axe(page) == []

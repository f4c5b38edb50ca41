"""Drills in a browser: every drill answered right and wrong, judged and kept as at the terminal, and nothing lost."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from dealerkit.errors import TrainingError
from dealerkit.training.drills import drill, drill_ids
from dealerkit.training.exercises import exercises, setting
from dealerkit.training.sitting import Sitting
from dealerkit.training.store import TrainingStore
from dealerkit.web.app import application
from dealerkit.web.people import ALONE
from dealerkit.web.sittings import now, training
from dealerkit.web.storage.schema import SITTINGS
from tests.web.conftest import PageClient
from tests.web.drill_answers import FLASH, LEVELS, OF_QUESTIONS, asked, begun, form, kept, no_key_in, wrong

FULL = ("training.db", "the disk is full")
HOSTILE = ["<script>alert(1)</script>", "'; DROP TABLE answers; --", "\u202e\u0000|| \U0001f0a1 {{7*7}}", "|" * 40, "a" * 3000]


@pytest.mark.sqlite
@pytest.mark.sample(8, most=8)
@pytest.mark.parametrize(("name", "level"), LEVELS, ids=[f"{name}:{level}" for name, level in LEVELS])
def test_every_drill_is_answered_right_and_wrong(client: PageClient, name: str, level: int) -> None:
    """Each level of each drill: the same exercises as the terminal's of that seed, the same marks, the same answer kept."""
    where = setting(name, level)
    row = exercises(where, "3")
    items = [next(row), next(row)]
    at = begun(client, name, level=level, seed=3, clock="off")
    terminal = Sitting(where, "3", now=now, adaptive=False, clocked=False)
    for number, item in enumerate(items, 1):
        answer = item.key.answers[0] if number == 1 else wrong(item.question.reply, item.key.answers)
        page = client.get(f"{at}/{number}")
        assert page.status_code == 200
        no_key_in(page.text, item)
        found = client.fill(f"{at}/{number}", **form(item.question, answer))
        assert found.status_code == 200, re.findall(r'role="alert">(.*?)<', found.text)
        assert (">Right<" in found.text) == (number == 1)
        taken = terminal.take(terminal.next(), "x", answer)
        last = kept()[-1]
        assert (last.seed, last.cell, last.right, last.score) == (item.seed, item.cell, taken.right, str(taken.marks))
        assert (last.expected, last.codes) == (item.key.answers[0], taken.codes)
        assert item.question.reply.read(last.given) == answer
    assert "1 of 2" in client.get(f"{at}/result").text


def test_sent_twice_it_counts_once(client: PageClient) -> None:
    """Reload, back, a second tab: the answer that was kept is the one."""
    at = begun(client, FLASH, seed=5)
    client.fill(f"{at}/1", a0="d")
    (first,) = kept()
    again = client.fill(f"{at}/1", a0="s")
    assert "have already answered" in again.text
    assert kept() == [first]
    assert client.get(f"{at}/1").status_code == 200
    assert str(client.get(f"{at}/7").url.path) == f"{at}/2"
    assert client.fill(f"{at}/3", a0="s").status_code == 409
    assert len(kept()) == 1


def test_what_could_not_be_kept_was_not_answered(client: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full: it is told, the question stands, and when there is room the answer is kept once."""
    at = begun(client, FLASH, seed=5)
    with monkeypatch.context() as broken:

        def full(*_: object) -> None:
            raise TrainingError(*FULL)

        broken.setattr(TrainingStore, "keep", full)
        assert "the disk is full" in client.fill(f"{at}/1", a0="d").text
    assert kept() == []
    assert 'class="question"' in client.get(f"{at}/1").text
    client.fill(f"{at}/1", a0="d")
    assert [one.given for one in kept()] == ["d"]


@pytest.mark.thorough
def test_many_requests_at_once_answer_once(app: Any, client: PageClient) -> None:
    """First touch, answer and a second tab at the same moment: one sitting, one answer."""
    at = begun(client, FLASH, seed=5)
    with ThreadPoolExecutor(8) as pool:
        for number in range(1, 6):
            sent = [pool.submit(client.tell, f"{at}/{number}/first", {}) for _ in range(3)]
            sent += [pool.submit(client.fill, f"{at}/{number}", a0=key) for key in "dsds"]
            assert {one.result().status_code for one in sent} == {200}
            assert len(kept()) == number
            assert ' verdict"' in client.get(f"{at}/{number}").text


def test_what_cannot_be_read_costs_nothing(client: PageClient) -> None:
    """The question stands, with what was typed, and it is said what can be typed."""
    at = begun(client, "baccarat/commission", level=1, seed=5)
    found = client.fill(f"{at}/1", a0="five", a1="12")
    assert found.status_code == 422
    assert "is not an amount" in found.text
    assert 'value="12"' in found.text
    assert kept() == []


def test_it_survives_the_server(app: Any, home: Path) -> None:
    """Another server on the same files goes on with the same exercises, the same time and the same counts."""
    with PageClient(app) as client:
        at = begun(client, FLASH, seed=9)
        for number, key in enumerate("ddsds", 1):
            client.get(f"{at}/{number}")
            client.fill(f"{at}/{number}", a0=key)
        before = client.get(f"{at}/6").text
        live = app.state.site.sittings.find(at.rsplit("/", 1)[1], ALONE)
        since, cell = live.asked.at, live.item().cell
    other = application()
    with PageClient(other) as client:
        after = client.get(f"{at}/6").text
        live = other.state.site.sittings.find(at.rsplit("/", 1)[1], ALONE)
        assert (live.asked.at, live.item().cell) == (since, cell)
        assert asked(before) == asked(after)
        assert "have already answered" in client.fill(f"{at}/5", a0="d").text
        assert len(kept()) == 5


def test_a_row_with_weak_cells_goes_on_after_the_server(app: Any, home: Path) -> None:
    """Without a seed weak cells come more often; which they are is kept with the sitting."""
    with PageClient(app) as client:
        at = begun(client, FLASH, level=3)
        for number in range(1, 8):
            client.fill(f"{at}/{number}", a0="d")
        before = asked(client.get(f"{at}/8").text)
    with PageClient(application()) as client:
        assert asked(client.get(f"{at}/8").text) == before


def test_the_clock_is_the_server_s(client: PageClient, app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A question's time goes on while it is loaded again; the first touch counts once; only after the first ten is it kept."""
    clock = [1000.0]
    monkeypatch.setattr("dealerkit.web.sittings.time.time", lambda: clock[0])
    at = begun(client, FLASH, level=1, seed=5)
    for number in range(1, 11):
        client.get(f"{at}/{number}")
        clock[0] += 2
        client.fill(f"{at}/{number}", a0="d")
    assert {one.first_ms for one in kept()} == {None}
    assert "data-clock" in client.get(f"{at}/11").text
    clock[0] += 3
    assert 'data-ms="3000"' in client.get(f"{at}/11").text
    assert client.tell(f"{at}/11/first", {}).json() == {"noted": True}
    clock[0] += 4
    client.tell(f"{at}/11/first", {})
    client.fill(f"{at}/11", a0="d")
    assert (kept()[-1].first_ms, kept()[-1].total_ms) == (3000, 7000)
    client.get(f"{at}/12")
    clock[0] += 100_000
    client.fill(f"{at}/12", a0="d")
    assert kept()[-1].total_ms == 120_000


def test_the_rule_counts_as_help(client: PageClient) -> None:
    """Looked up once, the answer is kept as helped, and comes back."""
    at = begun(client, FLASH, level=1, seed=5)
    assert 'aria-label="The rule"' not in client.get(f"{at}/1").text
    assert 'aria-label="The rule"' in client.fill(f"{at}/1/rule").text
    item = next(exercises(setting(FLASH, 1), "5"))
    client.fill(f"{at}/1", **form(item.question, item.key.answers[0]))
    (one,) = kept()
    assert (one.right, one.helped) == (True, True)
    assert "Try the wrong ones again" in client.get(f"{at}/result").text


def test_wrong_ones_are_asked_until_they_are_right(client: PageClient) -> None:
    """Once more: the very same exercises, and again those that are missed again."""
    at = begun(client, FLASH, level=3, seed=5, items=4)
    row = exercises(setting(FLASH, 3), "5")
    items = [next(row) for _ in range(4)]
    for number, item in enumerate(items, 1):
        answer = item.key.answers[0] if number % 2 else wrong(item.question.reply, item.key.answers)
        found = client.fill(f"{at}/{number}", **form(item.question, answer))
    assert "How it went" in found.text
    more = str(client.fill(f"{at}/again").url.path).rsplit("/", 1)[0]
    for number, (item, right) in enumerate([(items[1], False), (items[3], True), (items[1], True)], 1):
        answer = item.key.answers[0] if right else wrong(item.question.reply, item.key.answers)
        found = client.fill(f"{more}/{number}", **form(item.question, answer))
        assert (">Right<" in found.text) == right
        assert kept()[-1].seed == item.seed
    assert str(client.get(more).url.path).endswith("/result")
    assert len(kept()) == 7


@pytest.mark.thorough
def test_thirty_right_open_the_next_level(client: PageClient) -> None:
    """As at the terminal: nine of ten in the last thirty, and it goes on there."""
    at = begun(client, "baccarat/totals-and-naturals", seed=5)
    row = exercises(setting("baccarat/totals-and-naturals", 1), "5")
    for number in range(1, 31):
        item = next(row)
        found = client.fill(f"{at}/{number}", **form(item.question, item.key.answers[0]))
    assert "level 2 is open" in found.text
    assert "level 2</small>" in client.get(f"{at}/31").text
    with PageClient(application()) as other:
        assert asked(other.get(f"{at}/31").text) == asked(client.get(f"{at}/31").text)


def test_an_exam_tells_nothing(client: PageClient) -> None:
    """Neither right nor wrong while it lasts."""
    at = begun(client, FLASH, level=1, seed=5, mode="exam", items=2)
    found = client.fill(f"{at}/1", a0="d")
    assert ">Saved<" in found.text
    assert "Right" not in found.text
    assert "Wrong" not in found.text
    assert "Rule: " not in found.text


def test_terminal_and_browser_share_a_file(client: PageClient, home: Path) -> None:
    """What is answered here stands in `progress`, under the name that this browser keeps."""
    client.fill("/drills/trainee", trainee="Ann <Lee> \u00e9\u8d75")
    at = begun(client, FLASH, level=1, seed=5)
    client.fill(f"{at}/1", a0="d")
    with TrainingStore.open(home / "training.db", now=now) as store:
        assert store.trainees() == ["Ann <Lee> \u00e9\u8d75"]
        assert store.figures("Ann <Lee> \u00e9\u8d75", FLASH, 1).answered == 1
    page = client.get("/progress").text
    assert "Ann &lt;Lee&gt;" in page
    assert "Third-card flash" in page
    assert client.get("/progress/paper").status_code == 200


def test_the_machine_s_own_name_is_the_terminal_s(client: PageClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the terminal is told who drills, so is the page, until this browser says another name or none."""
    monkeypatch.setenv("DEALERKIT_TRAINEE", "Bo")
    assert "Saved for Bo" in client.get("/drills").text
    client.fill("/drills/trainee", trainee="")
    assert "Saved without a name" in client.get("/drills").text


@pytest.mark.sample(5)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_text(client: PageClient, text: str) -> None:
    """In every field: told or refused, never run, never a fault of ours."""
    for name in (
        "baccarat/commission",
        "poker/say-it",
        "poker/side-pots",
        "poker/find-the-slip",
        "poker/early-street",
        "chips/make-the-amount",
    ):
        at = begun(client, name, level=min(2, max(drill(name).levels)), seed=1)
        found = client.fill(f"{at}/1", **{f"a{part}": text for part in range(4)})
        assert found.status_code in (200, 422)
        assert "<script>alert" not in found.text
    for field in ("drill", "level", "seed", "mode", "items", "game", "rules", "clock"):
        said = {"drill": FLASH, field: text}
        assert client.fill("/drills/begin", **said).status_code in (200, 404, 422), field
    assert client.fill("/drills/trainee", trainee=text).status_code in (200, 422)
    assert "<script>alert" not in client.get("/drills").text
    assert client.get("/drills/card/%3Csvg%3E.svg").status_code == 404


def test_another_s_sitting_is_not_there(client: PageClient, app: Any) -> None:
    """Nor is one that nobody began."""
    at = begun(client, FLASH, seed=1)
    store = app.state.site.store
    with store.begin() as connection:
        connection.execute(sa.update(SITTINGS).values(owner="somebody else"))
    app.state.site.sittings.sleep()
    for path in (at, f"{at}/1", f"{at}/result", "/drills/sitting/0000", "/drills/sitting/0000/1"):
        assert client.get(path).status_code == 404
    assert client.fill(f"{at}/1", a0="d").status_code == 404
    assert kept() == []


def test_every_page_of_a_drill_stands(client: PageClient) -> None:
    """All drills are listed; each has its page; what is dealt leads to a table; paper and key belong together."""
    page = client.get("/drills").text
    for name in drill_ids():
        assert f'href="/drills/{name}"' in page
        found = client.get(f"/drills/{name}")
        assert found.status_code == 200
        if drill(name).kind == "walked":
            assert 'action="/drills/deal"' in found.text
            assert client.fill("/drills/deal", drill=name).url.path.startswith("/deal/")
        if name in OF_QUESTIONS and name.startswith("chips/"):
            paper = client.get(f"/drills/{name}/paper?level=1&seed=3&items=5").text
            key = client.get(f"/drills/{name}/paper?level=1&seed=3&items=5&key=1").text
            (copy,) = set(re.findall(r"copy ([0-9A-F]{8})", paper)[:1])
            assert copy in key
    assert client.get("/drills/no/such").status_code == 404
    assert client.get(f"/drills/{FLASH}/paper?level=9").status_code == 422


def test_what_is_due_stands_first(client: PageClient) -> None:
    """A missed cell is due within the hour; the drill that helps most is that one."""
    at = begun(client, "poker/pot-limit", level=1, seed=1)
    item = next(exercises(setting("poker/pot-limit", 1), "1"))
    client.fill(f"{at}/1", **form(item.question, wrong(item.question.reply, item.key.answers)))
    page = client.get("/drills").text
    best = page[page.index("first-of-all") : page.index('class="who"')]
    assert "Pot-limit maximum" in best
    assert "Continue Pot-limit maximum" in best
    assert "later today" in client.get(f"{at}/result").text


def test_a_record_has_its_felt_beside_it(client: PageClient) -> None:
    """Find the slip: the felt as it stood after any act shown, nothing on it said of what was wrong; other drills have none."""
    page = client.fill("/drills/begin", drill="poker/find-the-slip", level="1", seed="4")
    at = str(page.url.path)
    assert 'class="felt-beside"' in page.text
    found = re.search(r'id="felt-at"[^>]* min="(\d+)" max="(\d+)"', page.text)
    assert found
    before, after = (client.get(f"{at}/felt?at={act}").text for act in found.groups())
    assert before != after
    for text in (before, after):
        assert "<form" in text
        assert "slip" not in text
    assert client.get(f"{at}/felt?at=999999").text == after
    assert client.get(f"{at}/felt?at=<b>").status_code == 422
    assert client.get(f"{at.rpartition('/')[0]}/9/felt").status_code == 404
    other = client.fill("/drills/begin", drill=FLASH, level="1", seed="4")
    assert 'class="felt-beside"' not in other.text
    assert client.get(f"{other.url.path}/felt").status_code == 404


def test_a_drill_on_chips_is_timed_and_kept_once(client: PageClient) -> None:
    """As `dealerkit observe` keeps it: a right try, one with a fault; sent twice each counts once; what is no try is refused."""
    page = client.fill("/drills/timed", drill="chips/run-down", level="2", trainee="Ann <b>")
    assert "Run down 20 chips in fives" in page.text
    assert "<b>" not in page.text.replace('<b class="times">', "")
    at = f"{page.url.path}?level=2"
    tries = [{"number": 1, "seconds": 9.25, "faults": []}, {"number": 2, "seconds": 12, "faults": ["miscounted"]}]
    for one in (tries[0], tries[0], tries[1], tries[1]):
        assert client.tell(at, one).json()["kept"] == one["number"]
    with training() as store:
        kept = list(store.answers("Ann <b>"))
    assert [(one.right, one.total_ms, one.given, one.level, one.source, one.target_ms) for one in kept] == [
        (True, 9250, "clean", 2, "marked", 10000),
        (False, 12000, "miscounted", 2, "marked", 10000),
    ]
    assert "1 of 2 right, 10.6 s median" in client.get(at).text
    for bad in (
        {"number": 9, "seconds": 3, "faults": []},
        {"number": 3, "seconds": 0, "faults": []},
        {"number": 3, "seconds": 3, "faults": ["<b>"]},
        {"number": True, "seconds": 3, "faults": []},
        {"number": 3, "seconds": 1e9, "faults": "x"},
    ):
        assert client.tell(at, bad).status_code in (409, 422)
    assert client.fill("/drills/timed", drill=FLASH).status_code == 422
    assert client.fill("/drills/timed", drill="chips/run-down", level="x").status_code == 422
    assert client.get("/drills/timed/nonesuch").status_code == 404


def test_a_drill_is_asked_and_dealt_by_the_rules_that_are_chosen(client: PageClient) -> None:
    """On its own page and from the page of all drills; the choice stays with what is begun from there, and with more of it."""
    page = client.get("/drills?rules=macau").text
    assert '<input type="hidden" name="rules" value="macau">' in page
    assert "?rules=macau" in page
    own = client.get("/drills/baccarat/irregularity?rules=macau").text
    assert re.search(r'<option value="macau" selected>', own)
    assert 'value="tda"' not in own, "a poker room's rules do not serve the game"
    both = client.get("/drills/exam/table-test").text
    assert 'value="tda"' in both
    assert 'value="macau"' in both
    sitting = begun(client, "baccarat/irregularity", rules="macau", items="1", level="1", seed="3")
    live = client.app.state.site.sittings.find(sitting.rpartition("/")[2])  # type: ignore[attr-defined]
    assert live.run.sitting.where.game.rules.name == "macau"
    right = live.item()
    client.fill(f"{sitting}/1", **form(right.question, right.key.answers[0]))
    assert '<input type="hidden" name="rules" value="macau">' in client.get(f"{sitting}/result").text
    table = client.fill("/drills/deal", drill="baccarat/coup-walk", level="1", rules="macau")
    dealt = client.app.state.site.tables.find(str(table.url.path).rpartition("/")[2])  # type: ignore[attr-defined]
    assert dealt.session.table.game.rules.name == "macau"


def test_rules_that_do_not_fit_are_told_at_the_field(client: PageClient) -> None:
    """With what else was chosen; a name that is none, or a path, is refused and opens no file."""
    page = client.fill("/drills/begin", drill="baccarat/irregularity", rules="tda", level="2", items="10", mode="practice")
    assert page.status_code == 422
    assert 'id="rules-problem"' in page.text
    assert re.search(r'name="level" value="2" checked', page.text)
    assert re.search(r'<option value="10" selected>', page.text)
    assert re.search(r'<option value="practice" selected>', page.text)
    assert client.fill("/drills/deal", drill="baccarat/coup-walk", rules="tda").status_code == 422
    for rules in ("../../etc/passwd", "/etc/passwd", "<script>", "house:none"):
        assert client.fill("/drills/begin", drill="baccarat/irregularity", rules=rules).status_code == 422
        page = client.get("/drills", params={"rules": rules})
        assert page.status_code == 422
        assert 'id="rules-problem"' in page.text


def test_a_house_lays_levels_of_its_own_over_a_drill(client: PageClient, home: Path) -> None:
    """As at the terminal with `--rules`: its level is offered and asked, with its target, on another server too."""
    folder = home / "houses"
    folder.mkdir(parents=True)
    own = "procedures: {baccarat/third-card-flash: {target: 3, levels: {5: {title: sixes and sevens, with: {only: close}}}}}"
    (folder / "riverside.yaml").write_text(f"set: riverside\nextends: us\n{own}\n", encoding="utf-8")
    assert "sixes and sevens" not in client.get(f"/drills/{FLASH}").text
    assert "sixes and sevens" in client.get(f"/drills/{FLASH}?rules=house:riverside").text
    sitting = begun(client, FLASH, rules="house:riverside", level="5", seed="3")
    live = client.app.state.site.sittings.find(sitting.rpartition("/")[2])  # type: ignore[attr-defined]
    assert (live.run.sitting.where.level.number, live.run.sitting.where.level.target) == (5, 3)
    other = PageClient(application())
    other.cookies = client.cookies
    assert asked(other.get(f"{sitting}/1").text) == asked(client.get(f"{sitting}/1").text)


@pytest.mark.parametrize(
    ("path", "name", "how"),
    [("begin", FLASH, "asked"), ("deal", "walk/full-hand", "dealt"), ("exams", "exam/table-test", "dealt")],
)
def test_a_game_that_a_level_does_not_have_is_refused(client: PageClient, path: str, name: str, how: str) -> None:
    """Whoever asks for it is told which games there are; of a game that the level has it begins."""
    found = client.fill(f"/drills/{path}", drill=name, level="1", game="canasta-of-mars")
    assert found.status_code == 422
    assert f"hat level is {how} only in" in found.text
    named = drill(name).level(1).games[0]
    assert client.fill(f"/drills/{path}", drill=name, level="1", game=named).status_code == 200

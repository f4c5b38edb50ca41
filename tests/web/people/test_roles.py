"""Roles: every page against every role, guests and nobody; roles of a house's own; what one is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dealerkit.errors import RuleFileError
from dealerkit.web.app import application
from dealerkit.web.people import ALONE, ANYBODY, CHECK, LOOK_ON, OVERSEE, RIGHTS, SIGNED_IN, TEACH
from dealerkit.web.settings import WebSettings
from dealerkit.web.users import policy as policies
from dealerkit.web.users.policy import read_policy
from dealerkit.web.visit import RightfulRoute
from tests.sampling import daily
from tests.web.conftest import PageClient
from tests.web.people.conftest import COUP, HERE, ROLES, WORDS, come, enter, trail

pytestmark = pytest.mark.thorough


def address_at(route):
    """An address of a route, for something that is not there."""
    return re.sub(r"\{\w+\}", "x", route.path)


def may_of(role):
    """What the table of roles says."""
    rights = read_policy().rights(role)
    return {*rights, ANYBODY, SIGNED_IN, *({LOOK_ON} if rights & {TEACH, OVERSEE} else ())}


@pytest.mark.parametrize("role", daily([*ROLES, "guest", "nobody"], 5, keep=("guest", "nobody")))
def test_every_page_lets_in_whom_the_table_lets_in(house, home, role):
    """Each route of the application, walked by each role: refused where the table has not the right, and nowhere else."""
    app = house
    if role == "nobody":
        app = application(WebSettings(host="0.0.0.0", guests=False))
    client = come(app) if role in {"guest", "nobody"} else enter(app, role)
    may = {*read_policy().guests_may, ANYBODY} if role == "guest" else {ANYBODY} if role == "nobody" else may_of(role)
    routes = [route for route in app.routes if isinstance(route, RightfulRoute)]
    assert len(routes) > 100
    token = client.token()
    for route in sorted(routes, key=lambda one: one.name == "users.sign_out"):
        if route.name in {"users.end_others", "users.password", "class.events", "deal.events"} and route.may in may:
            continue  # these are proved one by one below
        path = address_at(route)
        if "POST" in route.methods:
            answer = client.post(path, data={"token": token}, follow_redirects=False)
        else:
            answer = client.get(path, follow_redirects=False)
        if route.may in may:
            assert answer.status_code not in {401, 403}, (role, route.name, answer.text[-400:])
        else:
            assert answer.status_code == (403 if role in ROLES else 401), (role, route.name, answer.status_code)
            assert "may not do that" in answer.text


def test_the_table_in_the_documentation_is_that_of_the_file():
    """What docs/browser.md says each role may do is what procedures/people.yaml says."""
    text = (Path(__file__).parents[3] / "docs" / "browser.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in text.splitlines() if row.startswith("|")]
    head = next(row for row in rows if row and row[0] == "Right")
    told = {role.casefold(): {row[0] for row in rows if row[0] in RIGHTS and row[at]} for at, role in enumerate(head) if at > 1}
    found = read_policy()
    assert told == {**{name: set(role.may) for name, role in found.roles.items()}, "guest": set(found.guests_may)}


def test_at_this_machine_too_one_signs_in(house):
    """A server that stands before this one, and says nothing of who asks, makes nobody a manager."""
    client = PageClient(house, client=("127.0.0.1", 5))
    assert client.get("/house").status_code == 401
    assert "/sign-in?next=%2Fhouse" in client.get("/house").text
    assert client.get("/deal").status_code == 200


def test_nobody_is_asked_before_there_is_anybody(client, app):
    """Alone it is as it was; from the first one on it is not, while the server runs, and what was dealt is theirs."""
    live = app.state.site.tables.open(COUP, ALONE)
    assert client.get("/house").status_code == 200
    assert "Sign in" not in client.get("/").text
    assert client.get("/sign-in").status_code == 404
    app.state.site.people.accounts.add(HERE, "Ann Lee", "manager", WORDS)
    assert client.get("/house").status_code == 401
    assert client.get(f"/deal/{live.id}").status_code == 404
    assert client.fill("/sign-in", name="ann  LEE", password=WORDS, next=f"/deal/{live.id}").url.path == f"/deal/{live.id}"
    act = live.session.table.next_act().text
    assert client.tell(f"/deal/{live.id}/say", {"key": "a", "acts": [act]}).status_code == 200


def test_who_may_not_be_a_guest_practises_nowhere(home):
    """With the switch, and with an empty list in the house's own file."""
    app = application(WebSettings(guests=False))
    app.state.site.people.accounts.add(HERE, "Ann Lee", "manager", WORDS)
    client = PageClient(app)
    assert [client.get(path).status_code for path in ("/deal", "/desk", "/join", "/wall", "/")] == [401, 401, 401, 401, 200]
    assert "Sign in" in client.get("/").text
    home.mkdir(parents=True, exist_ok=True)
    said = policies.policy_file().read_text(encoding="utf-8").replace("  may: [ask, practise]\n  tables", "  may: []\n  tables")
    (home / "people.yaml").write_text(said, encoding="utf-8")
    assert PageClient(application(WebSettings())).get("/deal").status_code == 401


def test_a_house_has_roles_of_its_own(home):
    """A file in the data folder takes the place of ours; what is wrong in it is told with its line."""
    said = policies.policy_file().read_text(encoding="utf-8")
    own = home / "people.yaml"
    home.mkdir(parents=True)
    own.write_text(
        said.replace("  dealer: {", "  pit-boss: {title: Pit boss, may: [ask, decide], hours: 8}\n  dealer: {"), "utf-8"
    )
    assert read_policy().rights("pit-boss") == {"ask", "cases", "decide"}
    assert read_policy().roles["pit-boss"].longest == 8 * 3600
    own.write_text(said.replace("oversee, settle, admit, audit]", "oversee, settle, audti]"), "utf-8")
    with pytest.raises(RuleFileError) as found:
        read_policy()
    assert re.search(r"people.yaml:\d+:\d+:.*audti", str(found.value))
    own.write_text(said.replace("settle, admit, audit]", "settle, audit]"), "utf-8")
    with pytest.raises(RuleFileError, match="no role may admit"):
        read_policy()
    own.write_text(said.replace("  may: [ask, practise]\n", "  may: [ask, practise, settle]\n"), "utf-8")
    with pytest.raises(RuleFileError, match="settle"):
        read_policy()


def test_links_are_those_one_may_follow(house):
    """The doors show what somebody may open."""
    assert 'href="/house"' not in enter(house, "floor").get("/").text
    manager = enter(house, "manager").get("/").text
    assert all(f'href="{to}"' in manager for to in ("/house", "/people", "/audit", "/class"))
    assert 'href="/people"' not in enter(house, "auditor").get("/").text


def decided(client, pin="2468"):
    """Keep a decision at the desk; the case's page."""
    page = client.get("/desk/decide?said=lamp").text
    key = re.search(r'name="j.key" value="([0-9a-f]{32})"', page)[1]
    fields = {"j.key": key, "j.by": "The manager", "j.summary": "a lamp fell", "j.how": "otherwise"}
    fields |= {"j.outcome": "floor_discretion", "j.reason": "so", "j.pin": pin, "j.again": pin}
    return client.fill("/desk/decide", said="lamp", **fields)


def main_of(page):
    """What a page says between its head and its foot."""
    return re.search(r"<main.*</main>", page, re.DOTALL)[0]


def test_a_decision_is_by_whoever_has_signed_in(house, home):
    """The name of the form is not asked for and not read; the PIN is asked for as ever."""
    floor = enter(house, "floor")
    floor.fill("/desk/begin")
    done = decided(floor)
    assert done.url.path.startswith("/desk/case/")
    assert "The floor" in done.text
    assert "The manager" not in done.text
    assert ("The floor", "desk.decided", f"/desk/decide to {done.url.path}", "done") in trail(house)


def test_a_wrong_pin_stands_in_the_audit(house, home):
    """Wherever it is asked for: each that is wrong, and that there were too many, once; what is no PIN at all was no try."""
    floor = enter(house, "floor")
    floor.fill("/desk/begin")
    case = decided(floor).url.path
    assert decided(floor, "24").status_code == 422
    assert [decided(floor, "1357").status_code for _ in range(4)] == [422] * 4
    for _ in range(3):
        assert (
            floor.fill(f"{case}/note", **{"j.key": "0" * 32, "j.seen": "1", "j.text": "mine", "j.pin": "1357"}).status_code == 422
        )
    assert [line for line in trail(house) if line[1] == "sign by PIN"] == [
        ("The floor", "sign by PIN", f"too many wrong PINs at {case}/note", "refused"),
        ("The floor", "sign by PIN", f"a wrong PIN at {case}/note", "refused"),
        *[("The floor", "sign by PIN", "a wrong PIN at /desk/decide", "refused")] * 4,
    ]


def test_a_wrong_password_of_somebody_inside_stands_in_the_audit(house):
    """Where it is asked for once more, and where another is chosen, as at the door."""
    floor = enter(house, "floor")
    assert floor.fill("/me/again", password="guessed").status_code == 422
    assert floor.fill("/me/password", password="guessed", new=f"{WORDS} x", twice=f"{WORDS} x").status_code == 422
    wrong = ("The floor", "type the password again", "a wrong password", "refused")
    assert [line for line in trail(house) if line[3] == "refused"] == [wrong, wrong]


def test_an_auditor_reads_cases_and_writes_nothing(house):
    """List, case, judged again, report: all of it is there, and not one form; who sends one all the same is refused."""
    floor, auditor = enter(house, "floor"), enter(house, "auditor")
    floor.fill("/desk/begin")
    case = decided(floor).url.path
    assert "<form" in main_of(floor.get(case).text)
    assert 'href="/desk/cases"' in auditor.get("/desk").text
    assert f'href="{case}"' in auditor.get("/desk/cases").text
    for path in (case, f"{case}?again=yes"):
        page = auditor.get(path)
        assert page.status_code == 200
        assert "a lamp fell" in page.text
        assert "<form" not in main_of(page.text)
    assert auditor.get(f"{case}/report.pdf").content.startswith(b"%PDF")
    before = floor.get(case).text.count("<li value=")
    sent = {"j.key": "0" * 32, "j.seen": "1", "j.text": "mine", "j.pin": "2468", "j.again": "2468"}
    for act in ("note", "decide", "appeal", "correct", "sign", "close"):
        assert auditor.fill(f"{case}/{act}", **sent).status_code == 403
    assert auditor.get("/desk/decide?said=lamp").status_code == 403
    assert floor.get(case).text.count("<li value=") == before
    assert enter(house, "dealer").get(case).status_code == 403


def test_an_auditor_looks_at_everybodys_classes_and_changes_nothing(house):
    """The list, the room, a trainee's table, the report: all of it is there, and not one form that would change it."""
    floor, auditor, trainee = enter(house, "floor"), enter(house, "auditor"), enter(house, "trainee")
    room = floor.fill("/class", game="mini-baccarat").url.path
    code = re.search(r'class="code">([a-z]+-[0-9]{3})<', floor.get(room).text)[1]
    trainee.fill("/join", code=code, name="Tom")
    floor.fill(f"{room}/state", state="running")
    assert trainee.get("/class/here").url.path.startswith("/deal/")
    assert f'href="{room}"' in auditor.get("/class").text
    look = re.search(rf'href="({room}/look/[^"]+)"', auditor.get(room).text)[1]
    for path in ("/class", room, f"{room}/people", look, f"{room}/report"):
        page = auditor.get(path)
        assert page.status_code == 200, path
        assert "<form" not in (main_of(page.text) if "<main" in page.text else page.text), path
    assert auditor.get(f"{room}/paper").status_code == 200
    assert auditor.fill(f"{room}/state", state="ended").status_code == 403
    assert auditor.fill("/class", game="mini-baccarat").status_code == 403
    assert auditor.get("/class/observe").status_code == 403
    assert "Pause for everyone" in floor.get(room).text
    assert enter(house, "dealer").get(room).status_code == 403


def test_what_an_exam_came_to_is_told_to_whom_it_concerns(house):
    """Its address is not enough: marks and answers are read by whoever took it, who teaches and who oversees."""
    floor, trainee = enter(house, "floor"), enter(house, "trainee")
    at = str(floor.fill("/exams/draw", syllabus="baccarat-table-test", candidate="Ann Lee").url.path)
    assert trainee.fill(f"{at}/begin", code=floor.exam_code(at)).status_code == 200
    assert "Ann Lee" in floor.fill(f"{at}/mark", examiner="Bo").text
    for reader in (floor, trainee, enter(house, "auditor")):
        assert "not passed" in reader.get(f"{at}/result").text
        assert "Ann Lee" in reader.get(f"{at}/certificate").text
        assert f'href="{at}/result"' in reader.get(at).text
    for other in (enter(house, "dealer"), come(house)):
        for path in (f"{at}/result", f"{at}/certificate"):
            answer = other.get(path)
            assert answer.status_code == 403, path
            assert "Ann Lee" not in answer.text
        assert f'href="{at}/result"' not in other.get(at).text


def test_what_somebody_was_not_let_do_is_written_down_once(house):
    """A trainee who tries the house's rules is in the audit, and does not fill it."""
    trainee = enter(house, "trainee")
    for _ in range(5):
        assert trainee.get("/house").status_code == 403
    assert [one for one in trail(house) if one[3] == "refused"] == [("The trainee", "house", "/house", "refused")]
    come(house).get("/house")
    assert len([one for one in trail(house) if one[3] == "refused"]) == 1


def test_rights_that_only_look_look_at_what_is_theirs():
    """Who teaches does not oversee; who oversees does not decide."""
    found = read_policy()
    assert TEACH in found.rights("floor")
    assert OVERSEE not in found.rights("floor")
    assert found.rights("auditor") & {"decide", "settle", "admit", "teach"} == set()
    assert CHECK in found.rights("auditor")

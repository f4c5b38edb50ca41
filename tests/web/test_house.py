"""A house in the browser: begun, an option decided, what it changes told, kept as YAML, and on its papers."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from dealerkit.files.folders import journal_path
from dealerkit.jobs.journal.places import journal_place
from dealerkit.jobs.journal.rulesets import in_force
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.rules.games import game
from dealerkit.rules.lint.files import lint
from dealerkit.rules.sets import rule_set
from dealerkit.web.house.files import HouseFile, HouseFiles, with_options
from dealerkit.web.house.sets import rules_for
from dealerkit.web.people import ALONE
from dealerkit.web.refusals import Refused
from dealerkit.web.settings import WebSettings
from tests.web.forms import submit
from tests.web.waits import no_wider_than_the_window

pytestmark = pytest.mark.thorough


@pytest.fixture
def harbour(client, home):
    """A house that has decided nothing, and its file."""
    assert client.fill("/house", name="harbour", title="Harbour <Club>", base="us").status_code == 200
    return home / "houses" / "harbour.yaml"


def test_a_house_is_begun_and_can_be_used(client, harbour):
    """Its file is one that `lint` has nothing against, and every other command reads."""
    assert lint([harbour]) == []
    assert game("mini-baccarat", harbour).options["decks"] == 8
    page = client.get("/house/harbour").text
    assert "Harbour &lt;Club&gt;" in page
    assert "Harbour <Club>" not in page


NAMES = [("us", "us"), ("../x", "us"), ("a b", "us"), ("", "us"), ("new", "none"), ("x" * 90, "us")]


@pytest.mark.parametrize("fields", NAMES)
def test_a_name_that_is_none_or_taken_is_told_in_place(client, fields):
    """What was typed is still there."""
    name, base = fields
    answer = client.fill("/house", name=name, title="Mine & theirs", base=base)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert "Mine &amp; theirs" in answer.text


def test_a_house_whose_name_no_disk_takes_is_not_there(client, harbour):
    """A name in an address that is too long for any file."""
    assert client.get(f"/house/{'x' * 3000}").status_code == 404


def test_what_an_option_changes_is_told_before_it_is_kept(client, harbour):
    """The option, the papers, the file; nothing is written before it is kept."""
    before = harbour.read_text(encoding="utf-8")
    page = client.fill("/house/harbour/mini-baccarat/changes", decks="6", tie_pays="9 to 1").text
    assert "Packs in the shoe" in page
    assert "Papers to reprint" in page
    assert "For players" in page
    assert harbour.read_text(encoding="utf-8") == before
    mark = HouseFile("harbour", harbour, before).mark
    assert client.fill("/house/harbour/mini-baccarat/keep", decks="6", tie_pays="9 to 1", mark=mark).status_code == 200
    dealt = game("mini-baccarat", harbour)
    assert dealt.options["decks"] == 6
    assert dealt.options["tie_pays"] == "9 to 1"
    assert lint([harbour]) == []
    form = client.get("/house/harbour/mini-baccarat").text
    assert 'name="decks" value="6"' in form
    assert "9 to 1" in client.get("/house/harbour/mini-baccarat/papers/player.html").text


def test_what_is_as_the_base_has_it_is_not_said_again(client, harbour):
    """Choosing the base's own value, or none, leaves the file as it was."""
    page = client.fill("/house/harbour/mini-baccarat/changes", decks="8").text
    assert "Nothing changes" in page


@pytest.mark.parametrize(
    ("name", "said"),
    [("decks", "0"), ("decks", "<b>"), ("tie_pays", "7 to 3 to 1"), ("commission_rate", "-1"), ("cut_card_depth", "9" * 30)],
)
def test_what_is_not_allowed_is_told_at_its_field(client, harbour, name, said):
    """With what is, and what was typed stays."""
    answer = client.fill("/house/harbour/mini-baccarat/changes", **{name: said})
    assert answer.status_code == 422
    assert "is not allowed" in answer.text
    assert 'aria-invalid="true"' in answer.text
    assert "<b>'" not in answer.text


def test_options_that_contradict_each_other_are_told(client, harbour):
    """What lint says of the file as it would be stands on the form, and nothing is kept."""
    before = harbour.read_text(encoding="utf-8")
    answer = client.fill("/house/harbour/mini-baccarat/changes", variant="ez", commission_method="at_once")
    assert answer.status_code in {200, 422}
    assert harbour.read_text(encoding="utf-8") == before


def test_comments_stay_and_what_is_taken_back_goes():
    """A file written by hand keeps its words, its order and its quotes."""
    head = "# ours\nset: pier   # the pier\nextends: us\ntitle: 'Pier'\n"
    text = f'{head}options:\n  mini-baccarat:\n    decks: 6  # since May\n    tie_pays: "9 to 1"\n'
    house = HouseFile("pier", Path("pier.yaml"), text)
    assert with_options(house, "mini-baccarat", {"decks": 4}) == text.replace("decks: 6  #", "decks: 4  #")
    assert with_options(house, "mini-baccarat", {"decks": None, "tie_pays": None}) == head
    assert 'tie_pays: "it\'s: x"' in with_options(house, "mini-baccarat", {"tie_pays": "it's: x"})


def test_what_two_people_change_at_once_is_not_lost(client, harbour):
    """The second is told, and the first one's file stands."""
    mark = HouseFile("harbour", harbour, harbour.read_text(encoding="utf-8")).mark
    assert client.fill("/house/harbour/mini-baccarat/keep", decks="6", mark=mark).status_code == 200
    answer = client.fill("/house/harbour/mini-baccarat/keep", decks="4", mark=mark)
    assert answer.status_code == 409
    assert game("mini-baccarat", harbour).options["decks"] == 6


def test_what_was_changed_by_hand_meanwhile_is_not_written_over(client, harbour):
    """Between reading and writing the file itself is looked at once more."""
    houses = HouseFiles(harbour.parent)
    read = houses.find("harbour")
    harbour.write_text(read.text + "# by hand\n", encoding="utf-8")
    with pytest.raises(Refused, match="changed this house"):
        houses.keep(read, read.text + "# by form\n")
    assert harbour.read_text(encoding="utf-8").endswith("# by hand\n")


def test_a_file_that_somebody_broke_is_told_with_its_line(client, harbour):
    """On the house's page, with what to do."""
    harbour.write_text("set: harbour\nextends: us\noptions:\n  mini-baccarat: {decks: lots}\n", encoding="utf-8")
    answer = client.get("/house/harbour")
    assert answer.status_code == 422
    assert "line 4" in answer.text
    harbour.write_bytes(b"\xff\xfe: [")
    assert client.get("/house/harbour").status_code == 422
    assert client.get("/house/harbour/mini-baccarat").status_code == 422


def test_every_paper_of_a_game_can_be_looked_at(client, harbour):
    """As a page without scripts of its own, and to be taken along."""
    page = client.get("/house/harbour/mini-baccarat/papers").text
    assert page.count("papers/") >= 10
    look = client.get("/house/harbour/mini-baccarat/papers/dealer.html")
    assert "script-src" not in look.headers["content-security-policy"]
    assert "default-src 'none'" in look.headers["content-security-policy"]
    assert client.get("/house/harbour/mini-baccarat/papers/dealer.md").headers["content-disposition"].startswith("attachment")
    assert client.get("/house/harbour/mini-baccarat/papers/nothing.html").status_code == 404
    assert client.get("/house/harbour/holdem").status_code == 404
    assert client.get("/house/nobody").status_code == 404


@pytest.mark.slow  # every day a house is put in force by hand, below
def test_an_option_is_changed_to_the_printed_sheet_in_a_browser(screen, axe):
    """At a phone's width, by hand: begun, decided, told, kept, looked at on paper."""
    page = screen(390, 844, touch=True)
    page.goto("/house")
    assert axe(page) == []
    page.fill("#title", "Riverside")
    page.fill("#name", "riverside")
    page.select_option("#base", "us")
    page.get_by_role("button", name="Begin").tap()
    page.get_by_role("link", name="Mini baccarat", exact=True).tap()
    page.locator("#o-decks").wait_for()
    assert axe(page) == []
    no_wider_than_the_window(page)
    page.fill("#o-decks", "6")
    page.get_by_role("button", name="What does this change?").tap()
    page.get_by_role("heading", name="What this changes").wait_for()
    assert axe(page) == []
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("status").wait_for()
    assert axe(page) == []
    page.get_by_role("link", name="Papers for Mini baccarat").tap()
    page.get_by_role("heading", name="Papers for").wait_for()
    assert axe(page) == []
    page.get_by_role("link", name="View For players").tap()
    expect(page.locator("body")).to_contain_text("6")


def put(client, name="harbour", **fields):
    """Put a house in force, as Ann Lee."""
    page = client.get(f"/house/{name}/force")
    return submit(client, page, "/force", **{"j.by": "Ann Lee", "j.pin": "1234", "j.again": "1234", **fields})


def decided(client, name="harbour", game="mini-baccarat", **options):
    """Decide options of a game, and keep them."""
    page = client.fill(f"/house/{name}/{game}/changes", **options)
    return submit(client, page, f"/{game}/keep")


def test_a_house_is_put_in_force_from_its_page(client, harbour):
    """With day, authority and name in the journal, as the command does it; then tables, drills and the desk follow it."""
    assert "Not in force yet" in client.get("/house/harbour").text
    decided(client, decks="6")
    page = put(client, authority="approval 114 <b>of</b> today")
    assert "Saved in the journal." in page.text
    with Journal.open(journal_place()) as opened:
        assert not verify(opened).flaws
        (one,) = in_force(opened)
        (entry,) = opened.entries(kinds=("adopted",))
        assert [opened.names[person["who"]] for person in entry.said["people"]] == ["Ann Lee"]
    assert (one.set, one.sha256) == ("harbour", rule_set(harbour).sha256)
    assert entry.said["authority"] == "approval 114 <b>of</b> today"
    assert "In force since" in client.get("/house/harbour").text
    page = client.fill("/deal/games", game="mini-baccarat")
    live = client.app.state.site.tables.find(str(page.url).rpartition("/")[2], ALONE)
    assert live.session.table.game.options["decks"] == 6
    page = client.fill("/deal/games", game="holdem")
    assert page.status_code == 200
    client.cookies.clear()
    assert "Harbour &lt;Club&gt;" in client.get("/desk").text
    page = client.get("/drills/baccarat/third-card-flash")
    page = submit(client, page, "/drills/begin")
    sitting = client.app.state.site.sittings.find(str(page.url.path).split("/")[3], ALONE)
    assert "in-force" in sitting.plan.rules


def test_what_is_changed_holds_once_it_is_put_in_force(client, harbour):
    """The form changes nothing at the tables; the notice tells of what is new since what held before."""
    put(client)
    decided(client, decks="6")
    assert "an earlier one is" in client.get("/house/harbour").text
    assert game("mini-baccarat", rules_for(WebSettings(), "mini-baccarat")).options["decks"] == 8
    page = client.get("/house/harbour/force")
    assert "Mini baccarat" in page.text
    notice = client.get("/house/harbour/force/mini-baccarat.html")
    assert notice.status_code == 200
    assert "6" in notice.text
    put(client)
    assert game("mini-baccarat", rules_for(WebSettings(), "mini-baccarat")).options["decks"] == 6
    assert client.get("/house/harbour/force/mini-baccarat.pdf").content.startswith(b"%PDF")
    assert client.get("/house/harbour/force/holdem.html").status_code == 404


def test_a_house_is_put_in_force_from_a_later_day(client, harbour):
    """Nothing holds before it; a day that is none is told at its field, and so is a wrong PIN."""
    page = put(client, since="someday")
    assert (page.status_code, 'id="wrong-since"' in page.text) == (422, True)
    page = put(client, **{"j.again": "4321"})
    assert (page.status_code, 'id="wrong-pin"' in page.text) == (422, True)
    assert not list((harbour.parent / "in-force").glob("*"))
    assert put(client, since="2199-01-01").status_code == 200
    assert "In force from 2199-01-01" in client.get("/house/harbour").text
    assert rules_for(WebSettings(), "mini-baccarat") == ""


def test_a_later_day_is_taken_back_before_it_comes(client, harbour):
    """By name and PIN, into the journal; what held goes on to hold. Once its day has come nothing is taken back."""
    put(client)
    decided(client, decks="6")
    page = put(client, since="2199-01-01")
    (copy,) = {path.name for path in (harbour.parent / "in-force").glob("*2199*")}
    signature = {"j.by": "Ann Lee", "j.pin": "1234"}
    wrong = submit(client, page, "/force/back", **{**signature, "j.pin": "9999"})
    assert (wrong.status_code, 'id="wrong-back"' in wrong.text) == (422, True)
    back = submit(client, page, "/force/back", **signature)
    assert "Withdrawn." in back.text
    assert "2199" not in back.text
    assert "/force/back" not in back.text
    with Journal.open(journal_place()) as opened:
        assert not verify(opened).flaws
        (one,) = in_force(opened)
        assert one.until is None
        (entry,) = opened.entries(kinds=("withdrawn",))
        assert opened.names[entry.said["people"][0]["who"]] == "Ann Lee"
    assert game("mini-baccarat", rules_for(WebSettings(), "mini-baccarat")).options["decks"] == 8
    assert client.fill("/house/harbour/force/back", copy=copy, **signature).status_code == 404
    (holds,) = [path.name for path in (harbour.parent / "in-force").glob("*")]
    refused = client.fill("/house/harbour/force/back", copy=holds, **signature)
    assert refused.status_code == 422
    assert "This version is already in force" in refused.text
    assert put(client, since="2199-01-01").status_code == 200  # and it can be said anew


def test_taking_back_stopped_in_the_middle_is_done_once(client, harbour, monkeypatch):
    """The journal was told and the server died: the page still offers it, and the journal is not told twice."""
    put(client)
    decided(client, decks="6")
    page = put(client, since="2199-01-01")
    signature = {"j.by": "Ann Lee", "j.pin": "1234"}
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda *_, **__: 1 / 0)
        assert submit(client, page, "/force/back", **signature).status_code == 500
    assert "Withdrawn." in submit(client, client.get("/house/harbour/force"), "/force/back", **signature).text
    assert not list((harbour.parent / "in-force").glob("*2199*"))
    with Journal.open(journal_place()) as opened:
        assert len(list(opened.entries(kinds=("withdrawn",)))) == 1


def test_a_file_changed_since_the_page_was_shown_is_not_put_in_force(client, harbour):
    """It is told, and nothing is written."""
    page = client.get("/house/harbour/force")
    harbour.write_text(harbour.read_text(encoding="utf-8") + "# later\n", encoding="utf-8")
    page = submit(client, page, "/force", **{"j.by": "Ann Lee", "j.pin": "1234", "j.again": "1234"})
    assert page.status_code == 409
    assert not journal_path().exists()


def test_what_the_server_was_told_goes_before_what_is_in_force(client, harbour):
    """Its house, then its rules; each only for the games that it serves."""
    put(client)
    told = WebSettings(house=str(harbour), rules="rrop")
    assert rules_for(told, "mini-baccarat") == str(harbour)
    assert rules_for(told, "holdem") == "rrop"
    assert rules_for(WebSettings(rules="rrop"), "mini-baccarat").endswith(".yaml")

"""The desk: from words to what to say and do, and into the journal, by a browser without scripts."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qsl, urlsplit

import pytest

from dealerkit.felt import Act
from dealerkit.files.folders import journal_path
from dealerkit.jobs.journal.cases import cases
from dealerkit.jobs.journal.places import journal_place
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.rules.sets import default_rules
from dealerkit.rulings import known_facts, known_faults, rule
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.story import WHICH_GAME
from dealerkit.rulings.wording import ruling_words
from dealerkit.training.walk.code import Plan
from dealerkit.web.desk import pins
from dealerkit.web.desk.questions import question
from dealerkit.web.people import ALONE
from tests.sampling import daily

STORY = "he threw in a 500 chip and said nothing"
HOLDEM = "/desk/dispute?game=holdem&d=one"
RULED = f"{HOLDEM}&said=a+500+chip&fault=oversized_chip&f.facing_bet=yes"
HOSTILE = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)>\u202e{{7*7}}\x00\x1b[2J\u2028"


def text(page):
    """What a page says, without its markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page.text)).split())


def links(page, kind="button large answer"):
    """The addresses of a page's answers, in order."""
    return [html.unescape(one) for one in re.findall(rf'class="{kind}" href="([^"]+)"', page.text)]


def link(page, words):
    """The address of the link with these words."""
    for to, said in re.findall(r'<a [^>]*?href="([^"]+)"[^>]*>(.*?)</a>', page.text, re.DOTALL):
        if words in html.unescape(re.sub(r"<[^>]+>", " ", said)):
            return html.unescape(to)
    msg = f"no link says {words!r}: {text(page)}"
    raise AssertionError(msg)


def query(address):
    """What an address says, as a form would send it."""
    return dict(parse_qsl(urlsplit(address).query))


def decision(client, address=RULED, **fields):
    """Fill in the form of a decision as its page has it; PINs are said twice if they are new."""
    page = client.get(address.replace("/desk/dispute", "/desk/decide"))
    key = re.search(r'name="j.key" value="(\w+)"', page.text)
    given = {"j.key": key[1] if key else "", "j.how": "so", "j.by": "Ann Lee", "j.pin": "1234", "j.again": "1234"}
    given |= {f"j.{name}": value for name, value in fields.items()}
    return {**query(address), **given}


@pytest.fixture
def journal(client):
    """A house whose journal is begun."""
    assert client.fill("/desk/begin", house="Riverside", zone="UTC").status_code == 200
    return journal_place()


def kept(path):
    """The cases of a journal, which is whole."""
    with Journal.open(path) as opened:
        assert not verify(opened).flaws
        return cases(opened)


# -- words -------------------------------------------------------------------------------------------------------------


def test_from_words_to_say_and_do_in_three_taps(client):
    """Words, which it was, one question; then the two lines that the terminal prints."""
    client.get("/desk?game=holdem&family=&rules=")
    page = client.get("/desk")
    hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.text))
    assert hidden["game"] == "holdem"
    page = client.get("/desk/dispute", params={**hidden, "said": STORY})
    assert "Is it one of these?" in text(page)
    assert "differs from 2" in text(page)
    page = client.get(links(page)[0])
    assert known_facts()["facing_bet"].question in text(page)
    page = client.get(links(page)[0])
    said = ruling_words(rule({"fault": "oversized_chip", "facing_bet": True}, rules="rrop"))
    assert f"Say \u201c{said.say}\u201d" in text(page)
    assert f"Do {said.do}" in text(page)
    assert said.why in text(page)


def test_what_is_typed_is_answered_in_part(client):
    """What may be meant comes while somebody types, and nothing of a page around it."""
    page = client.get("/desk/heard", params={"game": "holdem", "said": STORY})
    assert len(links(page)) == 4
    assert "<html" not in page.text
    assert "Is it" not in client.get("/desk/heard", params={"said": "ab"}).text


def test_a_game_that_the_story_names_is_taken(client):
    """Where none was chosen: it is said, and the ruling is that game's."""
    page = client.get("/desk/heard", params={"said": "in hold'em the flop came with four cards"})
    assert "The game is Hold'em, as you said." in text(page)
    assert {query(link)["game"] for link in links(page)} == {"holdem"}
    page = client.get("/desk/heard", params={"said": "in hold'em the flop came with four cards", "game": "omaha"})
    assert "as you said" not in text(page)
    page = client.get("/desk/heard", params={"said": "in hold'em a card too many was dealt", "family": "baccarat"})
    assert "as you said" not in text(page)


def test_a_name_is_not_asked_twice(client):
    """Words that are a fault's own name lead to its first question."""
    page = client.get("/desk/dispute?said=oversized+chip&game=holdem")
    assert query(str(page.url))["fault"] == "oversized_chip"


def test_a_gap_is_said_plainly_and_the_floor_decides(client, journal):
    """What no rule speaks of is told, and can be kept as an incident."""
    said = "the roulette ball jumped out of the wheel"
    page = client.get("/desk/dispute", params={"said": said, "game": "holdem"})
    assert "no rule" in text(page).casefold()
    form = decision(client, link(page, "save it as an incident"), how="otherwise", outcome="floor_discretion")
    page = client.fill("/desk/decide", **form)
    assert "Saved." in text(page)
    (case,) = kept(journal)
    assert (case.kind, case.outcome, case.said["summary"]) == (
        "incident",
        "floor_discretion",
        "the roulette ball jumped out of the wheel",
    )


def test_the_game_is_remembered_and_changed_in_one_tap(client):
    """The last games chosen are one tap each; what is dealt decides what is offered."""
    for game in ("holdem", "mini-baccarat"):
        client.get(f"/desk?game={game}&family=&rules=")
    page = client.get("/desk")
    assert re.search(r'aria-current="true">\s*Mini baccarat', page.text)
    back = client.get(link(page, "Hold'em"))
    assert re.search(r'aria-current="true">\s*Hold', back.text.replace("&#39;", "'"))
    assert re.search(r'aria-current="true">\s*Hold', client.get("/desk").text)


def test_a_rule_set_that_was_chosen_rules(client):
    """The page says by which rules."""
    client.get("/desk?game=holdem&family=&rules=tda")
    page = client.get(links(client.get("/desk"), "button large")[0])
    assert "Poker TDA Rules 2024" in text(page)


def test_a_house_made_in_the_browser_rules(client, home):
    """It stands among the rule sets by its name; one that cannot be used does not, and does no harm."""
    assert client.fill("/house", name="riverside", title="Riverside Room", base="rrop").status_code == 200
    (home / "houses" / "broken.yaml").write_text("set: broken\nextends: nothing\n", encoding="utf-8")
    page = client.get("/desk/choose?game=holdem&family=&rules=")
    assert "broken" not in text(page)
    client.get(link(page, "Riverside Room"))
    page = client.get(links(client.get("/desk"), "button large")[0])
    assert "Riverside Room" in text(page)
    page = client.get(f"{RULED}&rules=house:riverside")
    assert "Riverside Room" in text(page)
    page = client.get(link(page, "Poker TDA Rules 2024"))
    assert "Riverside Room" in text(page).split("Say")[0]
    assert "Under other rules" in text(page)
    assert client.get(f"{RULED}&rules=house:../x").status_code == 422


OWN_DISPUTE = """
facts:
  phone_rang: {type: bool, title: The phone rang, question: Did the phone ring?}
faults:
  phone_at_table:
    title: A telephone in the hand of a player with cards
    words: [texting during a hand]
    family: poker
    facts: [phone_rang]
    cases:
      rang: {when: {phone_rang: true}, rule: RV-01, outcome: hand_dead, say: The hand is dead., source: {work: riverside-rules}}
      otherwise: {rule: RV-01, outcome: play_on, say: Please put it away., source: {work: riverside-rules}}
sources:
  riverside-rules: {title: House rules, verified: read}
"""


def test_what_the_words_tell_is_among_the_answers(client):
    """BR-30: "raised" need not be tapped; what somebody did then is asked, and not taken for granted."""
    story = "seat+4+raised+to+900+out+of+turn,+then+seat+3+made+it+1200"
    heard = client.get(f"/desk/heard?game=holdem&said={story}")
    assert "fault=out_of_turn" in heard.text
    assert "f.early_act=raise" in heard.text
    asked = text(client.get(f"{HOLDEM}&said={story}&fault=out_of_turn&f.early_act=raise"))
    assert "What did the skipped players do" in asked


def test_a_dispute_of_the_house_is_heard_asked_and_ruled(client, home):
    """Under the house's set; under another it is unknown, and the last disputes are there although one rests on a fact of it."""
    (home / "houses").mkdir(parents=True, exist_ok=True)
    file = home / "houses" / "riverside.yaml"
    file.write_text(f"set: riverside\ntitle: Riverside Room\nextends: rrop{OWN_DISPUTE}", encoding="utf-8")
    dealt = "game=holdem&rules=house:riverside"
    heard = client.get(f"/desk/heard?{dealt}&said=texting+during+a+hand")
    assert "A telephone in the hand of a player with cards" in text(heard)
    asked = client.get(f"/desk/dispute?{dealt}&d=one&fault=phone_at_table")
    assert "Did the phone ring?" in text(asked)
    ruled = client.get(f"/desk/dispute?{dealt}&d=one&fault=phone_at_table&f.phone_rang=yes")
    assert "The hand is dead." in text(ruled)
    assert "A telephone in the hand of a player with cards" in text(client.get("/desk?game=holdem&family=&rules=tda"))
    assert client.get("/desk/dispute?game=holdem&rules=tda&fault=phone_at_table").status_code == 422
    assert "A telephone in the hand" not in text(client.get("/desk/heard?game=holdem&rules=tda&said=texting+during+a+hand"))
    file.unlink()
    assert client.get("/desk").status_code == 200


@pytest.mark.parametrize(
    "said",
    [
        "fault=nothing",
        "fault=boxed_card&f.nothing=1",
        "fault=boxed_card&rules=/etc/passwd",
        "said=x&game=../x",
        "said=x&family=dice",
    ],
)
def test_what_there_is_not_is_refused_in_words(client, said):
    """No path is read, no name guessed, and nothing breaks."""
    page = client.get(f"/desk/dispute?{said}")
    assert page.status_code == 422
    assert "desk" in text(page)


# -- questions ---------------------------------------------------------------------------------------------------------


def test_an_answer_that_cannot_be_is_told_in_place(client):
    """The question stands there again, with what was typed and what is wanted."""
    page = client.get(f"{HOLDEM}&fault=oversized_chip&f.facing_bet=perhaps")
    assert page.status_code == 422
    assert "\u2018perhaps\u2019 is not an answer" in text(page)
    assert known_facts()["facing_bet"].question in text(page)
    page = client.get(f"{HOLDEM}&fault=who_may_raise&f.bets=A+100,+B+walks")
    assert page.status_code == 422
    assert 'value="A 100, B walks"' in page.text


def test_seats_are_ticked(client):
    """Each tick is a field of its own; all of them are the answer, which stands in the next address as one."""
    page = client.get(f"{HOLDEM}&fault=odd_chip&more=yes&f.tied_seats=2&f.tied_seats=5")
    assert page.status_code == 200
    assert "f.tied_seats=2+5" in page.text


def test_a_number_has_buttons_or_a_pad(client):
    """A count that is small is a button each, a large one a few and a field, a share in per cent a pad."""
    desk = Desk("boxed_card", ["rrop"])
    few, many, share = (question(desk, known_facts()[name]) for name in ("burn_count", "exposed_count", "share_of_raise"))
    assert [(one.kind, len(one.buttons)) for one in (few, many, share)] == [("choice", 6), ("number", 10), ("number", 0)]


def test_a_question_that_is_answered_by_taps_shows_nothing_to_be_typed():
    """What bets, boards, seats and cards look like when they are typed stands in the field, and not in the question."""
    asked = [question(Desk("mucked", [default_rules("mucked")]), fact) for fact in known_facts().values()]
    shown = [one for one in asked if one.example or one.cards]
    assert {one.kind for one in shown} >= {"bets", "boards", "seats", "acts"}
    assert not [one.asks for one in shown if "(as" in one.asks or not one.asks.endswith("?")]


def test_a_contradiction_names_what_was_said_before(client):
    """An answer that cannot be with another is refused; the other stands, and can be changed."""
    page = client.get(f"{HOLDEM}&fault=boxed_card&f.street=shuffle&f.acts=call+call")
    assert page.status_code == 422
    assert "contradicts an earlier one" in text(page)
    assert "change" in text(page)


def test_back_takes_the_last_answer_back(client):
    """From the ruling to the question, to what may be meant, to the desk."""
    page = client.get(RULED)
    page = client.get(link(page, "Back"))
    assert known_facts()["facing_bet"].question in text(page)
    page = client.get(link(page, "Back"))
    assert "Which of these happened?" in text(page)
    assert "a 500 chip" in page.text
    assert client.get(link(page, "Back to the desk")).status_code == 200


def test_what_nobody_knows_is_left_to_the_floor(client, journal):
    """It is said what is missing and what it can come to; the floor decides, with what nobody knew kept."""
    page = client.get(f"{HOLDEM}&fault=oversized_chip")
    while not re.search("The floor decides|Do ", text(page)):
        page = client.get(link(page, "Can't be established"))
    address = str(page.url)
    assert "Can't be established:" in text(page)
    page = client.fill("/desk/decide", **decision(client, address, outcome="call"))
    assert "Saved." in text(page)
    (case,) = kept(journal)
    assert (case.proposed, case.outcome) == ("undecided", "call")


def test_arguments_are_taken_down(client, journal):
    """What a player argues is kept, told not to count, and stands in the journal."""
    page = client.get(f"{RULED}&argued=I+did+not+know+the+rule")
    assert "I did not know the rule" in text(page)
    assert "It does not count" in text(page)
    client.fill("/desk/decide", **decision(client, f"{RULED}&argued=the+moon"))
    assert kept(journal)[0].facts["argued"] == "the moon"


def test_other_rule_sets_stand_beside(client):
    """Each on demand, in its own words; the one in force stays first."""
    page = client.get(link(client.get(RULED), "Poker TDA Rules 2024"))
    assert "Under other rules" in text(page)
    assert "Robert's Rules of Poker" in text(page).split("Say")[0]
    page = client.get(link(page, "Poker TDA Rules 2024"))
    assert "Under other rules" not in text(page)


def test_the_player_sees_nothing_internal(client):
    """One large page, without ids."""
    page = client.get(link(client.get(RULED), "Show the player"))
    assert "oversized_chip" not in text(page)
    assert "What happened" in text(page)


def test_last_disputes_go_on_where_they_were(client):
    """A closed tab: the desk has it, with its answers."""
    client.get(RULED)
    page = client.get(link(client.get("/desk"), "A single oversized chip was put in"))
    assert "Do The action is a call." in text(page)


@pytest.mark.sqlite
@pytest.mark.sample(3)
@pytest.mark.parametrize("fault", daily(sorted(known_faults()), 12))
def test_every_fault_comes_to_a_ruling_as_the_desk_has_it(client, fault):
    """By the first answer to each question, and by nobody knowing anything: the words are those of the desk.

    Which game is dealt somebody always knows: it is chosen first, where it is asked.
    """
    for first in (True, False):
        page, answers = client.get(f"/desk/dispute?fault={fault}"), {}
        for _ in range(30):
            asked = re.search(r'<h1 class="question"[^>]*>(.*?)</h1>', page.text)
            if asked is None:
                break
            offered = links(page)
            known = first or asked[1] == WHICH_GAME
            page = client.get(offered[0] if known and offered else link(page, "Can't be established"))
            assert page.status_code in (200, 422), fault
            if page.status_code == 422:  # the first answer cannot be with another: nobody knows
                page = client.get(link(page, "Can't be established"))
            answers = query(str(page.url))
        desk = Desk(fault, [default_rules(fault, answers.get("family", ""))])
        for name, value in answers.items():
            if name.startswith("f."):
                desk.answer(name[2:], None if value == "?" else value)
        said = ruling_words(desk.rulings[0])
        assert (said.do or (said.say if desk.rulings[0].decided else "The floor decides")) in text(page)


# -- into the journal --------------------------------------------------------------------------------------------------


def test_the_first_decision_begins_the_journal(client):
    """It is offered, with the house's name and zone; then the form is there, with every answer."""
    page = client.get(link(client.get(RULED), "Decide and save"))
    assert "There is no journal here yet" in text(page)
    wrong = client.fill("/desk/begin", zone="Nowhere/Land", house="x", **query(RULED))
    assert (wrong.status_code, "Nowhere/Land" in text(wrong)) == (422, True)
    page = client.fill("/desk/begin", house="Riverside", zone="Asia/Macau", **query(RULED))
    assert "As the rules say The action is a call" in text(page)


def test_a_decision_is_kept_signed_and_told_next_time(client, journal):
    """Opened, decided and signed; the chain is whole; the next time it stands beside the ruling."""
    page = client.fill("/desk/decide", **decision(client, table="M3", seat="4", amount="500", dealer="Bo Chan"))
    assert "Saved. Case" in text(page)
    (case,) = kept(journal)
    assert [one.kind for one in case.entries] == ["opened", "noted", "noted", "decided", "signed"]
    assert (case.faults, case.outcome, case.said["table"], case.said["seats"]) == (("oversized_chip",), "call", "M3", [4])
    page = client.get(RULED)
    assert "Ruled once here, the same way, today." in text(page)
    assert case.number in text(page)
    assert 'value="Ann Lee"' in client.get(RULED.replace("dispute", "decide", 1)).text


def test_sent_twice_it_is_there_once(client, journal):
    """A second tap, a lost answer, a reload: the same case is shown."""
    form = decision(client)
    pages = [client.fill("/desk/decide", **form) for _ in range(3)]
    assert len({str(page.url) for page in pages}) == 1
    assert len(kept(journal)) == 1


def test_otherwise_needs_a_reason(client, journal):
    """What is ruled and why; nothing that was filled in is lost, and nothing is written before."""
    form = decision(client, how="otherwise", table="M3")
    page = client.fill("/desk/decide", **form)
    assert (page.status_code, "Enter the ruling." in text(page), 'value="M3"' in page.text) == (422, True, True)
    form |= {"j.outcome": "raise"}
    page = client.fill("/desk/decide", **form)
    assert page.status_code == 422
    assert "Say why: the rules propose" in text(page)
    assert not kept(journal)
    page = client.fill("/desk/decide", **form | {"j.reason": "he had said raise to the dealer"})
    assert "against the rules" in text(page)
    (case,) = kept(journal)
    assert (case.outcome, case.departs) == ("raise", True)


def test_against_what_was_mostly_ruled_here_needs_a_reason(client, journal):
    """After a departure, going by the rules is against the practice of the house."""
    client.fill("/desk/decide", **decision(client, how="otherwise", outcome="raise", reason="fair"))
    page = client.fill("/desk/decide", **decision(client))
    assert page.status_code == 422
    assert "ruled differently here" in text(page)


def test_a_pin_is_asked_each_time(client, journal):
    """New: said twice. Wrong: nothing is written, and after five nobody gets in by that name for a minute."""
    form = decision(client)
    page = client.fill("/desk/decide", **form | {"j.again": ""})
    assert (page.status_code, "has no PIN yet" in text(page)) == (422, True)
    assert client.fill("/desk/decide", **form | {"j.again": "4321"}).status_code == 422
    assert client.fill("/desk/decide", **form | {"j.pin": "12"}).status_code == 422
    assert not kept(journal)
    assert client.fill("/desk/decide", **form).status_code == 200
    for _ in range(pins.TRIES):
        page = client.fill("/desk/decide", **decision(client, pin="9999"))
        assert "not the PIN of Ann Lee" in text(page)
    page = client.fill("/desk/decide", **decision(client))
    assert "wait a minute" in text(page)
    assert len(kept(journal)) == 1


def test_a_pin_counts_again_after_a_minute(client, journal, app):
    """The same name, the right PIN, later."""
    store = app.state.site.store
    assert pins.check(store, "Bo Chan", "2468", "2468").right
    for _ in range(pins.TRIES):
        assert not pins.check(store, "BO  CHAN", "1111").right
    assert not pins.check(store, "bo chan", "2468").right
    with store.begin() as connection:
        connection.exec_driver_sql("UPDATE pins SET at = at - 61")
    assert pins.check(store, "bo chan", "2468").right


def test_a_form_without_its_key_is_not_written(client, journal):
    """An old page, or one that somebody made up."""
    page = client.fill("/desk/decide", **decision(client, key="x"))
    assert (page.status_code, "out of date" in text(page)) == (422, True)


def test_a_name_and_a_seat_are_looked_at(client, journal):
    """At their fields, each with what is wanted."""
    page = client.fill("/desk/decide", **decision(client, by="7", seat="front", dealer="?"))
    for said in ("at least two letters", "A number, such as 3", "leave the field empty for no name"):
        assert said in text(page)


def test_who_may_not_decide_is_told_so(strangers):
    """Nobody who has not signed in sees the desk, and nobody without the right writes into the journal."""
    assert strangers.get("/desk").status_code == 401
    assert strangers.get(RULED).status_code == 401
    assert strangers.fill("/desk/decide", **query(RULED)).status_code == 401
    assert not journal_path().exists()


def test_hostile_text_is_only_text(client, journal):
    """In every field of every page: it is shown, and nothing else; it does not stop the desk."""
    said = {"said": HOSTILE, "d": HOSTILE, "argued": HOSTILE}
    for page in (
        client.get("/desk/dispute", params={"said": HOSTILE}),
        client.get("/desk/heard", params=said),
        client.get("/desk/dispute", params={**query(RULED), **said}),
        client.get("/desk/dispute", params={**query(RULED), **said, "f.facing_bet": HOSTILE}),
        client.get("/desk/dispute", params={"said": "x" * 60_000, "fault": HOSTILE}),
    ):
        assert page.status_code in (200, 422)
        assert "<script>alert" not in page.text
        assert "<img" not in page.text
    names = ("reason", "table", "amount", "text", "summary", "outcome", "seat", "by", "dealer", "pin", "again")
    page = client.fill("/desk/decide", **decision(client, **dict.fromkeys(names, HOSTILE)))
    assert (page.status_code, "<script>alert" in page.text) == (422, False)
    fields = dict.fromkeys(("reason", "table", "amount", "text"), HOSTILE)
    form = decision(client, by="Ann <b>Lee", dealer="Bo \u202eChan", **fields)
    page = client.fill("/desk/decide", **{**form, "argued": HOSTILE, "said": HOSTILE})
    assert (page.status_code, "<script>alert" in page.text, "<b>" in page.text) == (200, False, False)
    (case,) = kept(journal)
    assert "<script>alert" in str(case.entries[-2].said["reason"])
    page = client.get("/desk")
    assert (page.status_code, "<script>alert" in page.text) == (200, False)


# -- from a table ------------------------------------------------------------------------------------------------------


@pytest.fixture
def table(app):
    """A table of hold'em where the flop came without a burn, and the hand went on."""
    live = app.state.site.tables.open(Plan("holdem", None, {}, 3, 4), ALONE)
    key = 0
    while not live.session.table.findings:
        act = live.session.table.next_act()
        assert act is not None
        if act.verb == "burn":
            act = Act.parse("d deal board")
        live.say(f"k{(key := key + 1)}", [act])
    return live


def test_a_table_tells_what_it_knows(client, table, journal):
    """The slip is one tap, nothing is typed, and the record goes into the journal with the decision."""
    page = client.get(f"/desk?table={table.id}")
    slip = table.session.table.explain(table.session.table.findings[-1]).title
    assert slip in text(page)
    page = client.get(links(page)[0])
    assert "Do " in text(page)
    assert "Found Act " in text(page)
    address = str(page.url)
    assert query(address)["act"] == str(len(table.session.table.log))
    page = client.fill("/desk/decide", **decision(client, address))
    assert "Saved." in text(page)
    (case,) = kept(journal)
    with Journal.open(journal) as opened:
        (attached,) = opened.entries(case.number, ("attached",))
    assert attached.said["text"].startswith(table.record()[:40])


def test_a_table_of_the_house_knows_its_disputes(app, client, home):
    """The table is dealt under the house's set, and the address names no set: the dispute is asked and ruled all the same."""
    (home / "houses").mkdir(parents=True, exist_ok=True)
    file = home / "houses" / "riverside.yaml"
    file.write_text(f"set: riverside\ntitle: Riverside Room\nextends: rrop{OWN_DISPUTE}", encoding="utf-8")
    live = app.state.site.tables.open(Plan("holdem", str(file), {}, 3, 4), ALONE)
    dealt = f"table={live.id}"
    assert "A telephone in the hand" in text(client.get(f"/desk/heard?{dealt}&said=texting+during+a+hand"))
    assert "Did the phone ring?" in text(client.get(f"/desk/dispute?{dealt}&d=one&fault=phone_at_table"))
    assert "The hand is dead." in text(client.get(f"/desk/dispute?{dealt}&d=one&fault=phone_at_table&f.phone_rang=yes"))


def test_a_ruling_stays_at_its_act(client, table):
    """The hand goes on; the address still rules on what was there. Acts that were taken back are not there."""
    page = client.get(links(client.get(f"/desk?table={table.id}"))[0])
    address, before = str(page.url), text(page)
    act = table.session.table.next_act()
    assert act is not None
    table.say("later", [act])
    assert text(client.get(address)) == before
    page = client.get(f"{address}&x=1".replace("act=", "act=9"))
    assert (page.status_code, "was taken back" in text(page)) == (404, True)


def test_words_at_a_table_take_its_facts(client, table):
    """Something else that happened there: the game and what the table knows are not asked."""
    page = client.get("/desk/dispute", params={"table": table.id, "said": "boxed card"})
    assert query(str(page.url))["fault"] == "boxed_card"
    assert page.status_code == 200


def test_a_record_that_was_opened_tells_what_it_knows(client, table, journal):
    """A hand of an opened file: the slip is one tap, and the hand goes into the journal with the decision."""
    sent = {"file": ("night.txt", table.record().encode())}
    page = client.post("/records/open", data={"token": client.token()}, files=sent)
    name = re.search(r"/records/f/([\w-]+)", str(page.url) + page.text)
    assert name
    page = client.get(f"/desk?record={name[1]}&hand=1&act={len(table.session.table.log)}")
    assert "night.txt, hand 1" in text(page)
    page = client.get(links(page)[0])
    assert "Do " in text(page)
    assert "Saved." in text(client.fill("/desk/decide", **decision(client, str(page.url))))
    (case,) = kept(journal)
    with Journal.open(journal) as opened:
        (attached,) = opened.entries(case.number, ("attached",))
    assert attached.said["file"] == "night.txt, hand 1"
    assert client.get(f"/desk?record={name[1]}&hand=2").status_code == 404


def test_no_such_table(client):
    """It is said, and not whose it is."""
    assert client.get("/desk?table=nothing").status_code == 404
    assert client.get("/desk/dispute?record=nothing&fault=boxed_card").status_code == 404


# -- what is dealt chooses the rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("fault", ["boxed_card", "card_off_table"])
def test_a_family_that_was_chosen_chooses_its_rule_set(client, fault):
    """The pill, or an address that says so: a boxed card of a deck is not burned like one of a shoe."""
    for family, title in (("poker", "Robert's Rules of Poker"), ("baccarat", "Baccarat, American rules")):
        client.get(f"/desk?game=&family={family}&rules=")
        hidden = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', client.get("/desk").text))
        assert title in text(client.get("/desk/dispute", params={**hidden, "said": known_faults()[fault].title}))
        assert title in text(client.get(f"/desk/dispute?fault={fault}&family={family}"))


@pytest.mark.parametrize("address", ["", "&family=social", "&family=pot", "&game=canasta"])
@pytest.mark.parametrize("fault", ["boxed_card", "card_off_table"])
def test_where_nobody_says_what_is_dealt_that_is_one_tap(client, fault, address):
    """It is asked, and nobody is ruled on by another game's rules; the answer goes on with what was said."""
    page = client.get(f"/desk/dispute?fault={fault}&d=one&said=it+lay+there{address}")
    assert "Which game is being dealt?" in text(page)
    assert "American rules" not in text(page)
    assert [query(one)["family"] for one in links(page)] == ["baccarat", "poker", "pit"]
    poker = client.get(link(page, "Poker"))
    assert "Robert's Rules of Poker" in text(poker)
    for door in ("player", "decide"):
        refused = client.get(f"/desk/{door}?fault={fault}{address}")
        assert refused.status_code == 422
        assert "The ruling depends on the game" in text(refused)


def test_words_alone_are_confirmed_where_another_game_has_the_fault_too(client):
    """Nothing was chosen: a card room's fault is the first button, and nothing is ruled on."""
    page = client.get("/desk/dispute", params={"said": "bet out of turn"})
    assert "Is it one of these?" in text(page)
    assert query(links(page)[0])["fault"] == "out_of_turn"
    assert "improper_bet" in {query(one)["fault"] for one in links(page)}
    chosen = client.get("/desk/dispute", params={"said": "bet out of turn", "family": "poker"})
    assert query(str(chosen.url))["f.early_act"] == "bet"

"""The table in the browser without one: what is answered to what is said, whatever is sent."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import dealerkit as dk
from dealerkit.cli.main import main
from dealerkit.felt import Act
from dealerkit.hands.check import check_file
from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.rules.sets import families
from dealerkit.rulings import OUTCOMES
from dealerkit.table.playback import replay
from dealerkit.training.walk.code import Plan, decode, encode
from dealerkit.web.deal.felt import drawn
from dealerkit.web.deal.gestures import hands_of
from dealerkit.web.people import ALONE
from tests.web.test_deal_gestures import done_by

_keys = itertools.count()


def opened(client: Any, game: str, **fields: str) -> Any:
    """Open a table by the form; the table at the server."""
    answer = client.fill("/deal/games", game=game, **fields)
    assert answer.status_code == 200, answer.text[:500]
    return client.app.state.site.tables.find(str(answer.url).rsplit("/", 1)[-1])


def say(client: Any, live: Any, *acts: str, **more: Any) -> Any:
    """Say acts, or a line, as the page does."""
    token = getattr(client, "known_token", None)
    if token is None:
        token = client.known_token = client.token()
    sent = {"key": f"key-{next(_keys)}", **({"acts": list(acts)} if acts else {}), **more}
    return client.post(f"/deal/{live.id}/say", json=sent, headers={"X-Token": token, "Accept": "application/json"})


def test_a_family_names_no_game_of_another() -> None:
    """What stands above the games of a family, here and at the desk, names games that stand below it."""
    for family, title in families().items():
        for name in games():
            called = load(name).title.partition(" (")[0]
            if re.search(rf"\b{re.escape(called)}\b", title):
                assert load(name).family == family, (title, called)


def test_a_table_to_go_on_with_is_known_by_when_it_was_opened(client: Any) -> None:
    """The game and the hour, and no number that only shuffles know."""
    live = opened(client, "holdem", seed="987")
    page = client.get("/deal/games").text
    (shown,) = re.findall(rf'href="/deal/{live.id}">(.*?)</a>', page)
    assert re.search(r"[0-9]{4}-[0-9]{2}-[0-9]{2} [0-9]{2}:[0-9]{2}", shown)
    assert str(live.plan.seed) not in shown


def test_a_card_to_be_played_is_a_card_on_its_button(client: Any) -> None:
    """At golf it is the queen of clubs, `Qc` or drawn, and no `qc`."""
    live = opened(client, "golf", seed="5")
    for number in range(10):
        act = live.session.table.next_act()
        assert act is not None
        live.say(f"k{number}", [act])
    plays = re.findall(r">(Seat 1 plays [^<]+)</button>", client.get(f"/deal/{live.id}").text)
    assert plays
    assert all(re.fullmatch(r"Seat 1 plays (10|[2-9TJQKA])[cdhs♣♦♥♠]", one) for one in plays), plays


@pytest.mark.sqlite
@pytest.mark.sample(10)
@pytest.mark.parametrize("game", games())
def test_every_game_is_dealt_by_hand(client: Any, game: str) -> None:
    """A round of each: what is due is touched on the drawn table, what the gesture means is sent, nothing is found."""
    live = opened(client, game, seed="5", seats="4" if game == "canasta" else "")
    hands = hands_of(live.session.table.game)
    for _ in range(400):
        act = live.session.table.next_act()
        if act is None or live.session.rounds.done:
            break
        if act.who == "d":
            things = drawn(live.session.table).things
            way = hands.way(act, things)
            assert way is not None, act
            text = done_by(hands, way, things).text
        else:
            text = act.text
        answer = say(client, live, text, at=len(live.session.table.log)).json()
        assert not answer["refused"], answer["refused"]
        assert f'data-at="{len(live.session.table.log)}"' in answer["felt"]
    assert live.session.rounds.done or live.session.over or live.session.table.next_act() is None
    assert live.session.findings() == []
    assert replay(live.record()).felt.places == live.session.table.felt.places


def test_the_first_minute_is_a_coup_with_the_next_thing_marked(client: Any) -> None:
    """Nothing is kept before something is touched; the dare is a slip, told at its spot with why, rule and remedy."""
    page = client.get("/deal")
    assert "Bets are closed. <strong>Touch what is marked</strong>" in page.text
    assert "<strong>Dare to make a slip?</strong> Deal the first card to Banker" in page.text
    assert "&#34;take&#34;: &#34;cards shoe&#34;" in page.text
    assert client.app.state.site.tables.of(ALONE) == []
    url = client.tell("/deal/first", {}).json()["url"]
    live = client.app.state.site.tables.find(url.rsplit("/", 1)[-1])
    answer = say(client, live, "d deal banker").json()
    (slip,) = answer["slips"]
    assert slip["thing"] == "cards banker"
    assert "BA-61" in slip["html"]
    assert "why: " in slip["html"]
    assert "floor: " in slip["html"]
    remedy = live.session.table.next_act()
    assert say(client, live, remedy.text).json()["slips"] == []
    assert live.session.findings()[0].self_corrected or live.session.table.floor.to_rule is None


def test_a_slip_is_told_when_the_way_of_help_says_so(client: Any) -> None:
    """At once where somebody is guided, after the round in practice, never before the end in an exam."""
    for mode in ("guided", "practice", "exam"):
        live = opened(client, "mini-baccarat", mode=mode, seed="7", code="")
        while live.session.table.expected.step.split(".")[-1] != "deal":
            say(client, live, live.session.table.next_act().text)
        answer = say(client, live, "d deal banker").json()
        assert bool(answer["slips"]) == (mode == "guided")
        assert ("BA-61" in json.dumps(answer)) == (mode == "guided")
        if mode == "exam":
            assert say(client, live, line="undo it").json()["slips"] == []
            undone = client.tell(f"/deal/{live.id}/undo", {"key": "u", "at": None}).json()
            assert "take anything back in an exam" in undone["refused"]
            hint = client.get(f"/deal/{live.id}/ask/hint").json()
            assert "due" not in hint["html"]
        for _ in range(60):
            if live.session.rounds.done:
                break
            answer = say(client, live, live.session.table.next_act().text).json()
        assert live.session.rounds.done
        assert ("BA-61" in answer["panel"]) == (mode == "practice")
        if mode == "exam":
            client.fill(f"/deal/{live.id}/hand-in")
        assert "BA-61" in client.get(f"/deal/{live.id}/summary").text


def test_words_do_what_hands_do(client: Any) -> None:
    """A line is heard as in the terminal: done, asked back with choices, or refused."""
    live = opened(client, "mini-baccarat", seed="7")
    while live.session.table.expected.step.split(".")[-1] != "deal":
        say(client, live, live.session.table.next_act().text)
    assert say(client, live, line="card for the player").json()["at"] == len(live.session.table.log)
    assert live.session.table.log[-1].text == "d deal player"
    unclear = say(client, live, line="fnord gribble").json()
    assert "Not understood" in unclear["panel"]
    impossible = say(client, live, "d turn tie").json()
    assert "can't be done" in impossible["refused"]


def test_a_level_asks_on_the_page_and_the_answer_is_heard(client: Any) -> None:
    """Level 1 of hold'em asks to whom the action is; the wrong answer is told, the right one is not."""
    live = opened(client, "holdem", level="1", seed="3")
    answer = {"panel": ""}
    for _ in range(40):
        if live.session.watch.open is not None:
            break
        answer = say(client, live, live.session.table.next_act().text).json()
    question = live.session.watch.open
    assert question is not None
    assert 'class="question"' in answer["panel"]
    assert question.answer not in answer["panel"]
    assert "to act" not in answer["felt"]
    said = say(client, live, line=question.answer).json()
    assert not said["refused"]
    assert live.session.findings() == []


def test_undo_reload_and_two_windows_show_the_truth(client: Any) -> None:
    """What one window has not seen is not overtaken: it is told, and shown how things stand."""
    live = opened(client, "mini-baccarat", seed="7")
    first = say(client, live, "d check rack", at=0).json()
    late = say(client, live, "d check rack", at=0).json()
    assert late["stale"]
    assert "this table has changed" in late["refused"]
    assert late["at"] == first["at"] == 1
    token = client.token()
    headers = {"X-Token": token, "Accept": "application/json"}
    sent = {"key": "once", "at": 1, "acts": ["d check decks"]}
    assert client.post(f"/deal/{live.id}/say", json=sent, headers=headers).json()["at"] == 2
    again = client.post(f"/deal/{live.id}/say", json=sent, headers=headers).json()
    assert again["again"]
    assert again["at"] == 2
    undone = client.post(f"/deal/{live.id}/undo", json={"key": "back", "at": 2}, headers=headers).json()
    assert undone["at"] == 1
    assert client.get(f"/deal/{live.id}/look").json()["at"] == 1


HOSTILE = [
    "<script>alert(1)</script>", "'; DROP TABLE tables;--", "\x00\x1b[31m", "\U0001f600" * 300, "d deal " + "x" * 5000,
    "\u202eevil", "{{7*7}}", "", "../../../../etc/passwd", "/etc/passwd",
]  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_data(client: Any, text: str) -> None:
    """Whatever stands in a field is refused in plain words, or shown as text."""
    live = opened(client, "mini-baccarat", seed="7")
    for sent in ({"line": text}, {"acts": [text]}, {"acts": [text] * 100}, {"acts": text}, {"at": text, "line": "hint"}):
        answer = say(client, live, **sent)
        assert answer.status_code in (200, 400)
        shown = answer.json()
        assert "<script>alert" not in shown.get("panel", "") + shown.get("felt", "")
        assert "Traceback" not in answer.text
    for field in ("game", "mode", "level", "seats", "rules", "code"):
        answer = client.fill("/deal/games", **{field: text})
        assert answer.status_code in (200, 400, 422), (field, text, answer.status_code)
        assert "<script>alert" not in answer.text
        assert "Traceback" not in answer.text
    for path in (f"/deal/{live.id}/ask/{text}", f"/deal/{text}", "/deal/cards-x.svg"):
        if "\x00" not in path:
            assert client.get(path).status_code in (200, 307, 400, 404)


def test_the_same_again_by_its_code(client: Any) -> None:
    """The code of a summary opens the same table: the same cards, players, level and help."""
    live = opened(client, "holdem", seed="12", level="1", mode="practice", seats="4")
    summary = client.get(f"/deal/{live.id}/summary").text
    found = re.search(r'class="code">([^<]+)<', summary)
    assert found
    other = opened(client, "golf", code=found[1])
    assert other.plan == live.plan
    assert isinstance(other.plan, Plan)
    assert other.id != live.id


def test_a_browser_and_a_terminal_find_the_same(client: Any, tmp_path: Path) -> None:
    """Sessions with slips in them, through pages, through `dealerkit walk` and by `check`: the same record, the same findings."""
    compare(client, 2, tmp_path)


def test_what_the_floor_rules_is_said_in_words(client: Any) -> None:
    """In practice, where slips wait for the end of the hand, the page says what was ruled, and no code of a record."""
    live = opened(client, "holdem", seed="5", mode="practice", seats="3")
    for number in range(60):
        act = live.session.table.next_act()
        assert act is not None
        if act.verb == "burn" and live.session.table.felt.places["board"]:
            break
        live.say(f"k{number}", [act])
    panel = say(client, live, "d deal board").json()["panel"]
    ruled = next(act for act in reversed(live.session.table.log) if act.who == "f")
    assert OUTCOMES[ruled.to[0]] in panel
    assert not re.search(rf"{ruled.to[0]}(?! on the spot)", panel)


@pytest.mark.slow
@pytest.mark.sqlite
def test_an_option_for_one_table_is_that_of_the_terminal(client: Any, tmp_path: Path) -> None:
    """What `walk --set` changes is changed by a field of the form: the same cards, bets and findings."""
    form = client.get("/deal/games?game=mini-baccarat").text
    assert 'name="set.decks"' in form
    assert 'name="set.variant"' in form
    fields = {"set.decks": "6", "set.variant": "ez"}
    live = opened(client, "mini-baccarat", **{"with": "mini-baccarat", "seed": "7", **fields})
    assert dict(live.plan.settings) == {"decks": "6", "variant": "ez"}
    assert "Packs in the shoe: 6" in client.get(f"/deal/{live.id}").text
    lines: list[str] = []
    for _ in range(60):
        act = live.session.table.next_act()
        if live.session.rounds.done or act is None:
            break
        if act.verb == "deal" and not live.session.findings():
            act = Act.parse("d deal banker")  # the first card is the player's
        if act.who == "d":
            lines.append(live.talk.said(act, live.session.table))
        say(client, live, act.text)
    assert live.session.rounds.done == 1
    assert live.session.findings()
    kept = tmp_path / "walked.txt"
    args = [
        "walk",
        "mini-baccarat",
        "--seed",
        "7",
        "--set",
        "decks=6",
        "--set",
        "variant=ez",
        "--coups",
        "1",
        "--record",
        str(kept),
    ]
    run = CliRunner().invoke(main, args, input="\n".join(lines) + "\n")
    walked = replay(kept.read_text(encoding="utf-8"))
    logged = [act.text for act in live.session.table.log]
    assert len(walked.log) > 30, run.output[-2000:]
    assert [act.text for act in walked.log] == logged[: len(walked.log)], run.output[-2000:]
    assert not [act for act in logged[len(walked.log) :] if act.startswith("d ")]  # bets of the next coup
    assert walked.findings == live.session.table.findings
    assert decode(encode(live.plan, live.session.table.game.sha256)).plan.settings == live.plan.settings


def test_an_option_that_cannot_be_is_told_at_its_field(client: Any) -> None:
    """Nothing is opened, what was typed stays, and the field says what is allowed; what is no game is none."""
    live = opened(client, "mini-baccarat", **{"with": "mini-baccarat", "set.decks": "6", "set.variant": "", "code": ""})
    assert live.plan.settings == {"decks": "6"}
    assert live.session.table.game.options["decks"] == 6
    before = len(client.app.state.site.tables.of(ALONE))
    answer = client.fill("/deal/games", **{"game": "mini-baccarat", "with": "mini-baccarat", "set.decks": "99<b>", "code": ""})
    assert answer.status_code == 422
    assert len(client.app.state.site.tables.of(ALONE)) == before
    field = answer.text.split('name="set.decks"')[1].split("</div>")[0]
    assert "99&lt;b&gt;" in field
    assert "a whole number from 1 to 12" in field
    assert 'aria-invalid="true"' in field
    assert client.get("/deal/games?game=../x").status_code == 404
    assert client.fill("/deal/games", **{"game": "holdem", "with": "nothing", "code": ""}).status_code == 422
    assert "set.decks" not in client.get("/deal/games").text


@pytest.mark.slow
@pytest.mark.sqlite
def test_five_hundred_sessions_find_the_same(client: Any, tmp_path: Path) -> None:
    """The same of five hundred."""
    compare(client, 500, tmp_path)


def compare(client: Any, count: int, folder: Path) -> None:
    """Deal sessions with slips through pages, say the same at a terminal, and check the record."""
    import random

    from dealerkit.training.walk.slips import slips

    names = ["mini-baccarat", "holdem", "draw", "stud7", "omaha", "red-dog", "thirty-one"]
    for number in range(count):
        rng = random.Random(number)
        game = names[number % len(names)]
        client.cookies.clear()  # another browser: one alone may not ask so often
        client.known_token = None
        live = opened(client, game, seed=str(number))
        table = live.session.table
        lines: list[str] = []
        for _ in range(30):
            act = table.next_act()
            if act is None:
                break
            wrong = slips(table) if act.who == "d" and rng.random() < 0.12 else []
            made = rng.choice(wrong).act if wrong else act
            spoken = live.talk.said(made, table)
            if say(client, live, made.text).json()["refused"]:
                spoken = live.talk.said(act, table)
                say(client, live, act.text)
            lines.append(spoken)
        alone = replay(live.record())
        assert alone.findings == table.findings
        assert alone.record() == live.record()
        kept = folder / f"{number}.txt"
        typed = "\n".join([*lines, "quit"])
        run = CliRunner().invoke(main, ["walk", game, "--seed", str(number), "--record", str(kept)], input=typed)
        walked = replay(kept.read_text(encoding="utf-8"))
        assert [act.text for act in walked.log] == [act.text for act in table.log], f"{game} {number}: {run.output[-2000:]}"
        assert walked.findings == table.findings
        checked = {one.code for hand in check_file(kept) for one in hand.findings}
        assert {one.code for one in table.findings} <= checked, f"{game} {number}"


@pytest.mark.parametrize(("mode", "told"), [("learn", "Each step was announced first."), ("guided", "100 of 100, passed.")])
def test_whoever_is_told_each_step_has_passed_nothing(client: Any, mode: str, told: str) -> None:
    """At the end of a clean coup a score stands where somebody dealt by themselves, and nothing is passed where all was said."""
    live = opened(client, "mini-baccarat", mode=mode, seed="7", code="")
    panel = ""
    while not live.session.rounds.done:
        panel = say(client, live, live.session.table.next_act().text).json()["panel"]
    assert "That coup was clean." in panel
    assert told in panel
    assert ("passed" in panel) == (mode == "guided")


def test_a_hand_that_nobody_has_split_takes_no_place_on_the_felt():
    """BJ-47: a box is drawn with its first hand alone; the place for the next is there while a hand has two cards."""
    table = dk.Table("blackjack", seats=2, seed=7)
    table.advance("bets")
    names = [f"s1.{name}" for name in ("second", "third", "fourth")]

    def shown() -> list[str]:
        return [box.thing.name for box in drawn(table).boxes if box.thing.name in names]

    assert shown() == []
    for act in ("s1 bet main 10", "d close", "d deal s1 8h", "d deal s1 8d"):
        table.push(act)
    assert shown() == ["s1.second"]
    table.push("d move s1 s1.second")
    assert shown() == ["s1.second"]
    table.push("d deal s1 8c")
    assert shown() == ["s1.second", "s1.third"]

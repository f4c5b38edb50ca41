"""The dealer's step card: what must stand on it stands on it, in a dealer's words, on two sides."""

from __future__ import annotations

import functools
import io
import itertools
import re
from collections.abc import Iterable
from pathlib import Path

import attrs
import pypdf
import pytest

import dealerkit as dk
from dealerkit.cards import read_cards
from dealerkit.errors import RuleFileError, UnknownName
from dealerkit.hands.codes import codes_of, happens
from dealerkit.judge.severity import line_of
from dealerkit.procedure.setup import game_data
from dealerkit.rules.coups import has_coups
from dealerkit.rules.games import Game, game, games
from dealerkit.rules.option_lines import lines_of
from dealerkit.rules.sets import rule_set, rule_sets
from dealerkit.rulings.games import faults_in_force
from dealerkit.sheets.disputes import known_here, list_here
from dealerkit.sheets.document import Control, Document, texts
from dealerkit.sheets.editions import EditionOrder, edition
from dealerkit.sheets.editions.dealer import LARGEST, SMALLEST, card_lines, critical
from dealerkit.sheets.formats import render
from dealerkit.sheets.parts import rule_book
from dealerkit.sheets.ruled_texts import faults_of
from tests.sampling import daily, daily_games, first_daily

CARD, PLAYER = edition("dealer"), edition("player")
DEALT = [name for name in games() if CARD.offered(game(name))]
HEAD = Control(
    house="Riverside Card Room", address=("12 Mill Lane", "Riverside", "Tel. 555 0100"), number="HR-7", edition="3",
    effective="1 December 2026", status="in force", prepared_by="Ann Lee", approved_by="Bo Chen", copy="amber tide",
)  # fmt: skip
"""The head of a house, as full as it gets."""
ID = re.compile(r"\b[A-Z]{2,4}-[A-Z]?\d+|\w_\w|[a-z]+/[a-z-]+|\.yaml|sha256|fingerprint|[{}]|\boption\b|\bfact\b", re.IGNORECASE)


def _dealt_under(name: str) -> list[tuple[str, str | None]]:
    """The rule sets that a game can be dealt under."""
    found: list[tuple[str, str | None]] = []
    for rules in rule_sets():
        try:
            game(name, rules)
        except (RuleFileError, UnknownName):
            continue
        found.append((name, rules))
    return found


SEVERAL = ("mini-baccarat", "holdem", "stud7", "draw")
UNDER = [(name, None) for name in DEALT] + [pair for name in SEVERAL for pair in _dealt_under(name)]


@functools.cache
def _card(name: str, rules: str | None = None, **settings: object) -> Document:
    return CARD.make(EditionOrder((game(name, rules, settings),)))


def _words(document: Document) -> str:
    return "\n".join(texts(document))


def test_a_card_is_for_whom_the_house_pays():
    """Games at home have no dealer of the house, and no card; every other game has one."""
    assert "mini-baccarat" in DEALT
    assert "holdem" in DEALT
    assert not CARD.offered(game("canasta"))


def test_a_card_of_stud_speaks_of_antes_and_of_no_blinds_and_no_button():
    """Hold'em's card has them, and the card of a game without them does not."""
    forced = re.compile(r"\bblinds?\b|\bbutton\b", re.IGNORECASE)
    assert forced.search(_words(_card("holdem")))
    for name in ("stud7", "five-card-stud", "razz", "stud7-hilo"):
        assert forced.findall(_words(_card(name))) == []


OTHERWISE = """
set: ours
extends: rrop
house: Ours
faults:
  boxed_card: {cases: {otherwise: {outcome: card_plays, remedies: [], say: The card plays., because: It is a card.}}}
  several_chips:
    cases:
      half: {outcome: call, remedies: [], amounts: {to: to_call}, say: Less than a full raise is a call., because: It is none.}
"""


def test_a_ruling_of_the_house_stands_on_its_card_and_in_its_book(tmp_path: Path):
    """IR-08, BR-33: where a house rules otherwise, what it says aloud stands in the place of our words."""
    path = tmp_path / "ours.yaml"
    path.write_text(OTHERWISE, encoding="utf-8")
    for rules, boxed, chips in (
        ("rrop", "is scrap. The next card replaces it", "half the minimum raise or more is a raise"),
        (path, "Otherwise: The card plays.", "Less than a full raise is a call"),
    ):
        context = EditionOrder((game("holdem", rules),)).context()
        (line,) = (one for one in card_lines(context) if one.name == "boxed")
        slips = {slip.code: slip.help for one in card_lines(context) for slip in one.slips}
        assert boxed in line.text
        assert chips in slips["action/multichip-misread"]
    (rule,) = (rule for chapter in rule_book(context) for rule in chapter.rules if rule.id == "IR-08")
    assert rule.text == "A card was face up in the deck: The card plays."
    (two,) = (rule for chapter in rule_book(context) for rule in chapter.rules if rule.id == "MD-05")
    assert "misdeal" in two.text


def test_where_a_house_overrules_one_case_the_others_are_told_as_they_were(tmp_path: Path):
    """IR-08, BR-33: all that the clause on the fault stated stands there still, but for the one case."""
    path = tmp_path / "ours.yaml"
    path.write_text(OTHERWISE, encoding="utf-8")
    lines = card_lines(EditionOrder((game("holdem", path),)).context())
    (boxed,) = (line.text for line in lines if line.name == "boxed")
    (chips,) = (slip.help for line in lines for slip in line.slips if slip.code == "action/multichip-misread")
    cases = rule_set("rrop").faults
    kept = [(boxed, "boxed_card", "several"), *((chips, "several_chips", one) for one in ("last_chips", "full", "otherwise"))]
    for told, fault, case in kept:
        assert str(cases[fault]["cases"][case]["say"]).rstrip(".") in told, case
    assert str(cases["several_chips"]["cases"]["half"]["say"]) not in chips


def test_a_case_that_a_house_takes_away_is_told_nowhere(tmp_path: Path):
    """MD-05, BR-33: two boxed cards are no misdeal any more, and half a raise is none; what is ruled instead stands there."""
    path = tmp_path / "ours.yaml"
    gone = "{boxed_card: {cases: {several: null}}, several_chips: {cases: {half: null}}}"
    path.write_text(f"set: ours\nextends: rrop\nhouse: Ours\nfaults: {gone}\n", encoding="utf-8")
    context = EditionOrder((game("holdem", path),)).context()
    lines = card_lines(context)
    assert "two_boxed" not in {line.name for line in lines}
    slips = {slip.code: slip.help for line in lines for slip in line.slips}
    assert "deck/boxed-misdeal-not-called" not in slips
    assert "doesn't play. The next card takes its place" in slips["deck/boxed-card-dealt"]
    assert "half" not in slips["action/multichip-misread"].replace("Less than half a raise: it's a call", "")
    (two,) = (rule for chapter in rule_book(context) for rule in chapter.rules if rule.id == "MD-05")
    assert "are a misdeal" not in two.text
    assert "2 or more cards were face up in the deck: This card was face up in the deck" in two.text


def test_a_line_that_states_some_cases_follows_the_house_in_these_alone(tmp_path: Path):
    """DR-29, MD-03: who shows the first card of the deal is ruled on otherwise, and the line on the draw stays as it was."""
    path = tmp_path / "ours.yaml"
    head = "set: ours\nextends: rrop\nhouse: Ours\nfaults: {card_exposed: {cases: {"
    says = "{outcome: play_on, remedies: [], say: It plays here.}}}}\n"
    for case, told in (("first_or_second", False), ("on_draw", True)):
        path.write_text(f"{head}{case}: {says}", encoding="utf-8")
        (shown,) = (
            line.text for line in card_lines(EditionOrder((game("draw", path),)).context()) if line.name == "shown_on_draw"
        )
        assert ("It plays here." in shown) == told
        assert ("replace it when the other players have drawn" in shown) != told


def _of_another_mind(path: Path, base: str, faults: Iterable[str]) -> Path:
    """Write the file of a house that settles every case of faults otherwise and says so by its own name."""
    text = ["set: ours", f"extends: {base}", "house: Ours", "faults:"]
    for fault in faults:
        text.append(f"  {fault}:\n    cases:")
        for case, spec in rule_set(base).faults[fault]["cases"].items():
            outcome = "card_plays" if spec["outcome"] == "floor_decides" else "floor_decides"
            text.append(f"      {case}: {{outcome: {outcome}, remedies: [], say: House of {fault} {case}.}}")
    path.write_text("\n".join(text), encoding="utf-8")
    return path


@pytest.mark.sample(4, most=1)
@pytest.mark.parametrize("name", daily(DEALT, 3))
def test_whatever_states_an_outcome_follows_the_house(tmp_path: Path, name: str):
    """BR-30, FTR-05, IR-08: where card or players' page state what is ruled, a house of another mind is told, and we are not."""
    ours = EditionOrder((game(name),)).context()
    assert ours.game.rules is not None
    lists = {fault: list_here(ours, fault, known_here(ours)).cases for fault in faults_in_force(ours.game)}
    codes = {slip.code: slip.rules for line in card_lines(ours) for slip in line.slips}
    slips = [(code, fault) for code in codes for fault in faults_of(line_of(ours.findings, code)) if lists.get(fault)]
    lines = [("card", spec) for _, spec in lines_of(ours.game, ("card",))]
    lines += [("player", spec) for section in ours.part("player") for _, spec in lines_of(ours.game, ("player", section))]
    clauses = [(page, *one) for page, spec in lines for one in (spec.get("ruled") or {}).items() if lists.get(one[0])]
    faults = {fault for _, fault in slips} | {fault for _, fault, _ in clauses}
    assert len(faults) > 2
    path = _of_another_mind(tmp_path / "ours.yaml", ours.game.rules.name, sorted(faults))
    house = EditionOrder((game(name, path),))
    made = card_lines(house.context())
    told = {slip.code: slip.help for line in made for slip in line.slips}
    said = {"card": " ".join(line.text for line in made), "player": " ".join(texts(PLAYER.make(house)))}
    for code, fault in ((code, fault) for code, fault in slips if code in told):
        ruled = [f"House of {fault} {case.name}." for case in lists[fault] if case.data["rule"] in codes[code]]
        assert all(one.rstrip(".") in told[code] for one in ruled or [f"House of {fault} "]), (code, fault)
        own = ours.voice.say(((ours.part("card").get("slips") or {}).get(code) or {}).get("ruled"))
        assert not own or own not in told[code], (code, fault)
    for page, fault, text in clauses:
        assert f"House of {fault} " in said[page], (page, fault)
        assert ours.voice.say(text) not in said[page], (page, fault)


def test_a_case_that_cannot_come_in_the_game_stops_no_card(tmp_path: Path):
    """IR-14, DR-29: what a house rules of draws and upcards stands on the card of no game without them, its other rulings do."""
    path = _of_another_mind(tmp_path / "ours.yaml", "rrop", ["card_exposed"])
    for name in ("holdem", "draw", "stud7"):
        context = EditionOrder((game(name, path),)).context()
        words = " ".join(slip.help for line in card_lines(context) for slip in line.slips)
        told = {case for case in rule_set("rrop").faults["card_exposed"]["cases"] if f"House of card_exposed {case}" in words}
        assert told == {case.name for case in list_here(context, "card_exposed", known_here(context)).cases}


def test_another_condition_of_the_same_outcome_is_told(tmp_path: Path):
    """MD-05: a house whose first boxed card is a misdeal changes one number, and its card says so."""
    path = tmp_path / "ours.yaml"
    other = "faults: {boxed_card: {cases: {several: {when: {boxed_count: 1+}}}}}"
    path.write_text(f"set: ours\nextends: rrop\nhouse: Ours\n{other}\n", encoding="utf-8")
    said = {slip.code: slip.help for line in card_lines(EditionOrder((game("holdem", path),)).context()) for slip in line.slips}
    assert "misdeal" in said["deck/boxed-misdeal-not-called"]
    assert "misdeal" not in said["deck/boxed-card-dealt"]


def test_a_rule_that_a_house_has_written_itself_stays_as_it_wrote_it(tmp_path: Path):
    """IR-08: its own words for the rule, not those of its ruling."""
    path = tmp_path / "ours.yaml"
    written = "rules: {irregularities: {rules: {IR-08: Whatever lies face up is a card.}}}"
    path.write_text(OTHERWISE + written, encoding="utf-8")
    chapters = rule_book(EditionOrder((game("holdem", path),)).context())
    assert "Whatever lies face up is a card." in [rule.text for chapter in chapters for rule in chapter.rules]


def test_a_card_says_how_far_from_the_ends_a_bettor_cuts():
    """BA-15: so many cards, or anywhere."""
    assert "10 cards or more from either end" in _words(_card("mini-baccarat"))
    assert "from either end" not in _words(_card("mini-baccarat", cut_in_margin="1"))


@pytest.mark.sample(4)
@pytest.mark.parametrize(("name", "rules"), daily(UNDER, 3))
def test_every_critical_slip_stands_on_the_card(name: str, rules: str | None):
    """What a dealer is marked down hardest for is left out of no card, whatever its lines mention."""
    context = EditionOrder((game(name, rules),)).context()
    shown = {slip.code: slip for line in card_lines(context) for slip in line.slips}
    assert critical(context)
    assert not critical(context) - set(shown)
    words = _words(_card(name, rules))
    assert all(shown[code].title in words and shown[code].help in words for code in critical(context))


BASES = [str(rule_set(name).doc.data.get("title")) for name in rule_sets()]


@pytest.mark.sample(4, most=4)
@pytest.mark.parametrize(("name", "rules"), UNDER)
def test_no_base_set_is_named(name: str, rules: str | None):
    """A card is a house's; from whose rules it grew is told elsewhere."""
    words = _words(_card(name, rules))
    assert not [title for title in BASES if title in words]


@pytest.mark.parametrize(("name", "rules"), UNDER)
@pytest.mark.sample(3, rest="thorough")
def test_a_card_speaks_to_dealers(name: str, rules: str | None):
    """No id, no name of an option or a file, no riddle of conditions stands on a card."""
    found = [said for said in texts(_card(name, rules)) if ID.search(said)]
    assert not found


@pytest.mark.parametrize("name", DEALT)
def test_every_step_has_its_place(name: str):
    """Each step that can be due is one of a line, so that nothing of the procedure is missing from the card."""
    dealt = game(name)
    named = {step for line in dealt.data["card"]["lines"].values() for step in line.get("steps", ())}
    steps = [node for node in _steps(dealt) if happens(node, game_data(dealt))]
    said = {dealt.say(node.get("say", "")).rstrip(".") for node in steps if node["id"] not in named}
    card = _words(_card(name))
    assert [text for text in said if text not in card] == []


def _steps(dealt: Game) -> list[dict[str, str]]:
    found = []

    def walk(nodes: dict[str, dict[str, object]]) -> None:
        for key, node in nodes.items():
            if "steps" in node:
                walk(node["steps"])  # type: ignore[arg-type]
            else:
                found.append({"id": key, **node})

    walk(dealt.data["procedure"])
    return found  # type: ignore[return-value]


def test_what_lines_name_is_there():
    """A line names steps, duties and findings that some game has: a name written wrongly is no line at all."""
    dealt = [game(name) for name in DEALT]
    steps = {node["id"] for one in dealt for node in _steps(one)} | {"openers"}
    duties = {name for one in dealt for name in one.data["duties"]}
    for one in dealt:
        for line in one.data["card"]["lines"].values():
            assert set(line.get("steps", ())) <= steps
            assert set(line.get("duties", ())) <= duties


def test_the_numbers_are_those_in_force():
    """Decks, depth, commission and who begins to pay stand on the card as the house has them."""
    words = _words(_card("mini-baccarat", None, decks=6, cut_card_depth=14, commission_rate="0.04", payment_order="from_left"))
    assert "all 6 packs" in words
    assert "14 cards behind it" in words
    assert "Commission of 4% on banker" in words
    assert "starting at the dealer's left" in words


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"cuts": 2}, "Maximum number of cuts: 2."),
        ({"cut_by": "player"}, "the player on the dealer's right, who is offered the cut"),
        ({"shuffle_strips": 6}, "strip into 6 packets"),
        ({"announce_bets": True}, "Announce each bet and raise."),
        ({"all_in_buttons": True}, "Put the all-in button in front of an all-in player"),
        ({"chips_stacked": True}, "Stack the chips of a split pot"),
        ({"rake_percent": "5", "rake_cap": "4"}, "5% of the called pot, maximum 4"),
        ({"drop": "2"}, "Promotional drop: 2."),
        ({"first_dealer": "jack"}, "the player dealt the first jack"),
        ({"gate": "substantial_action"}, "at least one with chips"),
        ({"count_stub": "every_hand"}, "Count the stub in every hand"),
    ],
)
def test_the_work_of_the_house_is_on_the_card(settings: dict[str, object], said: str):
    """What the house wants of its dealers stands there when it wants it, and only then."""
    assert said in _words(_card("holdem", None, **settings))
    assert said not in _words(_card("holdem"))


def test_a_line_of_another_form_of_the_game_is_not_printed():
    """Where no commission is taken, no card speaks of it."""
    assert "ommission" in _words(_card("mini-baccarat"))
    assert "ommission" not in _words(_card("mini-baccarat", None, variant="ez"))
    assert "bets on banker push" in _words(_card("mini-baccarat", None, variant="ez"))


def test_options_that_no_dealer_reads_leave_the_card_as_it_was():
    """A limit is posted at the table; the card stays byte for byte what it was."""
    assert _card("mini-baccarat", None, maximum="9000") == _card("mini-baccarat")
    assert _card("holdem", None, big_blind="10", small_blind="5") == _card("holdem")


def test_a_house_has_its_own_words(house: Game, tmp_path: Path):
    """A step that a house adds stands where it is done; its line, its slip and its remedy are printed as it says them."""
    assert "Announce the shuffle." in _words(CARD.make(EditionOrder((house,))))
    path = tmp_path / "own.yaml"
    path.write_text(
        "set: own\nextends: us\nfamily: baccarat\nhouse: Own House\n"
        "procedures: {mini-baccarat: {card: {lines: {close: {say: Rien ne va plus.}}}}}\n"
        "findings: {coup/wrong-result: {remedy: Ring the bell.}}\n",
        encoding="utf-8",
    )
    words = _words(CARD.make(EditionOrder((game("mini-baccarat", path),))))
    assert "“Rien ne va plus.”" in words
    assert "Ring the bell" in words
    assert "Ring the bell" not in _words(_card("mini-baccarat"))


def test_a_condition_on_no_option_is_refused_with_its_place(tmp_path: Path):
    """What a line's `if` names must be an option of the game; the file and the line are named."""
    path = tmp_path / "own.yaml"
    path.write_text(
        "set: own\nextends: us\nfamily: baccarat\nprocedures:\n  mini-baccarat:\n    card: {lines: {close: {if: {deks: 8}}}}\n",
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError, match=r"own\.yaml:6") as error:
        CARD.make(EditionOrder((game("mini-baccarat", path),)))
    assert "decks" in str(error.value)


@pytest.mark.sample(3, most=1)
@pytest.mark.parametrize("name", daily_games(4, first=1, of=DEALT))
def test_a_card_has_two_sides_and_fills_them(name: str):
    """Two sides of one sheet, in type that can be read, whatever the game; one side where all of it fits there in the largest."""
    card = _card(name)
    assert SMALLEST < card.paper.points <= LARGEST
    pages = pypdf.PdfReader(io.BytesIO(render(card, "pdf")[0])).pages
    assert len(pages) <= CARD.pages == 2
    if len(pages) == 1:
        assert card.paper.points == LARGEST
    else:
        assert len(pages[1].extract_text()) > 1000


@pytest.mark.sample(3)
@pytest.mark.parametrize("size", ["letter", "a4"])
@pytest.mark.parametrize("name", ["mini-baccarat", "holdem", "courchevel"])
def test_a_house_with_its_head_has_two_sides_too(name: str, size: str):
    """Name, address and marks of the house take room from the card, and the other paper is of other size: two sides it stays."""
    paper = attrs.evolve(CARD.paper, size=size)
    card = CARD.make(EditionOrder((game(name),), paper=paper, control=HEAD))
    assert card.paper.size == size
    assert len(pypdf.PdfReader(io.BytesIO(render(card, "pdf")[0])).pages) == 2


COUPS = ("2h Ks 4h 5c 2d", "2h Ks 4h 7c", "2h Tc 3h 2c 3s 5d", "8h Tc Th 2c", "Th 2c 6h 4d", "Th Tc 2h 6c Td", "6h 3c Kh Ks 3d")
"""Banker's 7 on three cards and on two, player's 8 likewise, banker's 6 likewise, a tie; as they leave the shoe."""


def _drawn_by_paying(name: str, settings: dict[str, object]) -> set[str]:
    """The findings that a dealer draws at the table who pays every bet of every coup, whatever it came to."""
    found = set()
    offered = [bet for bet, spec in game(name, None, settings).data["felt"]["spots"].items() if spec.get("offered", True)]
    for coup in COUPS:
        deck = [face for face in read_cards(f"Ac Ks {coup}") if face is not None]
        table = dk.Table(name, seats=2, deck=deck, options=settings)
        table.advance("bets")
        bets = list(itertools.product(("s1", "s2"), offered))
        for seat, bet in bets:
            assert table.push(f"{seat} bet {bet} 100") == ()
        table.advance("signal")
        table.advance()
        while taken := [one for one in table.plan() if one.verb == "take"]:
            assert table.push(taken[0]) == ()
        paid = [table.judge(f"d pay {seat} {bet} {amount}") for seat, bet in bets for amount in (100, 300)]
        found |= {one.code for verdict in paid for one in verdict.findings}
    return found


@pytest.mark.parametrize("name", first_daily(daily([name for name in games() if has_coups(game(name))], 1), 1))
def test_no_line_speaks_of_what_cannot_be_found_in_this_form_of_the_game(name: str) -> None:
    """Each form of baccarat with each side bet: a slip of paying stands on the card where the table finds it, and nowhere else.
    With commission a winning banker bet is never to be taken back.
    """
    standard = game(name)
    sides = [bet for bet, spec in standard.data["felt"]["spots"].items() if spec.get("side")]
    forms = [{"variant": form} | ({side: True} if side else {})
             for form in standard.choices["variant"].values for side in ("", *sides)]  # fmt: skip
    found = [_drawn_by_paying(name, form) for form in forms]
    hang = set[str]().union(*found) - found[0].intersection(*found)
    assert len(hang) > 2
    for form, drawn in zip(forms, found, strict=True):
        context = EditionOrder((game(name, None, form),)).context()
        shown = {slip.code for line in card_lines(context) for slip in line.slips}
        assert shown & hang == drawn & hang, form
        assert drawn <= codes_of(context.game), form
        assert ("commission/ez-three-card-seven-paid" in shown) == (form["variant"] == "ez")


def test_large_print_stays_large():
    """Whoever orders large print gets it, on as many sides as it takes."""
    card = CARD.make(EditionOrder((game("holdem"),), paper=attrs.evolve(CARD.paper, large=True)))
    assert card.paper.type_size == 18


@pytest.mark.parametrize(
    ("name", "doc", "most"), [("mini-baccarat", "dealer", 8), ("holdem", "dealer", 9), ("holdem", "player", 5)]
)
@pytest.mark.sample(3, rest="thorough")
def test_nothing_of_large_print_lies_below_the_page(name: str, doc: str, most: int) -> None:
    """Large print has one column, rows that part from each other, and every line on its page; pages are as few as that allows."""
    found = edition(doc)
    page = found.make(EditionOrder((game(name),), paper=attrs.evolve(found.paper, large=True)))
    pages = pypdf.PdfReader(io.BytesIO(render(page, "pdf")[0])).pages
    lowest: list[float] = []
    for one in pages:
        one.extract_text(visitor_text=lambda said, at, *_: lowest.append(at[5]) if said.strip() else None)
    assert min(lowest) > 0
    assert len(pages) <= most

"""`dealerkit deck`: what is found in a deck, asked, written down; and what cannot be used."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner
from freezegun import freeze_time

from dealerkit.cards import Composition
from dealerkit.cli.deck import COMMANDS
from dealerkit.cli.main import main
from dealerkit.jobs.deck import packs
from dealerkit.jobs.deck.meaning import kinds
from dealerkit.jobs.deck.packs import decks_doc
from dealerkit.jobs.journal.clock import moment
from dealerkit.jobs.journal.docket import change_settings
from dealerkit.jobs.journal.erasure import erase, expire
from dealerkit.jobs.journal.store import Journal
from dealerkit.jobs.journal.verify import verify
from dealerkit.rules.data import data_dir
from dealerkit.rules.sets import rule_set
from dealerkit.rulings import known_facts, known_faults

FULL = " ".join(face.name for face in Composition().faces())


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Run a command at a time that stands still, in a folder of its own with a journal of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DEALERKIT_JOURNAL", str(tmp_path / "j.db"))
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)

    def command(*args: str, code: int = 0, typed: str | bytes | None = None) -> str:
        with freeze_time("2026-03-01 04:00:00"):
            result = CliRunner().invoke(main, ["deck", *args], input=typed)
        assert result.exit_code == code, result.output
        return result.stdout if code < 2 else result.stderr

    return command


# -- what is found


def test_a_whole_deck_passes_in_any_way_of_writing_it(run, tmp_path):
    """Typed, from a file with notes and commas, from a pipe, in capitals, with signs, run together."""
    ways = [FULL, FULL.replace(" ", ","), FULL.upper().replace("T", "10"), FULL.replace("h", "♥"), FULL.replace(" ", "")]
    for said in ways:
        assert "nothing is wrong" in run("verify", *said.split())
        assert "nothing is wrong" in run("verify", "-", typed=said)
    (tmp_path / "scan.txt").write_text("# from the reader\n" + FULL.replace(" ", "\n") + "\n# end\n", encoding="utf-8")
    assert "nothing is wrong" in run("verify", "scan.txt", "--order", "sorted")


def test_what_is_found_is_told_with_the_deck_and_the_hand(run):
    """The card, the rule, what is done with the deck, and what each rule set rules at each moment."""
    said = run("verify", FULL.replace("Ah", "Kd"), code=1)
    assert "! missing:   Ah" in said
    assert "! duplicated:   Kd at 25, 39" in said
    assert "Search the table and the floor." in said
    assert "put this deck in play" in said
    rows = [line.split() for line in said.splitlines()]
    assert [row[0] for row in rows if row and row[0] in {"rrop", "tda", "wsop-live"}] == ["rrop", "tda", "wsop-live"] * 3
    assert "IR-05" in said
    assert "IR-12" in said
    assert "All faults together" in said


def test_json_has_all_of_it_and_nothing_else(run):
    """Every fault with its card, count and place; the rulings by fault, set and moment."""
    made = json.loads(run("verify", "--json", "--rules", "tda", *FULL.replace("Ah", "Jk").split(), code=1))
    assert (made["ok"], made["cards"]) == (False, 52)
    assert [(one["kind"], one["card"]) for one in made["finds"]] == [("missing", "Ah"), ("foreign", "Jk")]
    means = {one["kind"]: one for one in made["means"]}
    assert {one["rules_set"] for one in made["means"]} == {"tda"}
    assert means["foreign"]["moments"]["during"]["outcome"] == "misdeal"
    assert means["foreign"]["moments"]["during"]["rules"] == ["MD-18"]
    assert made["together"]["tda"]["during"]["outcome"] == "misdeal"


def test_a_house_says_for_itself_what_follows(run, tmp_path):
    """A house's own file, which departs from the book in one ruling."""
    (tmp_path / "house.yaml").write_text(
        "set: harbour\ntitle: Harbour\nextends: rrop\nfaults:\n  deck_short:\n    cases:\n      otherwise:\n"
        "        outcome: void_hand\n        remedies: [RM-07]\n",
        encoding="utf-8",
    )
    made = json.loads(run("verify", "--json", "--rules", "house.yaml", *FULL.replace("Ah", "").split(), code=1))
    assert made["means"][0]["moments"]["during"]["outcome"] == "void_hand"
    assert "harbour" in run("verify", "--rules", "house.yaml", *FULL.replace("Ah", "").split(), code=1)


@pytest.mark.parametrize(
    ("args", "cards"),
    [
        (["--pack", "108"], 108),
        (["--pack", "shoe-six"], 312),
        (["--decks", "2", "--jokers", "1", "--ranks", "AKQJT"], 42),
        (["--game", "mini-baccarat", "--set", "decks=6"], 312),
        (["--game", "nap", "--seats", "3"], 24),
        (["--game", "holdem-short-deck"], 36),
    ],
)
def test_any_pack_can_be_verified(run, args, cards):
    """By name, by size, of a game, made up by numbers."""
    assert json.loads(run("verify", "--json", "--count", str(cards), *args))["pack"]["cards"] == cards


def test_a_count_says_no_more_than_it_can(run):
    """A number alone; suits and ranks that name the card; a card that is counted itself."""
    assert "can't tell which card" in run("verify", "--count", "51", code=1)
    assert "a duplicate in place of a missing card" in run("verify", "--count", "52")
    assert "Ah" in run("verify", "--count", "51", "--count", "hearts=12", "--count", "aces=3", code=1)
    assert "may be: 2h" in run("verify", "--count", "51", "--count", "hearts=12", "--count", "A=4", code=1)
    assert "! not of this pack" in run("verify", "--count", "53", "--count", "jokers=1", code=1)


# -- step by step


def test_the_guided_check_asks_one_thing_after_another(run):
    """Sorting first for a used deck; what is no answer is asked again; `back` takes an answer back."""
    said = run("verify", "--ask", typed="\nfoo\nAh\n\nback\n\n\n\n7c\n\nKs\n\n", code=1)
    assert "Sort the deck" in said
    assert "'foo' is not a card" in said
    assert "! missing:   Ah" in said
    assert "! misprinted:   7c" in said
    assert "! marked:   Ks" in said
    assert "Sort the deck" not in run("verify", "--ask", "--new", typed="\n" * 8)


def test_a_shoe_is_asked_about_deck_by_deck(run):
    """Each deck as a whole, and in detail only where something is wrong."""
    said = run("verify", "--ask", "--new", "--pack", "double", typed="no\nno\nyes\nAh\n\n\n\n\nno\n", code=1)
    assert "deck 2 of 2" in said
    assert "Ah (1 of 2)" in said


def test_with_json_the_questions_go_to_standard_error(run):
    """So that another program can read what came of it."""
    with freeze_time("2026-03-01"):
        result = CliRunner().invoke(main, ["deck", "verify", "--ask", "--new", "--json"], input="Ah" + "\n" * 8)
    assert result.exit_code == 1
    assert json.loads(result.stdout)["finds"][0]["card"] == "Ah"
    assert "Which cards are missing?" in result.stderr


def test_whoever_stops_in_the_middle_has_verified_nothing(run, tmp_path):
    """Neither `quit` nor the end of the input leaves anything in the journal."""
    for typed in ("\nAh\nquit\n", "\nAh\n"):
        said = run("verify", "--ask", "--log", "red", typed=typed, code=2)
        assert "nothing was reported" in said
    assert not (tmp_path / "j.db").exists()


# -- what cannot be used


@pytest.mark.parametrize(
    ("args", "typed", "why"),
    [
        (["-"], "Ah Zx\nKd, boxd", "standard input:1:4: 'Zx' is not a card"),
        (["-"], "Ah Zx\nKd, boxd", "standard input:2:5: 'boxd' is not a card; did you mean boxed?"),
        (["-"], "boxed Ah", "comes before the first card"),
        (["-"], "", "there is no card in the list"),
        (["-"], b"Ah\nKd \xff\xfe", "standard input:2:4: this is not text"),
        (["-"], b"Ah\nKd\n\x00\x01", "standard input:3:1: this is not text"),
        (["nowhere.txt"], None, "there is no such file"),
        (["--count", "many"], None, "unknown number of cards: 'many'"),
        (["--count", "stars=3"], None, "unknown group of cards: 'stars'"),
        (["--count", "h=3", "--count", "hearts=4"], None, "given twice"),
        (["Ah", "--count", "52"], None, "three ways"),
        (["Ah", "--pack", "53cards"], None, "unknown pack: '53cards'"),
        (["Ah", "--pack", "52", "--game", "holdem"], None, "both name a pack"),
        (["Ah", "--game", "holdm"], None, "holdem"),
        (["Ah", "--game", "nap", "--seats", "9"], None, "unknown number of players for nap: '9'; allowed: 3 to 7"),
        (["Ah", "--jokers", "-1"], None, "unknown number of jokers"),
        (["Ah", "--seats", "3"], None, "need --game"),
        (["Ah", "--ranks", "AKX"], None, "each rank once"),
        (["Ah", "--decks", "0"], None, "unknown number of decks"),
        (["Ah", "--back", "red", "--back", "blue"], None, "unknown list of backs"),
        (["Ah", "--table", "M3"], None, "need --log"),
        (["--count", "52", "--order", "sorted"], None, "--order needs a list"),
        (["Ah", "-f", "found_in=moon"], None, "moon"),
        ([], None, "give the deck"),
    ],
)
def test_what_cannot_be_used_is_told_and_nothing_written(run, tmp_path, args, typed, why):
    """Exit code 2, with line and column where it stands in a list; the journal is not even begun."""
    log = [] if "--table" in args else ["--log", "red"]
    said = run("verify", *args, *log, typed=typed, code=2)
    assert why in " ".join(said.split())
    assert not (tmp_path / "j.db").exists()


# -- the log


def test_setup_check_and_change_are_kept_and_found_again(run):
    """A deck is verified before it goes in; the log says where each is, and the chain holds."""
    for deck in ("red 12", "blue 4"):
        run("verify", *FULL.split(), "--backs-seen", "--log", deck, "--table", "M3", "--by", "Ann Lee")
    assert "!" not in run("setup", "M3", "red 12", "blue 4", "--by", "Ann Lee", "--seal", "0815")
    said = run("change", "M3", "--out", "red 12", "--in", "red 14", "--because", "fault", "--note", "Kd is bent", code=1)
    assert "red 14 was not verified before it went in" in said
    assert "Keep red 12" in said
    log = json.loads(run("log", "--json"))
    assert [one["kind"] for one in log["entries"]] == ["verified", "verified", "setup", "changed"]
    assert [(one["deck"], one["table"]) for one in log["in_play"]] == [("blue 4", "M3"), ("red 14", "M3")]
    assert "Ann Lee" in run("log")
    assert len(json.loads(run("log", "--json", "--deck", "RED 12"))["entries"]) == 3
    assert run("log", "--table", "M9").startswith("No such entry.")


def test_vd_01_a_deck_goes_in_verified_from_both_sides_and_sound(run):
    """Never verified; counted only; found faulty; in play elsewhere; played with since."""
    assert "was not verified before it went in" in run("setup", "M1", "a", code=1)
    run("verify", "--count", "52", "--log", "b")
    assert "its faces and its backs were not checked" in run("setup", "M2", "b", code=1)
    run("verify", *FULL.split(), "--log", "c")
    assert "its backs were not checked" in run("setup", "M3", "c", code=1)
    run("verify", *FULL.replace("Ah", "").split(), "--backs-seen", "--log", "d", code=1)
    assert "was found faulty" in run("setup", "M4", "d", code=1)
    assert "has d in play at M4" in run("setup", "M5", "d", code=1)
    run("verify", *FULL.split(), "--backs-seen", "--log", "e")
    run("verify", *FULL.split(), "--backs-seen", "--log", "f")
    run("setup", "M6", "e")
    run("change", "M6", "--out", "e", "--in", "f", "--because", "schedule")
    assert "was not verified since it went out" in run("change", "M6", "--out", "f", "--in", "e", "--because", "level", code=1)


def test_vd_09_players_may_not_ask_for_a_change_under_the_tournament_rules(run):
    """It is written down all the same, for it has happened; in a cash game it is the floor's to say."""
    for deck in ("b", "c"):
        run("verify", *FULL.split(), "--backs-seen", "--log", deck)
    args = ("change", "M1", "--because", "asked", "--out")
    assert "VD-09" in run(*args, "a", "--in", "b", "--rules", "tda", code=1)
    assert "VD-09" not in run(*args, "b", "--in", "c", "--rules", "rrop")


def test_a_change_can_belong_to_a_case(run):
    """It is told with the case, and a case that is not there is refused before anything is written."""
    with freeze_time("2026-03-01 04:00:00"):
        CliRunner().invoke(main, ["journal", "open", "marked_card", "--rules", "rrop", "-f", "card_out=no"])
    run("change", "M1", "--out", "a", "--in", "b", "--because", "fault", "--case", "1", code=1)
    with freeze_time("2026-03-01 04:00:00"):
        shown = CliRunner().invoke(main, ["journal", "show", "1"]).stdout
        csv = CliRunner().invoke(main, ["journal", "export"]).stdout
    assert "a deck was changed" in shown
    assert "out: a" in shown
    assert "out a; in b; because fault" in csv
    before = json.loads(run("log", "--json"))["entries"]
    assert "unknown case of this journal" in run(
        "change", "M1", "--out", "b", "--in", "a", "--because", "fault", "--case", "9", code=2
    )
    assert json.loads(run("log", "--json"))["entries"] == before


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["change", "M1", "--out", "a", "--in", "A", "--because", "fault"], "can't replace itself"),
        (["change", "M1", "--out", "a", "--in", "b", "--because", "whim"], "unknown reason to change a deck: 'whim'"),
        (["change", "M1", "--out", "", "--in", "b", "--because", "fault"], "unknown deck:"),
        (["setup", "M1", "a", " a "], "named twice"),
        (["setup", "", "a"], "unknown table:"),
        (["setup", "M1", "a", "--by", "X"], "unknown person:"),
        (["verify", "--count", "52", "--log", "  "], "unknown deck:"),
    ],
)
def test_the_log_takes_nothing_halfway(run, args, why):
    """What cannot be is refused, and no entry is left."""
    assert why in " ".join(run(*args, code=2).split())
    assert json.loads(run("log", "--json"))["entries"] == []


def test_a_deck_that_is_in_play_at_another_table_does_not_go_out_of_this_one(run):
    """The log knows where it is."""
    run("setup", "M1", "a", code=1)
    assert "a is in play at M1, not at M2" in run("change", "M2", "--out", "a", "--in", "b", "--because", "fault", code=2)


def test_names_are_erased_from_the_log_and_old_entries_forgotten(run, tmp_path):
    """As from every other entry of the journal; the chain stays whole."""
    run("setup", "M1", "a", "--by", "Ann Lee", "--note", "Ann Lee broke the seal", code=1)
    run("setup", "M2", "b", "--by", "Bo Chan", code=1)
    with freeze_time("2026-03-01 04:00:00"), Journal.open(tmp_path / "j.db", write=True) as journal:
        erase(journal, "Ann Lee")
        assert not verify(journal).flaws
    assert "Ann Lee" not in run("log")
    assert b"Ann Lee" not in (tmp_path / "j.db").read_bytes()
    with freeze_time("2026-03-01 04:00:00"), Journal.open(tmp_path / "j.db", write=True) as journal:
        change_settings(journal, {"keep_cases": "1 year"})
        assert not expire(journal, moment("2026-12-01", "UTC"))
        assert expire(journal, moment("2028-01-01", "UTC")).emptied
        assert not verify(journal).flaws
    assert "removed for good" in run("log")
    assert json.loads(run("log", "--json"))["in_play"] == []


# -- as a user meets it


def test_every_command_has_help_and_packs_are_listed(run):
    """With the sizes that the ledger names, and each kind of fault with its rules."""
    for name in COMMANDS:
        assert run(name, "--help").startswith("Usage:")
    made = json.loads(run("packs", "--json"))
    assert {52, 53, 54, 108, 312, 416} <= {one["cards"] for one in made["packs"]}
    assert [one["kind"] for one in made["finds"]] == list(kinds())
    assert "108" in run("packs")


def test_every_fault_of_a_deck_is_one_that_rule_sets_rule_on():
    """What the catalogue of finds names exists: faults, facts, and a ruling for each under the books of poker."""
    for kind in kinds().values():
        assert set(kind.rulings) <= set(known_faults())
        assert not kind.number or kind.number in known_facts()
        assert {fact for facts in kind.rulings.values() for fact in facts} <= set(known_facts())
        assert not kind.rulings or any(fault in rule_set("rrop").faults for fault in kind.rulings)
    for moment_ in decks_doc().data["moments"].values():
        for name, value in moment_["facts"].items():
            assert known_facts()[name].can_be(value)


@pytest.mark.thorough
def test_ctrl_c_in_the_guided_check_leaves_with_130(tmp_path):
    """And nothing is written."""
    env = {**os.environ, "DEALERKIT_JOURNAL": str(tmp_path / "j.db")}
    words = [sys.executable, "-m", "dealerkit", "deck", "verify", "--ask", "--log", "red"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=env, text=True) as running:
        assert running.stdout is not None
        running.stdout.readline()
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=120) == 130
    assert not (tmp_path / "j.db").exists()


def test_a_closed_pipe_ends_quietly():
    """As with `| head -1`."""
    words = f"{sys.executable} -m dealerkit deck packs | head -1"
    done = subprocess.run(words, shell=True, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert len(done.stdout.splitlines()) == 1


FINDS = """  out_of_order:
    title: out of sequence"""
STICKY = """  sticky:
    title: sticky
    one: A card is sticky
    rulings: {}
    cite: [VD-05]
    deck: "The deck goes out of play."
"""


@pytest.fixture
def decks(tmp_path, monkeypatch):
    """Change `procedures/decks.yaml`, and return a function that does so: what to replace, and what by."""
    text = (data_dir("procedures") / "decks.yaml").read_text(encoding="utf-8")
    monkeypatch.setattr(packs, "data_dir", lambda _: tmp_path)

    def change(*changes: tuple[str, str]) -> None:
        changed = text
        for old, new in changes:
            assert old in changed
            changed = changed.replace(old, new, 1)
        (tmp_path / "decks.yaml").write_text(changed, encoding="utf-8")

    return change


def test_a_fault_of_a_deck_is_two_lines_of_the_catalogue(run, decks):
    """Its `finds:` and its `marks:`, in whatever spelling: the check finds it, in the order of the catalogue."""
    decks((FINDS, STICKY + FINDS), ("marks:\n  boxed:", "marks:\n  sticky: [Sticky_edge, gummed]\n  boxed:"))
    cards = FULL.replace("7h", "7h sticky-edge boxed").replace("9c", "9c gummed")
    found = json.loads(run("verify", "-", "--json", typed=cards, code=1))
    assert [(one["kind"], one["card"]) for one in found["finds"]] == [("boxed", "7h"), ("sticky", "9c"), ("sticky", "7h")]
    assert "! sticky:   9c at 8, 7h at 32" in run("verify", "-", typed=cards, code=1)


def test_marks_for_what_is_no_fault_are_told_with_their_line(run, decks):
    """They would be read, and nothing would come of it."""
    decks(("marks:\n  boxed:", "marks:\n  boxxed:"))
    assert "marks.boxxed: unknown fault of a deck: 'boxxed'; did you mean boxed?" in run("verify", "Ah", code=2)

"""`dealerkit explain` and `dealerkit search`: what they print, and what they answer to nonsense."""

from __future__ import annotations

import json
import re

import pytest
from click.testing import CliRunner

from dealerkit.catalogue.lookup import entries, find
from dealerkit.catalogue.lookup import explain as explained
from dealerkit.cli.main import main
from dealerkit.procedure.parameters import parameters_of
from dealerkit.procedure.planners import DO
from dealerkit.rules.data import data_dir
from dealerkit.rules.games import game, games


@pytest.fixture(autouse=True)
def _no_house(monkeypatch):
    """No rule set from the environment."""
    monkeypatch.delenv("DEALERKIT_RULES", raising=False)


def run(*args, code=0):
    """Run a command and return what it printed."""
    result = CliRunner().invoke(main, args)
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def test_a_rule_is_explained_with_rulings_sources_and_places():
    """Outcome, reason, citation, doubt, file and line, and what a set changes."""
    text = " ".join(run("explain", "BI-03").split())
    assert "macau, boxed_card - otherwise: The card plays (BI-03)" in text
    assert "627a.13 (the text was not seen): irregularities: an extra card, a card face up in the shoe" in text
    assert "available from: the official gazette of Macau" in text
    assert text.count("no rule book covers it") == 1
    assert "macau changes faults.boxed_card.cases.otherwise.outcome: card_replaced -> card_plays" in text
    assert "macau/irregularities.yaml:" in text


@pytest.mark.parametrize(
    ("rule", "own", "others"),
    [
        ("DR-22", "the opener acts first", "in lowball-27, lowball-a5, triple-draw-27, badugi: After the draw the first player"),
        (
            "DR-11",
            "The maximum draw is 3",
            "in lowball-27, lowball-a5, triple-draw-27, badugi: A player may draw any number of cards",
        ),
    ],
)
def test_a_rule_is_told_in_the_words_of_the_game_that_has_it(rule, own, others):
    """DR-11, DR-22: the words of draw stand first; what games made of it say otherwise is told as theirs."""
    text = " ".join(run("explain", rule).split())
    assert text.index("(rule of draw)") < text.index(own) < text.index(others)


def test_every_rule_that_the_ranking_cites_can_be_explained():
    """HR-01, WC-05, HH-08 ...: each id in the file of rankings says something."""
    cited = set(re.findall(r"\b[A-Z]{2,3}-[A-Z]?\d+\b", (data_dir("procedures") / "ranking.yaml").read_text(encoding="utf-8")))
    assert {"HR-01", "HR-02", "HR-14", "WC-03", "WC-04", "WC-05", "WC-07", "HH-08"} <= cited
    for name in cited:
        assert explained(name)[0].kind == "rule"


def test_what_a_set_takes_over_is_named_beside_what_it_says_itself():
    """MD-18: `tda` has its own list on a joker, and three cases of it are Robert's."""
    text = " ".join(run("explain", "joker").split())
    assert "- same as rrop: joker: wild or bug; joker_in_game: yes; in_play: no wsop-live, joker" in text
    assert "wsop-live: all the same as rrop" in " ".join(run("explain", "stub_dropped").split())
    assert "same as" not in run("explain", "joker", "--rules", "tda")  # alone it tells the whole list itself
    document = json.loads(run("explain", "joker", "--json"))
    assert document["more"]["handed_down"]["tda"] == {
        "from": "rrop",
        "when": ["joker: wild or bug", "joker_in_game: yes", "in_play: no"],
    }


def test_a_rule_that_a_set_takes_out_is_known_all_the_same():
    """BR-35: what is known of poker alone is no slip of the finger under a set of another family."""
    said = run("explain", "br 35", "--rules", "us", code=2)
    assert "us does not use BR-35; other rule sets do" in said
    assert "dealerkit explain BR-35" in said
    assert "BR-37" in run("explain", "BR-37", "--rules", "tda")
    assert "unknown name: 'BR-99'" in run("explain", "BR-99", "--rules", "tda", code=2)


def test_a_rule_of_the_drawing_table_is_said_with_its_row(tmp_path):
    """BA-37 points at the row for three; under a house that changes a cell, its own row is said."""
    row = "The banker draws unless the player's third card counts 8. If the player stood, the banker draws."
    assert row in " ".join(run("explain", "BA-37").split())
    house = tmp_path / "house.yaml"
    row = "[D, D, D, D, D, D, D, D, D, D, D]"
    house.write_text(
        f'set: house\nextends: us\ntitle: A house\nprocedures:\n  mini-baccarat:\n    tables:\n      tableau: {{"3": {row}}}\n',
        encoding="utf-8",
    )
    assert "always draws" in run("explain", "BA-37", "--rules", str(house))


def test_a_finding_is_explained_with_why_and_what_to_do():
    """Severity, reason, remedy, rules and how it is ruled."""
    text = run("explain", "coup/late-bet-accepted", "--rules", "us")
    assert "(finding, critical)" in text
    assert "  why: " in text
    assert "  > " in text
    assert "rule: BI-12" in text
    assert "late_bet" in text


@pytest.mark.parametrize(
    "name", ["RB-06", "surplus_card", "face_seen", "count", "mini-baccarat", "france", "misdeal", "pa-code-58"]
)
def test_every_kind_can_be_printed(name):
    """Each kind has its own lines."""
    assert run("explain", name).splitlines()[0].startswith(name)


def test_explain_json_is_one_document():
    """The first entry's fields, and others of the same name beside it."""
    document = json.loads(run("explain", "burn", "count", "--json"))
    assert (document["id"], document["kind"]) == ("burn_count", "fact")
    assert [other["kind"] for other in document["also"]] == ["option"]
    assert {"title", "text", "rules", "cite", "verified", "where", "cases", "departures", "see", "more"} <= set(document)


def test_search_prints_the_best_fits_with_an_excerpt():
    """Name, title, kind, and a line of what was found."""
    lines = run("search", "odd", "chips", "--kind", "fault").splitlines()
    assert lines[0].startswith("odd_chip  ")
    assert lines[0].endswith("  (fault)")
    assert lines[1].startswith("    ")


def test_search_json_has_the_hits():
    """Query and hits, the best first; none is an empty list."""
    document = json.loads(run("search", "comission", "--kind", "option", "--json"))
    assert {hit["kind"] for hit in document["hits"]} == {"option"}
    assert document["hits"][0]["id"].startswith("commission")
    assert json.loads(run("search", "xylophone", "--json"))["hits"] == []
    assert "Nothing found for" in run("search", "xylophone")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["explain", "surplus_crad"], "did you mean surplus_card"),
        (["explain", "late", "money"], "hint: search by its words: dealerkit search late money"),
        (["explain"], "Missing argument"),
        (["explain", "BI-03", "--rules", "mars"], "unknown rule set: 'mars'"),
        (["search"], "Missing argument"),
        (["search", "tie", "--kind", "verb"], "'verb' is not one of"),
    ],
)
def test_what_cannot_be_used_is_told(args, said):
    """Exit 2 and a hint."""
    assert said in run(*args, code=2)


@pytest.mark.parametrize(("said", "first"), [("cut", "cut"), ("deck verify", "deck verify"), ("jackpot claim", "jackpot claim")])
def test_search_finds_commands_too(said, first):
    """By their names and by what they do; no more than three stand before the rest."""
    hits = json.loads(run("search", *said.split(), "--json"))["hits"]
    assert (hits[0]["kind"], hits[0]["id"]) == ("command", first)
    assert sum(hit["kind"] == "command" for hit in hits) <= 3
    assert run("search", *said.split()).startswith(f"dealerkit {first}  ")
    assert all(hit["kind"] == "command" for hit in json.loads(run("search", said, "--kind", "command", "--json"))["hits"])


def test_search_tells_an_option_once():
    """However many games have it."""
    hits = [hit for hit in json.loads(run("search", "odd", "chip", "--json"))["hits"] if hit["kind"] == "option"]
    assert [hit["id"] for hit in hits].count("odd_chips") == 1
    assert len(hits[0]["games"]) > 10
    assert "(option of " in run("search", "odd", "chip", "--kind", "option")


def test_search_offers_nothing_of_another_game():
    """A fault of poker is not offered at Red Dog."""
    found = {
        hit["id"] for hit in json.loads(run("search", "wrong", "pot", "--game", "red-dog", "--kind", "fault", "--json"))["hits"]
    }
    assert "turn_settled_wrongly" in found
    assert "wrong_award" not in found
    assert "unknown game:" in run("search", "pot", "--game", "tiddlywinks", code=2)


def test_each_value_of_an_option_has_its_meaning():
    """DP-09: who may straddle; what is in force is told in words too, and a number says itself what it is."""
    rows = run("explain", "straddle").splitlines()
    assert rows[1:7] == [
        "  values: none, under_the_gun, button, either",
        "    none           no player",
        "    under_the_gun  the player left of the big blind",
        "    button         the player on the button",
        "    either         the player left of the big blind, or the player on the button",
        "  in force: none: no player",
    ]
    assert run("explain", "mini-baccarat.decks").splitlines()[2:4] == ["  values: a whole number from 1 to 12", "  in force: 8"]


def test_no_word_that_an_option_can_be_is_without_a_meaning():
    """In every game; numbers, yes and no, and the ranks of cards say themselves what they are."""
    for name in games():
        made = game(name)
        for option, spec in made.data.get("options", {}).items():
            words = [word for word in spec["values"] if isinstance(word, str)] if isinstance(spec["values"], list) else []
            words = [word for word in words if len(word) > 1 and not word.replace(".", "").isdigit()]
            assert set(words) <= set(made.meanings(option)), (name, option)


def test_a_fault_says_what_its_answers_mean():
    """Each value of a fact that is chosen from some, in the words in which the desk offers it."""
    text = " ".join(run("explain", "undercall").split())
    assert "what the answers mean: structure limit: fixed bet and raise sizes; " in text
    assert "what the answers mean" not in run("explain", "stuck_cards")


def test_a_word_of_a_step_says_what_it_asks_for_and_what_it_has_to_be_told():
    """From the function that is registered under it: text, parameters, an example of a game, who uses it, where it stands."""
    rows = run("explain", "insert").splitlines()
    assert rows[0].endswith("(word)")
    assert rows[2:4] == ["  acts: insert", "  needed: behind"]
    assert rows[4].startswith("  example: do: insert, behind: ")
    assert rows[-1].startswith("  in: dealerkit/procedure/planners/table.py:")
    assert "games: blackjack, mini-baccarat" in "\n".join(rows)


def test_a_word_that_is_told_apart_by_what_says_each_of_its_meanings():
    """`burn` alone and `burn, what: street` are two functions, one entry under both names, beside an option so named."""
    text = run("explain", "burn")
    assert "(option of blackjack)" in text
    assert "- without what:" in text
    assert "- what: street, street_before" in text
    assert "needed: what (street or street_before)" in text
    assert "remedies: " in text
    word = run("explain", "burn, what: street")
    assert word.startswith("burn  ")
    assert text.endswith(word)


def test_every_word_of_a_step_is_explained():
    """None is missing, what each has to be told is what lint demands, and none is among what a search finds."""
    known = {entry.id: entry for entry in entries() if entry.kind == "word"}
    assert set(known) == {word.partition(",")[0] for word in DO}
    for word, do in DO.items():
        name, _, what = word.partition(", what: ")
        (meaning,) = [one for one in known[name].more["words"] if (what in one["what"] if what else not one["what"])]
        assert set(meaning["needs"]) >= set(parameters_of(do).missing({})), word
    assert not [hit for hit in find("burn") if hit.entry.kind == "word"]


def test_a_sentence_of_the_house_is_told_beside_ours(tmp_path, monkeypatch):
    """BA-60, BI-03: what its papers print in our place, of a rule and of a ruling; without the house nobody hears of it."""
    monkeypatch.delenv("DEALERKIT_HOUSE", raising=False)
    path = tmp_path / "quay.yaml"
    path.write_text(
        "house: Quay\ngames: {mini-baccarat: macau}\ntext:\n  BA-60: One clear call closes the bets.\n"
        '  ruling/boxed_card/otherwise: {text: "It plays, here.", games: [mini-baccarat]}\n',
        encoding="utf-8",
    )
    assert "Quay prints: One clear call closes the bets." in run("explain", "BA-60", "--house", str(path))
    assert "Quay" not in run("explain", "BA-60")
    monkeypatch.setenv("DEALERKIT_HOUSE", str(path))
    told = json.loads(run("explain", "boxed_card", "--json"))
    assert told["house_wording"] == ["Quay prints (otherwise, mini-baccarat): It plays, here."]
    assert {case["rules_set"] for case in told["cases"]} == {"macau"}
    assert "no such file" in run("explain", "BA-60", "--house", str(tmp_path / "nobody.yaml"), code=2)


def test_the_options_of_a_house_hold_in_the_game_it_set_them_for(tmp_path):
    """BR-01, SD-10: hold'em without the check-raise, Omaha with it; the rule and the rulings are those of either table."""
    path = tmp_path / "quay.yaml"
    dealt = "{holdem: {rules: rrop, options: {check_raise: false}}, mini-baccarat: {rules: us, options: {decks: 6}}}"
    path.write_text(f"house: Quay\ngames: {dealt}\n", encoding="utf-8")
    told = json.loads(run("explain", "BR-01", "--house", str(path), "--json"))
    assert told["text"] == "A player who has checked may not raise in that round."
    (others,) = told["more"]["elsewhere"].values()
    assert "omaha" in others
    assert "holdem" not in others
    assert "in force: no (default yes)" in run("explain", "holdem.check_raise", "--house", str(path))
    assert "in force: 6 (default 8)" in run("explain", "mini-baccarat.decks", "--house", str(path))

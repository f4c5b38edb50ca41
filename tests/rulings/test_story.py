"""What somebody says happened: a name beyond doubt, or faults to choose from."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dealerkit.files.fulltext import SMALL, tokens
from dealerkit.rules.game_cache import kept_game
from dealerkit.rules.sets import home_families
from dealerkit.rules.tellings import told
from dealerkit.rulings import known_faults
from dealerkit.rulings.complaint import faults_like
from dealerkit.rulings.games import families_of, rules_for
from dealerkit.rulings.story import OFFERED, fault_named, offer
from tests.gathered import holds_for_each

KNOWN, STORIES = known_faults(), told()


def tellings(fault: str) -> Iterator[str]:
    """Yield every way in which a fault is called or told."""
    yield from (KNOWN[fault].title, fault.replace("_", " "), *KNOWN[fault].words)
    yield from STORIES[fault].told if fault in STORIES else ()


def words_of(telling: str) -> frozenset[str]:
    """Return the words of a telling that say something."""
    return frozenset(tokens(telling)) - SMALL


PHRASES = [(name, KNOWN[name].family, words_of(telling)) for name in KNOWN for telling in tellings(name)]


def told_elsewhere(telling: str, family: str) -> list[str]:
    """Return the faults of other families of games that have all the words of a telling in one of their own."""
    wanted = words_of(telling)
    return [name for name, of, words in PHRASES if of != family and wanted <= words]


@pytest.mark.parametrize("fault", KNOWN)
@pytest.mark.sample(5, rest="thorough")
def test_no_telling_is_ruled_on_under_a_game_that_nobody_named(fault: str) -> None:
    """Every telling of every fault, put to the desk without a game: it is taken for a fault at once only if no other family of
    games has one that is told so; and never for a fault of games at home, unless by its id.
    """

    def holds(telling: str) -> None:
        meant = fault_named(telling, ())
        if not meant or meant == telling:
            return
        family = KNOWN[meant].family
        assert family not in home_families(), meant
        if family:
            assert told_elsewhere(telling, family) == [], meant
            (heard,) = faults_like(telling, limit=1)
            assert heard.fault.family in ("", family), heard.fault.name
        else:
            assert rules_for(meant) == "", meant  # then the game is asked for

    holds_for_each(holds, tellings(fault))


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("string bet", "string_bet"),
        ("chips went in with more than one motion", "string_bet"),
        ("opposed bets", "opposed_bets"),
        ("missed blinds", "missed_blinds"),
        ("card off table", "card_off_table"),
        ("improper_bet", "improper_bet"),
    ],
)
def test_what_one_family_alone_has_is_still_taken_at_once(said: str, fault: str) -> None:
    """Nobody is asked what he has said; an id is said by nobody but a program, and is taken as it is."""
    assert fault_named(said, ()) == fault


@pytest.mark.parametrize(
    ("said", "first"),
    [
        ("bet out of turn", "out_of_turn"),
        ("out of turn bet", "out_of_turn"),
        ("call out of turn", "out_of_turn"),
        ("bet too small", "wager_too_small"),
        ("raise too small", "wager_too_small"),
        ("a boxed card", "boxed_card"),
        ("boxed cards", "boxed_card"),
        ("burn in the muck", "burns_in_muck"),
        ("burns lost in muck", "burns_in_muck"),
        ("card off the table", "card_off_table"),
        ("a joker", "joker"),
        ("a check-raise", "check_raise"),
        ("missed the blind", "missed_blinds"),
        ("he folded out of turn", "fold_out_of_turn"),
        ("folds out of turn", "fold_out_of_turn"),
        ("he mucked", "mucked"),
        ("wrong deal order", "out_of_sequence"),
    ],
)
def test_words_that_come_near_a_name_offer_it_first(said: str, first: str) -> None:
    """With a game, with a rule set, and without: a guess is a choice."""
    holdem = kept_game("holdem")
    for found in (offer(said, ()), offer(said, ["rrop"]), offer(said, ["rrop"], holdem), offer(said, (), None, "poker")):
        assert found.faults[0].name == first


def test_a_card_room_goes_before_games_at_home_and_what_is_said_exactly_is_always_offered() -> None:
    """Where nobody says what is dealt."""
    for said in ("bet out of turn", "bet too small", "improper bet", "dead hand"):
        families = [fault.family for fault in offer(said, ()).faults]
        assert families[0] == "poker"
        assert home_families() & set(families)
    improper = [fault.name for fault in offer("improper bet", ()).faults]
    assert {"out_of_turn", "wager_too_small"} == set(improper[:2])
    assert "improper_bet" in improper[:OFFERED]
    assert offer("a player revoked", ()).faults[0].name == "revoke"
    assert fault_named("improper bet", (), None, "pot") == fault_named("improper_bet", ()) == "improper_bet"


@pytest.mark.parametrize("said", ["dead hand", "dead hand?", "is this hand dead or live"])
def test_a_dead_hand_is_a_folded_one_until_somebody_says_otherwise(said: str) -> None:
    """DH-08: the floor is called to cards in the muck; the widow of games at home is among the others that are offered."""
    assert offer(said, ()).faults[0].name == "mucked"
    assert offer(said, (), family="poker").faults[0].name == "mucked"


def test_what_is_of_all_games_is_ruled_on_when_it_is_known_what_is_dealt() -> None:
    """By its family, or else not; every other fault has rules of its own."""
    of_all = [name for name in KNOWN if len(families_of(name)) > 1]
    assert {"boxed_card", "card_off_table"} == set(of_all)
    for name in of_all:
        assert [rules_for(name, family) for family in ("", "poker", "baccarat", "social")] == ["", "rrop", "us", ""]
    assert all(rules_for(name) for name in KNOWN if name not in of_all)

"""Chinese editions of baccarat and hold'em: complete, in words and signs, and no longer than they may be."""

from __future__ import annotations

import io
import re

import pypdf
import pytest

from dealerkit.rules.games import game
from dealerkit.sheets import fonts
from dealerkit.sheets.document import PageBreak, texts
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.languages import make
from dealerkit.sheets.formats import render
from tests.sampling import daily

COMPLETE = [name for name in ("player", "wall", "dealer") if name in EDITIONS]
"""The editions that have to be complete in Chinese."""
ALSO = [name for name in ("rates", "score", "incident") if name in EDITIONS]
"""Those that are."""
GAMES = ("mini-baccarat", "holdem", "blackjack", "war")
CHINESE = ("zh-Hans", "zh-Hant")
ENGLISH = re.compile(r"[A-Za-z]{2,}")
OPTIONS = [
    ("mini-baccarat", {}),
    ("mini-baccarat", {"variant": "ez", "dragon7": "yes", "panda8": "yes", "dead_game_burn": "3", "differential": "500"}),
    ("mini-baccarat", {"variant": "super6", "super6": "yes", "player_pair": "yes", "banker_pair": "yes", "either_pair": "yes"}),
    (
        "mini-baccarat",
        {"commission_method": "mark", "dragon_bonus_player": "yes", "dragon_bonus_banker": "yes", "free_coups": "2"},
    ),
    ("mini-baccarat", {"burn_count": "number_of_decks", "pushed_bets": "taken_up", "payment_order": "from_left"}),
    ("holdem", {}),
    ("holdem", {"structure": "fixed_limit", "cut_by": "player", "first_dealer": "jack", "count_stub": "each_down"}),
    (
        "holdem",
        {"structure": "pot_limit", "cut_by": "anyone", "first_dealer": "high_by_suit", "button_rule": "dead", "tap": "no"},
    ),
    (
        "holdem",
        {"rake_percent": "5", "rake_cap": "4", "drop": "1", "odd_chips": "card_by_suit", "spread_deck": "no", "ante": "1"},
    ),
    (
        "mini-baccarat",
        {
            "calls_required": "yes",
            "allow_opposed_bets": "no",
            "side_without_main": "yes",
            "dragon7": "yes",
            "payout_unit": "1",
            "coups_after_cut_card": "0",
        },
    ),
    ("mini-baccarat", {"variant": "super6", "coups_after_cut_card": "2", "stake_step": "5", "panda8": "yes"}),
    (
        "holdem",
        {
            "structure": "pot_limit",
            "pot_limit_blinds": "full",
            "pot_limit_small_blind": "big_blind",
            "pot_chip": "5",
            "posts": "free",
            "missed_blinds": "none",
        },
    ),
    (
        "holdem",
        {
            "structure": "fixed_limit",
            "half_bet_rule": "no",
            "heads_up_uncapped": "no",
            "rake_percent": "5",
            "rake_from": "10",
            "rake_step": "2",
            "rake_rounding": "nearest",
            "drop": "1",
            "drop_from": "5",
        },
    ),
    ("holdem", {"structure": "fixed_limit", "raise_cap": "none", "deal_to": "all_seats", "big_blind": "0", "small_blind": "0"}),
    ("blackjack", {}),
    (
        "blackjack",
        {
            "surrender": "late",
            "surrender_vs_ace": "no",
            "surrender_after_split": "yes",
            "hole_card": "no_peek",
            "natural_takes": "all",
            "double_on": "9-11",
            "split_by": "rank",
            "double_for_less": "no",
            "double_after_split": "no",
            "hit_split_aces": "yes",
            "resplit_aces": "yes",
            "soft17": "hit",
        },
    ),
    ("blackjack", {"pairs": "yes", "three_card": "yes", "match_dealer": "yes", "twenty": "yes", "irregularities": "colorado"}),
    ("blackjack", {"calls_required": "yes", "seats": "5", "show_burn": "yes"}),
    ("blackjack", {"surrender": "early", "even_money": "always", "settle_order": "left_to_right", "burn": "0", "maximum": "0"}),
    ("holdem", {"setting": "tournament", "gate": "substantial_action", "all_in_face_up": "yes", "straddle": "under_the_gun"}),
]


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [*COMPLETE, *ALSO])
@pytest.mark.parametrize(
    ("of", "options"), daily(OPTIONS, 3), ids=lambda value: value if isinstance(value, str) else ",".join(value) or "usual"
)
def test_no_english_stands_in_a_chinese_edition(name, of, options):
    """Not a word of it, under the usual options and under others; whatever has one script has the other."""
    found, played = EDITIONS[name], game(of, None, options)
    for lang in CHINESE if not options else CHINESE[:1]:
        if not found.offered(played):
            assert name in ALSO
            continue
        document = make(found, EditionOrder((played,), lang))
        assert [said for said in texts(document) if ENGLISH.search(said)] == []


@pytest.mark.parametrize("lang", [*CHINESE, "en+zh-Hans", "en+zh-Hant"])
@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("of", GAMES)
@pytest.mark.sample(4, rest="thorough")
def test_every_sign_of_an_edition_is_in_a_font(name, lang, of):
    """Nothing prints as an empty box."""
    document = make(EDITIONS[name], EditionOrder((game(of),), lang))
    assert not fonts.missing("".join(texts(document)))


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("of", GAMES)
@pytest.mark.sample(1, most=4)
def test_every_line_has_its_chinese_beside_it(name, of):
    """Beside English nothing is left alone but what is the same in both; what follows whole has all that the first has."""
    english, both = (make(EDITIONS[name], EditionOrder((game(of),), lang)) for lang in ("en", "en+zh-Hant"))
    said = list(texts(both))
    if EDITIONS[name].halves:  # the same poster twice, side by side: a title for both
        count = len(list(texts(english))) - 2  # without title and subtitle
        assert len(said) == 2 + 2 * count + 1  # the notice
        assert [one for one in said[2 + count : -1] if ENGLISH.search(one)] == []
    elif any(isinstance(block, PageBreak) for block in both.blocks):
        assert len(said) == 2 * (len(list(texts(english))) - 1) + 2  # the subtitle is no part of the second; the notice
        assert [one for one in said[len(said) // 2 + 1 : -1] if ENGLISH.search(one)] == []
    else:
        assert [one for one in said if ENGLISH.search(one) and "\n" not in one and " / " not in one] == []
        assert len(said) == len(list(texts(english))) + 1  # the notice


@pytest.mark.sample(3, most=2)
@pytest.mark.parametrize("lang", daily([*CHINESE, "en+zh-Hans"], 3, first=2))
@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("of", GAMES)
def test_an_edition_is_no_longer_than_it_may_be(name, lang, of):
    """As many pages as in English, in two languages twice as many but for a poster; the text can be taken out of it."""
    found = EDITIONS[name]
    (printed,) = render(make(found, EditionOrder((game(of),), lang)), "pdf")
    pages = pypdf.PdfReader(io.BytesIO(printed)).pages
    assert found.pages is not None
    assert len(pages) <= found.pages * (2 if "+" in lang and not found.halves else 1)
    assert re.search("[庄莊盲荷]", "".join(page.extract_text() for page in pages))

"""Chinese editions of baccarat and hold'em: complete, in words and signs, and no longer than they may be."""

from __future__ import annotations

import re

import pytest

from dealerkit.rules.games import game
from dealerkit.sheets import fonts
from dealerkit.sheets.document import texts
from dealerkit.sheets.editions import EDITIONS, Order
from dealerkit.sheets.editions.languages import make

COMPLETE = [name for name in ("player", "wall", "dealer") if name in EDITIONS]
"""The editions that are complete in Chinese."""
GAMES = ("mini-baccarat", "holdem")
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
    ("holdem", {"setting": "tournament", "gate": "substantial_action", "all_in_face_up": "yes", "straddle": "under_the_gun"}),
]


@pytest.mark.parametrize("lang", CHINESE)
@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize(
    ("of", "options"), OPTIONS, ids=lambda value: value if isinstance(value, str) else ",".join(value) or "usual"
)
def test_no_english_stands_in_a_chinese_edition(name, lang, of, options):
    """Not a word of it, under the usual options and under others."""
    document = make(EDITIONS[name], Order((game(of, None, options),), lang))
    assert [said for said in texts(document) if ENGLISH.search(said)] == []


@pytest.mark.parametrize("lang", [*CHINESE, "en+zh-Hans", "en+zh-Hant"])
@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("of", GAMES)
def test_every_sign_of_an_edition_is_in_a_font(name, lang, of):
    """Nothing prints as an empty box."""
    document = make(EDITIONS[name], Order((game(of),), lang))
    assert not fonts.missing("".join(texts(document)))


@pytest.mark.parametrize("name", COMPLETE)
@pytest.mark.parametrize("of", GAMES)
def test_every_line_has_its_chinese_beside_it(name, of):
    """Beside English nothing is left alone but what is the same in both."""
    english, both = (list(texts(make(EDITIONS[name], Order((game(of),), lang)))) for lang in ("en", "en+zh-Hant"))
    alone = [said for said in both if ENGLISH.search(said) and "\n" not in said and " / " not in said]
    assert alone == []
    assert len(both) == len(english) + 1  # the notice

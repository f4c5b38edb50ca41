"""A rule of the rule book says what the options in force say; what is switched off is not there, and no rule lists options."""

from __future__ import annotations

import re

import pytest
from _pytest.mark.structures import ParameterSet

from dealerkit.rules.games import game, games
from dealerkit.sheets.document import texts
from dealerkit.sheets.editions import EDITIONS, EditionOrder
from dealerkit.sheets.editions.languages import make
from dealerkit.sheets.parts import rule_book
from dealerkit.sheets.roads import score_sheet
from tests.sampling import daily

PLAIN: dict[str, str] = {}

# game, options, rule: what stands in it, and what does not; None where the rule is not there
SAID = {
    "commission-kept": ("mini-baccarat", PLAIN, "BA-49", "5% of the bet, taken out of the payout", "marked"),
    "commission-marked": ("mini-baccarat", {"commission_method": "mark"}, "BA-49", "paid in full", "kept"),
    "halving-drill": ("mini-baccarat", PLAIN, "BA-50", "pay 95", "marked"),
    "halving-drill-marked": ("mini-baccarat", {"commission_method": "mark"}, "BA-50", "pay 100 and mark 5", "95"),
    "no-halving-at-four-per-cent": ("mini-baccarat", {"commission_rate": "0.04"}, "BA-50", None, None),
    "no-boxes": ("mini-baccarat", PLAIN, "BA-62", None, None),
    "boxes": ("mini-baccarat", {"commission_method": "mark"}, "BA-62", "numbered commission box", "A house that"),
    "exact-commission": ("mini-baccarat", PLAIN, "BA-A7", "figured to the smallest coin", "Where"),
    "commission-in-quarters": ("mini-baccarat", {"commission_unit": "0.25", "commission_rounding": "up"}, "BA-A7", None, None),
    "quarters": (
        "mini-baccarat",
        {"commission_unit": "0.25", "commission_rounding": "up"},
        "BA-65",
        "rounded to 0.25: up",
        "half",
    ),
    "no-commission-in-ez": ("mini-baccarat", {"variant": "ez"}, "BA-65", "An uneven payout", "commission"),
    "ez": ("mini-baccarat", {"variant": "ez"}, "BA-69", "banker bets push", "first form"),
    "no-ez": ("mini-baccarat", PLAIN, "BA-69", None, None),
    "packs": ("mini-baccarat", {"decks": "6"}, "BA-68", "The shoe holds 6 packs.", "authority"),
    "no-side-bet": ("mini-baccarat", PLAIN, "BA-73", None, None),
    "side-bet": ("mini-baccarat", {"dragon7": "yes"}, "BA-73", "It pays 40 to 1.", "no"),
    "limits-without-side-bets": ("mini-baccarat", PLAIN, "BA-72", "tie bets are 1 to 5000", "side bet"),
    "limits-with-side-bets": ("mini-baccarat", {"panda8": "yes"}, "BA-72", "Side bets are 1 to 5000.", "differ"),
    "opposed": ("mini-baccarat", {"allow_opposed_bets": "no"}, "BA-80", "may not bet on both player and banker", "may bet"),
    "last-coup": ("mini-baccarat", {"coups_after_cut_card": "0"}, "BA-56", "No more coups", "One more"),
    "row-of-three": (
        "mini-baccarat",
        PLAIN,
        "BA-37",
        "The banker draws unless the player's third card counts 8. If the player stood, the banker draws.",
        ";",
    ),
    "row-of-a-stand": ("mini-baccarat", PLAIN, "BA-35", "The banker draws on a total of 0-5 and stands on 6, 7.", ";"),
    "a-casino-gives-no-advice": ("mini-baccarat", PLAIN, "BA-58", "the edge on every bet", "private"),
    "gift": ("all-fours", {"gift_may_end_game": "no"}, "AF-A4", "must refuse", "if the house"),
    "concealed": ("canasta", {"concealed_by": "player"}, "CN-57", "the player who goes out had melded nothing", "the side"),
    "two-canastas": ("canasta", {"canastas_to_go_out": "2"}, "CN-51", "needs 2 canastas", "a canasta, which"),
    "no-draw-of-two": ("canasta", PLAIN, "CN-A13", None, None),
    "draw-of-two": ("canasta-two", PLAIN, "CN-A13", "that card is the whole draw", "With two"),
    "stock-of-another-deal": ("canasta", {"hand_size": "13"}, "CN-12", None, None),
    "two-hands": ("canasta-two", {"hand_size": "13"}, "CN-72", "with 13 cards each", "fifteen"),
    "no-words": ("cash", {"verbal_signals": "no"}, "CA-10", None, None),
    "no-letters": ("cash", {"scoring": "points"}, "CA-23", None, None),
    "free-pass": ("fan-tan", {"pass_chip": "opening_only"}, "FT-11", "until a seven is down", "puts a chip"),
    "kings": ("golf", {"on_king": "wrap"}, "GO-10", "King and ace connect", "do not connect"),
    "jokers": ("jenny-jenny", {"jokers": "2"}, "JJ-04", "40, 33 or 26", "two more"),
    "no-joker": ("nap", PLAIN, "NP-04", None, None),
    "revoke": ("nap", {"revoke": "replay"}, "NP-A7", "redeals the hand", "settles"),
    "half-a-loss": ("nap", {"loss_factor_nap": "0.5"}, "NP-22", "or half of it for a lost Nap", "{"),
    "dealer-antes-twice": ("newmarket", {"dealer_ante_factor": "2"}, "NM-09", "and the dealer puts twice as much", "including"),
    "any-suit": ("newmarket", {"restart": "any_suit"}, "NM-30", None, None),
    "blitz": ("thirty-one", {"blitz_charges": "all_others"}, "TO-21", "every player without 31", "Only the lowest hand"),
    "markers": ("thirty-one", {"played_for": "markers"}, "TO-16", "a marker is handed in", "banknote"),
    "blinds": ("mexican-sweat", {"stakes": "blinds"}, "MS-03", "put 1 and 2 into the pot", "each player"),
    "no-peek": ("mexican-sweat", PLAIN, "MS-23", None, None),
    "five-cards": ("red-dog", {"hand_size": "5"}, "RD-19", "maximum eight players", "ten"),
    "no-deal-through": ("red-dog", PLAIN, "RD-A7", None, None),
    "three-losses": ("thirty-one", PLAIN, "TO-A3", "who loses two is out", "only one"),
    "no-fifth-loss": ("thirty-one", {"double_at_last_corner": "stop_at_four"}, "TO-A3", "only one counts", "is out"),
    "no-blind-no-straddle": ("stud7", {"straddle": "under_the_gun"}, "CO-44", None, None),
    "straddle": (
        "holdem",
        {"straddle": "under_the_gun"},
        "CO-44",
        "With 3 players or more, a straddle may be posted by",
        "not allowed",
    ),
    "straddle-of-two": ("holdem", {"straddle": "under_the_gun"}, "CO-44", "A straddle is two big blinds.", "up to"),
    "straddle-of-five": (
        "holdem",
        {"straddle": "under_the_gun", "straddle_most": "5"},
        "CO-44",
        "A straddle is two to 5 big blinds.",
        "not allowed",
    ),
    "raise-over-straddle": (
        "holdem",
        {"straddle": "under_the_gun", "raise_over_straddle": "big_blind"},
        "BR-11",
        "raise over a straddle is one big blind",
        "{",
    ),
    "raise-without-straddle": ("holdem", {"raise_over_straddle": "big_blind"}, "BR-11", "last full bet or raise", "straddle"),
    "no-four-flush": ("five-card-stud", PLAIN, "HR-14", None, None),
    "four-flush": ("five-card-stud", {"four_flush_hand": "true"}, "HR-14", "above a pair and below two pair", "agreement"),
    "no-joker-in-draw": ("draw", PLAIN, "WC-07", "The joker is not in the pack.", "ace"),
    "bug": ("draw", {"joker": "bug"}, "WC-07", "counts as an ace or as the card that completes", "any card"),
    "limit": (
        "holdem",
        {"structure": "fixed_limit"},
        "BR-03",
        "2 before the flop and on the flop, 4 on the turn and the river",
        "lower",
    ),
    "raked": (
        "holdem",
        {"rake_percent": "5", "rake_cap": "4"},
        "DP-27",
        "The rake is 5% of the called pot, maximum 4.",
        "no limit",
    ),
    "rake-half-up": (
        "holdem",
        {"rake_percent": "5", "rake_step": "2", "rake_rounding": "nearest"},
        "DP-27",
        "rounded to the nearest, halves up, in steps of 2",
        "down",
    ),
    "not-raked": ("holdem", PLAIN, "DP-27", "No rake or drop is taken.", "The rake"),
    "drop": ("draw", {"drop": "2"}, "HH-03", "The promotional drop is 2 from each pot.", "No drop is taken"),
    "no-drop": ("draw", PLAIN, "HH-03", None, None),
    "action-in-stud": ("stud7", PLAIN, "MD-14", "after the forced bet", "stud"),
    "no-action-of-stud": ("holdem", PLAIN, "MD-14", None, None),
    "short-stud-hand": ("stud7", PLAIN, "DH-04", "missing only its last card", "draw"),
    "short-draw-hand": ("draw", PLAIN, "DH-04", "filled on the draw", "last card"),
    "low-of-two": ("omaha-hilo", PLAIN, "HL-06", "none higher than an eight", "settled beforehand"),
    "low-by-the-worst-hand": ("omaha-hilo", {"low_scale": "worst_hand_ace_high"}, "HL-06", "with the ace high", "don't count"),
    "no-low": ("holdem", PLAIN, "HL-06", None, None),
    "badugi": ("badugi", PLAIN, "HR-01", "share a rank or a suit, only one of them counts", "straight"),
    "razz": ("razz", PLAIN, "HR-02", "The lowest hand wins", "flush"),
    "short-deck": ("holdem-short-deck", PLAIN, "HR-02", "flush, full house, straight", "five of a kind"),
    "pot-chip": ("omaha", {"pot_chip": "5"}, "BR-41", "A pot bet is rounded up to the next 5.", "It is"),
    "dead-button": ("stud7", {"button_rule": "dead"}, "DP-29", "to the next player in the game", "blinds"),
    "no-addition": ("three-five-seven", PLAIN, "TFS-19", None, None),
    "no-agreement-in-a-tournament": ("holdem", {"setting": "tournament"}, "CO-26", "or insure a hand", "run twice"),
    "agreements-in-a-money-game": ("holdem", PLAIN, "CO-26", "the players in the blinds may take back their money", "tournament"),
    "talk-in-a-tournament": ("holdem", {"setting": "tournament"}, "CO-02", "Until the betting is over", "money game"),
    "own-cards-in-a-tournament": ("holdem", {"setting": "tournament"}, "CO-06", "penalised after the hand", "tournament"),
    "own-cards-in-a-money-game": ("holdem", PLAIN, "CO-06", "keeps a live hand", "penalised"),
    "chips-in-a-money-game": ("holdem", PLAIN, "CO-19", "or leaves the game", "forfeited"),
    "chips-in-a-tournament": ("holdem", {"setting": "tournament"}, "CO-19", "forfeited", "leaves the game"),
    "folded-stud-seat": ("stud7", PLAIN, "DH-02", "gets no more cards", "until a bet"),
    "folded-stud-seat-is-served": ("stud7", {"fold_without_bet": "until_a_bet"}, "DH-02", "until a bet kills it", "no card"),
    "no-stud-seat": ("holdem", PLAIN, "DH-02", "Cards thrown forward", "stud"),
    "wild-cards": ("holdem", {"wild": "2"}, "WC-01", "named before the deal are wild: 2", "none"),
    "few-players-draw-less": (
        "lowball-a5",
        {"max_draw_few": "1"},
        "DR-11",
        "With 4 players or fewer, the maximum draw is 1",
        "any number",
    ),
    "draw-as-you-like": ("lowball-a5", PLAIN, "DR-11", "A player may draw any number of cards", "fewer"),
    "number-drawn": ("draw", PLAIN, "DR-16", "before there is action after the draw", "bluff"),
    "number-drawn-at-home": ("draw", {"setting": "home"}, "DR-16", "The dealer must say truthfully", "before there is action"),
    "answer-at-home": ("draw", {"setting": "home"}, "QU-25", None, None),
    "addition": (
        "three-five-seven",
        {"others_add": "yes", "others_add_amount": "2"},
        "TFS-A7",
        "At each strike the other players add 2",
        "the ante",
    ),
}


def rules_of(name: str, options: dict[str, str]) -> dict[str, str]:
    """The rules of a game's book by id: what is said, and the row of a table that stands behind it."""
    context = EditionOrder((game(name, None, options),)).context()
    return {rule.id: " ".join(filter(None, (rule.text, rule.row))) for chapter in rule_book(context) for rule in chapter.rules}


@pytest.mark.parametrize(("name", "options", "rule", "has", "lacks"), SAID.values(), ids=SAID)
def test_a_rule_says_what_the_options_say(name, options, rule, has, lacks):
    """One sentence of what is in force, and none of what another house may do."""
    said = rules_of(name, options)
    if has is None:
        assert rule not in said
    else:
        assert has in said[rule]
        assert lacks not in said[rule]


def _beside(name: str, option: str, value: str) -> dict[str, str]:
    """Return other values of the options that exclude this one with the values they have."""
    choices = game(name).data["options"]
    barred = (choices[option].get("not_with") or {}).get(value) or {}
    return {other: str(next(one for one in choices[other]["values"] if one != bar)) for other, bar in barred.items()}


def flipped() -> list[ParameterSet]:
    """Each game with each value of each option, one at a time."""
    every: list[tuple[str, dict[str, str]]] = [(name, {}) for name in games()]
    for name in games():
        every += [
            (name, {**_beside(name, option, str(value)), option: str(value)})
            for option, choice in game(name).choices.items()
            for value in choice.values
            if value != game(name).options[option] and option != "irregularities" and len(choice.values) <= 6
        ]
    return daily(every, 40)


@pytest.mark.parametrize(("name", "options"), flipped())
def test_no_rule_lists_options_behind_its_sentence(name, options):
    """Whatever is chosen stands in the sentence: only a table's row is told behind a rule."""
    context = EditionOrder((game(name, None, options),)).context()
    rules = [rule for chapter in rule_book(context) for rule in chapter.rules]
    assert [rule.text for rule in rules if re.search(r"unless the house|where the house|In force:|Here:|\{", rule.text)] == []


@pytest.mark.parametrize("name", games())
@pytest.mark.sample(4, rest="thorough")
def test_the_laws_of_the_program_are_no_rules_of_a_house(name):
    """Where a card is in the engine, and what a guided game refuses, is no business of players."""
    said = " ".join(texts(make(EDITIONS["book"], EditionOrder((game(name),)))))
    assert not re.search(r"at every moment|where the game is guided|No chip is made or lost", said)


def test_what_is_marked_is_collected_and_nothing_else_is():
    """BA-62: no step tells to collect commission where it is kept back, or where there is none."""
    steps = {}
    for method, variant in (("deduct", "commission"), ("mark", "commission"), ("mark", "ez")):
        played = game("mini-baccarat", None, {"commission_method": method, "variant": variant})
        said = " ".join(texts(make(EDITIONS["book"], EditionOrder((played,)))))
        steps[method, variant] = "Collect from each box" in said
    assert steps == {("deduct", "commission"): False, ("mark", "commission"): True, ("mark", "ez"): False}


@pytest.mark.parametrize(
    ("options", "least", "largest"),
    [({}, "Minimum tie bet", False), ({"panda8": "yes"}, "Minimum tie bet and side bet", True)],
)
def test_a_poster_has_the_limits_of_side_bets_where_there_are_side_bets(options, least, largest):
    """BA-72: what is posted is what binds."""
    said = [str(one) for one in texts(make(EDITIONS["wall"], EditionOrder((game("mini-baccarat", None, options),))))]
    assert least in said
    assert ("Maximum side bet" in said) == largest


def test_each_mark_of_the_score_sheet_has_a_letter_of_its_own():
    """One letter a mark: irregular blue and a banker pair were both b."""
    letters = [one.letter for one in score_sheet(game("mini-baccarat")).legend if one.letter]
    assert len(letters) == len(set(letters))

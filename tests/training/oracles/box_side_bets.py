"""The answer of a drill by another method: side bets on the first cards at a box."""

from __future__ import annotations

from fractions import Fraction

from dealerkit.training.generators import Setting
from dealerkit.training.generators.box_side_bets import BoxSideBetsSituation
from tests.training.oracles.box_hands import counted, told

PAIRS = {
    "a": {"perfect": 25, "coloured": 12, "mixed": 6},
    "b": {"perfect": 30, "coloured": 10, "mixed": 5},
    "any": dict.fromkeys(("perfect", "coloured", "mixed"), 11),
}
THREE = ("suited three of a kind", "straight flush", "three of a kind", "straight", "flush")
STEPS = dict(zip(THREE, (100, 40, 30, 10, 5), strict=True))
MATCH = {6: {"suited": 11, "unsuited": 4}, 8: {"suited": 14, "unsuited": 3}}
TWENTY = {"a": (4, 9, 19, 125), "b": (4, 10, 25, 200), "c": (3, 6, 9, 25)}
"""The ledger's tables (1.8): any 20, suited, matched or paired, two queens."""


def _pairs(cards: tuple[str, ...], pays: str) -> tuple[str, int]:
    if cards[0][0] != cards[1][0]:
        return "loses", 0
    blacks = sum(card[1] in "cs" for card in cards)
    kind = "perfect" if cards[0] == cards[1] else "mixed" if blacks == 1 else "coloured"
    return ("pair" if pays == "any" else kind), PAIRS[pays][kind]


def _three(cards: tuple[str, ...], pays: str) -> tuple[str, int]:
    ranks = "".join(sorted((card[0] for card in cards), key="A23456789TJQK".index))
    running = ranks in "A23456789TJQK" or ranks == "AQK"
    equal, suited = len(set(ranks)) == 1, len({card[1] for card in cards}) == 1
    fits = (equal and suited, running and suited, equal, running, suited)
    line = next((name for name, fit in zip(THREE, fits, strict=True) if fit), "loses")
    return line, 0 if line == "loses" else STEPS[line] if pays == "steps" else 9


def _match(cards: tuple[str, ...], up: str, decks: int) -> tuple[str, int]:
    met = sorted("suited" if card == up else "unsuited" for card in cards if card[0] == up[0])
    return " and ".join(met) or "loses", sum(MATCH[decks][kind] for kind in met)


def _twenty(cards: tuple[str, ...], up: str, pays: str) -> tuple[str, int]:
    first, second = cards
    if counted(cards)[0] != 20:
        return "loses", 0
    table = TWENTY[pays]
    queens = first[0] == second[0] == "Q" if pays == "c" else first == second == "Qh"
    if queens:
        return ("waits", 0) if up[0] in "ATJQK" else ("queens" if pays == "c" else "queens of hearts", table[3])
    if (first[0] == second[0]) if pays == "c" else first == second:
        return ("paired" if pays == "c" else "matched"), table[2]
    return ("suited", table[1]) if first[1] == second[1] else ("twenty", table[0])


def proof(setting: Setting, given: BoxSideBetsSituation) -> str:
    """Read the ledger's own tables, by ranks and suits."""
    options, answer = setting.game.options, []
    for bet, stake in given.bets:
        line, units = {
            "pairs": lambda: _pairs(given.cards, str(options["pairs_pays"])),
            "three_card": lambda: _three((*given.cards, given.up), str(options["three_card_pays"])),
            "match_dealer": lambda: _match(given.cards, given.up, int(str(options["decks"]))),
            "twenty": lambda: _twenty(given.cards, given.up, str(options["twenty_pays"])),
        }[bet]()
        answer += [line, str(stake * units)]
    if given.main:
        natural = {card[0] in "TJQK" for card in given.cards} == {True, False} and "A" in {card[0] for card in given.cards}
        answer.append(told(Fraction(given.main * 3, 2)) if natural and given.up[0] not in "ATJQK" else "0")
    return " | ".join(answer)

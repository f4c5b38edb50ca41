"""The answer of a drill by another method: side bets, and the banker bet in a game without commission."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from dealerkit.rules.games import Game
from dealerkit.training.coups import DealtCoup
from dealerkit.training.generators import Setting
from dealerkit.training.generators.side_bets import SideBetsSituation
from dealerkit.training.money import digits
from tests.training.oracles.commission import posted_commission


def proof(setting: Setting, given: SideBetsSituation) -> str:
    """Read the pay table of the game's file line by line, with the features counted from the cards independently."""
    game, ask = setting.game, setting.told("ask", "one")
    features = _read_anew(game, given.dealt)
    results: list[tuple[str, Fraction]] = []
    for bet in given.bets:
        result, odds, commissioned = "lose", Fraction(0), False
        for line in game.data["tables"]["pays"][bet.spot]:
            if all(
                (features.get(name, game.options.get(name)) in (want if isinstance(want, list) else [want]))
                for name, want in line["when"].items()
            ):
                if line["pays"] == "push":
                    result = "push"
                else:
                    up, down = (Decimal(number) for number in re.findall(r"[0-9.]+", str(line["pays"])))
                    result, odds, commissioned = "win", Fraction(up) / Fraction(down), bool(line.get("commission"))
                break
        results.append((result, _paid_out(game, bet.stake, odds, kept=commissioned)))
    paid = [digits(amount) for _, amount in results]
    taken = digits(sum(bet.stake for bet, (result, _) in zip(given.bets, results, strict=True) if result == "lose"))
    if ask == "which":
        return " ".join(bet.spot for bet, (result, _) in zip(given.bets, results, strict=True) if result == "win") or "none"
    if ask == "one":
        return f"{results[0][0]} | {paid[0]}"
    return f"{taken} | " + (" | ".join(paid) if ask == "seat" else " ".join(amount for amount in paid if amount != "0"))


def _read_anew(game: Game, dealt: DealtCoup) -> dict[str, object]:
    tables = game.data["tables"]
    hands = {"player": dealt.player, "banker": dealt.banker}
    count = {name: int(str(sum(int(tables["points"][card[0]]) for card in hand))[-1]) for name, hand in hands.items()}
    natural = {name: len(hand) == 2 and count[name] >= tables["natural"] for name, hand in hands.items()}
    pair = {name: hand[0][0] == hand[1][0] for name, hand in hands.items()}
    ahead = count["player"] - count["banker"]
    return {
        "winner": "player" if ahead > 0 else "banker" if ahead < 0 else "tie",
        "margin": max(ahead, -ahead),
        "natural": {0: "none", 1: "player", 2: "banker", 3: "both"}[natural["player"] + 2 * natural["banker"]],
        "either_pair": pair["player"] or pair["banker"],
        **{f"{name}_total": count[name] for name in hands},
        **{f"{name}_cards": len(hand) for name, hand in hands.items()},
        **{f"{name}_natural": natural[name] for name in hands},
        **{f"{name}_pair": pair[name] for name in hands},
    }


def _paid_out(game: Game, stake: int, odds: Fraction, *, kept: bool) -> Fraction:
    """Return winnings at odds, rounded as posted, less any part kept at once."""
    options, cent = game.options, Fraction(str(game.data["money"]["unit"]))
    won = stake * odds
    if odds.denominator > 1:
        unit, how = Fraction(str(options["payout_unit"])) or cent, options["payout_rounding"]
        steps, rest = divmod(won, unit)
        won = (steps + (rest > 0 if how == "up" else rest * 2 >= unit if how == "nearest" else False)) * unit
    if not kept or options["commission_method"] != "deduct":
        return won
    return won - Fraction(posted_commission(options, stake))

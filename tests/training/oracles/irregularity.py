"""The answer of a drill by another method: irregularities of baccarat."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.irregularity import IrregularitySituation


def proof(setting: Setting, given: IrregularitySituation) -> str:
    """Read the resolved list case by case, and the drawing from the game's tables, independently."""
    spec = setting.told("situations")[given.name]
    if "fault" not in spec:
        due = _due_anew(setting, given)
        return "play_on | none" if due == spec.get("to", "") else f"corrected | draw_{due}"
    for case in setting.rules.faults[spec["fault"]]["cases"].values():
        if all(_is(want, given.facts.get(name)) for name, want in case.get("when", {}).items()):
            steps = [step for step in given.offered if step in case.get("remedies", ())]
            return f"{case['outcome']} | {' '.join(steps) or 'none'}"
    return ""


def _is(want: object, value: object) -> bool:
    """Return whether a fact meets a case's condition, read from the file independently."""
    if isinstance(want, list):
        return any(_is(one, value) for one in want)
    if isinstance(want, str) and isinstance(value, int) and not isinstance(value, bool):
        low, _, high = want.rstrip("+").partition("-")
        return int(low) <= value and (want.endswith("+") or value <= int(high or low))
    return bool(want == value)


def _due_anew(setting: Setting, given: IrregularitySituation) -> str:
    tables = setting.game.data["tables"]
    player = [int(tables["points"][card[0]]) for card in given.player]
    banker = [int(tables["points"][card[0]]) for card in given.banker]
    mine, theirs = sum(player[:2]) % 10, sum(banker[:2]) % 10
    if mine >= tables["natural"] or theirs >= tables["natural"]:
        return ""
    low, _, high = str(tables["player_draws"]).partition("-")
    draws = int(low) <= mine <= int(high)
    if draws and len(player) == 2:
        return "player"
    rows = {int(name): row for name, row in tables["tableau"].items()}
    return "banker" if len(banker) == 2 and rows[theirs][1 + player[2] if draws else 0] == "D" else ""

"""Words and figures shared by the reports of runs: game, plan, and a bet's hold beside its exact edge."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from dealerkit.files.plain_data import fields
from dealerkit.jobs.simulation.bets import Takings, band
from dealerkit.rules.counted_figures import RunPlan
from dealerkit.rules.games import Game


def percent(share: float, places: int = 4) -> str:
    """Return a share as a percentage; a dash if it is unknown.

    >>> percent(0.0106), percent(math.inf)
    ('1.0600%', '-')
    """
    return f"{share * 100:.{places}f}%" if math.isfinite(share) else "-"


def band_head(confidence: float) -> str:
    """Return the heading of a table column with bands (confidence intervals), such as `95% band`."""
    return f"{confidence * 100:g}% band"


def under(game: Game) -> str:
    """Return the name of a game's rule set for a title, with a comma before it; empty if the game has none."""
    return f", rules {game.rules.name}" if game.rules is not None else ""


def run_head(game: Game, plan: RunPlan) -> dict[str, object]:
    """Return game and plan as plain data."""
    return {**fields(game, "game=id", "rules=rules.name", "options"), "seed": plan.seed}


def hold_data(takings: Takings, stake: int, edge: Fraction | float, confidence: float) -> dict[str, object]:
    """Return the hold of a bet as plain data; figures that need a longer run are None.

    Args:
        takings: The takings of the bet.
        stake: The stake each time, in smallest units.
        edge: The exact house edge.
        confidence: The share of such runs, 0 to 1, in which the true hold lies within its band.
    """
    hold, error = float(takings.hold(stake)), takings.error(stake)
    known = math.isfinite(error)
    return {
        "hold": hold,
        "error": error if known else None,
        "band": list(band(hold, error, confidence)) if known else None,
        "edge": float(edge),
        "errors_away": float(takings.hold(stake) - edge) / error if known and error else None,
    }


def hold_cells(takings: Takings, stake: int, edge: Fraction | float, confidence: float) -> tuple[str, str, str, str]:
    """Return the hold of a bet as cells of a table: the hold, its band, the edge, how far they are apart.

    Args:
        takings: The takings of the bet.
        stake: The stake each time, in smallest units.
        edge: The exact house edge.
        confidence: The share of such runs, 0 to 1, in which the true hold lies within its band.
    """
    hold, away = float(takings.hold(stake)), hold_data(takings, stake, edge, confidence)["errors_away"]
    low, high = band(hold, takings.error(stake), confidence)
    shown = "-" if away is None else f"{away:+.1f}"
    return percent(hold), f"{percent(low)} to {percent(high)}", percent(float(edge)), shown


def proof_data(shoes: int | None, differences: Iterable[object], part: str) -> dict[str, object] | None:
    """Return the proof of a run at a table as plain data; None if it was not asked for.

    Args:
        shoes: The number of shoes dealt again; None if no proof was asked for.
        differences: The coups or rounds that came out differently at the table.
        part: The part of a shoe that is compared, `coup` or `round`.
    """
    unlike = [fields(difference, "shoe", part) for difference in differences]
    return None if shoes is None else {"shoes": shoes, "differences": unlike}

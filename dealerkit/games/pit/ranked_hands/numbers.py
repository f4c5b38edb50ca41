"""The odds of games with hands read by a ranking, registered for `dealerkit odds`."""

from __future__ import annotations

import importlib.util

from dealerkit.arithmetic.readings import RANKED
from dealerkit.errors import Impossible
from dealerkit.files.extras import install
from dealerkit.files.late_modules import late_imports
from dealerkit.games.pit.ranked_hands.street_figures import street_figures
from dealerkit.games.pit.ranked_hands.terms import RankedTerms
from dealerkit.rules.counted_figures import CountedFigures, odds_of
from dealerkit.rules.games import Game

with late_imports():  # needs the extra `bulk`
    from dealerkit.games.pit.ranked_hands import duel_figures


@odds_of(RANKED)
def ranked_odds(game: Game) -> CountedFigures:
    """Return the counted figures of a game with hands read by a ranking, under its options in force.

    Args:
        game: The game.

    Raises:
        Impossible: If the odds of such a game are not counted, or a package is missing.
    """
    terms = RankedTerms.of(game)
    if terms.boxes.board:
        return street_figures(terms)
    if not terms.has_dealer:
        msg = f"no odds for {game.title}: there is neither a dealer's hand nor a shared card"
        raise Impossible(msg)
    if importlib.util.find_spec("numpy") is None:
        msg = f"counting every deal of {game.title} needs an extra package (numpy); to install it: {install('bulk')}"
        raise Impossible(msg)
    return duel_figures.duel_figures(terms)

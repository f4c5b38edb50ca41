"""The answer of a drill by another method: opening a shoe."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.shoe_opening import ShoeOpeningSituation


def proof(setting: Setting, given: ShoeOpeningSituation) -> str | None:
    """Read the burn table from the file; read an order from the procedure alone."""
    if not given.card:
        return None
    options, tables = setting.game.options, setting.game.data["tables"]
    fixed = {"fixed": options.get("burn_fixed"), "number_of_decks": options.get("decks")}.get(str(options["burn_count"]))
    count = int(str(tables["burn"][options["burn_count"]][given.card[0]] if fixed is None else fixed))
    return str(count - 1 if options["burn_count"] in tables["burn_whole"] else count)

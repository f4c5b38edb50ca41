"""The answer of a drill by another method: early and irregular streets."""

from __future__ import annotations

from dealerkit.training.generators import Setting
from dealerkit.training.generators.early_street import BURN, EarlyStreetSituation, _answers, _cure
from dealerkit.training.replies import PartsReply

STUB, CARDS = "stub", "cards"


def proof(setting: Setting, given: EarlyStreetSituation) -> str:
    """Repeat it with the cards: put cards back, burn and deal from the top."""
    answers = list[str]()
    for ruling in given.rulings:
        cure = _cure(setting, ruling)
        assert cure is not None
        cards, heaps = _by_hand(setting, given, cure["how"], ruling.outcome)
        answers += _answers(setting, ruling, cards, heaps)
    return PartsReply.join(answers)


def _by_hand(setting: Setting, given: EarlyStreetSituation, how: str, outcome: str) -> tuple[list[str], list[str]]:
    """Return the known board cards in the answer, in order, and the shuffled or scrambled ones."""
    told, sizes = setting.told("situations")[given.cell], dict(setting.told("streets"))
    boards, came = int(told.get("boards", 1)), list(told["came"])
    pile = list(reversed(given.off))
    lying = [(role, pile.pop()) for role in came]
    coming = list(sizes)[list(sizes).index(told["street"]) + 1 :]
    burns, shuffled, out = True, list[str](), list[str]()
    if how == "by chance":
        return [], [STUB, CARDS]
    if how == "set aside":
        pile.pop()
        return [pile.pop()], [STUB, CARDS]
    if how == "as due" and outcome != "board_stands":
        while lying:
            pile.append(lying.pop()[1])
        coming.insert(0, told["street"])
    elif how == "as due":
        burned = [card for role, card in lying if role == BURN]
        if len(burned) > 1:
            pile.append(burned[-1])
        elif not burned:
            pile.pop()
    elif how == "completed":
        pile.pop()
        shuffled = [CARDS]
    elif how == "burn by lot":
        burns, shuffled = False, [CARDS]
    for street in coming:
        if burns:
            pile.pop()
        burns = True
        laid = [pile.pop() for _ in range(int(sizes[street]) * boards)]
        out += laid if street in setting.told("asked") else []
    return out, shuffled

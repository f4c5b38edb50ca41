"""Early and irregular streets: the remedy, the board cards that then cannot change, and the cards that are shuffled."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from random import Random

import attrs

from dealerkit.procedure.setup import composition
from dealerkit.rulings import Ruling
from dealerkit.training.disputes import one_of, picks, ruled_by, said_outcome, said_remedy, set_of, sets_asked
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.narration import wrapped
from dealerkit.training.replies import AnyOfReply, CardsReply, PartsReply, Reply, choices

BURN = "burn"
_LEFT = 8
"""Number of stub cards that are shown."""
_CHOICES = 4


@attrs.frozen(eq=False)
class EarlyStreetSituation:
    """A street that was dealt wrongly.

    Attributes:
        cell: Its name among the drill file's `situations`.
        board: The board cards before the mistake.
        off: The top cards of the stub before the mistake, top card first, as far as they are shown.
        seat: The seat in question.
        rulings: The ruling under each requested rule set, in order.
        offered: For each ruling, the outcomes and the remedies to choose from.
    """

    cell: str
    board: tuple[str, ...]
    off: tuple[str, ...]
    seat: int
    rulings: tuple[Ruling, ...]
    offered: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]


class EarlyStreet(Generator[EarlyStreetSituation]):
    """Exercises on streets that were dealt too early.

    A cell, the unit that comes back after a wrong answer, is a situation of the drill's file; its class is the outcome under
    the first rule set.

    Under `with:` a level has `ask` (situations), `parts` (the parts of the answer for each rule set: `ruling`, `remedy`,
    `cards`, `shuffled`) and `sets` (rule sets asked side by side; by default the one in force). A situation has the fault and
    its facts, `came` (the cards that came off the stub, in order), `slip` (the slip in words), `code`, and `boards` if there
    is more than one. `cures` say for a remedy (`none` for none) and an outcome `how` the cards come then, and the cards to be
    `shuffled`; situations whose rulings have no entry there are not asked.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return the situations for which every rule set has an answer."""
        return _cells(setting)

    def draw(self, setting: Setting, cell: str, rng: Random) -> EarlyStreetSituation:
        """Deal the cards of a situation."""
        situation, streets = setting.told("situations")[cell], setting.told("streets")
        street, boards = situation["street"], int(situation.get("boards", 1))
        before = sum(int(size) for name, size in streets.items() if list(streets).index(name) < list(streets).index(street))
        drawn = rng.sample(_pack(setting), before * boards + len(situation["came"]) + _LEFT)
        rulings = _rulings(setting, cell)
        offered = tuple(picks(set_of(setting, ruling), ruling, rng, _CHOICES) for ruling in rulings)
        off = tuple(drawn[before * boards :])
        return EarlyStreetSituation(cell, tuple(drawn[: before * boards]), off, rng.randint(1, 9), rulings, offered)

    def question(self, setting: Setting, given: EarlyStreetSituation) -> Question:
        """Describe the slip, with the cards dealt and those on the stub."""
        situation_, parts = setting.told("situations")[given.cell], list[tuple[str, Reply]]()
        names = [ruling.rules_set for ruling in given.rulings]
        shown = [f"{setting.game.title}, rules {' and '.join(names)}."]
        if given.board:
            boards = int(situation_.get("boards", 1))
            each = len(given.board) // boards
            rows = [" ".join(given.board[at * each : (at + 1) * each]) for at in range(boards)]
            shown.append(f"On the board: {' and '.join(rows)}.")
        shown += wrapped(situation_["slip"].format(seat=given.seat), 76, "")
        came = [f"{role} {card}" for role, card in zip(situation_["came"], given.off, strict=False)]
        shown += wrapped(f"Dealt off the stub, in this order: {', '.join(came)}.", 76, "   ")
        shown.append(f"The stub now, from the top: {' '.join(given.off[len(came) :])}")
        heaps: Mapping[str, str] = setting.told("heaps")
        for name, (outcomes, remedies) in zip(names, given.offered, strict=True):
            of = f", {name}" if len(names) > 1 else ""
            replies: Mapping[str, Reply] = {
                "ruling": one_of(outcomes),
                "remedy": one_of(remedies),
                "cards": CardsReply(in_order=True),
                "shuffled": AnyOfReply(choices(heaps)),
            }
            parts += [(f"{label}{of}", replies[part]) for part, label in setting.told("parts").items()]
        return Question(tuple(shown), str(setting.told("question")), PartsReply(tuple(parts)))

    def key(self, setting: Setting, given: EarlyStreetSituation) -> Key:
        """Return the ruling, and the cards that follow when the stub is counted down from where the remedy begins."""
        answers, rules, working = list[str](), list[str](), list[str]()
        situation_ = setting.told("situations")[given.cell]
        for ruling in given.rulings:
            cure = _cure(setting, ruling)
            assert cure is not None
            known = _certain(cure["how"], _plan(setting, given), situation_["came"], acted=ruling.outcome == "board_stands")
            sure = [(role, given.off[at]) for role, at in known if role in setting.told("asked")]
            answers += _answers(setting, ruling, [card for _, card in sure], cure["shuffled"])
            rules += ruling.rules
            of = f"{ruling.rules_set}: " if len(given.rulings) > 1 else ""
            certain_words = ", ".join(f"{role} {card}" for role, card in sure) or setting.told("nothing_certain")
            working += wrapped(f"{of}{setting.told('why')[cure['how']] if of else ruling.because}", 74, "")
            if not of:
                working.append(f"Known: {certain_words}.")
        return Key((PartsReply.join(answers),), tuple(dict.fromkeys(rules))[:4], tuple(working), (situation_["code"],))


@functools.lru_cache(maxsize=32)
def _pack(setting: Setting) -> tuple[str, ...]:
    return tuple(map(str, composition(setting.game, int(setting.game.data["players"]["min"])).faces()))


@functools.lru_cache(maxsize=32)
def _cells(setting: Setting) -> Mapping[str, str]:
    cells: dict[str, str] = {}
    for cell in setting.told("ask"):
        rulings = _rulings(setting, cell)
        if all(_cure(setting, ruling) is not None for ruling in rulings):
            cells[cell] = said_outcome(rulings[0])
    return cells


@functools.lru_cache(maxsize=256)
def _rulings(setting: Setting, cell: str) -> tuple[Ruling, ...]:
    situation_ = setting.told("situations")[cell]
    form = str(setting.game.data["showdown"]["kind"])
    facts = {"fault": situation_["fault"], "form": form, "street": situation_["street"], **situation_.get("facts", {})}
    return tuple(ruled_by(setting, rules, facts) for rules in sets_asked(setting))


def _cure(setting: Setting, ruling: Ruling) -> Mapping[str, str] | None:
    """Return the entry of `cures` for a ruling; None if the drill's file has none."""
    done = next(iter(ruling.to_deal), "none")
    cure: Mapping[str, str] | None = setting.told("cures").get(done, {}).get(ruling.outcome)
    if cure is not None and cure.get("how") not in _HOW:
        name = "cures"
        raise setting.wrong(name, f"{done}: unknown `how`: '{cure.get('how')}'; allowed: {', '.join(_HOW)}")
    return cure


def _answers(setting: Setting, ruling: Ruling, cards: Sequence[str], shuffled: Sequence[str]) -> list[str]:
    """Return the requested parts of the answer, in their order.

    Args:
        setting: The drill at a level.
        ruling: The ruling.
        cards: The board cards that are certain.
        shuffled: The cards that are shuffled.
    """
    heaps = [name for name in setting.told("heaps") if name in shuffled]
    answers = {
        "ruling": said_outcome(ruling),
        "remedy": said_remedy(set_of(setting, ruling), ruling),
        "cards": " ".join(cards) or AnyOfReply.NONE,
        "shuffled": " ".join(heaps) or AnyOfReply.NONE,
    }
    return [answers[part] for part in setting.told("parts")]


def _plan(setting: Setting, given: EarlyStreetSituation) -> list[str]:
    """Return the purposes of the cards from the beginning of the street, if nothing goes wrong."""
    situation_ = setting.told("situations")[given.cell]
    streets: Mapping[str, int] = setting.told("streets")
    rest = list(streets)[list(streets).index(situation_["street"]) :]
    return [role for name in rest for role in (BURN, *[name] * (int(streets[name]) * int(situation_.get("boards", 1))))]


# -- from the plan and the cards that came, to the purposes and places of cards on the stub --

_ONWARD = {"onward": (0, 0), "completed": (1, 0), "burn by lot": (0, 1)}
"""For rulings after which the dealt cards stay: number of stub cards that complete the street, and of burns to leave out."""
_HOW = ("as due", "set aside", "by chance", *_ONWARD)


def _certain(how: str, plan: Sequence[str], came: Sequence[str], *, acted: bool) -> list[tuple[str, int]]:
    """Return purpose and place of each certain card; the place is that on the stub before the street.

    Args:
        how: Way in which the cards come. `as due`: as they would have come without the error, except that a card acted on
            stands. `onward`: the street is the cards dealt, followed by one burn a street. `completed`: the next card completes
            the street, since one of the cards dealt was the burn. `burn by lot`: one of the cards dealt is the next burn. `set
            aside`: after a burn the street is dealt again, then the stub is shuffled. `by chance`: the stub is shuffled at
            once.
        plan: The purposes of the cards from the beginning of the street, if nothing goes wrong.
        came: The cards dealt instead.
        acted: Whether the cards dealt stand because of action on them.
    """
    if how == "as due":
        return [(role, at) for at, role in enumerate(plan) if not (acted and role in came)]
    if how == "set aside":
        return [(came[-1], len(came) + 1)]
    if how not in _ONWARD:
        return []
    filled, burned = _ONWARD[how]
    return [(role, at) for at, role in enumerate(_after(plan, came)[burned:], len(came) + filled)]


def _after(plan: Sequence[str], came: Sequence[str]) -> list[str]:
    """Return the rest of the plan, from the burn of the next street."""
    last = max(at for at, role in enumerate(plan) if role == came[-1])
    return list(plan[last + 1 :])


GENERATOR = EarlyStreet()

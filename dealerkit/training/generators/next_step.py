"""The next step: a record breaks off, and the dealer's next step is chosen among plausible wrong ones."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

import attrs

from dealerkit.catalogue.findings import in_words
from dealerkit.errors import Impossible
from dealerkit.felt import DEALER, Act, sentence
from dealerkit.rules.games import Game
from dealerkit.rules.games import game as load
from dealerkit.table.table import Table
from dealerkit.training.deals import Deal, deal, seating
from dealerkit.training.generators import Generator, Setting
from dealerkit.training.items import Key, Question
from dealerkit.training.narration import heading, latest, lines, tell, wrapped
from dealerkit.training.replies import Choice, OneOfReply
from dealerkit.training.walk.slips import Planted, plant, slips

WAIT = "wait"
_FLOOR, _TABLE = "the floor", "the dealer"
"""Person who acts first to cure a slip: classes of answers, so that always calling the floor gains nothing."""
_PLACES = 5
"""Most places in a round that are tried for a slip that needs a cure."""
_KEYS = "abcdefghij"
_LINES = 16
"""Most lines of the record that are shown, the latest ones."""
ASK_NEXT = "What does the dealer do now?"


@attrs.frozen
class StepChoice:
    """A possible act of the dealer.

    Attributes:
        text: The act in words; or the player that the dealer waits for.
        right: Whether it is right.
        codes: Findings that it would cause.
    """

    text: str
    right: bool
    codes: tuple[str, ...] = ()


@attrs.frozen(eq=False)
class NextStepSituation:
    """A record that breaks off.

    Attributes:
        shown: The record in lines.
        steps: The choices, in the order shown.
        rules: Ids of the rules for the right answer.
        why: The working.
    """

    shown: tuple[str, ...]
    steps: tuple[StepChoice, ...]
    rules: tuple[str, ...]
    why: tuple[str, ...]


class NextStep(Generator[NextStepSituation]):
    """Exercises on the dealer's next step.

    A cell, the unit that comes back after a wrong answer, is a game and a moment: the verb that is due, or waiting for a
    player. At the level about putting slips right it is a game and a kind of slip.

    Under `with:` a level has `moments` (verbs, and `wait`) or `slips` (kinds of slip), `seats`, `stacks`, `players` (the kind
    of players), `all_in` (`yes`, `no`, or `any`) and `rounds`; `mixed: true` asks about all games of the level in turn.
    """

    def cells(self, setting: Setting) -> Mapping[str, str]:
        """Return every moment that the level asks about, or who puts a slip right, for each of its games."""
        moments = dict.fromkeys(setting.told("moments", ()), "")
        if setting.told("slips"):
            moments |= {f"cured by {who}": who for who in (_FLOOR, _TABLE)}
        games = [game.id for game in _games(setting)]
        return {f"{game} {moment_}" if len(games) > 1 else moment_: label for game in games for moment_, label in moments.items()}

    def draw(self, setting: Setting, cell: str, rng: Random) -> NextStepSituation | None:
        """Deal a round, break it off at a moment of the cell, and draw the choices; None if this attempt gave none."""
        games = _games(setting)
        game = next((game_ for game_ in games if cell.startswith(f"{game_.id} ")), games[0])
        moment = cell.removeprefix(f"{game.id} ")
        deal_ = deal(
            game, seating(game, setting.level.told, rng), int(setting.told("rounds", 1)), setting.told("players", "sensible")
        )
        if deal_ is None:
            return None
        if moment.startswith("cured by "):
            who = moment.removeprefix("cured by ")
            tries = (_cure(deal_, who, rng, setting) for _ in range(_PLACES))
            return next((step_ for step_ in tries if step_ is not None), None)
        at = _places(deal_, moment, str(setting.told("all_in", "any")))
        return _step(deal_, rng.choice(at), rng, setting) if at else None

    def question(self, setting: Setting, given: NextStepSituation) -> Question:
        """Show the record and ask for the next step."""
        picks = tuple(Choice(key, step.text) for key, step in zip(_KEYS, given.steps, strict=False))
        return Question(given.shown, ASK_NEXT, OneOfReply(picks))

    def key(self, setting: Setting, given: NextStepSituation) -> Key:
        """Return every right step; any of them is accepted."""
        right = tuple(step.text for step in given.steps if step.right)
        return Key(
            right,
            given.rules or setting.drill.cite,
            given.why,
            setting.drill.codes[:1],
            {step.text: step.codes for step in given.steps if not step.right},
        )


def _games(setting: Setting) -> Sequence[Game]:
    """Return the games to ask about: those of the level in turn, unless one was chosen."""
    others = setting.level.games
    if not setting.told("mixed") or setting.game.id != others[0]:
        return (setting.game,)
    rules = setting.game.rules
    named = rules.name if rules is not None else None
    return (setting.game, *(load(other, named) for other in others[1:]))


def _places(deal_: Deal, moment: str, all_in: str) -> list[int]:
    """Return the indexes of a moment in the round, from 0: before an act of its verb, or before a player's."""
    places, table = [], deal_.table(deal_.first)
    for at, act in enumerate(deal_.acts[deal_.first :], deal_.first):
        with_all_in = _all_in(table)
        if all_in == "any" or (all_in == "yes") == with_all_in:
            if moment == WAIT:
                if act.who != DEALER and len(table.ask) == 1 and act.who in table.ask:
                    places.append(at)
            elif act.who == DEALER and act.verb == moment and at > deal_.first:
                places.append(at)
        table.push(act)
    return places


def _all_in(table: Table) -> bool:
    """Return whether a player who holds cards has no chips behind."""
    felt = table.felt
    return any(not felt.rows["stack"][seat] and felt.cards(f"s{seat}") for seat in range(1, table.seats + 1))


def _step(deal_: Deal, at: int, rng: Random, setting: Setting) -> NextStepSituation | None:
    """Break the round off before an act."""
    table = deal_.table(deal_.first)
    head = heading(deal_.game, table)
    narration = tell(table, deal_.acts[deal_.first : at])
    due = deal_.acts[at]
    waits = due.who != DEALER
    expected, step = table.expected, table.agenda.step
    if waits:
        steps = [StepChoice(waits_for(due.who), right=True)]
        wrong = [act for act in deal_.acts[at:] if act.who == DEALER][:4]
    else:
        steps = _right(table, due)
        wrong = _spread([slip.act for slip in slips(table)], [slip.kind for slip in slips(table)])
        seat = next((act for act in deal_.acts[at:] if act.who != DEALER), None)
        if seat is not None and rng.random() < 0.5:
            steps.append(
                StepChoice(waits_for(seat.who), right=False, codes=(f"step/{step.id}-skipped",) if step is not None else ())
            )
    choices = offered(table, steps, wrong, rng, int(setting.told("choices", 5)))
    if choices is None:
        return None
    players = table.players
    if waits and players is not None:
        rules, say = players.cite, f"{_first(expected.say)}; seat {due.who[1:]} is to act."
    else:
        rules, say = (step.cite if step is not None else ()), f"{_first(expected.say)}."
    return NextStepSituation(latest(head, lines(narration), _LINES), choices, tuple(rules), tuple(wrapped(say, 75, "")))


def _right(table: Table, due: Act) -> list[StepChoice]:
    """Return the act due; if the order is free, also the other acts of the plan."""
    expected = table.expected
    acts = [due, *expected.dealer] if expected.any_order else [due]
    return [StepChoice(text, right=True) for text in dict.fromkeys(sentence(act) for act in acts)][:2]


def _cure(deal_: Deal, who: str, rng: Random, setting: Setting) -> NextStepSituation | None:
    """Let the dealer slip, and ask for the first step of the cure: calling the floor, or a correction at the table."""
    places = [at for at, act in enumerate(deal_.acts) if at > deal_.first and act.who == DEALER]
    if not places:
        return None
    at = rng.choice(places)
    table = deal_.table(deal_.first)
    head = heading(deal_.game, table)
    narration = tell(table, deal_.acts[deal_.first : at])
    twin = deal_.table(at)
    planted = plant(twin, rng, setting.told("slips"))
    if planted is None or not planted.findings or not _mends(twin):
        return None
    due = twin.next_act()
    if due is None or due.who != DEALER or (due.verb == "floor") != (who == _FLOOR):
        return None
    narration += tell(table, [planted.slip.act])
    coming = [act for act in deal_.acts[at:] if act.who == DEALER][:3]
    wrong = [*coming, *(slip.act for slip in slips(table)), *([] if due.verb == "floor" else [Act.make(DEALER, "floor")])]
    right = [StepChoice(sentence(due), right=True), *_right(table, due)[1:]]
    choices = offered(table, right, wrong, rng, int(setting.told("choices", 5)))
    if choices is None:
        return None
    return NextStepSituation(latest(head, lines(narration), _LINES), choices, _cited(table, planted), _because(table, planted))


def _mends(table: Table) -> bool:
    """Return whether there is something to correct at once."""
    step = table.agenda.step
    return bool(table.owed) or (step is not None and step.remedy) or table.floor.to_rule is not None


def _cited(table: Table, planted: Planted) -> tuple[str, ...]:
    ruled = [rule for each in table.rulings for rule in each.ruling.rules]
    return tuple(dict.fromkeys([*ruled, *table.explain(planted.findings[0]).cite]))[:3]


def _because(table: Table, planted: Planted) -> tuple[str, ...]:
    """Return the slip and the ruling, in words."""
    known = table.explain(planted.findings[0])
    due = planted.findings[0].expected if planted.findings[0].code.startswith("step/") else ""
    because_words = f"Action {planted.number}: {known.title[:1].lower()}{known.title[1:]}{f' ({in_words(due)})' if due else ''}."
    ruling = table.rulings[-1].ruling if table.rulings else None
    then = (ruling.steps[0] if ruling.steps else ruling.say) if ruling is not None else known.remedy
    return (*wrapped(because_words, 75, ""), *wrapped(then, 75, ""))


def offered(
    table: Table, right: Sequence[StepChoice], wrong: Sequence[Act], rng: Random, most: int, least: int = 2
) -> tuple[StepChoice, ...] | None:
    """Return the choices: the right steps and some wrong ones; None if there are too few wrong ones.

    An act that would cause no finding is neither right nor wrong here, and is left out.

    Args:
        table: The table.
        right: The right steps.
        wrong: Acts that may be wrong; faulty versions of the acts due are added if there are too few.
        rng: The random source of the order.
        most: Most choices.
        least: Fewest wrong choices.
    """
    choices, taken = list(right), {step.text for step in right}
    for act in (*wrong, *(slip.act for slip in slips(table))):
        text = sentence(act)
        if text in taken or len(choices) >= most:
            continue
        try:
            findings = table.judge(act).findings
        except Impossible:
            continue
        if findings:
            taken.add(text)
            choices.append(StepChoice(text, right=False, codes=tuple(dict.fromkeys(finding.code for finding in findings))))
    if len(choices) < len(right) + least or any(len(step.text) > 70 for step in choices):
        return None
    rng.shuffle(choices)
    return tuple(choices)


def _spread(acts: Sequence[Act], kinds: Sequence[str]) -> list[Act]:
    """Return acts in an order that has one of each kind before a second of any."""
    of_kind: dict[str, list[Act]] = {}
    for act, kind in zip(acts, kinds, strict=True):
        of_kind.setdefault(kind, []).append(act)
    rows = list(of_kind.values())
    return [row[at] for at in range(max(map(len, rows), default=0)) for row in rows if at < len(row)]


def waits_for(seat: str) -> str:
    """Return a sentence that the dealer waits for a seat, given as `s3`."""
    return f"the dealer waits for seat {seat[1:]}"


def _first(words: str) -> str:
    return words[:1].upper() + words[1:]


GENERATOR = NextStep()

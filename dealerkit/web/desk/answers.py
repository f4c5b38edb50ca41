"""A dispute with its answers: the next question, or the ruling."""

from __future__ import annotations

import attrs

from dealerkit.errors import BetsError, Contradiction, DealerkitError, UnknownName
from dealerkit.rulings import Fact, Ruling, known_faults
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.facts import fact_of
from dealerkit.rulings.story_facts import facts_in
from dealerkit.table.enforcement import carried_out
from dealerkit.table.playback import replay
from dealerkit.web.desk.dispute import UNKNOWN, Dispute
from dealerkit.web.desk.ground import DisputeGround, families_to_ask, ground_of
from dealerkit.web.refusals import Refused
from dealerkit.web.visit import Visit


@attrs.frozen
class HeardAnswers:
    """A dispute with its answers, and the error message of the last one.

    Attributes:
        desk: The dispute under the rule set in force.
        dispute: The dispute with the answers that were accepted.
        fact: The fact whose answer was refused; None if there is none.
        problem: The error of the last answer; empty if there is none.
        given: The refused answer.
    """

    desk: Desk
    dispute: Dispute
    fact: Fact | None = None
    problem: str = ""
    given: str = ""


def hear_answers(dispute: Dispute, ground: DisputeGround) -> HeardAnswers:
    """Apply a dispute's answers one after another, up to the first that is refused.

    Args:
        dispute: The dispute with its answers.
        ground: The game, the rule sets and the known facts of the dispute.
    """
    sets = ground.sets if dispute.more else ground.sets[:1]
    asked = () if ground.table is not None else facts_in(dispute.said, dispute.fault, sets).asked
    desk = Desk(dispute.fault, sets, ground.facts, ground.options, asked)
    for argument in dispute.argued:
        desk.argue(argument)
    for number, (name, value) in enumerate(dispute.answers):
        fact = fact_of(dispute.fault, name)
        try:
            desk.answer(name, None if value == UNKNOWN else value)
        except (UnknownName, BetsError, Contradiction) as wrong:
            kept = attrs.evolve(dispute, answers=dispute.answers[:number])
            return HeardAnswers(desk, kept, fact, _wrong(desk, fact, value, wrong), value)
    return HeardAnswers(desk, dispute)


def _wrong(desk: Desk, fact: Fact, given: str, wrong: DealerkitError) -> str:
    """Return the sentence that explains why an answer was refused."""
    if isinstance(wrong, Contradiction):
        return desk.contradicted(wrong, fact)
    if isinstance(wrong, BetsError):
        return f"At character {wrong.column}: {wrong.message}" + (f"; {wrong.hint}" if wrong.hint else "") + "."
    return f"\u2018{given[:60]}\u2019 is not an answer; expected: {' or '.join(fact.allowed[:4])}."


def at_hand(ground: DisputeGround, ruling: Ruling) -> Ruling:
    """Return a ruling with its remedy worded for the table where the dispute happened, if there is one."""
    if ground.table is None or not ruling.decided:
        return ruling
    return carried_out(replay(ground.record, len(ground.table.log), ground.table.setup.selector or None), ruling)


def ground_to_rule_on(visit: Visit, dispute: Dispute) -> DisputeGround:
    """Return the game, rule sets and known facts for ruling on a dispute.

    Raises:
        Refused: If there is no rule set to rule by (422), or as `ground_of` does.
    """
    ground = ground_of(visit, dispute)
    if len(families_to_ask(dispute, ground)) > 1:
        raise Refused(422, "the ruling depends on the game; choose it at the desk")
    if not ground.sets:
        raise Refused(422, "this game has no rule set; choose one at the desk")
    return ground


def ruling_of(visit: Visit, dispute: Dispute) -> tuple[HeardAnswers, DisputeGround, Ruling]:
    """Return a dispute's answers, its ground (game, rule sets, known facts) and its ruling.

    Raises:
        Refused: If there is no ruling yet.
    """
    if dispute.fault not in known_faults():
        raise Refused(422, "no dispute was described; start again at the desk")
    ground = ground_to_rule_on(visit, dispute)
    heard_answers_ = hear_answers(dispute, ground)
    return heard_answers_, ground, at_hand(ground, heard_answers_.desk.rulings[0])

"""The desk's pages for a dispute: questions one after another, then the ruling, in two lines with details to open."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import attrs
from starlette.responses import RedirectResponse, Response

from dealerkit.rules.sets import families
from dealerkit.rulings import Fact, Ruling, known_faults
from dealerkit.rulings.contradictions import refuse
from dealerkit.rulings.desk import Desk
from dealerkit.rulings.differences.rulings import ruling_differences
from dealerkit.rulings.facts import fact_of
from dealerkit.rulings.outcome_words import ANSWER
from dealerkit.rulings.story import WHICH_GAME
from dealerkit.rulings.wording import RulingWords, outcome_in_words, ruling_words, said_fact, told_of_it
from dealerkit.sheets.player import player_page
from dealerkit.web.desk import journal, memory
from dealerkit.web.desk.addresses import asked, at
from dealerkit.web.desk.answers import HeardAnswers, at_hand, ground_to_rule_on, hear_answers, ruling_of
from dealerkit.web.desk.dispute import UNKNOWN, Dispute
from dealerkit.web.desk.ground import DisputeGround, chips_of, families_to_ask, ground_of, sets_for, titled
from dealerkit.web.desk.questions import WITHOUT_SEAT, AskedQuestion, question
from dealerkit.web.desk.words import what_happened
from dealerkit.web.house.sets import title_of
from dealerkit.web.people import DECIDE
from dealerkit.web.refusals import Refused
from dealerkit.web.visit import Visit


def dispute_page(visit: Visit) -> Response:
    """Show a dispute: the faults that may be meant, the next question, or the ruling.

    Raises:
        Refused: If the address names a fault that does not exist, or the game has no rule set (422).
    """
    dispute = asked(visit)
    if not dispute.fault:
        return what_happened(visit, dispute)
    if dispute.fault not in known_faults():
        raise Refused(422, f"unknown fault: '{dispute.fault[:40]}'; start again at the desk")
    ground = ground_of(visit, dispute)
    if len(dealt := families_to_ask(dispute, ground)) > 1:
        return _which_game(visit, dispute, dealt)
    ground = ground_to_rule_on(visit, dispute)
    refuse(dispute.fault, ground.facts)
    answers = hear_answers(dispute, ground)
    desk = answers.desk
    wanted = answers.fact or desk.question()
    ruling = at_hand(ground, desk.rulings[0])
    title = known_faults()[dispute.fault].title
    ruled = all(ruling_.decided for ruling_ in desk.rulings)
    asks = wanted is not None and (bool(answers.problem) or not ruled or dispute.more)
    if not visit.heads_only:
        memory.remember(visit.site.store, visit.person, answers.dispute, title, "asked" if asks else "ruled")
    common = {
        "title": title,
        "dispute": answers.dispute,
        "again": visit.url("desk"),
        "back": _back(visit, answers.dispute),
        "rules": titled(ground),
        "words": ruling_words(ruling),
        "told": list(told_of_it([ruling], ground.facts)) if ground.table is not None else [],
        "source": ground.source,
        "answered": _answered(visit, answers.dispute),
        "argue": list(answers.dispute.pairs()),
    }
    if asks and wanted is not None:
        chips = chips_of(ground, dispute.family or known_faults()[dispute.fault].family)
        return _ask(visit, answers, question(desk, wanted, chips), ruling, common)
    return _ruled(visit, answers, ground, ruling, wanted, common)


def _which_game(visit: Visit, dispute: Dispute, dealt: tuple[str, ...]) -> Response:
    """Ask for the game by one tap, if the rules differ between games."""
    return visit.page(
        "desk/game.html",
        title=known_faults()[dispute.fault].title,
        asks=WHICH_GAME,
        families=[(families()[name], at(visit, "desk.dispute", attrs.evolve(dispute, game="", family=name))) for name in dealt],
        back=_back(visit, dispute),
    )


def _back(visit: Visit, dispute: Dispute) -> str:
    """Return the address that undoes the last step."""
    if dispute.answers or dispute.said:
        return at(visit, "desk.dispute", dispute.back())
    return at(visit, "desk", attrs.evolve(dispute, fault="")) if dispute.elsewhere else visit.url("desk")


def _answered(visit: Visit, dispute: Dispute) -> list[tuple[str, str, str]]:
    """Return title and value of each answer, with the address that asks the question again."""
    rows = []
    for number, (name, value) in enumerate(dispute.answers):
        if value == UNKNOWN:
            words, title = "can't be established", fact_of(dispute.fault, name).title
        else:
            fact = said_fact(dispute.fault, name, fact_of(dispute.fault, name).read(value) or value)
            words, title = fact.value, fact.title
        rows.append((title, words, at(visit, "desk.dispute", attrs.evolve(dispute, answers=dispute.answers[:number]))))
    return rows


def _ask(visit: Visit, state: HeardAnswers, asks: AskedQuestion, ruling: Ruling, common: Mapping[str, Any]) -> Response:
    dispute = state.dispute
    possible = (
        [outcome_in_words(outcome).partition(";")[0] for outcome in ruling.possible] if ruling.possible != (ANSWER,) else []
    )
    return visit.page(
        "desk/question.html",
        422 if state.problem else 200,
        asks=asks,
        without_seat=WITHOUT_SEAT,
        buttons=[(button, at(visit, "desk.dispute", dispute.answered(asks.fact, button.value))) for button in asks.buttons],
        unknown=at(visit, "desk.dispute", dispute.answered(asks.fact, UNKNOWN)),
        hidden=[pair for pair in dispute.pairs() if pair[0] != f"f.{asks.fact}"],
        problem=state.problem,
        given=state.given,
        possible=possible,
        number=len(dispute.answers) + 1,
        enough=at(visit, "desk.dispute", attrs.evolve(dispute, more=False)) if ruling.decided else "",
        **common,
    )


def _ruled(
    visit: Visit, answers: HeardAnswers, ground: DisputeGround, ruling: Ruling, wanted: Fact | None, common: Mapping[str, Any]
) -> Response:
    dispute, desk = answers.dispute, answers.desk
    others, more = _beside(ground, desk, ruling)
    lacking = desk.unknown if not ruling.decided else []
    named = set(ground.keys)
    return visit.page(
        "desk/ruling.html",
        decided=ruling.decided,
        others=others,
        unknown=[fact_of(dispute.fault, name).title for name in lacking],
        possible=[outcome_in_words(outcome) for outcome in ruling.possible] if not ruling.decided else [],
        wanted=wanted.question if wanted is not None else "",
        more=at(visit, "desk.dispute", attrs.evolve(dispute, more=True)) if wanted is not None or more else "",
        sets=[
            (title_of(name), at(visit, "desk.dispute", _with_set(dispute, ground, name)), name in named)
            for name in (sets_for(visit.site.settings, dispute.fault) if ground.keys[0] else ())
            if name != ground.keys[0]
        ],
        before=journal.ruled_before(visit.site.settings, [dispute.fault], ruling)
        if visit.person.may(DECIDE)
        else journal.RuledBefore(),
        decide=at(visit, "desk.decide", dispute),
        player=at(visit, "desk.player", dispute) if ruling.decided else "",
        may=visit.person.may(DECIDE),
        **common,
    )


def _with_set(dispute: Dispute, ground: DisputeGround, name: str) -> Dispute:
    """Return the dispute with another rule set in the comparison, or without it if it is already compared."""
    shown = ground.keys
    own = dispute.rules[0] if dispute.rules else shown[0]
    others = [set_name for set_name in shown[1:] if set_name != name]
    return dispute.under([own, *others] if name in shown else [own, *others, name])


def _beside(ground: DisputeGround, desk: Desk, ruling: Ruling) -> tuple[list[tuple[str, RulingWords, bool, str]], bool]:
    """Return the comparison with each other rule set (title, ruling in words, whether it is the same, the difference), and
    whether one of them needs more facts.
    """
    if len(ground.sets) < 2:
        return [], False
    rulings = Desk(ruling.fault, ground.sets, desk.facts, ground.options).rulings
    differences_ = ruling_differences(ground.sets, rulings)
    rows = [
        (title_of(rules), ruling_words(other), other.decided and not difference.what, _by_title(difference.say, ground))
        for rules, other, difference in zip(ground.sets[1:], rulings[1:], differences_, strict=True)
    ]
    return rows, any(not other_ruling.decided for other_ruling in rulings[1:])


def _by_title(text: str, ground: DisputeGround) -> str:
    """Return a sentence with the titles of rule sets instead of their names."""
    for rules in ground.sets:
        title = title_of(rules).replace("\\", r"\\")
        text = re.sub(rf"(?<![\w-]){re.escape(rules.name)}(?![\w-])", title, text)
    return text


def player(visit: Visit) -> Response:
    """Show one large page for the player, without internal details."""
    dispute = asked(visit)
    _, ground, ruling = ruling_of(visit, dispute)
    if not ruling.decided:
        return RedirectResponse(at(visit, "desk.dispute", dispute), 303)
    return visit.page("desk/player.html", page=player_page(ground.sets[0], ruling), back=at(visit, "desk.dispute", dispute))

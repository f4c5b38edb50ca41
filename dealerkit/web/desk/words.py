"""The desk's first page: what happened in the floor's words, the faults it may mean, frequent faults, and faults at a table."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import attrs
from starlette.responses import RedirectResponse, Response

from dealerkit.rules.games import game as load
from dealerkit.rules.games import games
from dealerkit.rules.sets import families, rule_sets
from dealerkit.rulings import known_faults
from dealerkit.rulings.complaint import game_told
from dealerkit.rulings.story import AS_TOLD, NEAREST, NOTHING, THESE, TWO, Offer, fault_named, offer
from dealerkit.rulings.story_facts import facts_in
from dealerkit.web.desk import journal, memory
from dealerkit.web.desk.addresses import asked, at
from dealerkit.web.desk.dispute import Dispute, new_id
from dealerkit.web.desk.ground import (
    DealtChoice,
    DisputeGround,
    choice_of,
    choices_kept,
    ground_of,
    keep_choice,
    table_at,
    titled,
)
from dealerkit.web.house.sets import selector, set_of, sets_known, title_of
from dealerkit.web.people import CASES
from dealerkit.web.visit import Visit


def index(visit: Visit) -> Response:
    """Show the form for the story."""
    dispute = asked(visit)
    if dispute.elsewhere:
        return _from_table(visit, dispute)
    chosen = choices_kept(visit)
    if "game" in visit.request.query_params:
        choice = choice_of(visit.site.settings, dispute.game, dispute.family, dispute.rules[0] if dispute.rules else "")
        keep_choice(visit, choice)
        chosen = [choice, *(choice_ for choice_ in chosen if choice_ != choice)][: len(chosen) + 1]
    choice = chosen[0]
    if choice == DealtChoice() and (shift := journal.game_of_the_shift(visit.site.settings)) in games():
        choice = DealtChoice(shift)
        chosen = [choice]
    begun = _begun(choice)
    last = memory.last(visit.site.store, visit.person)
    return visit.page(
        "desk/index.html",
        dispute=begun,
        hidden=list(begun.pairs()),
        choice=choice,
        chosen=[(choice_, _choosing(visit, choice_)) for choice_ in (chosen if choice in chosen else [choice, *chosen])],
        families=[
            (title, _choosing(visit, DealtChoice(family=name)), choice.family == name) for name, title in families().items()
        ],
        choose=visit.url("desk.choose", {"game": choice.game, "family": choice.family, "rules": choice.rules}),
        often=[
            (title, at(visit, "desk.dispute", begun.on(name)))
            for name, title in memory.often(journal.counted(visit.site.settings), choice, ground_of(visit, begun))
        ],
        last=[(remembered, _where(visit, remembered), _ago(remembered.at)) for remembered in last],
        journal=journal.is_there(visit.site.settings) and visit.person.may(CASES),
    )


def choose(visit: Visit) -> Response:
    """Show all games and rule sets to choose from, as part of the desk or on a page of its own."""
    asks = asked(visit)
    choice = choice_of(visit.site.settings, asks.game, asks.family, asks.rules[0] if asks.rules else "")
    name = "desk/choices.html" if visit.part else "desk/choose.html"
    return visit.page(name, choice=choice, games=_games(visit, choice), sets=_sets(visit, choice))


def _begun(choice: DealtChoice) -> Dispute:
    return Dispute(new_id(), game=choice.game, family=choice.family, rules=(choice.rules,) if choice.rules else ())


def _choosing(visit: Visit, choice: DealtChoice) -> str:
    return visit.url("desk", {"game": choice.game, "family": choice.family, "rules": choice.rules})


def _games(visit: Visit, choice: DealtChoice) -> list[tuple[str, list[tuple[str, str, bool]]]]:
    """Return the games by family, each with the address that chooses it."""
    every_game = [load(name) for name in games()]
    return [
        (
            title,
            [
                (
                    game_.title,
                    _choosing(visit, DealtChoice(game_.id, "", _kept_set(choice.rules, game_.data))),
                    game_.id == choice.game,
                )
                for game_ in sorted(every_game, key=lambda game_: game_.title)
                if game_.family == family and game_.rules is not None
            ],
        )
        for family, title in families().items()
    ]


def _kept_set(rules: str, game: Mapping[str, object]) -> str:
    return rules if rules and set_of(rules).serves(game) else ""


def _sets(visit: Visit, choice: DealtChoice) -> list[tuple[str, str, bool]]:
    """Return the rule sets for the chosen game, each with the address that chooses it."""
    data = load(choice.game).data if choice.game else None
    return [
        (title_of(name), _choosing(visit, attrs.evolve(choice, rules=name)), name == choice.rules)
        for name in sets_known(visit.site.settings)
        if (set_of(name).serves(data) if data is not None else not choice.family or set_of(name).family == choice.family)
    ]


def _where(visit: Visit, remembered: memory.RememberedDispute) -> str:
    if remembered.state in {"asked", "ruled"}:
        return at(visit, "desk.dispute", remembered.dispute)
    return visit.url("desk.case", number=remembered.state)


def _ago(seconds: float) -> str:
    minutes = int((time.time() - seconds) / 60)
    if minutes < 1:
        return "just now"
    if minutes < _HOUR:
        return f"{minutes} min ago"
    return f"{minutes // _HOUR} h ago" if minutes < 24 * _HOUR else time.strftime("%d %b", time.localtime(seconds))


_HOUR = 60


def hear_story(visit: Visit) -> Response:
    """Answer a story while it is being typed, with the part of the page that shows the faults it may mean."""
    dispute = asked(visit)
    if len(dispute.said) < _A_WORD:
        return visit.page("desk/heard.html", meant=[], note="", gap="", two="", game="", said=dispute.said, incident="")
    return visit.page("desk/heard.html", **_meant(visit, dispute))


_A_WORD = 3
MOST_HEARD = 80
"""Most words of a story that are read; a dispute needs no more, and each takes time."""


def _meant(visit: Visit, dispute: Dispute) -> dict[str, Any]:
    """Return the template data for the faults that a story may mean."""
    chosen, dispute = dispute, _as_told(dispute)
    ground = ground_of(visit, attrs.evolve(dispute, fault=""))
    rules, story = rules_heard(dispute, ground), " ".join(dispute.said.split()[:MOST_HEARD])
    named = fault_named(story, rules, ground.game, dispute.family)
    offer_ = offer(story, rules, ground.game, dispute.family)
    understood = Offer((known_faults()[named],)) if named in known_faults() else offer_
    several = len({fault.family for fault in understood.faults}) > 1
    return {
        "meant": [
            (
                fault.title + (f" ({families().get(fault.family, 'any game')})" if several else ""),
                [line.partition(": ") for line in understood.apart(fault)],
                at(visit, "desk.dispute", _as_words_tell(dispute, fault.name, ground)),
            )
            for fault in understood.faults
        ],
        "note": NOTHING + "."
        if not understood.faults
        else NEAREST
        if understood.gap
        else THESE
        if len(understood.faults) > 1
        else "Is this what happened?",
        "gap": understood.gap,
        "two": TWO if understood.two else "",
        "game": AS_TOLD.format(ground.game.title) + "." if ground.game is not None and not chosen.game else "",
        "said": dispute.said,
        "incident": at(visit, "desk.decide", attrs.evolve(dispute, fault="")),
    }


def _as_words_tell(dispute: Dispute, fault: str, ground: DisputeGround) -> Dispute:
    """Return a dispute on a fault, with the facts of its story as answers, so that each can be undone."""
    known_facts = facts_in(dispute.said, fault, ground.sets).without(ground.facts)
    return attrs.evolve(dispute.on(fault), answers=tuple(known_facts.known.items()))


def _as_told(dispute: Dispute) -> Dispute:
    """Return a dispute with the game named in its story, unless a game, rule set or table was chosen."""
    if dispute.game or dispute.rules or dispute.elsewhere:
        return dispute
    family, game = game_told(dispute.said)
    return attrs.evolve(dispute, game=game, family=family) if dispute.family in ("", family) else dispute


def what_happened(visit: Visit, dispute: Dispute) -> Response:
    """Show the faults that a story may mean; if it names exactly one, continue with that."""
    if not dispute.said:
        return RedirectResponse(at(visit, "desk", dispute) if dispute.elsewhere else visit.url("desk"), 303)
    begun = attrs.evolve(dispute, id=dispute.id or new_id())
    ground = ground_of(visit, attrs.evolve(dispute, fault=""))
    named = fault_named(dispute.said, rules_heard(dispute, ground), ground.game, dispute.family)
    if named in known_faults():
        return RedirectResponse(at(visit, "desk.dispute", _as_words_tell(begun, named, ground)), 303)
    again = attrs.evolve(begun, said="")
    return visit.page("desk/meant.html", hidden=list(again.pairs()), desk=visit.url("desk"), **_meant(visit, begun))


def rules_heard(dispute: Dispute, ground: DisputeGround) -> tuple[str, ...]:
    """Return the names of the rule sets in which a story is searched: the chosen ones, or the game's."""
    if dispute.rules:
        return tuple(map(selector, dispute.rules))
    own = ground.game.rules if ground.game is not None else None
    return (own.name,) if own is not None and own.name in rule_sets() else ()


def _from_table(visit: Visit, dispute: Dispute) -> Response:
    """Show the slips of a table or record up to an act; each one with a ruling can be chosen by one tap."""
    table, _, name = table_at(visit, dispute)
    begun = attrs.evolve(dispute, id=dispute.id or new_id(), act=len(table.log), fault="")
    slips = [(slip, fault) for slip in reversed(table.floor.here) if (fault := table.floor.fault_of(slip))]
    earlier = [slip for slip in table.findings if table.floor.fault_of(slip) and slip not in table.floor.here]
    ground = ground_of(visit, begun)
    return visit.page(
        "desk/table.html",
        record="what was dealt here" if dispute.table else name,
        game=table.game.title,
        rules=titled(ground),
        act=len(table.log),
        slips=[
            (
                table.explain(slip).title,
                slip.act,
                slip.got or table.log[slip.act - 1].text,
                at(visit, "desk.dispute", begun.on(fault)),
            )
            for slip, fault in slips
        ],
        earlier=[
            (table.explain(slip).title, slip.act, at(visit, "desk", attrs.evolve(begun, act=slip.act))) for slip in earlier[-3:]
        ],
        hidden=list(begun.pairs()),
        dispute=begun,
    )

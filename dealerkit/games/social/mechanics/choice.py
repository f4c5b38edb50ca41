"""A choice: a seat answers with one of a few words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dealerkit.errors import no_such
from dealerkit.facts import Situation, fact_named
from dealerkit.facts.tables import in_turn
from dealerkit.felt import Act
from dealerkit.mechanics.registry import NOTHING, Ask, Params, Run, first_move, mechanic
from dealerkit.mechanics.setup_values import NotGiven
from dealerkit.rules.entries import Branch

WHO: Mapping[str, Callable[[Situation], int]] = {
    "eldest": lambda now: in_turn(now, now.felt.button)[0],
    "dealer": lambda now: now.felt.button,
}
"""Functions that return the seat that is asked, by the word in parameter `who`: the player on the dealer's left, or the
dealer.
"""


def _words(params: Params) -> Mapping[str, Branch]:
    """Return the answers, each with its entry in the step."""
    words = params["words"]
    return words if isinstance(words, Mapping) else {word: {} for word in words}


def _open(now: Situation, params: Params) -> list[str]:
    """Return the open answers: those whose fact in `unless` does not hold."""
    return [
        word for word, entry in _words(params).items() if not (entry and entry.get("unless") and fact_named(entry["unless"])(now))
    ]


def _broken(now: Situation, params: Params, ask: Ask, act: Act) -> str:
    """Return the rule that an act breaks, as a key of the step's `rules:`.

    `other`: another act while an answer, or an act that follows from it, is due. `turn`: another seat is asked. `word`: it does
    not answer this choice. For an answer that is barred, the word itself.
    """
    if act.verb != "answer":
        return "other"
    if act.who not in ask:
        return "turn"
    return act.to[0] if act.to[0] in _words(params) else "word"


def late_answer(now: Situation, params: Params, act: Act) -> str:
    """Return the rule broken by an answer that was not asked for, as a key of the open step's `rules:`.

    `WORD_again`: the same answer was given in this hand. `WORD`: it was not. `answer`: the step has no rule for that word.

    Args:
        now: The situation.
        params: Parameters of the open step, with its `rules:`.
        act: The answer.
    """
    word, rules = act.to[0], params.get("rules", {})
    given = {result["word"] for result in now.results.values() if isinstance(result, Mapping) and "word" in result}
    keys = [*([f"{word}_again"] if word in given else []), word]
    return next((key for key in keys if key in rules), "answer")


def _answered(now: Situation, params: Params, resumed: Branch) -> Mapping[str, object]:
    """Return the result of a choice, from its `word` at a table set up in the middle: `seat` and `word`."""
    words = _words(params)
    if resumed["word"] not in words:
        raise NotGiven(("word",), no_such("answer", resumed["word"], words))
    return {"seat": WHO[params["who"]](now), **resumed}


@mechanic(
    "choice", breaks=_broken, plain=first_move, verbs="answer", hears="announce", comes_to={"word": "word"}, result=_answered
)
def choice(now: Situation, params: Params) -> Run:
    """Ask a seat for one of a few words, until it has answered. The dealer's answer may be an announcement.

    Parameters: `who`, the player: `eldest` or `dealer`; `words`, a list of the answers, or a map in which an answer may have
    `unless`, a fact that bars it.

    Returns:
        The `seat` and the `word`.
    """
    seat = WHO[params["who"]](now)
    while True:
        moves = {f"answer {word}": NOTHING for word in _open(now, params)}
        act = yield {f"s{seat}": moves}
        if act is None:
            return None
        announced = params["who"] == "dealer" and act.verb == "announce" and f"answer {act.to[0]}" in moves
        if announced or (act.seat == seat and act.move in moves):
            return {"seat": seat, "word": act.to[0]}

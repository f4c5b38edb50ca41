"""Answers to the questions of a drill, right and wrong, in a browser's form data."""

from __future__ import annotations

import re
from typing import Any

from dealerkit.training.drill_choice import ANSWERED
from dealerkit.training.drills import drill, drill_ids
from dealerkit.training.items import Item, Question
from dealerkit.training.replies import (
    AmountReply,
    AmountsReply,
    AnyOfReply,
    CardsReply,
    ChipsReply,
    CountReply,
    GroupsReply,
    OneOfReply,
    OrderReply,
    PartsReply,
    Reply,
    SeatReply,
    SlipsReply,
    WordsReply,
)
from dealerkit.web.sittings import training
from tests.web.conftest import PageClient

OF_QUESTIONS = [name for name in drill_ids() if drill(name).kind in ANSWERED]
LEVELS = [(name, level) for name in OF_QUESTIONS for level in drill(name).levels]
FLASH = "baccarat/third-card-flash"


def fields(reply: Reply, answer: str) -> list[str]:
    """Return the fields of a form for an answer."""
    if isinstance(reply, OneOfReply):
        return [next(one.key for one in reply.choices if one.word == answer)]
    if isinstance(reply, AnyOfReply):
        words = answer.split(" ")
        return [one.key for one in reply.choices if one.word in words]
    if isinstance(reply, SlipsReply):
        keys = {one.word: one.key for one in reply.choices}
        if answer == SlipsReply.CLEAN:
            return ["-"]
        return [", ".join(f"{act} {keys[code]}" for act, _, code in (one.partition(" ") for one in answer.split(", ")))]
    return [answer.removeprefix("s")] if isinstance(reply, SeatReply) else [answer]


def form(question: Question, answer: str) -> dict[str, Any]:
    """Return the form data of a question."""
    reply = question.reply
    parts = [part for _, part in reply.parts] if isinstance(reply, PartsReply) else [reply]
    answers = answer.split(" | ") if isinstance(reply, PartsReply) else [answer]
    return {f"a{at}": fields(part, one) for at, (part, one) in enumerate(zip(parts, answers, strict=True))}


def wrong(reply: Reply, right: tuple[str, ...]) -> str:
    """Return a readable answer that is not right."""
    if isinstance(reply, PartsReply):
        own = [one.split(" | ") for one in right]
        at = next(at for at, (_, part) in enumerate(reply.parts) if not isinstance(part, OneOfReply) or len(part.choices) > 1)
        changed = wrong(reply.parts[at][1], tuple(one[at] for one in own))
        return " | ".join(changed if other == at else one for other, one in enumerate(own[0]))
    if isinstance(reply, OneOfReply):
        return next(one.word for one in reply.choices if one.word not in right)
    if isinstance(reply, AnyOfReply):
        tries = ["none", *(one.word for one in reply.choices)]
    elif isinstance(reply, SeatReply):
        tries = [f"s{seat}" for seat in range(1, reply.seats + 1)]
    elif isinstance(reply, SlipsReply):
        tries = [SlipsReply.CLEAN, f"{reply.acts} {reply.choices[0].word}"]
    elif isinstance(reply, OrderReply):
        tries = [" ".join(reply.letters), " ".join(reversed(reply.letters))]
    elif isinstance(reply, GroupsReply):
        tries = ["1", "1 2"]
    elif isinstance(reply, CardsReply):
        tries = (
            ["Ac", "2c"]
            if reply.many == 1
            else ["none", "Ac"]
            if not reply.many
            else [" ".join(["Ac", "2c", "3c", "4c"][: reply.many])]
        )
    elif isinstance(reply, ChipsReply):
        tries = ["1x1", "2x1"]
    elif isinstance(reply, AmountReply | AmountsReply | CountReply):
        tries = ["1", "2", "3"]
    else:
        assert isinstance(reply, WordsReply), reply
        tries = ["nothing", "nothing at all"]
    return next(one for one in tries if one not in right)


def begun(client: PageClient, name: str, **said: Any) -> str:
    """Begin a sitting; return its address."""
    found = client.fill("/drills/begin", drill=name, **said)
    assert found.status_code == 200, found.text[:400]
    return str(found.url.path).rsplit("/", 1)[0]


def kept() -> list[Any]:
    """Return every answer in the training file."""
    with training() as store:
        return list(store.answers())


def no_key_in(text: str, item: Item) -> None:
    """A question's page tells nothing of its key; a line's rest that runs over to the next one is read with it."""
    for sentence in re.split(r"\n(?![a-z])", "\n".join(item.key.working)):
        assert " ".join(sentence.split()) not in text
    assert "data-right" not in text


def asked(page: str) -> str:
    """Return the question of a page."""
    found = re.search(r'<div class="given">(.*?)</form>', page, re.DOTALL)
    assert found
    return re.sub(r'name="token" value="[^"]+"', "", found[1])

"""A question of a drill as a page shows it: nothing that is given is lost, and every act of a record can be touched."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from dealerkit.training.drills import drill
from dealerkit.training.exercises import at_level, exercises, setting
from dealerkit.training.generators import Setting
from dealerkit.training.items import Item, Question
from dealerkit.training.narration import numbered
from dealerkit.training.replies import (
    AmountReply,
    Choice,
    OneOfReply,
    PartsReply,
    SlipsReply,
    Unclear,
)
from dealerkit.web.drills.question import in_short, pieces, rules_titled, shown, typed
from dealerkit.web.sitting_plans import SittingPlan
from tests.web.drill_answers import FLASH, LEVELS


def shown_questions() -> Iterator[tuple[str, Setting, Item]]:
    """A question of each level of each drill."""
    for name, level in LEVELS:
        where = at_level(drill(name), level)
        yield f"{name}:{level}", where, next(exercises(where, "11"))


@pytest.mark.thorough
def test_nothing_that_is_given_is_lost() -> None:
    """Every word of a question stands on the page: in its rows, or on its controls."""
    for name, _, item in shown_questions():
        made = shown(item.question)
        there = " ".join(piece.text for row in made.rows for piece in row.pieces)
        there += " ".join(f"{row.label} {' '.join(f'{act.number} {act.text}' for act in row.acts)}" for row in made.rows)
        there += " ".join(f"{sign} {text}" for one in made.controls for sign, text in one.letters)
        there += " ".join(f"{one.key} {one.title}" for control in made.controls for one in control.choices)
        words = set(re.findall(r"[\w']+", there))
        for line in map(rules_titled, item.question.show):
            line = re.sub(r" \(\d+ times\)", "", line)  # equal acts, which the terminal counts, are a row each
            missing = [word for word in re.findall(r"[A-Za-z']{3,}", line) if word not in words and word not in there]
            assert missing in ([], ["seats"]), (name, line, missing)


@pytest.mark.thorough
def test_every_act_of_a_record_can_be_touched() -> None:
    """From the first that is shown to the last."""
    seen = 0
    for name, _, item in shown_questions():
        reply = item.question.reply
        among = [part for _, part in reply.parts] if isinstance(reply, PartsReply) else [reply]
        for part in among:
            if isinstance(part, SlipsReply):
                seen += 1
                acts = [act.number for row in numbered(item.question.show) for act in row]
                assert acts == list(range(acts[0], part.acts + 1)), name
                assert [act.number for row in shown(item.question).rows for act in row.acts] == acts
    assert seen >= 5


def test_what_was_given_is_listed_with_its_cards_apart() -> None:
    """In a list of what was wrong no card is a code, and no rule set is called by its short name."""
    question = Question(("Mini baccarat, rules us, 3 seats", "Banker Kh 4h, player's third card 3d"), "?", AmountReply())
    first, second = in_short(question)
    assert "".join(one.text for one in first) == "Mini baccarat (Baccarat, American rules), 3 seats"
    assert [one.text for one in second if one.card] == ["Kh", "4h", "3d"]


def test_words_that_look_like_cards_stay_words() -> None:
    """`As` at the beginning of a sentence is no ace of spades."""
    assert [one.card for one in pieces("As burns 1. As it is")] == [False]
    assert [one.text for one in pieces("turned up: As") if one.card] == ["As"]
    assert [one.text for one in pieces("8s 8h on 8d.") if one.card] == ["8s", "8h", "8d"]
    assert pieces("house's Ahead") == pieces("house's Ahead")[:1]


def test_a_line_that_the_terminal_broke_in_brackets_is_whole() -> None:
    """Whatever its second half begins with; what stands by itself stays by itself."""
    head = "The deck was counted, put in order for the camera, sealed and kept (from"
    question = Question((head, "500)", "The prize is 434."), "Paid?", OneOfReply((Choice("y", "yes"), Choice("n", "no"))))
    rows = ["".join(piece.text for piece in row.pieces) for row in shown(question).rows]
    assert rows == [f"{head} 500)", "The prize is 434."]


def test_fields_are_what_a_terminal_is_told() -> None:
    """Strokes in a field cannot make two answers of one."""
    item = next(exercises(setting("baccarat/commission", 1), "1"))
    assert typed(item.question, [["80"], ["1520"]]) == "80 | 1520"
    assert typed(item.question, [["80 | 1"], ["1520"]]) == "80 1 | 1520"
    assert typed(item.question, []) == " | "
    with pytest.raises(Unclear):
        item.question.reply.read(typed(item.question, []))


def test_a_plan_comes_back_from_the_database() -> None:
    """With what was known of the trainee, and what is asked again."""
    plan = SittingPlan(FLASH, 2, again=((1, "banker 3", "5/1"),), trainee="\u8d75 <b>")
    assert SittingPlan.from_json(plan.in_json()) == plan

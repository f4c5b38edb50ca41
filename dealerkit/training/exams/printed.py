"""An exam on paper: the candidate's questions, the examiner's key, and the instructor's sheet for hands with real cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealerkit import __version__
from dealerkit.rules.games import game as load
from dealerkit.sheets.render import markdown
from dealerkit.training.drills import looked_at
from dealerkit.training.exams.exam import Exam
from dealerkit.training.items import Question
from dealerkit.training.paper import Paper, asked_row, environment, printed_row


def question_sheet(own: Mapping[str, Any], questions: Sequence[Question], form: str) -> str:
    """Return the candidate's paper; `form` is `md` or `html`."""
    rows = tuple(asked_row(number, question) for number, question in enumerate(questions, 1))
    commitment = str(own["commitment"])
    fields = (*_fields(own), ("Time", f"{own['minutes']} minutes"), ("Commitment", commitment))
    return Paper(str(own["title"]), fields, (), commitment[:8].upper(), "", rows).questions(form)


def key_sheet(exam: Exam, form: str) -> str:
    """Return the examiner's key; `form` is `md` or `html`."""
    own = exam.for_candidate()
    rows = tuple(printed_row(number, item) for number, item in enumerate(exam.items, 1))
    return Paper(exam.title, _fields(own), (("Commitment", exam.commitment),), exam.commitment[:8].upper(), "", rows).key(form)


def _fields(own: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    rules = ", ".join(f"{game} {print_[:12]}" for game, print_ in own["rules"].items())
    return (("Candidate", str(own["candidate"])), ("Paper", str(own["paper"])), ("Number", str(own["id"])), ("Rules", rules))


def instructor_sheet(data: Mapping[str, Any], form: str) -> str:
    """Return the sheet on which an instructor marks hands that are dealt with real cards; `form` is `md` or `html`."""
    own = data.get("exam", data) if "questions" not in data else data
    template = environment().get_template(f"instructor.{form}.j2")
    fields = (("Candidate", str(own["candidate"])), ("Exam", str(own["title"])), ("Number", str(own["id"])))
    games = [load(walk["game"]) for walk in own["walks"]]
    hands = [f"{game.title}, {walk['rounds']}" for game, walk in zip(games, own["walks"], strict=True)]
    text = template.render(
        fields=fields,
        hands=hands,
        looked_at=looked_at({game.family for game in games}),
        m=markdown,
        program=f"dealerkit {__version__}",
    )
    return text.rstrip("\n") + "\n"

"""Calibration on paper: the disputes with letters to tick, the key, and the report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dealerkit import __version__
from dealerkit.sheets.render import markdown
from dealerkit.training.calibration.agreement import Agreement
from dealerkit.training.items import Item, Question
from dealerkit.training.paper import environment
from dealerkit.training.replies import SEPARATOR


def paper_sheet(own: Mapping[str, Any], questions: Sequence[Question], form: str, items: Sequence[Item] = ()) -> str:
    """Return the paper that everybody fills in, or its key; `form` is `md` or `html`.

    Args:
        own: The paper as it is handed out.
        questions: Its disputes.
        form: The form.
        items: The disputes with their keys; with them it is the key.
    """
    rows = [_row(number, question) for number, question in enumerate(questions, 1)]
    for row, item in zip(rows, items, strict=False):
        answer = item.key.answers[0].split(SEPARATOR)
        parts = zip(row["parts"], answer, strict=True)
        letters = [key for part, one in parts for key, word, _ in part["choices"] if word == one]
        row |= {"letters": " ".join(letters), "working": item.key.working, "rules": item.key.rules, "answer": item.right}
    return _filled("calibration", form, own=own, rows=rows, key=bool(items))


def _row(number: int, question: Question) -> dict[str, Any]:
    parts = [
        {"label": label, "choices": [(choice.key, choice.word, choice.title) for choice in getattr(part, "choices", ())]}
        for label, part in getattr(question.reply, "parts", ())
    ]
    return {"number": number, "show": question.show, "ask": question.ask, "parts": parts}


def report_sheet(found: Agreement, form: str) -> str:
    """Return the report; `form` is `md` or `html`."""
    return _filled("agreement", form, it=found, paper=found.paper)


def _filled(name: str, form: str, **more: Any) -> str:
    made = environment().get_template(f"{name}.{form}.j2").render(m=markdown, program=f"dealerkit {__version__}", **more)
    return str(made).rstrip("\n") + "\n"

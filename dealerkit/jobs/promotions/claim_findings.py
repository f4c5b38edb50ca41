"""Slips of staff in entering a claim, as findings. They do not change the claim's answers to its clauses."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from dealerkit.jobs.promotions.run import Body, PromotionRun
from dealerkit.jobs.promotions.windows import span_written, written
from dealerkit.jobs.promotions.words import asked, say


def wrong_window(run: PromotionRun, counted: datetime, entered: datetime) -> Iterator[Body]:
    """Yield a finding if a hand was entered for another window than the one it counts in. HH-14

    Args:
        run: The promotion as it stands.
        counted: The moment that decides in which window the hand counts.
        entered: A moment in the window that the hand was entered for.
    """
    span, other = run.span_of(counted), run.span_of(entered)
    if span is not None and span != other:
        yield _flag("window", entered=written(entered, run.zone), span=span_written(span, run.zone))


def not_reported(codes: tuple[str, ...], reported: tuple[str, ...]) -> Iterator[Body]:
    """Yield a finding if the record has dealing errors that the claim does not mention. FTR-09

    Args:
        codes: The codes of the findings in the record of the hand.
        reported: The codes that the claim mentions.
    """
    families = asked()["irregularities"]["families"]
    kept = [code for code in codes if code.partition("/")[0] in families and code not in reported]
    if kept:
        yield _flag("irregularities", codes=", ".join(kept))


def talk_let_pass() -> Iterator[Body]:
    """Yield the finding that talk about the promotion during the hand was neither stopped nor reported. HH-14"""
    yield _flag("talk")


def _flag(clause: str, **values: object) -> Body:
    return {"code": str(asked()[clause]["finding"]), "said": say(clause, "found", **values)}

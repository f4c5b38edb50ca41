"""`dealerkit lint`: all problems of rule files, before a card is dealt."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from dealerkit.cli.common import json_option, note, report
from dealerkit.cli.failure import Refusal
from dealerkit.cli.progress_line import ProgressLine
from dealerkit.files.screen_text import count_of

if TYPE_CHECKING:
    from dealerkit.rules.lint.files import Vocabulary


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--notes", is_flag=True, help="Also show possible oversights.")
@click.option("--sources", is_flag=True, help="List the citations that were not read in full, by work and place.")
@click.option("--lang", metavar="TAG", help="List the texts without a translation, such as into zh-Hans.")
@json_option
def lint(paths: tuple[Path, ...], notes: bool, sources: bool, lang: str | None, as_json: bool) -> None:
    """Check rule files: houses, rule sets, procedures, promotions, cases; without PATHS, all that come with dealerkit.

    Names of earlier releases still work and are listed with their present names; that does not change the exit status.

    Finds unknown names, cases that never apply, citations of sections that a work does not have, missing sources and
    translations, and everything else that can be wrong before a card is dealt, all in one run. Each game is set up under each
    rule set, with each value of an option and both ends of a range, and a hand is dealt with the defaults and with each listed
    value. A house's games are dealt with all of its options together. Exit status 1 if anything is wrong.

    With --notes you also see cases that fit the same facts but rule differently, so that the first one wins (unless the case or
    list has `order: deliberate`); facts that no case covers; a house's rulings that no case of `dealerkit test` proves; and
    options that other rule sets fix. Notes do not change the exit status; for PATHS their number is shown.

    With --sources you see instead the cited places that were not read in full, by work: how much of each was read, what it
    contains, where to look it up and how often it is cited; and our own readings, where no text decides.

    With --lang you see instead every text that has no translation into that language and would be printed in English. Exit status
    1 if there is one.
    """
    if sum((notes, sources, lang is not None)) > 1:
        msg = "--notes, --sources and --lang can't be used together"
        raise Refusal(msg, hint="choose one of them")
    if lang is not None:
        _list_untranslated(paths, lang, as_json)
        return
    if sources:
        _list_sources(paths, as_json)
        return
    from dealerkit.rules.lint.files import look
    from dealerkit.rules.lint.reports import LintReport
    from dealerkit.rules.lint.results import look_through_ours

    with ProgressLine() as gauge:
        if paths:
            looked = look(paths, words_of_the_engine(), notes=True, tell=gauge.show)
        else:
            looked = look_through_ours(words_of_the_engine, notes=notes, tell=gauge.show)
    shown = (*looked.remarks, *(looked.notes if notes else ()))
    report(LintReport(looked.problems, looked.old, shown if shown or notes else None, looked.left_out), as_json)
    if unsaid := sum(note_.path.startswith("faults.") for note_ in looked.notes if not notes):
        note(f"{count_of(unsaid, 'note')} on the order of cases, gaps and missing cases: --notes shows them")
    if looked.problems:
        raise click.exceptions.Exit(1)


def _list_untranslated(paths: tuple[Path, ...], lang: str, as_json: bool) -> None:
    from dealerkit.rules.lint.languages import untranslated
    from dealerkit.rules.lint.reports import Untranslated
    from dealerkit.rules.texts import LANGUAGE

    if not LANGUAGE.fullmatch(lang):
        msg = f"{lang!r} is not a language code"
        raise Refusal(msg, hint="a code is written as zh-Hans, zh-Hant, pt or pt-BR")
    missing = untranslated(paths, lang)
    report(Untranslated(lang, missing), as_json, failed=bool(missing))


def _list_sources(paths: tuple[Path, ...], as_json: bool) -> None:
    from dealerkit.rules.lint.reports import UnreadSources
    from dealerkit.rules.lint.sources import sources

    report(UnreadSources(sources(paths)), as_json)


def words_of_the_engine() -> Vocabulary:
    """Return the verbs, facts and outcomes that code defines for rule files, with the checks for each kind of file."""
    from dealerkit.facts import FACTS
    from dealerkit.facts.decisions import GROUPS
    from dealerkit.felt.verbs import VERBS
    from dealerkit.jobs.cases.classes import class_notes
    from dealerkit.jobs.promotions.lint import lint_clauses, lint_policy
    from dealerkit.mechanics import MECHANICS
    from dealerkit.procedure.planners import DO
    from dealerkit.procedure.step_lint import lint_step
    from dealerkit.rules.lint.files import Vocabulary
    from dealerkit.rulings.amounts import SUMS
    from dealerkit.rulings.lint import lists, notes
    from dealerkit.rulings.outcome_words import ANSWER, OPEN, PENALTY, UNDECIDED
    from dealerkit.rulings.proof import unproved
    from dealerkit.sheets.house import house_remarks
    from dealerkit.sheets.numbers import lint_numbers
    from dealerkit.training.lint import lint_drill, lint_lesson, lint_syllabus
    from dealerkit.training.walk.trial import lint_compiled, lint_dealt, lint_house
    from dealerkit.web.users.policy import lint_people

    return Vocabulary(
        do=frozenset(DO),
        play=frozenset(MECHANICS),
        verbs=frozenset(verb for _, verb in VERBS),
        facts=frozenset(FACTS),
        outcomes=frozenset({ANSWER, UNDECIDED, OPEN, PENALTY, *(word for group in GROUPS.values() for word in group)}),
        sums=frozenset(SUMS),
        compiled=lint_compiled,
        dealt=lint_dealt,
        step=lint_step,
        lists=lists,
        unproved=unproved,
        notes=notes,
        class_notes=class_notes,
        policy=lint_policy,
        clauses=lint_clauses,
        drill=lint_drill,
        lesson=lint_lesson,
        syllabus=lint_syllabus,
        house=lint_house,
        house_remarks=house_remarks,
        numbers=lint_numbers,
        people=lint_people,
    )

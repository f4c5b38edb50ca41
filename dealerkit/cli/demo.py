"""`dealerkit demo`: the main jobs in a few seconds, unattended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from dealerkit.cli.common import echo
from dealerkit.cli.screen_signs import card_print
from dealerkit.files.screen_text import count_of, heading, line
from dealerkit.rulings import OUTCOMES, Ruling
from dealerkit.training.demo import Demo, DemoScene
from dealerkit.training.walk import commentary, table_lines, wording
from dealerkit.training.walk.session import Done


@click.command()
def demo() -> None:
    """Show what dealerkit does in a few seconds: deal a shoe, flag slips, rule on a dispute, print house rules.

    You are asked nothing, and the demonstration is the same every time. The house rules are saved in the current folder, or in
    the folder for temporary files if the current one is read-only.
    """
    shown = Demo()
    for number, scene in enumerate(shown.scenes(), 1):
        for row in _scene(shown, number, scene):
            echo(row)
    for row in _dispute(shown):
        echo(row)
    path = shown.write_sheet()
    echo(heading("The house rules, from the same source"))
    echo(line(str(path), 2, "written: "))
    echo()
    echo(
        line(
            f"{count_of(len(shown.table.log), 'act')}, {count_of(len(shown.planted), 'slip')} planted,"
            f" {len(shown.table.findings)} found.",
            0,
        )
    )
    echo(line(f"Now it's your turn: dealerkit walk {shown.table.game.id} --seed {shown.table.setup.seed}", 0))


def _scene(shown: Demo, number: int, scene: DemoScene) -> Iterator[str]:
    yield heading(f"{number}. {scene.title}")
    yield line(scene.say)
    show = card_print()
    brief: list[str] = []
    clean = True
    for done in shown.play(scene):
        if not (done.findings or done.rulings or done.corrected):
            brief.append(wording.doing(shown.table, done.act, show).removeprefix("the dealer "))
            continue
        clean = False
        yield from _brief(brief)
        brief.clear()
        yield line(wording.doing(shown.table, done.act, show), 4)
        yield from _wrong(shown, done)
    yield from _brief(brief)
    if clean:
        yield line("no finding", 2, "ok  ")
    yield ""


def _brief(rows: Sequence[str]) -> Iterator[str]:
    """Yield acts without findings as one paragraph, repeated acts with their number."""
    parts: list[str] = []
    times = 1
    for at, row in enumerate(rows):
        if at + 1 < len(rows) and rows[at + 1] == row:
            times += 1
            continue
        parts.append(f"{row} ({times} times)" if times > 1 else row)
        times = 1
    if parts:
        yield line("; ".join(parts), 4)


def _wrong(shown: Demo, done: Done) -> Iterator[str]:
    for finding_ in done.findings:
        yield commentary.finding(shown.table, finding_, indent=4, to_you=False)
    for finding_ in done.corrected:
        yield line(f"{finding_.code}: fixed at once, so one severity lower", 4, "ok  ")
    for ruled in done.rulings:
        yield from commentary.lines(table_lines.ruling(ruled, 2))


def _dispute(shown: Demo) -> Iterator[str]:
    yield heading("The floor is called to a dispute")
    yield line(str(shown.plan["dispute"]["say"]))
    for ruling in shown.rulings():
        yield from _ruling(ruling)
    yield ""


def _ruling(ruling: Ruling) -> Iterator[str]:
    yield line(f"{OUTCOMES.get(ruling.outcome, ruling.outcome)} [{', '.join(ruling.rules)}]", 2, f"{ruling.rules_set}: ")
    for number, step in enumerate(ruling.steps, 1):
        yield line(step, 4, f"{number}. ")
    yield line(f'"{ruling.say}"', 4, "say: ")
    yield line(f"{ruling.because} ({ruling.cite})", 4, "why: ")

"""`dealerkit check`: the procedural errors in recorded hands."""

from __future__ import annotations

import contextlib
import functools
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import click

from dealerkit.cli.common import echo, force_option, json_option, json_text, misused, note, rules_option
from dealerkit.cli.failure import Refusal, is_closed_pipe
from dealerkit.cli.pace import Pace
from dealerkit.cli.processes import Processes
from dealerkit.cli.progress_line import ProgressLine
from dealerkit.files.extras import install
from dealerkit.files.plain_data import as_plain
from dealerkit.files.screen_text import count_of, heading, line, table
from dealerkit.sheets.formats.screen import screen
from dealerkit.sheets.report import told_finding

if TYPE_CHECKING:
    from dealerkit.hands.checked_hand import CheckedHand, Flaw
    from dealerkit.hands.listing import OtherFiles
    from dealerkit.jobs.archive import ChunkJudged, Judging
    from dealerkit.jobs.archive.outputs.selection import FindingSelection
    from dealerkit.jobs.archive.pool import Note
    from dealerkit.jobs.archive.run import Judges
    from dealerkit.jobs.archive.values import NotJudged

GRAVITY = {"critical": 3, "major": 2, "minor": 1}
GRAVE = tuple(GRAVITY)
NOT_JUDGED = "major"
"""Severity of a record that could not be judged, for the exit status: like an unreadable one."""


class SourcePath(click.Path):
    """Parameter type of a source: a file, a folder, `-`, or an address in object storage."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the path of a source. An address in object storage is returned as it is, and not checked before it is read."""
        from dealerkit.hands.remote import is_address

        return value if isinstance(value, str) and is_address(value) else super().convert(value, param, ctx)


@click.command()
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=SourcePath(exists=True, allow_dash=True, path_type=Path)
)
@click.option(
    "--out",
    "outs",
    type=click.Path(path_type=Path),
    multiple=True,
    help="Save the findings in this file; its ending chooses the format: .sarif, .jsonl, .csv, .parquet or .html; repeatable.",
)
@click.option(
    "--select",
    metavar="CODE",
    multiple=True,
    help="Show only findings with this code or in this family, such as burn or 'coup/*'.",
)
@click.option("--ignore", metavar="CODE", multiple=True, help="Leave out findings with this code or in this family.")
@click.option(
    "--severity",
    type=click.Choice(GRAVE[::-1]),
    default="minor",
    show_default=True,
    help="Show findings of this severity or higher.",
)
@click.option(
    "--baseline",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Show only findings that are not in this file from an earlier run (.sarif, .jsonl or .csv).",
)
@click.option("--statistics", is_flag=True, help="Show only the count of each code.")
@click.option(
    "--fail-on",
    type=click.Choice([*GRAVE[::-1], "never"]),
    default="minor",
    show_default=True,
    help="Exit with status 1 for findings of this severity or higher.",
)
@click.option(
    "--key",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Replace player names with pseudonyms, using the key in this file; created if missing.",
)
@force_option
@rules_option
@click.option(
    "--jobs", type=Processes(), default="1", show_default=True, help="Number of parallel processes; the findings stay the same."
)
@click.option(
    "--resume",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Save results in this file; if stopped, the same command continues from there.",
)
@click.option(
    "--cluster",
    metavar="ADDRESS|local:N",
    help="Share the work among the machines of a Dask cluster, or among N workers started here.",
)
@json_option
@click.pass_context
def check(
    ctx: click.Context,
    files: tuple[Path | str, ...],
    outs: tuple[Path, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    severity: str,
    baseline: Path | None,
    statistics: bool,
    fail_on: str,
    key: Path | None,
    force: bool,
    rules: str | None,
    jobs: int,
    resume: Path | None,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Flag the procedural errors in recorded hands.

    FILE can be a file of records saved by `walk` or `play`; poker hands in PHH, a common text format (.phh, .phhs); a folder of
    either; a pipe; cloud storage (s3://...); or - for standard input. Compressed files (.gz, .zst) are read too. Each record is
    judged under the rule set it names, or under --rules. A game that the rule set does not cover is not judged: it is named once,
    and its records are counted. In a PHH hand the first impossible item is reported: a turn, an amount, a card, a stack. A hand
    that cannot be read to its end is reported and checked up to the bad line; checking continues with the next hand. Exit status
    1 if anything was found, or a record was not judged.

    \b
    dealerkit check monday.txt tuesday.txt
    dealerkit check session.phhs
    dealerkit check records/ --rules macau --json
    dealerkit check archive/ --jobs auto --resume audit.kept
    dealerkit check june/ --out june.html --out june.parquet --key house.key
    dealerkit check june/ --baseline may.sarif --out june.sarif --fail-on major
    """
    if jobs > 1 and cluster is None:
        from dealerkit.jobs.worker_start import begin_server

        begin_server()
    from dealerkit.hands.listing import OtherFiles
    from dealerkit.jobs.archive import Judging, judged

    selection = _selection(outs, select, ignore, severity, baseline, key)
    asked = ctx.get_parameter_source("rules") is not click.core.ParameterSource.DEFAULT
    first = "standard input" if str(files[0]) == "-" else Path(files[0]).resolve().name
    many = f"{first} and {len(files) - 1} more" if len(files) > 1 else first
    from dealerkit.jobs.archive.outputs.files import FindingFiles

    passed, stays = OtherFiles(), bool(outs)
    with (
        AsJson(passed, stays=stays) if as_json else AsText(passed, stays=stays, counts=bool(outs) or statistics) as out,
        FindingFiles(outs, selection, many, passed, baseline=baseline is not None, force=force) as written,
        ProgressLine() as gauge,
        kept_in(resume),
    ):
        how = Judging(rules if asked else None, None if asked else rules, every=written.every)
        pace = Pace(files, watched=gauge.wanted)

        def tell(sentence: str) -> None:
            gauge.wipe()
            out.note(sentence)

        def left_out(path: str, why: str) -> None:
            tell(f"left out: {path}: {why}")
            out.left_out.append({"file": path, "why": why})

        by = None if cluster is None else cluster_at(cluster)
        for chunk in judged(files, how, jobs=jobs, resume=resume, by=by, left_out=left_out, passed=passed, note=tell):
            pace.more(chunk.records, chunk.size)
            chunk = written.take(chunk)
            if chunk.hands and not as_json:
                gauge.wipe()
            out.take(chunk)
            gauge.show(f"{count_of(out.hands, 'hand')}, {count_of(out.found, 'finding')}{pace.words()}")
    if selection.before:
        out.note(f"{count_of(selection.before, 'known finding')} left out (baseline)")
    worst = max(out.worst, GRAVITY[NOT_JUDGED] if out.not_judged else 0)
    if fail_on != "never" and worst >= GRAVITY[fail_on]:
        raise click.exceptions.Exit(1)


def cluster_at(address: str) -> Callable[[Judging, Note], Judges]:
    """Return a function that starts the worker processes of a check on a Dask cluster.

    Args:
        address: The scheduler's address, or `local:N` for N workers on this machine.

    Raises:
        Refusal: If the packages for clusters are not installed.
    """
    try:
        from dealerkit.jobs.archive.cluster import Cluster
    except ImportError as error:
        msg = f"--cluster needs extra packages ({error.name}); to install them: {install('cluster')}"
        raise Refusal(msg) from error
    return functools.partial(Cluster, address)


@contextlib.contextmanager
def kept_in(resume: Path | None) -> Iterator[None]:
    """Context manager for a run: if Ctrl-C stops it, print where the results so far are saved.

    Args:
        resume: The file of saved results; None if nothing is saved.
    """
    try:
        yield
    except KeyboardInterrupt:
        if resume is not None:
            note(f"note: results so far are saved in {resume}; run the same command to continue")
        raise


def _selection(
    outs: Sequence[Path], select: Sequence[str], ignore: Sequence[str], severity: str, baseline: Path | None, key: Path | None
) -> FindingSelection:
    """Return the selection of findings that the options ask for.

    Raises:
        UsageError: If a file's name has no known format, or no finding has such a code.
        Refusal: If a format needs a package that is not installed.
        RecordError, OutputError, OSError: If the baseline or the key cannot be used.
    """
    from dealerkit.jobs.archive.outputs.baseline import read_baseline
    from dealerkit.jobs.archive.outputs.files import ENDINGS, ending, lacking
    from dealerkit.jobs.archive.outputs.pseudonyms import read_key
    from dealerkit.jobs.archive.outputs.selection import FindingSelection, matches
    from dealerkit.rules.sets import catalogue

    for path in outs:
        if not ending(path):
            misused(f"--out {path}: the file name's ending chooses the format: {', '.join(ENDINGS)}")
    _apart(outs, baseline)
    if missing := lacking(outs):
        msg = f"Parquet needs extra packages ({', '.join(missing)}); to install them: {install('archive')}"
        raise Refusal(msg)
    codes = catalogue().findings.data["findings"] if select or ignore else {}
    for option, patterns in (("--select", select), ("--ignore", ignore)):
        for pattern in patterns:
            if not any(matches(code, pattern) for code in codes):
                misused(f"{option} {pattern}: no finding has that code; `dealerkit search {pattern}` finds codes")
    names = None
    if key is not None:
        names, new = read_key(key)
        if new:
            note(f"note: {key} is a new key that links pseudonyms to names; keep it safe. Another key gives other pseudonyms")
    known = read_baseline(baseline) if baseline is not None else frozenset[int]()
    return FindingSelection(select, ignore, severity, known, names)


def _apart(outs: Sequence[Path], baseline: Path | None) -> None:
    """Refuse output files that would overwrite one another.

    Raises:
        UsageError: If two are the same file, or one is the baseline, which the new findings would replace.
    """
    from dealerkit.jobs.archive.outputs.files import ending, hands_beside

    written = set[Path]()
    for path in outs:
        for target in (path, hands_beside(path)) if ending(path) == ".parquet" else (path,):
            where = target.resolve()
            if where in written:
                misused(f"--out {path}: {target} is already written; name another file")
            if baseline is not None and where == baseline.resolve():
                why = "this would overwrite the baseline, and next time every earlier finding would be reported as new"
                misused(f"--out {path}: {why}; name another file")
            written.add(where)


class Output:
    """Counts and prints the findings of a check: hand by hand, and the totals at the end, also after Ctrl-C.

    Args:
        passed: Counts the files skipped because they are not records.
        stays: Whether the check goes on after the program that reads standard output has closed the pipe, because the
            findings are also written to files.
    """

    def __init__(self, passed: OtherFiles, *, stays: bool) -> None:
        self.passed, self.stays = passed, stays
        self.unheard = False  # the reader of the output has left
        self.hands = self.found = self.changed = self.files = self.worst = 0
        self.stopped = False
        self.left_out: list[dict[str, str]] = []
        self.not_judged = Counter["NotJudged"]()

    def take(self, chunk: ChunkJudged) -> None:
        """Add a batch of checked hands to the totals, and print its findings."""
        self.not_judged.update(dict(chunk.not_judged))
        self.files += chunk.files
        self.hands += chunk.played
        self.changed += chunk.changed
        for hand in chunk.hands:
            self.see(hand)

    def see(self, hand: CheckedHand) -> None:
        """Print the findings of a hand, and count them."""
        for flaw in hand.findings:
            self.found += 1
            self.worst = max(self.worst, GRAVITY.get(flaw.severity, 0))
            self.tell(flaw, hand)

    def tell(self, flaw: Flaw, hand: CheckedHand) -> None:
        """Print one finding of a hand; each format does so in its own way."""

    def say(self, text: str, *, nl: bool = True) -> None:
        """Print a text, unless the program that reads the output has closed the pipe."""
        self._print(functools.partial(echo, text, nl=nl))

    def note(self, sentence: str) -> None:
        """Print a note on standard error, unless the program that reads the output has closed the pipe."""
        self._print(functools.partial(note, f"note: {sentence}"))

    def _print(self, printed: Callable[[], None]) -> None:
        if self.unheard:
            return
        try:
            printed()
        except OSError as error:
            if not (self.stays and is_closed_pipe(error)):
                raise
            self.unheard = True

    def end(self) -> None:
        """Print the totals, after the last hand."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stopped = kind is KeyboardInterrupt
        if isinstance(error, OSError) and self.found:
            error.exit_code = 1  # type: ignore[attr-defined]  # the reader has left; the findings count all the same
        if kind is None or self.stopped:
            self.stays = True  # all is judged, and a reader who has left misses only the counts
            self.end()
            if self.changed:
                were = "hand was" if self.changed == 1 else "hands were"
                self.note(f"{self.changed} {were} recorded under rules that have since changed")


class AsJson(Output):
    """One JSON document, written piece by piece, so that an archive needs little memory; the arguments are those of `Output`."""

    def __init__(self, passed: OtherFiles, *, stays: bool) -> None:
        super().__init__(passed, stays=stays)
        self.unreadable: list[dict[str, object]] = []
        self.ascii = not (getattr(sys.stdout, "encoding", None) or "ascii").lower().startswith("utf")
        self.opened = False

    def see(self, hand: CheckedHand) -> None:
        """Print the findings of a hand; if it could not be read to its end, note it for the list of unreadable records."""
        if hand.unreadable is not None:
            self.unreadable.append(as_plain(hand.unreadable))
        super().see(hand)

    def tell(self, flaw: Flaw, hand: CheckedHand) -> None:
        """Write one finding as an element of the document's list."""
        before = ",\n" if self.opened else '{\n  "findings": [\n'
        self.say(before + "    " + self._json(as_plain(flaw)), nl=False)
        self.opened = True

    def end(self) -> None:
        """Write the end of the document."""
        self.say("\n  ]," if self.opened else '{\n  "findings": [],')
        self.say(f'  "unreadable": {self._json(self.unreadable)},')
        if self.not_judged:
            left = [{**what._asdict(), "records": records} for what, records in self.not_judged.items()]
            self.say(f'  "not_judged": {self._json(left)},')
        self.say(f'  "no_records": {self._json(self.passed.as_json())},')
        self.say(f'  "left_out": {self._json(self.left_out)},')
        if self.stopped:
            self.say('  "stopped": true,')
        self.say(f'  "files": {self.files},\n  "hands": {self.hands}\n}}')

    def _json(self, value: object) -> str:
        return json_text(value, ascii_only=self.ascii)


class AsText(Output):
    """Text for an auditor: each hand with findings, and at the end the number of findings of each code.

    Args:
        passed: As for `Output`.
        stays: As for `Output`.
        counts: Whether only the numbers at the end are printed.
    """

    def __init__(self, passed: OtherFiles, *, stays: bool, counts: bool) -> None:
        super().__init__(passed, stays=stays)
        self.counts = counts
        self.last: CheckedHand | None = None
        self.codes: Counter[tuple[str, str]] = Counter()
        self.told: set[tuple[str, str]] = set()

    def tell(self, flaw: Flaw, hand: CheckedHand) -> None:
        """Print one finding; only the first with its code comes with reason and remedy."""
        self.codes[flaw.code, flaw.severity] += 1
        if self.counts:
            return
        if hand is not self.last:
            if self.last is not None:
                self.say("")
            under = f"{hand.game}, rules {hand.rules}" if hand.rules else hand.game
            name = f"{hand.file}, hand {hand.name}" if hand.name else hand.file
            self.say(heading(f"{name}: {under}" if under else name))
            self.last = hand
        first = (flaw.code, flaw.title) not in self.told
        self.told.add((flaw.code, flaw.title))
        sentence = flaw.title or flaw.code
        severity = f"{flaw.severity}, fixed at once" if flaw.self_corrected else flaw.severity
        for row in screen("", told_finding(flaw.code, sentence, severity)):
            self.say(row)
        where = f"line {flaw.line}" if flaw.line else "the file"
        if flaw.act and flaw.code != "record/unreadable":
            where += f", act {flaw.act}"
        if hand.hands > 1 and flaw.round:
            where += f", round {flaw.round} of {hand.hands}"
        due = f"; due: {flaw.due}" if flaw.due else ""
        if flaw.because_of is not None:
            due += f"; caused by {flaw.because_of['code']}, act {flaw.because_of['act']}"
        self.say(line(f"{where}: {flaw.said}{due}", 4))
        if first:
            for sign, text in (("why: ", flaw.why), ("rule: ", ", ".join(flaw.cite)), ("> ", flaw.remedy)):
                if text:
                    self.say(line(text, 4, sign))

    def end(self) -> None:
        """Print the number of findings of each code, and the totals."""
        self._tell_findings()
        for why in dict.fromkeys(what.why for what in self.not_judged):
            for what, records in self.not_judged.items():
                if what.why == why:
                    self.say(line(what.told(records), 2, "! "))
            self.say(line(why, 4))
        if self.passed.files:
            self.say(line(self.passed.told()))

    def _tell_findings(self) -> None:
        """Print how many findings there were of each kind."""
        many, hands = count_of(self.files, "file"), count_of(self.hands, "hand")
        if self.last is not None:
            self.say("")
        stopped = "Stopped: " if self.stopped else ""
        if not self.found:
            nothing = "nothing to report" if self.hands or not self.not_judged else "no hand was judged"
            self.say(heading(f"{stopped}{hands} in {many}, {nothing}."))
            return
        grave = Counter[str]()
        for (_, severity), count in self.codes.items():
            grave[severity] += count
        kinds = ", ".join(f"{grave[word]} {word}" for word in GRAVE if grave[word])
        found_words = count_of(self.found, "finding")
        self.say(heading(f"{stopped}{found_words} in {hands} in {many}: {kinds}"))
        rows = sorted(self.codes.items(), key=lambda row: (GRAVE.index(row[0][1]), -row[1], row[0][0]))
        self.say(table([(count, code, severity) for (code, severity), count in rows]))

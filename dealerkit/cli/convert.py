"""`dealerkit convert`: poker hands in PHH as our own records, and records as PHH."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import TextIO

import click

from dealerkit.cli.common import echo, echo_exactly, json_option, misused, report
from dealerkit.errors import RecordError
from dealerkit.files.output import begun
from dealerkit.files.screen_text import line

_STANDARD = "-"


@click.command()
@click.argument("source", metavar="IN", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.argument("target", metavar="OUT", type=click.Path(path_type=Path))
@json_option
def convert(source: Path, target: Path, as_json: bool) -> None:
    """Convert poker hands between PHH, a common text format, and dealerkit records.

    IN is a PHH file (.phh, .phhs), a file of records, another program's hands, a pipe, or - for standard input. Hands become
    records; records, in the eleven games that PHH covers, become PHH. Another program's hands become PHH if OUT ends in .phh or
    .phhs. OUT is a new file, or - for standard output. Burned cards have a field of their own in PHH. A hand that cannot be
    converted is left out and named; the exit status is then 1.

    \b
    dealerkit convert session.phhs session.txt
    dealerkit convert played.txt played.phhs
    dealerkit convert wsop.phh -
    """
    from dealerkit.hands.phh.conversion import Conversion, converted
    from dealerkit.hands.phh.sources import is_phh

    aloud = str(target) == _STANDARD
    if aloud and as_json:
        misused("standard output can't hold both the hands and the JSON document; name a file for OUT")
    written = 0
    trouble: list[RecordError] = []
    left_out = Counter[str]()
    with ExitStack() as stack:
        stream: TextIO | None = None if aloud else stack.enter_context(begun(target))
        for hand in converted(source, phh=is_phh(target)):
            left_out.update(hand.left_out)
            if hand.text:
                if stream is None:
                    echo_exactly(hand.text)
                else:
                    stream.write(hand.text)
                written += 1
            if hand.trouble is not None:
                trouble.append(hand.trouble)
    if not written:
        if not aloud:
            target.unlink(missing_ok=True)
        raise trouble[0] if trouble else RecordError(str(source), 0, "the file is empty", "there are no hands in the file")
    if aloud:
        for error in trouble:
            echo(line(str(error), 2, "! "), err=True)
    else:
        report(Conversion(str(source), str(target), written, tuple(trouble), left_out), as_json)
    if trouble:
        raise click.exceptions.Exit(1)

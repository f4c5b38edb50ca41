"""Records that a person has read: what each act should give stands behind it as `# ! code`, and nothing else is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from dealerkit.check import check_file
from dealerkit.record import read_record
from dealerkit.rules.data import data_dir
from dealerkit.rules.loader import read_yaml

RECORDS = sorted((Path(__file__).parent / "records").glob("*.rec"))
RIGHTED = " (put right)"


def expected(path: Path) -> list[tuple[int, str, bool]]:
    """Line, code and whether it was put right at once, of every finding that the record's notes tell of."""
    return [
        (line.line, code.removesuffix(RIGHTED), code.endswith(RIGHTED))
        for line in read_record(path).lines
        if line.note.startswith("!")  # other notes are for the reader
        for code in (word.strip().removeprefix("! ") for word in line.note.split(","))
        if code
    ]


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_record_gives_the_findings_that_stand_in_it(path):
    """Line by line."""
    (hand,) = check_file(path)
    assert [(flaw.line, flaw.code, flaw.self_corrected) for flaw in hand.findings] == expected(path)
    assert hand.unreadable is None


def test_there_is_a_record_for_every_slip_at_baccarat():
    """The 22 of the catalogue's first part, each in the record that bears its name."""
    findings = read_yaml(data_dir("rulings") / "findings.yaml").data["findings"]
    codes = [code for code in findings if code.partition("/")[0] in ("shoe", "coup", "commission")]
    assert len(codes) == 22
    named = {path.stem: {code for _, code, _ in expected(path)} for path in RECORDS}
    for code in codes:
        assert code in named[code.replace("/", "-")]


def test_there_is_a_clean_record():
    """A shoe opened and six coups without a slip."""
    (hand,) = check_file(Path(__file__).parent / "records" / "clean-opening-and-six-coups.rec")
    assert hand.findings == ()
    assert hand.acts > 100

"""`dealerkit replay --seat`: nothing that the seat has not seen, in findings either."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from dealerkit.cli.main import main

RECORD = """# dealerkit record 1
game: nap
seats: 3
button: 3
---
d check pack
d shuffle
s2 cut 9
d deal s1 ?? ?? ??
d deal s2 Kh Qh Jh
d deal s3 Jc Tc
"""


@pytest.mark.parametrize("how", [[], ["--json"]])
def test_findings_do_not_show_another_hand(tmp_path, how):
    """The batch is one card short, and which cards they were is seat 3's own."""
    path = tmp_path / "nap.txt"
    path.write_text(RECORD, encoding="utf-8")
    shown = CliRunner().invoke(main, ["replay", str(path), "--seat", "1", *how], env={"DEALERKIT_RULES": ""})
    assert "step/deal-wrong-count" in shown.output
    assert "Jc" not in shown.output
    assert "Kh" not in shown.output
    own = CliRunner().invoke(main, ["replay", str(path), "--seat", "3", *how], env={"DEALERKIT_RULES": ""})
    assert "Jc" in own.output

"""What is imported only where it is wanted, so that commands come up fast. Which way imports go is in `test_direction.py`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

DATA = Path(__file__).parent / "data" / "phh"
TOLD = """
import sys
from dealerkit.cli.main import main
try:
    main(["check", sys.argv[1]])
except SystemExit:
    pass
print("imported", *sys.modules)
"""
HEAVY = {
    "asyncio",
    "dealerkit.catalogue.findings",
    "dealerkit.facts",
    "dealerkit.mechanics",
    "dealerkit.procedure.steps",
    "dealerkit.table.table",
    "fsspec",
    "importlib.metadata",
}
"""What takes longer to come up than a thousand hands in PHH take to be judged."""


@pytest.mark.parametrize(("text", "wanted"), [("", set()), ("# no hand\n[2]\n", {"dealerkit.catalogue.findings"})])
def test_clean_hands_in_phh_need_no_table(tmp_path, text, wanted):
    """Neither the engine nor what tells of findings is imported for them; the latter is where there is a finding."""
    path = tmp_path / "some.phhs"
    path.write_bytes(b"[1]\n" + (DATA / "handhq.phhs").read_bytes().split(b"\n\n")[0].split(b"\n", 1)[1] + b"\n" + text.encode())
    done = subprocess.run([sys.executable, "-c", TOLD, path], capture_output=True, text=True, check=True)
    imported = set(done.stdout.rsplit("imported", 1)[1].split())
    assert imported & HEAVY >= wanted
    assert wanted or imported & HEAVY == set()

"""The command that installs what is missing fits the program that installed dealerkit."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from dealerkit.files import extras


@pytest.mark.parametrize(
    ("prefix", "expected"),
    [
        ("/opt/ann/share/pipx/venvs/dealerkit", "pipx install --force 'dealerkit[web]'"),
        ("/opt/ann/share/uv/tools/dealerkit", "uv tool install --force 'dealerkit[web]'"),
        ("/opt/ann/uv/pipx/.venv", "/opt/ann/uv/pipx/.venv/bin/python -m pip install 'dealerkit[web]'"),
    ],
)
def test_each_way_of_installing_has_its_command(prefix, expected, monkeypatch, tmp_path):
    """By pip, pipx and uv, from a wheel."""
    monkeypatch.setattr(sys, "prefix", prefix)
    monkeypatch.setattr(sys, "executable", f"{prefix}/bin/python")
    monkeypatch.setattr(extras, "_CHECKOUT", tmp_path)
    assert extras.install("web") == expected


def test_a_checkout_stays_one(monkeypatch, tmp_path):
    """What somebody changes there is still what runs afterwards; a blank in its path does no harm."""
    checkout = tmp_path / "my kit"
    checkout.mkdir()
    (checkout / "pyproject.toml").touch()
    monkeypatch.setattr(extras, "_CHECKOUT", Path(checkout))
    assert extras.install("print").endswith(f"-m pip install --editable '{checkout}[print]'")

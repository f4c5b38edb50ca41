"""The cases that come with dealerkit, read once for all tests of a process."""

from __future__ import annotations

import functools

from dealerkit.jobs.cases import read_all
from dealerkit.jobs.cases.files import RuleCase


@functools.cache
def shipped_cases() -> tuple[RuleCase, ...]:
    """Return all of them, in the order of their files."""
    return tuple(read_all()[1])

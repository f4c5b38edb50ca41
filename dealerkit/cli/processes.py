"""`--jobs N|auto`: the number of processes among which a command divides its work."""

from __future__ import annotations

import os

import click


class Processes(click.ParamType):  # type: ignore[type-arg]
    """Parameter type: a number of processes, or `auto` for one for each usable processor."""

    name = "N|auto"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number of processes."""
        if value == "auto":
            return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if not str(value).isdecimal() or not str(value).isascii() or not 1 <= int(str(value)) <= 512:
            self.fail(f"'{value}' is neither auto nor a number from 1 to 512", param, ctx)
        return int(str(value))

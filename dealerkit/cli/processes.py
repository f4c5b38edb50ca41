"""`--jobs N|auto`: over how many processes a command spreads its work."""

from __future__ import annotations

import os

import click


class Processes(click.ParamType):  # type: ignore[type-arg]
    """So many processes, or `auto` for as many as there are processors that we may use."""

    name = "N|auto"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Read it."""
        if value == "auto":
            return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if not str(value).isdecimal() or not str(value).isascii() or not 1 <= int(str(value)) <= 512:
            self.fail(f"'{value}' is neither auto nor a number from 1 to 512", param, ctx)
        return int(str(value))

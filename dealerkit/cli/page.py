"""A ruling on screen for a player to read: few columns, wide spacing, headings in capitals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealerkit.files.screen_text import COLUMNS, heading, line, width

if TYPE_CHECKING:
    from dealerkit.sheets.player import PlayerPage

COLUMNS_READ = 56
"""Columns of a page that is read at arm's length."""


def page_rows(page: PlayerPage) -> list[str]:
    """Return the lines of a player's page, with the ruling first, between two rows of equals signs."""
    token = COLUMNS.set(min(COLUMNS_READ, width()))
    try:
        rule = "=" * width()
        rows = [rule, "", *map(heading, line(page.ruling.upper(), 0).splitlines())]
        if page.said:
            rows += ["", line(f'"{page.said}"', 0)]
        rows += ["", rule]
        for title, sentences in page.parts:
            rows += ["", heading(title.upper()), *(line(sentence) for sentence in sentences)]
        return [*rows, "", line(page.house, 0)]
    finally:
        COLUMNS.reset(token)

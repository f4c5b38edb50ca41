"""Drills in a browser: short exercises, one at a time, each answer judged and kept as the terminal does it; progress; exams."""

from __future__ import annotations

from dealerkit.web.drills import exams, pages, practice, progress, rows, stopwatch

ROUTES = [*exams.ROUTES, *progress.ROUTES, *stopwatch.ROUTES, *practice.ROUTES, *rows.ROUTES, *pages.ROUTES]

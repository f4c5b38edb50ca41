"""Teaching: an instructor watches a dealer at real cards; a class where everybody deals the same shoe; the jackpot screen."""

from __future__ import annotations

from dealerkit.web.classroom import joining, look, observe, opening, report, room, wall

ROUTES = [*observe.ROUTES, *joining.ROUTES, *opening.ROUTES, *room.ROUTES, *look.ROUTES, *report.ROUTES, *wall.ROUTES]

"""The class: watching a dealer at real cards, a room where everybody deals the same shoe, and the wall."""

from __future__ import annotations

from dealerkit.web.classroom import joining, look, observe, opening, report, room, wall

ROUTES = [*observe.ROUTES, *joining.ROUTES, *opening.ROUTES, *room.ROUTES, *look.ROUTES, *report.ROUTES, *wall.ROUTES]

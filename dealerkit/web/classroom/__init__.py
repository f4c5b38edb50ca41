"""The class: a dealer watched at real cards, a room that deals the same shoe, and the wall."""

from __future__ import annotations

from dealerkit.web.classroom import joining, observe, room, wall

ROUTES = [*observe.ROUTES, *joining.ROUTES, *room.ROUTES, *wall.ROUTES]

"""The table: dealing by hand, with keys or in words."""

from dealerkit.web.deal import choice, views

ROUTES = [*choice.ROUTES, *views.ROUTES]

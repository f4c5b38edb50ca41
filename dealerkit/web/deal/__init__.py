"""The table: deal with your hands, by keys or in words."""

from dealerkit.web.deal import choice, views

ROUTES = [*choice.ROUTES, *views.ROUTES]

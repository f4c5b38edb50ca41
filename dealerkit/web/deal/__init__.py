"""The table in a browser: the user deals by moving cards and chips, with keys, or by typed words."""

from dealerkit.web.deal import choice, views

ROUTES = [*choice.ROUTES, *views.ROUTES]

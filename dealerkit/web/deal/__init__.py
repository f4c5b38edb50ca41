"""The table: deal with your hands, by keys or in words."""

from dealerkit.web.deal.views import ROUTES

__all__ = ["ROUTES"]

"""Refusals of requests, each with the status of the answer."""

from __future__ import annotations

from dealerkit.errors import DealerkitError


class Refused(DealerkitError):
    """A refused request, for example because a thing does not exist, or the visitor may not see it.

    Args:
        status: The status of the answer, such as 404.
        message: The error, and what to do.
    """

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class TooOld(Refused):
    """The request came from a page loaded in an earlier session. Nothing was done, and it may be sent again."""

    def __init__(self) -> None:
        super().__init__(403, "this page is out of date; load it again, then send")

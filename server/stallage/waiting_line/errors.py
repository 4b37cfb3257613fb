"""Errors of lines."""

from __future__ import annotations

from typing import Any

from stallage.core.errors import ApiError


class InLine(ApiError):
    """The order was not placed: more shoppers want to order than the shop can serve at once.

    `error.line` has the ticket, the place and the expected time.
    """

    code = "in_line"
    status = 503
    message = "Very many shoppers are ordering at the moment. You are in line; your order is not placed yet."

    def __init__(self, line: dict[str, Any], *, retry_after: int) -> None:
        """`line`: a `LinePlace` as JSON. `retry_after`: seconds."""
        super().__init__(line=line, headers={"Retry-After": str(retry_after)})

"""Reads lines and quantities of a request."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from stallage.core.errors import InvalidFields
from stallage.core.validation import message


class LineQuantity(Protocol):
    """A line of a request and the quantity of its units; None may stand for all."""

    @property
    def line_id(self) -> int: ...
    @property
    def quantity(self) -> int | None: ...


def quantities(lines: Iterable[LineQuantity]) -> dict[int, Any]:
    """Quantities by line id. Raises InvalidFields if a line is listed twice."""
    units: dict[int, Any] = {}
    for line in lines:
        if line.line_id in units:
            raise InvalidFields(fields={"lines": [message("invalid", "lines")]})
        units[line.line_id] = line.quantity
    return units

"""How many of a customer's tickets have an answer that they have not read.

Every page shows it, so it comes with the customer's details, in their one query; only the feature of
tickets, which comes later, knows how to count them.
"""

from __future__ import annotations

_counted: list[str] = []


def unread_tickets_are(count: str) -> None:
    """Declares the count: SQL text of the feature's own over the row of `customers`, never values."""
    _counted[:] = [count]


def unread_tickets() -> str:
    """The count as an SQL expression; nothing is unread in a process that knows no tickets."""
    return f"({_counted[0]})" if _counted else "0"

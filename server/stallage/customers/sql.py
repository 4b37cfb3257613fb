"""SQL of customers that later features complete.

Every page shows the number of unread tickets, so the query of the customer's details selects it too.
Only `support`, a later feature, knows how to count them.
"""

from __future__ import annotations

_unread_ticket_count: list[str] = []


def set_unread_ticket_count(sql: str) -> None:
    """Declare how to count a customer's unread tickets.

    `sql` is a subquery that refers to the row of `customers`. It must be a constant of the feature.
    """
    _unread_ticket_count[:] = [sql]


def unread_ticket_count() -> str:
    """Return the count as an SQL expression; 0 in a process without `support`."""
    return f"({_unread_ticket_count[0]})" if _unread_ticket_count else "0"

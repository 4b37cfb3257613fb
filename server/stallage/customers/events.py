"""News about customers."""

from __future__ import annotations

from stallage.core.events import Event


class CustomerForgotten(Event):
    """A customer asked to be forgotten, and the profile and addresses are gone.

    Features that hold words about the person take them out: orders are anonymised, wishes deleted.
    """

    customer_id: int
    email: str | None
    """What the customer's address was, for rows that know no customer yet."""
    phone: str | None

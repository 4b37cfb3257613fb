"""News about signing in."""

from __future__ import annotations

from stallage.core.events import Event


class CustomerSignedIn(Event):
    """A customer is here with contacts that are proven: by signing in, or by taking over a new one.

    What a guest left under these contacts, such as orders, belongs to the customer.
    """

    customer_id: int

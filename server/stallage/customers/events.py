"""News about customers."""

from __future__ import annotations

from stallage.core.events import Event


class CustomerForgotten(Event):
    """A customer asked to be forgotten; the profile is empty and the addresses are gone.

    What the features hold besides is erased by one job (`customers.jobs`), as their `personal_data`
    declares. The contacts are in the table `erasures` and not here: a job may be held for days.
    """

    customer_id: int

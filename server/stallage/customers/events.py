"""Events of customers."""

from __future__ import annotations

from stallage.core.events import Event


class CustomerForgotten(Event):
    """A customer asked to be forgotten; the profile is empty and the addresses are deleted.

    One job (`customers.jobs`) erases what the features store, as their `personal_data` declares. The
    contacts are in the table `erasures` rather than here, because a job may be held for days.
    """

    customer_id: int


class CustomerCreated(Event):
    """Somebody signed in for the first time."""

    customer_id: int

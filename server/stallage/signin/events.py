"""Events of sign-in."""

from __future__ import annotations

from datetime import datetime

from stallage.core.events import Event
from stallage.signin.rules import ContactRole, Purpose


class CustomerSignedIn(Event):
    """A customer has verified contacts: by signing in, or by changing a contact.

    What a guest left under these contacts, such as orders, belongs to the customer from now on.
    """

    customer_id: int


class CodeRequested(Event):
    """A code was requested. The code itself follows from the nonce and the shop's secret."""

    to: str
    purpose: Purpose
    subject: str
    nonce: str
    lifetime_seconds: int


class ContactChanged(Event):
    """A customer changed a contact; `to` is one of the contacts to inform."""

    to: str
    changed: str
    """`email address` or `phone number`."""
    role: ContactRole = "replaced"


class NewDeviceSignedIn(Event):
    """A customer signed in from a device or network that they have not used before."""

    to: str
    device: str
    at: datetime


class GoogleAccountLinked(Event):
    """A Google account was linked to an existing customer and signs them in from now on."""

    to: str
    device: str
    at: datetime

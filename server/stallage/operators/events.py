"""Events of operators, for the emails about them."""

from __future__ import annotations

from datetime import datetime

from stallage.core.events import Event


class OperatorLinkIssued(Event):
    """A one-time link is to be mailed. Its token follows from the nonce and the shop's secret."""

    operator_id: int
    nonce: str


class NewBrowserSignedIn(Event):
    """An operator signed in from a browser that they have not used before."""

    operator_id: int
    device: str
    address: str
    at: datetime

"""Request and response bodies of the alerts API."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.schemas import Email, Id, Input, Output, Time

Kind = Literal["stock", "price"]


class AlertInput(Input):
    """A request for an alert."""

    sku_id: Id
    kind: Kind = Field(description="`stock`: back in stock; `price`: costs less than now.")
    email: Email = Field(
        default="", description="Recipient; ignored for customers with a verified address."
    )


class Alert(Output):
    """An alert for a SKU."""

    sku_id: int
    kind: Kind
    email: str


class OwnAlert(Alert):
    """A waiting alert of the customer."""

    id: int
    created_at: Time

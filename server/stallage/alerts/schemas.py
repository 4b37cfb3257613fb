"""What the API says of alerts, and what it takes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.schemas import Email, Id, Input, Output, Time

Kind = Literal["stock", "price"]


class AlertInput(Input):
    """What a shopper wants to be told."""

    sku_id: Id
    kind: Kind = Field(description="`stock`: it is back in stock; `price`: it costs less than now.")
    email: Email = Field(
        default="", description="Where to; a customer's own address where it is left out."
    )


class Alert(Output):
    """Something that a shopper will be told."""

    sku_id: int
    kind: Kind
    email: str


class OwnAlert(Alert):
    """One of the customer's own alerts that still waits."""

    id: int
    created_at: Time

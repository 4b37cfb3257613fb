"""What the API says of paying."""

from __future__ import annotations

from pydantic import Field

from stallage.core.schemas import Output


class PaymentStep(Output):
    """How paying goes on."""

    method: str
    status: int = Field(
        description="0 in progress, 1 paid, 2 failed, 3 refunded, 4 partly refunded."
    )
    redirect_url: str | None = Field(description="Where the shopper goes on to pay.")


class OrderToPay(Output):
    """An order and how to pay it."""

    order_id: str
    status: int
    payment: PaymentStep

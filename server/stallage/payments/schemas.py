"""What the API says of paying."""

from __future__ import annotations

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Input, Integer, Output, Time
from stallage.wallet.rules import TopupState


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


class TopupInput(Input):
    """Money to add to the wallet."""

    amount: Integer = Field(
        description="In the minor unit, within the limits that the wallet names."
    )


class Topup(Output):
    """Money on its way into the wallet."""

    id: str = Field(examples=["TU-7K2M-9QXD-41HV"])
    amount: Money
    state: TopupState = Field(
        description="`pending` can still be paid; `paid` is in the wallet; `declined` and `ended`"
        " were not charged; `refunded` goes back to where it came from."
    )
    created_at: Time
    expires_at: Time = Field(description="Until when it can be paid.")
    redirect_url: str | None = Field(description="Where the customer pays while it is pending.")

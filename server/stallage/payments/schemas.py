"""Schemas of payments and top-ups."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Input, Integer, Output, Time
from stallage.wallet.rules import TopupState


class PaymentStep(Output):
    """The state of a payment and where to continue it."""

    method: str
    status: int = Field(
        description="0 in progress, 1 paid, 2 failed, 3 refunded, 4 partly refunded."
    )
    redirect_url: str | None = Field(description="URL where the shopper pays.")


class OrderToPay(Output):
    """An order and its payment."""

    order_id: str
    status: int
    payment: PaymentStep


class FailedRefund(Output):
    """A refund that its provider refused, or that is still to be sent."""

    refund_id: str = Field(examples=["rf_0a1b2c"])
    state: Literal["pending", "refused"]
    amount: Money
    order_id: str | None
    topup_id: str | None
    provider: str
    problem: str | None = Field(description="Why the provider refused it.")
    requested_at: Time
    can_send_again: bool
    can_mark_sent: bool = Field(description="It can be recorded as sent by other means.")


class TopupInput(Input):
    """An amount to add to the wallet."""

    amount: Integer = Field(
        description="In the minor unit, within the limits in `topups` of the wallet."
    )


class Topup(Output):
    """A top-up of the wallet."""

    id: str = Field(examples=["TU-7K2M-9QXD-41HV"])
    amount: Money
    state: TopupState = Field(
        description="`pending` can still be paid; `paid` was added to the wallet; `declined` and `ended`"
        " were not charged; `refunded` was sent back to the payer."
    )
    created_at: Time
    expires_at: Time = Field(description="It can be paid until then.")
    redirect_url: str | None = Field(description="URL where the customer pays, while pending.")

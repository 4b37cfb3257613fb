"""Schemas of payments and top-ups."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Input, Integer, Line, Output, Text, Time
from stallage.orders.drafts import ManualTransfer
from stallage.orders.rules.manual_payments import ManualMethod
from stallage.payments.rules.decisions import Decision
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


class PaymentDecisionInput(Input):
    """What an operator found out at the provider about a payment that the shop cannot settle."""

    outcome: Literal["paid", "ended"] = Field(
        description="`paid`: the money is there. `ended`: none will come, or it was sent back."
    )
    note: Annotated[Text, Field(min_length=1, max_length=1000)] = Field(
        description="How it was found out. It is stored in the audit log."
    )


class PaymentDecided(Output):
    """What a decision about a payment did."""

    decision: Decision = Field(
        description="`confirm`: the order is paid. `revive`: it had ended, and is paid again. `refund`: the"
        " money is to be refunded, as the order has ended. `credit`: a top-up was added to the wallet."
        " `close`: no money comes, so the order can end. `nothing`: it was settled before."
    )


Reference = Annotated[
    Line,
    Field(
        max_length=120,
        description="What it is found by later, such as the text of a bank transfer. May be empty.",
    ),
]


class ManualPaymentDetails(Input):
    """How the shop received a payment outside of its payment provider."""

    method: ManualMethod
    reference: Reference = ""
    received_on: date = Field(description="In the shop's time zone; not in the future.")

    def transfer(self) -> ManualTransfer:
        """As actions take it."""
        return ManualTransfer(self.method, self.reference, self.received_on)


class ManualPaymentInput(ManualPaymentDetails):
    """A payment of all that is to be paid of an order."""

    amount: Annotated[Integer, Field(ge=1, le=MAX_AMOUNT)] = Field(
        description="What the operator saw that is to be paid, in the minor unit. Another amount is refused."
    )


class ManualRefundInput(Input):
    """How money was paid back outside of the payment provider."""

    method: ManualMethod
    reference: Reference = ""
    paid_on: date = Field(description="In the shop's time zone; not in the future.")

    def transfer(self) -> ManualTransfer:
        """As actions take it."""
        return ManualTransfer(self.method, self.reference, self.paid_on)


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

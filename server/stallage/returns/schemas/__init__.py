"""Requests and responses of returns and withdrawals."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.cart.rules.lines import MAX_LINES
from stallage.core.money import Money
from stallage.core.schemas import Email, Id, Input, Line, Output, Phone, Text, Time
from stallage.customers.schemas import Name
from stallage.orders.schemas import Status, Units
from stallage.products.schemas import ChosenOption
from stallage.returns.rules.reasons import ReturnReason

Outcome = Literal["cancelled", "return", "on_delivery"]


class ReturnedLine(Input):
    """A line to return."""

    line_id: Id
    quantity: Units
    exchange_sku_id: Id | None = Field(default=None, description="The SKU to send in exchange.")


class ReturnInput(Input):
    """What to return, and for what."""

    lines: Annotated[list[ReturnedLine], Field(min_length=1, max_length=MAX_LINES)]
    reason_code: ReturnReason | None = None
    reason: Annotated[Text, Field(max_length=1000)] = Field(
        default="", description="In the customer's words."
    )
    resolution: Literal["refund", "exchange"] = "refund"
    refund_to: Literal["source", "wallet"] = "source"


class WithdrawnLine(Input):
    """A line that the withdrawal covers."""

    line_id: Id
    quantity: Units


class WithdrawalInput(Input):
    """A statement of withdrawal for an order that the requester can see."""

    name: Annotated[Name, Field(title="Your name")]
    lines: Annotated[list[WithdrawnLine], Field(min_length=1, max_length=MAX_LINES)] | None = Field(
        default=None, description="Without it, the whole order."
    )


class OpenWithdrawalInput(Input):
    """A statement of withdrawal with the order's number and contact."""

    order_id: Annotated[Line, Field(min_length=1, max_length=32)]
    name: Annotated[Name, Field(title="Your name")]
    email: Email | None = None
    phone: Phone | None = None


class WithdrawalStated(Output):
    """A withdrawal that was received. An email acknowledges it too."""

    order_id: str
    received_at: Time
    outcome: Outcome = Field(
        description="`cancelled`: will not be shipped; `return`: send it back; `on_delivery`: send it back"
        " when it arrives."
    )
    sent_to: str = Field(description="Part of the contact that receives the acknowledgement.")


class ReturnLine(Output):
    """Returned units of a line."""

    line_id: int
    quantity: int
    title: str
    options: list[ChosenOption]
    exchange_sku_id: int | None


class Return(Output):
    """A return."""

    return_id: str
    status: Status
    status_label: str
    resolution: Literal["refund", "exchange"]
    refund_to: Literal["source", "wallet"]
    reason_code: ReturnReason | None
    reason: str
    answer: str = Field(description="Why the shop refused it; empty otherwise.")
    withdrawal: bool = Field(description="By right of withdrawal.")
    amount: Money = Field(description="The amount of the units, with delivery if it is refunded.")
    shipping: Money
    to_source: Money | None = Field(
        description="Null until the return is completed, and for an exchange. A cancelled exchange is"
        " refunded."
    )
    to_wallet: Money | None
    waits_for_sign_in: bool = Field(
        description="The wallet's part waits until the order's contact signs in."
    )
    exchange_order_id: str | None
    exchange_cancelled: bool = Field(description="The exchange was cancelled.")
    lines: list[ReturnLine]
    requested_at: Time
    changed_at: Time


class ExchangeChoice(Output):
    """A SKU that a line can be exchanged for."""

    sku_id: int
    options: list[ChosenOption]


class LineToReturn(Output):
    """Units of a line that can still be returned."""

    line_id: int
    quantity: int
    exchanges: list[ExchangeChoice]


class OrderReturns(Output):
    """The returns of an order, and what can still be returned."""

    can_return: bool
    return_until: Time | None = Field(description="Null before delivery.")
    can_withdraw: bool
    withdraw_until: Time | None = Field(
        description="Null before delivery: the time has not started."
    )
    wallet_only: bool = Field(description="Refunds can only go to the wallet.")
    lines: list[LineToReturn] = Field(description="Empty if nothing can be returned now.")
    items: list[Return] = Field(description="Newest first.")

"""What the API says of returning and withdrawing."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.cart.rules import MAX_LINES
from stallage.core.money import Money
from stallage.core.schemas import Email, Id, Input, Line, Output, Phone, Text, Time
from stallage.customers.schemas import Name
from stallage.orders.schemas import Status, Units
from stallage.products.schemas import ChosenOption

Outcome = Literal["cancelled", "return", "on_delivery"]


class ReturnedLine(Input):
    """A line to send back."""

    line_id: Id
    quantity: Units
    exchange_sku_id: Id | None = Field(
        default=None, description="What to send instead, where an exchange is wanted."
    )


class ReturnInput(Input):
    """What to send back, and what for."""

    lines: Annotated[list[ReturnedLine], Field(min_length=1, max_length=MAX_LINES)]
    reason: Annotated[Text, Field(max_length=1000)] = ""
    resolution: Literal["refund", "exchange"] = "refund"
    refund_to: Literal["source", "wallet"] = "source"


class WithdrawnLine(Input):
    """A line that the withdrawal covers."""

    line_id: Id
    quantity: Units


class WithdrawalInput(Input):
    """A statement of withdrawal by who sees the order."""

    name: Annotated[Name, Field(title="Your name")]
    lines: Annotated[list[WithdrawnLine], Field(min_length=1, max_length=MAX_LINES)] | None = Field(
        default=None, description="The whole order where missing."
    )


class OpenWithdrawalInput(Input):
    """A statement of withdrawal by who has the order's number and its contact."""

    order_id: Annotated[Line, Field(min_length=1, max_length=32)]
    name: Annotated[Name, Field(title="Your name")]
    email: Email | None = None
    phone: Phone | None = None


class WithdrawalStated(Output):
    """A statement that has been received; the same goes out by message."""

    order_id: str
    received_at: Time
    outcome: Outcome = Field(
        description="`cancelled`: nothing is sent; `return`: send it back; `on_delivery`: the same,"
        " once it has arrived."
    )
    sent_to: str = Field(description="Where the acknowledgement goes, in part.")


class ReturnLine(Output):
    """Pieces of a line that come back."""

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
    reason: str
    answer: str = Field(description="Why the shop refused it; empty otherwise.")
    withdrawal: bool = Field(description="By right of withdrawal.")
    amount: Money = Field(description="What the pieces are worth, delivery included where it is.")
    shipping: Money
    to_source: Money | None = Field(
        description="Null until it is completed, and where other items were sent instead. What is"
        " cancelled of those goes back."
    )
    to_wallet: Money | None
    waits_for_sign_in: bool = Field(
        description="The wallet's part waits until this address signs in."
    )
    exchange_order_id: str | None
    exchange_cancelled: bool = Field(description="The items in exchange were cancelled.")
    lines: list[ReturnLine]
    requested_at: Time
    changed_at: Time


class ExchangeChoice(Output):
    """Something that a line can be exchanged for."""

    sku_id: int
    options: list[ChosenOption]


class LineToReturn(Output):
    """What of a line can still be sent back."""

    line_id: int
    quantity: int
    exchanges: list[ExchangeChoice]


class OrderReturns(Output):
    """The returns of an order, and what can still be done."""

    can_return: bool
    return_until: Time | None = Field(description="Null before delivery.")
    can_withdraw: bool
    withdraw_until: Time | None = Field(description="Null before delivery: then there is time.")
    wallet_only: bool = Field(description="There is no other way for money to go back.")
    lines: list[LineToReturn] = Field(description="Empty where nothing can be returned now.")
    items: list[Return] = Field(description="Newest first.")

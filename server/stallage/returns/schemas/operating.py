"""Requests and responses of returns in the operators' API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field
from pydantic_core import PydanticCustomError

from stallage.cart.rules.lines import MAX_LINES
from stallage.core.cursors import Count
from stallage.core.money import Money
from stallage.core.schemas import Id, Input, Integer, Line, Output, Picture, Text, Time
from stallage.orders.schemas import Status
from stallage.products.schemas import ChosenOption
from stallage.returns.rules.reasons import ReasonGroup
from stallage.returns.rules.views import Step
from stallage.returns.schemas import ExchangeChoice, ReturnInput

Version = Annotated[Line, Field(min_length=1, max_length=64)]
AnswerText = Annotated[Text, Field(max_length=1000)]


def _https(value: str) -> str:
    if value and not value.startswith("https://"):
        raise PydanticCustomError("url_scheme", "must begin with https://.")
    return value


class ListedReturn(Output):
    """A return in a list."""

    return_id: str = Field(examples=["RT-7K2M-9QXD"])
    order_id: str
    customer_name: str
    status: Status
    status_label: str
    resolution: Literal["refund", "exchange"]
    withdrawal: bool
    inspected: bool
    amount: Money
    items: str = Field(description="Such as `1 × Moss bowl`.")
    units: int
    reason_code: ReasonGroup = Field(
        description="As chosen, or what the customer's own words count as."
    )
    reason: str = Field(description="In the customer's words.")
    requested_at: Time
    changed_at: Time


class ReturnCounts(Output):
    """How many returns each view has."""

    to_approve: Count
    under_way: Count
    to_inspect: Count


class OperatorReturnLine(Output):
    """Units of a line that are returned."""

    line_id: int
    sku: str
    title: str
    options: list[ChosenOption]
    image: Picture | None
    requested: int
    accepted: int | None = Field(description="Null until the inspection.")
    restocked: int | None
    amount: Money = Field(description="Of the units that count.")
    exchange_sku: str | None = Field(description="SKU that is sent in exchange.")
    exchange_options: list[ChosenOption]


class SentInstructions(Output):
    """Instructions that were emailed to the customer."""

    text: str
    label_url: str = Field(description="Empty without a label.")
    by: str
    created_at: Time


class ReturnStep(Output):
    """An entry of a return's timeline."""

    label: str
    by: Literal["customer", "operator", "system"]
    person: str | None
    happened_at: Time


class OperatorReturn(Output):
    """A return for operators."""

    return_id: str
    etag: str = Field(description="Version of the return, also for `completion`.")
    order_id: str
    customer_id: int | None
    customer_name: str
    contact: str = Field(description="Where emails and text messages about it go.")
    status: Status
    status_label: str
    resolution: Literal["refund", "exchange"]
    refund_to: Literal["source", "wallet"]
    reason_code: ReasonGroup = Field(
        description="As chosen, or what the customer's own words count as."
    )
    reason: str = Field(description="In the customer's words.")
    answer: str
    withdrawal: bool
    inspected_at: Time | None
    amount: Money
    shipping: Money
    to_source: Money | None
    to_wallet: Money | None
    waits_for_sign_in: bool
    exchange_order_id: str | None
    lines: list[OperatorReturnLine]
    instructions: list[SentInstructions] = Field(description="Newest first.")
    timeline: list[ReturnStep] = Field(description="Newest first.")
    next_steps: list[Step] = Field(description="The usual one first.")
    requested_at: Time
    changed_at: Time


class SettlementPart(Output):
    """A part of a refund, and where it goes."""

    kind: str = Field(description="Kind of tender, such as `online`, or `wallet`.")
    amount: Money


class Settlement(Output):
    """A way to complete a return, with what will happen."""

    how: Literal["source", "wallet", "exchange"]
    possible: bool
    problem: Literal["", "no_source", "no_wallet", "unavailable", "nothing_left"]
    refund: Money
    parts: list[SettlementPart] = Field(description="The refund by where it goes.")
    waits_for_sign_in: bool = Field(
        description="Wallet credit waits until the order's contact signs in."
    )


class CompletionPreview(Output):
    """What completing a return would do."""

    version: str = Field(description="Send it with the request that completes the return.")
    units: Money = Field(description="The amount of the accepted units.")
    shipping: Money
    refunded_before: Money = Field(
        description="The part that earlier refunds of the order have paid back already."
    )
    total: Money
    requested: Literal["source", "wallet", "exchange"] = Field(description="The customer's wish.")
    settlements: list[Settlement]
    contact: str = Field(description="Who gets an email or text message.")


class RefuseReturnInput(Input):
    """Why a return is refused."""

    reason: Annotated[AnswerText, Field(min_length=1, title="Reason")] = Field(
        description="The customer reads it."
    )


class InspectedLineInput(Input):
    """What the inspection of a line found."""

    line_id: Id
    accepted: Annotated[Integer, Field(ge=0, le=100_000)]
    restock: bool = Field(description="Whether the accepted units go back into stock.")


class InspectionInput(Input):
    """What the inspection found, for each line of the return."""

    lines: Annotated[list[InspectedLineInput], Field(min_length=1, max_length=2 * MAX_LINES)]
    answer: AnswerText = Field(
        default="", description="Why fewer units are accepted; the customer reads it."
    )


class InstructionsInput(Input):
    """How to send the items back."""

    text: Annotated[Text, Field(min_length=1, max_length=2000)]
    label_url: Annotated[
        Line,
        Field(max_length=500, description="https address of a label to print."),
        AfterValidator(_https),
    ] = ""


class RefundReturnInput(Input):
    """Completes a return by a refund."""

    version: Version
    to: Literal["source", "wallet"]


class ExchangeReturnInput(Input):
    """Completes a return by an exchange."""

    version: Version


class StartReturnInput(ReturnInput):
    """A return that is requested for the customer."""

    approve: bool = Field(default=True, description="Approve it at once.")


class ReturnableLine(Output):
    """Units of a line that can be returned."""

    line_id: int
    sku: str
    title: str
    options: list[ChosenOption]
    image: Picture | None
    quantity: int
    unit_price: Money
    amount: Money = Field(description="Of all these units.")
    exchanges: list[ExchangeChoice]


class Returnable(Output):
    """What of an order can be returned."""

    possible: bool
    problem: Literal["", "not_delivered", "open_return", "nothing_left"]
    return_until: Time | None = Field(description="The shopper's own limit. Operators have none.")
    wallet_only: bool = Field(description="Refunds can only go to the wallet.")
    lines: list[ReturnableLine]


class StartedReturn(Output):
    """A return that was started."""

    return_id: str

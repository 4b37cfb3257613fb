"""Requests and responses of refunds and cancellations."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Id, Input, Integer, Line, Output, Picture, Text, Time
from stallage.orders.rules.refunds import Destination, Reason, State

Amount = Annotated[Integer, Field(ge=1, le=MAX_AMOUNT)]
Version = Annotated[Line, Field(max_length=64, description="The version of the preview.")]
Note = Annotated[Text, Field(max_length=1000, description="For the customer, in the email.")]


class RefundLineInput(Input):
    """Units of a line to refund."""

    line_id: Id
    quantity: Annotated[Integer, Field(ge=1, le=9999)]
    reason: Reason = "other"
    restock: bool = False


class RefundTerms(Input):
    """Where a refund goes, and the message to the customer."""

    destination: Destination = "original"
    wallet_amount: Annotated[
        Integer,
        Field(default=0, ge=0, le=MAX_AMOUNT, description="Of a split refund, to the wallet."),
    ]
    reason: Reason = "other"
    note: Note = ""
    notify: bool = True


class RefundInput(RefundTerms):
    """A refund of items, delivery and gift wrap."""

    lines: Annotated[list[RefundLineInput], Field(default_factory=list, max_length=500)]
    delivery: bool = False
    gift_wrap: bool = False


class GoodwillInput(RefundTerms):
    """A refund of an amount that is not for items."""

    amount: Amount
    reason: Reason = "goodwill"


class RefundCommit(RefundInput):
    """A refund to grant as it was previewed."""

    version: Version


class GoodwillCommit(GoodwillInput):
    """A goodwill refund to grant as it was previewed."""

    version: Version


class StockStep(Output):
    """How the stock of a SKU changes."""

    sku_id: int
    title: str
    before: int
    after: int


class RefundPart(Output):
    """What a refund gives back to one tender."""

    kind: str = Field(description="Such as `online`, `gift_card` or `wallet`.")
    label: str
    amount: Money


class ExpectedDocument(Output):
    """A document that will be issued. Another one may take the number first."""

    number: str
    total: Money


class ChangeEmail(Output):
    """An email as the customer will get it."""

    to: str
    subject: str
    text: str
    html: str | None


class RefundPreview(Output):
    """What a refund will do, in figures."""

    version: str
    paid: Money
    refunded_before: Money
    pending: Money = Field(description="Granted and not paid yet, and open returns.")
    amount: Money = Field(description="This refund.")
    remaining_after: Money
    tax: Money = Field(description="The tax of the items, as they were sold.")
    paid_back_before: Money = Field(
        description="The part of the items that goodwill has paid back already."
    )
    parts: list[RefundPart] = Field(description="What goes back to where it came from.")
    to_wallet: Money
    wallet_waits: bool = Field(description="A guest gets wallet credit when they sign in.")
    original_limit: Money
    wallet_limit: Money
    stock: list[StockStep]
    credit_note: ExpectedDocument | None
    email: ChangeEmail | None = Field(description="Null if the customer is not notified.")
    needs_approval: bool = Field(description="Somebody else has to pay it.")


class RefundableLine(Output):
    """A line of an order, and how much of it can be refunded."""

    line_id: int
    title: str
    sku: str
    options: list[str]
    image: Picture | None
    quantity: int
    refundable: int
    unit_amount: Money = Field(description="What the next unit refunds, without added tax.")
    unit_tax: Money = Field(description="Its tax; included in the amount if `taxIncluded`.")
    tax_included: bool
    why_not: Literal["", "not_shipped", "in_return", "refunded", "gift", "gift_card"]
    unshipped: int = Field(description="Units that can be cancelled instead.")


class GatewayRefund(Output):
    """A refund at a payment provider."""

    refund_id: str
    amount: Money
    state: Literal["pending", "done", "refused"]
    problem: str | None = Field(description="Why the provider refused it.")
    requested_at: Time
    done_at: Time | None


class Refund(Output):
    """A refund that an operator granted."""

    refund_id: str
    state: State
    amount: Money
    to_original: Money
    to_wallet: Money
    items: str = Field(description="Such as `1 × Vase, delivery`.")
    reason: Reason
    note: str
    granted_at: Time
    granted_by: str
    paid_at: Time | None
    paid_by: str | None
    withdrawn_at: Time | None
    needs_approval: bool
    granted_by_you: bool
    credit_note: str | None
    gateway: list[GatewayRefund]


class PendingReturn(Output):
    """A return that may still refund."""

    return_id: str
    amount: Money


class OrderRefunds(Output):
    """What can be refunded of an order, and its refunds."""

    paid: Money
    refunded: Money
    pending: Money
    available: Money
    original_limit: Money
    wallet_limit: Money
    wallet_waits: bool
    original_label: str = Field(description="What the original payment is called.")
    paid_back_by_hand: bool = Field(
        description="Whether it was made outside of the payment provider, at least in part, so that an"
        " operator pays it back and records it."
    )
    approval_above: Money | None = Field(description="Above it, somebody else has to pay.")
    delivery: Money | None = Field(description="Null if it was free or is refunded.")
    gift_wrap: Money | None
    lines: list[RefundableLine]
    refunds: list[Refund]
    returns: list[PendingReturn]


class CancelLineInput(Input):
    """Units of a line to cancel."""

    line_id: Id
    quantity: Annotated[Integer, Field(ge=1, le=9999)]


class CancelInput(Input):
    """What to cancel; without lines, the whole order."""

    lines: Annotated[list[CancelLineInput], Field(default_factory=list, max_length=500)]


class CancelCommit(CancelInput):
    """A cancellation as it was previewed."""

    version: Version


class CancelledLine(Output):
    """Units that are cancelled."""

    line_id: int
    title: str
    quantity: int
    amount: Money


class CancelPreview(Output):
    """What a cancellation will do, in figures."""

    version: str
    whole: bool = Field(description="Nothing is left of the order.")
    is_paid: bool = Field(description="Otherwise less is to be paid.")
    lines: list[CancelledLine] = Field(description="With the gifts that leave with the items.")
    delivery: Money = Field(description="Delivery and gift wrap with tax, of a whole order.")
    amount: Money = Field(description="What is refunded, or taken off what is to be paid.")
    paid: Money
    refunded_before: Money
    remaining_after: Money
    to_pay_before: Money
    to_pay_after: Money
    withdrawn: Money = Field(description="Granted refunds that are withdrawn with the order.")
    parts: list[RefundPart]
    stock: list[StockStep]
    credit_note: ExpectedDocument | None
    email: ChangeEmail | None

"""Requests and responses of edits of placed orders."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from stallage.core.money import Money
from stallage.core.schemas import Id, Input, Integer, Line, Output, Picture, Time
from stallage.customers.schemas import AddressInput
from stallage.order_changes.schemas.refunds import (
    Amount,
    ChangeEmail,
    ExpectedDocument,
    RefundPart,
    StockStep,
    Version,
)


class EditLineInput(Input):
    """The quantity that a line is to have; 0 removes it."""

    model_config = ConfigDict(extra="forbid")

    line_id: Id
    quantity: Annotated[Integer, Field(ge=0, le=9999)]


class AddedItemInput(Input):
    """Units to add, at today's price."""

    model_config = ConfigDict(extra="forbid")

    sku_id: Id
    quantity: Annotated[Integer, Field(ge=1, le=9999)]


class EditDiscountInput(Input):
    """A discount on what is left of the order."""

    model_config = ConfigDict(extra="forbid")

    amount: Amount
    reason: Annotated[
        Line,
        Field(
            min_length=1, max_length=120, description="The customer reads it, also on the invoice."
        ),
    ]


class EditInput(Input):
    """What is to change. Lines that are not listed stay as they are."""

    model_config = ConfigDict(extra="forbid")

    lines: Annotated[list[EditLineInput], Field(default_factory=list, max_length=500)]
    added: Annotated[list[AddedItemInput], Field(default_factory=list, max_length=50)]
    discount: EditDiscountInput | None = None
    address: AddressInput | None = None


class EditCommit(EditInput):
    """An edit as it was previewed."""

    version: Version


class EditedLine(Output):
    """A line as it is and as it will be."""

    line_id: int | None = Field(description="Null for an item that is added.")
    sku_id: int
    title: str
    options: list[str]
    price: Money = Field(description="Of one unit: as placed, or today's for an added item.")
    quantity_before: int
    quantity: int
    amount_before: Money = Field(description="After discounts, with added taxes.")
    amount: Money
    tax: Money = Field(description="Included and added taxes of the units that remain.")


class EditPreview(Output):
    """What an edit will do, in figures."""

    version: str
    is_paid: bool = Field(
        description="Then added items are paid on their own, and money is given back. Otherwise less or"
        " more is to pay."
    )
    lines: list[EditedLine] = Field(description="All lines of the order, with gifts that leave.")
    tax_before: Money
    tax_after: Money
    discount: Money
    total_before: Money
    total_after: Money
    to_pay_before: Money = Field(description="Of a paid order: for items added earlier.")
    to_pay_after: Money
    pay_until: Time | None = Field(
        description="When items that were added to a paid order are cancelled unless they are paid."
    )
    paid: Money
    refunded: Money
    pending: Money = Field(description="Granted refunds and open returns.")
    to_ask_for: Money = Field(description="What is to be paid in addition.")
    to_give_back: Money = Field(description="What was paid too much: refunded, and to be refunded.")
    refunded_now: Money = Field(description="The part that is sent with the edit.")
    granted: Money = Field(description="The part that is granted, and paid in a second step.")
    parts: list[RefundPart]
    stock: list[StockStep]
    credit_note: ExpectedDocument | None
    address_changed: bool
    needs: list[Literal["refunds.grant", "refunds.goodwill"]] = Field(
        description="Permissions that the edit needs besides `orders.edit`."
    )
    email: ChangeEmail | None


class ItemChoice(Output):
    """An item that can be added to an order."""

    sku_id: int
    sku: str
    title: str
    options: list[str]
    image: Picture | None
    price: Money
    available: int | None = Field(description="Units in stock; null if not limited.")

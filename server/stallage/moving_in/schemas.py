"""Orders of other shops, as operators and customers see them."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Output, Picture, Time
from stallage.moving_in.drafts import Fulfilment, Payment, System


class ImportedOrderAddress(Output):
    """An address as the other shop had it."""

    name: str
    company: str
    lines: list[str] = Field(description="Street, city, state and country, as on an envelope.")
    phone: str


class ImportedOrderProduct(Output):
    """The product of this shop that has the SKU of a line today."""

    id: int
    title: str
    link: str | None = Field(description="Path of its page; null if it is not on sale.")
    image: Picture | None


class ImportedOrderItem(Output):
    """A line of an order."""

    sku: str
    title: str
    quantity: int
    price: Money = Field(description="Of one unit, before discounts.")
    discount: Money = Field(description="Of the whole line.")
    product: ImportedOrderProduct | None


class ListedImportedOrder(Output):
    """An order of the operators' list."""

    id: int
    system: System
    number: str = Field(description="As in the other shop.")
    name: str
    email: str | None
    customer_id: int | None
    placed_at: Time
    cancelled: bool
    payment: Payment
    fulfilment: Fulfilment
    total: Money
    refunded: Money


class ImportedOrderAmounts(Output):
    """The amounts of the file. They need not add up."""

    subtotal: Money
    discount: Money
    shipping: Money
    tax: Money
    total: Money
    refunded: Money


class ImportedOrderDetails(ListedImportedOrder):
    """An order with all that its file has."""

    phone: str | None
    payment_method: str
    discount_code: str
    shipping_method: str
    amounts: ImportedOrderAmounts
    address: ImportedOrderAddress | None
    billing_address: ImportedOrderAddress | None
    note: str
    tags: list[str]
    items: list[ImportedOrderItem]
    imported_at: Time


EarlierOrderStatus = Literal["cancelled", "refunded", "shipped", "paid", "pending"]


class EarlierOrder(Output):
    """A customer's order from before the shop moved."""

    number: str
    placed_at: Time
    status: EarlierOrderStatus
    amounts: ImportedOrderAmounts
    address: ImportedOrderAddress | None
    items: list[ImportedOrderItem]

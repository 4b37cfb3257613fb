"""Lists of orders in the operators' API."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal, get_args

from pydantic import ConfigDict, Field

from stallage.core.cursors import LIMIT, MAX_LIMIT, Count, CursorQuery, decode_cursor
from stallage.core.money import MAX_AMOUNT, Money
from stallage.core.schemas import Between, Input, Line, Output, Time
from stallage.orders.rules.periods import PERIOD

FulfilmentName = Literal[
    "to_confirm",
    "to_pack",
    "to_ship",
    "partly_shipped",
    "shipped",
    "delivered",
    "return_requested",
    "cancelled",
]
PaymentName = Literal["in_progress", "paid", "on_delivery", "failed", "partly_refunded", "refunded"]
# In the order of the numbers of `rules.order_states`.
FULFILMENT_NAMES: tuple[FulfilmentName, ...] = get_args(FulfilmentName)
PAYMENT_NAMES: tuple[PaymentName, ...] = get_args(PaymentName)
OrderSort = Literal["-placed", "placed", "-total", "total", "shipBy", "-shipBy"]

Amount = Annotated[int, Field(ge=0, le=MAX_AMOUNT)]
Code = Annotated[Line, Field(min_length=1, max_length=60)]


class OrderFilter(Input):
    """Which orders. Everything given has to hold; of the values of a list, one."""

    model_config = ConfigDict(extra="forbid")

    search: Line = Field(
        "",
        max_length=200,
        description="Words that the order's number, name, email, phone, SKUs and tracking numbers"
        " contain. The last digits of a number are enough.",
    )
    payment: list[PaymentName] = Field(default=[], max_length=6)
    fulfilment: list[FulfilmentName] = Field(default=[], max_length=8)
    placed: Line | None = Field(
        None,
        pattern=PERIOD.pattern,
        description="`today`, `yesterday`, the last days as `7d`, or `2026-11-01..2026-11-30`,"
        " which can be open on one side.",
    )
    total_min: Amount | None = Field(None, description="In the minor unit.")
    total_max: Amount | None = None
    country: list[Code] = Field(default=[], max_length=50, description="ISO 3166-1 alpha-2.")
    method: list[Code] = Field(default=[], max_length=20, description="Codes of delivery methods.")
    tender: list[Code] = Field(default=[], max_length=20, description="Such as `wallet`.")
    late: bool | None = Field(None, description="Whether the day to ship by is over.")
    hint: bool | None = Field(None, description="Whether it has a hint to check.")
    note: bool | None = Field(None, description="Whether it has a note.")
    test: bool | None = Field(
        None,
        description="Whether it is a test order. By default, those that are set apart since the shop is"
        " live are left out.",
    )
    refund: bool | None = Field(None, description="Whether a refund is still to be paid.")
    customer: int | None = Field(None, ge=1, le=2**53 - 1, description="The customer's id.")


class OrderListQuery(OrderFilter):
    """Which orders, and in which order."""

    sort: OrderSort = Field(
        "-placed", description="`shipBy` lists only orders that are still to be shipped."
    )
    cursor: Line | None = Field(None, max_length=1000, description="Of the page before or after.")
    limit: Annotated[int, Between(1, MAX_LIMIT)] = Field(LIMIT, description="Rows on a page.")

    @property
    def page(self) -> CursorQuery:
        """The requested page. Raises InvalidFields."""
        return CursorQuery(decode_cursor(self.cursor) if self.cursor else None, self.limit)


class OrderCountQuery(OrderFilter):
    """Which orders to count."""

    newer_than: int | None = Field(
        None, ge=0, le=2**53 - 1, description="Only orders after the one with this id."
    )


class OrderPlace(Output):
    """Where an order goes."""

    city: str | None
    state: str | None
    country: str | None


class ListedOrder(Output):
    """A row of the list of orders."""

    id: int
    order_id: str
    placed_at: Time
    first_name: str
    last_name: str
    customer_id: int | None
    place: OrderPlace | None = Field(description="Null if nothing is shipped.")
    payment: PaymentName
    fulfilment: FulfilmentName
    ship_by: date | None
    late: bool
    items: int
    total: Money
    has_note: bool
    has_hint: bool
    refund_waits: bool
    is_test: bool = Field(description="Whether it was paid in test mode.")
    amount_due: Money | None = Field(
        description="What is still to be paid of a paid order, because items were added to it."
    )


class OrderListPage(Output):
    """A page of orders."""

    items: list[ListedOrder]
    next_cursor: str | None
    previous_cursor: str | None
    newest_id: int = Field(description="Id of the shop's newest order; 0 if there is none.")
    partial: bool = Field(
        description="Whether only the newest 20,000 orders were searched, because the words are short."
    )


class OrderViewCounts(Output):
    """The numbers of the built-in views."""

    all: Count
    to_confirm: Count
    to_pack: Count
    to_ship: Count
    late: Count
    to_refund: Count
    test: Count


class OrderFilterChoices(Output):
    """The values that filters offer."""

    countries: list[str]
    methods: list[str]
    tenders: list[str]

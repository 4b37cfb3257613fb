"""Requests and responses of automatic discounts, and of trying promotions out."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.money import Money
from stallage.core.schemas import Between, Id, Input, Integer, Line, Output, Time
from stallage.products.schemas import ChosenOption
from stallage.promotions.rules import ScheduleState
from stallage.promotions.schemas import Amount, Moment, Percent, PositiveAmount, Title
from stallage.promotions.schemas.codes import CodeInput

DiscountKind = Literal["amount_off", "buy_x_get_y", "free_gift"]
ScheduleFilter = Literal["active", "scheduled", "ended"]

Name = Annotated[Line, Field(min_length=1, max_length=255)]
Names = Annotated[list[Name], Field(max_length=500)]
Units = Annotated[Integer, Between(1, 9900)]
Priority = Annotated[Integer, Between(-1000, 1000)]


class DiscountInput(Input):
    """An automatic discount. The fields depend on the kind, as in shop files."""

    title: Title = Field(description="The name in carts and orders.")
    kind: DiscountKind
    priority: Priority = Field(default=0, description="Lower numbers apply first.")
    group: Annotated[Line, Field(max_length=60)] = Field(
        default="", description="Of a group, only the discount that saves most applies."
    )
    combines_with_codes: bool = True
    starts_at: Moment
    ends_at: Moment | None = Field(default=None, description="Exclusive; null: never.")
    minimum_purchase: Amount = 0
    percent: Percent | None = None
    amount: PositiveAmount | None = None
    products: Names = Field(default=[], description="Slugs.")
    categories: Names = Field(default=[], description="Paths, such as `home/vases`.")
    brands: Names = Field(default=[])
    buy_quantity: Units | None = None
    get_quantity: Units | None = None
    get_products: Names = Field(default=[])
    get_categories: Names = Field(default=[])
    get_brands: Names = Field(default=[])
    times_per_order: Units | None = None
    gift: Name | None = Field(default=None, description="The slug of the product.")
    gift_options: Annotated[list[Name], Field(max_length=10)] = Field(default=[])


class AutomaticDiscount(Output):
    """An automatic discount."""

    id: int
    slug: str
    title: str
    kind: DiscountKind
    priority: int
    group: str
    combines_with_codes: bool
    starts_at: Time
    ends_at: Time | None
    minimum_purchase: Money | None
    percent: int | None
    amount: Money | None
    products: list[str]
    categories: list[str]
    brands: list[str]
    buy_quantity: int | None
    get_quantity: int | None
    get_products: list[str]
    get_categories: list[str]
    get_brands: list[str]
    times_per_order: int | None
    gift: str | None
    gift_options: list[str]
    titles: dict[str, str] = Field(description="Titles by slug or path of what it names.")
    state: ScheduleState
    etag: str = Field(description="Send it as `If-Match` with a change.")


class TrialLineInput(Input):
    """An item of the cart to try."""

    sku_id: Id
    quantity: Annotated[Integer, Between(1, 99)]


class DiscountTrialInput(Input):
    """A cart to price, with or without a draft that is not saved."""

    lines: Annotated[list[TrialLineInput], Field(min_length=1, max_length=50)]
    promo_code: Annotated[Line, Field(max_length=100)] = ""
    country: Annotated[Line, Field(max_length=2)] = Field(
        default="", description="ISO 3166-1 alpha-2; empty: the shop's."
    )
    discount: DiscountInput | None = Field(
        default=None, description="Counts as running now, whatever its schedule."
    )
    discount_id: Id | None = Field(
        default=None, description="The saved discount that `discount` replaces."
    )
    code: CodeInput | None = Field(
        default=None, description="Counts as running now, and is entered in the cart."
    )


class TrialDiscount(Output):
    """The part of a discount on a line."""

    name: str
    amount: Money


class TrialLine(Output):
    """A priced line."""

    sku_id: int
    sku: str
    title: str
    options: list[ChosenOption]
    quantity: int
    price: Money
    total: Money = Field(description="Before discounts.")
    discounts: list[TrialDiscount]
    discount: Money
    after: Money = Field(description="What is left to pay for the line, without added taxes.")
    is_gift: bool


class TrialTax(Output):
    """A tax of the trial."""

    name: str
    amount: Money
    included: bool


class DiscountTrial(Output):
    """What the cart would cost, computed by the same code as the storefront's quote."""

    lines: list[TrialLine]
    subtotal: Money
    discounts: list[TrialDiscount]
    shipping: Money
    taxes: list[TrialTax]
    total: Money
    problems: list[str]
    hints: list[str] = Field(description="Discounts within reach.")

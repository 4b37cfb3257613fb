"""Discounts that need no code."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from stallage.declaration.fields import Amount, Line, Moment, Name, Position, Slug
from stallage.declaration.records.base import Record, check_times

Units = Annotated[int, Field(ge=1, le=9900)]

NEEDED = {
    "amount_off": (),
    "buy_x_get_y": ("percent", "buy_quantity", "get_quantity"),
    "free_gift": ("gift",),
}
FOREIGN = {
    "amount_off": (
        "get_quantity",
        "get_products",
        "get_categories",
        "get_brands",
        "times_per_order",
        "gift",
        "gift_options",
    ),
    "buy_x_get_y": ("amount", "gift", "gift_options"),
    "free_gift": (
        "percent",
        "amount",
        "get_quantity",
        "get_products",
        "get_categories",
        "get_brands",
        "times_per_order",
        "group",
    ),
}
"""Fields that mean nothing for a kind."""


class AutomaticDiscount(Record):
    """`[[automatic_discount]]`: a discount without a code, about what it names or about everything."""

    slug: Slug = Field(description="its key, such as `ten-over-100`")
    title: Name = Field(description="as the cart and the order name it")
    kind: Literal["amount_off", "buy_x_get_y", "free_gift"]
    priority: Position = Field(0, description="lower numbers apply first")
    group: Line = Field(
        "", description="of discounts with the same group only the one that saves most applies"
    )
    combines_with_codes: bool = Field(
        True, description="false: the shopper gets the better of this and a promo code"
    )
    starts_at: Moment = Field(description="from when it applies")
    ends_at: Moment | None = Field(None, description="until when; otherwise without end")
    minimum_purchase: Amount = Field(
        0, description="what the products that it is about must be worth, before discounts"
    )
    percent: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="per cent off; 100 makes units of `buy_x_get_y` free"
    )
    amount: Annotated[Amount, Field(ge=1)] | None = Field(
        None, description="an amount off, only for `amount_off` and instead of `percent`"
    )
    products: list[Slug] = Field([], description="slugs of what it is about")
    categories: list[Line] = Field([], description="paths; categories below them count as well")
    brands: list[Name] = Field([], description="names")
    buy_quantity: Units | None = Field(
        None, description="units of that which have to be bought; otherwise one"
    )
    get_quantity: Units | None = Field(None, description="units that become cheaper")
    get_products: list[Slug] = Field(
        [], description="slugs of what becomes cheaper; otherwise what the discount is about"
    )
    get_categories: list[Line] = Field([], description="paths, likewise")
    get_brands: list[Name] = Field([], description="names, likewise")
    times_per_order: Units | None = Field(
        None, description="how often `buy_x_get_y` applies; otherwise as often as it fits"
    )
    gift: Slug | None = Field(None, description="the product that `free_gift` adds")
    gift_options: list[Name] = Field(
        [], description="option values of its SKU; otherwise the first SKU"
    )

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Each kind has the fields that it needs and no others."""
        check_times(self.starts_at, self.ends_at)
        for name in NEEDED[self.kind]:
            if getattr(self, name) is None:
                raise ValueError(f"{self.kind} needs {name}")
        for name in FOREIGN[self.kind]:
            if getattr(self, name) not in (None, "", []):
                raise ValueError(f"{name} has no meaning for {self.kind}")
        if self.kind == "amount_off" and (self.percent is None) == (self.amount is None):
            raise ValueError("needs either percent or amount")
        if self.kind == "free_gift" and not self._has_condition():
            raise ValueError("free_gift needs minimum_purchase, products, categories or brands")
        return self

    def _has_condition(self) -> bool:
        scope = self.products or self.categories or self.brands
        return bool(self.minimum_purchase or scope or self.buy_quantity)

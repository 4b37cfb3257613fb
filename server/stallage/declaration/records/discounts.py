"""Automatic discounts."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from stallage.declaration.fields import Amount, Line, Moment, Name, Position, Slug
from stallage.declaration.records.base import Record, check_times
from stallage.pricing.rules.discount_kinds import field_problems

Units = Annotated[int, Field(ge=1, le=9900)]


class AutomaticDiscount(Record):
    """`[[automatic_discount]]`: a discount without a code, on some products or on all."""

    slug: Slug = Field(description="its key, such as `ten-over-100`")
    title: Name = Field(description="the name in carts and orders")
    kind: Literal["amount_off", "buy_x_get_y", "free_gift"]
    priority: Position = Field(0, description="lower numbers apply first")
    group: Line = Field(
        "", description="of the discounts in a group only the one that saves most applies"
    )
    combines_with_codes: bool = Field(
        True, description="false: the shopper gets the better of this and a promo code"
    )
    starts_at: Moment = Field(description="when it starts to apply")
    ends_at: Moment | None = Field(None, description="when it ends; by default never")
    minimum_purchase: Amount = Field(
        0, description="minimum value of the discounted products, before discounts"
    )
    percent: Annotated[int, Field(ge=1, le=100)] | None = Field(
        None, description="per cent off; 100 makes units of `buy_x_get_y` free"
    )
    amount: Annotated[Amount, Field(ge=1)] | None = Field(
        None, description="an amount off, only for `amount_off` and instead of `percent`"
    )
    products: list[Slug] = Field([], description="slugs of the products that it applies to")
    categories: list[Line] = Field(
        [], description="paths of the categories that it applies to, with those below"
    )
    brands: list[Name] = Field([], description="names of the brands that it applies to")
    buy_quantity: Units | None = Field(
        None, description="units of these that have to be bought; by default one"
    )
    get_quantity: Units | None = Field(None, description="units that become cheaper")
    get_products: list[Slug] = Field(
        [], description="slugs of the products that become cheaper; by default those bought"
    )
    get_categories: list[Line] = Field(
        [], description="paths of the categories that become cheaper"
    )
    get_brands: list[Name] = Field([], description="names of the brands that become cheaper")
    times_per_order: Units | None = Field(
        None, description="how often `buy_x_get_y` applies; by default without limit"
    )
    gift: Slug | None = Field(None, description="the product that `free_gift` adds")
    gift_options: list[Name] = Field(
        [], description="option values of its SKU; by default the first SKU"
    )

    @model_validator(mode="after")
    def consistent(self) -> Self:
        """Check that each kind has the fields that it needs and no others."""
        check_times(self.starts_at, self.ends_at)
        for _, problem in field_problems(
            {name: getattr(self, name) for name in type(self).model_fields}
        ):
            raise ValueError(problem)
        return self

"""API schemas of the lists of customers and guests."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from stallage.core.cursors import Count, CursorPage
from stallage.core.money import Money
from stallage.core.schemas import MAX_ID, Line, Output, Time

Sort = Literal[
    "-registered", "registered", "-spent", "spent", "-orders", "orders", "-lastOrder", "lastOrder"
]
Tag = Annotated[Line, Field(min_length=1, max_length=40)]
Moment = Annotated[
    AwareDatetime,
    Field(ge=datetime(1970, 1, 1, tzinfo=UTC), le=datetime(2200, 1, 1, tzinfo=UTC)),
]
Amount = Annotated[int, Field(ge=0, le=MAX_ID)]


class CustomerFilter(BaseModel):
    """Which customers a list or an export contains. Amounts are in minor units."""

    model_config = ConfigDict(alias_generator=to_camel, validate_by_name=True, extra="ignore")

    q: Annotated[Line, Field(max_length=200)] = Field(
        default="", description="Parts of the name, email address or phone number."
    )
    spent_from: Amount | None = None
    spent_to: Amount | None = None
    orders_from: Amount | None = None
    orders_to: Amount | None = None
    last_order_from: Moment | None = None
    last_order_to: Moment | None = None
    registered_from: Moment | None = None
    registered_to: Moment | None = None
    country: Annotated[list[Annotated[str, Field(pattern="^[A-Z]{2}$")]], Field(max_length=50)] = (
        Field(default=[], description="ISO 3166-1 alpha-2; any of them.")
    )
    tag: Annotated[list[Tag], Field(max_length=10)] = Field(default=[], description="All of them.")
    subscribed: bool | None = Field(default=None, description="To the newsletter.")
    sort: Sort = "-registered"


class CustomerRow(Output):
    """A customer in the list."""

    id: int
    name: str = Field(description="Empty if unknown.")
    email: str | None
    phone: str | None
    country: str | None = Field(description="Of the primary address, or else of the last order.")
    tags: list[str]
    subscribed: bool
    orders: int = Field(description="Without those that were cancelled.")
    spent: Money = Field(description="Paid and not given back.")
    last_order_at: Time | None
    created_at: Time


class GuestRow(Output):
    """A person who ordered without an account, by the contact of the orders."""

    contact: str = Field(description="The email address in lower case, or else the phone number.")
    name: str
    email: str | None
    phone: str | None
    country: str | None
    subscribed: bool
    orders: int
    spent: Money
    last_order_at: Time
    first_order_at: Time


class CustomerPage(CursorPage[CustomerRow]):
    """A page of customers, and how many match."""

    count: Count


class GuestPage(CursorPage[GuestRow]):
    """A page of guests, and how many match."""

    count: Count


class Segments(Output):
    """The values that customers can be filtered by."""

    countries: list[str]
    tags: list[str]

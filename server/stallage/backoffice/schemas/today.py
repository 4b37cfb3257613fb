"""The page Today: what waits, and how the shop does. docs/figures.md defines the figures."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import ConfigDict, Field

from stallage.core.cursors import Count
from stallage.core.money import Money
from stallage.core.schemas import Input, Output, Picture, Time
from stallage.stock_keeping.schemas.levels import LowFrom


class LatestDays(Input):
    """The last days, today included."""

    model_config = ConfigDict(extra="forbid")

    days: Annotated[int, Field(ge=1, le=92)] = 7


class ToConfirm(Output):
    """Orders to confirm."""

    count: Count
    hints: Count = Field(description="Of these, orders with a hint that nobody has reviewed.")


class ToPack(Output):
    """Orders to pack."""

    count: Count
    late: Count = Field(
        description="Orders that should have been handed to a carrier before today."
    )


class ToShip(Output):
    """Orders to ship."""

    count: Count
    partly: Count = Field(description="Of these, orders of which a parcel has been shipped.")


class ToRefund(Output):
    """Orders whose refund waits."""

    count: Count
    granted: Money = Field(description="Refunds that were granted and are not paid.")


class ToAnswer(Output):
    """Messages of customers that the shop should answer."""

    count: Count
    tickets: Count
    questions: Count
    oldest_at: Time | None


class ToModerate(Output):
    """Reviews that wait for a decision."""

    count: Count
    new: Count = Field(description="Of these, reviews that are not published yet.")
    reported: Count = Field(description="Of these, published reviews that somebody reported.")


class Queues(Output):
    """What waits. A queue that the operator may not see is null."""

    to_confirm: ToConfirm | None
    to_pack: ToPack | None
    to_ship: ToShip | None
    to_refund: ToRefund | None
    to_answer: ToAnswer | None
    to_moderate: ToModerate | None


class SalesTotals(Output):
    """Figures of a period."""

    orders: int
    revenue: Money
    average: Money | None = Field(description="Revenue for each order; null without orders.")


class SalesOfDay(Output):
    """A day and the same weekday before."""

    day: date
    orders: int
    revenue: Money
    visits: int
    before: SalesTotals
    before_day: date


class Sales(Output):
    """Orders and revenue, compared with the same part of the weeks before."""

    first: date
    last: date
    until: Time = Field(description="The last day counts until this moment, before and now.")
    time_zone: str
    days: list[SalesOfDay]
    total: SalesTotals
    before: SalesTotals
    visits: int
    visits_since: date | None = Field(
        description="The first day with visits; null if none is known."
    )


class TenderMoney(Output):
    """Money of one kind of tender."""

    kind: str
    received: Money
    to_collect: Money
    refunded: Money


class MoneyIn(Output):
    """How the orders of a period were paid. Received and to collect together are the revenue."""

    first: date
    last: date
    tenders: list[TenderMoney]
    received: Money
    to_collect: Money
    revenue: Money
    refunded: Money
    after_refunds: Money


class SoldProduct(Output):
    """A product with its sales in a period."""

    product_id: int
    title: str
    slug: str | None = Field(description="Null if the product was deleted.")
    image: Picture | None
    units: int
    revenue: Money


class SearchWithoutResult(Output):
    """A query that found nothing."""

    query: str
    times: int


class LowStock(Output):
    """A variant that is sold out or will be soon."""

    sku_id: int
    product_id: int
    sku: str
    title: str
    options: str = Field(description="Such as `Large, Sand`; empty for a product without options.")
    slug: str
    image: Picture | None
    left: int
    low_at: int = Field(description="Units from which on it is low.")
    low_from: LowFrom
    low_category: str | None = Field(description="Title of the category that the level is from.")
    sold: int = Field(description="Units sold in the 28 days before today.")
    days: int | None = Field(description="How many days the rest lasts at this pace.")


class LowStocks(Output):
    """Variants that were sold in the last weeks and have few or no units left."""

    count: int
    threshold: int
    items: list[LowStock]


class Problem(Output):
    """Something that does not work, with the facts that its message names."""

    kind: str = Field(examples=["jobs_held"])
    severity: Literal["bad", "wait"]
    count: int
    since: Time | None
    names: list[str] = Field(description="What is affected, such as numbers of orders.")
    reason: str | None
    id: int | None = Field(description="Of the record to mend, if it is one.")


class Problems(Output):
    """All problems, the worst first."""

    items: list[Problem]

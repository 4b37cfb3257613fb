"""The reports: their groupings, and the columns of their tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

ReportName = Literal[
    "sales",
    "average",
    "products",
    "categories",
    "tenders",
    "places",
    "taxes",
    "promo_codes",
    "returns",
    "cohorts",
    "stock",
    "earlier_shop",
]
Kind = Literal["count", "money", "share"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of figures."""

    key: str
    title: str
    """In CSV files and emails."""
    kind: Kind
    """Shares are in hundredths of a per cent."""


@dataclass(frozen=True, slots=True)
class ReportKind:
    """A report."""

    title: str
    groupings: Mapping[str, tuple[str, ...]]
    """The columns of names by grouping; the first grouping is used if none is chosen."""
    columns: tuple[Column, ...]
    main: str
    """The column that rows are sorted by, and that the chart shows."""
    has_period: bool = True
    is_compared: bool = True
    """Whether it can be compared with an earlier period. Cohorts are compared with one another."""


def _count(key: str, title: str) -> Column:
    return Column(key, title, "count")


def _money(key: str, title: str) -> Column:
    return Column(key, title, "money")


ORDERS = _count("orders", "Orders")
UNITS = _count("units", "Units")
REVENUE = _money("revenue", "Revenue")
REFUNDS = _money("refunds", "Refunds")
NET = _money("net", "Net")
TAX = _money("tax", "Of which tax")
SALES = (
    ORDERS,
    UNITS,
    _money("gross", "Gross"),
    _money("discounts", "Discounts"),
    _money("delivery", "Delivery"),
    REVENUE,
    TAX,
    REFUNDS,
    NET,
)
MONTHS = 12
"""Months after the first one that cohorts are followed."""

_TIMES = {"day": ("day",), "week": ("week",), "month": ("month",)}
TITLES: Mapping[str, str] = {
    "day": "Day",
    "week": "Week from",
    "month": "Month",
    "product": "Product",
    "variant": "Variant",
    "sku": "SKU",
    "category": "Category",
    "tender": "Paid with",
    "provider": "Provider",
    "country": "Country",
    "state": "State",
    "city": "City",
    "tax": "Tax",
    "rate": "Rate in %",
    "code": "Promo code",
    "reason": "Reason",
    "cohort": "First order in",
}

REPORTS: Mapping[str, ReportKind] = {
    "sales": ReportKind("Sales over time", _TIMES, SALES, "revenue"),
    "average": ReportKind(
        "Average order", _TIMES, (ORDERS, REVENUE, _money("average", "Average order")), "average"
    ),
    "products": ReportKind(
        "Sales by product",
        {"product": ("product",), "variant": ("product", "variant", "sku")},
        SALES,
        "revenue",
    ),
    # An order may have products of several categories, so it is counted in none.
    "categories": ReportKind(
        "Sales by category", {"category": ("category",)}, SALES[1:], "revenue"
    ),
    "tenders": ReportKind(
        "Sales by means of payment",
        {"tender": ("tender", "provider")},
        (
            ORDERS,
            _money("received", "Received"),
            _money("toCollect", "To collect"),
            REVENUE,
            REFUNDS,
            NET,
        ),
        "revenue",
    ),
    "places": ReportKind(
        "Sales by place",
        {
            "country": ("country",),
            "state": ("country", "state"),
            "city": ("country", "state", "city"),
        },
        SALES,
        "revenue",
    ),
    "taxes": ReportKind(
        "Taxes",
        {"rate": ("tax", "rate"), "place": ("country", "state", "tax", "rate")},
        (
            _count("invoices", "Invoices"),
            _count("creditNotes", "Credit notes"),
            _money("invoiced", "Tax invoiced"),
            _money("credited", "Tax credited"),
            _money("tax", "Tax"),
        ),
        "tax",
    ),
    "promo_codes": ReportKind(
        "Promo codes",
        {"code": ("code",)},
        (ORDERS, _money("discounts", "Discounts"), REVENUE, REFUNDS, NET),
        "revenue",
    ),
    "returns": ReportKind(
        "Returns",
        {"reason": ("reason",), "product": ("product",)},
        (
            _count("returns", "Returns"),
            _count("units", "Units returned"),
            _count("sold", "Units sold"),
            Column("rate", "Return rate in %", "share"),
            _money("value", "Value"),
        ),
        "units",
    ),
    "cohorts": ReportKind(
        "Repeat customers",
        {"share": ("cohort",), "revenue": ("cohort",)},
        (
            _count("customers", "Customers"),
            *(Column(f"m{number}", f"Month {number}", "share") for number in range(MONTHS + 1)),
        ),
        "customers",
        is_compared=False,
    ),
    "stock": ReportKind(
        "Stock value",
        {"category": ("category",), "variant": ("product", "variant", "sku")},
        (
            _count("skus", "SKUs"),
            _count("noCost", "SKUs without cost"),
            UNITS,
            _money("cost", "Value at cost"),
            _money("retail", "Value at retail price"),
        ),
        "cost",
        has_period=False,
        is_compared=False,
    ),
    # Orders that were imported are not in the ledger, so no other report counts them.
    "earlier_shop": ReportKind(
        "Sales of the earlier shop",
        _TIMES,
        (ORDERS, UNITS, _money("delivery", "Delivery"), REVENUE, TAX, REFUNDS, NET),
        "revenue",
    ),
}


def columns_of(report: str, grouping: str) -> tuple[Column, ...]:
    """The columns of a report. Cohorts have shares or amounts."""
    columns = REPORTS[report].columns
    if report == "cohorts" and grouping == "revenue":
        return tuple(
            Column(one.key, one.title, "money") if one.kind == "share" else one for one in columns
        )
    return columns


def grouping_of(report: str, grouping: str | None) -> str | None:
    """The grouping to use, by default the first one; None if the report has no such grouping."""
    groupings = REPORTS[report].groupings
    return (
        next(iter(groupings)) if grouping is None else grouping if grouping in groupings else None
    )


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a report. Its values are in the order of the columns; None is unknown."""

    key: tuple[str, ...]
    """Such as the id of a product, for links and for comparing periods."""
    names: tuple[str, ...]
    values: Mapping[str, int | None]


def ratio(part: int, whole: int, scale: int = 1) -> int | None:
    """`part` of `whole`, times `scale`, rounded; None if there is nothing to divide by."""
    return round(part * scale / whole) if whole else None


def with_sums(values: Mapping[str, int]) -> dict[str, int | None]:
    """Add revenue, net and the average order to the figures of orders."""
    revenue = values["gross"] - values["discounts"] + values["delivery"]
    return {
        **values,
        "revenue": revenue,
        "net": revenue - values["refunds"],
        "average": ratio(revenue, values["orders"]),
    }

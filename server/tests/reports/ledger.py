"""What reports must add up to, summed from the ledger's own rows, one order after the other."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

from stallage.core.db import Connection
from tests.admin import Admin
from tests.shop import Shop

ORDERS = """
    SELECT o.* FROM orders o JOIN order_states s ON s.order_id = o.id
    WHERE s.fulfilment <> 7 AND s.payment NOT IN (0, 3) AND s.total > 0 ORDER BY o.id
"""
SALES = ("orders", "units", "gross", "discounts", "delivery", "revenue", "tax", "refunds", "net")
GROUPS = {
    "sales": ("day", "week", "month"),
    "average": ("month",),
    "products": ("product", "variant"),
    "categories": ("category",),
    "tenders": ("tender",),
    "places": ("country", "state", "city"),
}
NOT_SUMMED = {("products", "orders"), ("categories", "orders"), ("tenders", "orders")}
"""An order has several products and tenders, so its rows are not summed."""


def _net(one: Any) -> int:
    return int(one["line_total"]) - int(one["discount"]) + int(one["tax_added"])


async def ledger(connection: Connection) -> Counter[str]:
    """Sum the orders that count, in minor units; see docs/figures.md."""
    sums: Counter[str] = Counter()
    for order in await connection.fetch(ORDERS):
        lines = await connection.fetch("SELECT * FROM order_lines WHERE order_id = $1", order["id"])
        tenders = await connection.fetch(
            "SELECT * FROM order_tenders WHERE order_id = $1", order["id"]
        )
        cancelled = await connection.fetch(
            "SELECT * FROM order_cancellations WHERE order_id = $1", order["id"]
        )
        cards = {line["id"] for line in lines if line["gift_card"] is not None}
        off = [part for one in cancelled if not one["paid"] for part in one["lines"]]
        back = [part for one in cancelled if one["paid"] for part in one["lines"]]
        sold = [line for line in lines if line["id"] not in cards]
        off_items = [part for part in off if part["line_id"] not in cards]
        card_value = sum(_net(line) for line in lines if line["id"] in cards)
        card_value -= sum(_net(part) for part in off if part["line_id"] in cards)
        counted = [one for one in tenders if one["state"] in ("taken", "held")]
        revenue = sum(one["amount"] - one["released"] for one in counted) - card_value
        if revenue == 0:
            continue
        refunds = sum(one["given_back"] + one["credited"] for one in tenders)
        refunds -= sum(_net(part) for part in back if part["line_id"] in cards)
        taxes = order["taxes"]
        sums.update(
            orders=1,
            units=sum(line["quantity"] - line["cancelled"] for line in sold),
            discounts=sum(line["discount"] for line in sold)
            - sum(part["discount"] for part in off_items),
            items=sum(line["line_total"] + line["tax_added"] for line in sold)
            - sum(part["line_total"] + part["tax_added"] for part in off_items),
            delivery=order["shipping_total"]
            + order["gift_wrap_total"]
            + sum(tax["amount"] for tax in taxes if not tax["included"])
            - sum(line["tax_added"] for line in lines),
            revenue=revenue,
            tax=sum(tax["amount"] for tax in taxes) - sum(part["tax"] for part in off),
            refunds=refunds,
            net=revenue - refunds,
        )
    sums["gross"] = sums["revenue"] + sums["discounts"] - sums["delivery"]
    return sums


async def tax_of_documents(connection: Connection) -> Counter[tuple[str, str]]:
    """Sum the taxes of all invoices less credit notes, by name and rate."""
    sums: Counter[tuple[str, str]] = Counter()
    for row in await connection.fetch("SELECT kind, content FROM invoices"):
        sign = 1 if row["kind"] == "invoice" else -1
        for tax in row["content"]["taxes"]:
            sums[tax["name"], str(tax["rate"])] += sign * tax["amount"]
    return sums


def values_of(report: Any, values: list[int | None]) -> dict[str, int]:
    """Values by the keys of their columns; unknown ones are 0."""
    return {
        column["key"]: value or 0 for column, value in zip(report["columns"], values, strict=True)
    }


async def read(admin: Admin, report: str, first: date, last: date, **given: str) -> Any:
    """Read a report."""
    days = {"first": first.isoformat(), "last": last.isoformat()}
    return await admin.get(f"/reports/{report}", params={**days, **given})


async def check_reports(shop: Shop, admin: Admin, first: date, last: date) -> dict[str, int]:
    """Compare the rows and the total of every report with the ledger, to the cent.

    Returns the sums. The period has to contain all orders.
    """
    async with shop.database.reading() as connection:
        expected = await ledger(connection)
        documents = await tax_of_documents(connection)
    for name, groups in GROUPS.items():
        for group in groups:
            report = await read(admin, name, first, last, group=group)
            total = values_of(report, report["total"])
            rows = [values_of(report, row["values"]) for row in report["rows"]]
            for key in [key for key in SALES if key in total]:
                assert total[key] == expected[key], (name, group, key)
                if (name, key) not in NOT_SUMMED:
                    assert sum(row[key] for row in rows) == expected[key], (name, group, key)
    for group in ("rate", "place"):
        report = await read(admin, "taxes", first, last, group=group)
        found: Counter[tuple[str, str]] = Counter()
        for row in report["rows"]:
            found[row["names"][-2], row["names"][-1]] += values_of(report, row["values"])["tax"]
        assert found == documents, group
        assert values_of(report, report["total"])["tax"] == documents.total()
    return dict(expected)

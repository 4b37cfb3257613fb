"""Reports of the API: days, comparison, CSV, cohorts, returns, stock, and who may see them."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from stallage.core import access, clock
from stallage.reports.jobs.figures import refresh_figures
from stallage.settings import Settings
from tests.admin import Admin, operator_client
from tests.cart.factory import sign_in
from tests.checkout.factory import ADDRESS, place
from tests.reports.ledger import read, values_of
from tests.returns.factory import buy_and_receive
from tests.returns.test_returns import return_body
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

# New York changes its clocks on 1 November 2026, at 6:00 UTC.
CHANGE = date(2026, 11, 1)


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """The shop is in New York."""
    return settings.model_copy(update={"time_zone": "America/New_York"})


async def csv_rows(admin: Admin, report: str, **params: str) -> list[list[str]]:
    response = await admin.request("GET", f"/reports/{report}/csv", params=params)
    assert response.headers["content-type"] == "text/csv; charset=utf-8"
    assert "attachment" in response.headers["content-disposition"]
    return list(csv.reader(io.StringIO(response.text.removeprefix("\ufeff"))))


async def test_orders_belong_to_the_shops_days(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=50))
    for moment in (
        datetime(2026, 11, 1, 3, 59, tzinfo=UTC),
        datetime(2026, 11, 1, 4, 0, tzinfo=UTC),
        # The hour that comes twice.
        datetime(2026, 11, 1, 5, 30, tzinfo=UTC),
        datetime(2026, 11, 1, 6, 30, tzinfo=UTC),
        datetime(2026, 11, 2, 4, 59, tzinfo=UTC),
        datetime(2026, 11, 2, 5, 0, tzinfo=UTC),
    ):
        with clock.freeze(moment):
            await place(shop, [bowl.sku_id])
    with clock.freeze(datetime(2026, 11, 20, tzinfo=UTC)):
        async with operator_client(shop) as admin:
            days = [CHANGE - timedelta(days=1), CHANGE + timedelta(days=1)]
            live = await read(admin, "sales", days[0], days[1], compare="before")
            assert [row["values"][0] for row in live["rows"]] == [1, 4, 1]
            assert [row["key"] for row in live["rows"]][1] == ["2026-11-01"]
            assert live["timeZone"] == "America/New_York"
            await refresh_figures(shop.runtime)
            assert await read(admin, "sales", days[0], days[1], compare="before") == live
            after = await read(
                admin,
                "sales",
                CHANGE + timedelta(days=7),
                days[1] + timedelta(days=7),
                compare="before",
            )
            assert values_of(after, after["totalBefore"])["orders"] == 5
            assert [row["before"][0] for row in after["rows"]] == [4, 1]
            assert after["comparedWith"] == {"first": "2026-11-01", "last": "2026-11-02"}


async def test_the_csv_has_the_rows_of_the_table(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec("=HYPERLINK(1)", stock=50), spec("Vase, large"))
    await place(shop, [bowl.sku_id, bowl.sku_id, vase.sku_id])
    async with operator_client(shop) as admin:
        shown = await admin.get("/reports/products", params={"group": "variant"})
        lines = await csv_rows(admin, "products", group="variant")
        assert lines[0][:4] == ["Product", "Variant", "SKU", "Orders"]
        assert [line[0] for line in lines[1:]] == [
            "'=HYPERLINK(1)",
            "Vase, large",
            "Delivery, gift wrap, goodwill",
            "Total",
        ]
        for row, line in zip([*shown["rows"], {"values": shown["total"]}], lines[1:], strict=True):
            kinds = [column["kind"] for column in shown["columns"]]
            expected = [
                "" if value is None else f"{value / 100:.2f}" if kind == "money" else str(value)
                for value, kind in zip(row["values"], kinds, strict=True)
            ]
            assert line[3:] == expected
        compared = await csv_rows(admin, "sales", compare="year")
        assert compared[0][-1] == "Net, before"


async def test_bad_input_is_refused(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        for params in (
            {"first": "2026-02-30"},
            {"first": "2026-03-01", "last": "2026-02-01"},
            {"first": "1990-01-01", "last": "2026-02-01"},
            {"last": "0001-01-05"},
            {"last": "9999-12-30"},
            {"compare": "week"},
            {"group": "year"},
            {"colour": "red"},
        ):
            for path in ("/reports/sales", "/reports/sales/csv"):
                status, error = await admin.error("GET", path, params=params)
                assert status == 422, params
                assert error["fields"], params
        status, _error = await admin.error("GET", "/reports/wages")
        assert status == 422


async def test_only_those_with_the_permission_see_reports(shop: Shop) -> None:
    async with operator_client(shop, "fulfilment") as packer:
        for method, path in (
            ("GET", "/reports/sales"),
            ("GET", "/reports/sales/csv"),
            ("GET", "/reports/schedules"),
            ("GET", "/reports/recipients"),
            ("POST", "/reports/schedules"),
        ):
            status, error = await packer.error(method, path)
            assert (status, error["code"]) == (403, "forbidden")
    assert (await shop.client.get("/api/admin/v1/reports/sales")).status_code == 401


async def test_repeat_customers(shop: Shop) -> None:
    [bowl] = await stock_shop(shop, spec(stock=50))
    shopper = await sign_in(shop)
    body = {
        "skuIds": [bowl.sku_id],
        "address": ADDRESS,
        "shippingMethod": "standard",
        "paymentMethod": "cod",
    }
    for moment in (datetime(2026, 9, 10, tzinfo=UTC), datetime(2026, 11, 10, tzinfo=UTC)):
        with clock.freeze(moment):
            token = access.sign(shop.runtime.secret, shopper.id, "test-family", 900)
            headers = {"Authorization": f"Bearer {token}"}
            await shop.output("POST", "/api/orders", json=body, headers=headers)
            # A guest whose contact nobody has proven may be anybody.
            await place(shop, [bowl.sku_id])
    with clock.freeze(datetime(2026, 11, 20, tzinfo=UTC)):
        async with operator_client(shop) as admin:
            first, last = date(2026, 9, 1), date(2026, 11, 30)
            live = await read(admin, "cohorts", first, last)
            rows = {row["key"][0]: values_of(live, row["values"]) for row in live["rows"]}
            september = rows["2026-09-01"]
            assert (september["customers"], september["m0"]) == (1, 10_000)
            assert (september["m1"], september["m2"]) == (0, 10_000)
            assert rows["2026-11-01"]["customers"] == 0
            # December has not begun.
            assert live["rows"][0]["values"][4] is None
            revenue = await read(admin, "cohorts", first, last, group="revenue")
            assert values_of(revenue, revenue["total"])["m2"] == 2500 + 690
            await refresh_figures(shop.runtime)
            assert await read(admin, "cohorts", first, last) == live


async def test_returns_count_under_the_reason_that_was_chosen_or_written(shop: Shop) -> None:
    first, second = await buy_and_receive(shop), await buy_and_receive(shop)
    bowls, _vase = await first.line_ids(shop)
    _bowls, vase = await second.line_ids(shop)
    chosen = return_body((bowls, 2), reason="The box was torn", reasonCode="damaged")
    await first.post(shop, "return", json=chosen)
    await second.post(shop, "return", json=return_body((vase, 1)))
    async with operator_client(shop) as admin:
        for words, title in (
            ("", "No reason given"),
            (" \n", "No reason given"),
            ("  TOO \n Small!", "Too small"),
            ("It’s a pity", "Other"),
            ("It is too small.", "Too small"),
            ("It’s too big", "Too large"),
            ("Doesn't work", "Defective"),
            ("damaged", "Arrived damaged"),
            ("Too small' OR true --", "Other"),
        ):
            async with shop.database.transaction() as connection:
                await connection.execute(
                    "UPDATE returns SET reason = $1 WHERE reason_code IS NULL", words
                )
            report = await admin.get("/reports/returns")
            rows = {row["names"][0]: values_of(report, row["values"]) for row in report["rows"]}
            assert set(rows) == {title, "Arrived damaged"}, words
            total = values_of(report, report["total"])
            for figure in ("returns", "units", "value"):
                assert total[figure] == sum(row[figure] for row in rows.values())
        async with shop.database.reading() as connection:
            value = await connection.fetchval(
                "SELECT sum(line_total - discount + tax_added)::bigint FROM return_lines"
            )
        assert (total["returns"], total["units"], total["value"]) == (2, 3, value)
        lines = await csv_rows(admin, "returns")
        assert [line[0] for line in lines[1:]] == ["Arrived damaged", "Other", "Total"]
        # The words of the row "Other" are in the list of its returns.
        (other,) = (row for row in report["rows"] if row["names"] == ["Other"])
        listed = await admin.get("/returns", params={"reason": other["key"][0]})
        assert [one["reason"] for one in listed["items"]] == ["Too small' OR true --"]


async def test_returns_and_stock(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    await bought.post(shop, "return", json=return_body((bowls, 2), reason="Too small"))
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET cost = 400 WHERE id = $1", bought.skus[0])
    async with operator_client(shop) as admin:
        by_reason = await admin.get("/reports/returns")
        assert by_reason["rows"][0]["names"] == ["Too small"]
        assert by_reason["rows"][0]["values"][:4] == [1, 2, 4, 5000]
        by_product = await admin.get("/reports/returns", params={"group": "product"})
        assert by_product["rows"][0]["values"][2:4] == [3, 6667]
        stock = await admin.get("/reports/stock", params={"group": "variant"})
        rows: dict[str, Any] = {
            row["key"][0]: values_of(stock, row["values"]) for row in stock["rows"]
        }
        small = rows[str(bought.skus[0])]
        assert (small["units"], small["cost"], small["retail"]) == (7, 2800, 7 * 999)
        total = values_of(stock, stock["total"])
        assert (total["noCost"], total["cost"], total["units"]) == (2, 2800, 26)

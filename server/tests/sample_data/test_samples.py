"""Sample data is put in once, and taken out whole."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.core import clock
from stallage.core.actor import Actor
from stallage.declaration.records import Product
from stallage.product_changes.actions.lifecycle import remove_product
from stallage.products.actions import put_brand, put_category
from stallage.sample_data.actions import putting_in, runs
from stallage.sample_data.operations import running
from stallage.sample_data.operations.reading import sample_declaration
from stallage.sample_data.rules import in_currency
from tests.admin import operator_client
from tests.checkout.factory import count, make_terms, place
from tests.product_changes.editor import save
from tests.products.factory import make_product
from tests.returns.factory import broken_invariants
from tests.sample_data.samples import figures, put_in, sku_id, take_out
from tests.shop import Shop

LEFT_OUT = (
    "company_details", "shop_settings", "tax_rates", "shipping_methods", "promo_codes", "gift_codes",
    "automatic_discounts", "sales", "orders", "customers", "pages", "faqs", "reviews", "questions",
    "past_orders",
)  # fmt: skip
CHANGED_BY_IT = {
    "audit_entries": "every change is recorded",
    "slug_redirects": "addresses of removed records answer 410",
    "lexicon": "derived from the catalogue when it changes",
    "lexicon_state": "when that was done",
    "changed_products": "what the search index has to look at",
    "changed_stock": "what caches have to look at",
    "pgqueuer": "the jobs that wait",
    "pgqueuer_log": "the jobs that did it",
    "pgqueuer_statistics": "the jobs that did it",
    "sample_runs": "what was done",
    "operator_sessions": "when the operator was seen last",
    "known_clients": "where the operator was seen",
    "worker_heartbeats": "the worker of the test",
    "process_heartbeats": "the shop of the test",
}
"""Tables that may differ after the sample data was put in and taken out."""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"
PUT_IN_CATEGORY = """
    INSERT INTO product_categories (product_id, category_id, position)
    SELECT p.id, c.id, 0 FROM products p, categories c
    WHERE p.slug = 'mine' AND c.slug = 'planters'
"""
ADDED = {
    "product added": 62,
    "category added": 32,
    "size_guide added": 2,
    "slider added": 3,
    "section added": 5,
    "blog added": 4,
    "brand added": 7,
}


async def every_row(shop: Shop) -> dict[str, list[str]]:
    """Return every row of every table that has to be the same."""
    found = {}
    async with shop.database.reading() as connection:
        for row in await connection.fetch(TABLES):
            table = row["tablename"]
            if table not in CHANGED_BY_IT:
                rows = await connection.fetch(f'SELECT "{table}"::text AS row FROM "{table}"')
                found[table] = sorted(one["row"] for one in rows)
    return found


async def make_own(shop: Shop) -> None:
    """What the operator has before: some of it under names of the sample data."""
    async with shop.database.transaction() as connection:
        await make_terms(connection)
        await put_category(connection, slug="decor", title="Own decor", position=3)
        await put_category(connection, slug="mine", title="Mine", position=1)
        await put_brand(connection, slug="orrin", name="Orrin Pottery", description="Own words.")
        await make_product(connection, slug="everyday-mug", stock=4)
        await make_product(connection, slug="mine", stock=3)


async def test_an_empty_shop_has_something_to_look_at(shop: Shop) -> None:
    before = {table: await count(shop, table) for table in LEFT_OUT}
    async with operator_client(shop, "manager") as admin:
        state = await admin.get("/sample-data")
        assert (state["state"], state["lastRun"], state["productIds"]) == ("none", None, [])
        state = await put_in(shop, admin)
        assert state["state"] == "present"
        found = figures(state)
        assert found.pop("attribute added") >= 5
        assert found == ADDED
        assert len(state["productIds"]) == ADDED["product added"]
        assert state["lastRun"]["state"] == "finished"
        assert state["lastRun"]["done"] == state["lastRun"]["total"] > 100
    page = await shop.output("GET", "/api/products", params={"pageSize": 96})
    assert page["total"] == ADDED["product added"]
    assert await count(shop, "product_images") > ADDED["product added"]
    assert {table: await count(shop, table) for table in LEFT_OUT} == before
    assert await broken_invariants(shop) == []


async def test_the_operators_own_records_are_as_before(shop: Shop) -> None:
    await make_own(shop)
    async with operator_client(shop) as admin:
        await shop.work()
        before = await every_row(shop)
        state = await put_in(shop, admin)
        found = figures(state["lastRun"])
        assert found["product skipped"] == 1
        assert found["category skipped"] == 1
        assert found["brand skipped"] == 1
        during = await every_row(shop)
        for table in ("categories", "brands", "skus", "stock_levels", "product_images"):
            assert set(before[table]) <= set(during[table]), table
        preview = figures(await admin.get("/sample-data/removal"))
        assert {name.partition(" ")[2] for name in preview} == {"removed"}
        state = await take_out(shop, admin)
        assert figures(state["lastRun"]) == preview
        assert (state["state"], state["figures"], state["productIds"]) == ("none", [], [])
        await shop.work()
        after = await every_row(shop)
        assert {table: rows for table, rows in after.items() if rows != before[table]} == {}
    assert await broken_invariants(shop) == []


async def test_what_was_ordered_edited_or_is_used_stays(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_terms(connection)
    async with operator_client(shop) as admin:
        await put_in(shop, admin)
        await place(shop, [await sku_id(shop, "carafe")])
        ids = {row["slug"]: row["id"] for row in (await admin.get("/products?limit=100"))["items"]}
        record = await admin.get(f"/products/{ids['butter-knife']}")
        await save(admin, record, title="My knife")
        async with shop.database.transaction() as connection:
            await make_product(connection, slug="mine")
            await connection.execute(PUT_IN_CATEGORY)
            await remove_product(connection, ids["desk-clock"])
        preview = figures(await admin.get("/sample-data/removal"))
        assert preview["product removed"] == ADDED["product added"] - 3
        assert preview["product gone"] == 1
        assert (preview["product archived"], preview["product edited"]) == (1, 1)
        assert preview["category in_use"] >= 2
        state = await take_out(shop, admin)
        assert figures(state["lastRun"]) == preview
        left = {
            row["slug"]: row["status"] for row in (await admin.get("/products?limit=100"))["items"]
        }
        assert left == {"carafe": "archived", "butter-knife": "active", "mine": "active"}
        assert await count(shop, "sample_records") == 0
        assert await count(shop, "sliders") == 0
        assert (await admin.error("POST", "/sample-data/take-out"))[1]["code"] == "no_sample_data"
    assert await broken_invariants(shop) == []


async def test_a_second_request_changes_nothing(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await admin.post("/sample-data/put-in")
        assert (await admin.post("/sample-data/put-in", audited=False))["state"] == "putting_in"
        status, error = await admin.error("POST", "/sample-data/take-out")
        assert (status, error["code"]) == (409, "sample_data_busy")
        await shop.work()
        assert await count(shop, "sample_runs") == 1
        status, error = await admin.error("POST", "/sample-data/put-in")
        assert (status, error["code"]) == (409, "sample_data_present")
        assert await count(shop, "products") == ADDED["product added"]


async def test_an_interrupted_run_starts_again(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stopped(BaseException):
        """The process ends."""

    async def stop(*_arguments: Any) -> None:
        raise Stopped

    actor = Actor("operator", None, "Ada")
    async with operator_client(shop) as admin:
        async with shop.database.transaction() as connection:
            await runs.request_run(connection, "put_in", admin.operator_id, actor)
            run_id = await connection.fetchval("SELECT id FROM sample_runs")
        with monkeypatch.context() as patched:
            patched.setattr(putting_in, "record_version", stop)
            with pytest.raises(Stopped):
                await running.run_requested(shop.runtime, run_id)
        assert await count(shop, "products") == 0
        assert (await admin.get("/sample-data"))["state"] == "putting_in"
        await running.run_requested(shop.runtime, run_id)
        await running.run_requested(shop.runtime, run_id)
        assert await count(shop, "products") == ADDED["product added"]
        assert (await admin.get("/sample-data"))["state"] == "present"


async def test_a_failure_leaves_nothing_and_says_so(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: Any) -> None:
        raise ValueError("broken")

    async with operator_client(shop) as admin:
        with monkeypatch.context() as patched:
            patched.setattr(putting_in, "record_version", fail)
            state = await put_in(shop, admin)
        assert (state["state"], state["lastRun"]["state"]) == ("none", "failed")
        assert "Nothing was changed" in state["lastRun"]["failure"]
        assert await count(shop, "categories") == 0
        assert (await put_in(shop, admin))["state"] == "present"


async def test_rights(shop: Shop) -> None:
    for role in ("catalogue", "content", "orders"):
        async with operator_client(shop, role) as admin:
            assert (await admin.get("/sample-data"))["state"] == "none"
            for request in ("put-in", "take-out"):
                assert (await admin.error("POST", f"/sample-data/{request}"))[0] == 403


async def test_whoever_loses_the_right_meanwhile_adds_nothing(shop: Shop) -> None:
    async with operator_client(shop) as admin, operator_client(shop) as other:
        await admin.post("/sample-data/put-in")
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE operators SET disabled_at = now() WHERE id = $1", admin.operator_id
            )
        await shop.work()
        state = await other.get("/sample-data")
        assert (state["state"], state["lastRun"]["state"]) == ("none", "failed")
        assert await count(shop, "products") == 0


def test_in_another_currency_no_text_names_dollars(shop: Shop) -> None:
    settings = shop.runtime.settings.model_copy(update={"currency": "JPY"})
    found = sample_declaration(settings, clock.now())
    slugs = {entry.record.key for entry in found.of("section")}
    assert "by-room" in slugs
    assert "presents" not in slugs
    prices = {
        entry.record.key: entry.record.sku[0].price
        for entry in found.of("product")
        if isinstance(entry.record, Product)
    }
    assert prices["tall-shoulder-vase"] == 54
    assert "gift-card" not in prices


@pytest.mark.parametrize(
    ("decimals", "expected"), [(2, 2450), (0, 25), (3, 24_500)], ids=["USD", "JPY", "KWD"]
)
def test_amounts_are_the_same_numbers(decimals: int, expected: int) -> None:
    assert in_currency(2450, decimals) == expected

"""Delivery and taxes that operators set: saving, conflicts, undoing, and the price check."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.admin import Admin, operator_client
from tests.checkout.factory import ADDRESS, guest_order
from tests.conftest import OpenShop
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

MADRID: dict[str, Any] = {
    **ADDRESS,
    "line1": "Calle Mayor 1",
    "city": "Madrid",
    "state": "Madrid",
    "postalCode": "28013",
    "country": "ES",
}
DELIVERY: dict[str, Any] = {
    "zones": [
        {"code": "iberia", "name": "Iberia", "places": ["ES", "PT"]},
        {"code": "west", "name": "West coast", "places": ["US:California", "US:WA"]},
        {"code": "rest", "name": "Rest of the world", "restOfWorld": True},
    ],
    "methods": [
        {
            "code": "post",
            "name": "Post",
            "minDays": 2,
            "maxDays": 4,
            "rates": [
                {
                    "zone": "iberia",
                    "basis": "weight",
                    "bands": [{"upTo": 1000, "price": 490}, {"upTo": 5000, "price": 990}],
                    "freeOver": 20_000,
                    "minDays": 3,
                    "maxDays": 5,
                },
                {
                    "zone": "rest",
                    "basis": "value",
                    "bands": [{"upTo": 10_000, "price": 2900}, {"upTo": None, "price": 1900}],
                    "minDays": 7,
                    "maxDays": 20,
                },
            ],
        },
        {
            "code": "pickup",
            "name": "Van",
            "price": 300,
            "minDays": 1,
            "maxDays": 1,
            "countries": ["US"],
        },
    ],
}
TAXES: dict[str, Any] = {
    "reverseCharge": False,
    "classes": [{"code": "books", "name": "Books"}],
    "rates": [
        {
            "country": "ES",
            "name": "IVA",
            "millionths": 210_000,
            "included": True,
            "onDelivery": True,
        },
        {
            "country": "ES",
            "name": "IVA",
            "taxClass": "books",
            "millionths": 40_000,
            "included": True,
            "onDelivery": True,
        },
    ],
}


async def save(admin: Admin, area: str, body: Any, etag: str | None = None) -> Any:
    """Save an area of settings, by default with its current ETag."""
    path = f"/settings/{area}"
    if etag is None:
        etag = (await admin.request("GET", path)).headers["ETag"]
    return await admin.request("PUT", path, json=body, headers={"If-Match": etag})


async def check(admin: Admin, sku: str, quantity: int = 1, **changes: Any) -> Any:
    body = {
        "items": [{"sku": sku, "quantity": quantity}],
        "country": "ES",
        "city": "Madrid",
        "state": "Madrid",
        **changes,
    }
    return await admin.post("/settings/price-check/preview", json=body)


async def sku_and_slug(shop: Shop, sku_id: int) -> tuple[str, str]:
    async with shop.database.reading() as connection:
        row = await connection.fetchrow(
            "SELECT s.sku, p.slug FROM skus s JOIN products p ON p.id = s.product_id WHERE s.id = $1",
            sku_id,
        )
    assert row is not None
    return row["sku"], row["slug"]


async def test_zones_and_classes_price_the_cart_as_the_check_says(open_shop: OpenShop) -> None:
    async with open_shop(country="ES") as shop:
        bowl, book = await stock_shop(shop, spec(price=2500), spec("Book", price=1040))
        sku, _ = await sku_and_slug(shop, bowl.sku_id)
        book_sku, slug = await sku_and_slug(shop, book.sku_id)
        async with operator_client(shop) as admin:
            assert (await save(admin, "delivery", DELIVERY)).status_code == 200
            taxes = {**TAXES, "classes": [{**TAXES["classes"][0], "products": [slug]}]}
            assert (await save(admin, "taxes", taxes)).status_code == 200
            checked = await check(
                admin,
                sku,
                2,
                items=[{"sku": sku, "quantity": 2}, {"sku": book_sku.lower(), "quantity": 1}],
            )
            many = await check(admin, sku, 13)
            heavy = await check(admin, sku, 3)
            abroad = await check(admin, sku, 3, country="JP", state="", city="")
            unknown = await check(admin, "NOPE")
        quoted = await shop.output(
            "POST",
            "/api/checkout/quote",
            json={
                "skuIds": [bowl.sku_id, bowl.sku_id, book.sku_id],
                "address": {"country": "ES", "city": "Madrid", "state": "Madrid"},
            },
        )
        assert checked["quote"] == quoted
        # 3 x 400 g are more than a kilogram.
        assert quoted["shippingTotal"]["amount"] == 990
        assert checked["weightGrams"] == 1200
        assert quoted["total"]["amount"] == 5000 + 1040 + 990
        assert [(tax["rate"], tax["amount"]["amount"]) for tax in quoted["taxes"]] == [
            ("21", 868 + 172),
            ("4", 40),
        ]
        assert checked["zone"] == {"code": "iberia", "name": "Iberia", "matchedBy": "country"}
        assert checked["delivery"]["band"] == 5000
        assert [line["taxClass"] for line in checked["lines"]] == ["", "books"]
        assert [line["rates"][0]["taxClass"] for line in checked["lines"]] == ["", "books"]
        assert checked["quote"]["shippingMethods"][0]["estimate"]["minDays"] == 3
        # 5.2 kg exceed the last limit, so nothing delivers.
        assert "delivery_unavailable" in [one["code"] for one in many["quote"]["problems"]]
        assert heavy["delivery"]["band"] == 5000
        assert abroad["zone"]["matchedBy"] == "rest_of_world"
        assert abroad["quote"]["shippingTotal"]["amount"] == 2900
        assert unknown["unknownSkus"] == ["NOPE"]


async def test_two_operators_at_once(shop: Shop) -> None:
    async with operator_client(shop) as first, operator_client(shop) as second:
        etag = (await first.request("GET", "/settings/delivery")).headers["ETag"]
        other = {
            **DELIVERY,
            "zones": [*DELIVERY["zones"], {"code": "uk", "name": "UK", "places": ["GB"]}],
        }
        saved = await asyncio.gather(
            save(first, "delivery", DELIVERY, etag), save(second, "delivery", other, etag)
        )
        assert sorted(one.status_code for one in saved) == [200, 412]
        refused = next(one for one in saved if one.status_code == 412).json()["error"]
        assert refused["code"] == "edit_conflict"
        assert {"zones", "methods"} <= refused["current"].keys()
        status, error = await first.error("PUT", "/settings/delivery", json=DELIVERY)
        assert (status, error["code"]) == (428, "precondition_required")


async def test_a_change_is_undone_unless_it_was_changed_since(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await save(admin, "delivery", DELIVERY)
        zones = [{**DELIVERY["zones"][0], "name": "Spain and Portugal"}, *DELIVERY["zones"][1:]]
        await save(admin, "delivery", {**DELIVERY, "zones": zones})
        dearer = {**DELIVERY["methods"][1], "price": 500}
        methods = [DELIVERY["methods"][0], dearer]
        await save(admin, "delivery", {"zones": zones, "methods": methods})
        changes = (await admin.get("/settings/changes?area=delivery"))["items"]
        assert [list(one["after"]) for one in changes[:2]] == [["method:pickup"], ["zone:iberia"]]
        assert changes[0]["before"]["method:pickup"]["price"] == 300

        # The older change is independent of the later one.
        await admin.post(f"/settings/changes/{changes[1]['id']}/undo")
        now = await admin.get("/settings/delivery")
        assert now["zones"][0]["name"] == "Iberia"
        assert now["methods"][1]["price"] == 500
        status, error = await admin.error("POST", f"/settings/changes/{changes[1]['id']}/undo")
        assert (status, error["code"]) == (409, "setting_already_undone")

        cheaper = {**dearer, "price": 400}
        body = {"zones": DELIVERY["zones"], "methods": [DELIVERY["methods"][0], cheaper]}
        await save(admin, "delivery", body)
        status, error = await admin.error("POST", f"/settings/changes/{changes[0]['id']}/undo")
        assert (status, error["code"], error["keys"]) == (
            409,
            "setting_changed_since",
            ["method:pickup"],
        )
        assert (await admin.error("POST", "/settings/changes/999999/undo"))[0] == 404
        again = (await admin.get("/settings/changes"))["items"]
        assert [one["isUndone"] for one in again[:4]] == [False, False, False, True]
    async with operator_client(shop, "manager") as reader:
        assert (await reader.error("PUT", "/settings/delivery", json=DELIVERY))[0] == 403


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("zones", 1, "places"), ["US:Bavaria"], "zones.1.places"),
        (("zones", 1, "places"), ["ES"], "zones.1.places"),
        (("zones", 0, "restOfWorld"), True, "zones.2.restOfWorld"),
        (("zones", 1, "code"), "iberia", "zones.1.code"),
        (("methods", 0, "rates", 0, "zone"), "mars", "methods.0.rates.0.zone"),
        (("methods", 0, "rates", 0, "maxDays"), 1, "methods.0.rates.0.maxDays"),
        (
            ("methods", 0, "rates", 0, "bands"),
            [{"upTo": None, "price": 1}, {"upTo": 5, "price": 1}],
            "methods.0.rates.0.bands",
        ),
    ],
)
async def test_delivery_that_contradicts_itself_is_refused(
    shop: Shop, path: tuple[Any, ...], value: Any, field: str
) -> None:
    body = _with(DELIVERY, path, value)
    async with operator_client(shop) as admin:
        response = await save(admin, "delivery", body)
        assert response.status_code == 422, response.text
        assert field in response.json()["error"]["fields"]
        assert (await admin.get("/settings/delivery"))["zones"] == []


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        (("rates", 0, "country"), "XX", "rates.0.country"),
        (("rates", 0, "city"), "Madrid", "rates.0.state"),
        (("rates", 0, "state"), "Bavaria", "rates.0.state"),
        (("rates", 1, "taxClass"), "food", "rates.1.taxClass"),
        (("rates", 1, "taxClass"), "", "rates.1.name"),
        (("classes", 0, "products"), ["nothing"], "classes.0.products"),
    ],
)
async def test_taxes_that_contradict_themselves_are_refused(
    shop: Shop, path: tuple[Any, ...], value: Any, field: str
) -> None:
    body = _with(TAXES, path, value)
    async with operator_client(shop) as admin:
        response = await save(admin, "taxes", body)
        assert response.status_code == 422, response.text
        assert field in response.json()["error"]["fields"]


def _with(body: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy of a body with another value at a path."""
    if not path:
        return value
    first, *rest = path
    copy: Any = list(body) if isinstance(body, list) else dict(body)
    inner = body[first] if isinstance(body, list) else body.get(first)
    copy[first] = _with(inner, tuple(rest), value)
    return copy


async def test_reverse_charge_from_the_quote_to_the_invoice(open_shop: OpenShop) -> None:
    async with open_shop(country="DE", locale="de-DE", currency="EUR") as shop:
        (bowl,) = await stock_shop(shop, spec(price=12_100))
        sku, _ = await sku_and_slug(shop, bowl.sku_id)
        business = {"company": "Uno S.A.", "taxId": "ESA28015865"}
        async with operator_client(shop) as admin:
            await save(admin, "delivery", DELIVERY)
            await save(admin, "taxes", TAXES)
            off = await check(admin, sku, taxId=business["taxId"])
            assert (off["reverseCharge"], off["quote"]["total"]["amount"]) == ("off", 12_590)
            await save(admin, "taxes", {**TAXES, "reverseCharge": True})
            private = await check(admin, sku)
            assert private["reverseCharge"] == "no_tax_id"
            wrong = await check(admin, sku, taxId="ESA28015866")
            assert wrong["reverseCharge"] == "tax_id_not_eu"
            checked = await check(admin, sku, taxId=business["taxId"])
            assert checked["reverseCharge"] == "applies"
            # 121.00 and 4.90 with 21 % become 100.00 and 4.05.
            assert checked["quote"]["total"]["amount"] == 10_405
            assert [tax["name"] for tax in checked["quote"]["taxes"]] == ["Reverse charge"]
            order = guest_order(
                [bowl.sku_id],
                address={**MADRID, **business},
                shippingMethod="post",
                expectedTotal=10_405,
            )
            placed = await shop.output("POST", "/api/orders", json=order)
            found = await admin.get(f"/orders/{placed['orderId']}")
            assert found["address"]["taxId"] == "ESA28015865"
            assert [tax["name"] for tax in found["taxes"]] == ["Reverse charge"]
        # A stale total is refused with the new quote.
        stale = {**order, "expectedTotal": 12_590}
        response = await shop.client.post("/api/orders", json=stale)
        assert response.status_code == 409
        assert response.json()["error"]["quote"]["total"]["amount"] == 10_405
        assert await broken_invariants(shop) == []


async def test_rates_that_change_refuse_the_stale_total(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        order = guest_order([bowl.sku_id], expectedTotal=2500 + 690)
        rates = {
            "zones": [{"code": "home", "name": "Home", "places": ["US"]}],
            "methods": [
                {
                    "code": "standard",
                    "name": "Standard delivery",
                    "minDays": 3,
                    "maxDays": 6,
                    "rates": [
                        {
                            "zone": "home",
                            "basis": "flat",
                            "bands": [{"upTo": None, "price": 800}],
                            "minDays": 1,
                            "maxDays": 2,
                        }
                    ],
                }
            ],
        }
        await save(admin, "delivery", rates)
    response = await shop.client.post("/api/orders", json=order)
    assert response.status_code == 409
    error = response.json()["error"]
    assert (error["code"], error["quote"]["total"]["amount"]) == ("total_changed", 3300)
    placed = await shop.output("POST", "/api/orders", json={**order, "expectedTotal": 3300})
    assert placed["orderId"]


async def test_items_of_a_price_check_are_found_by_title(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(price=2500))
    async with operator_client(shop) as admin:
        (item,) = (await admin.get("/settings/price-check/items?q=bowl"))[:1]
        assert (item["skuId"], item["price"]["amount"]) == (bowl.sku_id, 2500)
        assert await admin.get("/settings/price-check/items?q=") == []
        items = [{"skuId": bowl.sku_id, "quantity": 2}, {"skuId": 999_999, "quantity": 1}]
        checked = await check(admin, "", items=items)
        assert [(one["skuId"], one["quantity"]) for one in checked["lines"]] == [(bowl.sku_id, 2)]
        assert checked["unknownSkus"] == []
        nameless = [{"quantity": 1}]
        assert (await check(admin, "", items=nameless))["unknownSkus"] == [""]

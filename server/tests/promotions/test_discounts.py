"""Automatic discounts, and trying them out before they are saved."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from stallage.core import clock
from tests.admin import operator_client
from tests.checkout.factory import guest_order
from tests.products.factory import make_category
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


def discount(**changes: Any) -> dict[str, Any]:
    """The body of 10% off everything, from an hour ago."""
    start = clock.now() - timedelta(hours=1)
    return {
        "title": "Ten off",
        "kind": "amount_off",
        "percent": 10,
        "startsAt": start.isoformat(),
        **changes,
    }


async def quoted(shop: Shop, *sku_ids: int, **changes: Any) -> Any:
    body = guest_order(sku_ids)
    quote = {key: body[key] for key in ("skuIds", "address")}
    return await shop.output("POST", "/api/checkout/quote", json={**quote, **changes})


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, 750),
        ({"percent": None, "amount": 300}, 300),
        ({"minimumPurchase": 100_000}, 0),
        ({"kind": "buy_x_get_y", "percent": 100, "buyQuantity": 2, "getQuantity": 1}, 2500),
        ({"kind": "free_gift", "percent": None, "minimumPurchase": 1000}, 0),
    ],
)
async def test_a_draft_costs_what_it_costs_once_it_is_saved(
    shop: Shop, changes: dict[str, Any], expected: int
) -> None:
    bowl, mug = await stock_shop(shop, spec(), spec("Mug", price=900), taxes=True)
    if changes.get("kind") == "free_gift":
        changes = {**changes, "gift": mug.slug}
    later = (clock.now() + timedelta(days=9)).isoformat()
    async with operator_client(shop) as admin:
        cart = {"lines": [{"skuId": bowl.sku_id, "quantity": 3}], "country": "US"}
        draft = discount(**changes, startsAt=later)
        trial = await admin.post("/promotions/trial/preview", json={**cart, "discount": draft})
        assert sum(one["discount"]["amount"] for one in trial["lines"]) == expected
        assert [one["isGift"] for one in trial["lines"]] == [False, True][: len(trial["lines"])]
        # Nothing was saved.
        assert (await admin.get("/promotions/discounts"))["items"] == []
        assert (await admin.post("/promotions/trial/preview", json=cart))["discounts"] == []

        await admin.post("/promotions/discounts", json=discount(**changes))
        real = await quoted(shop, *[bowl.sku_id] * 3)
        place = {"country": "US", "state": "", "city": "", "postalCode": ""}
        real = await quoted(shop, *[bowl.sku_id] * 3, address=place)
        assert trial["total"] == real["total"]
        assert [one["name"] for one in trial["discounts"]] == [
            one["name"] for one in real["discounts"]
        ]


async def test_a_trial_includes_a_code_that_is_not_saved(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    start = (clock.now() + timedelta(days=3)).isoformat()
    code = {"code": "NEW50", "title": "Half", "percent": 50, "startsAt": start}
    async with operator_client(shop) as admin:
        saved = await admin.post("/promotions/discounts", json=discount())
        cart = {"lines": [{"skuId": bowl.sku_id, "quantity": 1}]}
        trial = await admin.post("/promotions/trial/preview", json={**cart, "code": code})
        (line,) = trial["lines"]
        assert [(one["name"], one["amount"]["amount"]) for one in line["discounts"]] == [
            ("Ten off", 250),
            ("Half", 1125),
        ]
        alone = discount(combinesWithCodes=False, percent=60)
        body = {**cart, "code": code, "discount": alone, "discountId": saved["id"]}
        better = await admin.post("/promotions/trial/preview", json=body)
        assert better["lines"][0]["discount"]["amount"] == 1500
        assert better["problems"] != []
        unknown = {**cart, "promoCode": "NOPE"}
        trial = await admin.post("/promotions/trial/preview", json=unknown)
        assert trial["problems"] == ["This code does not exist. Please check the spelling."]
        status, _ = await admin.error(
            "POST", "/promotions/trial/preview", json={**cart, "country": "XX"}
        )
        assert status == 422
        assert (await admin.get("/promotions/codes?q=NEW50"))["items"] == []


async def test_a_discount_is_changed_ended_and_deleted(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_category(connection, "Vases")
    (bowl,) = await stock_shop(shop, spec(brand="Kiln"))
    async with operator_client(shop) as admin:
        first = await admin.post("/promotions/discounts", json=discount())
        same = await admin.post("/promotions/discounts", json=discount())
        assert (first["slug"], same["slug"]) == ("ten-off", "ten-off-2")
        path = f"/promotions/discounts/{first['id']}"
        seen = {"If-Match": first["etag"]}
        scope = {"products": [bowl.slug], "categories": ["vases"], "brands": ["Kiln"]}
        changed = await admin.output("PUT", path, json=discount(**scope), headers=seen)
        assert {name: changed[name] for name in scope} == scope
        assert changed["titles"] == {bowl.slug: "Everyday bowl", "vases": "Vases"}
        status, error = await admin.error("PUT", path, json=discount(), headers=seen)
        assert (status, error["current"]["brands"]) == (412, ["Kiln"])
        ended = await admin.post(f"{path}/end")
        assert (ended["state"], ended["products"]) == ("ended", [bowl.slug])
        assert (await admin.error("POST", f"{path}/end"))[0] == 409
        items = (await admin.get("/promotions/discounts?state=ended"))["items"]
        assert [one["id"] for one in items] == [first["id"]]
        await admin.output("DELETE", path)
        assert (await admin.error("GET", path))[0] == 404


INVALID: tuple[tuple[dict[str, Any], str], ...] = (
    ({"percent": None}, "percent"),
    ({"kind": "buy_x_get_y"}, "buyQuantity"),
    ({"kind": "free_gift", "percent": None, "gift": "none"}, "minimumPurchase"),
    ({"kind": "free_gift", "percent": None, "gift": "no", "minimumPurchase": 1}, "gift"),
    ({"getQuantity": 2}, "getQuantity"),
    ({"products": ["unknown"]}, "products"),
    ({"categories": ["unknown"]}, "categories"),
    ({"kind": "other"}, "kind"),
)


async def test_invalid_discounts_are_refused(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        for changes, field in INVALID:
            status, error = await admin.error(
                "POST", "/promotions/discounts", json=discount(**changes)
            )
            assert (status, field in error["fields"]) == (422, True), (changes, error)
        assert (await admin.get("/promotions/discounts"))["items"] == []

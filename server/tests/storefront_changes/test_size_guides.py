"""Operators edit size guides; product pages show them, and tables that cannot be shown are refused."""

from __future__ import annotations

from typing import Any

import pytest

from tests.admin import operator_client
from tests.products.factory import make_category, make_product
from tests.shop import Shop

GUIDE: dict[str, Any] = {
    "title": "Mug sizes",
    "introduction": "Measured at the rim.",
    "option": "Size",
    "unit": "cm",
    "columns": [{"title": "Size", "measured": False}, {"title": "Width", "measured": True}],
    "rows": [["S", "8.5"], ["L", "10-12"]],
}


def _with(**changes: Any) -> dict[str, Any]:
    return {**GUIDE, **changes}


async def test_a_size_guide_reaches_the_products_of_its_category(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        mugs = await make_category(connection, "Mugs")
        await make_product(connection, "Mug", slug="mug", category_ids=[mugs])
    async with operator_client(shop, "catalogue") as admin:
        created = await admin.post("/size-guides", json=GUIDE)
        assert created["slug"] == "mug-sizes"
        category = await admin.get(f"/categories/{mugs}")
        await admin.output(
            "PATCH",
            f"/categories/{mugs}",
            json={"sizeGuideId": created["id"]},
            headers={"If-Match": category["etag"]},
        )
        listed = (await admin.get("/size-guides"))["items"]
        assert listed == [
            {"id": created["id"], "title": "Mug sizes", "sizes": 2, "categories": ["Mugs"]}
        ]
        await shop.work()
        product = await shop.output("GET", "/api/products/mug")
        assert product["sizeGuide"]["slug"] == "mug-sizes"

        path = f"/size-guides/{created['id']}"
        shown = await admin.get(path)
        assert shown["categories"] == [{"id": mugs, "title": "Mugs"}]
        body = _with(title="Mugs", rows=[["M", "9"]])
        changed = await admin.output("PUT", path, json=body, headers={"If-Match": shown["etag"]})
        assert (changed["slug"], changed["rows"]) == ("mug-sizes", [["M", "9"]])
        shopper = await shop.output("GET", "/api/size-guides/mug-sizes")
        assert (shopper["title"], shopper["rows"]) == ("Mugs", [["M", "9"]])

        status, error = await admin.error("DELETE", path)
        assert (status, error["code"]) == (409, "size_guide_in_use")
        category = await admin.get(f"/categories/{mugs}")
        await admin.output(
            "PATCH",
            f"/categories/{mugs}",
            json={"sizeGuideId": None},
            headers={"If-Match": category["etag"]},
        )
        await admin.output("DELETE", path)
        assert (await admin.error("GET", path))[0] == 404


async def test_of_two_edits_the_second_sees_the_first(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        created = await admin.post("/size-guides", json=GUIDE)
        again = await admin.post("/size-guides", json=GUIDE)
        assert again["slug"] == "mug-sizes-2"
        path, tag = f"/size-guides/{created['id']}", {"If-Match": created["etag"]}
        await admin.output("PUT", path, json=_with(title="First"), headers=tag)
        status, error = await admin.error("PUT", path, json=_with(title="Second"), headers=tag)
        assert (status, error["current"]["title"]) == (412, "First")
        assert (await admin.error("PUT", path, json=GUIDE))[0] == 428


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"columns": []}, "columns"),
        ({"columns": [GUIDE["columns"][1], GUIDE["columns"][1]]}, "columns.1"),
        ({"unit": None}, "unit"),
        ({"unit": "ell"}, "unit"),
        ({"rows": []}, "rows"),
        ({"rows": [["S"]]}, "rows.0"),
        ({"rows": [["S", "8"], ["L", "wide"]]}, "rows.1.1"),
        ({"rows": [["S", "8"]] * 201}, "rows"),
    ],
)
async def test_bad_tables_are_refused_at_their_field(
    shop: Shop, changes: dict[str, Any], field: str
) -> None:
    async with operator_client(shop, "catalogue") as admin:
        status, error = await admin.error("POST", "/size-guides", json=_with(**changes))
        assert (status, error["code"]) == (422, "invalid_fields")
        assert field in error["fields"], error["fields"]
        assert (await admin.get("/size-guides"))["items"] == []


async def test_rights(shop: Shop) -> None:
    async with operator_client(shop, "support") as admin:
        assert (await admin.error("POST", "/size-guides", json=GUIDE))[0] == 403

"""Operators add, change and switch off carriers; parcels that were shipped keep their links."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stallage.orders.actions import put_carrier
from stallage.orders.rules.parcels import CARRIERS
from tests.admin import Admin, operator_client
from tests.returns.factory import buy_and_pay
from tests.shop import Shop

PATH = "/settings/carriers"
BIKE = {"name": "By bike", "trackingUrl": "https://bike.example/t/{number}", "offered": True}


async def save(admin: Admin, *carriers: dict[str, Any]) -> Any:
    headers = {"If-Match": (await admin.request("GET", PATH)).headers["ETag"]}
    return await admin.output("PUT", PATH, json={"carriers": list(carriers)}, headers=headers)


async def test_a_removed_carrier_leaves_the_links_of_its_parcels(shop: Shop) -> None:
    bought = await buy_and_pay(shop)
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        saved = await save(admin, BIKE)
        assert saved["carriers"] == [BIKE]
        assert {one["name"] for one in saved["known"]} == set(CARRIERS)
        for to in ("processing", "prepared"):
            await admin.post(f"/orders/{bought.order_id}/steps", json={"to": to})
        body = {
            "carrier": "BY BIKE",
            "trackingNumber": "7 8",
            "lines": [{"lineId": bowls, "quantity": 1}],
        }
        await admin.post(f"/orders/{bought.order_id}/parcels", json=body, key="one")
        assert (await save(admin))["carriers"] == []
    (parcel,) = (await bought.seen(shop))["parcels"]
    assert (parcel["carrier"], parcel["trackingUrl"]) == ("By bike", "https://bike.example/t/78")


async def test_known_carriers_are_changed_and_switched_off(shop: Shop) -> None:
    ups = {"name": "UPS", "trackingUrl": "https://ups.example/{number}", "offered": True}
    # Its usual link has no placeholder, and stays allowed.
    off = {"name": "India Post", "trackingUrl": CARRIERS["India Post"], "offered": False}
    async with operator_client(shop) as admin:
        await save(admin, ups, off)
        choices = {one["name"]: one for one in await admin.get("/carriers")}
        assert "India Post" not in choices
        assert choices["UPS"] == {
            "name": "UPS",
            "trackingUrl": "https://ups.example/{number}",
            "own": True,
        }
        await save(admin, off)
        choices = {one["name"]: one for one in await admin.get("/carriers")}
        assert choices["UPS"]["trackingUrl"] == CARRIERS["UPS"]


async def test_links_of_the_shops_files_stay_as_they_are(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_carrier(connection, name="Van", tracking_url="http://van.example/")
    van = {"name": "Van", "trackingUrl": "http://van.example/", "offered": True}
    async with operator_client(shop) as admin:
        assert len((await save(admin, van, BIKE))["carriers"]) == 2
        headers = {"If-Match": (await admin.request("GET", PATH)).headers["ETag"]}
        changed = {**van, "trackingUrl": "http://van.example/{number}"}
        status, error = await admin.error(
            "PUT", PATH, json={"carriers": [changed]}, headers=headers
        )
        assert (status, list(error["fields"])) == (422, ["carriers.0.trackingUrl"])


@pytest.mark.parametrize(
    ("carriers", "field"),
    [
        ([{**BIKE, "trackingUrl": "https://bike.example/"}], "carriers.0.trackingUrl"),
        ([{**BIKE, "trackingUrl": "http://bike.example/{number}"}], "carriers.0.trackingUrl"),
        ([{**BIKE, "trackingUrl": "javascript:alert({number})"}], "carriers.0.trackingUrl"),
        ([{**BIKE, "trackingUrl": "https://{number}.example/"}], "carriers.0.trackingUrl"),
        ([{**BIKE, "trackingUrl": "https://a@b.example/{number}"}], "carriers.0.trackingUrl"),
        ([{**BIKE, "trackingUrl": f"https://b.example/{'x' * 3000}"}], "carriers.0.trackingUrl"),
        ([{**BIKE, "name": ""}], "carriers.0.name"),
        ([{**BIKE, "name": "x" * 61}], "carriers.0.name"),
        ([BIKE, {**BIKE, "name": "BY  bike"}], "carriers.1.name"),
        ([BIKE] * 201, "carriers"),
    ],
)
async def test_bad_carriers_are_refused(
    shop: Shop, carriers: list[dict[str, Any]], field: str
) -> None:
    async with operator_client(shop) as admin:
        headers = {"If-Match": (await admin.request("GET", PATH)).headers["ETag"]}
        status, error = await admin.error("PUT", PATH, json={"carriers": carriers}, headers=headers)
        assert (status, list(error["fields"])) == (422, [field])
        assert (await admin.get(PATH))["carriers"] == []


async def test_carriers_need_rights_and_the_current_version(shop: Shop) -> None:
    async with operator_client(shop, "orders") as admin:
        status, error = await admin.error("PUT", PATH, json={"carriers": []})
        assert (status, error["code"]) == (403, "forbidden")
    async with operator_client(shop) as admin, operator_client(shop) as other:
        status, error = await admin.error("PUT", PATH, json={"carriers": []})
        assert (status, error["code"]) == (428, "precondition_required")
        headers = {"If-Match": (await admin.request("GET", PATH)).headers["ETag"]}
        answers = await asyncio.gather(
            *(
                one.request(
                    "PUT",
                    PATH,
                    json={"carriers": [{**BIKE, "name": name}]},
                    headers=headers,
                    audited=False,
                )
                for one, name in ((admin, "One"), (other, "Two"))
            )
        )
        assert sorted(answer.status_code for answer in answers) == [200, 412]

"""Transfers: units leave, are in transit, and arrive, whoever acts at the same time."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.core.db import Connection
from stallage.stock_keeping.actions.transfers import receive_transfer, send_transfer
from stallage.stock_keeping.schemas.transfers import Arrival, ArrivedLine
from tests.admin import Admin, operator_client
from tests.checkout.factory import guest_order
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


async def places(admin: Admin) -> tuple[int, int]:
    """The ids of the main location and of a new store."""
    (main,) = (await admin.get("/stock/locations"))["items"]
    return main["id"], (await admin.post("/stock/locations", json={"name": "Store"}))["id"]


async def draft(admin: Admin, source: int, target: int, **units: int) -> str:
    """Create a transfer of units by SKU id, such as `sku_7=3`, and return its path."""
    lines = [{"skuId": int(name[4:]), "quantity": count} for name, count in units.items()]
    body = {"sourceId": source, "targetId": target, "lines": lines, "note": "Van"}
    created = await admin.post("/stock/transfers", key=f"new {lines}", json=body)
    return f"/stock/transfers/{created['transfer']['id']}"


async def units_of(admin: Admin, sku_id: int) -> tuple[int, int, int, dict[str, int]]:
    """What can be ordered, was supplied, is in transit, and is on hand by location."""
    found = await admin.get(f"/stock/skus/{sku_id}")
    levels = {one["location"]: one["onHand"] for one in found["item"]["levels"]}
    item = found["item"]
    assert sum(one["units"] for one in found["inTransit"]) == item["inTransit"]
    return item["sellable"], found["supplied"], item["inTransit"], levels


async def test_units_are_sent_and_arrive_in_parts(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(stock=10), spec("Vase", stock=3))
    async with operator_client(shop) as admin:
        main, store = await places(admin)
        path = await draft(admin, main, store, **{f"sku_{bowl.sku_id}": 6, f"sku_{vase.sku_id}": 3})
        assert await units_of(admin, bowl.sku_id) == (10, 10, 0, {"Main location": 10})
        _, error = await admin.error("POST", f"{path}/receive", key="early", json=one(bowl.sku_id))
        assert error["code"] == "transfer_not_sent"
        sent = await admin.post(f"{path}/send")
        assert (sent["transfer"]["state"], sent["transfer"]["inTransit"]) == ("sent", 9)
        assert (await admin.error("POST", f"{path}/send"))[1]["code"] == "transfer_sent"
        assert await units_of(admin, bowl.sku_id) == (4, 4, 6, {"Main location": 4})
        for place in (main, store):
            _, error = await admin.error("DELETE", f"/stock/locations/{place}")
            assert error["code"] in ("transfer_under_way", "location_in_use")

        # Four arrive, and one of them is broken.
        part = one(bowl.sku_id, received=3, lost=1)
        for _ in range(2):
            found = await admin.post(f"{path}/receive", key="part", json=part)
        assert (found["transfer"]["state"], found["transfer"]["inTransit"]) == ("sent", 5)
        assert await units_of(admin, bowl.sku_id) == (
            7,
            7,
            2,
            {"Main location": 4, "Store": 3},
        )
        for body, code in (
            (one(bowl.sku_id, received=3), "not_in_transit"),
            (one(bowl.sku_id, received=0), "invalid_fields"),
            (one(99), "invalid_fields"),
            ({"lines": one(bowl.sku_id)["lines"] * 2}, "invalid_fields"),
            (one(bowl.sku_id, received=-1), "invalid_fields"),
        ):
            _, error = await admin.error("POST", f"{path}/receive", key=str(body), json=body)
            assert error["code"] == code
        rest = {"lines": one(bowl.sku_id, received=2)["lines"] + one(vase.sku_id, lost=3)["lines"]}
        found = await admin.post(f"{path}/receive", key="rest", json=rest)
        assert (found["transfer"]["state"], found["transfer"]["lost"]) == ("received", 4)
        assert await units_of(admin, vase.sku_id) == (0, 0, 0, {})
        history = await admin.get(f"/stock/skus/{bowl.sku_id}/movements")
        assert [(move["kind"], move["quantity"], move["note"]) for move in history["items"]] == [
            ("transfer_in", 2, "Van"),
            ("damage", -1, "Van"),
            ("transfer_in", 4, "Van"),
            ("transfer_out", -6, "Van"),
            ("opening", 10, ""),
        ]
        assert f"/stock/transfers/{history['items'][0]['transferId']}" == path
        for step in ("send", "cancel"):
            assert (await admin.error("POST", f"{path}/{step}"))[1]["code"] == "document_closed"
        listed = await admin.get("/stock/transfers", params={"state": "received"})
        assert [row["target"] for row in listed["items"]] == ["Store"]
    assert await broken_invariants(shop) == []


def one(sku_id: int, received: int = 1, lost: int = 0) -> dict[str, Any]:
    """What arrived of one SKU. Only lost units if `lost` is given alone."""
    if lost and received == 1:
        received = 0
    return {"lines": [{"skuId": sku_id, "received": received, "lost": lost}]}


async def test_a_cancelled_transfer_returns_what_is_in_transit(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=10))
    async with operator_client(shop) as admin:
        main, store = await places(admin)
        path = await draft(admin, main, store, **{f"sku_{bowl.sku_id}": 6})
        await admin.post(f"{path}/send")
        await admin.post(f"{path}/receive", key="part", json=one(bowl.sku_id, received=2))
        cancelled = await admin.post(f"{path}/cancel")
        assert cancelled["lines"][0]["returned"] == 4
        assert await units_of(admin, bowl.sku_id) == (
            10,
            10,
            0,
            {"Main location": 8, "Store": 2},
        )
        path = await draft(admin, store, main, **{f"sku_{bowl.sku_id}": 2})
        await admin.post(f"{path}/cancel")
        assert (await units_of(admin, bowl.sku_id))[1] == 10
    assert await broken_invariants(shop) == []


async def test_what_cannot_be_sent(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec(stock=10), spec("Vase", stock=3))
    await set_tracked(shop, vase.sku_id, tracked=False)
    async with operator_client(shop) as admin:
        main, store = await places(admin)
        line = {"skuId": bowl.sku_id, "quantity": 1}
        good = {"sourceId": main, "targetId": store, "lines": [line]}
        for change, code in (
            ({"targetId": main}, "invalid_fields"),
            ({"targetId": 99}, "location_gone"),
            ({"lines": []}, "invalid_fields"),
            ({"lines": [line, line]}, "invalid_fields"),
            ({"lines": [{"skuId": vase.sku_id, "quantity": 1}]}, "invalid_fields"),
            ({"lines": [{"skuId": bowl.sku_id, "quantity": 0}]}, "invalid_fields"),
        ):
            _, error = await admin.error(
                "POST", "/stock/transfers", key=str(change), json=good | change
            )
            assert error["code"] == code
        # Orders hold eight of the ten.
        await shop.output("POST", "/api/orders", json=guest_order([bowl.sku_id] * 8))
        path = await draft(admin, main, store, **{f"sku_{bowl.sku_id}": 3})
        assert (await admin.get(path))["lines"][0]["sendable"] == 2
        _, error = await admin.error("POST", f"{path}/send")
        assert (error["code"], error["limit"]) == ("stock_too_low", 2)
        await set_tracked(shop, bowl.sku_id, tracked=False)
        assert (await admin.error("POST", f"{path}/send"))[1]["code"] == "not_tracked"
        await set_tracked(shop, bowl.sku_id, tracked=True)
        await admin.output("DELETE", f"/stock/locations/{store}")
        assert (await admin.error("POST", f"{path}/send"))[1]["code"] == "location_gone"
        assert (await admin.error("POST", "/stock/transfers/99/send"))[0] == 404
    async with operator_client(shop, role="read-only") as reader:
        assert (await reader.get(path))["transfer"]["state"] == "draft"
        for step in ("send", "cancel"):
            assert (await reader.error("POST", f"{path}/{step}"))[0] == 403
    assert await broken_invariants(shop) == []


async def set_tracked(shop: Shop, sku_id: int, *, tracked: bool) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE skus SET tracked = $2 WHERE id = $1", sku_id, tracked)


async def test_an_order_and_a_transfer_compete_for_the_last_unit(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=1))
    async with operator_client(shop) as admin:
        main, store = await places(admin)
        path = await draft(admin, main, store, **{f"sku_{bowl.sku_id}": 1})

        async def send() -> int:
            return (await admin.request("POST", f"{path}/send", audited=False)).status_code

        async def order() -> int:
            placing = shop.client.post("/api/orders", json=guest_order([bowl.sku_id]))
            return (await placing).status_code

        outcome = await asyncio.gather(send(), order())
        assert sorted(code >= 400 for code in outcome) == [False, True]
        assert (await units_of(admin, bowl.sku_id))[0] == 0
    assert await broken_invariants(shop) == []


async def test_a_line_that_disagrees_with_its_movements_is_found(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5))
    async with operator_client(shop) as admin:
        main, store = await places(admin)
        await admin.post(f"{await draft(admin, main, store, **{f'sku_{bowl.sku_id}': 5})}/send")
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE stock_transfer_lines SET received = 1")
    (found,) = await broken_invariants(shop)
    assert "movements of a transfer" in str(found)


async def test_two_receive_the_same_units_at_once(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5))
    async with operator_client(shop) as admin:
        main, store = await places(admin)
        path = await draft(admin, main, store, **{f"sku_{bowl.sku_id}": 5})
        await admin.post(f"{path}/send")

        async def receive(key: str) -> int:
            answer = await admin.request(
                "POST",
                f"{path}/receive",
                key=key,
                json=one(bowl.sku_id, received=3),
                audited=False,
            )
            return answer.status_code

        assert sorted(await asyncio.gather(receive("a"), receive("b"))) == [200, 409]
        assert (await units_of(admin, bowl.sku_id))[2:] == (2, {"Store": 3})
    assert await broken_invariants(shop) == []


class Stop(Exception):
    """Ends a transaction after all its statements."""


async def test_a_step_that_fails_changes_nothing(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=5))
    async with operator_client(shop) as admin:
        main, store = await places(admin)
        path = await draft(admin, main, store, **{f"sku_{bowl.sku_id}": 5})
        transfer_id = int(path.rpartition("/")[2])

        async def send(connection: Connection) -> None:
            await send_transfer(connection, transfer_id)

        async def receive(connection: Connection) -> None:
            line = ArrivedLine(sku_id=bowl.sku_id, received=4, lost=1)
            await receive_transfer(connection, transfer_id, Arrival(lines=[line]))

        for step in (send, receive):
            before = (await admin.get(path), await units_of(admin, bowl.sku_id))
            try:
                async with shop.database.transaction() as connection:
                    await step(connection)
                    raise Stop
            except Stop:
                pass
            assert (await admin.get(path), await units_of(admin, bowl.sku_id)) == before
            assert await broken_invariants(shop) == []
            async with shop.database.transaction() as connection:
                await step(connection)
        assert (await units_of(admin, bowl.sku_id))[1:] == (4, 0, {"Store": 4})
    assert await broken_invariants(shop) == []

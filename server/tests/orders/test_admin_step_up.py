"""Cancelling and editing gives much money back only to operators who have just proven who they are."""

from __future__ import annotations

from typing import Any

from tests.admin import Admin, operator_client
from tests.bulk.test_bulk import by_ids, ids_of
from tests.conftest import OpenShop
from tests.orders.edits import committed, edit
from tests.orders.money import sound
from tests.orders.test_admin_refunds_races import forget_proof
from tests.returns.factory import Bought, buy, buy_and_pay, money_back
from tests.returns.test_cancelling import TOTAL, VASE
from tests.shop import Shop


async def cancel_body(admin: Admin, bought: Bought, lines: list[int]) -> dict[str, Any]:
    """The body that cancels one unit of each line as previewed, or the whole order."""
    body: dict[str, Any] = {"lines": [{"lineId": line, "quantity": 1} for line in lines]}
    path = f"/orders/{bought.order_id}/cancellations/preview"
    return {**body, "version": (await admin.post(path, json=body))["version"]}


async def test_cancelling_a_large_paid_order(open_shop: OpenShop) -> None:
    async with open_shop(refund_approval_above=VASE) as shop, operator_client(shop) as admin:
        bought = await buy_and_pay(shop)
        _bowls, vase = await bought.line_ids(shop)
        path = f"/orders/{bought.order_id}/cancellations"
        await forget_proof(shop, admin)
        # Up to the limit, the session is enough.
        await admin.post(path, key="vase", json=await cancel_body(admin, bought, [vase]))
        body = await cancel_body(admin, bought, [])
        status, error = await admin.error("POST", path, key="rest", json=body)
        assert (status, error["code"]) == (403, "step_up_required")
        await shop.work()
        assert await money_back(shop) == [(VASE, "done")]
        async with operator_client(shop) as other:
            await other.post(path, key="rest", json=body)
            await forget_proof(shop, other)
            # What was done is not refused afterwards.
            assert (await other.request("POST", path, key="rest", json=body)).status_code == 200
        await shop.work()
        assert sum(amount for amount, _state in await money_back(shop)) == TOTAL
        await sound(shop)


async def test_an_unpaid_order_is_cancelled_without(open_shop: OpenShop) -> None:
    async with open_shop(refund_approval_above=1) as shop, operator_client(shop) as admin:
        bought = await buy(shop, paymentMethod="cod")
        await forget_proof(shop, admin)
        path = f"/orders/{bought.order_id}/cancellations"
        await admin.post(path, key="k", json=await cancel_body(admin, bought, []))


async def test_an_edit_that_gives_much_back(open_shop: OpenShop) -> None:
    async with open_shop(refund_approval_above=VASE - 1) as shop, operator_client(shop) as admin:
        bought = await buy_and_pay(shop)
        _bowls, vase = await bought.line_ids(shop)
        body = {"lines": [{"lineId": vase, "quantity": 0}]}
        await forget_proof(shop, admin)
        path = f"/orders/{bought.order_id}/edits"
        status, error = await admin.error(
            "POST", path, **await committed(admin, bought.order_id, body)
        )
        assert (status, error["code"]) == (403, "step_up_required")
        assert await money_back(shop) == []
        async with operator_client(shop) as other:
            await edit(other, bought.order_id, body)
        await sound(shop)
        assert await money_back(shop) == [(VASE, "done")]


async def test_many_orders_are_cancelled_at_once(shop: Shop) -> None:
    ids = await ids_of(shop, await buy(shop))
    async with operator_client(shop) as admin:
        body = by_ids("orders.cancel", ids)
        body["version"] = (await admin.post("/bulk/preview", json=body))["version"]
        await forget_proof(shop, admin)
        status, error = await admin.error("POST", "/bulk", key="k", json=body)
        assert (status, error["code"]) == (403, "step_up_required")

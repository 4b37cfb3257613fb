"""Drafts that several operators place at the same time."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.admin import Admin, operator_client
from tests.checkout.factory import count, stock_of
from tests.draft_orders.factory import content, create, total_of
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop


def placing(admin: Admin, draft: Any, total: int, key: str, payment: str = "link") -> Any:
    """A request that places a draft."""
    return admin.request(
        "POST",
        f"/drafts/{draft['id']}/order",
        key=key,
        json={"payment": payment, "expectedTotal": total},
        headers={"If-Match": draft["version"]},
    )


async def test_a_draft_is_placed_once(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=9))
    async with operator_client(shop) as one, operator_client(shop, "manager") as other:
        draft = await create(one, (bowl.sku_id, 2))
        total = await total_of(one, draft)
        calls = [
            placing(admin, draft, total, f"{n}-{admin.operator_id}", payment)
            for n in range(3)
            for admin, payment in ((one, "link"), (other, "cod"))
        ]
        answers = await asyncio.gather(*calls)
        assert sorted(response.status_code for response in answers) == [201, *([409] * 5)]
    assert await count(shop, "orders") == 1
    assert await stock_of(shop, bowl.sku_id) == 7
    assert await broken_invariants(shop) == []


async def test_a_double_click_gets_the_same_order(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 1))
        total = await total_of(admin, draft)
        calls = [placing(admin, draft, total, "once") for _ in range(4)]
        answers = await asyncio.gather(*calls)
        assert [response.status_code for response in answers] == [201] * 4
        assert len({response.json()["output"]["orderId"] for response in answers}) == 1
    assert await count(shop, "orders") == 1


async def test_the_last_unit_is_sold_once(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop, spec(stock=1))
    async with operator_client(shop) as admin:
        drafts = [await create(admin, (bowl.sku_id, 1)) for _ in range(4)]
        total = await total_of(admin, drafts[0])
        calls = [placing(admin, draft, total, str(draft["id"])) for draft in drafts]
        answers = await asyncio.gather(*calls)
        assert sorted(response.status_code for response in answers) == [201, 409, 409, 409]
    assert await stock_of(shop, bowl.sku_id) == 0
    assert await broken_invariants(shop) == []


async def test_an_edit_while_it_is_placed_changes_no_order(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        draft = await create(admin, (bowl.sku_id, 1))
        total = await total_of(admin, draft)
        edit = admin.request(
            "PUT",
            f"/drafts/{draft['id']}",
            json=content((bowl.sku_id, 3)),
            headers={"If-Match": draft["version"]},
            audited=False,
        )
        placed, edited = await asyncio.gather(placing(admin, draft, total, "a"), edit)
        assert (placed.status_code, edited.status_code) in [(201, 409), (412, 200)]

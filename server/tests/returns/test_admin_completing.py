"""Completing a return pays what its preview shows, once."""

from __future__ import annotations

import asyncio

from tests.admin import operator_client
from tests.conftest import OpenShop
from tests.orders.test_admin_refunds_races import forget_proof
from tests.returns.factory import (
    LARGE,
    broken_invariants,
    buy_and_receive,
    money_back,
)
from tests.returns.operating import arrive, preview, request, settlement, step
from tests.returns.test_cancelling import BOWLS, VASE
from tests.returns.test_returns import ONE_BOWL, return_body
from tests.shop import Shop


async def test_fewer_accepted_units_are_refunded_to_the_cent(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        returned = await request(shop, admin, bought, **return_body((bowls, 3), (vase, 1)))
        returned = await arrive(admin, returned)
        lines = [
            {"lineId": bowls, "accepted": 2, "restock": True},
            {"lineId": vase, "accepted": 0, "restock": False},
        ]
        path = f"/returns/{returned['returnId']}/inspect"
        # The customer has a right to the reason.
        status, error = await admin.error("POST", path, json={"lines": lines}, key="1")
        assert (status, list(error["fields"])) == (422, ["answer"])
        for wrong in (
            lines[:1],
            [*lines, {"lineId": 987_654, "accepted": 0, "restock": False}],
            [{**lines[0], "accepted": 4}, lines[1]],
            [{**lines[0], "accepted": -1}, lines[1]],
            [lines[0], lines[0], lines[1]],
        ):
            status, _error = await admin.error(
                "POST", path, json={"lines": wrong, "answer": "x"}, key="2"
            )
            assert status == 422
        nothing = [{**one, "accepted": 0} for one in lines]
        status, error = await admin.error(
            "POST", path, json={"lines": nothing, "answer": "x"}, key="3"
        )
        assert (status, error["code"]) == (409, "return_refused")
        assert await bought.stocks(shop) == [7, 10, 9]
        body = {"lines": lines, "answer": "The vase and one bowl were <used>."}
        returned = await admin.post(path, json=body, key="4")
        assert await bought.stocks(shop) == [9, 10, 9]
        # The same key books once; another key gets an error.
        await admin.post(path, json=body, key="4")
        status, error = await admin.error("POST", path, json=body, key="5")
        assert (status, error["code"]) == (409, "return_refused")
        assert await bought.stocks(shop) == [9, 10, 9]
        # Restocked items are not sent back.
        status, error = await admin.error(
            "POST", f"/returns/{returned['returnId']}/refuse", json={"reason": "No"}
        )
        assert (status, error["code"]) == (409, "return_refused")
        shown = await preview(admin, returned)
        await step(admin, returned, "refund", version=shown["version"], to="source")
        await shop.work()
        email = next(one for one in shop.outbox() if one["kind"] == "return_completed")
        assert "The vase and one bowl were &lt;used&gt;." in email["html"]
        # What was not accepted can be returned again, and the parts add up.
        returned = await request(shop, admin, bought, **return_body((bowls, 1), (vase, 1)))
        returned = await arrive(admin, returned)
        returned = await step(
            admin,
            returned,
            "inspect",
            lines=[
                {"lineId": bowls, "accepted": 1, "restock": True},
                {"lineId": vase, "accepted": 1, "restock": True},
            ],
        )
        shown = await preview(admin, returned)
        await step(admin, returned, "refund", version=shown["version"], to="source")
    await shop.work()
    assert sum(amount for amount, _state in await money_back(shop)) == BOWLS + VASE
    assert await bought.stocks(shop) == [10, 10, 10]
    assert (await bought.seen(shop))["paymentStatus"] == 3
    assert await broken_invariants(shop) == []


async def test_large_refunds_need_a_recent_proof_of_identity(open_shop: OpenShop) -> None:
    async with open_shop(refund_approval_above=VASE - 1) as shop, operator_client(shop) as admin:
        bought = await buy_and_receive(shop)
        _bowls, vase = await bought.line_ids(shop)
        returned = await arrive(admin, await request(shop, admin, bought, **return_body((vase, 1))))
        line = {"lineId": vase, "accepted": 1, "restock": True}
        await step(admin, returned, "inspect", lines=[line])
        body = {"version": (await preview(admin, returned))["version"], "to": "source"}
        await forget_proof(shop, admin)
        path = f"/returns/{returned['returnId']}/refund"
        status, error = await admin.error("POST", path, json=body, key="1")
        assert (status, error["code"]) == (403, "step_up_required")
        assert await money_back(shop) == []
        async with operator_client(shop) as other:
            await other.post(path, json=body, key="1")
        await shop.work()
        assert await money_back(shop) == [(VASE, "done")]


async def test_concurrent_refunds_pay_once(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    _bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as lena, operator_client(shop, "manager") as omar:
        returned = await arrive(lena, await request(shop, lena, bought, **return_body((vase, 1))))
        line = {"lineId": vase, "accepted": 1, "restock": True}
        inspected = await asyncio.gather(
            *(
                admin.request(
                    "POST",
                    f"/returns/{returned['returnId']}/inspect",
                    json={"lines": [line]},
                    key=f"inspect {number}",
                )
                for number, admin in enumerate((lena, omar, lena, omar))
            )
        )
        assert sorted(one.status_code for one in inspected) == [200, 409, 409, 409]
        assert await bought.stocks(shop) == [7, 10, 10]
        body = {"version": (await preview(lena, returned))["version"], "to": "wallet"}
        refunded = await asyncio.gather(
            *(
                admin.request(
                    "POST", f"/returns/{returned['returnId']}/refund", json=body, key=f"{number}"
                )
                for number, admin in enumerate((lena, omar, lena, omar))
            )
        )
        assert sorted(one.status_code for one in refunded) == [200, 409, 409, 409]
    assert await bought.balance(shop) == VASE
    assert await money_back(shop) == []
    assert await broken_invariants(shop) == []


async def test_a_refund_that_differs_from_its_preview_is_not_paid(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        returned = await arrive(
            admin, await request(shop, admin, bought, **return_body((bowls, 2)))
        )
        before = await preview(admin, returned)
        await step(
            admin,
            returned,
            "inspect",
            lines=[{"lineId": bowls, "accepted": 1, "restock": False}],
            answer="One is broken.",
        )
        status, error = await admin.error(
            "POST",
            f"/returns/{returned['returnId']}/refund",
            key="1",
            json={"version": before["version"], "to": "source"},
        )
        assert (status, error["code"]) == (409, "preview_outdated")
        # The answer has the figures as they are now.
        assert error["current"]["total"]["amount"] == ONE_BOWL
        assert error["current"]["version"] == (await preview(admin, returned))["version"]
    assert await money_back(shop) == []


async def test_an_exchange_sends_replacements_or_says_why_not(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, _vase = await bought.line_ids(shop)
    line = {"lineId": bowls, "quantity": 1, "exchangeSkuId": bought.skus[LARGE]}
    async with operator_client(shop, "orders") as admin, operator_client(shop) as owner:
        returned = await request(shop, admin, bought, lines=[line], resolution="exchange")
        returned = await arrive(admin, returned)
        returned = await step(
            admin, returned, "inspect", lines=[{"lineId": bowls, "accepted": 1, "restock": True}]
        )
        assert returned["nextSteps"][:2] == ["exchange", "refund"]
        assert returned["lines"][0]["exchangeOptions"] == [{"name": "Size", "value": "Large"}]
        shown = await preview(admin, returned)
        assert (shown["requested"], settlement(shown, "exchange")["possible"]) == (
            "exchange",
            True,
        )
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE skus SET stock = 0, supplied = supplied - stock WHERE id = $1",
                bought.skus[LARGE],
            )
        path = f"/returns/{returned['returnId']}"
        sold_out = await preview(admin, returned)
        assert settlement(sold_out, "exchange")["problem"] == "unavailable"
        for version, code in ((shown, "preview_outdated"), (sold_out, "exchange_refused")):
            status, error = await admin.error(
                "POST", f"{path}/exchange", key=code, json={"version": version["version"]}
            )
            assert (status, error["code"]) == (409, code)
        # Who may decide returns may not pay money by that.
        status, _error = await admin.error(
            "POST", f"{path}/refund", key="x", json={"version": sold_out["version"], "to": "wallet"}
        )
        assert status == 403
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE skus SET stock = 9, supplied = supplied + 9 WHERE id = $1",
                bought.skus[LARGE],
            )
        shown = await preview(admin, returned)
        returned = await step(admin, returned, "exchange", version=shown["version"])
        assert returned["exchangeOrderId"].startswith("SO-")
        assert await bought.stocks(shop) == [8, 8, 9]
        # Another one is refunded instead, by somebody who may.
        returned = await request(shop, owner, bought, lines=[line], resolution="exchange")
        returned = await arrive(owner, returned)
        await step(
            owner, returned, "inspect", lines=[{"lineId": bowls, "accepted": 1, "restock": False}]
        )
        shown = await preview(owner, returned)
        returned = await step(owner, returned, "refund", version=shown["version"], to="wallet")
        assert (returned["resolution"], returned["exchangeOrderId"]) == ("refund", None)
    await shop.work()
    assert await bought.balance(shop) > 0
    assert await broken_invariants(shop) == []

"""Operators decide, inspect and complete returns, and start them for customers."""

from __future__ import annotations

from stallage.orders.rules import OrderStatus
from tests.admin import operator_client
from tests.returns.factory import (
    LARGE,
    broken_invariants,
    buy,
    buy_and_receive,
    money_back,
)
from tests.returns.operating import actions_of, preview, request, settlement, step
from tests.returns.test_cancelling import VASE
from tests.returns.test_returns import ONE_BOWL, return_body
from tests.shop import Shop


async def test_a_return_from_request_to_refund(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop, "manager") as admin:
        returned = await request(
            shop, admin, bought, **return_body((bowls, 1), (vase, 1), reason="<b>Too</b> small")
        )
        assert (returned["statusLabel"], returned["reason"]) == (
            "Return requested",
            "<b>Too</b> small",
        )
        assert returned["nextSteps"] == ["approve", "refuse"]
        assert (await admin.get("/returns/counts"))["toApprove"] == {"value": 1, "exact": True}
        assert (await step(admin, returned, "approve"))["nextSteps"][0] == "receive"
        await step(
            admin,
            returned,
            "instructions",
            text="Use the <enclosed> label.",
            labelUrl="https://carrier.example/label.pdf",
        )
        returned = await step(admin, returned, "receive")
        # Nothing is booked before the inspection, and nothing is paid.
        assert await bought.stocks(shop) == [7, 10, 9]
        assert returned["nextSteps"] == ["inspect", "refuse"]
        shown = await preview(admin, returned)
        status, error = await admin.error(
            "POST",
            f"/returns/{returned['returnId']}/refund",
            key="early",
            json={"version": shown["version"], "to": "source"},
        )
        assert (status, error["code"]) == (409, "return_refused")
        returned = await step(
            admin,
            returned,
            "inspect",
            lines=[
                {"lineId": bowls, "accepted": 1, "restock": True},
                {"lineId": vase, "accepted": 1, "restock": False},
            ],
        )
        assert await bought.stocks(shop) == [8, 10, 9]
        assert [(one["accepted"], one["restocked"]) for one in returned["lines"]] == [
            (1, 1),
            (1, 0),
        ]
        shown = await preview(admin, returned)
        assert shown["total"]["amount"] == ONE_BOWL + VASE
        source = settlement(shown, "source")
        assert source["possible"]
        assert [one["amount"]["amount"] for one in source["parts"]] == [ONE_BOWL + VASE]
        assert settlement(shown, "wallet")["parts"][0]["kind"] == "wallet"
        returned = await step(admin, returned, "refund", version=shown["version"], to="source")
        assert (returned["statusLabel"], returned["nextSteps"]) == ("Return completed", [])
        assert returned["toSource"]["amount"] == ONE_BOWL + VASE
        # Every step is in the timeline with the person.
        people = {one["person"] for one in returned["timeline"] if one["by"] == "operator"}
        assert len(people) == 1
        assert people != {None}
        done = await admin.get("/returns", params={"view": "done"})
        assert [one["returnId"] for one in done["items"]] == [returned["returnId"]]
    await shop.work()
    assert await money_back(shop) == [(ONE_BOWL + VASE, "done")]
    instructions = next(one for one in shop.outbox() if one["kind"] == "return_instructions")
    assert "https://carrier.example/label.pdf" in instructions["text"]
    assert "Use the &lt;enclosed&gt; label." in instructions["html"]
    assert await broken_invariants(shop) == []
    assert await actions_of(shop, "return") == [
        "return.moved",
        "return.instructions_sent",
        "return.moved",
        "return.inspected",
        "return.moved",
    ]


async def test_an_operator_starts_a_return_after_the_time_limit(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    async with shop.database.transaction() as connection:
        await connection.execute("UPDATE orders SET delivered_at = now() - interval '2 years'")
    status, _error = await bought.refused(shop, "return", json=return_body((vase, 1)))
    assert status == 409
    async with operator_client(shop, "orders") as admin:
        shown = await admin.get(f"/orders/{bought.order_id}/returnable")
        assert (shown["possible"], [one["quantity"] for one in shown["lines"]]) == (True, [3, 1])
        assert [one["skuId"] for one in shown["lines"][0]["exchanges"]] == [bought.skus[LARGE]]
        assert shown["lines"][1]["amount"]["amount"] == VASE
        path = f"/orders/{bought.order_id}/returns"
        started = await admin.post(path, json=return_body((vase, 1), reason="By phone"))
        returned = await admin.get(f"/returns/{started['returnId']}")
        assert (returned["statusLabel"], returned["reason"]) == ("Return approved", "By phone")
        assert not (await admin.get(f"/orders/{bought.order_id}/returnable"))["possible"]
        status, error = await admin.error("POST", path, json=return_body((bowls, 1)))
        assert (status, error["code"]) == (409, "return_refused")
        status, _error = await admin.error("POST", path, json=return_body((bowls, 0)))
        assert status == 422
        status, _error = await admin.error(
            "POST", "/orders/SO-0000-0000/returns", json=return_body((bowls, 1))
        )
        assert status == 404
    assert "return.started" in await actions_of(shop, "return")


async def test_a_withdrawal_is_recorded_and_cannot_be_refused(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    async with operator_client(shop) as admin:
        path = f"/orders/{bought.order_id}/withdrawals"
        status, _error = await admin.error("POST", path, json={"name": "Ada Miller"})
        assert status == 422
        stated = await admin.post(path, json={"name": "Ada Miller"}, key="1")
        assert stated["outcome"] == "return"
        assert await admin.post(path, json={"name": "Ada Miller"}, key="1") == stated
        (listed,) = (await admin.get("/returns", params={"view": "under_way"}))["items"]
        assert (listed["withdrawal"], listed["units"]) == (True, 4)
        returned = await step(admin, listed, "receive")
        assert returned["nextSteps"] == ["inspect"]
        status, error = await admin.error(
            "POST", f"/returns/{listed['returnId']}/refuse", json={"reason": "No"}
        )
        assert (status, error["code"]) == (409, "return_refused")
    await shop.work()
    assert "withdrawal_received" in [one["kind"] for one in shop.outbox()]


async def test_a_closed_return_does_not_act_on_the_next_one(shop: Shop) -> None:
    bought = await buy_and_receive(shop)
    bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop) as admin:
        first = await request(shop, admin, bought, **return_body((vase, 1)))
        refused = await step(admin, first, "refuse", reason="Worn")
        assert (refused["statusLabel"], refused["answer"]) == ("Return refused by company", "Worn")
        second = await request(shop, admin, bought, **return_body((bowls, 1)))
        status, error = await admin.error("POST", f"/returns/{first['returnId']}/approve")
        assert (status, error["code"]) == (409, "return_refused")
        assert (await admin.get(f"/returns/{second['returnId']}"))["status"] == 9
        status, error = await admin.error("POST", f"/returns/{second['returnId']}/receive")
        assert (status, error["code"]) == (409, "return_refused")
        status, _error = await admin.error("GET", "/returns/RT-0000-0000")
        assert status == 404
        status, error = await admin.error(
            "POST", f"/returns/{second['returnId']}/refuse", json={"reason": " "}
        )
        assert (status, list(error["fields"])) == (422, ["reason"])
        status, error = await admin.error(
            "POST",
            f"/returns/{second['returnId']}/instructions",
            json={"text": "x", "labelUrl": "javascript:alert(1)"},
        )
        assert (status, list(error["fields"])) == (422, ["labelUrl"])


async def test_the_list_pages_and_searches(shop: Shop) -> None:
    bought = await buy(shop, paymentMethod="cod")
    await bought.advance(shop, OrderStatus.DELIVERED)
    _bowls, vase = await bought.line_ids(shop)
    async with operator_client(shop, "read-only") as admin:
        for _ in range(3):
            await bought.post(shop, "return", json=return_body((vase, 1)))
            await bought.post(shop, "return/withdraw")
        await shop.work()
        seen: list[str] = []
        cursor = None
        while True:
            params = {"limit": 2, **({"cursor": cursor} if cursor else {})}
            page = await admin.get("/returns", params=params)
            seen += [one["returnId"] for one in page["items"]]
            cursor = page["nextCursor"]
            if cursor is None:
                break
        assert len(set(seen)) == 3
        back = await admin.get("/returns", params={"limit": 2, "cursor": page["previousCursor"]})
        assert [one["returnId"] for one in back["items"]] == seen[:2]
        by_number = await admin.get("/returns", params={"q": seen[1].lower()})
        assert [one["returnId"] for one in by_number["items"]] == [seen[1]]
        assert (await admin.get("/returns", params={"q": "SO-0000-0000"}))["items"] == []
        assert (await admin.get("/returns", params={"view": "to_approve"}))["items"] == []
        for params, found in (
            ({"reason": "none"}, 3),
            ({"reason": "late"}, 0),
            ({"requested": "7d"}, 3),
            ({"requested": "..2020-01-01"}, 0),
        ):
            assert len((await admin.get("/returns", params=params))["items"]) == found
        for params in (
            {"reason": "Too small"},
            {"requested": "9999d" * 9},
            {"requested": "2026-02-30.."},
            {"requested": "..9999-12-31"},
        ):
            status, _error = await admin.error("GET", "/returns", params=params)
            assert status == 422
        status, _error = await admin.error("GET", "/returns", params={"cursor": "x"})
        assert status == 422
        status, _error = await admin.error("POST", f"/returns/{seen[0]}/approve")
        assert status == 403

"""Actions of shoppers through the API, many of them careless: double clicks, retries, stale totals."""

from __future__ import annotations

import asyncio
from typing import Any

from stallage.core import clock
from tests.soak.world import ADDRESSES, PERSON, LostCall, Placed, World

CHOICES = ("pay", "pay", "pay", "pay-twice", "decline", "pay-late", "close")
METHODS = ("cod", "cod", "prepaid", "prepaid", "wallet", "walletAndPrepaid", "walletAndPrepaid")


def _customer(world: World) -> tuple[int, dict[str, str]]:
    return world.draw.choice(world.customers)


def _some_order(world: World) -> Placed | None:
    """Choose an order, mostly one of the last ten."""
    placed = list(world.placed.values())
    if world.draw.random() < 0.7:
        placed = placed[-10:]
    return world.draw.choice(placed) if placed else None


def _checkout_options(world: World) -> dict[str, Any]:
    draw = world.draw
    return {
        "address": {**PERSON, **draw.choice(ADDRESSES)},
        "shippingMethod": draw.choice(["standard", "express"]),
        "promoCode": draw.choice([None, None, "TENTH", "FIVE", "NOSUCH"]),
        "giftWrap": draw.random() < 0.3,
    }


def _gift_cards(world: World) -> dict[str, Any]:
    """Sometimes return a gift code, which others may be using at the same time."""
    if not world.gift_codes or world.draw.random() < 0.7:
        return {}
    return {"giftCardCodes": [world.draw.choice(world.gift_codes)]}


def _record_order(world: World, output: dict[str, Any], call: LostCall) -> None:
    """Record an acknowledged order."""
    world.seen["orders acknowledged"] += 1
    world.placed[output["orderId"]] = Placed(
        output["orderId"],
        {name: value for name, value in call.headers.items() if name == "Authorization"},
        output["key"],
        output["payment"]["redirectUrl"],
        total=-1,
        lines={},
    )


async def _send(world: World, call: LostCall, times: int = 1) -> None:
    answers = await asyncio.gather(
        *(
            world.call("POST", "/api/orders", json=call.body, headers=call.headers)
            for _ in range(times)
        )
    )
    orders = set()
    for answer in answers:
        if answer is None:
            world.lost.append(call)
        elif answer.status_code == 201:
            output = answer.json()["output"]
            orders.add(output["orderId"])
            _record_order(world, output, call)
    assert len(orders) <= 1, f"one key gave {orders}"


async def place(world: World) -> None:
    """Order a customer's cart, sometimes with a double click."""
    _, headers = _customer(world)
    if world.draw.random() < 0.7:
        await _add(world, headers)
    body = {
        **_checkout_options(world),
        **_gift_cards(world),
        "paymentMethod": world.draw.choice(METHODS),
        "useWallet": world.draw.random() < 0.3,
    }
    call = LostCall(body, {**headers, "Idempotency-Key": f"k{world.draw.getrandbits(60)}"}, None)
    call.lost_at = clock.now()
    await _send(world, call, 2 if world.draw.random() < 0.2 else 1)


async def place_as_guest(world: World) -> None:
    """Order some SKUs as a guest."""
    draw = world.draw
    sku_ids = [draw.choice(world.sku_ids) for _ in range(draw.randint(1, 4))]
    body = {
        **_checkout_options(world),
        **_gift_cards(world),
        "skuIds": sku_ids,
        "contact": {"email": f"guest{draw.randint(1, 20)}@example.com"},
        "paymentMethod": draw.choice(["cod", "prepaid", "prepaid"]),
    }
    await _send(world, LostCall(body, {"Idempotency-Key": f"g{draw.getrandbits(60)}"}, clock.now()))


async def retry_lost_order(world: World) -> None:
    """Repeat an order request that got no response."""
    if world.lost:
        await _send(world, world.lost.pop())


async def order_at_a_stale_total(world: World) -> None:
    """Order with a wrong expected total, which must be refused."""
    sku = world.draw.choice(world.sku_ids)
    body = {
        **_checkout_options(world),
        "skuIds": [sku],
        "contact": {"email": "stale@example.com"},
        "paymentMethod": "cod",
        "expectedTotal": 1,
    }
    answer = await world.call("POST", "/api/orders", json=body)
    assert answer is None or answer.status_code == 409


async def _add(world: World, headers: dict[str, str]) -> None:
    for _ in range(world.draw.randint(1, 3)):
        body = {"skuId": world.draw.choice(world.sku_ids), "quantity": world.draw.randint(1, 3)}
        await world.call("POST", "/api/carts", json=body, headers=headers)


async def fill_cart(world: World) -> None:
    """Add cart lines, and sometimes change or remove one."""
    draw = world.draw
    _, headers = _customer(world)
    await _add(world, headers)
    answer = await world.call("GET", "/api/carts", headers=headers)
    if answer is not None and draw.random() < 0.3 and (lines := answer.json()["output"]):
        line = draw.choice(lines)
        body = {"id": line["id"], "quantity": draw.randint(0, 4)}
        await world.call("PUT", "/api/carts", json=body, headers=headers)


async def pay(world: World) -> None:
    """Press a button on the payment provider's page."""
    order = _some_order(world)
    if order is None:
        return
    if order.redirect_url is None or world.draw.random() < 0.3:
        answer = await world.call(
            "POST", f"/api/orders/{order.order_id}/pay", headers=order.headers, params=order.params
        )
        if answer is None or answer.status_code != 200:
            return
        order.redirect_url = answer.json()["output"]["payment"]["redirectUrl"]
    choice = world.draw.choice(CHOICES)
    answer = await world.call("POST", order.redirect_url or "", data={"choice": choice})
    if answer is not None and answer.status_code == 303:
        world.seen[f"pressed {choice}"] += 1


async def lines_of(world: World, order: Placed) -> list[dict[str, Any]]:
    answer = await world.call(
        "GET", f"/api/orders/{order.order_id}", headers=order.headers, params=order.params
    )
    if answer is None or answer.status_code != 200:
        return []
    lines: list[dict[str, Any]] = answer.json()["output"]["lines"]
    return lines


async def cancel(world: World) -> None:
    """Cancel an order, or one unit of a line."""
    order = _some_order(world)
    if order is None:
        return
    body: dict[str, Any] | None = None
    if world.draw.random() < 0.5 and (lines := await lines_of(world, order)):
        body = {"lines": [{"lineId": world.draw.choice(lines)["lineId"], "quantity": 1}]}
    answer = await world.call(
        "POST",
        f"/api/orders/{order.order_id}/cancel",
        json=body,
        headers=order.headers,
        params=order.params,
    )
    if answer is not None and answer.status_code == 200:
        world.seen["cancelled whole" if body is None else "cancelled by line"] += 1


async def returns_of(world: World, order: Placed) -> dict[str, Any]:
    answer = await world.call(
        "GET", f"/api/orders/{order.order_id}/returns", headers=order.headers, params=order.params
    )
    if answer is None or answer.status_code != 200:
        return {"lines": [], "items": []}
    output: dict[str, Any] = answer.json()["output"]
    return output


async def _exchange(world: World, order: Placed) -> dict[str, Any]:
    """Choose a line and a SKU for an exchange, mostly an offered one."""
    offered = [
        {"lineId": line["lineId"], "exchangeSkuId": choice["skuId"]}
        for line in (await returns_of(world, order))["lines"]
        for choice in line["exchanges"]
    ]
    if offered and world.draw.random() < 0.9:
        return world.draw.choice(offered)
    return {"exchangeSkuId": world.draw.choice(world.sku_ids)}


async def request_return(world: World) -> None:
    """Request a return of one unit for a refund or an exchange, or withdraw the request."""
    draw = world.draw
    order = _some_order(world)
    if world.delivered and draw.random() < 0.8:
        order = world.placed[draw.choice(world.delivered)]
    if order is None:
        return
    path = f"/api/orders/{order.order_id}/return"
    if draw.random() < 0.15:
        path += "/withdraw"
        body: dict[str, Any] | None = None
    else:
        lines = await lines_of(world, order)
        if not lines:
            return
        line: dict[str, Any] = {"lineId": draw.choice(lines)["lineId"], "quantity": 1}
        resolution = draw.choice(["refund", "refund", "exchange"])
        if resolution == "exchange":
            line |= await _exchange(world, order)
        body = {
            "lines": [line],
            "reason": "It is not blue.",
            "resolution": resolution,
            "refundTo": draw.choice(["source", "wallet"]),
        }
    answer = await world.call("POST", path, json=body, headers=order.headers, params=order.params)
    if answer is not None and answer.status_code in (200, 201):
        world.seen["return asked for or withdrawn"] += 1
        world.returning.append(order.order_id)


async def order_again(world: World) -> None:
    """Reorder, possibly while the same cart is being ordered."""
    order = _some_order(world)
    if order is not None and order.key is None:
        await world.call("POST", f"/api/orders/{order.order_id}/reorder", headers=order.headers)


async def redeem(world: World) -> None:
    """Redeem one code concurrently as two customers."""
    if not world.gift_codes:
        return
    code = world.gift_codes.pop()
    both = [_customer(world) for _ in range(2)]
    answers = await asyncio.gather(
        *(
            world.call("POST", "/api/wallet/redeem", json={"code": code}, headers=headers)
            for _, headers in both
        )
    )
    assert sum(answer is not None and answer.status_code == 201 for answer in answers) <= 1


async def add_money(world: World) -> None:
    """Top up the wallet, sometimes with a double click, and sometimes without finishing the payment."""
    draw = world.draw
    _, headers = _customer(world)
    body = {"amount": draw.randint(5, 60) * 100}
    key = {"Idempotency-Key": f"t{draw.getrandbits(60)}"}
    answers = await asyncio.gather(
        *(
            world.call("POST", "/api/wallet/topups", json=body, headers={**headers, **key})
            for _ in range(2 if draw.random() < 0.3 else 1)
        )
    )
    begun = [one.json()["output"] for one in answers if one is not None and one.status_code == 201]
    assert len({one["id"] for one in begun}) <= 1
    if not begun or draw.random() < 0.2:
        return
    topup = begun[0]
    if draw.random() < 0.15:
        path = f"/api/wallet/topups/{topup['id']}/cancel"
        await world.call("POST", path, headers=headers)
    elif topup["redirectUrl"] is not None:
        choice = draw.choice((*CHOICES, "pay-unheard"))
        answer = await world.call("POST", topup["redirectUrl"], data={"choice": choice})
        if answer is not None and answer.status_code == 303:
            world.seen[f"top-up {choice}"] += 1


async def read_wallet_and_order(world: World) -> None:
    """Read the wallet and an order. The balance must not be negative."""
    _, headers = _customer(world)
    answer = await world.call("GET", "/api/wallet", headers=headers)
    if answer is not None:
        assert answer.json()["output"]["balance"]["amount"] >= 0
    if (order := _some_order(world)) is not None:
        await lines_of(world, order)


ACTIONS = (
    (fill_cart, 12),
    (place, 24),
    (place_as_guest, 8),
    (retry_lost_order, 6),
    (order_at_a_stale_total, 2),
    (pay, 20),
    (cancel, 7),
    (request_return, 12),
    (order_again, 3),
    (redeem, 3),
    (add_money, 5),
    (read_wallet_and_order, 4),
)
"""Actions with their weights."""

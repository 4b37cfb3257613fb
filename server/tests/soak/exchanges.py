"""Cancels exchange orders, as their shopper and as an operator."""

from __future__ import annotations

from contextlib import suppress

from stallage.orders.gateway_calls.advancing import OperationRefused, advance_order
from stallage.orders.rules import OrderStatus, guest_key
from tests.soak.shoppers import lines_of, returns_of
from tests.soak.world import Placed, World


async def cancel_exchange(world: World) -> None:
    """Cancel an exchange order or one unit of it, as the shopper or as an operator."""
    draw = world.draw
    if not world.returning:
        return
    for order_id in dict.fromkeys(draw.choices(world.returning, k=6)):
        order = world.placed[order_id]
        for one in (await returns_of(world, order))["items"]:
            if one["exchangeOrderId"] is None or one["exchangeCancelled"]:
                continue
            # A guest only has the link in the email.
            key = order.key and guest_key(world.runtime.secret, one["exchangeOrderId"])
            sent = Placed(one["exchangeOrderId"], order.headers, key, None, 0, {})
            if draw.random() < 0.3:
                with suppress(OperationRefused):
                    await advance_order(
                        world.runtime, sent.order_id, OrderStatus.CANCELLED_BY_COMPANY
                    )
                    world.seen["exchange cancelled"] += 1
                return
            body = None
            if draw.random() < 0.5 and (lines := await lines_of(world, sent)):
                body = {"lines": [{"lineId": draw.choice(lines)["lineId"], "quantity": 1}]}
            answer = await world.call(
                "POST",
                f"/api/orders/{sent.order_id}/cancel",
                json=body,
                headers=sent.headers,
                params=sent.params,
            )
            if answer is not None and answer.status_code == 200:
                world.seen["exchange cancelled"] += 1
            return

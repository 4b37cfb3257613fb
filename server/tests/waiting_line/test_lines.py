"""Lines of the whole shop: served in order of arrival on all hosts, and nobody overtakes."""

from __future__ import annotations

import asyncio
from itertools import cycle

from stallage.core.invariants import Invariant, check_invariants
from stallage.features import parts
from tests.blocked import wait_until_blocked
from tests.cart.factory import fill_cart, sign_in
from tests.checkout.factory import ADDRESS, count, stock_of
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting_line.conftest import Hosts
from tests.waiting_line.shoppers import Guest, give_turns, guests, lines_of, open_line, read_lines

INVARIANTS: list[Invariant] = [one for module in parts("invariants") for one in module.INVARIANTS]


async def buyers(shop: Shop) -> list[str]:
    """The contacts of all orders, in the order in which they were placed."""
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT email FROM orders ORDER BY id")
        assert not any(one.count for one in await check_invariants(connection, INVARIANTS))
    return [row["email"].partition("@")[0] for row in rows]


async def test_orders_are_served_in_order_of_arrival_on_two_hosts(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    crowd = guests(12, bowl.sku_id)
    ahead = [await guest.join(host) for guest, host in zip(crowd, cycle(hosts), strict=False)]
    assert ahead == list(range(1, 13))
    # Everybody tries on the other host. Only those whose turn it is are served.
    await give_turns(bowl.sku_id, 5, *hosts)
    others = zip(reversed(crowd), cycle(hosts), strict=False)
    statuses = [(await guest.order(host))[0] for guest, host in others]
    assert statuses == [503] * 8 + [201] * 4
    assert sorted(await buyers(one)) == [guest.name for guest in crowd[:4]]
    late = Guest("late", [bowl.sku_id])
    assert await late.join(two) == 8
    await give_turns(bowl.sku_id, 8, *hosts)
    assert [(await guest.order(one))[0] for guest in crowd[4:]] == [201] * 8
    assert (await late.order(two))[0] == 503
    assert (await late.place(one))["ahead"] == 0
    await give_turns(bowl.sku_id, 1, *hosts)
    assert (await late.place(one))["state"] == "turn"
    assert (await late.order(two))[0] == 201
    assert (await buyers(one))[4:] == [*(guest.name for guest in crowd[4:]), "late"]
    assert await stock_of(one, bowl.sku_id) == 100 - 13


async def test_many_get_different_numbers_at_once(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one)
    await open_line(bowl.sku_id, *hosts)
    crowd = guests(30, bowl.sku_id)
    calls = (guest.join(host) for guest, host in zip(crowd, cycle((one, two)), strict=False))
    await asyncio.gather(*calls)
    await read_lines(*hosts)
    places = [await guest.place(one) for guest in crowd]
    assert sorted(place["ahead"] for place in places) == list(range(1, 31))
    assert all(place["seconds"] >= 1 and place["pollSeconds"] >= 2 for place in places)


async def test_whoever_leaves_is_skipped(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    first, second, third, fourth = crowd = guests(4, bowl.sku_id)
    for guest in crowd:
        await guest.join(one)
    await first.leave(two)
    await third.leave(one)
    await read_lines(*hosts)
    assert (await fourth.place(two))["ahead"] == 2
    assert (await third.place(two))["state"] == "ended"
    # The one who never comes, and two of the guests.
    await give_turns(bowl.sku_id, 3, *hosts)
    assert (await fourth.order(one))[0] == 201
    assert (await second.order(two))[0] == 201
    # Whoever comes back starts at the end.
    fifth = Guest("fifth", [bowl.sku_id])
    await open_line(bowl.sku_id, *hosts)
    await fifth.join(one)
    old = first.ticket
    await first.join(two)
    assert first.ticket != old


async def test_whoever_misses_the_turn_delays_nobody(hosts: Hosts) -> None:
    one, _ = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    late, next_one, last = crowd = guests(3, bowl.sku_id)
    for guest in crowd:
        await guest.join(one)
    await give_turns(bowl.sku_id, 2, *hosts)
    async with one.database.transaction() as connection:
        await connection.execute("UPDATE waiting_steps SET at = at - interval '3 minutes'")
    await give_turns(bowl.sku_id, 1, *hosts)
    assert (await next_one.order(one))[0] == 201
    assert (await late.place(one))["state"] == "ended"
    # A new number, behind the last one who waits.
    assert await late.join(one) == 1
    assert (await last.place(one))["ahead"] == 0


async def test_waiting_ends_when_the_product_is_sold_out(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=1))
    await open_line(bowl.sku_id, *hosts)
    first, second = guests(2, bowl.sku_id)
    await first.join(one)
    await second.join(two)
    await give_turns(bowl.sku_id, 2, *hosts)
    assert (await first.order(two))[0] == 201
    await read_lines(*hosts)
    assert (await second.place(one))["state"] == "sold_out"
    for guest in (second, Guest("newcomer", [bowl.sku_id])):
        status, error = await guest.order(one)
        assert (status, error["code"]) == (409, "out_of_stock")
    assert await buyers(one) == [first.name]


async def test_buyers_of_other_products_do_not_wait(hosts: Hosts) -> None:
    one, two = hosts
    bowl, vase = await stock_shop(one, spec(stock=100), spec("Vase", stock=100))
    await open_line(bowl.sku_id, *hosts)
    assert (await Guest("other", [vase.sku_id]).order(two))[0] == 201
    both = Guest("both", [bowl.sku_id, vase.sku_id])
    await both.join(one)
    # Leaving the bowl out needs no ticket; with it, the line of the bowl counts.
    both.sku_ids = [vase.sku_id]
    assert (await both.order(one))[0] == 201


async def test_a_ticket_of_a_short_line_does_not_pass_a_long_one(hosts: Hosts) -> None:
    one, two = hosts
    bowl, vase = await stock_shop(one, spec(stock=100), spec("Vase", stock=100))
    await open_line(bowl.sku_id, *hosts)
    await Guest("early", [bowl.sku_id]).join(two)
    await open_line(vase.sku_id, *hosts)
    clever = Guest("clever", [vase.sku_id])
    await clever.join(one)
    await give_turns(vase.sku_id, 2, *hosts)
    clever.sku_ids = [vase.sku_id, bowl.sku_id]
    status, error = await clever.order(one)
    assert (status, error["line"]["state"]) == (503, "waiting")
    await give_turns(bowl.sku_id, 2, *hosts)
    assert (await clever.order(one))[0] == 201


async def test_customers_wait_with_their_carts(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    shopper = await sign_in(one)
    await fill_cart(one, shopper, bowl.sku_id)
    await open_line(bowl.sku_id, *hosts)
    order = {"address": ADDRESS, "paymentMethod": "cod", "shippingMethod": "standard"}
    headers = {**shopper.headers, "Idempotency-Key": "of the cart"}
    status, error = await two.error("POST", "/api/orders", json=order, headers=headers)
    assert (status, error["code"]) == (503, "in_line")
    assert await count(one, "cart_lines") == 1
    await give_turns(bowl.sku_id, 2, *hosts)
    headers["Line-Ticket"] = error["line"]["ticket"]
    await one.output("POST", "/api/orders", json=order, headers=headers)
    assert await count(one, "cart_lines") == 0


async def test_an_order_without_a_crowd_needs_no_statement_of_a_line(hosts: Hosts) -> None:
    one, _ = hosts
    (bowl,) = await stock_shop(one)
    assert not lines_of(one).are_open
    statements: list[str] = []
    pool = one.database.pool
    connections = [holder._con for holder in pool._holders if holder._con is not None]  # type: ignore[attr-defined]
    for connection in connections:
        connection.add_query_logger(lambda record: statements.append(record.query))
    assert (await Guest("only", [bowl.sku_id]).order(one))[0] == 201
    assert statements
    assert not [text for text in statements if "waiting_" in text]


async def test_turns_are_given_while_another_line_closes(hosts: Hosts) -> None:
    one, two = hosts
    bowl, vase = await stock_shop(one, spec(stock=100), spec("Vase", stock=100))
    # Either line may be the first one that gets its turns.
    for locked, closed in ((bowl, vase), (vase, bowl)):
        await open_line(locked.sku_id, one)
        await open_line(closed.sku_id, one)
        lines = lines_of(one)
        async with two.database.transaction() as connection:
            await connection.execute(
                "SELECT FROM waiting_lines WHERE line = $1 FOR UPDATE", locked.sku_id
            )
            ticking = asyncio.create_task(lines.tick())
            await wait_until_blocked(one)
            async with one.database.reading() as other:
                await other.execute("DELETE FROM waiting_lines WHERE line = $1", closed.sku_id)
            await lines.read()
        await ticking
        await read_lines(one)
        state = lines.state_of(locked.sku_id)
        assert state is not None
        assert state.admitted == 1
        async with one.database.reading() as other:
            await other.execute("TRUNCATE waiting_lines, waiting_tickets, waiting_steps")
        await read_lines(one)

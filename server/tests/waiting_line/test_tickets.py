"""Tickets: forged, foreign, old and used ones, and what a restart or a crash does to them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from pydantic import SecretStr

from stallage.core import clock
from stallage.core.leeway import LEEWAY_SECONDS
from stallage.waiting_line.actions import IDLE_SECONDS
from stallage.waiting_line.cache import lines
from stallage.waiting_line.rules.tickets import TICKET_SECONDS, read_ticket
from tests.checkout.factory import count, stock_of
from tests.conftest import OpenShop
from tests.stocked_shop import spec, stock_shop
from tests.waiting_line.conftest import Hosts
from tests.waiting_line.shoppers import (
    Guest,
    changed,
    give_turns,
    guests,
    lines_of,
    open_line,
    read_lines,
)

FIRST, SECOND = (
    SecretStr("the first key of this shop, long"),
    SecretStr("the second key of this shop"),
)


async def test_forged_tickets_are_of_no_use(hosts: Hosts) -> None:
    one, _ = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    honest, forger = guests(2, bowl.sku_id)
    await honest.join(one)
    await forger.join(one)
    line, epoch, _, *rest = forger.ticket.split(".")
    await give_turns(bowl.sku_id, 1, *hosts)
    for forged in (".".join((line, epoch, "1", *rest)), forger.ticket[:-1] + "x", "1", "9" * 200):
        status, error = await one.error("POST", "/api/checkout/line", json={"ticket": forged})
        assert (status, error["code"]) == (404, "not_found")
        forger.ticket = forged
        assert await forger.join(one) == 1
    assert await count(one, "orders") == 0


async def test_a_foreign_ticket_is_of_no_use(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    owner, thief = guests(2, bowl.sku_id)
    await owner.join(one)
    ticket = owner.ticket
    await Guest("between", [bowl.sku_id]).join(one)
    await give_turns(bowl.sku_id, 2, *hosts)
    thief.ticket = ticket
    await thief.join(two)
    assert thief.ticket != ticket
    assert (await owner.order(two))[0] == 201


async def test_more_tickets_gain_nothing(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    greedy, honest = guests(2, bowl.sku_id)
    await greedy.join(one)
    first = greedy.ticket
    for host in (two, one, two):
        greedy.ticket = ""
        greedy.headers = {"Idempotency-Key": "another order"}
        await greedy.join(host)
        assert greedy.ticket == first
    assert await honest.join(one) == 2
    # One number places one order. The next one comes at the end.
    await give_turns(bowl.sku_id, 2, *hosts)
    greedy.headers = {}
    assert (await greedy.order(one))[0] == 201
    greedy.headers = {"Idempotency-Key": "another order"}
    assert await greedy.join(two) == 1
    assert await count(one, "orders") == 1


async def test_a_network_gets_as_many_tickets_as_it_may_place_orders(
    tmp_path: Path, open_shop: OpenShop
) -> None:
    with changed(lines, "TICK_SECONDS", 3600):
        async with open_shop(guest_orders_per_client_hour=5, data_dir=tmp_path / "one") as shop:
            (bowl,) = await stock_shop(shop)
            await open_line(bowl.sku_id, shop)
            answers = [await guest.order(shop) for guest in guests(8, bowl.sku_id)]
    codes = [error["code"] for _, error in answers]
    assert codes == ["in_line"] * 5 + ["too_many_requests"] * 3


async def test_whoever_lost_the_ticket_has_the_same_place(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    first, last = guests(2, bowl.sku_id)
    await first.join(one)
    await last.join(one)
    await give_turns(bowl.sku_id, 2, *hosts)
    first.ticket = last.ticket = ""
    assert (await first.order(two))[0] == 201
    assert await last.join(two) == 0


async def test_a_refused_order_keeps_its_turn_and_an_answered_one_is_repeated(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    (guest,) = guests(1, bowl.sku_id)
    await guest.join(one)
    await Guest("last", [bowl.sku_id]).join(one)
    await give_turns(bowl.sku_id, 2, *hosts)
    status, error = await guest.order(one, expectedTotal=1)
    assert (status, error["code"]) == (409, "total_changed")
    guest.headers = {"Idempotency-Key": "the right total"}
    status, placed = await guest.order(two)
    assert status == 201
    # Its answer was lost: with its ticket or without, it is the same order.
    assert await guest.order(one) == (201, placed)
    guest.ticket = ""
    assert await guest.order(one) == (201, placed)
    assert await stock_of(one, bowl.sku_id) == 99


async def test_an_old_ticket_is_refused_by_every_clock(hosts: Hosts) -> None:
    one, _ = hosts
    (bowl,) = await stock_shop(one)
    await open_line(bowl.sku_id, *hosts)
    (guest,) = guests(1, bowl.sku_id)
    await guest.join(one)
    secrets, now = one.runtime.secrets, clock.now()

    def is_read(seconds: float) -> bool:
        return read_ticket(secrets, guest.ticket, now + timedelta(seconds=seconds)) is not None

    assert is_read(5 - LEEWAY_SECONDS)
    assert not is_read(-60 - LEEWAY_SECONDS)
    assert is_read(TICKET_SECONDS + LEEWAY_SECONDS - 10)
    assert not is_read(TICKET_SECONDS + LEEWAY_SECONDS + 10)
    assert read_ticket((b"another key", *secrets), guest.ticket, now) is not None
    assert read_ticket((b"another key",), guest.ticket, now) is None


async def test_places_survive_a_restart_with_a_new_key(tmp_path: Path, open_shop: OpenShop) -> None:
    with changed(lines, "TICK_SECONDS", 3600):
        async with open_shop(secret_key=FIRST, data_dir=tmp_path / "one") as shop:
            (bowl,) = await stock_shop(shop, spec(stock=100))
            await open_line(bowl.sku_id, shop)
            first, second = guests(2, bowl.sku_id)
            await first.join(shop)
            await second.join(shop)
        async with open_shop(
            secret_key=SECOND, previous_secret_keys=(FIRST,), data_dir=tmp_path / "two"
        ) as shop:
            assert (await first.place(shop))["ahead"] == 1
            await give_turns(bowl.sku_id, 2, shop)
            assert (await first.order(shop))[0] == 201
            assert (await second.order(shop))[0] == 503


async def test_a_crash_of_the_database_loses_the_line_and_no_order(hosts: Hosts) -> None:
    """PostgreSQL empties unlogged tables after a crash; so does a standby that takes over."""
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    async with one.database.transaction() as connection:
        persistence = await connection.fetch(
            "SELECT DISTINCT relpersistence FROM pg_class WHERE relname LIKE 'waiting\\_%'"
        )
    assert [row[0] for row in persistence] == [b"u"]
    await open_line(bowl.sku_id, *hosts)
    first, second, third = crowd = guests(3, bowl.sku_id)
    for guest in crowd:
        await guest.join(one)
    await give_turns(bowl.sku_id, 2, *hosts)
    assert (await first.order(one))[0] == 201
    async with one.database.transaction() as connection:
        await connection.execute("TRUNCATE waiting_lines, waiting_tickets, waiting_steps")
    await read_lines(*hosts)
    assert (await second.place(two))["state"] == "turn"
    assert (await second.order(two))[0] == 201
    # A line that opens again has other tickets.
    await open_line(bowl.sku_id, *hosts)
    assert (await third.place(one))["state"] == "ended"
    assert await third.join(two) == 1
    assert await count(one, "orders") == 2


async def test_a_line_that_nobody_waits_in_closes(hosts: Hosts) -> None:
    one, two = hosts
    (bowl,) = await stock_shop(one, spec(stock=100))
    await open_line(bowl.sku_id, *hosts)
    (guest,) = guests(1, bowl.sku_id)
    await guest.join(one)
    await give_turns(bowl.sku_id, 2, *hosts)
    async with one.database.transaction() as connection:
        await connection.execute(
            "UPDATE waiting_lines SET active_at = active_at - make_interval(secs => $1)",
            IDLE_SECONDS + 1,
        )
    with changed(lines, "CLOSE_SECONDS", -1):
        await lines_of(one).tick()
    for table in ("waiting_lines", "waiting_tickets"):
        assert await count(one, table) == 0
    await read_lines(*hosts)
    assert not lines_of(two).are_open
    assert (await guest.order(two))[0] == 201

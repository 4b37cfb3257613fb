"""What is not stored for ever goes by itself; an operator may forget a person, too."""

from __future__ import annotations

import json
from datetime import timedelta

import asyncpg
import pytest
import structlog
import typer

from stallage.cart.jobs import empty_old_carts
from stallage.core import clock
from stallage.core.batches import delete_in_batches
from stallage.core.db import Connection, Database
from stallage.core.jobs import enqueue
from stallage.core.logs import redact_contacts
from stallage.shop.jobs import purge
from stallage.signin import cli
from stallage.signin.events import ContactChanged
from stallage.signin.jobs import send_contact_changed
from stallage.support.actions import close_as_operator
from tests.conftest import OpenShop
from tests.privacy.lives import buy, guest_life, make_world, order_of, run_timers, words_of
from tests.privacy.test_erasure import left
from tests.privacy.traces import everywhere
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.signin.factory import sign_in
from tests.support.test_commands import run_with

COMMANDS = typer.Typer()
cli.register(COMMANDS)


async def count(shop: Shop, table: str) -> int:
    return int(await shop.database.pool.fetchval(f"SELECT count(*) FROM {table}"))


async def test_keys_the_job_log_held_jobs_and_messages_go_in_their_time(shop: Shop) -> None:
    world = await make_world(shop)
    words = words_of("guest", "2065550188")
    await buy(shop, order_of(words, world), words, {})
    async with shop.database.transaction() as connection:
        await enqueue(connection, send_contact_changed, ContactChanged(to="a@b.example", changed="x"))
        await connection.execute("UPDATE pgqueuer SET status = 'failed'")
    await purge(shop.runtime)
    tables = ("idempotency_keys", "pgqueuer_log", "pgqueuer")
    assert all([await count(shop, table) for table in tables])
    assert shop.outbox()
    with clock.shift(timedelta(days=1, seconds=1)):
        await purge(shop.runtime)
    assert await count(shop, "idempotency_keys") == 0
    assert all([await count(shop, table) for table in tables[1:]])
    with clock.shift(timedelta(days=31)):
        await purge(shop.runtime)
    assert [await count(shop, table) for table in tables] == [0, 0, 0]
    assert shop.outbox() == []


async def test_old_carts_are_emptied(shop: Shop) -> None:
    world = await make_world(shop)
    ada = await sign_in(shop)
    line = {"skuId": world.bowl.sku_id, "quantity": 1}
    await shop.output("POST", "/api/carts", headers=ada.headers, json=line)
    await empty_old_carts(shop.runtime)
    assert await count(shop, "cart_lines") == 1
    with clock.shift(timedelta(days=366)):
        await empty_old_carts(shop.runtime)
    assert await count(shop, "cart_lines") == 0


async def test_guests_leave_their_orders_after_the_time_that_the_shop_sets(
    open_shop: OpenShop,
) -> None:
    words = words_of("guest", "2065550188")
    async with open_shop(guest_data_seconds=10 * 86_400) as shop:
        world = await make_world(shop)
        await guest_life(shop, world, words)
        async with shop.database.transaction() as connection:
            ticket = await connection.fetchval("SELECT public_id FROM tickets")
            await close_as_operator(connection, ticket)
        with clock.shift(timedelta(days=9)):
            await run_timers(shop)
        assert "orders.email" in await everywhere(shop, words)
        with clock.shift(timedelta(days=45)):
            await run_timers(shop)
        found = left(await everywhere(shop, words))
        # What the person waits for is no leftover.
        assert set(found) <= {"product_alerts.email"}
        assert await broken_invariants(shop) == []


async def test_rows_go_batch_by_batch(database: Database) -> None:
    sizes: list[int] = []

    async def delete(connection: Connection, most: int) -> int:
        assert connection.is_in_transaction()
        sizes.append(most)
        return most if len(sizes) < 3 else 1

    assert await delete_in_batches(database, delete, 5) == 11
    assert sizes == [5, 5, 5]


async def test_an_operator_sees_and_forgets(shop: Shop) -> None:
    world = await make_world(shop)
    words = words_of("guest", "2065550188")
    await guest_life(shop, world, words)
    shown = await run_with(COMMANDS, shop, "customers", "export", words["email"])
    assert shown.exit_code == 0
    held = json.loads(shown.stdout)
    assert held["guestOrders"][-1]["address"]["line1"] == words["street"]
    for section in ("guestTickets", "newsletterOfContact", "alertsOfContact"):
        assert held[section], section
    assert words["card_message"] in str(held["giftCardsOfContact"])
    assert words["reason"] in str(held["returnsOfContact"])
    done = await run_with(COMMANDS, shop, "customers", "forget", words["email"], "--yes")
    assert done.exit_code == 0, done.output
    await shop.work()
    shown = await run_with(COMMANDS, shop, "customers", "export", words["email"])
    assert not any(json.loads(shown.stdout).values())
    wrong = await run_with(COMMANDS, shop, "customers", "forget", "nobody@", "--yes")
    assert wrong.exit_code == 1


async def test_the_export_tells_nothing_of_somebody_else(shop: Shop) -> None:
    world = await make_world(shop)
    other = words_of("ng", "2065550112")
    await guest_life(shop, world, other)
    words = words_of("guest", "2065550188")
    await guest_life(shop, world, words)
    shown = await run_with(COMMANDS, shop, "customers", "export", words["email"])
    for name, word in other.items():
        assert word not in shown.stdout, name


async def test_the_log_and_the_job_log_hold_no_contact(
    shop: Shop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object) -> None:
        raise asyncpg.UniqueViolationError("no: ada@example.com +12065550188")

    monkeypatch.setattr(type(shop.runtime.mailer), "send", fail)
    async with shop.database.transaction() as connection:
        await enqueue(
            connection, send_contact_changed, ContactChanged(to="ada@example.com", changed="number")
        )
        # This failure is its last.
        await connection.execute("UPDATE pgqueuer SET attempts = 1000")
    await shop.work()
    structlog.get_logger("of a test").info("sent", to="ada@example.com", phone="+12065550188")
    said = capsys.readouterr().err
    assert "UniqueViolationError" in said
    log = str(await shop.database.pool.fetch("SELECT * FROM pgqueuer_log"))
    assert "UniqueViolationError at" in log
    for text in (said, log):
        assert "ada@" not in text
        assert "2065550188" not in text


def test_what_the_database_says_of_a_row_is_not_logged() -> None:
    text = 'duplicate key\nDETAIL:  Key (first_name)=(Ada) already exists.\n  File "x.py"'
    assert "Ada" not in redact_contacts(text)
    assert 'File "x.py"' in redact_contacts(text)
    kept = "stallage 1.2+34567890 at 2026-11-22T22:46:26.550915Z for SO-7K2M-9QXD, job 17"
    assert redact_contacts(kept) == kept


async def test_limits_store_no_contact_and_no_network(shop: Shop) -> None:
    await shop.output("POST", "/auth/otp/request", json={"email": "ada@example.com"})
    rows = await shop.database.pool.fetch("SELECT subject FROM limits")
    subjects = [row["subject"] for row in rows]
    assert len(subjects) == 4
    # A hash may spell a short name by chance, but no "@" and no dotted address.
    assert not any("@" in subject or "127.0" in subject for subject in subjects)

"""Retention: timers delete old data; operators export and erase a person's data."""

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
from tests.privacy.lives import buy, create_catalog, guest_life, order_of, run_timers, words_of
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


async def test_keys_job_log_held_jobs_and_messages_are_purged(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    words = words_of("guest", "2065550188")
    await buy(shop, order_of(words, catalog), words, {})
    async with shop.database.transaction() as connection:
        await enqueue(
            connection, send_contact_changed, ContactChanged(to="a@b.example", changed="x")
        )
        # It is invalid, so it is held at once.
        await connection.execute("UPDATE pgqueuer SET payload = '{}'")
    await shop.work()
    await shop.database.pool.execute("UPDATE pgqueuer SET status = 'failed'")
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
    catalog = await create_catalog(shop)
    ada = await sign_in(shop)
    line = {"skuId": catalog.bowl.sku_id, "quantity": 1}
    await shop.output("POST", "/api/carts", headers=ada.headers, json=line)
    await empty_old_carts(shop.runtime)
    assert await count(shop, "cart_lines") == 1
    with clock.shift(timedelta(days=366)):
        await empty_old_carts(shop.runtime)
    assert await count(shop, "cart_lines") == 0


async def test_guest_data_is_erased_after_the_configured_time(
    open_shop: OpenShop,
) -> None:
    words = words_of("guest", "2065550188")
    async with open_shop(guest_data_seconds=10 * 86_400) as shop:
        catalog = await create_catalog(shop)
        await guest_life(shop, catalog, words)
        async with shop.database.transaction() as connection:
            ticket = await connection.fetchval("SELECT public_id FROM tickets")
            await close_as_operator(connection, ticket)
        with clock.shift(timedelta(days=9)):
            await run_timers(shop)
        assert "orders.email" in await everywhere(shop, words)
        with clock.shift(timedelta(days=45)):
            await run_timers(shop)
            # Figures follow what the timers of other features changed.
            await run_timers(shop)
        found = left(await everywhere(shop, words))
        # The person still waits for this alert. Figures by place name no person.
        assert set(found) <= {"product_alerts.email", "place_days.city"}
        assert await broken_invariants(shop) == []


async def test_rows_are_deleted_in_batches(database: Database) -> None:
    sizes: list[int] = []

    async def delete(connection: Connection, limit: int) -> int:
        assert connection.is_in_transaction()
        sizes.append(limit)
        return limit if len(sizes) < 3 else 1

    assert await delete_in_batches(database, delete, 5) == 11
    assert sizes == [5, 5, 5]


async def test_an_operator_exports_and_forgets(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    words = words_of("guest", "2065550188")
    await guest_life(shop, catalog, words)
    shown = await run_with(COMMANDS, shop, "customers", "export", words["email"])
    assert shown.exit_code == 0
    export = json.loads(shown.stdout)
    assert export["guestOrders"][-1]["address"]["line1"] == words["street"]
    for section in ("guestTickets", "newsletterOfContact", "alertsOfContact"):
        assert export[section], section
    assert words["card_message"] in str(export["giftCardsOfContact"])
    assert words["reason"] in str(export["returnsOfContact"])
    done = await run_with(COMMANDS, shop, "customers", "forget", words["email"], "--yes")
    assert done.exit_code == 0, done.output
    await shop.work()
    shown = await run_with(COMMANDS, shop, "customers", "export", words["email"])
    assert not any(json.loads(shown.stdout).values())
    wrong = await run_with(COMMANDS, shop, "customers", "forget", "nobody@", "--yes")
    assert wrong.exit_code == 1


async def test_the_export_contains_no_data_of_others(shop: Shop) -> None:
    catalog = await create_catalog(shop)
    other = words_of("ng", "2065550112")
    await guest_life(shop, catalog, other)
    words = words_of("guest", "2065550188")
    await guest_life(shop, catalog, words)
    shown = await run_with(COMMANDS, shop, "customers", "export", words["email"])
    for name, word in other.items():
        assert word not in shown.stdout, name


async def test_the_log_and_the_job_log_contain_no_contact(
    shop: Shop, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_arguments: object) -> None:
        raise asyncpg.UniqueViolationError("no: ada@example.com +12065550188")

    monkeypatch.setattr(type(shop.runtime.mailer), "send", fail)
    async with shop.database.transaction() as connection:
        await enqueue(
            connection, send_contact_changed, ContactChanged(to="ada@example.com", changed="number")
        )
        # The next failure is the last one.
        await connection.execute("UPDATE pgqueuer SET attempts = 1000")
    await shop.work()
    structlog.get_logger("of a test").info("sent", to="ada@example.com", phone="+12065550188")
    log = capsys.readouterr().err
    assert "UniqueViolationError" in log
    job_log = str(await shop.database.pool.fetch("SELECT * FROM pgqueuer_log"))
    assert "UniqueViolationError at" in job_log
    for text in (log, job_log):
        assert "ada@" not in text
        assert "2065550188" not in text


def test_row_values_in_database_errors_are_not_logged() -> None:
    text = 'duplicate key\nDETAIL:  Key (first_name)=(Ada) already exists.\n  File "x.py"'
    assert "Ada" not in redact_contacts(text)
    assert 'File "x.py"' in redact_contacts(text)
    unchanged = "stallage 1.2+34567890 at 2026-11-22T22:46:26.550915Z for SO-7K2M-9QXD, job 17"
    assert redact_contacts(unchanged) == unchanged


async def test_limits_store_no_contact_and_no_network(shop: Shop) -> None:
    await shop.output("POST", "/auth/otp/request", json={"email": "ada@example.com"})
    rows = await shop.database.pool.fetch("SELECT subject FROM limits")
    subjects = [row["subject"] for row in rows]
    assert len(subjects) == 4
    # A hash could contain a short name by chance, but no "@" and no dotted address.
    assert not any("@" in subject or "127.0" in subject for subject in subjects)

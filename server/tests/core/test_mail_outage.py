"""An outage of the mail server loses no emails, and the backlog does not overload it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from stallage.core import clock, jobs
from stallage.core.worker import Worker
from stallage.process import open_runtime
from stallage.settings import Settings
from stallage.signin.events import ContactChanged
from stallage.signin.jobs import send_contact_changed
from tests.conftest import OpenShop
from tests.core.fake_smtp_server import open_smtp_server
from tests.processes import free_port
from tests.shop import Shop
from tests.waiting import until

pytestmark = pytest.mark.slow

OUTAGE_HOURS = 48
LATER = "UPDATE pgqueuer SET execute_after = execute_after - make_interval(hours => $1)"


async def enqueue_emails(shop: Shop, count: int) -> set[str]:
    """Enqueue emails and return their addresses."""
    addresses = [f"r{number}@example.com" for number in range(count)]
    async with shop.database.transaction() as connection:
        await jobs.enqueue_all(
            connection,
            [
                (send_contact_changed.name, ContactChanged(to=address, changed="email"))
                for address in addresses
            ],
        )
    return set(addresses)


def smtp_settings(port: int) -> dict[str, SecretStr]:
    return {"smtp_url": SecretStr(f"smtp://127.0.0.1:{port}")}


async def test_after_two_days_without_a_mail_server_each_email_is_sent_once(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    port = free_port()
    async with open_shop(**smtp_settings(port)) as shop:
        addresses = await enqueue_emails(shop, 40)
        for _hour in range(0, OUTAGE_HOURS, 2):
            await shop.work()
            held = await shop.database.pool.fetchval(
                "SELECT count(*) FROM pgqueuer WHERE status <> 'queued'"
            )
            assert held == 0
            await shop.database.pool.execute(LATER, 2)
        with open_smtp_server(tmp_path, "none", port) as server:
            # At first it greylists everything, as servers do that suspect a flood.
            server.rejections = dict.fromkeys(addresses, "451 try again later")
            await shop.work()
            assert server.emails == []
            server.rejections = {}
            await shop.database.pool.execute(LATER, 3)
            await shop.work()
        assert sorted(email["To"] for email in server.emails) == sorted(addresses)
        assert await shop.database.pool.fetchval("SELECT count(*) FROM pgqueuer") == 0


async def test_a_code_that_expired_during_an_outage_is_never_sent(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    port = free_port()
    async with open_shop(**smtp_settings(port)) as shop:
        await shop.output("POST", "/auth/otp/request", json={"email": "ann@example.com"})
        await shop.work()
        waiting = "SELECT count(*) FROM pgqueuer WHERE status = 'queued'"
        assert await shop.database.pool.fetchval(waiting) == 1
        await shop.database.pool.execute(LATER, 1)
        with (
            open_smtp_server(tmp_path, "none", port) as server,
            clock.shift(timedelta(seconds=shop.runtime.settings.otp_seconds + 1)),
        ):
            await shop.work()
        assert server.emails == []
        assert await shop.database.pool.fetchval("SELECT count(*) FROM pgqueuer") == 0


async def test_a_backlog_opens_few_connections_and_does_not_delay_codes(
    open_shop: OpenShop, settings: Settings, tmp_path: Path
) -> None:
    count = 500
    with open_smtp_server(tmp_path, "none") as server:
        async with open_shop(**smtp_settings(server.port)) as shop:
            addresses = await enqueue_emails(shop, count)
            with_smtp = settings.model_copy(update=smtp_settings(server.port))
            async with open_runtime(with_smtp, settings.database_url) as runtime:
                worker = Worker(runtime)
                working = asyncio.create_task(worker.run())
                await until(lambda: len(server.emails) >= 20)
                body = {"email": "ann@example.com"}
                await shop.output("POST", "/auth/otp/request", json=body)
                await until(lambda: len(server.emails) > count, 300)
                worker.stop()
                await working
    receivers = [email["To"] for email in server.emails]
    assert set(receivers) == addresses | {"ann@example.com"}
    assert len(receivers) == count + 1
    assert receivers.index("ann@example.com") < count / 2
    assert server.peak_connections == settings.mail_connections

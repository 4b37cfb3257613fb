"""A mail server that is away for days loses no mail; a backlog does not overrun it."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

from pydantic import SecretStr

from stallage.core import clock, work
from stallage.core.worker import Worker
from stallage.process import runtime_of
from stallage.settings import Settings
from stallage.signin.jobs import ContactToTell, tell_old_contact
from tests.conftest import OpenShop
from tests.core.post_office import open_post_office
from tests.shop import Shop
from tests.test_process import free_port

HOURS_AWAY = 48
LATER = "UPDATE pgqueuer SET execute_after = execute_after - make_interval(hours => $1)"


async def put_mails(shop: Shop, count: int) -> set[str]:
    """Enqueues so many mails; their addresses."""
    addresses = [f"r{number}@example.com" for number in range(count)]
    async with shop.database.transaction() as connection:
        await work.enqueue_all(
            connection,
            [(tell_old_contact.name, ContactToTell(to=one, changed="email")) for one in addresses],
        )
    return set(addresses)


def mail_at(port: int) -> dict[str, SecretStr]:
    return {"smtp_url": SecretStr(f"smtp://127.0.0.1:{port}")}


async def test_two_days_without_a_mail_server_lose_no_mail_and_send_each_once(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    port = free_port()
    async with open_shop(**mail_at(port)) as shop:
        addresses = await put_mails(shop, 40)
        for _hour in range(0, HOURS_AWAY, 2):
            await shop.work()
            held = await shop.database.pool.fetchval(
                "SELECT count(*) FROM pgqueuer WHERE status <> 'queued'"
            )
            assert held == 0
            await shop.database.pool.execute(LATER, 2)
        with open_post_office(tmp_path, "none", port) as office:
            # It comes back asking all to come again, as one does that suspects a flood.
            office.refusals = dict.fromkeys(addresses, "451 try again later")
            await shop.work()
            assert office.mails == []
            office.refusals = {}
            await shop.database.pool.execute(LATER, 3)
            await shop.work()
        assert sorted(mail["To"] for mail in office.mails) == sorted(addresses)
        assert await shop.database.pool.fetchval("SELECT count(*) FROM pgqueuer") == 0


async def test_a_code_that_expired_while_nobody_took_it_is_never_sent(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    port = free_port()
    async with open_shop(**mail_at(port)) as shop:
        await shop.output("POST", "/auth/otp/request", json={"email": "ann@example.com"})
        await shop.work()
        waiting = "SELECT count(*) FROM pgqueuer WHERE status = 'queued'"
        assert await shop.database.pool.fetchval(waiting) == 1
        await shop.database.pool.execute(LATER, 1)
        with (
            open_post_office(tmp_path, "none", port) as office,
            clock.moved_by(timedelta(seconds=shop.runtime.settings.otp_seconds + 1)),
        ):
            await shop.work()
        assert office.mails == []
        assert await shop.database.pool.fetchval("SELECT count(*) FROM pgqueuer") == 0


async def test_a_backlog_opens_few_connections_and_holds_up_no_code(
    open_shop: OpenShop, settings: Settings, tmp_path: Path
) -> None:
    count = 500
    with open_post_office(tmp_path, "none") as office:
        async with open_shop(**mail_at(office.port)) as shop:
            addresses = await put_mails(shop, count)
            mailing = settings.model_copy(update=mail_at(office.port))
            async with runtime_of(mailing, settings.database_url) as runtime:
                worker = Worker(runtime)
                working = asyncio.create_task(worker.run())
                async with asyncio.timeout(300):
                    while len(office.mails) < 20:  # noqa: ASYNC110 - the worker sends them
                        await asyncio.sleep(0.01)
                    body = {"email": "ann@example.com"}
                    await shop.output("POST", "/auth/otp/request", json=body)
                    while len(office.mails) <= count:  # noqa: ASYNC110 - as above
                        await asyncio.sleep(0.02)
                worker.stop()
                await working
    receivers = [mail["To"] for mail in office.mails]
    assert set(receivers) == addresses | {"ann@example.com"}
    assert len(receivers) == count + 1
    # Somebody waits for a code: it passes the backlog.
    assert receivers.index("ann@example.com") < count / 2
    assert office.most_connections == settings.mail_connections

"""A change of the stored settings reaches running processes, and no request fails meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncpg
import httpx
import pytest

from stallage.core.db import prepare_connection
from stallage.settings import Settings
from stallage.shop.actions import put_setting
from tests.processes import Log, free_port, stallage, wait_until_ready
from tests.test_supervision import named, two_workers
from tests.waiting import until

pytestmark = pytest.mark.slow


async def store(settings: Settings, name: str, value: object) -> None:
    connection: asyncpg.Connection[Any] = await asyncpg.connect(settings.database_url)
    try:
        await prepare_connection(connection)
        await put_setting(connection, name, value)
    finally:
        await connection.close()


def running(supervisor: int) -> set[int]:
    """Return the ids of the web processes and workers."""
    return {one.pid for name in ("web", "worker") for one in named(supervisor, name)}


def are_replaced(supervisor: int, before: set[int]) -> bool:
    """Whether others run in the place of two web processes and a worker."""
    now = running(supervisor)
    return len(now) == 3 and before.isdisjoint(now)


async def takes_guests(client: httpx.AsyncClient) -> bool:
    """Return whether guests may order; every request has to succeed."""
    response = await client.get("/api/credentials/applicability")
    assert response.status_code == 200, response.text
    return bool(response.json()["output"]["guestCheckout"])


async def ask_all_the_time(port: int, failures: list[str], stop: asyncio.Event) -> None:
    """Ask on new connections all the time, as new shoppers do."""
    async with httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}",
        timeout=60,
        trust_env=False,
        limits=httpx.Limits(max_keepalive_connections=0),
    ) as client:
        while not stop.is_set():
            try:
                await takes_guests(client)
            except (httpx.HTTPError, AssertionError) as error:
                failures.append(repr(error))


@pytest.mark.parametrize("workers", [1, 2])
async def test_a_changed_setting_takes_effect_without_a_failed_request(
    settings: Settings, workers: int
) -> None:
    port = free_port()
    words = ("serve", "--port", str(port), "--workers", str(workers))
    async with stallage(settings, *words) as process:
        log = Log(process)
        client = await wait_until_ready(port)
        # A process that is still starting would read the new setting by itself.
        await until(lambda: workers == 1 or log.count("process_ready") == 3)
        assert await takes_guests(client)
        failures: list[str] = []
        stop = asyncio.Event()
        shoppers = [asyncio.create_task(ask_all_the_time(port, failures, stop)) for _ in range(2)]
        before = running(process.pid)
        await store(settings, "guest_checkout", False)
        if workers > 1:
            await until(lambda: are_replaced(process.pid, before))
        fresh = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}",
            timeout=60,
            trust_env=False,
            limits=httpx.Limits(max_keepalive_connections=0),
        )

        async def is_closed() -> bool:
            return not await takes_guests(fresh)

        await until(is_closed)
        stop.set()
        await asyncio.gather(*shoppers)
        await fresh.aclose()
        await client.aclose()
        process.terminate()
        await process.wait()
        assert failures == []
    assert '"settings_changed"' in await log.whole()


async def test_a_process_that_cannot_start_again_goes_on(settings: Settings) -> None:
    port = free_port()
    async with two_workers(settings, port) as process:
        client = await wait_until_ready(port)
        before = running(process.pid)
        # No check of the back office lets this through.
        await store(settings, "country", "nowhere")
        await until(lambda: len(running(process.pid)) == 4)
        await until(lambda: running(process.pid) == before)
        assert (await client.get("/healthz")).status_code == 200
        await client.aclose()

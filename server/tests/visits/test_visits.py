"""Visits are counted once a day for each visitor, without storing who it was."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.visits.actions import count_visitors, salt_of
from stallage.visits.cache import VisitCounter, visit_counter_of
from stallage.visits.jobs import forget_visits
from stallage.visits.queries import visits_by_day
from stallage.visits.rules import MAX_PENDING, is_person, visitor_of
from stallage.visits.startup import write_visits
from tests.conftest import OpenShop
from tests.shell.client_build import write_build
from tests.shop import Shop

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36"
GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"
NOON = datetime(2026, 11, 23, 12, tzinfo=UTC)
TODAY = date(2026, 11, 23)


async def visits(runtime: Runtime) -> dict[date, int]:
    async with runtime.database.reading() as connection:
        return await visits_by_day(connection, TODAY - timedelta(days=9), TODAY)


@pytest.mark.fast
def test_bots_and_prefetched_pages_are_no_visits() -> None:
    assert is_person(FIREFOX, "")
    assert is_person("Mozilla/5.0 (Linux; Android 12; CUBOT X70) Chrome/120.0 Mobile", "")
    for agent in (
        GOOGLEBOT,
        "",
        "curl/8.5.0",
        "python-requests/2.32",
        "HeadlessChrome/141.0.0.0 X",
    ):
        assert not is_person(agent, "")
    assert not is_person(FIREFOX, "prefetch;prerender")


@pytest.mark.fast
def test_a_visitor_is_a_network_and_browser_of_one_day() -> None:
    one = visitor_of(b"a" * 16, "192.0.2.1", FIREFOX)
    assert one == visitor_of(b"a" * 16, "192.0.2.1", FIREFOX)
    others = {
        visitor_of(b"a" * 16, "192.0.2.2", FIREFOX),
        visitor_of(b"a" * 16, "192.0.2.1", CHROME),
        visitor_of(b"b" * 16, "192.0.2.1", FIREFOX),
    }
    assert len(others | {one}) == 4


@pytest.mark.fast
def test_memory_is_bounded() -> None:
    counter = VisitCounter()
    counter.begin_day(TODAY, b"a" * 16)
    for number in range(MAX_PENDING + 100):
        counter.add(f"192.0.2.{number}", FIREFOX, "")
    assert len(counter.take()[TODAY]) == MAX_PENDING
    assert counter.take() == {}


async def test_processes_count_a_visitor_once(runtime: Runtime) -> None:
    with clock.freeze(NOON):
        for _ in range(2):
            # Another process, with the same salt from the table.
            counter = VisitCounter()
            await write_visits(runtime, counter)
            for network in ("192.0.2.1", "192.0.2.1", "198.51.100.7"):
                counter.add(network, FIREFOX, "")
            counter.add("203.0.113.5", GOOGLEBOT, "")
            await write_visits(runtime, counter)
    assert await visits(runtime) == {TODAY: 2}


async def test_nothing_about_a_visitor_outlives_the_day(runtime: Runtime) -> None:
    yesterday = TODAY - timedelta(days=1)
    async with runtime.database.transaction() as connection:
        old = await salt_of(connection, yesterday)
        await count_visitors(connection, yesterday, [visitor_of(old, "192.0.2.1", FIREFOX)])
    counter = VisitCounter()
    with clock.freeze(NOON):
        await write_visits(runtime, counter)
        counter.add("192.0.2.1", FIREFOX, "")
        await write_visits(runtime, counter)
        await forget_visits(runtime)
    assert await visits(runtime) == {yesterday: 1, TODAY: 1}
    async with runtime.database.reading() as connection:
        days = await connection.fetch(
            "SELECT day FROM visitors UNION ALL SELECT day FROM visit_salts"
        )
    assert {row["day"] for row in days} == {TODAY}


async def test_pages_count_and_other_requests_do_not(open_shop: OpenShop, tmp_path: Path) -> None:
    folder = write_build(tmp_path / "client")
    async with open_shop(client_dir=str(folder)) as shop:
        await _count_pages(shop)


async def _count_pages(shop: Shop) -> None:
    counter = visit_counter_of(shop.runtime)
    await write_visits(shop.runtime, counter)
    counter.take()
    headers = {"User-Agent": FIREFOX, "Accept": "text/html"}
    for path in ("/api/home", "/favicon.ico", "/api/products"):
        await shop.client.get(path, headers={"User-Agent": FIREFOX})
    assert counter.take() == {}
    response = await shop.client.get("/", headers=headers)
    assert response.status_code == 200
    await shop.client.get("/search?q=bowl", headers=headers)
    assert [len(visitors) for visitors in counter.take().values()] == [1]
    assert "set-cookie" not in response.headers

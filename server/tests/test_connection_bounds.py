"""Slow, silent and too many clients at a server without a proxy."""

from __future__ import annotations

import asyncio
import json
import resource
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace

import httpx
import pytest

from stallage.bounded_protocol import (
    MAX_HEADER_BYTES,
    BoundedProtocol,
    ConnectionMonitor,
    Phase,
)
from stallage.connection_bounds import Bounds, raise_file_limit
from stallage.core.clients import network_of
from stallage.core.http import MAX_UPLOAD_BYTES
from stallage.settings import Settings
from tests.admin import operator_client
from tests.product_imports.uploading import row, sheet, upload
from tests.raw_client import raw_socket, receive_all, request_head, send
from tests.shop import Shop, running_shop
from tests.waiting import until

QUICK = Bounds(
    header_seconds=0.4, body_grace_seconds=0.4, answer_seconds=0.4, idle_seconds=0.4, per_network=50
)
FOREVER = 600.0
HEALTH = request_head("GET", "/healthz")
PATIENT = Bounds(
    header_seconds=FOREVER, body_grace_seconds=FOREVER, answer_seconds=FOREVER, idle_seconds=FOREVER
)
JSON = "Content-Type: application/json"


@asynccontextmanager
async def bounded_shop(settings: Settings, bounds: Bounds) -> AsyncIterator[Shop]:
    """Serve a shop whose connections have these limits."""
    protocol = type("TestedProtocol", (BoundedProtocol,), {"bounds": bounds})
    async with running_shop(settings, protocol) as shop:
        yield shop


async def _read_to_end(client: socket.socket) -> bytes:
    """Return what the server sends before it closes the connection."""
    async with asyncio.timeout(60):
        return await receive_all(client)


@pytest.mark.parametrize(
    "sent",
    [
        b"G",
        b"GET /healthz HTTP/1.1\r\n",
        b"GET /healthz HTTP/1.1\r\nHost: shop\r\nX-A: b",
        request_head("POST", "/api/carts/guest", JSON, "Content-Length: 4000"),
        request_head("POST", "/api/carts/guest", JSON, "Content-Length: 4000") + b"[1,",
        request_head("POST", "/api/carts/guest", JSON, "Transfer-Encoding: chunked")
        + b"1\r\n[\r\n",
        request_head("GET", "/healthz") + b"GET /healthz HT",
    ],
    ids=["one byte", "line", "headers", "no body", "some body", "chunk", "second request"],
)
async def test_a_request_that_does_not_arrive_is_ended(settings: Settings, sent: bytes) -> None:
    async with bounded_shop(settings, QUICK) as shop, raw_socket(shop.url) as client:
        await send(client, sent)
        answer = await _read_to_end(client)
        if not sent.endswith(b"HT"):
            assert answer.startswith(b"HTTP/1.1 408 ")
            assert b'"request_timeout"' in answer


async def test_a_connection_without_a_request_is_closed(settings: Settings) -> None:
    async with bounded_shop(settings, QUICK) as shop:
        async with raw_socket(shop.url) as client:
            assert await _read_to_end(client) == b""
        async with raw_socket(shop.url) as client:
            await send(client, request_head("GET", "/healthz"))
            assert (await _read_to_end(client)).startswith(b"HTTP/1.1 200 ")


@pytest.fixture
def monitored(monkeypatch: pytest.MonkeyPatch) -> list[BoundedProtocol]:
    """All connections that a server has monitored."""
    connections: list[BoundedProtocol] = []
    add = ConnectionMonitor.add

    def note(monitor: ConnectionMonitor, connection: BoundedProtocol) -> None:
        connections.append(connection)
        add(monitor, connection)

    monkeypatch.setattr(ConnectionMonitor, "add", note)
    return connections


async def test_a_request_that_a_late_process_has_not_read_yet_is_answered(
    settings: Settings, monitored: list[BoundedProtocol]
) -> None:
    loop = asyncio.get_running_loop()
    async with bounded_shop(settings, PATIENT) as shop, raw_socket(shop.url) as client:
        await send(client, HEALTH)
        await loop.sock_recv(client, 4096)
        [connection] = monitored
        assert connection.phase is Phase.IDLE
        # Everything is due at once: the request, and the check of the monitor.
        client.send(HEALTH)
        connection.timeout_keep_alive_handler()
        connection.close_if_slow(loop.time() + 2 * FOREVER, PATIENT)
        assert (await loop.sock_recv(client, 4096)).startswith(b"HTTP/1.1 200 ")
        connection.timeout_keep_alive_handler()
        assert await _read_to_end(client) == b""


async def test_connections_of_a_trusted_proxy_wait_longer_for_a_request(
    settings: Settings, monitored: list[BoundedProtocol]
) -> None:
    loop = asyncio.get_running_loop()
    bounds = replace(QUICK, trusted=("127.0.0.0/8",))
    async with bounded_shop(settings, bounds) as shop, raw_socket(shop.url) as client:
        await until(lambda: monitored)
        [connection] = monitored
        # Opened in advance.
        connection.close_if_slow(loop.time() + 100, bounds)
        for _ in range(2):
            await send(client, HEALTH)
            assert (await loop.sock_recv(client, 4096)).startswith(b"HTTP/1.1 200 ")
            connection.close_if_slow(loop.time() + 100, bounds)
        connection.close_if_slow(loop.time() + 200, bounds)
        assert await _read_to_end(client) == b""


async def test_a_body_after_its_answer_leaves_no_connection_open(settings: Settings) -> None:
    async with bounded_shop(settings, QUICK) as shop, raw_socket(shop.url) as client:
        await send(client, request_head("POST", "/nothing", "Content-Length: 2", "Expect: x"))
        await asyncio.get_running_loop().sock_recv(client, 9)
        await send(client, b"{}")
        await _read_to_end(client)


async def test_trickled_headers_are_ended_though_bytes_keep_coming(settings: Settings) -> None:
    async with bounded_shop(settings, QUICK) as shop, raw_socket(shop.url) as client:

        async def is_ended() -> bool:
            try:
                await send(client, b"a")
            except OSError:
                return True
            return False

        await send(client, b"GET / HTTP/1.1\r\nX-A: ")
        trickling = asyncio.create_task(until(is_ended))
        assert (await _read_to_end(client)).startswith(b"HTTP/1.1 408 ")
        trickling.cancel()


async def test_a_client_that_reads_nothing_is_cut_off(settings: Settings) -> None:
    async with bounded_shop(settings, QUICK) as shop:
        # A small buffer, and more requests than responses fit into it.
        async with raw_socket(shop.url, buffer_bytes=4096) as client:
            request = request_head("GET", "/openapi.json")

            async def send_requests() -> None:
                try:
                    while True:
                        await send(client, request)
                except OSError:
                    return

            async with asyncio.timeout(60):
                await send_requests()
        assert (await shop.client.get("/healthz")).status_code == 200


async def test_endless_headers_are_refused(settings: Settings) -> None:
    async with bounded_shop(settings, PATIENT) as shop, raw_socket(shop.url) as client:
        await send(client, b"GET / HTTP/1.1\r\n")
        line = b"X-A: " + b"a" * 1000 + b"\r\n"

        async def flood() -> int:
            sent = 0
            try:
                while sent < 100 * MAX_HEADER_BYTES:
                    await send(client, line)
                    sent += len(line)
            except OSError:
                pass
            return sent

        async with asyncio.timeout(60):
            assert await flood() < 100 * MAX_HEADER_BYTES


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"not HTTP at all\r\n\r\n", "malformed_body"),
        (request_head("BREW", "/api/home"), "malformed_body"),
        (request_head("GET", "/api/products?q=\xff"), "malformed_body"),
        (b"GET / HTTP/1.1\r\nX-A: " + b"a" * 2 * MAX_HEADER_BYTES, "too_large"),
    ],
    ids=["text", "method", "bytes in a path", "headers"],
)
async def test_what_cannot_be_parsed_is_answered_in_the_envelope(
    settings: Settings, sent: bytes, code: str
) -> None:
    async with bounded_shop(settings, PATIENT) as shop, raw_socket(shop.url) as client:
        await send(client, sent)
        head, _, body = (await _read_to_end(client)).partition(b"\r\n\r\n")
    answer = json.loads(body)
    assert (answer["status"], answer["output"], answer["error"]["code"]) == (False, None, code)
    headers = head.decode().lower()
    assert "\r\nx-request-id: " in headers
    assert "\r\nx-content-type-options: nosniff" in headers
    assert "\r\ncontent-type: application/json" in headers


async def test_one_network_cannot_take_all_connections(settings: Settings) -> None:
    bounds = replace(PATIENT, per_network=5)
    async with bounded_shop(settings, bounds) as shop, AsyncExitStack() as clients:
        opened = [await clients.enter_async_context(raw_socket(shop.url)) for _ in range(5)]
        async with raw_socket(shop.url) as late:
            answer = await _read_to_end(late)
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After: " in answer
        opened[0].close()
        async with asyncio.timeout(60):
            await _until_served(shop)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nX-A",
        b"\x00\xff garbage\r\n\r\n",
        request_head("POST", "/api/carts/guest", JSON, "Content-Length: 10") + b"[",
        request_head("GET", "/healthz", "Connection: Upgrade", "Upgrade: websocket"),
        request_head("GET", "/healthz", "Connection: Upgrade", "Upgrade: h2c"),
        request_head("GET", "/healthz", "Connection: close"),
    ],
    ids=["nothing", "headers", "garbage", "body", "websocket", "h2c", "whole"],
)
async def test_every_closed_connection_is_no_longer_counted(
    settings: Settings, sent: bytes
) -> None:
    async with bounded_shop(settings, replace(PATIENT, per_network=2)) as shop:
        async with asyncio.timeout(60):
            for _ in range(5):
                async with raw_socket(shop.url) as client:
                    await send(client, sent)
                await _until_served(shop)


async def _until_served(shop: Shop) -> None:
    """Retry until the server has noticed that another connection was closed."""
    answer = b""
    while not answer.startswith(b"HTTP/1.1 200 "):
        async with raw_socket(shop.url) as client:
            with suppress(ConnectionError):
                await send(client, request_head("GET", "/healthz", "Connection: close"))
            answer = await receive_all(client)


async def test_a_trusted_proxy_has_no_bound_of_its_own(settings: Settings) -> None:
    bounds = replace(PATIENT, per_network=5, trusted=("127.0.0.0/8",))
    async with bounded_shop(settings, bounds) as shop, AsyncExitStack() as clients:
        for _ in range(20):
            client = await clients.enter_async_context(raw_socket(shop.url))
            await send(client, request_head("GET", "/healthz"))
            assert await asyncio.get_running_loop().sock_recv(client, 12) == b"HTTP/1.1 200"


async def test_a_flood_from_elsewhere_does_not_keep_shoppers_out(settings: Settings) -> None:
    bounds = replace(PATIENT, connections=30, per_network=29)
    async with bounded_shop(settings, bounds) as shop, AsyncExitStack() as clients:
        flood = []
        for number in range(29):
            source = ("127.0.0.2", 0) if number < 20 else ("127.0.0.3", 0)
            flood.append(await clients.enter_async_context(raw_socket(shop.url, source=source)))
        # One slot is free for a shopper; the next ones replace connections of the largest network.
        for _ in range(5):
            shopper = await clients.enter_async_context(raw_socket(shop.url))
            await send(shopper, request_head("GET", "/healthz"))
            assert await asyncio.get_running_loop().sock_recv(shopper, 12) == b"HTTP/1.1 200"


async def test_ordinary_requests_are_served_within_bounds(settings: Settings) -> None:
    async with bounded_shop(settings, Bounds()) as shop:
        for _ in range(3):
            answers = await asyncio.gather(*(shop.client.get("/api/products") for _ in range(20)))
            assert {one.status_code for one in answers} == {200}
        large = "x" * 500_000
        answer = await shop.client.post("/api/carts/guest", content=f'["{large}"]', headers={})
        assert answer.status_code == 415
        answer = await shop.client.post("/api/carts/guest", json=[large])
        assert answer.status_code == 422
        async with httpx.AsyncClient(base_url=shop.url, timeout=30, trust_env=False) as other:
            assert (await other.get("/healthz")).status_code == 200


async def test_the_largest_files_that_operators_may_upload_arrive(settings: Settings) -> None:
    rows = [row(f"product-{number}", text="<p>" + "word " * 2_000) for number in range(2_000)]
    content = sheet(*rows)
    assert len(content) > 2 * MAX_UPLOAD_BYTES
    async with bounded_shop(settings, PATIENT) as shop, operator_client(shop) as admin:
        run = await upload(admin, content)
        assert run["state"] == "mapping"


def test_networks() -> None:
    assert network_of("203.0.113.9") == network_of("::ffff:203.0.113.9") == "203.0.113.9"
    assert network_of("2001:db8::1") == network_of("2001:db8::ffff:2%eth0") == "2001:db8::/64"
    assert network_of("2001:db8:0:1::1") != network_of("2001:db8::1")
    assert network_of("no:address") == "no:address"


def test_the_file_limit_is_raised_as_far_as_permitted(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = {"soft": 256, "hard": 1024}

    def set_limit(_kind: int, pair: tuple[int, int]) -> None:
        limits["soft"] = pair[0]

    monkeypatch.setattr(resource, "getrlimit", lambda _kind: (limits["soft"], limits["hard"]))
    monkeypatch.setattr(resource, "setrlimit", set_limit)
    assert raise_file_limit(512) == 512
    assert raise_file_limit(4096) == 1024
    limits["soft"] = resource.RLIM_INFINITY
    assert raise_file_limit(4096) == 4096

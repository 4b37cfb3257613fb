"""Downloading pictures in the background, from a real server on loopback."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from PIL import Image

from stallage.core.guarded_http import GuardedTransport
from stallage.core.media import MAX_BYTES
from stallage.core.public_addresses import is_public
from stallage.core.runtime import Runtime
from stallage.core.worker import Worker
from stallage.process import open_runtime
from stallage.products.actions.pictures import retry_failed_pictures
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.gateway_calls import (
    PictureGone,
    PictureUnavailable,
    fetch,
    picture_client,
)
from stallage.settings import Settings


def picture(colour: str = "#a05030") -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (40, 50), colour).save(content, "PNG")
    return content.getvalue()


@dataclass
class PictureServer:
    """Another server, with responses by path and a record of requested paths."""

    url: str = ""
    responses: dict[str, bytes] = field(default_factory=dict)
    requests: list[str] = field(default_factory=list)

    def serve(self, path: str, content: bytes, status: str = "200 OK", *headers: str) -> str:
        """Set the response of a path and return its URL."""
        length = f"Content-Length: {len(content)}"
        head = "\r\n".join([f"HTTP/1.1 {status}", length, "Connection: close", *headers])
        self.responses[path] = head.encode() + b"\r\n\r\n" + content
        return self.url + path

    async def respond(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readline()).split()[1].decode()
        self.requests.append(path)
        while (await reader.readline()).strip():
            pass
        if path in self.responses:
            writer.write(self.responses[path])
        elif path == "/endless":
            await _write_forever(writer)
        elif path == "/silent":
            await reader.read()
        writer.close()


async def _write_forever(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    try:
        while not writer.is_closing():
            writer.write(b"x" * 65_536)
            await writer.drain()
    except ConnectionError:
        writer.close()


@pytest.fixture
async def picture_server() -> AsyncIterator[PictureServer]:
    remote = PictureServer()
    server = await asyncio.start_server(remote.respond, "127.0.0.1", 0)
    remote.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield remote
    server.close()


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """A client that may connect to loopback, where the tests' server runs."""
    async with picture_client(private_addresses=True) as opened:
        yield opened


@pytest.fixture
async def loopback_runtime(settings: Settings) -> AsyncIterator[Runtime]:
    """A runtime that may download from loopback."""
    changed = settings.model_copy(update={"fetch_private_addresses": True})
    async with open_runtime(changed, settings.database_url) as opened:
        yield opened


async def import_pictures(runtime: Runtime, *urls: str) -> list[dict[str, Any]]:
    """Import a vase with these pictures, run due jobs and return the stored pictures."""
    images = tuple(ImageDraft(url) for url in urls)
    vase = ProductDraft("vase", "Vase", (SkuDraft(price=1, stock=1),), images=images)
    async with runtime.database.transaction() as connection:
        await put_products(connection, [vase])
    await Worker(runtime).drain()
    return await pictures(runtime)


async def pictures(runtime: Runtime) -> list[dict[str, Any]]:
    async with runtime.database.reading() as connection:
        rows = await connection.fetch("SELECT * FROM product_images ORDER BY position")
    return [dict(row) for row in rows]


async def test_a_downloaded_picture_is_on_the_card(
    loopback_runtime: Runtime, picture_server: PictureServer
) -> None:
    (row,) = await import_pictures(loopback_runtime, picture_server.serve("/a.png", picture()))
    assert (row["state"], row["width"], row["height"]) == ("ready", 40, 50)
    assert row["colour"].startswith("#")
    assert len(row["preview"]) == 80
    async with loopback_runtime.database.reading() as connection:
        card = await connection.fetchval("SELECT card FROM products")
    assert row["path"] in card
    assert row["preview"] in card
    assert loopback_runtime.media.load_rendition(row["path"], None) is not None
    assert picture_server.requests == ["/a.png"]


async def test_other_content_fails(
    loopback_runtime: Runtime, picture_server: PictureServer
) -> None:
    rows = await import_pictures(
        loopback_runtime,
        picture_server.serve("/page", b"<html>not a picture</html>"),
        picture_server.serve("/svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>'),
        picture_server.serve("/none", b"", "404 Not Found"),
        picture_server.serve("/b.png", picture("#102030")),
    )
    assert [row["state"] for row in rows] == ["failed", "failed", "failed", "ready"]
    assert [row["path"] for row in rows[:3]] == [None] * 3


async def test_the_private_network_is_not_reached(
    runtime: Runtime, picture_server: PictureServer
) -> None:
    (row,) = await import_pictures(runtime, picture_server.serve("/a.png", picture()))
    assert row["state"] == "failed"
    assert picture_server.requests == []


async def test_temporary_failures_are_retried_later(
    loopback_runtime: Runtime, picture_server: PictureServer
) -> None:
    (row,) = await import_pictures(
        loopback_runtime, picture_server.serve("/a.png", b"", "503 Service Unavailable")
    )
    assert row["state"] == "pending"
    async with loopback_runtime.database.reading() as connection:
        (queued,) = await connection.fetch(
            "SELECT payload, execute_after FROM pgqueuer WHERE entrypoint = 'products.fetch_pictures'"
        )
    assert queued["payload"].endswith(b'"tries":1}')
    assert queued["execute_after"] > datetime.now(UTC) + timedelta(seconds=30)

    picture_server.serve("/a.png", picture())
    await make_due(loopback_runtime)
    assert [row["state"] for row in await pictures(loopback_runtime)] == ["ready"]


async def test_retries_end_and_an_import_starts_them_again(
    loopback_runtime: Runtime, picture_server: PictureServer
) -> None:
    (row,) = await import_pictures(
        loopback_runtime, picture_server.serve("/a.png", b"", "500 Internal Server Error")
    )
    for _ in range(10):
        await make_due(loopback_runtime)
    assert [row["state"] for row in await pictures(loopback_runtime)] == ["failed"]
    assert len(picture_server.requests) == 5

    picture_server.serve("/a.png", picture())
    async with loopback_runtime.database.transaction() as connection:
        await retry_failed_pictures(connection, [row["product_id"]])
    await Worker(loopback_runtime).drain()
    assert [row["state"] for row in await pictures(loopback_runtime)] == ["ready"]


async def make_due(runtime: Runtime) -> None:
    """Make all jobs due and run them."""
    async with runtime.database.transaction() as connection:
        await connection.execute("UPDATE pgqueuer SET execute_after = now()")
    await Worker(runtime).drain()


async def test_redirects_are_followed_a_few_times(
    client: httpx.AsyncClient, picture_server: PictureServer
) -> None:
    picture_server.serve("/a.png", picture())
    moved = picture_server.serve("/old", b"", "302 Found", "Location: /a.png")
    assert await fetch(client, moved) == picture()
    loop = picture_server.serve("/loop", b"", "302 Found", "Location: /loop")
    with pytest.raises(PictureGone):
        await fetch(client, loop)
    file = picture_server.serve("/file", b"", "302 Found", "Location: file:///etc/passwd")
    with pytest.raises(PictureGone):
        await fetch(client, file)


async def test_downloads_are_limited_in_size(
    client: httpx.AsyncClient, picture_server: PictureServer
) -> None:
    with pytest.raises(PictureGone, match="larger than 20 MB"):
        await fetch(client, picture_server.url + "/endless")
    large = picture_server.serve("/large", b"x" * (MAX_BYTES + 1))
    with pytest.raises(PictureGone, match="larger than 20 MB"):
        await fetch(client, large)


async def test_a_silent_server_is_a_temporary_failure(
    client: httpx.AsyncClient, picture_server: PictureServer
) -> None:
    with pytest.raises(PictureUnavailable):
        await fetch(client, picture_server.url + "/silent", seconds=0.05)
    with pytest.raises(PictureUnavailable):
        await fetch(client, "http://127.0.0.1:1/a.png")


@pytest.mark.parametrize(
    "url", ["ftp://x.example/a", "file:///etc/passwd", "http://", "nonsense", "http://[::1"]
)
async def test_other_urls_fail(client: httpx.AsyncClient, url: str) -> None:
    with pytest.raises(PictureGone):
        await fetch(client, url)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("172.16.0.1", False),
        ("192.168.1.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("255.255.255.255", False),
        ("::1", False),
        ("::", False),
        ("fe80::1%eth0", False),
        ("fd00::1", False),
        ("ff02::1", False),
        ("::ffff:127.0.0.1", False),
        ("::ffff:93.184.216.34", True),
        ("64:ff9b::a00:1", False),
        ("2002:7f00:1::", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public


async def test_the_connection_goes_to_the_address_that_was_checked() -> None:
    called: list[tuple[str, str, str]] = []

    def respond(request: httpx.Request) -> httpx.Response:
        sni = request.extensions["sni_hostname"]
        called.append((str(request.url), request.headers["Host"], sni))
        if request.url.path == "/old":
            return httpx.Response(302, headers={"Location": "http://inside.example/a.png"})
        if request.url.path == "/moved":
            return httpx.Response(302, headers={"Location": "/a.png"})
        return httpx.Response(200, stream=httpx.ByteStream(b"a picture"))

    async def resolve(host: str, _port: int) -> list[str]:
        known = {"cdn.example": ["93.184.216.34"], "inside.example": ["93.184.216.34", "10.0.0.1"]}
        if host not in known:
            raise OSError("no such name")
        return known[host]

    guarded = GuardedTransport(httpx.MockTransport(respond), resolve)
    async with httpx.AsyncClient(transport=guarded, follow_redirects=True) as client:
        assert await fetch(client, "https://cdn.example/moved") == b"a picture"
        assert called == [
            ("https://93.184.216.34/moved", "cdn.example", "cdn.example"),
            ("https://93.184.216.34/a.png", "cdn.example", "cdn.example"),
        ]
        with pytest.raises(PictureGone, match=r"inside\.example is not a public address"):
            await fetch(client, "https://cdn.example/old")
        with pytest.raises(PictureUnavailable, match="has no address"):
            await fetch(client, "https://unknown.example/a.png")

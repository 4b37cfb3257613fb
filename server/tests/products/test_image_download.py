"""Pictures that lie elsewhere, fetched in the background from a real server on loopback."""

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

from stallage.core.media import MAX_BYTES
from stallage.core.public_addresses import is_public
from stallage.core.runtime import Runtime
from stallage.core.worker import Worker
from stallage.process import open_runtime
from stallage.products.actions.pictures import await_failed_pictures
from stallage.products.actions.put_products import put_products
from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.image_download import (
    GuardedTransport,
    PictureGone,
    PictureLater,
    fetch,
    picture_client,
)
from stallage.settings import Settings


def picture(colour: str = "#a05030") -> bytes:
    content = io.BytesIO()
    Image.new("RGB", (40, 50), colour).save(content, "PNG")
    return content.getvalue()


@dataclass
class Elsewhere:
    """Another server: what it answers by path, and what it was asked for."""

    url: str = ""
    answers: dict[str, bytes] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def says(self, path: str, content: bytes, status: str = "200 OK", *headers: str) -> str:
        """Sets an answer; its address."""
        length = f"Content-Length: {len(content)}"
        head = "\r\n".join([f"HTTP/1.1 {status}", length, "Connection: close", *headers])
        self.answers[path] = head.encode() + b"\r\n\r\n" + content
        return self.url + path

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readline()).split()[1].decode()
        self.asked.append(path)
        while (await reader.readline()).strip():
            pass
        if path in self.answers:
            writer.write(self.answers[path])
        elif path == "/endless":
            await _endlessly(writer)
        elif path == "/silent":
            await reader.read()
        writer.close()


async def _endlessly(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
    try:
        while not writer.is_closing():
            writer.write(b"x" * 65_536)
            await writer.drain()
    except ConnectionError:
        writer.close()


@pytest.fixture
async def elsewhere() -> AsyncIterator[Elsewhere]:
    there = Elsewhere()
    server = await asyncio.start_server(there.answer, "127.0.0.1", 0)
    there.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield there
    server.close()


@pytest.fixture
async def client() -> AsyncIterator[httpx.AsyncClient]:
    """A client that may reach loopback, where these tests have their server."""
    async with picture_client(private_addresses=True) as opened:
        yield opened


@pytest.fixture
async def open_minded(settings: Settings) -> AsyncIterator[Runtime]:
    """A runtime that may fetch from loopback."""
    changed = settings.model_copy(update={"fetch_private_addresses": True})
    async with open_runtime(changed, settings.database_url) as opened:
        yield opened


async def shown(runtime: Runtime, *addresses: str) -> list[dict[str, Any]]:
    """Puts a vase with these pictures, does the work that is due, and answers its pictures."""
    images = tuple(ImageDraft(address) for address in addresses)
    vase = ProductDraft("vase", "Vase", (SkuDraft(price=1, stock=1),), images=images)
    async with runtime.database.transaction() as connection:
        await put_products(connection, [vase])
    await Worker(runtime).drain()
    return await pictures(runtime)


async def pictures(runtime: Runtime) -> list[dict[str, Any]]:
    async with runtime.database.reading() as connection:
        rows = await connection.fetch("SELECT * FROM product_images ORDER BY position")
    return [dict(row) for row in rows]


async def test_a_picture_comes_and_its_card_shows_it(
    open_minded: Runtime, elsewhere: Elsewhere
) -> None:
    (row,) = await shown(open_minded, elsewhere.says("/a.png", picture()))
    assert (row["state"], row["width"], row["height"]) == ("ready", 40, 50)
    assert row["colour"].startswith("#")
    async with open_minded.database.reading() as connection:
        card = await connection.fetchval("SELECT card FROM products")
    assert row["path"] in card
    assert open_minded.media.load_rendition(row["path"], None) is not None
    assert elsewhere.asked == ["/a.png"]


async def test_what_is_no_picture_is_given_up(open_minded: Runtime, elsewhere: Elsewhere) -> None:
    rows = await shown(
        open_minded,
        elsewhere.says("/page", b"<html>not a picture</html>"),
        elsewhere.says("/svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>'),
        elsewhere.says("/none", b"", "404 Not Found"),
        elsewhere.says("/b.png", picture("#102030")),
    )
    assert [row["state"] for row in rows] == ["failed", "failed", "failed", "ready"]
    assert [row["path"] for row in rows[:3]] == [None] * 3


async def test_the_shop_s_own_network_is_not_reached(
    runtime: Runtime, elsewhere: Elsewhere
) -> None:
    (row,) = await shown(runtime, elsewhere.says("/a.png", picture()))
    assert row["state"] == "failed"
    assert elsewhere.asked == []


async def test_what_cannot_be_had_now_is_tried_again_later(
    open_minded: Runtime, elsewhere: Elsewhere
) -> None:
    (row,) = await shown(open_minded, elsewhere.says("/a.png", b"", "503 Service Unavailable"))
    assert row["state"] == "pending"
    async with open_minded.database.reading() as connection:
        (queued,) = await connection.fetch(
            "SELECT payload, execute_after FROM pgqueuer WHERE entrypoint = 'products.fetch_pictures'"
        )
    assert queued["payload"].endswith(b'"tries":1}')
    assert queued["execute_after"] > datetime.now(UTC) + timedelta(seconds=30)

    elsewhere.says("/a.png", picture())
    await make_due(open_minded)
    assert [row["state"] for row in await pictures(open_minded)] == ["ready"]


async def test_trying_ends_and_an_import_begins_it_anew(
    open_minded: Runtime, elsewhere: Elsewhere
) -> None:
    (row,) = await shown(open_minded, elsewhere.says("/a.png", b"", "500 Internal Server Error"))
    for _ in range(10):
        await make_due(open_minded)
    assert [row["state"] for row in await pictures(open_minded)] == ["failed"]
    assert len(elsewhere.asked) == 5

    elsewhere.says("/a.png", picture())
    async with open_minded.database.transaction() as connection:
        await await_failed_pictures(connection, [row["product_id"]])
    await Worker(open_minded).drain()
    assert [row["state"] for row in await pictures(open_minded)] == ["ready"]


async def make_due(runtime: Runtime) -> None:
    """Lets the time pass that jobs wait for."""
    async with runtime.database.transaction() as connection:
        await connection.execute("UPDATE pgqueuer SET execute_after = now()")
    await Worker(runtime).drain()


async def test_redirects_are_followed_a_few_times(
    client: httpx.AsyncClient, elsewhere: Elsewhere
) -> None:
    elsewhere.says("/a.png", picture())
    moved = elsewhere.says("/old", b"", "302 Found", "Location: /a.png")
    assert await fetch(client, moved) == picture()
    circle = elsewhere.says("/circle", b"", "302 Found", "Location: /circle")
    with pytest.raises(PictureGone):
        await fetch(client, circle)
    away = elsewhere.says("/away", b"", "302 Found", "Location: file:///etc/passwd")
    with pytest.raises(PictureGone):
        await fetch(client, away)


async def test_too_much_is_not_read(client: httpx.AsyncClient, elsewhere: Elsewhere) -> None:
    with pytest.raises(PictureGone, match="larger than 20 MB"):
        await fetch(client, elsewhere.url + "/endless")
    large = elsewhere.says("/large", b"x" * (MAX_BYTES + 1))
    with pytest.raises(PictureGone, match="larger than 20 MB"):
        await fetch(client, large)


async def test_who_does_not_answer_is_asked_later(
    client: httpx.AsyncClient, elsewhere: Elsewhere
) -> None:
    with pytest.raises(PictureLater):
        await fetch(client, elsewhere.url + "/silent", seconds=0.05)
    with pytest.raises(PictureLater):
        await fetch(client, "http://127.0.0.1:1/a.png")


@pytest.mark.parametrize(
    "url", ["ftp://x.example/a", "file:///etc/passwd", "http://", "nonsense", "http://[::1"]
)
async def test_what_is_no_web_address_is_given_up(client: httpx.AsyncClient, url: str) -> None:
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

    def there(request: httpx.Request) -> httpx.Response:
        sni = request.extensions["sni_hostname"]
        called.append((str(request.url), request.headers["Host"], sni))
        if request.url.path == "/old":
            return httpx.Response(302, headers={"Location": "http://inside.example/a.png"})
        if request.url.path == "/moved":
            return httpx.Response(302, headers={"Location": "/a.png"})
        return httpx.Response(200, stream=httpx.ByteStream(b"a picture"))

    async def names(host: str, _port: int) -> list[str]:
        known = {"cdn.example": ["93.184.216.34"], "inside.example": ["93.184.216.34", "10.0.0.1"]}
        if host not in known:
            raise OSError("no such name")
        return known[host]

    guarded = GuardedTransport(httpx.MockTransport(there), names)
    async with httpx.AsyncClient(transport=guarded, follow_redirects=True) as client:
        assert await fetch(client, "https://cdn.example/moved") == b"a picture"
        assert called == [
            ("https://93.184.216.34/moved", "cdn.example", "cdn.example"),
            ("https://93.184.216.34/a.png", "cdn.example", "cdn.example"),
        ]
        with pytest.raises(PictureGone, match=r"inside\.example is not in the open internet"):
            await fetch(client, "https://cdn.example/old")
        with pytest.raises(PictureLater, match="has no address"):
            await fetch(client, "https://unknown.example/a.png")

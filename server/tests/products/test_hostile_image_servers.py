"""Malicious picture servers."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator

import httpx
import pytest

from stallage.core.guarded_http import GuardedTransport
from stallage.core.runtime import Runtime
from stallage.products import gateway_calls
from stallage.products.gateway_calls import (
    PictureGone,
    PictureUnavailable,
    fetch,
    picture_client,
)
from tests import hostile_pictures
from tests.products.test_image_download import (
    PictureServer,
    client,
    import_pictures,
    loopback_runtime,
    picture,
    picture_server,
)
from tests.waiting import until

__all__ = ["client", "loopback_runtime", "picture_server"]
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")


async def test_malicious_pictures_fail_one_by_one(
    loopback_runtime: Runtime, picture_server: PictureServer
) -> None:
    refused, accepted = hostile_pictures.refused_pictures(), hostile_pictures.accepted_pictures()
    contents = [*refused.values(), *accepted.values(), picture()]
    urls = [picture_server.serve(f"/{number}", content) for number, content in enumerate(contents)]
    rows = await import_pictures(loopback_runtime, *urls)
    states = [row["state"] for row in rows]
    assert states == ["failed"] * len(refused) + ["ready"] * (len(accepted) + 1)
    # No job failed or waits for a retry.
    async with loopback_runtime.database.reading() as connection:
        jobs = await connection.fetch("SELECT entrypoint, status FROM pgqueuer")
    assert [row for row in jobs if "pictures" in row["entrypoint"]] == []


async def test_an_unexpected_error_affects_one_picture(
    loopback_runtime: Runtime, picture_server: PictureServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = loopback_runtime.media.store

    def faulty(content: bytes) -> object:
        if content == b"fault":
            raise ZeroDivisionError
        return store(content)

    monkeypatch.setattr(loopback_runtime.media, "store", faulty, raising=True)
    rows = await import_pictures(
        loopback_runtime,
        picture_server.serve("/fault", b"fault"),
        picture_server.serve("/a", picture()),
    )
    assert [row["state"] for row in rows] == ["pending", "ready"]


async def test_jobs_share_a_client_that_closes_with_the_process(
    loopback_runtime: Runtime, picture_server: PictureServer
) -> None:
    await import_pictures(loopback_runtime, picture_server.serve("/a", picture()))
    first = loopback_runtime.services["products.picture_client"]
    await import_pictures(loopback_runtime, picture_server.serve("/b", picture("#102030")))
    assert loopback_runtime.services["products.picture_client"] is first
    assert not first.is_closed
    await loopback_runtime.resources.aclose()
    assert first.is_closed


async def test_cookies_are_not_stored(
    client: httpx.AsyncClient, picture_server: PictureServer
) -> None:
    await fetch(client, picture_server.serve("/a", b"x", "200 OK", "Set-Cookie: id=1; Path=/"))
    assert not list(client.cookies.jar)


async def test_responses_are_not_decompressed(
    client: httpx.AsyncClient, picture_server: PictureServer
) -> None:
    packed = gzip.compress(bytes(50 * 2**20))
    for name in ("gzip", "deflate", "br", "zstd"):
        url = picture_server.serve(f"/{name}", packed, "200 OK", f"Content-Encoding: {name}")
        assert await fetch(client, url) == packed


@pytest.fixture
async def drip() -> AsyncIterator[str]:
    """A server that keeps sending single bytes."""

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")

        async def is_gone() -> bool:
            writer.write(b"x")
            await writer.drain()
            return writer.is_closing()

        try:
            await until(is_gone)
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    server.close()


async def test_a_slow_download_times_out(client: httpx.AsyncClient, drip: str) -> None:
    with pytest.raises(PictureUnavailable):
        await fetch(client, drip, seconds=0.3)


async def test_endless_headers_are_aborted(client: httpx.AsyncClient) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\n")
        try:
            while not writer.is_closing():
                writer.write(b"X-A: " + b"a" * 8000 + b"\r\n")
                await writer.drain()
        except ConnectionError:
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        with pytest.raises(PictureUnavailable):
            await fetch(client, f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/")


@pytest.mark.parametrize(
    "url",
    [
        "http://user:password@{host}/a",
        "http://user@{host}/a",
        "http://{host}/" + "a" * 3000,
        "http://{host}:0/a",
        "http://a\x00b/",
        "http://" + "a" * 70 + ".example/",
        "http://" + "a." * 400 + "example/",
        "http://[fe80::1%25eth0]/a",
    ],
)
async def test_invalid_urls_fail(picture_server: PictureServer, url: str) -> None:
    host = picture_server.serve("/a", b"x").removeprefix("http://").removesuffix("/a")
    async with picture_client(private_addresses=False) as guarded:
        with pytest.raises(PictureGone) as gone:
            await fetch(guarded, url.replace("{host}", host))
    assert "password" not in str(gone.value).replace("a user name or password", "")
    assert picture_server.requests == []


async def test_redirects_with_a_password_or_another_port_fail() -> None:
    async def resolve(_host: str, _port: int) -> list[str]:
        return ["93.184.216.34"]

    def respond(request: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"Location": targets[request.url.path]})

    targets = {"/1": "https://a:b@cdn.example/x", "/2": "https://cdn.example:5432/x"}
    transport = GuardedTransport(httpx.MockTransport(respond), resolve)
    async with picture_client(private_addresses=False) as guarded:
        guarded._transport = transport
        for path in targets:
            with pytest.raises(PictureGone, match=r"password|port 5432"):
                await fetch(guarded, f"https://cdn.example{path}")


async def test_each_connection_resolves_its_host_once() -> None:
    """The connection uses the checked address, so DNS rebinding has no effect."""
    addresses = iter([["93.184.216.34"], ["127.0.0.1"]])
    called: list[str] = []

    async def rebinding(_host: str, _port: int) -> list[str]:
        return next(addresses)

    def respond(request: httpx.Request) -> httpx.Response:
        called.append(request.url.host)
        return httpx.Response(200, stream=httpx.ByteStream(b"x"))

    transport = GuardedTransport(httpx.MockTransport(respond), rebinding)
    async with httpx.AsyncClient(transport=transport) as one:
        assert await fetch(one, "http://rebind.example/") == b"x"
        with pytest.raises(PictureGone, match="is not a public address"):
            await fetch(one, "http://rebind.example/")
    assert called == ["93.184.216.34"]


def test_logged_urls_have_no_password() -> None:
    assert gateway_calls._loggable("https://ada:secret@cdn.example/a.png?token=secret") == (
        "https://cdn.example/a.png"
    )
    assert gateway_calls._loggable("http://[::1") == "(not a URL)"
    assert len(gateway_calls._loggable("http://a.example/" + "x" * 5000)) == 200

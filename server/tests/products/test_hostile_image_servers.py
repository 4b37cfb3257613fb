"""Servers that mean harm to whoever fetches a picture from them."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import AsyncIterator

import httpx
import pytest

from stallage.core.runtime import Runtime
from stallage.products import image_download as fetching
from stallage.products.image_download import (
    GuardedTransport,
    PictureGone,
    PictureLater,
    fetch,
    picture_client,
)
from tests import hostile_pictures
from tests.products.test_image_download import (
    Elsewhere,
    client,
    elsewhere,
    open_minded,
    picture,
    shown,
)
from tests.waiting import until

__all__ = ["client", "elsewhere", "open_minded"]
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")


async def test_poison_pictures_are_given_up_one_by_one_and_the_rest_comes(
    open_minded: Runtime, elsewhere: Elsewhere
) -> None:
    refused, taken = hostile_pictures.refused_pictures(), hostile_pictures.accepted_pictures()
    contents = [*refused.values(), *taken.values(), picture()]
    addresses = [elsewhere.says(f"/{number}", content) for number, content in enumerate(contents)]
    rows = await shown(open_minded, *addresses)
    states = [row["state"] for row in rows]
    assert states == ["failed"] * len(refused) + ["ready"] * (len(taken) + 1)
    # No job failed, and none waits to try again.
    async with open_minded.database.reading() as connection:
        left = await connection.fetch("SELECT entrypoint, status FROM pgqueuer")
    assert [row for row in left if "pictures" in row["entrypoint"]] == []


async def test_a_fault_of_ours_spoils_one_picture_alone(
    open_minded: Runtime, elsewhere: Elsewhere, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_minded.media.store

    def faulty(content: bytes) -> object:
        if content == b"fault":
            raise ZeroDivisionError
        return store(content)

    monkeypatch.setattr(open_minded.media, "store", faulty, raising=True)
    rows = await shown(
        open_minded, elsewhere.says("/fault", b"fault"), elsewhere.says("/a", picture())
    )
    assert [row["state"] for row in rows] == ["pending", "ready"]


async def test_jobs_share_one_client_that_ends_with_the_process(
    open_minded: Runtime, elsewhere: Elsewhere
) -> None:
    await shown(open_minded, elsewhere.says("/a", picture()))
    first = open_minded.services["products.picture_client"]
    await shown(open_minded, elsewhere.says("/b", picture("#102030")))
    assert open_minded.services["products.picture_client"] is first
    assert not first.is_closed
    await open_minded.resources.aclose()
    assert first.is_closed


async def test_nothing_that_a_server_wants_remembered_is_remembered(
    client: httpx.AsyncClient, elsewhere: Elsewhere
) -> None:
    await fetch(client, elsewhere.says("/a", b"x", "200 OK", "Set-Cookie: id=1; Path=/"))
    assert not list(client.cookies.jar)


async def test_a_packed_answer_is_not_unpacked(
    client: httpx.AsyncClient, elsewhere: Elsewhere
) -> None:
    packed = gzip.compress(bytes(50 * 2**20))
    for name in ("gzip", "deflate", "br", "zstd"):
        url = elsewhere.says(f"/{name}", packed, "200 OK", f"Content-Encoding: {name}")
        assert await fetch(client, url) == packed


@pytest.fixture
async def drip() -> AsyncIterator[str]:
    """A server that sends a byte whenever the last one has been read, for ever."""

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


async def test_a_server_that_drips_is_left_in_the_end(client: httpx.AsyncClient, drip: str) -> None:
    with pytest.raises(PictureLater):
        await fetch(client, drip, seconds=0.3)


async def test_headers_without_an_end_are_not_read_to_the_end(client: httpx.AsyncClient) -> None:
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
        with pytest.raises(PictureLater):
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
async def test_strange_addresses_are_given_up(elsewhere: Elsewhere, url: str) -> None:
    host = elsewhere.says("/a", b"x").removeprefix("http://").removesuffix("/a")
    async with picture_client(private_addresses=False) as guarded:
        with pytest.raises(PictureGone) as gone:
            await fetch(guarded, url.replace("{host}", host))
    assert "password" not in str(gone.value).replace("a name or password", "")
    assert elsewhere.asked == []


async def test_a_redirect_to_a_password_or_port_is_not_followed() -> None:
    async def names(_host: str, _port: int) -> list[str]:
        return ["93.184.216.34"]

    def there(request: httpx.Request) -> httpx.Response:
        return httpx.Response(302, headers={"Location": targets[request.url.path]})

    targets = {"/1": "https://a:b@cdn.example/x", "/2": "https://cdn.example:5432/x"}
    transport = GuardedTransport(httpx.MockTransport(there), names)
    async with picture_client(private_addresses=False) as guarded:
        guarded._transport = transport
        for path in targets:
            with pytest.raises(PictureGone, match=r"password|port 5432"):
                await fetch(guarded, f"https://cdn.example{path}")


async def test_a_name_that_changes_its_meaning_is_asked_once_for_each_connection() -> None:
    """What was checked is what is called, so a second answer of the name server comes too late."""
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])
    called: list[str] = []

    async def rebinding(_host: str, _port: int) -> list[str]:
        return next(answers)

    def there(request: httpx.Request) -> httpx.Response:
        called.append(request.url.host)
        return httpx.Response(200, stream=httpx.ByteStream(b"x"))

    transport = GuardedTransport(httpx.MockTransport(there), rebinding)
    async with httpx.AsyncClient(transport=transport) as one:
        assert await fetch(one, "http://rebind.example/") == b"x"
        with pytest.raises(PictureGone, match="not in the open internet"):
            await fetch(one, "http://rebind.example/")
    assert called == ["93.184.216.34"]


def test_an_address_in_the_log_holds_no_password() -> None:
    assert fetching._shown("https://ada:secret@cdn.example/a.png?token=secret") == (
        "https://cdn.example/a.png"
    )
    assert fetching._shown("http://[::1") == "(not an address)"
    assert len(fetching._shown("http://a.example/" + "x" * 5000)) == 200

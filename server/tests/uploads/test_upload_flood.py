"""Concurrent, endless and malicious uploads: memory, rate limits and body limits."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import httpx
import pytest

from stallage.core.decoding import MAX_PIXELS, WORKING_MEMORY
from stallage.core.http import MAX_UPLOAD_BYTES
from stallage.uploads import dependencies
from stallage.uploads.actions import UPLOADS, reserve_upload
from tests import hostile_pictures
from tests.core.test_decoding_memory import MB, SLACK, peak_while_serving
from tests.customers.factory import Someone, someone
from tests.shop import Shop
from tests.uploads.test_upload import URL, picture
from tests.waiting import let_others_run

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning:PIL")


async def send(shop: Shop, who: Someone, content: bytes) -> httpx.Response:
    return await shop.client.post(
        URL, files={"file": ("a", content)}, headers=who.headers, timeout=300
    )


async def test_concurrent_worst_case_pictures_use_a_fixed_amount_of_memory(shop: Shop) -> None:
    side = int(MAX_PIXELS["PNG"] ** 0.5)
    worst = hostile_pictures.png(side, side, colour=6)
    assert len(worst) < 200_000
    senders = [await someone(shop) for _ in range(8)]
    await send(shop, senders[0], picture())
    async with peak_while_serving() as peak:
        answers = await asyncio.gather(*(send(shop, one, worst) for one in senders))
    assert peak.grown < WORKING_MEMORY + SLACK + MB * len(senders), f"{peak.grown // MB} MB"
    statuses = Counter(answer.status_code for answer in answers)
    assert set(statuses) <= {201, 503}
    assert statuses[201] >= dependencies.STORED_AT_ONCE
    for answer in answers:
        if answer.status_code == 503:
            assert answer.json()["error"]["code"] == "not_ready"
            assert int(answer.headers["retry-after"]) > 0


async def test_concurrent_uploads_do_not_exceed_the_hourly_limit(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        for _ in range(UPLOADS.times - 2):
            await reserve_upload(connection, ada.id)
    answers = await asyncio.gather(*(send(shop, ada, picture()) for _ in range(8)))
    assert Counter(answer.status_code for answer in answers) == {201: 2, 429: 6}
    assert await shop.database.pool.fetchval("SELECT count(*) FROM uploads") == 2


async def test_rejected_pictures_count_as_well(shop: Shop) -> None:
    ada = await someone(shop)
    async with shop.database.transaction() as connection:
        for _ in range(UPLOADS.times - 1):
            await reserve_upload(connection, ada.id)
    broken = hostile_pictures.refused_pictures()["half a PNG"]
    assert [(await send(shop, ada, broken)).status_code for _ in range(2)] == [415, 429]


@pytest.mark.parametrize("kind", hostile_pictures.refused_pictures())
async def test_malicious_pictures_are_rejected_with_an_error_body(shop: Shop, kind: str) -> None:
    ada = await someone(shop)
    answer = await send(shop, ada, hostile_pictures.refused_pictures()[kind])
    assert answer.status_code == (422 if kind == "nothing" else 415)
    assert answer.json()["status"] is False


@pytest.mark.parametrize("kind", hostile_pictures.accepted_pictures())
async def test_unusual_pictures_work_as_avatar(shop: Shop, kind: str) -> None:
    ada = await someone(shop)
    answer = await send(shop, ada, hostile_pictures.accepted_pictures()[kind])
    assert answer.status_code == 201
    avatar = {"image": answer.json()["output"]["id"]}
    shown = await shop.output("PUT", "/customer/avatar", headers=ada.headers, json=avatar)
    await shop.work()
    for form in ("webp", "avif"):
        params = {"w": 160, "f": form}
        served = await shop.client.get(shown["avatar"]["path"], params=params)
        assert (served.status_code, served.headers["content-type"]) == (200, f"image/{form}")


async def raw(shop: Shop, head: str, body: AsyncIterator[bytes]) -> tuple[bytes, int]:
    """Send a raw request until the server responds; return the status line and the bytes sent."""
    reader, writer = await asyncio.open_connection("127.0.0.1", httpx.URL(shop.url).port)
    writer.write(f"POST {URL} HTTP/1.1\r\nHost: shop\r\n{head}\r\n".encode())
    answer = asyncio.create_task(reader.readline())
    sent = 0
    try:
        async with asyncio.timeout(60):
            async for part in body:
                if answer.done():
                    break
                writer.write(part)
                sent += len(part)
                await writer.drain()
                await let_others_run()
            return await answer, sent
    finally:
        writer.close()


async def silence() -> AsyncIterator[bytes]:
    return
    yield b""


async def test_a_body_of_two_gigabytes_is_rejected_by_its_content_length(shop: Shop) -> None:
    ada = await someone(shop)
    head = (
        f"Authorization: {ada.headers['Authorization']}\r\nContent-Length: {2 * 2**30}\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\n"
    )
    status, _ = await raw(shop, head, silence())
    assert status.split()[1] == b"413"


async def test_an_endless_body_is_rejected_at_the_limit(shop: Shop) -> None:
    ada = await someone(shop)

    async def endless() -> AsyncIterator[bytes]:
        yield _chunk(b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n')
        while True:
            yield _chunk(b"\x89PNG\r\n\x1a\n" * 8192)

    head = (
        f"Authorization: {ada.headers['Authorization']}\r\nTransfer-Encoding: chunked\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\n"
    )
    status, sent = await raw(shop, head, endless())
    assert status.split()[1] == b"413"
    # The buffers of both ends hold more than the server has read.
    assert sent < MAX_UPLOAD_BYTES + 16 * MB


def _chunk(data: bytes) -> bytes:
    return f"{len(data):x}\r\n".encode() + data + b"\r\n"


async def test_a_form_with_too_many_parts_is_rejected(shop: Shop) -> None:
    ada = await someone(shop)
    for parts in (
        {"files": [("file", ("a", picture()))] * 2},
        {"files": {"file": ("a", picture())}, "data": {f"f{n}": "x" for n in range(9)}},
        {"files": {"file": ("a", picture())}, "data": {"note": "x" * 2000}},
    ):
        status, error = await shop.error("POST", URL, headers=ada.headers, **parts)
        assert (status, error["code"]) == (400, "malformed_body")


async def test_uploads_wait_in_a_bounded_queue(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dependencies, "WAITING_PER_OWNER", 1)
    ada = await someone(shop)
    side = int(MAX_PIXELS["PNG"] ** 0.5)
    large = hostile_pictures.png(side, side)
    answers = await asyncio.gather(*(send(shop, ada, large) for _ in range(4)))
    statuses = Counter(answer.status_code for answer in answers)
    assert statuses[201] >= 1
    assert statuses[503] >= 1
    # The queue is free again: the next upload is accepted.
    assert (await send(shop, ada, picture())).status_code == 201

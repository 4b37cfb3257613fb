"""A trial of the CDN, with a local server in its role."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from stallage.setup.gateway_calls import cdn
from stallage.setup.rules.cdn import caching_of
from tests.admin import Admin, operator_client
from tests.conftest import OpenShop
from tests.core.fake_smtp_server import create_tls_context
from tests.shell.test_pictures import picture
from tests.shop import Shop
from tests.stocked_shop import stock_shop

YEAR = "public, max-age=31536000, immutable"
Reply = tuple[int, Mapping[str, str], bytes]


@dataclass
class LocalCdn:
    """Serves the pictures of a shop, and counts requests. `change` replaces an answer."""

    url: str
    shop: Shop
    requests: list[str] = field(default_factory=list)
    change: Callable[[str, Reply], Reply | Awaitable[Reply]] = lambda _path, reply: reply

    def reply(self, target: str) -> Reply:
        """What a CDN answers that works."""
        path, _, query = target.partition("?w=")
        if path == "/":
            headers = {"Content-Type": "text/html", "Cache-Control": "public, s-maxage=30"}
            return 200, headers, b"<!doctype html>"
        found = self.shop.runtime.media.load_rendition(path, int(query) if query else None)
        if found is None:
            return 404, {}, b""
        status = "HIT" if target in self.requests else "MISS"
        headers = {"Content-Type": found.kind, "Cache-Control": YEAR, "X-Cache": status}
        return 200, headers, found.content


@asynccontextmanager
async def local_cdn(shop: Shop, context: ssl.SSLContext | None = None) -> AsyncIterator[LocalCdn]:
    """Serve a CDN on a free loopback port."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        target = (await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].decode()
        reply = served.change(target, served.reply(target))
        status, headers, body = reply if isinstance(reply, tuple) else await reply
        served.requests.append(target)
        lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(body)}", "Connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    scheme = "http" if context is None else "https"
    served = LocalCdn(f"{scheme}://127.0.0.1:{server.sockets[0].getsockname()[1]}", shop)
    async with server:
        yield served


@asynccontextmanager
async def tried_shop(open_shop: OpenShop) -> AsyncIterator[tuple[Shop, Admin]]:
    """A shop with a picture that may reach this machine."""
    async with open_shop(fetch_private_addresses=True) as shop, operator_client(shop) as admin:
        (product,) = await stock_shop(shop)
        path = shop.runtime.media.store(picture(400, 300)).path
        async with shop.database.transaction() as connection:
            await connection.execute(
                "INSERT INTO product_images (product_id, position, path) VALUES ($1, 9, $2)",
                product.id,
                path,
            )
        yield shop, admin


async def try_with(admin: Admin, **values: object) -> dict[str, Any]:
    return dict(await admin.output("POST", "/settings/cdn/test", json={"values": values}))


def states(trial: dict[str, Any]) -> list[tuple[str, str]]:
    return [(step["name"], step["state"]) for step in trial["steps"]]


ALL_PASS = [(name, "passed") for name in ("picture", "sizes", "cache", "page")]


async def test_a_cdn_that_works(open_shop: OpenShop) -> None:
    async with tried_shop(open_shop) as (shop, admin), local_cdn(shop) as served:
        trial = await try_with(admin, cdn_endpoint=f"{served.url}/")
        assert (trial["succeeded"], states(trial)) == (True, ALL_PASS), trial
        assert "X-Cache: HIT" in trial["steps"][2]["message"]
        # Both addresses are tried, and a second one that fails is named.
        both = await try_with(
            admin, cdn_endpoint=served.url, cdn_fallback_endpoint="http://127.0.0.1:1"
        )
        assert states(both) == [*ALL_PASS, ("picture", "failed")]
        assert both["steps"][-1]["endpoint"] == "http://127.0.0.1:1"
        assert not both["succeeded"]


def answer_with(
    status: int = 200, body: bytes | None = None, page: bool = False, **headers: str
) -> Callable[[str, Reply], Reply]:
    def change(path: str, reply: Reply) -> Reply:
        if (path == "/") != page:
            return reply
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return status, {**reply[1], **names}, reply[2] if body is None else body

    return change


WRONG = [
    (answer_with(body=b"RIFF"), "picture", "4 bytes instead of", "image optimization"),
    (answer_with(404, b""), "picture", "status 404", "takes its files from http"),
    (answer_with(403, b""), "picture", "status 403", "Make pictures public"),
    (answer_with(502, b""), "picture", "status 502", "does not reach the shop"),
    (answer_with(302, b"", Location="https://x.test/a"), "picture", "redirects", "x.test/a"),
    (answer_with(Content_Type="text/html"), "picture", "text/html instead", "its files from"),
    (answer_with(Cache_Control="no-store"), "cache", "0 seconds", "Cache-Control"),
    (answer_with(X_Cache="MISS"), "cache", "X-Cache: MISS", "/media/"),
    (answer_with(page=True, Cache_Control="max-age=86400"), "page", "86,400 seconds", "old prices"),
    (answer_with(page=True, Age="4000"), "page", "4,000 seconds", "old prices"),
]
"""What the CDN does, the step that fails, and a part of its message and of its advice."""


async def test_what_is_wrong_is_named_with_what_to_do(open_shop: OpenShop) -> None:
    async with tried_shop(open_shop) as (shop, admin), local_cdn(shop) as served:
        for change, step, says, advises in WRONG:
            served.change = change
            trial = await try_with(admin, cdn_endpoint=served.url)
            assert not trial["succeeded"]
            (failed,) = (one for one in trial["steps"] if one["state"] == "failed")
            assert failed["name"] == step, failed
            assert says in failed["message"]
            assert advises in failed["advice"]
        # The redirect was not followed.
        assert all(path == "/" or path.startswith("/media/") for path in served.requests)


async def test_a_cdn_that_ignores_sizes_or_has_no_pages(open_shop: OpenShop) -> None:
    async with tried_shop(open_shop) as (shop, admin), local_cdn(shop) as served:
        served.change = lambda path, reply: (
            (404, {}, b"") if path == "/" else served.reply(path.partition("?")[0])
        )
        trial = await try_with(admin, cdn_endpoint=served.url)
        assert states(trial) == [
            ("picture", "passed"),
            ("sizes", "failed"),
            ("cache", "passed"),
            ("page", "passed"),
        ]
        assert "query" in trial["steps"][1]["advice"]
        assert "status 404" in trial["steps"][3]["message"]


async def test_an_answer_that_does_not_come(
    open_shop: OpenShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cdn, "SECONDS", 0.2)
    over = asyncio.Event()

    async def wait(reply: Reply) -> Reply:
        await over.wait()
        return reply

    async with tried_shop(open_shop) as (shop, admin), local_cdn(shop) as served:
        served.change = lambda _path, reply: wait(reply)
        trial = await try_with(admin, cdn_endpoint=served.url)
        over.set()
        assert states(trial) == [("picture", "failed")]
        assert "no complete answer" in trial["steps"][0]["message"]


async def test_a_certificate_that_browsers_refuse(open_shop: OpenShop, tmp_path: Path) -> None:
    context = create_tls_context(tmp_path)
    async with tried_shop(open_shop) as (shop, admin), local_cdn(shop, context) as served:
        trial = await try_with(admin, cdn_endpoint=served.url)
        assert "certificate is not valid" in trial["steps"][0]["message"]
        plain = served.url.replace("https:", "http:")
        trial = await try_with(admin, cdn_endpoint=plain)
        assert states(trial) == [("picture", "failed")]


async def test_the_shops_own_network_is_not_reached(shop: Shop) -> None:
    async with operator_client(shop) as admin, local_cdn(shop) as served:
        trial = await try_with(admin)
        assert states(trial) == [("picture", "skipped")]
        for url in (served.url, "http://169.254.169.254", "http://localhost:8080", "http://[::1]"):
            trial = await try_with(admin, cdn_endpoint=url)
            # Without a picture, the page is the first request.
            assert states(trial) == [("picture", "skipped"), ("page", "failed")], url
            assert "is not tried" in trial["steps"][1]["message"]
        assert served.requests == []
        status, error = await admin.error(
            "POST", "/settings/cdn/test", json={"values": {"cdn_endpoint": "ftp://x"}}
        )
        assert (status, set(error["fields"])) == (422, {"cdn_endpoint"})
    async with operator_client(shop, "manager") as admin:
        status, _error = await admin.error("POST", "/settings/cdn/test", json={"values": {}})
        assert status == 403


@pytest.mark.fast
@pytest.mark.parametrize(
    ("headers", "is_hit", "age", "lifetime"),
    [
        ({"cf-cache-status": "DYNAMIC"}, False, None, 0),
        ({"x-cache": "MISS, HIT", "age": "12"}, True, 12, 0),
        ({"cache-status": "edge; fwd=miss"}, False, None, 0),
        ({"cache-status": "edge; hit; ttl=30"}, True, None, 0),
        ({"age": "7"}, True, 7, 0),
        ({"age": "0"}, None, 0, 0),
        ({"age": "-1"}, None, None, 0),
        ({"cache-control": "public, max-age=60, s-maxage=300"}, None, None, 300),
        ({"cache-control": "private, max-age=60"}, None, None, 0),
        ({"cache-control": "max-age=x"}, None, None, 0),
        ({"age": "9" * 50, "cache-control": "max-age=" + "9" * 50}, None, None, 9999999999),
    ],
)
def test_headers_of_caches(
    headers: dict[str, str], is_hit: bool | None, age: int | None, lifetime: int
) -> None:
    found = caching_of(headers)
    assert (found.is_hit, found.age, found.lifetime) == (is_hit, age, lifetime)

"""Every response of the shop has its security headers, whichever code created it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from stallage.app import create
from stallage.core.media import Media
from stallage.core.runtime import Runtime
from stallage.settings import Settings
from tests.shell.client_build import write_build
from tests.shell.test_pictures import picture
from tests.waiting import until

Call = tuple[str, str]
"""A path with its parameters in braces, and a method."""

HTML = {"Accept": "text/html"}


async def client_at(
    settings: Settings, runtime: Runtime, public_url: str, folder: Path
) -> tuple[httpx.AsyncClient, list[Call]]:
    changes = {"public_url": public_url, "client_dir": str(write_build(folder))}
    changed = settings.model_copy(update=changes)
    app = create(changed, with_worker=False)
    app.state.runtime = runtime
    object.__setattr__(runtime, "settings", changed)
    transport = httpx.ASGITransport(app=app, raise_app_exceptions=False)
    calls = [(path, method) for path, one in app.openapi()["paths"].items() for method in one]
    return httpx.AsyncClient(transport=transport, base_url=public_url), calls


@pytest.fixture
async def secure(
    settings: Settings, runtime: Runtime, tmp_path: Path
) -> AsyncIterator[tuple[httpx.AsyncClient, list[Call]]]:
    """A client of a shop with an https address, and the shop's calls."""
    client, calls = await client_at(settings, runtime, "https://shop.example", tmp_path / "client")
    async with client:
        yield client, calls


def check(response: httpx.Response) -> None:
    about = f"{response.request.method} {response.request.url} {response.status_code}"
    for name in (
        "strict-transport-security",
        "x-content-type-options",
        "referrer-policy",
        "x-frame-options",
        "content-security-policy",
    ):
        assert len(response.headers.get_list(name)) == 1, f"{about}: {name}"
    assert response.headers["strict-transport-security"] == "max-age=31536000", about
    assert response.headers["x-content-type-options"] == "nosniff", about
    policy = response.headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy or policy.startswith("sandbox"), about


async def test_every_call_of_the_shop(
    secure: tuple[httpx.AsyncClient, list[Call]],
) -> None:
    client, calls = secure
    statuses = set()
    for path, method in calls:
        response = await client.request(method.upper(), re.sub(r"{[^}]+}", "1", path))
        check(response)
        statuses.add(response.status_code)
    assert len(calls) > 100
    assert {200, 401, 404, 422} <= statuses


async def test_pages_files_pictures_redirects_errors_and_304(
    secure: tuple[httpx.AsyncClient, list[Call]], runtime: Runtime, tmp_path: Path
) -> None:
    client, _ = secure
    media: Media = runtime.media
    shown = media.store(picture(400, 300)).path
    drawing = media.store_svg(b'<svg xmlns="http://www.w3.org/2000/svg"/>')
    statuses = set()

    async def is_avif() -> bool:
        response = await client.get(f"{shown}?w=160&f=avif")
        check(response)
        return response.headers["content-type"] == "image/avif"

    # Until then the same address sends WebP, with another ETag.
    await until(is_avif)
    for path in (
        "/",
        "/cart",
        "/no/such/page",
        "/robots.txt",
        "/sitemap.xml",
        "/manifest.webmanifest",
        "/icons/180.png",
        "/favicon.ico",
        "/outbox",
        "/openapi.json",
        "/healthz",
        "/api/nothing",
        "/assets/none.js",
        shown,
        f"{shown}?w=160",
        f"{shown}?w=160&f=avif",
        drawing,
        "/media/ab/none.webp",
        *(
            f"/{one.relative_to(tmp_path / 'client')}"
            for one in (tmp_path / "client").rglob("*.js")
        ),
    ):
        first = await client.get(path, headers=HTML)
        check(first)
        statuses.add(first.status_code)
        if "etag" in first.headers:
            again = await client.get(path, headers={**HTML, "If-None-Match": first.headers["etag"]})
            assert again.status_code == 304, path
            check(again)
            statuses.add(304)
    for response in (
        await client.post("/"),
        await client.head("/"),
        await client.options("/cart"),
        await client.post("/cart", content=b"{", headers={"Content-Type": "application/json"}),
        await client.post("/cart", content=b"x", headers={"Content-Type": "text/plain"}),
        await client.post("/api/uploads", headers={"Content-Length": str(2**31)}),
    ):
        check(response)
        statuses.add(response.status_code)
    assert {200, 304, 404, 405, 413, 415} <= statuses


async def test_an_unexpected_error(
    secure: tuple[httpx.AsyncClient, list[Call]],
    runtime: Runtime,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    client, _ = secure
    monkeypatch.setattr(runtime.media, "find_rendition", fail)
    response = await client.get("/media/ab/" + "0" * 32 + ".webp")
    assert response.status_code == 500
    check(response)


async def test_a_shop_without_https_does_not_claim_it(
    settings: Settings, runtime: Runtime, tmp_path: Path
) -> None:
    client, _ = await client_at(settings, runtime, "http://127.0.0.1:8000", tmp_path / "client")
    async with client:
        for path in ("/", "/cart", "/robots.txt"):
            response = await client.get(path)
            assert "strict-transport-security" not in response.headers
            assert response.headers["x-frame-options"] == "DENY"

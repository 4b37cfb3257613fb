"""Files of the client: compression, caching and path traversal."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.shell.client_build import SCRIPT
from tests.shop import Shop

PATH = "/assets/index-a1b2.js"


ACCEPTED = [
    ("br, gzip", "br"),
    ("gzip", "gzip"),
    ("identity", None),
    ("br;q=0, gzip;q=0.5", "gzip"),
]


async def test_assets_are_sent_in_an_accepted_encoding(shop: Shop) -> None:
    for accepted, encoding in ACCEPTED:
        response = await shop.client.get(PATH, headers={"Accept-Encoding": accepted})
        assert response.content == SCRIPT
        assert response.headers.get("content-encoding") == encoding
        assert response.headers["content-type"] == "text/javascript; charset=utf-8"
        assert response.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert response.headers["vary"] == "Accept-Encoding"
        again = await shop.client.get(
            PATH,
            headers={"Accept-Encoding": accepted, "If-None-Match": response.headers["etag"]},
        )
        assert again.status_code == 304


async def test_each_encoding_has_its_own_etag(shop: Shop) -> None:
    tags = {
        (await shop.client.get(PATH, headers={"Accept-Encoding": one})).headers["etag"]
        for one in ("br", "gzip", "identity")
    }
    assert len(tags) == 3


async def test_root_files_are_revalidated(shop: Shop) -> None:
    response = await shop.client.get("/humans.txt")
    assert response.text == "People made this."
    assert response.headers["cache-control"] == "public, max-age=0, must-revalidate"


async def test_missing_assets_are_404(shop: Shop) -> None:
    response = await shop.client.get("/assets/index-old.js")
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/plain")


TARGETS = [
    "/assets/../../secret.txt",
    "/assets/%2e%2e/%2e%2e/secret.txt",
    "/..%2fsecret.txt",
    "/../secret.txt",
    "/.vite/manifest.json",
    "/index.html.bak",
    "/assets/index-a1b2.js.br",
    "/media/../secret.txt",
    "/media/..%2f..%2fsecret.txt",
    "/media/ab/../../../secret.txt",
]


async def test_no_other_files_are_served(shop: Shop) -> None:
    for target in TARGETS:
        folder = Path(shop.runtime.settings.client_dir)
        (folder.parent / "secret.txt").write_text("secret")
        (folder / "index.html.bak").unlink(missing_ok=True)
        host, port = shop.url.removeprefix("http://").split(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        # Client libraries would normalize the path.
        writer.write(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        assert answer.split(b" ", 2)[1] == b"404"
        assert b"secret" not in answer.partition(b"\r\n\r\n")[2].replace(target.encode(), b"")

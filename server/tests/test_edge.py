"""The files in `deploy/edge/`: HAProxy and Varnish in front of a real shop."""

from __future__ import annotations

import asyncio
import ssl
import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from stallage.products.actions.cards import refresh_products
from stallage.settings import Settings
from tests.conftest import OpenShop
from tests.core.fake_smtp_server import create_tls_context
from tests.debian_program import ROOT, output_of, path_of
from tests.processes import free_port, stallage, wait_until_ready
from tests.search.waiting import work_and_wait
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop
from tests.waiting import until

EDGE = ROOT / "deploy/edge"


def changed(name: str, replacements: dict[str, str]) -> str:
    """Return a file of the folder with other addresses and paths."""
    text = (EDGE / name).read_text()
    for old, new in replacements.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def running(*words: str | Path) -> Iterator[None]:
    """Run a program until the context ends."""
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        process.terminate()
        process.wait()


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that the programs' own users may read."""
    with tempfile.TemporaryDirectory(prefix="edge-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def haproxy_configuration(folder: Path, *, plain: int, secure: int, servers: list[int]) -> Path:
    """Write the configuration with a certificate and these ports."""
    create_tls_context(folder)
    certificates = folder / "certificates"
    certificates.mkdir()
    pair = (folder / "certificate.pem").read_text() + (folder / "key.pem").read_text()
    (certificates / "shop.pem").write_text(pair)
    file = folder / "haproxy.cfg"
    one, two = servers
    file.write_text(
        changed(
            "haproxy.cfg",
            {
                "bind :80\n": f"bind 127.0.0.1:{plain}\n",
                "bind :443 ": f"bind 127.0.0.1:{secure} ",
                "/etc/haproxy/certs": str(certificates),
                "stats socket /run/haproxy/admin.sock": f"stats socket {folder}/admin.sock",
                "10.0.0.11:8000": f"127.0.0.1:{one}",
                "10.0.0.12:8000": f"127.0.0.1:{two}",
            },
        )
    )
    return file


def test_haproxy_accepts_its_file(folder: Path) -> None:
    file = haproxy_configuration(folder, plain=8080, secure=8443, servers=[8001, 8002])
    printed = output_of("haproxy", "haproxy", "-c", "-f", file)
    assert "Configuration file is valid" in printed
    assert "WARNING" not in printed


@pytest.mark.slow
async def test_haproxy_ends_tls_and_limits_an_address(settings: Settings, folder: Path) -> None:
    plain, secure, port, away = (free_port() for _ in range(4))
    file = haproxy_configuration(folder, plain=plain, secure=secure, servers=[port, away])
    async with (
        stallage(
            settings,
            *("serve", "--port", str(port)),
            STALLAGE_TRUSTED_PROXIES="127.0.0.1",
            STALLAGE_METRICS_TOKEN="a-token",
        ),
        httpx.AsyncClient(
            base_url=f"https://127.0.0.1:{secure}",
            verify=ssl.create_default_context(cafile=folder / "certificate.pem"),
            trust_env=False,
            timeout=30,
        ) as shopper,
    ):
        await (await wait_until_ready(port)).aclose()
        with running(path_of("haproxy", "haproxy"), "-db", "-f", file):

            async def status(path: str = "/api/products") -> int:
                try:
                    return (await shopper.get(path)).status_code
                except httpx.TransportError:
                    return 0

            async def answers() -> bool:
                return await status() == 200

            # The second host is away, so it gets no requests.
            await until(answers)
            assert [await status() for _ in range(20)] == [200] * 20
            assert await status("/metrics") == 404
            redirect = await shopper.get(f"http://127.0.0.1:{plain}/api/products?page=2")
            assert redirect.status_code == 308
            expected = f"https://127.0.0.1:{plain}/api/products?page=2"
            assert redirect.headers["location"] == expected

            async def is_limited() -> bool:
                # One after the other, a slow machine sends too few.
                return 429 in await asyncio.gather(*(status("/healthz") for _ in range(700)))

            await until(is_limited)


@asynccontextmanager
async def behind_varnish(
    open_shop: OpenShop, folder: Path
) -> AsyncIterator[tuple[Shop, httpx.AsyncClient]]:
    """Open a shop that purges a Varnish in front of it; yield it and a client of Varnish."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    async with open_shop(
        cdn_purge_url=f"{address}/purge", trusted_proxies=("127.0.0.1",), search_seconds=0.05
    ) as shop:
        own = str(urlsplit(str(shop.client.base_url)).port)
        file = folder / "shop.vcl"
        file.write_text(changed("varnish.vcl", {'.port = "8000"': f'.port = "{own}"'}))
        path_of("varnishd", "varnish-modules")
        words = ("-F", "-n", folder / "work", "-a", f"127.0.0.1:{port}", "-s", "malloc,32m")
        with running(path_of("varnishd", "varnish"), *words, "-f", file):
            async with httpx.AsyncClient(base_url=address, trust_env=False, timeout=30) as client:

                async def answers() -> bool:
                    try:
                        return (await client.get("/readyz")).status_code == 200
                    except httpx.TransportError:
                        return False

                await until(answers)
                yield shop, client


@pytest.mark.slow
async def test_varnish_holds_lists_until_a_product_changes(
    open_shop: OpenShop, folder: Path
) -> None:
    async with behind_varnish(open_shop, folder) as (shop, shopper):
        [bowl, _vase] = await stock_shop(shop, spec("Bowl", price=2500), spec("Vase", price=900))
        await work_and_wait(shop)

        async def seen(sought: str = "bowl") -> tuple[list[int], str]:
            response = await shopper.get(f"/api/products?q={sought}")
            assert response.status_code == 200, response.text
            assert "surrogate-key" not in response.headers
            assert "xkey" not in response.headers
            assert response.headers.get("age", "0") == "0"
            prices = [card["price"]["amount"] for card in response.json()["output"]["items"]]
            return prices, response.headers["x-cache"]

        async def is_held() -> bool:
            return await seen() == ([2500], "hit")

        await until(is_held)
        async with shop.database.transaction() as connection:
            await connection.execute("UPDATE skus SET price = 1900 WHERE product_id = $1", bowl.id)
            await refresh_products(connection, [bowl.id])

        async def shows_the_change() -> bool:
            return await seen() == ([1900], "hit")

        await until(shows_the_change)


@pytest.mark.slow
async def test_varnish_holds_nothing_of_one_visitor_and_lets_only_the_shop_purge(
    open_shop: OpenShop, folder: Path
) -> None:
    async with behind_varnish(open_shop, folder) as (_, shopper):
        for headers in ({"Cookie": "a=b"}, {"Authorization": "Bearer x"}):
            for _ in range(3):
                response = await shopper.get("/api/products", headers=headers)
                assert response.headers["x-cache"] == "miss"
        for _ in range(3):
            response = await shopper.get("/api/carts")
            assert response.headers["x-cache"] == "miss"
        assert (await shopper.get("/purge")).status_code == 403
        other = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(transport=other, base_url=shopper.base_url) as stranger:
            sent = await stranger.post("/purge", headers={"Surrogate-Key": "public"})
            assert sent.status_code == 403
        purged = await shopper.post("/purge", headers={"Surrogate-Key": "none:1"})
        assert (purged.status_code, purged.reason_phrase) == (200, "Purged 0")

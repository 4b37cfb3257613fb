"""The shop's own hosts: three that serve, and two workers."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import asyncpg
import httpx

from deploy.lab.database import Cluster
from deploy.lab.network import Host, Network
from deploy.lab.services import BUCKET, KEYS, PYTHON, Services
from deploy.lab.waiting import until
from stallage.core.db import prepare_connection
from stallage.migrations import migrate
from tests.cart.factory import make_customer
from tests.checkout.factory import make_taxes, make_terms
from tests.products.factory import CreatedProduct, make_product

SECRET = "the key of a lab, the same on all of its hosts"
PORT = 8000
PRODUCTS = 60
RARE = 4
"""Products that sell out."""
UNITS, RARE_UNITS = 100_000, 25
CLOCK = "clock"
"""The file in a host's folder that moves its clock, such as `+600`, in seconds."""


@dataclass(frozen=True)
class Stock:
    """What is sold, and who buys."""

    products: Sequence[CreatedProduct]
    rare: Sequence[CreatedProduct]
    customers: Sequence[int]

    def units(self) -> dict[int, int]:
        """Return the units of each SKU before the first order."""
        common = {one.sku_id: UNITS for one in self.products}
        return common | {one.sku_id: RARE_UNITS for one in self.rare}


class ShopHosts:
    """Web hosts and workers."""

    def __init__(self, network: Network, cluster: Cluster, services: Services, web: int) -> None:
        self.web = [network.add(f"web{number}", 10 + number) for number in range(1, web + 1)]
        self.workers = [network.add(f"worker{number}", 20 + number) for number in (1, 2)]
        self._environment = {
            **PYTHON,
            "STALLAGE_DATABASE_URL": cluster.dsn,
            "STALLAGE_DATABASE_POOLER_URL": services.pooler,
            "STALLAGE_DATABASE_PLAIN_TEXT": "true",
            "STALLAGE_STORAGE_URL": f"s3://{BUCKET}/lab?endpoint={services.endpoint}&region=us-east-1",
            "STALLAGE_STORAGE_ACCESS_KEY": KEYS["aws_access_key_id"],
            "STALLAGE_STORAGE_SECRET_KEY": KEYS["aws_secret_access_key"],
            "STALLAGE_SMTP_URL": f"smtp://{services.mail.address}:2525",
            "STALLAGE_SECRET_KEY": SECRET,
            "STALLAGE_PUBLIC_URL": services.url,
            "STALLAGE_ALLOW_TEST_SHOP": "true",
            "STALLAGE_TRUSTED_PROXIES": services.front.address,
            # All shoppers come from one machine.
            "STALLAGE_ABUSE_LIMITS": "false",
            "STALLAGE_LOG_FORMAT": "json",
            # Nobody in the lab reads pages as HTML, and two cores are few.
            "STALLAGE_RENDERERS": "0",
        }

    async def start(self, clocks: Sequence[str] = ()) -> None:
        """Start all hosts; those in `clocks` have a clock that can jump. Wait until all serve."""
        for host in (*self.web, *self.workers):
            if host.name in clocks:
                (host.folder / CLOCK).write_text("+0\n")
            self.power_on(host)
        await asyncio.gather(*(self.serves(host) for host in self.web))

    def power_on(self, host: Host) -> None:
        """Start the shop on a host."""
        data = {"STALLAGE_DATA_DIR": str(host.folder / "data")}
        words = ["worker"]
        if host in self.web:
            words = ["serve", "--host", host.address, "--port", str(PORT)]
        environment = {**self._environment, **data, **_moving_clock(host)}
        host.start("stallage", [sys.executable, "-m", "stallage", *words], environment=environment)

    async def serves(self, host: Host) -> None:
        """Wait until a web host is ready."""
        async with httpx.AsyncClient(trust_env=False, timeout=10) as client:

            async def is_ready() -> bool:
                try:
                    answer = await client.get(f"http://{host.address}:{PORT}/readyz")
                except httpx.TransportError:
                    return False
                return answer.status_code == 200

            await until(is_ready, f"{host.name} is ready")


async def fill_shop(primary: Host, customers: int) -> Stock:
    """Create the schema, terms of sale, products and customers."""
    dsn = f"postgresql://shop@{primary.address}/shop"
    await asyncio.to_thread(migrate, dsn)
    connection = await asyncpg.connect(dsn)
    await prepare_connection(connection)
    try:
        async with connection.transaction():
            await make_terms(connection)
            await make_taxes(connection)
            products = [
                await make_product(connection, f"Bowl {number}", stock=UNITS)
                for number in range(PRODUCTS)
            ]
            rare = [
                await make_product(connection, f"Rare vase {number}", stock=RARE_UNITS)
                for number in range(RARE)
            ]
            ids = [
                await make_customer(connection, email=f"customer{number}@example.com")
                for number in range(customers)
            ]
    finally:
        await connection.close()
    return Stock(products, rare, ids)


def _moving_clock(host: Host) -> dict[str, str]:
    """Return the environment of a host whose clock can jump, or nothing."""
    file = host.folder / CLOCK
    if not file.exists():
        return {}
    [library] = Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1")
    return {
        "LD_PRELOAD": str(library),
        "FAKETIME_TIMESTAMP_FILE": str(file),
        "FAKETIME_CACHE_DURATION": "1",
        # The time since a start does not jump, as with the kernel's own clock.
        "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    }

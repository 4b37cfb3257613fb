"""Runs the README's commands from an empty folder to the first sale."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import socket
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from tests.waiting import until

ROOT = Path(__file__).resolve().parents[2]
ADDRESS = {
    "firstName": "Ada",
    "lastName": "Miller",
    "line1": "12 Kiln Lane",
    "city": "Seattle",
    "state": "WA",
    "postalCode": "98101",
    "country": "US",
    "phone": "2065550143",
}


def commands() -> list[list[str]]:
    """Return the commands under README's heading "Your own shop", split into words."""
    text = (ROOT / "README.md").read_text()
    block = re.search(r"## Your own shop\n.*?```sh\n(.*?)```", text, re.S)
    assert block is not None
    return [shlex.split(line, comments=True) for line in block[1].splitlines() if line.strip()]


@dataclass
class Walk:
    """An empty folder in which commands run."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    """Additional environment variables."""

    def environment(self) -> dict[str, str]:
        """Return an environment without settings of the test run."""
        inherited = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return {
            **inherited,
            "STALLAGE_DATA_DIR": str(self.folder / ".stallage"),
            "LANG": "C.UTF-8",
        } | self.settings

    async def start(self, words: list[str]) -> Process:
        """Start a command of the README."""
        assert words[0] == "./stallage"
        return await asyncio.create_subprocess_exec(
            ROOT / "stallage",
            *words[1:],
            cwd=self.folder,
            env=self.environment(),
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
        )

    async def run(self, words: list[str], answers: str = "") -> str:
        """Run a command, typing the answers, and return its output. Fails the test on an error."""
        process = await self.start(words)
        output, _ = await process.communicate(answers.encode())
        assert process.returncode in (0, 2), output.decode()
        return output.decode()

    @asynccontextmanager
    async def serving(self, words: list[str]) -> AsyncIterator[tuple[httpx.AsyncClient, list[str]]]:
        """Serve the shop; yield a client and the lines printed at the start."""
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        process = await self.start([*words, "--port", str(port)])
        assert process.stdout is not None
        try:
            lines = [(await process.stdout.readline()).decode().strip() for _ in range(3)]
            url = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client:
                await self._ready(process, client)
                reading = asyncio.create_task(process.stdout.read())
                yield client, lines
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()
        await reading

    async def _ready(self, process: Process, client: httpx.AsyncClient) -> None:
        async def is_ready() -> bool:
            assert process.returncode is None, "the shop has ended"
            try:
                return (await client.get("/readyz")).status_code == 200
            except httpx.TransportError:
                return False

        await until(is_ready)


class SoldOut(Exception):
    """Somebody else has bought the last unit since it was found."""


async def output(client: httpx.AsyncClient, method: str, path: str, **arguments: Any) -> Any:
    """Send a request and return the output. Fails the test on an error. Raises SoldOut."""
    response = await client.request(method, path, **arguments)
    if response.status_code == 409 and response.json()["error"]["code"] == "out_of_stock":
        raise SoldOut
    assert response.is_success, response.text
    return response.json()["output"]


async def place_order(client: httpx.AsyncClient) -> dict[str, Any]:
    """Order the first product in stock as a guest who pays on delivery.

    Raises SoldOut.
    """
    found = await output(client, "GET", "/api/products", params={"inStock": "true"})
    product = await output(client, "GET", f"/api/products/{found['items'][0]['slug']}")
    # If none is in stock, one that can be backordered.
    sku_id = max(product["skus"], key=lambda sku: sku["stock"] > 0)["skuId"]
    place = {name: ADDRESS[name] for name in ("city", "state", "postalCode", "country")}
    quote = await output(
        client, "POST", "/api/checkout/quote", json={"skuIds": [sku_id], "address": place}
    )
    if [one["code"] for one in quote["problems"]] == ["out_of_stock"]:
        raise SoldOut
    assert quote["problems"] == []
    order: dict[str, Any] = await output(
        client,
        "POST",
        "/api/orders",
        json={
            "skuIds": [sku_id],
            "contact": {"email": "ada@example.com", "firstName": "Ada", "lastName": "Miller"},
            "address": ADDRESS,
            "shippingMethod": quote["shippingMethod"],
            "paymentMethod": "cod",
            "expectedTotal": quote["total"]["amount"],
        },
    )
    return order


async def order_something(client: httpx.AsyncClient) -> dict[str, Any]:
    """Place an order and return it as the guest sees it."""
    order = await place_order(client)
    shown: dict[str, Any] = await output(
        client, "GET", f"/api/orders/{order['orderId']}", params={"key": order["key"]}
    )
    return shown

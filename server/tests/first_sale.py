"""The README's way from an empty folder to the first sale, walked as its reader would."""

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
    """The commands under README's heading "Your own shop", in words."""
    text = (ROOT / "README.md").read_text()
    block = re.search(r"## Your own shop\n.*?```sh\n(.*?)```", text, re.S)
    assert block is not None
    return [shlex.split(line, comments=True) for line in block[1].splitlines() if line.strip()]


@dataclass
class Walk:
    """An empty folder, and what has been said in it."""

    folder: Path
    settings: dict[str, str] = field(default_factory=dict)
    """Variables besides."""

    def environment(self) -> dict[str, str]:
        """Nothing of the shop that the tests belong to."""
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        return {
            **kept,
            "STALLAGE_DATA_DIR": str(self.folder / ".stallage"),
            "LANG": "C.UTF-8",
        } | self.settings

    async def start(self, words: list[str]) -> Process:
        """Starts a command of the README's."""
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
        """Runs a command to its good end, typing the answers; what it says."""
        process = await self.start(words)
        output, _ = await process.communicate(answers.encode())
        assert process.returncode in (0, 2), output.decode()
        return output.decode()

    @asynccontextmanager
    async def serving(self, words: list[str]) -> AsyncIterator[tuple[httpx.AsyncClient, list[str]]]:
        """The shop, open; with the lines that it says at its start."""
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        process = await self.start([*words, "--port", str(port)])
        assert process.stdout is not None
        try:
            said = [(await process.stdout.readline()).decode().strip() for _ in range(3)]
            url = f"http://127.0.0.1:{port}"
            async with httpx.AsyncClient(base_url=url, timeout=60, trust_env=False) as client:
                await self._ready(process, client)
                reading = asyncio.create_task(process.stdout.read())
                yield client, said
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
    """Somebody else has bought the last one since it was found."""


async def output(client: httpx.AsyncClient, method: str, path: str, **arguments: Any) -> Any:
    """Calls and returns the output; fails where the call is refused."""
    response = await client.request(method, path, **arguments)
    if response.status_code == 409 and response.json()["error"]["code"] == "out_of_stock":
        raise SoldOut
    assert response.is_success, response.text
    return response.json()["output"]


async def place_order(client: httpx.AsyncClient) -> dict[str, Any]:
    """A guest finds the first product in stock and orders it, to be paid on delivery.

    Raises SoldOut.
    """
    found = await output(client, "GET", "/api/products", params={"inStock": "true"})
    product = await output(client, "GET", f"/api/products/{found['items'][0]['slug']}")
    # Where none is in stock, one that may be ordered all the same.
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
    """The same; the order as the guest sees it."""
    order = await place_order(client)
    shown: dict[str, Any] = await output(
        client, "GET", f"/api/orders/{order['orderId']}", params={"key": order["key"]}
    )
    return shown

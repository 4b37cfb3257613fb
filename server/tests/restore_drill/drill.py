"""The drill, with real processes, real sockets and the operator's commands."""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from tests.first_sale import SoldOut, Walk, output, place_order
from tests.uploads.test_upload import picture
from tests.waiting import until

BUYERS = 3
TIMEOUT_SECONDS = 300


@dataclass
class Report:
    """Results of the drill."""

    confirmed: int
    """Orders confirmed before the backup began; all of them were restored."""
    during_backup: int
    """Orders confirmed during the backup."""
    restored: int
    """Orders in the restored shop."""
    megabytes: float
    backup_seconds: float
    restore_seconds: float
    start_seconds: float

    def lines(self) -> Iterator[str]:
        """Format the report."""
        yield f"Orders confirmed before the backup: {self.confirmed}, all restored"
        yield f"Orders confirmed during the backup: {self.during_backup}"
        yield f"Orders in the restored shop:        {self.restored}"
        yield f"Backup:  {self.megabytes:.1f} MB in {self.backup_seconds:.1f} s"
        yield f"Restore: {self.restore_seconds:.1f} s, and {self.start_seconds:.1f} s to open the shop"


async def drill(folder: Path, *preparing: list[str], orders: int) -> Report:
    """Run the commands in `preparing`, take orders, back up, delete the shop, restore and compare."""
    # All buyers come from one machine, with one contact.
    walk = Walk(folder, {"STALLAGE_ABUSE_LIMITS": "false"})
    data_dir, backup = folder / ".stallage", folder / "shop.tar"
    for words in preparing:
        await walk.run(words)
    async with walk.serving(["./stallage", "serve"]) as (client, _):
        headers = await sign_in(client, data_dir, "ada@example.com")
        picture_path = await send_picture(client, headers)
        content = (await client.get(picture_path)).content
        async with trading(client) as placed:
            await until(lambda: len(placed) >= orders, TIMEOUT_SECONDS)
            confirmed = list(placed)
            began = time.monotonic()
            await walk.run(["./stallage", "backup", str(backup)])
            backup_seconds = time.monotonic() - began
            during = len(placed)
    mode, size = backup.stat().st_mode & 0o777, backup.stat().st_size
    assert mode == 0o600

    shutil.rmtree(data_dir)
    began = time.monotonic()
    output_text = await walk.run(["./stallage", "restore", str(backup)])
    restore_seconds = time.monotonic() - began
    assert "No problems found." in output_text, output_text
    assert "No problems found." in await walk.run(["./stallage", "doctor", "--ledger"])

    began = time.monotonic()
    async with walk.serving(["./stallage", "serve"]) as (client, _):
        start_seconds = time.monotonic() - began
        stored = [one for one in placed if await is_stored(client, one)]
        assert {one["orderId"] for one in confirmed} <= {one["orderId"] for one in stored}
        served = await client.get(picture_path)
        assert (served.status_code, served.content) == (200, content)
        await pictures_load(client)
        # Sessions are still valid, and others can sign in and order.
        me = await client.get("/api/orders", headers=headers)
        assert me.status_code == 200, me.text
        await sign_in(client, data_dir, "new@example.com")
        await place_order(client)
    return Report(
        confirmed=len(confirmed),
        during_backup=during - len(confirmed),
        restored=len(stored),
        megabytes=size / 1024 / 1024,
        backup_seconds=backup_seconds,
        restore_seconds=restore_seconds,
        start_seconds=start_seconds,
    )


@asynccontextmanager
async def trading(client: httpx.AsyncClient) -> AsyncIterator[list[dict[str, Any]]]:
    """Place orders with several concurrent shoppers; yield the growing list of confirmed orders."""
    placed: list[dict[str, Any]] = []
    stop = asyncio.Event()

    async def buy() -> None:
        while not stop.is_set():
            with suppress(SoldOut):
                placed.append(await place_order(client))

    # Any error other than SoldOut ends the drill.
    async with asyncio.TaskGroup() as buyers:
        for _ in range(BUYERS):
            buyers.create_task(buy())
        try:
            yield placed
        finally:
            stop.set()


async def sign_in(client: httpx.AsyncClient, data_dir: Path, email: str) -> dict[str, str]:
    """Sign in with the code from the outbox; return the customer's headers."""
    outbox = data_dir / "outbox"
    before = set(outbox.glob("[!.]*.json"))
    await output(client, "POST", "/auth/otp/request", json={"email": email})
    codes = await until(
        lambda: _codes(set(outbox.glob("[!.]*.json")) - before, email), TIMEOUT_SECONDS
    )
    proof = {"email": email, "otp": codes[0]}
    signed_in = await output(client, "POST", "/auth/otp/validate", json=proof)
    return {"Authorization": f"Bearer {signed_in['token']}"}


def _codes(messages: set[Path], email: str) -> list[str]:
    found = [json.loads(path.read_bytes()) for path in messages]
    return [one["data"]["otp"] for one in found if one["kind"] == "otp" and one["to"] == email]


async def send_picture(client: httpx.AsyncClient, headers: dict[str, str]) -> str:
    """Upload a picture as a customer; return its path."""
    files = {"file": ("bowl.jpg", picture(), "image/jpeg")}
    made = await output(client, "POST", "/api/uploads", files=files, headers=headers)
    return str(made["url"])


async def is_stored(client: httpx.AsyncClient, order: dict[str, Any]) -> bool:
    """Whether the shop shows an order to the guest who placed it."""
    path = f"/api/orders/{order['orderId']}"
    response = await client.get(path, params={"key": order["key"]})
    assert response.status_code in (200, 404), response.text
    return response.status_code == 200


async def pictures_load(client: httpx.AsyncClient) -> None:
    """Check that pictures load in a width that has to be rendered again."""
    found = await output(client, "GET", "/api/products")
    for image in [one["image"] for one in found["items"] if one["image"]][:5]:
        response = await client.get(image["path"], params={"w": 320})
        assert response.status_code == 200, image

"""Shoppers who browse, buy, and read back what was acknowledged, whatever happens to the hosts."""

from __future__ import annotations

import asyncio
import io
import random
from contextlib import suppress
from typing import Any

import httpx
from PIL import Image

from deploy.lab.history import History, Order, Outcome, Request
from deploy.lab.shop import SECRET, Stock
from stallage.core import access
from tests.checkout.factory import ADDRESS, CONTACT

ANSWER_SECONDS = 45
"""How long a shopper waits: longer than HAProxy does."""
TOKEN_SECONDS = 900
THINK_SECONDS = (0.1, 0.6)
RETRY_SECONDS = (0.5, 2.0)
LEAVE_PROBABILITY = 0.15
"""Of not trying an order again after an attempt without a definite answer."""
RARE_PROBABILITY = 0.15
"""Of buying what soon sells out."""
READS = 20
"""Attempts to read back what was written."""
ACTIONS = {"browse": 45, "buy": 25, "buy as guest": 20, "order wrongly": 4, "upload": 6}
"""With their weights."""


class Shopper:
    """A customer with a random walk of their own, which the lab's seed determines."""

    def __init__(
        self,
        number: int,
        seed: int,
        stock: Stock,
        history: History,
        client: httpx.AsyncClient,
    ) -> None:
        self._number = number
        self._draw = random.Random(f"{seed}-{number}")
        self._stock = stock
        self._customer = stock.customers[number]
        self._history = history
        self._client = client
        self._orders = self._additions = 0
        self.leaving = False

    async def shop(self) -> None:
        """Act until `leaving`."""
        names, weights = list(ACTIONS), list(ACTIONS.values())
        steps = {
            "browse": self._browse,
            "buy": self._buy,
            "buy as guest": self._buy_as_guest,
            "order wrongly": self._order_wrongly,
            "upload": self._upload,
        }
        while not self.leaving:
            await steps[self._draw.choices(names, weights)[0]]()
            await asyncio.sleep(self._draw.uniform(*THINK_SECONDS))

    async def _send(
        self, kind: str, method: str, path: str, expected: tuple[int, ...] = (200,), **words: Any
    ) -> httpx.Response | None:
        """Send a request and record it. None: there was no answer."""
        at = self._history.now()
        response: httpx.Response | None = None
        with suppress(httpx.TransportError):
            response = await self._client.request(method, path, **words)
        status = response.status_code if response is not None else 0
        host = response.headers.get("x-served-by", "") if response is not None else ""
        seconds = self._history.now() - at
        self._history.requests.append(Request(at, seconds, kind, status, host, status in expected))
        return response

    def _headers(self) -> dict[str, str]:
        """Return a sign-in that another host has just made."""
        token = access.sign(SECRET.encode(), self._customer, "lab", TOKEN_SECONDS)
        return {"Authorization": f"Bearer {token}"}

    async def _pause(self) -> None:
        await asyncio.sleep(self._draw.uniform(*RETRY_SECONDS))

    async def _browse(self) -> None:
        product = self._draw.choice(self._stock.products)
        number = self._draw.randrange(len(self._stock.products))
        paths = (
            f"/api/products?page={number % 3 + 1}",
            f"/api/products?q=bowl+{number}",
            f"/api/products/{product.slug}",
            "/api/categories",
        )
        await self._send("browse", "GET", self._draw.choice(paths))

    def _pick(self) -> int:
        """Choose a SKU; some are nearly sold out."""
        rare = self._draw.random() < RARE_PROBABILITY
        sku_id: int = self._draw.choice(self._stock.rare if rare else self._stock.products).sku_id
        return sku_id

    async def _buy(self) -> None:
        """Put a line into the cart, see it there, and order the cart."""
        sku_id = self._pick()
        self._additions += 1
        answer = await self._send(
            "cart",
            "POST",
            "/api/carts",
            (200, 409, 422),
            json={"skuId": sku_id, "quantity": 1},
            headers={"Idempotency-Key": f"add-{self._number}-{self._additions}", **self._headers()},
        )
        if answer is None or answer.status_code != 200:
            return
        if not await self._reads(
            "/api/carts", lambda cart: any(_is_of(one, sku_id) for one in cart)
        ):
            self._history.stale.append(f"cart of {self._customer} lacks {sku_id}")
        body = {"address": ADDRESS, "shippingMethod": "standard"}
        if await self._order(body, signed_in=True) is not Outcome.ACKNOWLEDGED:
            await self._empty_cart()

    async def _empty_cart(self) -> None:
        """Remove what could not be ordered, such as what is sold out."""
        cart = await self._send("cart", "GET", "/api/carts", headers=self._headers())
        if cart is None or cart.status_code != 200:
            return
        for line in cart.json()["output"]:
            path = f"/api/carts/{line['id']}"
            await self._send("cart", "DELETE", path, headers=self._headers())

    async def _buy_as_guest(self) -> None:
        email = f"guest-{self._number}-{self._orders}@example.com"
        body = {
            "skuIds": [self._pick() for _ in range(self._draw.randint(1, 3))],
            "contact": CONTACT | {"email": email},
            "address": ADDRESS,
            "shippingMethod": "standard",
        }
        await self._order(body, signed_in=False)

    async def _order_wrongly(self) -> None:
        """Send an order that must be refused."""
        body = {"skuIds": [self._pick()], "address": ADDRESS, "shippingMethod": "nowhere"}
        await self._order(body, signed_in=True)

    async def _order(self, body: dict[str, Any], *, signed_in: bool) -> Outcome:
        """Order, and send it again with its key until the answer is definite, or the shopper leaves."""
        self._orders += 1
        key = f"lab-{self._number}-{self._orders}"
        body = {**body, "paymentMethod": "cod"}
        outcome, order_id, guest_key, attempts = Outcome.UNKNOWN, "", "", 0
        was_unknown = False
        while True:
            attempts += 1
            headers = {"Idempotency-Key": key, **(self._headers() if signed_in else {})}
            answer = await self._send(
                "order",
                "POST",
                "/api/orders",
                (201, 400, 404, 409, 422),
                json=body,
                headers=headers,
            )
            status = answer.status_code if answer is not None else 0
            if answer is not None and status == 201:
                placed = answer.json()["output"]
                outcome, order_id = Outcome.ACKNOWLEDGED, placed["orderId"]
                guest_key = placed["key"] or ""
                break
            if 400 <= status < 500 and status not in {401, 429}:
                # An earlier attempt may still be on its way.
                outcome = Outcome.UNKNOWN if was_unknown else Outcome.REFUSED
                break
            was_unknown = True
            if self.leaving or self._draw.random() < LEAVE_PROBABILITY:
                break
            await self._pause()
        self._history.orders.append(Order(key, outcome, order_id, self._history.now(), attempts))
        if order_id:
            query = f"?key={guest_key}" if guest_key else ""
            path = f"/api/orders/{order_id}{query}"
            if not await self._reads(path, lambda order: order["orderId"] == order_id):
                self._history.stale.append(f"order {order_id}")
        return outcome

    async def _reads(self, path: str, shows: Any) -> bool:
        """Read back what was written; the next request goes to another host. False: it is not there.

        True as well if no host answers.
        """
        for _ in range(READS):
            answer = await self._send("read back", "GET", path, headers=self._headers())
            if answer is not None and answer.status_code == 200:
                return bool(shows(answer.json()["output"]))
            if answer is not None and answer.status_code == 404:
                return False
            if self.leaving:
                break
            await self._pause()
        return True

    async def _upload(self) -> None:
        """Upload a picture, and look at it."""
        buffer = io.BytesIO()
        colour = tuple(self._draw.randrange(256) for _ in range(3))
        Image.new("RGB", (64, 48), colour).save(buffer, "JPEG")
        file = {"file": ("picture.jpg", buffer.getvalue(), "image/jpeg")}
        answer = await self._send(
            "upload", "POST", "/api/uploads", (201, 429), files=file, headers=self._headers()
        )
        if answer is None or answer.status_code != 201:
            return
        url = answer.json()["output"]["url"]
        shown = await self._send("picture", "GET", url)
        self._history.pictures[url] = (
            shown.content if shown is not None and shown.status_code == 200 else b""
        )


def _is_of(line: dict[str, Any], sku_id: int) -> bool:
    """Whether a line of a cart is of this SKU."""
    return bool(line["skuId"] == sku_id)


class Crowd:
    """All shoppers, who shop in the background until they are sent home."""

    def __init__(self, url: str, count: int, seed: int, stock: Stock, history: History) -> None:
        limits = httpx.Limits(max_connections=4 * count, max_keepalive_connections=count)
        self._client = httpx.AsyncClient(
            base_url=url, trust_env=False, timeout=ANSWER_SECONDS, limits=limits
        )
        self._shoppers = [
            Shopper(number, seed, stock, history, self._client) for number in range(count)
        ]
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Let them in."""
        self._tasks = [asyncio.create_task(one.shop()) for one in self._shoppers]

    def check(self) -> None:
        """Raise what has ended a shopper too early."""
        for task in self._tasks:
            if task.done():
                task.result()

    async def finish(self) -> None:
        """Let each finish what they are doing."""
        for one in self._shoppers:
            one.leaving = True
        await asyncio.gather(*self._tasks)
        await self._client.aclose()

    async def abandon(self) -> None:
        """Stop them at once, after a failure."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()

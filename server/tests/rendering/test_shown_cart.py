"""The cart's page comes with a guest's cart if the browser has told it, and is stored nowhere."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
import structlog

from stallage.rendering.shown_cart import COOKIE
from tests.conftest import OpenShop
from tests.rendering.conftest import write_script
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

CART_SCRIPT = """
let outcome;
function begin(text) {
  const { answers, cart } = JSON.parse(text);
  const key = `POST /api/carts/guest ${JSON.stringify(cart)}`;
  const titles = answers[key]?.body.output.map(({ title, quantity }) => `${quantity} ${title}`);
  if (cart.length === 0) outcome = { html: "<main>unknown</main>" };
  else outcome = titles ? { html: `<main>${titles.join()}</main>` } : { needs: [key] };
}
function finish() { return JSON.stringify(outcome); }
"""


@pytest.fixture
def client_dir(client_dir: Path) -> Path:
    write_script(client_dir, CART_SCRIPT)
    return client_dir


async def visit(shop: Shop, cookie: str = "", path: str = "/cart") -> httpx.Response:
    headers = {"Accept": "text/html"} | ({"Cookie": f"{COOKIE}={cookie}"} if cookie else {})
    response = await shop.client.get(path, headers=headers)
    assert response.status_code == 200
    return response


def main_of(response: httpx.Response) -> str:
    found = re.search(r"<main>(.*?)</main>", response.text)
    return found[1] if found else ""


def cart_block(response: httpx.Response) -> str:
    found = re.search(r'<script type="application/json" id="cart">(.*?)</script>', response.text)
    return found[1] if found else ""


async def test_the_cart_comes_with_the_page(shop: Shop) -> None:
    bowl, vase = await stock_shop(shop, spec("Bowl"), spec("Vase"))
    page = await visit(shop, f"{bowl.sku_id}x2_{vase.sku_id}x1")
    assert main_of(page) == "2 Bowl,1 Vase"
    assert cart_block(page) == f"[{bowl.sku_id},{bowl.sku_id},{vase.sku_id}]"
    assert '{"POST /api/carts/guest [' in page.text, "the client needs no request"
    assert page.headers["cache-control"] == "private, no-cache"
    assert "etag" not in page.headers
    other = await visit(shop, f"{vase.sku_id}x1")
    assert main_of(other) == "1 Vase"


async def test_an_unknown_cart_is_left_to_the_client(shop: Shop) -> None:
    for cookie in ("", "x", "0x1_<script>"):
        page = await visit(shop, cookie)
        assert (main_of(page), cart_block(page)) == ("unknown", "[]")
        assert page.headers["cache-control"] == "private, no-cache", "no CDN keeps it"


async def test_other_pages_do_not_read_the_cookie(shop: Shop) -> None:
    page = await visit(shop, "17x1", "/faqs")
    assert (main_of(page), cart_block(page)) == ("unknown", "")
    assert page.headers["cache-control"].startswith("public")


async def test_a_page_that_fails_is_left_to_the_client(
    open_shop: OpenShop, client_dir: Path
) -> None:
    write_script(client_dir, CART_SCRIPT.replace("/api/carts/guest", "/api/carts/unknown"))
    async with open_shop(client_dir=str(client_dir), renderers=1) as shop:
        assert main_of(await visit(shop, "17x1")) == "unknown"


async def test_a_page_may_only_ask_what_changes_nothing(
    open_shop: OpenShop, client_dir: Path
) -> None:
    write_script(client_dir, CART_SCRIPT.replace("/api/carts/guest", "/api/contact"))
    async with open_shop(client_dir=str(client_dir), renderers=1) as shop:
        with structlog.testing.capture_logs() as logged:
            assert main_of(await visit(shop, "17x1")) == "unknown"
    reasons = [one["reason"] for one in logged if one["event"] == "cart_left_to_client"]
    assert reasons == ["/api/contact is not for pages"]

"""A shop whose pages without a script show their data, instead of the whole client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import orjson
import pytest

from stallage.no_script.cart_cookie import NAME
from tests.checkout.factory import ADDRESS, CONTACT
from tests.conftest import OpenShop
from tests.rendering.conftest import write_script
from tests.shell.client_build import write_build
from tests.shop import Shop

SCRIPT = """
let outcome;
const API = "/api/credentials/applicability";
function begin(text) {
  const { address, answers, noScript } = JSON.parse(text);
  const escaped = JSON.stringify(noScript).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  outcome = answers[API] === undefined
    ? { needs: [API] }
    : { html: `<main data-address="${address}"><pre>${escaped}</pre></main>` };
}
function finish() { return JSON.stringify(outcome); }
"""

FORM = {
    **{name: text for name, text in ADDRESS.items() if name != "phone"},
    "email": CONTACT["email"],
    "phone": ADDRESS["phone"],
    "shippingMethod": "standard",
}
"""A checkout form that is filled in."""


@pytest.fixture
def client_dir(tmp_path: Path) -> Path:
    folder = write_build(tmp_path / "client")
    write_script(folder, SCRIPT)
    return folder


@pytest.fixture
async def shop(open_shop: OpenShop, client_dir: Path) -> AsyncIterator[Shop]:
    async with open_shop(client_dir=str(client_dir), renderers=1) as opened:
        yield opened


async def visit(shop: Shop, path: str) -> httpx.Response:
    """Open a page as a browser without a script does."""
    return await shop.client.get(path, headers={"Accept": "text/html"})


async def send(shop: Shop, path: str, form: dict[str, Any], **headers: str) -> httpx.Response:
    """Send a form from a page of the shop."""
    return await shop.client.post(
        path,
        data={name: str(text) for name, text in form.items()},
        headers={"Accept": "text/html", "Sec-Fetch-Site": "same-origin", **headers},
    )


def shown(response: httpx.Response) -> dict[str, Any]:
    """Return the data of the page of a response."""
    assert response.headers["content-type"].startswith("text/html"), response.text
    text = response.text.partition("<pre>")[2].partition("</pre>")[0]
    found: dict[str, Any] = orjson.loads(unescape(text))
    return found


def cart_in(shop: Shop) -> str:
    """Return the value of the cart's cookie; empty if there is none."""
    return shop.client.cookies.get(NAME) or ""


def hidden_fields(page: dict[str, Any]) -> dict[str, Any]:
    """Return the hidden fields of the checkout form of a page."""
    quote = page["quote"]
    return {
        "items": page["items"],
        "key": page["key"],
        "proof": page["proof"],
        "total": quote["total"]["amount"],
        "gifts": "_".join(str(gift["skuId"]) for gift in quote["gifts"]),
    }


async def fill_in(shop: Shop, **changes: Any) -> dict[str, Any]:
    """Open the checkout form, fill it in, update its totals, and return it as it is sent."""
    page = shown(await visit(shop, "/no-script/checkout"))
    form = {**FORM, **hidden_fields(page), **changes}
    page = shown(await send(shop, "/no-script/checkout", {**form, "action": "update"}))
    return {**form, **hidden_fields(page), "action": "order"}

"""A shop whose pages are rendered by a small script instead of the whole client."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stallage.rendering import rendered_pages
from stallage.rendering.rendered_pages import RenderedPages
from tests.conftest import OpenShop
from tests.shell.client_build import INDEX, write_build
from tests.shop import Shop

SCRIPT = """
let outcome;
const API = {"/": "/api/home", "/faqs": "/api/faqs", "/blogs": "/api/blogs"};
function apisOf(path) {
  if (!path.startsWith("/products/")) return [API[path] ?? path];
  const slug = path.slice("/products/".length);
  const ofProduct = ["productcomments", "productquestions"];
  return ["/api" + path, ...ofProduct.map((name) => `/api/${name}?productSlug=${slug}`)];
}
function begin(text) {
  const { address, language, frame, answers } = JSON.parse(text);
  const path = address.split("?")[0];
  const apis = apisOf(path);
  const missing = apis.filter((api) => answers[api] === undefined);
  const bodies = apis.map((api) => JSON.stringify(answers[api]?.body)).join(" ");
  outcome = missing.length > 0
    ? { needs: missing }
    : { html: `<main lang="${language}">${address} ${answers[apis[0]].total} ${bodies}</main>` };
}
function finish() { return JSON.stringify(outcome); }
"""
"""Renders the answers that a page shows, after asking for them."""


STYLES = """<link rel="stylesheet" crossorigin href="/assets/index-a1b2.css">
    <link rel="preload" as="font" type="font/woff2" href="/assets/font.woff2" crossorigin="">"""
"""What a build has in its head beside the script."""


def write_script(folder: Path, script: str) -> None:
    """Write the script that renders pages into a build."""
    (folder / ".server").mkdir(exist_ok=True)
    (folder / ".server" / "render.js").write_text(script)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for pages as long as it takes: a slow machine is not a failure."""
    monkeypatch.setattr(rendered_pages, "COLD_SECONDS", 120)
    monkeypatch.setattr(rendered_pages, "FRESH_SECONDS", 120)


@pytest.fixture
def client_dir(tmp_path: Path) -> Path:
    index = INDEX.replace("</head>", f"{STYLES}\n</head>")
    folder = write_build(tmp_path / "client", index)
    (folder / "assets" / "index-a1b2.css").write_text("body{margin:0}")
    write_script(folder, SCRIPT)
    return folder


@pytest.fixture
async def shop(open_shop: OpenShop, client_dir: Path) -> AsyncIterator[Shop]:
    async with open_shop(client_dir=str(client_dir), renderers=1) as opened:
        yield opened


def pages_of(shop: Shop) -> RenderedPages:
    """Return the rendered pages of the shop's process."""
    found: RenderedPages = shop.runtime.services["rendering"]
    return found

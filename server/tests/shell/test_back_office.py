"""The page of the back office."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import OpenShop
from tests.shell.client_build import write_build
from tests.shop import Shop


@pytest.mark.parametrize("path", ["/backoffice", "/backoffice/", "/backoffice/orders/SO-1"])
async def test_every_address_is_the_same_page(shop: Shop, path: str) -> None:
    response = await shop.client.get(path)
    assert (response.status_code, "Back office" in response.text) == (200, True)
    assert response.headers["Cache-Control"] == "no-cache"
    assert response.headers["X-Robots-Tag"] == "noindex"
    policy = response.headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'none'" in policy


async def test_its_scripts_are_cached_for_long(shop: Shop) -> None:
    response = await shop.client.get("/backoffice/assets/main-1.js")
    assert "immutable" in response.headers["Cache-Control"]


async def test_a_script_of_an_older_build_is_not_a_page(shop: Shop) -> None:
    response = await shop.client.get("/backoffice/assets/main-0.js")
    assert response.status_code == 404


async def test_other_addresses_that_begin_alike_are_pages_of_the_storefront(shop: Shop) -> None:
    response = await shop.client.get("/backofficer", headers={"Accept": "text/html"})
    assert "Back office" not in response.text


async def test_without_a_build_it_says_so(open_shop: OpenShop, tmp_path: Path) -> None:
    folder = write_build(tmp_path / "client")
    (folder / "backoffice" / "backoffice.html").unlink()
    async with open_shop(client_dir=str(folder)) as opened:
        assert (await opened.client.get("/backoffice")).status_code == 503

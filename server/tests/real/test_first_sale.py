"""From an empty folder to a guest's order, with a real catalogue."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.first_sale import Walk, commands, order_something
from tests.real.test_shopify_files import FOLDER

pytestmark = [pytest.mark.real, pytest.mark.slow]

FILES = (
    "shopify-2017-snowdevil.csv.gz",
    "shopify-2017-jewelry.csv",
    "shopify-2026-new-headers.csv",
)
"""The largest, one with negative stock, and one with the current headers."""


@pytest.mark.parametrize("name", FILES)
async def test_a_real_catalogue_sells(tmp_path: Path, name: str) -> None:
    content = (FOLDER / name).read_bytes()
    plain = gzip.decompress(content) if name.endswith(".gz") else content
    (tmp_path / "products.csv").write_bytes(plain)
    walk = Walk(tmp_path)
    init, import_products, serve = commands()
    await walk.run(init)
    await walk.run(import_products)
    async with walk.serving(serve) as (client, _lines):
        order = await order_something(client)
    assert order["lines"]

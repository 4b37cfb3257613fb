"""Exports in the browser: the same file as on the command line, for all or some products."""

from __future__ import annotations

import csv
import io

import pytest

from stallage.import_export.operations.export_catalogue import export_catalogue
from tests.admin import operator_client
from tests.product_imports.uploading import apply, check, figures, row, sheet
from tests.shop import Shop


async def test_an_export_imported_again_changes_nothing(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        content = sheet(
            row("vase", title="=1+1", vendor="@Kiln", stock=4, tags="a, b"),
            row("bowl", text="<p>Round.</p>", image="https://pictures.example/bowl.jpg"),
        )
        await apply(shop, admin, await check(shop, admin, content))
        response = await admin.request("GET", "/exports/products")
        assert response.headers["content-disposition"].startswith("attachment")
        own = io.StringIO(newline="")
        await export_catalogue(shop.runtime, own)
        assert response.content.decode() == own.getvalue()
        rows = list(csv.DictReader(io.StringIO(response.text, newline="")))
        assert rows[0]["Title"] == "'=1+1"
        run = await check(shop, admin, response.content)
        assert figures(run) == {"unchanged": 2}
        status, error = await admin.error("POST", f"/imports/{run['id']}/start")
        assert (status, error["code"]) == (409, "nothing_to_import")


@pytest.mark.parametrize(
    ("format_id", "ending", "media_type"),
    [
        ("woocommerce", ".csv", "text/csv; charset=utf-8"),
        ("google", ".tsv", "text/tab-separated-values; charset=utf-8"),
        ("google-xml", ".xml", "application/rss+xml; charset=utf-8"),
    ],
)
async def test_the_format_is_chosen(
    shop: Shop, format_id: str, ending: str, media_type: str
) -> None:
    async with operator_client(shop, "catalogue") as admin:
        content = sheet(row("vase"), row("bowl"), row("jug"))
        await apply(shop, admin, await check(shop, admin, content))
        path = f"/exports/products?format={format_id}&search=vase"
        response = await admin.request("GET", path)
        assert response.headers["content-type"] == media_type
        assert response.headers["content-disposition"].endswith(f'{ending}"')
        run = await check(shop, admin, response.content, name=f"products{ending}")
        assert run["format"] == format_id.removesuffix("-xml")
        assert run["rows"] == 1
        assert (await admin.error("GET", "/exports/products?format=excel"))[0] == 422


async def test_a_filter_limits_the_export(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        content = sheet(row("vase"), row("bowl", status="draft"))
        await apply(shop, admin, await check(shop, admin, content))
        response = await admin.request("GET", "/exports/products?status=draft")
        rows = list(csv.DictReader(io.StringIO(response.text, newline="")))
        assert [one["URL handle"] for one in rows] == ["bowl"]
        assert (await admin.error("GET", "/exports/products?status=none"))[0] == 422
    async with operator_client(shop, "finance") as admin:
        assert (await admin.error("GET", "/exports/products"))[0] == 403

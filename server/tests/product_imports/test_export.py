"""Exports in the browser: the same file as on the command line, for all or some products."""

from __future__ import annotations

import csv
import io

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

"""The dry run: what would change, errors at the row, mapping, options."""

from __future__ import annotations

from typing import Any

from tests.admin import operator_client
from tests.checkout.factory import count
from tests.product_imports.uploading import HEADER, apply, check, figures, items, row, sheet, upload
from tests.shop import Shop


def change(field: str, before: str, after: str, item: str = "", part: str = "") -> dict[str, Any]:
    return {"field": field, "item": item, "part": part, "before": before, "after": after}


async def test_what_changes_is_listed_field_by_field(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        first = sheet(
            row("vase", vendor="Kiln", stock=4, tags="new"),
            row("bowl", stock=1),
            row("plate", stock=2),
        )
        await apply(shop, admin, await check(shop, admin, first))
        second = sheet(
            row("vase", vendor="Kiln & Co", stock=9, tags="new, blue", price="22.50"),
            row("bowl", stock=1),
            row("plate", stock=2, price="free"),
            row("cup", stock=3, price="5"),
        )
        run = await check(shop, admin, second)
        assert (run["state"], run["formatName"], run["rows"]) == (
            "checked",
            "Shopify product CSV",
            4,
        )
        assert figures(run) == {
            "created": 1,
            "changed": 1,
            "unchanged": 1,
            "failed": 1,
            "errors": 1,
        }
        (changed,) = await items(admin, run, "outcome=changed")
        assert changed["changes"] == [
            change("variants", "$20.00", "$22.50", "1", "price"),
            change("variants", "4", "9", "1", "stock"),
            change("brand", "Kiln", "Kiln & Co"),
            change("tags", "new", "new / blue"),
        ]
        (created,) = await items(admin, run, "outcome=created")
        assert change("title", "", "Cup") in created["changes"]
        assert change("variants", "", "$5.00", "1", "price") in created["changes"]
        (message,) = (await admin.get(f"/imports/{run['id']}/messages"))["items"]
        shown = [message[name] for name in ("severity", "line", "column", "value")]
        assert shown == ["error", 4, "Variant Price", "free"]
        assert await count(shop, "products") == 3


async def test_nothing_is_created_by_a_dry_run(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        content = sheet({**row("vase", vendor="New brand"), "Tags": "x"})
        await check(shop, admin, content)
        for table in ("products", "brands", "categories", "attributes"):
            assert await count(shop, table) == 0


async def test_warnings_name_the_column_and_the_cell(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        run = await check(
            shop, admin, sheet(row("vase", stock=-3), row("bowl", image="no address"))
        )
        found = (await admin.get(f"/imports/{run['id']}/messages?severity=warning"))["items"]
        shown = [(one["line"], one["column"], one["value"]) for one in found]
        assert shown == [(2, "Variant Inventory Qty", "-3"), (3, "Image Src", "no address")]
        assert run["counts"]["warnings"] == len(found)


async def test_own_columns_become_attributes_and_tags(shop: Shop) -> None:
    header = (*HEADER, "Glaze", "Season", "Internal")
    content = sheet(row("vase", Glaze="Matte", Season="Autumn", Internal="x"), header=header)
    async with operator_client(shop, "catalogue") as admin:
        proposed = await upload(admin, content)
        assert [one["target"] for one in proposed["columns"][-3:]] == ["extra"] * 3
        assert proposed["columns"][1]["samples"] == ["Vase"]
        targets = {"Glaze": "attribute", "Season": "tag", "Internal": "", "Vendor": ""}
        run = await apply(shop, admin, await check(shop, admin, content, targets=targets))
        assert figures(run, "done") == {"done": 1}
        async with shop.database.reading() as connection:
            product = await connection.fetchrow("SELECT attributes, tags, extra FROM products")
        assert product is not None
        assert list(product["attributes"].values()) == [["Matte"]]
        assert (product["tags"], product["extra"]) == (["Autumn"], {})
        again = await upload(admin, content)
        assert again["remembered"] is True
        assert [one["target"] for one in again["columns"][-3:]] == ["attribute", "tag", ""]


async def test_two_columns_cannot_be_the_same_field(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        run = await upload(admin, sheet(row("vase")))
        mapping = ["price" if one["name"] == "Vendor" else one["target"] for one in run["columns"]]
        status, error = await admin.error(
            "PUT", f"/imports/{run['id']}/mapping", json={"mapping": mapping}
        )
        assert (status, error["fields"]["mapping"]) == (422, ["Only one column can be “Price”."])


async def test_existing_products_can_be_left(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await apply(shop, admin, await check(shop, admin, sheet(row("vase"))))
        content = sheet(row("vase", price="1"), row("bowl"))
        run = await check(shop, admin, content, existing="leave")
        assert figures(run) == {"created": 1, "unchanged": 1}


async def test_missing_products_are_archived_if_chosen(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await apply(shop, admin, await check(shop, admin, sheet(row("vase"), row("bowl"))))
        run = await check(shop, admin, sheet(row("vase")), absent="archive")
        assert figures(run) == {"unchanged": 1, "archived": 1}
        (archived,) = await items(admin, run, "outcome=archived")
        assert (archived["label"], archived["line"]) == ("Bowl", 0)
        assert archived["changes"] == [change("status", "active", "archived")]
        await apply(shop, admin, run)
        async with shop.database.reading() as connection:
            rows = await connection.fetch("SELECT slug, status FROM products ORDER BY slug")
        assert [tuple(one) for one in rows] == [("bowl", "archived"), ("vase", "active")]


async def test_missing_products_stay_if_a_row_has_an_error(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await apply(shop, admin, await check(shop, admin, sheet(row("vase"), row("bowl"))))
        content = sheet(row("vase")) + b'"broken" cell,\r\n'
        run = await check(shop, admin, content, absent="archive")
        assert run["counts"]["archived"] == 0
        assert run["counts"]["warnings"] == 1


async def test_files_are_read_as_they_are_written(shop: Shop) -> None:
    text = sheet(row("vase", title="Käse & Öl", stock=1)).decode()
    async with operator_client(shop, "catalogue") as admin:
        for content in (
            text.encode("utf-8-sig"),
            text.encode("utf-16"),
            text.replace(",", ";").encode("cp1252"),
            text.replace(",", "\t").encode(),
        ):
            run = await check(shop, admin, content)
            (item,) = await items(admin, run)
            assert (item["label"], item["outcome"]) == ("Käse & Öl", "created")


async def test_hostile_files(shop: Shop) -> None:
    contents = {
        "workbook": b"PK\x03\x04" + b"\0" * 100,
        "picture": b"\x89PNG\r\n\x1a\n",
        "binary": bytes(range(256)) * 50,
        "text": b"hello",
        "xml": b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>',
    }
    async with operator_client(shop, "catalogue") as admin:
        for name, content in contents.items():
            status, error = await admin.error(
                "POST",
                "/imports",
                data={"kind": "products"},
                files={"file": (f"{name}.csv", content)},
            )
            assert (status, error["code"]) == (422, "unreadable_import"), name
            assert "/tmp" not in error["message"]
        status, _ = await admin.error(
            "POST", "/imports", data={"kind": "products"}, files={"other": ("a.csv", b"a")}
        )
        assert status == 422
        status, _ = await admin.error("POST", "/imports", json={"kind": "products"})
        assert status == 415


async def test_unknown_columns_are_mapped(shop: Shop) -> None:
    content = "Artikel;Bezeichnung;Preis\n7;Käsebrett;12.50\n".encode("cp1252")
    async with operator_client(shop, "catalogue") as admin:
        run = await upload(admin, content)
        assert (run["state"], run["format"], run["encoding"]) == ("mapping", "shopify", "cp1252")
        body = {"mapping": [one["target"] for one in run["columns"]], "options": {}}
        path = f"/imports/{run['id']}/mapping"
        status, error = await admin.error("PUT", path, json=body)
        assert (status, error["fields"]["mapping"]) == (
            *(422, ["Choose the column that is “Title”."]),
        )
        targets = {"Artikel": "sku", "Bezeichnung": "title", "Preis": "price"}
        run = await check(shop, admin, content, targets=targets)
        (item,) = await items(admin, run)
        assert (item["label"], item["outcome"]) == ("Käsebrett", "created")
        run = await apply(shop, admin, run)
        assert figures(run) == {"created": 1, "done": 1}
        again = await upload(admin, content)
        assert [one["target"] for one in again["columns"]] == ["sku", "title", "price"]


async def test_both_permissions_are_needed(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        status, error = await admin.error(
            "POST",
            "/imports",
            data={"kind": "products"},
            files={"file": ("a.csv", sheet(row("vase")))},
        )
        assert (status, error["code"]) == (403, "forbidden")

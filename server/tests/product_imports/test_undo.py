"""Undo of a whole import: removed, archived, restored, left."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from stallage.core import clock
from stallage.imports.actions.runs import forget_undo
from tests.admin import Admin, operator_client
from tests.checkout.factory import count, make_terms, place
from tests.product_changes.editor import save
from tests.product_imports.uploading import apply, check, figures, items, row, sheet, undo
from tests.returns.factory import broken_invariants
from tests.shop import Shop
from tests.test_ledger import broken


async def catalogue(shop: Shop) -> list[tuple[Any, ...]]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch(
            "SELECT p.slug, p.status, b.name AS brand, p.tags, s.options, s.price, s.stock"
            " FROM products p LEFT JOIN brands b ON b.id = p.brand_id"
            " LEFT JOIN skus s ON s.product_id = p.id AND s.active ORDER BY p.slug, s.position"
        )
        assert await broken(connection) == {}
    return [tuple(one) for one in rows]


async def sku_id(shop: Shop, slug: str) -> int:
    async with shop.database.reading() as connection:
        found: int = await connection.fetchval(
            "SELECT s.id FROM skus s JOIN products p ON p.id = s.product_id WHERE p.slug = $1", slug
        )
    return found


async def import_file(shop: Shop, admin: Admin, content: bytes, **options: Any) -> Any:
    return await apply(shop, admin, await check(shop, admin, content, **options))


def sizes(*names: str, price: str = "20") -> list[dict[str, Any]]:
    return [
        {
            **row("tee", stock=5, price=price, title="Tee" if place == 0 else ""),
            "Option1 Name": "Size" if place == 0 else "",
            "Option1 Value": name,
        }
        for place, name in enumerate(names)
    ]


async def test_a_whole_import_is_undone(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await import_file(
            shop, admin, sheet(row("vase", vendor="Kiln", stock=4), row("bowl"), *sizes("S", "M"))
        )
        before = await catalogue(shop)
        run = await import_file(
            shop,
            admin,
            sheet(
                row("vase", vendor="Other", stock=9, tags="x", status="draft"),
                row("cup", stock=7),
                *sizes("M", "L", price="25"),
            ),
            absent="archive",
        )
        assert await catalogue(shop) != before
        preview = await admin.post(f"/imports/{run['id']}/undo/preview")
        assert preview == {
            "removed": 1,
            "archived": 0,
            "restored": 3,
            "conflicts": 0,
            "examples": [],
        }
        run = await undo(shop, admin, run)
        assert figures(run, "removed", "restored", "conflicts") == {
            "removed": 1,
            "restored": 3,
            "conflicts": 0,
        }
        assert await catalogue(shop) == before
        assert (await admin.error("POST", f"/imports/{run['id']}/undo"))[0] == 409
    await shop.work()


async def test_units_sold_between_stay_sold(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_terms(connection)
    async with operator_client(shop, "catalogue") as admin:
        await import_file(shop, admin, sheet(row("vase", stock=10), row("bowl", stock=2)))
        run = await check(
            shop,
            admin,
            sheet(row("vase", stock=16), row("bowl", stock=2, price="21"), row("cup", stock=5)),
        )
        vase, bowl = await sku_id(shop, "vase"), await sku_id(shop, "bowl")
        # Sold after the dry run: the file's stock was counted before.
        await place(shop, [vase, vase, bowl])
        run = await apply(shop, admin, run)
        assert figures(run, "done", "refused") == {"done": 3, "refused": 0}
        stocks = {one[0]: one[6] for one in await catalogue(shop)}
        assert stocks == {"vase": 14, "bowl": 1, "cup": 5}
        await place(shop, [vase, await sku_id(shop, "cup")])
        preview = await admin.post(f"/imports/{run['id']}/undo/preview")
        assert (preview["archived"], preview["restored"], preview["removed"]) == (1, 2, 0)
        run = await undo(shop, admin, run)
        assert figures(run, "archivedByUndo", "restored") == {"restored": 2, "archivedByUndo": 1}
        found = {one[0]: (one[1], one[5], one[6]) for one in await catalogue(shop)}
        assert found == {
            "vase": ("active", 2000, 7),
            "bowl": ("active", 2000, 1),
            "cup": ("archived", 2000, 4),
        }
    assert await broken_invariants(shop) == []


async def test_more_units_sold_than_were_there_before(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_terms(connection)
    async with operator_client(shop, "catalogue") as admin:
        await import_file(shop, admin, sheet(row("vase", stock=1)))
        run = await import_file(shop, admin, sheet(row("vase", stock=4)))
        vase = await sku_id(shop, "vase")
        await place(shop, [vase, vase, vase])
        await undo(shop, admin, run)
        assert [one[6] for one in await catalogue(shop)] == [0]
    assert await broken_invariants(shop) == []


async def test_what_was_changed_since_is_left(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        first = sheet(*(row(name, vendor="Kiln") for name in ("bowl", "jug", "vase")))
        await import_file(shop, admin, first)
        changed = (row(name, vendor="Other", tags="x") for name in ("bowl", "jug", "vase"))
        run = await import_file(shop, admin, sheet(*changed, row("cup")))
        ids = {one["label"]: one["targetId"] for one in await items(admin, run)}
        own: dict[str, dict[str, Any]] = {
            "Bowl": {"brand": "Mine"},  # Changed by the import, and since.
            "Jug": {"summary": "Mine."},  # Not changed by the import.
            "Cup": {"title": "Mug"},  # Created by the import, and changed since.
        }
        for name, changes in own.items():
            record = await admin.get(f"/products/{ids[name]}")
            await save(admin, record, **changes)
        preview = await admin.post(f"/imports/{run['id']}/undo/preview")
        assert (preview["restored"], preview["conflicts"]) == (2, 2)
        assert sorted(preview["examples"]) == ["Bowl", "Cup"]
        await undo(shop, admin, run)
        brands = {one[0]: (one[2], one[3]) for one in await catalogue(shop)}
        assert brands == {
            "bowl": ("Mine", ["x"]),
            "jug": ("Kiln", []),
            "vase": ("Kiln", []),
            "cup": (None, []),
        }
        assert (await admin.get(f"/products/{ids['Jug']}"))["summary"] == "Mine."
        left = await items(admin, run, "state=conflict")
        assert [one["label"] for one in left] == ["Bowl", "Cup"]
        assert "changed since" in left[0]["message"]


async def test_products_changed_after_the_dry_run_are_not_imported(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await import_file(shop, admin, sheet(row("vase"), row("bowl")))
        run = await check(shop, admin, sheet(row("vase", price="9"), row("bowl", price="9")))
        vase = next(one for one in await items(admin, run) if one["label"] == "Vase")
        listed = await admin.get("/products?search=vase")
        record = await admin.get(f"/products/{listed['items'][0]['id']}")
        await save(admin, record, summary="Mine.")
        run = await apply(shop, admin, run)
        assert figures(run, "done", "refused") == {"done": 1, "refused": 1}
        (refused,) = await items(admin, run, "state=failed")
        assert (refused["position"], "after the file was checked" in refused["message"]) == (
            vase["position"],
            True,
        )
        prices = {one[0]: one[5] for one in await catalogue(shop)}
        assert prices == {"vase": 2000, "bowl": 900}


async def test_versions_are_recorded_for_the_editor(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await import_file(shop, admin, sheet(row("vase")))
        run = await import_file(shop, admin, sheet(row("vase", tags="x")))
        (item,) = await items(admin, run)
        versions = (await admin.get(f"/products/{item['targetId']}/versions"))["items"]
        assert [one["fields"] for one in versions] == [["tags"], []]
        await undo(shop, admin, run)
        versions = (await admin.get(f"/products/{item['targetId']}/versions"))["items"]
        assert [one["number"] for one in versions] == [3, 2, 1]


async def test_undo_ends_after_thirty_days(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        run = await import_file(shop, admin, sheet(row("vase")))
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE import_runs SET undo_until = $1", clock.now() - timedelta(seconds=1)
            )
        run = await admin.get(f"/imports/{run['id']}")
        assert run["canUndo"] is False
        status, error = await admin.error("POST", f"/imports/{run['id']}/undo")
        assert (status, error["code"]) == (409, "too_late_to_undo_import")
        async with shop.database.transaction() as connection:
            assert await forget_undo(connection, 10) == 1
            assert await forget_undo(connection, 10) == 0
    assert await count(shop, "products") == 1


async def test_deleted_products(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        await import_file(shop, admin, sheet(row("vase")))
        run = await import_file(shop, admin, sheet(row("vase", price="9"), row("bowl")))
        for item in await items(admin, run):
            await admin.output("DELETE", f"/products/{item['targetId']}")
        run = await undo(shop, admin, run)
        assert figures(run, "removed", "conflicts") == {"removed": 1, "conflicts": 1}

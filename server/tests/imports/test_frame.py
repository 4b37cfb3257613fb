"""The frame of imports, with a kind that imports names of brands."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from stallage.core.db import Connection
from stallage.core.invariants import check_invariants
from stallage.core.json_types import JsonObject
from stallage.core.runtime import Runtime
from stallage.imports import rules
from stallage.imports.drafts import (
    AppliedItem,
    Change,
    FileColumn,
    FileOption,
    ImportRecord,
    ImportSource,
    PlannedItem,
    RecognisedFile,
    RowMessage,
    StoredItem,
    TargetField,
    UndoneItem,
    UnreadableImportFile,
)
from stallage.imports.events import ImportPhaseStarted
from stallage.imports.invariants import INVARIANTS
from stallage.imports.operations import registry, running
from tests.admin import Admin, operator_client
from tests.shop import Shop

ADD = "INSERT INTO brands (name, slug) VALUES ($1, lower($1)) RETURNING id"


def recognise(path: Path, _name: str) -> RecognisedFile:
    lines = path.read_text().splitlines()
    if lines[0] != "brand,note":
        raise UnreadableImportFile("It has no column “brand”.")
    samples = [line.split(",") for line in lines[1:4]]
    return RecognisedFile(
        "plain",
        "utf-8",
        ",",
        (
            FileColumn("brand", tuple(one[0] for one in samples), "name"),
            FileColumn("note", tuple(one[1] for one in samples), ""),
        ),
    )


def read(_runtime: Runtime, source: ImportSource) -> Iterator[ImportRecord]:
    for line, text in enumerate(source.path.read_text().splitlines()[1:], 2):
        name = text.split(",")[source.mapping.index("name")]
        if not name:
            error = RowMessage("error", line, "It has no name.", "brand", "=1+1")
            yield ImportRecord("", "", line, 1, None, (error,))
        else:
            yield ImportRecord(name, name, line, 1, {"name": name})


async def plan(
    _runtime: Runtime,
    connection: Connection,
    records: Sequence[ImportRecord],
    _options: JsonObject,
) -> list[PlannedItem]:
    names = [record.key for record in records]
    rows = await connection.fetch("SELECT name FROM brands WHERE name = ANY($1)", names)
    known = {row["name"] for row in rows}
    return [
        PlannedItem("unchanged")
        if record.key in known
        else PlannedItem("created", (Change("name", "", "", "", record.key),), record.payload)
        for record in records
    ]


async def apply(
    _runtime: Runtime, connection: Connection, items: Sequence[StoredItem]
) -> list[AppliedItem]:
    applied = []
    for item in items:
        if item.payload["name"] == "Broken":
            raise ValueError("cannot be stored")
        brand_id = await connection.fetchval(ADD, item.payload["name"])
        applied.append(AppliedItem(brand_id, {"name": item.payload["name"]}))
    return applied


async def plan_undo(
    _runtime: Runtime, _connection: Connection, items: Sequence[StoredItem]
) -> list[UndoneItem]:
    return [UndoneItem("conflict" if item.key == "Kept" else "removed") for item in items]


async def undo(runtime: Runtime, connection: Connection, item: StoredItem) -> UndoneItem:
    (planned,) = await plan_undo(runtime, connection, [item])
    if planned.result == "removed":
        await connection.execute("DELETE FROM brands WHERE id = $1", item.target_id)
    return planned


BRANDS = registry.ImportKind(
    "brands",
    ("products.edit",),
    {"plain": "Plain CSV"},
    lambda _format: (TargetField("name", "Name", "", required=True),),
    recognise,
    read,
    plan,
    apply,
    plan_undo,
    undo,
    (FileOption("mode", ("all", "new")),),
)


@pytest.fixture(autouse=True)
def _brands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.KINDS, "brands", BRANDS)


async def upload(admin: Admin, content: bytes, name: str = "brands.csv") -> Any:
    return await admin.post("/imports", data={"kind": "brands"}, files={"file": (name, content)})


async def check(shop: Shop, admin: Admin, content: bytes) -> Any:
    run = await upload(admin, content)
    body = {"mapping": [column["target"] for column in run["columns"]], "options": {}}
    await admin.output("PUT", f"/imports/{run['id']}/mapping", json=body)
    await shop.work()
    return await admin.get(f"/imports/{run['id']}")


async def brands(shop: Shop) -> list[str]:
    async with shop.database.reading() as connection:
        rows = await connection.fetch("SELECT name FROM brands ORDER BY name")
        for result in await check_invariants(connection, INVARIANTS):
            assert result.count == 0, result.examples
    return [row["name"] for row in rows]


CONTENT = b"brand,note\nAlba,one\n,two\nBrix,three\nAlba,four\n"


async def test_an_import_from_file_to_undo(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        run = await upload(
            admin, b"brand,note\nKept,one\n,two\nBrix,three\n", "../x\x01/brands.csv"
        )
        assert (run["state"], run["fileName"], run["formatName"]) == (
            "mapping",
            "brands.csv",
            "Plain CSV",
        )
        assert [one["target"] for one in run["columns"]] == ["name", ""]
        path = f"/imports/{run['id']}"
        await admin.output(
            "PUT", f"{path}/mapping", json={"mapping": ["name", ""], "options": {"mode": "new"}}
        )
        await shop.work()
        run = await admin.get(path)
        assert (run["state"], run["rows"], run["options"][0]["value"]) == ("checked", 3, "new")
        counts = run["counts"]
        assert [counts[name] for name in ("created", "failed", "errors")] == [2, 1, 1]
        assert await brands(shop) == []
        items = await admin.get(f"{path}/items?outcome=created&limit=1")
        assert items["items"][0]["changes"] == [
            {"field": "name", "item": "", "part": "", "before": "", "after": "Kept"}
        ]
        following = await admin.get(f"{path}/items?outcome=created&cursor={items['nextCursor']}")
        assert [one["label"] for one in following["items"]] == ["Brix"]
        messages = await admin.get(f"{path}/messages?severity=error")
        assert [(one["line"], one["column"]) for one in messages["items"]] == [(3, "brand")]
        file = await admin.request("GET", f"{path}/file")
        assert "3,error,brand,'=1+1,It has no name." in file.text
        await admin.post(f"{path}/start")
        assert (await admin.error("POST", f"{path}/start"))[0] == 409
        await shop.work()
        run = await admin.get(path)
        assert (run["state"], run["counts"]["done"], run["canUndo"]) == ("imported", 2, True)
        assert await brands(shop) == ["Brix", "Kept"]
        preview = await admin.post(f"{path}/undo/preview")
        assert (preview["removed"], preview["conflicts"]) == (1, 1)
        assert preview["examples"] == ["Kept"]
        await admin.post(f"{path}/undo")
        await shop.work()
        run = await admin.get(path)
        assert (run["state"], run["canUndo"]) == ("undone", False)
        assert (run["counts"]["removed"], run["counts"]["conflicts"]) == (1, 1)
        assert await brands(shop) == ["Kept"]
        listed = await admin.get("/imports?kind=brands")
        assert [one["id"] for one in listed["items"]] == [run["id"]]


async def test_one_that_cannot_be_stored_does_not_stop_the_others(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        run = await check(shop, admin, b"brand,note\nAlba,\nBroken,\nCara,\n")
        await admin.post(f"/imports/{run['id']}/start")
        await shop.work()
        run = await admin.get(f"/imports/{run['id']}")
        assert (run["counts"]["done"], run["counts"]["refused"]) == (2, 1)
        failed = await admin.get(f"/imports/{run['id']}/items?state=failed")
        assert failed["items"][0]["message"] == rules.FAILED
    assert await brands(shop) == ["Alba", "Cara"]


async def test_a_phase_that_starts_twice_runs_once(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "WRITE_BATCH", 1)
    monkeypatch.setattr(running, "BATCHES", 1)
    async with operator_client(shop, "catalogue") as admin:
        run = await check(shop, admin, b"brand,note\nAlba,\nBrix,\nCara,\n")
        path = f"/imports/{run['id']}"
        await admin.post(f"{path}/start")
        async with shop.database.reading() as connection:
            key = await connection.fetchval("SELECT run_key FROM import_runs")
        # The job is interrupted after the first batch, and started again beside an old one.
        await running.run_phase(shop.runtime, run["id"], key)
        await running.run_phase(shop.runtime, run["id"], "older")
        assert (await admin.get(path))["done"] == 1
        await shop.work()
        assert (await admin.get(path))["counts"]["done"] == 3
        event = ImportPhaseStarted(import_id=run["id"], run_key=key)
        await running.run_phase(shop.runtime, event.import_id, event.run_key)
    assert await brands(shop) == ["Alba", "Brix", "Cara"]


async def test_a_stopped_import_can_be_undone(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "WRITE_BATCH", 1)
    monkeypatch.setattr(running, "BATCHES", 1)
    async with operator_client(shop, "catalogue") as admin:
        run = await check(shop, admin, b"brand,note\nAlba,\nBrix,\n")
        path = f"/imports/{run['id']}"
        await admin.post(f"{path}/start")
        async with shop.database.reading() as connection:
            key = await connection.fetchval("SELECT run_key FROM import_runs")
        await running.run_phase(shop.runtime, run["id"], key)
        run = await admin.post(f"{path}/stop")
        assert (run["state"], run["counts"]["skipped"]) == ("imported", 1)
        await shop.work()
        assert await brands(shop) == ["Alba"]
        await admin.post(f"{path}/undo")
        await shop.work()
    assert await brands(shop) == []


async def test_the_mapping_is_remembered_for_the_same_header(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        run = await upload(admin, CONTENT)
        path = f"/imports/{run['id']}"
        for mapping in (["name"], ["name", "name"], ["", ""], ["name", "unknown"]):
            status, error = await admin.error("PUT", f"{path}/mapping", json={"mapping": mapping})
            assert (status, list(error["fields"])) == (422, ["mapping"])
        await admin.output("PUT", f"{path}/mapping", json={"mapping": ["", "name"]})
        second = await upload(admin, gzip.compress(CONTENT), "again.csv.gz")
        assert [one["target"] for one in second["columns"]] == ["", "name"]
        assert second["remembered"] is True
        await admin.output("DELETE", f"/imports/{second['id']}")
        assert (await admin.error("GET", f"/imports/{second['id']}"))[0] == 404


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"", 422),
        (b"a,b\n1,2\n", 422),
        (gzip.compress(CONTENT)[:-6], 422),
        (b"\x1f\x8bnonsense", 422),
        (gzip.compress(b"a" * (rules.MAX_UNPACKED_BYTES + 1)), 413),
    ],
    ids=["empty", "unknown", "truncated", "damaged", "bomb"],
)
async def test_hostile_files_are_refused(shop: Shop, content: bytes, status: int) -> None:
    async with operator_client(shop, "catalogue") as admin:
        found, error = await admin.error(
            "POST", "/imports", data={"kind": "brands"}, files={"file": ("x.csv", content)}
        )
        assert found == status, error


async def test_the_permission_of_the_kind_is_needed(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        run = await check(shop, admin, CONTENT)
    async with operator_client(shop, "read-only") as other:
        status, _ = await other.error(
            "POST", "/imports", data={"kind": "brands"}, files={"file": ("x.csv", CONTENT)}
        )
        assert status == 403
        assert (await other.error("GET", f"/imports/{run['id']}"))[0] == 404
        assert (await other.error("POST", f"/imports/{run['id']}/start"))[0] == 404
        assert (await other.get("/imports"))["items"] == []

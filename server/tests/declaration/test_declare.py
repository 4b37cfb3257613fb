"""`stallage declare`: exported files are equivalent to the shop."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stallage.core.runtime import Runtime
from stallage.declaration.writing import write_shop
from stallage.demo import filling
from stallage.demo.filling import fill
from stallage.process import open_runtime
from stallage.settings import Settings
from tests.command import run_stallage
from tests.conftest import run_on, with_database
from tests.declaration.factory import apply, changes, declared_shop
from tests.demo.small import small_demo
from tests.products.factory import make_product


@pytest.fixture
async def other(cluster: str, template: str, tmp_path: Path) -> AsyncIterator[Runtime]:
    """A second, empty shop."""
    name = f"other_{tmp_path.parent.name}_{tmp_path.name}".replace("-", "_").lower()[:60]
    await run_on(cluster, f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    dsn = with_database(cluster, name)
    own = Settings(data_dir=tmp_path / "other-data", database_url=dsn)
    async with open_runtime(own, dsn) as runtime:
        yield runtime
    await run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)")


def files_of(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


async def test_exported_files_change_nothing_when_applied(
    runtime: Runtime, other: Runtime, tmp_path: Path
) -> None:
    await apply(runtime, declared_shop(tmp_path / "declared"))
    await write_shop(runtime, tmp_path / "first")
    assert changes(await apply(runtime, tmp_path / "first")) == {}
    await apply(other, tmp_path / "first")
    await write_shop(other, tmp_path / "second")
    assert files_of(tmp_path / "second") == files_of(tmp_path / "first")


async def test_the_demo_shop_survives_export_and_import(
    runtime: Runtime, other: Runtime, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    demo = small_demo(tmp_path)
    monkeypatch.setattr(filling, "SHOP", demo)
    assert await fill(runtime) == "filled"
    assert changes(await apply(runtime, demo)) == {}
    await write_shop(runtime, tmp_path / "first")
    assert changes(await apply(runtime, tmp_path / "first")) == {}
    await apply(other, tmp_path / "first")
    assert changes(await apply(other, tmp_path / "first")) == {}
    await write_shop(other, tmp_path / "second")
    assert files_of(tmp_path / "first") == files_of(tmp_path / "second")


async def test_reviews_and_questions_of_customers_are_not_exported(
    runtime: Runtime, tmp_path: Path
) -> None:
    await apply(runtime, declared_shop(tmp_path / "declared"))
    async with runtime.database.transaction() as connection:
        await connection.execute("UPDATE reviews SET imported = false")
        await connection.execute("UPDATE questions SET imported = false")
    await write_shop(runtime, tmp_path / "first")
    assert not (tmp_path / "first" / "reviews.toml").exists()
    assert not (tmp_path / "first" / "questions.toml").exists()


async def test_special_characters_survive(runtime: Runtime, other: Runtime, tmp_path: Path) -> None:
    words = "Tee \"grün\" \\ ''' = [x] #1\n\ttab \x7f é 日本 🫖"
    async with runtime.database.transaction() as connection:
        product = await make_product(connection, slug="odd")
        await connection.execute(
            "UPDATE products SET summary = $2, extra = $3, tags = $4 WHERE id = $1",
            product.id,
            words,
            {"Wilson's “size” (cm)": words},
            ['a "b"', "c\\d"],
        )
    await write_shop(runtime, tmp_path / "first")
    await apply(other, tmp_path / "first")
    async with other.database.reading() as connection:
        row = await connection.fetchrow("SELECT summary, extra, tags FROM products")
    assert row is not None
    assert (row["summary"], row["tags"]) == (words, ['a "b"', "c\\d"])
    assert row["extra"] == {"Wilson's “size” (cm)": words}


async def test_the_command_overwrites_only_with_overwrite(
    settings: Settings, tmp_path: Path
) -> None:
    folder = tmp_path / "shop"
    result = await run_stallage(settings, "declare", folder)
    assert (result.status, (folder / "shop.toml").is_file()) == (0, True)
    again = await run_stallage(settings, "declare", folder)
    assert (again.status, "not an empty folder" in again.errors) == (1, True)
    assert (await run_stallage(settings, "declare", folder, "--overwrite")).status == 0

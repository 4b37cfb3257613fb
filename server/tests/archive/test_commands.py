"""The commands `export --all` and `import` of an archive."""

from __future__ import annotations

import asyncio
import tracemalloc
from pathlib import Path

import pytest

from stallage.archive.operations.export import write_archive
from stallage.archive.operations.restore import import_archive
from stallage.core.embedded import start_embedded
from stallage.migrations import CORE, create_schema, head, migrate
from stallage.settings import Settings
from tests.archive.shops import PASSPHRASE, archived_rows, empty_database, export, load, silent
from tests.command import run_stallage
from tests.conftest import OpenShop, run_on
from tests.shop import Shop
from tests.test_ledger import trade

pytestmark = pytest.mark.slow


async def test_a_shop_moves_from_an_external_to_the_embedded_database(
    open_shop: OpenShop, tmp_path: Path
) -> None:
    async with open_shop() as shop:
        await trade(shop)
        settings = shop.runtime.settings
        file = tmp_path / "shop.tar"
        passphrase = tmp_path / "passphrase"
        passphrase.write_text(f"{PASSPHRASE}\n")
        words = ("export", "--all", file, "--passphrase-file", passphrase)
        written = await run_stallage(settings, *words)
        assert written.status == 0, written.errors
        assert " rows, 0 media files." in written.output
        assert (await run_stallage(settings, *words)).status == 1
        refused = await run_stallage(settings, "import", file)
        assert (refused.status, refused.errors) == (1, "The shop is running. Stop it first.\n")
        before = await archived_rows(settings.database_url)
    intact = await run_stallage(settings, "import", file, "--verify")
    assert intact.output.startswith("The archive of ")
    assert "with encrypted secrets" in intact.output
    embedded = Settings(data_dir=tmp_path / "embedded", database_url="")
    done = await run_stallage(embedded, "import", file, "--passphrase-file", passphrase)
    assert done.status == 0, done.errors
    assert "No problems found." in done.output
    assert done.errors == ""
    server = start_embedded(embedded.data_dir / "postgres")
    try:
        assert await archived_rows(server.dsn()) == before
    finally:
        server.stop()
    again = await run_stallage(embedded, "import", file)
    assert again.status == 1
    assert "only be imported into an empty one" in again.errors


async def test_other_files_are_no_archives(settings: Settings, tmp_path: Path) -> None:
    file = tmp_path / "products.csv"
    file.write_text("Handle,Title\n")
    result = await run_stallage(settings, "import", file, "--verify")
    assert (result.status, result.errors) == (1, f"{file} is not an archive of Stallage.\n")
    result = await run_stallage(settings, "export", tmp_path / "x.csv", "--passphrase-file", file)
    assert (result.status, result.errors) == (
        1,
        "Only an archive has a passphrase. Add --all.\n",
    )
    result = await run_stallage(
        settings, "export", "--all", tmp_path / "x.tar", "--passphrase-file", tmp_path / "none"
    )
    assert result.status == 1
    assert "cannot be read" in result.errors


async def test_settings_of_the_environment_move_along(
    shop: Shop, cluster: str, tmp_path: Path
) -> None:
    settings = shop.runtime.settings.model_copy(
        update={"low_stock": 7, "mail_from": "It's \\ <a@example.com>"}
    )
    settings.model_fields_set.update({"low_stock", "mail_from"})
    written = await export(settings, tmp_path / "shop.tar")
    async with empty_database(cluster, tmp_path / "elsewhere") as elsewhere:
        result = await load(elsewhere, written.path)
        there = Settings(data_dir=elsewhere.data_dir, database_url=elsewhere.database_url)
    assert (there.low_stock, there.mail_from) == (7, "It's \\ <a@example.com>")
    assert result.overridden == ()
    assert (there.data_dir / "settings.env").stat().st_mode & 0o777 == 0o600


async def test_an_archive_of_an_earlier_schema_is_upgraded(
    shop: Shop, cluster: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = await export(shop.runtime.settings, tmp_path / "shop.tar")
    revision = CORE.folder / "9999_later.py"
    content = (
        "from alembic import op\n"
        "revision, down_revision = '9999', '0001'\n"
        "branch_labels = depends_on = None\n"
        "def upgrade() -> None:\n"
        "    op.execute('ALTER TABLE milestones RENAME COLUMN facts TO details')\n"
    )
    folder = tmp_path / "versions"
    folder.mkdir()
    for path in CORE.folder.glob("[0-9]*.py"):
        source = path.read_text().replace("Path(stallage.migrations.__file__).parent", "FILES")
        place = f"FILES = Path({str(CORE.folder.parent)!r})\nFOLDER = "
        (folder / path.name).write_text(source.replace("FOLDER = ", place))
    (folder / revision.name).write_text(content)
    monkeypatch.setitem(vars(CORE), "folder", folder)
    monkeypatch.delitem(vars(CORE), "revisions", raising=False)
    try:
        assert head() == "9999"
        async with empty_database(cluster, tmp_path / "elsewhere") as elsewhere:
            dsn = elsewhere.database_url
            # An empty shop of the new release: its schema is replaced by the archive's.
            await asyncio.to_thread(migrate, dsn)
            await run_on(dsn, "SELECT details FROM milestones")
            await load(elsewhere, written.path)
            await run_on(dsn, "SELECT details FROM milestones")
            newer = await export(elsewhere, tmp_path / "newer.tar")
    finally:
        vars(CORE).pop("revisions", None)
    monkeypatch.undo()
    async with empty_database(cluster, tmp_path / "older") as older:
        with pytest.raises(Exception, match="Install a newer release first"):
            await load(older, newer.path)
        await asyncio.to_thread(create_schema, older.database_url, {"": head()})


async def test_memory_does_not_grow_with_the_shop(shop: Shop, cluster: str, tmp_path: Path) -> None:
    dsn = shop.runtime.settings.database_url
    await run_on(
        dsn,
        "INSERT INTO milestones (name, happened_at, facts) SELECT 'm' || n, now(),"
        " jsonb_build_object('text', repeat(md5(n::text), 100)) FROM generate_series(1, 40000) n",
    )
    path = tmp_path / "shop.tar"

    def peak() -> float:
        tracemalloc.start()
        try:
            write_archive(shop.runtime.settings, dsn, path, silent)
            import_archive(elsewhere, elsewhere.database_url, path, silent)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    async with empty_database(cluster, tmp_path / "elsewhere") as elsewhere:
        used = await asyncio.to_thread(peak)
    assert path.stat().st_size > 100 * 2**20
    assert used < 40 * 2**20

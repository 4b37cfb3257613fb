"""Steps of migrations: which a release needs, and which wait until no earlier release runs."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import asyncpg
import pytest

from stallage.doctor import check_database
from stallage.migrations import CORE, Applied, Chain, OlderProcesses, SchemaTooNew, migrate
from stallage.migrations.upgrading import upgrade_with
from tests.conftest import run_on
from tests.core.test_online_migrations import fetch_value, with_revisions
from tests.shop import Shop

PHASE = re.compile(r"\d{4}_(initial|expand_\w+|backfill_\w+|contract_\w+)\.py")


async def schema_findings(dsn: str) -> list[str]:
    """What the doctor says about the schema."""
    found = await check_database(dsn)
    return [f"{one.state}: {one.message}" for one in found if one.about == "Schema"]


@pytest.fixture
def chain(tmp_path: Path) -> Chain:
    """A chain whose last release had 0003, and whose contract step waits."""
    names = (
        "0001_initial",
        "0002_expand_a",
        "0003_contract_a",
        "0004_backfill_b",
        "0005_contract_b",
    )
    for name in names:
        (tmp_path / f"{name}.py").touch()
    return Chain("", tmp_path)


def applied(revision: str, needs: str | None = None) -> Applied:
    return Applied(revision, needs)


@pytest.mark.fast
def test_contract_steps_at_the_end_wait(chain: Chain) -> None:
    assert chain.target(applied("0001"), contract=False) == "0004"
    assert chain.target(applied("0005"), contract=False) == "0005"
    assert chain.target(applied("0001"), contract=True) == "0005"
    assert chain.target(None, contract=False) == "0005"


@pytest.mark.fast
def test_a_release_runs_before_its_contract_steps_and_until_those_of_the_next(chain: Chain) -> None:
    assert [one for one in sorted(chain.revisions) if chain.is_current(applied(one))] == [
        "0004",
        "0005",
    ]
    assert not chain.is_current(None)
    assert chain.is_current(applied("0007"))
    assert chain.is_current(applied("0007", needs="0005"))
    assert not chain.is_current(applied("0007", needs="0006"))
    assert chain.is_too_new(applied("0007", needs="0006"))


@pytest.mark.fast
def test_file_names_have_the_kind_of_the_step() -> None:
    names = [path.name for path in CORE.folder.glob("[0-9]*.py")]
    assert [name for name in names if not PHASE.fullmatch(name)] == []


async def test_an_interrupted_backfill_goes_on_where_it_was(dsn: str, tmp_path: Path) -> None:
    await run_on(
        dsn,
        "CREATE TABLE test_rows (id bigint, name text, runs int DEFAULT 0)",
        "INSERT INTO test_rows SELECT n, NULL, 0 FROM generate_series(1, 10) n",
        "ALTER TABLE test_rows ADD CONSTRAINT ck_stop CHECK (id <> 8 OR name IS NULL)",
    )
    change = (
        'online.backfill("test_rows", "UPDATE test_rows SET name = \'x\', runs = runs + 1'
        ' WHERE id = ANY(:ids)", size=3, pending="name IS NULL")'
    )
    upgrading = with_revisions(dsn, tmp_path, change)
    with pytest.raises(Exception, match="ck_stop"):
        await asyncio.to_thread(upgrade_with, upgrading)
    assert await fetch_value(dsn, "SELECT count(name) FROM test_rows") == 6
    await run_on(dsn, "ALTER TABLE test_rows DROP CONSTRAINT ck_stop")
    await asyncio.to_thread(upgrade_with, upgrading)
    assert await fetch_value(dsn, "SELECT array_agg(DISTINCT runs) FROM test_rows") == [1]
    assert await fetch_value(dsn, "SELECT count(name) FROM test_rows") == 10


async def test_a_step_that_an_older_process_needs_is_refused(
    shop: Shop, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The shop runs with the newest revision of this release; the step needs one that follows."""
    dsn = shop.runtime.settings.database_url
    names = [path.name for path in CORE.folder.glob("[0-9]*.py")]
    for name in names:
        (tmp_path / name).write_text((CORE.folder / name).read_text())
    (tmp_path / "9001_contract_a.py").write_text(
        f'revision, down_revision = "9001", "{CORE.head}"\nbranch_labels = depends_on = None\n\n\n'
        "def upgrade():\n    pass\n"
    )
    later = Chain("", tmp_path)
    monkeypatch.setattr("stallage.migrations.CORE", later)
    await asyncio.to_thread(migrate, dsn)
    assert await fetch_value(dsn, "SELECT version_num FROM alembic_version") == CORE.head
    assert await schema_findings(dsn) == [
        "note: Once no process of an earlier release is needed any more (9001), run: stallage migrate"
        " --contract"
    ]
    with pytest.raises(OlderProcesses, match="still run on"):
        await asyncio.to_thread(migrate, dsn, contract=True)
    async with shop.database.reading() as connection:
        assert CORE.is_current(await CORE.applied_to(connection))


async def test_a_contract_step_stores_what_it_needs(
    dsn: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for path in CORE.folder.glob("[0-9]*.py"):
        (tmp_path / path.name).write_text(path.read_text())
    (tmp_path / "9001_contract_a.py").write_text(
        f'revision, down_revision = "9001", "{CORE.head}"\nbranch_labels = depends_on = None\n'
        'needs = "9000"\n\n\ndef upgrade():\n    pass\n'
    )
    monkeypatch.setattr("stallage.migrations.CORE", Chain("", tmp_path))
    await asyncio.to_thread(migrate, dsn, contract=True)
    assert await schema_findings(dsn) == []
    monkeypatch.undo()
    assert await schema_findings(dsn) == [
        "wrong: The schema is of a later release, which has to run instead of this."
    ]
    with pytest.raises(SchemaTooNew):
        await asyncio.to_thread(migrate, dsn)
    connection = await asyncpg.connect(dsn)
    try:
        assert await CORE.applied_to(connection) == Applied("9001", "9000")
        found = await CORE.applied_to(connection)
        assert found is not None
        assert CORE.is_too_new(found)
    finally:
        await connection.close()

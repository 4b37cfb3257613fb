"""The example plug-in from installation to removal, with the operator's commands."""

from __future__ import annotations

import os
from pathlib import Path

import asyncpg
import pytest

from stallage.settings import Settings
from tests.backup.test_external import elsewhere
from tests.command import run_stallage
from tests.conftest import run_on
from tests.plugins.installing import install_package
from tests.shop import running_shop

__all__ = ["elsewhere"]

pytestmark = pytest.mark.slow

CUSTOMER = "INSERT INTO customers (id, email, created_at) VALUES (7, 'ada@example.com', now())"
JOBS = """
INSERT INTO pgqueuer (priority, status, entrypoint, payload, headers) VALUES
    (0, 'queued', 'stamp_card.stamp', '{"order_id": 1}', 'null'),
    (0, 'queued', 'stamp_card.send_card_filled', '{"customer_id": 7}', 'null')
"""
TIMER = """
INSERT INTO pgqueuer_schedules (expression, next_run, entrypoint)
VALUES ('* * * * *', now(), 'stamp_card.sweep')
"""
VERSIONS = """
SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename LIKE 'stamp_card%' ORDER BY 1
"""
TABLES = ["stamp_card_alembic_version", "stamp_card_stamps"]


async def column(dsn: str, query: str) -> list[object]:
    connection = await asyncpg.connect(dsn)
    try:
        return [row[0] for row in await connection.fetch(query)]
    finally:
        await connection.close()


def uninstall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hide all plug-ins from commands."""
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[2]))


async def test_an_installed_plugin_is_a_part_of_the_shop(
    settings: Settings, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = await run_stallage(settings, "serve", "--port", "0")
    assert (served.status, served.errors) == (
        1,
        "The database's schema is not current. Run: stallage migrate\n",
    )
    assert (
        "Schema          The schema of stamp_card is at None, not 0001."
        in (await run_stallage(settings, "doctor")).output
    )
    assert (await run_stallage(settings, "migrate")).status == 0
    assert await column(settings.database_url, VERSIONS) == TABLES
    doctor = (await run_stallage(settings, "doctor")).output
    assert "stamp_card, by stallage-stamp-card 1.0" in doctor
    assert "ok     Stamp cards     0 customers collect stamps." in doctor
    listed = await run_stallage(settings, "features")
    *_, feature, screen = listed.output.splitlines()
    assert feature.split() == ["stamp_card", "stallage-stamp-card", "1.0"]
    assert screen.strip() == "screen /stamp-card: Stamp cards (customers.read)"
    shown = (await run_stallage(settings, "settings")).output
    assert "STALLAGE_STAMP_CARD_SIZE=10  (default)\n    Orders that fill a card." in shown
    assert (await run_stallage(settings, "stamp-card", "list")).status == 0
    checked = await run_stallage(settings, "check-feature", "stallage_stamp_card")
    assert checked.output == "stallage_stamp_card follows all rules.\n"


async def test_an_invalid_setting_of_a_plugin_stops_the_start(
    settings: Settings, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STALLAGE_STAMP_CARD_SIZE", "1")
    for command in ("serve", "settings"):
        result = await run_stallage(settings, command)
        assert result.status == 1
        assert (
            "The plug-in stallage-stamp-card 1.0 (feature stamp_card) cannot be used"
            in result.errors
        )
        assert (
            "STALLAGE_STAMP_CARD_SIZE: Input should be greater than or equal to 2" in result.errors
        )


async def test_uninstalling_keeps_the_data_and_the_shop_running(
    settings: Settings,
    elsewhere: Settings,
    example: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    await run_stallage(settings, "migrate")
    await run_on(settings.database_url, CUSTOMER, JOBS, TIMER)
    installed = os.environ["PYTHONPATH"]
    uninstall(monkeypatch)
    assert (await run_stallage(settings, "migrate")).status == 0
    async with running_shop(settings) as shop:
        await shop.work()
        assert (await shop.client.get("/readyz")).status_code == 200
        assert (await shop.client.get("/api/stamp-card")).status_code == 404
    unknown = await run_stallage(settings, "jobs", "list", "--state", "unknown", "--counts")
    assert [line.split()[2] for line in unknown.output.splitlines()] == [
        "stamp_card.send_card_filled",
        "stamp_card.stamp",
    ]
    doctor = (await run_stallage(settings, "doctor")).output
    assert "note   Plug-ins        stamp_card is not installed, but its tables" in doctor
    assert "Jobs unknown to this release: 2" in doctor
    backup = tmp_path / "shop.tar"
    assert (await run_stallage(settings, "backup", backup)).status == 0
    restored = await run_stallage(elsewhere, "restore", backup)
    assert restored.status == 0, restored.errors
    assert await column(elsewhere.database_url, VERSIONS) == TABLES
    # After a reinstallation it continues where it stopped.
    monkeypatch.setenv("PYTHONPATH", installed)
    assert (await run_stallage(settings, "migrate")).status == 0
    waiting = await run_stallage(settings, "jobs", "list", "--state", "waiting", "--counts")
    assert "stamp_card.stamp" in waiting.output


async def test_a_restore_repeats_jobs_that_the_plugin_declares_safe(
    settings: Settings, elsewhere: Settings, example: Path, tmp_path: Path
) -> None:
    await run_stallage(settings, "migrate")
    await run_on(settings.database_url, CUSTOMER, JOBS)
    backup = tmp_path / "shop.tar"
    assert (await run_stallage(settings, "backup", backup)).status == 0
    restored = await run_stallage(elsewhere, "restore", backup)
    assert restored.status == 0, restored.errors
    states = "SELECT status::text FROM pgqueuer ORDER BY entrypoint"
    assert await column(elsewhere.database_url, states) == ["failed", "queued"]


async def test_a_backup_of_a_newer_plugin_is_refused(
    settings: Settings, elsewhere: Settings, example: Path, tmp_path: Path
) -> None:
    await run_stallage(settings, "migrate")
    await run_on(
        settings.database_url, "UPDATE stamp_card_alembic_version SET version_num = '0002'"
    )
    # Old code runs on the new schema, which rolling updates need.
    assert (await run_stallage(settings, "stamp-card", "list")).status == 0
    backup = tmp_path / "shop.tar"
    assert (await run_stallage(settings, "backup", backup)).status == 0
    refused = await run_stallage(elsewhere, "restore", backup)
    assert refused.status == 1
    assert (
        "newer release of the plug-in stamp_card (schema 0002; this release has 0001)"
        in refused.errors
    )


async def test_a_shop_without_its_tables_can_be_restored(
    settings: Settings,
    elsewhere: Settings,
    example: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    backup = tmp_path / "shop.tar"
    assert (await run_stallage(settings, "backup", backup)).status == 0
    assert await column(settings.database_url, VERSIONS) == []
    restored = await run_stallage(elsewhere, "restore", backup)
    assert restored.status == 0, restored.errors
    assert await column(elsewhere.database_url, VERSIONS) == TABLES


async def test_dropping_deletes_what_is_left(
    settings: Settings, example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = settings.database_url
    await run_stallage(settings, "migrate")
    await run_on(dsn, CUSTOMER, JOBS, TIMER)
    refused = await run_stallage(settings, "drop-feature", "stamp_card", "--yes")
    assert (refused.status, refused.errors) == (
        1,
        "stamp_card is installed. Uninstall its package first.\n",
    )
    uninstall(monkeypatch)
    for name in ("orders", "stamp"):
        nothing = await run_stallage(settings, "drop-feature", name, "--yes")
        assert nothing.errors == f"The database has no tables of a plug-in {name}.\n"
    unconfirmed = await run_stallage(settings, "drop-feature", "stamp_card")
    assert unconfirmed.status == 1
    assert await column(dsn, VERSIONS) == TABLES
    dropped = await run_stallage(settings, "drop-feature", "stamp_card", "--yes")
    assert dropped.output == f"Deleted: {', '.join(TABLES)}\n"
    assert await column(dsn, VERSIONS) == []
    left = "SELECT entrypoint FROM {} WHERE entrypoint LIKE 'stamp%'"
    for table in ("pgqueuer", "pgqueuer_schedules"):
        assert await column(dsn, left.format(table)) == []


MODELS = """
from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column
from stallage.core.tables import Model

class Bell(Model):
    __tablename__ = "{table}"
    id: Mapped[int] = mapped_column(primary_key=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customers.id"{ondelete}))
"""
REVISION = """
from alembic import op
revision, down_revision, branch_labels, depends_on = "0001", None, None, None
core_revision = "{core}"

def upgrade():
    op.execute("CREATE TABLE bells_rows (id int)")
"""
CASCADE = ', ondelete="CASCADE"'


@pytest.mark.parametrize(
    ("name", "table", "ondelete", "core", "reason"),
    [
        ("bells", "chimes", CASCADE, "0001", "the table chimes does not begin with bells_"),
        ("bells", "orders", CASCADE, "0001", "Table 'orders' is already defined"),
        ("bells", "bells_rows", "", "0001", "must have ON DELETE CASCADE or SET NULL"),
        ("bells", "bells_rows", CASCADE, "9999", "needs the schema 9999 of Stallage"),
        ("gift", "gift_rows", CASCADE, "0001", "tables of other features begin with gift_"),
    ],
)
async def test_invalid_migrations_are_refused(
    settings: Settings,
    commands_site: Path,
    *,
    name: str,
    table: str,
    ondelete: str,
    core: str,
    reason: str,
) -> None:
    install_package(
        commands_site,
        name,
        {
            "models": MODELS.format(table=table, ondelete=ondelete),
            "migrations/__init__": "",
            "migrations/0001_rows": REVISION.format(core=core),
        },
    )
    refused = await run_stallage(settings, "migrate")
    assert refused.status == 1
    assert f"The plug-in acme-{name} 1.0 (feature {name}) cannot be used" in refused.errors
    assert reason in refused.errors
    assert await column(settings.database_url, VERSIONS.replace("stamp_card", name)) in (
        [],
        ["gift_cards", "gift_code_entries", "gift_codes"],
    )


COMMANDS = """
import typer

def register(app: typer.Typer) -> None:
    app.command(name="orders")(lambda: None)
"""


async def test_a_duplicate_command(settings: Settings, commands_site: Path) -> None:
    install_package(commands_site, "bells", {"cli": COMMANDS})
    refused = await run_stallage(settings, "features")
    assert refused.status == 1
    assert "acme-bells 1.0 (feature bells) cannot be used: orders is a command of Stallage." in (
        refused.errors
    )


async def test_a_failing_check_of_the_doctor_hides_no_other(
    settings: Settings, commands_site: Path
) -> None:
    install_package(commands_site, "bells", {"doctor": "async def findings(*_): 1 / 0"})
    result = await run_stallage(settings, "doctor")
    assert "The check of acme-bells 1.0 failed: ZeroDivisionError" in result.output
    assert "ok     Region" in result.output

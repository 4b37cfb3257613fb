"""Migrations: one chain of revisions that ends at the schema of the models."""

from __future__ import annotations

import subprocess
import sys

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from stallage.core import models  # noqa: F401 - its table belongs to the metadata
from stallage.core.tables import metadata
from stallage.features import parts
from stallage.migrations import head
from stallage.migrations.upgrading import config_for


def test_the_newest_revision_is_known_without_alembic() -> None:
    script = ScriptDirectory.from_config(config_for(""))
    assert script.get_heads() == [head()]


def test_a_serving_process_loads_neither_models_nor_alembic() -> None:
    code = (
        "import sys, stallage.asgi; "
        "print([name for name in ('sqlalchemy', 'alembic') if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


async def test_the_migrated_schema_matches_the_models(dsn: str) -> None:
    parts("models")

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(
            connection,
            opts={
                "compare_type": True,
                "include_object": lambda _item, name, kind, reflected, _other: (
                    not (kind == "table" and reflected and str(name).startswith("pgqueuer"))
                ),
            },
        )
        return list(compare_metadata(context, metadata))

    engine = create_async_engine(
        make_url(dsn).set(drivername="postgresql+asyncpg"), poolclass=NullPool
    )
    async with engine.connect() as connection:
        found = await connection.run_sync(differences)
    await engine.dispose()
    # Table comments are for operators and not in the models.
    kinds = [difference[0] for difference in found if isinstance(difference, tuple)]
    assert [kind for kind in kinds if kind != "remove_table_comment"] == []
    assert len(kinds) == len(found)

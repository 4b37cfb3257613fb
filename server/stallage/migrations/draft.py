"""Drafts a revision from the models of some features, as Alembic operations.

`python -m stallage.migrations.draft 0004 catalog` rewrites `versions/0004_*.py`: everything above the
line `# By hand.` is generated against a throw-away database at the previous revision;
everything below it (functions, triggers, seeds) stays. Never rewrite a released revision: draft a new
one.

With the name of an installed plug-in, such as `draft 0001 gift_registry`, the revision belongs to the
plug-in's own chain.
"""

from __future__ import annotations

import asyncio
import os
import re
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import asyncpg
from alembic import command
from alembic.autogenerate import produce_migrations, render_python_code
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from stallage.core import models as _ground  # noqa: F401 - its table belongs to the metadata
from stallage.core.embedded import start_disposable
from stallage.core.packages import feature_of
from stallage.core.tables import Model, metadata
from stallage.features import parts
from stallage.migrations import CORE, Chain, plugin_chains
from stallage.migrations.upgrading import config_for

BY_HAND = "    # By hand.\n"


@contextmanager
def _throw_away_database() -> Iterator[str]:
    given = os.environ.get("STALLAGE_TEST_DATABASE_URL")
    if given is None:
        with tempfile.TemporaryDirectory() as folder:
            embedded = start_disposable(Path(folder) / "postgres")
            yield embedded.dsn()
            embedded.stop()
        return
    name = f"draft_{secrets.token_hex(4)}"
    asyncio.run(_execute(given, f"CREATE DATABASE {name}"))
    yield make_url(given).set(database=name).render_as_string(hide_password=False)
    asyncio.run(_execute(given, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(dsn: str, statement: str) -> None:
    connection = await asyncpg.connect(dsn)
    await connection.execute(statement)
    await connection.close()


def _tables_of(features: list[str]) -> set[str]:
    return {
        str(mapper.class_.__tablename__)
        for mapper in Model.registry.mappers
        if feature_of(mapper.class_.__module__) in features
    }


async def _operations(dsn: str, tables: set[str]) -> str:
    def compare(connection: Connection) -> str:
        context = MigrationContext.configure(
            connection,
            opts={
                "target_metadata": metadata,
                "compare_type": True,
                "include_object": lambda item, name, kind, _reflected, _other: (
                    name in tables
                    if kind == "table"
                    else getattr(getattr(item, "table", None), "name", None) in tables
                ),
            },
        )
        operations = produce_migrations(context, metadata).upgrade_ops
        return "pass" if operations is None else render_python_code(operations)

    engine = create_async_engine(make_url(dsn).set(drivername="postgresql+asyncpg"))
    async with engine.connect() as connection:
        text = await connection.run_sync(compare)
    await engine.dispose()
    return text


def _chain_of(features: list[str]) -> Chain:
    return next((chain for chain in plugin_chains() if [chain.feature] == features), CORE)


def draft(number: str, features: list[str]) -> Path:
    """Rewrite the generated part of a revision. Review it before you commit it."""
    parts("models")
    chain = _chain_of(features)
    with _throw_away_database() as dsn:
        config = config_for(dsn, chain)
        revision = ScriptDirectory.from_config(config).get_revision(number)
        if chain is not CORE:
            command.upgrade(config_for(dsn), "head")
        if revision.down_revision is not None:
            command.upgrade(config, str(revision.down_revision))
        body = asyncio.run(_operations(dsn, _tables_of(features)))
    path = Path(str(revision.path))
    by_hand = path.read_text().partition(BY_HAND)[2]
    lines = [line for line in body.splitlines() if not line.strip().startswith("# ###")]
    # Alembic omits the prefix of types inside a jsonb or an array.
    generated = re.sub(
        r"(?<=[=(])(Text|BigInteger|Integer|DateTime)\(", r"sa.\1(", "\n".join(lines)
    )
    path.write_text(
        f'"""{revision.doc}"""\n\n'
        "from __future__ import annotations\n\n"
        "import sqlalchemy as sa\nfrom alembic import op\n"
        "from sqlalchemy.dialects import postgresql\n\n"
        f"revision = {_quoted(number)}\ndown_revision = {_quoted(revision.down_revision)}\n"
        "branch_labels = None\ndepends_on = None\n"
        f"{_core_revision(chain, revision.module)}\n\n"
        'def upgrade() -> None:\n    """Creates the tables."""\n'
        f"    {generated.strip()}\n{BY_HAND}{by_hand}"
    )
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", path], check=True)
    return path


def _quoted(value: object) -> str:
    return "None" if value is None else f'"{value}"'


def _core_revision(chain: Chain, module: ModuleType) -> str:
    """The line that names the revision of Stallage a plug-in's revision needs: the newest by default."""
    if chain is CORE:
        return ""
    return f"core_revision = {_quoted(getattr(module, 'core_revision', CORE.head))}\n"


if __name__ == "__main__":
    draft(sys.argv[1], sys.argv[2:])

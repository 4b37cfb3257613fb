"""A separate PostgreSQL for the soak, so that killing its processes affects no other tests."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from stallage.core.embedded import start_disposable
from stallage.migrations import migrate
from tests.conftest import run_on, with_database

TEMPLATE = "template_soak"


@dataclass(frozen=True, slots=True)
class Cluster:
    """A running server. Must not be used inside an event loop."""

    dsn: str

    def create_database(self, name: str) -> str:
        """Create a database with the newest schema and no rows; return its address.

        A disposable cluster may lose commits when one of its processes is killed. This database may not:
        acknowledged orders must survive.
        """
        asyncio.run(
            run_on(
                self.dsn,
                f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY FILE_COPY",
                f"ALTER DATABASE {name} SET synchronous_commit = on",
            )
        )
        return with_database(self.dsn, name)

    def drop_database(self, name: str) -> None:
        """Drop a database."""
        asyncio.run(run_on(self.dsn, f"DROP DATABASE {name} WITH (FORCE)"))


@contextmanager
def own_cluster(folder: Path) -> Iterator[Cluster]:
    """Run a cluster in this folder until the context ends."""
    embedded = start_disposable(folder / "postgres")
    try:
        asyncio.run(run_on(embedded.dsn(), f"CREATE DATABASE {TEMPLATE}"))
        migrate(with_database(embedded.dsn(), TEMPLATE))
        yield Cluster(embedded.dsn())
    finally:
        embedded.stop()

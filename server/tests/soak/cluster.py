"""A PostgreSQL of the soak's own: its processes are killed without harm to anybody else's tests."""

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
    """A running server; not to be used inside an event loop."""

    dsn: str

    def make(self, name: str) -> str:
        """A database with the newest schema and no rows; its address.

        A disposable cluster may forget what it has committed when one of its processes is killed.
        This database may not: what a shopper was told must outlive that.
        """
        asyncio.run(
            run_on(
                self.dsn,
                f"CREATE DATABASE {name} TEMPLATE {TEMPLATE} STRATEGY FILE_COPY",
                f"ALTER DATABASE {name} SET synchronous_commit = on",
            )
        )
        return with_database(self.dsn, name)

    def drop(self, name: str) -> None:
        """Takes a database away."""
        asyncio.run(run_on(self.dsn, f"DROP DATABASE {name} WITH (FORCE)"))


@contextmanager
def own_cluster(folder: Path) -> Iterator[Cluster]:
    """A cluster in this folder until the context ends."""
    embedded = start_disposable(folder / "postgres")
    try:
        asyncio.run(run_on(embedded.dsn(), f"CREATE DATABASE {TEMPLATE}"))
        migrate(with_database(embedded.dsn(), TEMPLATE))
        yield Cluster(embedded.dsn())
    finally:
        embedded.stop()

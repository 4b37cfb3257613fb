"""Fixtures of all tests: a real PostgreSQL, a real server, a real outbox.

One database cluster serves the whole run: the embedded one without fsync, or the PostgreSQL at
`STALLAGE_TEST_DATABASE_URL`. A template database is migrated once. Each test that uses `database` or
`shop` gets a copy of its own, so tests never see each other's rows.
"""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, asynccontextmanager
from datetime import timedelta
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import hypothesis
import pytest
from hypothesis.internal.conjecture import providers

from stallage.core import clock, logs
from stallage.core.db import Connection, Database
from stallage.core.embedded import start_disposable
from stallage.core.runtime import Runtime
from stallage.migrations import migrate
from stallage.process import open_runtime
from stallage.settings import Settings
from tests.memory import memory_folder
from tests.pooler import running_pooler
from tests.shop import Shop, running_shop


def with_database(dsn: str, name: str) -> str:
    """Return the address of another database on the same server."""
    return urlunsplit(urlsplit(dsn)._replace(path=f"/{name}"))


# Under `nohup`, the shops that tests start would ignore SIGHUP too.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


def interrupt(number: int, frame: FrameType | None) -> None:
    """Do what Python's own handler does, which asyncio would replace and put back in each run of a loop.

    For that, `signal` formats what the run returned: a whole shop.
    """
    signal.default_int_handler(number, frame)


signal.signal(signal.SIGINT, interrupt)

# httpcore tries to import it at each request; to find that it is missing took a tenth of the tests' time.
sys.modules.setdefault("sniffio", None)  # type: ignore[arg-type]

# A slow machine is not a failure.
hypothesis.settings.register_profile(
    "any machine", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("any machine")


def has_constants_to_try(file: str) -> bool:
    """Whether Hypothesis looks in a module for constants to try.

    By itself it parses all of the shop and its tests, which takes seconds in each process, and among so many
    constants it hardly ever draws one that a test is about.
    """
    return "/stallage/" in file and ("/rules" in file or "/formats" in file)


assert hasattr(providers, "is_local_module_file"), "Hypothesis finds constants in another way."
providers.is_local_module_file = has_constants_to_try

# As in a serving process: JSON lines, and no values of local variables in tracebacks.
logs.configure("json", "debug")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Put the files of the run into memory. Its workers have folders below that of the run."""
    if config.option.basetemp is None:
        opened = ExitStack()
        folder = opened.enter_context(memory_folder())
        config.add_cleanup(opened.close)
        config.option.basetemp = folder and str(folder / "run")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Check that no test marked `fast` uses a database; of those marked `slow`, take this run's.

    Those marked `slow` or `long` come first: one that starts last would leave the other workers without work.
    """
    mistaken = [
        item.nodeid
        for item in items
        if isinstance(item, pytest.Function)
        and "fast" in item.keywords
        and "cluster" in item.fixturenames
    ]
    if mistaken:
        raise pytest.UsageError(f"These are marked fast and need a database: {mistaken}")
    # Those that have failed run again, wherever they are among the few that are collected then.
    share = "1/1" if config.getoption("lf", False) else os.environ.get("STALLAGE_TEST_SHARE", "1/1")
    part, parts = map(int, share.split("/"))
    slow = [item for item in items if "slow" in item.keywords]
    others = {item for index, item in enumerate(slow) if index % parts != part - 1}
    config.hook.pytest_deselected(items=list(others))
    items[:] = sorted(
        (item for item in items if item not in others),
        key=lambda item: not any(map(item.get_closest_marker, ("slow", "long"))),
    )


def pytest_collection_finish() -> None:
    """Leave modules and tests, which live as long as the run, out of garbage collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def reset_logging() -> Iterator[None]:
    """Configure logging again after each test: commands that run in-process configure it too."""
    yield
    logs.configure("json", "debug")


@pytest.fixture(autouse=True)
def check_process_state() -> Iterator[None]:
    """Fail a test that does not restore the clock and the environment."""
    before = dict(os.environ)
    yield
    changed = {name for name in before | os.environ if before.get(name) != os.environ.get(name)}
    # pytest itself sets this one.
    assert changed <= {"PYTEST_CURRENT_TEST"}, changed
    assert (clock._frozen, clock._offset) == (None, timedelta(0))


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a database on the cluster, for creating others."""
    if configured := os.environ.get("STALLAGE_TEST_DATABASE_URL"):
        yield configured
        return
    embedded = start_disposable(tmp_path_factory.mktemp("cluster") / "postgres")
    yield embedded.dsn()
    embedded.stop()


async def run_on(dsn: str, *statements: str) -> None:
    """Run statements, each in a transaction of its own."""
    connection = await asyncpg.connect(dsn)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture(scope="session")
def template(cluster: str) -> Iterator[str]:
    """The name of a database with the newest schema and no rows.

    `STALLAGE_TEST_TEMPLATE` names an existing one, for many short runs on one cluster.
    """
    if configured := os.environ.get("STALLAGE_TEST_TEMPLATE"):
        yield configured
        return
    name = f"template_{secrets.token_hex(4)}"
    asyncio.run(run_on(cluster, f"CREATE DATABASE {name}"))
    migrate(with_database(cluster, name))
    yield name
    asyncio.run(run_on(cluster, f"DROP DATABASE {name} WITH (FORCE)"))


@pytest.fixture(scope="session")
def execute(cluster: str) -> Iterator[Callable[[str], str]]:
    """Run a statement on the cluster, always on the same connection, and return its status.

    To connect takes longer than most statements. The event loop is not that of a test, so only fixtures and
    tests that are not `async` can use it.
    """
    loop = asyncio.new_event_loop()
    connection = loop.run_until_complete(asyncpg.connect(cluster))
    yield lambda statement: loop.run_until_complete(connection.execute(statement))
    loop.run_until_complete(connection.close())
    loop.close()


@pytest.fixture
def dsn(cluster: str, template: str, execute: Callable[[str], str]) -> Iterator[str]:
    """The address of this test's own database."""
    name = f"test_{secrets.token_hex(6)}"
    execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
    yield with_database(cluster, name)
    execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def common_settings() -> Settings:
    """What the settings of all tests' shops have in common. Reading the environment takes long."""
    return Settings(
        log_level="error",
        # All shoppers of a test share an address, and some share a contact.
        guest_orders_per_client_hour=10_000,
        guest_orders_per_contact_day=10_000,
        # Starting V8 takes longer than most tests; those of rendering turn it on.
        renderers=0,
        # `Shop.work` updates the search index, so that tests decide when it changes.
        search_seconds=0,
    )


@pytest.fixture(scope="session")
def pooler(cluster: str) -> Iterator[str]:
    """The address of a pooler that all tests go through, if `STALLAGE_TEST_POOLER` is set; else empty."""
    if not os.environ.get("STALLAGE_TEST_POOLER"):
        yield ""
        return
    with running_pooler(cluster) as address:
        yield address


@pytest.fixture
def settings(common_settings: Settings, tmp_path: Path, dsn: str, pooler: str) -> Settings:
    """The settings of this test's own shop; override with `settings.model_copy(update=…)`."""
    changes = {
        "data_dir": tmp_path / "data",
        "database_url": dsn,
        "database_pooler_url": pooler and with_database(pooler, urlsplit(dsn).path[1:]),
    }
    return common_settings.model_copy(update=changes)


@pytest.fixture
async def runtime(settings: Settings) -> AsyncIterator[Runtime]:
    """A process's runtime without a server."""
    async with open_runtime(settings, settings.database_url) as opened:
        yield opened


@pytest.fixture
def database(runtime: Runtime) -> Database:
    """The pool of `runtime`."""
    return runtime.database


@pytest.fixture
async def connection(database: Database) -> AsyncIterator[Connection]:
    """An open transaction that is rolled back at the end, for testing actions and queries."""
    async with database.pool.acquire() as acquired:
        transaction = acquired.transaction()
        await transaction.start()
        yield acquired
        await transaction.rollback()


OpenShop = Callable[..., Any]


@pytest.fixture
def open_shop(settings: Settings) -> OpenShop:
    """Open a shop with other settings: `async with open_shop(otp_seconds=1) as shop`."""

    @asynccontextmanager
    async def opened(**changes: Any) -> AsyncIterator[Shop]:
        async with running_shop(settings.model_copy(update=changes)) as shop:
            yield shop

    return opened


@pytest.fixture
async def shop(settings: Settings) -> AsyncIterator[Shop]:
    """An empty shop that serves on a port of its own; see `tests/shop.py`."""
    async with running_shop(settings) as opened:
        yield opened

"""`stallage doctor`: check settings, services and data, and print one line per finding."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import asyncpg
import typer
from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_name
from pydantic import ValidationError

from stallage.backup.doctor import check_backups
from stallage.core.db import Connection, prepare_connection
from stallage.core.db_limits import UNLIMITED
from stallage.core.embedded import EmbeddedUnavailable
from stallage.core.errors import NotReady
from stallage.core.invariants import check_invariants
from stallage.core.redaction import hide_passwords
from stallage.core.runtime import Runtime
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.doctor_catalogue import check_catalogue
from stallage.doctor_cluster import check_cluster
from stallage.doctor_connection import check_connection
from stallage.doctor_payments import check_payments
from stallage.doctor_safety import check_safety
from stallage.doctor_services import check_mail, check_services, check_storage, check_texts
from stallage.doctor_work import check_background_work
from stallage.features import parts
from stallage.migrations import Chain, outdated_chains, pending_contracts, revision_of
from stallage.plugins.findings import check_plugins
from stallage.process import database_address
from stallage.products.queries.supply import supply
from stallage.readiness import next_steps
from stallage.search.index.engine import IndexUnusable
from stallage.search.index.updates import search_engine
from stallage.secret_key import FILE, read_secret_key
from stallage.settings import SETTINGS_FILE, Settings
from stallage.shop.queries import shop_settings

MIN_POSTGRESQL = 150_000
EXTENSIONS = ("pg_trgm", "unaccent")
LOW_DISK_BYTES = 500 * 1024 * 1024
CONNECT_SECONDS = 5


def check_settings(settings: Settings) -> Iterator[Finding]:
    """Check the settings without the database or the network."""
    address = urlsplit(settings.public_url)
    if address.scheme not in ("http", "https") or not address.hostname or address.query:
        yield wrong("Address", f"STALLAGE_PUBLIC_URL is no web address: {settings.public_url}")
    elif settings.payment_gateway_mode == 1 and address.scheme != "https":
        yield wrong("Address", "A live shop needs https in STALLAGE_PUBLIC_URL.")
    elif "public_url" not in settings.model_fields_set:
        yield note(
            "Address",
            "STALLAGE_PUBLIC_URL is not set: links lead to where `serve` listens.",
        )
    else:
        yield ok("Address", settings.public_url)
    if get_currency_name(settings.currency, locale="en") == settings.currency:
        yield wrong("Currency", f"STALLAGE_CURRENCY {settings.currency} is no currency.")
    try:
        Locale.parse(settings.locale, sep="-")
        ZoneInfo(settings.time_zone)
    except (UnknownLocaleError, ValueError):
        yield wrong("Language", f"STALLAGE_LOCALE {settings.locale} is no language and region.")
    except ZoneInfoNotFoundError:
        yield wrong("Time zone", f"STALLAGE_TIME_ZONE {settings.time_zone} is no time zone.")
    else:
        yield ok("Region", f"{settings.currency}, {settings.locale}, {settings.time_zone}")


def check_folder(settings: Settings) -> Iterator[Finding]:
    """Check that the data folder is private and writable and has free space."""
    folder = settings.data_dir
    if not folder.is_dir():
        yield note("Data folder", f"{folder.absolute()} is created at the first start.")
        return
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield wrong("Data folder", f"Other users can open {folder}. Run: chmod 700 {folder}")
    for about, name in (("Secret key", FILE), ("Settings", SETTINGS_FILE)):
        secret = folder / name
        if secret.exists() and stat.S_IMODE(secret.stat().st_mode) & 0o077:
            yield wrong(about, f"Other users can read it. Run: chmod 600 {secret}")
    if (folder / FILE).exists():
        try:
            read_secret_key(folder / FILE)
        except OSError as error:
            yield wrong("Secret key", str(error))
    for place in (folder, folder / "media", folder / "outbox"):
        if place.is_dir() and not _writable(place):
            yield wrong("Data folder", f"{place} cannot be written to by user {os.geteuid()}.")
    free = shutil.disk_usage(folder).free
    if free < LOW_DISK_BYTES:
        yield wrong("Disk", f"Only {free // 1024 // 1024} MB are free under {folder}.")
    else:
        yield ok("Data folder", f"{folder.absolute()}, {free // 1024**3} GB free")


def _writable(folder: Path) -> bool:
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


async def check_database(dsn: str, pooler_dsn: str = "", replica_dsn: str = "") -> list[Finding]:
    """Check connection, version, extensions, schema and contents of the database.

    `pooler_dsn`: the way through a pooler, if there is one. `replica_dsn`: its replicas.
    """
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        return [wrong("Database", f"It cannot be reached: {error or type(error).__name__}")]
    try:
        contents = await _check_schema_and_data(connection)
        if any((one.about, one.state) == ("Schema", "wrong") for one in contents):
            pooler_dsn = ""
        ways = await check_connection(connection, dsn, pooler_dsn, replica_dsn)
        return [*ways, *contents]
    finally:
        await connection.close()


async def _check_schema_and_data(connection: asyncpg.Connection[asyncpg.Record]) -> list[Finding]:
    found: list[Finding] = []
    number = int(await connection.fetchval("SHOW server_version_num"))
    version = str(await connection.fetchval("SHOW server_version")).split()[0]
    if number < MIN_POSTGRESQL:
        return [wrong("Database", f"PostgreSQL {version} is too old. Stallage needs 15 or newer.")]
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        found.append(wrong("Database", f"Its encoding is {encoding}; it must be UTF8."))
    created = {row["extname"] for row in await connection.fetch("SELECT extname FROM pg_extension")}
    available = {
        row["name"] for row in await connection.fetch("SELECT name FROM pg_available_extensions")
    }
    for missing in (name for name in EXTENSIONS if name not in created | available):
        found.append(wrong("Database", f"The extension {missing} is not installed on the server."))
    revision = await revision_of(connection)
    if revision is None:
        found.append(wrong("Schema", "The database has no schema yet. Run: stallage migrate"))
        return found
    found += [await _about_chain(connection, chain) for chain in await outdated_chains(connection)]
    if found and found[-1].about == "Schema":
        return found
    found.append(ok("Database", f"PostgreSQL {version}, schema {revision}"))
    if steps := await pending_contracts(connection):
        found.append(
            note(
                "Schema",
                f"Once no process of an earlier release is needed any more ({', '.join(steps)}), run:"
                " stallage migrate --contract",
            )
        )
    found += await check_background_work(connection)
    found += await check_cluster(connection)
    refused = await connection.fetchval("SELECT count(*) FROM refunds WHERE state = 'refused'")
    if refused:
        found.append(
            wrong("Refunds", f"The provider refused {refused}. See: stallage refunds list")
        )
    return [*found, *await check_catalogue(connection)]


async def _about_chain(connection: Connection, chain: Chain) -> Finding:
    which = f"The schema of {chain.feature}" if chain.feature else "The schema"
    applied = await chain.applied_to(connection)
    if applied is not None and chain.is_too_new(applied):
        return wrong("Schema", f"{which} is of a later release, which has to run instead of this.")
    at = applied.revision if applied is not None else None
    return wrong("Schema", f"{which} is at {at}, not {chain.head}. Run: stallage migrate")


async def check_sales(settings: Settings, dsn: str) -> list[Finding]:
    """Check that a shopper can place an order."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await prepare_connection(connection)
            steps = await next_steps(connection, settings)
            has_products = (await supply(connection)).has_products
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        return [note("First sale", "Not checked: the database cannot be reached.")]
    # A shop without products is not open yet, so missing steps are no problem.
    severity = wrong if has_products else note
    found = [
        severity("First sale", step.message + (f" Run: {step.command}" if step.command else ""))
        for step in steps
    ]
    return found or [ok("First sale", f"Shoppers in {settings.country} can order.")]


async def check_search(settings: Settings, dsn: str) -> Finding:
    """Check that the search index belongs to this database. A missing index is fine."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            key = await connection.fetchval("SELECT database_key FROM catalogue_state")
        finally:
            await connection.close()
        engine = search_engine(settings, dsn)
        try:
            current = await engine.state(key)
        finally:
            await engine.close()
    except IndexUnusable as reason:
        return note("Search", f"The index will be built at the next start: {reason}")
    except NotReady:
        return wrong("Search", "The server of STALLAGE_OPENSEARCH_URL cannot be reached.")
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        return note("Search", "Not checked: the database cannot be reached.")
    return ok("Search", f"The index was last written at {current.written_at:%Y-%m-%d %H:%M} UTC.")


async def run_checks(settings: Settings) -> list[Finding]:
    """Return all findings, in the order in which to fix them."""
    try:
        with database_address(settings) as dsn:
            return await run_checks_at(settings, dsn)
    except (EmbeddedUnavailable, OSError) as error:
        return await _all_findings(settings, [wrong("Database", str(error))])


async def run_checks_at(settings: Settings, dsn: str) -> list[Finding]:
    """Do the same with a database that runs at `dsn`."""
    settings = await _with_shop(settings, dsn)
    stored = await check_database(dsn, settings.database_pooler_url, settings.database_replica_url)
    stored += await check_safety(settings, dsn)
    stored += await check_payments(settings, dsn)
    stored += await check_sales(settings, dsn)
    stored.append(await check_search(settings, dsn))
    stored += await check_plugins(settings, dsn)
    return await _all_findings(settings, stored)


async def _all_findings(settings: Settings, stored: list[Finding]) -> list[Finding]:
    found = [*check_settings(settings), *check_folder(settings), *stored]
    found += check_backups(settings)
    found.append(await check_mail(settings))
    found.append(await check_texts(settings))
    found.append(await check_storage(settings))
    return [*found, *check_services(settings)]


def provide_checks(runtime: Runtime, settings: Settings) -> None:
    """Let jobs run all checks. Features cannot import them, because they check all features.

    `settings` are those of the process, without the ones that the shop stores.
    """
    dsn = runtime.database.dsn
    runtime.services["health.checks"] = partial(run_checks_at, settings, dsn)
    runtime.services["health.ledger"] = partial(check_ledger_at, dsn)


async def _with_shop(settings: Settings, dsn: str) -> Settings:
    """Add the settings that the shop stores, if the database can be reached."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await prepare_connection(connection)
            return settings.with_shop(await shop_settings(connection))
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        # `check_database` reports what is wrong.
        return settings


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command(name="doctor")(doctor)


async def check_ledger(settings: Settings) -> list[Finding]:
    """Check the invariants of stock and money over all rows."""
    with database_address(settings) as dsn:
        return await check_ledger_at(dsn)


async def check_ledger_at(dsn: str) -> list[Finding]:
    """Do the same with a database that runs at `dsn`."""
    invariants = [one for module in parts("invariants") for one in module.INVARIANTS]
    connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS, server_settings=UNLIMITED)
    try:
        results = await check_invariants(connection, invariants)
    finally:
        await connection.close()
    return [
        wrong(
            one.invariant.about, f"{one.invariant.rule} Broken {one.count} times: {one.examples[0]}"
        )
        if one.count
        else ok(one.invariant.about, one.invariant.rule)
        for one in results
    ]


def doctor(
    ledger: Annotated[
        bool, typer.Option("--ledger", help="Check the sums of stock and money instead.")
    ] = False,
) -> None:
    """Check settings, database, catalogue, mail, payment and storage, and print what is wrong."""
    try:
        settings = Settings()
    except ValidationError as error:
        for one in error.errors():
            name = "_".join(str(part) for part in one["loc"]).upper()
            typer.echo(f"wrong  Settings        STALLAGE_{name}: {one['msg']}")
        raise typer.Exit(1) from error
    found = asyncio.run(check_ledger(settings) if ledger else run_checks(settings))
    print_findings(found)


def print_findings(found: list[Finding]) -> None:
    """Print findings. Raises typer.Exit if something has to be fixed."""
    for finding in found:
        typer.echo(hide_passwords(f"{finding.state:<5}  {finding.about:<15} {finding.message}"))
    problems = sum(finding.state == "wrong" for finding in found)
    if problems:
        typer.echo(f"{problems} {'problem' if problems == 1 else 'problems'} found.")
        raise typer.Exit(1)
    typer.echo("No problems found.")

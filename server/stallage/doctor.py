"""`stallage doctor`: looks at everything a shop stands on and says in a line each what is wrong."""

from __future__ import annotations

import asyncio
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated
from urllib.parse import unquote, urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import aiosmtplib
import asyncpg
import httpx
import typer
from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_name
from pydantic import ValidationError

from stallage.backup.findings import look_at_backups
from stallage.core.db import prepare_connection
from stallage.core.db_limits import SessionLimits
from stallage.core.embedded import EmbeddedUnavailable
from stallage.core.invariants import check_invariants as examine_proofs
from stallage.core.redaction import hide_passwords
from stallage.core.storage import create_storage
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.doctor_catalogue import look_at_catalogue
from stallage.doctor_connection import look_at_connection
from stallage.doctor_payments import look_at_payments
from stallage.doctor_safety import look_at_safety
from stallage.doctor_work import look_at_background_work
from stallage.features import parts
from stallage.migrations import outdated_chains, revision_of
from stallage.payments import providers
from stallage.plugins.findings import look_at_plugins
from stallage.process import database_address
from stallage.products.queries.supply import supply
from stallage.readiness import next_steps
from stallage.search.index.search_index import IndexUnusable, SearchIndex
from stallage.secret_key import FILE, read_secret_key
from stallage.settings import SETTINGS_FILE, Settings
from stallage.shell.client import Client, advice
from stallage.shop.queries import shop_settings

MIN_POSTGRESQL = 150_000
EXTENSIONS = ("pg_trgm", "unaccent")
LOW_DISK_BYTES = 500 * 1024 * 1024
CONNECT_SECONDS = 5


def look_at_settings(settings: Settings) -> Iterator[Finding]:
    """What the settings say by themselves."""
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


def look_at_folder(settings: Settings) -> Iterator[Finding]:
    """The data folder: there, ours alone, writable, with room."""
    folder = settings.data_dir
    if not folder.is_dir():
        yield note("Data folder", f"{folder.absolute()} is made at the first start.")
        return
    if stat.S_IMODE(folder.stat().st_mode) & 0o077:
        yield wrong("Data folder", f"Others may look into {folder}. Run: chmod 700 {folder}")
    for about, name in (("Secret key", FILE), ("Settings", SETTINGS_FILE)):
        secret = folder / name
        if secret.exists() and stat.S_IMODE(secret.stat().st_mode) & 0o077:
            yield wrong(about, f"Others may read it. Run: chmod 600 {secret}")
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


async def look_at_database(dsn: str) -> list[Finding]:
    """The database: reachable, new enough, with its extensions and the newest schema."""
    try:
        connection = await asyncpg.connect(
            dsn, timeout=CONNECT_SECONDS, server_settings=SessionLimits().server_settings()
        )
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError) as error:
        return [wrong("Database", f"It cannot be reached: {error or type(error).__name__}")]
    try:
        return [*await look_at_connection(connection, dsn), *await _look_inside(connection)]
    finally:
        await connection.close()


async def _look_inside(connection: asyncpg.Connection[asyncpg.Record]) -> list[Finding]:
    found: list[Finding] = []
    number = int(await connection.fetchval("SHOW server_version_num"))
    version = str(await connection.fetchval("SHOW server_version")).split()[0]
    if number < MIN_POSTGRESQL:
        return [wrong("Database", f"PostgreSQL {version} is too old; 15 is the least.")]
    encoding = await connection.fetchval("SHOW server_encoding")
    if encoding != "UTF8":
        found.append(wrong("Database", f"Its encoding is {encoding}; it must be UTF8."))
    there = {row["extname"] for row in await connection.fetch("SELECT extname FROM pg_extension")}
    offered = {
        row["name"] for row in await connection.fetch("SELECT name FROM pg_available_extensions")
    }
    for missing in (name for name in EXTENSIONS if name not in there | offered):
        found.append(wrong("Database", f"The extension {missing} is not installed on the server."))
    revision = await revision_of(connection)
    if revision is None:
        found.append(wrong("Schema", "It has not been made yet. Run: stallage migrate"))
        return found
    for chain in await outdated_chains(connection):
        whose = f"That of {chain.feature}" if chain.feature else "It"
        at = await chain.revision_of(connection)
        found.append(
            wrong("Schema", f"{whose} is at {at}, not {chain.head}. Run: stallage migrate")
        )
    if found and found[-1].about == "Schema":
        return found
    found.append(ok("Database", f"PostgreSQL {version}, schema {revision}"))
    found += await look_at_background_work(connection)
    refused = await connection.fetchval("SELECT count(*) FROM refunds WHERE state = 'refused'")
    if refused:
        found.append(
            wrong("Refunds", f"The provider refused {refused}. See: stallage refunds list")
        )
    return [*found, *await look_at_catalogue(connection)]


async def look_at_sales(settings: Settings, dsn: str) -> list[Finding]:
    """What stands between the shop and its first sale."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await prepare_connection(connection)
            steps = await next_steps(connection, settings)
            has_products = (await supply(connection)).has_products
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        return [note("First sale", "Whether anybody can order is known once the database is.")]
    # A shop without products has not opened yet, which is no fault.
    tell = wrong if has_products else note
    found = [
        tell("First sale", step.message + (f" Run: {step.command}" if step.command else ""))
        for step in steps
    ]
    return found or [ok("First sale", f"Shoppers in {settings.country} can order.")]


async def look_at_search(settings: Settings, dsn: str) -> Finding:
    """The search index: one that belongs to this database, or none yet."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            key = await connection.fetchval("SELECT database_key FROM catalogue_state")
        finally:
            await connection.close()
        current = SearchIndex(settings.data_dir / "search").current(key)
    except IndexUnusable as reason:
        return note("Search", f"The index is built at the next start: {reason}")
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        return note("Search", "The index is built once the database can be used.")
    return ok("Search", f"The index was last written at {current.written_at:%Y-%m-%d %H:%M} UTC.")


async def look_at_mail(settings: Settings) -> Finding:
    """The mail server: one that answers and takes the password."""
    url = settings.smtp_url.get_secret_value()
    if not url:
        live = settings.payment_gateway_mode == 1
        said = f"No mail server is configured; messages go to {settings.data_dir / 'outbox'}."
        return wrong("Mail", said) if live else note("Mail", said)
    parts = urlsplit(url)
    client = aiosmtplib.SMTP(
        hostname=parts.hostname or "localhost",
        port=parts.port or (465 if parts.scheme == "smtps" else 587),
        username=unquote(parts.username) if parts.username else None,
        password=unquote(parts.password) if parts.password else None,
        use_tls=parts.scheme == "smtps",
        timeout=CONNECT_SECONDS,
    )
    try:
        await client.connect()
        await client.quit()
    except (aiosmtplib.SMTPException, OSError, ValueError) as error:
        return wrong("Mail", f"{parts.hostname} does not take mail: {error}")
    return ok("Mail", f"{parts.hostname}, as {settings.mail_from}")


async def look_at_texts(settings: Settings) -> Finding:
    """Who carries text messages: reachable, and taking our account."""
    if settings.sms_provider != "twilio":
        return note(
            "Texts", "No provider is configured; with a mail server, codes go by mail alone."
        )
    account = settings.twilio_account
    try:
        async with httpx.AsyncClient(timeout=CONNECT_SECONDS, trust_env=False) as client:
            response = await client.get(
                f"{settings.twilio_url.rstrip('/')}/2010-04-01/Accounts/{account}.json",
                auth=(account, settings.twilio_token.get_secret_value()),
            )
    except httpx.HTTPError as error:
        return wrong("Texts", f"Twilio cannot be reached: {error!r}")
    if response.status_code != 200:
        return wrong("Texts", f"Twilio answers {response.status_code} to account {account}.")
    return ok("Texts", f"Twilio, as {settings.twilio_sender}")


async def look_at_storage(settings: Settings) -> Finding:
    """Where pictures lie: reachable with our keys."""
    if not settings.storage_url:
        return ok("Pictures", "They lie in the data folder.")
    try:
        storage = create_storage(
            settings.storage_url,
            settings.storage_access_key,
            settings.storage_secret_key,
            settings.data_dir,
        )
        await asyncio.to_thread(storage.has, "doctor")
    except (OSError, ValueError) as error:
        return wrong("Pictures", str(error))
    return ok("Pictures", settings.storage_url.partition("?")[0])


def look_at_the_rest(settings: Settings) -> Iterator[Finding]:
    """Payment, sign-in with Google, the built client."""
    trouble = providers.trouble(settings)
    if trouble is not None:
        yield wrong("Payment", trouble)
    else:
        mode = "live" if settings.payment_gateway_mode == 1 else "test"
        yield ok("Payment", _payment_text(settings, mode))
    if not settings.google_client_id:
        yield note("Google", "Sign-in with Google is off: STALLAGE_GOOGLE_CLIENT_ID is not set.")
    elif not settings.google_client_secret.get_secret_value():
        yield wrong("Google", "The code flow needs STALLAGE_GOOGLE_CLIENT_SECRET.")
    else:
        yield ok("Google", "Sign-in with Google is on.")
    if Client().build(settings.client_dir) is None:
        yield wrong("Client", advice(settings.client_dir))
    else:
        yield ok("Client", "It has been built.")


async def look_at_everything(settings: Settings) -> list[Finding]:
    """All findings, in the order in which one would mend them."""
    stored: list[Finding] = []
    try:
        with database_address(settings) as dsn:
            settings = await _with_shop(settings, dsn)
            stored += await look_at_database(dsn)
            stored += await look_at_safety(settings, dsn)
            stored += await look_at_payments(settings, dsn)
            stored += await look_at_sales(settings, dsn)
            stored.append(await look_at_search(settings, dsn))
            stored += await look_at_plugins(settings, dsn)
    except (EmbeddedUnavailable, OSError) as error:
        stored.append(wrong("Database", str(error)))
    found = [*look_at_settings(settings), *look_at_folder(settings), *stored]
    found += look_at_backups(settings)
    found.append(await look_at_mail(settings))
    found.append(await look_at_texts(settings))
    found.append(await look_at_storage(settings))
    return [*found, *look_at_the_rest(settings)]


def _payment_text(settings: Settings, mode: str) -> str:
    online = settings.payment_provider
    said = "No online payment" if online == "none" else f"{online}, {mode} mode"
    return f"{said}; cash on delivery" if settings.cash_on_delivery else said


async def _with_shop(settings: Settings, dsn: str) -> Settings:
    """The settings with what the shop has declared, where the database can be asked."""
    try:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            await prepare_connection(connection)
            return settings.with_shop(await shop_settings(connection))
        finally:
            await connection.close()
    except (OSError, TimeoutError, ValueError, asyncpg.PostgresError):
        # What is wrong with the database is told by whoever looks at it.
        return settings


def register(app: typer.Typer) -> None:
    """Adds the command."""
    app.command(name="doctor")(check_invariants)


async def look_at_ledger(settings: Settings) -> list[Finding]:
    """Every rule of pieces and money, over all that is in the database."""
    invariants = [one for module in parts("invariants") for one in module.INVARIANTS]
    with database_address(settings) as dsn:
        connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS)
        try:
            examined = await examine_proofs(connection, invariants)
        finally:
            await connection.close()
    return [
        wrong(
            one.invariant.about, f"{one.invariant.rule} Broken {one.count} times: {one.examples[0]}"
        )
        if one.count
        else ok(one.invariant.about, one.invariant.rule)
        for one in examined
    ]


def check_invariants(
    ledger: Annotated[
        bool, typer.Option("--ledger", help="Prove instead that all sums hold: pieces and money.")
    ] = False,
) -> None:
    """Checks settings, database, catalogue, mail, payment and storage, and says what is wrong."""
    try:
        settings = Settings()
    except ValidationError as error:
        for one in error.errors():
            name = "_".join(str(part) for part in one["loc"]).upper()
            typer.echo(f"wrong  Settings        STALLAGE_{name}: {one['msg']}")
        raise typer.Exit(1) from error
    found = asyncio.run(look_at_ledger(settings) if ledger else look_at_everything(settings))
    say_findings(found)


def say_findings(found: list[Finding]) -> None:
    """Print findings. Raises typer.Exit where there is something to mend."""
    for finding in found:
        typer.echo(hide_passwords(f"{finding.state:<5}  {finding.about:<15} {finding.said}"))
    mend = sum(finding.state == "wrong" for finding in found)
    if mend:
        typer.echo(f"{mend} {'thing is' if mend == 1 else 'things are'} to be mended.")
        raise typer.Exit(1)
    typer.echo("All is well.")

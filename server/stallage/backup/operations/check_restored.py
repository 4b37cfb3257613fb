"""Check a database that was restored by other means than `stallage restore`, such as pgBackRest.

Nothing is written, so a copy of the database can be checked beside the running shop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import asyncpg

from stallage.backup.operations.named_media import find_missing, named_media
from stallage.backup.queries import History, read_history
from stallage.core import clock
from stallage.core.db import prepare_connection
from stallage.core.db_limits import UNLIMITED
from stallage.core.storage import Storage, StorageUnavailable, create_storage
from stallage.diagnosis import Finding, note, ok, wrong
from stallage.migrations import outdated_chains, revision_of
from stallage.secret_key import FILE
from stallage.settings import Settings
from stallage.settings.stored import unseal
from stallage.shop.queries import shop_settings

CONNECT_SECONDS = 30
MAX_NAMES = 3


def media_storage(settings: Settings) -> Storage:
    """Return the storage of media."""
    return create_storage(
        settings.storage_url,
        settings.storage_access_key,
        settings.storage_secret_key,
        settings.data_dir / "media",
    )


async def check_restored(settings: Settings, dsn: str, max_age: timedelta | None) -> list[Finding]:
    """Check schema, age, secret key and media of a restored database.

    `max_age`: how long ago its last write may be at most. Raises OSError or PostgresError if the
    database cannot be reached.
    """
    connection = await asyncpg.connect(dsn, timeout=CONNECT_SECONDS, server_settings=UNLIMITED)
    try:
        revision = await revision_of(connection)
        if revision is None:
            return [wrong("Schema", "This database holds no shop.")]
        if await outdated_chains(connection):
            return [wrong("Schema", f"It is at {revision}, which is older than this release has.")]
        await prepare_connection(connection)
        history = await read_history(connection)
        stored = await shop_settings(connection)
        names = await named_media(connection)
    finally:
        await connection.close()
    found = [ok("Schema", revision), *_about_history(history, max_age)]
    found.append(_about_key(settings, stored))
    storage = media_storage(settings.with_shop(stored) if has_key(settings) else settings)
    found.append(await asyncio.to_thread(_about_media, storage, names))
    return found


def has_key(settings: Settings) -> bool:
    """Whether a secret key is configured. Reading it would create a missing one."""
    return bool(settings.secret_key.get_secret_value()) or (settings.data_dir / FILE).exists()


def _about_history(history: History, max_age: timedelta | None) -> Iterator[Finding]:
    last = history.last_write
    if last is None:
        yield note(
            "Last write", "No worker has run on it, and it has no orders: its time is not known."
        )
    else:
        age = clock.now() - last
        state = wrong if max_age is not None and age > max_age else ok
        yield state("Last write", f"{_text(last)}, {_minutes(age)} minutes ago")
    yield ok("Customers", f"{history.customers}")
    newest = (
        f", the last one is {history.last_order} of {_text(history.last_order_at)}"
        if history.last_order_at
        else ""
    )
    yield ok("Orders", f"{history.orders}{newest}")


def _about_key(settings: Settings, stored: dict[str, object]) -> Finding:
    about = "Secret key"
    if not has_key(settings):
        return wrong(about, "There is none here. Set STALLAGE_SECRET_KEY to the shop's key.")
    keys = (settings.secret(), *settings.previous_secrets())
    sealed = {
        name: one for name, one in stored.items() if isinstance(one, dict) and "sealed" in one
    }
    unreadable = [name for name, one in sealed.items() if unseal(keys, name, one) is None]
    if unreadable:
        return wrong(about, f"It does not decrypt the stored setting {unreadable[0]}.")
    if not sealed:
        return note(about, "Not compared: this shop stores no secret that it has encrypted.")
    return ok(about, f"It decrypts the secrets that the shop stores: {len(sealed)}")


def _about_media(storage: Storage, names: frozenset[str]) -> Finding:
    about = "Pictures"
    try:
        media = find_missing(storage, names)
    except StorageUnavailable as error:
        return wrong(about, f"The storage cannot be read: {error}")
    if not media.missing:
        return ok(about, f"{media.count}, each is in the storage")
    lost = [name for name in media.missing if name not in media.deleted]
    back = f"{len(media.deleted)} of {media.count} were deleted since and can be brought back"
    if not lost:
        return note(about, f"{back}: `stallage after-restore` does so.")
    first = ", ".join(lost[:MAX_NAMES])
    return wrong(about, f"{len(lost)} of {media.count} are missing: {first}. {back}.")


def _text(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC"


def _minutes(age: timedelta) -> str:
    return f"{age.total_seconds() / 60:.1f}"

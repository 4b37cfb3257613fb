"""From files to the shop and back, each in one transaction."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.media import Media, Picture
from stallage.core.runtime import Runtime
from stallage.declaration.applying import Applying
from stallage.declaration.current_state import pictures_of
from stallage.declaration.errors import DeclarationRefused, Problem
from stallage.declaration.outcome import Outcome
from stallage.declaration.pictures import Overlay, Stored, file_fields
from stallage.declaration.reading import Declaration, read_declaration
from stallage.shop.actions import put_milestone
from stallage.shop.queries import milestone

FIRST_APPLIED = "declared"
"""The milestone from which relative dates count, so that they mean the same the next time."""


ONE_AT_A_TIME = 0x6465_636C_6172_6500
"""The advisory lock by which two declarations do not meet halfway."""


class _DryRun(Exception):
    """Rolls the transaction back."""


class _StartMoved(Exception):
    """Somebody else applied files first, so relative dates count from another moment."""


async def apply_files(
    runtime: Runtime, target: Path, *, dry_run: bool = False, prune: bool = False
) -> Outcome:
    """Puts a folder or file into the shop. Raises DeclarationRefused and OSError.

    A dry run does everything and rolls it back, so that what it says is what would be.
    """
    try:
        return await _apply_files(runtime, target, dry_run=dry_run, prune=prune)
    except _StartMoved:
        return await _apply_files(runtime, target, dry_run=dry_run, prune=prune)


async def _apply_files(runtime: Runtime, target: Path, *, dry_run: bool, prune: bool) -> Outcome:
    async with runtime.database.reading() as connection:
        start = await start_of(connection)
        known = await pictures_of(connection)
    declaration = read_declaration(target, runtime.settings, start)
    with tempfile.TemporaryDirectory() as scratch:
        media = Media(Overlay(runtime.media.storage, Path(scratch))) if dry_run else runtime.media
        stored = await store_pictures(declaration, media, known)
        async with _transaction(runtime, dry_run) as connection:
            return await apply_declaration(
                connection, runtime, declaration, stored, dry_run=dry_run, prune=prune
            )


async def apply_declaration(
    connection: Connection,
    runtime: Runtime,
    declaration: Declaration,
    stored: Stored,
    *,
    dry_run: bool = False,
    prune: bool = False,
) -> Outcome:
    """The same inside the caller's transaction, for a declaration whose pictures are stored."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", ONE_AT_A_TIME)
    first = await milestone(connection, FIRST_APPLIED)
    if first is None:
        await put_milestone(connection, FIRST_APPLIED, {}, declaration.reading.start)
    elif first.happened_at != declaration.reading.start:
        raise _StartMoved
    applying = Applying(connection, runtime.settings, stored, prune)
    return await applying.apply(declaration, dry_run=dry_run)


async def start_of(connection: Connection) -> datetime:
    """What relative dates count from: the first time that files were applied."""
    known = await milestone(connection, FIRST_APPLIED)
    return known.happened_at if known else clock.now()


async def store_pictures(
    declaration: Declaration, media: Media, known: Mapping[str, Picture] | None = None
) -> Stored:
    """Stores the declaration's pictures; its records then name the stored ones.

    `known` are pictures that need not be decoded again where they are stored. Raises DeclarationRefused.
    """
    fields = [
        (entry, holder, name, place)
        for entries in declaration.entries.values()
        for entry in entries
        for holder, name, place in file_fields(entry.record)
    ]
    stored = Stored(known)
    refused = await stored.take(media, {getattr(holder, name) for _, holder, name, _ in fields})
    problems: list[Problem] = []
    for entry, holder, name, place in fields:
        file = getattr(holder, name)
        if file in refused:
            problems.append(entry.problem(f"{Path(file).name}: {refused[file]}", *place))
        else:
            setattr(holder, name, stored.path_of(file))
    if problems:
        raise DeclarationRefused(problems)
    return stored


@asynccontextmanager
async def _transaction(runtime: Runtime, dry_run: bool) -> AsyncIterator[Connection]:
    try:
        async with runtime.database.long_transaction() as connection:
            yield connection
            if dry_run:
                raise _DryRun
    except _DryRun:
        return

"""Apply files to the shop in one transaction."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path

from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.media import Media, Picture
from stallage.core.runtime import Runtime
from stallage.declaration.applying import Applier
from stallage.declaration.current_state import read_pictures
from stallage.declaration.errors import InvalidDeclaration, Problem
from stallage.declaration.outcome import Outcome
from stallage.declaration.pictures import Overlay, StoredPictures, file_fields
from stallage.declaration.reading import Declaration, read_declaration
from stallage.shop.actions import put_milestone
from stallage.shop.queries import milestone

FIRST_APPLIED = "declared"
"""Milestone that relative dates refer to, so that they mean the same the next time."""

LOCK = 0x6465_636C_6172_6500
"""Advisory lock that serializes declarations."""

PICTURES_AT_ONCE = 24


class _DryRun(Exception):
    """Rolls the transaction back."""


class _StartMoved(Exception):
    """Another process applied files first, so relative dates refer to another time."""


async def apply_files(
    runtime: Runtime, target: Path, *, dry_run: bool = False, prune: bool = False
) -> Outcome:
    """Apply a folder or file to the shop. Raises InvalidDeclaration and OSError.

    A dry run applies everything and rolls it back, so that its report is accurate.
    """
    try:
        return await _apply_files(runtime, target, dry_run=dry_run, prune=prune)
    except _StartMoved:
        return await _apply_files(runtime, target, dry_run=dry_run, prune=prune)


async def _apply_files(runtime: Runtime, target: Path, *, dry_run: bool, prune: bool) -> Outcome:
    async with runtime.database.reading() as connection:
        start = await relative_date_start(connection)
        known = await read_pictures(connection)
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
    stored: StoredPictures,
    *,
    dry_run: bool = False,
    prune: bool = False,
) -> Outcome:
    """Apply a declaration with stored pictures in the caller's transaction."""
    await connection.execute("SELECT pg_advisory_xact_lock($1)", LOCK)
    first = await milestone(connection, FIRST_APPLIED)
    if first is None:
        await put_milestone(connection, FIRST_APPLIED, {}, declaration.context.start)
    elif first.happened_at != declaration.context.start:
        raise _StartMoved
    applier = Applier(connection, runtime.settings, stored, prune)
    return await applier.apply(declaration, dry_run=dry_run)


async def relative_date_start(connection: Connection) -> datetime:
    """Return the time that relative dates refer to: when files were applied first."""
    known = await milestone(connection, FIRST_APPLIED)
    return known.happened_at if known else clock.now()


async def store_pictures(
    declaration: Declaration,
    media: Media,
    known: Mapping[str, Picture] | None = None,
    report: Callable[[int, int], Awaitable[None]] | None = None,
) -> StoredPictures:
    """Store the declaration's pictures and replace files by media paths in its records.

    `known` are stored pictures that need not be decoded again. `report` takes how many files are stored,
    and the total. Raises InvalidDeclaration.
    """
    fields = [
        (entry, holder, name, place)
        for entries in declaration.entries.values()
        for entry in entries
        for holder, name, place in file_fields(entry.record)
    ]
    stored = StoredPictures(known)
    files = sorted({getattr(holder, name) for _, holder, name, _ in fields})
    errors: dict[str, str] = {}
    for first in range(0, len(files), PICTURES_AT_ONCE):
        if report is not None:
            await report(first, len(files))
        errors |= await stored.store(media, files[first : first + PICTURES_AT_ONCE])
    problems: list[Problem] = []
    for entry, holder, name, place in fields:
        file = getattr(holder, name)
        if file in errors:
            problems.append(entry.problem(f"{Path(file).name}: {errors[file]}", *place))
        else:
            setattr(holder, name, stored.media_path(file))
    if problems:
        raise InvalidDeclaration(problems)
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

"""Creates, saves, publishes and deletes themes."""

from __future__ import annotations

from typing import Any

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.core.errors import NotFound
from stallage.core.etags import check_match
from stallage.themes.errors import ThemeIsActive, ThemeNameTaken, TooLittleContrast
from stallage.themes.queries import current_version, theme_by_id
from stallage.themes.rules.colours import STANDARD_TOKENS
from stallage.themes.rules.contrast import findings
from stallage.themes.schemas import (
    ThemeCreateInput,
    ThemeDetail,
    ThemeInput,
    ThemePublished,
    ThemeTokens,
)

LOCK = "SELECT pg_advisory_xact_lock(hashtext('themes'))"
HAS_NAME = "SELECT EXISTS (SELECT FROM themes WHERE lower(name) = lower($1) AND id <> $2)"
CREATE = "INSERT INTO themes (name, draft, updated_at) VALUES ($1, $2, $3) RETURNING id"
SAVE = "UPDATE themes SET name = $2, draft = $3, updated_at = $4 WHERE id = $1"
DELETE = "DELETE FROM themes WHERE id = $1"
DEACTIVATE = "UPDATE themes SET is_active = false, updated_at = $1 WHERE is_active"
ACTIVATE = """
UPDATE themes SET is_active = true, tokens = $2, draft = $3, updated_at = $4 WHERE id = $1
"""
ADD_VERSION = """
INSERT INTO theme_versions (theme_id, tokens, published_at, published_by) VALUES ($1, $2, $3, $4)
RETURNING id
"""
VERSION = """
SELECT v.theme_id, v.tokens FROM theme_versions v WHERE v.id = $1
"""
NAMED = "SELECT id, is_active FROM themes WHERE lower(name) = lower($1)"
ACTIVE = "SELECT id, tokens, draft FROM themes WHERE is_active"
OWN_COLOUR = "Shop colour"


async def create_theme(connection: Connection, body: ThemeCreateInput) -> ThemeDetail:
    """Create a theme that shoppers do not see yet. Raises NotFound and ThemeNameTaken."""
    await connection.execute(LOCK)
    tokens = STANDARD_TOKENS
    if body.copy_of is not None:
        tokens = (await theme_by_id(connection, body.copy_of))[0].tokens
    await _check_name(connection, body.name)
    theme_id = await connection.fetchval(CREATE, body.name, _stored(tokens), clock.now())
    theme, _ = await theme_by_id(connection, theme_id)
    await record(connection, "theme.created", _subject(theme), after={"name": theme.name})
    return theme


async def save_theme(
    connection: Connection, theme_id: int, body: ThemeInput, if_match: str | None
) -> ThemeDetail:
    """Save the draft of a theme. Shoppers see no difference.

    Raises NotFound, ThemeNameTaken, PreconditionRequired and EditConflict.
    """
    before = await _lock(connection, theme_id, if_match)
    await _check_name(connection, body.name, theme_id)
    await connection.execute(SAVE, theme_id, body.name, _stored(body.tokens), clock.now())
    theme, _ = await theme_by_id(connection, theme_id)
    await record(
        connection, "theme.saved", _subject(theme), before=_audited(before), after=_audited(theme)
    )
    return theme


async def publish_theme(
    connection: Connection, theme_id: int, if_match: str | None
) -> ThemePublished:
    """Show the draft of a theme to shoppers.

    Raises NotFound, TooLittleContrast, PreconditionRequired and EditConflict.
    """
    theme = await _lock(connection, theme_id, if_match)
    _check_contrast(theme.tokens)
    previous = await current_version(connection)
    version = await _activate(connection, theme_id, theme.tokens, draft=theme.tokens)
    await record(connection, "theme.published", _subject(theme), after=_audited(theme))
    return ThemePublished(version_id=version, previous_version_id=previous)


async def restore_version(connection: Connection, version_id: int) -> ThemePublished:
    """Show an earlier version to shoppers again. It also becomes the draft. Raises NotFound."""
    await connection.execute(LOCK)
    row = await connection.fetchrow(VERSION, version_id)
    if row is None:
        raise NotFound
    previous = await current_version(connection)
    tokens = ThemeTokens.model_validate(row["tokens"])
    version = await _activate(connection, row["theme_id"], tokens, draft=tokens)
    theme, _ = await theme_by_id(connection, row["theme_id"])
    await record(connection, "theme.restored", _subject(theme), after=_audited(theme))
    return ThemePublished(version_id=version, previous_version_id=previous)


async def use_standard_look(connection: Connection) -> ThemePublished:
    """Show no theme to shoppers."""
    await connection.execute(LOCK)
    previous = await current_version(connection)
    if previous is not None:
        await connection.execute(DEACTIVATE, clock.now())
        await record(connection, "theme.deactivated", Subject("theme", None, "Stallage"))
    return ThemePublished(version_id=None, previous_version_id=previous)


async def delete_theme(connection: Connection, theme_id: int) -> None:
    """Delete a theme with its versions. Raises NotFound and ThemeIsActive."""
    await connection.execute(LOCK)
    theme, _ = await theme_by_id(connection, theme_id)
    if theme.is_active:
        raise ThemeIsActive
    await connection.execute(DELETE, theme_id)
    await record(connection, "theme.deleted", _subject(theme), before=_audited(theme))


async def put_primary_colour(
    connection: Connection, colour: str | None, *, is_checked: bool = False
) -> None:
    """Set the primary colour of what shoppers see; None for the standard.

    Without a check, as for a shop's files, the editor shows too little contrast, and asks for more with
    the next publication. Raises TooLittleContrast otherwise.
    """
    await connection.execute(LOCK)
    colour = None if colour is None else colour.lower()
    row = await connection.fetchrow(ACTIVE)
    if row is None:
        if colour is None:
            return
        theme_id = await connection.fetchval(
            CREATE, await _free_name(connection), _stored(STANDARD_TOKENS), clock.now()
        )
        tokens = draft = STANDARD_TOKENS
    else:
        theme_id = row["id"]
        tokens, draft = (ThemeTokens.model_validate(row[key]) for key in ("tokens", "draft"))
    changed = _with_primary(tokens, colour)
    if row is not None and changed == tokens:
        return
    if is_checked:
        _check_contrast(changed)
    await _activate(connection, theme_id, changed, draft=_with_primary(draft, colour))
    theme, _ = await theme_by_id(connection, theme_id)
    await record(connection, "theme.published", _subject(theme), after=_audited(theme))


async def put_theme(
    connection: Connection, name: str, tokens: ThemeTokens, *, is_active: bool
) -> None:
    """Create or change a theme, identified by its name, and show it to shoppers or stop showing it.

    For a shop's files, without a check of contrast: the editor shows too little, and asks for more with
    the next publication.
    """
    await connection.execute(LOCK)
    row = await connection.fetchrow(NAMED, name)
    if row is None:
        theme_id = await connection.fetchval(CREATE, name, _stored(tokens), clock.now())
    else:
        theme_id = row["id"]
        await connection.execute(SAVE, theme_id, name, _stored(tokens), clock.now())
    if is_active:
        await _activate(connection, theme_id, tokens, draft=tokens)
    elif row is not None and row["is_active"]:
        await connection.execute(DEACTIVATE, clock.now())
    theme, _ = await theme_by_id(connection, theme_id)
    action = "theme.published" if is_active else "theme.saved"
    await record(connection, action, _subject(theme), after=_audited(theme))


def _check_contrast(tokens: ThemeTokens) -> None:
    found = findings(tokens)
    if found:
        raise TooLittleContrast(
            findings=[one.model_dump(mode="json", by_alias=True) for one in found]
        )


async def _free_name(connection: Connection) -> str:
    name, number = OWN_COLOUR, 1
    while await connection.fetchval(HAS_NAME, name, 0):
        number += 1
        name = f"{OWN_COLOUR} {number}"
    return name


def _with_primary(tokens: ThemeTokens, colour: str | None) -> ThemeTokens:
    light = tokens.light.model_copy(update={"primary": colour})
    return tokens.model_copy(update={"light": light})


async def _lock(connection: Connection, theme_id: int, if_match: str | None) -> ThemeDetail:
    await connection.execute(LOCK)
    theme, etag = await theme_by_id(connection, theme_id)
    check_match(if_match, etag, theme)
    return theme


async def _check_name(connection: Connection, name: str, theme_id: int = 0) -> None:
    if await connection.fetchval(HAS_NAME, name, theme_id):
        raise ThemeNameTaken(fields={"name": [ThemeNameTaken.message]})


async def _activate(
    connection: Connection, theme_id: int, tokens: ThemeTokens, *, draft: ThemeTokens
) -> int:
    """Make a theme the active one with these tokens, and return the id of the version."""
    now = clock.now()
    actor = current_actor()
    await connection.execute(DEACTIVATE, now)
    await connection.execute(ACTIVATE, theme_id, _stored(tokens), _stored(draft), now)
    name = "" if actor is None else actor.name
    version: int = await connection.fetchval(ADD_VERSION, theme_id, _stored(tokens), now, name)
    return version


def _stored(tokens: ThemeTokens) -> dict[str, Any]:
    return tokens.model_dump(mode="json")


def _subject(theme: ThemeDetail) -> Subject:
    return Subject("theme", theme.id, theme.name)


def _audited(theme: ThemeDetail) -> dict[str, Any]:
    return {"name": theme.name, **theme.tokens.model_dump(mode="json", by_alias=True)}

"""Create, change and delete redirects one by one."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core import clock
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.redirects.queries.lists import old_shops, redirect_by_id
from stallage.redirects.queries.lookups import pages_by_name, stored_redirects
from stallage.redirects.rules.paths import (
    BadPath,
    normalize_old_path,
    normalize_target,
    path_of_query,
)
from stallage.redirects.rules.targets import MAX_HOPS, SYSTEMS, page_of_path
from stallage.redirects.schemas import (
    ListedRedirect,
    OldShops,
    OldShopsInput,
    RedirectChanges,
    RedirectInput,
)
from stallage.shop.actions.setting_changes import remember_change
from stallage.shop.rules.setting_changes import differences

AREA = "redirects"
"""The area of the history of settings. Its keys are old paths, and names of systems."""
LOOP = "This would lead back to the old address."
TOO_MANY_HOPS = f"More than {MAX_HOPS} redirects would lead to one another."
TAKEN = "There is a redirect for this address already."

# Writers take turns, so that two redirects written at once cannot make a loop.
LOCK = "SELECT pg_advisory_xact_lock(hashtext('url_redirects'))"
TAKEN_BY = "SELECT id FROM url_redirects WHERE lower(path) = lower($1)"
LEADS_TO = """
WITH RECURSIVE chain AS (
    SELECT lower($1::text) AS path, 0 AS hops
    UNION ALL
    SELECT lower(split_part(r.target_path, '?', 1)), c.hops + 1
    FROM chain c JOIN url_redirects r ON lower(r.path) = c.path
    WHERE r.target_path IS NOT NULL AND c.hops <= $3 AND r.id <> $4
)
SELECT bool_or(path = lower($2)) AS loop, max(hops) AS hops FROM chain
"""
ADD = """
INSERT INTO url_redirects (path, target_kind, target_id, target_path, created_at, updated_at)
VALUES ($1, $2, $3, $4, $5, $5) RETURNING id
"""
CHANGE = """
UPDATE url_redirects SET path = $2, target_kind = $3, target_id = $4, target_path = $5, updated_at = $6
WHERE id = $1
"""
DELETE = "DELETE FROM url_redirects WHERE id = ANY($1::bigint[])"
ENABLE = """
INSERT INTO old_shop_addresses (system, enabled_at) VALUES ($1, $2) ON CONFLICT DO NOTHING
"""
DISABLE = "DELETE FROM old_shop_addresses WHERE system = $1"


@dataclass(frozen=True, slots=True)
class StoredTarget:
    """A target as stored."""

    kind: str
    id: int | None
    path: str | None


async def lock_redirects(connection: Connection) -> None:
    """Let other writers of redirects wait until this transaction ends."""
    await connection.execute(LOCK)


async def find_target(connection: Connection, path: str) -> StoredTarget:
    """Return the page that a normalized path names, or else the path."""
    named = page_of_path([unquote(part) for part in path_of_query(path)[1:].split("/")])
    if named is not None and "?" not in path:
        existing = await pages_by_name(connection, [named])
        if named in existing:
            return StoredTarget(named.kind, existing[named], None)
    return StoredTarget("path", None, path)


async def problem_of(
    connection: Connection, path: str, target: StoredTarget, redirect_id: int = 0
) -> str | None:
    """Return why a redirect cannot be stored because of where it leads, as a sentence."""
    if target.path is None:
        return None
    end = path_of_query(target.path)
    (row,) = await connection.fetch(LEADS_TO, end, path, MAX_HOPS, redirect_id)
    if row["loop"]:
        return LOOP
    return TOO_MANY_HOPS if row["hops"] >= MAX_HOPS else None


async def add_redirect(connection: Connection, path: str, target: StoredTarget) -> int:
    """Store a checked redirect and return its id. Call `lock_redirects` before checking it."""
    redirect_id: int = await connection.fetchval(
        ADD, path, target.kind, target.id, target.path, clock.now()
    )
    return redirect_id


async def create(connection: Connection, new: RedirectInput, shop_url: str) -> ListedRedirect:
    """Add a redirect. Raises InvalidFields."""
    await lock_redirects(connection)
    path, target = await _checked(connection, new.path, new.target, shop_url)
    created = await redirect_by_id(connection, await add_redirect(connection, path, target))
    entry = await record(connection, "redirect.created", _subject(created), after=_audited(created))
    after = await stored_redirects(connection, [path])
    await remember_change(connection, AREA, {}, after, entry)
    return created


async def change(
    connection: Connection,
    redirect_id: int,
    changes: RedirectChanges,
    if_match: str | None,
    shop_url: str,
) -> ListedRedirect:
    """Change a redirect. Raises NotFound, PreconditionRequired, EditConflict and InvalidFields."""
    await lock_redirects(connection)
    before = await redirect_by_id(connection, redirect_id)
    check_match(if_match, before.etag, before)
    path, target = await _checked(
        connection,
        changes.path or before.path,
        changes.target or _own_target(before),
        shop_url,
        redirect_id,
    )
    was = await stored_redirects(connection, [before.path])
    await connection.execute(
        CHANGE, redirect_id, path, target.kind, target.id, target.path, clock.now()
    )
    after = await redirect_by_id(connection, redirect_id)
    entry = await record(
        connection,
        "redirect.changed",
        _subject(after),
        before=_audited(before),
        after=_audited(after),
    )
    now = await stored_redirects(connection, [path])
    if was != now:
        await remember_change(connection, AREA, was, now, entry)
    return after


def _own_target(before: ListedRedirect) -> str:
    """Return where a redirect leads; a page that is gone has to be replaced."""
    if before.target is None:
        raise InvalidFields(fields={"target": ["The page that it led to is gone. Choose another."]})
    return before.target


async def _checked(
    connection: Connection, old: str, new: str, shop_url: str, redirect_id: int = 0
) -> tuple[str, StoredTarget]:
    """Return the normalized parts of a redirect. Raises InvalidFields."""
    fields: dict[str, list[str]] = {}
    path = target_path = ""
    try:
        path = normalize_old_path(old)
    except BadPath as error:
        fields["path"] = [str(error)]
    try:
        target_path = normalize_target(new, shop_url)
    except BadPath as error:
        fields["target"] = [str(error)]
    if fields:
        raise InvalidFields(fields=fields)
    if (await connection.fetchval(TAKEN_BY, path)) not in (None, redirect_id):
        raise InvalidFields(fields={"path": [TAKEN]})
    target = await find_target(connection, target_path)
    problem = await problem_of(connection, path, target, redirect_id)
    if problem is not None:
        raise InvalidFields(fields={"target": [problem]})
    return path, target


async def delete(connection: Connection, redirect_id: int) -> None:
    """Delete a redirect. Raises NotFound."""
    await lock_redirects(connection)
    before = await redirect_by_id(connection, redirect_id)
    was = await stored_redirects(connection, [before.path])
    await connection.execute(DELETE, [redirect_id])
    entry = await record(connection, "redirect.deleted", _subject(before), before=_audited(before))
    await remember_change(connection, AREA, was, {}, entry)


async def set_old_shop(connection: Connection, system: str, *, is_enabled: bool) -> None:
    """Start or stop redirecting a system's addresses, without a record of it."""
    if is_enabled:
        await connection.execute(ENABLE, system, clock.now())
    else:
        await connection.execute(DISABLE, system)


async def set_old_shops(connection: Connection, changes: OldShopsInput) -> OldShops:
    """Start or stop redirecting a system's addresses by their form."""
    await lock_redirects(connection)
    before = await old_shops(connection)
    for system in SYSTEMS:
        enabled = getattr(changes, system)
        if enabled is not None:
            await set_old_shop(connection, system, is_enabled=enabled)
    after = await old_shops(connection)
    entry = await record(
        connection,
        "redirects.old_shops_changed",
        Subject("redirect", None, "Addresses of other shop systems"),
        before=before.model_dump(),
        after=after.model_dump(),
    )
    was, now = differences(before.model_dump(), after.model_dump())
    if was or now:
        await remember_change(connection, AREA, was, now, entry)
    return after


def _subject(redirect: ListedRedirect) -> Subject:
    return Subject("redirect", redirect.id, redirect.path)


def _audited(redirect: ListedRedirect) -> JsonObject:
    audited: JsonObject = {"path": redirect.path, "target": redirect.target}
    return audited

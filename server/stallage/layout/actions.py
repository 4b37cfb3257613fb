"""Stores layouts."""

from __future__ import annotations

from datetime import datetime

from stallage.content.rules import sanitise
from stallage.core import clock
from stallage.core.actor import current_actor
from stallage.core.db import Connection
from stallage.layout.drafts import HomeLayout, Layout, LayoutName, TextSection

STORED = 50
"""Versions of each layout; older ones are deleted."""

LOCK = "SELECT pg_advisory_xact_lock(hashtext('layout_versions'))"
ADD = """
    INSERT INTO layout_versions (layout, content, created_at, author) VALUES ($1, $2, $3, $4)
    RETURNING id
"""
DELETE_OLD = f"""
    DELETE FROM layout_versions WHERE layout = $1 AND id <= (
        SELECT id FROM layout_versions WHERE layout = $1 ORDER BY id DESC OFFSET {STORED} LIMIT 1)
"""
# A start or an end writes no row, so processes are notified to read the layouts again.
NOTIFY = """
    SELECT pg_notify('stallage_catalogue', 'names') WHERE EXISTS (
        SELECT FROM (
            SELECT DISTINCT ON (layout) content FROM layout_versions ORDER BY layout, id DESC
        ) newest, LATERAL (
            SELECT newest.content AS scheduled
            UNION ALL SELECT jsonb_path_query(newest.content, '$.sections[*]')
        ) part, LATERAL unnest(ARRAY[
            (part.scheduled ->> 'startsAt')::timestamptz, (part.scheduled ->> 'endsAt')::timestamptz
        ]) moment
        WHERE moment > $1 AND moment <= $2
    )
"""


async def lock_layouts(connection: Connection) -> None:
    """Make other changes of layouts wait until the end of the transaction."""
    await connection.execute(LOCK)


async def store_layout(connection: Connection, name: LayoutName, layout: Layout) -> int:
    """Store a layout as the newest version, which shoppers see; return the version's id."""
    actor = current_actor()
    shown = sanitised(layout) if isinstance(layout, HomeLayout) else layout
    content = shown.model_dump(mode="json", by_alias=True)
    version_id: int = await connection.fetchval(
        ADD, name, content, clock.now(), "" if actor is None else actor.name
    )
    await connection.execute(DELETE_OLD, name)
    return version_id


async def notify_of_layouts(connection: Connection, since: datetime, now: datetime) -> None:
    """Notify all processes if a section or the announcement started or ended in this span of time."""
    await connection.execute(NOTIFY, since, now)


def sanitised(layout: HomeLayout) -> HomeLayout:
    """Return a home page whose texts have no scripts, frames and styles."""
    if layout.sections is None:
        return layout
    sections = [
        section.model_copy(update={"html": sanitise(section.html)})
        if isinstance(section, TextSection)
        else section
        for section in layout.sections
    ]
    return HomeLayout(sections=sections)

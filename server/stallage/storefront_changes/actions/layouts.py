"""Change home page, menus and announcement bar. Every change is shown to shoppers at once."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.layout.actions import lock_layouts, store_layout
from stallage.layout.drafts import Announcement, HomeLayout, Menus
from stallage.storefront_changes.queries.layouts import (
    announcement_details,
    home_details,
    menus_details,
)
from stallage.storefront_changes.schemas.layouts import (
    AnnouncementDetails,
    HomePageDetails,
    MenusDetails,
)


async def change_home(
    connection: Connection, layout: HomeLayout, if_match: str | None
) -> HomePageDetails:
    """Change the home page. Raises PreconditionRequired and EditConflict."""
    await lock_layouts(connection)
    before = await home_details(connection)
    check_match(if_match, before.etag, before)
    await store_layout(connection, "home", layout)
    after = await home_details(connection)
    await record(
        connection,
        "home_page.changed",
        Subject("layout", "home", "Home page"),
        before=_summary(before.layout),
        after=_summary(after.layout),
    )
    return after


async def change_menus(connection: Connection, layout: Menus, if_match: str | None) -> MenusDetails:
    """Change the menus. Raises PreconditionRequired and EditConflict."""
    await lock_layouts(connection)
    before = await menus_details(connection)
    check_match(if_match, before.etag, before)
    await store_layout(connection, "menus", layout)
    after = await menus_details(connection)
    await record(
        connection,
        "menus.changed",
        Subject("layout", "menus", "Menus"),
        before=before.layout.model_dump(mode="json", by_alias=True),
        after=after.layout.model_dump(mode="json", by_alias=True),
    )
    return after


async def change_announcement(
    connection: Connection, layout: Announcement, if_match: str | None
) -> AnnouncementDetails:
    """Change the announcement bar. Raises PreconditionRequired and EditConflict."""
    await lock_layouts(connection)
    before = await announcement_details(connection)
    check_match(if_match, before.etag, before)
    await store_layout(connection, "announcement", layout)
    after = await announcement_details(connection)
    await record(
        connection,
        "announcement.changed",
        Subject("layout", "announcement", "Announcement bar"),
        before=before.layout.model_dump(mode="json", by_alias=True),
        after=after.layout.model_dump(mode="json", by_alias=True),
    )
    return after


def _summary(layout: HomeLayout) -> JsonObject:
    """The sections without their texts and pictures, which the versions have."""
    if layout.sections is None:
        return {"sections": None}
    return {
        "sections": [
            section.model_dump(
                mode="json", by_alias=True, exclude={"html", "slides"}, exclude_defaults=True
            )
            for section in layout.sections
        ]
    }

"""Reads home page, menus and announcement bar for their editors."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from stallage.core import clock
from stallage.core.criteria import SqlParameters
from stallage.core.db import Connection
from stallage.core.etags import etag_of
from stallage.layout import queries as layouts
from stallage.layout.drafts import (
    Announcement,
    HomeLayout,
    LayoutName,
    LinkTarget,
    Menus,
    RecordKind,
)
from stallage.layout.queries import ListedVersion, StoredLayouts
from stallage.merchandising.queries import sliders_on_home
from stallage.storefront_changes.queries.categories import category_tree
from stallage.storefront_changes.rules.automatic import automatic_home, automatic_menus
from stallage.storefront_changes.schemas.layouts import (
    AnnouncementDetails,
    FeatureChoice,
    HomePageDetails,
    LayoutTarget,
    LayoutTargetChoices,
    LayoutVersionDetails,
    LayoutVersionList,
    ListedLayoutVersion,
    MenusDetails,
)

MAX_CHOICES = 20

FEATURES = "SELECT id, title, kind FROM feature_sections_view ORDER BY position, id"

# The largest id is the newest record, which is probably looked for when nothing was typed yet.
CHOICES: dict[RecordKind, str] = {
    "category": "SELECT id FROM categories_view WHERE {words} ORDER BY path, id LIMIT {limit}",
    "collection": "SELECT id FROM collection_pages_view WHERE {words} ORDER BY title, id LIMIT {limit}",
    "sale": "SELECT id FROM sales_view WHERE {words} ORDER BY id DESC LIMIT {limit}",
    "product": "SELECT id FROM products_view WHERE {words} AND status = 'active' "
    "ORDER BY id DESC LIMIT {limit}",
    "page": "SELECT id FROM pages_view WHERE {words} ORDER BY own, title, id LIMIT {limit}",
    "article": "SELECT id FROM blogs_view WHERE {words} ORDER BY id DESC LIMIT {limit}",
}


def home_etag(stored: StoredLayouts) -> str:
    """Return the version of the home page."""
    return _etag("home", stored)


def menus_etag(stored: StoredLayouts) -> str:
    """Return the version of the menus."""
    return _etag("menus", stored)


def announcement_etag(stored: StoredLayouts) -> str:
    """Return the version of the announcement bar."""
    return _etag("announcement", stored)


def _etag(name: LayoutName, stored: StoredLayouts) -> str:
    return etag_of(name, stored.versions.get(name, 0))


async def home_details(connection: Connection) -> HomePageDetails:
    """Return the home page with everything that can be edited."""
    stored = await layouts.stored_layouts(connection)
    features = [
        FeatureChoice(id=row["id"], title=row["title"], layout_kind=row["kind"])
        for row in await connection.fetch(FEATURES)
    ]
    sliders = await sliders_on_home(connection, clock.now())
    changed_at, changed_by = await _changed(connection, "home")
    return HomePageDetails(
        layout=stored.home,
        automatic=automatic_home([one.id for one in features], has_sliders=bool(sliders)),
        targets=await targets_of(connection, stored.home.targets()),
        features=features,
        sliders=len(sliders),
        changed_at=changed_at,
        changed_by=changed_by,
        etag=home_etag(stored),
    )


async def menus_details(connection: Connection) -> MenusDetails:
    """Return the menus with everything that can be edited."""
    stored = await layouts.stored_layouts(connection)
    automatic = automatic_menus((await category_tree(connection)).items)
    changed_at, changed_by = await _changed(connection, "menus")
    return MenusDetails(
        layout=stored.menus,
        automatic=automatic,
        targets=await targets_of(connection, [*stored.menus.targets(), *automatic.targets()]),
        changed_at=changed_at,
        changed_by=changed_by,
        etag=menus_etag(stored),
    )


async def announcement_details(connection: Connection) -> AnnouncementDetails:
    """Return the announcement bar with everything that can be edited."""
    stored = await layouts.stored_layouts(connection)
    changed_at, changed_by = await _changed(connection, "announcement")
    return AnnouncementDetails(
        layout=stored.announcement,
        targets=await targets_of(connection, stored.announcement.targets()),
        changed_at=changed_at,
        changed_by=changed_by,
        etag=announcement_etag(stored),
    )


async def _changed(connection: Connection, name: LayoutName) -> tuple[datetime | None, str]:
    versions = await layouts.versions_of(connection, name)
    return (versions[0].created_at, versions[0].author) if versions else (None, "")


async def targets_of(connection: Connection, targets: Sequence[LinkTarget]) -> list[LayoutTarget]:
    """Return the records that links lead to, without those that were deleted."""
    found = await layouts.resolve_targets(connection, targets, clock.now())
    return [
        LayoutTarget.model_validate(
            {
                "kind": one.kind,
                "id": one.id,
                "title": one.title,
                "link": one.link,
                "shown": one.shown,
            }
        )
        for one in found.values()
    ]


async def target_choices(connection: Connection, kind: RecordKind, q: str) -> LayoutTargetChoices:
    """Return records of a kind whose title contains these words."""
    parameters = SqlParameters()
    words = f"strpos(lower(title), lower({parameters.add(q)}::text)) > 0"
    statement = CHOICES[kind].format(words=words, limit=parameters.add(MAX_CHOICES))
    ids = [row["id"] for row in await connection.fetch(statement, *parameters.values)]
    found = await targets_of(connection, [LinkTarget(kind=kind, id=one) for one in ids])
    return LayoutTargetChoices(items=sorted(found, key=lambda one: ids.index(one.id)))


async def version_list(connection: Connection, name: LayoutName) -> LayoutVersionList:
    """Return the stored versions of a layout, newest first."""
    versions = await layouts.versions_of(connection, name)
    return LayoutVersionList(items=[_listed(one, versions[0].id) for one in versions])


def _listed(version: ListedVersion, newest: int) -> ListedLayoutVersion:
    return ListedLayoutVersion(
        id=version.id,
        created_at=version.created_at,
        author=version.author,
        current=version.id == newest,
    )


async def version_details(
    connection: Connection, name: LayoutName, version_id: int
) -> LayoutVersionDetails:
    """Return a layout as it was. Raises NotFound."""
    layout = await layouts.layout_at(connection, name, version_id)
    return LayoutVersionDetails(
        id=version_id,
        layout=name,
        home=layout if isinstance(layout, HomeLayout) else None,
        menus=layout if isinstance(layout, Menus) else None,
        announcement=layout if isinstance(layout, Announcement) else None,
        targets=await targets_of(connection, layout.targets()),
    )

"""Reads layouts and what their links lead to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

import structlog
from pydantic import ValidationError

from stallage.content.rules import PAGE_PATHS
from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.json_types import JsonObject
from stallage.core.schemas import PictureJson
from stallage.layout.drafts import (
    Announcement,
    HeaderLink,
    HomeLayout,
    Layout,
    LayoutName,
    LinkTarget,
    MenuLink,
    Menus,
    TargetKey,
)
from stallage.layout.rules import is_shown
from stallage.layout.schemas import Frame, FrameAnnouncement, FrameLink
from stallage.shop.rules import links
from stallage.shop.rules.client_routes import ROUTE

log = structlog.get_logger("stallage.layout")

NEWEST = """
    SELECT DISTINCT ON (layout) layout, id, content FROM layout_versions ORDER BY layout, id DESC
"""
VERSIONS = """
    SELECT id, created_at, author FROM layout_versions WHERE layout = $1 ORDER BY id DESC
"""
VERSION = "SELECT content FROM layout_versions WHERE layout = $1 AND id = $2"

# `shown`: whether shoppers can open it. A page's slug is what PAGE_PATHS knows the fixed pages by.
TARGETS = """
    SELECT 'category' AS kind, id, slug, title, image, NULL::bigint AS collection_id, true AS shown
    FROM categories_view WHERE id = ANY($1)
    UNION ALL
    SELECT 'collection', id, slug, title, image, collection_id, true
    FROM collection_pages_view WHERE id = ANY($2)
    UNION ALL
    SELECT 'sale', id, slug, title, image, collection_id,
        starts_at <= $7 AND (ends_at IS NULL OR ends_at > $7)
    FROM sales_view WHERE id = ANY($3)
    UNION ALL
    SELECT 'product', id, slug, title, NULL, NULL, card IS NOT NULL
    FROM products_view WHERE id = ANY($4)
    UNION ALL
    SELECT 'page', id, slug, title, NULL, NULL, NOT draft FROM pages_view WHERE id = ANY($5)
    UNION ALL
    SELECT 'article', id, slug, title, NULL, NULL, coalesce(published_at <= $7, false)
    FROM blogs_view WHERE id = ANY($6)
"""
RECORDS = ("category", "collection", "sale", "product", "page", "article")

LAYOUTS: dict[LayoutName, type[Layout]] = {
    "home": HomeLayout,
    "menus": Menus,
    "announcement": Announcement,
}


@dataclass(slots=True)
class StoredLayouts:
    """The newest version of all layouts."""

    home: HomeLayout = field(default_factory=lambda: HomeLayout(sections=None))
    menus: Menus = field(default_factory=lambda: Menus(header=None, footer=None))
    announcement: Announcement = field(default_factory=lambda: Announcement(text=""))
    versions: dict[LayoutName, int] = field(default_factory=dict)
    """Ids of versions; a layout that was never changed has none."""


@dataclass(frozen=True, slots=True)
class ListedVersion:
    """A version of a layout, without its content."""

    id: int
    created_at: datetime
    author: str


@dataclass(frozen=True, slots=True)
class ResolvedTarget:
    """A record that a link leads to."""

    kind: str
    id: int
    title: str
    link: str
    image: PictureJson | None
    collection_id: int | None
    """The collection that has its products: of collections and sales."""
    shown: bool
    """Whether shoppers can open it now."""


Targets = dict[TargetKey, ResolvedTarget]


async def stored_layouts(connection: Connection) -> StoredLayouts:
    """Return the newest version of all three layouts."""
    stored = StoredLayouts()
    for row in await connection.fetch(NEWEST):
        stored.versions[row["layout"]] = row["id"]
        match _parse(row["layout"], row["content"]):
            case HomeLayout() as home:
                stored.home = home
            case Menus() as menus:
                stored.menus = menus
            case Announcement() as announcement:
                stored.announcement = announcement
    return stored


def _parse(name: LayoutName, content: JsonObject) -> Layout | None:
    """Read a stored layout. One that an older release wrote differently must not stop the shop."""
    try:
        return LAYOUTS[name].model_validate(content)
    except ValidationError as error:
        log.error("layout_unreadable", layout=name, exc_info=error)
        return None


async def versions_of(connection: Connection, name: LayoutName) -> list[ListedVersion]:
    """Return the stored versions of a layout, newest first."""
    return [ListedVersion(**row) for row in await connection.fetch(VERSIONS, name)]


async def layout_at(connection: Connection, name: LayoutName, version_id: int) -> Layout:
    """Return a layout as it was. Raises NotFound."""
    content = await connection.fetchval(VERSION, name, version_id)
    layout = None if content is None else _parse(name, content)
    if layout is None:
        raise NotFound
    return layout


async def resolve_targets(
    connection: Connection, targets: Iterable[LinkTarget], now: datetime
) -> Targets:
    """Return the records that links lead to; those that no longer exist are left out."""
    ids: dict[str, list[int]] = {kind: [] for kind in RECORDS}
    for target in targets:
        if target.id is not None:
            ids[target.kind].append(target.id)
    if not any(ids.values()):
        return {}
    rows = await connection.fetch(TARGETS, *ids.values(), now)
    return {(row["kind"], row["id"]): _resolved(row) for row in rows}


def _resolved(row: Record) -> ResolvedTarget:
    kind, slug = row["kind"], row["slug"]
    match kind:
        case "category":
            link = links.category(slug)
        case "collection":
            link = links.collection(slug)
        case "sale":
            link = links.sale(slug)
        case "product":
            link = links.product(slug)
        case "article":
            link = ROUTE["blog"].url(value=slug)
        case _:
            link = PAGE_PATHS.get(slug) or ROUTE["page"].url(slug=slug)
    return ResolvedTarget(
        kind, row["id"], row["title"], link, row["image"], row["collection_id"], row["shown"]
    )


def link_of(target: LinkTarget, targets: Targets) -> str | None:
    """Return the address of a link; None if shoppers cannot open what it leads to."""
    if target.kind == "address":
        return target.text
    if target.kind == "search":
        return links.search(target.text) if target.text else ROUTE["search"].url()
    found = targets.get((target.kind, target.id or 0))
    return found.link if found is not None and found.shown else None


async def build_frame(
    connection: Connection, menus: Menus, bar: Announcement, version_id: int, now: datetime
) -> Frame:
    """Return menus and announcement bar as they are shown now. Links that lead nowhere are left out.

    `version_id`: that of the announcement; 0 if it is not stored.
    """
    targets = await resolve_targets(connection, [*menus.targets(), *bar.targets()], now)
    shown = bar.text != "" and is_shown(bar.starts_at, bar.ends_at, now)
    return Frame(
        header=None if menus.header is None else _links(menus.header, targets),
        footer=None
        if menus.footer is None
        else [
            FrameLink(title=column.label, link="", children=_links(column.children, targets))
            for column in menus.footer
        ],
        announcement=FrameAnnouncement(
            id=str(version_id),
            text=bar.text,
            link=None if bar.link is None else link_of(bar.link, targets),
            colours=bar.colours,
            dismissible=bar.dismissible,
            ends_at=bar.ends_at,
        )
        if shown
        else None,
    )


def _links(menu: Sequence[HeaderLink | MenuLink], targets: Targets) -> list[FrameLink]:
    shown: list[FrameLink] = []
    for one in menu:
        link = link_of(one.target, targets)
        if link is not None:
            below = _links(one.children, targets) if isinstance(one, HeaderLink) else []
            shown.append(FrameLink(title=one.label, link=link, children=below))
    return shown

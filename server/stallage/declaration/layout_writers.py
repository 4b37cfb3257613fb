"""Write home page, menus, announcement bar and themes with the actions of their screens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from stallage.core.db import Connection
from stallage.declaration.pictures import StoredPictures
from stallage.declaration.records import (
    Announcement,
    HeaderLink,
    HomePage,
    HomeSection,
    Link,
    MenuLink,
    Menus,
    Record,
    Slide,
    Theme,
)
from stallage.layout import drafts
from stallage.layout.actions import lock_layouts
from stallage.layout.queries import stored_layouts
from stallage.storefront_changes.actions.layouts import (
    change_announcement,
    change_home,
    change_menus,
)
from stallage.storefront_changes.queries.layouts import (
    announcement_etag,
    home_etag,
    menus_etag,
)
from stallage.themes.actions import put_theme
from stallage.themes.schemas import ThemeTokens

TABLES: Mapping[str, str] = {
    "category": "categories",
    "collection": "collection_pages",
    "sale": "sales",
    "product": "products",
    "page": "pages",
    "article": "blogs",
    "feature": "feature_sections",
}
"""Kind of record that a layout can name → its table, which has slugs."""
BY_SLUG = "SELECT id, slug FROM {table} WHERE slug = ANY($1::text[])"

Ids: TypeAlias = Mapping[tuple[str, str], int]
"""Kind and slug → id."""
Place: TypeAlias = tuple[str | int, ...]


def references(record: Record, place: Place = ()) -> Iterator[tuple[str, str, Place]]:
    """Yield the records that a declared layout names: kind, slug and the path of the field."""
    for name, value in record:
        if name in TABLES and isinstance(value, str) and isinstance(record, Link | HomeSection):
            yield name, value, (*place, name)
        elif isinstance(value, Record):
            yield from references(value, (*place, name))
        elif isinstance(value, list):
            for index, item in enumerate(value):
                if isinstance(item, Record):
                    yield from references(item, (*place, name, index))


async def ids_of(connection: Connection, named: Iterator[tuple[str, str, Place]]) -> Ids:
    """Return the ids of records by kind and slug; those that do not exist are missing."""
    slugs: dict[str, set[str]] = {}
    for kind, slug, _ in named:
        slugs.setdefault(kind, set()).add(slug)
    ids: dict[tuple[str, str], int] = {}
    for kind, chosen in slugs.items():
        statement = BY_SLUG.format(table=TABLES[kind])
        for row in await connection.fetch(statement, sorted(chosen)):
            ids[kind, row["slug"]] = row["id"]
    return ids


async def write_home_page(connection: Connection, record: HomePage, stored: StoredPictures) -> None:
    """Change the home page as its screen does."""
    await lock_layouts(connection)
    ids = await ids_of(connection, references(record))
    sections = record.section
    layout = drafts.HomeLayout.model_validate(
        {
            "sections": None
            if sections is None
            else [_section(one, place, ids, stored) for place, one in enumerate(sections)]
        }
    )
    await change_home(connection, layout, home_etag(await stored_layouts(connection)))


async def write_menus(connection: Connection, record: Menus, _stored: StoredPictures) -> None:
    """Change the menus as their screen does."""
    await lock_layouts(connection)
    ids = await ids_of(connection, references(record))
    header = None if record.header is None else [_menu_link(one, ids) for one in record.header]
    footer = None
    if record.footer is not None:
        footer = [
            {"label": one.label, "children": [_menu_link(child, ids) for child in one.children]}
            for one in record.footer
        ]
    layout = drafts.Menus.model_validate({"header": header, "footer": footer})
    await change_menus(connection, layout, menus_etag(await stored_layouts(connection)))


async def write_announcement(
    connection: Connection, record: Announcement, _stored: StoredPictures
) -> None:
    """Change the announcement bar as its screen does."""
    await lock_layouts(connection)
    ids = await ids_of(connection, references(record))
    layout = drafts.Announcement.model_validate(
        {**dict(record), "link": None if record.link is None else _target(record.link, ids)}
    )
    etag = announcement_etag(await stored_layouts(connection))
    await change_announcement(connection, layout, etag)


async def write_theme(connection: Connection, record: Theme, _stored: StoredPictures) -> None:
    """Change a theme. A file may have less contrast than the screen publishes, as shops already may."""
    tokens = record.model_dump(exclude={"name", "active"})
    await put_theme(
        connection, record.name, ThemeTokens.model_validate(tokens), is_active=record.active
    )


def _section(record: HomeSection, place: int, ids: Ids, stored: StoredPictures) -> dict[str, Any]:
    shared = ("kind", "hidden", "starts_at", "ends_at")
    fields: dict[str, Any] = {name: getattr(record, name) for name in shared}
    fields["id"] = f"section-{place + 1}"
    match record.kind:
        case "banner":
            return {**fields, "slides": [_slide(one, ids, stored) for one in record.slide]}
        case "products":
            list_of = record.products_of
            return {
                **fields,
                "title": record.title,
                "source": record.source,
                "products_of": None if list_of is None else _target(list_of, ids),
                "display": record.display,
            }
        case "tiles":
            items = [_target(one, ids) for one in record.tile]
            return {**fields, "title": record.title, "items": items}
        case "text":
            texts = {"title": record.title, "html": record.html, "align": record.align}
            return {**fields, **texts}
        case "journal":
            return {**fields, "title": record.title, "count": record.count}
        case "feature":
            return {**fields, "section_id": ids["feature", record.feature or ""]}
        case _:
            return fields


def _slide(slide: Slide, ids: Ids, stored: StoredPictures) -> dict[str, Any]:
    return {
        "title": slide.title,
        "subtitle": slide.subtitle,
        "call_to_action": slide.call_to_action,
        "image": stored.to_json(slide.image),
        "phone_image": stored.to_json(slide.phone_image),
        "link": _target(slide.link, ids),
    }


def _menu_link(link: HeaderLink | MenuLink, ids: Ids) -> dict[str, Any]:
    fields = {"label": link.label, "target": _target(link.link, ids)}
    if isinstance(link, HeaderLink):
        return {**fields, "children": [_menu_link(one, ids) for one in link.children]}
    return fields


def _target(link: Link, ids: Ids) -> dict[str, Any]:
    kind = link.kind
    value = getattr(link, kind)
    return (
        {"kind": kind, "id": ids[kind, value]} if kind in TABLES else {"kind": kind, "text": value}
    )

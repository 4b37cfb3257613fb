"""Read the current home page, menus, announcement bar and themes as records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from stallage.core.db import Connection
from stallage.declaration.layout_writers import TABLES
from stallage.declaration.records import (
    Announcement,
    Colours,
    FooterColumn,
    HeaderLink,
    HomePage,
    HomeSection,
    Link,
    MenuLink,
    Menus,
    PlacedPicture,
    Slide,
    Theme,
)
from stallage.layout import drafts
from stallage.layout.queries import stored_layouts

BY_ID = "SELECT id, slug FROM {table} WHERE id = ANY($1::bigint[])"
THEMES = """
    SELECT name, is_active AS active, CASE WHEN is_active THEN tokens ELSE draft END AS tokens
    FROM themes ORDER BY lower(name)
"""

Named: TypeAlias = tuple[str, int]
"""Kind and id of a record."""
Slugs: TypeAlias = Mapping[Named, str]


async def read_themes(connection: Connection) -> list[Theme]:
    """Read the themes: the active one as shoppers see it, the others as they were saved last."""
    themes = []
    for row in await connection.fetch(THEMES):
        fields: dict[str, Any] = {"name": row["name"], "active": row["active"], **row["tokens"]}
        for scheme in ("light", "dark"):
            fields[scheme] = Colours.model_construct(**fields[scheme])
        themes.append(Theme.model_construct(**fields))
    return themes


async def read_home_page(connection: Connection) -> list[HomePage]:
    """Read the home page, without what leads to deleted records; empty if it was never changed."""
    stored = await stored_layouts(connection)
    if "home" not in stored.versions:
        return []
    layout = stored.home
    if layout.sections is None:
        return [HomePage()]
    features = [_feature_of(one) for one in layout.sections]
    slugs = await _slugs_of(connection, [*(one.key for one in layout.targets()), *features])
    found = [_read_section(one, slugs) for one in layout.sections]
    return [HomePage.model_construct(section=[one for one in found if one is not None])]


async def read_menus(connection: Connection) -> list[Menus]:
    """Read the menus, without links to deleted records; empty if they were never changed."""
    stored = await stored_layouts(connection)
    if "menus" not in stored.versions:
        return []
    slugs = await _slugs_of(connection, [one.key for one in stored.menus.targets()])
    header, footer = stored.menus.header, stored.menus.footer
    return [
        Menus.model_construct(
            header=None if header is None else _read_header(header, slugs),
            footer=None
            if footer is None
            else [
                FooterColumn.model_construct(
                    label=one.label, children=_read_links(one.children, slugs)
                )
                for one in footer
            ],
        )
    ]


async def read_announcement(connection: Connection) -> list[Announcement]:
    """Read the announcement bar; empty if it was never changed."""
    stored = await stored_layouts(connection)
    if "announcement" not in stored.versions:
        return []
    bar = stored.announcement
    slugs = await _slugs_of(connection, [one.key for one in bar.targets()])
    link = None if bar.link is None else _read_link(bar.link, slugs)
    return [Announcement.model_construct(**{**dict(bar), "link": link})]


async def _slugs_of(connection: Connection, named: Sequence[Named | None]) -> Slugs:
    ids: dict[str, set[int]] = {}
    for one in named:
        if one is not None:
            ids.setdefault(one[0], set()).add(one[1])
    slugs: dict[tuple[str, int], str] = {}
    for kind, chosen in ids.items():
        statement = BY_ID.format(table=TABLES[kind])
        for row in await connection.fetch(statement, sorted(chosen)):
            slugs[kind, row["id"]] = row["slug"]
    return slugs


def _feature_of(section: drafts.Section) -> Named | None:
    if isinstance(section, drafts.FeatureTilesSection):
        return ("feature", section.section_id)
    return None


def _read_section(section: drafts.Section, slugs: Slugs) -> HomeSection | None:
    """The section as a record; None if it names nothing that exists."""
    fields: dict[str, Any] = {
        "kind": section.kind,
        "hidden": section.hidden,
        "starts_at": section.starts_at,
        "ends_at": section.ends_at,
    }
    match section:
        case drafts.BannerSection(slides=slides):
            shown = [_read_slide(one, slugs) for one in slides]
            fields["slide"] = [one for one in shown if one is not None]
            if not fields["slide"]:
                return None
        case drafts.ProductsSection(products_of=list_of):
            link = None if list_of is None else _read_link(list_of, slugs)
            if list_of is not None and link is None:
                return None
            fields |= {"title": section.title, "source": section.source}
            fields |= {"products_of": link, "display": section.display}
        case drafts.TilesSection(items=items):
            tiles = [found for one in items if (found := _read_link(one, slugs))]
            if items and not tiles:
                return None
            fields |= {"title": section.title, "tile": tiles}
        case drafts.TextSection():
            fields |= {"title": section.title, "html": section.html, "align": section.align}
        case drafts.JournalSection():
            fields |= {"title": section.title, "count": section.count}
        case drafts.FeatureTilesSection(section_id=section_id):
            fields["feature"] = slugs.get(("feature", section_id))
            if fields["feature"] is None:
                return None
    return HomeSection.model_construct(**fields)


def _read_slide(slide: drafts.Slide, slugs: Slugs) -> Slide | None:
    link = _read_link(slide.link, slugs)
    if link is None:
        return None
    return Slide.model_construct(
        title=slide.title,
        subtitle=slide.subtitle,
        call_to_action=slide.call_to_action,
        image=_read_picture(slide.image),
        phone_image=_read_picture(slide.phone_image),
        link=link,
    )


def _read_picture(image: drafts.LayoutPicture | None) -> PlacedPicture | None:
    return None if image is None else PlacedPicture(file=image.path, alt=image.alt)


def _read_header(links: Sequence[drafts.HeaderLink], slugs: Slugs) -> list[HeaderLink]:
    return [
        HeaderLink.model_construct(
            label=one.label, link=link, children=_read_links(one.children, slugs)
        )
        for one in links
        if (link := _read_link(one.target, slugs)) is not None
    ]


def _read_links(links: Sequence[drafts.MenuLink], slugs: Slugs) -> list[MenuLink]:
    return [
        MenuLink.model_construct(label=one.label, link=link)
        for one in links
        if (link := _read_link(one.target, slugs)) is not None
    ]


def _read_link(target: drafts.LinkTarget, slugs: Slugs) -> Link | None:
    """The link as a record; None if its target was deleted."""
    value = target.text if target.key is None else slugs.get(target.key)
    fields: dict[str, Any] = {target.kind: value}
    return None if value is None else Link.model_construct(**fields)

"""Reads themes."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import orjson

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.themes.rules.colours import STANDARD_TOKENS, colours_of
from stallage.themes.rules.contrast import pairs
from stallage.themes.rules.css import loads_font, style_of
from stallage.themes.schemas import (
    Scheme,
    ThemeDetail,
    ThemeOverview,
    ThemeSummary,
    ThemeTokens,
    ThemeVersionSummary,
)

THEMES = """
SELECT id, name, tokens, draft, is_active, updated_at FROM themes
ORDER BY is_active DESC, updated_at DESC, id DESC
"""
THEME = "SELECT id, name, tokens, draft, is_active, updated_at FROM themes WHERE id = $1"
VERSIONS = """
SELECT id, published_at, published_by FROM theme_versions WHERE theme_id = $1
ORDER BY id DESC LIMIT 20
"""
CURRENT_VERSION = """
SELECT v.id FROM themes t JOIN theme_versions v ON v.theme_id = t.id
WHERE t.is_active ORDER BY v.id DESC LIMIT 1
"""
PRIMARY = "SELECT tokens #>> '{light,primary}' FROM themes WHERE is_active"


async def primary_colour(connection: Connection) -> str | None:
    """Return the primary colour of what shoppers see, `#rrggbb`; None for the standard."""
    colour: str | None = await connection.fetchval(PRIMARY)
    return colour


async def themes(connection: Connection) -> ThemeOverview:
    """Return all themes, the active one first, and what is checked before publishing."""
    rows = await connection.fetch(THEMES)
    return ThemeOverview(
        themes=[_summary(row) for row in rows],
        pairs=pairs(),
        standard=STANDARD_TOKENS,
        standard_colours=camel_colours(STANDARD_TOKENS),
    )


def camel_colours(tokens: ThemeTokens) -> dict[Scheme, dict[str, str]]:
    """Return all colours of a theme with the names of the API."""
    return {
        scheme: {_camel(name): colour for name, colour in colours.items()}
        for scheme, colours in colours_of(tokens).items()
    }


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(one.capitalize() for one in others)


def _summary(row: Record) -> ThemeSummary:
    return ThemeSummary(
        id=row["id"],
        name=row["name"],
        is_active=row["is_active"],
        has_draft=row["tokens"] != row["draft"],
        is_published=row["tokens"] is not None,
        colours=camel_colours(ThemeTokens.model_validate(row["draft"])),
        updated_at=row["updated_at"],
    )


async def theme_by_id(connection: Connection, theme_id: int) -> tuple[ThemeDetail, str]:
    """Return a theme and its ETag. Raises NotFound."""
    row = await connection.fetchrow(THEME, theme_id)
    if row is None:
        raise NotFound
    versions = await connection.fetch(VERSIONS, theme_id)
    detail = ThemeDetail(
        id=row["id"],
        name=row["name"],
        is_active=row["is_active"],
        has_draft=row["tokens"] != row["draft"],
        tokens=ThemeTokens.model_validate(row["draft"]),
        versions=[ThemeVersionSummary(**one) for one in versions],
    )
    return detail, etag_of(row["id"], row["updated_at"].isoformat(), row["is_active"])


async def current_version(connection: Connection) -> int | None:
    """Return the id of the version that shoppers see; None for the standard look."""
    found: int | None = await connection.fetchval(CURRENT_VERSION)
    return found


def page_style(stored: dict[str, Any] | None) -> tuple[str, bool]:
    """Return the style element of a published theme, and whether pages need the shop's own typeface."""
    return ("", True) if stored is None else _rendered(orjson.dumps(stored))


def page_colour(stored: dict[str, Any] | None) -> str:
    """Return the ground of pages in the light scheme, `#rrggbb`."""
    tokens = STANDARD_TOKENS if stored is None else ThemeTokens.model_validate(stored)
    return colours_of(tokens)["light"]["page"]


@lru_cache(maxsize=4)
def _rendered(stored: bytes) -> tuple[str, bool]:
    tokens = ThemeTokens.model_validate_json(stored)
    return style_of(tokens), loads_font(tokens)

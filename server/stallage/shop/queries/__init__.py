"""Read the company details, the shop's settings and milestones, and its offer terms."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeAlias

from stallage.core.db import Connection, Record
from stallage.core.json_types import JsonObject
from stallage.settings import Settings
from stallage.shop.rules.site import OfferTerms
from stallage.shop.schemas import CompanyAddress, CompanyLogo, SocialLink

COMPANY = """
SELECT name, tagline, email, phone, address, logo, logo_dark, favicon, social_links, legal_name,
    tax_number
FROM company_details
"""

COMPANY_AND_THEME = """
SELECT c.name, c.tagline, c.email, c.phone, c.address, c.logo, c.logo_dark, c.favicon, c.social_links,
    t.tokens AS theme
FROM (VALUES (true)) AS shop(one)
LEFT JOIN company_details c ON true
LEFT JOIN themes_view t ON true
"""

SETTINGS = "SELECT name, value, changed_at FROM shop_settings"

MILESTONE = "SELECT happened_at, facts FROM milestones WHERE name = $1"


@dataclass(frozen=True, slots=True)
class StoredSettings:
    """The settings that the shop stores, by name."""

    values: JsonObject
    changed_at: Mapping[str, datetime]


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something that happened to this shop once, such as being filled with the demo shop."""

    happened_at: datetime
    facts: dict[str, Any]


def _address(row: Record) -> CompanyAddress | None:
    return None if row["address"] is None else CompanyAddress.model_validate(row["address"])


async def company(connection: Connection, settings: Settings) -> CompanyLogo:
    """Return the company details; until they are filled in, only the shop's name from the settings."""
    return (await company_and_theme(connection, settings))[0]


async def company_and_theme(
    connection: Connection, settings: Settings
) -> tuple[CompanyLogo, JsonObject | None]:
    """Return the same, and the published tokens of the active theme; None for the standard look."""
    row = await connection.fetchrow(COMPANY_AND_THEME)
    theme = None if row is None else row["theme"]
    return _company(row, settings, None if theme is None else theme["light"]["primary"]), theme


def _company(row: Record | None, settings: Settings, primary_colour: str | None) -> CompanyLogo:
    if row is None or row["name"] is None:
        return CompanyLogo(
            company_name=settings.shop_name,
            tagline="",
            logo_image=None,
            logo_image_dark=None,
            favicon_image=None,
            primary_colour=primary_colour,
            email="",
            phone="",
            address=None,
            social_links=[],
        )
    return CompanyLogo(
        company_name=row["name"],
        tagline=row["tagline"],
        logo_image=row["logo"],
        logo_image_dark=row["logo_dark"],
        favicon_image=row["favicon"],
        primary_colour=primary_colour,
        email=row["email"],
        phone=row["phone"],
        address=_address(row),
        social_links=[SocialLink.model_validate(one) for one in row["social_links"]],
    )


async def seller(connection: Connection, settings: Settings) -> tuple[str, str]:
    """Return the name and the tax number that invoices show for the shop."""
    row = await connection.fetchrow(COMPANY)
    if row is None:
        return settings.shop_name, settings.tax_number
    return row["legal_name"] or row["name"], row["tax_number"] or settings.tax_number


async def milestone(connection: Connection, name: str) -> Milestone | None:
    """Return a milestone, or None if it is not reached yet."""
    row = await connection.fetchrow(MILESTONE, name)
    return None if row is None else Milestone(row["happened_at"], row["facts"])


async def shop_settings(connection: Connection) -> JsonObject:
    """Return the settings that the shop stores, by name; see `settings.stored`."""
    return dict((await stored_settings(connection)).values)


async def stored_settings(connection: Connection) -> StoredSettings:
    """Return the same, and when each was changed."""
    rows = await connection.fetch(SETTINGS)
    return StoredSettings(
        {row["name"]: row["value"] for row in rows},
        {row["name"]: row["changed_at"] for row in rows},
    )


async def company_name(connection: Connection) -> str | None:
    """Return the shop's name, or None until its company details are filled in."""
    name: str | None = await connection.fetchval("SELECT name FROM company_details")
    return name


ReadTerms: TypeAlias = Callable[[Connection, Settings], Awaitable[OfferTerms]]
_read_terms: list[ReadTerms] = []


def register_offer_terms(read: ReadTerms) -> None:
    """Register the reader of offer terms: delivery belongs to a feature after the catalogue."""
    _read_terms[:] = [read]


async def offer_terms(connection: Connection, settings: Settings) -> OfferTerms | None:
    """Return the current offer terms, or None if no reader is registered in this process."""
    return await _read_terms[0](connection, settings) if _read_terms else None

"""Reads who the shop is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from stallage.core.db import Connection, Record
from stallage.settings import Settings
from stallage.shop.schemas import CompanyAddress, CompanyLogo, SocialLink

COMPANY = """
SELECT name, tagline, email, phone, address, primary_colour, logo, logo_dark, favicon, social_links
FROM company_details
"""

SETTINGS = "SELECT name, value FROM shop_settings"

MILESTONE = "SELECT happened_at, facts FROM milestones WHERE name = $1"


@dataclass(frozen=True, slots=True)
class Milestone:
    """Something that happened to this shop once."""

    happened_at: datetime
    facts: dict[str, Any]


def _address(row: Record) -> CompanyAddress | None:
    return None if row["address"] is None else CompanyAddress.model_validate(row["address"])


async def company(connection: Connection, settings: Settings) -> CompanyLogo:
    """The company details, or the shop's name from the settings until they are filled in."""
    row = await connection.fetchrow(COMPANY)
    if row is None:
        return CompanyLogo(
            company_name=settings.shop_name,
            tagline="",
            logo_image=None,
            logo_image_dark=None,
            favicon_image=None,
            primary_colour=None,
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
        primary_colour=row["primary_colour"],
        email=row["email"],
        phone=row["phone"],
        address=_address(row),
        social_links=[SocialLink.model_validate(one) for one in row["social_links"]],
    )


async def milestone(connection: Connection, name: str) -> Milestone | None:
    """What is known of something that happened once, or None before it has."""
    row = await connection.fetchrow(MILESTONE, name)
    return None if row is None else Milestone(row["happened_at"], row["facts"])


async def shop_settings(connection: Connection) -> dict[str, Any]:
    """The settings that the shop has declared, by name; see `settings.SHOP_SETTINGS`."""
    return {row["name"]: row["value"] for row in await connection.fetch(SETTINGS)}


async def company_name(connection: Connection) -> str | None:
    """The shop's name, or None until its company details are filled in."""
    name: str | None = await connection.fetchval("SELECT name FROM company_details")
    return name

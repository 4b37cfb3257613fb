"""The head of the home page, with the shop as structured data."""

from __future__ import annotations

from typing import Any

from stallage.core import clock
from stallage.core.db import Connection
from stallage.shop.formats import JsonLd, PageHead
from stallage.shop.rules.site import Site
from stallage.shop.schemas import CompanyLogo

FIRST_PICTURE = """
SELECT image FROM sliders
WHERE image IS NOT NULL AND (starts_at IS NULL OR starts_at <= $1)
    AND (ends_at IS NULL OR ends_at > $1)
ORDER BY position, id LIMIT 1
"""


def organization_data(site: Site, shop: CompanyLogo) -> JsonLd:
    """The shop as an Organization, without empty fields."""
    organization: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": "Organization",
        "@id": site.address("/#organization"),
        "name": shop.company_name,
        "slogan": shop.tagline,
        "url": site.address("/"),
        "logo": site.address(shop.logo_image) if shop.logo_image else "",
        "email": shop.email,
        "telephone": shop.phone,
        "sameAs": [link.url for link in shop.social_links],
    }
    if shop.address is not None:
        organization["address"] = {
            "@type": "PostalAddress",
            "streetAddress": ", ".join(
                line for line in (shop.address.line1, shop.address.line2) if line
            ),
            "addressLocality": shop.address.city,
            "addressRegion": shop.address.state,
            "postalCode": shop.address.postal_code,
            "addressCountry": shop.address.country,
        }
    return {name: value for name, value in organization.items() if value}


def website_data(site: Site) -> JsonLd:
    """The site and its search URL."""
    return {
        "@context": "https://schema.org",
        "@type": "WebSite",
        "name": site.name,
        "url": site.address("/"),
        "inLanguage": site.locale,
        "publisher": {"@id": site.address("/#organization")},
        "potentialAction": {
            "@type": "SearchAction",
            "target": {
                "@type": "EntryPoint",
                "urlTemplate": site.address("/search?q={search_term_string}"),
            },
            "query-input": "required name=search_term_string",
        },
    }


async def home_head(connection: Connection, site: Site, shop: CompanyLogo) -> PageHead:
    """The head of the home page. Its title is exactly the company name, its picture the first slider's."""
    image = await connection.fetchval(FIRST_PICTURE, clock.now()) or {}
    return PageHead(
        title="",
        path="/",
        description=shop.tagline,
        image=image.get("path"),
        image_alt=image.get("alt", ""),
        json_ld=(organization_data(site, shop), website_data(site)),
    )

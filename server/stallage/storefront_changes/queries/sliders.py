"""Sliders for operators."""

from __future__ import annotations

from collections.abc import Sequence

from stallage.core.db import Connection, Record
from stallage.core.errors import NotFound
from stallage.core.etags import etag_of
from stallage.layout.drafts import HomeLayout, SlidersSection
from stallage.layout.queries import stored_layouts
from stallage.shop.rules import links
from stallage.storefront_changes.queries.collections import (
    picture_of,
    products_in,
    products_on_sale,
)
from stallage.storefront_changes.schemas.sliders import (
    HomePlace,
    ListedSlider,
    SliderDetails,
    SliderList,
)

LIST = """
SELECT id, slug, title, subtitle, image, starts_at, ends_at, collection_id FROM sliders_view
ORDER BY position, id
"""
DETAILS = """
SELECT id, slug, title, subtitle, call_to_action, image, phone_image, starts_at, ends_at, collection_id
FROM sliders_view WHERE id = $1
"""
SLUGS = "SELECT slug FROM sliders_view"


async def sliders(connection: Connection) -> SliderList:
    """Return all sliders in their order."""
    rows = await connection.fetch(LIST)
    counts = await products_on_sale(connection, [row["collection_id"] for row in rows])
    return SliderList(
        items=[_listed(row, counts[row["collection_id"]]) for row in rows],
        home=home_place((await stored_layouts(connection)).home),
        etag=order_etag([row["id"] for row in rows]),
    )


async def slider_details(connection: Connection, slider_id: int) -> SliderDetails:
    """Return a slider with its products. Raises NotFound."""
    row = await connection.fetchrow(DETAILS, slider_id)
    if row is None:
        raise NotFound
    fields = dict(row)
    products = await products_in(connection, fields.pop("collection_id"))
    images = {name: picture_of(row[name]) for name in ("image", "phone_image")}
    return SliderDetails(
        **{**fields, **images},
        products=products,
        link=links.slider(row["slug"]),
        home=home_place((await stored_layouts(connection)).home),
        # Its place is not part of it: to order sliders is no conflict with a change of one.
        etag=etag_of(*fields.values(), [one.id for one in products]),
    )


async def slider_slugs(connection: Connection) -> set[str]:
    """Return the slugs of all sliders."""
    return {row["slug"] for row in await connection.fetch(SLUGS)}


def order_etag(ids: Sequence[int]) -> str:
    """Return the version of an order."""
    return etag_of("order", *ids)


def home_place(home: HomeLayout) -> HomePlace:
    """Whether shoppers see the sliders on the home page."""
    if home.sections is None:
        return "automatic"
    shown = any(isinstance(one, SlidersSection) and not one.hidden for one in home.sections)
    return "placed" if shown else "absent"


def _listed(row: Record, products: int) -> ListedSlider:
    return ListedSlider(
        id=row["id"],
        slug=row["slug"],
        title=row["title"],
        subtitle=row["subtitle"],
        image=picture_of(row["image"]),
        starts_at=row["starts_at"],
        ends_at=row["ends_at"],
        products=products,
        link=links.slider(row["slug"]),
    )

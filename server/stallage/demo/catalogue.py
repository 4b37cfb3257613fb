"""The demo shop's products and where they are shown."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from stallage.catalog.actions import (
    TileDraft,
    put_attribute,
    put_brand,
    put_category,
    put_sale,
    put_section,
    put_slider,
)
from stallage.catalog.actions.put_products import put_products
from stallage.catalog.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.catalog.facet_names import facet_name
from stallage.core.db import Connection
from stallage.demo import files
from stallage.demo.files import Record
from stallage.demo.pictures import Pictures

ATTRIBUTES = {
    "material": "Material",
    # "Color" alone is an option of some products and would be one facet with it.
    "colour": "Color family",
    "room": "Room",
    "made_in": "Made in",
    "care": "Care",
}
"""The data's key → the label on the screen, in the order of the facets."""

OPTIONS = {"Colour": "Color"}
"""What the screen calls an option otherwise than the data."""


def _option(name: str) -> str:
    return OPTIONS.get(name, name)


def _titles() -> dict[str, str]:
    return {
        category["path"]: category["title"]
        for category in files.records("categories.toml", "category")
    }


def _category_path(path: str, titles: dict[str, str]) -> tuple[str, ...]:
    parts = path.split("/")
    return tuple(titles["/".join(parts[: length + 1])] for length in range(len(parts)))


def _images(product: Record, pictures: Pictures) -> tuple[ImageDraft, ...]:
    drafts = []
    for image in product["image"]:
        picture = pictures.stored.get(image["file"])
        if picture is not None:
            shown = {_option(name): value for name, value in image.get("options", {}).items()}
            drafts.append(
                ImageDraft(
                    src=picture.path,
                    alt=image["alt"],
                    options=shown,
                    width=picture.width,
                    height=picture.height,
                    colour=picture.colour,
                )
            )
    # Two names for one picture would be one picture twice.
    return tuple({draft.src: draft for draft in reversed(drafts)}.values())[::-1]


def _sku(sku: Record, names: Sequence[str], images: Sequence[ImageDraft]) -> SkuDraft:
    chosen = dict(zip(names, sku.get("options", ()), strict=True))
    own = next(
        (one.src for one in images if one.options and one.options.items() <= chosen.items()), ""
    )
    return SkuDraft(
        options=tuple(chosen.values()),
        sku=sku["sku"],
        price=sku["price"],
        compare_at_price=sku.get("compare_at_price", 0),
        stock=sku["stock"],
        tracked=True,
        weight_grams=sku.get("weight_grams"),
        weight_unit="g",
        image=own,
    )


def product_draft(
    product: Record, pictures: Pictures, titles: dict[str, str], filled_at: datetime
) -> ProductDraft:
    """A product of the data as the catalogue takes it."""
    options = product.get("options", [])
    names = tuple(_option(option["name"]) for option in options)
    images = _images(product, pictures)
    return ProductDraft(
        slug=product["slug"],
        title=product["title"],
        skus=tuple(_sku(sku, names, images) for sku in product["sku"]),
        option_names=names,
        description_html=product["description"],
        summary=product["summary"],
        brand=product["brand"],
        product_type=product["type"],
        tags=tuple(product["tags"]),
        status="active",
        swatches={
            _option(option["name"]): option["swatches"]
            for option in options
            if option.get("swatches")
        },
        categories=tuple(_category_path(path, titles) for path in product["categories"]),
        attributes={
            ATTRIBUTES[key]: tuple(values) for key, values in product["attributes"].items()
        },
        specification=tuple((name, value) for name, value in product["specification"]),
        seo_description=product["seo_description"],
        images=images,
        returnable=product["returnable"],
        max_per_order=product.get("max_per_order", 0),
        created_at=filled_at - timedelta(days=product["created_days_ago"]),
    )


def pictures_draft(draft: ProductDraft) -> ProductDraft:
    """The same product with nothing to say but its pictures."""
    return ProductDraft(
        slug=draft.slug,
        title=draft.title,
        skus=tuple(SkuDraft(options=sku.options, image=sku.image) for sku in draft.skus),
        option_names=draft.option_names,
        images=draft.images,
        complete=False,
    )


async def put_places(connection: Connection, pictures: Pictures) -> None:
    """Categories, brands and the order of the facets."""
    for category in files.records("categories.toml", "category"):
        *parent, slug = category["path"].split("/")
        await put_category(
            connection,
            slug=slug,
            title=category["title"],
            parent_slug=parent[-1] if parent else None,
            description=category["description"],
            image=pictures.placed(category["image"]),
            position=category["position"],
        )
    for brand in files.records("brands.toml", "brand"):
        await put_brand(
            connection,
            slug=brand["slug"],
            name=brand["name"],
            description=brand["description"],
        )
    for position, label in enumerate(ATTRIBUTES.values(), 1):
        await put_attribute(connection, name=facet_name(label), label=label, position=position)


async def put_all_products(connection: Connection, pictures: Pictures, filled_at: datetime) -> int:
    """All products with their stock; how many there are."""
    titles = _titles()
    drafts = [product_draft(product, pictures, titles, filled_at) for product in files.products()]
    await put_products(connection, drafts)
    return len(drafts)


async def put_product_pictures(connection: Connection, pictures: Pictures) -> None:
    """The pictures of products that are there; prices, stock and texts stay as they are."""
    titles = _titles()
    there = {
        row["slug"]
        for row in await connection.fetch(
            "SELECT slug FROM products WHERE slug = ANY($1::text[])",
            [product["slug"] for product in files.products()],
        )
    }
    moment = datetime.fromisoformat("2000-01-01T00:00:00+00:00")
    drafts = [
        pictures_draft(product_draft(product, pictures, titles, moment))
        for product in files.products()
        if product["slug"] in there
    ]
    await put_products(connection, drafts)


async def put_promotions(connection: Connection, pictures: Pictures, filled_at: datetime) -> None:
    """Sales, sliders and the home page's sections."""
    for sale in files.records("promotions.toml", "sale"):
        await put_sale(
            connection,
            slug=sale["slug"],
            title=sale["title"],
            description=sale["text"],
            percent=sale["percent"],
            starts_at=filled_at - timedelta(days=sale["starts_days_ago"]),
            ends_at=filled_at + timedelta(days=sale["ends_in_days"]),
            image=pictures.placed(sale["image"]),
            product_slugs=sale["products"],
        )
    for slider in files.records("promotions.toml", "slider"):
        await put_slider(
            connection,
            slug=slider["slug"],
            title=slider["title"],
            subtitle=slider["subtitle"],
            call_to_action=slider["call_to_action"],
            image=pictures.placed(slider["image"]),
            phone_image=pictures.placed(slider["image_phone"]),
            position=slider["position"],
            product_slugs=slider["products"],
        )
    for section in files.records("promotions.toml", "section"):
        await put_section(
            connection,
            slug=section["slug"],
            title=section["title"],
            kind=section["kind"],
            position=section["position"],
            tiles=[
                TileDraft(
                    slug=tile["slug"],
                    title=tile["title"],
                    text=tile.get("text", ""),
                    image=pictures.placed(tile.get("image")),
                    phone_image=pictures.placed(tile.get("image_phone")),
                    product_slugs=tile["products"],
                )
                for tile in section["tile"]
            ],
        )

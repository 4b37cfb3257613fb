"""Reads a whole product for the editor."""

from __future__ import annotations

import orjson

from stallage.core.db import Connection, Record
from stallage.core.etags import etag_of
from stallage.product_changes.rules.snapshots import Snapshot, snapshot_of
from stallage.product_changes.schemas.records import (
    GiftCardValues,
    MediaPicture,
    ProductAttributeValues,
    ProductCategory,
    ProductPicture,
    ProductRecord,
    ProductSizeGuide,
    ProductSpecification,
    ProductVideoRecord,
    RelatedProduct,
    RetiredVariant,
    Variant,
)
from stallage.products.drafts import CHANNELS, ImageDraft, ProductDraft, VideoDraft
from stallage.products.queries.product_reader import StoredProduct, stored_products_by_id
from stallage.products.rules.gift_card_terms import GiftCardTerms
from stallage.products.rules.merging import CENTRE, options_key
from stallage.stock.rules import ReservationState

PATH = """array(
    SELECT above.title FROM unnest(c.path) WITH ORDINALITY AS step (id, depth)
    JOIN categories_view above ON above.id = step.id ORDER BY step.depth)"""
PICTURE = """(SELECT i.path FROM product_images_view i WHERE i.product_id = o.id AND i.path IS NOT NULL
    ORDER BY i.position, i.id LIMIT 1)"""

ROW = """
    SELECT p.created_at, p.updated_at, state.currency,
        (SELECT v.actor_name FROM product_versions v WHERE v.product_id = p.id
            ORDER BY v.number DESC LIMIT 1) AS changed_by
    FROM products_view p CROSS JOIN catalogue_state_view state WHERE p.id = $1
"""
CATEGORIES = f"""
    SELECT c.id, {PATH} AS path
    FROM product_categories_view pc JOIN categories_view c ON c.id = pc.category_id
    WHERE pc.product_id = $1 ORDER BY pc.position, c.id
"""
# That of the main category, or of the nearest category above it.
SIZE_GUIDE = """
    SELECT g.slug, g.title, above.title AS category
    FROM (SELECT category_id FROM product_categories_view WHERE product_id = $1
        ORDER BY position, category_id LIMIT 1) main
    JOIN categories_view c ON c.id = main.category_id
    CROSS JOIN unnest(c.path) WITH ORDINALITY AS step (id, depth)
    JOIN categories_view above ON above.id = step.id
    JOIN size_guides_view g ON g.id = above.size_guide_id
    ORDER BY step.depth DESC LIMIT 1
"""
HELD = """
    SELECT r.sku_id, sum(r.quantity)::bigint AS units
    FROM reservations_view r JOIN skus_view s ON s.id = r.sku_id
    WHERE s.product_id = $1 AND r.state = $2 GROUP BY r.sku_id
"""
PICTURES = "SELECT path FROM product_images_view WHERE product_id = $1 ORDER BY position, id"
RELATED = f"""
    SELECT o.id, o.slug, o.title, {PICTURE} AS picture
    FROM products_view p CROSS JOIN unnest(p.related) WITH ORDINALITY AS chosen (id, place)
    JOIN products_view o ON o.id = chosen.id WHERE p.id = $1 ORDER BY chosen.place
"""
KINDS = "SELECT label, kind, unit FROM attributes_view"


def stored_snapshot(stored: StoredProduct) -> Snapshot:
    """Return a stored product as a snapshot."""
    ids = (stored.sku_ids[options_key(sku.options)] for sku in stored.draft.skus)
    return snapshot_of(stored.draft, ids)


def record_etag(stored: StoredProduct) -> str:
    """Return the ETag of a product. Stock is no part of it, since sales change it all the time."""
    return etag_of(
        orjson.dumps(stored_snapshot(stored).to_json(), option=orjson.OPT_SORT_KEYS).decode()
    )


async def read_record(connection: Connection, product_id: int) -> ProductRecord | None:
    """Return a product, or None."""
    stored = (await stored_products_by_id(connection, [product_id])).get(product_id)
    return None if stored is None else await record_of(connection, stored)


async def record_of(connection: Connection, stored: StoredProduct) -> ProductRecord:
    """Return the record of a stored product."""
    product_id, draft = stored.product_id, stored.draft
    row = await connection.fetchrow(ROW, product_id)
    categories = await connection.fetch(CATEGORIES, product_id)
    related = await connection.fetch(RELATED, product_id)
    guide = await connection.fetchrow(SIZE_GUIDE, product_id)
    kinds = {one["label"]: one for one in await connection.fetch(KINDS)}
    paths = [one["path"] for one in await connection.fetch(PICTURES, product_id)]
    rows = await connection.fetch(HELD, product_id, ReservationState.HELD)
    held = {one["sku_id"]: one["units"] for one in rows}
    assert row is not None  # noqa: S101 - read in the same transaction
    return ProductRecord(
        id=product_id,
        slug=draft.slug,
        title=draft.title,
        summary=draft.summary or "",
        description_html=draft.description_html or "",
        brand=draft.brand or "",
        product_type=draft.product_type or "",
        tags=list(draft.tags or ()),
        categories=[ProductCategory(id=one["id"], path=one["path"]) for one in categories],
        attributes=_attributes(draft, kinds),
        specification=[
            ProductSpecification(name=name, value=value)
            for name, value in draft.specification or ()
        ],
        option_names=list(draft.option_names),
        swatches={name: dict(values) for name, values in (draft.swatches or {}).items()},
        variants=_variants(stored, held),
        retired=[
            RetiredVariant(options=list(sku.options), sku=sku.sku or "") for sku in stored.retired
        ],
        pictures=_pictures(draft, paths),
        videos=[_video(video) for video in draft.videos or ()],
        spin=[_media_picture(frame) for frame in draft.spin or ()],
        seo_title=draft.seo_title or "",
        seo_description=draft.seo_description or "",
        status=draft.status or "draft",
        returnable=draft.returnable is not False,
        max_per_order=draft.max_per_order or None,
        gift_card=_gift_card(draft),
        publish_at=(draft.schedule or (None, None))[0],
        unpublish_at=(draft.schedule or (None, None))[1],
        channels=list(CHANNELS if draft.channels is None else draft.channels),
        related=[
            RelatedProduct(
                id=one["id"], slug=one["slug"], title=one["title"], picture=one["picture"]
            )
            for one in related
        ],
        size_guide=None
        if guide is None
        else ProductSizeGuide(slug=guide["slug"], title=guide["title"], category=guide["category"]),
        currency=row["currency"],
        created_at=row["created_at"],
        updated_at=row["updated_at"],
        changed_by=row["changed_by"],
        etag=record_etag(stored),
    )


def _attributes(draft: ProductDraft, kinds: dict[str, Record]) -> list[ProductAttributeValues]:
    return [
        ProductAttributeValues(
            label=label,
            values=list(values),
            kind=kinds[label]["kind"] if label in kinds else "text",
            unit=kinds[label]["unit"] if label in kinds else "",
        )
        for label, values in draft.attributes.items()
    ]


def _variants(stored: StoredProduct, held: dict[int, int]) -> list[Variant]:
    variants = []
    for sku in stored.draft.skus:
        sku_id = stored.sku_ids[options_key(sku.options)]
        variants.append(
            Variant(
                id=sku_id,
                options=list(sku.options),
                sku=sku.sku or "",
                price=sku.price or 0,
                compare_at_price=sku.compare_at_price or None,
                cost=sku.cost or None,
                barcode=sku.barcode or "",
                weight_grams=sku.weight_grams or None,
                weight_unit=sku.weight_unit or "",
                tracked=sku.tracked is not False,
                backorder=sku.backorder is True,
                requires_shipping=sku.requires_shipping is not False,
                taxable=sku.taxable is not False,
                picture=sku.image or "",
                stock=sku.stock or 0,
                held=held.get(sku_id, 0),
            )
        )
    return variants


def _pictures(draft: ProductDraft, paths: list[str | None]) -> list[ProductPicture]:
    pictures = []
    for image, path in zip(draft.images or (), paths, strict=True):
        focus_x, focus_y = image.focus or CENTRE
        pictures.append(
            ProductPicture(
                src=image.src,
                path=path,
                alt=image.alt,
                options=dict(image.options or {}),
                focus_x=focus_x,
                focus_y=focus_y,
                width=image.width,
                height=image.height,
                colour=image.colour,
                preview=image.preview,
            )
        )
    return pictures


def _video(video: VideoDraft) -> ProductVideoRecord:
    return ProductVideoRecord(
        path=video.path,
        poster=_media_picture(video.poster),
        title=video.title,
        uploaded_at=video.uploaded_at,
        width=video.width,
        height=video.height,
        seconds=video.seconds,
    )


def _media_picture(picture: ImageDraft) -> MediaPicture:
    return MediaPicture(
        path=picture.src,
        width=picture.width,
        height=picture.height,
        colour=picture.colour,
        preview=picture.preview,
    )


def _gift_card(draft: ProductDraft) -> GiftCardValues | None:
    if not draft.gift_card:
        return None
    terms = GiftCardTerms.of(draft.gift_card)
    return GiftCardValues(minimum=terms.minimum, maximum=terms.maximum, months=terms.months)

"""Convert products between a shop's files and the catalogue's drafts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields

from stallage.declaration.pictures import StoredPictures
from stallage.declaration.records import (
    GiftCard,
    Product,
    ProductImage,
    ProductVideo,
    Sku,
    SpinFrame,
)
from stallage.products.drafts import (
    CHANNELS,
    ImageDraft,
    Options,
    ProductDraft,
    SkuDraft,
    VideoDraft,
)
from stallage.products.rules.gift_card_terms import GiftCardTerms
from stallage.products.rules.merging import CENTRE, options_key

TitlePath = tuple[str, ...]
FILE_KEYS = {
    "description_html": "description",
    "product_type": "type",
    "skus": "sku",
    "images": "image",
    "videos": "video",
}
"""Field of a draft → key in a file, if they differ."""


def to_draft(
    product: Product,
    titles: Mapping[str, TitlePath],
    stored: StoredPictures,
    known: Iterable[Options] = (),
) -> ProductDraft:
    """Convert a product to a draft.

    `titles` maps a category's path to its titles. `known` are the existing SKUs by `options_key`:
    their stock is not changed.
    """
    existing = set(known)
    return ProductDraft(
        slug=product.slug,
        title=product.title,
        skus=tuple(
            _sku(sku, product, is_new=options_key(tuple(sku.options)) not in existing)
            for sku in product.sku
        ),
        option_names=tuple(product.options),
        description_html=product.description,
        summary=product.summary,
        brand=product.brand,
        product_type=product.type,
        tags=tuple(product.tags),
        status=product.status,
        swatches=product.swatches,
        categories=tuple(titles[path] for path in product.categories),
        attributes={label: tuple(values) for label, values in product.attributes.items()},
        specification=tuple((name, value) for name, value in product.specification),
        seo_title=product.seo_title,
        seo_description=product.seo_description,
        images=tuple(_image(image, stored) for image in product.image),
        videos=tuple(_video(video, stored) for video in product.video),
        spin=tuple(_stored_picture(frame.file, stored) for frame in product.spin),
        returnable=product.returnable,
        max_per_order=product.max_per_order or 0,
        gift_card=_gift_card_terms(product.gift_card),
        channels=tuple(name for name in CHANNELS if name in product.channels),
        related=tuple(product.related),
        created_at=product.created_at,
        extra=product.extra,
    )


def _gift_card_terms(gift_card: GiftCard | None) -> dict[str, int]:
    if gift_card is None:
        return {}
    return {
        "minimum": gift_card.minimum or 0,
        "maximum": gift_card.maximum or 0,
        "months": gift_card.valid_months or 0,
    }


def _gift_card_record(stored: Mapping[str, int] | None) -> GiftCard | None:
    if not stored:
        return None
    terms = GiftCardTerms.of(stored)
    return GiftCard.model_construct(
        minimum=terms.minimum or None,
        maximum=terms.maximum or None,
        valid_months=terms.months or None,
    )


def _sku(sku: Sku, product: Product, *, is_new: bool) -> SkuDraft:
    image = sku.image
    if image is None:
        image = find_image(product.image, product.options, sku.options)
    return SkuDraft(
        options=tuple(sku.options),
        sku=sku.sku,
        price=sku.price,
        compare_at_price=sku.compare_at_price or 0,
        stock=sku.stock if is_new else None,
        tracked=sku.tracked,
        backorder=sku.backorder,
        barcode=sku.barcode,
        weight_grams=sku.weight_grams or 0,
        weight_unit=sku.weight_unit,
        image=image,
        requires_shipping=sku.requires_shipping,
        taxable=sku.taxable,
        cost=sku.cost or 0,
        extra=sku.extra,
    )


def find_image(images: Iterable[ProductImage], names: Iterable[str], values: Iterable[str]) -> str:
    """Return the source of the first picture that shows only these options; empty if none does."""
    chosen = dict(zip(names, values, strict=True)).items()
    return next(
        (image.source for image in images if image.options and image.options.items() <= chosen), ""
    )


def _image(image: ProductImage, stored: StoredPictures) -> ImageDraft:
    picture = stored.picture(image.source)
    return ImageDraft(
        src=image.source,
        alt=image.alt,
        options=image.options,
        focus=(image.focus[0], image.focus[1]) if image.focus else CENTRE,
        width=picture.width if picture else None,
        height=picture.height if picture else None,
        colour=picture.colour if picture else None,
        preview=picture.preview if picture else None,
    )


def _video(video: ProductVideo, stored: StoredPictures) -> VideoDraft:
    return VideoDraft(
        path=video.file,
        poster=_stored_picture(video.poster, stored),
        title=video.title,
        uploaded_at=video.uploaded_at,
        width=video.width,
        height=video.height,
        seconds=video.seconds,
    )


def _stored_picture(path: str, stored: StoredPictures) -> ImageDraft:
    picture = stored.picture(path)
    return ImageDraft(
        src=path,
        width=picture.width if picture else None,
        height=picture.height if picture else None,
        colour=picture.colour if picture else None,
        preview=picture.preview if picture else None,
    )


def to_record(draft: ProductDraft, paths: Mapping[TitlePath, str]) -> Product:
    """Convert a draft to a record; `paths` maps a category's titles to its path."""
    images = [_image_record(image) for image in draft.images or ()]
    return Product.model_construct(
        slug=draft.slug,
        title=draft.title,
        brand=draft.brand or "",
        type=draft.product_type or "",
        status=draft.status or "active",
        categories=[paths[titles] for titles in draft.categories or ()],
        tags=list(draft.tags or ()),
        summary=draft.summary or "",
        description=draft.description_html or "",
        options=list(draft.option_names),
        swatches={name: dict(values) for name, values in (draft.swatches or {}).items()},
        attributes={label: list(values) for label, values in draft.attributes.items()},
        specification=[list(row) for row in draft.specification or ()],
        seo_title=draft.seo_title or "",
        seo_description=draft.seo_description or "",
        returnable=draft.returnable is not False,
        max_per_order=draft.max_per_order or None,
        gift_card=_gift_card_record(draft.gift_card),
        channels=list(CHANNELS if draft.channels is None else draft.channels),
        related=list(draft.related or ()),
        created_at=draft.created_at,
        extra=dict(draft.extra),
        sku=[_sku_record(sku, draft.option_names, images) for sku in draft.skus],
        image=images,
        video=[_video_record(video) for video in draft.videos or ()],
        spin=[SpinFrame.model_construct(file=frame.src) for frame in draft.spin or ()],
    )


def _video_record(video: VideoDraft) -> ProductVideo:
    return ProductVideo.model_construct(
        file=video.path,
        poster=video.poster.src,
        title=video.title,
        uploaded_at=video.uploaded_at,
        width=video.width,
        height=video.height,
        seconds=video.seconds,
    )


def _sku_record(sku: SkuDraft, names: Options, images: list[ProductImage]) -> Sku:
    is_default = sku.image == find_image(images, names, sku.options)
    return Sku.model_construct(
        sku=sku.sku or "",
        options=list(sku.options),
        price=sku.price or 0,
        compare_at_price=sku.compare_at_price or None,
        cost=sku.cost or None,
        stock=sku.stock,
        tracked=sku.tracked is not False,
        backorder=sku.backorder is True,
        barcode=sku.barcode or "",
        weight_grams=sku.weight_grams or None,
        weight_unit=sku.weight_unit or "",
        requires_shipping=sku.requires_shipping is not False,
        taxable=sku.taxable is not False,
        image=None if is_default else sku.image or "",
        extra=dict(sku.extra),
    )


def _image_record(image: ImageDraft) -> ProductImage:
    is_file = image.src.startswith("/media/")
    return ProductImage.model_construct(
        file=image.src if is_file else None,
        url=None if is_file else image.src,
        alt=image.alt,
        options=dict(image.options) if image.options else None,
        focus=list(image.focus) if image.focus and image.focus != CENTRE else None,
    )


def changed_fields(before: ProductDraft, after: ProductDraft) -> list[str]:
    """Return the keys in which two states of a product differ, stock excluded."""
    names = []
    for field in fields(ProductDraft):
        if getattr(before, field.name) != getattr(after, field.name):
            names.append(FILE_KEYS.get(field.name, field.name))
    return names

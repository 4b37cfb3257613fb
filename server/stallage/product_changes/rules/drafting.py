"""Checks what the editor sends, and turns it into a draft that `put_products` writes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from stallage.core.validation import DUPLICATES, message
from stallage.product_changes.rules.attribute_values import typed_value
from stallage.product_changes.schemas.records import (
    AttributeKind,
    MediaPictureInput,
    ProductInput,
    ProductPictureInput,
    ProductVideoInput,
    VariantInput,
)
from stallage.products.drafts import CHANNELS, ImageDraft, ProductDraft, SkuDraft, VideoDraft
from stallage.products.rules.merging import options_key
from stallage.products.rules.product_media import MIN_FRAMES
from stallage.products.rules.slugs import attribute_name

FieldErrors = dict[str, list[str]]
Kinds = Mapping[str, tuple[AttributeKind, str]]
"""Label of an attribute → kind and unit."""
MEDIA = "/media/"


def find_errors(body: ProductInput, sku_ids: Iterable[int], sources: Iterable[str]) -> FieldErrors:
    """Return the errors of a product whose stored SKUs and pictures have these ids and sources."""
    errors = _variant_errors(body, set(sku_ids)) | _picture_errors(body, set(sources))
    errors |= _media_errors(body)
    if _has_duplicates(name.casefold() for name in body.option_names):
        errors["optionNames"] = [DUPLICATES["name"]]
    if _has_duplicates(attribute_name(one.label) for one in body.attributes):
        errors["attributes"] = [DUPLICATES["attribute"]]
    if any("," in tag for tag in body.tags):
        errors["tags"] = [message("invalid", "tags")]
    terms = body.gift_card
    if terms and (terms.minimum > terms.maximum or (terms.minimum == 0) != (terms.maximum == 0)):
        errors["giftCard.maximum"] = [message("invalid", "maximum")]
    return errors | _schedule_errors(body)


def _schedule_errors(body: ProductInput) -> FieldErrors:
    start, end = body.publish_at, body.unpublish_at
    if start and end and end <= start:
        return {"unpublishAt": [message("invalid", "unpublishAt")]}
    return {}


def _variant_errors(body: ProductInput, sku_ids: set[int]) -> FieldErrors:
    errors: FieldErrors = {}
    seen: set[tuple[str, ...]] = set()
    used: set[int] = set()
    for place, variant in enumerate(body.variants):
        key = options_key(tuple(variant.options))
        if len(variant.options) != len(body.option_names):
            errors[f"variants.{place}.options"] = [message("required", "options")]
        elif key in seen:
            errors[f"variants.{place}.options"] = [DUPLICATES["attributeSet"]]
        seen.add(key)
        if variant.id is not None and (variant.id not in sku_ids or variant.id in used):
            errors[f"variants.{place}.id"] = [message("invalid", "id")]
        used |= {variant.id} if variant.id else set()
        if variant.compare_at_price and variant.compare_at_price <= variant.price:
            errors[f"variants.{place}.compareAtPrice"] = [
                message("minValue", "compareAtPrice", min=variant.price + 1)
            ]
    return errors


def _picture_errors(body: ProductInput, sources: set[str]) -> FieldErrors:
    errors: FieldErrors = {}
    for place, picture in enumerate(body.pictures):
        if picture.src not in sources and not picture.src.startswith(MEDIA):
            errors[f"pictures.{place}.src"] = [message("invalid", "src")]
    if _has_duplicates(picture.src for picture in body.pictures):
        errors["pictures"] = [message("invalid", "pictures")]
    return errors


def _media_errors(body: ProductInput) -> FieldErrors:
    errors: FieldErrors = {}
    if _has_duplicates(video.path for video in body.videos or ()):
        errors["videos"] = ["The same video is listed twice."]
    if body.spin and len(body.spin) < MIN_FRAMES:
        errors["spin"] = [f"A spin needs at least {MIN_FRAMES} pictures."]
    return errors


def _has_duplicates(values: Iterable[str]) -> bool:
    items = list(values)
    return len(set(items)) < len(items)


def typed_attributes(
    body: ProductInput, kinds: Kinds
) -> tuple[dict[str, tuple[str, ...]], FieldErrors]:
    """Return the attributes' values as they are stored, and the errors of those of another kind."""
    attributes: dict[str, tuple[str, ...]] = {}
    errors: FieldErrors = {}
    for place, one in enumerate(body.attributes):
        kind, unit = kinds.get(one.label, ("text", ""))
        kind = one.kind or kind
        unit = unit if one.unit is None else one.unit
        values = [typed_value(kind, unit, value) for value in one.values]
        known = [value for value in values if value is not None]
        if len(known) < len(values):
            errors[f"attributes.{place}.values"] = [message("invalid", "values")]
        attributes[one.label] = tuple(dict.fromkeys(known))
    return attributes, errors


def draft_of(
    body: ProductInput,
    slug: str,
    *,
    categories: Sequence[tuple[str, ...]],
    related: Sequence[str],
    attributes: Mapping[str, tuple[str, ...]],
    stock: Mapping[int, int],
) -> ProductDraft:
    """Return the draft. `stock` has the stored stock by SKU id, which stays as it is."""
    return ProductDraft(
        slug=slug,
        title=body.title,
        skus=tuple(_sku(variant, stock) for variant in body.variants),
        option_names=tuple(body.option_names),
        description_html=body.description_html,
        summary=body.summary,
        brand=body.brand,
        product_type=body.product_type,
        tags=tuple({tag.casefold(): tag for tag in body.tags}.values()),
        status=body.status,
        swatches={name: dict(values) for name, values in body.swatches.items() if values},
        categories=tuple(categories),
        attributes=attributes,
        specification=tuple((row.name, row.value) for row in body.specification),
        seo_title=body.seo_title,
        seo_description=body.seo_description,
        images=tuple(_image(picture, body.option_names) for picture in body.pictures),
        videos=None if body.videos is None else tuple(_video(one) for one in body.videos),
        spin=None if body.spin is None else tuple(_media_picture(one) for one in body.spin),
        returnable=body.returnable,
        max_per_order=body.max_per_order or 0,
        gift_card=body.gift_card.model_dump() if body.gift_card else {},
        channels=tuple(name for name in CHANNELS if name in body.channels),
        related=tuple(related),
        schedule=(body.publish_at, body.unpublish_at),
    )


def _sku(variant: VariantInput, stock: Mapping[int, int]) -> SkuDraft:
    first = variant.stock.level if variant.stock else 0
    return SkuDraft(
        options=tuple(variant.options),
        sku=variant.sku,
        price=variant.price,
        compare_at_price=variant.compare_at_price or 0,
        stock=first if variant.id is None else stock[variant.id],
        tracked=variant.tracked,
        backorder=variant.backorder,
        barcode=variant.barcode,
        weight_grams=variant.weight_grams or 0,
        weight_unit=variant.weight_unit,
        image=variant.picture,
        requires_shipping=variant.requires_shipping,
        taxable=variant.taxable,
        cost=variant.cost or 0,
    )


def _image(picture: ProductPictureInput, option_names: Sequence[str]) -> ImageDraft:
    return ImageDraft(
        src=picture.src,
        alt=picture.alt,
        options={name: value for name, value in picture.options.items() if name in option_names},
        focus=(picture.focus_x, picture.focus_y),
        width=picture.width,
        height=picture.height,
        colour=picture.colour,
        preview=picture.preview,
    )


def _video(video: ProductVideoInput) -> VideoDraft:
    return VideoDraft(
        path=video.path,
        poster=_media_picture(video.poster),
        title=video.title,
        uploaded_at=video.uploaded_at,
        width=video.width,
        height=video.height,
        seconds=video.seconds,
    )


def _media_picture(picture: MediaPictureInput) -> ImageDraft:
    return ImageDraft(
        src=picture.path,
        width=picture.width,
        height=picture.height,
        colour=picture.colour,
        preview=picture.preview,
    )

"""Merge drafts into products: the draft's values over the stored ones over the defaults.

The result is complete: no field is None. If it equals the stored product nothing is written, so
running an import twice changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from stallage.products.drafts import CHANNELS, ImageDraft, Options, ProductDraft, SkuDraft, Status
from stallage.products.rules.gift_card_terms import gift_card_skus

T = TypeVar("T")

NEW_SKU = SkuDraft(
    sku="",
    price=0,
    compare_at_price=0,
    stock=0,
    tracked=True,
    backorder=False,
    barcode="",
    weight_grams=0,
    weight_unit="",
    image="",
    requires_shipping=True,
    taxable=True,
    cost=0,
)
"""Defaults of a SKU."""
CENTRE = (50, 50)
"""Focus point of a picture without another one."""
UNCOUNTED_SKU = replace(NEW_SKU, tracked=False)


def options_key(options: Options) -> Options:
    """Return the key of a SKU within its product: its options, ignoring case."""
    return tuple(value.casefold() for value in options)


def merge_product(
    draft: ProductDraft,
    current: ProductDraft | None = None,
    retired: tuple[SkuDraft, ...] = (),
) -> ProductDraft:
    """Return the complete product.

    `current` is the stored product with its active SKUs, `retired` are its inactive SKUs. A SKU that
    becomes active again keeps its stored values.
    """
    if current is not None and not draft.supports_options and current.option_names:
        draft = replace(draft, option_names=current.option_names, skus=(), complete=False)
    active = {options_key(sku.options): sku for sku in current.skus} if current else {}
    known = {options_key(sku.options): sku for sku in retired} | active
    skus = tuple(merge_sku(sku, known.get(options_key(sku.options))) for sku in draft.skus)
    if not draft.complete:
        skus += _unlisted_skus(draft, active.values())
    now = current or ProductDraft(draft.slug, draft.title, ())
    images = _first_value(draft.images, now.images, ())
    pictures = {image.src for image in images}
    skus = tuple(
        replace(sku, image="") if sku.image and sku.image not in pictures else sku for sku in skus
    )
    status: Status = _first_value(draft.status, now.status, "active")
    gift_card = _first_value(draft.gift_card, now.gift_card, {})
    if gift_card:
        skus = gift_card_skus(skus)
    has_unpriced_sku = any(
        sku.price is None and options_key(sku.options) not in known for sku in draft.skus
    )
    return ProductDraft(
        slug=draft.slug,
        title=draft.title,
        skus=skus,
        option_names=draft.option_names,
        description_html=_first_value(draft.description_html, now.description_html, ""),
        summary=_first_value(draft.summary, now.summary, ""),
        brand=_first_value(draft.brand, now.brand, ""),
        product_type=_first_value(draft.product_type, now.product_type, ""),
        tags=_first_value(draft.tags, now.tags, ()),
        status="draft" if has_unpriced_sku and status == "active" else status,
        swatches=_first_value(draft.swatches, now.swatches, {}),
        categories=_first_value(draft.categories, now.categories, ()),
        attributes=_overlay(draft.attributes, now.attributes),
        specification=_first_value(draft.specification, now.specification, ()),
        seo_title=_first_value(draft.seo_title, now.seo_title, ""),
        seo_description=_first_value(draft.seo_description, now.seo_description, ""),
        videos=_first_value(draft.videos, now.videos, ()),
        spin=_first_value(draft.spin, now.spin, ()),
        images=_with_options(images, now.images or (), draft.option_names, skus),
        returnable=not gift_card and _first_value(draft.returnable, now.returnable, True),
        gift_card=gift_card,
        max_per_order=_first_value(draft.max_per_order, now.max_per_order, 0),
        channels=_first_value(draft.channels, now.channels, CHANNELS),
        related=_first_value(draft.related, now.related, ()),
        schedule=_first_value(draft.schedule, now.schedule, (None, None)),
        created_at=draft.created_at if current is None else current.created_at,
        extra=_overlay(draft.extra, now.extra),
    )


def can_be_merged(draft: ProductDraft, current: ProductDraft) -> bool:
    """Whether the draft's prices and stock can be assigned to the stored SKUs.

    They cannot if a source without options has one price for a product that is sold in several options.
    """
    has_offer = any(sku.price is not None or sku.stock is not None for sku in draft.skus)
    return draft.supports_options or not current.option_names or not has_offer


def merge_sku(draft: SkuDraft, current: SkuDraft | None = None) -> SkuDraft:
    """Return the complete SKU. A new SKU without a stock figure is not tracked, so it can be sold."""
    now = current or (UNCOUNTED_SKU if draft.stock is None else NEW_SKU)
    price = _first_value(draft.price, now.price, 0)
    compare_at_price = _first_value(draft.compare_at_price, now.compare_at_price, 0)
    # Tracking an uncounted SKU would make it sold out, so without a figure nothing changes.
    tracked = draft.tracked if draft.stock is not None else None
    return SkuDraft(
        options=draft.options,
        sku=_first_value(draft.sku, now.sku, ""),
        price=price,
        compare_at_price=compare_at_price if compare_at_price > price else 0,
        stock=_first_value(draft.stock, now.stock, 0),
        tracked=_first_value(tracked, now.tracked, True),
        backorder=_first_value(draft.backorder, now.backorder, False),
        barcode=_first_value(draft.barcode, now.barcode, ""),
        weight_grams=_first_value(draft.weight_grams, now.weight_grams, 0),
        weight_unit=_first_value(draft.weight_unit, now.weight_unit, ""),
        image=_first_value(draft.image, now.image, ""),
        requires_shipping=_first_value(draft.requires_shipping, now.requires_shipping, True),
        taxable=_first_value(draft.taxable, now.taxable, True),
        cost=_first_value(draft.cost, now.cost, 0),
        extra=_overlay(draft.extra, now.extra),
    )


def shown_options(src: str, option_names: Options, skus: tuple[SkuDraft, ...]) -> dict[str, str]:
    """Return the option values that a picture shows, derived from the SKUs that use it.

    These are the values that all of those SKUs share, unless every SKU of the product has them.
    """
    shown: dict[str, str] = {}
    for place, name in enumerate(option_names):
        values = {value for sku in skus if sku.image == src for value in sku.options[place:][:1]}
        if len(values) == 1 and len({sku.options[place:][:1] for sku in skus}) > 1:
            shown[name] = values.pop()
    return shown


def _with_options(
    images: tuple[ImageDraft, ...],
    before: tuple[ImageDraft, ...],
    option_names: Options,
    skus: tuple[SkuDraft, ...],
) -> tuple[ImageDraft, ...]:
    known = {image.src: image.options for image in before}
    focus = {image.src: image.focus for image in before}
    images = tuple(
        replace(image, focus=image.focus or focus.get(image.src) or CENTRE) for image in images
    )
    shown = {sku.image for sku in skus}
    return tuple(
        image
        if image.options is not None
        else replace(
            image,
            options=shown_options(image.src, option_names, skus)
            if image.src in shown
            else known.get(image.src) or {},
        )
        for image in images
    )


def _unlisted_skus(draft: ProductDraft, active: Iterable[SkuDraft]) -> tuple[SkuDraft, ...]:
    """Return active SKUs that an incomplete draft does not list and that fit its options."""
    listed = {options_key(sku.options) for sku in draft.skus}
    return tuple(
        sku
        for sku in active
        if options_key(sku.options) not in listed and len(sku.options) == len(draft.option_names)
    )


def _first_value(new: T | None, old: T | None, default: T) -> T:
    if new is not None:
        return new
    return default if old is None else old


def _overlay(new: Mapping[str, T], old: Mapping[str, T]) -> dict[str, T]:
    """Return `old` updated with `new`, without empty values."""
    return {key: value for key, value in {**old, **new}.items() if value}

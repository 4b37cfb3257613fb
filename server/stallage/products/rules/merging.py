"""What a product shall be: what a draft says, over what is there, over the defaults.

Pure. The result says everything (no None is left), so that a product for which it equals what is
there needs no writing: a second run of an import changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TypeVar

from stallage.products.drafts import ImageDraft, Options, ProductDraft, SkuDraft, Status
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
"""What a SKU is where nobody says otherwise."""
UNCOUNTED_SKU = replace(NEW_SKU, tracked=False)


def options_key(options: Options) -> Options:
    """What a SKU is known by within its product: its options, whatever their case."""
    return tuple(value.casefold() for value in options)


def merged(
    draft: ProductDraft,
    current: ProductDraft | None = None,
    retired: tuple[SkuDraft, ...] = (),
) -> ProductDraft:
    """The product as it shall be.

    `current` is the product as it is, with the SKUs that are on sale; `retired` are those that are
    not any more. A SKU that comes back takes up what it was.
    """
    if current is not None and not draft.speaks_of_options and current.option_names:
        draft = replace(draft, option_names=current.option_names, skus=(), complete=False)
    there = {options_key(sku.options): sku for sku in current.skus} if current else {}
    known = {options_key(sku.options): sku for sku in retired} | there
    skus = tuple(merged_sku(sku, known.get(options_key(sku.options))) for sku in draft.skus)
    if not draft.complete:
        skus += _unnamed(draft, there.values())
    now = current or ProductDraft(draft.slug, draft.title, ())
    images = _said(draft.images, now.images, ())
    pictures = {image.src for image in images}
    skus = tuple(
        replace(sku, image="") if sku.image and sku.image not in pictures else sku for sku in skus
    )
    status: Status = _said(draft.status, now.status, "active")
    gift_card = _said(draft.gift_card, now.gift_card, {})
    if gift_card:
        skus = gift_card_skus(skus)
    given_away = any(
        sku.price is None and options_key(sku.options) not in known for sku in draft.skus
    )
    return ProductDraft(
        slug=draft.slug,
        title=draft.title,
        skus=skus,
        option_names=draft.option_names,
        description_html=_said(draft.description_html, now.description_html, ""),
        summary=_said(draft.summary, now.summary, ""),
        brand=_said(draft.brand, now.brand, ""),
        product_type=_said(draft.product_type, now.product_type, ""),
        tags=_said(draft.tags, now.tags, ()),
        status="draft" if given_away and status == "active" else status,
        swatches=_said(draft.swatches, now.swatches, {}),
        categories=_said(draft.categories, now.categories, ()),
        attributes=_overlaid(draft.attributes, now.attributes),
        specification=_said(draft.specification, now.specification, ()),
        seo_title=_said(draft.seo_title, now.seo_title, ""),
        seo_description=_said(draft.seo_description, now.seo_description, ""),
        images=_with_options(images, now.images or (), draft.option_names, skus),
        returnable=not gift_card and _said(draft.returnable, now.returnable, True),
        gift_card=gift_card,
        max_per_order=_said(draft.max_per_order, now.max_per_order, 0),
        created_at=draft.created_at if current is None else current.created_at,
        extra=_overlaid(draft.extra, now.extra),
    )


def can_be_merged(draft: ProductDraft, current: ProductDraft) -> bool:
    """Whether what the draft says of prices and stock has a place in the product as it is.

    It has none where a source without options gives one price to a product that is sold in some.
    """
    says = any(sku.price is not None or sku.stock is not None for sku in draft.skus)
    return draft.speaks_of_options or not current.option_names or not says


def merged_sku(draft: SkuDraft, current: SkuDraft | None = None) -> SkuDraft:
    """The same for one SKU.

    A new one without a stock figure is not tracked: who does not count pieces can sell them.
    """
    now = current or (UNCOUNTED_SKU if draft.stock is None else NEW_SKU)
    price = _said(draft.price, now.price, 0)
    compare_at_price = _said(draft.compare_at_price, now.compare_at_price, 0)
    # Tracking what was never counted would sell nothing, so without a figure it stays as it is.
    tracked = draft.tracked if draft.stock is not None else None
    return SkuDraft(
        options=draft.options,
        sku=_said(draft.sku, now.sku, ""),
        price=price,
        compare_at_price=compare_at_price if compare_at_price > price else 0,
        stock=_said(draft.stock, now.stock, 0),
        tracked=_said(tracked, now.tracked, True),
        backorder=_said(draft.backorder, now.backorder, False),
        barcode=_said(draft.barcode, now.barcode, ""),
        weight_grams=_said(draft.weight_grams, now.weight_grams, 0),
        weight_unit=_said(draft.weight_unit, now.weight_unit, ""),
        image=_said(draft.image, now.image, ""),
        requires_shipping=_said(draft.requires_shipping, now.requires_shipping, True),
        taxable=_said(draft.taxable, now.taxable, True),
        cost=_said(draft.cost, now.cost, 0),
        extra=_overlaid(draft.extra, now.extra),
    )


def shown_options(src: str, option_names: Options, skus: tuple[SkuDraft, ...]) -> dict[str, str]:
    """The option values that a picture shows, by the SKUs that show it.

    Those that all of them have, and not every SKU of the product.
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


def _unnamed(draft: ProductDraft, there: Iterable[SkuDraft]) -> tuple[SkuDraft, ...]:
    """The SKUs that an incomplete draft does not name and that fit its options."""
    named = {options_key(sku.options) for sku in draft.skus}
    return tuple(
        sku
        for sku in there
        if options_key(sku.options) not in named and len(sku.options) == len(draft.option_names)
    )


def _said(new: T | None, old: T | None, default: T) -> T:
    if new is not None:
        return new
    return default if old is None else old


def _overlaid(new: Mapping[str, T], old: Mapping[str, T]) -> dict[str, T]:
    """`new` over `old`; what is empty goes."""
    return {key: value for key, value in {**old, **new}.items() if value}

"""What a bulk edit changes in a product: pure functions over stored values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Literal, TypeAlias

from stallage.products.rules.price_rounding import EXACT, RoundingRule

MAX_PRODUCTS = 100_000
"""Products that one bulk edit can change."""
UNDO_FOR = timedelta(hours=24)
SAMPLE = 20
"""Rows of a preview."""
MAX_AMOUNT = 10**12
HUNDREDTHS = 10_000
"""Percentages are in hundredths of a per cent."""

PriceWarning: TypeAlias = Literal["below_cost", "compare_at_dropped", "zero_price", "on_sale"]
PriceKind: TypeAlias = Literal["set", "amount", "percent"]
Rounding: TypeAlias = Literal["none", "shop", "99", "95"]
CompareAt: TypeAlias = Literal["keep", "old_price", "clear"]
CategoryMode: TypeAlias = Literal["add", "remove", "replace"]

GIFT_CARD = "The prices of a gift card are its amounts"
NO_VARIANT = "Has no variant to sell"
UNCHANGED = "Nothing would change"
TOO_HIGH = "The price would be too high"


@dataclass(frozen=True, slots=True)
class EditableSku:
    """The prices of a variant in minor units."""

    id: int
    title: str
    price: int
    compare_at_price: int | None
    cost: int | None


@dataclass(frozen=True, slots=True)
class EditableProduct:
    """What a bulk edit can change."""

    id: int
    title: str
    status: str
    tags: tuple[str, ...]
    category_ids: tuple[int, ...]
    """The main one first."""
    brand: str
    max_per_order: int
    """0 for no limit."""
    returnable: bool
    is_gift_card: bool
    on_sale: bool
    skus: tuple[EditableSku, ...]


@dataclass(frozen=True, slots=True)
class PriceStep:
    """How prices change."""

    kind: PriceKind
    value: int
    """Minor units, or hundredths of a per cent; negative to reduce."""
    rounding: Rounding = "none"
    rule: RoundingRule = EXACT
    """The shop's own, for `shop`."""


@dataclass(frozen=True, slots=True)
class Edit:
    """What to change. None leaves a field as it is."""

    status: str | None = None
    add_tags: tuple[str, ...] = ()
    remove_tags: tuple[str, ...] = ()
    category_mode: CategoryMode | None = None
    category_ids: tuple[int, ...] = ()
    brand: str | None = None
    """Empty for no brand."""
    price: PriceStep | None = None
    compare_at: CompareAt = "keep"
    max_per_order: int | None = None
    returnable: bool | None = None
    decimals: int = 2
    """Of the currency."""

    @property
    def changes_prices(self) -> bool:
        """Whether it concerns prices."""
        return self.price is not None or self.compare_at != "keep"


Values: TypeAlias = dict[str, Any]
SkuValues: TypeAlias = dict[int, dict[str, int | None]]


@dataclass(frozen=True, slots=True)
class Planned:
    """What an edit changes in a product: only fields that differ."""

    before: Values = field(default_factory=dict)
    after: Values = field(default_factory=dict)
    skus_before: SkuValues = field(default_factory=dict)
    skus_after: SkuValues = field(default_factory=dict)
    warnings: frozenset[PriceWarning] = frozenset()
    reason: str | None = None
    """Why the product is left as it is."""


def round_price(price: int, rounding: Rounding, decimals: int) -> int:
    """Return the nearest price that ends in .99 or .95. Currencies without cents are not rounded."""
    if rounding not in ("99", "95") or decimals < 2 or price <= 0:
        return price
    unit = int(10**decimals)
    ending = int(rounding) * unit // 100
    whole = (price - ending + unit // 2) // unit
    return max(0, whole) * unit + ending


def new_price(price: int, step: PriceStep, decimals: int) -> int:
    """Return the price after a step, at least 0. Halves of a minor unit are rounded up."""
    if step.kind == "set":
        changed = step.value
    elif step.kind == "amount":
        changed = price + step.value
    else:
        changed = (2 * price * (HUNDREDTHS + step.value) + HUNDREDTHS) // (2 * HUNDREDTHS)
    if step.rounding == "shop":
        return step.rule.rounded(price, max(0, changed))
    return round_price(max(0, changed), step.rounding, decimals)


def plan_edit(product: EditableProduct, edit: Edit) -> Planned:
    """Compute what an edit changes in a product."""
    if edit.changes_prices and product.is_gift_card:
        return Planned(reason=GIFT_CARD)
    if edit.status == "active" and not product.skus:
        return Planned(reason=NO_VARIANT)
    before, after = _changed_fields(product, edit)
    skus_before, skus_after, warnings = _changed_prices(product, edit)
    if any((one["price"] or 0) > MAX_AMOUNT for one in skus_after.values()):
        return Planned(reason=TOO_HIGH)
    if not after and not skus_after:
        return Planned(reason=UNCHANGED)
    return Planned(before, after, skus_before, skus_after, frozenset(warnings))


def _changed_fields(product: EditableProduct, edit: Edit) -> tuple[Values, Values]:
    now = values_of(product)
    edited: Values = {
        "status": edit.status,
        "tags": _tags_after(product.tags, edit),
        "categories": _categories_after(product.category_ids, edit),
        "brand": edit.brand,
        "max_per_order": edit.max_per_order,
        # Gift cards are never returnable.
        "returnable": None if product.is_gift_card else edit.returnable,
    }
    changed = [name for name, value in edited.items() if value is not None and value != now[name]]
    return {name: now[name] for name in changed}, {name: edited[name] for name in changed}


def _tags_after(tags: tuple[str, ...], edit: Edit) -> list[str]:
    removed = {tag.lower() for tag in edit.remove_tags}
    others = [tag for tag in tags if tag.lower() not in removed]
    known = {tag.lower() for tag in others}
    added = {tag.lower(): tag for tag in edit.add_tags if tag.lower() not in known}
    return others + list(added.values())


def _categories_after(ids: tuple[int, ...], edit: Edit) -> list[int] | None:
    match edit.category_mode:
        case None:
            return None
        case "replace":
            return list(edit.category_ids)
        case "add":
            return list(dict.fromkeys((*ids, *edit.category_ids)))
        case "remove":
            return [one for one in ids if one not in edit.category_ids]


def _changed_prices(
    product: EditableProduct, edit: Edit
) -> tuple[SkuValues, SkuValues, set[PriceWarning]]:
    before: SkuValues = {}
    after: SkuValues = {}
    warnings: set[PriceWarning] = set()
    if not edit.changes_prices:
        return before, after, warnings
    for sku in product.skus:
        price = sku.price
        if edit.price is not None:
            price = new_price(sku.price, edit.price, edit.decimals)
        compare_at = _compare_at_after(sku, price, edit.compare_at)
        if (price, compare_at) == (sku.price, sku.compare_at_price):
            continue
        before[sku.id] = {"price": sku.price, "compare_at_price": sku.compare_at_price}
        after[sku.id] = {"price": price, "compare_at_price": compare_at}
        if price == 0:
            warnings.add("zero_price")
        if sku.cost is not None and price < sku.cost:
            warnings.add("below_cost")
        if sku.compare_at_price is not None and compare_at is None and edit.compare_at != "clear":
            warnings.add("compare_at_dropped")
    if after and product.on_sale:
        warnings.add("on_sale")
    return before, after, warnings


def _compare_at_after(sku: EditableSku, price: int, compare_at: CompareAt) -> int | None:
    """The compare-at price, which is always above the price."""
    price_before = sku.compare_at_price
    if compare_at == "clear":
        price_before = None
    elif compare_at == "old_price" and price != sku.price:
        price_before = sku.price
    return price_before if price_before is not None and price_before > price else None


def still_has(change: Mapping[str, Any], current: EditableProduct) -> bool:
    """Whether a product still has the values that a bulk edit gave it. `change` is as stored."""
    values = values_of(current)
    prices = {
        str(sku.id): {"price": sku.price, "compare_at_price": sku.compare_at_price}
        for sku in current.skus
    }
    return all(values[name] == value for name, value in change["after"].items()) and all(
        prices.get(sku_id) == value for sku_id, value in change["skus_after"].items()
    )


def values_of(product: EditableProduct) -> Values:
    """The fields of a product that bulk edits change, apart from prices."""
    return {
        "status": product.status,
        "tags": list(product.tags),
        "categories": list(product.category_ids),
        "brand": product.brand,
        "max_per_order": product.max_per_order,
        "returnable": product.returnable,
    }

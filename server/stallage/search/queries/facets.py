"""Build facets from counts: with labels, sorted, and limited in number; find values by their label."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any

from stallage.core.json_types import JsonObject
from stallage.core.money import Currency
from stallage.products.queries.swatches import swatch_key
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.index.facet_counts import Counts
from stallage.search.rules import fold_phrase
from stallage.search.schemas.list_parameters import ListRequest

MAX_VALUES = 60
"""Values of a facet: the most frequent ones; selected values are always included."""

LABELS = {
    "category": "Category",
    "brand": "Brand",
    "price": "Price",
    "rating": "Rating",
    "discount": "Discount",
    "inStock": "Availability",
}


IN_STOCK = "In stock"


def rating_label(stars: int) -> str:
    """Return the label of minimum stars."""
    return f"{stars} & up"


def discount_label(percent: int) -> str:
    """Return the label of a minimum discount."""
    return f"{percent}% off or more"


@lru_cache(maxsize=4096)
def price_label(low: int | None, high: int | None, currency: Currency, locale: str) -> str:
    """Return the label of an inclusive price range in minor units; None: open."""
    if high is None:
        return f"{_amount(low or 0, currency, locale)} and more"
    if not low:
        return f"Under {_amount(high + 1, currency, locale)}"
    return f"{_amount(low, currency, locale)} to {_amount(high + 1, currency, locale)}"


def chosen_price_label(low: int | None, high: int | None, currency: Currency, locale: str) -> str:
    """Return the label of a range that a shopper chose: one of the facet's, or one that was typed.

    Those of the facet end just below a round amount, typed ones at it.
    """
    if high is not None and _zeros(high + 1) <= _zeros(high):
        high -= 1
    return price_label(low, high, currency, locale)


def _zeros(amount: int) -> int:
    digits = str(amount)
    return len(digits) - len(digits.rstrip("0"))


def _amount(amount: int, currency: Currency, locale: str) -> str:
    return currency.format(amount, locale).removesuffix("." + "0" * currency.decimals)


def build_facets(
    counts: Counts, request: ListRequest, names: CatalogNames, currency: Currency
) -> list[JsonObject]:
    """Return the facets of a list as JSON of `Facet`, without those that have no values."""
    filters = request.list_query.filters
    locale = names.site.locale
    facets = [
        _category_facet(counts, request, names),
        _facet(
            "brand",
            _brands(counts, names),
            {names.brands[one].slug for one in filters.brand_ids if one in names.brands},
        ),
        _facet("price", _prices(counts, currency, locale), None),
        *_attributes(counts, request, names),
        _facet("rating", [(str(n), rating_label(n), c) for n, c in counts.ratings.items()], None),
        _facet(
            "discount",
            [(str(n), discount_label(n), c) for n, c in counts.discounts.items()],
            None,
        ),
        _facet("inStock", [("true", IN_STOCK, counts.in_stock)], None),
    ]
    return [facet for facet in facets if facet is not None]


def find_values(
    parameter: str, text: str, counts: Counts, request: ListRequest, names: CatalogNames
) -> JsonObject:
    """Return a facet with the values whose label contains the text, as JSON of `Facet`.

    `parameter` is `category`, `brand` or `attr.{name}`. Words are compared without case and accents, and
    each must occur. `values` is empty if there are none.
    """
    name = parameter.removeprefix("attr.")
    label, places, swatches = LABELS.get(parameter, ""), None, None
    match parameter:
        case "category":
            values = _categories(counts, request, names)
        case "brand":
            values = _brands(counts, names)
        case _:
            label, places = names.facet_label(name), names.value_places(name)
            swatches = names.swatches_of(name)
            found = {} if names.is_hidden(name) else counts.attributes.get(name, {})
            values = [(value, value, count) for value, count in found.items()]
    words = fold_phrase(text).split()
    # A text without letters and digits, such as "%", matches nothing rather than everything.
    is_searchable = bool(words) or not text.strip()
    values = [one for one in values if is_searchable and _contains(one[1], words)]
    facet = _facet(parameter, values, set(), label, places=places, swatches=swatches)
    return facet or {"parameter": parameter, "label": label, "total": 0, "values": [], "tree": None}


def _contains(label: str, words: list[str]) -> bool:
    folded = fold_phrase(label)
    return all(word in folded for word in words)


def _facet(
    parameter: str,
    values: list[tuple[str, str, int]],
    selected: set[str] | None,
    label: str | None = None,
    *,
    places: Mapping[str, int] | None = None,
    swatches: Mapping[str, str] | None = None,
) -> dict[str, Any] | None:
    """Return a facet of (value, label, count). `selected` None: keep the order and all values.

    `places` are those of the values that come first, `swatches` the colours by `swatch_key` of the value.
    """
    values = [one for one in values if one[2] > 0]
    if not values:
        return None
    total = len(values)
    if selected is not None:
        # Twice, since sorting by a field of each takes half of what sorting by two does.
        values.sort(key=itemgetter(1))
        values.sort(key=itemgetter(2), reverse=True)
        values = values[:MAX_VALUES] + [one for one in values[MAX_VALUES:] if one[0] in selected]
    if places:
        values.sort(key=lambda one: places.get(one[0], len(places)))
    return {
        "parameter": parameter,
        "label": label or LABELS[parameter],
        "total": total,
        "values": _with_swatches(_to_values(values), swatches) if swatches else _to_values(values),
        "tree": None,
    }


def _to_values(values: list[tuple[str, str, int]]) -> list[JsonObject]:
    return [{"value": value, "label": text, "count": count} for value, text, count in values]


def _with_swatches(values: list[JsonObject], swatches: Mapping[str, str]) -> list[JsonObject]:
    """Add the colours of values that have one."""
    for value in values:
        colour = swatches.get(swatch_key(value["value"]))
        if colour is not None:
            value["swatch"] = colour
    return values


def _category_facet(counts: Counts, request: ListRequest, names: CatalogNames) -> JsonObject | None:
    """Return the facet of categories, with their tree unless the list is a category itself."""
    facet = _facet("category", _categories(counts, request, names), set())
    if request.category_is_source:
        return facet
    current = request.category
    above = [] if current is None else names.category_path(current)
    path = [_counted(one.id, counts, names) for one in above]
    below = names.children.get(None if current is None else current.id, [])
    children = [one for one in (_counted(i, counts, names) for i in below) if one[2] > 0]
    if facet is None:
        # A parent may have products in other categories although the chosen one and its siblings have none.
        if not any(count for _, _, count in path):
            return None
        facet = {"parameter": "category", "label": LABELS["category"], "total": 0, "values": []}
    facet["tree"] = {"path": _to_values(path), "children": _to_values(children)}
    return facet


def _counted(category_id: int, counts: Counts, names: CatalogNames) -> tuple[str, str, int]:
    category = names.categories[category_id]
    return category.slug, category.title, counts.categories.get(category_id, 0)


def _brands(counts: Counts, names: CatalogNames) -> list[tuple[str, str, int]]:
    brands = names.brands
    return [
        (brand.slug, brand.name, count)
        for one, count in counts.brands.items()
        if (brand := brands.get(one)) is not None
    ]


def _categories(
    counts: Counts, request: ListRequest, names: CatalogNames
) -> list[tuple[str, str, int]]:
    """Return categories to filter by: below the list's own category, or beside and below a selected one."""
    current = request.category
    if current is None:
        shown = names.children.get(None, [])
    elif request.category_is_source:
        shown = names.children.get(current.id, [])
    else:
        shown = [*names.children.get(current.parent_id, []), *names.children.get(current.id, [])]
    return [_counted(one, counts, names) for one in shown]


def _prices(counts: Counts, currency: Currency, locale: str) -> list[tuple[str, str, int]]:
    return [
        (
            f"{low}..{'' if high is None else high}",
            price_label(low, high, currency, locale),
            count,
        )
        for low, high, count in counts.prices
    ]


def _attributes(
    counts: Counts, request: ListRequest, names: CatalogNames
) -> list[dict[str, Any] | None]:
    selected = dict(request.list_query.filters.attributes)
    return [
        _facet(
            f"attr.{name}",
            [(value, value, count) for value, count in counts.attributes[name].items()],
            set(selected.get(name, ())),
            names.facet_label(name),
            places=names.value_places(name),
            swatches=names.swatches_of(name),
        )
        for name in sorted(counts.attributes, key=names.facet_order)
        if not names.is_hidden(name)
    ]

"""Counts → facets as answers say them: with labels, in order, and few enough to be shown."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from stallage.core.money import Currency
from stallage.search.cache.catalog_names import CatalogNames
from stallage.search.index.facet_counts import Counts
from stallage.search.list_parameters import ListRequest

MAX_VALUES = 60
"""Of one facet; the most frequent are kept, and those that are chosen."""

LABELS = {
    "category": "Category",
    "brand": "Brand",
    "price": "Price",
    "rating": "Rating",
    "discount": "Discount",
    "inStock": "Availability",
}


@lru_cache(maxsize=4096)
def _amount(amount: int, currency: Currency, locale: str) -> str:
    return currency.format(amount, locale).removesuffix("." + "0" * currency.decimals)


def facets_of(
    counts: Counts, listed: ListRequest, names: CatalogNames, currency: Currency, locale: str
) -> list[dict[str, Any]]:
    """The facets that narrow a list, those without a value left out."""
    filters = listed.list_query.filters
    made = [
        _facet("category", _categories(counts, listed, names), set()),
        _facet(
            "brand",
            [
                (names.brands[one].slug, names.brands[one].name, count)
                for one, count in counts.brands.items()
                if one in names.brands
            ],
            {names.brands[one].slug for one in filters.brand_ids if one in names.brands},
        ),
        _facet("price", _prices(counts, currency, locale), None),
        *_attributes(counts, listed, names),
        _facet("rating", [(str(n), f"{n} & up", c) for n, c in counts.ratings.items()], None),
        _facet(
            "discount",
            [(str(n), f"{n}% off or more", c) for n, c in counts.discounts.items()],
            None,
        ),
        _facet("inStock", [("true", "In stock", counts.in_stock)], None),
    ]
    return [facet for facet in made if facet is not None]


def _facet(
    parameter: str,
    values: list[tuple[str, str, int]],
    chosen: set[str] | None,
    label: str | None = None,
) -> dict[str, Any] | None:
    """A facet of (value, label, count); None for `chosen` keeps the order and every value."""
    values = [one for one in values if one[2] > 0]
    if not values:
        return None
    if chosen is not None:
        values.sort(key=lambda one: (-one[2], one[1]))
        values = values[:MAX_VALUES] + [one for one in values[MAX_VALUES:] if one[0] in chosen]
    return {
        "parameter": parameter,
        "label": label or LABELS[parameter],
        "values": [
            {"value": value, "label": text, "count": count} for value, text, count in values
        ],
    }


def _categories(
    counts: Counts, listed: ListRequest, names: CatalogNames
) -> list[tuple[str, str, int]]:
    """Where one can go from here: below the list's own category, or beside and below a chosen one."""
    here = listed.category
    if here is None:
        shown = names.children.get(None, [])
    elif listed.category_is_source:
        shown = names.children.get(here.id, [])
    else:
        shown = [*names.children.get(here.parent_id, []), *names.children.get(here.id, [])]
    return [
        (names.categories[one].slug, names.categories[one].title, counts.categories.get(one, 0))
        for one in shown
    ]


def _prices(counts: Counts, currency: Currency, locale: str) -> list[tuple[str, str, int]]:
    values = []
    for low, high, count in counts.prices:
        value = f"{low}..{'' if high is None else high}"
        if high is None:
            label = f"{_amount(low, currency, locale)} and more"
        elif low == 0:
            label = f"Under {_amount(high + 1, currency, locale)}"
        else:
            label = f"{_amount(low, currency, locale)} to {_amount(high + 1, currency, locale)}"
        values.append((value, label, count))
    return values


def _attributes(
    counts: Counts, listed: ListRequest, names: CatalogNames
) -> list[dict[str, Any] | None]:
    chosen = dict(listed.list_query.filters.qualities)
    return [
        _facet(
            f"attr.{name}",
            [(value, value, count) for value, count in counts.qualities[name].items()],
            set(chosen.get(name, ())),
            names.facet_label(name),
        )
        for name in sorted(counts.qualities, key=names.facet_place)
    ]

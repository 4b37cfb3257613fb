"""Parse the query string of a product list and resolve its slugs.

Product lists are the most frequent requests, so their parameters are read without Pydantic models.
`openapi_parameters` describes the same parameters; a test checks that both match.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, get_args
from urllib.parse import parse_qsl

from stallage.core.criteria import RuleViolation
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.money import MAX_AMOUNT
from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, Page
from stallage.core.validation import message
from stallage.products.rules.list_source import ListSource
from stallage.search.cache.catalog_names import CatalogNames, Category, SourceKind
from stallage.search.rules import Filters, ListQuery, Sort

SOURCES: tuple[SourceKind, ...] = ("sale", "slider", "section", "collection")
SORTS: tuple[Sort, ...] = get_args(Sort)
MAX_PARAMETERS = 100
MAX_WORDS = 200
"""Characters of the search words."""
LOWEST, HIGHEST = "Lowest price", "Highest price"
"""Labels of the price fields, for messages."""
MAX_RATING = 5
MAX_DISCOUNT = 99

FILTERS = ("category", "price", "rating", "inStock", "discount")
"""Filters that occur once; `brand` and `attr.{name}` may be repeated."""
SINGLE = frozenset({*FILTERS, *SOURCES, "q", "literal", "sort", "page", "pageSize"})
_WHOLE = re.compile(r"^[+-]?[0-9]{1,18}$")
_PLAIN_PAIR = rb"[A-Za-z0-9_.~-]+=[A-Za-z0-9_.~-]*"
_PLAIN = re.compile(rb"%b(?:&%b)*" % (_PLAIN_PAIR, _PLAIN_PAIR))


LIST_NAMES = frozenset({*FILTERS, *SOURCES, "q", "literal", "sort", "brand"})
"""Query parameters that name a list in a search by criteria, besides `attr.{name}`."""


@dataclass(frozen=True, slots=True)
class ListRequest:
    """A page of a list, with the category or source that it belongs to."""

    list_query: ListQuery
    page: Page
    category: Category | None
    source: ListSource | None
    """The first sale, slider, tile or collection in the request."""
    category_is_source: bool
    """The category is the list itself and not a filter of another list."""


def read_list(query_string: bytes, names: CatalogNames, now: datetime) -> ListRequest:
    """Parse the query string of `GET /api/products`.

    Raises InvalidFields for invalid values and NotFound for unknown slugs. Unknown parameters, such as
    campaign tags, are ignored.
    """
    single, brands, attributes = _split(query_string)
    errors: dict[str, list[str]] = {}
    read: dict[str, Any] = {}
    for name, reader in READERS.items():
        if value := single.get(name):
            try:
                read[name] = reader(value)
            except RuleViolation as violation:
                errors[name] = [message(violation.rule, name, **violation.parameters)]
    if errors:
        raise InvalidFields(fields=errors)
    category = _category(single.get("category"), names)
    sources = [_source(kind, slug, names, now) for kind in SOURCES if (slug := single.get(kind))]
    words: str | None = read.get("q")
    filters = Filters(
        category_id=category.id if category else None,
        collection_ids=tuple(source.collection_id for source in sources),
        brand_ids=tuple(_brand(slug, names) for slug in brands),
        price=read.get("price"),
        rating=read.get("rating"),
        in_stock=read.get("inStock", False),
        discount=read.get("discount"),
        attributes=tuple((name, tuple(values)) for name, values in attributes.items()),
    )
    typed = words if words and words.strip() else None
    return ListRequest(
        ListQuery(
            filters,
            typed,
            read.get("sort", "relevance"),
            literal=read.get("literal", False) and typed is not None,
        ),
        Page(read.get("page", 1), read.get("pageSize", PAGE_SIZE)),
        category,
        sources[0] if sources else None,
        category_is_source=category is not None and not sources and typed is None,
    )


def is_list_query(names: Iterable[str]) -> bool:
    """Whether the query parameters of a search by criteria name a list that the criteria filter."""
    return any(name in LIST_NAMES or name.startswith("attr.") for name in names)


def is_plain(query_string: bytes) -> bool:
    """Whether a query string has nothing that is escaped, and nothing that `urlencode` would escape."""
    return _PLAIN.fullmatch(query_string) is not None


def query_pairs(query_string: bytes) -> list[tuple[str, str]]:
    """Return the names and values of a query string. Raises ValueError beyond MAX_PARAMETERS."""
    text = query_string.decode("latin-1")
    if text.count("&") < MAX_PARAMETERS and is_plain(query_string):
        # Most are; `parse_qsl` takes five times as long.
        return [(name, value) for name, _, value in (one.partition("=") for one in text.split("&"))]
    return parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_PARAMETERS)


def _split(query_string: bytes) -> tuple[dict[str, str], list[str], dict[str, list[str]]]:
    """Return the single parameters, the brands, and the attributes with their values."""
    single: dict[str, str] = {}
    brands: list[str] = []
    attributes: dict[str, list[str]] = {}
    try:
        pairs = query_pairs(query_string)
    except ValueError as error:
        raise InvalidFields from error
    for name, value in pairs:
        if name in SINGLE:
            if name in single and single[name] != value:
                raise InvalidFields(fields={name: [message("invalid", name)]})
            single[name] = value
        elif name == "brand" and value and value not in brands:
            brands.append(value)
        elif name.startswith("attr.") and len(name) > 5 and value:
            values = attributes.setdefault(name[5:], [])
            if value not in values:
                values.append(value)
    return single, brands, attributes


def _sort(value: str) -> Sort:
    known = next((sort for sort in SORTS if sort == value), None)
    if known is None:
        raise RuleViolation("invalid")
    return known


def _boolean(value: str) -> bool:
    if value not in ("true", "false"):
        raise RuleViolation("invalid")
    return value == "true"


def _words(value: str) -> str:
    if len(value.strip()) > MAX_WORDS:
        raise RuleViolation("maxLength", max=MAX_WORDS, attribute="Search products")
    return value


def _price(value: str) -> tuple[int | None, int | None]:
    low_text, dots, high_text = value.partition("..")
    if not dots or value == "..":
        raise RuleViolation("invalid")
    for part, attribute in ((low_text, LOWEST), (high_text, HIGHEST)):
        if part and not _WHOLE.match(part):
            raise RuleViolation("decimal", attribute=attribute)
    low = int(low_text) if low_text else None
    high = int(high_text) if high_text else None
    if high is not None and high < 0:
        raise RuleViolation("between", min=0, max=MAX_AMOUNT, attribute=HIGHEST)
    most = MAX_AMOUNT if high is None else min(high, MAX_AMOUNT)
    if low is not None and not 0 <= low <= most:
        raise RuleViolation("between", min=0, max=most, attribute=LOWEST)
    return low, high


def _whole(value: str) -> int:
    if not _WHOLE.match(value):
        raise RuleViolation("integer")
    return int(value)


def _page(value: str) -> int:
    number = _whole(value)
    if number < 1:
        raise RuleViolation("numeric")
    if number > MAX_PAGE:
        raise RuleViolation("maxValue", max=MAX_PAGE)
    return number


def _between(least: int, most: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        number = _whole(value)
        if not least <= number <= most:
            raise RuleViolation("between", min=least, max=most)
        return number

    return read


READERS: Mapping[str, Callable[[str], object]] = {
    "sort": _sort,
    "price": _price,
    "rating": _between(1, MAX_RATING),
    "discount": _between(1, MAX_DISCOUNT),
    "inStock": _boolean,
    "literal": _boolean,
    "page": _page,
    "pageSize": _between(1, MAX_PAGE_SIZE),
    "q": _words,
}
"""Parameter → what reads its value. Raises RuleViolation."""


def _category(slug: str | None, names: CatalogNames) -> Category | None:
    if not slug:
        return None
    category_id = names.category_ids.get(slug)
    if category_id is None:
        raise NotFound
    return names.categories[category_id]


def _brand(slug: str, names: CatalogNames) -> int:
    brand_id = names.brand_ids.get(slug)
    if brand_id is None:
        raise NotFound
    return brand_id


def _source(kind: SourceKind, slug: str, names: CatalogNames, now: datetime) -> ListSource:
    source = names.sources.get((kind, slug))
    if source is None or not source.is_shown(now):
        raise NotFound
    return source

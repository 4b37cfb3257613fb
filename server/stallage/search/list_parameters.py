"""Query string → what a list is requested by, checked against the catalogue's names.

The hottest call of the shop reads its parameters here, without models; `routes` describes the same
parameters for the contract, and a test holds the two together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar, get_args
from urllib.parse import parse_qsl

from stallage.core.errors import InvalidFields, NotFound
from stallage.core.money import MAX_AMOUNT
from stallage.core.paging import MAX_PAGE, MAX_PAGE_SIZE, PAGE_SIZE, Page
from stallage.core.validation import message
from stallage.products.queries.collections import ListSource
from stallage.search.cache.catalog_names import CatalogNames, Category, SourceKind
from stallage.search.list_query import Filters, ListQuery, Sort

T = TypeVar("T")

SOURCES: tuple[SourceKind, ...] = ("sale", "slider", "section")
SORTS: tuple[Sort, ...] = get_args(Sort)
MAX_PARAMETERS = 100
MAX_WORDS = 200
"""Characters of a search."""
LOWEST, HIGHEST = "Lowest price", "Highest price"
"""The ends of a range of prices, as the screen calls them."""
MAX_RATING = 5
MAX_DISCOUNT = 99

NARROWING = ("category", "price", "rating", "inStock", "discount")
"""What narrows a list and stands once; `brand` and `attr.{name}` may be repeated."""
ONCE = frozenset({*NARROWING, *SOURCES, "q", "sort", "page", "pageSize"})
_WHOLE = re.compile(r"^[+-]?[0-9]{1,18}$")


IN_QUERY_OF_SEARCH = frozenset({*NARROWING, *SOURCES, "q", "sort", "brand"})
"""What names a list in the query of a search by criteria, beside `attr.{name}`."""


@dataclass(frozen=True, slots=True)
class ListRequest:
    """A list, where it stands, and the page of it."""

    list_query: ListQuery
    page: Page
    category: Category | None
    source: ListSource | None
    """The first of sale, slider and tile that was named."""
    category_is_source: bool
    """The category names the list rather than narrowing it."""


def read_list(query_string: bytes, names: CatalogNames, now: datetime) -> ListRequest:
    """Reads `GET /api/products`.

    Raises InvalidFields for a value that a parameter does not take, NotFound for a slug that nobody
    has. Parameters that nobody knows are passed over, so that campaign tags do no harm.
    """
    single, brands, attributes = _sorted_out(query_string)
    errors: dict[str, list[str]] = {}

    def read(name: str, reader: Callable[[str], T]) -> T | None:
        value = single.get(name)
        if value is None or value == "":
            return None
        try:
            return reader(value)
        except _Broken as broken:
            errors[name] = [message(broken.rule, name, **broken.parameters)]
            return None

    sort: Sort = read("sort", _sort) or "relevance"
    price = read("price", _price)
    rating = read("rating", _between(1, MAX_RATING))
    discount = read("discount", _between(1, MAX_DISCOUNT))
    in_stock = read("inStock", _yes_or_no)
    number = read("page", _page) or 1
    size = read("pageSize", _between(1, MAX_PAGE_SIZE)) or PAGE_SIZE
    words = read("q", _words)
    if errors:
        raise InvalidFields(fields=errors)
    category = _category(single.get("category"), names)
    sources = [one for one in (_source(kind, single, names, now) for kind in SOURCES) if one]
    filters = Filters(
        category_id=category.id if category else None,
        collection_ids=tuple(source.collection_id for source in sources),
        brand_ids=tuple(_brand(slug, names) for slug in brands),
        price=price,
        rating=rating,
        in_stock=bool(in_stock),
        discount=discount,
        qualities=tuple((name, tuple(values)) for name, values in attributes.items()),
    )
    typed = words if words and words.strip() else None
    return ListRequest(
        ListQuery(filters, typed, sort),
        Page(number, size),
        category,
        sources[0] if sources else None,
        category_is_source=category is not None and not sources and typed is None,
    )


def names_list(names: Iterable[str]) -> bool:
    """Whether the parameters of a search by criteria name a list that the criteria narrow."""
    return any(name in IN_QUERY_OF_SEARCH or name.startswith("attr.") for name in names)


def _sorted_out(query_string: bytes) -> tuple[dict[str, str], list[str], dict[str, list[str]]]:
    """Parameters that stand once, brands, and attributes by name with their values."""
    single: dict[str, str] = {}
    brands: list[str] = []
    attributes: dict[str, list[str]] = {}
    text = query_string.decode("latin-1")
    try:
        pairs = parse_qsl(text, keep_blank_values=True, max_num_fields=MAX_PARAMETERS)
    except ValueError as error:
        raise InvalidFields from error
    for name, value in pairs:
        if name in ONCE:
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


class _Broken(Exception):
    """A value breaks a rule."""

    def __init__(self, rule: str, **parameters: Any) -> None:
        super().__init__(rule)
        self.rule, self.parameters = rule, parameters


def _sort(value: str) -> Sort:
    found = next((sort for sort in SORTS if sort == value), None)
    if found is None:
        raise _Broken("invalid")
    return found


def _yes_or_no(value: str) -> bool:
    if value not in ("true", "false"):
        raise _Broken("invalid")
    return value == "true"


def _words(value: str) -> str:
    if len(value.strip()) > MAX_WORDS:
        raise _Broken("maxLength", max=MAX_WORDS, attribute="Search products")
    return value


def _price(value: str) -> tuple[int | None, int | None]:
    low_text, dots, high_text = value.partition("..")
    if not dots or value == "..":
        raise _Broken("invalid")
    for part, attribute in ((low_text, LOWEST), (high_text, HIGHEST)):
        if part and not _WHOLE.match(part):
            raise _Broken("decimal", attribute=attribute)
    low = int(low_text) if low_text else None
    high = int(high_text) if high_text else None
    if high is not None and high < 0:
        raise _Broken("between", min=0, max=MAX_AMOUNT, attribute=HIGHEST)
    most = MAX_AMOUNT if high is None else min(high, MAX_AMOUNT)
    if low is not None and not 0 <= low <= most:
        raise _Broken("between", min=0, max=most, attribute=LOWEST)
    return low, high


def _whole(value: str) -> int:
    if not _WHOLE.match(value):
        raise _Broken("integer")
    return int(value)


def _page(value: str) -> int:
    number = _whole(value)
    if number < 1:
        raise _Broken("numeric")
    if number > MAX_PAGE:
        raise _Broken("maxValue", max=MAX_PAGE)
    return number


def _between(least: int, most: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        number = _whole(value)
        if not least <= number <= most:
            raise _Broken("between", min=least, max=most)
        return number

    return read


def _category(slug: str | None, names: CatalogNames) -> Category | None:
    if not slug:
        return None
    found = names.category_ids.get(slug)
    if found is None:
        raise NotFound
    return names.categories[found]


def _brand(slug: str, names: CatalogNames) -> int:
    found = names.brand_ids.get(slug)
    if found is None:
        raise NotFound
    return found


def _source(
    kind: SourceKind, single: dict[str, str], names: CatalogNames, now: datetime
) -> ListSource | None:
    slug = single.get(kind)
    if not slug:
        return None
    found = names.sources.get((kind, slug))
    if found is None or not found.is_shown(now):
        raise NotFound
    return found

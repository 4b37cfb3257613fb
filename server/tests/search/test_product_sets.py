"""Lists without words are exactly the products that match, whatever was changed before."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from pyroaring import BitMap

from stallage.core.paging import Page
from stallage.search.index import product_sets, read_sets, sort_blocks
from stallage.search.index.engine import ListOptions, ProductTraits
from stallage.search.index.facet_counts import DISCOUNT_STEPS, RATING_STEPS, Counts
from stallage.search.index.schema import SearchDocument
from stallage.search.index.search_index import SearchIndex
from stallage.search.index.set_lists import find_in_sets
from stallage.search.index.tantivy_engine import TantivyEngine
from stallage.search.rules import Filters, ListQuery, Sort
from tests.search.engines import KEY, build, change, document

ATTRIBUTES = {"material": ("Oak", "Pine", "Steel"), "size": ("S", "M", "L", "XL"), "fit": ("Wide",)}
PARENTS = {11: 1, 12: 1, 13: 1, 21: 2, 22: 2, 30: 3}
"""Category → the one above it."""
SORTS: dict[Sort, Callable[[SearchDocument], tuple[Any, ...]]] = {
    "relevance": lambda one: (not one.in_stock, -one.popularity, -seconds(one), -one.id),
    "newest": lambda one: (-seconds(one), -one.id),
    "price": lambda one: (one.price, one.id),
    "-price": lambda one: (-one.price, -one.id),
    "rating": lambda one: (-stars(one), -one.rating_count, -one.id),
    "discount": lambda one: (-one.discount_percent, -one.popularity, -one.id),
    "popularity": lambda one: (-one.popularity, -one.id),
}


def seconds(product: SearchDocument) -> int:
    """Return when a product was created."""
    return int(product.created_at.timestamp())


def stars(product: SearchDocument) -> int:
    """Return the average rating in thousandths."""
    return product.rating_sum * 1000 // product.rating_count if product.rating_count else 0


def random_product(chance: random.Random, number: int) -> SearchDocument:
    """Return a product with few different values, so that many are equal."""
    below = chance.sample(sorted(PARENTS), chance.choice((0, 1, 1, 1, 2)))
    return replace(
        document(number, f"Product {number}"),
        created_at=document(chance.randint(1, 9), "").created_at,
        brand_id=chance.randint(0, 4),
        attributes={
            name: chance.sample(values, chance.randint(0, min(2, len(values))))
            for name, values in ATTRIBUTES.items()
        },
        category_ids={*below, *(PARENTS[one] for one in below)},
        collection_ids=chance.sample((7, 8), chance.choice((0, 0, 1, 2))),
        price=chance.choice((0, 99, 100, 101, 2_500, 2_501, 80_000, 2**36)),
        discount_percent=chance.choice((0, 0, 5, 10, 25, 50, 77)),
        rating_count=(number_of := chance.choice((0, 1, 3, 4))),
        rating_sum=sum(chance.randint(1, 5) for _ in range(number_of)),
        popularity=chance.choice((0, 0, 1, 5, 70)),
        in_stock=chance.random() < 0.7,
    )


def random_filters(chance: random.Random) -> Filters:
    """Return some filters."""
    filters = Filters()
    if chance.random() < 0.6:
        filters = replace(filters, category_id=chance.choice((1, 2, 3, 11, 12, 22, 99)))
    if chance.random() < 0.2:
        filters = replace(filters, collection_ids=chance.choice(((7,), (7, 8), (99,))))
    if chance.random() < 0.3:
        filters = replace(filters, brand_ids=tuple(chance.sample((1, 2, 3, 99), 2)))
    if chance.random() < 0.3:
        price = chance.choice(((100, 2_500), (None, 100), (101, None), (1, 2**40), (90, 95)))
        filters = replace(filters, price=price)
    if chance.random() < 0.2:
        filters = replace(filters, rating=chance.randint(1, 5))
    if chance.random() < 0.2:
        filters = replace(filters, discount=chance.choice((1, 6, 10, 25, 30, 99)))
    if chance.random() < 0.2:
        ids = tuple(chance.sample(range(1, 200), chance.choice((0, 3, 60))))
        filters = replace(filters, product_ids=ids)
    named = chance.sample([*ATTRIBUTES, "unknown"], chance.choice((0, 0, 1, 2)))
    attributes = tuple((one, (ATTRIBUTES.get(one, ("x",))[0], "M")) for one in named)
    return replace(filters, in_stock=chance.random() < 0.2, attributes=attributes)


def matches(product: SearchDocument, filters: Filters) -> bool:
    """Whether a product matches all filters."""
    low, high = filters.price or (None, None)
    return (
        (filters.category_id is None or filters.category_id in product.category_ids)
        and set(filters.collection_ids) <= set(product.collection_ids)
        and (not filters.brand_ids or product.brand_id in filters.brand_ids)
        and (low is None or product.price >= low)
        and (high is None or product.price <= high)
        and (filters.rating is None or stars(product) >= filters.rating * 1000)
        and (not filters.in_stock or product.in_stock)
        and (filters.discount is None or product.discount_percent >= filters.discount)
        and (filters.product_ids is None or product.id in filters.product_ids)
        and all(
            set(values) & set(product.attributes.get(name, ()))
            for name, values in filters.attributes
        )
    )


def tally(values: Iterable[Any]) -> dict[Any, int]:
    """Return how often each value occurs."""
    counts: dict[Any, int] = {}
    for one in values:
        counts[one] = counts.get(one, 0) + 1
    return counts


def check_counts(
    counts: Counts, products: list[SearchDocument], filters: Filters, *, category_is_source: bool
) -> None:
    """Compare counts with the products, counted one by one."""

    def under(**without: Any) -> list[SearchDocument]:
        return [one for one in products if matches(one, replace(filters, **without))]

    of_categories = under() if category_is_source else under(category_id=None)
    assert counts.categories == tally(one for p in of_categories for one in p.category_ids)
    assert counts.brands == tally(one.brand_id for one in under(brand_ids=()) if one.brand_id)
    assert counts.ratings == {
        step: number
        for step in RATING_STEPS
        if (number := sum(stars(one) >= step * 1000 for one in under(rating=None)))
    }
    assert list(counts.ratings) == sorted(counts.ratings, reverse=True)
    assert counts.discounts == {
        step: number
        for step in DISCOUNT_STEPS
        if (number := sum(one.discount_percent >= step for one in under(discount=None)))
    }
    assert counts.in_stock == sum(one.in_stock for one in under(in_stock=False))
    of_prices = under(price=None)
    assert not counts.prices or sum(one[2] for one in counts.prices) == len(of_prices)
    for low, high, number in counts.prices:
        assert number == sum(low <= one.price <= (high or one.price) for one in of_prices)
    for name in ATTRIBUTES:
        others = tuple(one for one in filters.attributes if one[0] != name)
        found = [one.attributes.get(name, ()) for one in under(attributes=others)]
        assert counts.attributes.get(name, {}) == tally(one for each in found for one in each)


async def check_list(
    engine: TantivyEngine, products: list[SearchDocument], chance: random.Random
) -> None:
    """Compare a random list with the products."""
    filters, sort = random_filters(chance), chance.choice(list(SORTS))
    page = Page(chance.randint(1, 4), chance.choice((1, 5, 24)))
    category_is_source = chance.random() < 0.5
    list_query = ListQuery(filters, sort=sort)
    options = ListOptions(category_is_source=category_is_source)
    found = await engine.find(list_query, page, options=options)
    expected = sorted((one for one in products if matches(one, filters)), key=SORTS[sort])
    of_page = expected[page.offset : page.offset + page.size]
    assert found.result.ids == [one.id for one in of_page], list_query
    assert found.result.total == len(expected)
    assert found.counts is not None
    check_counts(found.counts, products, filters, category_is_source=category_is_source)
    first = await engine.first(list_query, 7)
    assert first.ids == [one.id for one in expected[:7]]


@pytest.fixture
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a few products be many."""
    monkeypatch.setattr(sort_blocks, "MIN_BLOCK", 8)
    monkeypatch.setattr(sort_blocks, "FEW", 3)
    monkeypatch.setattr(read_sets, "CHUNK", 50)
    monkeypatch.setattr(read_sets, "TOGETHER", 3)
    monkeypatch.setattr(read_sets, "FEW_IDS", 5)
    monkeypatch.setattr(read_sets, "MANY_LACKING", 4)


@pytest.mark.fast
@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("stale_least", "stored_least"), [(30, 1_000), (1_000, 0)])
async def test_lists_are_exact_after_random_changes(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seed: int,
    stale_least: int,
    stored_least: int,
) -> None:
    monkeypatch.setattr(product_sets, "STALE_LEAST", stale_least)
    monkeypatch.setattr(read_sets, "STORED_LEAST", stored_least)
    chance = random.Random(seed)
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    products = {one: random_product(chance, one) for one in range(1, 120)}
    await build(engine, products.values())
    for step in range(8):
        every = list(products.values())
        for _ in range(25):
            await check_list(engine, every, chance)
        dropped = chance.sample(sorted(products), chance.choice((0, 1, 5)))
        put = [random_product(chance, chance.randint(1, 200)) for _ in range(chance.randint(0, 20))]
        put = list({one.id: one for one in put if one.id not in dropped}.values())
        for one in dropped:
            del products[one]
        products |= {one.id: one for one in put}
        await change(engine, put, [*dropped, 999], position=step + 2)
        started = TantivyEngine(engine.index)
        await started.open(KEY)
        for _ in range(5):
            await check_list(started, list(products.values()), chance)
    await engine.close()


def find_similar(products: list[SearchDocument], traits: ProductTraits, limit: int) -> list[int]:
    """Compare a product with each other one; return the ids of the most similar ones in stock."""
    price = traits.price or 0

    def equal(one: SearchDocument) -> int:
        return sum(len({*v} & {*one.attributes.get(n, ())}) for n, v in traits.attributes.items())

    def rank(one: SearchDocument) -> tuple[Any, ...]:
        of_category = traits.category_id is not None and traits.category_id in one.category_ids
        of_brand = traits.brand_id not in (None, 0) and traits.brand_id == one.brand_id
        is_close = price > 0 and price * 2 // 3 <= one.price <= price * 3 // 2
        group = 0 if of_category and of_brand else 1 if of_category else 2 if of_brand else 3
        return (group, -equal(one) - is_close, SORTS["relevance"](one))

    ranked = [(rank(one), one) for one in products if one.in_stock]
    ranked.sort(key=itemgetter(0))
    others = [one for (group, *_), one in ranked if group < 3 or equal(one)]
    return [one.id for one in others if one.id != traits.product_id][:limit]


@pytest.mark.fast
@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("seed", range(4))
async def test_similar_products_are_exact(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    products = {one: random_product(chance, one) for one in range(1, 120)}
    await build(engine, products.values())
    changed = {one: random_product(chance, one) for one in chance.sample(range(1, 140), 30)}
    await change(engine, list(changed.values()), [7])
    products |= changed
    products.pop(7, None)
    for _ in range(60):
        one = random_product(chance, chance.randint(1, 200))
        category_id = chance.choice((None, *one.category_ids))
        price = chance.choice((None, one.price))
        traits = ProductTraits(one.id, category_id, one.brand_id, one.attributes, price)
        limit = chance.choice((1, 8, 90))
        expected = find_similar(list(products.values()), traits, limit)
        assert await engine.similar(traits, limit) == expected, traits
    await engine.close()


@pytest.mark.fast
async def test_a_list_is_of_one_state(tmp_path: Path) -> None:
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    await build(engine, [document(one, "Bowl", price=one) for one in range(1, 40)])
    before = engine.sets()
    await change(engine, [document(3, "Bowl", price=900), document(50, "Bowl")], [4])
    by_price = ListQuery(sort="-price")
    old = find_in_sets(before, by_price, Page(1, 96), ListOptions())
    assert old.result.ids == list(range(39, 0, -1))
    new = find_in_sets(engine.sets(), by_price, Page(1, 96), ListOptions())
    assert new.result.ids[:2] == [3, 39]
    assert new.result.total == 39
    assert await engine.count_categories() == {}
    await engine.close()


@pytest.mark.fast
async def test_an_empty_index_has_empty_lists(tmp_path: Path) -> None:
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    await build(engine, [])
    found = await engine.find(ListQuery(Filters(price=(1, 2))), Page(1, 24))
    assert (found.result.ids, found.result.total) == ([], 0)
    await change(engine, [document(1, "Bowl", price=2)])
    found = await engine.find(ListQuery(Filters(price=(1, 2))), Page(1, 24))
    assert (found.result.ids, found.result.total) == ([1], 1)
    await engine.close()


@pytest.mark.fast
async def test_sparse_ids_are_listed(tmp_path: Path) -> None:
    engine = TantivyEngine(SearchIndex(tmp_path / "search"))
    ids = [1, 70_000, 2**31 + 5]
    when = document(1, "").created_at
    await build(engine, [document(one, "Bowl", created_at=when, category_ids=(1,)) for one in ids])
    assert (await engine.first(ListQuery(Filters(category_id=1), sort="newest"), 9)).total == 3
    await engine.close()


@pytest.mark.fast
def test_products_of_a_category_and_of_a_brand_in_it_are_neighbours() -> None:
    top = [BitMap(range(start, 90, 3)) for start in range(3)]
    below = [BitMap(list(one)[half::2]) for one in top for half in range(2)]
    brands = [place // 6 % 2 for place in range(100)]
    order = read_sets.numbering(brands, dict(enumerate([*below, *top])))
    assert sorted(order) == list(range(100))
    of_brand = [
        BitMap(one for one in each if brands[one] == brand) for each in below for brand in (0, 1)
    ]
    for one in (*top, *below, *of_brand):
        places = [order.index(each) for each in one]
        assert max(places) - min(places) == len(one) - 1

"""Facets: each count is the total of the list with that value selected."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from stallage.search.index.facet_counts import MAX_PRICE_RANGES, price_ranges
from stallage.search.index.schema import PRICE_EDGES, price_band
from tests.products.factory import SkuSpec, make_brand, make_category, make_product
from tests.search.waiting import work_and_wait
from tests.shop import Shop

BRANDS = ("Kiln", "Orrin", "Saltlight")
MATERIALS = ("Stoneware", "Glass", "Oak", 'Wool & "felt"')
SIZES = ("S", "M", "L")


@dataclass
class Product:
    """A product and the facets that it should be counted in."""

    words: set[str]
    brand: str
    category: str
    top: str
    materials: list[str]
    sizes: list[str]
    price: int
    discount: int
    stars: float
    in_stock: bool


async def fill(shop: Shop, count: int) -> list[Product]:
    """Create random products, the same in every run."""
    chance = random.Random(7)
    products = []
    async with shop.database.transaction() as connection:
        for brand in BRANDS:
            await make_brand(connection, brand)
        places: dict[str, tuple[int, str]] = {}
        for top in ("Table", "Light"):
            parent = await make_category(connection, top)
            places[top.lower()] = (parent, top.lower())
            for below in ("One", "Two"):
                title = f"{top} {below}"
                category_id = await make_category(connection, title, parent_id=parent)
                places[title.lower().replace(" ", "-")] = (category_id, top.lower())
        for number in range(count):
            category = chance.choice(sorted(places))
            price = chance.choice([500, 1999, 2000, 2500, 4999, 5000, 12_345, 80_000])
            before = chance.choice([None, price * 2, price * 10 // 9])
            ratings = [chance.randint(1, 5) for _ in range(chance.randint(0, 3))]
            product = Product(
                words={chance.choice(("bowl", "plate"))},
                brand=chance.choice(BRANDS).lower(),
                category=category,
                top=places[category][1],
                materials=chance.sample(MATERIALS, chance.randint(1, 2)),
                sizes=chance.sample(SIZES, chance.randint(1, 3)),
                price=price,
                discount=(before - price) * 100 // before if before else 0,
                stars=sum(ratings) * 10 // len(ratings) / 10 if ratings else 0,
                in_stock=chance.random() < 0.7,
            )
            products.append(product)
            await make_product(
                connection,
                f"{next(iter(product.words))} {number}",
                brand=product.brand.capitalize(),
                category_ids=[places[category][0]],
                attributes={"material": product.materials},
                option_names=["Size"],
                skus=[
                    SkuSpec(
                        (size,),
                        price=price,
                        compare_at_price=before,
                        stock=3 if product.in_stock else 0,
                    )
                    for size in product.sizes
                ],
                ratings=ratings,
            )
    await work_and_wait(shop)
    return products


def matches(product: Product, list_query: dict[str, list[str]]) -> bool:
    """Whether a product belongs to a list, as the API documentation defines it."""
    for parameter, values in list_query.items():
        value = values[0]
        match parameter:
            case "q":
                is_match = value in product.words
            case "category":
                is_match = value in (product.category, product.top)
            case "brand":
                is_match = product.brand in values
            case "price":
                low, _, high = value.partition("..")
                is_match = int(low or 0) <= product.price <= int(high or 10**12)
            case "rating":
                is_match = product.stars >= int(value)
            case "inStock":
                is_match = product.in_stock
            case "discount":
                is_match = product.discount >= int(value)
            case "attr.material":
                is_match = bool(set(values) & set(product.materials))
            case _:
                is_match = bool(set(values) & set(product.sizes))
        if not is_match:
            return False
    return True


LISTS: list[dict[str, list[str]]] = [
    {},
    {"q": ["bowl"]},
    {"category": ["table"]},
    {"q": ["plate"], "category": ["table"]},
    {"q": ["plate"], "category": ["table-one"], "brand": ["kiln"]},
    {"brand": ["kiln", "orrin"]},
    {"brand": ["kiln"], "attr.material": ["Glass"]},
    {"attr.material": ["Glass", 'Wool & "felt"'], "attr.size": ["M"]},
    {"price": ["2000..5000"], "attr.size": ["S", "L"]},
    {"rating": ["3"], "inStock": ["true"]},
    {"discount": ["10"], "rating": ["2"], "brand": ["saltlight"]},
    {"price": ["..100"], "brand": ["kiln"]},
]


async def test_counts_match_the_products(shop: Shop) -> None:
    products = await fill(shop, 120)
    seen = set()
    for list_query in LISTS:
        listed = await shop.output("GET", f"/api/products?{urlencode(list_query, doseq=True)}")
        assert listed["total"] == sum(matches(product, list_query) for product in products), (
            list_query
        )
        for facet in listed["facets"]:
            seen.add(facet["parameter"])
            for value in facet["values"]:
                selected = {**list_query, facet["parameter"]: [value["value"]]}
                count = sum(matches(product, selected) for product in products)
                assert value["count"] == count, (list_query, facet["parameter"], value)
                assert count > 0
    assert seen == {
        *("category", "brand", "price", "rating", "discount", "inStock"),
        *("attr.material", "attr.size"),
    }


IN_CATEGORY = """
    SELECT count(DISTINCT p.id) FROM products p
    JOIN product_categories pc ON pc.product_id = p.id JOIN categories c ON c.id = pc.category_id
    JOIN brands b ON b.id = p.brand_id
    WHERE (SELECT id FROM categories WHERE slug = $1) = ANY(c.path) AND p.title LIKE $2 AND b.slug = $3
"""


async def test_the_tree_of_categories_has_parents_and_children(shop: Shop) -> None:
    await fill(shop, 120)
    async with shop.database.transaction() as connection:
        top = await connection.fetchval("SELECT id FROM categories WHERE slug = 'table'")
        await make_category(connection, "Table Empty", parent_id=top)
    await work_and_wait(shop)

    async def tree(query: str) -> dict[str, Any] | None:
        listed = await shop.output("GET", f"/api/products?{query}")
        [facet] = [one for one in listed["facets"] if one["parameter"] == "category"]
        found: dict[str, Any] | None = facet["tree"]
        return found

    cases = {
        "": ([], ["light", "table"]),
        "&category=table": (["table"], ["table-one", "table-two"]),
        "&category=table-one": (["table", "table-one"], []),
    }
    for category, (path, children) in cases.items():
        found = await tree(f"q=bowl&brand=kiln{category}")
        assert found is not None
        assert [one["value"] for one in found["path"]] == path, category
        assert sorted(one["value"] for one in found["children"]) == children, category
        async with shop.database.public_reading() as connection:
            for one in found["path"] + found["children"]:
                count = await connection.fetchval(IN_CATEGORY, one["value"], "bowl%", "kiln")
                assert one["count"] == count > 0, one
    assert await tree("category=table") is None, "a category's page has links to its children"


async def test_every_value_is_counted(shop: Shop) -> None:
    products = await fill(shop, 60)
    listed = await shop.output("GET", "/api/products?brand=kiln")
    values = {
        facet["parameter"]: {value["value"] for value in facet["values"]}
        for facet in listed["facets"]
    }
    own = [product for product in products if product.brand == "kiln"]
    assert values["brand"] == {product.brand for product in products}, "not filtered by itself"
    assert values["attr.material"] == {one for product in own for one in product.materials}
    assert values["category"] == {product.top for product in own}


async def test_labels_and_order(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO attributes (name, label, position) VALUES ('made_in', 'Where from', 1)"
        )
        await make_product(
            connection,
            attributes={"material": ["Glass"], "made_in": ["Wales"]},
            option_names=["Size & cut"],
            skus=[SkuSpec(("M",))],
        )
    await work_and_wait(shop)
    facets: list[dict[str, Any]] = (await shop.output("GET", "/api/products"))["facets"]
    attributes = [one for one in facets if one["parameter"].startswith("attr.")]
    assert [(one["parameter"], one["label"]) for one in attributes] == [
        ("attr.made_in", "Where from"),
        ("attr.material", "Material"),
        ("attr.size_cut", "Size cut"),
    ]


def test_every_price_is_in_one_range() -> None:
    chance = random.Random(3)
    for spread in (10, 1_000, 100_000, 10_000_000):
        prices = [chance.randint(0, spread) for _ in range(200)]
        bands: dict[int, int] = {}
        for price in prices:
            bands[price_band(price)] = bands.get(price_band(price), 0) + 1
        ranges = price_ranges(bands)
        assert len(ranges) <= MAX_PRICE_RANGES
        for low, high, count in ranges:
            inside = [p for p in prices if p >= low and (high is None or p <= high)]
            assert len(inside) == count
        assert not ranges or sum(count for _, _, count in ranges) == len(prices)


def test_price_edges_are_sorted() -> None:
    assert list(PRICE_EDGES) == sorted(set(PRICE_EDGES))
    assert all(price_band(edge) == place + 1 for place, edge in enumerate(PRICE_EDGES))


async def brands_of_list(shop: Shop, query: str) -> dict[str, int]:
    listed = await shop.output("GET", f"/api/products?{query}")
    [facet] = [one for one in listed["facets"] if one["parameter"] == "brand"]
    return {value["value"]: value["count"] for value in facet["values"]}


async def test_a_filtered_facet_is_counted_again_after_a_change(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, brand="Kiln")
        await make_product(connection, brand="Orrin")
    await work_and_wait(shop)
    # Both lists share the counts of all brands.
    assert await brands_of_list(shop, "brand=kiln") == {"kiln": 1, "orrin": 1}
    assert await brands_of_list(shop, "brand=orrin") == {"kiln": 1, "orrin": 1}
    async with shop.database.transaction() as connection:
        await make_product(connection, brand="Orrin")
    await work_and_wait(shop)
    assert await brands_of_list(shop, "brand=kiln") == {"kiln": 1, "orrin": 2}
    assert await brands_of_list(shop, "brand=orrin") == {"kiln": 1, "orrin": 2}

"""Facets: every count is what the list has once its value is chosen, whatever else is chosen."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from stallage.search.index.facet_counts import PRICE_RANGES, price_ranges
from stallage.search.index.schema import PRICE_EDGES, price_band
from tests.products.factory import SkuOf, make_brand, make_category, make_product
from tests.search.waiting import worked
from tests.shop import Shop

BRANDS = ("Kiln", "Orrin", "Saltlight")
MATERIALS = ("Stoneware", "Glass", "Oak", 'Wool & "felt"')
SIZES = ("S", "M", "L")


@dataclass
class Thing:
    """A product as the test knows it."""

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


async def fill(shop: Shop, count: int) -> list[Thing]:
    """Products made by chance, the same at every run."""
    chance = random.Random(7)
    things = []
    async with shop.database.transaction() as connection:
        for brand in BRANDS:
            await make_brand(connection, brand)
        places: dict[str, tuple[int, str]] = {}
        for top in ("Table", "Light"):
            parent = await make_category(connection, top)
            places[top.lower()] = (parent, top.lower())
            for below in ("One", "Two"):
                title = f"{top} {below}"
                made = await make_category(connection, title, parent_id=parent)
                places[title.lower().replace(" ", "-")] = (made, top.lower())
        for number in range(count):
            category = chance.choice(sorted(places))
            price = chance.choice([500, 1999, 2000, 2500, 4999, 5000, 12_345, 80_000])
            before = chance.choice([None, price * 2, price * 10 // 9])
            ratings = [chance.randint(1, 5) for _ in range(chance.randint(0, 3))]
            thing = Thing(
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
            things.append(thing)
            await make_product(
                connection,
                f"{next(iter(thing.words))} {number}",
                brand=thing.brand.capitalize(),
                category_ids=[places[category][0]],
                attributes={"material": thing.materials},
                option_names=["Size"],
                skus=[
                    SkuOf(
                        (size,),
                        price=price,
                        compare_at_price=before,
                        stock=3 if thing.in_stock else 0,
                    )
                    for size in thing.sizes
                ],
                ratings=ratings,
            )
    await worked(shop)
    return things


def fits(thing: Thing, list_query: dict[str, list[str]]) -> bool:
    """Whether a product is in the requested list by the contract's words."""
    for parameter, values in list_query.items():
        value = values[0]
        match parameter:
            case "q":
                held = value in thing.words
            case "category":
                held = value in (thing.category, thing.top)
            case "brand":
                held = thing.brand in values
            case "price":
                low, _, high = value.partition("..")
                held = int(low or 0) <= thing.price <= int(high or 10**12)
            case "rating":
                held = thing.stars >= int(value)
            case "inStock":
                held = thing.in_stock
            case "discount":
                held = thing.discount >= int(value)
            case "attr.material":
                held = bool(set(values) & set(thing.materials))
            case _:
                held = bool(set(values) & set(thing.sizes))
        if not held:
            return False
    return True


ASKED: list[dict[str, list[str]]] = [
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


async def test_counts_agree_with_counting_by_hand(shop: Shop) -> None:
    things = await fill(shop, 120)
    seen = set()
    for list_query in ASKED:
        listed = await shop.output("GET", f"/api/products?{urlencode(list_query, doseq=True)}")
        assert listed["total"] == sum(fits(thing, list_query) for thing in things), list_query
        for facet in listed["facets"]:
            seen.add(facet["parameter"])
            for value in facet["values"]:
                chosen = {**list_query, facet["parameter"]: [value["value"]]}
                by_hand = sum(fits(thing, chosen) for thing in things)
                assert value["count"] == by_hand, (list_query, facet["parameter"], value)
                assert by_hand > 0
    assert seen == {
        *("category", "brand", "price", "rating", "discount", "inStock"),
        *("attr.material", "attr.size"),
    }


async def test_every_value_that_is_there_is_counted(shop: Shop) -> None:
    things = await fill(shop, 60)
    listed = await shop.output("GET", "/api/products?brand=kiln")
    values = {
        facet["parameter"]: {value["value"] for value in facet["values"]}
        for facet in listed["facets"]
    }
    own = [thing for thing in things if thing.brand == "kiln"]
    assert values["brand"] == {thing.brand for thing in things}, "its own filter does not bind it"
    assert values["attr.material"] == {one for thing in own for one in thing.materials}
    assert values["category"] == {thing.top for thing in own}


async def test_labels_and_order(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await connection.execute(
            "INSERT INTO attributes (name, label, position) VALUES ('made_in', 'Where from', 1)"
        )
        await make_product(
            connection,
            attributes={"material": ["Glass"], "made_in": ["Wales"]},
            option_names=["Size & cut"],
            skus=[SkuOf(("M",))],
        )
    await worked(shop)
    facets: list[dict[str, Any]] = (await shop.output("GET", "/api/products"))["facets"]
    attributes = [one for one in facets if one["parameter"].startswith("attr.")]
    assert [(one["parameter"], one["label"]) for one in attributes] == [
        ("attr.made_in", "Where from"),
        ("attr.material", "Material"),
        ("attr.size_cut", "Size cut"),
    ]


def test_price_ranges_cover_every_price_once() -> None:
    chance = random.Random(3)
    for spread in (10, 1_000, 100_000, 10_000_000):
        prices = [chance.randint(0, spread) for _ in range(200)]
        bands: dict[int, int] = {}
        for price in prices:
            bands[price_band(price)] = bands.get(price_band(price), 0) + 1
        ranges = price_ranges(bands)
        assert len(ranges) <= PRICE_RANGES
        for low, high, count in ranges:
            inside = [p for p in prices if p >= low and (high is None or p <= high)]
            assert len(inside) == count
        assert not ranges or sum(count for _, _, count in ranges) == len(prices)


def test_price_edges_rise() -> None:
    assert list(PRICE_EDGES) == sorted(set(PRICE_EDGES))
    assert all(price_band(edge) == place + 1 for place, edge in enumerate(PRICE_EDGES))

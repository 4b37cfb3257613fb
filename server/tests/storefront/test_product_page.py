"""GET /api/products/{slug}: the product page."""

from __future__ import annotations

from html.parser import HTMLParser

import orjson

from stallage.core.db import Connection
from stallage.storefront.schemas import ProductDetails
from tests.products.factory import CreatedProduct, SkuSpec, make_category, make_product, make_sale
from tests.search.waiting import wait_for_cache, work_and_wait
from tests.shop import Shop


async def test_a_product_has_only_its_own_skus_and_options(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        vase = await make_product(
            connection,
            "Tall vase",
            slug="vase",
            option_names=["Size", "Glaze"],
            skus=[SkuSpec(("Small", "Sand"), price=5400), SkuSpec(("Large", "Moss"), stock=0)],
        )
        await make_product(
            connection, "Bowl", slug="bowl", option_names=["Size"], skus=[SkuSpec(("Wide",))]
        )
    page = await shop.output("GET", "/api/products/vase")
    assert [sku["skuId"] for sku in page["skus"]] == vase.sku_ids
    assert [
        (option["name"], [(value["value"], value["inStock"]) for value in option["values"]])
        for option in page["options"]
    ] == [
        ("Size", [("Small", True), ("Large", False)]),
        ("Glaze", [("Sand", True), ("Moss", False)]),
    ]


async def make_bowl(connection: Connection) -> CreatedProduct:
    """Create a bowl in two glazes with pictures, and another product."""
    table = await make_category(connection, "Table")
    bowls = await make_category(connection, "Bowls", parent_id=table)
    await make_product(connection, "Soup plate", category_ids=[bowls])
    bowl = await make_product(
        connection,
        'Bowl "A" </script><b>',
        slug="bowl",
        brand="Kiln & Grain",
        summary="Deep & round",
        description_html="<p>For soup.</p>",
        category_ids=[bowls],
        attributes={"material": ["Stoneware"]},
        option_names=["Glaze"],
        swatches={"Glaze": {"Oat": "#e2d6c1"}},
        skus=[
            SkuSpec(("Oat",), price=2200, stock=0, sku="B-OAT"),
            SkuSpec(("Moss",), price=2400, stock=3, compare_at_price=3000),
            SkuSpec(("Raw",), price=100, active=False),
        ],
        ratings=[5, 4],
    )
    await connection.executemany(
        "INSERT INTO product_images (product_id, position, path, alt, width, height, options)"
        " VALUES ($1, $2, $3, 'A bowl', 720, 900, $4)",
        [
            (bowl.id, 0, "/media/aa/oat.webp", {"Glaze": "Oat"}),
            (bowl.id, 1, "/media/aa/moss.webp", {"Glaze": "Moss"}),
            (bowl.id, 2, "/media/aa/both.webp", None),
            (bowl.id, 3, None, None),
        ],
    )
    await connection.execute(
        "UPDATE products SET specification = $2 WHERE id = $1", bowl.id, [["Width", "15 cm"]]
    )
    return bowl


async def test_all_fields(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_bowl(connection)
        await make_sale(connection, [bowl.id], slug="sale", percent=10)
        await make_product(connection, "Lamp")
    await work_and_wait(shop)
    page = await shop.output("GET", "/api/products/bowl")
    ProductDetails.model_validate(page)
    oat, moss = page["skus"]
    assert [one["skuId"] for one in page["skus"]] == bowl.sku_ids[:2]
    assert oat["options"] == [{"name": "Glaze", "value": "Oat"}]
    assert (oat["sku"], oat["stock"], oat["inStock"], oat["stockNote"]) == ("B-OAT", 0, False, None)
    assert (moss["price"]["amount"], moss["compareAtPrice"]["amount"]) == (2160, 3000)
    assert (moss["stock"], moss["inStock"], moss["stockNote"]) == (3, True, "Only 3 left")
    assert [one["path"] for one in moss["images"]] == ["/media/aa/moss.webp"]
    assert [one["path"] for one in page["images"]] == [
        "/media/aa/oat.webp",
        "/media/aa/moss.webp",
        "/media/aa/both.webp",
    ]
    assert page["price"]["amount"] == 2160
    assert page["options"] == [
        {
            "name": "Glaze",
            "values": [
                {"value": "Oat", "colour": "#e2d6c1", "inStock": False},
                {"value": "Moss", "colour": None, "inStock": True},
            ],
        }
    ]
    assert page["brand"] == {"slug": "kiln-&-grain", "name": "Kiln & Grain"}
    assert page["attributes"] == [
        {"name": "material", "label": "Material", "values": ["Stoneware"]}
    ]
    assert page["specification"] == [{"name": "Width", "value": "15 cm"}]
    assert (page["averageRating"], page["ratingCount"]) == (4.5, 2)
    assert [crumb["title"] for crumb in page["breadcrumbs"]][:2] == ["Table", "Bowls"]
    assert [card["title"] for card in page["related"]] == ["Soup plate"]
    assert page["sale"]["slug"] == "sale"


async def test_pictures_of_skus(shop: Shop) -> None:
    """A SKU has its own picture first, then those whose options it has, and no others."""
    async with shop.database.transaction() as connection:
        vase = await make_product(
            connection,
            "Vase",
            slug="vase",
            option_names=["Size", "Glaze"],
            skus=[SkuSpec(("Small", "Sand")), SkuSpec(("Large", "Sand")), SkuSpec(("Large",))],
        )
        pictures: list[tuple[str | None, dict[str, str] | None]] = [
            ("/media/aa/sand.webp", {"Glaze": "Sand"}),
            ("/media/aa/large-sand.webp", {"Size": "Large", "Glaze": "Sand"}),
            ("/media/aa/any.webp", {}),
            ("/media/aa/unknown.webp", {"Shape": "Sand"}),
            ("/media/aa/own.webp", None),
            (None, {"Glaze": "Sand"}),
        ]
        for place, (path, options) in enumerate(pictures):
            await connection.execute(
                "INSERT INTO product_images (product_id, position, path, alt, options, preview,"
                " focus_x, focus_y) VALUES ($1, $2, $3, 'A vase', $4, $5, $6, $7)",
                *(vase.id, place, path, options),
                *((None, None, None) if place else ("dots", 20, None)),
            )
        await connection.execute(
            "UPDATE skus SET image_id = (SELECT id FROM product_images WHERE path = $2)"
            " WHERE id = $1",
            vase.sku_ids[1],
            "/media/aa/own.webp",
        )
    page = await shop.output("GET", "/api/products/vase")
    names = [
        [picture["path"].removeprefix("/media/aa/") for picture in sku["images"]]
        for sku in page["skus"]
    ]
    assert names == [
        ["sand.webp", "any.webp"],
        ["own.webp", "sand.webp", "large-sand.webp", "any.webp"],
        ["any.webp"],
    ]
    first, second = page["images"][:2]
    shape = {"width": None, "height": None, "colour": None, "alt": "A vase"}
    chosen = {"path": "/media/aa/sand.webp", **shape, "preview": "dots", "focus": [20, 50]}
    assert page["skus"][0]["images"][0] == chosen
    assert list(first) == [
        *("path", "alt", "width", "height", "colour", "preview"),
        "focus",
        "options",
    ]
    assert first == chosen | {"options": [{"name": "Glaze", "value": "Sand"}]}
    assert second["options"] == [
        {"name": "Size", "value": "Large"},
        {"name": "Glaze", "value": "Sand"},
    ]


class HeadParser(HTMLParser):
    """Collects the elements and scripts of head markup."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.scripts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.elements and self.elements[-1][0] == "script" and data.strip():
            self.scripts.append(data)


async def test_head_markup_is_marked_and_escaped(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_bowl(connection)
    await wait_for_cache(shop)
    markup = (await shop.output("GET", "/api/products/bowl"))["dmContent"]
    head = HeadParser()
    head.feed(markup)
    assert {tag for tag, _ in head.elements} == {"title", "meta", "link", "script"}
    assert all("data-page-head" in attributes for _, attributes in head.elements)
    product, crumbs = (orjson.loads(one) for one in head.scripts)
    assert product["name"] == 'Bowl "A" </script><b>'
    assert product["offers"][1]["price"] == "24.00"
    assert product["aggregateRating"]["reviewCount"] == 2
    assert crumbs["@type"] == "BreadcrumbList"
    links = [attributes for tag, attributes in head.elements if tag == "link"]
    assert links[0]["href"] == f"{shop.runtime.settings.public_url}/products/bowl"


async def test_products_not_on_sale_are_not_found(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, slug="draft", status="draft")
        await make_product(connection, slug="archived", status="archived")
    for slug in ("nothing", "draft", "archived", "%00", "ü" * 300, "'", "bowl%20"):
        status, error = await shop.error("GET", f"/api/products/{slug}")
        assert (slug, status, error["code"]) == (slug, 404, "not_found")


async def test_stock_is_current(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        plate = await make_product(connection, slug="plate", stock=50)
        await make_product(connection, slug="other")
    await wait_for_cache(shop)
    for stock in (49, 48, 0):
        async with shop.database.transaction() as connection:
            await connection.execute(
                "UPDATE skus SET stock = $1 WHERE id = $2", stock, plate.sku_id
            )
        await wait_for_cache(shop)
        page = await shop.output("GET", "/api/products/plate")
        assert page["skus"][0]["stock"] == stock

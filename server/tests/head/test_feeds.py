"""Feeds for Google Merchant Center and of the blog."""

from __future__ import annotations

from datetime import timedelta
from xml.etree import ElementTree as ET

from stallage.content.actions import put_blog
from stallage.content.drafts import BlogDraft
from stallage.core import clock
from stallage.products.actions import put_sale
from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from tests.head.test_head import data, head
from tests.products.factory import SkuSpec, make_brand, make_category, make_product
from tests.shop import Shop

G = "{http://base.google.com/ns/1.0}"


async def google(shop: Shop) -> list[dict[str, list[str]]]:
    """The items of the feed, each with the values of each element."""
    response = await shop.client.get("/feeds/google.xml")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("application/xml")
    assert response.headers["cache-control"].startswith("public")
    items: list[dict[str, list[str]]] = []
    for item in ET.fromstring(response.text).iter("item"):
        fields: dict[str, list[str]] = {}
        for element in item:
            fields.setdefault(element.tag.removeprefix(G), []).append(element.text or "")
        items.append(fields)
    return items


async def test_every_sku_on_sale_is_an_item(shop: Shop) -> None:
    now = clock.now()
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="Kiln & Grain"))
        await make_brand(connection, "Moss")
        home = await make_category(connection, "Home")
        mugs = await make_category(connection, "Mugs & cups", parent_id=home, slug="mugs")
        mug = await make_product(
            connection,
            "Mug <no. 1>\x0b",
            slug="mug",
            brand="Moss",
            option_names=["Colour", "Edition"],
            skus=[
                SkuSpec(("Red", "First"), price=2000, sku="M-1"),
                SkuSpec(("Blue", "First"), price=2100, stock=0, sku="M-2"),
                SkuSpec(("Green", "First"), price=1, active=False),
                SkuSpec(("Clear", "First"), price=2200, stock=0, backorder=True, sku="M-3"),
            ],
            category_ids=[mugs],
            summary="Holds tea & coffee.",
        )
        await connection.execute(
            "UPDATE skus SET barcode = '4006381333931' WHERE id = $1", mug.sku_id
        )
        await connection.execute(
            "INSERT INTO product_images (product_id, position, path)"
            " SELECT $1, n, '/media/ab/' || n || '.webp' FROM generate_series(1, 12) n",
            mug.id,
        )
        await make_product(connection, status="archived")
        await put_sale(
            connection,
            slug="spring",
            title="Spring",
            percent=10,
            starts_at=now - timedelta(days=1),
            ends_at=None,
            product_slugs=["mug"],
        )
    items = await google(shop)
    assert len(items) == 3
    red, blue, clear = items
    assert red["id"] == [str(mug.sku_id)]
    assert red["item_group_id"] == blue["item_group_id"] == [str(mug.id)]
    assert red["title"] == ["Mug <no. 1>, First"]
    assert red["color"] == ["Red"]
    assert red["description"] == ["Holds tea & coffee."]
    assert red["link"] == [f"{shop.url}/products/mug?sku={mug.sku_id}"]
    assert (red["price"], red["sale_price"]) == (["20.00 USD"], ["18.00 USD"])
    assert (red["availability"], blue["availability"]) == (["in_stock"], ["out_of_stock"])
    assert clear["availability"] == ["in_stock"]
    # The feed matches the structured data of the page.
    product = next(one for one in data(await head(shop, "/products/mug")) if "offers" in one)
    assert [one["availability"].rpartition("/")[2] for one in product["offers"]["offers"]] == [
        "InStock",
        "OutOfStock",
        "InStock",
    ]
    assert red["image_link"] == [f"{shop.url}/media/ab/1.webp"]
    assert len(red["additional_image_link"]) == 9
    assert (red["brand"], red["gtin"], red["mpn"]) == (["Moss"], ["4006381333931"], ["M-1"])
    assert red["product_type"] == ["Home > Mugs & cups"]
    assert red["condition"] == ["new"]
    assert "identifier_exists" not in blue


async def test_an_empty_shop_has_an_empty_feed(shop: Shop) -> None:
    assert await google(shop) == []


async def test_the_blog_is_a_feed(shop: Shop) -> None:
    now = clock.now()
    async with shop.database.transaction() as connection:
        for slug, days in (("older", 3), ("newer", 1), ("tomorrow", -1)):
            await put_blog(
                connection,
                BlogDraft(
                    slug,
                    f"The {slug} & <one>",
                    "Text",
                    summary="About & about",
                    author="Ida",
                    published_at=now - timedelta(days=days),
                ),
            )
    response = await shop.client.get("/feeds/blog.xml")
    assert response.headers["content-type"] == "application/rss+xml"
    again = await shop.client.get(
        "/feeds/blog.xml", headers={"If-None-Match": response.headers["etag"]}
    )
    assert again.status_code == 304
    channel = ET.fromstring(response.text).find("channel")
    assert channel is not None
    for name in ("title", "link", "description"):
        assert channel.findtext(name)
    items = channel.findall("item")
    assert [one.findtext("title") for one in items] == ["The newer & <one>", "The older & <one>"]
    assert items[0].findtext("link") == items[0].findtext("guid") == f"{shop.url}/blogs/newer"
    assert items[0].findtext("pubDate", "").endswith("+0000")
    assert items[0].findtext("{http://purl.org/dc/elements/1.1/}creator") == "Ida"

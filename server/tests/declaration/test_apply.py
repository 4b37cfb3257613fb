"""`stallage apply`: files are applied completely or not at all, and idempotently."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from stallage.core import clock
from stallage.core.runtime import Runtime
from stallage.declaration.errors import InvalidDeclaration
from stallage.process import open_runtime
from stallage.settings import Settings
from tests.command import run_stallage
from tests.conftest import OpenShop
from tests.declaration.factory import apply, changes, declared_shop
from tests.declaration.texts import CATALOGUE, SHOP
from tests.demo.test_filling import rows_of
from tests.products.factory import make_product
from tests.shop import Shop


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return declared_shop(tmp_path / "declared")


async def test_a_declared_shop_sells(open_shop: OpenShop, runtime: Runtime, folder: Path) -> None:
    outcome = await apply(runtime, folder)
    assert all(kind.created for kind in outcome.kinds), outcome
    # A shop reads its settings when it starts.
    async with open_shop() as shop:
        await shop.work()
        await check_storefront(shop)


async def check_storefront(shop: Shop) -> None:
    can = await shop.output("GET", "/api/credentials/applicability")
    assert (can["currency"], can["country"], can["paymentMethods"]) == (
        "EUR",
        "DE",
        ["cod", "wallet"],
    )
    company = await shop.output("GET", "/api/company-details/logoDetails")
    assert company["companyLogoDetails"]["companyName"] == "Ada's Mugs"
    mug = await shop.output("GET", "/api/products/mug")
    red, blue = mug["skus"]
    # In the EU no prior price is shown without a record that it was charged.
    assert (red["price"], red["compareAtPrice"]) == ({"amount": 1599, "currency": "EUR"}, None)
    assert red["images"][0]["alt"] == "A red mug"
    assert blue["images"][0]["alt"] == "A blue mug"
    assert mug["ratingCount"] == 1
    assert [crumb["title"] for crumb in mug["breadcrumbs"]][:2] == ["Table", "Mugs"]
    home = (await shop.output("GET", "/api/home"))["pageItem"]
    assert [len(home[name]) for name in ("sliderList", "salesList", "featureSection")] == [1, 1, 1]
    quote = await shop.output(
        "POST",
        "/api/checkout/quote",
        json={"skuIds": [red["skuId"]], "country": "DE", "promoCode": "HELLO10"},
    )
    assert quote["shippingMethods"][0]["price"]["amount"] == 490
    assert quote["discounts"][0]["amount"]["amount"] == 160
    assert (quote["taxes"][0]["name"], quote["taxes"][0]["included"]) == ("MwSt.", True)
    assert quote["giftWrapOffered"] == {
        "name": "Gift wrap",
        "price": {"amount": 400, "currency": "EUR"},
    }
    order = await shop.output(
        "POST",
        "/api/orders",
        json={
            "skuIds": [red["skuId"]],
            "contact": {"email": "guest@example.com", "firstName": "Kim", "lastName": "Lee"},
            "address": {
                "firstName": "Kim",
                "lastName": "Lee",
                "line1": "Hauptstr. 1",
                "city": "Berlin",
                "postalCode": "10115",
                "country": "DE",
                "phone": "3055501430",
            },
            "paymentMethod": "cod",
        },
    )
    assert order["orderId"]


async def test_applying_twice_changes_nothing(runtime: Runtime, folder: Path) -> None:
    await apply(runtime, folder)
    before = await rows_of(runtime)
    outcome = await apply(runtime, folder)
    assert changes(outcome) == {}
    assert "Nothing to change" in list(outcome.lines())[-1]
    assert await rows_of(runtime) == before


async def test_a_dry_run_reports_everything_and_changes_nothing(
    runtime: Runtime, folder: Path
) -> None:
    before = await rows_of(runtime)
    # Keys of past orders contain their time.
    with clock.freeze(clock.now()):
        outcome = await apply(runtime, folder, dry_run=True)
        assert await rows_of(runtime) == before
        assert not list((runtime.settings.data_dir / "media").rglob("*.webp"))
        assert changes(outcome) == changes(await apply(runtime, folder))
    assert list(outcome.lines())[-1].startswith("Dry run: ")


async def test_differences_are_reported_with_both_values(runtime: Runtime, folder: Path) -> None:
    await apply(runtime, folder)
    shop, catalogue = folder / "shop.toml", folder / "catalogue.toml"
    shop.write_text(SHOP.replace("price = 4.90", "price = 5.90"))
    catalogue.write_text(CATALOGUE.replace('title = "Plate"', 'title = "Big plate"'))
    assert changes(await apply(runtime, folder)) == {
        "delivery methods": ([], ["standard (price 4.90 → 5.90)"], []),
        "products": ([], ["plate (title)"], []),
    }


async def test_stock_applies_to_new_skus_only(runtime: Runtime, folder: Path) -> None:
    await apply(runtime, folder)
    async with runtime.database.transaction() as connection:
        await connection.execute("UPDATE skus SET stock = 1, supplied = 1 WHERE sku = 'M-RED'")
    catalogue = folder / "catalogue.toml"
    green = '[[product.sku]]\nsku = "M-GREEN"\noptions = ["Green"]\nprice = 21.00\nstock = 9\n\n'
    catalogue.write_text(
        CATALOGUE.replace("[[product.image]]", f"{green}[[product.image]]", 1).replace(
            "19.50", "20.00"
        )
    )
    await apply(runtime, folder)
    async with runtime.database.reading() as connection:
        rows = await connection.fetch("SELECT sku, stock, price FROM skus WHERE sku LIKE 'M-%'")
    stock = {row["sku"]: (row["stock"], row["price"]) for row in rows}
    assert stock == {"M-RED": (1, 2000), "M-BLUE": (3, 2000), "M-GREEN": (9, 2100)}


async def test_undeclared_records_are_reported_and_not_changed(
    runtime: Runtime, folder: Path
) -> None:
    async with runtime.database.transaction() as connection:
        await make_product(connection, slug="vase")
    await apply(runtime, folder)
    (folder / "shop.toml").write_text(SHOP.replace('code = "standard"', 'code = "express"'))
    outcome = await apply(runtime, folder)
    undeclared = {kind.plural: kind.undeclared for kind in outcome.kinds if kind.undeclared}
    assert undeclared["products"] == ["vase"]
    assert undeclared["delivery methods"] == ["standard"]
    assert "delivery methods: standard" in "\n".join(outcome.lines())
    pruned = await apply(runtime, folder, prune=True)
    assert changes(pruned) == {"delivery methods": ([], [], ["standard"])}
    async with runtime.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM products") == 3


async def test_pruned_sales_and_sections_are_removed_with_their_prices(
    runtime: Runtime, folder: Path
) -> None:
    await apply(runtime, folder)
    # It names what is removed.
    (folder / "storefront.toml").unlink()
    catalogue = folder / "catalogue.toml"
    text = CATALOGUE.replace('slug = "mug-week"', 'slug = "plate-week"')
    text = text.replace('products = ["mug"]\n\n[[slider]]', 'products = ["plate"]\n\n[[slider]]')
    text = text.replace('slug = "hello"', 'slug = "hi"').replace('slug = "new"', 'slug = "fresh"')
    catalogue.write_text(text)
    outcome = changes(await apply(runtime, folder, prune=True))
    assert outcome["sales"] == (["plate-week"], [], ["mug-week"])
    assert outcome["banners"] == (["hi"], [], ["hello"])
    assert outcome["sections"] == (["fresh"], [], ["new"])
    async with runtime.database.reading() as connection:
        rows = await connection.fetch("SELECT slug, price FROM products")
        collections = await connection.fetchval("SELECT count(*) FROM collections")
    assert {row["slug"]: row["price"] for row in rows} == {"mug": 1950, "plate": 960}
    assert collections == 5


async def test_with_one_error_nothing_is_applied(runtime: Runtime, folder: Path) -> None:
    before = await rows_of(runtime)
    catalogue = folder / "catalogue.toml"
    catalogue.write_text(CATALOGUE.replace('products = ["plate", "mug"]', 'products = ["plaet"]'))
    with pytest.raises(InvalidDeclaration, match=r"catalogue.toml:\d+: There is no product plaet"):
        await apply(runtime, folder)
    assert await rows_of(runtime) == before


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('categories = ["table/mugs"]', 'categories = ["table/cups"]', "no category table/cups"),
        ('path = "table/mugs"', 'path = "kitchen/mugs"', "no category kitchen"),
        ('product = "mug"\nname = "Tom', 'product = "mgu"\nname = "Tom', "no product mgu"),
        ('file = "media/blue.webp"\nalt', 'file = "media/green.webp"\nalt', "no file media/green"),
        ('path = "table/mugs"\ntitle = "Mugs"', 'path = "mugs"\ntitle = "Table"', "already exists"),
    ],
)
async def test_unknown_references_are_reported_with_their_line(
    runtime: Runtime, folder: Path, old: str, new: str, message: str
) -> None:
    assert old in CATALOGUE
    (folder / "catalogue.toml").write_text(CATALOGUE.replace(old, new))
    with pytest.raises(InvalidDeclaration) as error:
        await apply(runtime, folder)
    assert message in str(error.value)
    assert error.value.problems[0].line


async def test_a_file_that_is_not_a_picture_is_reported(runtime: Runtime, folder: Path) -> None:
    (folder / "media" / "red.webp").write_text("red")
    with pytest.raises(InvalidDeclaration, match=r"red.webp: Please upload a JPEG, PNG or WebP"):
        await apply(runtime, folder)


async def test_the_currency_cannot_change_to_other_decimals(runtime: Runtime, folder: Path) -> None:
    await apply(runtime, folder)
    other = folder / "shop.toml"
    async with open_runtime(own_settings(runtime), runtime.settings.database_url) as restarted:
        assert restarted.settings.currency == "EUR"
        other.write_text(SHOP.replace('"EUR"', '"USD"'))
        assert (await apply(restarted, folder)).notes == [
            "Prices are not converted: 5.00 EUR becomes 5.00 USD."
        ]
        other.write_text(SHOP.replace('"EUR"', '"JPY"').replace(".90", "").replace(".00", ""))
        (folder / "catalogue.toml").write_text(CATALOGUE.replace(".50", "").replace(".00", ""))
    async with open_runtime(own_settings(runtime), runtime.settings.database_url) as restarted:
        with pytest.raises(InvalidDeclaration, match="another number of decimals"):
            await apply(restarted, folder)


def own_settings(runtime: Runtime, **more: str) -> Settings:
    """Return the settings of a new process of this test's shop."""
    settings = runtime.settings
    return Settings.model_validate(
        {"data_dir": settings.data_dir, "database_url": settings.database_url, **more}
    )


async def test_the_environment_overrides_the_shop(runtime: Runtime, folder: Path) -> None:
    await apply(runtime, folder)
    own = own_settings(runtime, country="AT")
    async with open_runtime(own, own.database_url) as restarted:
        assert (restarted.settings.country, restarted.settings.currency) == ("AT", "EUR")


async def test_concurrent_runs_apply_once(runtime: Runtime, folder: Path) -> None:
    outcomes = await asyncio.gather(apply(runtime, folder), apply(runtime, folder))
    assert sorted(outcome.is_unchanged for outcome in outcomes) == [False, True]


async def test_the_command(settings: Settings, folder: Path) -> None:
    result = await run_stallage(settings, "apply", folder, "--dry-run")
    assert (result.status, "Dry run:" in result.output) == (0, True)
    result = await run_stallage(settings, "apply", folder)
    assert (result.status, result.errors) == (0, "")
    assert "+ delivery methods: standard" in result.output
    assert "Restart the shop if it is running" in result.output
    again = await run_stallage(settings, "apply", folder)
    assert "Nothing to change" in again.output
    (folder / "shop.toml").write_text(SHOP.replace("price = 4.90", "prise = 4.90"))
    invalid = await run_stallage(settings, "apply", folder)
    assert invalid.status == 1
    assert "shop.toml:28: delivery.prise is not known; did you mean price?" in invalid.errors
    assert "Allowed: code, name, price," in invalid.errors
    missing = await run_stallage(settings, "apply", folder / "nowhere")
    assert (missing.status, "no such file" in missing.errors) == (1, True)

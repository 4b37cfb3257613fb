"""Currency and rounding in the back office: shown, tried with unsaved values, saved, taken over."""

from __future__ import annotations

from typing import Any

import pytest

from stallage.process import open_runtime
from stallage.products.actions.state import apply_rounding
from stallage.products.rules.price_rounding import RoundingRule
from tests.admin import Admin, operator_client
from tests.checkout.factory import place
from tests.products.factory import make_product, make_sale
from tests.shop import Shop
from tests.stocked_shop import spec, stock_shop

PATH = "/settings/currency/preview"
TO_99: dict[str, Any] = {"price_rounding": "ending", "price_ending": 99}


async def preview(admin: Admin, **values: object) -> dict[str, Any]:
    return dict(await admin.output("POST", PATH, json={"values": values}))


def examples(output: dict[str, Any]) -> list[tuple[str, int, int, int, int]]:
    return [
        (
            one["title"],
            one["price"]["amount"],
            one["percent"],
            one["exactPrice"]["amount"],
            one["roundedPrice"]["amount"],
        )
        for one in output["examples"]
    ]


async def test_an_empty_shop_shows_how_amounts_look(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        dollars = await preview(admin)
        assert dollars == {
            "currency": "USD",
            "decimals": 2,
            "endings": 100,
            "largeAmount": "$1,234.50",
            "smallestAmount": "$0.01",
            "isFixed": False,
            "hasPrices": False,
            "problem": None,
            "examples": [],
            "changedProducts": 0,
            "raisedProducts": 0,
            "priorPriceRule": False,
        }
        yen = await preview(admin, currency="JPY", price_ending=80)
        assert (yen["decimals"], yen["largeAmount"], yen["smallestAmount"]) == (0, "¥1,234", "¥1")
        dinar = await preview(admin, currency="KWD", price_ending=990)
        assert (dinar["decimals"], dinar["endings"]) == (3, 1000)


async def test_a_rounding_is_tried_on_the_shops_own_prices(shop: Shop) -> None:
    bowl, *_ = await stock_shop(
        shop, spec(price=2499), spec("Vase", price=4000), spec("Sold before", status="archived")
    )
    async with shop.database.transaction() as connection:
        await make_sale(connection, [bowl.id], percent=15)
        gift_card = await make_product(connection, "Gift card", price=5000)
        await connection.execute("UPDATE products SET gift_card = '{}' WHERE id = $1", gift_card.id)
    async with operator_client(shop) as admin:
        tried = await preview(admin, **TO_99)
        assert examples(tried) == [
            ("Everyday bowl", 2499, 15, 2124, 2099),
            ("Vase", 4000, 10, 3600, 3599),
        ]
        assert [one["isInSale"] for one in tried["examples"]] == [True, False]
        assert (tried["changedProducts"], tried["raisedProducts"]) == (1, 0)
        raised = await preview(admin, price_rounding="step", price_step=100, currency="EUR")
        assert examples(raised)[0] == ("Everyday bowl", 2499, 15, 2124, 2100)
        raised = await preview(admin, price_rounding="ending", price_ending=49)
        assert (raised["changedProducts"], raised["raisedProducts"]) == (1, 1)
        unchanged = await preview(admin)
        assert examples(unchanged)[0][3:] == (2124, 2124)
        assert (unchanged["changedProducts"], unchanged["raisedProducts"]) == (0, 0)
    # Nothing was stored.
    async with shop.database.reading() as connection:
        assert await connection.fetchval("SELECT count(*) FROM price_roundings") == 1
        assert await connection.fetchval("SELECT count(*) FROM shop_settings") == 0


async def test_the_preview_says_when_the_currency_is_fixed(shop: Shop) -> None:
    (bowl,) = await stock_shop(shop)
    async with operator_client(shop) as admin:
        assert (await preview(admin, currency="CHF"))["problem"] is None
        yen = await preview(admin, currency="JPY", price_ending=80)
        assert (yen["isFixed"], yen["hasPrices"]) == (False, True)
        assert yen["problem"] == "There are prices in USD, which has another number of decimals."
        await place(shop, [bowl.sku_id])
        assert (await preview(admin))["isFixed"]
        franc = await preview(admin, currency="CHF")
        assert franc["problem"] == "There are orders in USD."


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"price_ending": 100}, "price_ending"),
        ({"price_ending": -1}, "price_ending"),
        ({"price_ending": 80, "currency": "ZZZ"}, "currency"),
        ({"price_step": 0}, "price_step"),
        ({"price_step": 10**12 + 1}, "price_step"),
        ({"price_step": "much"}, "price_step"),
        ({"price_rounding": "up"}, "price_rounding"),
        ({"price_rounding": ["exact"]}, "price_rounding"),
        ({"currency": 5}, "currency"),
        ({"smtp_url": "smtp://mail.example.com"}, "smtp_url"),
        ({"nothing": 1}, "nothing"),
    ],
)
async def test_invalid_values_are_refused(
    shop: Shop, values: dict[str, object], field: str
) -> None:
    async with operator_client(shop) as admin:
        status, error = await admin.error("POST", PATH, json={"values": values})
        assert (status, list(error["fields"])) == (422, [field])


async def test_a_saved_rounding_is_used_after_the_restart(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        version = (await admin.output("GET", "/settings"))["version"]
        saved = await admin.output(
            "PATCH",
            "/settings",
            json={"values": TO_99},
            headers={"If-Match": f'"{version}"'},
        )
        (section,) = (one for one in saved["sections"] if one["section"] == "currency")
        assert [one["name"] for one in section["settings"]] == [
            "currency",
            "price_rounding",
            "price_step",
            "price_ending",
        ]
    own = shop.runtime.own_settings
    async with open_runtime(own, own.database_url) as runtime:
        settings = runtime.settings
        assert (settings.price_rounding, settings.price_ending) == ("ending", 99)


async def test_who_may_not_see_settings_gets_no_preview(shop: Shop) -> None:
    async with operator_client(shop, "support") as admin:
        status, error = await admin.error("POST", PATH, json={"values": {}})
        assert (status, error["code"]) == (403, "forbidden")


async def test_a_rounding_that_already_applies_changes_nothing(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        bowl = await make_product(connection, price=2499)
        await make_sale(connection, [bowl.id], percent=15)
        await apply_rounding(connection, RoundingRule(100, 99))
        await apply_rounding(connection, RoundingRule(100, 99))
        assert await connection.fetchval("SELECT count(*) FROM price_roundings") == 2
    async with operator_client(shop) as admin:
        assert (await preview(admin, **TO_99))["changedProducts"] == 0
        assert (await preview(admin))["raisedProducts"] == 1

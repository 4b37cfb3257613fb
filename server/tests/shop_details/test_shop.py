"""Who the shop is and what it can do."""

from __future__ import annotations

from stallage.shop.actions import put_company, put_milestone
from stallage.shop.drafts import CompanyDraft
from stallage.shop.queries import milestone
from tests.conftest import OpenShop
from tests.shop import Shop


async def test_a_new_shop_bears_the_name_of_its_settings(open_shop: OpenShop) -> None:
    async with open_shop(shop_name="Corner shop") as shop:
        output = await shop.output("GET", "/api/company-details/logoDetails")
    details = output["companyLogoDetails"]
    assert details["companyName"] == "Corner shop"
    assert details["logoImage"] is None
    assert details["faviconImage"] is None


async def test_company_details_are_replaced_whole(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await put_company(connection, CompanyDraft(name="One", tagline="First"))
        await put_company(
            connection, CompanyDraft(name="Two & Co", logo="/media/a.svg", favicon="/media/b.svg")
        )
    details = (await shop.output("GET", "/api/company-details/logoDetails"))["companyLogoDetails"]
    assert details["companyName"] == "Two & Co"
    assert details["tagline"] == ""
    assert details["logoImage"] == "/media/a.svg"
    assert details["faviconImage"] == "/media/b.svg"


async def test_cdn_endpoints_come_from_the_settings(open_shop: OpenShop) -> None:
    async with open_shop(
        cdn_endpoint="https://cdn.example", cdn_fallback_endpoint="https://two.example"
    ) as shop:
        output = await shop.output("GET", "/api/switcheshop-details/logoDetails")
    assert output == {
        "companyLogoDetails": {
            "cdnThirtdPartyEndPoint": "https://cdn.example",
            "cdnLocalEndPoint": "https://two.example",
        }
    }


async def test_what_the_shop_can_do(shop: Shop) -> None:
    assert await shop.output("GET", "/api/credentials/applicability") == {
        "googleSignIn": False,
        "otp": {"email": True, "phone": True},
        "paymentMethods": ["prepaid", "cod", "wallet", "walletAndPrepaid"],
        "paymentGatewayMode": 0,
        "wallet": True,
        "guestCheckout": True,
        "reviews": True,
        "phoneRequired": False,
        "currency": "USD",
        "locale": "en-US",
        "country": "US",
    }


async def test_a_live_shop_without_a_provider_takes_nothing_online(open_shop: OpenShop) -> None:
    async with open_shop(
        payment_gateway_mode=1, google_client_id="abc", currency="EUR", country="DE"
    ) as shop:
        output = await shop.output("GET", "/api/credentials/applicability")
    assert output["paymentMethods"] == ["cod", "wallet"]
    assert output["paymentGatewayMode"] == 1
    assert output["googleSignIn"] is True
    assert (output["currency"], output["country"]) == ("EUR", "DE")


async def test_a_milestone_keeps_its_time(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        assert await milestone(connection, "demo") is None
        await put_milestone(connection, "demo", {"pictures": "a"})
        first = await milestone(connection, "demo")
        await put_milestone(connection, "demo", {"pictures": "b"})
        second = await milestone(connection, "demo")
    assert first is not None
    assert second is not None
    assert second.happened_at == first.happened_at
    assert second.facts == {"pictures": "b"}

"""Section 7 of the specification: method, path, payload and response of each call."""

from __future__ import annotations

from typing import Any

from stallage.content.actions import put_blog, put_page
from stallage.content.drafts import BlogDraft, PageDraft
from stallage.core import clock
from tests.conftest import OpenShop
from tests.customers.factory import HOME, Someone, someone
from tests.products.factory import CreatedProduct, make_product
from tests.shop import Shop
from tests.signin.factory import sign_in

POLICY = PageDraft("return-and-exchange", "Returns", "Thirty days.")
TERMS = PageDraft("terms-and-conditions", "Terms", "Fair ones.")
CONTACT = PageDraft("contact-us", "Contact", "Write to us.")
CARE = PageDraft("customer-care", "Care", "We help.")


async def put(shop: Shop, page: PageDraft) -> None:
    async with shop.database.transaction() as connection:
        await put_page(connection, page)


async def put_article(shop: Shop) -> dict[str, Any]:
    """Publish an article and return it as the list of blogs shows it."""
    async with shop.database.transaction() as connection:
        await put_blog(
            connection,
            BlogDraft(slug="kiln", title="Kiln", source="Very.", published_at=clock.now()),
        )
    (article,) = await shop.output("GET", "/api/blogs")
    assert isinstance(article, dict)
    return article


async def product(shop: Shop) -> CreatedProduct:
    async with shop.database.transaction() as connection:
        return await make_product(connection)


async def customer_with_address(shop: Shop) -> tuple[Someone, int]:
    """Create a customer with an address; return both the customer and the address's id."""
    who = await someone(shop)
    await shop.output("POST", "/customer/address", headers=who.headers, json=HOME)
    return who, (await addresses(shop, who))[0]["id"]


async def addresses(shop: Shop, who: Someone) -> list[dict[str, Any]]:
    customer = await shop.output("GET", "/customer", headers=who.headers)
    found: list[dict[str, Any]] = customer["addresses"]
    return found


async def customer_with_line(shop: Shop) -> tuple[Someone, dict[str, Any]]:
    """Create a customer with one cart line."""
    who, sku_id = await someone(shop), (await product(shop)).sku_id
    (line,) = await shop.output("POST", "/api/carts", headers=who.headers, json={"skuId": sku_id})
    return who, line


async def test_get_applicability(shop: Shop) -> None:
    assert (await shop.output("GET", "/api/credentials/applicability"))["guestCheckout"] is True


async def test_post_productcomment_search(shop: Shop) -> None:
    found = await shop.output(
        "POST",
        "/api/productcomment/search",
        json={"criteria": [{"key": "ratingStar", "operation": "gt", "value": [3]}]},
    )
    assert (found["comments"], found["total"]) == ([], 0)


async def test_post_productcomment_search_answers_with_an_error_body(shop: Shop) -> None:
    status, error = await shop.error(
        "POST",
        "/api/productcomment/search",
        json={"criteria": [{"key": "unknown", "operation": "eq", "value": [1]}]},
    )
    assert status == 422
    assert error["fields"]


async def test_get_return_and_exchange_policy(shop: Shop) -> None:
    await put(shop, POLICY)
    output = await shop.output("GET", "/api/company-details/returnAndExchangePolicy")
    assert (output["title"], "Thirty days." in output["content"]) == ("Returns", True)


async def test_get_term_and_condition(shop: Shop) -> None:
    await put(shop, TERMS)
    output = await shop.output("GET", "/api/company-details/termAndCondition")
    assert (output["title"], "Fair ones." in output["content"]) == ("Terms", True)


async def test_get_contact_us_details(shop: Shop) -> None:
    await put(shop, CONTACT)
    output = await shop.output("GET", "/api/company-details/contactUsDetails")
    assert (output["title"], "Write to us." in output["content"]) == ("Contact", True)


async def test_get_customer_care_details(shop: Shop) -> None:
    await put(shop, CARE)
    output = await shop.output("GET", "/api/company-details/customerCareDetails")
    assert (output["title"], "We help." in output["content"]) == ("Care", True)


async def test_get_company_logo_details(open_shop: OpenShop) -> None:
    async with open_shop(shop_name="Corner shop") as shop:
        output = await shop.output("GET", "/api/company-details/logoDetails")
    assert output["companyLogoDetails"]["companyName"] == "Corner shop"


async def test_get_shop_logo_details(open_shop: OpenShop) -> None:
    async with open_shop(cdn_endpoint="https://cdn.example") as shop:
        output = await shop.output("GET", "/api/switcheshop-details/logoDetails")
    assert output["companyLogoDetails"]["cdnThirtdPartyEndPoint"] == "https://cdn.example"
    assert "cdnLocalEndPoint" in output["companyLogoDetails"]


async def test_get_blogs(shop: Shop) -> None:
    assert (await put_article(shop))["title"] == "Kiln"


async def test_get_blog(shop: Shop) -> None:
    article = await put_article(shop)
    by_id = await shop.output("GET", f"/api/blogs/{article['id']}")
    assert "Very." in by_id["content"]
    assert await shop.output("GET", "/api/blogs/kiln") == by_id


async def test_get_customer(shop: Shop) -> None:
    who = await someone(shop)
    output = await shop.output("GET", "/customer", headers=who.headers)
    assert (output["id"], output["addresses"]) == (who.id, [])


async def test_put_customer(shop: Shop) -> None:
    who = await someone(shop)
    names = {"firstName": "Grace", "lastName": "Hopper"}
    await shop.output("PUT", "/customer", headers=who.headers, json=names)
    output = await shop.output("GET", "/customer", headers=who.headers)
    assert output["firstName"] == "Grace"


async def test_put_customer_address(shop: Shop) -> None:
    who, address_id = await customer_with_address(shop)
    await shop.output(
        "PUT",
        f"/customer/address/{address_id}",
        headers=who.headers,
        json={**HOME, "city": "Salem"},
    )
    assert (await addresses(shop, who))[0]["city"] == "Salem"


async def test_post_customer_address(shop: Shop) -> None:
    who, _ = await customer_with_address(shop)
    (address,) = await addresses(shop, who)
    assert (address["line1"], address["isPrimary"]) == (HOME["line1"], True)


async def test_post_customer_address_primary(shop: Shop) -> None:
    who, first = await customer_with_address(shop)
    await shop.output("POST", "/customer/address", headers=who.headers, json=HOME)
    second = next(one["id"] for one in await addresses(shop, who) if one["id"] != first)
    await shop.output("POST", f"/customer/address/primary/{second}", headers=who.headers)
    assert [one["id"] for one in await addresses(shop, who) if one["isPrimary"]] == [second]


async def test_delete_customer_address(shop: Shop) -> None:
    who, address_id = await customer_with_address(shop)
    await shop.output("DELETE", f"/customer/address/{address_id}", headers=who.headers)
    assert await addresses(shop, who) == []


async def test_get_wishlist(shop: Shop) -> None:
    who = await someone(shop)
    assert await shop.output("GET", "/wishlist", headers=who.headers) == []


async def test_post_wishlist(shop: Shop) -> None:
    who, sku_id = await someone(shop), (await product(shop)).sku_id
    (card,) = await shop.output("POST", "/wishlist", headers=who.headers, json={"sku": sku_id})
    assert card["skuId"] == sku_id


async def test_delete_wishlist(shop: Shop) -> None:
    who, sku_id = await someone(shop), (await product(shop)).sku_id
    await shop.output("POST", "/wishlist", headers=who.headers, json={"sku": sku_id})
    assert await shop.output("DELETE", f"/wishlist/{sku_id}", headers=who.headers) == []


async def test_get_carts(shop: Shop) -> None:
    who, line = await customer_with_line(shop)
    assert await shop.output("GET", "/api/carts", headers=who.headers) == [line]


async def test_post_carts_guest(shop: Shop) -> None:
    sku_id = (await product(shop)).sku_id
    (line,) = await shop.output("POST", "/api/carts/guest", json=[sku_id, sku_id])
    assert (line["skuId"], line["quantity"]) == (sku_id, 2)


async def test_post_carts(shop: Shop) -> None:
    _, line = await customer_with_line(shop)
    assert line["quantity"] == 1


async def test_put_carts(shop: Shop) -> None:
    who, line = await customer_with_line(shop)
    body = {"id": line["id"], "quantity": 3}
    (changed,) = await shop.output("PUT", "/api/carts", headers=who.headers, json=body)
    assert changed["quantity"] == 3


async def test_delete_carts(shop: Shop) -> None:
    who, line = await customer_with_line(shop)
    assert await shop.output("DELETE", f"/api/carts/{line['id']}", headers=who.headers) == []


async def test_post_logged_in_user_details(shop: Shop) -> None:
    signed = await sign_in(shop)
    tokens = {"jwtToken": signed.token, "refreshToken": signed.refresh_token}
    output = await shop.output("POST", "/auth/loggedInUserDetails", json=tokens)
    assert set(output) >= {"token", "refreshToken", "details"}
    assert output["details"]["recentlyViewSkuId"] == []
    response = await shop.client.post(
        "/auth/loggedInUserDetails", json={**tokens, "jwtToken": "not a token"}
    )
    assert (response.status_code, response.json()["status"]) == (200, False)


async def test_get_google_auth(open_shop: OpenShop) -> None:
    async with open_shop(google_client_id="one.apps.example") as shop:
        output = await shop.output("GET", "/api/credentials/googleAuth")
    assert output == {"clientId": "one.apps.example"}


async def test_a_guest_uses_public_calls_and_a_cart_of_their_own(shop: Shop) -> None:
    sku_id = (await product(shop)).sku_id
    assert await shop.output("GET", "/api/blogs") == []
    assert len(await shop.output("POST", "/api/carts/guest", json=[sku_id])) == 1
    for path in ("/api/carts", "/customer", "/wishlist", "/api/orders", "/api/supporttickets"):
        status, error = await shop.error("GET", path)
        assert (status, error["code"]) == (401, "unauthorized")


async def test_a_customer_uses_the_cart_of_the_server(shop: Shop) -> None:
    who, line = await customer_with_line(shop)
    elsewhere = await shop.output("GET", "/api/carts", headers=who.headers)
    assert elsewhere == [line]
    for path in ("/customer", "/wishlist", "/api/orders", "/api/supporttickets"):
        await shop.output("GET", path, headers=who.headers)

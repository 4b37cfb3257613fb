"""Forms that are refused: of other sites, too large, unreadable."""

from __future__ import annotations

import pytest

from tests.no_script.conftest import cart_in, send, shown
from tests.shop import Shop
from tests.stocked_shop import stock_shop

ADD = "/no-script/cart/add"
FORM = "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://elsewhere.test"},
        {"Origin": "null"},
    ],
)
@pytest.mark.parametrize("path", [ADD, "/no-script/cart", "/no-script/checkout"])
async def test_forms_of_other_sites_are_refused(
    shop: Shop, headers: dict[str, str], path: str
) -> None:
    response = await shop.client.post(path, data={"sku": "1"}, headers=headers)
    assert response.status_code == 403
    assert "another website" in shown(response)["message"]
    assert cart_in(shop) == ""


async def test_forms_of_the_shop_and_of_other_programs_are_read(shop: Shop) -> None:
    [bowl] = await stock_shop(shop)
    for headers in ({"Sec-Fetch-Site": "none"}, {"Origin": shop.url}, {}):
        response = await shop.client.post(ADD, data={"sku": str(bowl.sku_id)}, headers=headers)
        assert response.status_code == 303, headers


@pytest.mark.parametrize(
    ("kind", "body", "status"),
    [
        (FORM, b"sku=" + b"1" * 70_000, 413),
        (FORM, b"&".join(b"a%d=1" % number for number in range(100)), 400),
        (FORM, b"sku=%ff%fe", 400),
        (FORM, b"sku=\xff", 400),
        (FORM, b"sku=1%00", 400),
        ("application/json", b"{}", 400),
        ("multipart/form-data; boundary=x", b"--x--", 400),
        ("text/plain", b"sku=1", 400),
    ],
)
@pytest.mark.parametrize("path", [ADD, "/no-script/checkout"])
async def test_bodies_that_are_no_form_get_a_page(
    shop: Shop, kind: str, body: bytes, status: int, path: str
) -> None:
    response = await shop.client.post(path, content=body, headers={"Content-Type": kind})
    assert response.status_code == status
    assert shown(response)["view"] == "problem"


async def test_an_order_without_lines_leads_to_the_cart(shop: Shop) -> None:
    response = await send(shop, "/no-script/checkout", {"items": "x"})
    assert (response.status_code, response.headers["location"]) == (303, "/no-script/cart")

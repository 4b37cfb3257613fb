"""Company details that operators save, and drafts of legal texts."""

from __future__ import annotations

from tests.admin import operator_client
from tests.conftest import OpenShop
from tests.shop import Shop

COMPANY = {
    "name": "Kiln & Grain",
    "legalName": "Kiln & Grain GmbH",
    "email": "hello@example.com",
    "taxNumber": "DE136695976",
    "address": {"line1": "Ofenweg 1", "city": "Berlin", "postalCode": "10115", "country": "DE"},
    "socialLinks": [{"name": "Instagram", "url": "https://example.com/kiln"}],
}


async def test_company_details_are_saved_shown_and_undone(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        response = await admin.request("GET", "/settings/company")
        empty = response.json()["output"]
        assert empty["name"] == ""
        etag = response.headers["ETag"]
        saved = await admin.request(
            "PUT", "/settings/company", json=COMPANY, headers={"If-Match": etag}
        )
        assert saved.status_code == 200, saved.text
        shown = await shop.output("GET", "/api/company-details/logoDetails")
        assert shown["companyLogoDetails"]["companyName"] == "Kiln & Grain"
        stale = await admin.request(
            "PUT", "/settings/company", json=COMPANY, headers={"If-Match": etag}
        )
        assert stale.status_code == 412

        renamed = {**COMPANY, "name": "Kiln"}
        headers = {"If-Match": saved.headers["ETag"]}
        await admin.output("PUT", "/settings/company", json=renamed, headers=headers)
        (change, _) = (await admin.get("/settings/changes?area=company"))["items"]
        assert (change["before"], change["after"]) == ({"name": "Kiln & Grain"}, {"name": "Kiln"})
        await admin.post(f"/settings/changes/{change['id']}/undo")
        assert (await admin.get("/settings/company"))["name"] == "Kiln & Grain"


async def test_invalid_company_details_are_refused(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        etag = (await admin.request("GET", "/settings/company")).headers["ETag"]
        for field, value in (
            ("name", ""),
            ("email", "nobody"),
            ("logo", "https://example.com/logo.png"),
            ("socialLinks", [{"name": "X", "url": "javascript:alert(1)"}]),
        ):
            body = {**COMPANY, field: value}
            status, error = await admin.error(
                "PUT", "/settings/company", json=body, headers={"If-Match": etag}
            )
            assert (status, error["code"]) == (422, "invalid_fields"), field


async def test_legal_texts_of_the_shop_s_country(open_shop: OpenShop) -> None:
    async with open_shop(country="DE") as shop, operator_client(shop) as admin:
        etag = (await admin.request("GET", "/settings/company")).headers["ETag"]
        await admin.output("PUT", "/settings/company", json=COMPANY, headers={"If-Match": etag})
        texts = await admin.get("/settings/legal-texts")
        required = [text["kind"] for text in texts if text["isRequired"]]
        assert required == ["imprint", "terms", "privacy", "withdrawal", "delivery"]
        assert "Kiln & Grain GmbH" in texts[0]["draft"]
        assert "[phone]" in texts[0]["draft"]

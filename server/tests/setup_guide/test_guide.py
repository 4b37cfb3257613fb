"""The set-up guide: its steps, what is skipped, and proposals by country."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stallage.readiness import next_steps
from stallage.setup_guide.rules.regions import proposal_for
from stallage.setup_guide.rules.steps import STEPS
from tests.admin import Admin, operator_client
from tests.products.factory import make_product
from tests.shop import Shop


async def states(admin: Admin) -> dict[str, str]:
    guide = await admin.get("/setup-guide")
    return {step["step"]: step["state"] for step in guide["steps"]}


async def save(admin: Admin, area: str, **changes: Any) -> None:
    response = await admin.request("GET", f"/settings/{area}")
    body = response.json()["output"] | changes
    headers = {"If-Match": response.headers["ETag"]}
    await admin.output("PUT", f"/settings/{area}", json=body, headers=headers)


async def set_settings(admin: Admin, **values: object) -> None:
    version = (await admin.get("/settings"))["version"]
    headers = {"If-Match": f'"{version}"'}
    await admin.output("PATCH", "/settings", json={"values": values}, headers=headers)


HOME = {"code": "home", "name": "Home", "places": ["DE"], "restOfWorld": False}
PARCEL = {
    "code": "parcel",
    "name": "Parcel",
    "minDays": 1,
    "maxDays": 3,
    "rates": [
        {
            "zone": "home",
            "basis": "flat",
            "bands": [{"upTo": None, "price": 490}],
            "minDays": 1,
            "maxDays": 3,
        }
    ],
}
VAT = {
    "country": "DE",
    "name": "VAT",
    "millionths": 190_000,
    "included": True,
    "onDelivery": True,
}


async def test_each_step_is_done_by_the_data_of_the_shop(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        guide = await admin.get("/setup-guide")
        assert [step["step"] for step in guide["steps"]] == list(STEPS)
        assert guide["canSell"] is False
        assert (await states(admin))["name"] == "open"
        await save(admin, "company", name="Klee", email="hallo@klee.example")
        assert (await states(admin))["name"] == "done"
        await admin.output("PUT", "/themes/primary-colour", json={"colour": "#225533"})
        await set_settings(
            admin, country="DE", currency="EUR", time_zone="Europe/Berlin", cash_on_delivery=True
        )
        await save(admin, "taxes", rates=[VAT])
        await save(admin, "delivery", zones=[HOME], methods=[PARCEL])
        await set_settings(
            admin, smtp_url="smtp://mail.klee.example:587", mail_from="hallo@klee.example"
        )
        async with shop.database.transaction() as connection:
            await make_product(connection, slug="vase")
        guide = await admin.get("/setup-guide")
        assert {step["state"] for step in guide["steps"]} == {"done"}
        assert guide["canSell"] is True
        region = guide["steps"][2]
        assert region["summary"] == "DE · EUR · Europe/Berlin"


async def test_problems_are_those_of_the_next_steps(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        guide = await admin.get("/setup-guide")
    async with shop.database.reading() as connection:
        steps = await next_steps(connection, shop.runtime.settings)
    problems = {step["problem"] for step in guide["steps"]} - {None}
    assert problems == {step.message for step in steps}


async def test_steps_are_skipped_and_resumed(shop: Shop) -> None:
    async with operator_client(shop) as admin, operator_client(shop) as other:
        await asyncio.gather(
            admin.post("/setup-guide/steps/taxes/skip"),
            other.post("/setup-guide/steps/email/skip"),
        )
        found = await states(admin)
        assert (found["taxes"], found["email"]) == ("skipped", "skipped")
        await admin.post("/setup-guide/steps/taxes/resume")
        assert (await states(admin))["taxes"] == "open"
        # Data counts more than a step that was skipped.
        await set_settings(
            admin, smtp_url="smtp://mail.klee.example:587", mail_from="hallo@klee.example"
        )
        assert (await states(admin))["email"] == "done"
        assert (await admin.error("POST", "/setup-guide/steps/nothing/skip"))[0] == 422


async def test_the_checklist_is_dismissed_and_shown_again(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        assert (await admin.post("/setup-guide/dismiss"))["isDismissed"] is True
        assert (await admin.get("/setup-guide"))["isDismissed"] is True
        assert (await admin.post("/setup-guide/restore"))["isDismissed"] is False


async def test_who_may_not_change_settings_changes_nothing(shop: Shop) -> None:
    async with operator_client(shop, "catalogue") as admin:
        assert (await admin.error("GET", "/setup-guide"))[0] == 403
    async with operator_client(shop, "manager") as admin:
        await admin.get("/setup-guide")
        assert (await admin.error("POST", "/setup-guide/dismiss"))[0] == 403
        assert (await admin.error("POST", "/setup-guide/steps/email/skip"))[0] == 403


async def test_the_api_proposes_by_country(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        proposal = await admin.get("/setup-guide/regions/DE")
        assert proposal == {
            "country": "DE",
            "currency": "EUR",
            "timeZone": "Europe/Berlin",
            "locale": "de-DE",
            "phoneCountryCode": "+49",
            "tax": {"name": "VAT", "millionths": 190_000, "included": True},
            "pricesIncludeTax": True,
        }
        assert (await admin.error("GET", "/setup-guide/regions/germany"))[0] == 422


@pytest.mark.fast
@pytest.mark.parametrize(
    ("country", "currency", "zone", "locale"),
    [
        ("US", "USD", "America/New_York", "en-US"),
        ("JP", "JPY", "Asia/Tokyo", "ja-JP"),
        ("IN", "INR", "Asia/Kolkata", "hi-IN"),
        ("ZZ", "USD", "UTC", "en-US"),
    ],
)
def test_proposals(country: str, currency: str, zone: str, locale: str) -> None:
    found = proposal_for(country)
    assert (found.currency, found.time_zone, found.locale) == (currency, zone, locale)

"""Every setting that operators can change is recorded, and can be taken back."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from fastapi.routing import iter_route_contexts

from stallage.features import built_in_parts
from stallage.operators.dependencies import PREFIX
from stallage.settings import Settings
from stallage.setup.rules.kinds import ValueKind, kind_of
from stallage.setup.rules.sections import MACHINE, SECTIONS
from stallage.shop.actions.setting_changes import undo_areas
from tests.admin import Admin, operator_client
from tests.shop import Shop
from tests.stocked_shop import stock_shop

Read = Callable[[Admin], Awaitable[Any]]
Act = Callable[[Admin], Awaitable[None]]

TEXTS: Mapping[str, str] = {
    "country": "DE",
    "currency": "CHF",
    "locale": "de-DE",
    "time_zone": "Europe/Berlin",
    "phone_country_code": "+49",
    "smtp_url": "smtp://mail.example.com",
    "mail_from": "Kiln <kiln@example.com>",
    "inbound_email_address": "replies@example.com",
    "storage_url": "s3://pictures/shop?region=eu-central-1",
    "cdn_endpoint": "https://cdn.example.com",
    "cdn_fallback_endpoint": "https://other.example.com",
    "google_redirect_uri": "https://shop.example.com/signed-in",
    "backup_time": "04:30",
}
"""Values of settings that do not take any text."""


def other_value(name: str, kind: ValueKind, value: Any) -> Any:
    """Return a valid value that differs from the current one."""
    if name == "smtp_url":
        return TEXTS[name]
    if name == "price_ending":
        return 95
    match kind.kind:
        case "boolean":
            return not value
        case "choice":
            return next(one for one in kind.choices if one != value)
        case "secret":
            return f"a secret for {name}"
        case "text":
            return TEXTS.get(name, f"other {name.replace('_', ' ')}")
        case _:
            return value - 1 if kind.maximum is not None and value >= kind.maximum else value + 1


@dataclass(frozen=True)
class Case:
    """A group of settings: how it is read and changed, and the routes that change it."""

    area: str
    routes: Collection[str]
    read: Read
    change: Act
    needs_two: bool = False
    """Whether it changes something else first, so that there is something to go back to."""


def section(name: str) -> Case:
    """Return the case that changes every setting of a section at once."""

    async def read(admin: Admin) -> Any:
        output = await admin.get("/settings")
        (found,) = (one for one in output["sections"] if one["section"] == name)
        return [
            {key: value for key, value in one.items() if key != "changedAt"}
            for one in found["settings"]
        ]

    async def change(admin: Admin) -> None:
        settings = await read(admin)
        values = {
            one["name"]: other_value(
                one["name"],
                kind_of(one["name"], Settings.model_fields[one["name"]]),
                one["value"],
            )
            for one in settings
            if one["isEditable"]
        }
        etag = (await admin.request("GET", "/settings")).headers["ETag"]
        headers = {"If-Match": etag}
        await admin.output("PATCH", "/settings", json={"values": values}, headers=headers)
        for before, after in zip(settings, await read(admin), strict=True):
            assert not before["isEditable"] or before != after, before["name"]

    return Case(name, ["PATCH /settings"], read, change)


def area(name: str, part: str, item: Mapping[str, Any]) -> Case:
    """Return the case that replaces an area that is saved as one."""
    path = f"/settings/{name}"

    async def read(admin: Admin) -> Any:
        return await admin.get(path)

    async def change(admin: Admin) -> None:
        response = await admin.request("GET", path)
        body = {
            key: value
            for key, value in response.json()["output"].items()
            if key in ("carriers", "zones", "methods", "rates", "classes", "reverseCharge")
        }
        body[part] = [*body[part], item]
        headers = {"If-Match": response.headers["ETag"]}
        await admin.output("PUT", path, json=body, headers=headers)

    return Case(name, [f"PUT {path}"], read, change)


async def read_company(admin: Admin) -> Any:
    return await admin.get("/settings/company")


async def change_company(admin: Admin) -> None:
    headers = {"If-Match": (await admin.request("GET", "/settings/company")).headers["ETag"]}
    await admin.output("PUT", "/settings/company", json={"name": "Kiln"}, headers=headers)


async def read_faqs(admin: Admin) -> Any:
    return await admin.get("/content/faqs")


async def change_faqs(admin: Admin) -> None:
    item = {"question": "Is it safe?", "answer": "Of *course*", "format": "markdown"}
    headers = {"If-Match": (await read_faqs(admin))["etag"]}
    await admin.output("PUT", "/content/faqs", json={"items": [item]}, headers=headers)


EMAIL = "/content/emails/newsletter_confirm"


async def read_email(admin: Admin) -> Any:
    return [one["own"] for one in (await admin.get(EMAIL))["texts"]]


async def change_email(admin: Admin) -> None:
    headers = {"If-Match": (await admin.get(EMAIL))["etag"]}
    await admin.output("PUT", EMAIL, json={"texts": {"intro": "Hello!"}}, headers=headers)


async def reset_email(admin: Admin) -> None:
    headers = {"If-Match": (await admin.get(EMAIL))["etag"]}
    await admin.output("DELETE", EMAIL, headers=headers)


async def read_redirects(admin: Admin) -> Any:
    listed = (await admin.get("/redirects"))["items"]
    return [(one["path"], one["target"]) for one in listed]


async def add_redirect(admin: Admin) -> None:
    count = len(await read_redirects(admin))
    body = {"path": f"/old-{count}", "target": "/faqs"}
    await admin.post("/redirects", json=body)


async def change_redirect(admin: Admin) -> None:
    (one, *_) = (await admin.get("/redirects"))["items"]
    headers = {"If-Match": one["etag"]}
    body = {"path": "/older", "target": "/blogs"}
    await admin.output("PATCH", f"/redirects/{one['id']}", json=body, headers=headers)


async def delete_redirect(admin: Admin) -> None:
    (one, *_) = (await admin.get("/redirects"))["items"]
    await admin.output("DELETE", f"/redirects/{one['id']}")


async def read_old_shops(admin: Admin) -> Any:
    return await admin.get("/redirects/old-shops")


async def change_old_shops(admin: Admin) -> None:
    await admin.output("PATCH", "/redirects/old-shops", json={"shopify": True})


async def first_sku(admin: Admin) -> int:
    return int((await admin.get("/stock"))["items"][0]["skuId"])


def low_level(path: str) -> Case:
    """Return the case of a level from which units count as low."""

    async def read(admin: Admin) -> Any:
        return await admin.get(f"/stock/skus/{await first_sku(admin)}")

    async def change(admin: Admin) -> None:
        path_of_sku = f"/stock/skus/{await first_sku(admin)}/{path}"
        await admin.output("PUT", path_of_sku, json={"lowAt": 7})

    return Case("low-stock", [f"PUT /stock/skus/{{skuId}}/{path}"], read, change)


async def _first(admin: Admin, *actions: Act) -> None:
    for act in actions:
        await act(admin)


METHOD = {"code": "van", "name": "Van", "price": 300, "minDays": 1, "maxDays": 2}
RATE = {
    "name": "MwSt",
    "country": "DE",
    "millionths": 190_000,
    "included": True,
    "onDelivery": True,
}
CARRIER = {"name": "By bike", "trackingUrl": "https://bike.example/{number}", "offered": True}

SECTION_CASES = [section(name) for name in SECTIONS if name != MACHINE]
OTHER_CASES = [
    Case("company", ["PUT /settings/company"], read_company, change_company),
    area("delivery", "methods", METHOD),
    area("taxes", "rates", RATE),
    area("carriers", "carriers", CARRIER),
    Case("faqs", ["PUT /content/faqs"], read_faqs, change_faqs),
    Case("email-texts", ["PUT /content/emails/{name}"], read_email, change_email),
    Case(
        "email-texts",
        ["DELETE /content/emails/{name}"],
        read_email,
        lambda admin: _first(admin, change_email, reset_email),
        needs_two=True,
    ),
    Case("redirects", ["POST /redirects"], read_redirects, add_redirect),
    Case(
        "redirects",
        ["PATCH /redirects/{redirectId}"],
        read_redirects,
        lambda admin: _first(admin, add_redirect, change_redirect),
        needs_two=True,
    ),
    Case(
        "redirects",
        ["DELETE /redirects/{redirectId}"],
        read_redirects,
        lambda admin: _first(admin, add_redirect, delete_redirect),
        needs_two=True,
    ),
    Case("redirects", ["PATCH /redirects/old-shops"], read_old_shops, change_old_shops),
    low_level("low-level"),
    low_level("product-low-level"),
]
CASES = SECTION_CASES + OTHER_CASES

OTHER_WAYS: Mapping[str, str] = {
    "PATCH /extensions/{name}/settings": "undone like these; tests/plugins/test_extensions.py",
    # Texts and layouts have versions, and saving an earlier one restores it.
    "POST /content/blogs": "deleted",
    "PATCH /content/blogs/{blogId}": "versions",
    "POST /content/blogs/{blogId}/versions/{versionId}/restore": "versions",
    "DELETE /content/blogs/{blogId}": "asks first",
    "POST /content/pages": "deleted",
    "PATCH /content/pages/{slug}": "versions",
    "POST /content/pages/{slug}/versions/{versionId}/restore": "versions",
    "DELETE /content/pages/{slug}": "asks first",
    "PUT /layouts/announcement": "versions",
    "PUT /layouts/home": "versions",
    "PUT /layouts/menus": "versions",
    # Records of the home page; their conflicts are shown field by field, and their order has Undo.
    "POST /sliders": "deleted",
    "PUT /sliders/{sliderId}": "saved again",
    "PUT /sliders/order": "Undo",
    "DELETE /sliders/{sliderId}": "asks first",
    "POST /feature-sections": "deleted",
    "PUT /feature-sections/{sectionId}": "saved again",
    "PUT /feature-sections/order": "Undo",
    "DELETE /feature-sections/{sectionId}": "asks first",
    # Themes are drafts until they are published, and each publication is a version.
    "POST /themes": "deleted",
    "PUT /themes/{themeId}": "draft",
    "DELETE /themes/{themeId}": "asks first, and never the one that shoppers see",
    "POST /themes/{themeId}/publish": "versions",
    "PUT /themes/primary-colour": "versions",
    "POST /themes/standard": "versions",
    "POST /themes/versions/{versionId}/restore": "versions",
    # What the guide shows is taken back by its own buttons.
    "POST /setup-guide/dismiss": "POST /setup-guide/restore",
    "POST /setup-guide/restore": "POST /setup-guide/dismiss",
    "POST /setup-guide/steps/{step}/skip": "POST /setup-guide/steps/{step}/resume",
    "POST /setup-guide/steps/{step}/resume": "POST /setup-guide/steps/{step}/skip",
    # These change no settings.
    "POST /content/emails/{name}/test": "sends an email",
    "POST /payment-rehearsals": "plays payments, and rolls them back",
}
"""Route → how else its change is taken back, or why there is nothing to take back."""


@pytest.mark.fast
def test_no_route_that_changes_settings_is_forgotten() -> None:
    changing = {
        f"{method} {(route.path or '').removeprefix(PREFIX)}"
        for module in built_in_parts("admin_routes")
        for route in iter_route_contexts(module.router.routes)
        for method in route.methods or ()
        if (extra := route.openapi_extra or {}).get("x-audited")
        and extra["x-permission"] in ("settings.edit", "content.edit")
    }
    low_levels = {f"PUT /stock/skus/{{skuId}}/{part}low-level" for part in ("", "product-")}
    covered = {route for case in CASES for route in case.routes}
    assert covered | set(OTHER_WAYS) == changing | low_levels
    assert not covered & set(OTHER_WAYS)
    assert {case.area for case in CASES} | {"extensions"} == {one.name for one in undo_areas()}


async def check(admin: Admin, case: Case) -> None:
    """Change settings, find that in the audit log and in the history, and take it back."""
    changes = f"/settings/changes?area={case.area}"
    before = await case.read(admin)
    await case.change(admin)
    after = await case.read(admin)
    entry = (await admin.get("/audit"))["items"][0]
    (newest, *_) = (await admin.get(changes))["items"]
    found = (await admin.get(f"/settings/changes?auditEntry={entry['id']}"))["items"]
    assert [one["id"] for one in found] == [newest["id"]]
    (key, *_) = {**newest["before"], **newest["after"]}
    by_key = await admin.get("/settings/changes", params={"area": case.area, "key": key})
    assert by_key["items"][0]["id"] == newest["id"]

    undone = await admin.post(f"/settings/changes/{newest['id']}/undo")
    assert undone == {"area": case.area}
    restored = await case.read(admin)
    assert restored != after
    # Where the case needs two changes, the first one is still there.
    assert restored == before or case.needs_two
    recorded = (await admin.get("/audit"))["items"][0]
    assert recorded["action"] == "settings.change_undone"
    assert recorded["subject"] == entry["subject"]

    # What was taken back can be done again.
    (undo, *_) = (await admin.get(changes))["items"]
    assert undo["undoes"] == newest["id"]
    await admin.post(f"/settings/changes/{undo['id']}/undo")
    assert await case.read(admin) == after
    (redo, *_) = (await admin.get(changes))["items"]
    await admin.post(f"/settings/changes/{redo['id']}/undo")
    assert await case.read(admin) == restored


async def test_every_setting_is_recorded_and_taken_back(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        for case in SECTION_CASES:
            await check(admin, case)


async def test_other_settings_are_recorded_and_taken_back(shop: Shop) -> None:
    await stock_shop(shop)
    async with operator_client(shop) as admin:
        for case in OTHER_CASES:
            await check(admin, case)

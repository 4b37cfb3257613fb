"""Themes: drafts, publishing, earlier versions, and what shoppers get."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from stallage.shop.actions import put_company
from stallage.shop.drafts import CompanyDraft
from stallage.themes.actions import put_primary_colour
from tests.admin import Admin, operator_client
from tests.shop import Shop

NO_COLOURS = dict.fromkeys(
    (
        "page",
        "raised",
        "tint",
        "ground",
        "ink",
        "ink2",
        "ink3",
        "line",
        "lineStrong",
        "primary",
        "onPrimary",
        "sale",
        "good",
        "bad",
    )
)


def tokens(**changes: Any) -> dict[str, Any]:
    """The standard look with changes; `light` and `dark` are colours."""
    light, dark = changes.pop("light", {}), changes.pop("dark", {})
    return {
        "light": {**NO_COLOURS, **light},
        "dark": {**NO_COLOURS, **dark},
        "family": "hanken",
        "headingFamily": "hanken",
        "scale": 100,
        "density": "regular",
        "corner": 4,
        "button": "corner",
        **changes,
    }


async def saved(admin: Admin, name: str, **changes: Any) -> tuple[int, str]:
    """Create a theme with these tokens; its id and ETag."""
    created = await admin.request("POST", "/themes", json={"name": name})
    theme = created.json()["output"]
    response = await admin.request(
        "PUT",
        f"/themes/{theme['id']}",
        json={"name": name, "tokens": tokens(**changes)},
        headers={"If-Match": created.headers["ETag"]},
    )
    assert response.status_code == 200, response.text
    return theme["id"], response.headers["ETag"]


async def published(admin: Admin, name: str, **changes: Any) -> dict[str, Any]:
    theme_id, etag = await saved(admin, name, **changes)
    output: dict[str, Any] = await admin.output(
        "POST", f"/themes/{theme_id}/publish", headers={"If-Match": etag}
    )
    return output


async def page(shop: Shop) -> str:
    return (await shop.client.get("/", headers={"Accept": "text/html"})).text


async def test_shoppers_see_what_is_published_and_no_draft(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        before = await page(shop)
        theme_id, etag = await saved(admin, "Forest", light={"primary": "#0b5d3b"}, corner=0)
        assert await page(shop) == before
        await admin.output("POST", f"/themes/{theme_id}/publish", headers={"If-Match": etag})
        shown = await page(shop)
        assert (
            ":root:root:root{--shop-primary:#0b5d3b;--shop-on-primary:#ffffff;--r:0px;--r-l:0px}"
            in shown
        )
        assert ":root:root[data-theme=light]{--primary:#0b5d3b}" in shown
        logo = await shop.output("GET", "/api/company-details/logoDetails")
        assert logo["companyLogoDetails"]["primaryColour"] == "#0b5d3b"
        await admin.post("/themes/standard")
        assert await page(shop) == before


async def test_publishing_is_undone_by_the_version_before(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        first = await published(admin, "Square", corner=0)
        second = await published(admin, "Round", corner=12)
        assert second["previousVersionId"] == first["versionId"]
        assert "--r:12px" in await page(shop)
        await admin.post(f"/themes/versions/{first['versionId']}/restore")
        assert "--r:0px" in await page(shop)
        active, other = (await admin.get("/themes"))["themes"]
        assert (active["name"], active["isActive"], other["isActive"]) == ("Square", True, False)


async def test_too_little_contrast_is_not_published(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        theme_id, etag = await saved(admin, "Pale", light={"ink2": "#aaaaaa"})
        status, error = await admin.error(
            "POST", f"/themes/{theme_id}/publish", headers={"If-Match": etag}
        )
        assert (status, error["code"]) == (422, "too_little_contrast")
        finding = error["findings"][0]
        assert (finding["scheme"], finding["front"], finding["back"]) == ("light", "ink2", "page")
        await published(admin, "Mended", light={"ink2": finding["proposal"]})


async def test_the_preview_has_variables_and_findings_and_saves_nothing(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        body = tokens(dark={"ink": "#333333"}, button="pill", density="airy")
        checked = await admin.post("/themes/check", json=body)
        assert checked["variables"]["base"]["--r-button"] == "999px"
        assert checked["variables"]["base"]["--s4"] == "calc(16px*1.25)"
        assert checked["variables"]["dark"] == {"--ink": "#333333", "--star": "#333333"}
        assert {one["front"] for one in checked["findings"]} == {"ink"}
        assert (await admin.get("/themes"))["themes"] == []


@pytest.mark.parametrize(
    "changes",
    [
        {"light": {"ink": "red;} body{display:none"}},
        {"light": {"ink": "#12345"}},
        {"family": "Comic Sans"},
        {"corner": 25},
        {"scale": "100%)"},
        {"button": "</style><script>"},
    ],
)
async def test_other_values_are_refused(shop: Shop, changes: dict[str, Any]) -> None:
    async with operator_client(shop) as admin:
        status, error = await admin.error("POST", "/themes/check", json=tokens(**changes))
        assert (status, error["code"]) == (422, "invalid_fields")


async def test_edits_name_the_version_that_they_saw(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        theme_id, etag = await saved(admin, "Plain")
        body = {"name": "Plainer", "tokens": tokens()}
        path = f"/themes/{theme_id}"
        assert (await admin.error("PUT", path, json=body))[0] == 428
        await admin.output("PUT", path, json=body, headers={"If-Match": etag})
        status, error = await admin.error("PUT", path, json=body, headers={"If-Match": etag})
        assert (status, error["current"]["name"]) == (412, "Plainer")
        status, error = await admin.error("POST", "/themes", json={"name": "PLAINER"})
        assert (status, error["code"]) == (409, "theme_name_taken")


async def test_of_two_who_publish_at_once_the_later_one_wins(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        themes = [await saved(admin, name, corner=at) for at, name in enumerate(("A", "B", "C"))]
        await asyncio.gather(
            *(
                admin.output("POST", f"/themes/{one}/publish", headers={"If-Match": etag})
                for one, etag in themes
            )
        )
        active = [one["isActive"] for one in (await admin.get("/themes"))["themes"]]
        assert active == [True, False, False]


async def test_the_active_theme_cannot_be_deleted(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await published(admin, "Live", corner=0)
        (live,) = (await admin.get("/themes"))["themes"]
        copy = await admin.post("/themes", json={"name": "Copy", "copyOf": live["id"]})
        assert copy["tokens"]["corner"] == 0
        status, error = await admin.error("DELETE", f"/themes/{live['id']}")
        assert (status, error["code"]) == (409, "theme_is_active")
        await admin.output("DELETE", f"/themes/{copy['id']}")
        assert len((await admin.get("/themes"))["themes"]) == 1


async def test_without_the_right_nothing_changes(shop: Shop) -> None:
    async with operator_client(shop, role="manager") as admin:
        assert (await admin.error("POST", "/themes", json={"name": "Mine"}))[0] == 403
        assert (await admin.get("/themes"))["themes"] == []


async def test_a_shops_files_set_the_colour_of_what_is_shown(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        async with shop.database.transaction() as connection:
            await put_company(connection, CompanyDraft(name="Kiln"))
            await put_primary_colour(connection, "#0B5D3B")
            await put_primary_colour(connection, "#0b5d3b")
        assert "--primary:#0b5d3b" in await page(shop)
        (theme,) = (await admin.get("/themes"))["themes"]
        detail = await admin.get(f"/themes/{theme['id']}")
        assert len(detail["versions"]) == 1
        async with shop.database.transaction() as connection:
            await put_primary_colour(connection, None)
        assert "--primary:" not in await page(shop)


async def test_the_primary_colour_alone_is_set_if_it_can_be_read(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        assert await admin.get("/themes/primary-colour") == {"colour": None}
        status, error = await admin.error("PUT", "/themes/primary-colour", json={"colour": "red"})
        assert (status, list(error["fields"])) == (422, ["colour"])
        for colour in ("#0B5D3B", "#402080"):
            body = {"colour": colour}
            set_colour = await admin.output("PUT", "/themes/primary-colour", json=body)
            assert set_colour == {"colour": colour.lower()}
        assert "--primary:#402080" in await page(shop)
        (theme,) = (await admin.get("/themes"))["themes"]
        assert len((await admin.get(f"/themes/{theme['id']}"))["versions"]) == 2
        await admin.output("PUT", "/themes/primary-colour", json={"colour": "#ffffff"})
        assert "--primary-edge:" in await page(shop)
        await admin.output("PUT", "/themes/primary-colour", json={"colour": None})
        assert "--primary:" not in await page(shop)


async def test_a_primary_colour_must_suit_text_that_a_theme_sets(shop: Shop) -> None:
    async with operator_client(shop) as admin:
        await published(admin, "Plum", light={"primary": "#402080", "onPrimary": "#ffffff"})
        status, error = await admin.error(
            "PUT", "/themes/primary-colour", json={"colour": "#ffd500"}
        )
        assert (status, error["code"]) == (422, "too_little_contrast")
        assert {one["front"] for one in error["findings"]} == {"onPrimary"}

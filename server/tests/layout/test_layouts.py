"""Operators compose the home page, menus and the announcement bar; shoppers see what was saved."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import orjson
import pytest

from stallage.core import clock
from stallage.core.times import format_iso
from stallage.layout.jobs import show_scheduled_sections
from stallage.merchandising.actions import TileDraft, put_section, put_slider
from stallage.storefront.schemas import Home
from tests.admin import Admin, operator_client
from tests.products.factory import make_category, make_product, make_sale
from tests.shop import Shop

HOME = "/layouts/home"
BAR = "/layouts/announcement"
MENUS = "/layouts/menus"


async def save(admin: Admin, path: str, layout: dict[str, Any]) -> dict[str, Any]:
    etag = (await admin.get(path))["etag"]
    return dict(await admin.output("PUT", path, json=layout, headers={"If-Match": etag}))


async def sections(shop: Shop) -> list[dict[str, Any]]:
    await shop.work()
    home = await shop.output("GET", "/api/home")
    Home.model_validate(home)
    return list(home["sections"])


def text(section_id: str, **fields: Any) -> dict[str, Any]:
    return {"kind": "text", "id": section_id, "title": section_id, **fields}


async def test_a_shop_that_composed_nothing_has_the_automatic_page(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_product(connection, "Vase")
    await shop.work()
    home = await shop.output("GET", "/api/home")
    assert home["sections"] is None
    assert home["highlights"] is not None
    page = await shop.client.get("/")
    assert 'id="frame"' not in page.text
    frame = await shop.output("GET", "/api/frame")
    assert frame == {"header": None, "footer": None, "announcement": None}
    async with operator_client(shop, "content") as admin:
        details = await admin.get(HOME)
        kinds = [one["kind"] for one in details["automatic"]["sections"]]
        assert kinds == ["products", "tiles", "products", "products", "sales", "journal"]
        # What the editor begins with can be saved as it is.
        await save(admin, HOME, details["automatic"])
    assert [one["kind"] for one in await sections(shop)][:2] == ["products", "sales"]


async def test_every_kind_of_section_is_shown_in_order(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        vase = await make_product(connection, "Vase", category_ids=[table])
        bowl = await make_product(connection, "Bowl")
        sale = await make_sale(connection, [bowl.id])
        await put_slider(connection, slug="hero", title="Hero", product_slugs=[vase.slug])
        feature = await put_section(
            connection,
            slug="picks",
            title="Picks",
            kind="buttons",
            tiles=[TileDraft("one", "One", [vase.slug])],
        )
    async with operator_client(shop, "owner") as admin:
        body = {"title": "Gifts", "productIds": [bowl.id, vase.id]}
        gifts = (await admin.post("/collections", json=body))["id"]
        target = {"kind": "collection", "id": gifts}
        category = {"kind": "category", "id": table}
        sales = await admin.get(f"/layouts/targets?kind=sale&q={sale}")
        sale_id = sales["items"][0]["id"]
        details = await admin.get(HOME)
        assert [one["title"] for one in details["features"]] == ["Picks"]
        await save(
            admin,
            HOME,
            {
                "sections": [
                    {
                        "kind": "banner",
                        "id": "banner",
                        "slides": [
                            {"title": "For them", "link": target},
                            {"title": "Gone", "link": {"kind": "product", "id": 999_999}},
                        ],
                    },
                    {"kind": "products", "id": "gifts", "productsOf": target},
                    {"kind": "products", "id": "table", "productsOf": category, "title": "Set it"},
                    {
                        "kind": "products",
                        "id": "sale",
                        "productsOf": {"kind": "sale", "id": sale_id},
                    },
                    {"kind": "products", "id": "new", "source": "newest", "display": "grid"},
                    {"kind": "tiles", "id": "tiles", "items": [target, category]},
                    text("story", html="<p onclick='x()'>Hello<script>alert(1)</script></p>"),
                    {"kind": "journal", "id": "journal", "title": "", "count": 2},
                    {"kind": "sales", "id": "sales"},
                    {"kind": "sliders", "id": "sliders"},
                    {"kind": "feature", "id": "picks", "sectionId": feature},
                    {"kind": "feature", "id": "deleted", "sectionId": 999_999},
                ]
            },
        )
    shown = await sections(shop)
    assert [one["id"] for one in shown] == [
        "banner", "gifts", "table", "sale", "new", "tiles", "story", "journal", "sales", "sliders", "picks",
    ]  # fmt: skip
    by_id = {one["id"]: one for one in shown}
    assert [one["link"] for one in by_id["banner"]["slides"]] == ["/collection/gifts"]
    assert [one["title"] for one in by_id["gifts"]["products"]] == ["Bowl", "Vase"]
    assert (by_id["gifts"]["title"], by_id["gifts"]["link"]) == ("Gifts", "/collection/gifts")
    assert [one["title"] for one in by_id["table"]["products"]] == ["Vase"]
    assert [one["title"] for one in by_id["sale"]["products"]] == ["Bowl"]
    assert len(by_id["new"]["products"]) == 2
    assert [one["title"] for one in by_id["tiles"]["tiles"]] == ["Gifts", "Table"]
    assert by_id["story"]["html"] == "<p>Hello</p>"
    assert by_id["sliders"]["slides"][0]["link"] == "/s/collections/hero"
    home = await shop.output("GET", "/api/home")
    assert set(home["pageItem"]) == {"categoryList", "sliderList", "salesList", "featureSection"}
    assert home["highlights"] is None


async def test_hidden_and_scheduled_sections(shop: Shop) -> None:
    now = clock.now()
    soon, later = now + timedelta(hours=1), now + timedelta(hours=2)
    async with operator_client(shop, "content") as admin:
        layout = {
            "sections": [
                text("now"),
                text("hidden", hidden=True),
                text("soon", startsAt=format_iso(soon), endsAt=format_iso(later)),
            ]
        }
        saved = await save(admin, HOME, layout)
        assert len(saved["layout"]["sections"]) == 3
    assert [one["id"] for one in await sections(shop)] == ["now"]
    with clock.freeze(soon + timedelta(seconds=1)):
        await show_scheduled_sections(shop.runtime)
        assert [one["id"] for one in await sections(shop)] == ["now", "soon"]
    with clock.freeze(later + timedelta(seconds=1)):
        await show_scheduled_sections(shop.runtime)
        assert [one["id"] for one in await sections(shop)] == ["now"]


async def test_drafts_are_previewed_and_not_stored(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        layout = {"sections": [text("draft", html="<p>Soon</p><iframe src='/'></iframe>")]}
        preview = await admin.post("/layouts/home/preview", json=layout)
        assert [one["html"] for one in preview["sections"]] == ["<p>Soon</p>"]
        bar = {"text": "Soon", "link": {"kind": "address", "text": "/faqs"}}
        frame = await admin.post("/layouts/frame/preview", json={"announcement": bar})
        assert frame["announcement"]["link"] == "/faqs"
    await shop.work()
    assert (await shop.output("GET", "/api/home"))["sections"] is None
    assert (await shop.output("GET", "/api/frame"))["announcement"] is None
    for path in ("home", "frame"):
        response = await shop.client.post(f"/api/admin/v1/layouts/{path}/preview", json=layout)
        assert response.status_code == 401


@pytest.mark.parametrize(
    ("path", "layout"),
    [
        (HOME, {"sections": [text("a"), text("a")]}),
        (HOME, {"sections": [text("a b")]}),
        (HOME, {"sections": [text("a", html="x" * 20_001)]}),
        (HOME, {"sections": [{"kind": "unknown", "id": "a"}]}),
        (HOME, {"sections": [{"kind": "banner", "id": "a", "slides": []}]}),
        (HOME, {"sections": [{"kind": "products", "id": "a"}]}),
        (
            HOME,
            {
                "sections": [
                    {"kind": "products", "id": "a", "productsOf": {"kind": "page", "id": 1}}
                ]
            },
        ),
        (
            HOME,
            {
                "sections": [
                    text("a", startsAt="2030-01-02T00:00:00Z", endsAt="2030-01-01T00:00:00Z")
                ]
            },
        ),
        (HOME, {"sections": [text(str(number)) for number in range(41)]}),
        (HOME, {}),
        (
            MENUS,
            {
                "header": [
                    {"label": "X", "target": {"kind": "address", "text": "javascript:alert(1)"}}
                ],
                "footer": None,
            },
        ),
        (
            MENUS,
            {
                "header": [{"label": "", "target": {"kind": "address", "text": "/a"}}],
                "footer": None,
            },
        ),
        (MENUS, {"header": [{"label": "X", "target": {"kind": "category"}}], "footer": None}),
        (BAR, {"text": "x" * 161}),
        (BAR, {"text": "two\nlines"}),
        (BAR, {"text": "x", "link": {"kind": "address", "text": "//example.org"}}),
        (BAR, {"text": "x", "colours": "rainbow"}),
    ],
)
async def test_bad_layouts_are_refused(shop: Shop, path: str, layout: dict[str, Any]) -> None:
    async with operator_client(shop, "content") as admin:
        etag = {"If-Match": (await admin.get(path))["etag"]}
        status, error = await admin.error("PUT", path, json=layout, headers=etag)
        assert (status, bool(error["fields"])) == (422, True)


async def test_only_those_with_the_right_change_layouts(shop: Shop) -> None:
    bodies = {
        HOME: {"sections": []},
        MENUS: {"header": [], "footer": []},
        BAR: {"text": "Hello"},
    }
    async with operator_client(shop, "warehouse") as stranger:
        for path, body in bodies.items():
            assert (await stranger.error("GET", path))[0] == 403
            assert (await stranger.error("PUT", path, json=body))[0] == 403
        assert (await stranger.error("POST", f"{HOME}/preview", json=bodies[HOME]))[0] == 403
        assert (await stranger.error("GET", f"{HOME}/versions"))[0] == 403


async def test_two_operators_who_save_at_once(shop: Shop) -> None:
    async with operator_client(shop, "content") as one, operator_client(shop, "content") as other:
        etag = {"If-Match": (await one.get(HOME))["etag"]}
        responses = await asyncio.gather(
            *(
                admin.request(
                    "PUT", HOME, json={"sections": [text(name)]}, headers=etag, audited=False
                )
                for admin, name in ((one, "one"), (other, "other"))
            )
        )
        assert sorted(response.status_code for response in responses) == [200, 412]
        lost = next(response for response in responses if response.status_code == 412)
        current = lost.json()["error"]["current"]
        assert [section["id"] for section in current["layout"]["sections"]] in (["one"], ["other"])
        assert (await one.error("PUT", HOME, json={"sections": []}))[0] == 428


async def test_versions_are_listed_and_restored(shop: Shop) -> None:
    async with operator_client(shop, "content") as admin:
        for name in ("first", "second"):
            await save(admin, HOME, {"sections": [text(name)]})
        versions = (await admin.get(f"{HOME}/versions"))["items"]
        assert [one["current"] for one in versions] == [True, False]
        assert versions[0]["author"] != ""
        first = await admin.get(f"{HOME}/versions/{versions[1]['id']}")
        assert first["menus"] is None
        await save(admin, HOME, first["home"])
        assert [one["id"] for one in await sections(shop)] == ["first"]
        await save(admin, HOME, {"sections": None})
        await shop.work()
        assert (await shop.output("GET", "/api/home"))["sections"] is None
        assert len((await admin.get(f"{HOME}/versions"))["items"]) == 4
        other = f"{MENUS}/versions/{versions[1]['id']}"
        assert (await admin.error("GET", other))[0] == 404


async def test_menus(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        table = await make_category(connection, "Table")
        bowls = await make_category(connection, "Bowls", parent_id=table)
        await make_product(connection, "Bowl", category_ids=[bowls])
    async with operator_client(shop, "content") as admin:
        page = {"title": "Care", "slug": "care", "source": "Wash it.", "format": "markdown"}
        await admin.post("/content/pages", json=page)
        details = await admin.get(MENUS)
        assert [one["label"] for one in details["automatic"]["header"]] == ["Table"]
        assert [one["label"] for one in details["automatic"]["header"][0]["children"]] == ["Bowls"]
        chosen = (await admin.get("/layouts/targets?kind=page&q=care"))["items"][0]
        assert chosen["shown"] is False
        care = {"label": "Care", "target": {"kind": "page", "id": chosen["id"]}}
        gone = {"label": "Gone", "target": {"kind": "article", "id": 999_999}}
        all_bowls = {"label": "All bowls", "target": {"kind": "search", "text": "bowl & co"}}
        first = {
            "label": "At the table",
            "target": {"kind": "category", "id": table},
            "children": [
                {"label": "Bowls", "target": {"kind": "category", "id": bowls}},
                all_bowls,
            ],
        }
        site = {"label": "Studio", "target": {"kind": "address", "text": "https://example.org/"}}
        footer = [{"label": "Help", "children": [care, gone]}]
        await save(admin, MENUS, {"header": [first, site, gone], "footer": footer})
        await shop.work()
        frame = await shop.output("GET", "/api/frame")
        assert [(one["title"], one["link"]) for one in frame["header"]] == [
            ("At the table", "/c/collections/table"),
            ("Studio", "https://example.org/"),
        ]
        below = [one["link"] for one in frame["header"][0]["children"]]
        assert below == ["/c/collections/bowls", "/search?q=bowl%20%26%20co"]
        # A draft leads nowhere until it is published.
        assert [one["title"] for one in frame["footer"][0]["children"]] == []
        path = "/content/pages/care"
        etag = {"If-Match": (await admin.get(path))["etag"]}
        await admin.output("PATCH", path, json={"draft": False}, headers=etag)
        await shop.work()
        frame = await shop.output("GET", "/api/frame")
        assert [one["link"] for one in frame["footer"][0]["children"]] == ["/page/care"]


async def test_the_announcement_is_in_the_page(shop: Shop) -> None:
    now = clock.now()
    ends = now + timedelta(hours=1)
    async with operator_client(shop, "content") as admin:
        bar = {
            "text": "Free delivery </script><script>alert(1)</script>",
            "link": {"kind": "address", "text": "/faqs"},
            "colours": "sale",
            "endsAt": format_iso(ends),
        }
        await save(admin, BAR, bar)
        await shop.work()
        page = (await shop.client.get("/")).text
        block = page.partition('id="frame">')[2].partition("</script>")[0]
        shown = orjson.loads(block)["announcement"]
        assert (shown["text"], shown["link"]) == (bar["text"], "/faqs")
        assert shown["dismissible"] is True
        again = await save(admin, BAR, {"text": "Changed"})
        assert again["layout"]["link"] is None
        await shop.work()
        frame = await shop.output("GET", "/api/frame")
        assert frame["announcement"]["id"] != shown["id"]
        await save(admin, BAR, bar)
    with clock.freeze(ends + timedelta(seconds=1)):
        await show_scheduled_sections(shop.runtime)
        await shop.work()
        assert (await shop.output("GET", "/api/frame"))["announcement"] is None


async def test_records_that_links_can_lead_to(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        await make_category(connection, "Table")
        await make_product(connection, "Tablecloth")
    async with operator_client(shop, "content") as admin:
        for kind, title in (("category", "Table"), ("product", "Tablecloth")):
            found = await admin.get(f"/layouts/targets?kind={kind}&q=TABLE")
            assert [one["title"] for one in found["items"]] == [title]
        assert (await admin.get("/layouts/targets?kind=sale&q=%25"))["items"] == []
        assert (await admin.error("GET", "/layouts/targets?kind=address"))[0] == 422

"""Home page, menus, announcement bar and themes in files: as on their screens."""

from __future__ import annotations

from pathlib import Path

import pytest

from stallage.core.runtime import Runtime
from stallage.declaration.errors import InvalidDeclaration
from stallage.declaration.writing import write_shop
from stallage.layout.queries import stored_layouts
from stallage.merchandising.actions import remove_section
from stallage.products.actions import remove_sale
from stallage.themes.actions import create_theme, put_primary_colour
from stallage.themes.queries import themes
from stallage.themes.schemas import ThemeCreateInput
from tests.conftest import OpenShop
from tests.declaration.factory import apply, changes, declared_shop
from tests.declaration.texts import STOREFRONT


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return declared_shop(tmp_path / "declared")


async def test_shoppers_see_what_files_declare(
    open_shop: OpenShop, runtime: Runtime, folder: Path
) -> None:
    await apply(runtime, folder)
    async with open_shop() as shop:
        home = await shop.output("GET", "/api/home")
        assert [one["kind"] for one in home["sections"]] == [
            "banner", "products", "products", "tiles", "tiles", "text", "sales", "banner", "feature",
        ]  # fmt: skip
        mugs, article = home["sections"][0]["slides"]
        assert (mugs["link"], mugs["image"]["alt"]) == ("/collection/gifts", "A blue mug")
        assert (mugs["image"]["width"], mugs["phoneImage"]["height"]) == (8, 10)
        assert article["link"].endswith("/first-firing")
        assert home["sections"][5]["html"] == "<p>Made <b>by hand</b>.</p>"
        frame = await shop.output("GET", "/api/frame")
        assert [one["title"] for one in frame["header"][0]["children"]] == ["The mug", "Everything"]
        assert frame["footer"][0]["children"][1]["link"] == "tel:+49301234"
        assert frame["announcement"]["text"] == "Free delivery this week"
        assert "--primary:#1e4a6b" in (await shop.client.get("/")).text


async def test_only_what_differs_is_written(runtime: Runtime, folder: Path) -> None:
    await apply(runtime, folder)
    assert changes(await apply(runtime, folder)) == {}
    file = folder / "storefront.toml"
    text = STOREFRONT.replace("Fired twice", "Fired once").replace('"ink"', '"tint"')
    file.write_text(text.replace('density = "airy"', 'density = "compact"'))
    outcome = changes(await apply(runtime, folder))
    assert outcome == {
        "themes": ([], ["winter (density airy → compact)"], []),
        "home page": ([], ["section"], []),
        "announcement bar": ([], ["colours ink → tint"], []),
    }


async def test_what_is_missing_is_automatic_and_what_is_empty_is_empty(
    runtime: Runtime, folder: Path, tmp_path: Path
) -> None:
    await apply(runtime, folder)
    (folder / "storefront.toml").write_text(
        '[home_page]\n[menus]\nheader = []\n[announcement]\ntext = ""\n'
    )
    await apply(runtime, folder)
    assert changes(await apply(runtime, folder)) == {}
    async with runtime.database.reading() as connection:
        stored = await stored_layouts(connection)
        assert [one.name for one in (await themes(connection)).themes] == ["Kiln", "Winter"]
    assert (stored.home.sections, stored.menus.header, stored.menus.footer) == (None, [], None)
    await write_shop(runtime, tmp_path / "written")
    written = (tmp_path / "written" / "storefront.toml").read_text()
    assert written == '[home_page]\n\n[menus]\nheader = []\n\n[announcement]\ntext = ""\n'
    (folder / "storefront.toml").write_text("[home_page]\nsection = []\n")
    await apply(runtime, folder)
    async with runtime.database.reading() as connection:
        assert (await stored_layouts(connection)).home.sections == []


async def test_a_shop_that_changed_nothing_writes_nothing(runtime: Runtime, tmp_path: Path) -> None:
    await write_shop(runtime, tmp_path / "written")
    assert not (tmp_path / "written" / "storefront.toml").exists()
    assert not (tmp_path / "written" / "themes.toml").exists()


async def test_links_to_deleted_records_are_left_out(
    runtime: Runtime, folder: Path, tmp_path: Path
) -> None:
    await apply(runtime, folder)
    async with runtime.database.transaction() as connection:
        await remove_sale(connection, "mug-week")
        await remove_section(connection, "new")
        await connection.execute("DELETE FROM blogs")
    await write_shop(runtime, tmp_path / "written")
    written = (tmp_path / "written" / "storefront.toml").read_text()
    assert "mug-week" not in written
    assert "feature" not in written
    assert "first-firing" not in written
    assert written.count('kind = "products"') == 1
    assert changes(await apply(runtime, tmp_path / "written")) == {}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('{collection = "gifts"}', '{collection = "gitfs"}', "There is no collection gitfs."),
        ('feature = "new"', 'feature = "old"', "There is no section old."),
        ('link = {page = "contact-us"}', 'link = {page = "about"}', "There is no page about."),
        ('{product = "mug"}', '{product = "mgu"}', "There is no product mgu."),
        ('link = {category = "table"}', 'link = {category = "t", product = "mug"}', "needs exactly one"),
        ('"tel:+49301234"', '"javascript:alert(1)"', "must be a path such as /faqs"),
        ('"tel:+49301234"', '"//example.org"', "must be a path such as /faqs"),
        ('kind = "sales"', 'kind = "sale"', "must be one of 'banner', 'products'"),
        ('kind = "sales"', 'kind = "sales"\ncount = 2', "count does not belong to a section of kind"),
        ('source = "newest"', 'source = "newest"\nproducts_of = {sale = "mug-week"}', "needs either"),
        ('products_of = {sale = "mug-week"}', 'products_of = {page = "contact-us"}', "must be a category"),
        ('tile = [{category = "mugs"}', 'tile = [{product = "mug"}', "tile must be a category or"),
        ('feature = "new"', "", "feature is missing"),
        ('ends_at = "in 9 days"', 'ends_at = "9 days ago"', "ends_at must be after starts_at"),
        ('colours = "ink"', 'colours = "pink"', "must be one of 'accent', 'ink'"),
        ("corner = 12", "corner = 99", "theme.corner must be 24 or less"),
        ('"#444444"', '"grey"', "theme.light.ink_2 has an invalid format"),
        ('density = "airy"', "active = true", "Another theme is active: Kiln."),
        ('name = "Winter"', 'name = "KILN"', "theme kiln is declared twice"),
        ("media/blue.webp", "media/green.webp", "There is no file media/green.webp"),
    ],
)  # fmt: skip
async def test_errors_are_reported_with_their_line_and_nothing_is_applied(
    runtime: Runtime, folder: Path, old: str, new: str, message: str
) -> None:
    assert old in STOREFRONT
    text = STOREFRONT.replace(old, new)
    file = folder / "storefront.toml"
    file.write_text(text)
    with pytest.raises(InvalidDeclaration) as error:
        await apply(runtime, folder)
    problem = error.value.problems[0]
    assert message in str(problem)
    assert problem.line is not None
    place = STOREFRONT[: STOREFRONT.index(old)].count("\n") + 1
    assert abs(problem.line - place) < 8, (problem.line, place)
    async with runtime.database.reading() as connection:
        assert (await stored_layouts(connection)).versions == {}


async def test_the_colour_of_the_company_is_that_of_the_active_theme(
    runtime: Runtime, folder: Path
) -> None:
    shop = folder / "shop.toml"
    text = shop.read_text()
    shop.write_text(text.replace("[company]", '[company]\nprimary_colour = "#1e4a6b"', 1))
    await apply(runtime, folder)
    assert changes(await apply(runtime, folder)) == {}
    shop.write_text(text.replace("[company]", '[company]\nprimary_colour = "#ff0000"', 1))
    with pytest.raises(InvalidDeclaration, match=r"shop.toml:2: The active theme Kiln has another"):
        await apply(runtime, folder)


async def test_themes_survive_with_the_colour_that_has_no_theme_in_files(
    runtime: Runtime, tmp_path: Path
) -> None:
    async with runtime.database.transaction() as connection:
        await put_primary_colour(connection, "#884422")
        await create_theme(connection, ThemeCreateInput(name="Draft"))
    await write_shop(runtime, tmp_path / "written")
    written = (tmp_path / "written" / "themes.toml").read_text()
    assert 'name = "Draft"' in written
    assert 'primary = "#884422"' in written
    # A shop without files has no declared settings.
    assert changes(await apply(runtime, tmp_path / "written")).keys() == {"settings"}
    assert changes(await apply(runtime, tmp_path / "written")) == {}

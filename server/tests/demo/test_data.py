"""The demo shop's products, home page and prices are consistent: all references exist."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import nh3
import pytest

from tests.demo.shop_files import (
    BLOGS,
    BRANDS,
    BY_SLUG,
    CATALOG,
    CATEGORIES,
    CATEGORY_PATHS,
    COLOUR,
    HOME,
    IMAGES,
    PLACED,
    PRODUCTS,
    SECTION_KINDS,
    SHOP,
    SKUS,
    SLUG,
    STUDIO,
    STUDIO_OF,
    TERMS,
    TILES,
    WIDE,
    Record,
    days_ago,
    days_ahead,
    repeated,
    toml,
    values_of,
)

each_product = pytest.mark.parametrize("product", PRODUCTS, ids=lambda product: product["slug"])


class TestProducts:
    def test_there_are_enough_products(self) -> None:
        assert 55 <= len(PRODUCTS) <= 70
        assert 140 <= len(SKUS) <= 175
        assert len(IMAGES) >= 180
        assert sum(len(product["sku"]) == 1 for product in PRODUCTS) >= 5

    def test_slugs_titles_and_sku_codes_are_unique(self) -> None:
        assert not repeated([product["slug"] for product in PRODUCTS])
        assert not repeated([product["title"] for product in PRODUCTS])
        assert not repeated([sku["sku"] for sku in SKUS])

    @each_product
    def test_it_has_a_description(self, product: Record) -> None:
        assert SLUG.fullmatch(product["slug"])
        assert product["type"]
        assert product["tags"]
        assert product["summary"].endswith(".")
        assert len(product["seo_description"]) <= 160
        assert 2 <= len(re.findall("<p>|<ul>", product["description"])) <= 4
        assert days_ago(product["created_at"]) > 0
        assert isinstance(product.get("returnable", True), bool)
        assert product.get("max_per_order", 1) > 0
        assert all(len(row) == 2 and all(row) for row in product["specification"])
        assert not repeated([name for name, _ in product["specification"]])

    @each_product
    def test_its_description_passes_the_sanitiser_unchanged(self, product: Record) -> None:
        assert nh3.clean(product["description"], tags={"p", "ul", "li"}) == product["description"]

    @each_product
    def test_its_brand_and_categories_exist(self, product: Record) -> None:
        assert product["brand"] in {brand["name"] for brand in BRANDS}
        assert set(product["categories"]) <= CATEGORY_PATHS
        assert not repeated(product["categories"])

    def test_each_file_holds_the_products_of_one_main_category(self) -> None:
        for name, file in CATALOG.items():
            mains = {product["categories"][0].split("/")[0] for product in file["product"]}
            assert mains == {name}

    @each_product
    def test_its_attributes_can_be_facets(self, product: Record) -> None:
        attributes = product["attributes"]
        assert list(attributes) == ["Material", "Room", "Color family", "Made in", "Care"]
        assert all(values and not repeated(values) for values in attributes.values())

    @each_product
    def test_its_options_are_distinct_and_their_swatches_are_colours(self, product: Record) -> None:
        values = values_of(product)
        assert not repeated(product.get("options", []))
        assert all(values.values())
        for name, swatches in product.get("swatches", {}).items():
            assert list(swatches) == values[name]
            assert all(COLOUR.fullmatch(swatch) for swatch in swatches.values())

    @each_product
    def test_it_has_exactly_one_sku_for_each_combination(self, product: Record) -> None:
        combinations = list(itertools.product(*values_of(product).values()))
        assert [tuple(sku.get("options", ())) for sku in product["sku"]] == combinations

    @each_product
    def test_its_skus_have_valid_numbers(self, product: Record) -> None:
        for sku in product["sku"]:
            assert all(type(sku[key]) is int for key in ("stock", "weight_grams"))
            assert sku["price"] > 0
            assert sku["stock"] >= 0
            assert sku["weight_grams"] > 0
            assert sku.get("compare_at_price", sku["price"] + 1) > sku["price"]

    def test_the_shop_has_every_case_of_product_cards(self) -> None:
        assert min(sku["price"] for sku in SKUS) == 12
        assert max(sku["price"] for sku in SKUS) == 480
        assert sum(sku["stock"] == 0 for sku in SKUS) >= 5
        assert any(all(sku["stock"] == 0 for sku in product["sku"]) for product in PRODUCTS)
        assert sum(1 <= sku["stock"] <= 4 for sku in SKUS) >= 8
        reduced = [p for p in PRODUCTS if any("compare_at_price" in sku for sku in p["sku"])]
        assert 8 <= len(reduced) <= 16
        assert any("max_per_order" in product for product in PRODUCTS)
        assert any(product.get("returnable") is False for product in PRODUCTS)


class TestPictures:
    def test_file_names_are_unique(self) -> None:
        files = [Path(picture["file"]).name for picture in (*IMAGES, *WIDE)]
        assert not repeated(files)
        assert all(SLUG.fullmatch(file.removesuffix(".webp")) for file in files)

    def test_every_picture_exists_and_is_used(self) -> None:
        gift_cards: list[Record] = toml(SHOP / "gift-card.toml")["product"]
        of_gift_cards = [image for card in gift_cards for image in card["image"]]
        videos = [video for product in PRODUCTS for video in product.get("video", ())]
        frames = [frame for product in PRODUCTS for frame in product.get("spin", ())]
        listed = (*IMAGES, *WIDE, *of_gift_cards, *videos, *frames)
        files = {Path(picture["file"]).name for picture in listed}
        files |= {Path(video["poster"]).name for video in videos}
        assert {path.name for path in (SHOP / "media").iterdir()} == files

    def test_alternative_texts_are_unique_and_short(self) -> None:
        texts = {picture["file"].removeprefix("../"): picture["alt"] for picture in IMAGES}
        for placed in PLACED:
            assert texts.setdefault(placed["file"], placed["alt"]) == placed["alt"]
        assert not repeated(list(texts.values()))
        assert all(10 <= len(text) <= 125 for text in texts.values())

    @each_product
    def test_a_product_has_two_pictures_and_one_of_every_colour(self, product: Record) -> None:
        images = product["image"]
        assert len(images) >= 2
        assert all(image["file"].startswith(f"../media/{product['slug']}-") for image in images)
        values = values_of(product)
        shown = {pair for image in images for pair in image.get("options", {}).items()}
        assert all(value in values[name] for name, value in shown)
        for name, swatches in product.get("swatches", {}).items():
            assert {(name, value) for value in swatches} <= shown

    @each_product
    def test_the_studio_has_its_form_size_and_surfaces(self, product: Record) -> None:
        studio = STUDIO_OF[product["slug"]]
        surfaces = toml(STUDIO / "surfaces.toml")
        files = [Path(image["file"]).name for image in product["image"]]
        assert list(studio["shots"]) == files
        assert studio["shots"][files[0]] == "front"
        assert studio["form"]
        assert studio["notes"]
        assert studio["height_mm"] > 0
        assert studio["diameter_mm"] > 0
        assert studio["materials"]
        assert set(studio["materials"].values()) <= surfaces.keys()
        for swatches in product.get("swatches", {}).values():
            for value, swatch in swatches.items():
                assert surfaces[studio["materials"][value]]["hex"] == swatch

    def test_a_still_life_contains_existing_products(self) -> None:
        for picture in WIDE:
            for name, _, value in (entry.partition(":") for entry in picture["products"]):
                options = values_of(BY_SLUG[name]).values()
                assert not value or any(value in values for values in options)

    def test_still_lifes_have_the_aspect_ratios_of_the_pages(self) -> None:
        shapes = {(picture["width"], picture["height"]) for picture in WIDE}
        assert shapes == {(2400, 1050), (1200, 1500), (1200, 1200), (1600, 1000)}

    def test_every_still_life_is_used_and_every_referenced_picture_exists(self) -> None:
        referenced = {Path(placed["file"]).name for placed in PLACED}
        referenced |= {Path(matter["image"]).name for matter, _ in BLOGS}
        assert all((SHOP / "media" / name).is_file() for name in referenced)
        assert {picture["file"] for picture in WIDE} <= referenced


class TestCategoriesAndBrands:
    def test_the_tree_is_two_levels_deep_and_every_parent_exists(self) -> None:
        assert not repeated([category["path"] for category in CATEGORIES])
        for path in CATEGORY_PATHS:
            *parents, own = path.split("/")
            assert SLUG.fullmatch(own)
            assert len(parents) <= 1
            assert set(parents) <= CATEGORY_PATHS

    def test_the_last_part_of_a_path_is_unique(self) -> None:
        assert not repeated([path.rsplit("/", 1)[-1] for path in CATEGORY_PATHS])

    def test_no_lower_category_is_empty(self) -> None:
        filled = {path for product in PRODUCTS for path in product["categories"]}
        assert {path for path in CATEGORY_PATHS if "/" in path} == filled

    def test_titles_descriptions_and_positions(self) -> None:
        assert all(category["description"].endswith(".") for category in CATEGORIES)
        assert not repeated([category["title"] for category in CATEGORIES])
        positions = [(path["path"].rpartition("/")[0], path["position"]) for path in CATEGORIES]
        assert not repeated(positions)

    def test_every_brand_has_products(self) -> None:
        assert {brand["name"] for brand in BRANDS} == {product["brand"] for product in PRODUCTS}
        assert 5 <= len(BRANDS) <= 7
        assert all(SLUG.fullmatch(brand["slug"]) for brand in BRANDS)
        assert not repeated([brand["slug"] for brand in BRANDS])


class TestPromotions:
    def test_the_home_page_has_every_kind_of_section(self) -> None:
        assert len(HOME["sale"]) == 2
        assert len(HOME["slider"]) == 3
        assert {section["kind"] for section in HOME["section"]} == SECTION_KINDS
        assert len(HOME["section"]) == 5

    def test_every_list_contains_existing_products(self) -> None:
        for entry in (*HOME["sale"], *HOME["slider"], *TILES):
            assert entry["products"]
            assert not repeated(entry["products"])
            assert set(entry["products"]) <= BY_SLUG.keys()

    def test_slugs_are_unique_among_their_kind(self) -> None:
        for kind in ("sale", "slider", "section"):
            assert not repeated([entry["slug"] for entry in HOME[kind]])
        for section in HOME["section"]:
            assert not repeated([tile["slug"] for tile in section["tile"]])

    def test_only_buttons_and_product_tiles_have_no_pictures(self) -> None:
        for section in HOME["section"]:
            pictured = section["kind"] not in {"buttons", "product-tiles"}
            assert all(("image" in tile) == pictured for tile in section["tile"])

    def test_sales_run_now_and_share_no_product(self) -> None:
        assert all(0 < sale["percent"] < 100 for sale in HOME["sale"])
        assert all(days_ago(sale["starts_at"]) > 0 for sale in HOME["sale"])
        assert all(days_ahead(sale["ends_at"]) > 0 for sale in HOME["sale"])
        assert not repeated([slug for sale in HOME["sale"] for slug in sale["products"]])

    def test_no_product_of_a_sale_is_already_reduced(self) -> None:
        for sale in HOME["sale"]:
            for slug in sale["products"]:
                assert not any("compare_at_price" in sku for sku in BY_SLUG[slug]["sku"])

    @pytest.mark.parametrize(("tile", "limit"), [("under-25", 25), ("under-50", 50)])
    def test_gifts_cost_less_than_the_limit_of_their_button(self, tile: str, limit: int) -> None:
        (gifts,) = (entry for entry in TILES if entry["slug"] == tile)
        for slug in gifts["products"]:
            assert max(sku["price"] for sku in BY_SLUG[slug]["sku"]) < limit

    def test_one_promo_code_is_a_percentage_and_one_an_amount(self) -> None:
        share, amount = TERMS["promo_code"]
        assert 0 < share["percent"] < 100
        assert 0 < amount["amount"] < amount["minimum_purchase"]
        assert share["minimum_purchase"] > 0


class TestDeliveryAndTax:
    def test_delivery_methods(self) -> None:
        methods: list[Record] = TERMS["delivery"]
        assert len(methods) == 3
        assert not repeated([method["code"] for method in methods])
        for method in methods:
            assert method["price"] >= 0
            assert method.get("free_over", 1) > 0
            assert 0 < method["min_days"] <= method["max_days"]
            assert all(re.fullmatch("[A-Z]{2}", country) for country in method["countries"])
        assert sum(TERMS["settings"]["country"] in method["countries"] for method in methods) >= 2

    def test_tax_rates(self) -> None:
        taxes: list[Record] = TERMS["tax"]
        assert not repeated([tax["name"] for tax in taxes])
        assert all(0 < tax["rate"] < 30 for tax in taxes)
        new_york = [tax for tax in taxes if tax.get("state") == "NY"]
        assert len(new_york) == 2
        assert any(tax["included"] for tax in taxes)

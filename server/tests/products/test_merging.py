"""Merging drafts into stored products."""

from __future__ import annotations

from dataclasses import replace

from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.rules.merging import merge_product, merge_sku

SMALL = SkuDraft(options=("S",), price=1000, stock=3, tracked=True)
LARGE = SkuDraft(options=("L",), price=1800, stock=4, tracked=True)
BOWL = ProductDraft("bowl", "Bowl", (SMALL, LARGE), option_names=("Size",), status="active")


def test_a_new_product_gets_the_defaults() -> None:
    product = merge_product(BOWL)
    assert (product.brand, product.tags, product.returnable, product.max_per_order) == (
        "",
        (),
        True,
        0,
    )
    assert product.skus[0].requires_shipping


def test_merging_again_changes_nothing() -> None:
    product = merge_product(BOWL)
    assert merge_product(BOWL, product) == product
    assert merge_product(product, product) == product


def test_fields_without_a_value_stay() -> None:
    stored = merge_product(replace(BOWL, brand="Kiln", tags=("oak",), extra={"Season": "Spring"}))
    product = merge_product(replace(BOWL, brand="", extra={"Bin": "A1"}), stored)
    assert (product.brand, product.tags) == ("", ("oak",))
    assert product.extra == {"Season": "Spring", "Bin": "A1"}


def test_empty_extras_and_attributes_are_removed() -> None:
    stored = merge_product(
        replace(BOWL, extra={"Season": "Spring"}, attributes={"Glaze": ("Oat",)})
    )
    product = merge_product(replace(BOWL, extra={"Season": ""}, attributes={"Glaze": ()}), stored)
    assert product.extra == {}
    assert product.attributes == {}


def test_a_sku_without_a_stock_figure_keeps_its_stock() -> None:
    stored = merge_product(BOWL)
    product = merge_product(replace(BOWL, skus=(SkuDraft(options=("S",), price=900),)), stored)
    assert [(sku.price, sku.stock, sku.tracked) for sku in product.skus] == [(900, 3, True)]


def test_a_new_sku_without_a_stock_figure_is_not_tracked() -> None:
    sku = merge_sku(SkuDraft(price=900, tracked=True))
    assert (sku.stock, sku.tracked) == (0, False)
    assert merge_sku(SkuDraft(price=900, tracked=True), sku).tracked is False


def test_a_new_sku_without_a_price_makes_a_draft_of_its_product() -> None:
    unpriced = SkuDraft(options=("M",))
    product = merge_product(replace(BOWL, skus=(SMALL, unpriced)))
    assert (product.status, product.skus[1].price) == ("draft", 0)
    stored = merge_product(BOWL)
    assert merge_product(replace(BOWL, skus=(SkuDraft(options=("S",)),)), stored).status == "active"


def test_a_price_of_zero_is_allowed() -> None:
    assert merge_product(replace(BOWL, skus=(replace(SMALL, price=0),))).status == "active"


def test_an_incomplete_draft_keeps_other_skus() -> None:
    stored = merge_product(BOWL)
    product = merge_product(replace(BOWL, skus=(SMALL,), complete=False), stored)
    assert [sku.options for sku in product.skus] == [("S",), ("L",)]
    assert [sku.options for sku in merge_product(replace(BOWL, skus=(SMALL,)), stored).skus] == [
        ("S",)
    ]


def test_skus_with_other_options_are_removed() -> None:
    draft = replace(
        BOWL,
        option_names=("Size", "Glaze"),
        skus=(replace(SMALL, options=("S", "Oat")),),
        complete=False,
    )
    assert [sku.options for sku in merge_product(draft, merge_product(BOWL)).skus] == [("S", "Oat")]


def test_a_reactivated_sku_keeps_its_stock() -> None:
    stored = merge_product(replace(BOWL, skus=(SMALL,)))
    product = merge_product(
        replace(BOWL, skus=(SMALL, SkuDraft(options=("L",), price=1700))),
        stored,
        retired=(merge_sku(LARGE),),
    )
    assert product.skus[1].stock == 4


def test_options_are_compared_ignoring_case() -> None:
    product = merge_product(
        replace(BOWL, skus=(SkuDraft(options=("s",), price=1000),)), merge_product(BOWL)
    )
    assert product.skus[0].options == ("s",)
    assert product.skus[0].stock == 3


def test_a_price_above_the_compare_at_price_removes_it() -> None:
    stored = merge_sku(replace(SMALL, compare_at_price=1200))
    assert merge_sku(SkuDraft(price=1100), stored).compare_at_price == 1200
    assert merge_sku(SkuDraft(price=1200), stored).compare_at_price == 0


def test_a_sku_uses_only_pictures_of_its_product() -> None:
    pictured = replace(SMALL, image="https://x.example/1")
    draft = replace(BOWL, skus=(pictured,), images=(ImageDraft("https://x.example/1"),))
    stored = merge_product(draft)
    assert stored.skus[0].image == "https://x.example/1"
    bare = replace(draft, skus=(SMALL,), images=())
    assert merge_product(bare, stored).skus[0].image == ""


def test_a_picture_shows_the_common_options_of_its_skus() -> None:
    oat, ash = "https://x.example/oat", "https://x.example/ash"
    skus = tuple(
        SkuDraft(options=(size, glaze), price=1, image=oat if glaze == "Oat" else "")
        for size in "SL"
        for glaze in ("Oat", "Ash")
    )
    images = (ImageDraft(oat), ImageDraft(ash))
    draft = ProductDraft("b", "B", skus, option_names=("Size", "Glaze"), images=images)
    product = merge_product(draft)
    assert [image.options for image in product.images or ()] == [{"Glaze": "Oat"}, {}]
    explicit = replace(draft, images=(ImageDraft(oat), ImageDraft(ash, options={"Glaze": "Ash"})))
    stored = merge_product(explicit, product)
    assert [image.options for image in stored.images or ()] == [{"Glaze": "Oat"}, {"Glaze": "Ash"}]
    assert merge_product(draft, stored) == stored

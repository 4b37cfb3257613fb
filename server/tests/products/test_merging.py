"""What a product shall be, from what a draft says and what is there."""

from __future__ import annotations

from dataclasses import replace

from stallage.products.drafts import ImageDraft, ProductDraft, SkuDraft
from stallage.products.rules.merging import merged, merged_sku

SMALL = SkuDraft(options=("S",), price=1000, stock=3, tracked=True)
LARGE = SkuDraft(options=("L",), price=1800, stock=4, tracked=True)
BOWL = ProductDraft("bowl", "Bowl", (SMALL, LARGE), option_names=("Size",), status="active")


def test_a_new_product_gets_the_defaults() -> None:
    product = merged(BOWL)
    assert (product.brand, product.tags, product.returnable, product.max_per_order) == (
        "",
        (),
        True,
        0,
    )
    assert product.skus[0].requires_shipping


def test_merging_again_changes_nothing() -> None:
    product = merged(BOWL)
    assert merged(BOWL, product) == product
    assert merged(product, product) == product


def test_what_is_not_said_stays() -> None:
    there = merged(replace(BOWL, brand="Kiln", tags=("oak",), extra={"Season": "Spring"}))
    product = merged(replace(BOWL, brand="", extra={"Bin": "A1"}), there)
    assert (product.brand, product.tags) == ("", ("oak",))
    assert product.extra == {"Season": "Spring", "Bin": "A1"}


def test_an_empty_extra_goes() -> None:
    there = merged(replace(BOWL, extra={"Season": "Spring"}, attributes={"Glaze": ("Oat",)}))
    product = merged(replace(BOWL, extra={"Season": ""}, attributes={"Glaze": ()}), there)
    assert product.extra == {}
    assert product.attributes == {}


def test_a_sku_without_a_figure_keeps_its_stock() -> None:
    there = merged(BOWL)
    product = merged(replace(BOWL, skus=(SkuDraft(options=("S",), price=900),)), there)
    assert [(sku.price, sku.stock, sku.tracked) for sku in product.skus] == [(900, 3, True)]


def test_a_new_sku_without_a_figure_is_not_tracked() -> None:
    sku = merged_sku(SkuDraft(price=900, tracked=True))
    assert (sku.stock, sku.tracked) == (0, False)
    assert merged_sku(SkuDraft(price=900, tracked=True), sku).tracked is False


def test_a_new_sku_without_a_price_makes_a_draft_of_its_product() -> None:
    unpriced = SkuDraft(options=("M",))
    product = merged(replace(BOWL, skus=(SMALL, unpriced)))
    assert (product.status, product.skus[1].price) == ("draft", 0)
    there = merged(BOWL)
    assert merged(replace(BOWL, skus=(SkuDraft(options=("S",)),)), there).status == "active"


def test_a_free_thing_can_be_said() -> None:
    assert merged(replace(BOWL, skus=(replace(SMALL, price=0),))).status == "active"


def test_an_incomplete_draft_leaves_the_skus_that_it_does_not_name() -> None:
    there = merged(BOWL)
    product = merged(replace(BOWL, skus=(SMALL,), complete=False), there)
    assert [sku.options for sku in product.skus] == [("S",), ("L",)]
    assert [sku.options for sku in merged(replace(BOWL, skus=(SMALL,)), there).skus] == [("S",)]


def test_skus_of_other_options_do_not_stay() -> None:
    draft = replace(
        BOWL,
        option_names=("Size", "Glaze"),
        skus=(replace(SMALL, options=("S", "Oat")),),
        complete=False,
    )
    assert [sku.options for sku in merged(draft, merged(BOWL)).skus] == [("S", "Oat")]


def test_a_sku_that_comes_back_takes_up_its_stock() -> None:
    there = merged(replace(BOWL, skus=(SMALL,)))
    product = merged(
        replace(BOWL, skus=(SMALL, SkuDraft(options=("L",), price=1700))),
        there,
        retired=(merged_sku(LARGE),),
    )
    assert product.skus[1].stock == 4


def test_options_are_the_same_whatever_their_case() -> None:
    product = merged(replace(BOWL, skus=(SkuDraft(options=("s",), price=1000),)), merged(BOWL))
    assert product.skus[0].options == ("s",)
    assert product.skus[0].stock == 3


def test_a_new_price_above_the_old_compare_at_price_ends_it() -> None:
    there = merged_sku(replace(SMALL, compare_at_price=1200))
    assert merged_sku(SkuDraft(price=1100), there).compare_at_price == 1200
    assert merged_sku(SkuDraft(price=1200), there).compare_at_price == 0


def test_a_sku_shows_only_pictures_of_its_product() -> None:
    pictured = replace(SMALL, image="https://x.example/1")
    draft = replace(BOWL, skus=(pictured,), images=(ImageDraft("https://x.example/1"),))
    there = merged(draft)
    assert there.skus[0].image == "https://x.example/1"
    bare = replace(draft, skus=(SMALL,), images=())
    assert merged(bare, there).skus[0].image == ""


def test_a_picture_shows_the_options_of_the_skus_that_show_it() -> None:
    oat, ash = "https://x.example/oat", "https://x.example/ash"
    skus = tuple(
        SkuDraft(options=(size, glaze), price=1, image=oat if glaze == "Oat" else "")
        for size in "SL"
        for glaze in ("Oat", "Ash")
    )
    images = (ImageDraft(oat), ImageDraft(ash))
    draft = ProductDraft("b", "B", skus, option_names=("Size", "Glaze"), images=images)
    product = merged(draft)
    assert [image.options for image in product.images or ()] == [{"Glaze": "Oat"}, {}]
    said = replace(draft, images=(ImageDraft(oat), ImageDraft(ash, options={"Glaze": "Ash"})))
    there = merged(said, product)
    assert [image.options for image in there.images or ()] == [{"Glaze": "Oat"}, {"Glaze": "Ash"}]
    assert merged(draft, there) == there

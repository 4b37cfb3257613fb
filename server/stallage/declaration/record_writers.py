"""Write and remove single records of a shop with the features' actions."""

from __future__ import annotations

from typing import Any

from stallage.content.actions import put_blog, put_email_texts, put_page
from stallage.content.drafts import BlogDraft, PageDraft
from stallage.core.db import Connection
from stallage.declaration.collections import rule_of
from stallage.declaration.pictures import StoredPictures
from stallage.declaration.records import (
    Attribute,
    AutomaticDiscount,
    Blog,
    Brand,
    Carrier,
    Category,
    Collection,
    Company,
    Delivery,
    DeliveryZone,
    EmailText,
    Location,
    Page,
    PastOrder,
    PromoCode,
    Question,
    Record,
    Review,
    Sale,
    Section,
    ShopSettings,
    SizeGuide,
    Slider,
    Tax,
    TaxClass,
)
from stallage.merchandising.actions import (
    TileDraft,
    put_collection_page,
    put_section,
    put_slider,
    remove_collection,
    remove_section,
    remove_slider,
)
from stallage.merchandising.drafts import CollectionDraft
from stallage.orders.actions import put_carrier, remove_carrier
from stallage.pricing.actions.automatic import (
    put_automatic_discount,
    remove_automatic_discount,
)
from stallage.pricing.actions.terms import (
    put_delivery_zone,
    put_promo_code,
    put_shipping_method,
    put_tax_class,
    put_tax_rate,
    remove_delivery_zone,
    remove_shipping_method,
    remove_tax_class,
    remove_tax_rate,
)
from stallage.pricing.drafts import RateDraft
from stallage.products.actions import (
    put_attribute,
    put_brand,
    put_category,
    put_sale,
    put_size_guide,
    remove_sale,
    remove_size_guide,
)
from stallage.products.drafts import SizeGuideDraft
from stallage.questions.actions import ImportedAnswer, import_question
from stallage.recommendations.actions import add_past_order
from stallage.reviews.actions import import_review
from stallage.shop.actions import put_company, put_setting
from stallage.shop.drafts import CompanyDraft, company_address
from stallage.stock.actions.locations import put_location
from stallage.stock.drafts import LocationDraft
from stallage.themes.actions import put_primary_colour

PRODUCT_ID = "SELECT id FROM products WHERE slug = $1"


async def write_settings(
    connection: Connection, record: ShopSettings, _stored: StoredPictures
) -> None:
    for name, value in record:
        if value is not None:
            await put_setting(connection, name, value)


async def write_company(connection: Connection, record: Company, _stored: StoredPictures) -> None:
    address = record.address
    draft = CompanyDraft(
        name=record.name,
        tagline=record.tagline,
        legal_name=record.legal_name,
        tax_number=record.tax_number,
        email=record.email,
        phone=record.phone,
        address=None if address is None else company_address(**dict(address)),
        logo=record.logo,
        logo_dark=record.logo_dark,
        favicon=record.favicon,
        social_links=tuple({"name": link.name, "url": link.url} for link in record.social),
    )
    await put_company(connection, draft)
    await put_primary_colour(connection, record.primary_colour)


async def write_delivery(connection: Connection, record: Delivery, _stored: StoredPictures) -> None:
    fields = dict(record)
    rates = [
        RateDraft(
            one.zone,
            one.basis or "flat",
            tuple(one.bands),
            one.free_over,
            one.min_days,
            one.max_days,
        )
        for one in fields.pop("rate")
    ]
    price = fields.pop("price") or 0
    await put_shipping_method(connection, **fields, price=price, rates=rates)


async def write_zone(connection: Connection, record: DeliveryZone, _stored: StoredPictures) -> None:
    await put_delivery_zone(connection, **dict(record))


async def delete_zone(connection: Connection, record: DeliveryZone) -> None:
    await remove_delivery_zone(connection, record.code)


async def write_tax_class(
    connection: Connection, record: TaxClass, _stored: StoredPictures
) -> None:
    await put_tax_class(connection, **dict(record))


async def delete_tax_class(connection: Connection, record: TaxClass) -> None:
    await remove_tax_class(connection, record.code)


async def delete_delivery(connection: Connection, record: Delivery) -> None:
    await remove_shipping_method(connection, record.code)


async def write_location(connection: Connection, record: Location, _stored: StoredPictures) -> None:
    draft = LocationDraft(record.name, record.address, record.priority)
    await put_location(connection, draft, is_default=record.default)


async def write_carrier(connection: Connection, record: Carrier, _stored: StoredPictures) -> None:
    await put_carrier(connection, **dict(record))


async def delete_carrier(connection: Connection, record: Carrier) -> None:
    await remove_carrier(connection, record.name)


async def write_tax(connection: Connection, record: Tax, _stored: StoredPictures) -> None:
    fields = dict(record)
    await put_tax_rate(connection, millionths=fields.pop("rate"), **fields)


async def delete_tax(connection: Connection, record: Tax) -> None:
    await remove_tax_rate(
        connection,
        name=record.name,
        country=record.country,
        state=record.state,
        city=record.city,
        tax_class=record.tax_class,
    )


async def write_promo_code(
    connection: Connection, record: PromoCode, _stored: StoredPictures
) -> None:
    await put_promo_code(connection, **dict(record))


async def write_automatic_discount(
    connection: Connection, record: AutomaticDiscount, _stored: StoredPictures
) -> None:
    await put_automatic_discount(connection, **dict(record))


async def delete_automatic_discount(connection: Connection, record: AutomaticDiscount) -> None:
    await remove_automatic_discount(connection, record.slug)


def _arguments(record: Record, stored: StoredPictures) -> dict[str, Any]:
    """Convert a record's fields to arguments of its action: pictures as JSON, products by slug."""
    arguments = dict(record)
    for name in ("image", "phone_image"):
        if name in arguments:
            arguments[name] = stored.to_json(arguments[name])
    if "products" in arguments:
        arguments["product_slugs"] = arguments.pop("products")
    return arguments


async def write_category(connection: Connection, record: Category, stored: StoredPictures) -> None:
    arguments = _arguments(record, stored)
    del arguments["path"]
    await put_category(connection, slug=record.slug, parent_slug=record.parent, **arguments)


async def write_size_guide(
    connection: Connection, record: SizeGuide, _stored: StoredPictures
) -> None:
    await put_size_guide(connection, SizeGuideDraft(**dict(record)))


async def delete_size_guide(connection: Connection, record: SizeGuide) -> None:
    await remove_size_guide(connection, record.slug)


async def write_brand(connection: Connection, record: Brand, _stored: StoredPictures) -> None:
    await put_brand(connection, **dict(record))


async def write_attribute(
    connection: Connection, record: Attribute, _stored: StoredPictures
) -> None:
    await put_attribute(connection, **dict(record))


async def write_sale(connection: Connection, record: Sale, stored: StoredPictures) -> None:
    await put_sale(connection, **_arguments(record, stored))


async def delete_sale(connection: Connection, record: Sale) -> None:
    await remove_sale(connection, record.slug)


async def write_collection(
    connection: Connection, record: Collection, stored: StoredPictures
) -> None:
    draft = CollectionDraft(
        slug=record.slug,
        title=record.title,
        description=record.description,
        image=stored.to_json(record.image),
        seo_title=record.seo_title,
        seo_description=record.seo_description,
        rule=await rule_of(connection, record),
    )
    await put_collection_page(connection, draft, record.products)


async def delete_collection(connection: Connection, record: Collection) -> None:
    await remove_collection(connection, record.slug)


async def write_slider(connection: Connection, record: Slider, stored: StoredPictures) -> None:
    await put_slider(connection, **_arguments(record, stored))


async def delete_slider(connection: Connection, record: Slider) -> None:
    await remove_slider(connection, record.slug)


async def write_section(connection: Connection, record: Section, stored: StoredPictures) -> None:
    arguments = dict(record)
    tiles = [TileDraft(**_arguments(tile, stored)) for tile in arguments.pop("tile")]
    await put_section(connection, tiles=tiles, **arguments)


async def delete_section(connection: Connection, record: Section) -> None:
    await remove_section(connection, record.slug)


async def write_page(connection: Connection, record: Page, _stored: StoredPictures) -> None:
    await put_page(connection, PageDraft(**dict(record)))


async def write_blog(connection: Connection, record: Blog, stored: StoredPictures) -> None:
    arguments = _arguments(record, stored)
    draft = BlogDraft(published_at=arguments.pop("date"), **arguments)
    await put_blog(connection, draft)


async def write_email_text(
    connection: Connection, record: EmailText, _stored: StoredPictures
) -> None:
    await put_email_texts(connection, record.email, record.locale, record.texts)


async def delete_email_text(connection: Connection, record: EmailText) -> None:
    await put_email_texts(connection, record.email, record.locale, {})


async def add_review_record(
    connection: Connection, record: Review, _stored: StoredPictures
) -> None:
    await import_review(
        connection,
        product_id=await connection.fetchval(PRODUCT_ID, record.product),
        customer_name=record.name,
        rating_star=record.stars,
        title=record.title,
        comment=record.text,
        verified=record.verified,
        helpful_count=record.helpful,
        created_at=record.at,
    )


async def add_question_record(
    connection: Connection, record: Question, _stored: StoredPictures
) -> None:
    await import_question(
        connection,
        product_id=await connection.fetchval(PRODUCT_ID, record.product),
        customer_name=record.name,
        question=record.text,
        created_at=record.at,
        answers=[ImportedAnswer(one.text, one.at, one.by) for one in record.answers],
    )


async def add_past_order_record(
    connection: Connection, record: PastOrder, _stored: StoredPictures
) -> None:
    await add_past_order(connection, placed_at=record.at, product_slugs=record.products)

"""The demo shop's terms, texts, reviews and marks."""

from __future__ import annotations

from datetime import datetime, timedelta
from decimal import Decimal

from stallage.content.actions import (
    BlogDraft,
    FaqDraft,
    PageDraft,
    put_blog,
    put_faqs,
    put_page,
)
from stallage.core.db import Connection
from stallage.core.media import Media
from stallage.demo import files
from stallage.demo.pictures import Pictures
from stallage.pricing.actions import put_promo_code, put_shipping_method, put_tax_rate
from stallage.questions.actions import PastAnswer, add_past_question
from stallage.reviews.actions import add_past_review, count_ratings
from stallage.shop.actions import CompanyDraft, put_company
from stallage.wallet.actions.gift_codes import keep_gift_code

MILLIONTHS_PER_CENT = 10_000


def store_marks(media: Media) -> dict[str, str]:
    """Stores the logos and the icon; their paths by what `company.toml` calls them."""
    said = files.company()
    return {
        name: media.store_svg(files.drawing(said[name]))
        for name in ("logo", "logo_dark", "favicon")
    }


async def put_the_company(connection: Connection, media: Media) -> None:
    """Name, marks and how to reach the shop."""
    said = files.company()
    address = said["address"]
    marks = store_marks(media)
    await put_company(
        connection,
        CompanyDraft(
            name=said["name"],
            tagline=said["tagline"],
            email=said["email"],
            phone=said["phone"],
            address={
                "line1": address["line1"],
                "line2": address["line2"],
                "city": address["city"],
                "state": address["state"],
                "postalCode": address["postal_code"],
                "country": address["country"],
            },
            primary_colour=said["primary_colour"],
            logo=marks["logo"],
            logo_dark=marks["logo_dark"],
            favicon=marks["favicon"],
            social_links=tuple(said["social"]),
        ),
    )


async def put_blogs(connection: Connection, pictures: Pictures, filled_at: datetime) -> int:
    """The journal; how many articles there are."""
    articles = files.articles("blogs")
    for article in articles:
        about = article.about
        await put_blog(
            connection,
            BlogDraft(
                slug=about["slug"],
                title=about["title"],
                summary=about["summary"],
                author=about["author"],
                source=article.markdown,
                image=pictures.placed(about["image"]),
                product_slugs=tuple(about["products"]),
                published_at=filled_at - timedelta(days=about["days_ago"]),
            ),
        )
    return len(articles)


async def put_texts(connection: Connection) -> None:
    """Policy pages and questions."""
    for article in files.articles("pages"):
        about = article.about
        await put_page(
            connection,
            PageDraft(
                slug=about["slug"],
                title=about["title"],
                source=article.markdown,
                phone=about.get("phone", ""),
                email=about.get("email", ""),
                hours=about.get("hours", ""),
            ),
        )
    await put_faqs(
        connection,
        [
            FaqDraft(question=faq["question"], answer=faq["answer"], group=faq["group"])
            for faq in files.records("faqs.toml", "faq")
        ],
    )


async def put_terms(connection: Connection, filled_at: datetime) -> None:
    """Delivery, taxes and promo codes."""
    for method in files.records("shipping.toml", "method"):
        await put_shipping_method(connection, **method)
    for tax in files.records("taxes.toml", "tax"):
        await put_tax_rate(
            connection,
            name=tax["name"],
            country=tax["country"],
            state=tax.get("state", ""),
            city=tax.get("city", ""),
            millionths=int(Decimal(tax["rate"]) * MILLIONTHS_PER_CENT),
            included=tax["included"],
        )
    for promo in files.records("promotions.toml", "promo_code"):
        await put_promo_code(
            connection,
            code=promo["code"],
            title=promo["title"],
            percent=promo.get("percent"),
            amount=promo.get("amount"),
            minimum_purchase=promo["minimum_purchase"],
            starts_at=filled_at - timedelta(days=promo["starts_days_ago"]),
            ends_at=filled_at + timedelta(days=promo["ends_in_days"]),
            total_uses=promo["total_uses"],
            uses_per_customer=promo["uses_per_customer"],
        )


async def keep_gift_codes(connection: Connection, secret: bytes, filled_at: datetime) -> None:
    """The gift codes to try."""
    for gift in files.records("promotions.toml", "gift_code"):
        await keep_gift_code(
            connection,
            secret,
            gift["code"],
            gift["amount"],
            expires_at=filled_at + timedelta(days=gift["ends_in_days"]),
        )


async def add_reviews(connection: Connection, filled_at: datetime) -> int:
    """What made-up customers said, and the rating summaries; how many reviews there are."""
    reviews = files.records("reviews.toml", "review")
    ids = {
        row["slug"]: row["id"]
        for row in await connection.fetch(
            "SELECT slug, id FROM products WHERE slug = ANY($1::text[])",
            [review["product"] for review in reviews],
        )
    }
    for review in sorted(reviews, key=lambda one: -int(one["days_ago"])):
        await add_past_review(
            connection,
            product_id=ids[review["product"]],
            customer_name=review["name"],
            rating_star=review["stars"],
            title=review["title"],
            comment=review["text"].strip(),
            verified=True,
            helpful_count=review["helpful"],
            created_at=filled_at - timedelta(days=review["days_ago"]),
        )
    for product_id in sorted(set(ids.values())):
        await count_ratings(connection, product_id)
    return len(reviews)


async def add_questions(connection: Connection, filled_at: datetime) -> int:
    """What made-up customers asked, and what they were told; how many questions there are."""
    questions = files.records("questions.toml", "question")
    ids = {
        row["slug"]: row["id"]
        for row in await connection.fetch(
            "SELECT id, slug FROM products WHERE slug = ANY($1)",
            [question["product"] for question in questions],
        )
    }
    for question in sorted(questions, key=lambda one: -int(one["days_ago"])):
        await add_past_question(
            connection,
            product_id=ids[question["product"]],
            customer_name=question["name"],
            question=question["text"],
            created_at=filled_at - timedelta(days=question["days_ago"]),
            answers=[
                PastAnswer(one["text"], filled_at - timedelta(days=one["days_ago"]), one["by"])
                for one in question["answers"]
            ],
        )
    return len(questions)

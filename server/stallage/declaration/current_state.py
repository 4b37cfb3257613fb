"""Read the current shop as records."""

from __future__ import annotations

from typing import Any

from stallage.core.db import Connection, Record
from stallage.core.media import Picture
from stallage.declaration.collections import fields_of_rule
from stallage.declaration.records import (
    Answer,
    Attribute,
    AutomaticDiscount,
    Blog,
    Brand,
    Category,
    Collection,
    EmailText,
    Faq,
    Page,
    PastOrder,
    PlacedPicture,
    Question,
    Review,
    Sale,
    Section,
    SizeGuide,
    Slider,
    TaxClass,
    Tile,
)


def _names(ids: str, table: str, name: str) -> str:
    """Return a subquery for the names of an array of ids, in the same order."""
    return f"""
    array(
        SELECT {name} FROM unnest({ids}) WITH ORDINALITY AS listed (id, place)
        JOIN {table} known ON known.id = listed.id ORDER BY place
    )
    """


CATEGORY_PATH = """
    (SELECT string_agg(above.slug, '/' ORDER BY step.depth)
        FROM unnest(known.path) WITH ORDINALITY AS step (id, depth)
        JOIN categories above ON above.id = step.id)
"""
# A gift without options is the first SKU of its product on sale, as in `applying`.
AUTOMATIC_DISCOUNTS = f"""
    SELECT d.slug, d.title, d.kind, d.priority, d.exclusive_group AS "group",
        d.combines_with_codes, d.starts_at, d.ends_at, d.minimum_purchase, d.percent, d.amount,
        {_names("d.product_ids", "products", "known.slug")} AS products,
        {_names("d.category_ids", "categories", CATEGORY_PATH)} AS categories,
        {_names("d.brand_ids", "brands", "known.name")} AS brands,
        d.buy_quantity, d.get_quantity,
        {_names("d.get_product_ids", "products", "known.slug")} AS get_products,
        {_names("d.get_category_ids", "categories", CATEGORY_PATH)} AS get_categories,
        {_names("d.get_brand_ids", "brands", "known.name")} AS get_brands,
        d.times_per_order, p.slug AS gift, coalesce(s.options, '{{}}') AS gift_options
    FROM automatic_discounts d
    LEFT JOIN skus s ON s.id = d.gift_sku_id
    LEFT JOIN products p ON p.id = s.product_id
    ORDER BY d.priority, d.slug
"""
TAX_CLASSES = f"""
    SELECT c.code, c.name, {_names("c.product_ids", "products", "known.slug")} AS products,
        {_names("c.category_ids", "categories", CATEGORY_PATH)} AS categories, c.position
    FROM tax_classes c ORDER BY c.position, c.code
"""
CATEGORIES = """
    SELECT array(
            SELECT above.slug FROM unnest(c.path) WITH ORDINALITY AS step (id, depth)
            JOIN categories above ON above.id = step.id ORDER BY depth
        ) AS path, title, description, image, position,
        (SELECT slug FROM size_guides g WHERE g.id = c.size_guide_id) AS size_guide,
        seo_title, seo_description
    FROM categories c ORDER BY cardinality(c.path), c.position, c.slug
"""
SIZE_GUIDES = """
    SELECT slug, title, introduction, option, unit, columns, measured, rows
    FROM size_guides ORDER BY slug
"""
BRANDS = "SELECT slug, name, description FROM brands ORDER BY slug"
ATTRIBUTES = """
    SELECT name, label, position, kind, unit, hidden, value_order FROM attributes
    ORDER BY position, name
"""
IN_COLLECTION = """
    array(
        SELECT p.slug FROM collection_products cp JOIN products p ON p.id = cp.product_id
        WHERE cp.collection_id = s.collection_id ORDER BY cp.position, p.id
    ) AS products
"""
SALES = f"""
    SELECT slug, title, description, percent, starts_at, ends_at, image, phone_image,
        {IN_COLLECTION}
    FROM sales s ORDER BY starts_at, slug
"""
SLIDERS = f"""
    SELECT slug, title, subtitle, call_to_action, image, phone_image, position, starts_at,
        ends_at, {IN_COLLECTION}
    FROM sliders s ORDER BY position, slug
"""
COLLECTIONS = f"""
    SELECT slug, title, description, image, seo_title, seo_description, rule,
        CASE WHEN rule IS NULL THEN {IN_COLLECTION.replace(" AS products", "")}
            ELSE '{{}}' END AS products
    FROM collection_pages s ORDER BY slug
"""
SECTIONS = """
    SELECT id, slug, title, subtitle, kind, position FROM feature_sections ORDER BY position, slug
"""
TILES = f"""
    SELECT section_id, slug, title, text, image, phone_image, {IN_COLLECTION}
    FROM feature_tiles s ORDER BY position, id
"""
PAGES = """
    SELECT slug, title, source, format, phone, email, hours, draft, seo_title, seo_description
    FROM pages ORDER BY slug
"""
BLOGS = """
    SELECT slug, title, summary, author, image, source, format, product_slugs AS products,
        published_at AS date, published_at IS NULL AS draft, seo_title, seo_description
    FROM blogs ORDER BY published_at, slug
"""
FAQS = (
    'SELECT heading AS "group", question, source AS answer, format FROM faqs ORDER BY position, id'
)
EMAIL_TEXTS = "SELECT email, locale, texts FROM email_texts ORDER BY email, locale"
PICTURES = """
    SELECT path, width, height, colour, preview FROM product_images
    WHERE path IS NOT NULL AND width IS NOT NULL AND height IS NOT NULL AND colour IS NOT NULL
    UNION
    SELECT image ->> 'path', (image ->> 'width')::int, (image ->> 'height')::int, image ->> 'colour',
        image ->> 'preview'
    FROM (
        SELECT image FROM categories UNION ALL SELECT image FROM blogs
        UNION ALL SELECT image FROM collection_pages
        UNION ALL SELECT unnest(ARRAY[image, phone_image]) FROM sales
        UNION ALL SELECT unnest(ARRAY[image, phone_image]) FROM sliders
        UNION ALL SELECT unnest(ARRAY[image, phone_image]) FROM feature_tiles
        UNION ALL SELECT unnest(ARRAY[slide -> 'image', slide -> 'phoneImage'])
        FROM layout_versions, jsonb_path_query(content, '$.sections[*].slides[*]') slide
        UNION ALL SELECT jsonb_path_query(videos, '$[*].poster') FROM products
        UNION ALL SELECT jsonb_path_query(spin, '$[*]') FROM products
    ) placed
    WHERE image ->> 'width' IS NOT NULL
    ORDER BY preview NULLS FIRST
"""
# Reviews and questions of the shop's own customers are not exported.
REVIEWS = """
    SELECT p.slug AS product, r.customer_name AS name, r.rating_star AS stars, r.title,
        r.comment AS text, r.verified, r.helpful_count AS helpful, r.created_at AS at
    FROM reviews r JOIN products p ON p.id = r.product_id
    WHERE r.imported ORDER BY r.created_at, r.id
"""
QUESTIONS = """
    SELECT q.id, p.slug AS product, q.customer_name AS name, q.question AS text, q.created_at AS at
    FROM questions q JOIN products p ON p.id = q.product_id
    WHERE q.imported ORDER BY q.created_at, q.id
"""
ANSWERS = """
    SELECT a.question_id, a.customer_name AS by, a.answer AS text, a.created_at AS at
    FROM question_answers a JOIN questions q ON q.id = a.question_id
    WHERE q.imported AND a.customer_id IS NULL ORDER BY a.created_at, a.id
"""
PAST_ORDERS = """
    SELECT placed_at AS at, array(
            SELECT p.slug FROM unnest(o.product_ids) WITH ORDINALITY AS bought (id, place)
            JOIN products p ON p.id = bought.id ORDER BY place
        ) AS products
    FROM past_orders o ORDER BY placed_at, id
"""


async def read_pictures(connection: Connection) -> dict[str, Picture]:
    """Read the stored pictures in the database, by media path."""
    return {row["path"]: Picture(**row) for row in await connection.fetch(PICTURES)}


async def read_tax_classes(connection: Connection) -> list[TaxClass]:
    """Read the tax classes."""
    return [TaxClass.model_construct(**row) for row in await connection.fetch(TAX_CLASSES)]


async def read_automatic_discounts(connection: Connection) -> list[AutomaticDiscount]:
    """Read the automatic discounts, expired ones too."""
    rows = await connection.fetch(AUTOMATIC_DISCOUNTS)
    return [AutomaticDiscount.model_construct(**row) for row in rows]


async def read_categories(connection: Connection) -> list[Category]:
    """Read the categories, parents before their children."""
    return [
        Category.model_construct(**{**_with_pictures(row, "image"), "path": "/".join(row["path"])})
        for row in await connection.fetch(CATEGORIES)
    ]


async def read_size_guides(connection: Connection) -> list[SizeGuide]:
    """Read the size guides."""
    return [SizeGuide.model_construct(**row) for row in await connection.fetch(SIZE_GUIDES)]


async def read_brands(connection: Connection) -> list[Brand]:
    """Read the brands."""
    return [Brand.model_construct(**row) for row in await connection.fetch(BRANDS)]


async def read_attributes(connection: Connection) -> list[Attribute]:
    """Read the filters."""
    return [Attribute.model_construct(**row) for row in await connection.fetch(ATTRIBUTES)]


async def read_sales(connection: Connection) -> list[Sale]:
    """Read the sales, past ones too."""
    rows = await connection.fetch(SALES)
    return [Sale.model_construct(**_with_pictures(row, "image", "phone_image")) for row in rows]


async def read_sliders(connection: Connection) -> list[Slider]:
    """Read the banners."""
    rows = await connection.fetch(SLIDERS)
    return [Slider.model_construct(**_with_pictures(row, "image", "phone_image")) for row in rows]


async def read_collections(connection: Connection) -> list[Collection]:
    """Read the collections with pages of their own. Their products are listed unless a rule finds them."""
    collections = []
    for row in await connection.fetch(COLLECTIONS):
        fields = _with_pictures(row, "image")
        fields |= await fields_of_rule(connection, fields.pop("rule"))
        collections.append(Collection.model_construct(**fields))
    return collections


async def read_sections(connection: Connection) -> list[Section]:
    """Read the sections of the home page with their tiles."""
    tiles: dict[int, list[Tile]] = {}
    for row in await connection.fetch(TILES):
        fields = _with_pictures(row, "image", "phone_image")
        tiles.setdefault(fields.pop("section_id"), []).append(Tile.model_construct(**fields))
    sections = []
    for row in await connection.fetch(SECTIONS):
        fields = dict(row)
        fields["tile"] = tiles.get(fields.pop("id"), [])
        sections.append(Section.model_construct(**fields))
    return sections


async def read_pages(connection: Connection) -> list[Page]:
    """Read the texts of the fixed pages."""
    return [Page.model_construct(**row) for row in await connection.fetch(PAGES)]


async def read_blogs(connection: Connection) -> list[Blog]:
    """Read the articles, scheduled ones too."""
    return [
        Blog.model_construct(**_with_pictures(row, "image"))
        for row in await connection.fetch(BLOGS)
    ]


async def read_email_texts(connection: Connection) -> list[EmailText]:
    """Read the shop's own texts of emails."""
    return [EmailText.model_construct(**row) for row in await connection.fetch(EMAIL_TEXTS)]


async def read_faqs(connection: Connection) -> list[Faq]:
    """Read the frequently asked questions, in order."""
    return [Faq.model_construct(**row) for row in await connection.fetch(FAQS)]


async def read_reviews(connection: Connection) -> list[Review]:
    """Read the imported reviews."""
    return [Review.model_construct(**row) for row in await connection.fetch(REVIEWS)]


async def read_past_orders(connection: Connection) -> list[PastOrder]:
    """Read the imported orders, from which recommendations are computed."""
    return [
        PastOrder.model_construct(**row)
        for row in await connection.fetch(PAST_ORDERS)
        # With fewer than two existing products an order contains no combination.
        if len(row["products"]) > 1
    ]


async def read_questions(connection: Connection) -> list[Question]:
    """Read the imported questions with their answers."""
    answers: dict[int, list[Answer]] = {}
    for row in await connection.fetch(ANSWERS):
        fields = dict(row)
        answers.setdefault(fields.pop("question_id"), []).append(Answer.model_construct(**fields))
    questions = []
    for row in await connection.fetch(QUESTIONS):
        fields = dict(row)
        fields["answers"] = answers.get(fields.pop("id"), [])
        questions.append(Question.model_construct(**fields))
    return questions


def _with_pictures(row: Record, *names: str) -> dict[str, Any]:
    fields = dict(row)
    for name in names:
        image = fields[name]
        if image is not None:
            fields[name] = PlacedPicture(file=image["path"], alt=image["alt"])
    return fields

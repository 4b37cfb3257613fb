"""Takes the sample data out, whole."""

from __future__ import annotations

from dataclasses import replace

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.content.actions.blogs import delete_blog
from stallage.content.queries.operating import blog_details
from stallage.core.db import Connection
from stallage.merchandising.actions import remove_section, remove_slider
from stallage.product_changes.actions.lifecycle import remove_product
from stallage.product_changes.actions.recording import record_version
from stallage.product_imports.actions.importing import archiving_draft
from stallage.products.actions import remove_size_guide
from stallage.products.actions.put_products import lock_catalogue, put_products
from stallage.products.actions.taxonomy import delete_attributes, delete_brands
from stallage.products.queries.product_reader import stored_products_by_id
from stallage.sample_data.queries.removal import plan_removal
from stallage.sample_data.rules import Figures
from stallage.storefront_changes.actions import categories

SLUGS = """
    SELECT p.slug FROM sample_records r JOIN products_view p ON p.id = r.key::bigint
    WHERE r.kind = 'product' ORDER BY p.id
"""
FORGET = "DELETE FROM sample_records"


async def take_out(connection: Connection) -> Figures:
    """Remove, archive or leave each record as planned; return the numbers."""
    # Nobody orders a product, or edits one, between the plan and its end.
    slugs = [row["slug"] for row in await connection.fetch(SLUGS)]
    await lock_catalogue(connection, slugs)
    plan = await plan_removal(connection)
    for slug in plan.keys("slider", "removed"):
        await remove_slider(connection, slug)
    for slug in plan.keys("section", "removed"):
        await remove_section(connection, slug)
    for blog_id in plan.ids("blog", "removed"):
        await delete_blog(connection, blog_id, (await blog_details(connection, blog_id)).etag)
    await _archive(connection, plan.ids("product", "archived"))
    for product_id in plan.ids("product", "removed"):
        await remove_product(connection, product_id)
    for category_id in plan.ids("category", "removed"):
        await categories.delete(connection, category_id, None)
    for slug in plan.keys("size_guide", "removed"):
        await remove_size_guide(connection, slug)
    await delete_brands(connection, plan.ids("brand", "removed"))
    await delete_attributes(connection, plan.keys("attribute", "removed"))
    await connection.execute(FORGET)
    return plan.figures()


async def _archive(connection: Connection, product_ids: list[int]) -> None:
    """Archive products that were ordered. They leave their categories, which are removed."""
    stored = await stored_products_by_id(connection, product_ids)
    drafts = [replace(archiving_draft(one), categories=()) for one in stored.values()]
    await put_products(connection, drafts)
    await record_version(connection, product_ids)
    for product_id, one in stored.items():
        await record(
            connection,
            "product.archived",
            Subject("product", product_id, one.draft.title),
            before={"status": one.draft.status},
            after={"status": "archived"},
        )

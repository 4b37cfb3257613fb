"""Create, edit, move and delete categories."""

from __future__ import annotations

from stallage.audit.actions import record
from stallage.audit.drafts import Subject
from stallage.core.db import Connection
from stallage.core.errors import InvalidFields
from stallage.core.etags import check_match
from stallage.core.json_types import JsonObject
from stallage.core.validation import message
from stallage.products.actions import categories
from stallage.products.drafts import CategoryDraft
from stallage.products.rules.slugs import free_slug, slugify_or_hash
from stallage.storefront_changes.errors import (
    CategoryBelowItself,
    CategoryHasSubcategories,
    CategoryTooDeep,
)
from stallage.storefront_changes.queries.categories import category_details, category_tree
from stallage.storefront_changes.rules.tree import (
    depth_of,
    height_of,
    is_within,
    siblings_with,
)
from stallage.storefront_changes.schemas.categories import (
    CategoryChanges,
    CategoryDetails,
    CategoryInput,
    CategoryMove,
    CategoryNode,
    CategoryTree,
)

MAX_DEPTH = 8


async def create(connection: Connection, new: CategoryInput) -> CategoryDetails:
    """Add a category as the last one below its parent. Raises InvalidFields and CategoryTooDeep."""
    await categories.lock_categories(connection)
    nodes = {node.id: node for node in (await category_tree(connection)).items}
    if new.parent_id is not None and new.parent_id not in nodes:
        raise _invalid_parent("parentId")
    if depth_of(nodes, new.parent_id) + 1 > MAX_DEPTH:
        raise CategoryTooDeep
    slug = new.slug or _free_slug(new.title, nodes, new.parent_id)
    draft = CategoryDraft(slug=slug, title=new.title)
    category_id = await categories.create_category(connection, draft, new.parent_id)
    created = await category_details(connection, category_id)
    await record(
        connection, "category.created", _subject(created), after=_audited(created, "parent_id")
    )
    return created


async def change(
    connection: Connection, category_id: int, changes: CategoryChanges, if_match: str | None
) -> CategoryDetails:
    """Change what describes a category.

    Raises NotFound, PreconditionRequired, EditConflict and InvalidFields.
    """
    await categories.lock_categories(connection)
    before = await category_details(connection, category_id)
    check_match(if_match, before.etag, before)
    fields = {
        name: value
        for name in changes.model_fields_set
        if (value := getattr(changes, name)) is not None or name in ("image", "size_guide_id")
    }
    if "image" in fields:
        fields["image"] = None if changes.image is None else changes.image.to_json()
    current = {
        name: getattr(before, name)
        for name in CategoryDraft.__dataclass_fields__
        if name != "image"
    }
    current["image"] = None if before.image is None else before.image.model_dump()
    await categories.change_category(
        connection, category_id, CategoryDraft(**{**current, **fields})
    )
    after = await category_details(connection, category_id)
    await record(
        connection,
        "category.changed",
        _subject(after),
        before=_audited(before, *fields),
        after=_audited(after, *fields),
    )
    return after


async def move(
    connection: Connection, category_id: int, place: CategoryMove, if_match: str | None
) -> CategoryTree:
    """Put a category at another place in the tree; return the new tree.

    Raises NotFound, PreconditionRequired, EditConflict, InvalidFields, CategoryBelowItself and
    CategoryTooDeep.
    """
    await categories.lock_categories(connection)
    before = await category_details(connection, category_id)
    tree = await category_tree(connection)
    check_match(if_match, tree.etag, tree)
    nodes = {node.id: node for node in tree.items}
    if place.parent_id is not None:
        if place.parent_id not in nodes:
            raise _invalid_parent("parentId")
        if is_within(nodes, place.parent_id, category_id):
            raise CategoryBelowItself
    if depth_of(nodes, place.parent_id) + height_of(tree.items, category_id) > MAX_DEPTH:
        raise CategoryTooDeep
    siblings = siblings_with(tree.items, category_id, place.parent_id, place.position)
    await categories.place_category(connection, category_id, place.parent_id, siblings)
    after = await category_tree(connection)
    moved = next(node for node in after.items if node.id == category_id)
    await record(
        connection,
        "category.moved",
        _subject(before),
        before=_place(nodes[category_id], nodes),
        after=_place(moved, nodes),
    )
    return after


async def delete(
    connection: Connection, category_id: int, move_products_to: int | None
) -> CategoryTree:
    """Delete a category without subcategories, after moving its products; return the new tree.

    Raises NotFound, CategoryHasSubcategories and InvalidFields.
    """
    await categories.lock_categories(connection)
    before = await category_details(connection, category_id)
    if before.subcategories:
        raise CategoryHasSubcategories
    target = None
    if move_products_to is not None:
        nodes = {node.id: node for node in (await category_tree(connection)).items}
        target = nodes.get(move_products_to)
        if target is None or target.id == category_id:
            raise _invalid_parent("moveProductsTo")
    moved = await categories.delete_category(connection, category_id, move_products_to)
    after = {"productsMoved": moved, "movedTo": target.title} if target else None
    await record(
        connection,
        "category.deleted",
        _subject(before),
        before=_audited(before, "slug", "title", "parent_id"),
        after=after,
    )
    return await category_tree(connection)


def _free_slug(title: str, nodes: dict[int, CategoryNode], parent_id: int | None) -> str:
    """Return a slug that no other category has: the title's, else below its parent's, else numbered."""
    taken = {node.slug for node in nodes.values()}
    slug = slugify_or_hash(title)
    if slug in taken and parent_id is not None:
        slug = f"{nodes[parent_id].slug}-{slug}"
    return free_slug(slug, taken)


def _invalid_parent(field: str) -> InvalidFields:
    return InvalidFields(fields={field: [message("invalid", field, attribute="Category")]})


def _subject(category: CategoryDetails) -> Subject:
    return Subject("category", category.id, category.title)


def _audited(category: CategoryDetails, *names: str) -> JsonObject:
    return category.model_dump(mode="json", include=set(names), by_alias=True)


def _place(node: CategoryNode, nodes: dict[int, CategoryNode]) -> JsonObject:
    parent = None if node.parent_id is None else nodes[node.parent_id].title
    return {"parent": parent, "position": node.position}

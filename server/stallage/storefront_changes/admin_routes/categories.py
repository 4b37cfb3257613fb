"""The operators' API of categories."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query

from stallage.core.db import Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.storefront_changes.actions import categories as actions
from stallage.storefront_changes.errors import (
    CategoryBelowItself,
    CategoryHasSubcategories,
    CategoryTooDeep,
)
from stallage.storefront_changes.queries import categories as queries
from stallage.storefront_changes.schemas.categories import (
    CategoryChanges,
    CategoryDetails,
    CategoryInput,
    CategoryMove,
    CategoryTree,
)

router = AdminRouter(tag="categories")

CategoryId = Annotated[int, Path(alias="categoryId", ge=1, le=MAX_ID)]
MoveTo = Annotated[
    int | None,
    Query(alias="moveProductsTo", ge=1, le=MAX_ID, description="Needed if it has products."),
]


@router.get("/categories", permission="products.read", response_model=Answer[CategoryTree])
async def get_category_tree(connection: Reading) -> Answer[CategoryTree]:
    """The tree of categories with their numbers of products."""
    return answer(await queries.category_tree(connection))


@router.post(
    "/categories",
    permission="products.edit",
    status_code=201,
    response_model=Answer[CategoryDetails],
    responses=error_responses(InvalidFields, CategoryTooDeep),
)
async def create_category(body: CategoryInput, connection: Transaction) -> Answer[CategoryDetails]:
    """Add a category as the last one below its parent."""
    return answer(await actions.create(connection, body))


@router.get(
    "/categories/{categoryId}",
    permission="products.read",
    response_model=Answer[CategoryDetails],
    responses=error_responses(NotFound),
)
async def get_category(category_id: CategoryId, connection: Reading) -> Answer[CategoryDetails]:
    """A category with everything that can be edited."""
    return answer(await queries.category_details(connection, category_id))


@router.patch(
    "/categories/{categoryId}",
    permission="products.edit",
    response_model=Answer[CategoryDetails],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def change_category(
    category_id: CategoryId,
    body: CategoryChanges,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[CategoryDetails]:
    """Change a category. Its old address redirects to the new one."""
    return answer(await actions.change(connection, category_id, body, if_match))


@router.post(
    "/categories/{categoryId}/move",
    permission="products.edit",
    response_model=Answer[CategoryTree],
    responses=error_responses(
        NotFound,
        InvalidFields,
        EditConflict,
        PreconditionRequired,
        CategoryBelowItself,
        CategoryTooDeep,
    ),
)
async def move_category(
    category_id: CategoryId,
    body: CategoryMove,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[CategoryTree]:
    """Move a category to another place. If-Match is the ETag of the tree."""
    return answer(await actions.move(connection, category_id, body, if_match))


@router.delete(
    "/categories/{categoryId}",
    permission="products.edit",
    response_model=Answer[CategoryTree],
    responses=error_responses(NotFound, InvalidFields, CategoryHasSubcategories),
)
async def delete_category(
    category_id: CategoryId, connection: Transaction, *, move_products_to: MoveTo = None
) -> Answer[CategoryTree]:
    """Delete a category that is empty, or whose products move to another one."""
    return answer(await actions.delete(connection, category_id, move_products_to))

"""Duplicate, archive, restore and delete products."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import NotFound
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter, CurrentOperator, IdempotencyKey
from stallage.product_changes.actions.lifecycle import (
    duplicate_product,
    remove_product,
    set_status,
)
from stallage.product_changes.admin_routes.lists import ProductId
from stallage.product_changes.errors.lists import EditRefused, ProductInUse
from stallage.product_changes.schemas.lifecycle import ProductState, RestoreInput

router = AdminRouter(tag="products")


@router.post(
    "/products/{productId}/duplicate",
    permission="products.edit",
    key=True,
    status_code=201,
    response_model=Answer[ProductState],
    responses=error_responses(NotFound, KeyReused),
)
async def duplicate(
    request: Request,
    product_id: ProductId,
    operator: CurrentOperator,
    key: IdempotencyKey,
    connection: Transaction,
) -> Answer[ProductState]:
    """Create a draft like this product, with its pictures, but without stock, codes and barcodes."""

    async def act() -> dict[str, Any]:
        copy = await duplicate_product(connection, product_id)
        return copy.model_dump(mode="json", by_alias=True)

    copied = await idempotent(
        connection,
        scope=f"products.duplicate:{operator.operator_id}:{product_id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime_of(request).settings.idempotency_seconds,
        act=act,
    )
    return answer(ProductState.model_validate(copied))


@router.post(
    "/products/{productId}/archive",
    permission="products.edit",
    response_model=Answer[ProductState],
    responses=error_responses(NotFound),
)
async def archive(product_id: ProductId, connection: Transaction) -> Answer[ProductState]:
    """Take a product off sale. Orders keep it."""
    return answer(await set_status(connection, product_id, "archived"))


@router.post(
    "/products/{productId}/unarchive",
    permission="products.edit",
    response_model=Answer[ProductState],
    responses=error_responses(NotFound, EditRefused),
)
async def unarchive(
    product_id: ProductId, body: RestoreInput, connection: Transaction
) -> Answer[ProductState]:
    """Take a product from the archive, as a draft unless it is to be sold at once."""
    return answer(await set_status(connection, product_id, body.status))


@router.delete(
    "/products/{productId}",
    permission="products.edit",
    response_model=Answer[ProductState],
    responses=error_responses(NotFound, ProductInUse),
)
async def delete(product_id: ProductId, connection: Transaction) -> Answer[ProductState]:
    """Delete a product that was never ordered, with its reviews and questions."""
    return answer(await remove_product(connection, product_id))

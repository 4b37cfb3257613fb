"""Prices and stock that operators edit in the list of products."""

from __future__ import annotations

from typing import Any

from fastapi import Request

from stallage.core.db import Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import AdminRouter, CurrentOperator, IdempotencyKey, require
from stallage.product_changes.actions.cells import save_cells
from stallage.product_changes.errors.lists import SkusChanged
from stallage.product_changes.queries.lists import listed_skus
from stallage.product_changes.schemas.cells import ChangedSkus, SkuChanges

router = AdminRouter(tag="products")


@router.patch(
    "/skus",
    # What is changed decides which right is needed besides; see below.
    permission="products.read",
    key=True,
    response_model=Answer[ChangedSkus],
    responses=error_responses(InvalidFields, SkusChanged, KeyReused),
)
async def change_skus(
    request: Request,
    body: SkuChanges,
    operator: CurrentOperator,
    key: IdempotencyKey,
    connection: Transaction,
) -> Answer[ChangedSkus]:
    """Change prices (`products.edit`) and stock (`stock.edit`) of variants: all of them, or none."""
    if any(one.stock is not None for one in body.changes):
        require(operator, "stock.edit")
    if any(one.stock is None or one.price or one.compare_at_price for one in body.changes):
        require(operator, "products.edit")
    runtime = runtime_of(request)

    async def act() -> dict[str, Any]:
        ids = await save_cells(
            connection,
            body.changes,
            reason=body.reason,
            note=body.note,
            currency=runtime.currency,
        )
        return {"skuIds": ids}

    saved = await idempotent(
        connection,
        scope=f"skus:{operator.operator_id}",
        key=key.key,
        body=key.body,
        keep_seconds=runtime.settings.idempotency_seconds,
        act=act,
    )
    return answer(
        ChangedSkus(items=await listed_skus(connection, saved["skuIds"], runtime.currency))
    )

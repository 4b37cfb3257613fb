"""Lists of products for operators."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from stallage.core.cursors import Count, CursorPage
from stallage.core.db import Reading
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID
from stallage.operators.dependencies import AdminRouter
from stallage.product_changes.queries.lists import (
    count_products,
    filter_choices,
    list_products,
    skus_of_product,
)
from stallage.product_changes.schemas.lists import (
    ListedProduct,
    ProductFilter,
    ProductFilterChoices,
    ProductListQuery,
    SkuList,
)

router = AdminRouter(tag="products")

ProductId = Annotated[int, Path(alias="productId", ge=1, le=MAX_ID)]


@router.get(
    "/products",
    permission="products.read",
    response_model=Answer[CursorPage[ListedProduct]],
    responses=error_responses(InvalidFields),
)
async def get_products(
    request: Request, query: Annotated[ProductListQuery, Query()]
) -> Answer[CursorPage[ListedProduct]]:
    """List products, with filters and search."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        found = await list_products(connection, query, runtime.settings.time_zone, runtime.currency)
    return answer(found)


@router.get(
    "/products/count",
    permission="products.read",
    response_model=Answer[Count],
    responses=error_responses(InvalidFields),
)
async def get_product_count(
    request: Request, query: Annotated[ProductFilter, Query()]
) -> Answer[Count]:
    """Count the products of a filter, up to 10,000."""
    runtime = runtime_of(request)
    async with runtime.database.transaction() as connection:
        return answer(await count_products(connection, query, runtime.settings.time_zone))


@router.get(
    "/products/filters", permission="products.read", response_model=Answer[ProductFilterChoices]
)
async def get_product_filters(connection: Reading) -> Answer[ProductFilterChoices]:
    """The categories, brands and tags that filters and bulk edits offer."""
    return answer(await filter_choices(connection))


@router.get(
    "/products/{productId}/skus",
    permission="products.read",
    response_model=Answer[SkuList],
    responses=error_responses(NotFound),
)
async def get_product_skus(
    request: Request, product_id: ProductId, connection: Reading
) -> Answer[SkuList]:
    """The variants of a product, with what can be edited in the list."""
    currency = runtime_of(request).currency
    return answer(await skus_of_product(connection, product_id, currency))

"""The operators' API of the product editor."""

from __future__ import annotations

from typing import Annotated

from fastapi import Path, Query, Request

from stallage.core.db import Connection, Reading, Transaction
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, NotFound
from stallage.core.etags import EditConflict, IfMatch, PreconditionRequired
from stallage.core.idempotency import KeyReused, idempotent
from stallage.core.runtime import runtime_of
from stallage.core.schemas import MAX_ID, Line
from stallage.operators.dependencies import AdminRouter, CurrentOperator, IdempotencyKey, require
from stallage.product_changes import actions
from stallage.product_changes.errors.records import InvalidCrop, StockMoved
from stallage.product_changes.gateway_calls.cropping import crop_picture
from stallage.product_changes.queries.choices import editor_choices, find_products
from stallage.product_changes.queries.records import read_record
from stallage.product_changes.queries.versions import list_versions, version_details
from stallage.product_changes.schemas.records import (
    CropInput,
    CroppedPicture,
    EditorChoices,
    ProductInput,
    ProductMatch,
    ProductRecord,
)
from stallage.product_changes.schemas.versions import ProductVersionDetails, ProductVersionList

router = AdminRouter(tag="products")

ProductId = Annotated[int, Path(alias="productId", ge=1, le=MAX_ID)]
VersionNumber = Annotated[int, Path(alias="number", ge=1, le=2**31 - 1)]
KEY_SECONDS = 24 * 3600


def _require_stock(operator: CurrentOperator, body: ProductInput) -> None:
    """Raise Forbidden if the body sets stock and the operator may not."""
    if any(variant.stock for variant in body.variants):
        require(operator, "stock.edit")


async def _record(connection: Connection, product_id: int) -> ProductRecord:
    found = await read_record(connection, product_id)
    if found is None:
        raise NotFound
    return found


@router.get("/products/choices", permission="products.read", response_model=Answer[EditorChoices])
async def get_product_choices(connection: Reading) -> Answer[EditorChoices]:
    """Brands, categories, types, tags and attributes to choose from."""
    return answer(await editor_choices(connection))


@router.get(
    "/products/matches",
    permission="products.read",
    operation_id="findProducts",
    response_model=Answer[list[ProductMatch]],
    responses=error_responses(InvalidFields),
)
async def list_matches(
    connection: Reading,
    q: Annotated[Line, Query(min_length=1, max_length=100, description="Part of the title.")],
) -> Answer[list[ProductMatch]]:
    """Find products by their title, the most popular first."""
    return answer(await find_products(connection, q))


@router.post(
    "/products/pictures/crop",
    permission="products.edit",
    audited=False,
    status_code=201,
    response_model=Answer[CroppedPicture],
    responses=error_responses(InvalidCrop, InvalidFields),
)
async def crop_product_picture(body: CropInput, request: Request) -> Answer[CroppedPicture]:
    """Store a part of a picture as a new one. The product changes when it is saved with it."""
    picture = await crop_picture(runtime_of(request), body)
    return answer(
        CroppedPicture(
            path=picture.path,
            width=picture.width,
            height=picture.height,
            colour=picture.colour,
            preview=picture.preview,
        )
    )


@router.post(
    "/products",
    permission="products.edit",
    key=True,
    status_code=201,
    response_model=Answer[ProductRecord],
    responses=error_responses(InvalidFields, KeyReused),
)
async def create_product(
    body: ProductInput, connection: Transaction, operator: CurrentOperator, key: IdempotencyKey
) -> Answer[ProductRecord]:
    """Create a product. Without a slug it gets one from its title."""
    _require_stock(operator, body)

    async def create() -> dict[str, int]:
        return {"id": await actions.add_product(connection, body)}

    created = await idempotent(
        connection,
        scope=f"product:new:operator:{operator.id}",
        key=key.key,
        body=key.body,
        keep_seconds=KEY_SECONDS,
        act=create,
    )
    return answer(await _record(connection, created["id"]))


@router.get(
    "/products/{productId}",
    permission="products.read",
    response_model=Answer[ProductRecord],
    responses=error_responses(NotFound),
)
async def get_product(product_id: ProductId, connection: Reading) -> Answer[ProductRecord]:
    """A whole product with its variants, pictures and stock."""
    return answer(await _record(connection, product_id))


@router.put(
    "/products/{productId}",
    permission="products.edit",
    key=True,
    response_model=Answer[ProductRecord],
    responses=error_responses(
        NotFound, InvalidFields, EditConflict, PreconditionRequired, StockMoved, KeyReused
    ),
)
async def save_product(
    product_id: ProductId,
    body: ProductInput,
    connection: Transaction,
    operator: CurrentOperator,
    key: IdempotencyKey,
    *,
    if_match: IfMatch = None,
) -> Answer[ProductRecord]:
    """Change a product. Variants keep their stock unless the body sets it with the level it had."""
    _require_stock(operator, body)

    async def save() -> dict[str, int]:
        await actions.save_product(connection, product_id, body, if_match)
        return {"id": product_id}

    await idempotent(
        connection,
        scope=f"product:{product_id}:operator:{operator.id}",
        key=key.key,
        body=key.body,
        keep_seconds=KEY_SECONDS,
        act=save,
    )
    return answer(await _record(connection, product_id))


@router.get(
    "/products/{productId}/versions",
    permission="products.read",
    response_model=Answer[ProductVersionList],
    responses=error_responses(NotFound),
)
async def list_product_versions(
    product_id: ProductId, connection: Reading
) -> Answer[ProductVersionList]:
    """The last 100 versions of a product, newest first."""
    return answer(await list_versions(connection, product_id))


@router.get(
    "/products/{productId}/versions/{number}",
    permission="products.read",
    response_model=Answer[ProductVersionDetails],
    responses=error_responses(NotFound),
)
async def get_product_version(
    product_id: ProductId, number: VersionNumber, connection: Reading
) -> Answer[ProductVersionDetails]:
    """A version of a product, and what differs from it now."""
    return answer(await version_details(connection, product_id, number))


@router.post(
    "/products/{productId}/versions/{number}/restore",
    permission="products.edit",
    response_model=Answer[ProductRecord],
    responses=error_responses(NotFound, InvalidFields, EditConflict, PreconditionRequired),
)
async def restore_product_version(
    product_id: ProductId,
    number: VersionNumber,
    connection: Transaction,
    if_match: IfMatch = None,
) -> Answer[ProductRecord]:
    """Make a product what it was. This becomes a new version; stock stays as it is."""
    await actions.restore_version(connection, product_id, number, if_match)
    return answer(await _record(connection, product_id))

"""Routes of uploads and the customer's avatar."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, Request, UploadFile

from stallage.core.access import CustomerId
from stallage.core.db import Transaction, database_of
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, TooLarge, TooMany, Unauthorized
from stallage.core.media import UPLOADS
from stallage.core.operation_ids import operation_id
from stallage.core.runtime import runtime_of
from stallage.customers.actions.profile import set_avatar
from stallage.customers.queries import details_of
from stallage.customers.schemas import Customer as CustomerDetails
from stallage.uploads.actions import add_upload, reserve_upload
from stallage.uploads.dependencies import check_picture, store_picture
from stallage.uploads.errors import NotAPicture
from stallage.uploads.queries import own_pictures
from stallage.uploads.schemas import AvatarInput, Upload

router = APIRouter(generate_unique_id_function=operation_id)

UPLOAD_PATHS = ("/api/uploads",)


@router.post(
    "/api/uploads",
    tags=["uploads"],
    status_code=201,
    response_model=Answer[Upload],
    form_limits={"max_files": 1, "max_fields": 8, "max_part_size": 1024},
    responses=error_responses(Unauthorized, InvalidFields, NotAPicture, TooLarge, TooMany),
)
async def upload_picture(
    request: Request,
    customer: CustomerId,
    file: Annotated[
        UploadFile | None,
        File(
            description="JPEG of up to 210 megapixels, PNG of up to 25, or WebP of up to 17;"
            " 5 MB at most."
        ),
    ] = None,
) -> Answer[Upload]:
    """Upload a picture. It is checked by content, turned upright and stripped of metadata.

    Pictures of more than 8 megapixels are scaled down. If too many are being processed, the response
    is a 503 with `Retry-After`.
    """
    checked = await check_picture(file)
    async with database_of(request).transaction() as connection:
        await reserve_upload(connection, customer)
    picture = await store_picture(runtime_of(request), checked, owner=customer, folder=UPLOADS)
    async with database_of(request).transaction() as connection:
        upload_id = await add_upload(connection, customer, picture)
    return answer(Upload(id=upload_id, url=picture.path))


@router.put("/customer/avatar", tags=["customer"], responses=error_responses(Unauthorized))
async def set_customer_avatar(
    given: AvatarInput, customer: CustomerId, connection: Transaction
) -> Answer[CustomerDetails]:
    """Set one of the customer's uploads as their avatar."""
    (picture,) = await own_pictures(connection, customer, [given.image], alt="", field="image")
    await set_avatar(connection, customer, picture)
    return answer(await details_of(connection, customer))


@router.delete("/customer/avatar", tags=["customer"], responses=error_responses(Unauthorized))
async def remove_customer_avatar(
    customer: CustomerId, connection: Transaction
) -> Answer[CustomerDetails]:
    """Remove the avatar, if there is one."""
    await set_avatar(connection, customer, None)
    return answer(await details_of(connection, customer))

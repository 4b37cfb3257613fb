"""The call that takes pictures, and the one that stands beside a customer's name."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, File, Request, UploadFile

from stallage.core.access import Customer
from stallage.core.db import Transaction, database_of
from stallage.core.envelope import Answer, answer, refusals
from stallage.core.errors import InvalidFields, TooLarge, TooMany, Unauthorized
from stallage.core.media import UPLOADS, PictureRefused
from stallage.customers.actions.profile import set_avatar
from stallage.customers.queries import details_of
from stallage.customers.schemas import Customer as CustomerDetails
from stallage.uploads.actions import add_upload, refuse_flood
from stallage.uploads.errors import NotAPicture
from stallage.uploads.queries import own_pictures
from stallage.uploads.rules import MAX_BYTES, is_picture
from stallage.uploads.schemas import AvatarInput, Upload

router = APIRouter()


@router.post(
    "/api/uploads",
    tags=["uploads"],
    status_code=201,
    response_model=Answer[Upload],
    responses=refusals(Unauthorized, InvalidFields, NotAPicture, TooLarge, TooMany),
)
async def upload_picture(
    request: Request,
    customer: Customer,
    file: Annotated[
        UploadFile | None, File(description="JPEG, PNG or WebP; 5 MB and 40 megapixels at most.")
    ] = None,
) -> Answer[Upload]:
    """Takes a picture: checked by content, turned upright, stripped of metadata."""
    content = b"" if file is None else await file.read(MAX_BYTES + 1)
    if not content:
        raise InvalidFields(fields={"file": ["Please upload a file."]})
    if len(content) > MAX_BYTES:
        raise TooLarge("The picture is larger than 5 MB.")
    if not is_picture(content):
        raise NotAPicture
    async with database_of(request).reading() as connection:
        await refuse_flood(connection, customer)
    try:
        media = request.app.state.runtime.media
        picture = await asyncio.to_thread(media.store, content, place=UPLOADS)
    except PictureRefused as error:
        raise NotAPicture(str(error)) from error
    async with database_of(request).transaction() as connection:
        upload_id = await add_upload(connection, customer, picture)
    return answer(Upload(id=upload_id, url=picture.path))


@router.put("/customer/avatar", tags=["customer"], responses=refusals(Unauthorized))
async def set_customer_avatar(
    given: AvatarInput, customer: Customer, connection: Transaction
) -> Answer[CustomerDetails]:
    """Shows one of the customer's own uploads beside their name."""
    (picture,) = await own_pictures(connection, customer, [given.image], alt="", field="image")
    await set_avatar(connection, customer, picture)
    return answer(await details_of(connection, customer))


@router.delete("/customer/avatar", tags=["customer"], responses=refusals(Unauthorized))
async def remove_customer_avatar(
    customer: Customer, connection: Transaction
) -> Answer[CustomerDetails]:
    """Takes the picture away; without one there is nothing to take."""
    await set_avatar(connection, customer, None)
    return answer(await details_of(connection, customer))

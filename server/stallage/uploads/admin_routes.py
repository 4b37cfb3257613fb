"""The operators' API of pictures for products, pages and the shop itself, and of videos for products."""

from __future__ import annotations

from typing import Annotated

from fastapi import File, Request, UploadFile

from stallage.core import clock
from stallage.core.envelope import Answer, answer, error_responses
from stallage.core.errors import InvalidFields, TooLarge
from stallage.core.media import media_type_of
from stallage.core.runtime import runtime_of
from stallage.operators.dependencies import PREFIX, AdminRouter, CurrentOperator
from stallage.operators.errors import Forbidden
from stallage.operators.rules.permissions import SIGNED_IN
from stallage.uploads.dependencies import check_picture, store_picture, store_video
from stallage.uploads.errors import NotAPicture, NotAVideo
from stallage.uploads.schemas import StoredPicture, UploadedVideo

router = AdminRouter(tag="media")

UPLOAD_PATHS = (f"{PREFIX}/media",)
LARGE_UPLOAD_PATHS = (f"{PREFIX}/media/videos",)
EDITORS = ("products.edit", "content.edit", "promotions.edit", "settings.edit")
"""Permissions whose screens have pictures; one of them is enough."""


@router.post(
    "/media",
    permission=SIGNED_IN,
    audited=False,
    status_code=201,
    response_model=Answer[StoredPicture],
    form_limits={"max_files": 1, "max_fields": 8, "max_part_size": 1024},
    responses=error_responses(InvalidFields, NotAPicture, TooLarge),
)
async def upload_media(
    request: Request,
    operator: CurrentOperator,
    file: Annotated[UploadFile | None, File(description="JPEG, PNG or WebP; 5 MB at most.")] = None,
) -> Answer[StoredPicture]:
    """Store a picture: turned upright, without metadata. Records refer to it by its path.

    Needs one of the permissions to change products, content, promotions or settings. A picture that is
    stored already gets the same path.
    """
    if not any(operator.can(permission) for permission in EDITORS):
        raise Forbidden(permission=EDITORS[0])
    checked = await check_picture(file)
    owner = ("operator", operator.id)
    picture = await store_picture(runtime_of(request), checked, owner=owner)
    return answer(
        StoredPicture(
            path=picture.path,
            width=picture.width,
            height=picture.height,
            colour=picture.colour,
            preview=picture.preview,
        )
    )


@router.post(
    "/media/videos",
    permission="products.edit",
    audited=False,
    status_code=201,
    response_model=Answer[UploadedVideo],
    form_limits={"max_files": 1, "max_fields": 8, "max_part_size": 1024},
    responses=error_responses(InvalidFields, NotAVideo, TooLarge),
)
async def upload_video(
    request: Request,
    operator: CurrentOperator,
    file: Annotated[UploadFile | None, File(description="MP4 or WebM; 32 MB at most.")] = None,
) -> Answer[UploadedVideo]:
    """Store a video as it is, with its metadata. Products refer to it by its path.

    A video that is stored already gets the same path.
    """
    path = await store_video(runtime_of(request), file, owner=("operator", operator.id))
    return answer(
        UploadedVideo.model_validate(
            {
                "path": path,
                "media_type": media_type_of(path),
                "size": file.size if file else 0,
                "uploaded_at": clock.now(),
            }
        )
    )

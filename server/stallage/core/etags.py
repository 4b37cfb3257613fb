"""ETags: reject an edit of a record that somebody else has changed, and return the current record."""

from __future__ import annotations

import hashlib
from typing import Annotated

from fastapi import Header
from pydantic import BaseModel

from stallage.core.errors import ApiError

IfMatch = Annotated[
    str | None,
    Header(alias="If-Match", description="The ETag of the record that the change is based on."),
]


class PreconditionRequired(ApiError):
    """The request changes a record without saying which version it saw."""

    code = "precondition_required"
    status = 428
    message = "Send the ETag of the record as If-Match."


class EditConflict(ApiError):
    """Somebody else changed the record; `current` has it as it is now."""

    code = "edit_conflict"
    status = 412
    message = "Somebody else has changed this in the meantime."


def etag_of(*values: object) -> str:
    """Return the ETag of a record with these values."""
    text = "\x1f".join(map(str, values))
    return f'"{hashlib.blake2b(text.encode(), digest_size=12).hexdigest()}"'


def check_match(if_match: str | None, current_etag: str, current: BaseModel) -> None:
    """Check that the caller saw the current version of a record.

    Raises PreconditionRequired without an ETag, and EditConflict for an older one. Call it under the
    lock of the record.
    """
    if if_match is None:
        raise PreconditionRequired
    if current_etag not in {tag.strip() for tag in if_match.split(",")}:
        raise EditConflict(
            current=current.model_dump(mode="json", by_alias=True), etag=current_etag
        )

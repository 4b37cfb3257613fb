"""The state of an upload and of its import.

It is in a file: the import replaces the database, and nobody can read that meanwhile.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict

from stallage.archive.formats.secrets import SealedSecrets
from stallage.archive.rules.uploads import PENDING
from stallage.archive.schemas import ArchiveContents, ArchiveImportResult

State = Literal[
    "uploading",
    "uploaded",
    "checking",
    "refused",
    "ready",
    "starting",
    "running",
    "failed",
    "finished",
]


class ImportState(BaseModel):
    """An upload, and who brought it."""

    model_config = ConfigDict(frozen=True)

    id: str
    state: State
    file_name: str
    size: int
    """Bytes, as the browser announced them."""
    received: int
    operator_id: int
    operator_name: str
    operator_email: str
    address: str | None
    """Network address of the operator, for the audit log."""
    created_at: datetime
    step: str | None = None
    done: int = 0
    total: int = 0
    contents: ArchiveContents | None = None
    sealed: SealedSecrets | None = None
    """The secrets of the checked archive, as they are in it."""
    key: str = ""
    """Fingerprint of the key that encrypted the secrets in its tables."""
    failure: str | None = None
    token_hash: str = ""
    """Of the token that shows the progress of the import."""
    secrets: str = ""
    """The archive's key and secret settings, encrypted with this shop's key; in base64."""
    result: ArchiveImportResult | None = None

    @property
    def is_pending(self) -> bool:
        """Whether the shop has to stop for the import."""
        return self.state in PENDING

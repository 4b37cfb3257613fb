"""Archives in the operators' API."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from stallage.core.schemas import Input, Line, Output, Text, Time

ArchiveState = Literal["waiting", "running", "finished", "failed", "deleted"]

UploadState = Literal[
    "uploading", "uploaded", "checking", "refused", "ready", "starting", "running", "failed"
]
ImportProgressState = Literal["starting", "running", "finished", "failed"]

Passphrase = Annotated[Text, Field(max_length=1000)]
"""Used once, and neither stored nor logged."""


class ArchiveExport(Output):
    """An archive of the whole shop. Its file is deleted at `expiresAt`."""

    id: int
    state: ArchiveState
    operator_name: str
    step: Literal["Tables", "Media"] | None
    done: int
    total: int
    """0 if it is not known."""
    has_secrets: bool = Field(description="Whether it has the shop's key, encrypted.")
    size: int | None
    """Bytes."""
    rows: int | None
    media: int | None
    failure: str | None
    created_at: Time
    finished_at: Time | None
    expires_at: Time | None


class ArchiveExports(Output):
    """The last archives, the newest first."""

    items: list[ArchiveExport]


class ArchiveRequestInput(Input):
    """What an archive contains besides the shop's data."""

    passphrase: Passphrase | None = Field(
        default=None,
        repr=False,
        description="Encrypts the shop's key and secret settings, which are left out without it.",
    )


class ArchiveUploadInput(Input):
    """The file that will be uploaded, in parts."""

    file_name: Line = Field(max_length=200)
    size: int = Field(ge=1, le=2**53, description="Bytes.")


class ArchiveImportInput(Input):
    """How a checked archive is imported."""

    passphrase: Passphrase | None = Field(
        default=None,
        repr=False,
        description="Opens the key and the secret settings in the archive.",
    )


class ArchiveContents(Output):
    """What an intact archive contains."""

    shop_name: str | None
    exported_at: Time
    program: str = Field(description="The release of Stallage that wrote it.")
    is_earlier_schema: bool = Field(description="Whether its tables are upgraded by the import.")
    has_secrets: bool = Field(description="Whether it has the shop's key, encrypted.")
    products: int
    customers: int
    orders: int
    operators: int
    media: int
    rows: int
    """Of all tables."""


class ArchiveUpload(Output):
    """An uploaded file, from its first part until it is imported or discarded."""

    state: UploadState
    file_name: str
    size: int
    """Bytes."""
    received: int
    """Bytes. The next part begins here."""
    operator_name: str
    created_at: Time
    done: int
    """Megabytes that were checked."""
    total: int
    contents: ArchiveContents | None
    failure: str | None = Field(description="Why it cannot be imported, or was not.")


class ArchiveImports(Output):
    """Whether an archive can be imported, and the uploaded file."""

    is_shop_empty: bool
    part_bytes: int = Field(description="Bytes of a part at most.")
    max_bytes: int = Field(description="Bytes of a file at most.")
    upload: ArchiveUpload | None


class ArchiveImportStarted(Output):
    """An import that begins as soon as the shop's processes have stopped."""

    token: str = Field(description="Shows its progress, also while nobody can sign in.")


class LedgerFinding(Output):
    """A check of the sums of stock and money."""

    is_ok: bool
    message: str


class ArchiveImportResult(Output):
    """What was imported."""

    rows: int
    media: int
    has_key: bool = Field(
        description="Whether the shop can read the archive's secrets, such as authenticator apps."
    )
    overridden: list[str] = Field(
        description="Settings of the archive that this machine sets to something else."
    )
    operator_email: str = Field(description="Who can sign in as before.")
    ledger: list[LedgerFinding]


class ArchiveImportProgress(Output):
    """How far an import is."""

    state: ImportProgressState
    step: Literal["Checked", "Media", "Tables", "Checks"] | None
    done: int
    total: int
    """0 if it is not known."""
    failure: str | None
    result: ArchiveImportResult | None

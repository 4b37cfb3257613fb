"""Where pictures are stored and loaded from."""

from __future__ import annotations

from typing import Annotated

from pydantic import SecretStr

from stallage.settings.sources import Seconds, Section, setting


class PictureSettings(Section):
    """Where pictures are stored and loaded from."""

    cdn_endpoint: Annotated[str, setting("", "Where clients load pictures; empty: from the shop.")]
    cdn_fallback_endpoint: Annotated[str, setting("", "Where clients load pictures if that fails.")]
    storage_url: Annotated[
        str,
        setting("", "s3://bucket/prefix?endpoint=…&region=… for pictures; empty: the data folder."),
    ]
    storage_access_key: Annotated[str, setting("", "For S3; empty: boto3's default credentials.")]
    storage_secret_key: Annotated[SecretStr, setting(SecretStr(""), "For S3.")]
    fetch_private_addresses: Annotated[
        bool, setting(False, "Allow image imports from loopback and private networks.")
    ]
    unused_upload_seconds: Annotated[
        Seconds, setting(86_400, "Time after which an unused upload is deleted.")
    ]

"""Folders, address, secrets and logs of a process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import NoDecode

from stallage.secret_key import MIN_CHARACTERS, secret_key_in
from stallage.settings.sources import DATA_DIR, Seconds, Section, setting


class ProcessSettings(Section):
    """Folders, address, secrets and logs of a process."""

    data_dir: Annotated[
        Path, setting(DATA_DIR, "Embedded database, media, search index and outbox.")
    ]
    client_dir: Annotated[
        str, setting("", "Folder of the built client; empty: the one installed with the shop.")
    ]
    public_url: Annotated[
        str,
        setting(
            "http://127.0.0.1:8000", "The shop's address for shoppers, without a slash at the end."
        ),
    ]
    allow_test_shop: Annotated[
        bool,
        setting(
            False,
            "Allow test payments and the demo shop with a public address, where everybody can order"
            " without paying.",
        ),
    ]
    secret_key: Annotated[
        SecretStr,
        setting(
            SecretStr(""), "Signs tokens and codes; empty: a key is created in the data folder."
        ),
    ]
    previous_secret_keys: Annotated[
        tuple[SecretStr, ...],
        NoDecode,
        setting((), "Comma-separated earlier keys that stay valid, so that nobody is signed out."),
    ]
    metrics_token: Annotated[
        SecretStr,
        setting(
            SecretStr(""),
            "Whoever sends it as a bearer token may read /metrics; empty: nobody.",
        ),
    ]
    log_format: Annotated[
        Literal["auto", "json", "console"],
        setting("auto", "auto: console on a terminal, else json."),
    ]
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"],
        setting("info", "Lowest level that is logged."),
    ]
    graceful_stop_seconds: Annotated[
        Seconds, setting(20, "How long a stop waits for running requests and jobs.")
    ]
    service_worker: Annotated[
        bool,
        setting(
            True,
            "Let browsers keep what shoppers have seen for reading offline; false: browsers delete it.",
        ),
    ]
    response_cache_mb: Annotated[
        int,
        Field(
            default=32, ge=0, description="Memory of one process for cached responses; 0: no cache."
        ),
    ]
    part_cache_mb: Annotated[
        int,
        Field(
            default=32,
            ge=0,
            description="Memory of one process for product cards and facets, which new responses are "
            "put together from; 0: no cache.",
        ),
    ]
    search_seconds: Annotated[
        float,
        Field(
            default=1.0,
            ge=0,
            le=60,
            description="Pause between two updates of this machine's search index; 0: others update it.",
        ),
    ]
    renderers: Annotated[
        int,
        Field(
            default=2,
            ge=0,
            le=16,
            description="Pages that one process renders at once; 0: browsers render all pages.",
        ),
    ]
    page_cache_mb: Annotated[
        int,
        Field(default=32, ge=0, description="Memory of one process for rendered pages; 0: none."),
    ]
    idempotency_seconds: Annotated[
        Seconds, setting(86_400, "How long an Idempotency-Key returns the same response.")
    ]
    job_log_seconds: Annotated[
        Seconds,
        setting(30 * 86_400, "How long the log of jobs and failed jobs are stored."),
    ]
    outbox_seconds: Annotated[
        Seconds, setting(30 * 86_400, "How long messages stay in the outbox.")
    ]

    @field_validator("previous_secret_keys", mode="before")
    @classmethod
    def split_secrets(cls, value: object) -> object:
        """Parse a comma-separated list."""
        if isinstance(value, str):
            value = tuple(SecretStr(part.strip()) for part in value.split(",") if part.strip())
        return value

    @field_validator("secret_key", "previous_secret_keys")
    @classmethod
    def long_enough(
        cls, value: SecretStr | tuple[SecretStr, ...]
    ) -> SecretStr | tuple[SecretStr, ...]:
        """Check the length: a short secret can be guessed from one token."""
        for secret in value if isinstance(value, tuple) else (value,):
            if 0 < len(secret.get_secret_value()) < MIN_CHARACTERS:
                raise ValueError(f"must have at least {MIN_CHARACTERS} characters")
        return value

    def previous_secrets(self) -> tuple[bytes, ...]:
        """Return secrets that were used before, newest first."""
        return tuple(secret.get_secret_value().encode() for secret in self.previous_secret_keys)

    def secret(self) -> bytes:
        """Return the configured secret, else the data folder's. Raises OSError."""
        configured = self.secret_key.get_secret_value()
        if configured:
            return configured.encode()
        return secret_key_in(self.data_dir)
